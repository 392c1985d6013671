# SPDX-License-Identifier: LGPL-2.1-or-later
"""Octaves and their fractions as IEC 61260-1:2014 defines them, base ten, and the
attenuation that bands made of bins have for sines, in double precision. Formulas
are cited by their number."""
import numpy
from scipy import signal

G = 10 ** 0.3
FRACTIONS = {"octave": 1, "third-octave": 3, "sixth-octave": 6, "twelfth-octave": 12,
             "twenty-fourth-octave": 24}
STEPS = 16  # frequencies of sines in a bin

# Table 1, class 1: exponents of G, and the attenuation there in decibels
MOST = numpy.array([[0, 0.4], [1 / 8, 0.5], [1 / 4, 0.7], [3 / 8, 1.4], [1 / 2, 5.3]])
LEAST = numpy.array([[1 / 2, 1.6], [1, 16.6], [2, 40.5], [3, 60], [4, 70]])
LEAST_INSIDE = -0.4


def window(name, n):
    known = {"hann": "hann", "hamming": "hamming", "rect": "boxcar", "blackman": "blackman",
             "blackman-harris": "blackmanharris", "nuttall": "nuttall", "flattop": "flattop",
             "bartlett": "bartlett", "kaiser": ("kaiser", 8.6), "dolph-chebyshev": ("chebwin", 100)}
    return signal.get_window(known[name], n, fftbins=True)


def bands(scale, spacing, top):
    """Centres and edges in hertz of the bands as wide as a bin and below top: (2) to
    (5)."""
    b = FRACTIONS[scale]
    x = numpy.arange(-20 * b, 20 * b)
    center = 1000 * G ** (x / b if b % 2 else (2 * x + 1) / (2 * b))
    low, high = center * G ** (-0.5 / b), center * G ** (0.5 / b)
    reported = (high - low >= spacing) & (high <= top)
    return center[reported], low[reported], high[reported]


def shares(low, high, n, rate):
    """A row of weights of bins for each band."""
    middle = numpy.arange(n // 2 + 1) * rate / n
    start = numpy.maximum(middle - rate / n / 2, 0)
    end = numpy.minimum(middle + rate / n / 2, rate / 2)
    inside = numpy.minimum(end, high[:, None]) - numpy.maximum(start, low[:, None])
    return numpy.maximum(inside, 0) / (end - start)


def limits(scale, ratio):
    """The least and the most attenuation at ratios to the centre: (9) to (11)."""
    b = FRACTIONS[scale]

    def places(rows):
        return numpy.log(1 + (G ** (0.5 / b) - 1) / (G ** 0.5 - 1) * (G ** rows[:, 0] - 1))

    place, edge = numpy.abs(numpy.log(ratio)), places(LEAST)[0]
    inside, outside = place < edge - 1e-9, place > edge + 1e-9
    least = numpy.interp(place, places(LEAST), LEAST[:, 1])
    most = numpy.interp(place, places(MOST), MOST[:, 1])
    return numpy.where(inside, LEAST_INSIDE, least), numpy.where(outside, numpy.inf, most)


def margin(scale, ratio, attenuation):
    """How far inside of the limits, negative outside, in decibels."""
    least, most = limits(scale, ratio)
    return numpy.minimum(attenuation - least, most - attenuation)


def worst_margins(scale, w, n, rate, widest=150):
    """(centre, width in bins, worst margin) of each band up to so many bins wide, for
    sines of every phase under window w."""
    lobe = numpy.abs(numpy.fft.fft(w, n * STEPS)) ** 2 / (n * (w @ w))
    center, low, high = bands(scale, rate / n, rate / 2)
    rows = []
    for c, start, end in zip(center, low, high):
        if (end - start) * n / rate > widest:
            break
        weight = shares(numpy.array([start]), numpy.array([end]), n, rate)[0]
        step = numpy.unique(numpy.concatenate([
            numpy.arange(int(start * n / rate * STEPS) - 6 * STEPS,
                         int(end * n / rate * STEPS) + 6 * STEPS),
            numpy.geomspace(1, n // 2 * STEPS - 1, 800).astype(int)]))
        step = step[(step > 0) & (step < n // 2 * STEPS)]
        power = sum(weight[k] * (lobe[(k * STEPS - step) % len(lobe)]
                                 + lobe[(k * STEPS + step) % len(lobe)])
                    for k in numpy.nonzero(weight)[0])
        attenuation = -10 * numpy.log10(power + 1e-30)
        rows.append((c, (end - start) * n / rate,
                     margin(scale, step / STEPS * rate / n / c, attenuation).min()))
    return rows


def class_1_from(rows):
    """The lowest centre from which on all margins are positive; None if there is
    none."""
    last = max((i for i, row in enumerate(rows) if row[2] < 0), default=-1)
    return rows[last + 1][0] if last + 1 < len(rows) else None
