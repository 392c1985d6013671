# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every plot of the documents from CSV files of clfft-bench, as PNG.

A file tells by its columns what it holds, by its name which device and day it
is of: LABEL-YYYY-MM-DD.csv or latency-LABEL-YYYY-MM-DD.csv. A comparison with
rivals becomes the bars of docs/benchmarks.md, speed-LABEL.png, and with --output
a plot of every case, bench-LABEL.png; latencies of all devices come side by
side, the newest file of each, into latency.png.
"""
import argparse
import csv
import glob
import os
import sys

import bench
import latency
import speed
import style


KINDS = (bench, latency)


def read(path):
    """(kind, rows); kind is the module that draws such files."""
    with open(path, newline="", encoding="utf-8") as stream:
        reader = csv.DictReader(stream)
        rows = list(reader)
    columns = reader.fieldnames or []
    for kind in KINDS:
        if set(kind.COLUMNS) <= set(columns):
            return kind, rows
    raise ValueError("not a CSV file of clfft-bench: its columns are "
                     + ",".join(columns)[:60])


def save(drawn, folder):
    os.makedirs(folder, exist_ok=True)
    for name, figure in drawn:
        style.save(figure, os.path.join(folder, name + ".png"))


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "..", "..", "..")
    parser = argparse.ArgumentParser(
        prog="scripts/dev/plots", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE.csv",
                        help="default: all of docs/csv")
    parser.add_argument("--output", metavar="DIR", help="default: "
                        "docs/pictures, for the bars alone")
    parser.add_argument("--name", action="append", default=[],
                        metavar="PART=NAME", help="calls a device whose label "
                        "or name has PART by NAME")
    arguments = parser.parse_args()
    if not all("=" in name for name in arguments.name):
        parser.error("--name wants PART=NAME")
    style.NAMES[:0] = [tuple(name.split("=", 1)) for name in arguments.name]
    paths = arguments.files or sorted(
        glob.glob(os.path.join(root, "docs", "csv", "*.csv")))
    files = {kind: [] for kind in KINDS}
    for path in paths:
        try:
            kind, rows = read(path)
        except (OSError, ValueError) as problem:
            sys.exit(f"plots: {path}: {problem}")
        files[kind].append((style.Origin(path), rows))
    pages = arguments.output or os.path.join(root, "docs", "pictures")
    for kind, found in files.items():
        if arguments.output:
            save(kind.draw(found), pages)
        if kind is bench:
            save(speed.draw(found), pages)


main()
