# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads the axis of time of a picture of clspectrogram: which time each column of its
plot has, by the marks and the digits below it. What the digits look like is learnt from
pictures of two and ten seconds and two minutes that nothing interrupts."""
from rig import SECOND, Rig, numpy
from sound import caps_of

WIDTH, HEIGHT, FONT = 1200, 200, 16
LOOK = f"size=256 color-map=grey legend=false font-size={FONT}"
RATE = 8000


def caps_out(framerate=None):
    rate = f",framerate={framerate}/1" if framerate else ""
    return f"video/x-raw,format=GRAY8,width={WIDTH},height={HEIGHT}{rate}"


def picture_of(buffer):
    return buffer.read("u1").reshape(HEIGHT, -1)[:, :WIDTH].astype(int)


def groups_of(flags):
    """(first, one behind the last) of each row of True."""
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], flags.astype(int), [0]])))
    return list(zip(edges[::2], edges[1::2]))


class Reader:
    def __init__(self):
        seconds, minutes = self.plain(10), self.plain(120)
        dark = seconds < 6  # silence; the ground is brighter
        columns = numpy.flatnonzero(dark.sum(axis=0) > HEIGHT // 3)
        rows = numpy.flatnonzero(dark.sum(axis=1) > WIDTH // 2)
        self.left, self.right = columns[0], columns[-1] + 1
        self.top, self.bottom = rows[0], rows[-1] + 1
        self.ground = seconds[HEIGHT - 1, 0]
        self.glyphs = []
        words = self.words(seconds)
        assert [len(word[2]) for word in words] == [1] * 10 + [2], "0 to 10"
        for k in range(10):
            self.glyphs.append((str(k), words[k][2][0]))
        colon = next(word for word in self.words(minutes) if len(word[2]) == 4)
        self.glyphs.append((":", colon[2][1]))
        point = next(word for word in self.words(self.plain(2)) if len(word[2]) == 3)
        self.glyphs.append((".", point[2][1]))
        assert self.value(words[10][2]) == 10

    @staticmethod
    def plain(seconds):
        with Rig(f"clspectrogram slide=whole {LOOK}", caps_of(RATE), caps_out()) as rig:
            rig.push_segment()
            for k in range(seconds):
                rig.push(bytes(4 * RATE), k * SECOND)
            rig.end()
            return picture_of(rig.out[0])

    def words(self, picture):
        """(first column, one behind the last, glyphs) of each label below the plot."""
        area = picture[self.bottom + 6:, :self.right + FONT]
        ink = (area - self.ground).clip(0)
        rows = groups_of(ink.max(axis=1) > 60)
        ink = ink[rows[0][0]:rows[-1][1]]
        glyphs = groups_of(ink.max(axis=0) > 40)
        found = []
        for first, last in glyphs:
            glyph = ink[:, first:last]
            if found and first - found[-1][1] < FONT // 2:
                found[-1] = found[-1][0], last, [*found[-1][2], glyph]
            else:
                found.append((first, last, [glyph]))
        return found

    def value(self, glyphs):
        """Seconds, of digits and colons."""
        text = "".join(min(self.glyphs, key=lambda one: self.distance(one[1], glyph))[0]
                       for glyph in glyphs)
        seconds = 0
        for part in text.split(":"):
            seconds = seconds * 60 + float(part)
        return seconds

    @staticmethod
    def distance(a, b):
        width = max(a.shape[1], b.shape[1]) + 2
        best = numpy.inf
        for shift in 0, 1, 2:
            boxes = []
            for glyph, at in (a, 1), (b, shift):
                box = numpy.zeros((a.shape[0], width))
                box[:, at:at + glyph.shape[1]] = glyph[:, :width - at]
                boxes.append(box)
            best = min(best, abs(boxes[0] - boxes[1]).sum())
        return best + 50 * abs(a.shape[1] - b.shape[1])

    def labels(self, picture):
        """(column of the mark, seconds) of each label that has its mark at its
        middle; the outermost are moved into the picture."""
        marks = [(first + last) / 2 for first, last in groups_of(
            picture[self.bottom + 2] > self.ground + 40)]
        for first, last, glyphs in self.words(picture):
            near = [mark for mark in marks if abs(mark - (first + last) / 2) < 3]
            if len(near) == 1 and len(glyphs) < 12:
                try:
                    yield near[0] - self.left, self.value(glyphs)
                except ValueError:  # the unit
                    pass

    def lit(self, picture):
        """The column of the cursor or None, and middles of the columns that are not
        silent, from the plot's left edge; the ground, which is what nothing was measured
        of, is not lit."""
        rows = slice(self.top + 5, self.bottom - 5)
        level = picture[rows, self.left:self.right].min(axis=0)
        cursor = numpy.flatnonzero(level > 240)
        cursor = cursor[0] if len(cursor) else None
        columns = [(first + last) / 2 for first, last in groups_of(level > self.ground + 30)]
        return cursor, [column for column in columns
                        if cursor is None or abs(column - cursor) > 4]

    def times(self, picture, columns, cursor=None):
        """The time of each column by the labels of its side of the cursor."""
        labels = list(self.labels(picture))
        for column in columns:
            mine = [one for one in labels if cursor is None
                    or (one[0] < cursor) == (column < cursor)]
            if len(mine) < 2:
                yield None
                continue
            slope, base = numpy.polyfit([one[0] for one in mine], [one[1] for one in mine], 1)
            off = max(abs(slope * x + base - value) for x, value in mine)
            assert off < 3 * abs(slope) and slope > 0, f"labels {mine} are not on a line"
            yield slope * column + base
