#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that the windows of claudiofft are those of scipy.signal.get_window,
and that the names which docs/guide/migration.md says to differ do: every window that
both have, even and odd lengths, each point within 1e-6.

    test-windows.py

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""
import warnings

from tap import modules

numpy, signal = modules("numpy", "scipy.signal")

import claims
from claims import claim, error_of, noise, spectra_of
from windows import WINDOWS

# scipy says that its formula is for attenuations above 45 dB
warnings.filterwarnings("ignore", message="This window is not suitable")

BOUND = 1e-6
LENGTHS = [100, 101, 256]

# names that are alike, of windows that are not
STRANGERS = [("sine", "cosine"), ("bartlett", "triang"), ("welch", "parzen"),
             ("hamming", ("general_hamming", 0.53836))]
# windows that end in a zero when they are symmetric
CLOSED = ["hann", "bartlett", "blackman", "tukey"]


def properties(window, parameter):
    return f"window={window} " + (f"window-param={parameter} " if parameter is not None else "")


def window_of(window, parameter, length):
    """What claudiofft multiplies by: the spectrum of ones, turned back."""
    spectrum = spectra_of(numpy.ones(length), properties(window, parameter)
                          + f"size={length} hop={length} sides=two scaling=none", length)[0]
    return numpy.fft.ifft(spectrum.astype(complex)).real


@claim
def windows_are_those_of_get_window():
    for window, parameter, name in WINDOWS:
        for length in LENGTHS:
            want = signal.get_window(name(length), length, fftbins=True)
            error = numpy.abs(window_of(window, parameter, length) - want).max()
            assert error <= BOUND, (window, parameter, length, error)


@claim
def windows_that_scipy_has_not_are_their_formulas():
    for length in LENGTHS:
        turn = numpy.arange(length) / length
        u = 2 * turn - 1
        for window, parameter, want in (
                ("sine", None, numpy.sin(numpy.pi * turn)), ("welch", None, 1 - u ** 2),
                ("hann-poisson", 1.5, (1 + numpy.cos(numpy.pi * u)) / 2
                 * numpy.exp(-1.5 * numpy.abs(u)))):
            error = numpy.abs(window_of(window, parameter, length) - want).max()
            assert error <= BOUND, (window, length, error)


@claim
def names_that_are_alike_are_not_the_same():
    for window, name in STRANGERS:
        for length in LENGTHS:
            theirs = signal.get_window(name, length, fftbins=True)
            error = numpy.abs(window_of(window, None, length) - theirs).max()
            assert error > 1e-3, (window, name, length, error)


@claim
def symmetric_windows_that_end_in_zero_are_a_sample_shorter():
    """size=N-1 zero-pad=N is scipy's symmetric window of N points."""
    length = 256
    x = noise(3 * length)
    for window in CLOSED:
        w = getattr(signal.windows, window)(length, sym=True)
        want = [numpy.fft.rfft(x[k:k + length] * w) for k in (0, 100, 200, 300)]
        got = spectra_of(x, properties(window, None) + f"size={length - 1} zero-pad={length} "
                         "hop=100 scaling=none", length // 2 + 1)
        error = error_of(got[:4], numpy.array(want))
        assert error <= BOUND, (window, error)


claims.main()
