#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that claudiofft and clifft agree with scipy.signal's stft, istft,
spectrogram and welch: random signals and random spectra, several windows, hops,
lengths and scalings, each within 1e-6 of the level.

    test-scipy.py

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""
import math
import warnings

from tap import modules

numpy, signal = modules("numpy", "scipy.signal")

import claims
from claims import RATE, claim, error_of, noise, random, run, spectra_of

# istft looks at the edges too, which are left out here
warnings.filterwarnings("ignore", message="NOLA")

BOUND = 1e-6

# window as claudiofft and as scipy call it, size, hop, transform length
CASES = [
    ("hann", "", "hann", 256, 64, 256),
    ("hamming", "", "hamming", 100, 37, 100),
    ("blackman", "", "blackman", 256, 100, 512),
    ("kaiser", "8.6", ("kaiser", 8.6), 100, 20, 101),
    ("rect", "", "boxcar", 256, 256, 256),
    ("flattop", "", "flattop", 256, 32, 256),
]
# claudiofft's scaling and scipy's
SCALINGS = [("power", "spectrum"), ("psd", "psd")]


def forward_properties(case, scaling, sides, quantity):
    window, param, _, size, hop, length = case
    return (f"window={window} {param and 'window-param=' + param} size={size} "
            f"hop={hop} zero-pad={length} scaling={scaling} sides={sides} quantity={quantity}")


def scipy_window(case):
    return signal.get_window(case[2], case[3], fftbins=True)


def pair_gain(length, sides):
    """What stands for two bins has the power of both; scipy's stft has that of one."""
    if sides == "two":
        return numpy.ones(length)
    gain = numpy.full(length // 2 + 1, math.sqrt(2))
    gain[0] = 1
    if length % 2 == 0:
        gain[-1] = 1
    return gain


@claim
def claudiofft_is_scipys_stft():
    for case in CASES:
        _, _, _, size, hop, length = case
        for scaling, theirs in SCALINGS:
            for sides in "one", "two":
                x = noise(5 * size + 3)
                want = signal.stft(x.astype(float), RATE, scipy_window(case), size, size - hop,
                                   length, return_onesided=sides == "one", boundary=None,
                                   padded=False, scaling=theirs)[2].T
                want = want * pair_gain(length, sides)
                got = spectra_of(x, forward_properties(case, scaling, sides, "complex"),
                                 want.shape[1])
                assert len(got) >= len(want), (case, len(got), len(want))
                error = error_of(got[:len(want)], want)
                assert error <= BOUND, (case, scaling, sides, error)


@claim
def claudiofft_is_scipys_spectrogram():
    for case in CASES:
        _, _, _, size, hop, length = case
        for scaling, theirs in ("power", "spectrum"), ("psd", "density"):
            x = noise(5 * size + 3)
            want = signal.spectrogram(x.astype(float), RATE, scipy_window(case), size,
                                      size - hop, length, detrend=False, scaling=theirs,
                                      mode="psd")[2].T
            got = spectra_of(x, forward_properties(case, scaling, "one", "power"),
                             want.shape[1])
            error = error_of(got[:len(want)], want)
            assert error <= BOUND, (case, scaling, error)


@claim
def modes_of_spectrogram_are_quantities():
    """Magnitudes but for the factor sqrt(2) of what stands for two bins."""
    for case in CASES:
        _, _, _, size, hop, length = case
        gain = pair_gain(length, "one")
        for scaling, theirs in ("power", "spectrum"), ("psd", "density"):
            x = noise(5 * size + 3)

            def their(mode):
                return signal.spectrogram(x.astype(float), RATE, scipy_window(case), size,
                                          size - hop, length, detrend=False, scaling=theirs,
                                          mode=mode)[2].T

            def ours(quantity):
                return spectra_of(x, forward_properties(case, scaling, "one", quantity),
                                  len(gain))[:len(their("psd"))]

            error = error_of(ours("magnitude"), their("magnitude") * gain)
            assert error <= BOUND, (case, scaling, error)
            error = error_of(ours("complex"), their("complex") * gain)
            assert error <= BOUND, (case, scaling, error)
            # angles of small values are reported badly: they count by their level
            level = their("magnitude")
            turn = numpy.exp(1j * ours("phase").astype(float))
            error = error_of(level * turn, level * numpy.exp(1j * their("angle")))
            assert error <= BOUND, (case, scaling, error)


@claim
def averages_are_those_of_welch():
    """A median is scipy's times the bias that it divides by."""
    for case in CASES:
        _, _, _, size, hop, length = case
        for scaling, theirs in ("power", "spectrum"), ("psd", "density"):
            for averaging in "mean", "median":
                x = noise(6 * size + 3)
                n = 1 + (len(x) - size) // hop
                want = signal.welch(x.astype(float), RATE, scipy_window(case), size, size - hop,
                                    length, detrend=False, scaling=theirs, average=averaging)[1]
                if averaging == "median":
                    even = 2 * numpy.arange(1, (n - 1) // 2 + 1)
                    want = want * (1 + numpy.sum(1 / (even + 1) - 1 / even))
                got = spectra_of(x, forward_properties(case, scaling, "one", "power")
                                 + f" averaging={averaging} average-count={n}", len(want))[0]
                error = error_of(got, want)
                assert error <= BOUND, (case, scaling, averaging, error)


@claim
def a_frame_of_all_samples_is_the_periodogram():
    x = noise(1001)
    for scaling, theirs in ("power", "spectrum"), ("psd", "density"):
        want = signal.periodogram(x.astype(float), RATE, detrend=False, scaling=theirs)[1]
        got = spectra_of(x, f"size=1001 hop=1001 window=rect scaling={scaling} quantity=power",
                         len(want))
        assert len(got) == 1 and error_of(got[0], want) <= BOUND, error_of(got[0], want)


@claim
def centered_sides_are_shifted_ones():
    for size in 100, 101:
        x = noise(3 * size)
        two, centered = (spectra_of(x, f"size={size} sides={sides}", size)
                         for sides in ("two", "centered"))
        assert numpy.array_equal(centered, numpy.fft.fftshift(two, axes=1)), size


@claim
def centred_frames_are_those_of_padded_boundaries():
    """scipy: boundary="zeros". Both begin with the frame around sample 0."""
    for case in CASES:
        _, _, _, size, hop, length = case
        x = noise(5 * size + 3)
        for padded in False, True:
            want = signal.stft(x.astype(float), RATE, scipy_window(case), size, size - hop,
                               length, boundary="zeros", padded=padded)[2].T
            got = spectra_of(x, forward_properties(case, "power", "one", "complex")
                             + " center=true", want.shape[1])
            assert len(got) == math.ceil((len(x) + size // 2) / hop), (case, len(got))
            n = min(len(got), len(want))
            error = error_of(got[:n], want[:n] * pair_gain(length, "one"))
            assert error <= BOUND, (case, error)


@claim
def padding_gives_every_frame_that_begins():
    """The frames that scipy leaves out are filled up with silence."""
    for case in CASES:
        _, _, _, size, hop, length = case
        x = noise(5 * size + 3)
        whole = numpy.concatenate([x, numpy.zeros(size)])
        want = signal.stft(whole.astype(float), RATE, scipy_window(case), size, size - hop,
                           length, boundary=None, padded=False)[2].T
        got = spectra_of(x, forward_properties(case, "power", "one", "complex"), want.shape[1])
        assert len(got) == math.ceil(len(x) / hop), (case, len(got))
        error = error_of(got, want[:len(got)] * pair_gain(length, "one"))
        assert error <= BOUND, (case, error)


def spectra_caps(case, scaling, sides):
    window, param, _, size, hop, length = case
    bins = length // 2 + 1 if sides == "one" else length
    rate = f"{RATE // math.gcd(RATE, hop)}/{hop // math.gcd(RATE, hop)}"
    return (f"application/x-fft, version=1, format=F32LE, quantity=complex, scaling={scaling}, "
            f"sides={sides}, shape=<{length}>, bins=<{bins}>, channels=1, rate={RATE}, "
            f"hop={hop}, framerate={rate}, window={window}, window-length={size}, "
            f"source-format=F64LE" + (f", window-param=(string){param}" if param else ""))


@claim
def clifft_is_scipys_istft_of_any_spectra():
    """Random ones: no signal has them, so that the least squares are seen."""
    n_frames = 9
    for case in CASES:
        _, _, _, size, hop, length = case
        window = scipy_window(case)
        for scaling, theirs in SCALINGS:
            for sides in "one", "two":
                frames = random.uniform(-1, 1, (n_frames, length))
                transform = numpy.fft.rfft if sides == "one" else numpy.fft.fft
                spectra = (transform(frames) * pair_gain(length, sides) * 1e-3).astype(numpy.complex64)
                theirs_in = spectra.astype(complex) / pair_gain(length, sides)
                want = signal.istft(theirs_in.T, RATE, window, size, size - hop, length,
                                    input_onesided=sides == "one", boundary=False,
                                    scaling=theirs)[1].real
                data = run(spectra_caps(case, scaling, sides), "clifft", spectra.tobytes())
                got = numpy.frombuffer(data, "<f8")
                assert len(got) == len(want) == (n_frames - 1) * hop + size, (case, len(got))
                covered = numpy.zeros(len(want))
                for k in range(n_frames):
                    covered[k * hop:k * hop + size] += window ** 2
                reported = covered >= 1e-3 * covered.max()
                error = error_of(got[reported], want[reported])
                assert error <= BOUND, (case, scaling, sides, error)


@claim
def clifft_is_scipys_istft_of_a_signals_spectra():
    for case in CASES:
        _, _, _, size, hop, length = case
        window = scipy_window(case)
        x = random.uniform(-1, 1, 8 * hop + size)
        for scaling, theirs in SCALINGS:
            spectra = signal.stft(x, RATE, window, size, size - hop, length, boundary=None,
                                  padded=False, scaling=theirs)[2].T
            want = signal.istft(spectra.T, RATE, window, size, size - hop, length,
                                boundary=False, scaling=theirs)[1]
            ours = (spectra * pair_gain(length, "one")).astype(numpy.complex64)
            data = run(spectra_caps(case, scaling, "one"), "clifft", ours.tobytes())
            got = numpy.frombuffer(data, "<f8")
            covered = numpy.zeros(len(want))
            for k in range(len(spectra)):
                covered[k * hop:k * hop + size] += window ** 2
            reported = covered >= 1e-3 * covered.max()
            assert len(got) == len(want) == len(x), (case, len(got), len(want))
            error = error_of(got[reported], want[reported])
            assert error <= BOUND, (case, scaling, error)


claims.main()
