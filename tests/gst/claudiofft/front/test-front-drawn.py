#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that the front ends of claudiofft are those of a model in float64: of
drawn settings, as spectra and as tensors of either order, and of the presets kaldi,
ast, torchaudio and whisper, whose rules are written down here once more.

    claudiofft/front/test-front-drawn.py

Skipped where Python's numpy or gst-launch-1.0 is missing.
"""
from tap import modules

numpy = modules("numpy")

import claims
from claims import claim, is_full, random, run
from scales import to_hertz, to_mel

DOUBLE = " ! application/x-fft, format=F64LE"
EPSILON = 1.1920928955078125e-07


# ---- the model ----

def window_of(name, n):
    place = 2 * numpy.pi * numpy.arange(n) / (n if name in ("hann", "hamming") else n - 1)
    if name == "hamming":
        return 0.54 - 0.46 * numpy.cos(place)
    hann = numpy.maximum(0.5 - 0.5 * numpy.cos(place), 0)
    return hann ** 0.85 if name == "povey" else hann


def filters(s, length):
    """A row for each band: straight in hertz, of kaldi in mel."""
    high = s["band-high"] or s["rate"] / 2
    corner = numpy.linspace(to_mel(s["band-low"], s["mel-scale"]), to_mel(high, s["mel-scale"]),
                            s["bands"] + 2)[:, None]
    hertz = to_hertz(corner, s["mel-scale"])
    f = numpy.arange(length // 2 + 1) * s["rate"] / length
    if s["mel-scale"] == "kaldi":
        f = to_mel(f, "kaldi")
    else:
        corner = hertz
    weights = numpy.maximum(0, numpy.minimum((f - corner[:-2]) / (corner[1:-1] - corner[:-2]),
                                             (corner[2:] - f) / (corner[2:] - corner[1:-1])))
    return weights * (2 / (hertz[2:] - hertz[:-2]) if s["mel-norm"] == "slaney" else 1)


def count_frames(s, n):
    size, hop, half = s["size"], s["hop"], s["size"] // 2 if s["center"] else 0
    return {"complete": 1 + (n - size) // hop if n >= size else 0, "middle": n // hop + 1,
            "hop": n // hop, "begun": -(-(n + half) // hop)}[s["last-frame"]]


def frames_of(s, x):
    """Emphasized in the stream, padded and cut."""
    if s["pre-emphasis-mode"] == "stream":
        x = x - s["pre-emphasis"] * numpy.concatenate([[0], x[:-1]])
    half = s["size"] // 2 if s["center"] else 0
    mode = s["pad-mode"] if s["center"] else "constant"
    n_frames = s.get("frames") or count_frames(s, len(x))
    more = s["size"] + s["hop"] * (n_frames - count_frames(s, len(x)) + 1)
    padded = numpy.pad(x, (half, more), mode=mode)
    return numpy.stack([padded[k * s["hop"]:k * s["hop"] + s["size"]] for k in range(n_frames)])


def detrend(s, frames):
    """The mean, or the line of least squares."""
    if s["detrend"] == "none":
        return frames
    frames = frames - frames.mean(1, keepdims=True)
    if s["detrend"] == "linear":
        place = numpy.arange(s["size"]) - (s["size"] - 1) / 2
        frames = frames - numpy.outer(frames @ place / (place @ place), place)
    return frames


def bands_of(s, x):
    """Powers, or sums of magnitudes, a row a frame."""
    frames = detrend(s, frames_of(s, x))
    if s["pre-emphasis-mode"] == "frame":
        frames = frames - s["pre-emphasis"] * numpy.concatenate([frames[:, :1], frames[:, :-1]], 1)
    length = s["zero-pad"] or s["size"]
    gain = 10 ** (s["calibration"] / 20)
    magnitude = numpy.abs(numpy.fft.rfft(frames * window_of(s["window"], s["size"]), length)) * gain
    return (magnitude if s["band-sum"] == "magnitude" else magnitude ** 2) @ filters(s, length).T


def logarithm_of(s, x):
    """And decibels in the unit of it."""
    tenfold = 20 if s["band-sum"] == "magnitude" else 10
    if s["quantity"] == "db":
        return numpy.maximum(tenfold * numpy.log10(numpy.maximum(x, 1e-300)), s["floor"]), 1
    x = numpy.maximum(x + s["log-offset"], 10 ** (s["floor"] / tenfold))
    if s["quantity"] == "log":
        return numpy.log(x), numpy.log(10) / tenfold
    return numpy.log10(x), 1 / tenfold


def cepstrum_of(s, y):
    n = y.shape[1]
    k = numpy.arange(s["cepstrum"])[:, None]
    matrix = numpy.cos(numpy.pi / n * (numpy.arange(n) + 0.5) * k) * numpy.sqrt(2 / n)
    matrix[0] /= numpy.sqrt(2)
    if s["lifter"]:
        matrix *= 1 + s["lifter"] / 2 * numpy.sin(numpy.pi * (k + s["lifter-from"]) / s["lifter"])
    return y @ matrix.T


def blocks_of(s, x, n_each):
    """The powers of each tensor's frames: of silence behind the end too, but where a
    tensor is filled up after it was normalized."""
    n_frames = count_frames(s, len(x))
    n_all = -(-n_frames // n_each) * n_each
    power = bands_of({**s, "frames": n_all}, x)
    end = n_frames if s["normalize"] in ("per-band", "ast") else n_all
    return [power[first:min(first + n_each, end)] for first in range(0, n_all, n_each)]


def tensors_of(s, x, n_each):
    """[tensor][frame][point], each normalized by itself and filled up with what a zero
    comes to."""
    made = [values_of(s, power) for power in blocks_of(s, x, n_each)]
    fill = {**s, "normalize": s["normalize"].replace("per-band", "none")}
    zeros = normalize(fill, numpy.zeros((n_each, made[0].shape[1])))
    return numpy.stack([numpy.concatenate([y, zeros[len(y):]]) for y in made])


def normalize(s, y):
    if s["normalize"] == "per-band":
        deviation = y.std(0, ddof=1) if len(y) > 1 else 0
        return (y - y.mean(0)) / (deviation + 1e-5)
    return {"none": y, "whisper": (y + 4) / 4, "ast": (y + 4.2677393) / 9.1379948}[s["normalize"]]


def model(s, x):
    return values_of(s, bands_of(s, x))


def values_of(s, power):
    if s["quantity"] == "power":
        return power
    y, decibel = logarithm_of(s, power)
    if s["top-db"]:
        y = numpy.maximum(y, y.max() - s["top-db"] * decibel)
    return normalize(s, cepstrum_of(s, y) if s["cepstrum"] else y)


# ---- settings ----

STANDARD = {
    "rate": 16000, "size": 400, "hop": 160, "zero-pad": 0, "window": "hann", "center": False,
    "pad-mode": "constant", "detrend": "none", "pre-emphasis": 0, "pre-emphasis-mode": "stream",
    "calibration": 0, "bands": 80, "mel-scale": "htk", "mel-norm": "none", "band-low": 0,
    "band-high": 0, "band-sum": "power", "quantity": "log", "floor": -150, "log-offset": 0,
    "top-db": 0, "normalize": "none", "cepstrum": 0, "lifter": 0, "lifter-from": 1,
    "last-frame": "complete"}
KALDI = {"zero-pad": 512, "detrend": "constant", "pre-emphasis": 0.97, "pre-emphasis-mode": "frame",
         "mel-scale": "kaldi", "band-low": 20, "floor": 10 * numpy.log10(EPSILON)}
PRESETS = {
    "kaldi": {**KALDI, "window": "povey", "calibration": 20 * numpy.log10(32768)},
    "ast": {**KALDI, "window": "hann-symmetric", "bands": 128, "normalize": "ast"},
    "torchaudio": {"hop": 200, "center": True, "pad-mode": "reflect", "quantity": "power",
                   "bands": 128, "last-frame": "middle"},
    "whisper": {"center": True, "pad-mode": "reflect", "quantity": "log10", "floor": -100,
                "bands": 128, "mel-scale": "slaney", "mel-norm": "slaney", "top-db": 80,
                "normalize": "whisper", "last-frame": "hop"}}


def choice(*values):
    return values[int(random.integers(len(values)))]


def draw():
    """Settings that may stand together."""
    s = dict(STANDARD)
    s["rate"] = choice(8000, 16000, 22050, 44100)
    s["size"] = int(random.integers(32, 700))
    s["hop"] = int(random.integers(s["size"] // 4, s["size"] + 1))
    s["zero-pad"] = choice(0, s["size"] + int(random.integers(1, 400)), 1024)
    s["window"] = choice("hann", "hamming", "hann-symmetric", "povey")
    s["detrend"] = choice("none", "constant", "linear")
    s["pre-emphasis"] = choice(0, 0.97, round(float(random.uniform(0, 1)), 3))
    s["pre-emphasis-mode"] = choice("stream", "frame")
    s["center"] = choice(False, True)
    if s["center"] and (not s["pre-emphasis"] or s["pre-emphasis-mode"] == "frame"):
        s["pad-mode"] = choice("constant", "reflect", "edge")
    s["last-frame"] = choice("middle", "hop", "begun") if s["center"] else choice("complete", "begun")
    s["calibration"] = choice(0, 90.309, -20)
    s["bands"] = int(random.integers(1, 1 + min(64, s["size"] // 4)))
    s["mel-scale"] = choice("htk", "slaney", "kaldi")
    s["mel-norm"] = choice("none", "slaney")
    s["band-low"] = choice(0, 20, round(float(random.uniform(0, s["rate"] / 8)), 2))
    s["band-high"] = choice(0, round(float(random.uniform(s["rate"] / 4, s["rate"] / 2)), 2))
    s["band-sum"] = choice("power", "magnitude")
    s["quantity"] = choice("db", "log", "log10")
    s["floor"] = choice(-150, -60, -20.5)
    s["log-offset"] = choice(0, 0.001, 1)
    s["normalize"] = choice("none", "per-band", "whisper", "ast")
    if s["normalize"] != "per-band":
        s["top-db"] = choice(0, 80, 10.25)
    if s["normalize"] in ("none", "per-band"):
        s["cepstrum"] = int(random.integers(0, s["bands"] + 1))
        s["lifter"] = choice(0, 22, round(float(random.uniform(0.5, 40)), 3))
        s["lifter-from"] = choice(0, 1)
    return s


def sound(n):
    """Tones in noise, and a pause, as 16-bit samples."""
    t = numpy.arange(n)
    x = random.normal(0, 0.01, n)
    for f in random.uniform(0, 0.5, 3):
        x += 0.2 * numpy.sin(2 * numpy.pi * f * t)
    x[n // 2:n // 2 + n // 8] = 0
    return numpy.round(32767 * numpy.clip(x + random.uniform(-0.1, 0.1), -1, 1)).astype("<i2")


def front_end(properties, pcm, rate, n_points, kind="<f8"):
    channels = 1 if pcm.ndim == 1 else pcm.shape[1]
    mask = ", channel-mask=(bitmask)0" if channels > 1 else ""
    data = run(f"audio/x-raw, format=S16LE, layout=interleaved, rate={rate}, channels={channels}"
               + mask, "claudiofft " + properties + (DOUBLE if kind == "<f8" else ""),
               pcm.tobytes(), size=2 * channels * int(random.integers(len(pcm) // 8 + 1, len(pcm) + 1)))
    return numpy.frombuffer(data, kind).reshape(-1, channels, n_points)


def check(s, got, want, bound):
    assert got.shape == want.shape, (s, got.shape, want.shape)
    error = numpy.abs(got - want) / (1 + numpy.abs(want))
    assert error.max(initial=0) <= bound, (error.max(), s, numpy.unravel_index(error.argmax(),
                                                                              error.shape))


def words_of(s, n_frames):
    words = [f"{name}={str(value).lower()}" for name, value in s.items() if name != "rate"]
    return " ".join(words) + (" scaling=none band-scale=mel "
                              f"frames-per-buffer={max(n_frames, 1)}")


# ---- claims ----

@claim
def drawn_front_ends_are_those_of_a_model():
    """Two channels with other sounds, in double precision: a small difference
    stands for rounding, in triangles of one corner too. Constant rows have no
    deviation that is not rounding."""
    left, n_drawn = 60 if is_full() else 3, 0
    while left and (n_drawn := n_drawn + 1) < 1000:
        s = draw()
        n = s["size"] * int(random.integers(3, 8)) + int(random.integers(s["size"]))
        pcm = numpy.stack([sound(n), sound(n)], 1)
        want = numpy.stack([model(s, pcm[:, c] / 32768) for c in range(2)], 1)
        try:
            got = front_end(words_of(s, len(want)), pcm, s["rate"], want.shape[2])
        except AssertionError as error:
            # caps of all fields at once are too long, and say so
            assert "characters, the limit is 480" in str(error), (s, error)
            continue
        left -= 1
        if s["normalize"] == "per-band":
            plain = {**s, "normalize": "none"}
            spread = numpy.stack([model(plain, pcm[:, c] / 32768) for c in range(2)], 1).std(0)
            got, want = got * (spread > 1e-3), want * (spread > 1e-3)
        check(s, got, want, 1e-6)
    assert left == 0, left


def tensors(words, pcm, rate, sizes, kind="float32"):
    """Of the sizes, the innermost last; a filter holds the caps to them."""
    text = ":".join(str(n) for n in (sizes[::-1] + [1, 1])[:4])
    channels = pcm.shape[1]
    data = run(f"audio/x-raw, format=S16LE, layout=interleaved, rate={rate}, channels={channels}"
               + (", channel-mask=(bitmask)0" if channels > 1 else ""), "claudiofft " + words
               + f" ! other/tensors,format=static,num_tensors=1,types={kind},dimensions={text}",
               pcm.tobytes(), size=2 * channels * int(random.integers(len(pcm) // 8 + 1, len(pcm) + 1)))
    return numpy.frombuffer(data, "<f4" if kind == "float32" else "<f2").reshape(-1, *sizes)


def draw_tensors():
    """Settings whose numbers single precision has: of a floor near the sound's."""
    s = draw()
    s["floor"] = choice(-40, -20.5)
    s["pad-mode"] = "constant"
    if s["normalize"] == "per-band" and random.random() < 0.5:
        s["normalize"] = "none"
        s["top-db"] = choice(10.25, 30)
    return s


def check_halves(s, words, pcm, sizes, single):
    """What single precision has, rounded to the nearest number of 16 bits: that of its
    neighbours, too, where it lies in the middle but for its own rounding."""
    got = tensors(words, pcm, s["rate"], sizes, "float16").reshape(single.shape)
    slack = 1e-6 * (1 + numpy.abs(single))
    low, high = (single - slack).astype("<f2"), (single + slack).astype("<f2")
    assert ((low <= got) & (got <= high)).all(), s


@claim
def tensors_of_drawn_front_ends_are_those_of_the_model_in_both_orders():
    """The dimensions are in the caps. What differs between the orders is the order."""
    for _ in range(40 if is_full() else 2):
        s = draw_tensors()
        channels = int(random.integers(1, 4))
        n = s["size"] * int(random.integers(2, 6)) + int(random.integers(s["size"]))
        pcm = numpy.stack([sound(n) for _ in range(channels)], 1)
        n_each = int(random.integers(1, count_frames(s, n) + 4))
        want = numpy.stack([tensors_of(s, pcm[:, c] / 32768, n_each) for c in range(channels)], 2)
        words, points = words_of(s, n_each), want.shape[3]
        several = [channels] if channels > 1 else []
        straight = tensors(words, pcm, s["rate"], [n_each, *several, points])
        turned = tensors(words + " tensor-order=band-frame", pcm, s["rate"],
                         [*several, points, n_each])
        turned = turned.reshape(-1, channels, points, n_each)
        straight = straight.reshape(-1, n_each, channels, points)
        assert straight.shape == want.shape, (s, straight.shape, want.shape)
        assert (turned.transpose(0, 3, 1, 2) == straight).all(), s
        check_halves(s, words, pcm, [n_each, *several, points], straight)
        check_halves(s, words + " tensor-order=band-frame", pcm, [*several, points, n_each],
                     turned)
        if s["normalize"] == "per-band":  # a row that is constant, but for rounding
            plain = {**s, "normalize": "none"}
            spread = numpy.stack([[values_of(plain, power).std(0) for power in blocks_of(
                s, pcm[:, c] / 32768, n_each)] for c in range(channels)], 1)[:, None]
            straight, want = straight * (spread > 0.3), want * (spread > 0.3)
        check({**s, "frames-per-buffer": n_each}, straight, want, 2e-3)


@claim
def presets_are_those_of_the_models_rules():
    pcm = sound(16000)
    for preset, changes in PRESETS.items():
        s = {**STANDARD, **changes}
        silence = 30 * 16000 - len(pcm) if preset == "whisper" else 0
        want = model(s, numpy.pad(pcm, (0, silence)) / 32768)
        more = "bands=128" if preset == "whisper" else ""
        got = front_end(f"preset={preset} {more}", pcm, 16000, s["bands"])[:, 0]
        if preset == "ast":
            assert got.shape == (1024, 128), got.shape
            check(preset, got[len(want):], numpy.full((1024 - len(want), 128),
                                                      4.2677393 / 9.1379948), 1e-9)
        check(preset, got[:len(want)], want, 3e-5)  # the floor has thousandths
        single = front_end(f"preset={preset} {more}", pcm, 16000, s["bands"], "<f4")[:, 0]
        assert single.shape == got.shape, (preset, single.shape)
        loud = want > want.max() - 1
        check(preset, single[:len(want)] * loud, want * loud, 1e-3)


@claim
def short_sound_gives_what_kaldi_gives():
    """No frame below its length, one from it on."""
    for n, n_frames in (1, 0), (399, 0), (400, 1), (560, 2):
        got = front_end("preset=kaldi", sound(n), 16000, 80)
        assert len(got) == n_frames, (n, len(got))


@claim
def cepstra_are_those_of_any_average():
    """An average is of bands, and what is left out of a cepstrum changes nothing."""
    s = {**STANDARD, "bands": 20, "cepstrum": 13, "lifter": 22, "lifter-from": 0, "quantity": "db"}
    pcm = sound(400 * 12)
    powers = bands_of({**s, "hop": 400}, pcm / 32768)
    means = powers.reshape(-1, 4, 20).mean(1)
    want = cepstrum_of(s, logarithm_of(s, means)[0])
    words = words_of({**s, "hop": 400}, 0) + " averaging=mean average-count=4"
    for n in 13, 5:
        got = front_end(words + f" cepstrum={n}", pcm, 16000, n)[:, 0]
        check(s, got, want[:, :n], 1e-6)


claims.main()
