# SPDX-License-Identifier: LGPL-2.1-or-later
"""The tables of `clfft-bench seeds`: a plot a text, devices side by side."""
import math

import style
from style import number, pyplot

COLUMNS = ("seed", "table", "row", "column", "system", "driver", "desc",
           "wall_ms", "event_ms", "part_ms", "status")
TEXT_POINTS = 1 << 24  # of text 000's own figures
TRIGS = ("sincos", "sin+cos", "native", "sinpi", "table")
METHODS = {"bainville": "Bainville", "arm": "Arm", "aatish": "Aatish, Zhang"}


def points_of(desc):
    """Of all transforms: "c2c 64x64 x8" -> 32768."""
    words = desc.split()[1:]
    return math.prod(int(n) for word in words if word[0] in "x0123456789"
                     for n in word.strip("x").split("x"))


def power(points):
    bits = points.bit_length() - 1
    return f"$2^{{{bits}}}$" if points == 1 << bits else str(points)


def size_name(text):
    """"2^20", "128^3" with a raised exponent."""
    base, _, exponent = text.partition("^")
    return f"${base}^{{{exponent}}}$" if exponent else text


class System:
    """One device's rows of one text, or the text's own figures."""

    def __init__(self, name, date, rows):
        self.name, self.date = name, date
        self.rows = [row for row in rows if row["status"] in ("ok", "text")]
        self.points = next((points_of(row["desc"]) for row in self.rows
                            if row["desc"]), TEXT_POINTS)

    def of(self, table, **wanted):
        return [row for row in self.rows if row["table"] == table
                and all(row[key] == wanted[key] for key in wanted)]

    def ns(self, table, **wanted):
        """Wall time a point of the fastest such row."""
        times = [1e6 * number(row, "wall_ms")
                 / (points_of(row["desc"]) if row["desc"] else TEXT_POINTS)
                 for row in self.of(table, **wanted)]
        return min(times, default=None)

    def title(self, *more):
        return ", ".join(filter(None, (self.name, *more, self.date)))


def systems_of(files, seed):
    """(texts' systems, devices): of each device the newest file, in which two
    machines of one name are one."""
    texts, devices = {}, {}
    for origin, rows in sorted(files, key=lambda file: file[0].date):
        own = {}
        for row in rows:
            if row["seed"] == seed:
                name = row["system"]
                own.setdefault(style.shorten(name) if row["driver"] else name,
                               []).append(row)
        for name, of_one in own.items():
            if of_one[0]["driver"]:
                devices[name] = System(name, origin.date, of_one)
            else:
                texts[name] = System(name, "the text", of_one)
    return list(texts.values()), list(devices.values())


def plot(axes, pairs, index, **options):
    """A series of (x, y) without those of which one is not known."""
    known = [pair for pair in pairs if None not in pair]
    if known:
        colour, marker = style.SERIES[index % len(style.SERIES)]
        axes.plot(*zip(*known), color=colour, marker=marker, **options)


def draw_levels(axes, levels):
    """Horizontal lines of what stands beside: (ns, dash, name)."""
    for ns, dash, name in levels:
        if ns:
            axes.axhline(ns, color=style.BLACK, linestyle=dash, label=name)


def share_legend(figure, panels):
    """One for all panels."""
    handles = {}
    for axes in panels:
        for handle, name in zip(*axes.get_legend_handles_labels()):
            handles.setdefault(name, handle)
    style.lay_out(figure, handles.values(), handles.keys())


def start(title, n_rows, n_columns, width, height, **options):
    figure, panels = pyplot.subplots(n_rows, n_columns, squeeze=False,
                                     figsize=(width, height), **options)
    style.set_title(figure, title)
    return figure, panels


# ---- 000: time against radix ----

def draw_000(texts, devices):
    systems = texts + devices
    figure, (panels,) = start(
        "Bainville: time against radix, by source of sine and cosine", 1, len(systems), max(7, 2.4 * len(systems)),
        3.8, sharey=True)
    for axes, system in zip(panels, systems):
        radices = (2, 4, 8, 16, 32)
        for index, trig in enumerate(TRIGS):
            plot(axes, [(x, system.ns(f"radix {radix}", row=trig))
                        for x, radix in enumerate(radices)], index, label=trig)
        draw_levels(axes, ((system.ns("beside", row="engine"), "--",
                            "engine"),
                           (system.ns("beside", row="copy"), ":", "copy")))
        axes.set_xticks(range(len(radices)), radices)
        axes.set_xlim(-0.3, len(radices) - 0.7)
        axes.set_xlabel("radix")
        axes.set_title(system.title(power(system.points) + " points"
                                    ).replace(", ", "\n", 1))
        axes.set_yscale("log")
    panels[0].set_ylabel("ns a point")
    style.make_log(panels[0].yaxis)
    share_legend(figure, panels)
    return figure


# ---- 001: speed-ups over N ----

SPEED_UPS = (
    ("twiddle kernel: full / exp_const", "part_ms", "full", "exp_const",
     (1.6, 1.7), 4),
    ("unfused / fused", "wall_ms", "exp_const", "fused", (1.5, 1.5), 4),
    ("radix 2 / radix 4", "wall_ms", "radix 2", "fused", (1.7, 1.7), 12),
)


def speed_up(system, length, column, above, below):
    rows = [system.of("lengths", row=length, column=name)
            for name in (above, below)]
    times = [number(row[0], column) if row else None for row in rows]
    return times[0] / times[1] if all(times) else None


def draw_001(_, devices):
    title = "Arm: " + "; ".join(system.title() for system in devices)
    figure, (panels,) = start(title, 1, len(SPEED_UPS), 10, 3.5, sharey=True)
    for axes, (name, column, above, below, text, from_bits) in zip(
            panels, SPEED_UPS):
        most = from_bits + 1
        for index, system in enumerate(devices):
            lengths = [length for length in dict.fromkeys(
                row["row"] for row in system.of("lengths"))]
            most = max([most] + [math.log2(int(n)) for n in lengths])
            for kind, dash, fill in (("wall_ms", "--", "none"),
                                     ("event_ms", "-", None)):
                if column == "part_ms" and kind == "wall_ms":
                    continue  # kernels alone are known by events only
                by = column if column == "part_ms" else kind
                plot(axes, [(math.log2(int(n)),
                             speed_up(system, n, by, above, below))
                            for n in lengths], index, linestyle=dash,
                     markerfacecolor=fill,
                     label=f"{system.name}, by "
                           + ("wall time" if fill else "events"))
        axes.fill_between((from_bits, most), text[0] - 0.02, text[1] + 0.02,
                          color=style.YELLOW, label="the text's words")
        axes.axhline(1, color=style.BLACK, linewidth=1)
        ticks = range(4, int(most) + 1, 2)
        axes.set_xticks(ticks, [f"$2^{{{bits}}}$" for bits in ticks])
        axes.set_xlabel("N, points")
        axes.set_title(name)
    panels[0].set_ylabel("speed-up")
    panels[0].set_ylim(bottom=0)
    share_legend(figure, panels)
    return figure


# ---- 002: height, passes ----

WAYS = (("seven passes", style.BLUE, ""), ("six passes", style.SKY, ""),
        ("seven, table", style.RED, "//"), ("six, table", style.ORANGE, "//"),
        ("engine", style.BLACK, ""), ("copy", style.GREY, ".."))


def draw_heights(axes, system):
    heights = sorted({int(row["row"][1:]) for row in system.of("height")})
    for index, trig in enumerate(("native", "table")):
        plot(axes, [(x, system.ns("height", row=f"h{height}", column=trig))
                    for x, height in enumerate(heights)], index,
             label="roots: " + trig)
    draw_levels(axes, ((system.ns("rows", row="engine"), "--", "engine"),
                       (system.ns("rows", row="copy"), ":", "copy")))
    axes.set_xticks(range(len(heights)), heights)
    axes.set_xlabel("H, rows of a work-group")
    axes.set_ylabel("ns a point")
    axes.set_title(system.title("rows of " + next(
        row["desc"].split()[1] for row in system.of("height")) + " points"))
    axes.set_yscale("log")
    style.make_log(axes.yaxis)
    axes.legend(loc="center right", fontsize=8)


def draw_cubes(axes, system):
    cubes = list(dict.fromkeys(row["column"] for row in system.of("cubes")))
    for index, (way, colour, hatch) in enumerate(WAYS):
        bars = [(x + 0.14 * (index - 2.5),
                 system.ns("cubes", row=way, column=cube))
                for x, cube in enumerate(cubes)]
        bars = [bar for bar in bars if bar[1]]
        if bars:
            axes.bar(*zip(*bars), width=0.13, color=colour, hatch=hatch,
                     edgecolor="white", linewidth=0, label=way)
    axes.set_xticks(range(len(cubes)), [size_name(cube) for cube in cubes])
    axes.set_ylabel("ns a point")
    axes.set_title(system.title("cubes"))
    axes.set_yscale("log")
    style.make_log(axes.yaxis)
    axes.grid(axis="x", visible=False)
    axes.legend(loc="upper left", fontsize=8, ncol=3)
    axes.set_ylim(top=axes.get_ylim()[1] * 3)


def draw_002(_, devices):
    figure, panels = start("Aatish and Zhang: tile height; seven, six and the "
                           "engine's three passes", len(devices), 2, 10,
                           0.3 + 3.2 * len(devices))
    for (left, right), system in zip(panels, devices):
        draw_heights(left, system)
        draw_cubes(right, system)
    style.lay_out(figure)
    return figure


# ---- the race ----

def draw_race(_, devices):
    raced = sorted(([row["row"] for row in system.of("engine")]
                    for system in devices), key=len, reverse=True)
    sizes = list(dict.fromkeys(size for own in raced for size in own))
    figure, (panels,) = start(
        "The engine against the fastest variant of each text", 1,
        len(devices), 4 + 3.5 * len(devices), 1.5 + 0.3 * len(sizes),
        sharey=True)
    for axes, system in zip(panels, devices):
        for index, (method, name) in enumerate(METHODS.items()):
            for column, fill in (("event_ms", "none"), ("wall_ms", None)):
                plot(axes, [(ratio(system, size, method, column), y)
                            for y, size in enumerate(sizes)], index,
                     linestyle="none", markerfacecolor=fill,
                     label=None if fill else name)
        axes.axvline(1, color=style.BLACK, linewidth=1)
        axes.set_xscale("log")
        style.make_log(axes.xaxis)
        axes.set_xlabel("time of the method / of the engine")
        axes.set_title(system.title("right of 1: the engine takes less time"))
        axes.set_yticks(range(len(sizes)), map(size_name, sizes))
        axes.set_ylim(len(sizes) - 0.5, -0.5)
    panels[0].plot([], [], "o", color=style.GREY, label="wall time")
    panels[0].plot([], [], "o", color=style.GREY, markerfacecolor="none",
                   label="hollow: by events")
    panels[0].set_ylabel("N, one transform")
    share_legend(figure, panels)
    return figure


def ratio(system, size, method, column):
    times = [min((number(row, column)
                  for row in system.of("decision " + table, row=size)
                  or system.of("final " + table, row=size)
                  or system.of(table, row=size) if row[column]), default=None)
             for table in (method, "engine")]
    return times[0] / times[1] if all(times) else None


DRAWINGS = {"000": draw_000, "001": draw_001, "002": draw_002,
            "race": draw_race}


def draw(files):
    for seed, drawing in DRAWINGS.items():
        texts, devices = systems_of(files, seed)
        if devices:
            yield f"seeds-{seed}", drawing(texts, devices)
