#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about names: private words that gave way to standard terms do not come
back, in names, comments, messages and pages; functions of an element's class
carry its prefix (TAP).

usage: test-names.py SOURCE_ROOT
"""
import os
import re
import subprocess
import sys

from tap import Skip, prove  # noqa: E402

ROOT = os.path.abspath(sys.argv[1])
# what must not come back, and what says it
WORDS = {"stretch": "contiguous run, or run", "stretches": "runs", "guest": "seed method",
         "guests": "seed methods", "seat": "seed method", "owes": "pending", "owe": "pending",
         "wish": "request", "wishes": "requests", "told": "reported", "mend": "repair",
         "mends": "repairs", "mended": "repaired", "weave": "interleave",
         "weaves": "interleaves", "lent": "what it is", "loose": "what it is",
         "remains": "what is left"}
WORD = re.compile(r"(?<![a-z])(" + "|".join(WORDS) + r")(?![a-z])", re.IGNORECASE)
# names of files are words too; a licence and input of tests are not ours
NOT_OURS = re.compile(r"^(?:LICENSE|tests/fuzz/corpus/.*|docs/csv/.*|.*\.(?:png|abi))$")
SELF = "tests/headers/test-names.py"


def tracked():
    try:
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True,
                                capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Skip(f"git does not list the tree: {problem}") from None
    return [path for path in listed.split("\0")
            if path and path != SELF and not NOT_OURS.match(path)]


def words_of(text):
    """(line, word): a capital within a name begins a word."""
    for number, line in enumerate(text.splitlines(), 1):
        parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", line)
        for found in WORD.findall(parted):
            yield number, found.lower()


def a_word_is_found_in_names_and_text():
    for text in "the stretch ends", "GstClStretch", "is_owes", "count_stretches (x)", "Guest":
        assert list(words_of(text)), text
    for text in "outstretched", "toldyou", "seats", "wishful", "talented", "mending":
        assert not list(words_of(text)), text


def private_words_do_not_come_back():
    problems, paths = [], tracked()
    assert len(paths) > 500, len(paths)
    for path in paths:
        with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as stream:
            text = path + "\n" + stream.read()
        problems += [f"{path}:{line - 1}: '{word}': say {WORDS[word]}"
                     for line, word in words_of(text)]
    for problem in problems[:40]:
        print("#", problem)
    assert not problems, f"{len(problems)} words, the first of them above"


TABLE = re.compile(r"GstClElementFunctions \w+ = \{\n(.*?)\n\};", re.DOTALL)
SETTER = re.compile(r"(?:_class|klass)->\w+ = (\w+);")


def functions_of_a_class_carry_its_prefix():
    problems, n_tables = [], 0
    for path in tracked():
        if not re.match(r"gst/.*\.c$", path):
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8") as stream:
            text = stream.read()
        for table in TABLE.findall(text):
            n_tables += 1
            own = re.search(r"(\w+)_debug\b", text)[1]
            for name in re.findall(r"=\s(\w+)\b(?! \()", table):
                if name not in ("sizeof", "G_STRUCT_OFFSET") and not name.startswith("gst_") or (
                        re.search(rf"^{name} \(", text, re.MULTILINE)
                        and not name.startswith(own)):
                    problems.append(f"{path}: {name}, not {own}_{name}")
        problems += [f"{path}: {name}" for name in SETTER.findall(text)
                     if re.search(rf"^{name} \(", text, re.MULTILINE)
                     and not name.startswith("gst_")]
    for problem in problems:
        print("#", problem)
    assert n_tables >= 6, n_tables
    assert not problems


def the_environment_is_read_where_it_can_be_trusted():
    """A program with rights of its own must not be led by who starts it."""
    problems, n_read = [], 0
    for path in tracked():
        if not re.match(r"(?:clfft|gst)/.*\.[ch]$", path):
            continue
        with open(os.path.join(ROOT, path), encoding="utf-8") as stream:
            text = stream.read()
        n_read += len(re.findall(r"\bsecure_getenv ?\(", text))
        problems += [f"{path}: {name}" for name in re.findall(
            r"(?<!\w)(?:getenv|g_getenv|g_get_user_cache_dir|g_get_home_dir) ?\(", text)]
    for problem in problems:
        print("#", problem)
    assert n_read > 5, n_read
    assert not problems


sys.exit(prove((a_word_is_found_in_names_and_text, private_words_do_not_come_back,
                functions_of_a_class_carry_its_prefix,
                the_environment_is_read_where_it_can_be_trusted)))
