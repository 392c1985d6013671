#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Equalises a file by a curve: of AutoEq, Equalizer APO, REW and others.

    equalize.py ParametricEQ.txt song.flac song-equalised.wav
    equalize.py GraphicEQ.txt song.flac song-equalised.wav linear

The phase is minimum unless linear is asked for. Takes anything that GStreamer
decodes, and writes a WAV file of floats, which a curve without a preamp cannot
clip; the largest sample is printed, for those who want integers.
"""
import array
import re
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

# Behind a tee wavparse is pushed to: of some files, as of mono of 24 bits with an odd
# number of samples, version 1.22 reads nothing by itself
PIPELINE = ("filesrc name=source ! tee ! "
            "decodebin caps=audio/x-raw(ANY) expose-all-streams=false ! "
            "capssetter name=places caps=audio/x-raw ! "
            "audioconvert ! audio/x-raw,format=F32LE ! clfftfilter name=filter ! "
            "identity name=after signal-handoffs=true ! wavenc ! filesink name=sink")


def check_places(pad, info):
    """audioconvert fails where a file does not say where its channels are, and mixes them
    where it says so of another number: they have no places then."""
    event = info.get_event()
    if event.type == Gst.EventType.CAPS:
        fields = event.parse_caps().get_structure(0)
        n_channels = fields.get_int("channels")[1]
        mask = re.search(r"channel-mask=\(bitmask\)0x([0-9a-f]+)", fields.to_string())
        n_places = bin(int(mask[1], 16)).count("1") if mask else min(n_channels, 2)
        fits = n_places in (0, n_channels)
        pad.get_parent_element().set_property("caps", Gst.Caps.from_string(
            "audio/x-raw" + ("" if fits else ",channel-mask=(bitmask)0")))
    return Gst.PadProbeReturn.OK


class Peak:
    """The largest sample of the buffers that pass."""

    def __init__(self):
        self.value = 0

    def take(self, identity, buffer):
        samples = array.array("f", buffer.extract_dup(0, buffer.get_size()))
        self.value = max(self.value, max(samples, default=0), -min(samples, default=0))


def run(pipeline, files):
    """Until the end, or until an error, which ends the program with a line that
    names the file it is of."""
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(
        Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    if message.type == Gst.MessageType.ERROR:
        path = files.get(message.src.get_name(), files["source"])
        sys.exit(f"{path}: {message.parse_error()[0].message}")


def main():
    if not 4 <= len(sys.argv) <= 5:
        sys.exit("usage: equalize.py CURVE FILE WAV [minimum|linear]")
    phase = sys.argv[4] if len(sys.argv) > 4 else "minimum"
    if phase not in ("minimum", "linear"):
        sys.exit(f"{phase} is neither minimum nor linear")
    Gst.init(None)
    pipeline = Gst.parse_launch(PIPELINE)
    files = dict(zip(("filter", "source", "sink"), sys.argv[1:4]))
    pipeline.get_by_name("filter").set_property("curve-file", files["filter"])
    Gst.util_set_object_arg(pipeline.get_by_name("filter"), "phase", phase)
    for name in "source", "sink":
        pipeline.get_by_name(name).set_property("location", files[name])
    pipeline.get_by_name("places").get_static_pad("sink").add_probe(
        Gst.PadProbeType.EVENT_DOWNSTREAM, check_places)
    peak = Peak()
    pipeline.get_by_name("after").connect("handoff", peak.take)
    run(pipeline, files)
    print(f"largest sample {peak.value:.4f} of full scale")


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
