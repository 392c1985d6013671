#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints how sharp every frame is: the share of fine detail in its power, in
decibels. The number rises as a lens comes into focus.

    focus.py clip.mkv
    focus.py "videotestsrc num-buffers=10 ! clvideofft reduce=radial quantity=power"

Blur takes the high spatial frequencies first, and dividing by all of the power
makes the number independent of brightness and contrast. A frame that strays from
one brightness by less than a step of 8 bits has nothing but rounding: it is flat.
"""
import array
import math
import re
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

# Cycles per pixel: finer than lines of 10 pixels. What is finer than 0.4 is
# mostly the noise of the sensor.
FINE = (0.1, 0.4)

FLAT = 1 / 255  # of full scale, root of the mean square

# The window keeps the picture's edges from counting as detail. videoconvert
# takes what clvideofft does not, as I420_10LE.
SPECTRA = ("uridecodebin name=source caps=video/x-raw(ANY) expose-all-streams=false ! "
           "videoconvert ! clvideofft component=luma window=hann remove-dc=true "
           "reduce=radial quantity=power")


def power_of_rings(data, length):
    """(cycles per pixel, power) of each ring but DC: ring i is the mean of the
    bins i/length from DC, of which there are about 2 pi i."""
    rings = array.array("f", data)
    return [(i / length, 2 * math.pi * i * rings[i]) for i in range(1, len(rings))]


def focus(data, shape):
    """Decibels; None of a frame of one brightness."""
    length = max(shape)
    rings = power_of_rings(data, length)
    total = sum(power for frequency, power in rings)
    # the rings' bins together have the mean square; of the shorter axis they are fewer
    if total * min(shape) / length < FLAT ** 2:
        return None
    fine = sum(power for frequency, power in rings if FINE[0] <= frequency <= FINE[1])
    return 10 * math.log10(fine / total) if fine > 0 else None  # too few pixels


def read_numbers(fields, name):
    """A list of integers, from the text: what PyGObject has for it is deprecated."""
    text = re.search(rf", {name}=\(int\)<([^>]*)>", fields.to_string())[1]
    return [int(number) for number in text.split(",")]


def read_shape(caps):
    """Rows and columns. The rings' frequencies are fractions of the longer axis."""
    fields = caps.get_structure(0)
    if (fields.get_string("band-scale"), fields.get_string("quantity")) != ("radial", "power"):
        sys.exit("not made with reduce=radial quantity=power: " + caps.to_string())
    if fields.get_int("channels")[1] != 1 or fields.has_field("blocks"):
        sys.exit("not of one component of whole pictures: " + caps.to_string())
    return read_numbers(fields, "shape")


def print_sample(sample):
    buffer = sample.get_buffer()
    shape = read_shape(sample.get_caps())
    data = buffer.extract_dup(0, buffer.get_size())
    size = 4 * (max(shape) // 2 + 1)
    for start in range(0, len(data), size):
        value = focus(data[start:start + size], shape)
        print(f"{buffer.pts / 1e9:.3f} s: " + (f"{value:.2f} dB" if value is not None else "flat"))


def make_pipeline(source):
    """A pipeline, or anything that can be decoded."""
    sink = " ! appsink name=sink sync=false max-buffers=4"
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
    if len(sys.argv) != 2:
        sys.exit("usage: focus.py FILE | URI | PIPELINE")
    Gst.init(None)
    pipeline = make_pipeline(sys.argv[1])
    sink = pipeline.get_by_name("sink")
    pipeline.set_state(Gst.State.PLAYING)
    n_samples = 0
    try:
        # an error ends the stream without EOS: look at the bus now and then
        while True:
            sample = sink.emit("try-pull-sample", Gst.SECOND // 10)
            if sample:
                print_sample(sample)
                n_samples += 1
                continue
            message = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
            if message:
                tell_error(message, sys.argv[1])
            if sink.get_property("eos"):
                break
        if n_samples == 0:
            sys.exit(f"{sys.argv[1]}: there are no frames in it")
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
