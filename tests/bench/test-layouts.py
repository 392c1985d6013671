#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""`clfft-bench verify --list layouts` holds; descriptions with strides and loops
are compared with the peers that have such a layout, and others say so (TAP).

usage: test-layouts.py CLFFT_BENCH
"""
import csv
import os
import re
import subprocess
import sys
import tempfile

from claims import ENVIRONMENT, need_device, prove

NO_LAYOUT = "refused: no such layout"


def run(*arguments):
    return subprocess.run(
        [sys.argv[1], *arguments, "--device",
         os.environ.get("CLFFT_TEST_DEVICE", "auto")],
        capture_output=True, text=True, timeout=500, env=ENVIRONMENT)


def compare(*cases):
    """The rows of the CSV file, by peer; not built ones are left out."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cases.csv")
        result = run("--rounds", "1", "--seconds", "0.1", "--csv", path,
                     "--peers", "ours,copy,clfft,vkfft,fftw1,kissfft", *cases)
        assert result.returncode == 0, result
        with open(path, newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
    assert all(None not in row and None not in row.values() for row in rows), rows
    return {row["peer"]: row for row in rows if "not built" not in row["status"]}


def every_layout_of_the_list_is_right(_):
    result = run("verify", "--list", "layouts", "--seed", "1")
    found = re.search(r"(\d+) passed, (\d+) failed, (\d+) refused",
                      result.stdout)
    print("#", result.stdout.strip().replace("\n", "\n# "))
    assert found and result.returncode == 0, result
    # without fp64 one is left out
    assert int(found[1]) >= 50 and found[2] == found[3] == "0", result


def the_list_takes_words_and_transforms(_):
    result = run("verify", "--list", "layouts", "--transforms", "c2r",
                 "--with", "scale=0.5")
    assert result.returncode == 0, result
    assert "scale=0.5" in result.stdout, result
    assert re.search(r"\b5 passed, 0 failed", result.stdout), result


def round_trips_are_of_the_same_layout(_):
    result = run("verify", "--round-trip", "c2c 60 x3@100:64 stride=1",
                 "c2c 60 x3@20:60")
    assert result.returncode == 0, result
    lines = result.stdout.splitlines()
    assert len(lines) == 4 and lines[1].endswith(": ok"), result
    assert "refused: inputs that overlap cannot be written back" in lines[3], \
        result


def peers_that_have_a_layout_get_it_right(_):
    """Rows with a gap behind them."""
    rows = compare("r2c 240 x4@256:128")
    assert rows["ours"]["status"] == "ok", rows
    for row in rows.values():
        assert row["status"] == "ok", row
        assert row["transform"] == "r2c x4@256:128", row
        assert row["dims"] == "240" and row["batch"] == "4", row


def peers_that_have_no_layout_say_so(_):
    """Stereo frames by a hop: loops, strides, and inputs that overlap."""
    case = "r2c 64 x5@64:66 x2@1:33 in-stride=2"
    rows = compare(case)
    assert rows["ours"]["status"] == rows["copy"]["status"] == "ok", rows
    for peer, status in (("fftw1", "ok"), ("clfft", NO_LAYOUT),
                         ("vkfft", NO_LAYOUT), ("kissfft", NO_LAYOUT)):
        if peer in rows:
            assert rows[peer]["status"] == status, rows[peer]


def every_axis_may_have_a_stride(_):
    rows = compare("c2c 6x8 x2@1 in-stride=40,4 out-stride=2,14")
    for peer, status in (("ours", "ok"), ("fftw1", "ok"), ("clfft", "ok"),
                         ("vkfft", NO_LAYOUT)):
        if peer in rows:
            assert rows[peer]["status"] == status, rows[peer]
            assert rows[peer]["transform"] == \
                "c2c x2@1 in-stride=40,4 out-stride=2,14", rows[peer]


def what_cannot_be_is_one_error(_):
    for case, reason in (
            ("c2c 64 x4@-64", 'from 0 to 1152921504606846975 instead of "-64"'),
            ("r2c 4 x4@1 in-stride=4 out-stride=3", "transforms overlap"),
            ("c2r 6x8 x4@1:48", "inputs that overlap")):
        for command in ((), ("verify",)):
            result = run(*command, case)
            text = result.stdout + result.stderr
            assert result.returncode == 1 and reason in text, result


# before the plan of the tests is printed: there may be no device
FIRST = run("verify", "c2c 4")
need_device(FIRST)
sys.exit(prove((every_layout_of_the_list_is_right,
                the_list_takes_words_and_transforms,
                round_trips_are_of_the_same_layout,
                peers_that_have_a_layout_get_it_right,
                peers_that_have_no_layout_say_so, every_axis_may_have_a_stride,
                what_cannot_be_is_one_error), FIRST))
