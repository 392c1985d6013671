#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about the figures of distortion of clspectrum (TAP): polynomials of sines and
noise whose figures are known, of drawn frequency, length, window, level, rate and format,
beside a fit of four parameters with harmonics in double precision; and what cannot be
known.

    clspectrum/test-distortion.py

Skipped where Python's numpy or gi is missing.
"""
import math
import os
import sys
import time

from tap import is_full, modules

numpy = modules("numpy")

from lines import Gst, prove
from listen import listen, read_numbers, write_samples

SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
draw = numpy.random.default_rng(SEED)
NAMES = "frequency", "level", "thd", "thd-plus-noise", "sinad", "snr", "sfdr"
WINDOWS = ["rect", "hann", "hamming-exact", "blackman-harris", "flattop", "kaiser"]
BOUND = 0.01  # dB
DEPTH = 121
table = []


def claim(function):
    table.append(function)
    return function


def choice(values):
    return values[draw.integers(len(values))]


def decibels(ratio):
    return 10 * math.log10(ratio) if ratio > 0 else -math.inf


# ---- signals ----

def folded(f, h):
    """Of cycles per sample."""
    return abs(h * f - round(h * f))


def are_apart(f, n, distance=1.2):
    places = [0, 0.5] + [folded(f, h) for h in range(1, 11)]
    return min(abs(a - b) for i, a in enumerate(places) for b in places[:i]) * n > distance


def draw_frequency(n, low=4):
    """Cycles per sample, of which all harmonics are apart."""
    while True:
        f = draw.uniform(low / n, min(0.5 - low / n, choice([0.05, 0.5])))
        if are_apart(f, n):
            return f


def draw_spur(f, n):
    """A frequency that is apart from DC, f and its harmonics."""
    while True:
        spur = draw_frequency(n, 60)
        if min(abs(spur - folded(f, h)) for h in range(1, 11)) * n > 30:
            return spur


class Signal:
    """A polynomial of a sine and white noise, with what is known of it."""

    def __init__(self, n_transforms=1):
        self.n = int(choice([256, 1000, 4096, 9998, 16384]))
        self.f = draw_frequency(self.n)
        self.amplitude = 10 ** (draw.uniform(-60, -3) / 20)
        # harmonics 2 to 6, from -30 to -120 dB and some absent
        self.harmonics = [1] + [choice([0, 1]) * 10 ** (draw.uniform(-120, -30) / 20)
                                for _ in range(5)]
        self.noise = choice([0, 10 ** (draw.uniform(-120, -40) / 20)])
        phase = 2 * math.pi * self.f * numpy.arange(self.n * n_transforms) + draw.uniform(0, 6)
        # Chebyshev's polynomial h makes cosine h of a cosine
        self.x = numpy.polynomial.chebyshev.chebval(numpy.cos(phase), [0] + self.harmonics)
        self.x += self.noise * draw.standard_normal(len(self.x))
        self.x = self.x * self.amplitude + draw.uniform(-0.1, 0.1)


def fit(x, f, n_harmonics=10):
    """(frequency, powers of harmonics, mean square of the rest): least squares in double
    precision, by Gauss and Newton."""
    m = numpy.arange(len(x)) - (len(x) - 1) / 2
    h = numpy.arange(1, n_harmonics + 1)[:, None]
    for k in range(9):
        angle = 2 * numpy.pi * h * f * m
        columns = [numpy.ones_like(m), *numpy.cos(angle), *numpy.sin(angle)]
        if k > 0:
            change = (h * m * (b * numpy.cos(angle) - a * numpy.sin(angle))).sum(axis=0)
            columns.append(change / len(x))
        found, *_ = numpy.linalg.lstsq(numpy.array(columns).T, x, rcond=None)
        a, b = found[1:n_harmonics + 1, None], found[n_harmonics + 1:2 * n_harmonics + 1, None]
        if k > 0:
            f += found[-1] / len(x) / (2 * numpy.pi)
    columns = columns[:-1]
    rest = x - numpy.array(columns).T @ numpy.linalg.lstsq(numpy.array(columns).T, x, rcond=None)[0]
    return f, (a ** 2 + b ** 2)[:, 0] / 2, (rest ** 2).mean()


def figures_of(f, powers, rest, rate):
    harmonics = powers[1:].sum()
    return {"frequency": f * rate, "level": decibels(2 * powers[0]),
            "thd": decibels(harmonics / powers[0]),
            "thd-plus-noise": decibels((harmonics + rest) / (powers.sum() + rest)),
            "sinad": decibels(powers[0] / (harmonics + rest)), "snr": decibels(powers[0] / rest)}


def measure(x, rate, kind, more="", n=None):
    """(what came in, fields of the messages, one for each n samples) of rows of
    channels."""
    n = n or x.shape[1]
    data, heard = write_samples(numpy, x, kind)
    line = (f"clspectrum bands={n // 2 + 1} distortion=true message-format=bytes "
            f"interval={math.ceil(n * 1e9 / rate)} {more}")
    messages, warnings = listen(line, kind, rate, len(x), data, int(draw.integers(1, 9)))
    assert not warnings, warnings
    return heard, [{**{name: read_numbers(fields, name) for name in NAMES},
                    "unknown": fields.get_string("unknown")} for fields in messages]


def check(got, want, where, names=NAMES[:-1]):
    """Ratios beyond DEPTH need only be beyond it."""
    for name in names:
        if name == "frequency":
            assert abs(got[name] / want[name] - 1) < 1e-6, (where, name, got[name], want[name])
        elif name != "level" and abs(want[name]) > DEPTH:
            assert got[name] * math.copysign(1, want[name]) > DEPTH - BOUND, (
                where, name, got[name], want[name])
        else:
            assert abs(got[name] - want[name]) < BOUND, (where, name, got[name], want[name])


# ---- claims ----

@claim
def figures_are_those_of_a_fit_in_double_precision():
    """Drawn, also in drawn windows, which are not in them."""
    for _ in range(60 if is_full() else 12):
        signals = [Signal()]
        while len(signals) < draw.integers(1, 4):
            other = Signal()
            if other.n == signals[0].n:
                signals.append(other)
        rate, kind = int(choice([8000, 44100, 48000, 192000])), choice(["F32LE", "F64LE", "S32LE"])
        window = choice(WINDOWS)
        heard, messages = measure(numpy.array([one.x for one in signals]), rate, kind,
                                  f"multi-channel=true window={window}")
        assert len(messages) == 1 and messages[0]["unknown"] is None, messages
        for c, one in enumerate(signals):
            f, powers, rest = fit(heard[c], one.f)
            where = kind, window, one.n, one.f, one.amplitude, one.harmonics, one.noise
            got = {name: messages[0][name][c] for name in NAMES}
            check(got, figures_of(f, powers, rest, rate), where)
            # the largest other sine is a harmonic, or noise of some bins; from 240 dB
            # on it is the rounding of double precision
            most = powers[0] / max(powers[1:].max(), 1e-30)
            least = powers[0] / (powers[1:].max() + 30 * rest / one.n * math.log(one.n) + 1e-30)
            low, sfdr, high = (min(x, 240) for x in (decibels(least), got["sfdr"],
                                                     decibels(most)))
            assert low - BOUND < sfdr < high + BOUND, (where, low, sfdr, high)


@claim
def figures_are_those_that_are_known():
    """Of long transforms: what noise brings to a short one is not known."""
    for _ in range(3):
        n, rate = 1 << 17, 48000
        f = draw_frequency(n, 60)
        depth = -draw.uniform(30, 120)
        ratio = 10 ** (depth / 20)
        phase = 2 * math.pi * f * numpy.arange(n) + draw.uniform(0, 6)
        order = int(draw.integers(2, 8))
        x = 0.7 * (numpy.cos(phase) + ratio * numpy.cos(order * phase))
        _, (got,) = measure(x[None], rate, "F64LE")
        want = {"frequency": f * rate, "level": 20 * math.log10(0.7), "thd": depth,
                "thd-plus-noise": -decibels(1 + ratio ** -2), "sinad": -depth, "sfdr": -depth}
        check({name: got[name][0] for name in NAMES}, want, (f, order, depth),
              [*NAMES[:5], "sfdr"])
        spur = 0.7 * (numpy.cos(phase) + ratio * numpy.cos(
            2 * math.pi * draw_spur(f, n) * numpy.arange(n)))
        _, (got,) = measure(spur[None], rate, "F64LE")
        assert got["thd"][0] < depth - 20, (f, depth, got)
        check({name: got[name][0] for name in NAMES}, {"snr": -depth, "sfdr": -depth, "sinad": -depth},
              (f, depth, "spur"), ["snr", "sfdr", "sinad"])


@claim
def an_interval_has_the_mean_of_its_transforms():
    one = Signal(4)
    heard, (got,) = measure(one.x[None], 48000, "F32LE",
                            f"interval={math.ceil(4 * one.n * 1e9 / 48000)}", one.n)
    parts = [fit(heard[0][k * one.n:(k + 1) * one.n], one.f) for k in range(4)]
    powers = sum(part[1] for part in parts) / 4
    rest = sum(part[2] for part in parts) / 4
    check({name: got[name][0] for name in NAMES},
          figures_of(numpy.mean([part[0] for part in parts]), powers, rest, 48000), one.harmonics)


@claim
def channels_that_are_mixed_are_measured_as_one():
    one = Signal()
    other = draw.uniform(0.3, 3) * one.x
    heard, (got,) = measure(numpy.array([one.x, other]) / 4, 48000, "F32LE")
    f, powers, rest = fit(heard.mean(axis=0), one.f)
    # the mean is of single precision
    rounding = (numpy.abs(heard).max() * 2 ** -24) ** 2
    is_deep = powers[1:].sum() + rest < 3000 * rounding
    check({name: got[name][0] for name in NAMES}, figures_of(f, powers, rest, 48000), one.f,
          ["frequency", "level", *([] if is_deep else ["sinad", "thd-plus-noise"])])


@claim
def what_cannot_be_known_is_not_a_number():
    n, rate, t = 4096, 48000, numpy.arange(4096)

    def tone(f):
        return 0.5 * numpy.cos(2 * math.pi * f * t + 1)

    nothing = numpy.zeros(n)
    bad = tone(0.0211)
    bad[draw.integers(n)] = choice([numpy.nan, numpy.inf])
    harmonics = {"thd", "snr", "sfdr"}
    for x, word, known in (
            (nothing, "stands out", set()), (nothing + 0.3, "stands out", set()),
            (0.1 * draw.standard_normal(n), "stands out", set()), (bad, "finite", set()),
            (tone(draw.uniform(0.3, 2.6) / n), "bins from 0", set()),
            (tone(0.5 - draw.uniform(0.3, 2.6) / n), "half the rate", set()),
            (tone(choice([1 / 3, 1 / 4, 1 / 6, 1 / 8]) + draw.uniform(-0.04, 0.04) / n), "harmonics",
             set(NAMES) - harmonics)):
        _, (got,) = measure(x[None], rate, "F64LE", choice(["", "window=hann"]))
        assert got["unknown"] and word in got["unknown"], (word, got)
        assert {name for name in NAMES if not math.isnan(got[name][0])} == known, (word, got)
    # the stream begins within the transform of the first messages
    _, messages = measure(tone(0.0211)[None], rate, "F64LE", "interval=20000000")
    assert [math.isnan(one["sinad"][0]) for one in messages] == [
        (k + 1) * 960 < n for k in range(len(messages))], messages


@claim
def bands_do_not_disturb_and_are_not_disturbed():
    one = Signal()
    scale = choice(["log", "octave", "third-octave", "mel"])
    data, heard = write_samples(numpy, one.x[None], "F32LE")
    line = (f"clspectrum band-scale={scale} size={one.n} bands=10 message-format=bytes "
            f"interval={math.ceil(one.n * 1e9 / 48000)} ")
    (with_it,), _ = listen(line + "distortion=true", "F32LE", 48000, 1, data)
    (without,), _ = listen(line, "F32LE", 48000, 1, data)
    for name in "magnitude", "frequencies":
        assert read_numbers(with_it, name) == read_numbers(without, name), (line, name)
    f, powers, rest = fit(heard[0], one.f)
    check({name: read_numbers(with_it, name)[0] for name in NAMES},
          figures_of(f, powers, rest, 48000), line)


print(f"# seed {SEED}")
if not Gst.is_initialized():
    Gst.init(None)
sys.exit(prove([one for one in table if not sys.argv[1:]
                or any(word in one.__name__ for word in sys.argv[1:])]))
