#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compiles every header of the tree by itself, and the public ones as plain C
and as C++ with pedantic errors (TAP).

usage: test-headers.py SOURCE_ROOT CC CXX HAVE_GST

CC and CXX are commands, CXX may be empty. HAVE_GST is true or false.
"""
import glob
import os
import shlex
import subprocess
import sys

# with the pkg-config modules whose headers they include
PUBLIC = {
    "clfft/clfft.h": ["OpenCL"],
    "clfft/convolver.h": ["OpenCL"],
    "clfft/description.h": ["OpenCL"],
    "clfft/multi.h": ["OpenCL"],
    "clfft/picture.h": ["OpenCL"],
    "clfft/spectrum.h": ["OpenCL"],
    "clfft/status.h": ["OpenCL"],
    "gst/fourier/fourier.h": ["gstreamer-1.0", "gstreamer-audio-1.0"],
    "gst/opencl/opencl.h": ["gstreamer-1.0", "OpenCL"],
}
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
    text = '#include "%s"\n' % header
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
    root, cc, cxx, have_gst = sys.argv[1:]
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
    for header, modules in PUBLIC.items():
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
    print("1..%d" % claims.number)
    return claims.n_failed > 0


sys.exit(main())
