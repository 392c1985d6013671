# SPDX-License-Identifier: LGPL-2.1-or-later
"""Throughput of claudiofft against latency, devices side by side."""
import style
from style import number, pyplot

COLUMNS = ("element", "system", "length", "rate", "frames_per_buffer",
           "transforms_per_s", "latency_ms")
NAMED = (1, 4, 16, 64, 256)  # frames that are written beside their points


def draw_length(axes, rows, length, index):
    points = [(number(row, "latency_ms"), number(row, "transforms_per_s"))
              for row in rows]
    low, high = ([number(row, column) for row in rows]
                 for column in ("q1_per_s", "q3_per_s"))
    colour, marker = style.SERIES[index]
    x, y = zip(*points)
    axes.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)
    axes.plot(x, y, color=colour, marker=marker, label=f"{length} points")
    for row, point in zip(rows, points):
        if int(row["frames_per_buffer"]) in NAMED:
            axes.annotate(row["frames_per_buffer"], point, xytext=(0, 6),
                          textcoords="offset points", ha="center",
                          fontsize=8, color=colour)


def draw_device(axes, name, date, rows):
    lengths = dict.fromkeys(row["length"] for row in rows)
    for index, length in enumerate(lengths):
        draw_length(axes, [row for row in rows if row["length"] == length],
                    length, index)
    axes.set_title(f"{name}, {date}")
    axes.set_xscale("log")
    axes.set_yscale("log")
    bottom, top = axes.get_ylim()
    axes.set_ylim(bottom / 1.3, top * 1.5)
    style.make_log(axes.xaxis)
    style.make_log(axes.yaxis)
    axes.set_xlabel("latency of the element, ms")


def draw(files):
    devices = {}
    for origin, rows in sorted(files, key=lambda file: file[0].date):
        for system in dict.fromkeys(row["system"] for row in rows):
            name = style.shorten(system)
            devices[name] = (origin.date, [row for row in rows
                                           if row["system"] == system])
    if not devices:
        return
    figure, (panels,) = pyplot.subplots(
        1, len(devices), squeeze=False, sharey=True,
        figsize=(3 + 4 * len(devices), 4))
    rate = next(iter(devices.values()))[1][0]["rate"]
    style.set_title(figure, "claudiofft: transforms a second by frames in a "
                    "dispatch (numbers)")
    for axes, (name, (date, rows)) in zip(panels, devices.items()):
        draw_device(axes, name, date, rows)
    panels[0].set_ylabel(f"transforms a second, {rate} Hz, hop of half")
    handles, names = panels[0].get_legend_handles_labels()
    style.lay_out(figure, handles, names)
    yield "latency", figure
