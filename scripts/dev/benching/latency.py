# SPDX-License-Identifier: LGPL-2.1-or-later
"""Throughput of claudiofft against the latency that it adds.

    scripts/dev/bench latency [--device D] [--lengths 1024,4096] [--csv FILE]

One channel of 48 kHz float samples, hann windows that overlap by half, complex
bins in ordinary memory. frames-per-buffer goes from 1 to 256: so many frames
go to the device in one dispatch, and the first of them waits for the last one.
The pipelines take turns, each for about --seconds behind its first buffer;
transforms a second are medians over the rounds. Latency is the element's own
answer to a latency query: of a frame, and of those that go out together.
Prints a Markdown table; scripts/dev/plots draws the CSV file.

Needs python3-gi and GST_PLUGIN_PATH_1_0 (or `meson devenv -C build`).
"""
import argparse
import csv
import statistics
import sys
import time

try:
    import gi
    gi.require_version("Gst", "1.0")
    from gi.repository import Gst
except (ImportError, ValueError) as problem:
    sys.exit(f"bench latency: {problem}: python3-gi and GStreamer's "
             f"introspection are needed, as /usr/bin/python3 has them")

from latencytable import latency_table

RATE = 48000
BLOCK = 65536  # samples of a source's buffer, above those of most dispatches
FEWEST = 16    # dispatches of a run
FRAMES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
COLUMNS = ("element", "system", "length", "hop", "rate", "frames_per_buffer",
           "transforms_per_s", "q1_per_s", "q3_per_s", "latency_ms",
           "added_ms", "plan")


class Stop(Exception):
    """The pipeline could not run."""


def wait_for(pipeline, kinds):
    message = pipeline.get_bus().timed_pop_filtered(
        120 * Gst.SECOND, kinds | Gst.MessageType.ERROR)
    if message and message.type == Gst.MessageType.ERROR:
        raise Stop(message.parse_error()[0].message)
    if not message:
        raise Stop("nothing happened in two minutes")


def ask_latency(pad):
    """Seconds, by a query as a sink sends it."""
    query = Gst.Query.new_latency()
    if not pad.query(query):
        raise Stop("the latency query failed")
    return query.parse_latency()[1] / Gst.SECOND


def latency_of(element):
    """Without the source's."""
    return (ask_latency(element.get_static_pad("src"))
            - ask_latency(element.get_static_pad("sink").get_peer()))


def run(options, length, frames, n_buffers):
    """(transforms, seconds, latency in seconds, stats) of n_buffers"""
    pipeline = Gst.parse_launch(
        f"audiotestsrc wave=sine-table freq=997 samplesperbuffer={BLOCK} "
        f"num-buffers={n_buffers} ! audio/x-raw,format=F32LE,rate={RATE},"
        f"channels=1 ! claudiofft name=fft size={length} device="
        f"\"{options.device}\" frames-per-buffer={frames} ! "
        "application/x-fft ! fakesink sync=false")
    element = pipeline.get_by_name("fft")
    try:
        pipeline.set_state(Gst.State.PAUSED)
        wait_for(pipeline, Gst.MessageType.ASYNC_DONE)
        # what prerolled is on its way already
        begun = element.get_property("stats").get_uint64("transforms")[1]
        begin = time.monotonic()
        pipeline.set_state(Gst.State.PLAYING)
        wait_for(pipeline, Gst.MessageType.EOS)
        seconds = time.monotonic() - begin
        stats = element.get_property("stats")
        return (stats.get_uint64("transforms")[1] - begun, seconds,
                latency_of(element), stats)
    finally:
        pipeline.set_state(Gst.State.NULL)


def least_buffers(length, frames):
    return -(-FEWEST * frames * (length // 2) // BLOCK) + 2


class Curve:
    """One length: rates of every batch of frames."""

    def __init__(self, options, length):
        self.options, self.length = options, length
        self.n_buffers, self.rates, self.latency = {}, {}, {}
        for frames in FRAMES:
            least = least_buffers(length, frames)
            run(options, length, frames, least)  # compiles
            _, seconds, self.latency[frames], stats = run(
                options, length, frames, least)
            self.n_buffers[frames] = max(least, int(
                least * options.seconds / max(seconds, 1e-3)))
            self.rates[frames] = []
        self.system = stats.get_string("device")
        self.plan = stats.get_string("plan")

    def take_turns(self):
        for frames in FRAMES:
            n, seconds, _, _ = run(self.options, self.length, frames,
                                   self.n_buffers[frames])
            self.rates[frames].append(n / seconds)

    def row(self, frames):
        rates = sorted(self.rates[frames])
        quartiles = (statistics.quantiles(rates, n=4, method="inclusive")
                     if len(rates) > 1 else rates * 3)
        return dict(zip(COLUMNS, (
            "claudiofft", self.system, self.length, self.length // 2, RATE,
            frames, *(f"{rate:.6g}" for rate in (quartiles[1], quartiles[0],
                                                 quartiles[2])),
            f"{1e3 * self.latency[frames]:.6g}",
            f"{1e3 * (self.latency[frames] - self.latency[1]):.6g}",
            self.plan)))


def read_lengths(text):
    return [int(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser(
        prog="bench latency",
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--lengths", default="1024,4096", type=read_lengths)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5,
                        help="of one run, about (default 0.5)")
    parser.add_argument("--csv", metavar="FILE")
    options = parser.parse_args()
    Gst.init([])
    try:
        curves = [Curve(options, length) for length in options.lengths]
        for _ in range(options.rounds):
            for curve in curves:
                curve.take_turns()
    except (Stop, gi.repository.GLib.Error) as problem:
        sys.exit(f"bench latency: {problem}")
    rows = [curve.row(frames) for curve in curves for frames in FRAMES]
    print(f"{curves[0].system}; " + "; ".join(
        f"{curve.length}: {curve.plan}" for curve in curves) + "\n")
    print("\n".join(latency_table(rows)))
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)


main()
