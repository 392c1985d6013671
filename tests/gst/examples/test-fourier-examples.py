#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the readers of docs/examples on recorded streams whose peaks are known,
and holds the table of docs/guide/stream-format.md against the library's.

    test-fourier-examples.py READ-SPECTRA READ_SPECTRA.PY STREAM-FORMAT.MD FOURIERFIELDS.C

Skipped where Python's gi or an element is missing.
"""
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

from tap import modules, prove, skip_all

Gst = modules("gi.Gst")

READER, SCRIPT, FORMAT_PAGE, FIELDS_SOURCE = sys.argv[1:5]
RATE, HOP, SIZE, N_FRAMES, CHANNELS = 44100, 441, 2205, 7, 2

claims = []


def claim(function):
    claims.append(function)
    return function


def caps_text(format, quantity, sides, bins):
    return (f"application/x-fft, version=1, format={format}, quantity={quantity}, "
            f"scaling=amplitude, sides={sides}, shape=<{SIZE}>, bins=<{bins}>, "
            f"channels={CHANNELS}, rate={RATE}, hop={HOP}, framerate=100/1, window=hann")


def stored_bins(sides):
    return SIZE // 2 + 1 if sides == "one" else SIZE


def peak_bin(frame, channel):
    return 50 + 3 * frame + 100 * channel


def make_frame(format, quantity, sides, bins, frame):
    """A quiet slope with one strong bin in each channel, at frequency peak_bin."""
    letter = (">" if format.endswith("BE") else "<") + ("f" if format[:3] == "F32" else "d")
    data = b""
    for channel in range(CHANNELS):
        values = [0.001 * k / bins for k in range(bins)]
        values[peak_bin(frame, channel) + (SIZE // 2 if sides == "centered" else 0)] = 0.5
        if quantity == "db":
            values = [-100.0 + 100 * v for v in values]
        if quantity == "complex":
            values = [part for v in values for part in (v * math.cos(v), v * math.sin(v))]
        data += struct.pack(f"{letter[0]}{len(values)}{letter[1]}", *values)
    return data


def record(path, format, quantity, sides, per_buffer, cut=0):
    pipeline = Gst.parse_launch(
        "appsrc name=src format=time ! gdppay ! filesink name=sink")
    pipeline.get_by_name("sink").set_property("location", path)
    source = pipeline.get_by_name("src")
    bins = stored_bins(sides)
    source.set_property("caps", Gst.Caps.from_string(caps_text(format, quantity, sides, bins)))
    pipeline.set_state(Gst.State.PLAYING)
    for first in range(0, N_FRAMES, per_buffer):
        frames = range(first, min(first + per_buffer, N_FRAMES))
        data = b"".join(make_frame(format, quantity, sides, bins, k) for k in frames)
        buffer = Gst.Buffer.new_wrapped(data[:len(data) - cut])
        buffer.pts = first * HOP * Gst.SECOND // RATE
        source.emit("push-buffer", buffer)
    source.emit("end-of-stream")
    message = pipeline.get_bus().timed_pop_filtered(
        60 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    assert message and message.type == Gst.MessageType.EOS, "cannot record"


def wanted_lines(quantity):
    value = {"db": "-50"}.get(quantity, "0.5")
    return [f"{k * HOP / RATE:.9f} channel {c}: {peak_bin(k, c) * RATE / SIZE:.3f} Hz, {value}"
            for k in range(N_FRAMES) for c in range(CHANNELS)]


def run(command, path):
    return subprocess.run(command + [path], capture_output=True, text=True, timeout=120)


def check_reader(command):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "recorded stream.gdp")
        for format, quantity, sides, per_buffer in (
                ("F32LE", "complex", "one", 1), ("F32BE", "magnitude", "two", 3),
                ("F64LE", "db", "centered", 7), ("F64BE", "complex", "centered", 2)):
            record(path, format, quantity, sides, per_buffer)
            result = run(command, path)
            assert result.returncode == 0, result.stderr
            lines = result.stdout.splitlines()
            assert lines == wanted_lines(quantity), (format, quantity, sides, lines[:3])


def check_refusal(command):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cut.gdp")
        record(path, "F32LE", "power", "one", 1, cut=4)
        result = run(command, path)
        assert result.returncode == 1, result.returncode
        assert "is not whole frames" in result.stderr, result.stderr


PYTHON = [sys.executable, SCRIPT]
# The script with the GstFourier namespace made unfindable.
PLAIN_PYTHON = [sys.executable, "-c", """
import gi, runpy, sys
require = gi.require_version
def refuse(namespace, version):
    if namespace == 'GstFourier':
        raise ValueError('hidden')
    require(namespace, version)
gi.require_version = refuse
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name='__main__')
""", SCRIPT]


@claim
def c_reader_prints_the_peaks_of_a_recorded_stream():
    check_reader([READER])


@claim
def c_reader_refuses_a_buffer_that_is_not_whole_frames():
    check_refusal([READER])


@claim
def python_reader_prints_the_peaks_of_a_recorded_stream():
    check_reader(PYTHON)


@claim
def python_reader_needs_no_typelib():
    check_reader(PLAIN_PYTHON)


@claim
def python_reader_refuses_a_buffer_that_is_not_whole_frames():
    check_refusal(PYTHON)


@claim
def documented_fields_are_those_of_the_library_in_their_order():
    with open(FIELDS_SOURCE, encoding="utf-8") as source:
        fields = re.findall(r'^  {"([a-z-]+)", KIND_', source.read(), re.MULTILINE)
    with open(FORMAT_PAGE, encoding="utf-8") as page:
        section = page.read().split("\n## Fields\n")[1].split("\n##")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE)
    assert len(fields) > 30 and rows == fields, [f for f in zip(rows, fields) if f[0] != f[1]]


def main():
    Gst.init(None)
    missing = [name for name in ("appsrc", "gdppay", "filesink")
               if not Gst.ElementFactory.find(name)]
    if missing:
        skip_all("not installed:", *missing)
    sys.exit(prove(claims))


main()
