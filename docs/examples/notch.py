#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Takes out of pictures what repeats: the screen of a printed picture, moire, banding.
clvideofilter finds the patterns, and tells each by a message on the bus. What exceeds its
surroundings by DECIBELS is a pattern.

    notch.py printed.png cleaned.png 12
    notch.py clip.mkv cleaned-%05d.png

Of a video one file has the first picture, files with a number have all.
"""
import re
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

Gst.init(None)

PIPELINE = ("filesrc name=source ! decodebin caps=video/x-raw(ANY) expose-all-streams=false ! "
            "videoconvert ! clvideofilter name=filter notch=auto ! videoconvert ! ")
FIRST_PICTURE = "pngenc snapshot=true ! filesink name=sink"
ALL_PICTURES = "pngenc ! multifilesink name=sink"
LEAST, STANDARD, MOST = 6, 16, 120  # decibels
EVENTS = Gst.MessageType.ELEMENT | Gst.MessageType.EOS | Gst.MessageType.ERROR


def read_decibels(text):
    try:
        decibels = float(text)
    except ValueError:
        sys.exit(f"{text} is no number of decibels")
    if not LEAST <= decibels <= MOST:
        sys.exit(f"{text} is no number of decibels from {LEAST} to {MOST}")
    return decibels


def run(pipeline):
    """Plays it; prints what is found. The patterns, and the message that ended it."""
    pipeline.set_state(Gst.State.PLAYING)
    n_found = 0
    while True:
        message = pipeline.get_bus().timed_pop_filtered(Gst.CLOCK_TIME_NONE, EVENTS)
        if message.type != Gst.MessageType.ELEMENT:
            return n_found, message
        found = message.get_structure()
        if found.get_name() == "clvideofilter-notch" and found.get_value("count") > 0:
            n_found += 1
            print(f"period {found.get_value('period'):.2f} pixels, at "
                  f"{found.get_value('frequency-x'):.4f} {found.get_value('frequency-y'):.4f}, "
                  f"{found.get_value('level'):.1f} dB")


def is_video(pipeline):
    caps = pipeline.get_by_name("filter").get_static_pad("src").get_current_caps()
    return caps and not caps.get_structure(0).get_fraction("framerate")[1:] == (0, 1)


def main():
    if not 3 <= len(sys.argv) <= 4:
        sys.exit("usage: notch.py FILE PNG [DECIBELS]")
    is_numbered = re.fullmatch("[^%]*%[0-9]*d[^%]*", sys.argv[2])
    decibels = read_decibels(sys.argv[3]) if len(sys.argv) > 3 else STANDARD
    pipeline = Gst.parse_launch(PIPELINE + (ALL_PICTURES if is_numbered else FIRST_PICTURE))
    pipeline.get_by_name("filter").set_property("notch-threshold", decibels)
    pipeline.get_by_name("source").set_property("location", sys.argv[1])
    pipeline.get_by_name("sink").set_property("location", sys.argv[2])
    n_found, end = run(pipeline)
    is_first = is_video(pipeline) and not is_numbered
    pipeline.set_state(Gst.State.NULL)
    if end.type == Gst.MessageType.ERROR:
        path = sys.argv[2] if end.src.get_name() == "sink" else sys.argv[1]
        sys.exit(f"{path}: {end.parse_error()[0].message}")
    if is_first:
        print(f"{sys.argv[2]}: the first picture; a name as cleaned-%05d.png takes all")
    if not n_found:
        print("nothing removed: no pattern of 2 pixels to a quarter of the picture is "
              f"{decibels:g} dB over the rest")


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
