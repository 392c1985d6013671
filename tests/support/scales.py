# SPDX-License-Identifier: LGPL-2.1-or-later
"""scales.py: scales of hearing by their formulas, for models of the elements."""
import numpy


def bark(f):
    z = 26.81 * f / (1960 + f) - 0.53
    return numpy.where(z < 2, z + 0.15 * (2 - z), numpy.where(z > 20.1, z + 0.22 * (z - 20.1), z))


def place(scale, f):
    """Where frequencies in hertz are on the axis of a picture, but for a factor."""
    f = numpy.asarray(f, float)
    with numpy.errstate(divide="ignore"):
        return {"linear": lambda: f, "log": lambda: numpy.log(f),
                "mel": lambda: numpy.log(1 + f / 700), "erb": lambda: numpy.log(1 + 0.00437 * f),
                "bark": lambda: bark(f)}[scale]()


def to_mel(f, scale):
    """Of librosa's two scales: slaney, else htk."""
    f = numpy.asarray(f, float)
    if scale != "slaney":
        return 2595 * numpy.log10(1 + f / 700)
    return numpy.where(f < 1000, f * 3 / 200,
                       15 + 27 * numpy.log(numpy.maximum(f, 1e-9) / 1000) / numpy.log(6.4))


def to_hertz(m, scale):
    if scale != "slaney":
        return 700 * (10 ** (m / 2595) - 1)
    return numpy.where(m < 15, m * 200 / 3, 1000 * 6.4 ** ((m - 15) / 27))
