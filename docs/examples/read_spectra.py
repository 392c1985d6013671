#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints the strongest bin of every frame of a stream of spectra, with its time.

    read_spectra.py song.flac
    read_spectra.py recorded.gdp
    read_spectra.py "audiotestsrc num-buffers=100 ! claudiofft size=4096"

Reads the caps with GstFourier where its typelib is installed, else itself:
for a stream of audio that takes a dozen lines.
"""
import math
import re
import struct
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

try:
    gi.require_version("GstFourier", "1.0")
    from gi.repository import GstFourier
except (ValueError, ImportError):
    GstFourier = None

# Behind a tee wavparse is pushed to: of some files, as of mono of 24 bits with an odd
# number of samples, version 1.22 reads nothing by itself
FILE = "filesrc name=source ! tee ! decodebin caps=audio/x-raw(ANY) expose-all-streams=false"
URI = "uridecodebin name=source caps=audio/x-raw(ANY) expose-all-streams=false"


def read_numbers(fields, name):
    """A list of integers, from the text: what PyGObject has for it is deprecated."""
    text = re.search(rf", {name}=\(int\)<([^>]*)>", fields.to_string())[1]
    return [int(number) for number in text.split(",")]


class Spectra:
    """What a reader needs to know of a stream: taken from its caps."""

    def __init__(self, caps):
        fields = caps.get_structure(0)
        self.info = None
        if GstFourier:
            # raises GLib.Error with the reason if the caps are not legal
            self.info = GstFourier.Info.new_from_caps(caps)
        elif fields.get_name() != "application/x-fft" or fields.get_value("version") != 1:
            raise ValueError("not a stream of spectra of version 1: " + caps.to_string())
        if not fields.has_field("rate"):
            raise ValueError("only spectra of audio have a strongest bin")
        self.quantity = fields.get_string("quantity")
        if self.quantity in ("phase", "delay"):
            raise ValueError("phases and delays have no strongest bin")
        self.is_complex = self.quantity in ("complex", "cross-power", "transfer-h1",
                                            "transfer-h2")
        self.sides = fields.get_string("sides")
        self.has_bands = fields.has_field("band-scale")
        self.channels = fields.get_int("channels")[1]
        self.rate = fields.get_int("rate")[1]
        self.hop = fields.get_int("hop")[1]
        self.shape = read_numbers(fields, "shape")[0]
        self.bins = read_numbers(fields, "bins")[0]
        self.bin_low = float(fields.get_string("bin-low") or 0)
        self.bin_step = float(fields.get_string("bin-step") or 0)  # 0: no zoom
        letter = {"F32": "f", "F64": "d"}[fields.get_string("format")[:3]]
        order = {"LE": "<", "BE": ">"}[fields.get_string("format")[3:]]
        numbers = self.bins * (2 if self.is_complex else 1)
        self.channel = struct.Struct(f"{order}{numbers}{letter}")

    def frequency(self, k):
        """Hertz of stored bin k; None if points are bands."""
        if self.has_bands:
            return None
        if self.info:
            return self.info.bin_to_frequency(0, k)
        if self.bin_step:
            return self.bin_low + k * self.bin_step
        if self.sides == "two" and k >= (self.shape + 1) // 2:
            k -= self.shape
        elif self.sides == "centered":
            k -= self.shape // 2
        return k * self.rate / self.shape

    def frame_time(self, frame):
        """Nanoseconds from the first frame of a buffer to this one."""
        if self.info:
            return self.info.get_frame_time(frame)
        return frame * self.hop * Gst.SECOND // self.rate

    def frames(self, data):
        """Yields (frame, channel, values) of the bytes of a buffer."""
        if not data or len(data) % (self.channel.size * self.channels):
            raise ValueError(f"a buffer of {len(data)} bytes is not whole frames")
        for i, values in enumerate(self.channel.iter_unpack(data)):
            if self.is_complex:
                values = [math.hypot(*pair) for pair in zip(values[::2], values[1::2])]
            yield *divmod(i, self.channels), values


def print_sample(sample):
    spectra = Spectra(sample.get_caps())
    buffer = sample.get_buffer()
    for frame, channel, values in spectra.frames(buffer.extract_dup(0, buffer.get_size())):
        peak = max(range(len(values)), key=values.__getitem__)
        time = "-"
        if buffer.pts != Gst.CLOCK_TIME_NONE:
            time = f"{(buffer.pts + spectra.frame_time(frame)) / 1e9:.9f}"
        frequency = spectra.frequency(peak)
        place = f"band {peak}" if frequency is None else f"{frequency:.3f} Hz"
        print(f"{time} channel {channel}: {place}, {values[peak]:.6g}")


def make_pipeline(source):
    """A pipeline, a .gdp file, or anything that can be decoded."""
    sink = " ! appsink name=sink sync=false"
    if " ! " in source:
        return Gst.parse_launch(source + sink)
    if source.endswith(".gdp"):
        pipeline = Gst.parse_launch("filesrc name=source ! gdpdepay" + sink)
        pipeline.get_by_name("source").set_property("location", source)
        return pipeline
    if source.startswith("file:"):
        source = GLib.filename_from_uri(source)[0]
    is_uri = Gst.uri_is_valid(source)
    pipeline = Gst.parse_launch((URI if is_uri else FILE) + " ! claudiofft size=4096" + sink)
    pipeline.get_by_name("source").set_property("uri" if is_uri else "location", source)
    return pipeline


def tell_error(message, source):
    """Ends the program with one line: what could not be read, and why."""
    name = message.src.get_name() if " ! " in source else source
    sys.exit(f"{name}: {message.parse_error()[0].message}")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: read_spectra.py FILE | URI | PIPELINE")
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
            sys.exit(f"{sys.argv[1]}: there are no spectra in it")
    except (GLib.Error, ValueError) as error:
        sys.exit(f"{sys.argv[1]}: {error.message if isinstance(error, GLib.Error) else error}")
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
