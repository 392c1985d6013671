#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that detrend of claudiofft is scipy.signal's, that a large mean hides
nothing, and that centred frames are padded as numpy.pad and so librosa do.

    test-detrend.py

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""

from tap import modules

numpy, signal = modules("numpy", "scipy.signal")

import claims
from claims import (RATE, audio_caps, claim, draw, error_of, is_full, noise, random,
                    run, spectra_of)

BOUND = 1e-6
FULL = is_full()
KINDS = ("constant", "linear")


def frames_of(x, size, hop):
    """Every frame that begins before the end, zeros after it."""
    n = -(-len(x) // hop)
    padded = numpy.concatenate([x, numpy.zeros(size + hop, x.dtype)])
    return numpy.array([padded[k * hop:k * hop + size] for k in range(n)])


def transform(x, size, hop, length, kind, window, is_complex=False):
    frames = signal.detrend(frames_of(x, size, hop), axis=-1, type=kind)
    return (numpy.fft.fft if is_complex else numpy.fft.rfft)(
        frames * signal.get_window(window, size), length)


@claim
def frames_are_detrended_as_scipy_does():
    for _ in range(5):
        size, kind = draw(2, 900), KINDS[draw(0, 1)]
        hop, length = draw(1, size), size + draw(0, 1) * draw(0, 100)
        x = noise(4 * size) + numpy.float32(random.uniform(-3, 3)) \
            + numpy.linspace(0, random.uniform(-3, 3), 4 * size, dtype=numpy.float32)
        got = spectra_of(x, f"size={size} hop={hop} zero-pad={length} detrend={kind} "
                         "scaling=none", length // 2 + 1)
        want = transform(x.astype(float), size, hop, length, kind, "hann")
        # samples are rounded at the level that they had
        level = numpy.linalg.norm(numpy.fft.rfft(frames_of(x.astype(float), size, hop)
                                                 * signal.get_window("hann", size), length))
        error = numpy.linalg.norm(got - want) / level
        assert error <= BOUND, (size, hop, length, kind, error)


MODES = ("channel-mode=all", "channel-mode=mix", "channel-mode=mid-side", "iq=true")
# how samples come, the largest code, and what they are read as
FORMATS = [("U8", 127, lambda x: (x + 128).astype("<u1")), ("S16BE", 32767, lambda x: x.astype(">i2")),
           ("S32LE", 2**31 - 256, lambda x: x.astype("<i4")), ("F64LE", 1, lambda x: x.astype("<f8"))]


@claim
def every_format_and_mode_of_channels_is_detrended():
    """In the default run every second pair of them."""
    size, first = draw(10, 300), draw(0, 1)
    for f, (name, largest, convert) in enumerate(FORMATS):
        for m, mode in enumerate(MODES):
            if not FULL and (f + m) % 2 != first:
                continue
            kind = KINDS[draw(0, 1)]
            is_iq, n, hop = mode == "iq=true", 3 * size, size // 2
            drift = numpy.array([[0.5], [-0.4]]) + numpy.outer([0.3, -0.2], numpy.arange(n) / n)
            codes = numpy.round((drift + random.uniform(-0.1, 0.1, (2, n))) * largest) \
                if largest > 1 else drift + random.uniform(-0.1, 0.1, (2, n))
            scale = 1 if largest == 1 else {"U8": 2**7, "S16BE": 2**15, "S32LE": 2**31}[name]
            x = codes / scale
            sources = {"channel-mode=all": x, "channel-mode=mix": [x.mean(axis=0)],
                       "channel-mode=mid-side": [(x[0] + x[1]) / 2, (x[0] - x[1]) / 2],
                       "iq=true": [x[0] + 1j * x[1]]}[mode]
            n_bins = size if is_iq else size // 2 + 1
            data = run(f"audio/x-raw, format={name}, layout=interleaved, rate={RATE}, channels=2, "
                       "channel-mask=(bitmask)3", f"claudiofft size={size} hop={hop} detrend={kind} "
                       f"scaling=none {mode}", convert(codes.T).tobytes())
            got = numpy.frombuffer(data, "<c8").reshape(-1, len(sources), n_bins)
            for c, source in enumerate(sources):
                want = transform(source, size, hop, size, kind, "hann", is_iq)
                error = error_of(got[:, c], want)
                assert error <= 2e-6, (name, mode, size, kind, error)


@claim
def a_large_mean_hides_nothing():
    """A sine of -120 dB on a mean of full scale: its own rounding is all there is."""
    for kind in KINDS:
        size, mean = draw(256, 5000), random.uniform(0.5, 1)
        bin_ = draw(8, size // 2 - 8)
        x = (mean + 1e-6 * numpy.sin(2 * numpy.pi * bin_ * numpy.arange(size) / size)
             ).astype(numpy.float32)
        got = spectra_of(x, f"size={size} hop={size} detrend={kind} scaling=none", size // 2 + 1)
        want = transform(x.astype(float), size, size, size, kind, "hann")
        error = error_of(got, want)
        assert error <= BOUND, (size, kind, mean, error)
        level = 4 * abs(got[0, bin_]) / size
        assert abs(level - 1e-6) < 2e-8, (size, level)


@claim
def welch_is_the_default_of_scipy():
    x = noise(20000) + numpy.float32(0.8)
    _, want = signal.welch(x.astype(float), RATE, "hann", 512, 256)
    n = 1 + (len(x) - 512) // 256
    got = spectra_of(x, "size=512 hop=256 detrend=constant scaling=psd quantity=power "
                     f"averaging=mean average-count={n}", 257)[0]
    error = error_of(got, want)
    assert error <= 2e-6, error


@claim
def what_is_no_number_stays_in_its_frame_and_channel():
    for kind in KINDS:
        size = draw(16, 700)
        x = noise(8 * size).reshape(-1, 2)
        bad = draw(0, len(x) - 1)
        x[bad, 0] = numpy.nan
        data = run(f"audio/x-raw, format=F32LE, layout=interleaved, rate={RATE}, channels=2, "
                   "channel-mask=(bitmask)3", f"claudiofft size={size} hop={size} detrend={kind}",
                   x.tobytes())
        finite = numpy.isfinite(numpy.frombuffer(data, "<c8").reshape(-1, 2, size // 2 + 1)).all(axis=-1)
        want = numpy.ones_like(finite)
        want[bad // size, 0] = False
        assert (finite == want).all(), (kind, size, bad, finite)


@claim
def centred_frames_are_padded_as_numpy_pads():
    sizes = [draw(2, 700), draw(2, 40)]
    for i in range(9):
        size, mode = sizes[i % 2], ("constant", "reflect", "edge")[i % 3]
        hop = draw(1, size)
        x = noise(draw(1, 1 + size // 2) if draw(0, 3) == 0 else draw(1, 5 * size))
        padded = numpy.pad(x.astype(float), size // 2, mode=mode)
        n = 1 + (len(padded) - size) // hop
        want = numpy.array([numpy.fft.rfft(padded[k * hop:k * hop + size]
                                           * signal.get_window("hann", size)) for k in range(n)])
        got = spectra_of(x, f"size={size} hop={hop} center=true pad-mode={mode} scaling=none",
                         size // 2 + 1)
        # the last one of an odd size may begin at the end
        n = min(n, len(got))
        assert n >= len(want) - 1, (size, hop, len(x), n, len(want))
        error = numpy.abs(got[:n] - want[:n]).max() / max(1, numpy.abs(want).max())
        assert error <= 2e-6, (size, hop, mode, len(x), error)


@claim
def mirrored_ends_come_back():
    size = draw(16, 700)
    for mode in ("reflect", "edge"):
        x = noise(draw(1, 4 * size))
        data = run(audio_caps(), f"claudiofft size={size} hop={max(1, size // 3)} center=true "
                   f"pad-mode={mode} ! clifft", x.tobytes())
        got = numpy.frombuffer(data, "<f4")
        assert len(got) == len(x), (len(got), len(x))
        assert error_of(got, x) <= 2e-6, (mode, size, error_of(got, x))


claims.main()
