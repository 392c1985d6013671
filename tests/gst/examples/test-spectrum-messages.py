#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs docs/examples/spectrum_messages.py on tones whose bands are known (TAP).

    test-spectrum-messages.py SPECTRUM_MESSAGES.PY

Skipped where Python's gi is missing.
"""
import re
import subprocess
import sys

try:
    import gi
    gi.require_version("Gst", "1.0")
except (ImportError, ValueError) as reason:
    print("1..0 # SKIP", reason)
    sys.exit(0)

LINE = re.compile(r"([0-9.]+) s channel (\d): ([0-9.]+) Hz, (-?[0-9.]+) dB")
# 42 bands of 23.4 Hz up, half of full scale
SOURCE = ("audiotestsrc num-buffers=25 samplesperbuffer=960 freq=984.375 "
          "volume=0.5 ! audio/x-raw,format=F32LE,rate=48000,channels=2")


def main():
    done = subprocess.run([sys.executable, sys.argv[1], SOURCE], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=120, check=False)
    lines = [LINE.fullmatch(line) for line in done.stdout.splitlines()]
    numbers = [(float(m[1]), int(m[2]), float(m[3]), float(m[4]))
               for m in lines if m]
    claims = (
        ("the_program_ends_well", done.returncode == 0),
        ("each_channel_has_a_line_for_each_interval",
         [n[:2] for n in numbers] == [(i / 10, c) for i in range(5)
                                      for c in range(2)]
         and all(lines)),
        ("the_loudest_band_is_that_of_the_tone",
         all(abs(n[2] - 984.375) < 0.1 for n in numbers)),
        ("levels_are_those_of_spectrum",
         all(abs(n[3] - -17.42) < 0.05 for n in numbers)),
    )
    print("1..%d" % len(claims))
    for number, (name, holds) in enumerate(claims, 1):
        print("%sok %d - %s" % ("" if holds else "not ", number, name))
    if not all(holds for _, holds in claims):
        for line in (done.stdout + done.stderr).splitlines()[:20]:
            print("# " + line)
        return 1
    return 0


sys.exit(main())
