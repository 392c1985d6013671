#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the examples of docs/examples make of sound files as other programs write them:
of any number of channels, without places for them, of any depth and of odd numbers of
bytes (TAP).

    test-sound-files.py ROOT PEAKS READ-SPECTRA SPECTRAL-GATE ROOM

Skipped where numpy, Python's gi or an element is missing.
"""
import csv
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

from tap import modules

Gst, numpy = modules("gi.Gst", "numpy")

import claims
from claims import claim, random

EXAMPLES = os.path.join(os.path.abspath(sys.argv[1]), "docs", "examples")
PEAKS, READ_SPECTRA, GATE, ROOM = map(os.path.abspath, sys.argv[2:6])
HOP = 2048  # of the frames of read-spectra


def script(name):
    return [sys.executable, os.path.join(EXAMPLES, name)]


def execute(command):
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, (command, result)
    return result.stdout


# ---- files ----

def write_wave(path, x, rate, n_bytes):
    """As most programs write it: without a channel mask, and with RIFF's pad byte behind
    an odd number of bytes."""
    scale = 2 ** (8 * n_bytes - 1) - 1
    whole = numpy.rint(x.T.ravel() * scale).astype("<i4") + (128 if n_bytes == 1 else 0)
    data = whole.view("u1").reshape(-1, 4)[:, :n_bytes].tobytes()
    form = struct.pack("<HHIIHH", 1, len(x), rate, rate * len(x) * n_bytes, len(x) * n_bytes,
                       8 * n_bytes)
    chunks = (b"fmt " + struct.pack("<I", len(form)) + form
              + b"data" + struct.pack("<I", len(data)) + data + bytes(len(data) % 2))
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks)


def read_counts(path):
    """(channels, samples) of a WAV file that is whole."""
    with open(path, "rb") as file:
        data = file.read()
    n_channels, = struct.unpack("<H", data[22:24])
    frame, = struct.unpack("<H", data[32:34])
    size, = struct.unpack("<I", data[data.index(b"data") + 4:][:4])
    return n_channels, size // frame


# ---- what reads them ----

def count_peaks(folder, path):
    minutes, seconds = re.search(r"(\d+):([\d.]+) of sound", execute([PEAKS, path])).groups()
    return None, 60 * int(minutes) + float(seconds)


def count_lines(folder, command, path):
    lines = execute(command + [path]).splitlines()
    return 1 + max(int(re.search(r"channel (\d+)", line)[1]) for line in lines), len(lines)


def count_written(folder, command, *before):
    made = os.path.join(folder, "made.wav")
    execute([*command, *before, made])
    return read_counts(made)


def check_readers(folder, path, x, rate):
    n_channels, n = x.shape
    seconds = count_peaks(folder, path)[1]
    assert abs(seconds - n / rate) < 0.0011, (seconds, n, rate)
    for command in [READ_SPECTRA], script("read_spectra.py"):
        reported, n_lines = count_lines(folder, command, path)
        assert (reported, n_lines) == (n_channels, n_channels * math.ceil(n / HOP)), \
            (command, reported, n_lines)
    for command in [GATE], script("spectral_gate.py"):
        assert count_written(folder, command, path) == (n_channels, n), command
    response, curve = os.path.join(folder, "response.wav"), os.path.join(folder, "curve.txt")
    write_wave(response, numpy.eye(1, 100) / 2, rate, 2)
    with open(curve, "w", encoding="utf-8") as file:
        file.write("Preamp: -4 dB\nFilter 1: ON PK Fc 900 Hz Gain 6 dB Q 1.2\n")
    for command, words in ([ROOM], [response]), (script("equalize.py"), [curve]):
        reported, n_made = count_written(folder, command, *words, path)
        assert reported == n_channels and n <= n_made, (command, reported, n_made)
    lines = execute(script("loudness.py") + [path]).splitlines()
    assert len(lines) == n_channels, lines


@claim
def every_example_reads_all_of_every_file():
    for k in range(5):
        n_channels = int(random.choice([1, 1, 2, 3, 5, 7, 9, 16]))
        n_bytes, rate = int(random.choice([1, 2, 3, 3, 4])), int(random.choice([22050, 48000]))
        n = int(random.integers(3000, 20000))
        if k == 0:
            n_channels, n_bytes, n = 1, 3, n | 1
        print(f"# {n_channels} channels, {8 * n_bytes} bits, {n} samples, {rate} Hz", flush=True)
        x = random.uniform(-0.5, 0.5, (n_channels, n))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a sound.wav")
            write_wave(path, x, rate, n_bytes)
            check_readers(folder, path, x, rate)


# ---- the rows of recording.py ----

def draw_parts(rate, n_channels):
    """Steady noise and silences by turns, in seconds; the mean square of the noise."""
    parts = [random.uniform(0.06, 4) if random.random() < 0.5 else int(random.integers(1, 6))]
    if random.random() < 0.5:
        parts += [random.uniform(1.6, 3), random.uniform(0.4, 3)]
    parts = [round(part * rate) for part in parts]
    n = sum(parts)
    f = numpy.fft.rfftfreq(2 * n, 1 / rate)
    noise = random.standard_normal((n_channels, 2 * n))
    x = numpy.fft.irfft(numpy.fft.rfft(noise) * (f > 100) * (f < min(0.4 * rate, 18000)))[:, :n]
    level = 10 ** (random.uniform(-50, -20) / 20) * 0.8 ** numpy.arange(n_channels)[:, None]
    x *= level / x.std(axis=1, keepdims=True)
    if len(parts) > 1:
        x[:, parts[0]:parts[0] + parts[1]] = 0
    return x, parts


def check_rows(rows, x, rate, parts):
    """Every second that has sound has a row, which reads the mean square of its noise."""
    n_channels, n = x.shape
    edges = numpy.cumsum(parts) / rate  # noise, silence, noise
    seconds = sorted({int(row["second"]) for row in rows})
    assert len(rows) == len(seconds) * n_channels, (parts, rows)
    # of the last second at least half of a frame's hop
    assert seconds == list(range(int(n / rate - 0.05 - 1e-9) + 1)), (seconds, parts, rate)
    errors = {}  # of each second's channels
    for row in rows:
        begin, end = (float(row["second"]) + part for part in (0, 1))
        end = min(end, n / rate)
        own = x[int(row["channel"]) - 1]
        got = 10 * math.log10(sum(10 ** (float(level) / 10) for level in list(row.values())[2:]))
        # frames are 0.34 s long: not where noise and silence meet in one
        if any(begin - 0.18 < edge < end + 0.18 for edge in edges[:-1]):
            continue
        if len(parts) > 1 and edges[0] < begin < edges[1]:
            assert got < -100, (row, got)
            continue
        want = 10 * math.log10(numpy.mean(own[:parts[0]] ** 2))
        errors.setdefault((begin, end), []).append(got - want)
    for (begin, end), own in errors.items():
        # what the mean square of so much noise strays by
        bandwidth = min(0.4 * rate, 18000) - 100
        bound = 0.03 + 4.5 * 4.34 / math.sqrt((end - begin + 0.1) * bandwidth * n_channels)
        assert abs(numpy.mean(own)) < bound, (begin, own, bound, parts, rate)
    return len(errors)


@claim
def each_second_of_a_steady_sound_reads_the_same():
    drawn, n_checked = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        root, results = os.path.join(folder, "given"), os.path.join(folder, "made")
        os.makedirs(root)
        for k in range(7):
            rate = int(random.choice([22050, 44100, 48000, 96000]))
            n_channels = int(random.choice([1, 1, 2, 3, 7, 9]))
            n_bytes = int(random.choice([2, 3, 4]))
            x, parts = draw_parts(rate, n_channels)
            write_wave(os.path.join(root, f"{k}.wav"), x, rate, n_bytes)
            drawn[f"{k}.wav"] = x, rate, parts
            print(f"# {k}: {n_channels} channels, {8 * n_bytes} bits, {rate} Hz, {parts}")
        reported = execute(script("scale/recording.py") + [root, results])
        assert reported == f"{len(drawn)} made, 0 there, 0 failed\n", reported
        for name, (x, rate, parts) in drawn.items():
            with open(os.path.join(results, name + ".csv"), encoding="utf-8") as file:
                n_checked += check_rows(list(csv.DictReader(file)), x, rate, parts)
    assert n_checked > 0


def main():
    Gst.init(None)
    missing = [name for name in ("decodebin", "wavparse", "capssetter", "audioconvert",
                                 "audioresample", "audioiirfilter", "wavenc", "pngenc")
               if not Gst.ElementFactory.find(name)]
    if missing:
        claims.skip_all("not installed:", *missing)
    claims.main()


main()
