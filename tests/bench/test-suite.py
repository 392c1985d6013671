#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""`clfft-bench --suite quick --skip N` measures what is behind the first N cases
and what is asked for besides; `--suite drawn` is of shapes by --seed, and sums up each group;
`clfft-bench tune --draw K` tries K recipes for
each pass; `clfft-bench columns` times each geometry (TAP).

usage: test-suite.py CLFFT_BENCH
"""
import csv
import math
import os
import re
import subprocess
import sys
import tempfile

from claims import ENVIRONMENT, need_device, prove


def run_bench(*arguments):
    """Of which the first may be a command."""
    return subprocess.run(
        [sys.argv[1], *arguments, "--device",
         os.environ.get("CLFFT_TEST_DEVICE", "auto")],
        capture_output=True, text=True, timeout=300, env=ENVIRONMENT)


def run(*arguments):
    result = run_bench("--peers", "ours", "--rounds", "3", "--seconds", "0.1",
                       *arguments)
    need_device(result)
    return result


def refused(*arguments):
    """How many cases the one error says that there are."""
    result = run(*arguments)
    found = re.search(r"--skip \d+: the suite has (\d+) cases\n",
                      result.stderr)
    assert result.returncode == 2 and found, result
    assert result.stderr.count("\n") == 1, result.stderr
    return int(found[1])


def what_leaves_nothing_is_one_error(n_cases):
    assert refused("--suite", "quick", "--skip", str(n_cases)) == n_cases
    assert refused("--skip", "1", "c2c 64") == 0


def the_cases_behind_are_measured(n_cases):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "last.csv")
        result = run("--suite", "quick", "--skip", str(n_cases - 1), "--csv",
                     path, "c2c 16")
        assert result.returncode == 0, result
        with open(path, newline="", encoding="utf-8") as stream:
            cases = [row["dims"] for row in csv.DictReader(stream)]
        assert len(cases) == 2 and cases[1] == "16", cases


def drawn_shapes_are_those_of_their_seed(_):
    def last(seed):
        result = run("--suite", "drawn", "--seed", seed, "--skip", "88")
        assert result.returncode == 0, result
        assert "--seed " + seed + "\n" in result.stdout, result
        found = re.findall(r"^c2c (\d+) x(\d+) ", result.stdout, re.MULTILINE)
        assert len(found) == 2, result
        return found

    assert last("5") == last("5") != last("6")
    assert run("--suite", "drawn", "--skip", "90").returncode == 2
    result = run("--suite", "any")
    assert result.returncode == 2 and '"any"' in result.stderr, result
    assert result.stderr.count("\n") == 1, result.stderr


def a_group_is_summed_up(_):
    """By the figures of the CSV file; what is asked for besides belongs to none."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "drawn.csv")
        result = run("--suite", "drawn", "--skip", "82", "--csv", path,
                     "--peers", "ours,fftw1", "c2c 64")
        assert result.returncode == 0, result
        with open(path, newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
    if rows[1]["status"].startswith("refused: not built"):
        assert "few transforms" not in result.stdout, result.stdout
        return
    assert len(rows) == 18 and all(row["status"] == "ok" for row in rows), rows
    ratios = [float(rival["median_us"]) / float(ours["median_us"])
              for ours, rival in zip(rows[0:16:2], rows[1:16:2])]
    mean = math.exp(sum(map(math.log, ratios)) / 8)
    for name in "few transforms", "all":
        found = re.search(f"^{name} +8 +([\\d.]+) +([\\d.]+) +(\\d+)  (.+)$",
                          result.stdout, re.MULTILINE)
        assert found, result.stdout
        assert math.isclose(float(found[1]), mean, rel_tol=.01, abs_tol=.001)
        assert math.isclose(float(found[2]), min(ratios), rel_tol=.01,
                            abs_tol=.001), (found[2], ratios)
        assert int(found[3]) == sum(ratio < .95 for ratio in ratios), ratios
        worst = rows[2 * ratios.index(min(ratios))]
        assert found[4] == f"c2c {worst['dims']} x{worst['batch']}", found[4]


def drawn_recipes_are_tried(_):
    result = run_bench("tune", "--schedule", "group", "--draw", "3", "--seed",
                         "5", "c2c 7 x16")
    assert result.returncode == 0, result
    assert "# --draw 3 --seed 5\n" in result.stdout, result
    assert re.search(r"^# c2c 7 x16: \d+ tried, 3 of them drawn, ",
                     result.stdout, re.MULTILINE), result


def geometries_are_timed(_):
    cases = ["c2c 100x101 x2 c4 t10" + way
             for way in ("", " in-place", " from-rows", " to-rows")]
    result = run_bench("columns", "--rounds", "3", *cases)
    lines = result.stdout.splitlines()[1:]
    assert result.returncode == 0 and len(lines) == len(cases), result
    for case, line in zip(cases, lines):
        assert re.fullmatch(re.escape(case) + r" +[\d.]+ us \[[\d.]+ [\d.]+\], "
                            r"copy [\d.]+, [\d.]+ copies", line), line


def what_no_group_can_be_is_one_error(_):
    for case, name in (("c2c 100x101 x2 c4", "is not as"),
                       ("c2c 100x101 x2 c4 t10 sideways", "is not as"),
                       ("c2c 4096x128 x1 c64 t1", "4096")):
        result = run_bench("columns", case)
        assert result.returncode == 2 and name in result.stderr, result
        assert result.stderr.count("\n") == 1, result.stderr


# before the plan of the tests is printed: there may be no device
sys.exit(prove((what_leaves_nothing_is_one_error,
                the_cases_behind_are_measured,
                drawn_shapes_are_those_of_their_seed, a_group_is_summed_up,
                drawn_recipes_are_tried,
                geometries_are_timed, what_no_group_can_be_is_one_error),
               refused("--suite", "quick", "--skip", "1000")))
