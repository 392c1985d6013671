#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Holds docs/internals/kernels.md against the options that the engine builds
kernels with, and those against the kernels (TAP).

usage: test-options.py SOURCE_ROOT
"""
import glob
import os
import re
import sys


from tap import report

def read(root, pattern):
    text = ""
    for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
        with open(path, encoding="utf-8") as f:
            text += f.read()
    return text


def main():
    root = sys.argv[1]
    # clfft-bench has kernels of its own
    sources = "".join(read(root, folder + "*.c")
                      for folder in sorted(glob.glob(os.path.join(root, "clfft", "*", "")))
                      if not folder.endswith("tools" + os.sep))
    options = set(re.findall(r"-D([A-Z][A-Z0-9_]*)", sources))
    # one for each parameter of pass.h
    parameters = re.findall(r"ROW\(([A-Z_]+), ", read(root, "kernels/host/pass.h"))
    if "HAS_" in options and parameters:
        options.remove("HAS_")
        options.add("HAS_TWIDDLE")
    options |= set(re.findall(r'clfft_launch_define\(\w+, "([A-Z0-9_]+)"',
                              sources))
    words = set(re.findall(r"`([A-Z][A-Z0-9_]*)`",
                           read(root, "docs/internals/kernels.md")))
    kernels = set(re.findall(r"\b[A-Z][A-Z0-9_]*\b", read(root, "kernels/**/*.cl")))
    return report((
        ("the_engine_builds_with_options", set() if options else {"none"}),
        ("every_option_is_in_docs_kernels_md", options - words),
        ("every_option_is_known_to_a_kernel", options - kernels),
    ))


sys.exit(main())
