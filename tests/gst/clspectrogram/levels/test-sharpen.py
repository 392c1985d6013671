#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that sharpened pictures show what numpy computes in double precision, that a
tone, a chirp and an impulse are where they are by their formulas, and that levels are
tilted (TAP).

    test-sharpen.py

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""
from tap import modules

numpy, signal = modules("numpy", "scipy.signal")

import claims
from claims import audio_caps, claim, draw, random, run
from scales import place
from windows import WINDOWS

FLOOR, RANGE = -90.0, 100.0
PLAIN = f"axes=false legend=false color-map=grey floor={FLOOR:g} range={RANGE:g}"
EMPTY = -1
SCALES = ("linear", "log", "mel", "bark", "erb")


def picture_of(x, properties, width, height, rate):
    """The steps of a picture's levels, 0 to 255, the lowest frequency first."""
    data = run(audio_caps(rate), f"clspectrogram slide=whole {PLAIN} {properties} ! video/x-raw,"
               f"format=BGRx,width={width},height={height}", x.astype("<f4").tobytes())
    pixels = numpy.frombuffer(data, "u1").reshape(height, width, 4)[::-1]
    steps = pixels[:, :, 0].astype(int)
    steps[pixels[:, :, 0] != pixels[:, :, 2]] = EMPTY
    return steps


def film_of(x, properties, width, height, rate):
    """The same of the last picture of several."""
    data = run(audio_caps(rate), f"clspectrogram {PLAIN} {properties} ! video/x-raw,format=BGRx,"
               f"width={width},height={height},framerate=25/1", x.astype("<f4").tobytes())
    return numpy.frombuffer(data, "u1").reshape(-1, height, width, 4)[:, ::-1, :, 0].astype(int)


def step_of(power):
    """Where the palette has a power, not rounded."""
    with numpy.errstate(divide="ignore"):
        return numpy.clip((10 * numpy.log10(power) - FLOOR) / RANGE, 0, 1) * 255


# ---- axes ----

class Axis:
    def __init__(self, scale, low, high, rate, height):
        self.scale, self.low, self.high, self.height = scale, low, high, height
        self.text = f"frequency-scale={scale} min-frequency={low!r} max-frequency={high!r}"
        if high == rate / 2:
            self.text = f"frequency-scale={scale} min-frequency={low!r}"

    def row(self, f):
        """Rows from the bottom, not rounded."""
        low, high = place(self.scale, self.low), place(self.scale, self.high)
        return (place(self.scale, f) - low) / (high - low) * self.height


def draw_axis(rate, size, height):
    scale = SCALES[draw(0, 4)]
    low = random.uniform(1, 6) * rate / size
    return Axis(scale, float(low), float(random.uniform(0.6, 1) * rate / 2), rate, height)


# ---- the model ----

def window_of(name, parameter, size):
    values = dict((row[:2], row[2]) for row in WINDOWS)[name, parameter](size)
    return signal.get_window(values, size)


def slope_of(h):
    near = numpy.roll(h, -1) - numpy.roll(h, 1)
    return (8 * near - (numpy.roll(h, -2) - numpy.roll(h, 2))) / 12


def transforms(x, h, hop, length, n_frames):
    size = len(h)
    padded = numpy.concatenate([numpy.zeros(size // 2), x, numpy.zeros(size)])
    frames = numpy.lib.stride_tricks.sliding_window_view(padded, size)[:n_frames * hop:hop]
    return numpy.fft.rfft(frames * h, length)


class Model:
    """Powers of frames and rows: `least` what is there for sure, `most` with what single
    precision may have put there."""

    def __init__(self, x, h, hop, length, rate, axis, method):
        size = len(h)
        n = self.n_frames = -(-len(x) // hop)
        spectra = transforms(x, h, hop, length, n)
        slopes = transforms(x, slope_of(h) * length / (2 * numpy.pi), hop, length, n)
        moments = transforms(x, h * (numpy.arange(size) - size // 2) / hop, hop, length, n)
        gain = numpy.full(length // 2 + 1, 2 / h.sum())
        gain[0] /= 2
        if length % 2 == 0:
            gain[-1] /= 2
        power = abs(spectra * gain) ** 2 * h.sum() ** 2 / (length * (h ** 2).sum())
        with numpy.errstate(all="ignore"):
            across, along = -(slopes / spectra).imag, (moments / spectra).real
            # what single precision makes of them
            noise = 2e-6 * numpy.sqrt((abs(spectra) ** 2).mean(axis=1, keepdims=True))
            off = (noise * (abs(slopes / spectra)
                            + numpy.sqrt((abs(slopes) ** 2).mean(axis=1, keepdims=True)
                                         / (abs(spectra) ** 2).mean(axis=1, keepdims=True)))
                   / abs(spectra))
            late = (noise * (abs(moments / spectra)
                             + numpy.sqrt((abs(moments) ** 2).mean(axis=1, keepdims=True)
                                          / (abs(spectra) ** 2).mean(axis=1, keepdims=True)))
                    / abs(spectra))
            self.blur = (noise / abs(spectra)) * 2 * power
        bins = numpy.arange(length // 2 + 1)
        across, along = numpy.nan_to_num(across, nan=0), numpy.nan_to_num(along, nan=0)
        off = numpy.nan_to_num(off, nan=0) + 4e-6 * (1 + bins + abs(across))
        late = numpy.nan_to_num(late, nan=0) + 1e-5
        reach = -(-(size // 2) // hop) if method == "reassign" else 0
        rows = [self.rows_of(axis, bins + across + sign * off, length, rate) + sign * 3e-3
                for sign in (-1, 1)]
        rows = numpy.floor([numpy.minimum(*rows), numpy.maximum(*rows)])
        slots = [numpy.clip(numpy.rint(numpy.clip(along + sign * late, -reach, reach))
                            + numpy.arange(n)[:, None], 0, n - 1) for sign in (-1, 1)]
        self.add(power, rows, slots, axis.height)

    @staticmethod
    def rows_of(axis, bins, length, rate):
        bins = abs(bins)
        bins = numpy.where(bins > length / 2, numpy.maximum(length - bins, 0), bins)
        return axis.row(bins * rate / length)

    def add(self, power, rows, slots, height):
        self.least = numpy.zeros((self.n_frames, height))
        self.most = numpy.zeros((self.n_frames, height))
        is_sure = (rows[0] == rows[1]) & (slots[0] == slots[1])
        inside = is_sure & (rows[0] >= 0) & (rows[0] < height)
        at = slots[0][inside].astype(int), rows[0][inside].astype(int)
        numpy.add.at(self.least, at, power[inside] - self.blur[inside])
        numpy.add.at(self.most, at, power[inside] + self.blur[inside])
        for frame, k in zip(*numpy.nonzero(~is_sure)):
            low, high = (int(numpy.clip(r[frame, k], -1, height)) for r in rows)
            first, last = (int(s[frame, k]) for s in slots)
            self.most[first:last + 1, max(low, 0):high + 1] += (power + self.blur)[frame, k]
        self.sure = power[is_sure].sum() / power.sum()


def columns_of(frames, width):
    """Those that an overview of `width` pixels shows of fewer than twice as many frames."""
    n = len(frames)
    shown = []
    for x in range(width):
        inside = [j for j in range(n) if (2 * j + 1) * width // (2 * n) == x]
        shown.append(frames[inside or [(2 * x + 1) * n // (2 * width)]].max(axis=0))
    return numpy.array(shown).T


def sound(n, rate):
    """Tones, a chirp, clicks and some noise: all with power to speak of."""
    t = numpy.arange(n) / rate
    x = random.normal(0, 3e-4, n)
    for _ in range(3):
        x += random.uniform(0.01, 0.2) * numpy.sin(
            2 * numpy.pi * random.uniform(0.02, 0.45) * rate * t + random.uniform(0, 6))
    low, high = sorted(random.uniform(0.02, 0.45, 2) * rate)
    x += 0.1 * signal.chirp(t, low, t[-1], high)
    x[random.integers(0, n, 2)] += 0.7
    return x.astype(numpy.float32)


def check_model(method):
    name, parameter, _ = WINDOWS[draw(1, len(WINDOWS) - 1)]
    rate, size = draw(4000, 192000), draw(40, 1500)
    hop, width, height = max(1, size // draw(2, 9)), draw(20, 60), draw(20, 300)
    length = size if draw(0, 1) else size + draw(0, size)
    axis = draw_axis(rate, size, height)
    x = sound(hop * draw(width // 2, 2 * width - 1) - draw(0, hop - 1), rate)
    set_to = f"window={name}" + ("" if parameter is None else f" window-param={parameter:g}")
    text = (f"sharpen={method} {set_to} size={size} hop={hop} "
            f"zero-pad={0 if length == size else length} {axis.text}")
    steps = picture_of(x, text, width, height, rate)
    model = Model(x.astype(float), window_of(name, parameter, size), hop, length, rate, axis, method)
    least, most = (step_of(columns_of(power, width)) for power in (model.least, model.most))
    wrong = (steps < numpy.floor(least - 0.6)) | (steps > numpy.ceil(most + 0.6))
    where = f"{rate} Hz, {len(x)} samples, {width}x{height}: {text}"
    assert not wrong.any(), (f"{where}: {wrong.sum()} pixels, as {steps[wrong][0]}, not "
                             f"{least[wrong][0]:.2f} to {most[wrong][0]:.2f}")
    return model.sure


def check_models(method, n):
    """Few cases have much power whose place rounding decides."""
    sure = [check_model(method) for _ in range(n)]
    assert numpy.mean(sure) > 0.8, f"{sure} of the power has a place in the model"


@claim
def reassigned_pictures_are_numpys():
    check_models("reassign", 6)


@claim
def squeezed_pictures_are_numpys():
    check_models("squeeze", 4)


# ---- closed forms ----

def without(column, first, end):
    return numpy.concatenate([column[:max(first, 0)], column[end:]])


def level_of(steps):
    return FLOOR + RANGE * steps / 255


@claim
def a_tone_is_one_row_at_its_level():
    for method in ("reassign", "squeeze") * 2:
        rate, size, width, height = draw(8000, 96000), draw(256, 4096), 40, draw(50, 400)
        axis = draw_axis(rate, size, height)
        f = float(random.uniform(max(8 * rate / size, 1.1 * axis.low), 0.95 * axis.high))
        hop = size // 4
        x = 0.5 * numpy.cos(2 * numpy.pi * f / rate * numpy.arange(width * hop) + 1)
        steps = picture_of(x, f"sharpen={method} size={size} hop={hop} {axis.text}", width, height,
                           rate)
        for column in steps.T[8:-8]:
            row = column.argmax()
            where = f"{method}: {f:g} of {rate} Hz, {axis.text}, size {size}: row {row} of {height}"
            assert abs(row + 0.5 - axis.row(f)) <= 1, f"{where}, not {axis.row(f):.2f}"
            # what is left may be in the row beside it
            others = without(column, row - 1, row + 2)
            assert abs(level_of(column[row]) + 6.02) < 3.3, f"{where} has {level_of(column[row]):.1f}"
            assert others.max() < column[row] - 255 * 40 / RANGE, f"{where}: another has {others.max()}"


@claim
def an_impulse_is_one_column():
    for _ in range(3):
        rate, size, width, height = draw(8000, 96000), draw(256, 4096), draw(30, 80), draw(30, 90)
        hop = size // draw(4, 16)
        x = numpy.zeros(width * hop)
        at = draw(size, len(x) - size)
        x[at] = 1
        # so wide that a row has bins, so loud that they are seen
        text = f"sharpen=reassign size={size} hop={hop} calibration=40"
        power = picture_of(x, text, width, height, rate).astype(float)
        column = power.sum(axis=0).argmax()
        assert abs(column + 0.5 - at / hop) <= 1, f"{text}: {at / hop:.2f} in column {column}"
        assert not (numpy.delete(power, column, axis=1) > 0).any(), f"{text}: other columns"


@claim
def a_chirp_is_a_line():
    for _ in range(3):
        rate, size, width = draw(8000, 96000), draw(512, 2048), draw(60, 120)
        height, hop = draw(60, 200), size // 8
        n = width * hop
        low, high = 0.1 * rate, random.uniform(0.3, 0.4) * rate
        x = 0.5 * signal.chirp(numpy.arange(n) / rate, low, n / rate, high)
        axis = Axis("linear", 0.0, rate / 2, rate, height)
        text = f"sharpen=reassign window=gauss size={size} hop={hop}"
        steps = picture_of(x, text, width, height, rate)
        for column in range(8, width - 8):
            f = low + (high - low) * column / width  # frames are at the beginning of theirs
            row = steps[:, column].argmax()
            # half a column, half a row
            slack = 1 + (high - low) / width / (rate / 2) * height / 2
            assert abs(row + 0.5 - axis.row(f)) <= slack, \
                f"{text}: column {column}: row {row}, not {axis.row(f):.2f}"


@claim
def pictures_that_scroll_are_sharp_too():
    for slide in ("scroll", "replace"):
        rate, size, height = 48000, draw(500, 3000), draw(60, 200)
        axis = draw_axis(rate, size, height)
        f = float(random.uniform(max(8 * rate / size, 1.1 * axis.low), 0.95 * axis.high))
        x = 0.5 * numpy.cos(2 * numpy.pi * f / rate * numpy.arange(rate))
        films = [film_of(x, f"sharpen={method} slide={slide} time-span=2000000000 size={size} "
                         f"{axis.text}", 200, height, rate) for method in ("reassign", "none")]
        assert films[0].shape == films[1].shape, "other pictures"
        row = int(axis.row(f))
        column = films[0][-1][:, 60 if slide == "replace" else 150]
        assert abs(column.argmax() - row) <= 1, f"{slide}: row {column.argmax()}, not {row}"
        others = without(column, row - 2, row + 3)
        assert others.max() < column.max() - 100, f"{slide}: not sharp"
        # no column waits for what is behind the picture
        lit = [film[-1].max(axis=0) > 100 for film in films]
        assert (lit[0] == lit[1]).all(), f"{slide}: other columns are lit"


# ---- tilt ----

@claim
def levels_are_tilted_around_1_kilohertz():
    for mode in ("waterfall", "bars", "line"):
        tilt = float(random.uniform(-12, 12))
        rate, size = 48000, 4096
        f = draw(10, 1500) * rate / size
        x = 10 ** (-30 / 20) * numpy.cos(2 * numpy.pi * f / rate * numpy.arange(rate))
        want = numpy.clip(-30 + tilt * numpy.log2(f / 1000), FLOOR, FLOOR + RANGE)
        text = f"tilt={tilt!r} size={size} {'reduction=peak' if draw(0, 1) else ''}"
        if mode == "waterfall":
            got = level_of(picture_of(x, text, 40, 200, rate)[:, 20].max())
        else:
            film = film_of(x, f"mode={mode} peak-hold=0 fall=0 {text}", 400, 500, rate)[12]
            got = FLOOR + RANGE * (film != film[-1, 0]).nonzero()[0].max() / 500
        assert abs(got - want) < 1, f"{mode}: {f:.1f} Hz, tilt {tilt:.2f}: {got:.2f}, not {want:.2f}"


claims.main()
