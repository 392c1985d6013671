# SPDX-License-Identifier: LGPL-2.1-or-later
"""Where time is in a stream, as the section Time of docs/guide/streams.md says it, and
nothing else: this never looks at what elements do. Times are nanoseconds, exact."""
from bisect import bisect_right
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
    steps at which that was known; `cut` says that a time ended it."""

    def __init__(self, anchor, rate, segment=None, began=None):
        self.rate, self.values = Fraction(rate), []
        self.units, self.anchors = [0], [anchor]  # times of some units
        self.segment, self.began, self.ended, self.cut = segment, began, None, False

    def time(self, unit):
        at = max(0, bisect_right(self.units, unit) - 1)
        after = (unit - self.units[at]) * SECOND * self.rate.denominator
        return self.anchors[at] + after // self.rate.numerator

    def follow(self, unit, time):
        """Another time than the one expected is the anchor of what follows."""
        if time != self.time(unit):
            self.units.append(unit)
            self.anchors.append(time)

    @property
    def anchor(self):
        return self.anchors[0]

    @property
    def end(self):
        return self.time(len(self.values))


class Stream:
    """Units that are clipped and lie in runs. Where units `follow`, each PTS that
    is not the time expected is an anchor; the others stay on the grid of the first one."""

    follow = False

    def __init__(self, rate):
        self.rate = Fraction(rate)
        self.runs, self.run, self.segment, self.end_time = [], None, Segment(), None
        self.flagged = False  # by a buffer of which nothing was left

    def take_segment(self, segment, step):
        if not segment.continues(self.segment):
            self.end(step)
            self.end_time = None
        self.segment = segment

    def end(self, step):
        if self.run:
            self.run.ended, self.end_time = step, self.run.end
            self.run = None

    def expected(self):
        if self.run:
            return self.run.end
        return self.segment.start if self.end_time is None else self.end_time

    def begin(self, time, step):
        if self.run:
            self.run.cut = True
        self.end(step)
        self.run = Run(self.expected() if time is None else time, self.rate, self.segment, step)
        self.runs.append(self.run)

    def clip(self, values, pts):
        """What of it lies in the segment; without a time that which is expected counts."""
        times = Run(self.expected() if pts is None else pts, self.rate)
        first, last = 0, len(values)
        while first < last and times.time(first) < self.segment.start:
            first += 1
        while last > first and self.segment.stop is not None and \
                times.time(last - 1) >= self.segment.stop:
            last -= 1
        return values[first:last], None if pts is None and first == 0 else times.time(first)

    def take(self, values, pts, flagged, step):
        values, pts = self.clip(values, pts)
        flagged, self.flagged = flagged or self.flagged, False
        if len(values) == 0:
            self.flagged = flagged
            return
        if self.begins(pts, len(values), flagged) and not self.fills(pts):
            self.begin(pts, step)
        elif self.follow and pts is not None:
            self.run.follow(len(self.run.values), pts)
        self.run.values.extend(values)

    def fills(self, _pts):
        return False


class Sound(Stream):
    """Samples stay on their grid until a time strays, which is said by a flag, or has
    gone on for `wait`; None: a flag is needed. A hole of at most `pads` samples becomes
    silence, if that is not None, and where no time tells how long it is, it is none."""

    def __init__(self, rate, wait=SECOND, threshold=40 * 10 ** 6, pads=None,
                 limit=60 * SECOND):
        super().__init__(rate)
        self.wait, self.pads, self.limit = wait, pads, limit
        self.jumped = False  # over time that was too long to be filled
        self.threshold = max(Fraction(threshold), 2 * SECOND / self.rate)
        self.strayed = 0  # samples that have

    def begin(self, time, step):
        super().begin(time, step)
        self.strayed = 0

    def begins(self, pts, n, flagged):
        if not self.run:
            return True
        if pts is None:
            return flagged and self.pads is None
        if abs(pts - self.expected()) < self.threshold:
            self.strayed = 0
            return False
        waited = self.wait is not None and self.strayed * SECOND >= self.wait * self.rate
        self.strayed = 0 if flagged or waited else self.strayed + n
        return flagged or waited

    def fills(self, pts):
        if not self.run or pts is None or self.pads is None:
            return False
        hole = round((pts - self.run.end) * self.rate / SECOND)
        if 0 < hole <= self.pads and self.jumps(pts):
            return False
        if 0 < hole <= self.pads:
            self.run.values.extend([0] * hole)
        return 0 < hole <= self.pads

    def jumps(self, time, start=None):
        """Is it further from the end of the run than can be filled?"""
        jumps = time - (self.run.end if self.run else start) > self.limit
        self.jumped = self.jumped or jumps
        return jumps

    def take_gap(self, pts, duration, step):
        """Silence up to its end, from where the run is; it is placed like a buffer
        without samples. A longer one than the limit is none."""
        stop = pts + duration
        if self.segment.stop is not None:
            stop = min(stop, self.segment.stop)
        start = max(pts, self.segment.start)
        if stop <= start:
            return
        if self.jumps(stop, start):
            self.end(step)
            self.end_time = stop
            return
        flagged, self.flagged = self.flagged, False
        if self.begins(start, 0, flagged) and not self.fills(start):
            self.begin(start, step)
        if stop > self.run.end:
            n = round((stop - self.run.end) * self.rate / SECOND)
            self.run.values.extend([0] * n)


class Messages(Sound):
    """Sound of clspectrum: 40 ms and a flag begin a run."""

    follow = True

    def __init__(self, rate):
        super().__init__(rate, None)


class Pictures(Stream):
    """Half a frame begins a run, of single pictures with a flag. Where they are
    transformed together, a GAP ends one."""

    follow = True

    def __init__(self, rate, depth):
        super().__init__(rate)
        self.depth = depth

    def begins(self, pts, _n, flagged):
        if not self.run or pts is None:
            return not self.run or flagged
        return abs(pts - self.expected()) > SECOND / self.rate / 2 and (
            flagged or self.depth > 1)

    def clip(self, values, pts):
        """A picture of which a part is inside is inside."""
        time = self.expected() if pts is None else pts
        stop = self.segment.stop
        inside = int(time + SECOND / self.rate) > self.segment.start and (
            stop is None or time < stop)
        return values if inside else [], pts

    def take_gap(self, _pts, _duration, step):
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
