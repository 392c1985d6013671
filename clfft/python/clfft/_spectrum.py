# SPDX-License-Identifier: LGPL-2.1-or-later
"""_spectrum.py: windows, gains and bands that make a transform a calibrated
spectrum. No device is needed."""
from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_double, c_int
from typing import Any, List, Optional

import numpy

from ._device import check
from ._library import (BAND_SCALES, MEL_NORMS, MEL_SCALES, SCALINGS, SIDES,
                       WEIGHTINGS, clfft_bands, clfft_bands_desc, clfft_gain_desc,
                       fft, libc)


def _number(what: str, name: Any, names: Any) -> int:
    """Which of the names it is."""
    if name not in names:
        raise ValueError("%s is %r, not one of %s" % (
            what, name, ", ".join(map(str, names))))
    return names.index(name)


def _doubles(array: numpy.ndarray) -> Any:
    return ctypes.cast(array.ctypes.data, POINTER(c_double))


def list_windows() -> List[str]:
    """The names of all windows, as "hann", "blackman-harris", "kaiser"."""
    names: List[str] = []
    while fft.clfft_window_name(len(names)):
        names.append(fft.clfft_window_name(len(names)).decode())
    return names


def window(name: str, length: int) -> numpy.ndarray:
    """The coefficients of a window, float64, periodic: w[i] has the period `length`.

    name    one of list_windows(), with a parameter as in "kaiser:8.6"
    """
    kind, parameter = c_int(), c_double()
    word, _, number = name.partition(":")
    if not fft.clfft_window_parse(word.encode(), byref(kind)):
        raise ValueError("window is %r, not one of %s" %
                         (word, ", ".join(list_windows())))
    has_parameter = fft.clfft_window_parameter(kind, byref(parameter), None, None)
    if number:
        if not has_parameter:
            raise ValueError("the window %s takes no parameter, got %r" %
                             (word, number))
        parameter.value = float(number)
    if length < 0:
        raise ValueError("length is %d, below 1" % length)
    coefficients = numpy.empty(length)
    check(fft.clfft_window_fill(kind, parameter, length, _doubles(coefficients)))
    return coefficients


def _describe_gain(n: int, rate: float, coefficients: numpy.ndarray, scaling: str,
                   **others: Any) -> clfft_gain_desc:
    desc = clfft_gain_desc(scaling=_number("scaling", scaling, SCALINGS), n=n,
                           rate=rate, window=_doubles(coefficients),
                           window_length=coefficients.size)
    for name, value in others.items():
        setattr(desc, name, value)
    if n < 1 or not 0 < coefficients.size <= n:
        raise ValueError("n is %d and the window has %d points: 1 to n are needed" %
                         (n, coefficients.size))
    if not 0 < rate < numpy.inf:
        raise ValueError("rate is %g, not above 0" % rate)
    return desc


def gains(n: int, rate: float, window: Any, *, scaling: str = "amplitude",
          weighting: str = "none", sides: str = "one", calibration: float = 0.,
          for_sums: bool = False, is_complex: bool = False) -> numpy.ndarray:
    """The amplitude factor of each bin, float64, for gain= of a Plan.

    n            length of the transform
    rate         samples per second
    window       the coefficients that were applied, 1 to n of them
    scaling      "amplitude": a sine of amplitude a reads a; "power": its mean
                 square, a^2/2; "psd": mean square per hertz; "none"; "legacy"
    weighting    "none", "a", "b", "c", "d", "z", of sound
    sides        "one": n//2+1 bins that count for their mirrors too; "two" and
                 "centered": n bins
    calibration  decibels that are added
    for_sums     for powers that will be summed over bins
    is_complex   of complex samples: sides "two" or "centered"
    """
    coefficients = numpy.ascontiguousarray(window, "f8")
    desc = _describe_gain(
        n, rate, coefficients, scaling,
        weighting=_number("weighting", weighting, WEIGHTINGS),
        sides=_number("sides", sides, SIDES), calibration=calibration,
        for_sums=for_sums, complex_input=is_complex)
    if sides == "default" or is_complex and sides == "one":
        raise ValueError("sides is %r: one, two or centered, and of complex samples "
                         "not one" % sides)
    factors = numpy.empty(n // 2 + 1 if sides == "one" else n)
    fft.clfft_gain_fill(byref(desc), _doubles(factors))
    return factors


def band_factor(n: int, rate: float, window: Any,
                scaling: str = "power") -> float:
    """What a sum of power over bins is multiplied by to be the power of their band:
    `factor` of bands(). Arguments as those of gains()."""
    coefficients = numpy.ascontiguousarray(window, "f8")
    return fft.clfft_band_factor(
        byref(_describe_gain(n, rate, coefficients, scaling)))


class Bands:
    """Weighted sums of power over bins, for bands= of a Plan: row b sums
    weight[first[b] + i] * |X[start[b] + i]|^2 over i < first[b+1] - first[b].

    first, start   uint32, of len(bands) + 1 and len(bands) numbers
    weight         float64
    centers        hertz
    """

    def __init__(self, first: Any, start: Any, weight: Any,
                 centers: Any = None) -> None:
        self.first = numpy.asarray(first, "u4")
        self.start = numpy.asarray(start, "u4")
        self.weight = numpy.asarray(weight, "f8")
        self.centers = None if centers is None else numpy.asarray(centers, "f8")

    def __len__(self) -> int:
        return int(self.start.size)

    def matrix(self, n_bins: int) -> numpy.ndarray:
        """The weights as [band][bin], float64: matrix @ power is the bands."""
        rows = numpy.zeros((len(self), n_bins))
        for band, start in enumerate(self.start):
            weight = self.weight[self.first[band]:self.first[band + 1]]
            rows[band, start:start + weight.size] = weight
        return rows


def bands(scale: str, n_bands: int, n: int, rate: float, *, low: float = 0.,
          high: float = 0., factor: float = 1., mel_scale: str = "htk",
          norm: Optional[str] = None) -> Bands:
    """Bands over the n//2+1 bins of a transform of n real samples.

    scale       "bins", "log", "octave", "third-octave", "sixth-octave",
                "twelfth-octave", "twenty-fourth-octave", "mel", "bark", "erb"
    n_bands     1 or more; 0 for the octaves
    rate        samples per second
    low, high   hertz, at most rate/2; 0 is the scale's own range
    factor      multiplies every weight
    mel_scale   "htk", "slaney", "kaldi"; norm: None, peaks of 1, or "slaney", areas
                of 1
    """
    if n_bands < 0 or n < 1:
        raise ValueError("n_bands is %d and n %d: at least 0 and 1" % (n_bands, n))
    desc = clfft_bands_desc(
        scale=_number("scale", scale, BAND_SCALES), n_bands=n_bands, n=n, rate=rate,
        factor=factor, low=low, high=high,
        mel_scale=_number("mel_scale", mel_scale, MEL_SCALES),
        mel_norm=_number("norm", norm, MEL_NORMS))
    rows, centers = clfft_bands(), POINTER(c_double)()
    check(fft.clfft_bands_fill(byref(desc), byref(rows), byref(centers)))
    try:
        count = rows.n_bands
        return Bands(rows.first[:count + 1], rows.start[:count],
                     rows.weight[:rows.first[count]], centers[:count])
    finally:
        fft.clfft_bands_clear(byref(rows))
        libc.free(centers)


def mel_bands(n_mels: int, n: int, rate: float, *, low: float = 0.,
              high: float = 0., scale: str = "slaney",
              norm: Optional[str] = "slaney") -> Bands:
    """Mel filters as librosa.filters.mel has them; mel_bands(...).matrix(n//2+1) is
    that matrix. Arguments as those of bands()."""
    return bands("mel", n_mels, n, rate, low=low, high=high, mel_scale=scale,
                 norm=norm)
