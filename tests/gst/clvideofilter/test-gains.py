#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drawn low-pass, high-pass and sharpen of clvideofilter against the formulas of its page
in double precision, over the mirrored picture as one period (TAP)."""
import math
import sys

import tap

numpy = tap.modules("numpy")
import pictures  # noqa: E402

draw, numbers = pictures.draws()
BAR = 0.51 + 255e-4  # of rounding, and of what reaches further than transforms do


def expect(plane, gain, top, offset):
    """The gain over one period of the mirrored plane."""
    h, w = plane.shape
    whole = plane.astype(float)
    if w > 1:
        whole = numpy.hstack([whole, whole[:, -2:0:-1]])
    if h > 1:
        whole = numpy.vstack([whole, whole[-2:0:-1]])
    f2 = (numpy.fft.fftfreq(whole.shape[0])[:, None] ** 2
          + numpy.fft.fftfreq(whole.shape[1]) ** 2)
    out = numpy.fft.ifft2(numpy.fft.fft2(whole) * gain(f2)).real[:h, :w]
    return numpy.clip(out + offset, 0, top)


def gain_of(low, high, blur, snr):
    def gain(f2):
        g = numpy.ones_like(f2)
        if low:
            g *= numpy.exp(-math.log(2) / 2 * f2 / low ** 2)
        if high:
            g *= 1 - numpy.exp(math.log(1 - math.sqrt(0.5)) * f2 / high ** 2)
        if blur:
            n, b = 10 ** (-snr / 10), numpy.exp(-2 * math.pi ** 2 * blur ** 2 * f2)
            g *= (1 + n) * b / (b * b + n)
        return g
    return gain


def prove(low=0, high=0, blur=0, snr=30):
    name = draw.choice(["GRAY8", "I420", "RGB"])
    picture = pictures.Picture(name, draw.randint(1, 90), draw.randint(1, 70))
    picture.bytes[:] = numbers.integers(0, 256, len(picture.bytes))
    values = {"low-pass": low, "high-pass": high, "sharpen": blur > 0, "snr": snr}
    with pictures.Filter({**values, **({"blur": blur} if blur else {})}) as run:
        result = run.run(picture)
    for c in picture.colours():
        scale = [1 << s[c] for s in (picture.format.w_sub, picture.format.h_sub)]
        assert scale[0] == scale[1], "4:2:2 has another frequency along x"
        gain = gain_of(low * scale[0], high * scale[0], blur / scale[0], snr)
        off = numpy.abs(result.codes(c) - expect(picture.codes(c), gain, 255,
                                                 128 if high else 0)).max()
        assert off < BAR * max(1, gain(numpy.linspace(0, 0.5, 999)).max()), (
            f"{name} {picture.info.width}x{picture.info.height}: low-pass {low}, high-pass "
            f"{high}, blur {blur}, snr {snr}: component {c} is {off} codes off")


def gains_are_those_of_the_page():
    for _ in range(30 if tap.is_full() else 1):
        prove(low=draw.uniform(0.02, 0.4))
        prove(high=draw.uniform(0.02, 0.4))
        prove(blur=draw.uniform(0.4, 2.5), snr=draw.uniform(5, 35))


def blur_is_undone():
    """A picture that was blurred comes back better than it went in."""
    n = 96
    y, x = numpy.mgrid[:n, :n]
    scene = 120 + 60 * numpy.sign(numpy.sin(x / 9.0) * numpy.sin(y / 7.0))
    f2 = numpy.fft.fftfreq(n)[:, None] ** 2 + numpy.fft.fftfreq(n) ** 2
    blurred = numpy.fft.ifft2(numpy.fft.fft2(scene)
                              * numpy.exp(-2 * math.pi ** 2 * 1.5 ** 2 * f2)).real
    picture = pictures.Picture("GRAY8", n, n)
    picture.words(0)[:] = numpy.rint(blurred)
    with pictures.Filter({"sharpen": True, "blur": 1.5, "snr": 40}) as run:
        result = run.run(picture).codes(0)
    inside = numpy.s_[8:-8, 8:-8]
    before, after = (math.sqrt(((a - scene)[inside] ** 2).mean())
                     for a in (picture.codes(0), result))
    assert after < 0.75 * before, f"{after} codes off, {before} before"


if __name__ == "__main__":
    sys.exit(tap.prove([gains_are_those_of_the_page, blur_is_undone]))
