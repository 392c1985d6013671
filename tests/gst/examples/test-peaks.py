#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about docs/examples/peaks.c: a tone's frequency and level are the true
ones wherever it lies between two bins.

    test-peaks.py PEAKS
"""
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import time
import wave

from tap import prove

PEAKS = sys.argv[1]
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)


def write_tone(path, rate, frequency, level):
    peak = 32767 * 10 ** (level / 20)
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes(b"".join(
            struct.pack("<h", round(peak * math.sin(2 * math.pi * frequency * i / rate)))
            for i in range(3 * 4096)))


def a_tone_reads_its_frequency_and_level():
    draw = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tone.wav")
        for _ in range(6):
            rate = draw.choice([8000, 44100, 48000])
            frequency = draw.uniform(0.02, 0.48) * rate
            level = draw.choice([0, -1, -20])
            write_tone(path, rate, frequency, level)
            result = subprocess.run([PEAKS, path], capture_output=True, text=True, timeout=120)
            found = re.search(r"^strongest peak: (\S+) Hz, (\S+) dBFS", result.stdout, re.M)
            assert result.returncode == 0 and found, result.stdout + result.stderr
            reported = float(found[1]), float(found[2])
            # as printed: a tenth
            assert abs(reported[0] - frequency) < 0.06 and abs(reported[1] - level) < 0.06, (
                rate, frequency, level, reported)


print(f"# seed {SEED}")
sys.exit(prove([a_tone_reads_its_frequency_and_level]))
