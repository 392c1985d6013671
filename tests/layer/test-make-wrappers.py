#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about make-wrappers.py: it understands the ways in which headers
of OpenCL spell the types of the dispatch table (TAP).

usage: test-make-wrappers.py
"""
import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
from tap import prove

# what it returns, its name, what it takes: with names of arguments, without,
# with a callback, an array, no arguments
FUNCTIONS = (
    ("cl_int", "clGetPlatformIDs",
     "cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms"),
    ("cl_context", "clCreateContext",
     "const cl_context_properties *properties, cl_uint num_devices, "
     "const cl_device_id *devices, void (*pfn_notify)(const char *errinfo, "
     "const void *private_info, size_t cb, void *user_data), void *user_data, "
     "cl_int *errcode_ret"),
    ("cl_int", "clReleaseMemObject", "cl_mem memobj"),
    ("cl_int", "clUnloadCompiler", "void"),
    ("void *", "clGetExtensionFunctionAddress", "const char *func_name"),
    ("cl_int", "clEnqueueSVMFree",
     "cl_command_queue, cl_uint, void *svm_pointers[], "
     "void (*)(cl_command_queue, cl_uint, void **, void *), void *, cl_uint, "
     "const cl_event *, cl_event *"),
    ("void", "clSVMFree", "cl_context context, void *svm_pointer"),
)
# a member whose type no header of this system declares
FOREIGN = "  void *clGetDeviceIDsFromD3D10KHR;\n"


def load():
    """The script as a module; its name is none that `import` takes."""
    spec = importlib.util.spec_from_file_location(
        "make_wrappers", os.path.join(HERE, "make-wrappers.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def spell(type_of, member_of):
    """What the preprocessor leaves of such headers."""
    text = "typedef int cl_int; typedef unsigned int cl_uint;\n"
    text += "".join(type_of(*function) for function in FUNCTIONS)
    members = "".join(f"  {member_of(name)};\n" for _, name, _ in FUNCTIONS)
    return (f"{text}typedef struct _cl_icd_dispatch {{\n{members}{FOREIGN}}} "
            "cl_icd_dispatch;\n")


def pointers():
    return spell(lambda result, name, arguments:
                 f"typedef {result}( *cl_api_{name})(\n    {arguments}) "
                 "__attribute__((deprecated));\n",
                 lambda name: f"cl_api_{name} {name}")


def functions(result, name, arguments):
    return (f"typedef {result} {name}_t(\n    {arguments});\n\n"
            f"typedef {name}_t *\n{name}_fn __attribute__((deprecated)) ;\n")


def pointers_to_functions():
    return spell(functions, lambda name: f"{name}_t *{name}")


def names_of_pointers_to_functions():
    return spell(functions, lambda name: f"{name}_fn {name}")


def members_in_unions():
    return spell(functions, lambda name: f"union {{\n    {name}_t *{name};\n    "
                 f"intptr_t {name}_icd2_tag;\n  }}")


SPELLINGS = (pointers, pointers_to_functions, names_of_pointers_to_functions,
             members_in_unions)


def write(make, text):
    return [entry.write() for entry in make.read_entries(text)]


def every_member_with_a_type_is_an_entry_in_its_place(make):
    for spelling in SPELLINGS:
        names = [entry.name for entry in make.read_entries(spelling())]
        assert names == [name for _, name, _ in FUNCTIONS], (spelling, names)


def all_spellings_give_the_same_wrappers(make):
    expected = write(make, pointers())
    for spelling in SPELLINGS:
        assert write(make, spelling()) == expected, spelling


def a_wrapper_has_the_arguments_of_its_function(make):
    found = {entry.name: (entry.result, entry.parameters, entry.types)
             for entry in make.read_entries(pointers_to_functions())}
    assert found["clReleaseMemObject"] == ("cl_int", "cl_mem a0", ["cl_mem"])
    assert found["clUnloadCompiler"] == ("cl_int", "void", [])
    assert found["clSVMFree"] == ("void", "cl_context a0, void * a1",
                                  ["cl_context", "void *"])
    assert found["clGetExtensionFunctionAddress"][0] == "void *"
    _, parameters, types = found["clCreateContext"]
    assert "void (*a3)(const char *errinfo" in parameters, parameters
    assert types[3] == "callback" and types[5] == "cl_int *", types
    _, parameters, types = found["clEnqueueSVMFree"]
    assert types[2] == "void * *" and types[3] == "callback", types
    assert types[-2:] == ["const cl_event *", "cl_event *"], types


sys.exit(prove([every_member_with_a_type_is_an_entry_in_its_place,
                all_spellings_give_the_same_wrappers,
                a_wrapper_has_the_arguments_of_its_function], load()))
