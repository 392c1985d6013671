#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A filter of one's own between claudiofft and clifft: what is quieter than a
threshold, bin by bin, is taken out.

    spectral_gate.py speech.flac gated.wav -60

Spectra leave one pipeline and enter another, so that they may as well go
through any library of Python's on the way.
"""
import array
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

# A sine of amplitude a reads a (scaling=amplitude), so that decibels are of full
# scale. 75 % overlap: what is changed from frame to frame fades. Behind a tee wavparse
# is pushed to: of some files, as of mono of 24 bits with an odd number of samples, version
# 1.22 reads nothing by itself.
FORWARD = ("filesrc name=source ! tee ! "
           "decodebin caps=audio/x-raw(ANY) expose-all-streams=false ! "
           "claudiofft size=2048 overlap=0.75 "
           "center=true scaling=amplitude ! appsink name=spectra sync=false max-buffers=8")
INVERSE = ("appsrc name=spectra format=time block=true max-bytes=8000000 ! clifft ! wavenc ! "
           "filesink name=sink")


def gate(data, threshold):
    """The bytes of a buffer, with every point below the threshold set to 0."""
    numbers = array.array("f", data)
    for i in range(0, len(numbers), 2):
        if numbers[i] ** 2 + numbers[i + 1] ** 2 < threshold ** 2:
            numbers[i] = numbers[i + 1] = 0
    return numbers.tobytes()


def gate_sample(sample, threshold):
    """A new buffer with the times, offsets and flags of the old one."""
    old = sample.get_buffer()
    new = Gst.Buffer.new_wrapped(gate(old.extract_dup(0, old.get_size()), threshold))
    new.pts, new.duration = old.pts, old.duration
    new.offset, new.offset_end = old.offset, old.offset_end
    if old.has_flags(Gst.BufferFlags.DISCONT):
        new.set_flags(Gst.BufferFlags.DISCONT)
    return new


def check(pipeline):
    message = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
    if message:
        path = sys.argv[2] if message.src.get_name() == "sink" else sys.argv[1]
        sys.exit(f"{path}: {message.parse_error()[0].message}")


def read_decibels(text):
    try:
        return float(text)
    except ValueError:
        sys.exit(f"{text} is no number of decibels")


def main():
    if not 3 <= len(sys.argv) <= 4:
        sys.exit("usage: spectral_gate.py FILE WAV [DECIBELS]")
    threshold = 10 ** (read_decibels(sys.argv[3] if len(sys.argv) > 3 else "-60") / 20)
    Gst.init(None)
    forward, inverse = Gst.parse_launch(FORWARD), Gst.parse_launch(INVERSE)
    forward.get_by_name("source").set_property("location", sys.argv[1])
    inverse.get_by_name("sink").set_property("location", sys.argv[2])
    out_of, into = forward.get_by_name("spectra"), inverse.get_by_name("spectra")
    forward.set_state(Gst.State.PLAYING)
    inverse.set_state(Gst.State.PLAYING)
    try:
        # an error ends the stream without EOS: look at the bus now and then
        while not out_of.get_property("eos"):
            sample = out_of.emit("try-pull-sample", Gst.SECOND // 10)
            if sample:
                into.set_property("caps", sample.get_caps())
                into.emit("push-buffer", gate_sample(sample, threshold))
            check(forward)
            check(inverse)
        into.emit("end-of-stream")
        inverse.get_bus().timed_pop_filtered(
            Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
        check(inverse)
    finally:
        forward.set_state(Gst.State.NULL)
        inverse.set_state(Gst.State.NULL)


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
