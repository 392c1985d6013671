#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Turns kernel files into one C file of byte arrays.

usage: embed.py OUTPUT.c FILE...

Each file becomes an entry {name, text} of clfft_kernel_files, its name as
seen from kernels/. A #line directive in front of the text makes build logs
name the .cl file. `#include`
lines and comments stay out of the way: kernels include nothing; include
guards of shared headers are harmless.
"""
import os
import re
import sys


def as_bytes(text):
    data = text.encode("ascii") + b"\0"
    rows = [", ".join(str(b) for b in data[i:i + 20])
            for i in range(0, len(data), 20)]
    return ",\n    ".join(rows)


def main():
    output, files = sys.argv[1], sys.argv[2:]
    out = ["/* Made by kernels/embed.py: do not edit. */",
           '#include "kernels/kernels.h"', ""]
    entries = []
    for path in files:
        name = os.path.relpath(path, os.path.dirname(sys.argv[0]))
        symbol = "text_" + re.sub("[^a-z0-9]", "_", name)
        with open(path, encoding="ascii") as f:
            text = '#line 1 "%s"\n%s' % (name, f.read())
        out.append("static const char %s[] = {\n    %s};\n"
                   % (symbol, as_bytes(text)))
        entries.append('    {"%s", %s},' % (name, symbol))
    out.append("const struct clfft_kernel_file clfft_kernel_files[] = {")
    out += entries + ["    {0, 0},", "};", ""]
    with open(output, "w", encoding="ascii") as f:
        f.write("\n".join(out))


main()
