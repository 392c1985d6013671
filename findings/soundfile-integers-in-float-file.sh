#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# soundfile neither scales integers that go into a float file, nor floats that
# come out of one as integers.
#
# Expected: 16384 of an int16 array, half of full scale, is 0.5 in a float
#   WAV; 0.5 of a float WAV is 16384 in an int16 array.
# What happens: the file holds 16384.0, which is 84 dB above full scale, and a
#   whole recording of floats is read as zeros, without an error or a warning.
# Versions: soundfile 0.14.0 with its libsndfile 1.2.2, numpy 2.4.6.
# Why it matters: a chain that keeps int16 arrays for PCM files gets levels
#   that are 90 dB too high, or an empty spectrum, from the first float file
#   that somebody brings.
# Source: the text of soundfile.read says that such data are not scaled;
#   libsndfile has SFC_SET_SCALE_FLOAT_INT_READ for it, which is off.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    numpy==2.4.6 soundfile==0.14.0 cffi==2.1.1 pycparser==3.0

PYTHONPATH=$dir/lib python3 - <<'END'
import io
import numpy as np
import soundfile

print("soundfile", soundfile.__version__, soundfile.__libsndfile_version__)
sine = 0.5 * np.sin(2 * np.pi * np.arange(480) / 48)


def through(x, subtype, dtype):
    file = io.BytesIO()
    soundfile.write(file, x, 48000, format="WAV", subtype=subtype)
    file.seek(0)
    return soundfile.read(file, dtype=dtype)[0]


integers = np.round(sine * 2**15).astype(np.int16)
for subtype in "PCM_16", "FLOAT":
    peak = through(integers, subtype, "float64").max()
    print(f"int16 peak {integers.max()} through {subtype}: {peak}")
    assert peak == (0.5 if subtype == "PCM_16" else 16384)

for subtype in "PCM_16", "FLOAT":
    peak = abs(through(sine, subtype, "int16").astype(int)).max()
    print(f"float peak {sine.max():.2f} of {subtype} read as int16: {peak}")
    assert peak == (16384 if subtype == "PCM_16" else 0)
END
