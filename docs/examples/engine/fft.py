#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fft.py: transforms of numpy arrays by the module clfft, held against numpy.fft;
by scipy.fft, if scipy is there, and by pyopencl, which leaves its array on the
device."""
import numpy

import clfft


def compare(name, got, wanted):
    error = numpy.linalg.norm(got - wanted) / numpy.linalg.norm(wanted)
    print("%-28s relative error %.1e" % (name, error))
    assert got.shape == wanted.shape and error < 1e-6, name


def use_scipy(x):
    try:
        import scipy.fft
    except ImportError:
        print("scipy is not there: left out")
        return
    with scipy.fft.set_backend(clfft):
        spectra = scipy.fft.rfft(x, axis=0)
    compare("scipy.fft.rfft", spectra, numpy.fft.rfft(x, axis=0))


def use_pyopencl(x):
    try:
        import pyopencl
        import pyopencl.array
    except ImportError:
        print("pyopencl is not there: left out")
        return
    context = pyopencl.create_some_context(interactive=False)
    queue = pyopencl.CommandQueue(context)
    device = clfft.Device(context=context)
    array = pyopencl.array.to_device(queue, x)
    clfft.Plan(device, "c2c %dx%d inplace" % x.shape)(array)
    compare("in pyopencl's queue", array.get(), numpy.fft.fft2(x))


def main():
    random, device = numpy.random.default_rng(1), clfft.Device()
    x = random.standard_normal((8, 1000)).astype("f4")
    z = (x + 1j * x[::-1]).astype("c8")
    compare("c2c 1000 x8", clfft.Plan(device, "c2c 1000 x8")(z), numpy.fft.fft(z))
    compare("c2r 1000 x8", clfft.Plan(device, "c2r 1000 x8 scale=0.001")(
        numpy.fft.rfft(x).astype("c8")), x)
    compare("r2c 40x200", clfft.Plan(device, "r2c 40x200")(x),
            numpy.fft.rfft2(x.reshape(40, 200)))

    # frames of 512 samples every 128, of 16 bits, by a Hann window
    samples = random.integers(-32768, 32767, 512 + 99 * 128, dtype="i2")
    frames = numpy.lib.stride_tricks.sliding_window_view(samples, 512)[::128]
    window = clfft.window("hann", 512)
    compare("power of overlapping frames", clfft.Plan(
        device, "r2c 512 x100@128:257 load=s16 window=hann store=power")(frames),
            abs(numpy.fft.rfft(frames * window / 32768)) ** 2)

    # 25 ms every 10 ms, as mel bands in decibels
    mel = clfft.mel_spectrogram(device, 16000, n_fft=400, hop=160, n_mels=80,
                                quantity="db")
    levels = mel(x)
    frames = numpy.pad(x, ((0, 0), (200, 200)))
    frames = numpy.lib.stride_tricks.sliding_window_view(frames, 400, -1)[:, ::160]
    power = abs(numpy.fft.rfft(frames * clfft.window("hann", 400))) ** 2
    bands = clfft.mel_bands(80, 400, 16000).matrix(201)
    compare("log-mel", levels, 10 * numpy.log10(
        numpy.maximum(power @ bands.T, 1e-10)))

    try:
        clfft.Plan(device, "c2c 1000 window=han")
        assert False, "no error"
    except clfft.Error as error:
        print("as it should be:", error)
    use_scipy(x)
    use_pyopencl(z[:, :512].copy())


if __name__ == "__main__":
    main()
