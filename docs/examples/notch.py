#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""An element of one's own, in Python, between clvideofft and clifft: takes out
what repeats, as the screen of a printed picture, moire or hum. Bins that are
above a threshold and further than RADIUS from frequency 0 become 0, and so do
those around them. Nearer to 0, where pictures live, only bins become 0 that also
stand out from their row and their column. Waves longer than a quarter of the
picture stay.

    notch.py printed.png cleaned.png -40
    notch.py clip.mkv cleaned-%05d.png

Of a video one file has the first picture, files with a number have all.
"""
import array
import math
import re
import statistics
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, GObject, Gst

Gst.init(None)

# With rect the inverse is exact: what is not taken out comes back bit for bit.
# A wave of amplitude a reads a (scaling=amplitude), 0 dB at full scale.
FORWARD = ("filesrc name=source ! decodebin caps=video/x-raw(ANY) expose-all-streams=false ! "
           "videoconvert ! clvideofft name=forward component=luma")
INVERSE = "clifft name=inverse ! videoconvert ! "
FIRST_PICTURE = "pngenc snapshot=true ! filesink name=sink"
ALL_PICTURES = "pngenc ! multifilesink name=sink"

RADIUS = 0.1  # cycles per pixel: pictures live below
LEAST = 4  # cycles in the picture
SKIRT = 2  # bins around a peak that belong to it
NEIGHBOURS = [k for k in range(-8, 9) if abs(k) > SKIRT]
RATIO = 4  # to the median of its neighbours, of a bin that stands out

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
        self.n_removed, self.is_video = 0, False
        self.is_single, self.is_over = False, False

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
            # FORMAT:WIDTHxHEIGHT:FPS
            self.is_video = not fields.get_string("source-video").split(":")[2].startswith("0/")
        return self.src.push_event(event)

    def chain(self, pad, parent, old):
        """A buffer is planes of [row][column], pairs of real and imaginary part."""
        if self.is_over:  # some come before the end is known
            return Gst.FlowReturn.EOS
        self.is_over = self.is_single
        numbers = array.array("f", old.extract_dup(0, old.get_size()))
        size = 2 * self.rows * (self.length // 2 + 1)
        for start in range(0, len(numbers), size):
            marks = self.find_marks(numbers, start)
            self.n_removed += len(marks)
            for i in marks:
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
                if math.hypot(numbers[i], numbers[i + 1]) <= level:
                    continue
                if math.hypot(fy, column / self.length) <= RADIUS:
                    if (math.hypot(fy * self.rows, column) >= LEAST
                            and self.stands_out(numbers, start, row, column)):
                        marks.add(i)
                else:
                    marks.update(start + 2 * (y % self.rows * columns + x)
                                 for y in range(row - SKIRT, row + SKIRT + 1)
                                 for x in range(max(column - SKIRT, 0),
                                                min(column + SKIRT + 1, columns)))
        return marks

    def amplitude(self, numbers, start, row, column):
        """Of the bin of any frequency: those below 0 mirror the others. A bin of column 0
        is not doubled, as the others are."""
        if column < 0:
            row, column = -row, -column
        i = start + 2 * (row % self.rows * (self.length // 2 + 1) + min(column, self.length // 2))
        return math.hypot(numbers[i], numbers[i + 1]) * (1 if column else 2)

    def stands_out(self, numbers, start, row, column):
        """Edges are bright along rows and columns: a pattern is so in neither."""
        level = self.amplitude(numbers, start, row, column) / RATIO
        return (level > statistics.median(self.amplitude(numbers, start, row, column + k)
                                          for k in NEIGHBOURS)
                and level > statistics.median(self.amplitude(numbers, start, row + k, column)
                                              for k in NEIGHBOURS))


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
    is_numbered = re.fullmatch("[^%]*%[0-9]*d[^%]*", sys.argv[2])
    pipeline = Gst.parse_launch(
        f"{FORWARD} {INVERSE} {ALL_PICTURES if is_numbered else FIRST_PICTURE}")
    notch = Notch()
    notch.is_single = not is_numbered
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
    if notch.is_video and not is_numbered:
        print(f"{sys.argv[2]}: the first picture; a name as cleaned-%05d.png takes all")
    print(f"{notch.n_removed} bins removed" if notch.n_removed else
          "nothing removed: no pattern of 2 pixels to a quarter of the picture is above "
          f"{notch.threshold:g} dB and stands out")


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
