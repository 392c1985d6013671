# SPDX-License-Identifier: LGPL-2.1-or-later
"""A line of elements between two pads of the test: all is done in the thread that
pushes, so that what has come out is known after each push."""
import os
import random
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from lines import Gst  # noqa: E402
from tap import is_full, modules, prove, skip_all  # noqa: E402

gi, numpy = modules("gi", "numpy")
Gst.init(None)
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
NONE = Gst.CLOCK_TIME_NONE
SECOND = Gst.SECOND
contexts = []  # of the first line
table = []


def claim(function):
    """A claim draws by a generator of its own: alone it draws the same."""
    def drawn():
        function(random.Random(f"{SEED} {function.__name__}"))
    drawn.__name__ = function.__name__
    table.append(drawn)
    return drawn


def count(few, many):
    """How many streams are drawn."""
    return many if is_full() else few


class Out:
    """A buffer that came out; `step` counts what had been pushed by then."""

    def __init__(self, buffer, caps, segment, step):
        self.pts, self.duration = buffer.pts, buffer.duration
        self.offset, self.offset_end = buffer.offset, buffer.offset_end
        self.discont = buffer.has_flags(Gst.BufferFlags.DISCONT)
        self.data = buffer.extract_dup(0, buffer.get_size())
        self.caps, self.segment, self.step = caps, segment, step

    def read(self, kind):
        return numpy.frombuffer(self.data, kind)


class Rig:
    """`values` are properties of the element that is named `it`."""

    def __init__(self, line, caps, caps_out="ANY", **values):
        self.element = Gst.parse_bin_from_description(line, True)
        self.it = self.element.get_by_name("it")
        for name, value in values.items():
            self.it.set_property(name, value)
        self.bus = Gst.Bus.new()
        self.element.set_bus(self.bus)
        for context in contexts:
            self.element.set_context(context)
        self.caps_out = Gst.Caps.from_string(caps_out)
        self.out, self.events, self.messages = [], [], []
        self.caps = self.segment = None
        self.step = 0
        self.source = Gst.Pad.new("source", Gst.PadDirection.SRC)
        self.sink = Gst.Pad.new("sink", Gst.PadDirection.SINK)
        self.sink.set_chain_function_full(self._chain)
        self.sink.set_event_function_full(self._event)
        self.sink.set_query_function_full(self._query)
        self.source.set_query_function_full(self._ask)
        self.source.set_event_function_full(lambda *_: True)
        self.source.set_active(True)
        self.sink.set_active(True)
        self.source.link(self.element.get_static_pad("sink"))
        self.element.get_static_pad("src").link(self.sink)
        self.element.set_state(Gst.State.PLAYING)
        self.push_event(Gst.Event.new_stream_start("a"))
        self.push_event(Gst.Event.new_caps(Gst.Caps.from_string(caps)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.collect()
        self.element.set_state(Gst.State.NULL)
        self.element.set_bus(None)

    def _chain(self, _pad, _parent, buffer):
        self.out.append(Out(buffer, self.caps, self.segment, self.step))
        return Gst.FlowReturn.OK

    def _event(self, _pad, _parent, event):
        self.events.append((event, self.step))
        if event.type == Gst.EventType.CAPS:
            self.caps = event.parse_caps()
        elif event.type == Gst.EventType.SEGMENT:
            self.segment = event.parse_segment().copy()
        return True

    def _query(self, _pad, _parent, query):
        if query.type == Gst.QueryType.CAPS:
            mask = query.parse_caps()
            query.set_caps_result(self.caps_out if mask is None else
                                  mask.intersect_full(self.caps_out, Gst.CapsIntersectMode.FIRST))
        elif query.type == Gst.QueryType.ACCEPT_CAPS:
            query.set_accept_caps_result(True)
        else:
            return False
        return True

    @staticmethod
    def _ask(_pad, _parent, query):
        """A live source without latency."""
        if query.type != Gst.QueryType.LATENCY:
            return False
        query.set_latency(True, 0, NONE)
        return True

    def collect(self):
        while True:
            message = self.bus.pop()
            if not message:
                return
            if message.type == Gst.MessageType.HAVE_CONTEXT and not contexts:
                contexts.append(message.parse_have_context())
            self.messages.append(message)

    def texts(self, kind=Gst.MessageType.ERROR):
        self.collect()
        return [str(message.get_structure().to_string()) for message in self.messages
                if message.type == kind]

    def push_event(self, event):
        self.step += 1
        self.source.push_event(event)

    def push_segment(self, start=0, stop=NONE, rate=1.0, time=None, base=0):
        segment = Gst.Segment()
        segment.init(Gst.Format.TIME)
        segment.rate, segment.base = rate, base
        segment.start = segment.position = start
        segment.stop, segment.time = stop, start if time is None else time
        self.push_event(Gst.Event.new_segment(segment))

    def push(self, data, pts, duration=NONE, discont=False, resync=False):
        buffer = Gst.Buffer.new_wrapped(data if isinstance(data, bytes) else data.tobytes())
        buffer.pts = NONE if pts is None else pts
        buffer.duration = duration
        if discont:
            buffer.set_flags(Gst.BufferFlags.DISCONT)
        if resync:
            buffer.set_flags(Gst.BufferFlags.RESYNC)
        self.step += 1
        return self.source.push(buffer)

    def push_gap(self, pts, duration):
        self.push_event(Gst.Event.new_gap(pts, duration))

    def errors(self):
        self.collect()
        return [message.parse_error()[0].message for message in self.messages
                if message.type == Gst.MessageType.ERROR]

    def end(self, may_say=None):
        """may_say: an error that the end may bring, which ends what follows."""
        self.push_event(Gst.Event.new_eos())
        errors = self.errors()
        assert all(may_say and may_say in error for error in errors), errors


def main():
    print(f"# seed {SEED}")
    if not Gst.ElementFactory.find("claudiofft"):
        skip_all("the plugin is not found")
    sys.exit(prove([one for one in table if not sys.argv[1:]
                    or any(word in one.__name__ for word in sys.argv[1:])]))
