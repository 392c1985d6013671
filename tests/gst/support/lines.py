# SPDX-License-Identifier: LGPL-2.1-or-later
"""Whole pipelines for tests in Python: what they said on the bus and what went
over a pad. All waits are for something that happens, and end after LIMIT."""
import threading
import time

from tap import Skip, modules, prove, skip_all  # noqa: F401

Gst = modules("gi.Gst")

LIMIT = 60  # seconds; a wait that fails takes as long


class Stalled(AssertionError):
    """What was waited for did not happen in time."""
def need(*names):
    """Skips the claim that calls it where an element is missing."""
    for name in names:
        if not Gst.ElementFactory.find(name):
            raise Skip(f"there is no {name}")


class Watch:
    """Writes down what goes over a pad: `entries` are ("buffer", time, bytes or
    None, flags, running time) and ("event", name). do(n) is called before buffer
    n goes on."""

    def __init__(self, pad, keep=False, do=None):
        self.pad, self.keep, self.do = pad, keep, do
        self.entries = []
        self.n_buffers = 0
        self.changed = threading.Condition()
        pad.add_probe(Gst.PadProbeType.BUFFER | Gst.PadProbeType.EVENT_DOWNSTREAM
                      | Gst.PadProbeType.EVENT_FLUSH, self._see)

    def _see(self, _pad, info):
        event = None if info.type & Gst.PadProbeType.BUFFER else info.get_event()
        if event:
            entry = "event", Gst.event_type_get_name(event.type)
        else:
            buffer = info.get_buffer()
            data = buffer.extract_dup(0, buffer.get_size()) if self.keep else None
            if self.do:
                self.do(self.n_buffers)
            segment = self.pad.get_sticky_event(Gst.EventType.SEGMENT, 0).parse_segment()
            entry = ("buffer", buffer.pts, data, buffer.get_flags(),
                     segment.to_running_time(segment.format, buffer.pts))
        with self.changed:
            self.entries.append(entry)
            self.n_buffers += event is None
            self.changed.notify_all()
        return Gst.PadProbeReturn.OK

    def buffers(self):
        return [entry for entry in self.entries if entry[0] == "buffer"]

    def data(self):
        return [entry[2] for entry in self.buffers()]

    def n_after(self, name):
        """Buffers behind the last event of that name."""
        kinds = [entry[:2] == ("event", name) for entry in self.entries]
        assert any(kinds), f"no event {name}"
        behind = self.entries[len(kinds) - kinds[::-1].index(True):]
        return sum(entry[0] == "buffer" for entry in behind)

    def n_cuts(self):
        """Buffers but the first that say that something is missing."""
        return sum(bool(entry[3] & Gst.BufferFlags.DISCONT)
                   for entry in self.buffers()[1:])


class Line:
    """A pipeline, or its text. An ERROR on the bus fails the claim that waits,
    and so does nothing at all for `limit` seconds."""

    def __init__(self, pipeline, limit=LIMIT):
        self.limit = limit
        self.pipeline = Gst.parse_launch(pipeline) if isinstance(pipeline, str) else pipeline
        self.bus = self.pipeline.get_bus()
        self.messages = []
        self.unread = []  # messages that no wait was for

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pipeline.set_state(Gst.State.NULL)

    def __getitem__(self, name):
        return self.pipeline.get_by_name(name)

    def _check(self, end, what):
        if time.monotonic() >= end:
            raise Stalled(f"{what} in {self.limit} s")

    def watch(self, name="sink", pad="sink", **how):
        return Watch(self[name].get_static_pad(pad), **how)

    def texts(self, kind):
        return [message.parse_warning()[0].message if kind == Gst.MessageType.WARNING
                else message.parse_error()[0].message
                for message in self.messages if message.type == kind]

    def collect(self, seconds=0.0):
        """Takes what is on the bus; waits so long for the first."""
        wait = int(seconds * Gst.SECOND)
        while True:
            message = self.bus.timed_pop(wait)
            if not message:
                break
            wait = 0
            self.messages.append(message)
            self.unread.append(message)
            assert message.type != Gst.MessageType.ERROR, message.parse_error()

    def forget(self):
        """Waits are for what is said from now on."""
        self.collect()
        self.unread.clear()

    def wait(self, kinds):
        """The first message of these that no wait was for."""
        end = time.monotonic() + self.limit
        while True:
            self.collect()
            for message in self.unread:
                # the bits of an extended type are a number
                if message.type & kinds and not message.type & Gst.MessageType.EXTENDED:
                    self.unread.remove(message)
                    return message
            self._check(end, f"no {kinds}")
            self.collect(0.2)

    def wait_for(self, watch, holds, what):
        """Until holds() of what the watch has seen."""
        end = time.monotonic() + self.limit
        with watch.changed:
            while not holds():
                self._check(end, f"no {what}")
                watch.changed.wait(0.2)
                self.collect()
        self.collect()

    def more(self, watch, n=3):
        """Until n more buffers have gone over the pad."""
        before = watch.n_buffers
        self.wait_for(watch, lambda: watch.n_buffers >= before + n, f"{n} buffers")

    def settle(self):
        """Until the pipeline is in the state that it is going to."""
        end = time.monotonic() + self.limit
        while True:
            result, state, pending = self.pipeline.get_state(Gst.SECOND // 10)
            if result != Gst.StateChangeReturn.ASYNC:
                break
            self._check(end, f"{state}, not {pending}")
            self.collect()
        assert result != Gst.StateChangeReturn.FAILURE, f"no {pending}"

    def set(self, state):
        result = self.pipeline.set_state(state)
        self.collect()
        assert result != Gst.StateChangeReturn.FAILURE, f"no {state}"

    def pause(self):
        self.set(Gst.State.PAUSED)
        self.settle()

    def play(self):
        self.set(Gst.State.PLAYING)
        self.settle()

    def finish(self):
        """Plays to the end."""
        self.set(Gst.State.PLAYING)
        self.wait(Gst.MessageType.EOS)

    def seek(self, rate=1.0, start=0.0, stop=None, flags=Gst.SeekFlags.FLUSH, wait=True):
        """Times in seconds; False: it was refused."""
        self.forget()
        done = self.pipeline.seek(
            rate, Gst.Format.TIME, flags, Gst.SeekType.SET, int(start * Gst.SECOND),
            Gst.SeekType.SET, -1 if stop is None else int(stop * Gst.SECOND))
        if done and wait and flags & Gst.SeekFlags.FLUSH:
            self.settle()
            self.wait(Gst.MessageType.ASYNC_DONE)
        return done


def made_of(text, **how):
    """What pad `sink` of element `sink` sees when the pipeline plays to its
    end, and the WARNINGs."""
    with Line(text) as line:
        watch = line.watch(**how)
        line.finish()
        return watch, line.texts(Gst.MessageType.WARNING)
