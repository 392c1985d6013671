#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that the curves of clspectrogram's mode=transfer are those of a model in
double precision: drawn filters, delays, noise, rates, sizes, hops, scales, smoothing,
formats and ways in (TAP).

    test-transfer.py

Skipped where Python's numpy or gst-launch-1.0 is missing.
"""
from tap import modules

numpy = modules("numpy")

import claims
from claims import choose, claim, draw, is_full, random, run
from scales import place

GAP = 4  # between plots: half the size of the font
PIXELS = 1.5
FOUND = 0.06  # samples that a found delay may be off
SCALES = ("linear", "log", "mel", "bark", "erb")
FORMATS = {"F32LE": "<f4", "F64LE": "<f8", "S16LE": "<i2"}


# ---- the model ----

def averages_of(x, y, n_frames, case):
    """Sxx, Syy, Sxy after so many centred frames."""
    size, hop = case["size"], case["hop"]
    window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(size) / size)
    alpha = -numpy.expm1(-hop / (case["constant"] * case["rate"]))
    pad = [numpy.concatenate([numpy.zeros(size // 2), c, numpy.zeros(2 * size)]) for c in (x, y)]
    means = None
    for k in range(n_frames):
        fx, fy = (numpy.fft.rfft(window * c[k * hop:k * hop + size]) for c in pad)
        now = numpy.array([abs(fx) ** 2, abs(fy) ** 2, numpy.conj(fx) * fy])
        means = now if means is None else means + alpha * (now - means)
    return means[0].real, means[1].real, means[2]


def means_of(values, low, high):
    """Of what is values[k] from k - 1/2 to k + 1/2."""
    sums = numpy.concatenate([[0], numpy.cumsum(values)])
    places = numpy.arange(len(sums)) - 0.5
    low, high = numpy.maximum(low, -0.5), numpy.minimum(high, len(values) - 0.5)

    def below(at):
        return numpy.interp(at, places, sums)
    return (below(high) - below(low)) / (high - low)


def delay_of(xy, size):
    """In samples: where the whitened correlation is largest, between samples too."""
    white = xy / abs(xy)
    top = int(numpy.argmax(abs(numpy.fft.irfft(white, size))))
    near = top + numpy.linspace(-1, 1, 801)
    turns = numpy.exp(2j * numpy.pi * numpy.outer(near, numpy.arange(len(white))) / size)
    weights = numpy.full(len(white), 2.0)
    weights[0] = 1
    weights[-1] = 1 if size % 2 == 0 else 2
    found = near[numpy.argmax(abs((turns @ (white * weights)).real))]
    return found - size if found > size / 2 else found


def curves_of(averages, case, off):
    """The heights of the curves in their plots, 0 to 1, with a delay that is off, and how
    sure the phase is."""
    size, rate, width = case["size"], case["rate"], case["width"]
    xx, yy, xy = averages
    response, coherence = xy / xx, abs(xy) ** 2 / (xx * yy)
    delay = delay_of(xy, size) if case["delay"] == "auto" else case["delay"] * 1e-9 * rate
    delay += off
    turned = response * numpy.exp(2j * numpy.pi * delay * numpy.arange(len(xx)) / size)
    grid = numpy.linspace(case["low"], case["high"], 200001)
    ends = numpy.linspace(*place(case["scale"], grid[[0, -1]]), 2 * width + 1)
    places = numpy.interp(ends, place(case["scale"], grid), grid)
    low, middle, high = places[:-1:2], places[1::2], places[2::2]
    part = 2 ** (0.5 / case["smoothing"]) if case["smoothing"] else 1
    low, high = (e * size / rate for e in (numpy.minimum(low, middle / part),
                                           numpy.maximum(high, middle * part)))
    power = means_of(abs(response) ** 2, low, high)
    mean = means_of(turned.real, low, high) + 1j * means_of(turned.imag, low, high)
    return ((10 * numpy.log10(power) - case["floor"]) / case["range"],
            numpy.angle(mean) / (2 * numpy.pi) + 0.5, means_of(coherence, low, high),
            abs(mean) / numpy.sqrt(power))


# ---- the pictures ----

def line_of(case):
    names = "smoothing", "floor", "range", "delay"
    shown = " ".join(f"{name}={case[name]}" for name in names)
    frames = f"size={case['size']} hop={case['hop']}"
    before = f"claudiofft {frames} center=true ! " if case["way"] == "spectra" else ""
    select = f"channel-mode=select channel-select={case['first']},{case['second']}".replace(
        ",", "+") if case["channels"] > 2 else ""
    if before:
        before = before.replace(" ! ", f" {select} ! ")
        frames = select = ""
    return (f"{before}clspectrogram mode=transfer axes=false legend=false color-map=grey "
            f"font-size=8 {frames} {select} {shown} time-constant={round(case['constant'] * 1e9)} "
            f"frequency-scale={case['scale']} min-frequency={case['low']!r} "
            f"max-frequency={case['high']!r} ! video/x-raw,format=GRAY8,width={case['width']},"
            f"height={3 * case['height'] + 2 * GAP},framerate={case['rate']}/{case['step']}")


def pictures_of(x, y, case):
    """Each as plots, rows, columns."""
    channels = numpy.stack([numpy.zeros_like(x)] * case["channels"], 1)
    channels[:, case["first"]], channels[:, case["second"]] = x, y
    caps = (f"audio/x-raw,format={case['format']},layout=interleaved,rate={case['rate']},"
            f"channels={case['channels']},channel-mask=(bitmask)0")
    data = run(caps, line_of(case), channels.astype(FORMATS[case["format"]]).tobytes(),
               channels.astype(FORMATS[case["format"]]).itemsize * case["channels"] * draw(500, 9000))
    height = case["height"]
    pictures = numpy.frombuffer(data, "u1").reshape(-1, 3 * height + 2 * GAP, case["width"])
    return numpy.stack([pictures[:, k * (height + GAP):k * (height + GAP) + height]
                        for k in range(3)], 1).astype(int)


def check_curve(picture, models, sure, least, case):
    """Of the models the first is right, and the curve between the others."""
    height = case["height"]
    got = height - numpy.argmax(picture, axis=0) - 0.5
    want = models[0] * height
    seen = (numpy.abs(numpy.gradient(want)) < 1) & sure
    for model in models:
        seen &= (model * height > 3) & (model * height < height - 3)
    # a curve goes from column to column
    around = numpy.concatenate([[numpy.roll(want, 1), want, numpy.roll(want, -1)],
                                numpy.multiply(models, height)])[:, seen]
    error = numpy.maximum(got[seen] - around.max(axis=0), around.min(axis=0) - got[seen])
    assert seen.sum() >= least, (case, seen.sum())
    assert not len(error) or error.max() <= PIXELS, (case, error.max(), numpy.median(error))


def check(x, y, case):
    """x and y as floats that the format has exactly."""
    pictures = pictures_of(x, y, case)
    hop, step = case["hop"], case["step"]
    assert len(pictures) == -(-len(x) // step), (case, len(pictures))
    scale = 32768 if case["format"] == "S16LE" else 1
    for k in {draw(0, len(pictures) - 1), len(pictures) - 1}:
        n_frames = -(-min((k + 1) * step, len(x)) // hop)
        averages = averages_of(x / scale, y / scale, n_frames, case)
        models = [curves_of(averages, case, off)
                  for off in ((0, -FOUND, FOUND) if case["delay"] == "auto" else (0,))]
        sure = models[0][3] > 0.1
        for plot in range(3):
            # of a single frame the coherence is 1, at the edge
            check_curve(pictures[k, plot], [model[plot] for model in models],
                        sure if plot == 1 else True, case["width"] // 16 if plot == 0 else 0, case)


# ---- sounds ----

def as_samples(x, form):
    if form == "S16LE":
        return numpy.rint(x * 32767).clip(-32768, 32767)
    return x.astype("f4").astype(float) if form == "F32LE" else x


def filtered(x, kind):
    n = len(x)
    z = numpy.exp(-2j * numpy.pi * numpy.arange(n // 2 + 1) / n)
    if kind == "biquad":
        angle = random.uniform(0.2, 2.5)
        pole, zero = random.uniform(0.3, 0.9), random.uniform(0.2, 0.8)
        response = ((1 - 2 * zero * numpy.cos(1.3 * angle) * z + zero ** 2 * z ** 2)
                    / (1 - 2 * pole * numpy.cos(angle) * z + pole ** 2 * z ** 2))
    elif kind == "fir":
        taps = random.standard_normal(draw(2, 40)) * 0.5
        taps[0] += 2
        response = numpy.polyval(taps[::-1], z)
    else:
        response = numpy.full(len(z), random.uniform(0.3, 2) * choose(-1, 1))
    return numpy.fft.irfft(numpy.fft.rfft(x) * response, n)


def draw_case():
    rate, size = choose(8000, 44100, 48000, 96000), choose(512, 1000, 2048, 4096, 1536)
    channels = choose(2, 2, 2, 3, 5)
    first = draw(0, channels - 2)
    hop = draw(size // 6, size // 2)
    low = random.uniform(0.5, 8) * rate / size
    return {
        "rate": rate, "size": size, "hop": hop, "step": draw(hop // 2, 3 * hop),
        "channels": channels, "first": first, "second": draw(first + 1, channels - 1),
        "format": choose(*FORMATS), "way": choose("sound", "sound", "spectra"),
        "constant": round(float(random.uniform(2, 20)) * hop / rate, 6),
        "scale": choose(*SCALES), "low": float(low),
        "high": float(random.uniform(0.5, 0.999) * rate / 2), "width": 4 * draw(40, 105),
        "height": draw(100, 240), "smoothing": choose(0, 0, 1, 2, 3, 6, 12, 24, 48),
        "floor": draw(-50, -30), "range": draw(65, 90), "delay": 0}


def prove(delays):
    case = draw_case()
    kind = choose("biquad", "fir", "gain")
    delay = draw(0, case["size"] // 10)
    x = random.standard_normal(draw(8, 20) * case["size"]) * 0.1
    y = numpy.roll(filtered(x, kind), delay)
    y = y + random.standard_normal(len(y)) * choose(0, 0.003, 0.05)
    case["delay"] = delays(delay / case["rate"], case["rate"])
    case["kind"] = kind
    check(as_samples(x, case["format"]), as_samples(numpy.clip(y, -0.99, 0.99), case["format"]), case)


def count(few):
    return 20 * few if is_full() else few


@claim
def curves_are_those_of_the_model():
    for _ in range(count(3)):
        prove(lambda delay, rate: round(delay * 1e9))


@claim
def another_delay_shows_as_a_slope():
    for _ in range(count(1)):
        prove(lambda delay, rate: round((delay + random.uniform(-6, 6) / rate) * 1e9))


@claim
def a_delay_is_found_and_taken_off():
    for _ in range(count(2)):
        prove(lambda delay, rate: "auto")


claims.main()
