#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs docs/examples/room.c and equalize.py on noise and on an impulse, and holds
what they write against numpy.

    test-filter-examples.py ROOM EQUALIZE.PY

Skipped where Python's gi or numpy, or an element, is missing.
"""
import os
import struct
import subprocess
import sys
import tempfile

from tap import modules, prove, skip_all

np, Gst = modules("numpy", "gi.Gst")

RATE = 48000
ROOM, EQUALIZE = [os.path.abspath(sys.argv[1])], [sys.executable, sys.argv[2]]
CURVE = "Preamp: -4 dB\nFilter 1: ON PK Fc 900 Hz Gain 6 dB Q 1.2\n"


def write_wave(path, x):
    """x is [channel][frame]; floats."""
    data = x.T.astype("<f4").tobytes()
    with open(path, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 36 + len(data)) + b"WAVEfmt " + struct.pack(
            "<IHHIIHH", 16, 3, len(x), RATE, RATE * len(x) * 4, 4 * len(x), 32)
            + b"data" + struct.pack("<I", len(data)) + data)


def read_wave(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data[20:22] == b"\3\0", "no floats"
    channels = struct.unpack("<H", data[22:24])[0]
    at = data.index(b"data") + 8
    size = struct.unpack("<I", data[at - 4:at])[0]
    return np.frombuffer(data[at:at + size], "<f4").reshape(-1, channels).T


def execute(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def make(command):
    result = execute(command)
    assert result.returncode == 0, result
    return read_wave(command[3 + (command[0] == sys.executable)]), result.stdout


def a_sound_is_put_into_a_room():
    random = np.random.default_rng(5)
    x = random.uniform(-0.5, 0.5, (2, 30011)).astype("<f4")
    h = random.normal(0, 1, 5003) * np.exp(-np.arange(5003) / 900)
    h = h.astype("<f4").astype(float)
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("room.wav", "dry.wav", "wet.wav")]
        write_wave(names[0], h[None])
        write_wave(names[1], x)
        for percent in "100", "25", "":
            made, _ = make(ROOM + names + ([percent] if percent else []))
            wet = float(percent or 30) / 100
            response = wet * h / np.linalg.norm(h)
            response[0] += 1 - wet
            wanted = np.array([np.convolve(channel, response) for channel in x])
            assert made.shape == wanted.shape, (made.shape, wanted.shape)
            error = np.linalg.norm(made - wanted) / np.linalg.norm(wanted)
            assert error < 1e-6, (percent, error)


def a_file_is_equalised():
    x = np.zeros((1, 4000), "<f4")
    x[0, 100] = 0.5
    f = np.geomspace(20, 20000, 300)
    s = 1j * np.tan(np.pi * f / RATE) / np.tan(np.pi * 900 / RATE)
    a, q = 10 ** (6 / 40), 1.2
    wanted = 20 * np.log10(np.abs((s * s + s * a / q + 1) / (s * s + s / a / q + 1))) - 4
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("eq.txt", "flat.wav", "eq.wav")]
        with open(names[0], "w", encoding="ascii") as file:
            file.write(CURVE)
        write_wave(names[1], x)
        for phase in "minimum", "linear":
            made, reported = make(EQUALIZE + names + [phase])
            turn = np.exp(-2j * np.pi * np.outer(f, np.arange(made.shape[1])) / RATE)
            level = 20 * np.log10(np.abs(turn @ made[0]) / 0.5)
            assert np.abs(level - wanted).max() < 0.1, (phase, np.abs(level - wanted).max())
            assert f"largest sample {np.abs(made).max():.4f}" in reported, reported


def what_they_cannot_use_is_named():
    with tempfile.TemporaryDirectory() as folder:
        sound, curve, made = (os.path.join(folder, n) for n in ("a.wav", "a.txt", "b.wav"))
        write_wave(sound, np.ones((1, 100)))
        with open(curve, "w", encoding="ascii") as file:
            file.write("Preamp: loud\n")
        for command, words in (
                (ROOM, "usage: room"), (EQUALIZE, "usage: equalize.py"),
                (ROOM + ["a", "b", "c", "d", "e"], "usage: room"),
                (EQUALIZE + ["a", "b", "c", "d", "e"], "usage: equalize.py"),
                (ROOM + [sound, sound, made, "150"], "150 is no number"),
                (EQUALIZE + [curve, sound, made, "zero"], "zero is neither"),
                (ROOM + [folder + "/no room", sound, made], "no room"),
                (ROOM + [curve, sound, made], curve),
                (ROOM + [sound, folder + "/no sound", made], "no sound"),
                (ROOM + [sound, sound, folder + "/no/folder"], "no/folder"),
                (EQUALIZE + [curve, sound, made], "line 1: "),
                (EQUALIZE + [folder + "/no curve", sound, made], "no curve"),
                (EQUALIZE + [curve, folder + "/no sound", made], "")):
            result = execute(command)
            lines = result.stderr.splitlines()
            assert result.returncode in (1, 2), (command, result)
            assert len(lines) == 1 and words in lines[0], (command, lines)


CLAIMS = (a_sound_is_put_into_a_room, a_file_is_equalised, what_they_cannot_use_is_named)


def main():
    Gst.init(None)
    missing = [name for name in ("decodebin", "uridecodebin", "appsink", "audioconvert", "wavparse",
                                 "wavenc", "clfftfilter") if not Gst.ElementFactory.find(name)]
    if missing:
        skip_all("not installed:", *missing)
    sys.exit(prove(CLAIMS))


main()
