# SPDX-License-Identifier: LGPL-2.1-or-later
"""Streams that are drawn: a list of steps, which play() pushes into a line and tells
the model of tests."""
from fractions import Fraction

from rig import numpy
from model import SECOND, Segment

MOST = 65535  # samples that have a value of their own


class Step:
    def __init__(self, kind, **what):
        self.kind = kind
        self.__dict__.update(what)

    def __repr__(self):
        return self.kind + str({name: value if not hasattr(value, "__len__")
                                else f"{len(value)} from {value[0]}"
                                for name, value in self.__dict__.items() if name != "kind"})


class Drawer:
    """Buffers of n units behind one another, with what goes wrong in streams.
    Every unit has the next number as its value, from 1 on."""

    def __init__(self, draw, rate, kinds, most):
        self.draw, self.rate, self.kinds, self.most = draw, rate, kinds, most
        self.steps, self.value = [], 0
        self.segment = Segment()
        self.least = self.unit(most)  # no time is before it but those of a stream from 0 on
        self.time = draw.choice([0, self.least + self.unit(draw.randrange(10 ** 6)),
                                 self.least + draw.randrange(2 ** 55)])
        self.time = self.on_grid(self.time)
        self.strays = False  # unflagged, which nobody may have noticed

    def unit(self, n):
        return int(n * SECOND / self.rate)

    def on_grid(self, time):
        """Where a unit is a whole number of nanoseconds, so are all times."""
        return time // self.unit(1) * self.unit(1)

    def values(self, n):
        self.value += n
        return numpy.arange(self.value - n + 1, self.value + 1)

    def add(self, kind, **what):
        self.steps.append(Step(kind, **what))

    def add_buffer(self, n, pts="right", flag=None):
        if pts == "right":
            pts = self.time
        wrong = self.draw.random() < 0.1 and "duration" in self.kinds
        self.add("buffer", values=self.values(n), pts=pts, flag=flag,
                 duration=self.draw.choice([0, 1, self.unit(n) * 7, 2 ** 62]) if wrong
                 else self.unit(n))
        self.time += self.unit(n)

    def add_segment(self, segment):
        self.segment = segment
        self.add("segment", segment=segment)

    def jump(self, units):
        """Forwards where there is no room backwards."""
        off = self.unit(units)
        self.time += off if self.time + off >= self.least else abs(off)


def push(rig, step, write):
    if step.kind == "segment":
        one = step.segment
        rig.push_segment(one.start, 2 ** 64 - 1 if one.stop is None else one.stop, one.rate,
                         one.time, one.base)
    elif step.kind == "buffer":
        rig.push(write(step.values), step.pts, step.duration, step.flag == "discont",
                 step.flag == "resync")
    elif step.kind == "gap":
        rig.push_gap(step.pts, step.duration)
    elif step.kind == "set":
        rig.it.set_property(step.name, step.value)


def play(rig, model, steps, write, may_say=None):
    """All of it, to the end, which may be that error; the model has the steps of the line."""
    rig.push_segment()
    for step in steps:
        at = rig.step + 1
        push(rig, step, write)
        if step.kind == "segment":
            model.take_segment(step.segment, at)
        elif step.kind == "buffer":
            model.take(step.values, step.pts, step.flag is not None, at)
        elif step.kind == "gap":
            model.take_gap(step.pts, step.duration, at)
    model.end(rig.step + 1)
    rig.end(may_say)


def draw_sound(draw, rate, kinds, most=12000):
    """Samples are drawn in buffers of up to a tenth of a second."""
    it = Drawer(draw, rate, kinds, most)
    second = int(rate)
    if "segments" in kinds:
        start = it.time + it.unit(draw.randrange(second))
        stop = draw.choice([None, start + it.unit(draw.randint(1, most))])
        it.add_segment(Segment(start, stop, draw.choice([1.0, 1.0, 2.0, 0.5]),
                               draw.choice([None, draw.randrange(10 ** 12)])))
    elif draw.random() < 0.5:
        it.add_segment(Segment(0 if it.time == 0 else draw.randrange(it.least), None,
                               draw.choice([1.0, 1.5])))
    while it.value < most:
        kind = draw.choice([*kinds, "plain", "plain", "plain"])
        n = draw.choice([1, draw.randint(1, 40), draw.randint(1, second // 10)])
        flag = draw.choice(["discont", "resync"])
        it.strays = kind == "unflagged" or it.strays and kind not in ("holes", "segments")
        if kind == "holes":
            it.jump(draw.randint(second // 20, 2 * second))
            it.add_buffer(n, flag=flag)
        elif kind == "backwards":
            it.jump(-draw.randint(second // 20, 3 * second))
            it.add_buffer(n, flag=flag)
        elif kind == "unflagged":
            it.jump(draw.choice([-1, 1]) * draw.randint(second // 20, 2 * second))
            for _ in range(draw.choice([1, 3, 40])):
                it.add_buffer(draw.randint(1, second // 10))
        elif kind == "jitter":
            off = it.unit(draw.randint(-second // 30, second // 30))
            it.add_buffer(n, max(min(it.time, it.least), it.time + off), draw.choice([None, flag]))
        elif kind == "flags":
            it.add_buffer(n, flag=flag)
        elif kind == "missing":
            it.add_buffer(n, None, draw.choice([None, None, flag]))
        elif kind == "untimed" and it.value > 0:
            it.add_buffer(n, None)
        elif kind == "gaps" and not it.strays:
            it.add("gap", pts=it.time, duration=it.unit(n))
            it.time += it.unit(n)
        elif kind == "long gaps" and not it.strays:
            length = draw.choice([draw.randint(1, 3 * second), draw.randrange(10 ** 6) * second])
            it.add("gap", pts=it.time, duration=it.unit(length))
            it.time += it.unit(length)
            it.add_buffer(n, draw.choice([None, it.time]))
        elif kind == "segments" and it.value > 0 and draw.random() < 0.3:
            start = it.time + it.unit(draw.randint(-second // 5, second // 5))
            start = max(start, 0)
            it.add_segment(Segment(start, draw.choice([None, start + it.unit(draw.randint(
                1, 2 * second))]), 1.0, None, draw.randrange(10 ** 9)))
        else:
            it.add_buffer(n)
    return it.steps


def draw_pictures(draw, rate, kinds, most=120):
    """A picture a buffer."""
    it = Drawer(draw, rate, kinds, most)
    it.place = draw.choice([0, draw.randint(most * 20, 10 ** 6)])  # in pictures

    def add(flag=None, off=0, missing=False):
        it.time = max(0, int((it.place + off) * SECOND / rate))
        it.add_buffer(1, None if missing else it.time, flag)
        it.place += 1

    def at(place):
        return int(place * SECOND / rate)

    if "segments" in kinds:
        start = it.place + draw.randrange(most // 2)
        it.add_segment(Segment(at(start), draw.choice([None, at(start + draw.randint(1, most))]),
                               draw.choice([1.0, 2.0]), draw.choice([None, 10 ** 9])))
    while it.value < most:
        kind = draw.choice([*kinds, "plain"])
        flag = draw.choice(["discont", "resync"])
        if kind == "holes":
            it.place += draw.choice([1, 1, 3, 300])
            add(draw.choice([None, flag]))
        elif kind == "backwards":
            it.place = max(0 if it.place < most * 10 else most * 10,
                           it.place - draw.choice([1, 1, 3, 150]))
            add(draw.choice([None, flag]))
        elif kind == "jitter":
            for _ in range(draw.randint(1, 8)):
                add(draw.choice([None, None, flag]), draw.uniform(-0.23, 0.23))
        elif kind == "drift":  # a framerate that is not that of the caps
            factor, begin = draw.uniform(-0.4, 0.4), it.place
            for k in range(draw.randint(2, 20)):
                add(None, k * factor)
            it.place = Fraction(begin + k * (1 + factor)) + 1
        elif kind == "flags":
            add(flag)
        elif kind == "missing":
            add(draw.choice([None, None, flag]), 0, True)
        elif kind == "gaps":
            n = draw.randint(1, 9)
            it.add("gap", pts=at(it.place), duration=at(n))
            it.place += n
        elif kind == "segments" and draw.random() < 0.2:
            start = max(0, it.place + draw.randint(-5, 5))
            it.add_segment(Segment(at(start), draw.choice([None, at(start + draw.randint(1, 40))]),
                                   1.0, None, draw.randrange(10 ** 9)))
        else:
            add()
    return it.steps
