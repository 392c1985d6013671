#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes the references of test-front-ends.py, beside this file:

    python3 -m venv venv
    venv/bin/pip install librosa==0.10.2.post1 numpy==1.26.4
    venv/bin/python tests/gst/claudiofft/data/make-references.py

clip.npy is 1.5 s of 16000 Hz (a chirp with vibrato in noise, bursts, clicks and a
pause) as 16-bit samples. The others are frames by bands, in single precision:

    librosa   librosa.power_to_db(librosa.feature.melspectrogram(y, sr=16000)),
              with its defaults, the clip as a whole, in doubles
    whisper   whisper/audio.py of openai-whisper 20250625: log_mel_spectrogram
              (pad_or_trim(audio)); the frames behind the clip are all alike
    nemo      FilterbankFeatures of NeMo 2.6, in evaluation, with 80 features
    yamnet    features.py and params.py of tensorflow/models: the log mel
              spectrogram of pad_waveform(audio)

The last three are written down here in double precision from these files, so
that neither torch nor TensorFlow is needed; librosa gives their filters, but
TensorFlow's for YAMNet.
"""
import os

import librosa
import numpy
from numpy.lib.stride_tricks import sliding_window_view

FOLDER = os.path.dirname(os.path.abspath(__file__))
RATE = 16000


def make_clip():
    random = numpy.random.default_rng(42)
    n = RATE * 3 // 2
    t = numpy.arange(n) / RATE
    f = 180 + 60 * numpy.sin(2 * numpy.pi * 5 * t) + 900 * t
    phase = 2 * numpy.pi * numpy.cumsum(f) / RATE
    x = sum(numpy.sin(k * phase) / k for k in (1, 2, 3, 5, 8)) * 0.2
    x *= 0.5 - 0.5 * numpy.cos(2 * numpy.pi * 2 * t)
    x += 0.005 * random.standard_normal(n) * (1 + 9 * (t % 0.5 < 0.1))
    x[::4001] += 0.5
    x[n // 3:n // 3 + 1600] = 0
    return numpy.clip(numpy.round(x * 32767), -32768, 32767).astype("<i2")


def power(x, size, length, hop, window):
    """Frames of a padded signal."""
    frames = sliding_window_view(x, size)[::hop]
    return numpy.abs(numpy.fft.rfft(frames * window, length)) ** 2


def hann(n, periodic):
    return 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(n) / (n - (not periodic)))


def filters(n_fft, n_mels):
    return librosa.filters.mel(sr=RATE, n_fft=n_fft, n_mels=n_mels, dtype=numpy.float64)


def whisper(x):
    n = 30 * RATE
    audio = numpy.zeros(n)
    audio[:len(x)] = x
    padded = numpy.pad(audio, 200, mode="reflect")  # torch.stft, center=True
    mel = power(padded, 400, 400, 160, hann(400, True))[:-1] @ filters(400, 80).T
    y = numpy.log10(numpy.maximum(mel, 1e-10))
    y = numpy.maximum(y, y.max() - 8)
    return (y + 4) / 4


def nemo(x):
    y = numpy.append(x[0], x[1:] - 0.97 * x[:-1])
    # torch.stft, center=True, pad_mode="constant", the window in the middle
    padded = numpy.pad(y, 256)
    window = numpy.pad(hann(400, False), 56)
    mel = power(padded, 512, 512, 160, window)[:len(x) // 160] @ filters(512, 80).T
    y = numpy.log(mel + 2.0 ** -24)
    return (y - y.mean(0)) / (y.std(0, ddof=1) + 1e-5)


def tensorflow_mel(n_bands, n_bins, low, high):
    """tf.signal.linear_to_mel_weight_matrix"""
    def mel(f):
        return 1127 * numpy.log1p(numpy.asarray(f) / 700)
    bins = mel(numpy.linspace(0, RATE / 2, n_bins)[1:])[:, None]
    edges = numpy.linspace(mel(low), mel(high), n_bands + 2)
    weights = numpy.maximum(0, numpy.minimum(
        (bins - edges[:-2]) / (edges[1:-1] - edges[:-2]),
        (edges[2:] - bins) / (edges[2:] - edges[1:-1])))
    return numpy.pad(weights, [[1, 0], [0, 0]])


def yamnet(x):
    least, hop = int((0.96 + 0.025 - 0.010) * RATE), int(0.48 * RATE)
    more = -(-max(len(x) - least, 0) // hop)
    padded = numpy.pad(x, (0, least + more * hop - len(x)))
    magnitude = numpy.sqrt(power(padded, 400, 512, 160, hann(400, True)))
    return numpy.log(magnitude @ tensorflow_mel(64, 257, 125.0, 7500.0) + 0.001)


def save(name, values):
    numpy.save(os.path.join(FOLDER, name + ".npy"), values)
    print(name, values.shape, values.dtype)


def main():
    clip = make_clip()
    x = clip / 32768
    save("clip", clip)
    mel = librosa.feature.melspectrogram(y=x, sr=RATE)
    save("librosa", librosa.power_to_db(mel).T.astype("<f4"))
    full = whisper(x)
    assert numpy.ptp(full[152:]) == 0
    save("whisper", full[:153].astype("<f4"))
    save("nemo", nemo(x).astype("<f4"))
    save("yamnet", yamnet(x).astype("<f4"))


if __name__ == "__main__":
    main()
