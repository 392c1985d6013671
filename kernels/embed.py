#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Turns kernel files into one C file of byte arrays.

usage: embed.py OUTPUT.c FILE...

Each file that defines a kernel becomes an entry of clfft_kernel_files: its name
as seen from kernels/, the texts that its program is made of (those of the files
that it includes, each once and before who includes it, then its own) and their
hash.
Lines of #include stand at the top of a file, name files as seen from kernels/,
and are resolved here: drivers see none. A #line directive in front of each text
makes build logs name the file.
"""
import hashlib
import os
import re
import sys

INCLUDE = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)
# what may stand above an #include: comments, blank lines, other directives
ABOVE = re.compile(r"(\s|/\*.*?\*/|#[^\n]*\n)*", re.DOTALL)
KERNEL = re.compile(r"^kernel\b", re.MULTILINE)


def as_bytes(data):
    data += b"\0"
    rows = [", ".join(str(b) for b in data[i:i + 20])
            for i in range(0, len(data), 20)]
    return ",\n    ".join(rows)


def symbol(kind, name):
    return kind + "_" + re.sub("[^a-z0-9]", "_", name)


def read(paths):
    texts = {}
    for path in paths:
        name = os.path.relpath(path, os.path.dirname(sys.argv[0]))
        with open(path, encoding="ascii") as f:
            texts[name] = f.read()
    return texts


def add_parts(name, texts, parts, above=()):
    """Appends what `name` includes, then itself, unless it is there."""
    if name in above:
        sys.exit("embed.py: %s includes itself" % name)
    if name not in texts:
        sys.exit("embed.py: %s includes %s, which is no kernel file"
                 % (above[-1], name))
    found = list(INCLUDE.finditer(texts[name]))
    if found and found[-1].start() > ABOVE.match(texts[name]).end():
        sys.exit("embed.py: %s: #include below code" % name)
    for include in found:
        add_parts(include[1], texts, parts, above + (name,))
    if name not in parts:
        parts.append(name)


def main():
    output, texts = sys.argv[1], read(sys.argv[2:])
    roots = [name for name, text in texts.items() if KERNEL.search(text)]
    out = ["/* Made by kernels/embed.py: do not edit. */",
           '#include "kernels/kernels.h"', "", "#include <stddef.h>", ""]
    embedded = {name: ('#line 1 "%s"\n%s' % (name, INCLUDE.sub("", text)))
                .encode("ascii") for name, text in texts.items()}
    hashes = {}
    for name, data in embedded.items():
        out.append("static const char %s[] = {\n    %s};\n" % (
            symbol("text", name), as_bytes(data)))
    for name in roots:
        parts = []
        add_parts(name, texts, parts)
        whole = b"".join(embedded[part] for part in parts)
        hashes[name] = hashlib.sha256(whole).hexdigest()[:16]
        out.append("static const char *const %s[] = {\n    %s, NULL};\n" % (
            symbol("parts", name),
            ",\n    ".join(symbol("text", part) for part in parts)))
    out.append("const struct clfft_kernel_file clfft_kernel_files[] = {")
    out += ['    {"%s", UINT64_C(0x%s), %s},' % (
        name, hashes[name], symbol("parts", name)) for name in roots]
    out += ["    {NULL, 0, NULL},", "};", ""]
    with open(output, "w", encoding="ascii") as f:
        f.write("\n".join(out))


main()
