# SPDX-License-Identifier: LGPL-2.1-or-later
"""Where time is in a stream, as the section Time of docs/guide/streams.md says it, and
nothing else: this never looks at what elements do. Times are nanoseconds, exact."""
from fractions import Fraction

SECOND = 10 ** 9


class Segment:
    def __init__(self, start=0, stop=None, rate=1.0, time=None, base=0):
        self.start, self.stop, self.rate, self.base = start, stop, rate, base
        self.time = start if time is None else time

    def continues(self, other):
        """Do timestamps mean the same running time?"""
        return (self.rate == other.rate
                and self.base - self.start / Fraction(self.rate)
                == other.base - other.start / Fraction(other.rate))


class Run:
    """Units that follow each other: samples, or pictures. `began` and `ended` are the
    steps at which that was known."""

    def __init__(self, anchor, rate):
        self.anchor, self.rate, self.values = anchor, Fraction(rate), []
        self.began = self.ended = self.segment = None
        self.cut = False

    def time(self, unit):
        return self.anchor + unit * SECOND * self.rate.denominator // self.rate.numerator

    @property
    def end(self):
        return self.time(len(self.values))


class Stream:
    """What both kinds share: a segment, clipping, and runs that end."""

    def __init__(self, rate):
        self.rate = Fraction(rate)
        self.runs, self.run, self.segment, self.end_time = [], None, Segment(), None

    def take_segment(self, segment, step):
        if not segment.continues(self.segment):
            self.end(step)
            self.end_time = None
        self.segment = segment

    def end(self, step):
        if self.run:
            self.run.ended, self.end_time = step, self.run.end
            self.run = None

    def begin(self, time, step):
        if self.run:
            self.run.cut = True  # by a time, not by the end of anything
        self.end(step)
        if time is None:
            time = self.segment.start if self.end_time is None else self.end_time
        self.run = Run(time, self.rate)
        self.run.segment, self.run.began = self.segment, step
        self.runs.append(self.run)

    def clip(self, values, pts):
        """What of it lies in the segment."""
        if pts is None:
            return values, pts
        times = Run(pts, self.rate)
        first, last = 0, len(values)
        while first < last and times.time(first) < self.segment.start:
            first += 1
        while last > first and self.segment.stop is not None and \
                times.time(last - 1) >= self.segment.stop:
            last -= 1
        return values[first:last], times.time(first)


class Sound(Stream):
    """Samples stay on the grid of their anchor until a time strays. `align` is
    GStreamer's own GstAudioStreamAlign, which counts for how long; None: a flag is
    needed, whatever the time."""

    def __init__(self, rate, align, threshold=40 * 10 ** 6, pads=None):
        super().__init__(rate)
        self.align, self.threshold = align, threshold
        # the longest hole, in samples, that becomes silence; where no time tells how
        # long it is, it is none
        self.pads = pads

    def strays(self, pts):
        limit = max(Fraction(self.threshold), 2 * SECOND / self.rate)
        exact = self.run.anchor + len(self.run.values) * SECOND / self.rate
        return abs(pts - exact) >= limit

    def begins(self, pts, n, flagged):
        if not self.run:
            return True
        if pts is None:
            return flagged and self.pads is None
        if flagged or not self.align:
            return flagged and self.strays(pts)
        return self.align.process(False, pts, n)[0]

    def take(self, values, pts, flagged, step):
        values, pts = self.clip(values, pts)
        if len(values) == 0:
            return
        new = self.begins(pts, len(values), flagged)
        hole = 0
        if new and self.run and pts is not None and pts > self.run.end:
            hole = round((pts - self.run.end) * self.rate / SECOND)
        if 0 < hole <= (self.pads or 0):
            self.run.values.extend([0] * hole)
        elif new:
            self.begin(pts, step)
        # what GStreamer counts starts anew, or goes on
        if self.align and (new or flagged or pts is None):
            self.align.process(new, self.run.end if not new or pts is None else pts, len(values))
        self.run.values.extend(values)

    def take_gap(self, pts, duration, step):
        """Silence up to its end."""
        if not self.run:
            self.take([0] * round(duration * self.rate / SECOND), pts, False, step)
            return
        stop = pts + duration
        if self.segment.stop is not None:
            stop = min(stop, self.segment.stop)
        n = max(0, round((stop - self.run.end) * self.rate / SECOND))
        self.take([0] * n, None, False, step)


class Pictures(Stream):
    """Pictures follow one another: `times` of a run are those that its pictures
    have. Where they are transformed together, a GAP ends a run."""

    def __init__(self, rate, depth):
        super().__init__(rate)
        self.depth, self.last = depth, None  # exact time of the last picture

    def take(self, values, pts, flagged, step):
        values, pts = self.clip(values, pts)
        if not len(values):
            return
        new = not self.run or flagged
        if self.run and pts is not None:
            new = abs(pts - self.last - SECOND / self.rate) > SECOND / self.rate / 2
        if new:
            self.begin(pts, step)
            self.run.times, self.last = [], Fraction(self.run.anchor)
        else:
            self.last = self.last + SECOND / self.rate if pts is None else Fraction(pts)
        self.run.times.append(int(self.last))
        self.run.values.extend(values)

    def end(self, step):
        if self.run:
            self.run.ended, self.end_time = step, int(self.last + SECOND / self.rate)
            self.run = None

    def take_gap(self, pts, duration, step):
        if self.depth > 1:
            self.end(step)


def frames_of(run, size, hop, center=False):
    """(place of its first sample, its time) of each frame that begins before the
    end."""
    before = size // 2 if center else 0
    place = -before
    while place < len(run.values):
        yield place, run.time(place + before)
        place += hop


def frames_of_pictures(run, depth, hop):
    """(first picture, one behind the last) of each frame: whole ones, and one more if
    it has a picture that was in no frame."""
    first, seen = 0, 0
    while first + depth <= len(run.values):
        yield first, first + depth
        first, seen = first + hop, first + depth
    if max(first, seen) < len(run.values):
        yield first, len(run.values)
