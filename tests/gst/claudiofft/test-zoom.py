#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that the bins of a zoom are what they are called: against sums in float64,
and scipy.signal.zoom_fft where it is there, of drawn rates, lengths and ranges; tones
between bins; bands and averages; caps that tell each frequency exactly.

    test-zoom.py

Skipped where Python's numpy or gst-launch-1.0 is missing.
"""
import math
import re

from tap import modules

numpy = modules("numpy")
try:
    from scipy.signal import zoom_fft
except ImportError:
    zoom_fft = None

import claims
from claims import audio_caps, claim, random, run

ROUNDOFF = 2.0 ** -24
BAR = 2.0  # of convolutions, times the roundoff and the root of log2 n
FULL = claims.is_full()


class Zoom:
    """A drawn zoom of drawn sound."""

    def __init__(self, iq=False, precision="F32", n_frames=None):
        self.rate = int(random.choice([8000, 11025, 44100, 48000, 96000,
                                       int(random.integers(1000, 200000))]))
        self.size = int(2 ** random.uniform(4, 11))
        self.hop = int(random.integers(self.size // 2 + 1, 2 * self.size))
        self.bins = int(2 ** random.uniform(0, 8))
        self.iq = iq
        bottom = -self.rate / 2 if iq else 0
        top = self.rate if iq else self.rate / 2
        span = min(top - bottom, self.rate) * 2 ** random.uniform(-10, 0)
        self.low = round(random.uniform(bottom, top - span), 3)
        self.high = round(self.low + span, 3)
        if not bottom <= self.low < self.high <= top:
            self.low, self.high = bottom, bottom + self.rate / 2
        # errors are pooled over many points
        self.n_frames = n_frames or 1 + 2 ** 16 // self.size
        self.dtype = {"F32": "<f4", "F64": "<f8"}[precision]
        n = self.size + (self.n_frames - 1) * self.hop
        x = random.uniform(-1, 1, (n, 2 if iq else 1)).astype(self.dtype)
        self.x = (x[:, 0] + 1j * x[:, 1].astype(complex) if iq else x[:, 0].astype(float))
        self.data = x.tobytes()
        self.caps = (f"audio/x-raw, format={precision}LE, layout=interleaved, rate={self.rate}, "
                     f"channels={x.shape[1]}" + (", channel-mask=(bitmask)0x3" if iq else ""))

    def __str__(self):
        return (f"size={self.size} hop={self.hop} zoom-low={self.low} zoom-high={self.high} "
                f"zoom-bins={self.bins} iq={str(self.iq).lower()}")

    def frames(self):
        return numpy.stack([self.x[k * self.hop:k * self.hop + self.size]
                            for k in range(self.n_frames)])

    def spectra(self, properties, kind, after=""):
        data = run(self.caps, f"claudiofft {self} last-frame=complete {properties}{after}",
                   self.data)
        return numpy.frombuffer(data, kind).reshape(-1, self.bins)

    def frequencies(self):
        return self.low + numpy.arange(self.bins) * ((self.high - self.low) / self.bins)

    def model(self, frames):
        """The sum of each bin, in float64, of the numbers that caps tell; scipy's must be
        the same. Where long double is longer, angles have no rounding."""
        long = numpy.longdouble
        step = (self.high - self.low) / self.bins
        turns = numpy.outer(numpy.arange(self.bins, dtype=long) * long(step / self.rate)
                            + long(self.low / self.rate), numpy.arange(self.size, dtype=long))
        made = frames @ numpy.exp(-2j * math.pi * (turns % 1).astype(float)).T
        if zoom_fft:
            theirs = zoom_fft(frames, [self.low, self.high], m=self.bins, fs=self.rate,
                              endpoint=False)
            size = self.level(frames)
            assert numpy.linalg.norm(theirs - made) < 1e-8 * size, (
                str(self), numpy.linalg.norm(theirs - made) / size)
        return made

    def level(self, frames):
        """What the bins have if they have no less than others."""
        return math.sqrt(self.bins) * numpy.linalg.norm(frames)

    def check(self, got, want, frames, roundoff=ROUNDOFF, gain=1):
        error = numpy.linalg.norm(got - want)
        size = max(numpy.linalg.norm(want), gain * self.level(frames))
        bound = BAR * roundoff * math.sqrt(math.log2(max(self.size, 16)))
        assert error <= bound * size, f"{self}: error {error / size:.3g}, bound {bound:.3g}"


@claim
def bins_are_the_sums_that_they_are_called():
    for i in range(40 if FULL else 8):
        zoom = Zoom(iq=i % 2 == 1)
        frames = zoom.frames()
        got = zoom.spectra("window=rect scaling=none", "<c8")
        zoom.check(got, zoom.model(frames), frames)


@claim
def double_precision_is_double():
    for i in range(10 if FULL else 2):
        zoom = Zoom(iq=i % 2 == 1, precision="F64")
        frames = zoom.frames()
        got = zoom.spectra("window=rect scaling=none", "<c16",
                           " ! application/x-fft,format=F64LE")
        rounding = numpy.finfo(numpy.longdouble).eps * zoom.size * math.pi
        zoom.check(got, zoom.model(frames), frames, roundoff=4 * 2.0 ** -53 + rounding)


def hann(n):
    return 0.5 - 0.5 * numpy.cos(2 * math.pi * numpy.arange(n) / n)


@claim
def quantities_and_scalings_are_those_of_plain_bins():
    for i in range(24 if FULL else 6):
        zoom = Zoom(iq=i % 3 == 2)
        w = hann(zoom.size)
        frames = zoom.frames() * w
        f = numpy.abs(zoom.frequencies())
        doubled = (not zoom.iq) & (f > 0) & (f < zoom.rate / 2)
        scaling = str(random.choice(["amplitude", "power", "psd", "none"]))
        gain = {"amplitude": numpy.where(doubled, 2, 1) / w.sum(),
                "power": numpy.sqrt(numpy.where(doubled, 2, 1)) / w.sum(),
                "psd": numpy.sqrt(numpy.where(doubled, 2, 1) / (zoom.rate * (w ** 2).sum())),
                "none": numpy.ones(zoom.bins)}[scaling]
        want = numpy.abs(zoom.model(frames)) * gain
        got = zoom.spectra(f"window=hann scaling={scaling} quantity=magnitude", "<f4")
        zoom.check(got, want, frames, roundoff=1.2 * ROUNDOFF, gain=gain.max())
        decibels = zoom.spectra(f"window=hann scaling={scaling} quantity=db floor=-300", "<f4")
        zoom.check(10 ** (decibels / 20), want, frames, roundoff=200 * ROUNDOFF,
                   gain=gain.max())


@claim
def the_first_bin_at_0_hz_is_not_doubled():
    x = numpy.full(256, 0.25, "<f4")
    got = numpy.frombuffer(
        run(audio_caps(), "claudiofft size=256 window=hann zoom-high=1000 zoom-bins=50 "
            "quantity=magnitude last-frame=complete", x.tobytes()), "<f4")
    assert abs(got[0] - 0.25) < 1e-6, got[0]
    assert abs(got[1] - 0.5) < 0.01, got[1]


@claim
def a_tone_between_two_bins_is_found_to_a_hundredth_of_a_hertz():
    for _ in range(20 if FULL else 4):
        rate = int(random.choice([8000, 44100, 48000]))
        size = int(rate * random.uniform(0.5, 1))
        low = round(random.uniform(300, rate / 2 - 500), 2)
        tone = low + random.uniform(5, 95)
        step = rate / size
        assert step > 0.9  # the transform's bins are a hundred times as far apart
        x = 0.5 * numpy.sin(2 * math.pi * (tone / rate * numpy.arange(size)
                                           + random.uniform(0, 1)))
        got = numpy.frombuffer(
            run(audio_caps(rate), f"claudiofft size={size} window=blackman-harris "
                f"zoom-low={low} zoom-high={low + 100} zoom-bins=20000 quantity=db "
                "last-frame=complete", x.astype("<f4").tobytes()), "<f4")
        found = low + got.argmax() * 100 / 20000
        assert abs(found - tone) < 0.01, (rate, size, tone, found)
        assert abs(got.max() - 20 * math.log10(0.5)) < 0.01, got.max()


@claim
def averages_are_of_the_power_of_a_zoom():
    zoom = Zoom(n_frames=12)
    zoom.hop = (zoom.size + 1) // 2
    power = zoom.spectra("quantity=power", "<f4").astype(float)
    mean = zoom.spectra("quantity=power averaging=mean average-count=4", "<f4")
    n = len(power) // 4
    want = power[:n * 4].reshape(n, 4, zoom.bins).mean(axis=1)
    assert n >= 2 and numpy.abs(mean[:n] - want).max() <= 1e-5 * numpy.abs(want).max()


@claim
def a_band_of_a_zoom_has_the_level_of_the_tone_in_it():
    for scale, bands in (("bins", 1), ("log", 4), ("mel", 3), ("third-octave", 0)):
        size = int(random.integers(4000, 9000))
        tone = random.uniform(880, 1120)
        x = numpy.sin(2 * math.pi * tone / 48000 * numpy.arange(size)).astype("<f4")
        got = numpy.frombuffer(
            run(audio_caps(), f"claudiofft size={size} zoom-low=700 zoom-high=1430 "
                f"zoom-bins=2000 quantity=power bands={bands} band-scale={scale} "
                "last-frame=complete", x.tobytes()), "<f4")
        if scale == "mel":  # triangles overlap to 1 between their peaks
            assert 0.3 < got.sum() < 1.01, got
        else:
            assert abs(10 * math.log10(got.sum())) < 0.05, (scale, size, tone, got)


def caps_of(zoom, properties=""):
    data = run(zoom.caps, f"claudiofft {zoom} {properties} ! gdppay", zoom.data)
    return re.search(rb"application/x-fft[^\0]*", data).group().decode()


@claim
def caps_tell_the_exact_frequencies():
    for _ in range(30 if FULL else 6):
        zoom = Zoom(n_frames=1)
        caps = caps_of(zoom)
        low = re.search(r"bin-low=\(string\)\"?([^,;\"]*)", caps)
        step = re.search(r"bin-step=\(string\)\"?([^,;\"]*)", caps)
        assert (float(low[1]) if low else 0) == zoom.low, (caps, zoom.low)
        assert float(step[1]) == (zoom.high - zoom.low) / zoom.bins, caps
        assert f"bins=(int)< {zoom.bins} >" in caps.replace("<", "< ").replace(">", " >").replace(
            "  ", " ") and len(caps) <= 480, caps


@claim
def without_a_zoom_caps_do_not_speak_of_it():
    zoom = Zoom(n_frames=1)
    zoom.low = zoom.high = 0
    assert "bin-" not in caps_of(zoom)


@claim
def clifft_refuses_a_zoom_and_says_so():
    zoom = Zoom(n_frames=1)
    try:
        run(zoom.caps, f"claudiofft {zoom} ! clifft", zoom.data)
    except AssertionError as error:
        assert "bin-step" in str(error), error
    else:
        assert False, "it is inverted"


claims.main()
