#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints what a sound level meter reads of each channel of a sound: LAeq, LAE (the
sound exposure level, SEL), the largest LAF and LAS, the levels that LAF exceeds
for 10, 50 and 90 % of the time, and LCpeak.

    loudness.py song.flac
    loudness.py --calibration 120.3 song.flac
    loudness.py "audiotestsrc num-buffers=200 wave=pink-noise"

Levels are of the mean square, in decibels of full scale, where a sine of full
scale reads -3.01 dB; with --calibration in dB SPL. To find the calibration,
record a calibrator of 94 dB: it is 94 - LAeq.

Every channel is measured by itself. Only sound that is there counts: a hole in a
recording takes no time, and of several files, as of concat, the next one follows at
once.

One band of all A-weighted bins is the mean square of a frame, weighted by the
square of its window. Squares of Hann windows a quarter of a frame apart add up to
the same everywhere, so that the frames' sum has the energy of the sound; the frame
that begins before the first sample reads silence that is put there. At 48 kHz
frames of 4096 samples have the bins that A needs down to 10 Hz. F and S are
exponential averages of these numbers, from silence on, with time constants of
125 ms and 1 s; live, averaging=exponential makes them on the device. LCpeak is the
largest sample of eight times the rate behind a filter of the poles and zeros of C.
"""
import argparse
import array
import math
import os
import sys
import warnings

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, GObject, Gst

RATE, SIZE, HOP = 48000, 4096, 1024
FINE_RATE = 8 * RATE
FAST, SLOW = 0.125, 1  # seconds
C_POLES = 20.598997, 12194.217  # hertz, two each: IEC 61672-1, annex E
# Behind a tee wavparse is pushed to: of some files, as of mono of 24 bits with an odd
# number of samples, version 1.22 reads nothing by itself
FILE = "filesrc name=source ! tee ! decodebin caps=audio/x-raw(ANY) expose-all-streams=false"
URI = "uridecodebin name=source caps=audio/x-raw(ANY) expose-all-streams=false"
CAPS = f"audio/x-raw,format=F32LE,layout=interleaved,rate={RATE}"
ENOUGH = 1 << 20  # bytes that wait to be measured


def c_filter():
    """Coefficients (b, a) by the bilinear transform, of 1 at 1 kHz."""
    low, high = (2 * math.pi * pole for pole in C_POLES)
    k = 2 * FINE_RATE

    def product(p, q):
        return [sum(p[i] * q[n - i] for i in range(len(p)) if 0 <= n - i < len(q))
                for n in range(len(p) + len(q) - 1)]

    # s = k (z - 1) / (z + 1); two zeros at s = 0, two at infinity
    b = product([1, -1], product([1, -1], product([1, 1], [1, 1])))
    a = [1]
    for pole in low, low, high, high:
        a = product(a, [k + pole, pole - k])
    z = [complex(math.cos(angle), -math.sin(angle))
         for angle in (2 * math.pi * 1000 / FINE_RATE * n for n in range(5))]
    gain = abs(sum(x * y for x, y in zip(a, z)) / sum(x * y for x, y in zip(b, z)))
    return [gain * x / a[0] for x in b], [x / a[0] for x in a]


def describe(source, calibration):
    sink = "sync=false async=false max-buffers=64"
    # audioresample takes fewer formats than files have. Channels without places are not
    # mixed, whatever a file says of theirs.
    return (f"{source} ! capssetter caps=audio/x-raw,channel-mask=(bitmask)0 ! audioconvert ! "
            f"audioresample quality=10 ! {CAPS} ! appsink name=meter-sound {sink} "
            "appsrc name=meter-whole format=time ! tee name=meter-tee "
            f"meter-tee. ! queue ! claudiofft size={SIZE} hop={HOP} center=true bands=1 "
            "weighting=a scaling=power quantity=power "
            f"calibration={calibration} ! appsink name=meter-power {sink} "
            "meter-tee. ! queue ! audioconvert ! audioresample quality=10 ! "
            f"audio/x-raw,format=F64LE,rate={FINE_RATE} ! "
            f"audioiirfilter name=meter-c ! appsink name=meter-peak {sink}")


class Meter:
    """The A-weighted power of each frame and the largest C-weighted sample, of each
    channel."""

    def __init__(self, pipeline):
        self.powers, self.peaks = [], []
        self.n_channels, self.n_samples, self.is_whole = 0, 0, False
        self.sound = pipeline.get_by_name("meter-sound")
        self.whole = pipeline.get_by_name("meter-whole")
        self.sinks = ((pipeline.get_by_name("meter-power"), self.take_power),
                      (pipeline.get_by_name("meter-peak"), self.take_peak))

    def take(self):
        """Whatever the sinks have; false if that is nothing. One thread takes from
        all: what PyGObject makes of a type at its first use is not safe in two."""
        n_taken = self.pass_on()
        for sink, take in self.sinks:
            while sample := sink.emit("try-pull-sample", 0):
                take(sample)
                n_taken += 1
        return n_taken > 0

    def pass_on(self):
        """All parts of the sound as one, behind HOP samples of silence; how many buffers."""
        n_taken = 0
        while (self.whole.get_property("current-level-bytes") < ENOUGH
               and (sample := self.sound.emit("try-pull-sample", 0))):
            n_taken += 1
            n_channels = sample.get_caps().get_structure(0).get_int("channels")[1]
            if not self.n_channels:
                self.n_channels = n_channels
                self.whole.set_property("caps", sample.get_caps())
                self.push(bytes(4 * n_channels * HOP), 0)
            if n_channels != self.n_channels:
                sys.exit(f"the sound begins with channels={self.n_channels} and goes on with "
                         f"{n_channels}: measure its parts")
            buffer = sample.get_buffer()
            self.push(buffer.extract_dup(0, buffer.get_size()), HOP + self.n_samples)
            self.n_samples += buffer.get_size() // (4 * n_channels)
        if not self.is_whole and self.sound.get_property("eos"):
            self.is_whole = True
            self.whole.emit("end-of-stream")
        return n_taken

    def push(self, data, place):
        buffer = Gst.Buffer.new_wrapped(data)
        buffer.pts = place * Gst.SECOND // RATE
        self.whole.emit("push-buffer", buffer)

    def take_power(self, sample):
        buffer = sample.get_buffer()
        n_channels = sample.get_caps().get_structure(0).get_int("channels")[1]
        numbers = array.array("f", buffer.extract_dup(0, buffer.get_size()))
        self.powers.extend([] for _ in range(n_channels - len(self.powers)))
        for channel, series in enumerate(self.powers):
            series.extend(numbers[channel::n_channels])

    def take_peak(self, sample):
        buffer = sample.get_buffer()
        n_channels = sample.get_caps().get_structure(0).get_int("channels")[1]
        numbers = array.array("d", buffer.extract_dup(0, buffer.get_size()))
        self.peaks.extend(0 for _ in range(n_channels - len(self.peaks)))
        for channel in range(n_channels):
            own = numbers[channel::n_channels]
            self.peaks[channel] = max(self.peaks[channel], max(own), -min(own))

    def levels(self, channel, calibration):
        """(name, decibels) of a channel."""
        def level(power):
            return 10 * math.log10(power) if power > 0 else -math.inf

        def average(constant):
            part, value = -math.expm1(-HOP / RATE / constant), 0
            for power in self.powers[channel]:
                value += part * (power - value)
                yield value

        seconds = self.n_samples / RATE
        energy = sum(self.powers[channel]) * HOP / RATE  # pressure^2 s
        fast = list(average(FAST))
        yield "LAeq", level(energy / seconds)
        yield "LAE", level(energy)
        yield "LAFmax", level(max(fast))
        yield "LASmax", level(max(average(SLOW)))
        # at the times of the sound: frame 0 is before it, the last ones behind
        fast = sorted(fast[1:1 + math.ceil(self.n_samples / HOP)], reverse=True)
        for share in 10, 50, 90:
            yield f"LAF{share}", level(fast[len(fast) * share // 100])
        yield "LCpeak", level(self.peaks[channel] ** 2) + calibration


def make_pipeline(sound, calibration):
    """Of a file, a URI, or a pipeline."""
    if sound.startswith("file:"):
        sound = GLib.filename_from_uri(sound)[0]
    is_uri = Gst.uri_is_valid(sound)
    if is_uri or os.path.exists(sound) or " " not in sound:
        pipeline = Gst.parse_launch(describe(URI if is_uri else FILE, calibration))
        pipeline.get_by_name("source").set_property("uri" if is_uri else "location", sound)
    else:
        pipeline = Gst.parse_launch(describe(sound, calibration))
    set_coefficients(pipeline.get_by_name("meter-c"))
    return pipeline


def set_coefficients(element):
    warnings.simplefilter("ignore", DeprecationWarning)  # of GObject.ValueArray: there is no other
    for name, numbers in zip("ba", c_filter()):
        values = GObject.ValueArray.new(len(numbers))
        for number in numbers:
            values.append(GObject.Value(GObject.TYPE_DOUBLE, number))
        element.set_property(name, values)


def run(pipeline, source, meter):
    """Until the end of the sound."""
    ends = Gst.MessageType.ERROR | Gst.MessageType.EOS
    pipeline.set_state(Gst.State.PLAYING)
    try:
        message, wait = None, 0
        while message is None:
            message = pipeline.get_bus().timed_pop_filtered(wait, ends)
            wait = 0 if meter.take() else Gst.MSECOND * 10
        if message.type == Gst.MessageType.ERROR:
            name = message.src.get_name() if " ! " in source else source
            sys.exit(f"{name}: {message.parse_error()[0].message}")
    finally:
        pipeline.set_state(Gst.State.NULL)


def main():
    parser = argparse.ArgumentParser(description="Prints the levels of a sound.")
    parser.add_argument("--calibration", type=float, default=0, metavar="DB",
                        help="what full scale is in dB SPL")
    parser.add_argument("sound", help="a file, a URI, or a pipeline that ends in audio/x-raw")
    options = parser.parse_args()
    Gst.init(None)
    pipeline = make_pipeline(options.sound, options.calibration)
    meter = Meter(pipeline)
    run(pipeline, options.sound, meter)
    if not meter.n_samples:
        sys.exit(f"{options.sound}: there is no sound in it")
    for channel in range(len(meter.peaks)):
        levels = (f"{name} {level:.2f}"
                  for name, level in meter.levels(channel, options.calibration))
        print(f"channel {channel + 1}: " + ", ".join(levels)
              + (" dB SPL" if options.calibration else " dB"))


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
