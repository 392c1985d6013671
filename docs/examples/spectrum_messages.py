#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints the loudest band of every `spectrum` message, for each channel.

    spectrum_messages.py
    spectrum_messages.py "audiotestsrc num-buffers=100 freq=1000"

The argument is what comes before clspectrum; the default is a few seconds of a
tone. With message-format=bytes a message carries its numbers as one GBytes of
floats: one call takes them all, where a list costs Python an object for each
number, and lists and arrays can be read with get_value() only where
python3-gst-1.0 is installed.
"""
import struct
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

BANDS = 1025


def read_channels(fields, name):
    """The channels of a field: a tuple of numbers for each."""
    data = fields.get_value(name).get_data()
    bands = fields.get_value("bands")
    # numpy.frombuffer(data, numpy.float32).reshape(-1, bands) does the same
    return list(struct.iter_unpack("=%df" % bands, data))


def print_message(fields):
    # band k is around k * rate / (2 * bands - 2) hertz
    step = fields.get_value("rate") / (2 * fields.get_value("bands") - 2)
    time = fields.get_value("stream-time") / Gst.SECOND
    for channel, levels in enumerate(read_channels(fields, "magnitude")):
        loudest = max(range(len(levels)), key=levels.__getitem__)
        print(f"{time:.3f} s channel {channel}: {loudest * step:.1f} Hz, "
              f"{levels[loudest]:.2f} dB")


def main():
    Gst.init(None)
    source = sys.argv[1] if len(sys.argv) > 1 else "audiotestsrc num-buffers=200"
    # what has no place is not mixed
    pipeline = Gst.parse_launch(
        f"{source} ! capssetter caps=audio/x-raw,channel-mask=(bitmask)0 ! audioconvert ! clspectrum bands={BANDS} multi-channel=true "
        "message-format=bytes ! fakesink")
    pipeline.set_state(Gst.State.PLAYING)
    try:
        while True:
            message = pipeline.get_bus().timed_pop_filtered(
                Gst.CLOCK_TIME_NONE, Gst.MessageType.ELEMENT
                | Gst.MessageType.EOS | Gst.MessageType.ERROR)
            if message.type == Gst.MessageType.ERROR:
                sys.exit(f"{message.src.get_name()}: {message.parse_error()[0].message}")
            if message.type == Gst.MessageType.EOS:
                break
            if message.has_name("spectrum"):
                print_message(message.get_structure())
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
