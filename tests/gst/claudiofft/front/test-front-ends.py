#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that the front ends of claudiofft give the numbers of librosa and of
models' own code: stored references (data/make-references.py), and the formulas
of librosa.filters.mel written down here once more for drawn parameters.

    claudiofft/front/test-front-ends.py

Skipped where Python's numpy or gst-launch-1.0 is missing.
"""
import os
import subprocess

from tap import modules

numpy = modules("numpy")

import claims
from claims import claim, is_full, noise, random, run, spectra_of
from scales import to_hertz, to_mel

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
BOUND = 1e-4


def stored(name):
    return numpy.load(os.path.join(DATA, name + ".npy"))


def caps_of(kind, rate=16000, channels=1, layout="interleaved"):
    mask = ", channel-mask=(bitmask)0" if channels > 1 else ""
    return (f"audio/x-raw, format={kind}, layout={layout}, rate={rate}, "
            f"channels={channels}{mask}")


def front_end(properties, n_bands, x=None, kind="S16LE", channels=1):
    data = run(caps_of(kind, channels=channels), "claudiofft " + properties,
               (stored("clip") if x is None else x).tobytes())
    return numpy.frombuffer(data, "<f4").astype(float).reshape(-1, n_bands)


def check(got, want, bound=BOUND):
    assert got.shape == want.shape, (got.shape, want.shape)
    error = numpy.abs(got - want)
    assert error.max() <= bound, (error.max(), numpy.unravel_index(error.argmax(), error.shape))


# ---- models ----

@claim
def librosa_preset_is_power_to_db_of_melspectrogram():
    """The clip as a whole is one buffer, so that top_db is librosa's."""
    check(front_end("preset=librosa top-db=80 frames-per-buffer=100", 128), stored("librosa"))


@claim
def whisper_preset_is_the_models_30_seconds():
    want = stored("whisper")
    got = front_end("preset=whisper", 80)
    assert len(got) == 3000, len(got)
    check(got[:len(want)], want)
    check(got[len(want):], numpy.broadcast_to(want[-1], (3000 - len(want), 80)))


@claim
def nemo_preset_is_normalized_over_the_clip():
    check(front_end("preset=nemo", 80), stored("nemo"))


@claim
def yamnet_preset_gives_its_patches():
    frames = stored("yamnet")
    want = numpy.concatenate([frames[i:i + 96] for i in range(0, len(frames) - 95, 48)])
    check(front_end("preset=yamnet", 64), want)


@claim
def every_layout_and_format_gives_the_same():
    """Of both channels, and of their mean: the second one is the first one
    doubled and clipped nowhere."""
    clip = stored("clip") // 4
    pair = numpy.stack([clip, 2 * clip])
    for preset, n in ("nemo", 80), ("yamnet", 64):
        first = front_end(f"preset={preset}", n, clip)
        second = front_end(f"preset={preset}", n, 2 * clip)
        mean = front_end(f"preset={preset}", n, (3 * clip / 65536).astype("<f4"), "F32LE")
        both = front_end(f"preset={preset}", n, pair.T.copy(), channels=2)
        check(both[0::2], first, 1e-5)
        check(both[1::2], second, 1e-5)
        check(front_end(f"preset={preset} channel-mode=mix", n, pair.T.copy(), channels=2), mean)
        planes = run(caps_of("S16LE", channels=2), "audioconvert ! audio/x-raw,"
                     f"layout=non-interleaved ! claudiofft preset={preset}", pair.T.tobytes())
        assert planes == both.astype("<f4").tobytes(), preset


@claim
def tensors_are_the_same_numbers():
    """In buffers that are all whole; a peer that takes both gets spectra."""
    clip = stored("clip").tobytes()
    for preset, n, frames in ("yamnet", 64, 96), ("nemo frames-per-buffer=100", 80, 100):
        spectra = run(caps_of("S16LE"), f"claudiofft preset={preset}", clip)
        tensors = run(caps_of("S16LE"), f"claudiofft preset={preset} ! other/tensors,format=static,"
                      f"num_tensors=1,types=float32,dimensions={n}:{frames}:1:1", clip)
        assert len(tensors) % (4 * n * frames) == 0 and tensors[:len(spectra)] == spectra
        assert not any(tensors[len(spectra):]), preset
        again = run(caps_of("S16LE"), f"claudiofft preset={preset} ! other/tensor,type=float32,"
                    f"dimension={n}:{frames}:1:1", clip)
        assert again == tensors, preset
    one = run(caps_of("S16LE"), "claudiofft ! other/tensors,dimensions=2:513:1:1", clip)
    assert one == run(caps_of("S16LE"), "claudiofft ! application/x-fft", clip)
    pairs = run(caps_of("S16LE"), "claudiofft tensor-order=band-frame frames-per-buffer=7 ! "
                "other/tensors,dimensions=2:7:513:1", clip)
    pairs = numpy.frombuffer(pairs, "<c8").reshape(-1, 513, 7).transpose(0, 2, 1).reshape(-1, 513)
    assert (pairs[:len(one) // 8 // 513] == numpy.frombuffer(one, "<c8").reshape(-1, 513)).all()


def error_of(rate, properties):
    """The first error. gst-launch-1.0 does not always end behind one."""
    process = subprocess.Popen(
        ["gst-launch-1.0", "audiotestsrc", "num-buffers=3", "!", caps_of("S16LE", rate), "!",
         "claudiofft", *properties.split(), "!", "fakesink"], text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        return next((line for line in process.stderr if line.startswith("ERROR")), "none")
    finally:
        process.kill()
        process.communicate()


@claim
def what_cannot_be_is_an_error_that_says_why():
    cases = [(16000, "quantity=db top-db=80", "frames-per-buffer is 0"),
             (16000, "quantity=log normalize=per-band", "frames-per-buffer is 0"),
             (16000, "whole-buffers=true", "frames-per-buffer is 0"),
             (16000, "quantity=power top-db=80 frames-per-buffer=9", "quantity is power"),
             (16000, "preset=nemo top-db=80", "top-db is 80"),
             (16000, "preset=nemo pad-mode=reflect", "pre-emphasis is 0.97"),
             (16000, "frames-per-buffer=2 buffer-hop=3", "buffer-hop is 3")]
    for rate, properties, text in cases:
        error = error_of(rate, properties)
        assert text in error, (properties, error)


@claim
def audioresample_makes_the_rate_of_the_model():
    data = run(caps_of("S16LE", 48000), "audioresample ! claudiofft preset=yamnet",
               numpy.zeros(48000, "<i2").tobytes())
    assert len(data) == 2 * 96 * 64 * 4, len(data)


@claim
def what_is_set_has_precedence():
    """A property that was set keeps its value, even at its default."""
    want = front_end("preset=nemo", 80)
    got = front_end("preset=nemo normalize=none frames-per-buffer=0", 80)
    check((got - got.mean(0)) / (got.std(0, ddof=1) + 1e-5), want)
    check(front_end("preset=whisper bands=128", 128)[:153], front_end(
        "preset=librosa size=400 hop=160 pad-mode=reflect quantity=log10 floor=-100 top-db=80 "
        "normalize=whisper frames-per-buffer=3000 whole-buffers=true last-frame=hop", 128)[:153],
        1e-6)
    assert front_end("preset=librosa size=1024", 128).shape[1] == 128


# ---- librosa.filters.mel ----

def filters(rate, n_fft, n_bands, low, high, scale, norm):
    """A row for each band; straight in hertz, of kaldi in mel."""
    corner = numpy.linspace(to_mel(low, scale), to_mel(high, scale), n_bands + 2)[:, None]
    hertz = to_hertz(corner, scale)
    f = numpy.arange(n_fft // 2 + 1) * rate / n_fft
    if scale == "kaldi":
        f = to_mel(f, scale)
    else:
        corner = hertz
    weights = numpy.maximum(0, numpy.minimum((f - corner[:-2]) / (corner[1:-1] - corner[:-2]),
                                             (corner[2:] - f) / (corner[2:] - corner[1:-1])))
    return weights * (2 / (hertz[2:] - hertz[:-2]) if norm == "slaney" else 1)


def draw(n_fft):
    """Parameters of bands, some of which may hold no bin."""
    rate = int(random.choice([8000, 16000, 22050, 44100, 48000]))
    low = float(random.choice([0, 20, 125, random.uniform(0, rate / 8)]))
    high = float(random.choice([rate / 2, random.uniform(rate / 4, rate / 2)]))
    return (rate, n_fft, int(random.integers(1, 129)), round(low, 3), round(high, 3),
            str(random.choice(["htk", "slaney", "kaldi"])), str(random.choice(["none", "slaney"])))


@claim
def mel_bands_are_librosas_for_drawn_parameters():
    n_drawn = 30 if is_full() else 4
    for n_fft in int(random.choice([256, 400, 512])), int(random.choice([1001, 2048])):
        for total in "power", "magnitude":
            for _ in range(n_drawn // 4 + 1):
                check_drawn(draw(n_fft), total)


def is_empty(weights):
    """Bands that hold no bin, and those with a bin that is not a corner but for
    rounding."""
    return ~(weights > 0).any(1), (weights > 1e-6).any(1)


def check_bands(got, power, weights, total="power"):
    """Single precision is wrong by some parts of the loudest bins in each bin,
    so that a band of a few quiet bins is not known to as many digits."""
    roots = numpy.sqrt(power)
    error = 1e-6 * numpy.sqrt(power.mean())
    if total == "power":
        want, bound = power @ weights.T, (2 * roots * error + error ** 2) @ weights.T
    else:
        want = (roots @ weights.T) ** 2
        bound = ((roots + error) @ weights.T) ** 2 - want
    empty, clear = is_empty(weights)
    assert (got[:, empty] == 0).all(), got[:, empty].max()
    excess = (numpy.abs(got - want) - 5e-6 * want - bound)[:, clear]
    assert excess.max(initial=0) <= 0, (excess.max(), want[:, clear].min())


def check_drawn(drawn, total):
    rate, n_fft, n_bands, low, high, scale, norm = drawn
    x = noise(3 * n_fft)
    window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(n_fft) / n_fft)
    power = numpy.abs(numpy.fft.rfft(x.astype(float).reshape(3, n_fft) * window)) ** 2
    got = spectra_of(x, f"size={n_fft} hop={n_fft} scaling=none quantity=power band-scale=mel "
                     f"bands={n_bands} mel-scale={scale} mel-norm={norm} band-low={low} "
                     f"band-high={high} band-sum={total}", n_bands, rate)
    check_bands(got, power, filters(*drawn), total)


@claim
def triangles_without_a_bin_are_zeros():
    """torchaudio's MelSpectrogram() as it comes, and Kaldi's 128 bands."""
    for length, low, scale, options in (
            (400, 0, "htk", "size=400 hop=400"),
            (512, 20, "kaldi", "size=400 hop=400 zero-pad=512"),
            (1024, 20, "kaldi", "size=400 hop=400 zero-pad=1024")):
        x = noise(1200)
        window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(400) / 400)
        power = numpy.abs(numpy.fft.rfft(x.astype(float).reshape(3, 400) * window, length)) ** 2
        weights = filters(16000, length, 128, low, 8000, scale, "none")
        empty, _ = is_empty(weights)
        assert empty.sum() == {400: 4, 512: 1, 1024: 0}[length], empty.sum()
        shared = (f"{options} scaling=none band-scale=mel bands=128 band-low={low} "
                  f"mel-scale={scale} band-sum=power floor=-70")
        got = spectra_of(x, f"{shared} quantity=power", 128, 16000)
        check_bands(got, power, weights)
        assert (spectra_of(x, f"{shared} quantity=db", 128, 16000)[:, empty] == -70).all()
        if not empty.any():
            continue
        logs = spectra_of(x, f"{shared} quantity=log", 128, 16000)[:, empty]
        check(logs, numpy.full_like(logs, numpy.log(10 ** -7.0)), 1e-5)


@claim
def logarithms_have_their_offset_and_floor():
    x = noise(4096)
    x[1024:2048] = 0
    plain = "size=1024 hop=1024 scaling=none band-sum=power bands=40 band-scale=mel "
    power = spectra_of(x, plain + "quantity=power", 40).astype(float)
    for name, log, unit in ("log", numpy.log, numpy.log(10)), ("log10", numpy.log10, 1):
        for offset, floor in (0, -100), (1e-3, -150), (0.5, 10):
            got = spectra_of(x, plain + f"quantity={name} log-offset={offset} floor={floor}", 40)
            check(got.astype(float), log(numpy.maximum(power + offset, 10 ** (floor / 10))), 1e-5)


claims.main()
