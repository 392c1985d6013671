#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that claudiofft and clifft agree with scipy.signal's stft, istft and
spectrogram: random signals and random spectra, several windows, hops, lengths
and scalings, each within 1e-6 of the level.

    test-scipy.py

The elements run in processes of their own, by gst-launch-1.0: OpenCL drivers
and scipy bring C++ runtimes that do not always agree within one.

Skipped where Python's scipy or gst-launch-1.0 is missing.
"""
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings

try:
    import numpy
    from scipy import signal
except ImportError as reason:
    print("1..0 # SKIP", reason)
    sys.exit(0)

# istft looks at the edges too, which are left out here
warnings.filterwarnings("ignore", message="NOLA")

RATE = 48000
BOUND = 1e-6
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
random = numpy.random.default_rng(SEED)

# window as claudiofft and as scipy call it, size, hop, transform length
CASES = [
    ("hann", "", "hann", 256, 64, 256),
    ("hamming", "", "hamming", 100, 37, 100),
    ("blackman", "", "blackman", 256, 100, 512),
    ("kaiser", "8.6", ("kaiser", 8.6), 100, 20, 101),
    ("rect", "", "boxcar", 256, 256, 256),
    ("flattop", "", "flattop", 256, 32, 256),
]
# claudiofft's scaling and scipy's
SCALINGS = [("power", "spectrum"), ("psd", "psd")]

claims = []


def claim(function):
    claims.append(function)
    return function


def run(caps, element, data):
    """All bytes that come out of the element when data, one buffer, go in."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = os.path.join(folder, "in"), os.path.join(folder, "out")
        with open(given, "wb") as file:
            file.write(data)
        result = subprocess.run(
            ["gst-launch-1.0", "-q", "filesrc", "location=" + given, f"blocksize={len(data)}",
             "!", caps, "!", *element.split(), "!", "filesink", "location=" + made],
            capture_output=True, text=True, timeout=300)
        assert result.returncode == 0 and "ERROR" not in result.stderr, result.stderr
        with open(made, "rb") as file:
            return file.read()


def error_of(got, want):
    return numpy.linalg.norm(got - want) / numpy.linalg.norm(want)


def forward_properties(case, scaling, sides, quantity):
    window, param, _, size, hop, length = case
    return (f"claudiofft window={window} {param and 'window-param=' + param} size={size} "
            f"hop={hop} zero-pad={length} scaling={scaling} sides={sides} quantity={quantity}")


def audio_caps():
    return f"audio/x-raw, format=F32LE, layout=interleaved, rate={RATE}, channels=1"


def scipy_window(case):
    return signal.get_window(case[2], case[3], fftbins=True)


def pair_gain(length, sides):
    """What stands for two bins has the power of both; scipy's stft has that of one."""
    if sides == "two":
        return numpy.ones(length)
    gain = numpy.full(length // 2 + 1, math.sqrt(2))
    gain[0] = 1
    if length % 2 == 0:
        gain[-1] = 1
    return gain


@claim
def claudiofft_is_scipys_stft():
    for case in CASES:
        _, _, _, size, hop, length = case
        for scaling, theirs in SCALINGS:
            for sides in "one", "two":
                x = random.uniform(-1, 1, 5 * size + 3).astype(numpy.float32)
                want = signal.stft(x.astype(float), RATE, scipy_window(case), size, size - hop,
                                   length, return_onesided=sides == "one", boundary=None,
                                   padded=False, scaling=theirs)[2].T
                want = want * pair_gain(length, sides)
                data = run(audio_caps(), forward_properties(case, scaling, sides, "complex"),
                           x.tobytes())
                got = numpy.frombuffer(data, "<c8").reshape(-1, want.shape[1])
                assert len(got) >= len(want), (case, len(got), len(want))
                error = error_of(got[:len(want)], want)
                assert error <= BOUND, (case, scaling, sides, error)


@claim
def claudiofft_is_scipys_spectrogram():
    for case in CASES:
        _, _, _, size, hop, length = case
        for scaling, theirs in ("power", "spectrum"), ("psd", "density"):
            x = random.uniform(-1, 1, 5 * size + 3).astype(numpy.float32)
            want = signal.spectrogram(x.astype(float), RATE, scipy_window(case), size,
                                      size - hop, length, detrend=False, scaling=theirs,
                                      mode="psd")[2].T
            data = run(audio_caps(), forward_properties(case, scaling, "one", "power"),
                       x.tobytes())
            got = numpy.frombuffer(data, "<f4").reshape(-1, want.shape[1])
            error = error_of(got[:len(want)], want)
            assert error <= BOUND, (case, scaling, error)


def spectra_caps(case, scaling, sides):
    window, param, _, size, hop, length = case
    bins = length // 2 + 1 if sides == "one" else length
    rate = f"{RATE // math.gcd(RATE, hop)}/{hop // math.gcd(RATE, hop)}"
    return (f"application/x-fft, version=1, format=F32LE, quantity=complex, scaling={scaling}, "
            f"sides={sides}, shape=<{length}>, bins=<{bins}>, channels=1, rate={RATE}, "
            f"hop={hop}, framerate={rate}, window={window}, window-length={size}, "
            f"source-format=F64LE" + (f", window-param=(string){param}" if param else ""))


@claim
def clifft_is_scipys_istft_of_any_spectra():
    """Random ones: no signal has them, so that the least squares are seen."""
    n_frames = 9
    for case in CASES:
        _, _, _, size, hop, length = case
        window = scipy_window(case)
        for scaling, theirs in SCALINGS:
            for sides in "one", "two":
                frames = random.uniform(-1, 1, (n_frames, length))
                transform = numpy.fft.rfft if sides == "one" else numpy.fft.fft
                spectra = (transform(frames) * pair_gain(length, sides) * 1e-3).astype(numpy.complex64)
                theirs_in = spectra.astype(complex) / pair_gain(length, sides)
                want = signal.istft(theirs_in.T, RATE, window, size, size - hop, length,
                                    input_onesided=sides == "one", boundary=False,
                                    scaling=theirs)[1].real
                data = run(spectra_caps(case, scaling, sides), "clifft", spectra.tobytes())
                got = numpy.frombuffer(data, "<f8")
                assert len(got) == len(want) == (n_frames - 1) * hop + size, (case, len(got))
                covered = numpy.zeros(len(want))
                for k in range(n_frames):
                    covered[k * hop:k * hop + size] += window ** 2
                told = covered >= 1e-3 * covered.max()
                error = error_of(got[told], want[told])
                assert error <= BOUND, (case, scaling, sides, error)


@claim
def clifft_is_scipys_istft_of_a_signals_spectra():
    for case in CASES:
        _, _, _, size, hop, length = case
        window = scipy_window(case)
        x = random.uniform(-1, 1, 8 * hop + size)
        for scaling, theirs in SCALINGS:
            spectra = signal.stft(x, RATE, window, size, size - hop, length, boundary=None,
                                  padded=False, scaling=theirs)[2].T
            want = signal.istft(spectra.T, RATE, window, size, size - hop, length,
                                boundary=False, scaling=theirs)[1]
            ours = (spectra * pair_gain(length, "one")).astype(numpy.complex64)
            data = run(spectra_caps(case, scaling, "one"), "clifft", ours.tobytes())
            got = numpy.frombuffer(data, "<f8")
            covered = numpy.zeros(len(want))
            for k in range(len(spectra)):
                covered[k * hop:k * hop + size] += window ** 2
            told = covered >= 1e-3 * covered.max()
            assert len(got) == len(want) == len(x), (case, len(got), len(want))
            error = error_of(got[told], want[told])
            assert error <= BOUND, (case, scaling, error)


def main():
    if not shutil.which("gst-launch-1.0"):
        print("1..0 # SKIP gst-launch-1.0 is not installed")
        sys.exit(0)
    n_failed = 0
    print(f"1..{len(claims)}\n# seed {SEED}")
    for number, function in enumerate(claims, 1):
        try:
            function()
            print("ok", number, "-", function.__name__, flush=True)
        except Exception as error:
            n_failed += 1
            print("#", repr(error).replace("\n", "\n# "))
            print("not ok", number, "-", function.__name__, flush=True)
    sys.exit(n_failed > 0)


main()
