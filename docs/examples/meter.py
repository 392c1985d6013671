#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A live meter: the levels of third octaves, of all channels together, in dBFS.

    meter.py
    meter.py --window "pulsesrc"
    meter.py "filesrc location=song.flac ! decodebin"
    meter.py "audiotestsrc wave=pink-noise is-live=true num-buffers=300"

The argument is what comes before clspectrum; the default is the microphone. --window
shows bars in a window of GTK 4 or 3 where that is installed (gir1.2-gtk-4.0), else they
are drawn in the terminal. What is no terminal gets a line for each band of the last
message alone.
"""
import math
import struct
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

FLOOR = -90  # dB
WIDTH = 50   # characters of a bar of 0 dB
NOMINAL = 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8
# 16 times a second, of the last third of a second or a little more
SPECTRUM = ("audioconvert ! audio/x-raw,channels=1 ! clspectrum band-scale=third-octave "
            "band-low=25 band-high=20000 window=hann scaling=amplitude interval=62500000 "
            f"threshold={FLOOR} message-format=bytes")


def read_floats(fields, name):
    data = fields.get_value(name).get_data()
    return struct.unpack(f"={len(data) // 4}f", data)


def name_of(frequency):
    """The nominal frequency of IEC 61260-1."""
    decade, step = divmod(round(10 * math.log10(frequency)), 10)
    nominal = NOMINAL[step] * 10 ** decade
    return f"{nominal / 1000:g}k" if nominal >= 1000 else f"{nominal:g}"


class Terminal:
    def __init__(self):
        self.is_live = sys.stdout.isatty()
        self.last = ()

    def show(self, frequencies, levels):
        self.last = [f"{name_of(f):>6} {level:6.1f} "
                     + "#" * round(WIDTH * (1 - level / FLOOR))
                     for f, level in zip(frequencies, levels)]
        if self.is_live:
            # from the top, each line to its end
            sys.stdout.write("\033[H" + "".join(f"{line}\033[K\n" for line in self.last))
            sys.stdout.flush()

    def end(self):
        if not self.is_live:
            print("\n".join(self.last))


class Window:
    """Bars are Gtk.LevelBars, which both versions of GTK have."""

    def __init__(self, end):
        for version in "4.0", "3.0":
            try:
                gi.require_version("Gtk", version)
                gi.require_version("Gdk", version)
                break
            except ValueError:
                continue
        else:
            sys.exit("There is no GTK for Python: install gir1.2-gtk-4.0")
        from gi.repository import Gdk, Gtk

        self.is_4, self.gtk, self.bars = version == "4.0", Gtk, []
        if not Gdk.Display.get_default():
            sys.exit("GTK finds no display for the window")
        self.window = Gtk.Window(title="Third octaves", default_width=900, default_height=300)
        self.window.connect("close-request" if self.is_4 else "delete-event",
                            lambda *_: end())
        self.box = Gtk.Box(spacing=2, homogeneous=True)
        self.add(self.window, self.box)

    def add(self, parent, child):
        if self.is_4:
            (parent.set_child if parent == self.window else parent.append)(child)
        else:
            parent.add(child)

    def add_bar(self, frequency):
        gtk = self.gtk
        column = gtk.Box(orientation=gtk.Orientation.VERTICAL, hexpand=True)
        bar = gtk.LevelBar(orientation=gtk.Orientation.VERTICAL, inverted=True, vexpand=True,
                           max_value=-FLOOR)
        self.add(column, bar)
        self.add(column, gtk.Label(label=name_of(frequency)))
        self.add(self.box, column)
        self.bars.append(bar)

    def show(self, frequencies, levels):
        if not self.bars:
            for frequency in frequencies:
                self.add_bar(frequency)
            if self.is_4:
                self.window.present()
            else:
                self.window.show_all()
        for bar, level in zip(self.bars, levels):
            bar.set_value(min(level, 0) - FLOOR)

    def end(self):
        self.window.destroy()


def main():
    arguments = sys.argv[1:]
    has_window = arguments[:1] == ["--window"]
    source = arguments[has_window:]
    if len(source) > 1 or source and source[0].startswith("-"):
        sys.exit("usage: meter.py [--window] [SOURCE]")
    Gst.init(None)
    pipeline = Gst.parse_launch(f"{source[0] if source else 'autoaudiosrc'} ! {SPECTRUM} ! "
                                "fakesink sync=true")
    loop, problems = GLib.MainLoop(), []
    view = Window(loop.quit) if has_window else Terminal()

    def take(_, message):
        if message.type == Gst.MessageType.ERROR:
            problems.append(f"{message.src.get_name()}: {message.parse_error()[0].message}")
        if message.type in (Gst.MessageType.ERROR, Gst.MessageType.EOS):
            loop.quit()
        elif message.has_name("spectrum"):
            fields = message.get_structure()
            view.show(read_floats(fields, "frequencies"), read_floats(fields, "magnitude"))

    bus = pipeline.get_bus()
    bus.add_signal_watch()
    bus.connect("message", take)
    pipeline.set_state(Gst.State.PLAYING)
    try:
        loop.run()
    except KeyboardInterrupt:
        pass
    finally:
        pipeline.set_state(Gst.State.NULL)
    if problems:
        sys.exit(problems[0])
    view.end()


if __name__ == "__main__":
    try:
        main()
    except GLib.Error as error:  # as of an element that is not installed
        sys.exit(error.message)
