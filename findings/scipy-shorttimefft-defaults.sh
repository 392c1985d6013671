#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# scipy's ShortTimeFFT, said to replace stft, is 54 dB louder, has other
# frames, and odd bins of the other sign.
#
# Expected: the same window, hop and sound give the same columns, or values
#   that cannot be taken for one another.
# What happens: for a cosine of amplitude 1 and a Hann window of 1024 samples,
#   stft has 0.5 (it divides by the window's sum) and ShortTimeFFT, whose
#   scaling is off by default, 256. It has 35 columns instead of 33: its column
#   0 is centred one hop before the first sample, so column i is at (i - 1)
#   hops. Phases are counted from the window's middle, so odd bins are
#   negative. With scale_to="magnitude", phase_shift=None and without the first
#   and the last column the two are equal.
# Versions: scipy 1.17.1, numpy 2.4.6.
# Why it matters: programs that follow the advice to move from the legacy
#   functions get features of the same shape, nearly, which are 54.2 dB too
#   high and a hop late; thresholds, models and time axes that were made with
#   stft no longer fit. ShortTimeFFT.t() and p_min tell the times.
# Source: the notes of scipy.signal.stft, which call it legacy.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    scipy==1.17.1 numpy==2.4.6

PYTHONPATH=$dir/lib python3 - <<'END'
import numpy as np
import scipy
from scipy import signal

print("scipy", scipy.__version__)
n, hop = 1024, 256
window = signal.get_window("hann", n)
cosine = np.cos(2 * np.pi * 9 * np.arange(8 * n) / n + 0.3)
_, times, old = signal.stft(cosine, 1, window, n, n - hop)


def replaced(**options):
    transform = signal.ShortTimeFFT(window, hop, 1, **options)
    return transform, transform.stft(cosine)


transform, new = replaced()
_, shifted = replaced(scale_to="magnitude")
_, same = replaced(scale_to="magnitude", phase_shift=None)
louder = 20 * np.log10(abs(new).max() / abs(old).max())
print(f"stft: {old.shape[1]} columns from {times[0]:.0f} samples on, largest {abs(old).max():.2f}")
print(f"ShortTimeFFT: {new.shape[1]} columns from {transform.t(len(cosine))[0]:.0f} samples on, "
      f"largest {abs(new).max():.1f}: {louder:.1f} dB more")
assert old.shape[1] == 33 and new.shape[1] == 35
assert times[0] == 0 and transform.t(len(cosine))[0] == -hop
assert abs(louder - 20 * np.log10(512)) < 0.1
assert np.allclose(same[:, 1:-1], old, atol=1e-12)
sign = np.where(np.arange(n // 2 + 1) % 2, -1, 1)[:, None]
assert np.allclose(sign * shifted[:, 1:-1], old, atol=1e-12)
print("scaled alike, its odd bins have the other sign")
END
