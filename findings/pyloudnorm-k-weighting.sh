#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# pyloudnorm reads the calibration tone of BS.1770 0.04 dB low.
#
# Expected: a sine of full scale and 997 Hz in one channel is -3.01 LKFS, as
#   the recommendation says itself.
# What happens: -3.05 at 48 kHz, and -3.19 at 8 kHz. The high-pass stage of the
#   recommendation has the numerator 1, -2, 1; pyloudnorm's is normalised to
#   0.995 of it, which takes 0.043 dB off everything. The filter class "DeMan"
#   of the same package reads -3.01.
# Versions: pyloudnorm 0.2.0, scipy 1.17.1, numpy 2.4.6.
# Why it matters: who checks a loudness of their own, or a sum of K-weighted
#   bins of a spectrum, to 0.01 dB finds the error of the reference. Files that
#   are normalised by it are 0.04 dB too loud.
# Source: ITU-R BS.1770, table 2 and note 1; pull request 860 of
#   Blaizzy/mlx-audio met the same in a copy.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    pyloudnorm==0.2.0 numpy==2.4.6 scipy==1.17.1

PYTHONPATH=$dir/lib python3 - <<'END'
from importlib.metadata import version
import numpy as np
import pyloudnorm
from scipy.signal import lfilter

print("pyloudnorm", version("pyloudnorm"))


def sine(rate):
    return np.sin(2 * np.pi * 997 * np.arange(10 * rate) / rate)


def by_tables(x):
    """The coefficients of the recommendation, for 48 kHz."""
    x = lfilter([1.53512485958697, -2.69169618940638, 1.19839281085285],
                [1, -1.69065929318241, 0.73248077421585], x)
    x = lfilter([1, -2, 1], [1, -1.99004745483398, 0.99007225036621], x)
    return -0.691 + 10 * np.log10(np.mean(x**2))


right = by_tables(sine(48000))
print(f"by the tables: {right:.4f} LKFS")
assert abs(right + 3.01) < 0.005
for rate, wanted in (48000, -3.0517), (8000, -3.192):
    found = pyloudnorm.Meter(rate).integrated_loudness(sine(rate))
    other = pyloudnorm.Meter(rate, filter_class="DeMan").integrated_loudness(sine(rate))
    print(f"{rate} Hz: {found:.4f} LKFS, with DeMan {other:.4f}")
    assert abs(found - wanted) < 0.002 and abs(other + 3.01) < 0.02
END
