#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about kernels/embed.py: the hash of a program, by which kept binaries are
found, follows each of its texts and nothing else (TAP).

usage: test-embed.py SOURCE_ROOT
"""
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
from tap import prove

KERNELS = os.path.join(os.path.abspath(sys.argv[1]), "kernels")
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
draw = random.Random(SEED)

ENTRY = re.compile(r'\{"([^"]+)", UINT64_C\((0x[0-9a-f]{16})\)')
INCLUDE = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)


def files_of(folder):
    return sorted(path for path in glob.glob(os.path.join(folder, "*", "*"))
                  if path.endswith((".cl", ".h")))


def hashes_of(folder):
    """Name of a program: its hash."""
    output = os.path.join(folder, "texts.c")
    subprocess.run([sys.executable, os.path.join(folder, "embed.py"), output,
                    *files_of(folder)], check=True, stdin=subprocess.DEVNULL)
    with open(output, encoding="ascii") as file:
        return dict(ENTRY.findall(file.read()))


def needs(folder, name):
    """The files that a program is made of."""
    with open(os.path.join(folder, name), encoding="ascii") as file:
        text = file.read()
    return {name}.union(*(needs(folder, part) for part in INCLUDE.findall(text)))


def copy(folder):
    """Of the kernels, below folder."""
    made = os.path.join(folder, "kernels")
    shutil.copytree(KERNELS, made, ignore=shutil.ignore_patterns("__pycache__"))
    return made


def the_same_texts_have_the_same_hashes(folder):
    first = hashes_of(copy(os.path.join(folder, "one")))
    assert first == hashes_of(copy(os.path.join(folder, "other")))
    assert len(first) > 15, first
    assert len(set(first.values())) == len(first), first


def a_changed_text_changes_the_programs_that_have_it_alone(folder):
    kernels = copy(folder)
    before = hashes_of(kernels)
    programs = {name: needs(kernels, name) for name in before}
    for path in draw.sample(files_of(kernels), 8):
        name = os.path.relpath(path, kernels)
        with open(path, encoding="ascii") as file:
            text = file.read()
        # a blank at the end of a line is a change, too
        ends = [match.start() for match in re.finditer("\n", text)]
        at = draw.choice(ends[-20:])
        with open(path, "w", encoding="ascii") as file:
            file.write(text[:at] + " " + text[at:])
        after = hashes_of(kernels)
        changed = {program for program in before if before[program] != after[program]}
        having = {program for program, parts in programs.items() if name in parts}
        assert changed == having, (name, at, changed ^ having)
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
    assert hashes_of(kernels) == before


def main():
    print(f"# seed {SEED}")
    claims = (the_same_texts_have_the_same_hashes,
              a_changed_text_changes_the_programs_that_have_it_alone)
    with tempfile.TemporaryDirectory() as folder:
        return prove(claims, folder)


sys.exit(main())
