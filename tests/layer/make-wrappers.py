#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes a wrapper for every entry of OpenCL's dispatch table.

usage: make-wrappers.py HEADER OUTPUT COMPILER [OPTION...]

The compiler preprocesses CL/cl_layer.h; the types of the table's members name
every entry with its arguments. HEADER gets their numbers, OUTPUT the wrappers;
what these call is in layer.h.

Headers spell these types in two ways: until 2023 as pointers to functions,
since then as functions, to which the table has pointers:

    typedef cl_int (*cl_api_clFlush)(cl_command_queue command_queue);
    struct _cl_icd_dispatch { cl_api_clFlush clFlush; };

    typedef cl_int clFlush_t(cl_command_queue command_queue);
    typedef clFlush_t *clFlush_fn;
    struct _cl_icd_dispatch { clFlush_t *clFlush; };

A member may lie in a union with a tag.
"""
import re
import subprocess
import sys

# what counts as an object, by the type of its handle
KINDS = {
    "cl_context": "CONTEXT",
    "cl_command_queue": "QUEUE",
    "cl_mem": "MEMORY",
    "cl_program": "PROGRAM",
    "cl_kernel": "KERNEL",
    "cl_event": "EVENT",
    "cl_sampler": "SAMPLER",
}
# these go through a function of our own, special_NAME, with the same arguments
SPECIAL = {
    "clBuildProgram", "clCreateBuffer", "clCreateBufferWithProperties",
    "clCreateCommandQueue", "clCreateCommandQueueWithProperties",
    "clCreateProgramWithSource", "clEnqueueNDRangeKernel", "clFinish",
    "clGetDeviceInfo", "clGetEventInfo", "clGetEventProfilingInfo",
    "clGetExtensionFunctionAddressForPlatform", "clGetKernelWorkGroupInfo",
    "clSVMAlloc", "clSVMFree", "clWaitForEvents",
}
# of extensions, which have no entry: functions of import.c
EXTENSIONS = (
    "clImportMemoryARM", "clEnqueueAcquireExternalMemObjectsKHR",
    "clEnqueueReleaseExternalMemObjectsKHR",
)
# a lost device ends them with an error, but ends them: nothing runs on
ENDS_FIRST = {"clFinish", "clWaitForEvents"}
# ... (*NAME)(...) or ... NAME(...): what it returns, either name, what it takes
FUNCTION_TYPE = re.compile(
    r"typedef\s+(\w[\w\s*]*?)\s*(?:\(\s*\*\s*(\w+)\s*\)|\b(\w+))\s*"
    r"\(([^;]*)\)\s*;")
POINTER_TYPE = re.compile(r"typedef\s+(\w+)\s*\*\s*(\w+)\s*;")
MEMBER = re.compile(r"(\w+)\s*\*?\s*\b(\w+)\s*;")
WORDS = {"const", "void", "int", "char", "size_t", "unsigned"}


def split_arguments(text):
    parts, depth, part = [], 0, ""
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    parts.append(part)
    return [" ".join(p.split()) for p in parts]


def name_argument(text, index):
    """(declaration, type) of the argument, renamed to a<index>."""
    name = f"a{index}"
    callback = re.search(r"\(\s*\*\s*(\w*)\s*\)", text)
    if callback:
        start, end = callback.span()
        return f"{text[:start]}(*{name}){text[end:]}", "callback"
    text, array, _ = text.partition("[")
    match = re.match(r"(.*[\s*])(\w+)$", text)
    if match and not match[2].startswith("cl_") and match[2] not in WORDS:
        text = match[1]
    text = text.strip() + (" *" if array else "")
    return f"{text} {name}", re.sub(r"\s*\*", " *", text)


class Entry:
    def __init__(self, name, result, arguments):
        self.result = re.sub(r"\s*\*", " *", " ".join(result.split()))
        self.name = name
        named = [name_argument(a, i)
                 for i, a in enumerate(split_arguments(arguments))]
        if [t for _, t in named] == ["void"]:
            named = []
        self.parameters = ", ".join(d for d, _ in named) or "void"
        self.types = [t for _, t in named]
        call = ", ".join(f"a{i}" for i in range(len(named)))
        self.call = (f"special_{self.name}({call})" if self.name in SPECIAL
                     else f"layer_target->{self.name}({call})")
        if self.name == "clEnqueueNDRangeKernel":
            # a kernel that fails on the device writes nothing
            self.call = ("later ? layer_target->clEnqueueMarkerWithWaitList("
                         f"a0, a6, a7, a8)\n                 : {self.call}")

    def last(self, wanted):
        """Name of the last argument if it has that type."""
        if self.types and self.types[-1] == wanted:
            return f"a{len(self.types) - 1}"
        return None

    def write(self):
        lines = [f"static {self.result} CL_API_CALL wrap_{self.name}("
                 f"{self.parameters})", "{"]
        lines += self.body()
        return "\n".join(lines + ["}", ""])

    def body(self):
        call = f"CALL_{self.name}"
        if self.result == "void":
            return [f"    {self.call};"]
        if self.result == "cl_int":
            return self.body_of_code(call)
        kind = KINDS.get(self.result)
        code = self.last("cl_int *")
        if not code and self.result != "void *":
            return [f"    return {self.call};"]
        if self.name == "clGetExtensionFunctionAddressForPlatform" or \
                self.name == "clGetExtensionFunctionAddress":
            return [f"    return {self.call};"]
        lines = [f"    const cl_int fault = layer_enter({call});",
                 f"    {self.result} made;", "", "    if (fault) {"]
        if code:
            lines += [f"        if ({code})", f"            *{code} = fault;"]
        lines += ["        return NULL;", "    }"]
        lines += self.enqueue_before("NULL", code)
        lines += [f"    made = {self.call};"]
        if kind:
            lines += [f"    layer_add(KIND_{kind}, made);"]
        lines += self.enqueue_after("made")
        return lines + ["    return made;"]

    def enqueue_event(self):
        """Position of the event that an enqueueing call gives, or None."""
        for i, t in enumerate(self.types):
            if t == "cl_event *" and i >= 2 and \
                    self.types[i - 1] == "const cl_event *":
                return i
        return None

    def lone_event(self):
        """The event of clEnqueueMarker, which has no list to wait for."""
        return self.name == "clEnqueueMarker"

    def enqueue_before(self, failed, code=None):
        i = self.enqueue_event()
        if i is None:
            return []
        lines = [f"    const cl_int later = layer_fails_later(CALL_{self.name},"
                 f" a0, a{i - 2}, a{i - 1}, a{i});"]
        blocking = [n for n, t in enumerate(self.types) if t == "cl_bool"]
        if blocking:
            lines += [f"    if (a{blocking[0]} && later) {{"]
            if code:
                lines += [f"        if ({code})",
                          f"            *{code} = later;"]
            lines += [f"        return {failed if code else 'later'};", "    }"]
        return lines + [
            "    struct layer_hold hold;",
            f"    layer_hold(CALL_{self.name}, a0, "
            f"{f'a{blocking[0]}' if blocking else 'CL_FALSE'}, &a{i - 2}, "
            f"&a{i - 1}, &hold);"]

    def enqueue_after(self, good):
        i = self.enqueue_event()
        if i is None:
            return []
        return ["    layer_hold_end(&hold);",
                f"    if ({good} && a{i})",
                f"        layer_add_event(*a{i}, later);"]

    def body_of_code(self, call):
        release = re.match(r"clRelease(\w+)$", self.name)
        retain = re.match(r"clRetain(\w+)$", self.name)
        kind = KINDS.get(self.types[0]) if self.types else None
        lines = [f"    const cl_int fault = layer_enter({call});",
                 "    cl_int code;", ""]
        if release and kind:
            # the object is gone whatever the call says
            return lines + [
                f"    if (!layer_remove(KIND_{kind}, a0))",
                "        return CL_INVALID_VALUE;",
                f"    code = {self.call};",
                "    return fault ? fault : code;"]
        if self.name in ENDS_FIRST:
            return lines + ["    if (fault && layer_is_deaf())",
                            "        return fault;",
                            f"    code = {self.call};",
                            "    return fault ? fault : code;"]
        lines += ["    if (fault)", "        return fault;"]
        lines += self.enqueue_before("later")
        lines += [f"    code = {self.call};"]
        if retain and kind:
            lines += ["    if (code == CL_SUCCESS)",
                      f"        layer_add(KIND_{kind}, a0);"]
        if self.name == "clCreateKernelsInProgram":
            lines += ["    for (cl_uint i = 0; code == CL_SUCCESS && a2 && i < "
                      "a1 && (!a3 || i < *a3); i++)",
                      "        layer_add(KIND_KERNEL, a2[i]);"]
        if self.lone_event():
            lines += ["    if (code == CL_SUCCESS)",
                      "        layer_add_event(*a1, 0);"]
        lines += self.enqueue_after("code == CL_SUCCESS")
        return lines + ["    return code;"]


def read_entries(text):
    """Those of the dispatch table in preprocessed text, in its order; members
    without a function's type, for other systems than this, are left out."""
    text = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", text)
    types = {pointer or function: (result, arguments)
             for result, pointer, function, arguments
             in FUNCTION_TYPE.findall(text)}
    for target, name in POINTER_TYPE.findall(text):
        if target in types:
            types[name] = types[target]
    table = re.search(
        r"struct _cl_icd_dispatch\s*\{((?:[^{}]|\{[^{}]*\})*)\}", text)[1]
    return [Entry(name, *types[kind]) for kind, name in MEMBER.findall(table)
            if kind in types]


def main():
    header, output, compiler = sys.argv[1], sys.argv[2], sys.argv[3:]
    text = subprocess.run(
        compiler + ["-E", "-P", "-DCL_TARGET_OPENCL_VERSION=300", "-"],
        input="#include <CL/cl_layer.h>\n", capture_output=True, text=True,
        check=True).stdout
    entries = read_entries(text)
    missing = SPECIAL - {entry.name for entry in entries}
    if len(entries) < 100 or missing:
        sys.exit(f"only {len(entries)} entries understood, without "
                 f"{sorted(missing)}")
    with open(header, "w", encoding="utf-8") as f:
        f.write("/* Made by make-wrappers.py from CL/cl_layer.h. */\n"
                "enum layer_call {\n")
        f.writelines(f"    CALL_{name},\n"
                     for name in [e.name for e in entries] + [*EXTENSIONS])
        f.write("    N_CALLS\n};\n")
    with open(output, "w", encoding="utf-8") as f:
        f.write("/* Made by make-wrappers.py from CL/cl_layer.h. */\n"
                "static const char *const layer_call_names[] = {\n")
        f.writelines(f'    "{name}",\n'
                     for name in [e.name for e in entries] + [*EXTENSIONS])
        f.write("};\n\n")
        f.writelines(entry.write() + "\n" for entry in entries)
        f.write("static void layer_fill(cl_icd_dispatch *entries)\n{\n")
        f.writelines(f"    if (entries->{e.name})\n"
                     f"        entries->{e.name} = wrap_{e.name};\n"
                     for e in entries)
        f.write("}\n")


if __name__ == "__main__":
    main()
