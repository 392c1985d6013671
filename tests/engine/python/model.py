# SPDX-License-Identifier: LGPL-2.1-or-later
"""model.py: descriptions drawn through their grammar, and what numpy in double
precision makes of them, element by element: it knows nothing of the module."""
import math

import numpy

DTYPES = {
    "s8": "i1", "u8": "u1", "s16": "i2", "u16": "u2", "s32": "i4", "u32": "u4",
    "s24": "u1", "u24": "u1", "s20": "u1", "u20": "u1", "s18": "u1",
    "u18": "u1", "s24_32": "i4", "u24_32": "u4", "f32": "f4", "f64": "f8",
    "unorm8": "u1", "unorm16": "u2", "unorm10": "u2", "unorm12": "u2",
    "unorm10_top": "u2", "unorm12_top": "u2"}
BITS = {"s24_32": 24, "u24_32": 24}


class Axis:
    """A loop or an axis: how far it goes, and its step on each side."""

    def __init__(self, count_in, count_out, is_loop):
        self.counts = [count_in, count_out]
        self.steps = [0, 0]
        self.is_loop = is_loop


def draw_nested(random, axes, side):
    """Steps of one side, in drawn order and with drawn gaps."""
    room = 1
    for i in random.permutation(len(axes)):
        axes[i].steps[side] = room
        room = axes[i].counts[side] * room + int(random.choice([0, 0, 1, 3]))


def set_dense(axes, side, pitch=0, row=None):
    """Steps that a text without words means; `axes` innermost first."""
    room = 1
    for i, axis in enumerate(axes):
        axis.steps[side] = room
        room *= axis.counts[side]
        if i == 0:
            room = row or room + pitch


class Case:
    """One description as text, with a model of it."""

    def __init__(self, random):
        self.random, self.overlaps = random, False
        self.transform = str(random.choice(["c2c", "r2c", "c2r"]))
        self.rank = int(random.integers(1, 4))
        most = {1: 40, 2: 14, 3: 8}[self.rank]
        self.lengths = [int(n) for n in random.integers(1, most, self.rank)]
        if self.transform != "c2c":
            self.lengths[0] += self.lengths[0] == 1
        self.inverse = self.transform == "c2c" and random.random() < 0.3
        self.double = random.random() < 0.3
        self.in_place = random.random() < 0.25
        self.scale = float(random.choice([1, 0.125, 3]))
        self.load, self.big, self.sample_scale = None, False, None
        self.windows, self.trend, self.matrix = [], None, None
        self.read = list(self.lengths)  # points that are read
        self.quantity, self.sides, self.pixel = "complex", None, None
        self.value = None  # its logarithm
        self.zoom = None  # start, step, bins
        if not self.in_place and not self.inverse:
            self._draw_hooks()
        self._draw_layout()

    def _maybe(self, chance=0.3):
        return self.random.random() < chance

    # ---- hooks ----

    def _draw_hooks(self):
        random = self.random
        if self.transform == "c2r":
            return
        if self._maybe(0.5):
            self.load = str(random.choice(sorted(DTYPES)))
            if self.load.startswith("unorm") and self.transform == "c2c":
                self.load = "s16"
            self.big = self.load not in ("s8", "u8", "unorm8") and self._maybe()
            if self._maybe():
                self.sample_scale = 0.5 ** int(random.integers(8))
        if self._maybe():
            self.read = [int(random.integers(1, n + 1)) for n in self.lengths]
        if self._maybe():
            self.windows = ["hann" if self._maybe(0.7) else "none"
                            for _ in self.lengths]
        if self._maybe() and (self.rank == 1 or self.transform == "r2c"):
            self.trend = "detrend" if self.rank == 1 and self._maybe(0.5) and \
                self.read[0] > 1 else "demean"
        if self.transform == "r2c" and self._maybe():
            shape = random.integers(1, 4, 2)
            self.matrix = random.integers(-8, 9, shape) / 8
        if self._maybe(0.5):
            self.quantity = str(random.choice(
                ["magnitude", "power", "db", "phase"]))
        if self.rank == 1 and self._maybe():
            self.zoom = [int(n) / 64 for n in random.integers(-64, 65, 2)] + [
                int(random.integers(1, 20))]
        elif self._maybe():
            self.sides = str(random.choice(
                ["two", "centered"] + ["one"] * (self.transform == "r2c")))
        if self.quantity in ("magnitude", "power") and self._maybe():
            self.pixel = str(random.choice(["gray8", "gray16", "rgba", "half"]))
        if self.quantity in ("magnitude", "power") and self._maybe() and \
                self.pixel in (None, "half"):
            self.value = str(random.choice(["none", "natural", "decibel"]))

    # ---- layout ----

    def _draw_layout(self):
        n_loops = int(self.random.integers(0, 4))
        bins = list(self.lengths)
        reads = list(self.read)
        half = self.lengths[0] // 2 + 1
        if self.transform == "r2c" and self.sides in (None, "one"):
            bins[0] = half
        if self.transform == "c2r":
            reads[0] = half
        if self.zoom:
            bins = [self.zoom[2]]
        self.axes = [Axis(r, b, False) for r, b in zip(reads, bins)]
        self.loops = [Axis(n, n, True) for n in
                      (int(self.random.integers(1, 5)) for _ in range(n_loops))]
        if self.matrix is not None:
            rows = Axis(*[len(self.matrix)] * 2, True)
            self.loops = [rows] + self.loops[:2]
        all_axes = self.axes + self.loops
        pitch = int(self.random.integers(1, 4)) if self.rank > 1 and \
            self._maybe() and not self.in_place else 0
        row = [None, None]
        if self.in_place:
            if self.transform == "r2c":
                row[0] = 2 * half
            if self.transform == "c2r":
                row[1] = 2 * half
        drawn = not pitch and self._maybe(0.6) and (
            not self.in_place or self.transform == "c2c")
        if drawn:
            draw_nested(self.random, all_axes, 0)
            draw_nested(self.random, all_axes, 1)
            if self.in_place:
                for axis in all_axes:
                    axis.steps[1] = axis.steps[0]
            elif self._maybe():  # frames, or an axis, that overlap
                axis = all_axes[int(self.random.integers(len(all_axes)))]
                axis.steps[0] = int(self.random.integers(
                    0 if axis.is_loop else 1, 4))
                self.overlaps = True
        else:
            set_dense(all_axes, 0, pitch, row[0])
            set_dense(all_axes, 1, pitch, row[1])
        self.source_step = 0
        if self.matrix is not None:
            self.loops[0].steps[0] = 0
            # sources lie apart, as channels do, or overlap in any way
            apart = 1 + sum((a.counts[0] - 1) * a.steps[0] for a in self.axes)
            # at one place they must not take each other away
            self.source_step = int(self.random.integers(
                0 if self.matrix.sum(1).any() else 1, 2 * apart))
            drawn = True
        self._write(drawn, pitch)

    def _list(self, values):
        return ",".join(str(v) for v in values[::-1])

    def _write(self, drawn, pitch):
        words = ["x".join(str(n) for n in self.lengths[::-1])]
        words += ["x%d" % loop.counts[0] + (
            "@%d:%d" % tuple(loop.steps) if drawn else "")
            for loop in self.loops[::-1]]
        more = []
        if drawn:
            more.append("in-stride=" + self._list(
                [axis.steps[0] for axis in self.axes]))
            more.append("out-stride=" + self._list(
                [axis.steps[1] for axis in self.axes]))
        if pitch and not drawn:
            more.append("pitch=%d" % pitch)
        if self.scale != 1:
            more.append("scale=%g" % self.scale)
        for name in ("in_place", "inverse", "double"):
            if getattr(self, name):
                more.append(name.replace("_", ""))
        if self.transform == "c2r" and not self.in_place and \
                self._maybe() and not self.overlaps:
            more.append("destroy")
        if self.load:
            more.append("load=" + self.load + "be" * self.big)
            if self.sample_scale:
                more.append("sample-scale=%g" % self.sample_scale)
        if self.read != self.lengths:
            more.append("pad=" + "x".join(str(n) for n in self.read[::-1]))
        if self.windows:
            more.append("window=" + self._list(self.windows))
        if self.trend:
            more.append(self.trend)
        if self.matrix is not None:
            more.append("mix=%s@%d" % ("/".join(
                ",".join("%g" % a for a in row) for row in self.matrix),
                self.source_step))
        if self.quantity != "complex":
            more.append("store=" + self.quantity)
        if self.quantity == "db":
            more.append("floor=-200")
        if self.zoom:
            more.append("zoom=%r:%r:%d" % tuple(self.zoom))
        if self.sides:
            more.append("sides=" + self.sides)
        if self.pixel == "half":
            more.append("pixel=half")
        elif self.pixel:
            more.append("pixel=%s range=0:%d" % (self.pixel, self._top()))
        if self.value:
            more.append("value=%s:%r:%r:2:-1" % (
                self.value, self._top() / 1024, self._top() / 2048))
        self.random.shuffle(more)
        self.text = " ".join([self.transform] + words + more)

    def _top(self):
        """About the largest of what is stored."""
        points = math.prod(self.lengths)
        return float(points if self.quantity == "magnitude" else points ** 2)

    # ---- places ----

    def _places(self, side, axes):
        """Where each element lies, [loops outermost first][axes ...]."""
        places = numpy.zeros((), int)
        for axis in axes[::-1]:
            places = places[..., None] + \
                numpy.arange(axis.counts[side]) * axis.steps[side]
        return places

    def input_places(self):
        places = self._places(0, self.axes + self.loops)
        if self.matrix is None:
            return places
        return places[None] + self.source_step * numpy.arange(
            self.matrix.shape[1]).reshape((-1,) + (1,) * places.ndim)

    def input_is_nested(self):
        """Whether elements lie in the order of their axes, by steps."""
        steps = [(a.steps[0], a.counts[0]) for a in self.axes + self.loops]
        if self.matrix is not None:
            steps.append((self.source_step, self.matrix.shape[1]))
        places = numpy.zeros(1, int)
        for step, count in sorted(steps)[::-1]:
            places = (places[:, None] + step * numpy.arange(
                count if step else 1)).reshape(-1)
        return bool((numpy.diff(places) > 0).all())

    def output_shape(self):
        """In memory order."""
        axes = self.axes + self.loops
        return tuple(a.counts[1] for a in
                     sorted(axes[::-1], key=lambda a: -a.steps[1]))

    # ---- samples ----

    def draw_samples(self, n):
        """n elements, as an array of the plan's type, and their values."""
        parts = 1 if self.transform == "r2c" else 2
        real = "f8" if self.double else "f4"
        values = self.random.uniform(-1, 1, n * parts)
        if self.load in (None, "f32", "f64"):
            kind = numpy.dtype({None: real, "f32": "f4", "f64": "f8"}[self.load])
            kind = kind.newbyteorder(">" if self.big else "=")
            stored = values.astype(kind)
            values = stored.astype("f8") * (
                self.sample_scale or 1 if self.load else 1)
            if parts == 2:
                stored = stored.view(numpy.dtype(
                    "c%d" % (2 * kind.itemsize)).newbyteorder(
                        ">" if self.big else "="))
        else:
            stored, values = self._draw_integers(values)
        if parts == 2:
            values = values[::2] + 1j * values[1::2]
        return stored, values

    def _draw_integers(self, values):
        name = self.load
        pixel = name.startswith("unorm")
        bits = int(name[5:7].rstrip("_")) if pixel else \
            BITS.get(name) or int(name[1:])
        shift = 16 - bits if name.endswith("_top") else 0
        if pixel:
            codes = numpy.round((values + 1) / 2 * (2 ** bits - 1))
            codes, offset = codes.astype("i8"), 0
            factor = 1 / (2 ** bits - 1)
        else:
            codes = numpy.round(values * (2 ** (bits - 1) - 1)).astype("i8")
            offset = 2 ** (bits - 1) if name[0] == "u" else 0
            factor = 0.5 ** (bits - 1)
        values = codes * (self.sample_scale or factor)
        codes = codes + offset << shift
        if DTYPES[name] == "u1" and bits > 8:  # 3 bytes
            code = (codes & (2 ** bits - 1))
            octets = numpy.stack([code >> 8 * i & 255 for i in range(3)], -1)
            return (octets[:, ::-1] if self.big else octets).astype(
                "u1").reshape(-1), values
        kind = numpy.dtype(DTYPES[name]).newbyteorder(">" if self.big else "=")
        if name in ("s24_32", "u24_32"):
            codes = codes & 0xffffff
        return codes.astype(kind), values

    # ---- what numpy makes of it ----

    def compute(self, values):
        """The output of the samples at input_places(), loops and axes as
        places has them, and the spectrum that it was made of."""
        y = values
        if self.matrix is not None:
            # loop 0 is the last before the axes
            at = y.ndim - 1 - self.rank - 1
            y = numpy.moveaxis(y, 0, -1)
            y = numpy.stack([numpy.take(y, r, at) @ self.matrix[r]
                             for r in range(len(self.matrix))], at)
        over = tuple(range(-self.rank, 0))
        if self.trend == "demean":
            y = y - y.mean(over, keepdims=True)
        if self.trend == "detrend":
            t = numpy.arange(self.read[0]) - (self.read[0] - 1) / 2
            slope = (y * t).sum(-1, keepdims=True) / (t * t).sum()
            y = y - y.mean(-1, keepdims=True) - slope * t
        for i, window in enumerate(self.windows):
            if window == "hann" and self.read[i] > 1:  # of one point: 1
                w = 0.5 - 0.5 * numpy.cos(
                    2 * numpy.pi * numpy.arange(self.read[i]) / self.read[i])
                y = y * w.reshape((-1,) + (1,) * i)
        shape = self.lengths[::-1]
        if self.transform == "c2r":
            spectrum = numpy.fft.irfftn(y, shape, over) * math.prod(shape)
        elif self.zoom:
            start, step, bins = self.zoom
            spectrum = y @ numpy.exp(-2j * numpy.pi * numpy.outer(
                numpy.arange(self.read[0]), start + step * numpy.arange(bins)))
        elif self.inverse:
            spectrum = numpy.fft.ifftn(y, shape, over) * math.prod(shape)
        else:
            spectrum = numpy.fft.fftn(y, shape, over)
        if self.transform == "r2c" and self.sides in (None, "one") and \
                not self.zoom:
            spectrum = spectrum[..., :self.lengths[0] // 2 + 1]
        if self.sides == "centered":
            spectrum = numpy.fft.fftshift(spectrum, over)
        spectrum = spectrum * self.scale
        power = abs(spectrum) ** 2
        with numpy.errstate(divide="ignore"):
            return {"complex": spectrum, "magnitude": abs(spectrum),
                    "power": power, "phase": numpy.angle(spectrum),
                    "db": numpy.maximum(-200, 10 * numpy.log10(power))}[
                        self.quantity], spectrum

    def judge(self, got, wanted, spectrum):
        """None, or what is wrong with numbers in one order."""
        accuracy = 1e-11 if self.double else 2e-5
        if self.value:
            wanted = wanted + self._top() / 1024
            if self.value != "none":
                wanted = numpy.log(wanted) * (1 if self.value == "natural"
                                              else 10 / math.log(10))
            wanted = 2 * wanted - 1
        if self.pixel == "half":
            assert got.dtype == "f2", got.dtype
            with numpy.errstate(over="ignore"):
                close = abs(got.astype("f8") - wanted) < \
                    1e-3 * abs(wanted) + accuracy * abs(wanted).max() + 1e-7
            close |= (got == numpy.inf) & (wanted > 65500)
            return None if close.all() else "numbers of 16 bits are off"
        largest = abs(spectrum).max()
        heard = abs(spectrum) > 1e-3 * largest
        if self.pixel:
            top = 65535 if self.pixel == "gray16" else 255
            codes = numpy.clip(wanted / self._top() * top, 0, top)
            if self.pixel == "rgba":
                if (got[..., 3] != 255).any() or (
                        got[..., :1] != got[..., :3]).any():
                    return "a pixel that is not grey"
                got = got[..., 0]
            error = abs(got - codes).max()
            return None if error < 1 else "codes are off by %g" % error
        if self.quantity == "phase":
            error = (abs(numpy.exp(1j * got) - numpy.exp(1j * wanted)) *
                     abs(spectrum)).max() / largest if largest else 0
        elif self.quantity == "db":
            error = abs(got - wanted)[heard].max() / 10 if heard.any() else 0
            accuracy *= 1000
        else:
            error = abs(got - wanted).max() / (abs(wanted).max() or 1)
        return None if error < accuracy else "off by %g" % error
