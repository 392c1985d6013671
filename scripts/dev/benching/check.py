# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares a run of clfft-bench with a stored one by their ratios.

    scripts/dev/bench check [--floor PERCENT] STORED.csv NEW.csv
    scripts/dev/bench check --cases STORED.csv      its descriptions, one a line
    scripts/dev/bench check --peers STORED.csv      its peers

A ratio is our time over the copy's, or over the best rival's of those that
both runs have measured. It is worse when it has grown by more than noise: the
root of the sum of squares of the four times' spreads, each the range between
their quartiles in parts of the median, and never less than the floor. Files
without quartiles give 0.4 of the range from the least time to the 95th
percentile, which is about the same of 10 to 25 normal samples.

Exit status: 0: nothing is worse; 1: something is, or a case that was measured
is not any more; 2: the files cannot be compared.
"""
import argparse
import csv
import math
import statistics
import sys

REFERENCE = ("ours", "copy", "trip")  # every other peer is a rival
FLOOR = 3.0          # percent; runs differ by so much from day to day
RANGE_TO_QUARTILES = 0.4


class Time:
    """Of one peer on one case: the median and its spread in parts of it."""

    def __init__(self, row):
        self.us = float(row["median_us"])
        if row.get("q1_us") and row.get("q3_us"):
            spread = float(row["q3_us"]) - float(row["q1_us"])
        else:
            spread = RANGE_TO_QUARTILES * (float(row["p95_us"])
                                           - float(row["min_us"]))
        if not self.us > 0 or not spread >= 0:
            raise ValueError(f"{row['peer']} {row['transform']} "
                             f"{row['dims']}: a time that is none")
        self.spread = spread / self.us


def description(row):
    """clfft.h's text form of a case."""
    transform, *words = row["transform"].split()
    if row["precision"] != "single":
        words.append(row["precision"])
    return " ".join([transform, row["dims"], "x" + row["batch"], *words])


class Run:
    def __init__(self, path):
        self.cases, self.statuses, self.peers = {}, {}, []
        with open(path, newline="", encoding="utf-8") as stream:
            for row in csv.DictReader(stream):
                case = self.cases.setdefault(description(row), {})
                if row["median_us"]:
                    case[row["peer"]] = Time(row)
                if row["peer"] == "ours":
                    self.statuses[description(row)] = row["status"]
                if row["peer"] not in self.peers:
                    self.peers.append(row["peer"])
        if not self.cases:
            raise ValueError("no case")


def best_rival(times, peers):
    return min((peer for peer in peers), key=lambda peer: times[peer].us,
               default=None)


class Ratio:
    """Our time over another's in both runs; > 1 + noise: worse."""

    def __init__(self, name, stored, new, floor):
        """stored, new: (ours, other)"""
        self.name = name
        self.stored, self.new = (ours.us / other.us
                                 for ours, other in (stored, new))
        self.noise = max(floor, math.sqrt(sum(time.spread ** 2
                                              for time in stored + new)))
        self.change = self.new / self.stored

    def is_worse(self):
        return self.change > 1 + self.noise

    def is_better(self):
        return self.change < 1 / (1 + self.noise)

    def __str__(self):
        return (f"{self.name}: stored {self.stored:.3f}, new {self.new:.3f}, "
                f"{100 * (self.change - 1):+.1f} % (noise "
                f"{100 * self.noise:.1f} %)")


def ratios_of(stored, new, floor):
    """Of one case in both runs."""
    both = [peer for peer in stored if peer in new]
    rivals = [peer for peer in both if peer not in REFERENCE]
    if "copy" in both:
        yield Ratio("ours/copy", (stored["ours"], stored["copy"]),
                    (new["ours"], new["copy"]), floor)
    if rivals:
        before, now = best_rival(stored, rivals), best_rival(new, rivals)
        name = before if before == now else f"{before}, then {now}"
        yield Ratio(f"ours/best rival ({name})",
                    (stored["ours"], stored[before]),
                    (new["ours"], new[now]), floor)


def compare(stored, new, floor):
    """Prints what changed; the exit status."""
    n_worse = n_better = n_missing = 0
    changes = []
    for case, times in stored.cases.items():
        if "ours" not in times:
            continue
        if case not in new.cases:
            n_missing += 1
            continue
        if "ours" not in new.cases[case]:
            n_worse += 1
            print(f"{case}: ours was measured, now "
                  f"{new.statuses.get(case, 'it has no row')}")
            continue
        for ratio in ratios_of(times, new.cases[case], floor):
            changes.append(ratio.change)
            if ratio.is_worse():
                n_worse += 1
                print(f"worse: {case}: {ratio}")
            elif ratio.is_better():
                n_better += 1
                print(f"better: {case}: {ratio}")
    if not changes and not n_worse:
        print("bench check: the files have no ratio in common",
              file=sys.stderr)
        return 2
    if changes:
        mean = math.exp(statistics.fmean(map(math.log, changes)))
        print(f"{len(changes)} ratios: {n_better} better, {n_worse} worse "
              f"beyond noise; geometric mean of new over stored {mean:.3f}")
    if n_missing:
        print(f"{n_missing} stored cases are not in the new run")
    return 1 if n_worse else 0


def main():
    parser = argparse.ArgumentParser(
        prog="bench check",
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("stored", metavar="STORED.csv")
    parser.add_argument("new", nargs="?", metavar="NEW.csv")
    parser.add_argument("--floor", type=float, default=FLOOR,
                        metavar="PERCENT", help=f"least noise, {FLOOR:g}")
    parser.add_argument("--cases", action="store_true")
    parser.add_argument("--peers", action="store_true")
    arguments = parser.parse_args()
    runs = []
    for path in (arguments.stored, arguments.new):
        try:
            runs.append(Run(path) if path else None)
        except (OSError, KeyError, ValueError) as problem:
            print(f"bench check: {path}: {problem!r}", file=sys.stderr)
            return 2
    stored, new = runs
    if arguments.cases:
        print("\n".join(stored.cases))
    elif arguments.peers:
        print(",".join(stored.peers))
    elif not new:
        parser.error("NEW.csv is missing")
    else:
        return compare(stored, new, arguments.floor / 100)
    return 0


if __name__ == "__main__":
    sys.exit(main())
