#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is installed of the engine is enough for other people's programs: the
examples of docs/examples/engine are built as their comments say, by the flags
of pkg-config alone, and run; beside AMD's clFFT as well (TAP).

    test-installed.py MESON BUILD SOURCE_ROOT CC SANITIZED PYTHON

SANITIZED is "none" or what the library was instrumented with. PYTHON has numpy;
it may be empty.
"""
import ctypes
import glob
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from installed import Installed
from tap import Skip, prove, skip_all

# A transform that does nothing, and says that it is done.
NOTHING = """
#include <clfft/convolver.h>
#include <clfft/multi.h>
clfft_status clfft_plan_execute(clfft_plan *plan, cl_command_queue queue,
                                cl_mem input, cl_mem output,
                                const clfft_execute_params *params)
{
    if (params && params->event)
        clEnqueueMarkerWithWaitList(queue, params->n_wait, params->wait,
                                    params->event);
    return CLFFT_STATUS_OK;
}
clfft_status clfft_convolver_execute(clfft_convolver *convolver,
                                     cl_command_queue queue, cl_mem input,
                                     cl_mem output,
                                     const clfft_convolver_params *params)
{
    return CLFFT_STATUS_OK;
}
clfft_status clfft_multi_execute(clfft_multi *multi, const void *input,
                                 void *output,
                                 const clfft_multi_execute_params *params)
{
    return CLFFT_STATUS_OK;
}
"""
NO_NUMBERS = ("cache.c", "devices.c", "errors.c")  # transform nothing
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
BESIDE = "beside_clfft.c"  # the one that wants AMD's clFFT
AMD = "clFFT"              # its module of pkg-config


class Rig:
    def __init__(self, installed, source, cc, python):
        self.installed, self.source = installed, source
        self.cc, self.python = cc, python
        self.examples = os.path.join(source, "docs", "examples", "engine")
        self.module = os.path.join(source, "clfft", "python")
        self.guide = os.path.join(source, "docs", "guide", "engine.md")
        self.programs = {}  # of the examples, by their names

    def path(self, *names):
        return os.path.join(self.installed.folder, *names)

    def require_amd(self):
        if not self.installed.has(AMD):
            raise Skip("AMD's clFFT is not there; Debian has it in "
                       "libclfft-dev")

    def read_command(self, name):
        """"cc ..." of the example's comment, in one line."""
        with open(os.path.join(self.examples, name), encoding="utf-8") as file:
            text = file.read()
        found = re.search(r"^[ *]*   (cc (?:.*\\\n)*.*?)(?: \*/)?$", text,
                          re.MULTILINE)
        assert found, "%s does not say how it is built" % name
        return re.sub(r"\\\n[ *]*", "", found.group(1))

    def build(self, name, change=lambda command: command, **options):
        """The program of an example, where only its source is."""
        stem = name[:-len(".c")]
        place = tempfile.mkdtemp(prefix=stem, dir=self.installed.folder)
        shutil.copy(os.path.join(self.examples, name), place)
        command = re.sub("^cc ", self.cc + " " + " ".join(WARNINGS) + " ",
                         change(self.read_command(name)))
        self.installed.run(["sh", "-c", command], cwd=place, **options)
        return os.path.join(place, stem)

    def start(self, program, *arguments, **options):
        """Where it lies; what it prints goes to the log."""
        print("# " + self.installed.run(
            [program, *arguments], cwd=os.path.dirname(program),
            **options).strip().replace("\r", "\n").replace("\n", "\n# "))

    def list_needed(self, path):
        return re.findall(r"\(NEEDED\).*\[(.*)\]",
                          self.installed.run(["readelf", "-d", path]))

    def list_names(self, *arguments):
        """Global names that nm sees defined."""
        text = self.installed.run(["nm", "-g", "--defined-only", *arguments])
        rows = [line.split() for line in text.splitlines()]
        return {row[2].partition("@")[0] for row in rows
                if len(row) == 3 and row[1] != "A"}


def claim_example(name):
    def claim(rig):
        if name == BESIDE:
            rig.require_amd()
        arguments = ["auto", "kept"] if name == "cache.c" else []
        rig.programs[name] = rig.build(name)
        rig.start(rig.programs[name], *arguments)
    claim.__name__ = "%s_is_built_as_it_says_and_right" % name
    return claim


def files_are_where_programs_look(rig):
    found = rig.installed.list_files()
    wanted = ["include/clfft-1.0/clfft/" + os.path.basename(header)
              for header in glob.glob(os.path.join(rig.source, "clfft", "*.h"))]
    library = os.path.relpath(rig.installed.libraries, rig.installed.prefix)
    wanted += [os.path.join(library, name)
               for name in ("libclfft-1.0.a", "libclfft-1.0.so",
                            "libclfft-1.0.so.0", "pkgconfig/clfft-1.0.pc")]
    missing = set(wanted) - set(found)
    assert not missing, sorted(missing)
    others = [path for path in found if path.startswith("include/clfft")
              and path not in wanted]
    assert not others, "headers that are not public: %s" % others
    text = rig.installed.run(["readelf", "-d", os.path.join(
        rig.installed.libraries, "libclfft-1.0.so")])
    assert "SONAME" in text and "[libclfft-1.0.so.0]" in text, text


def clfft_bench_comes_with_its_manual_page(rig):
    found = rig.installed.list_files()
    if "bin/clfft-bench" not in found:
        raise Skip("clfft-bench is not built")
    assert [path for path in found
            if path.startswith("share/man/man1/clfft-bench.1")], found


def the_shared_library_needs_opencl_and_libc_alone(rig):
    allowed = re.compile(r"(libOpenCL|libc|libm|libpthread|ld-linux[^.]*|"
                         r"libgcc_s)\.so\.\d+$")
    needed = rig.list_needed(os.path.join(rig.installed.libraries,
                                          "libclfft-1.0.so"))
    assert needed and all(map(allowed.match, needed)), needed


def pkg_config_tells_the_version_of_the_header(rig):
    with open(os.path.join(rig.installed.prefix, "include", "clfft-1.0",
                           "clfft", "clfft.h"), encoding="utf-8") as file:
        header = re.search(r'#define CLFFT_VERSION "(.*)"', file.read())
    reported = rig.installed.ask("--modversion", "clfft-1.0")
    assert header and header.group(1) == reported, reported
    flags = rig.installed.ask("--cflags", "clfft-1.0").split()
    assert "-I" + os.path.join(rig.installed.prefix, "include",
                               "clfft-1.0") in flags, flags


def every_example_is_in_the_guide(rig):
    with open(rig.guide, encoding="utf-8") as file:
        linked = set(re.findall(r"\(\.\./examples/engine/([^)]*)\)",
                                file.read()))
    there = set(os.listdir(rig.examples)) - {"__pycache__"}
    assert linked == there, sorted(linked ^ there)


def the_guide_s_program_is_minimal_c(rig):
    with open(rig.guide, encoding="utf-8") as file:
        blocks = re.findall("```c\n(.*?)```", file.read(), re.DOTALL)
    path = os.path.join(rig.examples, "minimal.c")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    code = text[text.index("#include"):]
    assert code in blocks


def the_guide_s_lines_are_the_examples(rig):
    with open(rig.guide, encoding="utf-8") as file:
        blocks = re.findall("```(?:c|python)\n(.*?)```", file.read(), re.DOTALL)
    texts = []
    for path in glob.glob(os.path.join(rig.examples, "*")):
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                texts.append("\n".join(map(str.strip, file)))
    lost = [part for block in blocks for part in block.split("...\n")
            if not any("\n".join(map(str.strip, part.strip().splitlines()))
                       in text for text in texts)]
    assert blocks and not lost, lost


def every_example_notices_a_transform_that_does_nothing(rig):
    source, library = rig.path("nothing.c"), rig.path("nothing.so")
    with open(source, "w", encoding="utf-8") as file:
        file.write(NOTHING)
    flags = rig.installed.ask("--cflags", "--libs", "clfft-1.0").split()
    rig.installed.run(shlex.split(rig.cc) + ["-shared", "-fPIC", source, "-o",
                                             library] + flags)
    environment = dict(rig.installed.environment, LD_PRELOAD=library)
    blind = [name for name, program in sorted(rig.programs.items())
             if name not in NO_NUMBERS and subprocess.run(
                 [program], env=environment, check=False,
                 stdout=subprocess.DEVNULL,
                 stderr=subprocess.DEVNULL).returncode == 0]
    assert rig.programs and not blind, blind


def link_static(rig, name):
    """An example where the static library is the only one."""
    folder = rig.path("static")
    if not os.path.isdir(folder):
        shutil.copytree(rig.installed.libraries, folder, symlinks=True)
        for path in glob.glob(os.path.join(folder, "libclfft-1.0.so*")):
            os.remove(path)
        path = os.path.join(folder, "pkgconfig", "clfft-1.0.pc")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub("^libdir=.*", "libdir=" + folder, text,
                              flags=re.MULTILINE))
    environment = dict(rig.installed.environment, LD_LIBRARY_PATH="",
                       PKG_CONFIG_PATH=os.path.join(folder, "pkgconfig"))
    program = rig.build(name, lambda command: command.replace(
        "pkg-config ", "pkg-config --static "), env=environment)
    needed = rig.list_needed(program)
    assert not [name for name in needed if "libclfft" in name], needed
    return program, environment


def the_static_library_is_enough_for_a_program(rig):
    program, environment = link_static(rig, "threads.c")
    rig.start(program, env=environment)


def the_guide_s_static_program_needs_no_shared_engine(rig):
    with open(rig.guide, encoding="utf-8") as file:
        found = re.search(r"^cc (?:.*\\\n)*.*--static(?:.*\\\n)*.*",
                          file.read(), re.MULTILINE)
    program = rig.build("minimal.c", lambda command: found.group(0))
    needed = rig.list_needed(program)
    assert not [name for name in needed if "libclfft" in name], needed
    rig.start(program)


def the_static_library_lives_beside_amd_s(rig):
    rig.require_amd()
    program, environment = link_static(rig, BESIDE)
    assert [name for name in rig.list_needed(program) if "libclFFT" in name]
    rig.start(program, env=environment)


def every_global_name_begins_with_clfft_(rig):
    for name in ("libclfft-1.0.a", "libclfft-1.0.so"):
        option = [] if name.endswith(".a") else ["-D"]
        names = rig.list_names(*option, os.path.join(rig.installed.libraries,
                                                     name))
        assert "clfft_plan_create" in names, name
        others = [one for one in names if not one.startswith("clfft_")]
        assert not others, "%s: %s" % (name, sorted(others))


def no_name_is_one_of_amd_s(rig):
    rig.require_amd()
    folder = rig.installed.ask("--variable=libdir", AMD)
    amds = rig.list_names("-D", os.path.join(folder, "libclFFT.so"))
    assert "clfftBakePlan" in amds
    ours = rig.list_names(os.path.join(rig.installed.libraries,
                                       "libclfft-1.0.a"))
    # a file of names that ignores letter case is no tool, but costs nothing
    both = {name.lower() for name in amds} & {name.lower() for name in ours}
    assert not both, sorted(both)


def no_file_is_one_of_amd_s(rig):
    """On file systems that ignore letter case either."""
    rig.require_amd()
    library, include = (rig.installed.ask("--variable=" + name, AMD)
                        for name in ("libdir", "includedir"))
    amds = set()
    for pattern in (library + "/libclFFT*", library + "/pkgconfig/clFFT*",
                    library + "/cmake/clFFT*", include + "/cl*FFT*",
                    include + "/clAmdFft*"):
        amds.update(os.path.basename(path).lower()
                    for path in glob.glob(pattern))
    assert {"clfft.h", "clfft.pc", "libclfft.so"} <= amds, sorted(amds)
    # ours of that name lies in a folder, include/clfft-1.0/clfft
    ours = {os.path.basename(path).lower()
            for path in rig.installed.list_files()
            if not path.startswith("include/clfft-1.0/clfft/")}
    assert not amds & ours, sorted(amds & ours)


def load_library(rig):
    """The file of the Python module that declares all, with the installed
    library."""
    library = ctypes.CDLL(os.path.join(rig.installed.libraries,
                                       "libclfft-1.0.so.0"))
    real = ctypes.CDLL
    ctypes.CDLL = lambda name: library if name and "clfft" in name else real(name)
    try:
        spec = importlib.util.spec_from_file_location("_library", os.path.join(
            rig.module, "clfft", "_library.py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        ctypes.CDLL = real
    return module


def the_python_module_has_the_structs_of_the_headers(rig):
    module = load_library(rig)
    structs = [value for name, value in sorted(vars(module).items())
               if name.startswith("clfft_")]
    assert len(structs) > 15, structs
    rows = []
    for struct in structs:
        rows.append((struct.__name__, "sizeof(%s)" % struct.__name__,
                     ctypes.sizeof(struct)))
        for member, *_ in struct._fields_:
            rows.append(("%s.%s" % (struct.__name__, member),
                         "offsetof(%s, %s)" % (struct.__name__, member),
                         getattr(struct, member).offset))
    source, program = rig.path("structs.c"), rig.path("structs")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <clfft/convolver.h>\n#include <clfft/spectrum.h>\n"
                   "#include <stdio.h>\n"
                   "int main(void)\n{\n%s    return 0;\n}\n" % "".join(
                       '    printf("%%zu\\n", %s);\n' % row[1] for row in rows))
    flags = rig.installed.ask("--cflags", "clfft-1.0").split()
    rig.installed.run(shlex.split(rig.cc) + [source, "-o", program] + flags)
    found = map(int, rig.installed.run([program]).split())
    wrong = ["%s: %d, not %d" % (row[0], row[2], number)
             for row, number in zip(rows, found) if row[2] != number]
    assert not wrong, wrong


def fft_py_agrees_with_numpy(rig):
    if not rig.python:
        raise Skip("numpy is not there; Debian has it in python3-numpy")
    rig.start(rig.python, os.path.join(rig.examples, "fft.py"), env=dict(
        rig.installed.environment, PYTHONPATH=rig.module))


CLAIMS = (files_are_where_programs_look, clfft_bench_comes_with_its_manual_page,
          the_shared_library_needs_opencl_and_libc_alone,
          pkg_config_tells_the_version_of_the_header,
          every_example_is_in_the_guide, the_guide_s_program_is_minimal_c,
          the_guide_s_lines_are_the_examples,
          every_example_notices_a_transform_that_does_nothing,
          the_static_library_is_enough_for_a_program,
          the_guide_s_static_program_needs_no_shared_engine,
          the_static_library_lives_beside_amd_s,
          every_global_name_begins_with_clfft_, no_name_is_one_of_amd_s,
          no_file_is_one_of_amd_s, the_python_module_has_the_structs_of_the_headers,
          fft_py_agrees_with_numpy)


def main():
    meson, build, source, cc, sanitized, python = sys.argv[1:]
    if sanitized != "none":
        skip_all("the library is instrumented (%s): other programs cannot "
                 "link it" % sanitized)
    names = sorted(os.path.basename(path) for path in glob.glob(
        os.path.join(source, "docs", "examples", "engine", "*.c")))
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Installed(meson, build, folder, PYTHONDONTWRITEBYTECODE="1"),
                  source, cc, python)
        return prove(tuple(map(claim_example, names)) + CLAIMS, rig)


sys.exit(main())
