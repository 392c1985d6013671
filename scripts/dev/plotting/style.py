# SPDX-License-Identifier: LGPL-2.1-or-later
"""What all plots share: names of devices, colours, axes, small files."""
import io
import os
import re

import matplotlib
from PIL import Image

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402, after the choice of a backend
from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: E402

# What a label or a device's own name has in it, and what a title says.
NAMES = [("h200", "NVIDIA H200"), ("H200", "NVIDIA H200"),
         ("h100", "NVIDIA H100"), ("H100", "NVIDIA H100"),
         ("pocl", "PoCL"), ("pthread-", "PoCL"), ("llvmpipe", "llvmpipe")]

# Okabe and Ito's eight, distinguished by every kind of eye; each with a shape,
# so that no plot needs its colours.
BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, RED, PINK = "#F0E442", "#0072B2", "#D55E00", "#CC79A7"
GREY = "#767676"
SERIES = [(BLUE, "o"), (RED, "^"), (GREEN, "s"), (PINK, "D"), (ORANGE, "v"),
          (SKY, "P")]

DPI = 96
COLOURS = 64     # of a palette: lines and letters need no more
MOST_BYTES = 80000

pyplot.rcParams.update({
    "font.size": 9, "axes.titlesize": 9, "axes.titleweight": "bold",
    "axes.grid": True, "grid.color": "#dddddd", "grid.linewidth": 0.6,
    "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "lines.linewidth": 1.3,
    "lines.markersize": 5, "legend.frameon": False, "figure.dpi": DPI,
})


def shorten(text):
    return next((name for part, name in NAMES if part in text), text)


class Origin:
    """Whose figures a file holds, as far as its name tells."""

    def __init__(self, path):
        stem = os.path.splitext(os.path.basename(path))[0]
        match = re.fullmatch(r"(.+?)-(\d{4}-\d\d-\d\d)", stem)
        self.label, self.date = match.groups() if match else (stem, "")
        first, _, rest = self.label.partition("-")
        self.device, self.what = shorten(first), rest.replace("-", " ")

    def __str__(self):
        return ", ".join(filter(None, (self.device, self.what, self.date)))


def number(row, column):
    return float(row[column]) if row and row[column] else None


def plain(value, _=None):
    """A number on a logarithmic axis without powers of ten."""
    return f"{value:g}"


def make_log(axis):
    """Of figures that span a few decades, or less than one."""
    low, high = axis.get_view_interval()
    ticks = (1, 2, 5) if high / low > 30 else (1, 1.5, 2, 3, 5, 7)
    if high / low < 2.5:
        ticks = (1, 1.1, 1.2, 1.3, 1.5, 2, 3, 4, 5, 6, 7, 8, 9)
    at = [m * 10.0 ** e for e in range(-12, 13) for m in ticks]
    axis.set_ticks([t for t in at if low <= t <= high])
    axis.set_major_formatter(FuncFormatter(plain))
    axis.set_minor_formatter(NullFormatter())
    axis.set_tick_params(which="minor", length=0)
    axis.set_view_interval(low, high, ignore=True)


def set_title(figure, title):
    height = figure.get_figheight()
    figure.text(0.5, 1 - 0.08 / height, title, ha="center", va="top",
                fontsize=11, fontweight="bold")


def lay_out(figure, handles=(), names=()):
    """Below the title: one line of a legend, if any, and the panels."""
    height = figure.get_figheight()
    if handles:
        figure.legend(handles, names, loc="upper center", ncol=len(handles),
                      bbox_to_anchor=(0.5, 1 - 0.28 / height))
    figure.tight_layout(rect=(0, 0, 1, 1 - (0.6 if handles else 0.3) / height))


def save(figure, path):
    """As a small PNG; tells its name and size."""
    pixels = io.BytesIO()
    figure.savefig(pixels, dpi=DPI, metadata={"Software": None})
    pyplot.close(figure)
    image = Image.open(pixels).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    size = os.path.getsize(path)
    print(f"{path}: {size} bytes"
          + (", too many" if size > MOST_BYTES else ""))
