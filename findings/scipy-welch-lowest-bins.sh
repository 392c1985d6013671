#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# scipy's welch takes 0.8 dB off the first bin above 0 Hz.
#
# Expected: the density of white noise is flat; removing each segment's mean
#   (detrend="constant", the default) empties bin 0 alone.
# What happens: with the default Hann window bin 0 keeps a third of its power
#   (-4.8 dB) and bin 1 loses 0.79 dB, since the mean is removed before the
#   window and comes back through it. From bin 2 on all is flat. scipy's stft
#   and matplotlib's psd remove no mean.
# Versions: scipy 1.17.1, numpy 2.4.6.
# Why it matters: the lowest bin is what infrasound, drift, 1/f noise and mains
#   hum with short segments are read from, and it disagrees with every program
#   that does not detrend. 1/3 and 5/6, for long segments: 1 - 2/3 and 1 - 1/6
#   are what a Hann window's own spectrum (1, -1/2) leaves of the mean.
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
noise = np.random.default_rng(1).standard_normal(2**21)
_, by_default = signal.welch(noise, nperseg=256)
_, plain = signal.welch(noise, nperseg=256, detrend=False)
ratio = by_default / plain

# the same, without noise: power that the window of a segment gives each bin
n = 256
window = signal.get_window("hann", n)
minus_mean = np.eye(n) - 1 / n
bins = np.fft.rfft(np.diag(window) @ minus_mean, axis=0)
exact = (abs(bins)**2).sum(1) / (window**2).sum()

for k in range(4):
    print(f"bin {k}: {10 * np.log10(ratio[k]):.2f} dB beside detrend=False, "
          f"computed {10 * np.log10(exact[k]):.2f} dB")
    assert abs(ratio[k] - exact[k]) < 0.01
assert abs(exact[0] - 1 / 3) < 1e-3 and abs(exact[1] - 5 / 6) < 1e-3
assert np.allclose(exact[2:], 1)
END
