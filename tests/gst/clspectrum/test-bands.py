#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about the bands of clspectrum (TAP): drawn scales, ranges, rates, sizes,
windows, scalings and formats against sums of bins in double precision, and what a
sine of full scale reads.

    clspectrum/test-bands.py

Skipped where Python's numpy or gi is missing.
"""
import os
import sys
import time

from tap import is_full, modules

numpy = modules("numpy")

from lines import Gst, prove
from listen import KINDS, listen, read_numbers, write_samples

SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
draw = numpy.random.default_rng(SEED)
G = 10 ** 0.3
FRACTIONS = {"octave": 1, "third-octave": 3}
# a0 - a1 cos + a2 cos - a3 cos
WINDOWS = {"rect": (1,), "hann": (0.5, 0.5), "hamming-exact": (0.53836, 0.46164),
           "blackman": (0.42, 0.5, 0.08), "blackman-harris": (0.35875, 0.48829, 0.14128, 0.01168)}
SCALINGS = ["legacy", "amplitude", "power", "psd", "none"]
table = []


def claim(function):
    table.append(function)
    return function


def choice(values):
    return values[draw.integers(len(values))]


def window_of(name, n):
    k = numpy.arange(n) * 2 * numpy.pi / n
    return sum((-1) ** i * a * numpy.cos(i * k) for i, a in enumerate(WINDOWS[name]))


def mel(f):
    return 2595 * numpy.log10(1 + f / 700)


class Case:
    """A drawn request, and the model of what it gives."""

    def __init__(self, scale, scaling):
        self.scale, self.scaling = scale, scaling
        self.rate = int(choice([8000, 11025, 16000, 44100, 48000, 96000, draw.integers(7000, 99000)]))
        self.size = int(choice([0, draw.integers(600, 9000), draw.integers(600, 9000), 4096]))
        self.n = self.size or 1 << (self.rate // 3 - 1).bit_length()
        self.window = choice(list(WINDOWS))
        self.bands = int(draw.integers(2, 40))
        self.low = float(choice([0, numpy.round(self.rate * draw.uniform(0.01, 0.1), 3)]))
        self.high = float(choice([0, numpy.round(self.rate * draw.uniform(0.2, 0.5), 3)]))
        self.kind = choice(["S16LE", "S32LE", "F32LE", "F64LE"])
        self.channels = int(draw.integers(1, 4))
        self.multi = bool(draw.integers(2))
        # Python without python3-gst-1.0 reads no arrays of arrays
        self.form = "bytes" if self.multi else choice(["list", "array", "bytes"])
        self.line = (f"clspectrum band-scale={scale} bands={self.bands} band-low={self.low!r} "
                     f"band-high={self.high!r} size={self.size} window={self.window} "
                     f"scaling={scaling} multi-channel={self.multi} averaging=mean "
                     f"threshold=-250 message-format={self.form}")

    def edges(self):
        """(centres, edges: one more, of mel the corners)."""
        d, top = self.rate / self.n, self.rate / 2
        high = self.high or top
        if self.scale == "log":
            low = self.low or max(d / 2, top / 1024)
            edges = numpy.geomspace(low, high, self.bands + 1)
            return numpy.sqrt(edges[1:] * edges[:-1]), edges
        if self.scale == "mel":
            corners = 700 * (10 ** (numpy.linspace(mel(self.low), mel(high), self.bands + 2)
                                    / 2595) - 1)
            return corners[1:-1], corners
        b = FRACTIONS[self.scale]
        centers = 1000 * G ** (numpy.arange(-60, 61) / b)
        half = G ** (0.5 / b)
        kept = (centers * (half - 1 / half) >= d) & (centers * half <= top)
        kept &= centers * half > self.low
        if self.high:
            kept &= centers / half <= self.high
        return centers[kept], numpy.append(centers[kept] / half, centers[kept][-1:] * half)

    def weights(self):
        d = self.rate / self.n
        f = numpy.arange(self.n // 2 + 1) * d
        edges = self.edges()[1][:, None]
        if self.scale == "mel":
            return numpy.maximum(numpy.minimum((f - edges[:-2]) / (edges[1:-1] - edges[:-2]),
                                               (edges[2:] - f) / (edges[2:] - edges[1:-1])), 0)
        low, high = numpy.maximum(f - d / 2, 0), numpy.minimum(f + d / 2, self.rate / 2)
        inside = numpy.minimum(high, edges[1:]) - numpy.maximum(low, edges[:-1])
        return numpy.maximum(inside, 0) / (high - low)

    def levels(self, x):
        """Decibels of the bands of rows of n samples."""
        w = window_of(self.window, self.n)
        power = numpy.abs(numpy.fft.rfft(x * w)) ** 2
        psd = self.scaling == "psd"
        power *= {"none": 1, "legacy": 1 / self.n ** 2, "psd": 1 / (self.rate * (w @ w))}.get(
            self.scaling, 1 / w.sum() ** 2)
        power[:, 1:(self.n + 1) // 2] *= {"amplitude": 4, "power": 2, "psd": 2}.get(
            self.scaling, 1)
        factor = self.rate / self.n if psd else w.sum() ** 2 / (self.n * (w @ w))
        sums = factor * power @ self.weights().T
        return numpy.maximum(10 * numpy.log10(numpy.maximum(sums, 1e-30)), -250)

    def sine(self):
        """What a sine of full scale reads in its bin, under psd in its band."""
        mean = window_of(self.window, self.n).mean()
        return 20 * numpy.log10({"none": mean * self.n / 2, "amplitude": 1, "power": 0.5 ** 0.5,
                                 "psd": 0.5 ** 0.5, "legacy": mean / 2}[self.scaling])

    def run(self, x):
        """The model's samples, and (magnitude, frequencies) of the first transform."""
        data, heard = write_samples(numpy, x, self.kind)
        line = f"{self.line} interval={int(numpy.ceil(x.shape[1] * 1e9 / self.rate))}"
        messages, warnings = listen(line, self.kind, self.rate, len(x), data,
                                    int(draw.integers(1, 9)))
        assert len(messages) == 1, (line, len(messages))
        if self.scaling == "legacy" and KINDS[self.kind][1] > 1:
            heard = heard / (1 - 1 / KINDS[self.kind][1])
        if not self.multi:
            heard = heard.mean(axis=0)[None]
        levels = numpy.array(read_numbers(messages[0], "magnitude")).reshape(len(heard), -1)
        return heard, levels, numpy.array(read_numbers(messages[0], "frequencies")), warnings


def drawn(n_times):
    for scale in ("log", "octave", "third-octave", "mel"):
        for _ in range(n_times):
            case = Case(scale, choice(SCALINGS))
            if len(case.edges()[0]) > 0:
                yield case


@claim
def levels_are_sums_of_the_bins_of_a_double_transform():
    for case in drawn(8 if is_full() else 2):
        x = draw.uniform(-0.4, 0.4, (case.channels, case.n))
        x += 0.3 * numpy.sin(numpy.arange(case.n) * draw.uniform(0.05, 3))
        heard, got, frequencies, _ = case.run(x)
        want = case.levels(heard)
        assert got.shape == want.shape, (case.line, case.rate, got.shape, want.shape)
        # no transform of single precision has less than its rounding
        error = numpy.abs(10 ** (got / 10) - 10 ** (want / 10)).max(axis=1)
        most = 10 ** (want / 10).max(axis=1)
        assert (error < 2e-5 * most).all(), (case.line, case.rate, error / most)
        near = numpy.abs(got - want)[want > want.max() - 60]
        assert near.max() < 0.01, (case.line, case.rate, near.max())
        assert numpy.allclose(frequencies, case.edges()[0], rtol=1e-6), (case.line, frequencies)


@claim
def a_sine_of_full_scale_reads_in_its_band_what_it_reads_in_its_bin():
    n_tried = 0
    for case in drawn(2):
        edges, lobe = case.edges()[1], 14 * case.rate / case.n
        wide = numpy.flatnonzero(edges[1:] - edges[:-1] > 3 * lobe)
        if case.scale == "mel" or len(wide) == 0 or case.window in ("rect", "hamming-exact"):
            continue
        band = int(choice(wide))
        f = draw.uniform(edges[band] + lobe, edges[band + 1] - lobe)
        x = numpy.sin(2 * numpy.pi * f / case.rate * numpy.arange(case.n) + draw.uniform(0, 6))
        _, got, _, _ = case.run(numpy.tile(x, (case.channels, 1)) * (1 - 2 ** -15))
        assert numpy.abs(got[:, band] - case.sine()).max() < 0.01, (
            case.line, case.rate, f, got[:, band], case.sine())
        n_tried += 1
    print(f"# {n_tried} sines")


@claim
def linear_bands_have_no_frequencies_and_are_the_bins():
    bands, form = int(draw.integers(2, 300)), choice(["list", "array", "bytes"])
    data, _ = write_samples(numpy, draw.uniform(-1, 1, (1, 4800)), "F32LE")
    levels = [read_numbers(listen(f"clspectrum bands={bands} message-format={form} {more}",
                                  "F32LE", 48000, 1, data)[0][0], "magnitude")
              for more in ("", "band-scale=linear band-low=100 band-high=30000 size=99")]
    assert levels[0] == levels[1] and len(levels[0]) == bands, (bands, form)
    messages, warnings = listen("clspectrum", "F32LE", 48000, 1, data)
    assert not warnings and not messages[0].has_field("frequencies")


@claim
def what_the_stream_has_is_done_with_one_warning():
    data, _ = write_samples(numpy, draw.uniform(-1, 1, (1, 9000)), "F32LE")
    many, size = int(draw.integers(300, 5000)), int(draw.integers(200, 590))
    above = int(draw.integers(4001, 50000))
    for settings, name, value, n_bands in (
            (f"band-scale=log size={size} bands={many}", "bands", many, size // 2 + 1),
            (f"band-scale=mel bands=20 band-high={above}", "band-high", above, 20),
            (f"band-scale=log bands=9 band-low={above}", "band-low", above, 9),
            (f"band-scale=third-octave band-low=1 size={size}", "band-low", 1, None)):
        messages, warnings = listen(f"clspectrum interval=50000000 {settings}", "F32LE", 8000, 1,
                                    data, 7)
        assert len(warnings) == 1 and warnings[0].startswith(f"{name} is {value}"), (
            settings, warnings)
        n = len(read_numbers(messages[0], "magnitude"))
        assert n == len(read_numbers(messages[0], "frequencies")) and n == (n_bands or n), (
            settings, n)


print(f"# seed {SEED}")
if not Gst.is_initialized():
    Gst.init(None)
sys.exit(prove([one for one in table if not sys.argv[1:]
                or any(word in one.__name__ for word in sys.argv[1:])]))
