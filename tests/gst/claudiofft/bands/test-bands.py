#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that the bands of claudiofft are those of the published formulas,
written down here once more from their sources, and of published tables.

    claudiofft/bands/test-bands.py

Sources: S. Young et al., "The HTK Book", 5.4 (mel); H. Traunmueller, JASA 88
(1990), 97 (bark, both end corrections); E. Zwicker, JASA 33 (1961), 248 (the
table of critical bands); B. Glasberg and B. Moore, Hearing Research 47 (1990),
103 (ERB and ERB-rate); IEC 61260-1:2014, base ten (octaves).

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""

from tap import modules

numpy, signal = modules("numpy", "scipy.signal")

import claims
from claims import claim, noise, spectra_of

BOUND = 1e-6
G = 10 ** 0.3

# length, window, zero-pad or 0, rate
SHAPES = [(8192, "hann", 0, 48000), (2500, "blackman", 3001, 44100)]


# ---- the scales ----

def mel(f):
    return 2595 * numpy.log10(1 + f / 700)


def mel_to_hertz(m):
    return 700 * (10 ** (m / 2595) - 1)


def bark(f):
    z = 26.81 / (1 + 1960 / numpy.maximum(f, 1e-300)) - 0.53
    return numpy.where(z < 2, z + 0.15 * (2 - z), numpy.where(z > 20.1, z + 0.22 * (z - 20.1), z))


def erb_rate(f):
    return 21.4 * numpy.log10(4.37 * f / 1000 + 1)


def erb(f):
    """The bandwidth in hertz at f."""
    return 24.7 * (4.37 * f / 1000 + 1)


def invert(scale, values, top):
    """Frequencies of values of a rising scale, by bisection."""
    low, high = numpy.zeros_like(values), numpy.full_like(values, top)
    for _ in range(80):
        middle = (low + high) / 2
        above = scale(middle) > values
        low, high = numpy.where(above, low, middle), numpy.where(above, middle, high)
    return low


def equal_edges(scale, n_bands, top):
    bottom, end = scale(numpy.array([0.0, top]))
    edges = invert(scale, numpy.linspace(bottom, end, n_bands + 1), top)
    edges[0], edges[-1] = 0, top
    return edges


def octave_bands(fraction, spacing, top):
    """Lower and upper edges of the bands as wide as a bin and below top."""
    centers = 1000 * G ** (numpy.arange(-100, 101) / fraction)
    low, high = centers * G ** (-0.5 / fraction), centers * G ** (0.5 / fraction)
    reported = (high - low >= spacing) & (high <= top)
    return low[reported], high[reported]


# ---- weights of bins, a row a band ----

def shares(low, high, length, rate):
    spacing, top = rate / length, rate / 2
    middle = numpy.arange(length // 2 + 1) * spacing
    start, end = numpy.maximum(middle - spacing / 2, 0), numpy.minimum(middle + spacing / 2, top)
    inside = (numpy.minimum(end, numpy.reshape(high, (-1, 1)))
              - numpy.maximum(start, numpy.reshape(low, (-1, 1))))
    return numpy.maximum(inside, 0) / (end - start)


def triangles(n_bands, length, rate):
    corner = mel_to_hertz(numpy.linspace(0, mel(rate / 2), n_bands + 2))[:, None]
    f = numpy.arange(length // 2 + 1) * rate / length
    rising = (f - corner[:-2]) / (corner[1:-1] - corner[:-2])
    falling = (corner[2:] - f) / (corner[2:] - corner[1:-1])
    return numpy.maximum(numpy.minimum(rising, falling), 0)


def factor_of(scaling, w, n, rate):
    """What turns a sum over bins into the power of their band."""
    return rate / n if scaling == "psd" else w.sum() ** 2 / (n * (w @ w))


def check(scale, n_bands, weights):
    """Every band's power against the weighted sum of the element's own bins."""
    for size, window, length, rate in SHAPES:
        n = length or size
        want = weights(n, rate)
        common = f"size={size} hop={size} window={window} zero-pad={length} quantity=power "
        for scaling in "power", "psd":
            x = noise(4 * size)
            bins = spectra_of(x, common + f"scaling={scaling}", n // 2 + 1, rate)
            bands = spectra_of(x, common + f"scaling={scaling} bands={n_bands} "
                               f"band-scale={scale}", len(want), rate)
            assert len(bins) == len(bands) == 4, (len(bins), len(bands))
            factor = factor_of(scaling, signal.get_window(window, size), n, rate)
            error = numpy.abs(bands / (factor * (bins.astype(float) @ want.T)) - 1).max()
            assert error <= BOUND, (size, scaling, error)


@claim
def mel_bands_are_triangles_of_htks_scale():
    check("mel", 40, lambda n, rate: triangles(40, n, rate))


@claim
def bark_bands_are_traunmuellers():
    def weights(n, rate):
        edges = equal_edges(bark, 24, rate / 2)
        return shares(edges[:-1], edges[1:], n, rate)
    check("bark", 24, weights)


@claim
def erb_bands_are_glasbergs_and_moores():
    def weights(n, rate):
        edges = equal_edges(erb_rate, 38, rate / 2)
        return shares(edges[:-1], edges[1:], n, rate)
    check("erb", 38, weights)


@claim
def octaves_and_thirds_are_iec_61260s():
    for scale, fraction in ("octave", 1), ("third-octave", 3):
        check(scale, 0, lambda n, rate: shares(*octave_bands(fraction, rate / n, rate / 2),
                                               n, rate))


@claim
def log_bands_have_equal_ratios():
    def weights(n, rate):
        top = rate / 2
        edges = numpy.geomspace(max(rate / n / 2, top / 1024), top, 31)
        return shares(edges[:-1], edges[1:], n, rate)
    check("log", 30, weights)


# ---- published tables ----

def widths(scale, n_bands, n_reported, size, rate):
    """In hertz: an impulse has a power of 1 in every bin. Half of the first and
    of the last bin lies outside of 0 to Nyquist."""
    x = numpy.zeros(size)
    x[size // 3] = 1
    power = spectra_of(x, f"size={size} hop={size} window=rect scaling=none quantity=power "
                       f"bands={n_bands} band-scale={scale}", n_reported, rate)[0].astype(float)
    if n_bands:
        power[0] -= 0.5
        power[-1] -= 0.5
    return power * rate / size


@claim
def bark_bands_are_zwickers_critical_bands():
    """24 bands up to 15500 Hz. Traunmueller gives 0.05 bark for 200 to 6700 Hz,
    straight lines between the edges of the table cost 0.01 more;
    0 Hz is at -0.15 bark."""
    edges = [0, 100, 200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320,
             2700, 3150, 3700, 4400, 5300, 6400, 7700, 9500, 12000, 15500]
    ours = numpy.cumsum(widths("bark", 24, 24, 31000, 31000))
    reported = numpy.interp(ours, edges, numpy.arange(25))
    error = numpy.abs(reported - numpy.linspace(bark(0.0), bark(15500.0), 25)[1:])
    middle = (ours > 200) & (ours < 6700)
    assert error[middle].max() < 0.06 and error.max() < 0.1, error
    assert abs(bark(1000.0) - 8.53) < 0.005, bark(1000.0)


@claim
def erb_bands_are_as_wide_as_the_published_bandwidth():
    """Glasberg and Moore's rounding of 21.4 leaves 0.4 %; 15.6 ERB at 1 kHz."""
    n_bands, rate = 84, 32000
    ours = widths("erb", n_bands, n_bands, rate, rate)
    edges = numpy.concatenate([[0], numpy.cumsum(ours)])
    step = erb_rate(rate / 2) / n_bands
    ratio = ours / step / erb((edges[:-1] + edges[1:]) / 2)
    assert numpy.abs(ratio - 1).max() < 0.006, ratio
    at_1k = numpy.interp(1000, edges, numpy.arange(n_bands + 1) * step)
    assert abs(at_1k - 15.6) < 0.05, at_1k


@claim
def a_mel_is_a_thousandth_of_a_kilohertz():
    """One band from 0 to the frequency of 2000 mel peaks at 1000."""
    top = round(mel_to_hertz(2000))
    rate = 2 * top
    for hertz, weight in (1000, 1), (500, 0.5), ((1000 + top) // 2, 0.5):
        x = numpy.sin(2 * numpy.pi * hertz * numpy.arange(rate) / rate)
        power = spectra_of(x, f"size={rate} hop={rate} window=rect scaling=power quantity=power "
                           "bands=1 band-scale=mel", 1, rate)
        assert abs(2 * power[0, 0] - weight) < 1e-3, (hertz, power)


@claim
def thirds_have_the_nominal_frequencies():
    nominal = [20, 25, 31.5, 40, 50, 63, 80, 100, 125, 160, 200, 250, 315, 400, 500, 630, 800,
               1000, 1250, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10000, 12500, 16000,
               20000]
    ours = widths("third-octave", 0, 31, 12000, 48000) / (G ** (1 / 6) - G ** (-1 / 6))
    assert numpy.abs(ours / nominal - 1).max() < 0.013, ours


claims.main()
