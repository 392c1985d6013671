#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes log-mel features of many live sources in one batch: audiointerleave puts them
side by side as channels, and one element transforms all in one dispatch.

    many_sources.py 64
    many_sources.py 8 "alsasrc device=hw:{n},0 ! audioconvert ! audioresample"

Takes {n} for the number of a source. Prints each second the loudest source, and after
SECONDS the latency and the processor's share. audiointerleave takes up to 64 sources.
"""
import array
import resource
import sys
import time

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

Gst.init(None)

SECONDS = 5
BANDS, FRAMES = 80, 10  # of a channel; frames of a buffer, 100 ms
SOURCE = "audiotestsrc is-live=true wave=ticks freq=440 tick-interval={n}000000 samplesperbuffer=160"
CAPS = "audio/x-raw,format=F32LE,layout=interleaved,rate=16000,channels=1"


def make_line(n_sources, source, sink):
    """The pipeline; a queue lets each source come when it comes."""
    sources = "".join(f" {source.format(n=100 + n)} ! {CAPS} ! queue ! all.sink_{n}"
                      for n in range(n_sources))
    return (f"audiointerleave name=all channel-positions-from-input=false latency=20000000 ! "
            f"claudiofft preset=whisper normalize=none frames-per-buffer={FRAMES} ! {sink}{sources}")


def read(sink, n_sources, means):
    """In the streaming thread: adds up the levels of each source."""
    buffer = sink.emit("pull-sample").get_buffer()
    numbers = array.array("f", buffer.extract_dup(0, buffer.get_size()))
    for at in range(0, len(numbers), BANDS):
        means[at // BANDS % n_sources] += sum(numbers[at:at + BANDS]) / BANDS
    return Gst.FlowReturn.OK


def show(means):
    loudest = max(range(len(means)), key=means.__getitem__)
    print(f"source {loudest} is the loudest", flush=True)
    means[:] = [0.0] * len(means)
    return True


def main():
    if not 2 <= len(sys.argv) <= 3 or not sys.argv[1].isdigit() or not 2 <= int(sys.argv[1]) <= 64:
        sys.exit("usage: many_sources.py N [SOURCE], N from 2 to 64")
    n_sources = int(sys.argv[1])
    pipeline = Gst.parse_launch(make_line(
        n_sources, sys.argv[2] if len(sys.argv) > 2 else SOURCE,
        "appsink name=sink emit-signals=true"))
    means = [0.0] * n_sources
    pipeline.get_by_name("sink").connect("new-sample", read, n_sources, means)
    pipeline.set_state(Gst.State.PLAYING)
    bus = pipeline.get_bus()
    bus.timed_pop_filtered(10 * Gst.SECOND, Gst.MessageType.ASYNC_DONE)
    begin, used = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF)
    try:
        while time.monotonic() < begin + SECONDS:
            message = bus.timed_pop_filtered(Gst.SECOND, Gst.MessageType.ERROR | Gst.MessageType.EOS)
            if message and message.type == Gst.MessageType.ERROR:
                sys.exit(f"{message.src.get_name()}: {message.parse_error()[0].message}")
            if message:
                break
            show(means)
        query = Gst.Query.new_latency()
        pipeline.query(query)
        after = resource.getrusage(resource.RUSAGE_SELF)
        share = after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime
        print(f"{n_sources} sources: latency {query.parse_latency()[1] / Gst.MSECOND:.0f} ms, "
              f"{100 * share / (time.monotonic() - begin):.0f} % of a core")
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
