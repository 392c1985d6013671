#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that the engine's tapers are those of scipy.signal.windows.dpss, and
that claudiofft's spectra of several tapers are a model's in double precision: the
mean of the powers of numpy's transforms. All is drawn.

    test-tapers.py LIBCLFFT

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""
import ctypes
import sys

from tap import modules

numpy, windows = modules("numpy", "scipy.signal.windows")

import claims
from claims import claim, error_of, noise, random, run

BOUND = 1e-6
ROUNDING = 2.0 ** -53

library = ctypes.CDLL(sys.argv[1])
library.clfft_tapers_fill.argtypes = [ctypes.c_double, ctypes.c_uint64, ctypes.c_uint,
                                      ctypes.c_void_p]


def tapers_of(bandwidth, length, count):
    w = numpy.zeros((count, length))
    status = library.clfft_tapers_fill(bandwidth, length, count, w.ctypes.data)
    assert status == 0, (bandwidth, length, count, status)
    return w


@claim
def tapers_are_scipys():
    """scipy's own error is that of eigenvectors, pi NW apart, of a matrix as large as
    length^2 / 4."""
    for _ in range(60):
        length = int(2 ** random.uniform(3, 11.5))
        bandwidth = float(random.uniform(0.1, min(40, 0.49 * length)))
        count = int(random.integers(1, min(16, length) + 1))
        want = windows.dpss(length, bandwidth, count)
        got = tapers_of(bandwidth, length, count)
        # a mean that is 0 but for rounding gives an even one no sign
        for k in range(0, count, 2):
            if abs(want[k].sum()) < 1e-9:
                want[k] *= numpy.sign(numpy.dot(want[k], got[k]))
        error = numpy.abs(got - want).max()
        bound = 4 * ROUNDING * (length ** 2 / (numpy.pi * bandwidth) + 50)
        assert error <= bound, (length, bandwidth, count, error, bound)


@claim
def a_single_taper_is_the_periodic_window():
    for _ in range(2):
        length = int(random.integers(8, 300))
        bandwidth = round(float(random.uniform(0.5, min(8, length / 3))), 3)
        properties = f"size={length} hop={length} window=dpss window-param={bandwidth}"
        got = run(claims.audio_caps(), f"claudiofft {properties} tapers=1 sides=two scaling=none",
                  numpy.ones(length, "<f4").tobytes())
        got = numpy.fft.ifft(numpy.frombuffer(got, "<c8").astype(complex)).real
        want = windows.dpss(length, bandwidth, sym=False)
        assert numpy.abs(got - want).max() <= BOUND, (length, bandwidth)


# ---- spectra ----

def gains_of(w, scaling, length, rate, sides):
    """What the mean power of tapers of energy 1 is multiplied by, of each bin."""
    count = len(w)
    base = {"none": 1, "legacy": 1 / length ** 2, "psd": count / (rate * numpy.sum(w ** 2)),
            "amplitude": count / numpy.sum(w.sum(axis=1) ** 2)}
    base["power"] = base["amplitude"]
    n_bins = length // 2 + 1 if sides == "one" else length
    pair = {"amplitude": 4, "power": 2, "psd": 2}.get(scaling, 1) if sides == "one" else 1
    gain = numpy.full(n_bins, float(pair))
    if sides == "one":
        gain[0] = 1
        if length % 2 == 0:
            gain[-1] = 1
    return base[scaling] * gain


def powers_of(x, w, case):
    """[frame][channel][bin] of all frames that begin before the end."""
    size, hop, length, scaling, sides, rate = case
    padded = numpy.concatenate([x.astype(float), numpy.zeros((size, x.shape[1]))])
    transform = numpy.fft.rfft if sides == "one" else numpy.fft.fft
    frames = [padded[k:k + size].T for k in range(0, len(x), hop)]
    powers = [numpy.mean([numpy.abs(transform(frame * taper, length)) ** 2 for taper in w], axis=0)
              for frame in frames]
    powers = numpy.array(powers) * gains_of(w, scaling, length, rate, sides)
    return numpy.fft.fftshift(powers, axes=2) if sides == "centered" else powers


def draw_case():
    """size, hop, transform length, scaling, sides, rate, bandwidth, tapers."""
    size = int(random.choice([random.integers(20, 600), 256, 1024]))
    hop = int(random.integers(1 + size // 4, size + 1))
    length = size + int(random.choice([0, random.integers(0, size)]))
    scaling = str(random.choice(["none", "amplitude", "power", "psd"]))
    sides = str(random.choice(["one", "two", "centered"]))
    bandwidth = round(float(random.uniform(0.5, 8)), 2)
    return (size, hop, length, scaling, sides, int(random.integers(100, 96000))), bandwidth, \
        int(random.integers(2, 17))


def properties_of(case, bandwidth, count):
    size, hop, length, scaling, sides, _ = case
    return (f"window=dpss window-param={bandwidth} tapers={count} size={size} hop={hop} "
            f"zero-pad={length} scaling={scaling} sides={sides}")


def frames_of(x, case, properties, n_points, part=0):
    caps = (f"audio/x-raw, format=F32LE, layout=interleaved, rate={case[5]}, "
            f"channels={x.shape[1]}, channel-mask=(bitmask)0")
    data = run(caps, "claudiofft " + properties, x.astype("<f4").tobytes(),
               part * 4 * x.shape[1])
    return numpy.frombuffer(data, "<f4").reshape(-1, x.shape[1], n_points)


def each_draw(n):
    for _ in range(n):
        case, bandwidth, count = draw_case()
        channels = int(random.integers(1, 4))
        x = noise(channels * int(random.integers(1, 8 * case[0]))).reshape(-1, channels)
        w = tapers_of(bandwidth, case[0], count)
        yield x, w, case, properties_of(case, bandwidth, count)


@claim
def spectra_are_the_mean_of_the_powers():
    for x, w, case, properties in each_draw(8):
        want = powers_of(x, w, case)
        quantity = str(random.choice(["power", "magnitude", "db", "log"]))
        got = frames_of(x, case, f"{properties} quantity={quantity} floor=-400", want.shape[2])
        got = got.astype(float)
        got = {"power": got, "magnitude": got ** 2, "db": 10 ** (got / 10),
               "log": numpy.exp(got)}[quantity]
        # numbers of 32 bits on a scale of logarithms
        bound = BOUND if quantity in ("power", "magnitude") else 1e-4
        error = error_of(got, want)
        assert got.shape == want.shape and error <= bound, (properties, quantity, error)


@claim
def a_zoom_has_the_mean_of_the_powers():
    """At each of its frequencies, by sums in double precision."""
    for _ in range(4):
        size, rate = int(random.integers(60, 1500)), int(random.integers(1000, 96000))
        bins, channels = int(random.integers(16, 200)), int(random.integers(1, 3))
        count, scaling = int(random.integers(2, 10)), str(random.choice(["none", "amplitude", "psd"]))
        bandwidth = round(float(random.uniform(0.5, 8)), 2)
        low = round(float(random.uniform(0.02, 0.2)) * rate, 3)
        high = round(low + float(random.uniform(0.005, 0.25)) * rate, 3)
        w = tapers_of(bandwidth, size, count)
        x = noise(channels * size * 5).reshape(-1, channels)
        case = (size, size, size, scaling, "one", rate)
        turns = numpy.outer((low + numpy.arange(bins) * ((high - low) / bins)) / rate,
                            numpy.arange(size))
        waves = numpy.exp(-2j * numpy.pi * (turns % 1))
        frames = x.astype(float).reshape(-1, size, channels).transpose(0, 2, 1)
        want = numpy.mean([numpy.abs((frames * taper) @ waves.T) ** 2 for taper in w], axis=0)
        want = want * gains_of(w, scaling, size, rate, "one")[1]
        properties = (f"window=dpss window-param={bandwidth} tapers={count} size={size} "
                      f"hop={size} scaling={scaling} zoom-low={low} zoom-high={high} "
                      f"zoom-bins={bins} quantity=power last-frame=complete")
        got = frames_of(x, case, properties, bins)
        # twice that of amplitudes, which test-zoom.py bounds
        bound = 4 * 2.0 ** -24 * numpy.sqrt(numpy.log2(size)) + BOUND
        error = error_of(got, want)
        assert got.shape == want.shape and error <= bound, (properties, rate, error, bound)


@claim
def averages_over_frames_are_of_those():
    for x, w, case, properties in each_draw(4):
        powers = powers_of(x, w, case)
        n = int(random.integers(1, 6))
        averaging, mean = [("mean", numpy.mean), ("max-hold", numpy.max),
                           ("min-hold", numpy.min), ("median", numpy.median)][random.integers(4)]
        want = numpy.array([mean(powers[k:k + n], axis=0) for k in range(0, len(powers), n)])
        got = frames_of(x, case, f"{properties} quantity=power averaging={averaging} "
                                 f"average-count={n}", want.shape[2])
        error = error_of(got, want)
        assert got.shape == want.shape and error <= BOUND, (properties, averaging, n, error)


@claim
def bands_are_sums_of_those():
    """All together have the mean square that the tapers weigh: Parseval."""
    for _ in range(2):
        size, count = int(random.integers(64, 900)), int(random.integers(2, 9))
        bandwidth = round(float(random.uniform(1, 6)), 2)
        w = tapers_of(bandwidth, size, count)
        x = noise(size).reshape(-1, 1)
        want = numpy.sum((w * x[:, 0].astype(float)) ** 2) / count
        for scaling in "power", "psd":
            case = (size, size, size, scaling, "one", 48000)
            got = frames_of(x, case, properties_of(case, bandwidth, count)
                            + " quantity=power bands=5 band-scale=bark", 5)
            assert abs(got.sum() / want - 1) <= 1e-5, (size, count, scaling, got.sum(), want)


@claim
def a_sine_reads_its_level():
    """On a bin, of as many tapers as the band holds."""
    for _ in range(2):
        size, bandwidth = int(random.integers(400, 2000)), int(random.integers(2, 8))
        count = 2 * bandwidth - 1
        k = int(random.integers(3 * bandwidth, size // 2 - 3 * bandwidth))
        level = random.uniform(0.1, 1)
        x = level * numpy.sin(2 * numpy.pi * k * numpy.arange(size) / size
                              + random.uniform(0, 6)).reshape(-1, 1)
        case = (size, size, size, "amplitude", "one", 48000)
        got = frames_of(x, case, properties_of(case, bandwidth, min(count, 16))
                        + " quantity=magnitude", size // 2 + 1)[0, 0, k]
        assert abs(20 * numpy.log10(got / level)) < 0.01, (size, bandwidth, k, got, level)


@claim
def bits_do_not_depend_on_buffers():
    for x, w, case, properties in each_draw(3):
        n_points = case[2] // 2 + 1 if case[4] == "one" else case[2]
        averaging = str(random.choice(["none", "exponential", "max-hold"]))
        properties += f" quantity=power averaging={averaging}"
        one = frames_of(x, case, properties, n_points)
        for part in 1, int(random.integers(2, 2 * case[0])):
            other = frames_of(x, case, properties, n_points, part)
            assert one.tobytes() == other.tobytes(), (properties, part)


claims.main()
