# SPDX-License-Identifier: LGPL-2.1-or-later
"""Comparisons with rivals: one plot a file, cases down, three panels: how
long rivals take, how near to a copy, and errors in parts of the contract."""
import style
from contract import contract

COLUMNS = ("peer", "transform", "precision", "dims", "batch", "median_us",
           "rel_l2", "status")
RIVALS = {"vkfft": ("VkFFT", style.BLUE, "o"),
          "cufft": ("cuFFT", style.RED, "^"),
          "clfft": ("clFFT", style.GREEN, "s"),
          "fftw1": ("FFTW, 1 thread", style.PINK, "D"),
          "fftw2": ("FFTW, 2 threads", style.ORANGE, "v"),
          "kissfft": ("kissfft", style.SKY, "P")}
OURS = ("ours", style.BLACK, "*")
LAUNCH_BOUND_US = 15  # best rival below this: hollow


class Case:
    def __init__(self, key, rows):
        transform, precision, dims, batch = key
        self.transform, self.dims = transform, dims
        self.name = " ".join(filter(None, (
            transform, "double" if precision == "double" else "", dims,
            "×" + batch if batch != "1" else "")))
        self.contract = contract(transform, precision, dims)
        self.us = {peer: style.number(row, "median_us")
                   for peer, row in rows.items()}
        self.errors = {peer: style.number(row, "rel_l2")
                       for peer, row in rows.items() if self.us[peer]}
        times = [self.us[peer] for peer in RIVALS if self.us.get(peer)]
        self.is_short = bool(times) and min(times) < LAUNCH_BOUND_US


def read_cases(rows):
    """Those that we and a rival have measured, in the file's order."""
    cases = {}
    for row in rows:
        key = tuple(row[c] for c in ("transform", "precision", "dims",
                                     "batch"))
        cases.setdefault(key, {})[row["peer"]] = row
    made = [Case(key, peers) for key, peers in cases.items()]
    return [case for case in made if case.us.get("ours")
            and any(case.us.get(peer) for peer in RIVALS)]


def scatter(axes, cases, look, value):
    """One series; hollow where launches bind."""
    name, colour, marker = look
    for is_short in (False, True):
        points = [(value(case), y) for y, case in enumerate(cases)
                  if case.is_short == is_short and value(case)]
        if points:
            axes.plot(*zip(*points), marker, color=colour, linestyle="none",
                      markersize=7 if marker == "*" else 5,
                      markerfacecolor="none" if is_short else colour,
                      label=name)


def of_ours(peer):
    return lambda case: case.us.get(peer) and case.us[peer] / case.us["ours"]


def of_copy(peer):
    """Not where launches bind, the copy's as well."""
    return lambda case: (case.us.get(peer) and case.us.get("copy")
                         and not case.is_short
                         and case.us["copy"] / case.us[peer])


def of_contract(peer):
    return lambda case: (case.errors.get(peer) and case.contract
                         and case.errors[peer] / case.contract)


PANELS = (("time of a rival / our time", of_ours, False),
          ("time of a copy / time", of_copy, True),
          ("relative L2 error / contract", of_contract, True))


def draw_one(origin, cases):
    peers = [peer for peer in RIVALS
             if any(case.us.get(peer) for case in cases)]
    figure, panels = style.pyplot.subplots(
        1, 3, sharey=True, figsize=(10, 1.5 + 0.165 * len(cases)),
        gridspec_kw={"width_ratios": (3, 2, 2)})
    for axes, (label, value, has_ours) in zip(panels, PANELS):
        for peer in peers:
            scatter(axes, cases, RIVALS[peer], value(peer))
        if has_ours:
            scatter(axes, cases, OURS, value("ours"))
        axes.axvline(1, color=style.BLACK, linewidth=1)
        axes.set_xlabel(label)
        if value is not of_copy:
            axes.set_xscale("log")
            style.make_log(axes.xaxis)
        else:
            axes.set_xlim(left=0)
    panels[0].set_title("right of 1: ours takes less time")
    panels[1].set_title("1: one pass over memory")
    panels[2].set_title("left of 1: within it")
    panels[0].set_yticks(range(len(cases)), [case.name for case in cases])
    panels[0].set_ylim(len(cases) - 0.4, -0.6)
    style.set_title(figure, str(origin))
    looks = [OURS] + [RIVALS[peer] for peer in peers]
    handles = [style.pyplot.Line2D([], [], linestyle="none", color=colour,
                                   marker=marker, label=name)
               for name, colour, marker in looks]
    if any(case.is_short for case in cases):
        handles.append(style.pyplot.Line2D(
            [], [], linestyle="none", color=style.GREY, marker="o",
            markerfacecolor="none",
            label=f"hollow: bound by launches, best rival below "
                  f"{LAUNCH_BOUND_US} µs"))
    style.lay_out(figure, handles, [handle.get_label() for handle in handles])
    return figure


def draw(files):
    """Of each label the newest file."""
    newest = {origin.label: (origin, rows) for origin, rows in
              sorted(files, key=lambda file: file[0].date)}
    for origin, rows in newest.values():
        cases = read_cases(rows)
        if cases:
            yield f"bench-{origin.label}", draw_one(origin, cases)
