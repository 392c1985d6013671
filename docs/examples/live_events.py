#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Listens to a microphone and posts a message on the bus for each beep; what reads the
bus knows nothing of the sound.

    live_events.py
    live_events.py "alsasrc device=hw:1"
    live_events.py "audiotestsrc is-live=true wave=ticks freq=3000"

A beep is a band of YAMNet's log-mel spectrum that stands RISE above the median of all
bands. The message `event` has its name, its loudest band, how far that rose, and start
and duration in nanoseconds of running time. A model takes the place of `Detector`.
Ctrl-C ends the program.
"""
import statistics
import struct
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, GObject, Gst

BANDS = 64
RISE = 3  # natural logarithms of a magnitude: 26 dB
HOP = Gst.SECOND // 100
QUIET = 5  # frames that end an event


class Detector:
    """Takes frames, and calls found(event) when an event has ended."""

    def __init__(self, found):
        self.found = found
        self.event = None
        self.n_quiet = 0

    def take(self, time, bands):
        loudest = max(range(BANDS), key=bands.__getitem__)
        rise = bands[loudest] - statistics.median(bands)
        if rise >= RISE:
            self.event = self.event or {"start": time, "rise": 0}
            if rise > self.event["rise"]:
                self.event.update(rise=rise, band=loudest)
            self.event["end"] = time + HOP
            self.n_quiet = 0
        elif self.event:
            self.n_quiet += 1
            if self.n_quiet == QUIET:
                self.finish()

    def finish(self):
        if self.event:
            self.found(self.event)
        self.event, self.n_quiet = None, 0


def nanoseconds(value):
    number = GObject.Value(GObject.TYPE_UINT64)
    number.set_uint64(value)
    return number


def post(pipeline, event):
    fields = Gst.Structure.new_empty("event")
    fields.set_value("name", "beep")
    fields.set_value("band", event["band"])
    fields.set_value("rise", event["rise"])
    fields.set_value("start", nanoseconds(event["start"]))
    fields.set_value("duration", nanoseconds(event["end"] - event["start"]))
    pipeline.post_message(Gst.Message.new_element(pipeline, fields))


def read_frame(sink, detector):
    """In the streaming thread: one frame, each 10 ms."""
    sample = sink.emit("pull-sample")
    buffer = sample.get_buffer()
    time = sample.get_segment().to_running_time(Gst.Format.TIME, buffer.pts)
    bands = struct.unpack(f"={BANDS}f", buffer.extract_dup(0, buffer.get_size()))
    detector.take(time, bands)
    return Gst.FlowReturn.OK


def make_pipeline(source):
    pipeline = Gst.parse_launch(
        f"{source} ! audioconvert ! audioresample ! claudiofft preset=yamnet channel-mode=mix "
        "frames-per-buffer=1 buffer-hop=0 ! appsink name=sink emit-signals=true")
    detector = Detector(lambda event: post(pipeline, event))
    sink = pipeline.get_by_name("sink")
    sink.connect("new-sample", read_frame, detector)
    sink.connect("eos", lambda sink: detector.finish())
    return pipeline


def main():
    Gst.init(None)
    pipeline = make_pipeline(sys.argv[1] if len(sys.argv) > 1 else "autoaudiosrc")
    types = Gst.MessageType.ELEMENT | Gst.MessageType.EOS | Gst.MessageType.ERROR
    pipeline.set_state(Gst.State.PLAYING)
    try:
        while True:
            message = pipeline.get_bus().timed_pop_filtered(Gst.SECOND // 5, types)
            if not message:
                continue
            if message.type == Gst.MessageType.ERROR:
                sys.exit(f"{message.src.get_name()}: {message.parse_error()[0].message}")
            if message.type == Gst.MessageType.EOS:
                break
            if message.has_name("event"):
                fields = message.get_structure()
                print(f"{fields.get_value('start') / Gst.SECOND:.2f} s {fields.get_value('name')} "
                      f"of {fields.get_value('duration') / Gst.MSECOND:.0f} ms, band "
                      f"{fields.get_value('band')}", flush=True)
    except KeyboardInterrupt:
        pass
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
