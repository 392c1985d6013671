# SPDX-License-Identifier: LGPL-2.1-or-later
"""The plots of docs/benchmarks.md: of each kind of transform the time of the
rivals in ours, as bars, geometric means over the cases of a comparison."""
import math
import statistics

import bench
import style

# Labels of the files that the page shows, and what its captions call them.
SHOWN = {"h200": "NVIDIA H200, against VkFFT and cuFFT",
         "pocl-avx2": "Two CPU cores (PoCL), against FFTW"}
HIDDEN = ("clfft",)  # off the scale; the page has its figure
OURS = "gst-clfft = 1"


def extents(case):
    return [int(n) for n in case.dims.split("x")]


def has_large_factor(n):
    for p in (2, 3, 5, 7, 11, 13):
        while n % p == 0:
            n //= p
    return n > 1


def is_power_of_two(n):
    return n & (n - 1) == 0


def kind(case):
    """Which bar a case belongs to; None where it has hooks."""
    if case.transform.split()[0] != case.transform \
            and case.transform != "c2r destroy":
        return None
    n = extents(case)
    if case.is_short:
        return "calls below\n15 µs"
    if len(n) == 3:
        return "volumes"
    if len(n) == 2:
        return "pictures"
    if case.transform != "c2c":
        return "real signals"
    if has_large_factor(n[0]):
        return "primes, factors\nabove 13"
    return "powers of two" if is_power_of_two(n[0]) else "other lengths"


ORDER = ("powers of two", "other lengths", "primes, factors\nabove 13",
         "real signals", "pictures", "volumes", "calls below\n15 µs")


def means(cases, peer):
    """{kind: geometric mean of the peer's time over ours}"""
    found = {}
    for case in cases:
        if kind(case) and case.us.get(peer):
            found.setdefault(kind(case), []).append(
                math.log(case.us[peer] / case.us["ours"]))
    return {name: math.exp(statistics.fmean(logs))
            for name, logs in found.items()}


def draw_one(title, cases):
    peers = [peer for peer in bench.RIVALS if peer not in HIDDEN
             and any(case.us.get(peer) for case in cases)]
    of_peer = {peer: means(cases, peer) for peer in peers}
    names = [name for name in ORDER
             if any(name in found for found in of_peer.values())]
    figure, axes = style.pyplot.subplots(figsize=(7.5, 0.9 + 0.5 * len(names)))
    height = 0.8 / len(peers)
    for number, peer in enumerate(peers):
        label, colour, _ = bench.RIVALS[peer]
        at = [y + (number - (len(peers) - 1) / 2) * height
              for y in range(len(names))]
        values = [of_peer[peer].get(name, 0) for name in names]
        axes.barh(at, values, height * 0.92, color=colour, label=label)
        for y, value in zip(at, values):
            if value:
                axes.annotate(f"{value:.2f}", (value, y), (5, 0),
                              textcoords="offset points", va="center",
                              fontsize=8, bbox={"facecolor": "white", "pad": 0.5,
                                                "edgecolor": "none"})
    axes.axvline(1, color=style.BLACK, linewidth=2)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.45, -0.55)
    axes.set_xlim(0, 1.1 * max(max(found.values())
                               for found in of_peer.values()))
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(f"time of the library, {OURS}: right of the line it is "
                    "slower than gst-clfft")
    style.set_title(figure, title)
    handles, labels = axes.get_legend_handles_labels()
    style.lay_out(figure, handles, labels)
    return figure


def draw(files):
    """Of each label that the page shows the newest file."""
    newest = {origin.label: (origin, rows) for origin, rows in
              sorted(files, key=lambda file: file[0].date)}
    for label, title in SHOWN.items():
        if label in newest:
            origin, rows = newest[label]
            cases = bench.read_cases(rows)
            yield f"speed-{label}", draw_one(f"{title}, {origin.date}", cases)
