#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Size, hop and center of claudiofft change while it plays, at drawn places: frames hold
the sound of their time, times do not go back and are continuous or flagged, the next frame
comes when it must, and behind clifft every sample is there once (TAP)."""
from rig import SECOND, Rig, claim, count, main, numpy
from sound import SCALE, caps_of, check_samples, write
from model import Sound
from streams import Drawer, Step, play


class Shape:
    def __init__(self, size, hop, center):
        self.size, self.hop, self.center = size, hop, center

    def __repr__(self):
        return f"{self.size}/{self.hop}{' center' if self.center else ''}"

    def steps(self):
        return [Step("set", name=name, value=getattr(self, name))
                for name in ("size", "hop", "center")]


def draw_shapes(draw, rate, can_invert):
    """From one to the next one, two or all three change."""
    size = draw.choice([64, 100, 256, 1000])
    shape = Shape(size, draw.choice([size // 2, size // 4, size]), draw.random() < 0.5)
    seen = []
    while True:
        if repr(shape) not in seen:  # a frame tells which of them it has
            seen.append(repr(shape))
            yield shape
        shape = Shape(shape.size, shape.hop, shape.center)
        for name in draw.sample(["size", "hop", "center"], draw.randint(1, 3)):
            if name == "size":
                shape.size = draw.choice([64, 100, 256, 1000, 4096])
            elif name == "hop":
                shape.hop = draw.choice([shape.size // 2, shape.size // 4, shape.size, 37])
                if not can_invert:
                    shape.hop = draw.choice([shape.hop, 3 * shape.size, 10 * rate])
            else:
                shape.center = not shape.center
        if can_invert:
            shape.hop = min(shape.hop, shape.size)


def draw_changes(draw, rate, n_changes, can_invert):
    """Steps, and (sample, shape) of each change."""
    most = 40000
    it = Drawer(draw, rate, [], most)
    changes = []
    places = sorted({0, *(draw.randrange(most * 3 // 4) for _ in range(n_changes))})
    for shape, place in zip(draw_shapes(draw, rate, can_invert), places):
        while it.value < place:
            it.add_buffer(min(draw.choice([1, draw.randint(1, 2000)]), place - it.value))
        changes.append((place, shape))
        it.steps += shape.steps()
    while it.value < most:
        it.add_buffer(min(draw.randint(1, 2000), most - it.value))
    return it.steps, changes


def shape_of(caps):
    fields = caps.get_structure(0)
    return Shape(fields.get_array("shape")[1].get_nth(0), fields.get_int("hop")[1],
                 fields.get_boolean("center")[1] if fields.has_field("center") else False)


def frames_in(out, run):
    """(shape, sample of its time, sum) of each frame."""
    for buffer in out:
        shape = shape_of(buffer.caps)
        values = buffer.read("<c8").reshape(-1, shape.size // 2 + 1)[:, 0].real
        first = (buffer.pts - run.anchor) * run.rate / SECOND
        assert first.denominator == 1, f"{shape} at {buffer.pts}: between two samples"
        end = run.time(int(first) + len(values) * shape.hop)
        assert buffer.pts + buffer.duration in (end, max(run.end, buffer.pts + 1)), (
            f"{shape}, {len(values)} frames at {buffer.pts}: lasts {buffer.duration}")
        for k, value in enumerate(values):
            yield shape, int(first) + k * shape.hop, value


class Bounds:
    """Between which samples the time of the next frame may be. A frame follows one hop
    after the one before. Where the shape changes, the first of the new shape is as late as
    the next old one would be, and later only while what it reads is not there any more: at
    most one old hop, centred by half its size. It need not wait for a hop that is beyond
    the end of the input and longer than the new one; to leave out no sample a shape that
    reaches less far back may begin earlier."""

    def __init__(self):
        self.low = self.high = 0
        self.before = -1  # time of the last frame
        self.shape = None

    def change(self, shape, end):
        old, self.shape = self.shape, shape
        if not old:
            return
        # what a frame reads before its time
        reach = [one.size // 2 if one.center else 0 for one in (old, shape)]
        if shape.hop < old.hop or reach[1] < reach[0]:
            self.low = min(self.low, self.before + 1)
        self.high += max(old.hop, reach[1])
        if shape.hop < old.hop and self.high > end + shape.hop:
            self.high = max(end + shape.hop + reach[1], self.before + 1)

    def take(self, time):
        assert self.low <= time <= self.high, f"not from {self.low} to {self.high}"
        self.before, self.low = time, time + self.shape.hop
        self.high = self.low


def check_changes(out, run, changes):
    sums = numpy.concatenate([[0], numpy.cumsum(run.values, dtype=numpy.int64)])
    bounds, pending, before = Bounds(), list(changes), None
    for shape, time, value in frames_in(out, run):
        if repr(shape) != before:
            names = [repr(one) for _, one in pending]
            assert repr(shape) in names, f"{shape} at {time} is none of {names}"
            for _ in range(names.index(repr(shape)) + 1):
                end, now = pending.pop(0)
                bounds.change(now, end)
            before = repr(shape)
        where = f"{shape} at sample {time}"
        try:
            bounds.take(time)
        except AssertionError as problem:
            raise AssertionError(f"{where}: {problem}") from None
        place = time - (shape.size // 2 if shape.center else 0)
        ends = numpy.clip([place, place + shape.size], 0, len(run.values))
        wanted = (sums[ends[1]] - sums[ends[0]]) / SCALE
        assert abs(value - wanted) < 2e-6 * shape.size, f"{where}: {value}, not {wanted}"
    for end, now in pending:
        bounds.change(now, end)
    last = changes[-1][1]
    assert bounds.high - (last.size // 2 if last.center else 0) >= len(run.values), (
        f"no frame of {last} up to sample {bounds.high}")


def prove_changes(draw, check):
    can_invert = check is check_samples
    rate = draw.choice([1000, 8000])
    steps, changes = draw_changes(draw, rate, draw.randint(1, 5), can_invert)
    model = Sound(rate)
    line = "claudiofft name=it window=rect scaling=none"
    line += " ! clifft" if can_invert else ""
    with Rig(line, caps_of(rate)) as rig:
        play(rig, model, steps, write)
        try:
            if can_invert:
                check_samples(rig.out, model.runs)
            else:
                check(rig.out, model.runs[0], changes)
        except AssertionError as problem:
            raise AssertionError(f"{changes} at {rate} Hz: {problem}") from None


@claim
def changes_take_effect_at_once(draw):
    for _ in range(count(12, 250)):
        prove_changes(draw, check_changes)


@claim
def changes_lose_no_sample_on_the_way_back(draw):
    for _ in range(count(12, 250)):
        prove_changes(draw, check_samples)


if __name__ == "__main__":
    main()
