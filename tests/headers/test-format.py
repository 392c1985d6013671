#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Holds the C of the engine and of its tests against clang-format with the tree's
.clang-format (TAP).

usage: test-format.py SOURCE_ROOT CLANG_FORMAT

Releases of clang-format differ in what they write: the one that counts is 14,
Debian 12's. CLANG_FORMAT is empty where there is none.
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from tap import prove, skip_all  # noqa: E402

ROOT, TOOL = sys.argv[1:3]
VERSION = "14"
FOLDERS = ["clfft", "kernels/host"] + [
    "tests/" + name for name in ("bench", "engine", "kernels", "support", "unit")]
SEED = int(os.environ.get("CLFFT_TEST_SEED") or random.randrange(1 << 31))
DRAW = random.Random(SEED)


def list_files():
    return sorted(os.path.join(path, name) for folder in FOLDERS
                  for path, _, names in os.walk(os.path.join(ROOT, folder))
                  for name in names if name.endswith((".c", ".h")))


def complaints(files):
    done = subprocess.run([TOOL, "--style=file", "--dry-run", *files], text=True,
                          stderr=subprocess.PIPE, check=True)
    return re.findall(r"^(\S+:\d+):\d+: warning", done.stderr, re.MULTILINE)


def every_file_is_as_clang_format_writes_it():
    files = list_files()
    assert len(files) > 200, len(files)
    wrong = complaints(files)
    assert not wrong, "run %s -i over the files: %s" % (TOOL, " ".join(wrong[:20]))


def a_line_with_another_indentation_is_seen():
    print("# CLFFT_TEST_SEED=%d" % SEED)
    for path in DRAW.sample(list_files(), 5):
        with open(path, encoding="utf-8") as f:
            lines = f.read().split("\n")
        # a statement of its own: no alignment excuses where it stands
        places = [i for i, line in enumerate(lines)
                  if re.fullmatch(r"    (return|if|for) .*[;){]", line)]
        if not places:
            continue
        place = DRAW.choice(places)
        lines[place] = " " * DRAW.choice((1, 3, 5, 9)) + lines[place]
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(ROOT, ".clang-format"), folder)
            copy = os.path.join(folder, "copy.c")
            with open(copy, "w", encoding="utf-8") as f:
                f.write("\n".join(lines))
            assert complaints([copy]), "%s:%d" % (path, place + 1)


if not TOOL:
    skip_all("no clang-format")
FOUND = subprocess.run([TOOL, "--version"], text=True, stdout=subprocess.PIPE, check=True).stdout
if not re.search(r"version %s\." % VERSION, FOUND):
    skip_all("clang-format %s counts, this is: %s" % (VERSION, FOUND.strip()))
sys.exit(prove((every_file_is_as_clang_format_writes_it,
                a_line_with_another_indentation_is_seen)))
