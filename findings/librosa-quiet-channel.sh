#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# librosa's amplitude_to_db replaces a quiet channel by a constant.
#
# Expected: the spectrogram in dB of a channel is the same whether it is
#   converted alone or together with another channel.
# What happens: values more than `top_db` (80 by default) below the largest of
#   the whole array are raised to that limit. A tone of -100 dBFS, whose largest
#   bin is at -46.5 dB alone, reads -25.9 dB in every bin of every frame beside
#   a channel of full scale: 20 dB too loud, and nothing of it is left. So does
#   a quiet passage in an excerpt with a loud one.
# Versions: librosa 0.11.0 and the packages below.
# Why it matters: features depend on which channels and seconds share a call,
#   so a stream that is converted in blocks, or one channel at a time, does not
#   have those of the file. `top_db=None` takes it away. Later releases take
#   the peak of each channel, which changes features of the same call.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    librosa==0.11.0 numpy==2.4.6 scipy==1.17.1 numba==0.68.1 llvmlite==0.50.0 \
    soundfile==0.14.0 cffi==2.1.1 pycparser==3.0 soxr==1.1.0 audioread==3.1.0 \
    joblib==1.6.0 lazy-loader==0.6 msgpack==1.2.4 pooch==1.9.0 \
    platformdirs==4.14.8 decorator==5.3.1 typing-extensions==4.16.0 \
    packaging==26.4

PYTHONPATH=$dir/lib python3 - <<'END'
import librosa
import numpy as np

print("librosa", librosa.__version__)
time = np.arange(44100) / 22050
loud = np.sin(2 * np.pi * 1000 * time)
quiet = 1e-5 * np.sin(2 * np.pi * 3000 * time)


def decibels(x, **options):
    return librosa.amplitude_to_db(abs(librosa.stft(x)), **options)


alone = decibels(quiet)
beside = decibels(np.stack([loud, quiet]))[1]
free = decibels(np.stack([loud, quiet]), top_db=None)[1]
for name, found in ("alone", alone), ("beside a loud one", beside), ("with top_db=None", free):
    print(f"quiet channel {name}: from {found.min():.1f} to {found.max():.1f} dB")
assert abs(alone.max() + 46.5) < 0.1 and abs(free.max() - alone.max()) < 0.01
assert beside.max() == beside.min() > alone.max() + 20
END
