#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drawn streams of sound through clfftfilter, against the model: an impulse that is late
moves each sample by as much, the times stay or follow, and nothing that was held back for
latency is lost (TAP)."""
from rig import SECOND, Gst, Rig, claim, count, main, numpy
from gi.repository import GLib
from sound import RATES, SCALE, caps_of, check_samples, write
from model import Sound
from streams import draw_sound, play

EVERYTHING = ("holes", "backwards", "jitter", "flags", "missing", "gaps", "unflagged",
              "duration", "long gaps")


def response(taps, place):
    """GLib.Bytes of an impulse at a place."""
    values = numpy.zeros(taps, "<f4")
    values[place] = 1
    return GLib.Bytes.new(values.tobytes())


def filtered(runs, taps, place, subtracts):
    """Each run is late by `place` and the tail follows it; where the delay is
    subtracted, what would lie before the first sample is dropped."""
    for run in runs:
        run.values = [0] * (0 if subtracts else place) + list(run.values) + [0] * (
            taps - 1 - place)
    return runs


def prove_filter(draw, kinds, most=6000):
    rate = draw.choice(RATES)
    taps = draw.choice([1, 50, 500, rate])
    place = draw.choice([0, taps - 1, draw.randrange(taps)])
    delay = draw.choice(["keep", "keep", "subtract"])
    steps = draw_sound(draw, rate, kinds, most)
    limit = draw.choice([SECOND // 2, SECOND, 2 * SECOND])
    model = Sound(rate, pads=taps - 1, limit=limit)
    line = (f"clfftfilter name=it latency-frames={draw.choice([0, 0, 64, 300, 1024])} "
            f"delay={delay} gap-limit={limit}")
    with Rig(line, caps_of(rate), caps_of(rate), ir=response(taps, place)) as rig:
        play(rig, model, steps, write)
        try:
            check_samples(rig.out, filtered(model.runs, taps, place, delay == "subtract"))
        except AssertionError as problem:
            raise AssertionError(f"{line}, {taps} taps, {place}, {rate} Hz: {problem}") from None


def latency_of(rig):
    query = Gst.Query.new_latency()
    assert rig.element.get_static_pad("src").query(query)
    return query.parse_latency()[1]


@claim
def the_latency_is_what_an_impulse_measures(draw):
    """As far as that behind the input, and never more, the output is there."""
    for _ in range(count(6, 60)):
        rate, taps = draw.choice(RATES), draw.choice([1, 50, 500])
        place, n_held = draw.randrange(taps), draw.choice([0, 64, 300])
        subtracts = draw.random() < 0.5
        line = (f"clfftfilter name=it latency-frames={n_held} "
                f"delay={'subtract' if subtracts else 'keep'}")
        with Rig(line, caps_of(rate), caps_of(rate), ir=response(taps, place)) as rig:
            rig.push_segment()
            most, n_pushed = 0, 0
            while n_pushed < 4000:
                n = draw.choice([1, draw.randint(1, 300)])
                rig.push(write(range(n_pushed + 1, n_pushed + n + 1)),
                         n_pushed * SECOND // rate)
                n_pushed += n
                behind = rig.out[-1].pts + rig.out[-1].duration if rig.out else 0
                most = max(most, n_pushed * SECOND // rate - behind)
            reported = latency_of(rig)
            wanted = (n_held + place * subtracts) * SECOND // rate
            assert reported == wanted, f"{line}, {place} of {taps}: {reported} is reported, not {wanted}"
            assert most == reported, f"{line}, {place} of {taps}: late by {most}, not {reported}"


@claim
def changes_of_format_lose_no_frame_that_was_held_back(draw):
    for _ in range(count(6, 60)):
        taps, place = draw.choice([1, 50, 500]), 0
        line = (f"clfftfilter name=it latency-frames={draw.choice([64, 300, 1024])} "
                f"drain-on-changes={draw.choice(['true', 'false'])}")
        n = draw.randint(1, 3000)
        with Rig(line, caps_of(8000), ir=response(taps, place)) as rig:
            rig.push_segment()
            rig.push(write(range(1, n + 1)), 0)
            rig.push_event(Gst.Event.new_caps(Gst.Caps.from_string(caps_of(10000))))
            rig.push(write(range(1, n + 1)), n * SECOND // 8000)
            rig.end()
            for rate in 8000, 10000:
                found = numpy.concatenate([one.read("<f4") for one in rig.out
                                           if f"rate=(int){rate}" in one.caps.to_string()])
                values = numpy.rint(found * SCALE)
                assert n <= len(values) < n + taps, f"{line}: {len(values)} of {n} at {rate} Hz"
                assert (values[:n] == numpy.arange(1, n + 1)).all(), f"{line}: others"


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
