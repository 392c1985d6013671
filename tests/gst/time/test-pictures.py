#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drawn streams of pictures through clvideofft, and clifft behind it, against the model:
which pictures are transformed together, and the times of frames and pictures (TAP). The
code of all pixels of a picture tells which one it is."""
from fractions import Fraction

from rig import SECOND, Rig, claim, count, main
from model import Pictures, Run, frames_of_pictures
from streams import draw_pictures, play

RATES = Fraction(25), Fraction(30000, 1001), Fraction(10), Fraction(120)
SIZE = 8
EVERYTHING = ("holes", "backwards", "jitter", "drift", "flags", "missing", "gaps",
              "duration")


def write(values):
    return bytes([int(values[0])]) * (SIZE * SIZE)


def caps_of(rate):
    return (f"video/x-raw,format=GRAY8,width={SIZE},height={SIZE},interlace-mode=progressive,"
            f"framerate={rate.numerator}/{rate.denominator}")


def check_frames(out, runs, depth, hop):
    wanted = [(run, *frame) for run in runs for frame in frames_of_pictures(run, depth, hop)]
    n_points = depth * SIZE * (SIZE // 2 + 1)
    for buffer, (run, first, last) in zip(out, wanted):
        where = f"pictures {first} to {last} of the run of {len(run.values)} at {run.anchor}"
        assert len(buffer.data) == n_points * 8, f"{where}: {len(buffer.data)} bytes"
        total = buffer.read("<c8")[0].real * 255 / SIZE ** 2
        assert abs(total - sum(run.values[first:last])) < 0.01 * depth, (
            f"{where}: other pictures, {total}, not {sum(run.values[first:last])}")
        assert buffer.pts == run.time(first), (
            f"{where}: at {buffer.pts}, not {run.time(first)}")
        end = run.time(last - 1) + SECOND / run.rate
        assert abs(buffer.pts + buffer.duration - end) <= 1, (
            f"{where}: ends at {buffer.pts + buffer.duration}, not {float(end)}")
        assert (buffer.offset, buffer.offset_end) == (first, last), (
            f"{where}: OFFSETs {buffer.offset} to {buffer.offset_end}")
        assert buffer.discont or first > 0 or run is runs[0], f"{where}: no DISCONT"
    assert len(out) == len(wanted), f"{len(out)} frames, not {len(wanted)}"


def prove(draw, line, kinds, depth, hop, check, most=120):
    rate = draw.choice(RATES)
    steps = draw_pictures(draw, rate, kinds, most)
    model = Pictures(rate, depth)
    with Rig(line, caps_of(rate)) as rig:
        play(rig, model, steps, write)
        try:
            check(rig.out, model.runs, depth, hop)
        except AssertionError as problem:
            raise AssertionError(f"{line} at {rate}/s, {kinds}: {problem}") from None


def prove_spectra(draw, kinds):
    depth = draw.choice([1, 1, 2, 5, 16])
    hop = draw.choice([1, depth, max(1, depth // 2), depth + 3])
    prove(draw, f"clvideofft depth={depth} temporal-hop={hop} scaling=none", kinds, depth, hop,
          check_frames)


@claim
def frames_have_pictures_of_one_run(draw):
    for _ in range(count(15, 250)):
        prove_spectra(draw, draw.sample(EVERYTHING, draw.randint(1, 4)))


@claim
def pictures_outside_of_the_segment_are_clipped(draw):
    for _ in range(count(8, 250)):
        prove_spectra(draw, ["segments", *draw.sample(["holes", "backwards", "flags"],
                                                      draw.randint(0, 2))])


def times_of(run, depth, hop):
    """Of its pictures after the way back, which knows the times of spectra alone."""
    back = Run(run.anchor, run.rate)
    for first, _ in frames_of_pictures(run, depth, hop):
        back.follow(first, run.time(first))
    return [back.time(k) for k in range(len(run.values))]


def check_pictures(out, runs, depth, hop):
    wanted = [(time, value) for run in runs
              for time, value in zip(times_of(run, depth, hop), run.values)]
    for buffer, (time, value) in zip(out, wanted):
        pixels = set(buffer.data)
        where = f"picture {value} at {time}"
        assert pixels == {value}, f"{where}: {pixels}"
        assert buffer.pts == time, f"{where}: at {buffer.pts}"
        assert abs(buffer.duration - SECOND / runs[0].rate) <= 1, f"{where}: lasts {buffer.duration}"
    assert len(out) == len(wanted), f"{len(out)} pictures, not {len(wanted)}"


def prove_way_back(draw, kinds):
    depth = draw.choice([1, 2, 5, 16])
    hop = draw.choice([1, depth, max(1, depth // 2)])
    if depth > 1:
        kinds = [kind for kind in kinds if kind not in ("jitter", "drift")]
    prove(draw, f"clvideofft depth={depth} temporal-hop={hop if depth > 1 else 1} "
          "component=all ! clifft", kinds, depth, hop, check_pictures)


@claim
def the_way_back_has_every_picture_at_its_time(draw):
    for _ in range(count(12, 250)):
        prove_way_back(draw, draw.sample(EVERYTHING, draw.randint(1, 4)))
    for _ in range(count(4, 100)):
        prove_way_back(draw, ["segments", *draw.sample(["holes", "flags"], 1)])


if __name__ == "__main__":
    main()
