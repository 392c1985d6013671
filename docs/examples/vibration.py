#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints the frequency at which what is seen in a video shakes, from spectra of
128 frames each over x, y and time.

    vibration.py clip.mkv
    vibration.py --planes clip.mkv
    vibration.py "videotestsrc num-buffers=128 ! clvideofft depth=128 quantity=power"

What shakes by a part of a pixel changes the brightness of every edge, at the
frequency of the shaking: a motion too small to be seen has its own plane of
the spectrum, in which the power of all edges adds up. --planes prints them all,
in hertz and decibels.

Pictures must follow each other at one rate. Of a file or URI `videorate` lets the
one before stand for each that is missing (the program tells how many), but not over
more than 250 ms: a longer hole ends a spectrum.
"""
import array
import fractions
import math
import re
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

# The temporal window keeps what stands still out of the planes of what moves.
SPECTRA = ("uridecodebin name=source caps=video/x-raw(ANY) expose-all-streams=false ! "
           "videoconvert ! videorate name=rate max-duplication-time=250000000 ! "
           "clvideofft component=luma depth=128 temporal-hop=128 "
           "temporal-window=hann window=hann remove-dc=true quantity=power")

# Planes beside the one of 0 Hz that hann spreads it over.
STILL = 1


def read_numbers(fields, name):
    """A list of integers, from the text: what PyGObject has for it is deprecated."""
    text = re.search(rf", {name}=\(int\)<([^>]*)>", fields.to_string())[1]
    return [int(number) for number in text.split(",")]


class Spectra:
    """What the caps tell of (x, y, t) spectra."""

    def __init__(self, caps):
        fields = caps.get_structure(0)
        shape = read_numbers(fields, "shape")
        sides = fields.get_string("sides")
        # a length of 5 has planes 1 and 2
        if (len(shape) != 3 or shape[0] <= 2 * (STILL + 1)
                or fields.get_string("quantity") != "power" or sides == "centered"):
            sys.exit("not made with depth above 4, quantity=power and sides=one or two: "
                     + caps.to_string())
        self.length, rows, columns = shape
        self.plane = rows * (columns // 2 + 1 if sides == "one" else columns)
        self.depth = fields.get_int("depth")[1] if fields.has_field("depth") else self.length
        # FORMAT:WIDTHxHEIGHT:FPS
        self.rate = float(fractions.Fraction(fields.get_string("source-video").split(":")[2]))

    def planes(self, data):
        """(hertz, power), rising. Waves that run one way and the other are of the
        same motion: planes k and length - k."""
        numbers = array.array("f", data)
        sums = [sum(numbers[k * self.plane:(k + 1) * self.plane]) for k in range(self.length)]
        return [(k * self.rate / self.length, sums[k] + sums[-k])
                for k in range(1, (self.length + 1) // 2)]


def print_sample(sample, has_planes):
    """Whether there was anything to print."""
    spectra = Spectra(sample.get_caps())
    buffer = sample.get_buffer()
    # the last frames of a stream are filled up with black
    if buffer.offset_end - buffer.offset < spectra.depth:
        return False
    planes = spectra.planes(buffer.extract_dup(0, buffer.get_size()))
    if has_planes:
        for hertz, power in planes:
            print(f"{hertz:.3f} Hz {10 * math.log10(power) if power > 0 else -999:.2f} dB")
    hertz, power = max(planes[STILL:], key=lambda plane: plane[1])
    print(f"{buffer.pts / 1e9:.3f} s: {hertz:.3f} Hz, within "
          f"{spectra.rate / spectra.length / 2:.3f} Hz")
    return True


def make_pipeline(source):
    """A pipeline, or anything that can be decoded."""
    sink = " ! appsink name=sink sync=false max-buffers=2"
    if " ! " in source:
        return Gst.parse_launch(source + sink)
    pipeline = Gst.parse_launch(SPECTRA + sink)
    uri = source if Gst.uri_is_valid(source) else Gst.filename_to_uri(source)
    pipeline.get_by_name("source").set_property("uri", uri)
    return pipeline


def tell_error(message, source):
    """Ends the program with one line: what could not be read, and why."""
    name = message.src.get_name() if " ! " in source else source
    sys.exit(f"{name}: {message.parse_error()[0].message}")


def main():
    if not (len(sys.argv) == 2 or len(sys.argv) == 3 and sys.argv[1] == "--planes"):
        sys.exit("usage: vibration.py [--planes] FILE | URI | PIPELINE")
    Gst.init(None)
    pipeline = make_pipeline(sys.argv[-1])
    sink = pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PLAYING)
    n_printed = 0
    try:
        # an error ends the stream without EOS: look at the bus now and then
        while True:
            sample = sink.emit("try-pull-sample", Gst.SECOND // 10)
            if sample:
                n_printed += print_sample(sample, len(sys.argv) == 3)
                continue
            message = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
            if message:
                tell_error(message, sys.argv[-1])
            if sink.get_property("eos"):
                break
        rate = pipeline.get_by_name("rate")
        if rate and rate.get_property("duplicate") > 0:
            print(f"{sys.argv[-1]}: {rate.get_property('duplicate')} pictures are missing",
                  file=sys.stderr)
        if n_printed == 0:
            sys.exit(f"{sys.argv[-1]}: there are too few frames in it for one spectrum")
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
