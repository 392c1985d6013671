#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drawn streams of sound through clspectrum, against the model: each message has the
time and the level of the samples of its interval, and buffers pass as they are (TAP)."""
import math
import struct

from rig import SECOND, Gst, Rig, claim, count, main
from model import Messages
from sound import RATES, SCALE, caps_of, write
from streams import draw_sound, play

SIZE = 16
NAMES = "timestamp", "stream-time", "running-time", "duration", "endtime"


def level_of(values):
    """The mean power of the first bin; None where no transform is whole."""
    powers = [(sum(map(int, values[k:k + SIZE])) / SIZE / SCALE) ** 2
              for k in range(0, len(values) - SIZE + 1, SIZE)]
    mean = sum(powers) / len(powers) if powers else None
    return mean and max(-200, 10 * math.log10(mean))


def running_length(length, rate):
    """As GStreamer has it: exact but where a rate divides, in double precision."""
    return length if rate == 1 else int(length / rate)


def intervals_of(runs, length):
    """(run, time, duration, level) of each message. An interval that a jump cuts has
    none. One that begins within a buffer follows the message before, as in `spectrum`:
    times may differ by less than a jump where a segment cuts buffers."""
    for run in runs:
        n = len(run.values) // length * length if run.cut else len(run.values)
        time = run.anchor
        for first in range(0, n, length):
            last = min(first + length, len(run.values))
            if first in run.units:
                time = run.time(first)
            duration = (last - first) * SECOND // run.rate
            yield run, time, duration, level_of(run.values[first:last])
            time += duration


def messages_of(rig):
    rig.collect()
    for message in rig.messages:
        if message.type == Gst.MessageType.ELEMENT and message.has_name("spectrum"):
            fields = message.get_structure()
            data = fields.get_value("magnitude").get_data()
            yield (*(fields.get_uint64(name)[1] for name in NAMES),
                   struct.unpack_from("=f", data)[0])


def prove_messages(draw, kinds, most=6000):
    rate = draw.choice(RATES)
    length = draw.choice([rate // 10, rate // 20, 3 * SIZE, rate])
    steps = draw_sound(draw, rate, kinds, most)
    model = Messages(rate)
    line = (f"clspectrum bands={SIZE // 2 + 1} interval={length * SECOND // rate} window=rect "
            "scaling=power averaging=mean threshold=-200 message-format=bytes")
    with Rig(line, caps_of(rate)) as rig:
        play(rig, model, steps, write)
        where = f"{line} at {rate} Hz, {kinds}"
        passed = [step for step in steps if step.kind == "buffer"]
        assert [(one.pts, one.data) for one in rig.out] == [
            (2 ** 64 - 1 if step.pts is None else step.pts, write(step.values))
            for step in passed], f"{where}: buffers do not pass as they are"
        wanted, got = list(intervals_of(model.runs, length)), list(messages_of(rig))
        for k, ((run, time, duration, level), message) in enumerate(zip(wanted, got)):
            segment = run.segment
            stream_time = time - segment.start + segment.time
            right = (time, stream_time, running_length(time - segment.start, segment.rate) + segment.base,
                     duration, stream_time + duration)
            assert all(abs(a - b) <= 1 for a, b in zip(message, right)), (
                f"{where}: message {k} says {message[:5]}, not {right}")
            assert level is None or abs(message[5] - level) < 2e-5 * abs(level) + 2e-5, (
                f"{where}: message {k} at {time} says {message[5]} dB, not {level}")
        assert len(got) == len(wanted), f"{where}: {len(got)} messages, not {len(wanted)}"


@claim
def messages_tell_when_their_sound_was(draw):
    for _ in range(count(12, 250)):
        prove_messages(draw, draw.sample(["holes", "backwards", "flags", "duration"], draw.randint(1, 3)))


@claim
def sound_outside_of_the_segment_is_in_no_message(draw):
    for _ in range(count(8, 250)):
        prove_messages(draw, ["segments", *draw.sample(["holes", "backwards", "flags"],
                                                       draw.randint(0, 2))])


if __name__ == "__main__":
    main()
