#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that claudiofft's cross-power, coherence and transfer functions are
those of scipy.signal's csd, coherence and welch, that they find filters, and that
its delays are those by which drawn signals were shifted, in noise as loud.

    test-dual-channel.py

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""

from tap import modules

numpy, signal = modules("numpy", "scipy.signal")

import claims
from claims import RATE, claim, error_of, random, run

BOUND = 1e-6

# window as claudiofft and as scipy call it, size, hop, transform length
CASES = [
    ("hann", "hann", 256, 64, 256),
    ("hamming", "hamming", 100, 37, 100),
    ("blackman", "blackman", 256, 100, 512),
    ("rect", "boxcar", 101, 101, 101),
    ("flattop", "flattop", 256, 32, 256),
]


def frames_of(x, properties, n_points, kind):
    """The frames that claudiofft makes of the columns of x: [frame][channel][point]."""
    n_channels = x.shape[1]
    caps = (f"audio/x-raw, format=F32LE, layout=interleaved, rate={RATE}, "
            f"channels={n_channels}, channel-mask=(bitmask)0")
    data = run(caps, "claudiofft " + properties, x.astype("<f4").tobytes())
    return numpy.frombuffer(data, kind).reshape(-1, n_channels - 1, n_points)


def draw(n_samples, n_channels):
    """Channels that have a part in common, as floats of 32 bits."""
    x = random.uniform(-1, 1, (n_samples, n_channels))
    x += random.uniform(0, 1, n_channels) * random.uniform(-1, 1, (n_samples, 1))
    return x.astype(numpy.float32)


def each_case():
    """x, the reference, the others, properties of claudiofft, arguments of scipy."""
    for window, theirs, size, hop, length in CASES:
        x = draw(6 * size + 3, int(random.integers(2, 7)))
        n = 1 + (len(x) - size) // hop
        reference = int(random.integers(x.shape[1]))
        others = [c for c in range(x.shape[1]) if c != reference]
        properties = (f"window={window} size={size} hop={hop} zero-pad={length} "
                      f"reference-channel={reference} averaging=mean average-count={n}")
        arguments = dict(fs=RATE, window=signal.get_window(theirs, size, fftbins=True),
                         nperseg=size, noverlap=size - hop, nfft=length, detrend=False)
        yield x, reference, others, properties, arguments


@claim
def cross_power_is_scipys_csd():
    for x, reference, others, properties, arguments in each_case():
        for scaling, theirs in ("power", "spectrum"), ("psd", "density"):
            for sides in "one", "two":
                want = numpy.array([signal.csd(
                    x[:, reference].astype(float), x[:, c].astype(float), scaling=theirs,
                    return_onesided=sides == "one", **arguments)[1] for c in others])
                got = frames_of(x, f"{properties} quantity=cross-power scaling={scaling} "
                                f"sides={sides}", want.shape[1], "<c8")
                error = error_of(got[0], want)
                assert error <= BOUND, (properties, scaling, sides, error)


@claim
def coherence_is_scipys():
    for x, reference, others, properties, arguments in each_case():
        want = numpy.array([signal.coherence(
            x[:, reference].astype(float), x[:, c].astype(float), **arguments)[1]
            for c in others])
        got = frames_of(x, properties + " quantity=coherence", want.shape[1], "<f4")
        error = error_of(got[0], want)
        assert error <= BOUND, (properties, error)
        assert got.min() >= 0 and got.max() <= 1, (properties, got.min(), got.max())


@claim
def transfer_functions_are_quotients_of_scipys():
    for x, reference, others, properties, arguments in each_case():
        own = x[:, reference].astype(float)
        sxx = signal.welch(own, **arguments)[1]
        for c, row in zip(others, range(len(others))):
            y = x[:, c].astype(float)
            sxy, syy = signal.csd(own, y, **arguments)[1], signal.welch(y, **arguments)[1]
            h1, h2 = (frames_of(x, f"{properties} quantity=transfer-{h}", len(sxy), "<c8")[0][row]
                      for h in ("h1", "h2"))
            error = error_of(h1, sxy / sxx)
            assert error <= BOUND, (properties, error)
            # where there is little in common, it is reported badly
            sure = numpy.abs(sxy) ** 2 > 0.1 * sxx * syy
            error = error_of(h2[sure], (syy / numpy.conj(sxy))[sure])
            assert error <= 1e-5, (properties, error)


@claim
def filters_are_found_whichever_side_is_noisy():
    """H1 is right with noise at the output, H2 with noise at the input."""
    taps = signal.firwin(31, 0.5)
    x = random.standard_normal(400000) * 0.1
    y = signal.lfilter(taps, 1, x)
    size, passing = 1024, slice(4, 200)
    response = signal.freqz(taps, worN=size // 2 + 1, include_nyquist=True)[1][passing]
    for h, noisy in ("h1", y), ("h2", x):
        pair = numpy.stack([x, y], 1)
        pair[:, 1 if noisy is y else 0] += 0.1 * random.standard_normal(len(x))
        got = frames_of(pair, f"size={size} overlap=0.75 reference-channel=0 averaging=mean "
                        f"average-count=1500 quantity=transfer-{h}", size // 2 + 1, "<c8")
        error = error_of(got[0][0][passing], response)
        assert error < 0.06, (h, error)


def shifted(x, delay):
    """A signal that is `delay` samples later, between samples by its spectrum."""
    turns = numpy.arange(len(x) // 2 + 1) * delay / len(x)
    return numpy.fft.irfft(numpy.fft.rfft(x) * numpy.exp(-2j * numpy.pi * turns), len(x))


def check_delays(size, n_frames, longest, count=1, bound=0.1):
    """A reference in the middle of channels that are later, earlier and upside down, each
    in noise of its own of the same level."""
    delays = random.uniform(-longest, longest, 3)
    margin = int(longest) + 100
    source = random.standard_normal(size * n_frames * count + 2 * margin)
    clean = [source] + [sign * shifted(source, d) for sign, d in zip((1, -1, 0.01), delays)]
    x = numpy.stack([c + numpy.std(c) * random.standard_normal(len(c)) if c is not source else c
                     for c in clean], 1)[margin:-margin]
    averaging = f"averaging=mean average-count={count}" if count > 1 else ""
    got = frames_of(0.1 * x[:, [1, 0, 2, 3]], f"size={size} hop={size} quantity=delay "
                    f"reference-channel=1 {averaging}", 1, "<c8")[:n_frames, :, 0]
    errors = numpy.abs(got.real * RATE - delays)
    assert len(got) == n_frames and errors.max() < bound, (size, delays, got * RATE)
    assert (numpy.sign(got.imag) == (1, -1, 1)).all(), got.imag


@claim
def delays_of_a_second_and_a_half_are_found_in_noise():
    check_delays(1 << 18, 1, 1.5 * RATE)


@claim
def delays_are_found_in_noise():
    for size, count in (1 << 14, 1), (1 << 13, 4), (10000, 2):
        check_delays(size, 3, size // 4, count)


@claim
def clean_delays_are_found_between_samples():
    for size in 4096, 5000:
        source = random.standard_normal(2 * size)
        delay = random.uniform(-50, 50)
        x = numpy.stack([source, shifted(source, delay)], 1)[size // 2:size // 2 + size]
        got = frames_of(0.1 * x, f"size={size} hop={size} zero-pad={2 * size} quantity=delay "
                        "reference-channel=0", 1, "<c8")[0, 0, 0]
        assert abs(got.real * RATE - delay) < 0.05, (size, delay, got.real * RATE)


claims.main()
