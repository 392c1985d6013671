#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the spectral gates of docs/examples on a tone in quiet noise.

    test-gate-examples.py SPECTRAL-GATE SPECTRAL_GATE.PY

Skipped where Python's gi or an element is missing.
"""
import array
import math
import os
import random
import subprocess
import sys
import tempfile
import wave

from tap import modules, prove, skip_all

Gst = modules("gi.Gst")

RATE, N_SAMPLES, TONE, NOISE = 48000, 30011, 0.5, 0.002


def make_tone():
    # on bin 40 of 2048, so that the window's three bins hold all of it
    return [TONE * math.cos(2 * math.pi * 40 * i / 2048) for i in range(N_SAMPLES)]


def write_wave(path, values):
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(array.array("h", [round(32768 * v) for v in values]).tobytes())


def read_wave(path):
    with wave.open(path, "rb") as file:
        assert file.getparams()[:3] == (1, 2, RATE), file.getparams()
        return [v / 32768 for v in array.array("h", file.readframes(file.getnframes()))]


def level(values):
    return math.sqrt(sum(v * v for v in values) / len(values))


def check_gate(command):
    generator = random.Random(7)
    tone = make_tone()
    noisy = [v + generator.gauss(0, NOISE) for v in tone]
    with tempfile.TemporaryDirectory() as folder:
        given, made = os.path.join(folder, "noisy.wav"), os.path.join(folder, "gated.wav")
        write_wave(given, noisy)
        for threshold, most, least in ("-50", 0.25, 0), ("-200", 1.1, 0.9):
            result = subprocess.run(command + [given, made, threshold], capture_output=True,
                                    text=True, timeout=120)
            assert result.returncode == 0, result.stderr
            gated = read_wave(made)
            assert len(gated) == N_SAMPLES, len(gated)
            # at both ends the tone is cut, which no three bins hold
            rest = level([a - b for a, b in zip(gated, tone)][2048:-2048]) / NOISE
            assert least <= rest <= most, (threshold, rest)
            if threshold == "-200":
                assert max(abs(a - round(32768 * b) / 32768)
                           for a, b in zip(gated, noisy)) == 0, "not the input"


def check_error(command):
    result = subprocess.run(command + ["/nonexistent.wav", "/dev/null"], capture_output=True,
                            text=True, timeout=120)
    assert result.returncode == 1 and "nonexistent" in result.stderr, result


def c_gate_takes_the_noise_and_leaves_the_tone():
    check_gate([sys.argv[1]])


def python_gate_takes_the_noise_and_leaves_the_tone():
    check_gate([sys.executable, sys.argv[2]])


def both_gates_tell_what_cannot_be_read():
    check_error([sys.argv[1]])
    check_error([sys.executable, sys.argv[2]])


CLAIMS = (c_gate_takes_the_noise_and_leaves_the_tone,
          python_gate_takes_the_noise_and_leaves_the_tone,
          both_gates_tell_what_cannot_be_read)


def main():
    Gst.init(None)
    missing = [name for name in ("appsrc", "decodebin", "audioconvert", "wavparse", "wavenc",
                                 "claudiofft", "clifft") if not Gst.ElementFactory.find(name)]
    if missing:
        skip_all("not installed:", *missing)
    sys.exit(prove(CLAIMS))


main()
