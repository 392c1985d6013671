# SPDX-License-Identifier: LGPL-2.1-or-later
"""Turns CSV files of clfft-bench and of bench latency into Markdown tables.

    scripts/dev/bench tables [--title T] [--machine M] [--command C] FILE.csv...
    scripts/dev/bench tables --into PAGE.md

Each file of clfft-bench becomes one section: the machine, the date, the command,
a table of medians, geometric means against the copy, the best rival and the best
of those that keep the accuracy contract, and the plan times. Cells of rivals
carry their ratio to the best rival in brackets. A file of bench latency becomes
its table.

--into replaces every block of PAGE.md between the lines

    <!-- bench: csv/FILE.csv -->
    <!-- end -->

by the tables of that file, whose path is relative to the page.
"""
import argparse
import csv
import datetime
import math
import os
import re
import statistics
import sys

from contract import contract
from latencytable import latency_table

BLOCK = re.compile(r"^<!-- bench: (\S+) -->\n(.*?)^<!-- end -->$",
                   re.DOTALL | re.MULTILINE)

REFERENCE = ("ours", "copy", "trip")  # every other peer is a rival
LAUNCH_BOUND_US = 15          # best rival below this: outside the means
TIE = 1.02                    # within this much counts as not behind


def read_cases(path):
    """[(case name, {peer: row})] in the file's order."""
    cases = {}
    with open(path, newline="") as stream:
        for row in csv.DictReader(stream):
            precision = "" if row["precision"] == "single" else " double"
            batch = "" if row["batch"] == "1" else " ×" + row["batch"]
            name = f"{row['transform']}{precision} {row['dims']}{batch}"
            cases.setdefault(name, {})[row["peer"]] = row
    return list(cases.items())


def median(row):
    """Microseconds, or None where nothing was measured."""
    return float(row["median_us"]) if row and row["median_us"] else None


def best_rival(rows, keeps=lambda row: True):
    times = [median(row) for peer, row in rows.items()
             if peer not in REFERENCE and median(row) and keeps(row)]
    return min(times, default=None)


def keeps_contract(row):
    most = contract(row["transform"], row["precision"], row["dims"])
    return most and row["rel_l2"] and float(row["rel_l2"]) <= most


def digits(value):
    """Four significant digits without an exponent."""
    if value >= 1000:
        return f"{value:.0f}"
    return f"{value:.{max(0, 3 - int(math.floor(math.log10(value))))}f}"


def cell(peer, row, best):
    time = median(row)
    if row is None:
        return ""
    if time is None:
        return row["status"].split(":")[0]
    if peer in REFERENCE:
        return digits(time)
    text = f"{digits(time)} ({time / best:.2f})"
    return f"**{text}**" if time == best else text


def ratio(a, b):
    return f"{a / b:.2f}" if a and b else "–"


def error(row):
    return f"{float(row['rel_l2']):.1e}" if row and row["rel_l2"] else "–"


def peers_of(cases):
    names = []
    for _, rows in cases:
        names += [peer for peer in rows if peer not in names]
    return [p for p in REFERENCE if p in names] + \
           [p for p in names if p not in REFERENCE]


def median_table(cases, peers):
    head = ["case", *peers, "ours/copy", "ours/best", "error of ours"]
    lines = ["| " + " | ".join(head) + " |",
             "|---" + "|--:" * (len(head) - 1) + "|"]
    for name, rows in cases:
        best = best_rival(rows)
        ours, copy = median(rows.get("ours")), median(rows.get("copy"))
        cells = [cell(peer, rows.get(peer), best) for peer in peers]
        lines.append("| " + " | ".join(
            [name, *cells, ratio(ours, copy), ratio(ours, best),
             error(rows.get("ours"))]) + " |")
    return lines


def means(cases, peers):
    """Geometric means over the cases that are not bound by launches."""
    lines = []
    names = {"best": "the best rival", "accurate": "the best rival of those "
             "within the accuracy contract"}
    for peer in ["copy", *[p for p in peers if p not in REFERENCE], *names]:
        ratios = []
        for _, rows in cases:
            best = best_rival(rows)
            other = best if peer == "best" else \
                best_rival(rows, keeps_contract) if peer == "accurate" else \
                median(rows.get(peer))
            ours = median(rows.get("ours"))
            if ours and other and best and best >= LAUNCH_BOUND_US:
                ratios.append(other / ours)
        if not ratios:
            continue
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        behind = sum(r * TIE < 1 for r in ratios)
        lines.append(f"- {names.get(peer, peer)}: its time is {mean:.2f} times ours in "
                     f"geometric mean over {len(ratios)} cases (worst "
                     f"{min(ratios):.2f}, ours behind in {behind})")
    return lines


def plan_table(cases, peers):
    lines = ["| plan, ms | first: median | worst | again: median | worst |",
             "|---|--:|--:|--:|--:|"]
    for peer in peers:
        cells = []
        for column in ("plan_cold_ms", "plan_warm_ms"):
            times = [float(rows[peer][column]) for _, rows in cases
                     if peer in rows and rows[peer][column]]
            if times:
                cells += [digits(max(statistics.median(times), 1e-3)),
                          digits(max(max(times), 1e-3))]
        if len(cells) == 4:
            lines.append(f"| {peer} | " + " | ".join(cells) + " |")
    return lines if len(lines) > 2 else []


def refusals(cases):
    """What was not measured and why, each reason once."""
    reasons = {}
    for name, rows in cases:
        for peer, row in rows.items():
            if not median(row):
                reasons.setdefault((peer, row["status"]), []).append(name)
    return [f"- {peer}: {status} ({names[0]}"
            + (f" and {len(names) - 1} more)" if len(names) > 1 else ")")
            for (peer, status), names in reasons.items()]


def tables(path):
    """What a file says, without a title."""
    with open(path, newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    if rows and "frames_per_buffer" in rows[0]:
        return latency_table(rows) + [""]
    cases = read_cases(path)
    peers = peers_of(cases)
    lines = ["Microseconds per execution, median; in brackets the ratio "
             "to the best rival, which is bold.", ""]
    lines += median_table(cases, peers) + [""]
    averages = means(cases, peers)
    if averages:
        lines += [f"Without the cases bound by launches (best rival below "
                  f"{LAUNCH_BOUND_US} µs):", "", *averages, ""]
    plans = plan_table(cases, peers)
    if plans:
        lines += plans + [""]
    missing = refusals(cases)
    if missing:
        lines += ["Not measured:", "", *missing, ""]
    return lines


def date_of(path):
    """The day in the file's name, else that of its last change."""
    named = re.search(r"\d{4}-\d\d-\d\d", os.path.basename(path))
    return named[0] if named else \
        datetime.date.fromtimestamp(os.path.getmtime(path))


def section(path, arguments):
    title = arguments.title or os.path.splitext(os.path.basename(path))[0]
    lines = [f"## {title}", ""]
    if arguments.machine:
        lines += [f"Machine: {arguments.machine}.  "]
    lines += [f"Date: {date_of(path)}.  "]
    if arguments.command:
        lines += [f"Command: `{arguments.command}`"]
    return "\n".join(lines + [""] + tables(path))


def fill(page):
    """Its blocks, from the files that they name."""
    with open(page, encoding="utf-8") as stream:
        text = stream.read()
    text, n_blocks = BLOCK.subn(
        lambda block: f"<!-- bench: {block[1]} -->\n"
        + "\n".join(tables(os.path.join(os.path.dirname(page), block[1])))
        + "\n<!-- end -->", text)
    if not n_blocks:
        raise ValueError("it has no block of a table")
    with open(page, "w", encoding="utf-8") as stream:
        stream.write(text)


def main():
    parser = argparse.ArgumentParser(
        prog="bench tables",
        description=__doc__.split("\n")[0],
        epilog="Sections go to standard output.")
    parser.add_argument("files", nargs="*", metavar="FILE.csv")
    parser.add_argument("--title")
    parser.add_argument("--machine", help="processor or GPU and driver")
    parser.add_argument("--command", help="the command that measured")
    parser.add_argument("--into", metavar="PAGE.md",
                        help="fills the blocks of a page")
    arguments = parser.parse_args()
    if bool(arguments.files) == bool(arguments.into):
        parser.error("wants either CSV files or --into PAGE.md")
    for path in arguments.files or [arguments.into]:
        try:
            if arguments.into:
                fill(path)
            else:
                print(section(path, arguments))
        except (OSError, KeyError, ValueError) as problem:
            sys.exit(f"bench tables: {path}: {problem}")


if __name__ == "__main__":
    main()
