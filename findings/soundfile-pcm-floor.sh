#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# soundfile writes integer WAV files by rounding down, not to nearest.
#
# Expected: a float sample that is written as 16-bit PCM becomes the nearest
#   integer, so the error is at most half a step and has no mean.
# What happens: it becomes the integer below. The error has a mean of minus
#   half a step, and noise of -180 dBFS, whose nearest integers are all 0,
#   comes back at -94 dBFS as 16 bits and at -46 dBFS as 8 bits. The same
#   array as a FLAC file is silent: there the samples are rounded.
# Versions: soundfile 0.14.0 with its libsndfile 1.2.2, numpy 2.4.6.
# Why it matters: a spectrum of the file has a line at 0 Hz and a floor that
#   the array did not have, and each further write adds half a step. A test
#   that compares a file with its array sees twice the error it allows for.
#   Rounding the samples to steps before they are written avoids it.
# Source: soundfile asks libsndfile for clipping (SFC_SET_CLIPPING); the
#   conversions with clipping scale to 32 bits and shift right.
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


def written(x, form, subtype):
    file = io.BytesIO()
    soundfile.write(file, x, 48000, format=form, subtype=subtype)
    file.seek(0)
    return soundfile.read(file)[0]


def level(x):
    return 10 * np.log10(np.mean(x**2) + 1e-99)


random = np.random.default_rng(1)
x = random.uniform(-0.9, 0.9, 100000)
error = (written(x, "WAV", "PCM_16") - x) * 2**15
nearest = np.round(x * 2**15) - x * 2**15
print(f"error of WAV in steps: mean {error.mean():.3f}, "
      f"from {error.min():.3f} to {error.max():.3f}; "
      f"of rounding: mean {nearest.mean():.3f}")
assert abs(error.mean() + 0.5) < 0.01 and error.min() < -0.99
assert abs(nearest.mean()) < 0.01

faint = 1e-9 * random.standard_normal(100000)
for form, subtype, least, most in (("WAV", "PCM_16", -95, -93),
                                   ("WAV", "PCM_U8", -47, -45),
                                   ("FLAC", "PCM_16", -999, -900)):
    found = level(written(faint, form, subtype))
    print(f"noise of {level(faint):.0f} dBFS in {form} {subtype}: {found:.1f} dBFS")
    assert least < found < most
END
