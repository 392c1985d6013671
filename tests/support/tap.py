# SPDX-License-Identifier: LGPL-2.1-or-later
"""TAP for tests in Python: claims are functions that raise where they do not
hold. Tests find this module by PYTHONPATH (tests/meson.build)."""
import importlib
import os
import sys
import traceback


class Skip(Exception):
    """The claim cannot be tested here, for the reason given."""


def is_full():
    """Is this the full run, whose sweeps are long? CLFFT_TEST_FULL=1 asks for
    it."""
    return os.environ.get("CLFFT_TEST_FULL", "0") not in ("", "0")


def skip_all(*reason):
    """Ends the test as skipped; before anything else is printed."""
    print("1..0 # SKIP", *reason)
    sys.exit(0)


def modules(*names):
    """Those modules, gi.X being one of gi's; ends the test as skipped where
    one is missing."""
    found = []
    try:
        for name in names:
            if name.startswith("gi."):
                importlib.import_module("gi").require_version(
                    name[3:], "2.0" if name in ("gi.GLib", "gi.GObject") else "1.0")
                name = "gi.repository." + name[3:]
            found.append(importlib.import_module(name))
    except (ImportError, ValueError) as reason:
        skip_all(reason)
    return found if len(found) > 1 else found[0]


def _where(problem):
    """The line that raised, for an assertion without words has none."""
    where = traceback.extract_tb(problem.__traceback__)[-1]
    text = f"line {where.lineno}, {where.line}: {problem!r}"
    return "# " + text.replace("\n", "\n# ")


def prove(claims, *arguments):
    """Calls each with the arguments; does one not hold?"""
    n_failed = 0
    print(f"1..{len(claims)}")
    for number, claim in enumerate(claims, 1):
        try:
            claim(*arguments)
            line = f"ok {number} - {claim.__name__}"
        except Skip as reason:
            line = f"ok {number} - {claim.__name__} # SKIP {reason}"
        except Exception as problem:  # what it does not foresee is no proof
            n_failed += 1
            print(_where(problem))
            line = f"not ok {number} - {claim.__name__}"
        print(line, flush=True)
    return n_failed > 0


def report(claims):
    """Of (name, what is wrong) each; is anything wrong?"""
    print(f"1..{len(claims)}")
    for number, (name, wrong) in enumerate(claims, 1):
        for text in sorted(wrong):
            print("# " + text)
        print(f"{'not ' if wrong else ''}ok {number} - {name}")
    return any(wrong for _, wrong in claims)
