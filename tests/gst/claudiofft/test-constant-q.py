#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about constant-Q and variable-Q bands of claudiofft, and about their way
back through clifft, for drawn rates, bands, widths, hops, channels and signals. The
model is constantq.py, in double precision over the whole signal.

    claudiofft/test-constant-q.py

Skipped where Python's numpy or gst-launch-1.0 is missing.
"""
import os
import tempfile

from tap import is_full, modules

numpy = modules("numpy")

import claims
from claims import claim, error_of, random
from constantq import LOWEST, Bands

N_CASES = 24 if is_full() else 1
GAIN = {"amplitude": 2, "power": numpy.sqrt(2), "none": 1}


class Case:
    """Settings of a stream, and noise of some seconds with a few tones."""

    def __init__(self, is_complex=False, has_inverse=False):
        self.rate = int(random.integers(4000, 50000 if is_full() else 12000))
        self.per_octave = int(random.choice([1, 2, 3, 5, 7, 12, 17, 24, 36][:9 if is_full() else 6]))
        alpha = numpy.tanh(numpy.log(2) / self.per_octave)
        # windows of at most a second
        self.low = float(numpy.float32(max(1 / alpha, 20) * 2 ** random.uniform(0, 3)))
        most = int(numpy.ceil(self.per_octave * numpy.log2(self.rate / 2 / self.low)))
        self.n = int(random.integers(1, most + 1)) if most > 1 else 1
        self.is_variable = bool(random.integers(2))
        self.gamma = round(float(random.choice([0, random.uniform(0.5, 60)])), 3)
        width = self.gamma if self.gamma else 24.7 / 0.108 * alpha
        self.hop = 0 if has_inverse else int(random.choice([0, random.integers(1, 900)]))
        if not is_complex:
            self.hop = self.hop or 512
        self.channels = int(random.integers(1, 4))
        self.bands = Bands(self.rate, self.low, self.n, self.per_octave,
                           width if self.is_variable else 0, self.hop, is_complex)
        self.x = self.make_signal()

    def make_signal(self):
        n = int(random.integers(1, 2 * self.rate))
        x = random.uniform(-0.2, 0.2, (n, self.channels))
        for c in range(self.channels):
            f = self.bands.centers[random.integers(self.n)] * random.uniform(0.97, 1.03)
            x[:, c] += 0.7 * numpy.sin(2 * numpy.pi * f / self.rate * numpy.arange(n))
        return x.astype("<f4")

    def words(self, more=""):
        kind = "vqt" if self.is_variable else "cqt"
        gamma = f"gamma={self.gamma} " if self.is_variable else ""
        return (f"claudiofft band-scale={kind} band-low={self.low!r} bands={self.n} {gamma}"
                f"bands-per-octave={self.per_octave} hop={self.hop} {more}").split()

    def __str__(self):
        return " ".join(self.words()) + f" rate {self.rate}, {self.x.shape} samples"


drawn = {}


def draw_cases(is_complex=False, has_inverse=False):
    """N_CASES cases; in the default run one, and always the same bands: kernels of
    new lengths have to be compiled."""
    for _ in range(N_CASES):
        if is_full():
            yield Case(is_complex, has_inverse)
            continue
        case = drawn.setdefault(is_complex, Case(is_complex, is_complex))
        case.x = case.make_signal()
        yield case


def run(case, words, cut=0):
    """Bytes behind the words, of the case's samples in buffers of `cut` bytes."""
    if not claims.runners:
        claims.run(claims.audio_caps(), "identity", b"\0\0\0\0")
    with tempfile.TemporaryDirectory() as folder:
        given, made = os.path.join(folder, "in"), os.path.join(folder, "out")
        case.x.tofile(given)
        caps = (f"audio/x-raw, format=F32LE, layout=interleaved, rate={case.rate}, "
                f"channels={case.channels}, channel-mask=(bitmask)0")
        claims.runners[0].run(
            ["filesrc", "location=" + given, f"blocksize={cut or max(case.x.nbytes, 1)}", "!",
             caps, "!", *words, "!", "filesink", "location=" + made])
        with open(made, "rb") as file:
            return file.read()


def analyse(case):
    """The model's coefficients [frame][channel][band]."""
    return numpy.stack([case.bands.analyse(x.astype(float)) for x in case.x.T], 1)


@claim
def complex_coefficients_are_those_of_the_formula():
    for case in draw_cases(True):
        want = 2 * analyse(case)
        got = numpy.frombuffer(run(case, case.words()), "<c8")
        assert got.size == want.size, f"{case}: {got.size} numbers, not {want.size}"
        error = error_of(got.reshape(want.shape), want)
        assert error < 1e-6, f"{case}: {error:.2g}"


@claim
def levels_are_those_of_the_formula():
    for case in draw_cases():
        scaling = str(random.choice(list(GAIN)))
        quantity = str(random.choice(["magnitude", "power", "db", "log10"]))
        want = GAIN[scaling] * numpy.abs(analyse(case))
        got = numpy.frombuffer(run(case, case.words(
            f"quantity={quantity} scaling={scaling} floor=-200")), "<f4").astype(float)
        assert got.size == want.size, f"{case}: {got.size} numbers, not {want.size}"
        got = got.reshape(want.shape)
        db = {"magnitude": lambda v: 20 * numpy.log10(v), "power": lambda v: 10 * numpy.log10(v),
              "db": lambda v: v, "log10": lambda v: 10 * v}[quantity]
        # single precision knows 1e-7 of the loudest
        heard = want > 1e-3 * want.max()
        error = numpy.abs(db(got[heard]) - 20 * numpy.log10(want[heard])).max()
        assert error < 0.01, f"{case} {quantity} {scaling}: {error:.3g} dB"


@claim
def a_sine_at_a_centre_reads_its_level():
    for case in draw_cases():
        band = int(random.integers(case.n))
        f, reach = case.bands.centers[band], case.bands.reach
        # where its negative frequency is out of the band's reach
        if 8 * case.bands.widths[band] > 2 * min(f, case.rate / 2 - f):
            continue
        amplitude = random.uniform(0.1, 1)
        n = 4 * reach + 10 * case.hop
        case.x = numpy.repeat(amplitude * numpy.sin(2 * numpy.pi * f / case.rate * numpy.arange(n)),
                              case.channels).reshape(n, -1).astype("<f4")
        got = numpy.frombuffer(run(case, case.words("quantity=db")), "<f4")
        got = got.reshape(-1, case.channels, case.n)[2 * reach // case.hop, :, band]
        assert numpy.abs(got - 20 * numpy.log10(amplitude)).max() < 0.01, f"{case}: {got}"


@claim
def frames_do_not_depend_on_cuts():
    for case in draw_cases():
        step = case.x.itemsize * case.channels
        whole = run(case, case.words())
        cut = step * int(random.integers(1, 5000))
        assert run(case, case.words(), cut) == whole, f"{case}: cut {cut}"


@claim
def clifft_gives_the_sound_back():
    for case in draw_cases(True, True):
        scaling = str(random.choice([*GAIN, "psd"]))
        mode = "mid-side" if case.channels == 2 and random.integers(2) else "all"
        words = case.words(f"scaling={scaling} channel-mode={mode} calibration=20")
        cut = 4 * case.channels * int(random.integers(100, 5000))
        got = run(case, [*words, "!", "clifft"], cut)
        assert len(got) == case.x.nbytes, f"{case}: {len(got)} bytes, not {case.x.nbytes}"
        error = error_of(numpy.frombuffer(got, "<f4").reshape(case.x.shape), case.x)
        assert error < 1e-6, f"{case} {scaling} {mode}: {error:.2g}"
        assert run(case, [*words, "!", "clifft"]) == got, f"{case}: other bits by cuts of {cut}"


@claim
def bands_are_as_many_as_there_is_room_for():
    case = next(draw_cases())
    case.x = case.x[:2000]
    nyquist = case.rate / 2
    words = (f"claudiofft band-scale=cqt quantity=power bands-per-octave={case.per_octave} "
             f"hop={case.bands.hop}").split()
    n = int(numpy.ceil(case.per_octave * numpy.log2(nyquist / LOWEST)))
    model = Bands(case.rate, LOWEST, n, case.per_octave, 0, case.bands.hop)
    got = len(run(case, words)) // 4 // case.channels
    assert got == model.count(len(case.x)) * n, f"{case}: {got} numbers"


if __name__ == "__main__":
    claims.main()
