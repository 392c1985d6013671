#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that docs/examples/loudness.py reads what filters in double precision read,
on noises and on the bursts of IEC 61672-1, and within its class 1 (TAP).

    test-loudness.py LOUDNESS.PY

The reference: A and C as bilinear filters at eight times the rate, F and S as
first-order filters of the squares, all by scipy. Skipped where Python's scipy or
gi, or an element, is missing.
"""
import os
import re
import subprocess
import sys
import tempfile

try:
    import numpy
    from scipy import signal
    from scipy.io import wavfile
except ImportError as reason:
    print("1..0 # SKIP", reason)
    sys.exit(0)

import claims
from claims import RATE, Skip, claim, random

MORE = 8

# Length in seconds, and LAFmax less LA of a 4 kHz burst: table 4 with its class 1
# limits above and below
FAST_BURSTS = [(1, 0, 0.5, 0.5), (0.5, -0.1, 0.5, 0.5), (0.2, -1.0, 0.5, 0.5), (0.1, -2.6, 1, 1),
               (0.05, -4.8, 1, 1), (0.02, -8.3, 1, 1), (0.01, -11.1, 1, 1), (0.005, -14.1, 1, 1),
               (0.002, -18.0, 1, 1.5), (0.001, -21.0, 1, 2), (0.0005, -24.0, 1, 2.5),
               (0.00025, -27.0, 1, 3)]
SLOW_BURSTS = [(1, -2.0, 0.5, 0.5), (0.5, -4.1, 0.5, 0.5), (0.2, -7.4, 0.5, 0.5), (0.1, -10.2, 1, 1),
               (0.05, -13.1, 1, 1), (0.02, -17.0, 1, 1.5), (0.01, -20.0, 1, 2), (0.005, -23.0, 1, 2.5),
               (0.002, -27.0, 1, 3)]
# Frequency, cycles, LCpeak less LC, class 1 limit: table 5
PEAKS = [(31.5, 1, 2.5, 2.0), (500, 1, 3.5, 1.0), (8000, 1, 3.4, 2.0), (500, 0.5, 2.4, 1.0),
         (500, -0.5, 2.4, 1.0)]


def meter(x, *options):
    """A dict of levels for each channel; x has a row for each. Two at a time: more
    have places in a room."""
    if len(x) > 2:
        return meter(x[:2], *options) + meter(x[2:], *options)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sound.wav")
        wavfile.write(path, RATE, x.T.astype(numpy.float32))
        result = subprocess.run([sys.executable, sys.argv[1], *options, path], capture_output=True, text=True,
                                timeout=300)
    if "no element" in result.stderr or "No module named" in result.stderr:
        raise Skip(result.stderr.strip())
    assert result.returncode == 0, result.stderr
    return [{name: float(level) for name, level in re.findall(r"(L\w+) (-?[\d.]+|-inf)", line)}
            for line in result.stdout.splitlines()]


def weigh(x, kind):
    """x behind A or C, at MORE times the rate."""
    poles = [20.598997, 20.598997, 12194.217, 12194.217]
    poles += [107.65265, 737.86223] if kind == "a" else []
    zeros = [0] * (4 if kind == "a" else 2)
    sections = signal.zpk2sos(*signal.bilinear_zpk(
        zeros, -2 * numpy.pi * numpy.array(poles), 1, RATE * MORE))
    gain = numpy.abs(signal.sosfreqz(sections, [2 * numpy.pi * 1000 / RATE / MORE])[1][0])
    return signal.sosfilt(sections, signal.resample_poly(x, MORE, 1)) / gain


def decibels(power):
    return 10 * numpy.log10(power)


def reference(x):
    """The levels of one channel."""
    a, rate = weigh(x, "a") ** 2, MORE * RATE
    levels = {"LAeq": decibels(a.mean()), "LAE": decibels(a.sum() / rate)}
    for name, constant in ("F", 0.125), ("S", 1):
        keep = numpy.exp(-1 / (constant * rate))
        levels[f"LA{name}"] = signal.lfilter([1 - keep], [1, -keep], a)
        levels[f"LA{name}max"] = decibels(levels[f"LA{name}"].max())
    levels["LCpeak"] = 20 * numpy.log10(numpy.abs(weigh(x, "c")).max())
    return levels


def tone(frequency, seconds, before=0.5, after=2.5):
    """A burst that begins and ends at a zero, in silence."""
    t = numpy.arange(round(seconds * RATE)) / RATE
    silence = [numpy.zeros(round(s * RATE)) for s in (before, after)]
    return numpy.concatenate([silence[0], 0.5 * numpy.sin(2 * numpy.pi * frequency * t), silence[1]])


@claim
def levels_of_noises_are_those_of_filters_in_double_precision():
    n = 12 * RATE
    spectrum = numpy.fft.rfft(random.standard_normal((2, n)))
    f = numpy.fft.rfftfreq(n, 1 / RATE)
    spectrum[0] *= (f > 10) / numpy.sqrt(f + 1)  # pink, and white
    x = numpy.fft.irfft(spectrum)
    x *= [[0.1], [0.05]] / x.std(axis=1, keepdims=True)
    # louder and softer by turns, as speech
    x[1] *= 1 + 0.9 * numpy.sin(2 * numpy.pi * 0.7 * numpy.arange(n) / RATE)
    for got, own in zip(meter(x), x):
        want = reference(own)
        print("#", got)
        for name, bound in ("LAeq", 0.05), ("LAE", 0.05), ("LAFmax", 0.2), ("LASmax", 0.1), \
                ("LCpeak", 0.1):
            assert abs(got[name] - want[name]) < bound, (name, got[name], want[name])
        fast = want["LAF"][RATE // 2::RATE // 12]  # 96 in a second
        for share in 10, 50, 90:
            level = decibels(numpy.percentile(fast, 100 - share))
            assert abs(got[f"LAF{share}"] - level) < 0.3, (share, got[f"LAF{share}"], level)


@claim
def a_calibration_is_added():
    x = 0.5 * numpy.sin(2 * numpy.pi * 1000 * numpy.arange(4 * RATE) / RATE)[None]
    plain, added = meter(x)[0], meter(x, "--calibration", "100.5")[0]
    for name in plain:
        assert abs(added[name] - plain[name] - 100.5) < 0.011, (name, plain, added)
    assert abs(plain["LAeq"] + 9.03) < 0.02, plain


@claim
def tone_bursts_read_what_the_standard_says():
    """Each in a channel of its own, all of one length."""
    for bursts, name in (FAST_BURSTS, "LAFmax"), (SLOW_BURSTS, "LASmax"):
        x = numpy.array([tone(4000, s, after=3 - s) for s, *_ in bursts])
        x = numpy.concatenate([x, [tone(4000, 3, after=0)]])
        levels = meter(x)
        steady = decibels(0.125) + 0.96  # A at 4 kHz
        print(f"# {name}:", ", ".join(f"{1000 * s:g} ms {level[name] - steady:.2f}"
                                      for (s, *_), level in zip(bursts, levels)))
        for (seconds, want, above, below), level in zip(bursts, levels):
            off = level[name] - steady - want
            assert -below < off < above, (name, seconds, want, off)
            off = level["LAE"] - steady - decibels(seconds)
            assert abs(off) < 0.5, ("LAE", seconds, off)


@claim
def peaks_of_single_cycles_are_class_1():
    rows = []
    for frequency, cycles, _, _ in PEAKS:
        x = tone(frequency, abs(cycles) / frequency)
        rows.append(numpy.pad(x if cycles > 0 else -x, (0, 4 * RATE - len(x))))
    levels = meter(numpy.array(rows))
    for (frequency, cycles, want, bound), level, x in zip(PEAKS, levels, rows):
        low, high = 20.598997, 12194.217
        gain = [f ** 2 / ((f ** 2 + low ** 2) * (f ** 2 + high ** 2)) for f in (frequency, 1000)]
        steady = decibels(0.125) + 20 * numpy.log10(gain[0] / gain[1])
        off = level["LCpeak"] - steady - want
        print(f"# {frequency} Hz, {cycles:g} cycles: {level['LCpeak'] - steady:.2f} dB, {off:+.2f}")
        assert abs(off) < bound, (frequency, cycles, off)
        assert abs(level["LCpeak"] - reference(x)["LCpeak"]) < 0.15, (frequency, cycles)


claims.main()
