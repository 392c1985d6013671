#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drawn streams of sound through claudiofft and clifft behind it, against the model:
which frames there are, what they hold, their times (TAP)."""
from rig import SECOND, Gst, Rig, claim, count, main
from sound import RATES, caps_of, check_frames, check_samples, write
from model import Sound
from streams import draw_sound, play

EVERYTHING = "holes", "backwards", "jitter", "flags", "missing", "gaps", "unflagged", "duration"


def draw_shape(draw):
    size = draw.choice([64, 256, 100])
    return size, draw.choice([size // 2, size // 4, size, 37, 3 * size]), draw.random() < 0.5


def check_warnings(rig, model):
    n = len(rig.texts(Gst.MessageType.WARNING))
    assert n == model.jumped, f"{n} warnings, of a jump: {model.jumped}"


def prove_spectra(draw, kinds, policies=("drain",), waits=(SECOND,), most=6000):
    rate, policy = draw.choice(RATES), draw.choice(policies)
    size, hop, center = draw_shape(draw)
    limit = draw.choice([SECOND // 2, SECOND, 2 * SECOND])
    threshold, wait = draw.choice([40 * 10 ** 6, 40 * 10 ** 6, 10 ** 6]), draw.choice(waits)
    if "jitter" in kinds:
        threshold = 40 * 10 ** 6
    steps = draw_sound(draw, rate, kinds, most)
    model = Sound(rate, wait, threshold, 10 ** 9 if policy == "pad" else None,
                  limit)
    line = (f"claudiofft gap-limit={limit} window=rect scaling=none size={size} hop={hop} "
            f"center={str(center).lower()} discont-policy={policy} "
            f"alignment-threshold={threshold} discont-wait={wait}")
    with Rig(line, caps_of(rate)) as rig:
        play(rig, model, steps, write)
        try:
            check_frames(rig.out, model.runs, size, hop, center, policy == "drop")
            check_warnings(rig, model)
        except AssertionError as problem:
            raise AssertionError(f"{line} at {rate} Hz: {problem}") from None


def prove_way_back(draw, kinds, policies=("drain",), most=6000):
    rate, policy = draw.choice(RATES), draw.choice(policies)
    size = draw.choice([64, 256])
    window, hop, center = draw.choice([("hann", size // 2, True), ("hann", size // 4, True),
                                       ("rect", size, True), ("rect", size // 2, False),
                                       ("rect", size - 7, False)])
    steps = draw_sound(draw, rate, kinds, most)
    model = Sound(rate, pads=10 ** 9 if policy == "pad" else None)
    line = (f"claudiofft window={window} size={size} hop={hop} center={str(center).lower()} "
            f"discont-policy={policy} frames-per-buffer={draw.choice([0, 0, 1, 5])} ! clifft")
    with Rig(line, caps_of(rate), caps_of(rate)) as rig:
        play(rig, model, steps, write)
        try:
            check_samples(rig.out, model.runs)
        except AssertionError as problem:
            raise AssertionError(f"{line} at {rate} Hz: {problem}") from None


@claim
def frames_of_sound_are_where_their_samples_are(draw):
    for _ in range(count(12, 250)):
        prove_spectra(draw, draw.sample(EVERYTHING, draw.randint(1, 4)))


@claim
def sound_outside_of_the_segment_is_clipped(draw):
    for _ in range(count(8, 250)):
        prove_spectra(draw, ["segments", *draw.sample(["holes", "backwards", "gaps", "flags"],
                                                      draw.randint(0, 2))])


@claim
def holes_are_filled_dropped_or_kept(draw):
    for _ in range(count(6, 250)):
        prove_spectra(draw, draw.sample(["holes", "backwards", "flags", "gaps"], 2),
                      ["drop", "pad"])


@claim
def time_without_input_is_filled_up_to_the_limit(draw):
    for _ in range(count(8, 250)):
        prove_spectra(draw, ["long gaps", *draw.sample(["holes", "flags", "gaps"], 1)],
                      ["drain", "pad"])


@claim
def unflagged_jumps_wait(draw):
    for _ in range(count(6, 250)):
        prove_spectra(draw, ["unflagged"], waits=[0, SECOND // 4, SECOND])


@claim
def the_way_back_has_every_sample_at_its_time(draw):
    for _ in range(count(10, 250)):
        prove_way_back(draw, draw.sample(EVERYTHING, draw.randint(1, 4)))
    for _ in range(count(4, 100)):
        prove_way_back(draw, ["segments", *draw.sample(["holes", "flags"], 1)])
    for _ in range(count(3, 100)):
        prove_way_back(draw, draw.sample(["holes", "backwards", "gaps"], 2), ["pad"])


if __name__ == "__main__":
    main()
