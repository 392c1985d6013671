#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about the levels of claudiofft's bands: a sine reads in its band what it
reads in its bin, and all bands together have the mean square of a noise, for
every window, scaling, scale and length.

    claudiofft/bands/test-band-levels.py

Each window meets each scale, with a length, a scaling and a padding that are drawn;
CLFFT_TEST_FULL=1 tries all lengths and scalings. The windows are scipy's, the
transforms numpy's, in double precision; test-bands.py has the formulas of the
scales.

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""
import functools
import itertools

from tap import modules

numpy, signal = modules("numpy", "scipy.signal")

import claims
from claims import RATE, claim, is_full, random, run
from scales import bark
from windows import WINDOWS

FULL = is_full()
SIZES = [2048, 8192, 5000]
SCALINGS = ["none", "amplitude", "power", "psd", "legacy"]
SCALES = [("bins", 9), ("log", 12), ("octave", 0), ("third-octave", 0), ("mel", 10), ("bark", 12),
          ("erb", 14)]
# Bins that hold all but 0.05 dB of any of these windows' lobes.
LOBE = 14
SINES = 6


@functools.cache
def scale_of(name):
    """Frequencies in hertz up to half the rate, and their places on a scale of hearing."""
    f = numpy.linspace(0, RATE / 2, 2000001)
    if name == "bark":
        z = bark(f)
    elif name == "erb":
        z = 21.4 * numpy.log10(1 + 0.00437 * f)
    else:
        z = 2595 * numpy.log10(1 + f / 700)
    return f, z


class Case:
    def __init__(self, window, scale, size, scaling, n):
        name, parameter, reported = window
        self.name, self.size, self.scaling, self.n = (name, scale, size, scaling, n), size, scaling, n
        self.scale, self.n_bands = scale
        self.window = signal.get_window(reported(size), size, fftbins=True)
        self.properties = (f"claudiofft size={size} hop={size} window={name} scaling={scaling} "
                           f"quantity=power zero-pad={n} ")
        if parameter is not None:
            self.properties += f"window-param={parameter} "
        self.banded = f"bands={self.n_bands} band-scale={self.scale}"

    def run(self, x, more=""):
        """Frames, channels, points; x has a row for each channel."""
        caps = (f"audio/x-raw, format=F32LE, layout=interleaved, rate={RATE}, "
                f"channels={len(x)}, channel-mask=(bitmask)0")
        data = run(caps, self.properties + more, x.T.astype("<f4").tobytes())
        return numpy.frombuffer(data, "<f4").reshape(x.shape[1] // self.size, len(x), -1)

    def bins(self, x):
        """The power in the bins of the first frame of each channel."""
        w, n = self.window, self.n
        power = numpy.abs(numpy.fft.rfft(x[:, :self.size].astype("<f4").astype(float) * w, n)) ** 2
        gain = {"none": 1, "legacy": 1 / n ** 2, "psd": 1 / (RATE * (w @ w))}.get(
            self.scaling, 1 / w.sum() ** 2)
        pair = {"amplitude": 4, "power": 2, "psd": 2}.get(self.scaling, 1)
        power *= gain
        power[:, 1:(n + 1) // 2] *= pair
        return power

    def sine(self):
        """What a sine of full scale reads in its bin, under psd in its band."""
        peak = self.window.sum() ** 2 / 4
        return {"none": peak, "amplitude": 1, "power": 0.5, "psd": 0.5,
                "legacy": peak / self.n ** 2}[self.scaling]

    def edges(self):
        """In hertz, one more than bands; of mel the corners of the triangles."""
        top, d = RATE / 2, RATE / self.n
        if self.scale == "bins":
            cut = (numpy.arange(self.n_bands + 1) * (self.n // 2 + 1)) // self.n_bands
            return (cut - 0.5) * d
        if self.scale == "log":
            return numpy.geomspace(max(d / 2, top / 1024), top, self.n_bands + 1)
        if self.scale in ("octave", "third-octave"):
            fraction = 1 if self.scale == "octave" else 3
            g = 10 ** 0.3
            centers = 1000 * g ** (numpy.arange(-60, 61) / fraction)
            half = g ** (0.5 / fraction)
            reported = (centers * (half - 1 / half) >= d) & (centers * half <= top)
            return numpy.append(centers[reported] / half, centers[reported][-1] * half)
        f, z = scale_of(self.scale)
        n = self.n_bands + (self.scale == "mel")
        return numpy.interp(numpy.linspace(z[0], z[-1], n + 1), z, f)

    def weights(self):
        """A row for each band, before the factor."""
        d, edges = RATE / self.n, self.edges()
        f = numpy.arange(self.n // 2 + 1) * d
        if self.scale == "mel":
            corner = edges[:, None]
            return numpy.maximum(numpy.minimum(
                (f - corner[:-2]) / (corner[1:-1] - corner[:-2]),
                (corner[2:] - f) / (corner[2:] - corner[1:-1])), 0)
        low, high = numpy.maximum(f - d / 2, 0), numpy.minimum(f + d / 2, RATE / 2)
        inside = numpy.minimum(high, edges[1:, None]) - numpy.maximum(low, edges[:-1, None])
        return numpy.maximum(inside, 0) / (high - low)

    def factor(self):
        w = self.window
        return RATE / self.n if self.scaling == "psd" else w.sum() ** 2 / (self.n * (w @ w))


def cases():
    """In the default run every second pair of a window and a scale."""
    first = random.integers(2)
    for (w, window), (s, scale) in itertools.product(enumerate(WINDOWS), enumerate(SCALES)):
        if not FULL and (w + s) % 2 != first:
            continue
        choices = list(itertools.product(SIZES, SCALINGS))
        for size, scaling in choices if FULL else [choices[random.integers(len(choices))]]:
            padded = 8192 if size == 5000 else 2 * size
            yield Case(window, scale, size, scaling, [size, padded][random.integers(2)])


@claim
def bands_of_sines_are_those_of_a_double_transform():
    """And a sine that has its band's edges at a distance reads what it reads in its
    bin."""
    n_inside = 0
    for case in cases():
        edges = case.edges()
        lobe = LOBE * RATE / case.size
        f = random.uniform(lobe, RATE / 2 - lobe, SINES)
        t = numpy.arange(case.size) / RATE
        x = numpy.sin(2 * numpy.pi * f[:, None] * t + random.uniform(0, 6, (SINES, 1)))
        got = case.run(x, case.banded)[0].astype(float)
        want = case.factor() * case.bins(x) @ case.weights().T
        assert got.shape == want.shape, (case.name, got.shape, want.shape)
        error = numpy.abs(got - want).max(axis=1) / case.sine()
        assert error.max() < 2e-5, (case.name, error)
        for row, frequency in zip(got, f):
            band = numpy.searchsorted(edges, frequency) - 1
            if case.scale == "mel" or not 0 <= band < len(row):
                continue
            if min(frequency - edges[band], edges[band + 1] - frequency) > lobe:
                n_inside += 1
                off = 10 * numpy.log10(row[band] / case.sine())
                assert abs(off) < 0.05, (case.name, frequency, off)
    assert n_inside > len(WINDOWS), n_inside


@claim
def all_bands_together_are_the_mean_square():
    """Of 64 frames of a noise, five deviations of whose mean square are 0.04."""
    for window in WINDOWS:
        for scaling, whole in (("power", 1), ("psd", 1), ("amplitude", 2)):
            scale = [("bins", 7), ("bark", 20), ("erb", 30)][random.integers(3)]
            case = Case(window, scale, 2048, scaling, [2048, 3000][random.integers(2)])
            x = 0.2 * random.standard_normal((2, 64 * case.size))
            total = case.run(x, case.banded).astype(float).sum(axis=2).mean(axis=0)
            ratio = total / whole / (x ** 2).mean(axis=1)
            assert numpy.abs(ratio - 1).max() < 0.06, (case.name, ratio)


claims.main()
