#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drawn streams of sound through clfftfilter, against the model: an impulse that is late
moves each sample by as much, the times stay or follow, and nothing that was held back for
latency is lost (TAP)."""
from rig import SECOND, Gst, Rig, claim, count, main, numpy
from gi.repository import GLib
from sound import RATES, caps_of, check_samples, write
from model import Sound
from streams import draw_sound, play

EVERYTHING = "holes", "backwards", "jitter", "flags", "missing", "gaps", "unflagged", "duration"


def response(taps, place):
    """GLib.Bytes of an impulse at a place."""
    values = numpy.zeros(taps, "<f4")
    values[place] = 1
    return GLib.Bytes.new(values.tobytes())


def filtered(runs, taps, place):
    """Each run is late by `place`, and the tail follows it."""
    for run in runs:
        run.values = [0] * place + list(run.values) + [0] * (taps - 1 - place)
    return runs


def prove_filter(draw, kinds, most=6000):
    rate = draw.choice(RATES)
    taps = draw.choice([1, 50, 500, rate])
    place = draw.choice([0, taps - 1, draw.randrange(taps)])
    steps = draw_sound(draw, rate, kinds, most)
    model = Sound(rate, pads=taps - 1)
    line = f"clfftfilter name=it latency-frames={draw.choice([0, 0, 64, 300, 1024])}"
    with Rig(line, caps_of(rate), caps_of(rate), ir=response(taps, place)) as rig:
        play(rig, model, steps, write)
        try:
            check_samples(rig.out, filtered(model.runs, taps, place))
        except AssertionError as problem:
            raise AssertionError(f"{line}, {taps} taps, {place}, {rate} Hz: {problem}") from None


@claim
def filtered_sound_is_where_its_input_is(draw):
    for _ in range(count(10, 250)):
        prove_filter(draw, draw.sample(EVERYTHING, draw.randint(1, 4)))


@claim
def sound_outside_of_the_segment_is_not_filtered(draw):
    for _ in range(count(5, 250)):
        prove_filter(draw, ["segments", *draw.sample(["holes", "backwards", "flags"], 1)])


if __name__ == "__main__":
    main()
