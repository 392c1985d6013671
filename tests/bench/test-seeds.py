#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""`clfft-bench seeds` on few points: every cell is right, the texts' figures
stand beside it, every method competes with the engine, and scripts/dev/seeds-tables
fills the document's blocks (TAP). The race has as many kernels as the tables of the
three texts: the default run draws two of the four.

usage: test-seeds.py CLFFT_BENCH SOURCE_ROOT
"""
import csv
import os
import random
import subprocess
import sys
import tempfile
import time

from claims import ENVIRONMENT, Skip, is_full, need_device, prove

BENCH, ROOT = sys.argv[1:3]
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
PARTS = ("000", "001", "002", "race")
POINTS = 256
RACE_POINTS = 16
MANY_LIMITS = 50  # cells of all parts, at least, that have a bar
FEW_LIMITS = 5  # of each part that is drawn
# cells of each table: variants of radix 2 to 32 by source of sine and cosine;
# for 16, 64 and 256 points copy, engine, groups and passes;
# rows by height and by roots, three cubes in four ways, copy and engine
CELLS = {"000": {"radix 2": 5, "radix 4": 15, "radix 8": 10, "radix 16": 10,
                 "radix 32": 10, "group": 3 * 8},
         # 16 to 256 points by nine variants; 60 and 105 without radix 2
         "001": {"lengths": 5 * 9, "mixed radix": 2 * 8, "added": 2 * 4},
         "002": {"rows": 2, "height": 6, "roots": 8, "cubes": 3 * 6,
                 "ablation": 5, "planes": 6}}
# variants at 16 points: ten by five sources of sine and cosine in passes, nine
# of them in a group; radices with 4 and without by six forms; eight sets of
# words by heights that they share out and two sources, those of one axis run
RACE = {"engine": (1, 0), "bainville": (95, 0), "arm": (12, 0),
        "aatish": (22, 62)}
# not on every device
OPTIONAL = ("cufft", "shuffle")
# what the text has for one system
FIGURES = {"000": {"radix 4": 9, "radix 8": 6, "radix 16": 3}}


def run(*arguments):
    return subprocess.run([BENCH, "seeds", *arguments], capture_output=True,
                          text=True, timeout=3000, env=ENVIRONMENT)


class Measured:
    def __init__(self, folder, parts):
        self.folder, self.parts = folder, parts
        self.paths, self.rows = [], []
        self.status, self.output, self.errors = 0, "", ""
        texts = [part for part in parts if part != "race"]
        if texts:
            self.measure("texts.csv", POINTS, *texts)
        if "race" in parts:
            self.measure("race.csv", RACE_POINTS, "race")

    def need(self, part):
        if part not in self.parts:
            raise Skip(f"{part} is not drawn")

    def measure(self, name, points, *seeds):
        self.paths.append(os.path.join(self.folder, name))
        result = run("--device", os.environ.get("CLFFT_TEST_DEVICE", "auto"),
                     "--size", str(points), "--rounds", "1", "--seed", "1",
                     "--csv", self.paths[-1], *seeds)
        need_device(result)
        self.status = self.status or result.returncode
        self.output += result.stdout
        self.errors += result.stderr
        with open(self.paths[-1], newline="", encoding="utf-8") as stream:
            self.rows += csv.DictReader(stream)

    def of(self, seed, table):
        return [row for row in self.rows
                if row["seed"] == seed and row["table"] == table]


def every_cell_runs_and_is_right(measured):
    assert measured.status == 0, measured.errors
    for seed in measured.parts:
        for table, n_cells in CELLS.get(seed, {}).items():
            cells = [row for row in measured.of(seed, table)
                     if row["status"] == "ok" and not any(
                         name in row[key] for name in OPTIONAL
                         for key in ("row", "column"))]
            assert len(cells) == n_cells, (seed, table, len(cells))
    for row in measured.rows:
        bad = row["status"].split(":")[0] not in ("ok", "text", "refused")
        assert not bad, row


def every_method_competes_or_is_refused(measured):
    measured.need("race")
    for table, (n_run, n_refused) in RACE.items():
        cells = measured.of("race", table)
        assert len(cells) == n_run + n_refused, (table, len(cells))
        assert len({row["column"] for row in cells}) == len(cells), table
        run_here = [row for row in cells if row["status"] == "ok"]
        # a device that has shuffles runs them
        n_shuffles = len([row for row in run_here
                          if "shuffle" in row["column"]])
        assert len(run_here) == n_run + n_shuffles, (table, len(run_here))
        assert all(row["status"].startswith("refused: ") for row in cells
                   if row["status"] != "ok"), table
    assert "the engine is ahead at " in measured.output


def errors_stand_beside_times_and_keep_their_limits(measured):
    n_limits = 0
    for row in measured.rows:
        if row["status"] != "ok" or row["row"] == "copy" \
                or row["column"] == "copy":
            continue
        assert float(row["wall_ms"]) > 0 and float(row["rel_l2"]) >= 0, row
        if row["limit"]:
            n_limits += 1
            assert float(row["rel_l2"]) <= float(row["limit"]), row
            assert row["private_bytes"] and row["local_bytes"], row
    least = MANY_LIMITS if len(measured.parts) == len(PARTS) else FEW_LIMITS * len(measured.parts)
    assert n_limits >= least, n_limits


def the_texts_figures_stand_beside(measured):
    measured.need("000")
    for seed, tables in FIGURES.items():
        for table, n_figures in tables.items():
            texts = [row for row in measured.of(seed, table)
                     if row["status"] == "text"]
            systems = {row["system"] for row in texts}
            assert systems == {"GTX285", "HD5870"}, systems
            assert len(texts) == 2 * n_figures, (table, len(texts))
    assert "relative L2 error" in measured.output
    assert "GTX285" in measured.output


BLOCKS = ("race engine", "race methods", "000 beside", "000 radix 2", "000 radix 4",
          "000 radix 8", "000 radix 16", "000 radix 32", "000 passes", "000 group",
          "001 twiddle forms", "001 fused", "001 radix 4", "001 stockham", "001 mixed radix",
          "001 added", "002 beside", "002 height", "002 details height", "002 rows",
          "002 cubes", "002 details cubes", "002 ablation", "002 details ablation",
          "002 planes", "002 roots")


def tables_fill_their_blocks(measured):
    document = os.path.join(measured.folder, "seeds.md")
    blocks = [name for name in BLOCKS if name.split()[0] in measured.parts]
    with open(document, "w", encoding="utf-8") as stream:
        stream.write("".join(f"<!-- seeds: {name} -->\n<!-- end -->\n\n" for name in blocks))
    for _ in range(2):  # a second time it fills what is full
        subprocess.run([os.path.join(ROOT, "scripts", "dev",
                                     "seeds-tables"),
                        "--into", document, *measured.paths], check=True,
                       timeout=60)
        with open(document, encoding="utf-8") as stream:
            text = stream.read()
        assert "not measured" not in text
        assert text.count("| sincos | 38 | 37 | 31 | 33 | 34 | 38 | ") == (
            "000" in measured.parts)
        assert text.count("<!-- end -->") == text.count("<!-- seeds: ")
        assert text.count("takes 3 axes or more, the description has 1") == (
            "race" in measured.parts)


def what_it_does_not_know_is_one_error(measured):
    for arguments, named in ((["007"], '"007"'),
                             (["--size", "1000", "000"], "1000"),
                             (["--size", "8", "000"], "--size 8"),
                             (["--size", "32", "002"], "--size 32"),
                             (["--size", "8", "race"], "--size 8")):
        result = run(*arguments)
        assert result.returncode == 2, (arguments, result)
        assert named in result.stderr, (arguments, result.stderr)
        assert result.stderr.count("\n") == 1, result.stderr


def main():
    claims = (every_cell_runs_and_is_right,
              every_method_competes_or_is_refused,
              errors_stand_beside_times_and_keep_their_limits,
              the_texts_figures_stand_beside, tables_fill_their_blocks,
              what_it_does_not_know_is_one_error)
    parts = PARTS if is_full() else sorted(random.Random(SEED).sample(PARTS, 2))
    with tempfile.TemporaryDirectory() as folder:
        measured = Measured(folder, parts)
        print(f"# seed {SEED}: {', '.join(parts)}")
        return prove(claims, measured)


sys.exit(main())
