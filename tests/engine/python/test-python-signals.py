#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""test-python-signals.py: convolvers, spectrograms, windows, gains and bands of the
Python module against models in double of this file's own; arrays of pyopencl where
that is installed.

usage: test-python-signals.py SOURCE-ROOT [CLAIM]...
"""
import os
import random as dice
import sys

import numpy

ROOT = sys.argv[1]
sys.path[:0] = [os.path.join(ROOT, "tests", "support"),
                os.path.join(ROOT, "clfft", "python")]

import clfft  # noqa: E402
import tap  # noqa: E402
from scales import to_mel  # noqa: E402

SEED = int(os.environ.get("CLFFT_TEST_SEED", "0"), 0) or dice.randrange(2 ** 32)
RANDOM = numpy.random.default_rng(SEED)


def open_device(**options):
    try:
        return clfft.Device(os.environ.get("CLFFT_TEST_DEVICE") or "auto", **options)
    except clfft.Error as error:
        raise tap.Skip(str(error).replace("\n", " "))


def draw(low, high):
    return int(RANDOM.integers(low, high + 1))


def check_close(got, wanted, accuracy, *what):
    assert got.shape == wanted.shape, (got.shape, wanted.shape, what)
    error = abs(got - wanted).max() / (abs(wanted).max() or 1) if got.size else 0
    assert error < accuracy, (error, what)


def refuse(kind, words, call):
    try:
        call()
    except kind as error:
        assert all(word in str(error) for word in words.split()), error
    else:
        raise AssertionError("no error: %s" % words)


# ---- convolvers ----


def draw_convolver(device):
    taps = draw(1, 300)
    shape = [(taps,), (draw(1, 3), taps),
             (draw(1, 3), draw(1, 3), taps)][draw(0, 2)]
    responses = RANDOM.standard_normal(shape)
    double = device.has_double and draw(0, 3) == 0
    latency = [0, 0, draw(1, 400)][draw(0, 2)]
    channels = draw(1, 3) if len(shape) == 1 else None
    return responses, channels, clfft.Convolver(
        device, responses, channels=channels, latency=latency, double=double,
        max_frames=draw(1, 400))


def streams_are_convolved_however_they_are_cut():
    device = open_device()
    for _ in range(60 if tap.is_full() else 2):
        responses, channels, convolver = draw_convolver(device)
        matrix = numpy.zeros((convolver.outputs, convolver.inputs,
                              responses.shape[-1]))
        if responses.ndim == 3:
            matrix[...] = responses
        else:
            for i in range(len(matrix)):
                matrix[i, i] = responses if responses.ndim == 1 else responses[i]
        x = RANDOM.standard_normal((convolver.inputs, draw(1, 900))).astype(
            convolver.dtype)
        parts = numpy.split(x, numpy.sort(RANDOM.integers(0, x.shape[1], draw(0, 3))),
                            1)
        tail = responses.shape[-1] - 1 + convolver.latency
        for _ in range(2):
            got = numpy.concatenate([convolver(part) for part in parts] +
                                    [convolver.flush(tail)], 1)
            wanted = [sum(numpy.convolve(x[i].astype("f8"), row[i])
                          for i in range(len(x))) for row in matrix]
            wanted = numpy.pad(wanted, ((0, 0), (convolver.latency, 0)))
            check_close(got, wanted, 1e-12 if convolver.dtype == "f8" else 1e-5,
                        convolver, responses.shape)
            convolver.reset()
        if convolver.inputs == 1 == convolver.outputs:
            assert convolver(x[0]).shape == x[0].shape
        refuse(ValueError, str(convolver.inputs), lambda: convolver(
            numpy.zeros((convolver.inputs + 1, 5), convolver.dtype)))
        refuse(TypeError, "int16", lambda: convolver(x.astype("i2")))
        convolver.close()
        refuse(clfft.Error, "closed", lambda: convolver(x))
    refuse(ValueError, "4 axes", lambda: clfft.Convolver(
        device, numpy.zeros((1, 1, 1, 1))))
    refuse(ValueError, "channels 3 2", lambda: clfft.Convolver(
        device, numpy.zeros((2, 8)), channels=3))
    refuse(clfft.Error, "", lambda: clfft.Convolver(device, numpy.zeros((2, 0))))


# ---- spectrograms ----


def model_spectra(x, spectrogram, window):
    if spectrogram.center:
        around = [(0, 0)] * (x.ndim - 1) + [(spectrogram.length // 2,) * 2]
        x = numpy.pad(x, around)
    starts = range(0, x.shape[-1] - spectrogram.length + 1, spectrogram.hop)
    frames = [x[..., s:s + spectrogram.length] * window for s in starts]
    bins = spectrogram.length // 2 + 1
    if not frames:
        return numpy.zeros(x.shape[:-1] + (0, bins))
    return numpy.fft.rfft(numpy.stack(frames, -2).astype("f8"))


def spectrograms_are_those_of_numpy():
    device = open_device()
    for _ in range(60 if tap.is_full() else 2):
        length, hop = draw(1, 128), draw(1, 70)
        quantity = str(RANDOM.choice(["complex", "magnitude", "power", "db"]))
        window = RANDOM.uniform(0.1, 1, length)
        double = device.has_double and draw(0, 3) == 0
        spectrogram = clfft.Spectrogram(
            device, length, hop, window=window, quantity=quantity, scaling="none",
            center=draw(0, 1) == 1, double=double, batch=draw(1, 9), floor=-100)
        shape = [(), (2,), (2, 3)][draw(0, 2)] + (draw(0, 600),)
        x = RANDOM.standard_normal(shape).astype(spectrogram.dtype)
        spectra = model_spectra(x, spectrogram, window)
        power = abs(spectra) ** 2
        wanted = {"complex": spectra, "magnitude": abs(spectra), "power": power,
                  "db": 10 * numpy.log10(numpy.maximum(power, 1e-10))}[quantity]
        check_close(spectrogram(x), wanted, 1e-11 if double else
                    1e-3 if quantity == "db" else 1e-5, length, hop, quantity, shape)
        assert len(spectrogram.frequencies) == length // 2 + 1
        refuse(TypeError, "int16", lambda: spectrogram(x.astype("i2")))
        spectrogram.close()
        refuse(clfft.Error, "closed", lambda: spectrogram(
            numpy.zeros(length, spectrogram.dtype)))


def a_sine_reads_its_amplitude_and_its_power_in_bands():
    device = open_device()
    rate, length, bin_number, amplitude = 8000., 256, draw(20, 100), 0.3
    x = amplitude * numpy.sin(
        2 * numpy.pi * bin_number * numpy.arange(1024) / length + 1).astype("f4")
    read = clfft.Spectrogram(device, length, 128, quantity="magnitude", rate=rate)(x)
    assert abs(read[:, bin_number] - amplitude).max() < 1e-5, read[:, bin_number]
    window = clfft.window("hann", length)
    rows = clfft.bands("bark", 8, length, rate,
                       factor=clfft.band_factor(length, rate, window))
    read = clfft.Spectrogram(device, length, 128, rate=rate, scaling="power",
                             bands=rows)(x)
    wanted = amplitude ** 2 / 2
    assert abs(read.sum(-1) - wanted).max() < 1e-5 * wanted, read.sum(-1)
    assert len(rows.centers) == 8 and (numpy.diff(rows.centers) > 0).all()


def model_mel(n_mels, n, rate, low, high):
    """Triangles between equal steps of the scale, of area 1."""
    grid = numpy.linspace(0, rate, 400001)
    edges = numpy.interp(numpy.linspace(to_mel(low, "slaney"), to_mel(high, "slaney"), n_mels + 2),
                         to_mel(grid, "slaney"), grid)
    f = numpy.arange(n // 2 + 1) * rate / n
    rows = []
    for left, middle, right in zip(edges, edges[1:], edges[2:]):
        rows.append(numpy.maximum(0, numpy.minimum(
            (f - left) / (middle - left), (right - f) / (right - middle))) * 2 /
            (right - left))
    return numpy.array(rows)


def mel_spectra_are_those_of_triangles():
    device = open_device()
    for _ in range(40 if tap.is_full() else 1):
        rate, n = float(RANDOM.choice([8000, 16000, 44100])), draw(128, 600)
        n_mels, hop = draw(1, 20), draw(20, 300)
        low, high = float(draw(0, 200)), rate / 2 - draw(0, 500)
        matrix = model_mel(n_mels, n, rate, low, high)
        rows = clfft.mel_bands(n_mels, n, rate, low=low, high=high)
        check_close(rows.matrix(n // 2 + 1), matrix, 1e-6, n_mels, n, rate)
        mel = clfft.mel_spectrogram(device, rate, n_fft=n, hop=hop, n_mels=n_mels,
                                    low=low, high=high)
        x = RANDOM.standard_normal((2, draw(n, 3000))).astype("f4")
        window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(n) / n)
        wanted = abs(model_spectra(x, mel, window)) ** 2 @ matrix.T
        check_close(mel(x), wanted, 1e-5, n_mels, n, hop, rate)


# ---- coefficients ----


def coefficients_are_the_engine_s():
    names = clfft.list_windows()
    assert len(names) > 20 and "hann" in names
    for name in names:
        n = draw(1, 60)
        assert clfft.window(name, n).shape == (n,)
    n = draw(2, 60)
    t = numpy.arange(n) / n
    check_close(clfft.window("hann", n), 0.5 - 0.5 * numpy.cos(2 * numpy.pi * t),
                1e-12, n)
    beta = draw(0, 20)
    check_close(clfft.window("kaiser:%d" % beta, n), numpy.kaiser(n + 1, beta)[:-1],
                1e-9, n, beta)
    w = RANDOM.uniform(0.1, 1, n)
    wanted = numpy.full(n // 2 + 1, 2 / w.sum())
    wanted[0] /= 2
    wanted[n // 2] /= 2 - n % 2
    check_close(clfft.gains(n, 1, w), wanted, 1e-12, n)
    assert clfft.gains(n, 1, w, sides="two", is_complex=True).shape == (n,)
    for words, call in (
            ("han hann", lambda: clfft.window("han", 8)),
            ("hann parameter 3", lambda: clfft.window("hann:3", 8)),
            ("-1", lambda: clfft.window("hann", -1)),
            ("psdd psd", lambda: clfft.gains(8, 1, w[:2], scaling="psdd")),
            ("rate 0", lambda: clfft.gains(8, 0, w[:2])),
            ("3 2", lambda: clfft.gains(2, 1, numpy.ones(3))),
            ("not one", lambda: clfft.gains(8, 1, w[:2], is_complex=True)),
            ("mels mel", lambda: clfft.bands("mels", 3, 64, 8000))):
        refuse(ValueError, words, call)
    for call in (lambda: clfft.window("hann", 0), lambda: clfft.window("kaiser:501", 8),
                 lambda: clfft.bands("mel", 0, 64, 8000),
                 lambda: clfft.bands("mel", 4, 64, 8000, high=4001)):
        refuse(clfft.Error, "", call)


# ---- pyopencl ----


def arrays_of_pyopencl_stay_on_the_device():
    try:
        import pyopencl
        import pyopencl.array
    except ImportError as reason:
        raise tap.Skip(reason)
    context = pyopencl.create_some_context(interactive=False)
    queue = pyopencl.CommandQueue(context)
    device = open_device(context=context)
    for _ in range(20 if tap.is_full() else 1):
        n, batch = draw(2, 60), draw(1, 5)
        x = RANDOM.standard_normal((batch, n)).astype("f4")
        here = pyopencl.array.to_device(queue, x)
        there = clfft.Plan(device, "r2c %d x%d" % (n, batch))(here)
        back = clfft.Plan(device, "c2r %d x%d scale=%r" % (n, batch, 1 / n))(there)
        check_close(there.get(), numpy.fft.rfft(x), 1e-5, n, batch)
        check_close(back.get(), x, 1e-5, n, batch)
        z = pyopencl.array.to_device(queue, (x + 1j * x[::-1]).astype("c8"))
        wanted = numpy.fft.fft(z.get())
        plan = clfft.Plan(device, "c2c %d x%d inplace" % (n, batch))
        assert plan(z) is z
        check_close(z.get(), wanted, 1e-5, n, batch)
        gaps = clfft.Plan(device, "c2c %d x%d@%d:%d" % (n, batch, n, n + 3))
        once = pyopencl.array.to_device(queue, (x + 0j).astype("c8"))
        got = gaps(once)
        assert got.strides == (8 * (n + 3), 8), got.strides
        rows = numpy.stack([row.get() for row in got])
        check_close(rows, numpy.fft.fft(x), 1e-5, n, batch)
        refuse(TypeError, "float32 complex64", lambda: gaps(here))
        refuse(ValueError, "shape", lambda: plan(z[:, 1:]))


CLAIMS = (streams_are_convolved_however_they_are_cut,
          spectrograms_are_those_of_numpy,
          a_sine_reads_its_amplitude_and_its_power_in_bands,
          mel_spectra_are_those_of_triangles, coefficients_are_the_engine_s,
          arrays_of_pyopencl_stay_on_the_device)

if __name__ == "__main__":
    print("# seed %#x" % SEED)
    chosen = [claim for claim in CLAIMS if not sys.argv[2:] or any(
        word in claim.__name__ for word in sys.argv[2:])]
    sys.exit(tap.prove(chosen))
