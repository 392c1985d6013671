#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Clicks at drawn times in drawn streams through clspectrogram: each column that a click
lights stands at the time of the click by the labels of the axis, and no click is missing
(TAP)."""
from rig import SECOND, Rig, claim, count, main, numpy
from labels import LOOK, RATE, Reader, caps_out, picture_of
from model import Segment, Sound
from sound import caps_of
from streams import Drawer, play

EVERYTHING = "holes", "backwards", "jitter", "missing", "gaps", "unflagged", "segments"
# no sample was in the segment, as all of a whole picture
EMPTY = "ended without a sample"
readers = []


class Clicks:
    """Sound that is silent but for some samples."""

    def __init__(self):
        self.clicks = set()

    def write(self, values):
        sound = numpy.array([value in self.clicks for value in values], "<f4")
        return sound.tobytes()

    def times_in(self, run):
        return [run.time(k) for k, value in enumerate(run.values) if value in self.clicks]


def draw_clicks(draw, kinds, longest):
    """Sections of a few seconds with a click or two, and something between them."""
    it, sound = Drawer(draw, RATE, kinds, 30 * RATE), Clicks()
    it.time %= 10 ** 14  # labels have room for a day
    if draw.random() < 0.5:
        start = it.time + it.unit(draw.randrange(2 * RATE)) if "segments" in kinds else 0
        it.add_segment(Segment(start, None, draw.choice([1.0, 2.0]),
                               draw.choice([None, draw.randrange(10 ** 12)])))
    for _ in range(draw.randint(2, 6)):
        kind, flag = draw.choice(kinds), draw.choice(["discont", "resync"])
        if kind == "holes":
            it.jump(draw.randint(RATE // 20, longest * RATE))
        elif kind == "backwards":
            it.jump(-draw.randint(RATE // 20, longest * RATE))
        elif kind == "unflagged":
            it.jump(draw.randint(-RATE * longest, RATE * longest))
            flag = None
        elif kind == "gaps":
            n = draw.randint(RATE, 4 * RATE)
            it.add("gap", pts=it.time, duration=it.unit(n))
            it.time += it.unit(n)
        elif kind == "segments" and it.value > 0:
            it.add_segment(Segment(it.time, draw.choice([None, it.time + it.unit(
                draw.randint(RATE, 3 * RATE))]), 1.0, draw.randrange(10 ** 12),
                draw.randrange(10 ** 9)))
        pieces = draw.randint(15, 40)  # tenths of a second
        sound.clicks.add(it.value + draw.randint(RATE // 2, RATE))
        if pieces > 30:
            sound.clicks.add(it.value + draw.randint(2 * RATE, 5 * RATE // 2))
        for k in range(pieces):
            off = draw.randint(-RATE // 40, RATE // 40) if kind == "jitter" and k else 0
            it.add_buffer(RATE // 10, None if kind == "missing" and k and draw.random() < 0.5
                          else max(0, it.time + it.unit(off)), None if k else flag)
    return it.steps, sound


def stream_time(run, time):
    return time - run.segment.start + run.segment.time


def pictures_of(runs, sound):
    """Runs that share an axis, their begin and end, and stream times of clicks. A jump back
    ends one, and so does a segment that means other times."""
    found, before = [], None
    for run in runs:
        if not before or run.segment is not before.segment or run.anchor < before.end:
            found.append([[], run.anchor, None, []])
        before = run
        found[-1][0].append(run)
        found[-1][2] = run.end
        found[-1][3] += [stream_time(run, time) / SECOND for time in sound.times_in(run)]
    return found


def check_picture(reader, buffer, clicks, seconds):
    """The lit columns of a picture are clicks, and `clicks` are all among them."""
    picture = picture_of(buffer)
    cursor, columns = reader.lit(picture)
    off = 3 * seconds / (reader.right - reader.left) + 256 / 2 / RATE
    times = [time for time in reader.times(picture, columns, cursor) if time is not None]
    for time in times:
        assert any(abs(time - click) < off for click in clicks[0]), (
            f"a click is labelled {time:.3f} s, there are {clicks[0]}")
    if len(times) == len(columns):
        for click in clicks[1]:
            assert any(abs(time - click) < off for time in times), (
                f"no click is labelled {click} s, but {times}")
    return len(times)


def prove_whole(draw, kinds, spectra):
    steps, sound = draw_clicks(draw, kinds, 20)
    policy = draw.choice(["drain", "drop"])
    line = f"clspectrogram slide=whole discont-policy={policy} discont-wait=0 {LOOK}"
    if spectra:
        line = ("claudiofft size=256 hop=64 center=true quantity=power discont-wait=0 ! "
                f"clspectrogram slide=whole {LOOK}")
    model = Sound(RATE, wait=0)
    with Rig(line, caps_of(RATE), caps_out()) as rig:
        play(rig, model, steps, sound.write, EMPTY)
        n_read = 0
        try:
            wanted = pictures_of(model.runs, sound)
            assert bool(rig.errors()) == (not wanted), f"{rig.errors()}, {len(wanted)} pictures"
            assert len(rig.out) == len(wanted), f"{len(rig.out)} pictures, not {len(wanted)}"
            for buffer, (_, begin, end, clicks) in zip(rig.out, wanted):
                assert buffer.pts == begin, f"at {buffer.pts}, not {begin}"
                # what is dropped was in no frame
                off = 256 * SECOND // RATE if policy == "drop" else 1
                assert abs(buffer.pts + buffer.duration - end) <= off, (
                    f"ends at {buffer.pts + buffer.duration}, not {end}")
                n_read += check_picture(readers[0], buffer, (clicks, clicks),
                                        (end - begin) / SECOND)
        except AssertionError as problem:
            raise AssertionError(f"{line}, {kinds}: {problem}") from None
    return n_read


def prove_moving(draw, kinds, slide, spectra):
    steps, sound = draw_clicks(draw, kinds, 6)
    framerate = draw.choice([1, 2, 5])
    line = f"clspectrogram slide={slide} discont-wait=0 {LOOK}"
    if spectra:
        line = ("claudiofft size=256 hop=64 center=true quantity=power discont-wait=0 ! "
                f"clspectrogram slide={slide} {LOOK}")
    model = Sound(RATE, wait=0)
    with Rig(line, caps_of(RATE), caps_out(framerate)) as rig:
        play(rig, model, steps, sound.write)
        n_read, at, time = 0, 0, None
        try:
            wanted = [(run, clicks) for runs, _, _, clicks in pictures_of(model.runs, sound)
                      for run in runs]
            for buffer in rig.out:
                at = find_run(buffer, wanted, framerate, at, time)
                time = buffer.pts
                n_read += check_moment(buffer, *wanted[at], framerate, slide)
        except AssertionError as problem:
            raise AssertionError(f"{line}, {kinds}: {problem}") from None
    return n_read


def find_run(buffer, wanted, framerate, at, time):
    """The run of a picture, which begins at a place of its grid, behind the picture before
    or in a later run. The last of a run that a time ends may come when the next has begun."""
    for k, (run, _) in enumerate(wanted[at:], at):
        place = (buffer.pts - run.anchor) * framerate
        is_next = k > at or time is None or \
            abs((buffer.pts - time) * framerate - SECOND) <= framerate
        in_time = run.began <= buffer.step and (run.cut or buffer.step <= run.ended)
        if is_next and in_time and run.anchor <= buffer.pts < run.end and \
                place % SECOND in (0, *range(SECOND - framerate, SECOND)):
            return k
    raise AssertionError(f"no picture begins at {buffer.pts}, behind {time}, in "
                         f"{[(run.anchor, run.end) for run, _ in wanted[at:]]}")


def check_moment(buffer, run, clicks, framerate, slide):
    """A picture of the last 10 s of that run."""
    end = buffer.pts + SECOND // framerate
    first, last = (stream_time(run, time) / SECOND for time in (end, min(end, run.end)))
    # the newest column is whole, the oldest is going; the cursor may stand on any
    sure = [click for click in clicks if first - 9.8 < click < last - 0.1
            and slide == "scroll"]
    return check_picture(readers[0], buffer, (clicks, sure), 10)


@claim
def moving_pictures_label_each_click_with_its_time(draw):
    for slide in "scroll", "replace":
        n_read = sum(prove_moving(draw, draw.sample(EVERYTHING, draw.randint(1, 3)), slide,
                                  k % 3 == 0) for k in range(count(4, 125)))
        assert n_read > 0, f"no label of {slide} was read"


@claim
def whole_pictures_label_each_click_with_its_time(draw):
    n_read = sum(prove_whole(draw, draw.sample(EVERYTHING, draw.randint(1, 3)), k % 3 == 0)
                 for k in range(count(9, 250)))
    assert n_read > 0, "no label was read"


if __name__ == "__main__":
    readers.append(Reader())
    main()
