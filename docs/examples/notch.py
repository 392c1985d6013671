#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""An element of one's own, in Python, between clvideofft and clifft: takes out
what repeats, as the screen of a printed picture, moire or hum. Bins that are
above a threshold and further than RADIUS from frequency 0 become 0, and so do
those around them.

    notch.py printed.png cleaned.png -40
"""
import array
import math
import re
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, GObject, Gst

Gst.init(None)

# With rect the inverse is exact: what is not taken out comes back bit for bit.
# A wave of amplitude a reads a (scaling=amplitude), 0 dB at full scale.
FORWARD = ("filesrc name=source ! decodebin caps=video/x-raw(ANY) expose-all-streams=false ! "
           "videoconvert ! clvideofft name=forward component=luma")
INVERSE = "clifft name=inverse ! videoconvert ! pngenc ! filesink name=sink"

RADIUS = 0.1  # cycles per pixel: pictures live below
SKIRT = 2  # bins around a peak that belong to it

CAPS = Gst.Caps.from_string("application/x-fft, format=(string)F32LE, quantity=(string)complex, "
                            "sides=(string)one")


def read_numbers(fields, name):
    """A list of integers, from the text: what PyGObject has for it is deprecated."""
    text = re.search(rf", {name}=\(int\)<([^>]*)>", fields.to_string())[1]
    return [int(number) for number in text.split(",")]


class Notch(Gst.Element):
    threshold = GObject.Property(type=float, default=-40, nick="Threshold",
                                 blurb="Decibels of full scale above which a bin is a peak")

    def __init__(self):
        super().__init__()
        self.sink = Gst.Pad.new_from_template(self.get_pad_template("sink"), "sink")
        self.src = Gst.Pad.new_from_template(self.get_pad_template("src"), "src")
        self.sink.set_chain_function_full(self.chain)
        self.sink.set_event_function_full(self.event)
        self.add_pad(self.sink)
        self.add_pad(self.src)

    def event(self, pad, parent, event):
        if event.type == Gst.EventType.CAPS:
            fields = event.parse_caps().get_structure(0)
            shape = read_numbers(fields, "shape")
            if len(shape) != 2 or not fields.has_field("source-video"):
                self.message_full(Gst.MessageType.ERROR, Gst.stream_error_quark(),
                                  Gst.StreamError.FORMAT,
                                  "Only spectra of pictures with 2 axes have a notch", None,
                                  "notch.py", "event", 0)
                return False
            self.rows, self.length = shape
        return self.src.push_event(event)

    def chain(self, pad, parent, old):
        """A buffer is planes of [row][column], pairs of real and imaginary part."""
        numbers = array.array("f", old.extract_dup(0, old.get_size()))
        size = 2 * self.rows * (self.length // 2 + 1)
        for start in range(0, len(numbers), size):
            for i in self.find_marks(numbers, start):
                numbers[i] = numbers[i + 1] = 0
        new = Gst.Buffer.new_wrapped(numbers.tobytes())
        new.pts, new.duration = old.pts, old.duration
        new.offset, new.offset_end = old.offset, old.offset_end
        if old.has_flags(Gst.BufferFlags.DISCONT):
            new.set_flags(Gst.BufferFlags.DISCONT)
        return self.src.push(new)

    def find_marks(self, numbers, start):
        """Where the points lie that peaks reach to. Rows of bins end, columns
        wrap around."""
        columns = self.length // 2 + 1
        level = 10 ** (self.threshold / 20)
        marks = set()
        for row in range(self.rows):
            fy = min(row, self.rows - row) / self.rows
            for column in range(columns):
                i = start + 2 * (row * columns + column)
                if (math.hypot(numbers[i], numbers[i + 1]) > level
                        and math.hypot(fy, column / self.length) > RADIUS):
                    marks.update(start + 2 * (y % self.rows * columns + x)
                                 for y in range(row - SKIRT, row + SKIRT + 1)
                                 for x in range(max(column - SKIRT, 0),
                                                min(column + SKIRT + 1, columns)))
        return marks


Notch.set_metadata("Notch", "Filter/Effect/Video", "Takes patterns that repeat out of spectra",
                   "the documentation of clifft")
for name, direction in ("sink", Gst.PadDirection.SINK), ("src", Gst.PadDirection.SRC):
    Notch.add_pad_template(Gst.PadTemplate.new(name, direction, Gst.PadPresence.ALWAYS, CAPS))


def read_decibels(text):
    try:
        return float(text)
    except ValueError:
        sys.exit(f"{text} is no number of decibels")


def main():
    if not 3 <= len(sys.argv) <= 4:
        sys.exit("usage: notch.py FILE PNG [DECIBELS]")
    pipeline = Gst.parse_launch(FORWARD + " " + INVERSE)
    notch = Notch()
    if len(sys.argv) > 3:
        notch.threshold = read_decibels(sys.argv[3])
    pipeline.add(notch)
    pipeline.get_by_name("forward").link(notch)
    notch.link(pipeline.get_by_name("inverse"))
    pipeline.get_by_name("source").set_property("location", sys.argv[1])
    pipeline.get_by_name("sink").set_property("location", sys.argv[2])
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(
        Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    if message.type == Gst.MessageType.ERROR:
        path = sys.argv[2] if message.src.get_name() == "sink" else sys.argv[1]
        sys.exit(f"{path}: {message.parse_error()[0].message}")


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
