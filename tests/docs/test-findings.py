#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about the form of findings/*.sh, which are never run here (TAP).

A finding is a surprise about other software that is no fault of this project.
Who adds one runs it first: it installs pinned public packages into a folder
that it removes, makes its valid input itself, prints versions and behaviour,
asserts the behaviour, and takes less than two minutes on a quiet machine.
That the checks see a fault is shown by planting each in each script.

usage: test-findings.py SOURCE_ROOT
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

from tap import Skip, prove

ROOT = os.path.abspath(sys.argv[1])
FOLDER = os.path.join(ROOT, "findings")
FEWEST_WORDS = 70
PARTS = "Expected:", "What happens:", "Versions:", "Why it matters:"
OPTIONS_WITH_VALUE = "--target", "--dest", "--only-binary", "--root-user-action", "-o"
PIN = {"pip": re.compile(r"[A-Za-z0-9][\w.-]*==\d[\w.!+]*"),
       "apt": re.compile(r"[a-z0-9][a-z0-9.+-]*=\d[\w.:~+-]*")}
INSTALL = {"pip": re.compile(r"\bpip3? (?:install|download)\b(.*)"),
           "apt": re.compile(r"\bapt-get\b[^;|&]*?\bdownload\b(.*)")}
FORBIDDEN = {
    "installs nothing in the system": r"\bapt(?:-get)?\b[^\n]*\s(?:install|update)\b|\bsudo\b",
    "has no path of a machine": r"(?<![\w$}\"])(?:/(?:home|root|work|tmp|Users|var)/|~/)",
    "names no host": r"://|\b[\w-]+\.(?:org|com|net|edu)\b|index-url",
    "is not about us": r"(?i)clfft|claudiofft|clvideofft|clifft|clspectr",
}


# ---- the rules: each yields what breaks it ----

def begins_as_agreed(text):
    lines = text.splitlines()
    if lines[:2] != ["#!/usr/bin/env bash", "# SPDX-License-Identifier: LGPL-2.1-or-later"]:
        yield f"begins with {lines[:2]}"


def head_of(text):
    """The comment before the first line that is none."""
    return re.match(r"(?:#.*\n)*", text)[0]


def tells_what_why_and_where(text):
    head = head_of(text)
    n_words = len(re.findall(r"\w+", head))
    if n_words < FEWEST_WORDS:
        yield f"the head comment has {n_words} words, of {FEWEST_WORDS} at least"
    for part in PARTS:
        if not re.search(rf"^# {part} \S", head, re.MULTILINE):
            yield f"the head comment has no {part!r}"


def stops_at_the_first_failure(text):
    if not text[len(head_of(text)):].startswith("set -euo pipefail\n"):
        yield "the first command is not set -euo pipefail"


def works_in_a_folder_that_it_removes(text):
    if not re.search(r"^(\w+)=\$\(mktemp -d\)\ntrap 'rm -rf \"\$\1\"' EXIT$", text, re.MULTILINE):
        yield "no folder of mktemp -d with a trap that removes it at exit"


def has_pinned_packages(text):
    commands = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    n_pins = 0
    for kind, command in INSTALL.items():
        for arguments in command.findall(commands):
            words = shlex.split(arguments)
            while words:
                word = words.pop(0)
                if word in OPTIONS_WITH_VALUE:
                    del words[:1]
                elif not word.startswith("-"):
                    n_pins += 1
                    if not PIN[kind].fullmatch(word):
                        yield f"{word} of {kind} has no version"
            if kind == "pip" and not re.search(r"--(?:target|dest) ", arguments) \
                    and "venv" not in text:
                yield "pip uses neither --target, --dest nor a venv"
    if not n_pins:
        yield "no package is pinned"


def asserts_something(text):
    if not re.search(r"^\s*(?:assert|test) ", text, re.MULTILINE):
        yield "nothing is asserted"


def has_nothing_forbidden(text):
    for rule, pattern in FORBIDDEN.items():
        found = re.search(pattern, text)
        if found:
            yield f"{rule}: {found[0]!r}"


RULES = (begins_as_agreed, tells_what_why_and_where, stops_at_the_first_failure,
         works_in_a_folder_that_it_removes, has_pinned_packages, asserts_something,
         has_nothing_forbidden)


def problems_of(path):
    """[(rule, text)] of the script there."""
    with open(path, encoding="utf-8") as stream:
        text = stream.read()
    problems = [(rule.__name__, problem) for rule in RULES for problem in rule(text)]
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)+\.sh", os.path.basename(path)):
        problems.append(("name", "not words-with-hyphens.sh"))
    if not os.access(path, os.X_OK):
        problems.append(("run_bit", "cannot be run"))
    syntax = subprocess.run(["bash", "-n", path], capture_output=True, text=True, check=False)
    if syntax.returncode or syntax.stderr:
        problems.append(("syntax", syntax.stderr))
    return problems


# ---- planted faults: (rule that must see it, pattern, what replaces it) ----

FAULTS = (
    ("begins_as_agreed", r"^# SPDX.*\n", ""),
    ("begins_as_agreed", r"\A#!.*", "#!/bin/sh"),
    ("tells_what_why_and_where", r"# Why it matters:", "# And:"),
    ("tells_what_why_and_where", r"# Expected:(?:.*\n#)+?(?= What happens:)", "#"),
    ("tells_what_why_and_where", r"^# Expected:[\s\S]*?(?=^set -)", "# Expected: more.\n"
     "# What happens: less.\n# Versions: the newest.\n# Why it matters: it is wrong.\n"),
    ("stops_at_the_first_failure", r"^set -euo pipefail\n", ""),
    ("stops_at_the_first_failure", r"^set -euo pipefail\n", "set -eu\n"),
    ("stops_at_the_first_failure", r"^set -euo pipefail\n(.*\n)", r"\1set -euo pipefail\n"),
    ("works_in_a_folder_that_it_removes", r"^trap .*\n", ""),
    ("works_in_a_folder_that_it_removes", r"mktemp -d", "mktemp -u"),
    ("has_pinned_packages", r"={1,2}\d[\w.:~+!-]*(?=[\s\\]*\n\s*\n|[ \\]*$)", ""),
    ("has_pinned_packages", r"(?<=[\w])==?(?=\d[\w.:~+!-]*\s)", ">="),
    ("has_pinned_packages", r"^trap ", "pip install numpy==2.4.6\ntrap "),
    ("has_nothing_forbidden", r"^trap ", "apt-get -y install sox=1\ntrap "),
    ("has_nothing_forbidden", r"^trap ", "cd /home/someone\ntrap "),
    ("has_nothing_forbidden", r"^trap ", "cat ~/.notes\ntrap "),
    ("has_nothing_forbidden", r"^trap ", "# https://packages.example\ntrap "),
    ("has_nothing_forbidden", r"^trap ", "# as packages.example.org says\ntrap "),
    ("has_nothing_forbidden", r"^trap ", "gst-inspect-1.0 claudiofft\ntrap "),
    ("syntax", r"^trap ", "if true\ntrap "),
)


def scripts():
    names = sorted(os.listdir(FOLDER))
    assert names and all(name.endswith(".sh") for name in names), names
    return [os.path.join(FOLDER, name) for name in names]


def every_finding_has_the_agreed_form():
    n_problems = 0
    for path in scripts():
        for rule, problem in problems_of(path):
            n_problems += 1
            print(f"# {os.path.basename(path)}: {rule}: {problem}")
    assert not n_problems, f"{n_problems} problems, above"


def git_has_the_run_bit_of_each():
    try:
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-s", "-z", "findings"],
                                check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Skip(f"git does not list the tree: {problem}") from None
    if not listed:
        raise Skip("git tracks nothing of findings/")
    wrong = [entry for entry in listed.split("\0") if entry and not entry.startswith("100755 ")]
    assert not wrong, wrong


def each_planted_fault_is_seen_by_its_rule():
    with tempfile.TemporaryDirectory() as folder:
        for path in scripts():
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
            copy = os.path.join(folder, os.path.basename(path))
            for rule, pattern, by in FAULTS:
                faulty, n_planted = re.subn(pattern, by, text, count=1, flags=re.MULTILINE)
                assert n_planted, (path, pattern)
                with open(copy, "w", encoding="utf-8") as stream:
                    stream.write(faulty)
                os.chmod(copy, 0o755)
                seen = {found for found, _ in problems_of(copy)}
                assert rule in seen, (path, pattern, by, seen)


def a_script_that_asserts_nothing_is_seen():
    for path in scripts():
        with open(path, encoding="utf-8") as stream:
            text = re.sub(r"^(\s*)(?:assert|test) ", r"\1pass #", stream.read(),
                          flags=re.MULTILINE)
        assert list(asserts_something(text)), path


def a_name_or_a_mode_out_of_form_is_seen():
    with open(scripts()[0], encoding="utf-8") as stream:
        text = stream.read()
    with tempfile.TemporaryDirectory() as folder:
        for name, mode, rule in (("Sox_dither.sh", 0o755, "name"), ("sox.sh", 0o755, "name"),
                                 ("sox-dither.bash", 0o755, "name"),
                                 ("sox-dither.sh", 0o644, "run_bit")):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(text)
            os.chmod(path, mode)
            assert [found for found, _ in problems_of(path)] == [rule], name


CLAIMS = (every_finding_has_the_agreed_form, git_has_the_run_bit_of_each,
          each_planted_fault_is_seen_by_its_rule, a_script_that_asserts_nothing_is_seen,
          a_name_or_a_mode_out_of_form_is_seen)

sys.exit(prove(CLAIMS))
