#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims of docs/guide/migration.md about scipy's ShortTimeFFT, matplotlib's
specgram and librosa: noise goes through both, each within 1e-6 of the level
(librosa computes in single precision: 2e-6).

    test-migration.py

A claim whose library is missing or too old is skipped, all are where numpy or
gst-launch-1.0 is missing.
"""
import importlib

from tap import modules

numpy = modules("numpy")

import claims
from claims import RATE, Skip, claim, error_of, noise, spectra_of

BOUND = 1e-6
N, HOP, BINS = 256, 64, 129
COMMON = f"size={N} hop={HOP} "


def need(name):
    try:
        return importlib.import_module(name)
    except ImportError as reason:
        raise Skip(str(reason))


def pairs(value):
    """value for the bins that stand for two, 1 for the first and the last."""
    gain = numpy.full(BINS, float(value))
    gain[0] = gain[-1] = 1
    return gain


@claim
def claudiofft_is_scipys_short_time_fft():
    signal = need("scipy.signal")
    if not hasattr(signal, "ShortTimeFFT"):
        raise Skip("scipy is older than 1.12")
    x = noise(10 * N + 3)
    window = signal.get_window("hann", N)
    half = numpy.exp(-2j * numpy.pi * numpy.arange(BINS) * (N // 2) / N)
    for mode, to, scaling, gain in (
            ("onesided2X", "magnitude", "amplitude", 1), ("onesided2X", "psd", "psd", 1),
            ("onesided", "magnitude", "power", numpy.sqrt(2)), ("onesided", None, "none", 1)):
        for shift, turn in (None, 1), (0, half):
            theirs = signal.ShortTimeFFT(window, HOP, RATE, fft_mode=mode, scale_to=to,
                                         phase_shift=shift)
            # slice 0 is around sample 0, as the first centred frame
            want = theirs.stft(x.astype(float), p0=0).T * pairs(gain) * turn
            got = spectra_of(x, COMMON + f"center=true scaling={scaling}", BINS)
            n = min(len(got), len(want))
            error = error_of(got[:n], want[:n])
            assert n >= 40 and error <= BOUND, (mode, to, shift, n, error)


@claim
def claudiofft_is_matplotlibs_specgram():
    """Its window is symmetric: a sample shorter here."""
    mlab = need("matplotlib.mlab")
    x = noise(10 * N + 3)
    common = f"size={N - 1} zero-pad={N} hop={HOP} "

    def theirs(mode):
        return mlab.specgram(x.astype(float), NFFT=N, Fs=RATE, noverlap=N - HOP, mode=mode)[0].T

    want = theirs("psd")
    got = spectra_of(x, common + "scaling=psd quantity=power", BINS)[:len(want)]
    assert error_of(got, want) <= BOUND, error_of(got, want)
    decibels = spectra_of(x, common + "scaling=psd quantity=db floor=-300", BINS)[:len(want)]
    assert numpy.abs(decibels - 10 * numpy.log10(want)).max() < 1e-3
    want = theirs("magnitude") * pairs(2)
    got = spectra_of(x, common + "scaling=amplitude quantity=magnitude", BINS)[:len(want)]
    assert error_of(got, want) <= BOUND, error_of(got, want)
    angle = spectra_of(x, common + "quantity=phase", BINS)[:len(want)].astype(float)
    # turns count by the level, as those of small values are reported badly
    error = error_of(want * numpy.exp(1j * angle), want * numpy.exp(1j * theirs("angle")))
    assert error <= BOUND, error


@claim
def centred_frames_are_those_of_librosa():
    librosa = need("librosa")
    x = noise(10 * N + 3)
    want = librosa.stft(x, n_fft=N, hop_length=HOP, center=True, pad_mode="constant").T
    got = spectra_of(x, COMMON + "center=true scaling=none", BINS)
    assert len(got) >= len(want) == 1 + len(x) // HOP, (len(got), len(want))
    error = error_of(got[:len(want)], want)
    assert error <= 2e-6, error
    want = librosa.stft(x, n_fft=N, center=False).T
    got = spectra_of(x, f"size={N} overlap=0.75 scaling=none", BINS)[:len(want)]
    error = error_of(got, want)
    assert len(want) == 1 + (len(x) - N) // HOP and error <= 2e-6, error
    levels = spectra_of(x, f"size={N} overlap=0.75 scaling=none quantity=db floor=-100",
                        BINS)[:len(want)]
    error = numpy.abs(levels - librosa.amplitude_to_db(numpy.abs(want), top_db=None)).max()
    assert error < 1e-2, error
    # a shorter window stands in the middle of theirs, at the start of ours
    want = numpy.abs(librosa.stft(x, n_fft=N, win_length=N // 2, hop_length=HOP,
                                  pad_mode="constant")).T
    got = spectra_of(x, f"size={N // 2} zero-pad={N} hop={HOP} center=true scaling=none "
                     "quantity=magnitude", BINS)
    error = error_of(got[:len(want)], want)
    assert error <= 2e-6, error


@claim
def mel_bands_are_those_of_librosa():
    librosa = need("librosa")
    x = noise(16384)
    common = dict(sr=16000, n_fft=1024, hop_length=256, n_mels=40, power=2.0,
                  pad_mode="constant")
    plain = ("size=1024 hop=256 center=true scaling=none band-sum=power bands=40 "
             "band-scale=mel last-frame=middle ")
    got = spectra_of(x, plain + "quantity=power", 40, 16000)
    want = librosa.feature.melspectrogram(y=x, htk=True, norm=None, **common).T
    error = error_of(got, want)
    assert error <= 2e-6, error
    slaney = spectra_of(x, plain + "quantity=power mel-scale=slaney mel-norm=slaney", 40, 16000)
    error = error_of(slaney, librosa.feature.melspectrogram(y=x, **common).T)
    assert error <= 2e-6, error
    levels = spectra_of(x, plain + "quantity=db floor=-100", 40, 16000)
    error = numpy.abs(levels - librosa.power_to_db(want, top_db=None)).max()
    assert error < 1e-3, error


claims.main()
