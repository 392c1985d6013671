#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""`clfft-bench multi` times batches on one device and on two, checks them, and
says what it cannot do (TAP).

usage: test-multi.py CLFFT_BENCH
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                ".."))
from claims import ENVIRONMENT, need_device, prove  # noqa: E402


def run(*arguments):
    return subprocess.run(
        [sys.argv[1], "multi", "--rounds", "2", "--seconds", "0.2",
         *arguments], capture_output=True, text=True, timeout=300,
        env=dict(ENVIRONMENT, POCL_DEVICES="basic basic"))


def all_cpus_are_timed_and_right(_):
    result = run("--devices", "all-cpus", "c2c 60 x40", "r2c 64 x9 inplace")
    assert result.returncode == 0, result
    print("#", result.stdout.strip().replace("\n", "\n# "))
    rows = re.findall(r"^ +(\d+)  +[\d.]+  +[\d.]+  +[\d.]+  +[\d.]+  +[\d.]+"
                      r"  +[\d.]+  +[\d.]+$", result.stdout, re.MULTILINE)
    assert rows == ["1", "4", "16", "40", "1", "4", "9"], result
    assert result.stdout.count("shares:  ") == 2, result
    assert "WRONG" not in result.stdout, result


def a_list_of_devices_is_taken(first):
    name = re.match(r"\d+:\d+", first.stdout)[0]
    result = run("--devices", name, "c2c 16 x2")
    assert result.returncode == 0, result
    assert "1 devices, 2 rounds" in result.stdout, result


def a_name_that_matches_none_is_an_error(_):
    result = run("--devices", "cpu,no such thing", "c2c 16 x2")
    assert result.returncode == 2, result
    assert 'no OpenCL device matches "no such thing"' in result.stderr, result
    result = run("--devices", "all-cpus", "c2c 0")
    assert result.returncode != 0 and \
        "c2c 0" in result.stderr, result
    assert run("--devices", "all-cpus").returncode == 2


# before the plan of the tests is printed: there may be no device
FIRST = run("--devices", "all-cpus", "c2c 4")
need_device(FIRST)
sys.exit(prove((all_cpus_are_timed_and_right, a_list_of_devices_is_taken,
                a_name_that_matches_none_is_an_error), FIRST))
