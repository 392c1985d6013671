#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that bands of claudiofft keep the class 1 limits for sines of any
frequency, octaves those of IEC 61260-1 and weighted sums those of IEC 61672-1, and
that calibration and the range of bands are what they say.

    claudiofft/bands/test-band-class.py

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""

from tap import modules

numpy, octaves = modules("numpy", "octaves")

import claims
from claims import RATE, audio_caps, claim, noise, random, run, spectra_of

# Of the frequencies between two bins' the nearest sixteenth decides; float32.
ROUNDING = 0.05
# Nominal frequency, limits of class 1 above and below: IEC 61672-1:2013, table 3
WEIGHTING_LIMITS = numpy.array([
    (10, 3.0, 99), (12.5, 2.5, 99), (16, 2.0, 4.0), (20, 2.0, 2.0), (25, 2.0, 1.5), (31.5, 1.5, 1.5),
    (40, 1.0, 1.0), (800, 1.0, 1.0), (1000, 0.7, 0.7), (1250, 1.0, 1.0), (4000, 1.0, 1.0),
    (5000, 1.5, 1.5), (6300, 1.5, 2.0), (8000, 1.5, 2.5), (10000, 2.0, 3.0), (12500, 2.0, 5.0),
    (16000, 2.5, 16.0), (20000, 3.0, 99)])


def sines(frequencies, size):
    """Frames of sines of full scale, each twice, a quarter of a turn apart: the mean
    power of both is that of every phase."""
    t = numpy.arange(size) / RATE
    phase = random.uniform(0, 2 * numpy.pi, len(frequencies))
    both = [numpy.sin(2 * numpy.pi * frequencies[:, None] * t + (phase + more)[:, None])
            for more in (0, numpy.pi / 2)]
    return numpy.stack(both, axis=1).reshape(-1)


def powers_of(frequencies, size, properties):
    """The power in each band, a row for each frequency."""
    x = sines(frequencies, size)
    data = run(audio_caps(), f"claudiofft size={size} hop={size} quantity=power scaling=power "
               + properties, x.astype("<f4").tobytes())
    return numpy.frombuffer(data, "<f4").astype(float).reshape(len(frequencies), 2, -1).mean(axis=1)


@claim
def swept_sines_stay_inside_class_1():
    """And below the bands that do, some do not."""
    for name, size in (("hann", 4096), ("blackman-harris", 5000), ("kaiser", 8192),
                       ("dolph-chebyshev", 2048), ("flattop", 8192)):
        scale = ["octave", "third-octave", "third-octave", "sixth-octave",
                 "twelfth-octave"][random.integers(5)]
        rows = octaves.worst_margins(scale, octaves.window(name, size), size, RATE)
        lowest = octaves.class_1_from(rows)
        center, low, high = octaves.bands(scale, RATE / size, RATE / 2)
        # at every place of the limits, of bands that are drawn
        picked = random.choice(numpy.nonzero(center >= lowest * 0.999)[0], 60)
        picked[:4] = numpy.searchsorted(center, lowest * 0.999)
        ratio = (high / low)[picked] ** random.uniform(-0.7, 0.7, 60)
        f = numpy.concatenate([center[picked] * ratio,
                               numpy.geomspace(RATE / size, 0.49 * RATE, 100)])
        f = f[f < 0.49 * RATE]
        power = powers_of(f, size, f"window={name} band-scale={scale}")
        assert power.shape[1] == len(center), (power.shape, len(center))
        attenuation = -10 * numpy.log10(2 * power + 1e-12)
        margins = octaves.margin(scale, f[:, None] / center, attenuation)
        worst = margins.min(axis=0)
        inside = center >= lowest * 0.999
        assert worst[inside].min() > -ROUNDING, (name, size, scale, lowest, worst)
        # a band as wide as a bin cannot be one of class 1
        assert worst[0] < 0 or lowest == center[0], (name, size, scale, worst)


def curve(kind, f):
    low, high = 20.598997 ** 2, 12194.217 ** 2

    def gain(f):
        value = f ** 2 / ((f ** 2 + low) * (f ** 2 + high))
        return value if kind == "c" else value * f ** 2 / numpy.sqrt(
            (f ** 2 + 107.65265 ** 2) * (f ** 2 + 737.86223 ** 2))
    return 20 * numpy.log10(gain(f) / gain(1000.0)) if kind in "ac" else 0 * f


@claim
def weighted_sums_of_swept_sines_are_class_1():
    """Down to 10 Hz, with bins 12 Hz apart under hann and 6 Hz under others."""
    f = numpy.geomspace(10, 20000, 120) * random.uniform(1, 1.02, 120)
    f = numpy.concatenate([f, WEIGHTING_LIMITS[:, 0]]).clip(10, 20000)
    # between two nominal frequencies the stricter limit
    below = numpy.searchsorted(WEIGHTING_LIMITS[:, 0], f, "right") - 1
    above = numpy.searchsorted(WEIGHTING_LIMITS[:, 0], f, "left")
    most = numpy.minimum(WEIGHTING_LIMITS[below, 1], WEIGHTING_LIMITS[above, 1])
    least = numpy.minimum(WEIGHTING_LIMITS[below, 2], WEIGHTING_LIMITS[above, 2])
    for name, size in ("hann", 4096), ("blackman-harris", 8192), ("kaiser", 8192):
        for kind in "acz":
            bands = ["bands=1", "band-scale=bark bands=11"][random.integers(2)]
            power = powers_of(f, size, f"window={name} weighting={kind} {bands}").sum(axis=1)
            error = 10 * numpy.log10(2 * power + 1e-30) - curve(kind, f)
            wrong = (error > most) | (error < -least)
            assert not wrong.any(), (name, kind, f[wrong], error[wrong])
            assert numpy.abs(error[(f > 100) & (f < 20000)]).max() < 0.1, (name, kind)


@claim
def calibration_adds_decibels_to_every_level():
    x = noise(4 * 1024)
    decibels = round(random.uniform(-120, 120), 2)
    for more in "", "band-scale=third-octave", "averaging=exponential":
        common = f"size=1024 hop=1024 quantity=db floor=-400 {more}"
        n = 513 if "band" not in more else len(octaves.bands("third-octave", RATE / 1024, RATE / 2)[0])
        plain = spectra_of(x, common, n).astype(float)
        added = spectra_of(x, common + f" calibration={decibels}", n).astype(float)
        assert numpy.abs(added - plain - decibels).max() < 2e-4, (more, decibels)


@claim
def calibrated_spectra_come_back_as_they_were():
    x = noise(8 * 1024)
    data = run(audio_caps(), f"claudiofft size=1024 overlap=0.75 center=true calibration="
               f"{random.uniform(-60, 60)} ! clifft", x.tobytes())
    got = numpy.frombuffer(data, "<f4")
    assert len(got) == len(x) and numpy.abs(got - x).max() < 1e-5, numpy.abs(got - x).max()


@claim
def a_range_leaves_the_bands_that_it_holds():
    """Octaves by the band that holds each end, by exact edges; others begin and end
    there."""
    size = 8192
    x = noise(size)
    common = f"size={size} hop={size} quantity=power scaling=power "
    for _ in range(8):
        scale = list(octaves.FRACTIONS)[random.integers(5)]
        center, low, high = octaves.bands(scale, RATE / size, RATE / 2)
        ends = numpy.sort(random.choice(len(center), 2, replace=False))
        reported = [random.uniform(low[e] * 1.0001, high[e] * 0.9999) for e in ends]
        whole = spectra_of(x, common + f"band-scale={scale}", len(center))[0]
        some = spectra_of(x, common + f"band-scale={scale} band-low={reported[0]} "
                          f"band-high={reported[1]}", ends[1] - ends[0] + 1)[0]
        assert (some == whole[ends[0]:ends[1] + 1]).all(), (scale, reported)
    n = len(octaves.bands("third-octave", 1, 24000)[0])
    names = spectra_of(noise(65536), "size=65536 hop=65536 quantity=power band-scale=third-octave "
                       "band-low=20 band-high=20000", 31)
    assert names.shape == (1, 31) and n > 31, names.shape
    for scale in "log", "bark", "erb", "mel":
        edge = round(random.uniform(500, 3000), 3), round(random.uniform(4000, 20000), 3)
        power = spectra_of(x, common + f"bands=1 band-scale={scale} band-low={edge[0]} "
                           f"band-high={edge[1]}", 1)[0, 0]
        w = octaves.window("hann", size)
        bins = 2 * numpy.abs(numpy.fft.rfft(x.astype(float) * w)) ** 2 / (size * (w @ w))
        weight = octaves.shares(numpy.array([edge[0]]), numpy.array([edge[1]]), size, RATE)[0]
        if scale == "mel":
            f = numpy.arange(size // 2 + 1) * RATE / size
            foot = [2595 * numpy.log10(1 + e / 700) for e in edge]
            top = 700 * (10 ** (sum(foot) / 2 / 2595) - 1)
            weight = numpy.maximum(numpy.minimum((f - edge[0]) / (top - edge[0]),
                                                 (edge[1] - f) / (edge[1] - top)), 0)
        assert abs(power / (weight @ bins) - 1) < 1e-5, (scale, edge, power, weight @ bins)


claims.main()
