#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that with auto-range=true the upper end of clspectrogram's bars and curves is
that of a model in double precision: drawn steps of level, times, rates, channels and
scales (TAP).

    test-auto-range.py

Skipped where Python's numpy or gst-launch-1.0 is missing.
"""
from tap import modules

numpy = modules("numpy")

import claims
from claims import choose, claim, draw, is_full, random, run

PIXELS = 1.1  # half of a bar's rounding, and the axis' step of half a pixel
NOISE = 3e-7  # of single precision, of the largest amplitude
EMPTY = 20  # the background is nearly grey, turbo is not
GAP = 4  # between plots: half the size of the font


# ---- the model ----

def levels_of(x, case):
    """Decibels of frames, channels, cells."""
    size, hop, n = case["size"], case["hop"], case["cells"]
    window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(size) / size)
    padded = numpy.concatenate([numpy.zeros((size // 2, x.shape[1])), x,
                                numpy.zeros((2 * size, x.shape[1]))])
    frames = numpy.stack([padded[k:k + size].T for k in range(0, len(x), hop)])
    power = abs(numpy.fft.rfft(frames * window)) ** 2 * (2 / window.sum()) ** 2
    power[:, :, [0, -1]] /= 4
    bins = numpy.arange(size // 2 + 1) * case["rate"] / size
    ends = numpy.linspace(case["low"], case["high"], n + 1)
    with numpy.errstate(divide="ignore"):
        decibels = numpy.clip(10 * numpy.log10(power), -327.67, None)
    levels = []
    for i in range(n):
        here = (bins >= ends[i]) & (bins < ends[i + 1])
        if here.any() and case["reduction"] == "peak":
            levels.append(decibels[:, :, here].max(axis=2))
        elif here.any():
            with numpy.errstate(divide="ignore"):
                levels.append(10 * numpy.log10(power[:, :, here].mean(axis=2)))
        else:
            place = (ends[i] + ends[i + 1]) / 2 * size / case["rate"]
            k = int(place)
            levels.append(decibels[:, :, k] + (place - k)
                          * (decibels[:, :, k + 1] - decibels[:, :, k]))
    return numpy.clip(numpy.stack(levels, 2), -327.67, None)


def tops_of(levels, case):
    """The upper end after each frame."""
    low, high = case["floor"] + case["range"] / 2, case["floor"] + case["range"]
    seconds, tops = case["hop"] / case["rate"], []
    for highest in levels.max(axis=(1, 2)):
        target = min(max(highest, low), high)
        before = tops[-1] if tops else target
        constant = case["attack"] if target > before else case["release"]
        share = -numpy.expm1(-seconds / constant) if constant else 1
        tops.append(before + share * (target - before))
    return numpy.array(tops)


def heights_of(levels, top, case):
    """Of levels in pixels, not rounded."""
    if case["scale"] == "decibel":
        part = (levels - case["floor"]) / (top - case["floor"])
    else:
        part = 10 ** ((levels - top) / (10 if case["scale"] == "power" else 20))
    return numpy.clip(part, 0, 1) * case["height"]


# ---- the pictures ----

def film_of(x, case, cut):
    height = case["height"] * case["channels"] + GAP * (case["channels"] - 1)
    before = f"claudiofft size={case['size']} hop={case['hop']} center=true quantity=" \
        f"{case['quantity']} floor=-300 ! " if case["quantity"] else ""
    caps = (f"audio/x-raw,format=F32LE,layout=interleaved,rate={case['rate']},"
            f"channels={case['channels']},channel-mask=(bitmask)0")
    bars = f"bars={case['cells']} " if case["mode"] == "bars" else ""
    data = run(caps, f"{before}clspectrogram auto-range=true mode={case['mode']} {bars}"
               f"floor={case['floor']} range={case['range']} level-scale={case['scale']} "
               f"attack={round(case['attack'] * 1e9)} release={round(case['release'] * 1e9)} "
               f"size={case['size']} hop={case['hop']} reduction={case['reduction']} fall=0 "
               f"peak-hold=0 axes=false font-size=8 color-map=turbo min-frequency={case['low']!r} "
               f"max-frequency={case['high']!r} ! video/x-raw,format=BGRx,width={case['width']},"
               f"height={height},framerate={case['rate']}/{case['step']}",
               x.astype("<f4").tobytes(), 4 * case["channels"] * cut)
    return data


def check_bars(picture, want, off, case):
    """A bar has one height, but for the gap to the next; each may be off by so much more."""
    width, n, height = case["width"], case["cells"], case["height"]
    for i in range(n):
        column = picture[:, i * width // n]
        if case["mode"] == "bars":
            got = (numpy.ptp(column, axis=1) > EMPTY).sum()
            error = abs(got - want[i])
        else:
            got = height - numpy.argmax(column.min(axis=1)) - 0.5
            around = want[max(i - 1, 0):i + 2]
            if numpy.ptp(around) > 2 or want[i] < 3 or want[i] > height - 3:
                continue
            error = abs(got - want[i]) - numpy.ptp(around) / 2
        assert error <= PIXELS + off[i] + 0.5 * (case["mode"] == "line"), (case, i, got, want[i])


def check(x, case):
    height, step, hop = case["height"], case["step"], case["hop"]
    data = film_of(x, case, draw(300, 5000))
    assert data == film_of(x, case, draw(300, 5000)), (case, "buffers of other sizes")
    pitch = height + GAP
    film = numpy.frombuffer(data, "u1").reshape(-1, pitch * case["channels"] - GAP, case["width"], 4)
    film = film[..., :3].astype(int)
    assert len(film) == -(-len(x) // step), (case, len(film))
    levels = levels_of(x.astype("f4").astype(float), case)
    tops = tops_of(levels, case)
    for k in range(len(film)):
        first, end = -(-k * step // hop), min(-(-(k + 1) * step // hop), len(tops))
        if end <= first:
            continue
        shown = levels[first:end].max(axis=0)
        noisy = 10 ** (shown / 20) + NOISE * 10 ** (levels.max() / 20)
        want = heights_of(shown, tops[end - 1], case)
        off = heights_of(20 * numpy.log10(noisy), tops[end - 1], case) - want
        for channel in range(case["channels"]):
            check_bars(film[k, channel * pitch:channel * pitch + height], want[channel],
                       off[channel], case)


def draw_sound(case):
    """A tone and noise, whose level steps."""
    parts, rate = [], case["rate"]
    for _ in range(draw(2, 5)):
        n = draw(rate // 20, rate // 3)
        level = choose(0, 10 ** random.uniform(-5, 0.1))
        tone = numpy.sin(2 * numpy.pi * random.uniform(0.05, 0.45) * numpy.arange(n))
        noise = random.standard_normal((n, case["channels"])) * 10 ** random.uniform(-6, -3)
        parts.append(level * (tone[:, None] + noise))
    return numpy.concatenate(parts)


def draw_case(mode):
    rate, size = choose(8000, 44100, 48000), choose(256, 512, 1000)
    width = 4 * draw(20, 60)
    hop = draw(size // 5, size // 2)
    return {
        "rate": rate, "size": size, "hop": hop, "step": draw(hop // 2, 4 * hop),
        "channels": draw(1, 3), "quantity": choose("", "", "complex", "magnitude", "power", "db"),
        "mode": mode, "cells": draw(5, width // 3) if mode == "bars" else width, "width": width,
        "height": draw(80, 160), "floor": draw(-120, -60), "range": draw(40, 110),
        "scale": choose("decibel", "decibel", "magnitude", "power"),
        "reduction": choose("peak", "mean"), "attack": choose(0, 0.05, round(random.uniform(0, 0.3), 6)),
        "release": choose(0, 3, round(random.uniform(0, 2), 6)),
        "low": float(random.uniform(0.6, 2) * rate / size),
        "high": float(random.uniform(0.7, 0.98) * rate / 2)}


def count(few):
    return 20 * few if is_full() else few


@claim
def bars_end_where_the_model_says():
    for _ in range(count(3)):
        case = draw_case("bars")
        check(draw_sound(case), case)


@claim
def curves_end_where_the_model_says():
    for _ in range(count(1)):
        case = draw_case("line")
        check(draw_sound(case), case)


@claim
def the_axis_is_that_of_the_range_that_is_shown():
    """Between half and all of the range: silence and full scale are at its ends."""
    span = 2 * draw(25, 60)
    caps = "audio/x-raw,format=F32LE,layout=interleaved,rate=48000,channels=1"
    line = ("clspectrogram mode={} fall=0 peak-hold=0 floor=-100 {} range={} size=512 ! "
            "video/x-raw,format=BGRx,width=320,height=240,framerate=20/1")
    for mode in "bars", "line":
        for level, shown in (0, span // 2), (2000, span):
            x = (level * numpy.sin(numpy.arange(9600) * 0.3)).astype("<f4").tobytes()
            got = run(caps, line.format(mode, "auto-range=true", span), x)
            assert got == run(caps, line.format(mode, "", shown), x), (mode, level, shown)
            assert got != run(caps, line.format(mode, "", span + span // 2 - shown), x)


claims.main()
