#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compiles every header of the tree by itself, and the public ones as plain C
and as C++ with pedantic errors (TAP).

usage: test-headers.py SOURCE_ROOT CC CXX HAVE_GST HEADER...

CC and CXX are commands, CXX may be empty. HAVE_GST is true or false. The headers
are those of the engine that are installed.
"""
import glob
import os
import re
import shlex
import subprocess
import sys

# of the elements' libraries, with the pkg-config modules whose headers they
# include; every installed header of the engine is public
PUBLIC = {
    "gst/fourier/fourier.h": ["gstreamer-1.0", "gstreamer-audio-1.0"],
    "gst/opencl/opencl.h": ["gstreamer-1.0", "OpenCL"],
}
# The two are one: end.h closes what begin.h opens.
BEGIN, END = "clfft/begin.h", "clfft/end.h"
EXAMPLE = re.compile(r"(?:^ \*     .*\n)+", re.MULTILINE)
ENGINE = ["OpenCL", "fftw3"]
ELEMENTS = ["OpenCL", "gstreamer-1.0", "gstreamer-base-1.0",
            "gstreamer-audio-1.0", "gstreamer-video-1.0",
            "gstreamer-check-1.0", "pangocairo"]
PEDANTIC = ["-Wall", "-Wextra", "-pedantic-errors", "-Werror"]


def flags_of(modules):
    """Headers of other projects count as the system's: no warnings."""
    text = subprocess.run(["pkg-config", "--cflags"] + modules, text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    flags = []
    for flag in shlex.split(text):
        flags += ["-isystem", flag[2:]] if flag.startswith("-I") else [flag]
    return flags


def compile_alone(command, options, header):
    """The compiler's complaint, "" if there is none."""
    return compile_text(command, options, '#include "%s"\n#include "%s"\n' %
                        ((BEGIN, END) if header in (BEGIN, END)
                         else (header, header)))


def compile_text(command, options, text):
    done = subprocess.run(command + options + ["-fsyntax-only", "-"],
                          input=text, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.stdout if done.returncode else ""


def list_headers(root, have_gst):
    paths = []
    for folder in ("clfft", "kernels", "gst", "tests"):
        for path in glob.glob(os.path.join(root, folder, "**", "*.h"),
                              recursive=True):
            path = os.path.relpath(path, root)
            if have_gst or not path.startswith(("gst/", "tests/gst/",
                                                "tests/fuzz/fuzz-element.")):
                paths.append(path)
    return sorted(paths)


def example_of(root):
    """The example at the top of clfft.h, inside a function."""
    with open(os.path.join(root, "clfft/clfft.h"), encoding="utf-8") as f:
        lines = EXAMPLE.search(f.read())[0].splitlines()
    assert 8 <= len(lines) <= 12, lines
    return ("#include <clfft/clfft.h>\n#include <stdio.h>\n"
            "void f(cl_context context, cl_device_id id, "
            "cl_command_queue queue, cl_mem buffer);\n"
            "void f(cl_context context, cl_device_id id, "
            "cl_command_queue queue, cl_mem buffer)\n{\n%s\n}\n" %
            "\n".join(line[2:] for line in lines))


class Claims:
    def __init__(self):
        self.number = self.n_failed = 0

    def tell(self, name, complaint, skipped=""):
        self.number += 1
        self.n_failed += bool(complaint)
        for line in complaint.splitlines():
            print("# " + line)
        print("%sok %d - %s%s" % ("not " if complaint else "", self.number,
                                  name, " # SKIP " + skipped if skipped
                                  else ""))


def main():
    root, cc, cxx, have_gst, *installed = sys.argv[1:]
    cc, cxx, have_gst = cc.split(), cxx.split(), have_gst == "true"
    claims = Claims()
    base = ["-D_GNU_SOURCE", "-DCL_TARGET_OPENCL_VERSION=120", "-I" + root]
    inner = base + ["-I" + os.path.join(root, place)
                    for place in ("tests", "gst")]
    inner += flags_of(ENGINE + (ELEMENTS if have_gst else []))

    for header in list_headers(root, have_gst):
        complaint = compile_alone(cc, ["-x", "c", "-std=c11", "-Wall",
                                       "-Wno-unused", "-Werror"] + inner,
                                  header)
        claims.tell("%s_stands_alone" % header, complaint)
    public = {os.path.relpath(path, root): ["OpenCL"] for path in installed}
    claims.tell("installed_headers_are_known",
                "" if "clfft/clfft.h" in public else str(installed))
    for header, modules in {**public, **PUBLIC}.items():
        if header.startswith("gst/") and not have_gst:
            continue
        options = ["-I" + root] + flags_of(modules) + PEDANTIC
        claims.tell("%s_is_plain_C" % header,
                    compile_alone(cc, ["-x", "c", "-std=c99"] + options,
                                  header))
        claims.tell("%s_is_C++" % header,
                    compile_alone(cxx, ["-x", "c++", "-std=c++11"] + options,
                                  header) if cxx else "",
                    "" if cxx else "no C++ compiler")
    claims.tell("the_example_of_clfft.h_compiles", compile_text(
        cc, ["-x", "c", "-std=c99", "-I" + root] + flags_of(["OpenCL"]) +
        PEDANTIC, example_of(root)))
    print("1..%d" % claims.number)
    return claims.n_failed > 0


sys.exit(main())
