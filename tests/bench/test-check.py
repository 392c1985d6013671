#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""`scripts/bench --check` on made figures: what it calls worse (TAP).

usage: test-check.py SOURCE_ROOT
"""
import csv
import os
import subprocess
import sys
import tempfile

from claims import prove

ROOT = sys.argv[1]
HEAD = ("peer,transform,precision,dims,batch,median_us,min_us,p95_us,q1_us,"
        "q3_us,rel_l2,status").split(",")
OLD_HEAD = [name for name in HEAD if name not in ("q1_us", "q3_us")]
# microseconds: ours, the copy, two rivals
USUAL = {"ours": 150.0, "copy": 100.0, "vkfft": 200.0, "fftw1": 300.0}


class Folder:
    def __init__(self, path):
        self.path, self.n_files = path, 0

    def write(self, cases, head=None):
        """cases: {(transform, dims, batch): {peer: us or (us, spread)}};
        spread in parts of the median; a text is a status."""
        self.n_files += 1
        path = os.path.join(self.path, "%d.csv" % self.n_files)
        with open(path, "w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, head or HEAD,
                                    extrasaction="ignore")
            writer.writeheader()
            for (transform, dims, batch), times in cases.items():
                for peer, time in times.items():
                    writer.writerow(row(peer, time, transform=transform,
                                        dims=dims, batch=batch))
        return path

    def compare(self, stored, new, *options):
        """The result for one case."""
        case = ("c2c", "1024", 64)
        return check(self.write({case: stored}), self.write({case: new}),
                     *options)


def row(peer, time, **case):
    if isinstance(time, str):
        return dict(case, peer=peer, precision="single", status=time)
    us, spread = time if isinstance(time, tuple) else (time, 0.01)
    return dict(case, peer=peer, precision="single", status="ok",
                median_us=us, rel_l2=1e-7, min_us=us * (1 - 1.25 * spread),
                p95_us=us * (1 + 1.25 * spread), q1_us=us * (1 - spread / 2),
                q3_us=us * (1 + spread / 2))


def check(*arguments):
    return subprocess.run([os.path.join(ROOT, "scripts", "bench"), "--check",
                           *arguments], capture_output=True, text=True,
                          timeout=60)


def changed(factor, *peers):
    return {peer: us * (factor if peer in peers else 1)
            for peer, us in USUAL.items()}


def the_same_figures_pass(folder):
    result = folder.compare(USUAL, USUAL)
    assert result.returncode == 0, result
    assert "2 ratios: 0 better, 0 worse" in result.stdout, result.stdout
    assert "1.000" in result.stdout, result.stdout


def a_slower_result_fails_with_both_figures(folder):
    result = folder.compare(USUAL, changed(1.1, "ours"))
    assert result.returncode == 1, result
    lines = result.stdout.splitlines()
    assert "worse: c2c 1024 x64: ours/copy: stored 1.500, new 1.650, " \
        "+10.0 %" in lines[0], lines
    assert "ours/best rival (vkfft): stored 0.750, new 0.825" in lines[1], \
        lines
    assert "0 better, 2 worse" in lines[2], lines


def a_faster_result_is_reported_and_passes(folder):
    result = folder.compare(USUAL, changed(0.8, "ours"))
    assert result.returncode == 0, result
    assert result.stdout.count("better: c2c 1024 x64") == 2, result.stdout


def a_machine_that_is_slower_for_all_passes(folder):
    result = folder.compare(USUAL, changed(2, *USUAL))
    assert result.returncode == 0, result


def a_faster_rival_fails_by_its_ratio_alone(folder):
    result = folder.compare(USUAL, changed(0.5, "fftw1"))
    assert result.returncode == 1, result
    assert "(vkfft, then fftw1): stored 0.750, new 1.000" in result.stdout
    assert "ours/copy" not in result.stdout, result.stdout


def what_lies_within_the_spread_passes(folder):
    slower = dict(changed(1.1, "ours"), ours=(165.0, 0.12))
    assert folder.compare(USUAL, slower).returncode == 0
    assert folder.compare(slower, USUAL).returncode == 0
    # spreads of both runs add up
    stored = dict(USUAL, ours=(150.0, 0.08), vkfft=(200.0, 0.08))
    new = dict(USUAL, ours=(165.0, 0.08), copy=(105.0, 0.01))
    assert folder.compare(stored, new).returncode == 0
    assert folder.compare(USUAL, new).returncode == 1


def files_without_quartiles_tell_spread_by_range(folder):
    case = ("c2c", "1024", 64)
    for spread, status in ((0.12, 0), (0.02, 1)):
        stored = folder.write({case: dict(USUAL, ours=(150.0, spread))},
                              OLD_HEAD)
        new = folder.write({case: changed(1.1, "ours")})
        assert check(stored, new).returncode == status, spread


def the_floor_is_an_option(folder):
    slower = changed(1.1, "ours")
    assert folder.compare(USUAL, slower, "--floor", "12").returncode == 0
    assert folder.compare(USUAL, changed(1.02, "ours")).returncode == 0
    assert folder.compare(USUAL, changed(1.025, "ours"), "--floor",
                          "0.5").returncode == 1


def rivals_count_only_where_both_runs_have_them(folder):
    stored = dict(USUAL, cufft=100.0)
    assert folder.compare(USUAL, stored).returncode == 0
    assert folder.compare(stored, USUAL).returncode == 0
    assert folder.compare(stored, dict(USUAL, cufft="refused: no")
                          ).returncode == 0


def a_case_that_fails_now_fails(folder):
    result = folder.compare(USUAL, dict(USUAL, ours="wrong: 3 times"))
    assert result.returncode == 1, result
    assert "c2c 1024 x64" in result.stdout and "wrong: 3 times" in \
        result.stdout, result.stdout


def cases_that_were_not_run_are_counted(folder):
    one, other = ("c2c", "1024", 64), ("r2c inverse", "8x16", 1)
    result = check(folder.write({one: USUAL, other: USUAL}),
                   folder.write({one: USUAL}))
    assert result.returncode == 0, result
    assert "1 stored cases are not in the new run" in result.stdout


def what_cannot_be_compared_is_one_error(folder):
    good = folder.write({("c2c", "16", 1): USUAL})
    other = folder.write({("c2c", "32", 1): USUAL})
    other_path = os.path.join(folder.path, "other.csv")
    with open(other_path, "w", encoding="utf-8") as stream:
        stream.write("a,b\n1,2\n")
    for new in (other, other_path, os.path.join(folder.path, "none.csv")):
        result = check(good, new)
        assert result.returncode == 2, (new, result)
        assert result.stderr.count("\n") == 1, result.stderr


def cases_are_descriptions(folder):
    path = folder.write({("c2c inverse", "16x32", 4): USUAL,
                         ("r2c load=s16 window=hann", "64", 1): USUAL})
    result = subprocess.run([os.path.join(ROOT, "scripts", "dev", "bench"),
                             "check", "--cases", path], capture_output=True, text=True,
                            timeout=60)
    assert result.stdout == "c2c 16x32 x4 inverse\n" \
        "r2c 64 x1 load=s16 window=hann\n", result.stdout


def main():
    claims = (the_same_figures_pass, a_slower_result_fails_with_both_figures,
              a_faster_result_is_reported_and_passes,
              a_machine_that_is_slower_for_all_passes,
              a_faster_rival_fails_by_its_ratio_alone,
              what_lies_within_the_spread_passes,
              files_without_quartiles_tell_spread_by_range,
              the_floor_is_an_option,
              rivals_count_only_where_both_runs_have_them,
              a_case_that_fails_now_fails,
              cases_that_were_not_run_are_counted,
              what_cannot_be_compared_is_one_error, cases_are_descriptions)
    with tempfile.TemporaryDirectory() as path:
        return prove(claims, Folder(path))


sys.exit(main())
