#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs docs/examples/spectrum_messages.py on tones whose bands are known, and reads
lists and arrays as docs/guide/clspectrum.md says (TAP).

    test-spectrum-messages.py SPECTRUM_MESSAGES.PY

Skipped where Python's gi is missing.
"""
import os
import re
import struct
import subprocess
import sys

from tap import modules, report

Gst = modules("gi.Gst")

LINE = re.compile(r"([0-9.]+) s channel (\d): ([0-9.]+) Hz, (-?[0-9.]+) dB")
# 42 bands of 23.4 Hz up, half of full scale
SOURCE = ("audiotestsrc num-buffers=25 samplesperbuffer=960 freq=984.375 "
          "volume=0.5 ! audio/x-raw,format=F32LE,rate=48000,channels=2")


def read_levels(form, source):
    """Those of the first message."""
    pipeline = Gst.parse_launch(f"{source} ! clspectrum bands=5 message-format={form} ! fakesink")
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(
        Gst.CLOCK_TIME_NONE, Gst.MessageType.ELEMENT | Gst.MessageType.ERROR)
    fields = message.get_structure()
    if form == "bytes":
        levels = struct.unpack("=5f", fields.get_value("magnitude").get_data())
    else:
        numbers = (fields.get_list if form == "list" else fields.get_array)("magnitude")[1]
        levels = tuple(numbers.get_nth(k) for k in range(5))
    pipeline.set_state(Gst.State.NULL)
    return levels


def all_forms_have_the_same_levels():
    """Of a tone of a frequency that CLFFT_TEST_SEED draws."""
    seed = int(os.environ.get("CLFFT_TEST_SEED") or "1", 0)
    source = f"audiotestsrc num-buffers=9 freq={1000 + 7919 * seed % 9000}"
    levels = [read_levels(form, source) for form in ("list", "array", "bytes")]
    return levels[0] == levels[1] == levels[2] and len(set(levels[0])) > 1


def main():
    Gst.init(None)
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
        ("lists_arrays_and_bytes_have_the_same_levels", all_forms_have_the_same_levels()),
        ("levels_are_those_of_spectrum",
         all(abs(n[3] - -17.42) < 0.05 for n in numbers)),
    )
    said = (done.stdout + done.stderr).splitlines()[:20]
    return report([(name, () if holds else said or ["no output"])
                   for name, holds in claims])


sys.exit(main())
