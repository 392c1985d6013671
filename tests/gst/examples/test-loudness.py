#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that docs/examples/loudness.py reads what filters in double precision read,
on noises and on the bursts of IEC 61672-1, and within its class 1 (TAP).

    test-loudness.py LOUDNESS.PY

The reference: A and C on the spectrum of the whole sound, at eight times the rate,
F and S as first-order filters of the squares. Skipped where Python's scipy or gi, or
an element, is missing.
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

from tap import modules

numpy, fft, signal, wavfile = modules("numpy", "scipy.fft", "scipy.signal", "scipy.io.wavfile")

import claims
from claims import RATE, Skip, claim, random

MORE = 8
MARGIN = RATE // 4  # in which the filters fade

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


def measure(sound, *options):
    """A dict of levels for each channel."""
    result = subprocess.run([sys.executable, sys.argv[1], *options, sound], capture_output=True,
                            text=True, timeout=300)
    if "no element" in result.stderr or "No module named" in result.stderr:
        raise Skip(result.stderr.strip())
    assert result.returncode == 0 and not result.stderr, result.stderr
    return [{name: float(level) for name, level in re.findall(r"(L\w+) (-?[\d.]+|-inf)", line)}
            for line in result.stdout.splitlines()]


def meter(x, *options):
    """A dict of levels for each row of x."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sound.wav")
        wavfile.write(path, RATE, x.T.astype(numpy.float32))
        return measure(path, *options)


def weigh(x, kind):
    """x behind A or C, at MORE times the rate, with MARGIN of silence before and behind.
    Band-limited: what lies between samples is that of the sound's spectrum."""
    x = numpy.pad(x, MARGIN)
    n = fft.next_fast_len(len(x), real=True)
    f = numpy.fft.rfftfreq(n, 1 / RATE)[1:]
    poles = [20.598997, 20.598997, 12194.217, 12194.217]
    poles += [107.65265, 737.86223] if kind == "a" else []

    def response(f):
        zeros = (1j * f) ** (4 if kind == "a" else 2)
        return zeros / numpy.prod([1j * f + pole for pole in poles], axis=0)

    spectrum = fft.rfft(x, n)
    spectrum[0] = 0
    spectrum[1:] *= response(f) / abs(response(numpy.array([1000.0])))
    return MORE * fft.irfft(spectrum, n * MORE)[:len(x) * MORE]


def decibels(power):
    return 10 * numpy.log10(power)


def reference(x):
    """The levels of one channel."""
    a, rate = weigh(x, "a") ** 2, MORE * RATE
    energy = a.sum() / rate
    levels = {"LAeq": decibels(energy / (len(x) / RATE)), "LAE": decibels(energy)}
    for name, constant in ("F", 0.125), ("S", 1):
        keep = numpy.exp(-1 / (constant * rate))
        levels[f"LA{name}"] = signal.lfilter([1 - keep], [1, -keep], a)[MORE * MARGIN:]
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
    spectrum *= f < 22000  # as what converters leave
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


def draw_part(rate, n_channels):
    """Noise, or clicks in silence, that ends well below half of any rate's. Often its
    first or last samples are all that there is."""
    n = int(rate * random.uniform(0.05, 2))
    x = random.standard_normal((n_channels, n))
    kind = random.choice(["steady", "begins", "ends", "pauses", "clicks"])
    t = numpy.arange(n) / rate
    if kind == "begins":
        x *= t < 0.02
    elif kind == "ends":
        x *= t > t[-1] - 0.02
    elif kind == "pauses":
        x *= numpy.sin(2 * numpy.pi * random.uniform(1, 9) * t) > 0
    elif kind == "clicks":
        x *= random.uniform(size=n) < 5 / n
        x[:, int(rate * random.uniform(0, 0.02))] = 30
    f = numpy.fft.rfftfreq(2 * n, 1 / rate)
    # twice as long: what the band's end makes of an edge does not come round
    x = numpy.fft.irfft(numpy.fft.rfft(x, 2 * n) * (f < min(rate * 0.4, 18000)))[:, :n]
    x *= 10 ** (random.uniform(-40, -3) / 20) / abs(x).max()
    return x, kind


def resampled(x, rate):
    """At RATE; exact, for x is of a band below half of both."""
    n = x.shape[-1]
    padded = numpy.pad(x, [(0, 0), (0, fft.next_fast_len(2 * n) - n)])
    # a length that is whole at both rates
    unit = rate // numpy.gcd(rate, RATE)
    padded = numpy.pad(padded, [(0, 0), (0, -padded.shape[1] % unit)])
    m = padded.shape[1] * RATE // rate
    return signal.resample(padded, m, axis=1)[:, :round(n * RATE / rate)]


@claim
def parts_of_a_sound_are_measured_as_one():
    """Files of drawn rates, lengths and levels, with holes between, one after the other."""
    for _ in range(6):
        n_channels = random.choice([1, 1, 2, 3, 9])
        parts, words, reported = [], [], []
        with tempfile.TemporaryDirectory() as folder:
            for k in range(random.integers(1, 5)):
                rate = int(random.choice([16000, 44100, 48000, 48000, 96000]))
                x, kind = draw_part(rate, n_channels)
                kind_of_sample = random.choice(["int16", "int32", "float32"])
                scale = 1 if kind_of_sample == "float32" else numpy.iinfo(kind_of_sample).max
                path = os.path.join(folder, f"{k}.wav")
                wavfile.write(path, rate, (x.T * scale).astype(kind_of_sample))
                hole = int(random.choice([0, 1, 50, 3000]) * random.uniform(0.5, 1) * 1e6)
                words.append(f"filesrc location={path} ! tee ! wavparse ! capssetter "
                             "caps=audio/x-raw,channel-mask=(bitmask)0 ! "
                             f"identity ts-offset={hole if k else 0} ! c.")
                parts.append(resampled(x, rate))
                reported.append((kind, rate, x.shape, kind_of_sample, hole))
            levels = measure(f"concat name=c {' '.join(words)} c. ! queue")
        print("#", reported)
        assert len(levels) == n_channels, levels
        for got, own in zip(levels, numpy.concatenate(parts, axis=1)):
            want = reference(own)
            for name, bound in ("LAeq", 0.1), ("LAE", 0.1), ("LASmax", 0.25):
                assert abs(got[name] - want[name]) < bound, (name, got[name], want[name])


@claim
def channels_are_counted_not_placed():
    """Of files without a channel mask, and with one of other channels."""
    for n_channels in random.permutation([2, 3, 5, 6, 7, 8, 9, 16])[:4]:
        x = random.uniform(-0.5, 0.5, (n_channels, RATE // 4)) \
            * 10 ** (-3 * numpy.arange(n_channels)[:, None] / 20)
        mask = int(random.choice([0, 1, 2 ** random.integers(18), random.integers(1, 2 ** 18)]))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sound.wav")
            write_extensible(path, x, mask)
            levels = measure(path)
        assert len(levels) == n_channels, (n_channels, hex(mask), levels)
        for got, own in zip(levels, x):
            want = reference(own)["LAeq"]
            assert abs(got["LAeq"] - want) < 0.1, (n_channels, hex(mask), got, want)


def write_extensible(path, x, mask):
    """A WAV file of 16 bits that says where its channels are."""
    data = (x.T * 32767).astype("<i2").tobytes()
    n = len(x)
    form = struct.pack("<HHIIHHHHI16s", 0xfffe, n, RATE, 2 * n * RATE, 2 * n, 16, 22, 16, mask,
                       bytes.fromhex("0100000000001000800000aa00389b71"))
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 20 + len(form) + len(data)) + b"WAVEfmt "
                   + struct.pack("<I", len(form)) + form + b"data"
                   + struct.pack("<I", len(data)) + data)


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
