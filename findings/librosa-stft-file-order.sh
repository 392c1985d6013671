#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# np.save writes what librosa.stft returns column by column.
#
# Expected: an array of 1025 bins and 44 frames is saved in C order, as arrays
#   of numpy are unless one asks for another, so a program that skips the
#   header finds the first row, bin 0, first.
# What happens: librosa.stft returns a Fortran-ordered array, abs() keeps the
#   order, and np.save writes `fortran_order: True` and all bins of frame 0
#   first. feature.melspectrogram of the same sound is saved in C order.
# Versions: librosa 0.11.0 and the packages below.
# Why it matters: small readers of .npy files in C, Rust or shaders, which look
#   at dtype and shape alone, get a spectrogram whose values are shuffled; they
#   pass their tests with other arrays. np.ascontiguousarray before saving
#   avoids it.
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
import io
import librosa
import numpy as np

print("librosa", librosa.__version__, "numpy", np.__version__)
sound = np.sin(np.arange(22050) / 7).astype(np.float32)


def saved(array):
    """(header's word on the order, values as they lie in the file)"""
    file = io.BytesIO()
    np.save(file, array)
    file.seek(0)
    np.lib.format.read_magic(file)
    _, in_columns, _ = np.lib.format.read_array_header_1_0(file)
    return in_columns, np.frombuffer(file.read(), array.dtype)


spectra = abs(librosa.stft(sound))
mel = librosa.feature.melspectrogram(y=sound)
for name, array, wanted in (("stft", spectra, True), ("melspectrogram", mel, False),
                            ("stft, made contiguous", np.ascontiguousarray(spectra), False)):
    in_columns, values = saved(array)
    is_first_row = np.array_equal(values[:array.shape[1]], array[0])
    print(f"{name} {array.shape}: fortran_order {in_columns}, first row first: {is_first_row}")
    assert in_columns == wanted and is_first_row == (not wanted)
END
