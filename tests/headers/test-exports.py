#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Holds what a shared library exports against what its headers declare (TAP).

usage: test-exports.py NM PREFIX LIBRARY HEADER...

PREFIX, a pattern, begins the name of every function: of the headers' text,
without its comments, each word with it in front of "(" is a declaration.
"""
import re
import subprocess
import sys

from tap import report

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FINAL_TYPE = re.compile(r"G_DECLARE_FINAL_TYPE\s*\(\s*\w+,\s*(\w+)")
MACRO = re.compile(r"^\s*#(?:.*\\\n)*.*$", re.MULTILINE)


def list_exported(nm, library):
    text = subprocess.run([nm, "-D", "--defined-only", library], text=True,
                          stdout=subprocess.PIPE, check=True).stdout
    rows = [line.split() for line in text.splitlines()]
    # the versions are absolute symbols
    return {row[-1].partition("@")[0] for row in rows if row[-2] != "A"}


def list_declared(prefix, headers):
    declared = set()
    word = re.compile(r"\b(%s\w+)\s*\(" % prefix)
    for path in headers:
        with open(path, encoding="utf-8") as f:
            text = MACRO.sub("", COMMENT.sub("", f.read()))
        declared.update(word.findall(text))
        declared.update(name + "_get_type" for name in FINAL_TYPE.findall(text))
    return declared


def main():
    nm, prefix, library = sys.argv[1:4]
    exported = list_exported(nm, library)
    declared = list_declared(prefix, sys.argv[4:])
    return report((
        ("the_headers_declare_functions", set() if declared else {"none"}),
        ("every_declared_function_is_exported", declared - exported),
        ("nothing_else_is_exported", exported - declared),
    ))


sys.exit(main())
