#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drawn streams of pictures through clvideofft, and clifft behind it, clvideodenoise and
clvideofilter, against the model: which pictures are transformed together, and the times
of frames and pictures (TAP). The code of all pixels of a picture tells which one it is."""
from fractions import Fraction

from rig import NONE, SECOND, Gst, Rig, claim, count, is_full, main
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


def mean_of(run, k, depth):
    """Of the pictures that a picture is denoised with."""
    last = max(len(run.values) - 1, 1)
    places = [abs((k + t + last) % (2 * last) - last) if len(run.values) > 1 else 0
              for t in range(-(depth // 2), depth // 2 + 1)]
    return round(sum(int(run.values[i]) for i in places) / depth)


def prove_filtered(draw, line, depth, kinds):
    """Each picture comes out at its own time, as the mean of those of its run."""
    rate = draw.choice(RATES)
    steps = draw_pictures(draw, rate, kinds, 60)
    model = Pictures(rate, 2)
    with Rig(line, caps_of(rate)) as rig:
        play(rig, model, steps, write)
        wanted = [mean_of(run, k, depth) for run in model.runs for k in range(len(run.values))]
        pictures = [step for step in steps if step.kind == "buffer"]
        assert len(rig.out) == len(pictures) == len(wanted), (
            f"{line}: {len(rig.out)} pictures, not {len(pictures)}")
        for buffer, picture, value in zip(rig.out, pictures, wanted):
            where = f"{line} at {rate}/s, {kinds}: picture {picture.values[0]}"
            assert set(buffer.data) == {value}, f"{where} is {set(buffer.data)}, not {value}"
            assert buffer.pts == (NONE if picture.pts is None else picture.pts), (
                f"{where} at {buffer.pts}, not {picture.pts}")
            assert buffer.duration == picture.duration, f"{where} lasts {buffer.duration}"


@claim
def pictures_of_one_run_are_denoised_together(draw):
    """So much noise is all that changes: the mean of the pictures stays."""
    for _ in range(count(8, 250)):
        depth = draw.choice([1, 3, 3, 5, 7] if is_full() else [1, 3])
        prove_filtered(draw, "clvideodenoise block-size=8 overlap=0 sigma=128 sigma-low=16 "
                       f"sigma-mid=16 sigma-high=16 depth={depth}", depth,
                       draw.sample(EVERYTHING, draw.randint(1, 4)))


@claim
def filtered_pictures_keep_their_times(draw):
    for _ in range(count(4, 250)):
        prove_filtered(draw, "clvideofilter low-pass=0.1", 1,
                       draw.sample(EVERYTHING, draw.randint(1, 4)))


@claim
def interlaced_video_is_refused_with_its_reason(draw):
    plain = caps_of(Fraction(25))
    for line in "clvideodenoise", "clvideofilter", "clvideofilter low-pass=0.1", "clvideofft":
        mode = draw.choice(["interleaved", "mixed", "fields"])
        with Rig(line, plain.replace("progressive", mode)) as rig:
            texts = rig.errors()
            assert len(texts) == 1 and f"interlace-mode is {mode}" in texts[0] and (
                "deinterlacer" in texts[0]), f"{line}, {mode}: {texts}"
            # and what follows can be played
            rig.push_event(Gst.Event.new_caps(Gst.Caps.from_string(plain)))
            rig.push_segment()
            rig.push(write([7]), 0, 40 * 10 ** 6)
            rig.push_event(Gst.Event.new_eos())
            assert len(rig.out) == 1 and len(rig.texts()) == 1, f"{line}: {rig.texts()}"


if __name__ == "__main__":
    main()
