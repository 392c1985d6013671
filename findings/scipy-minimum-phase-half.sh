#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# scipy's minimum_phase halves a filter's gain in dB.
#
# Expected: the minimum-phase filter of a linear-phase one has the same
#   magnitude.
# What happens: by default (half=True) its magnitude is the square root. A
#   shelf of 12 dB becomes one of 6 dB, a stop band of -60 dB one of -30 dB.
#   half=False keeps the magnitude.
# Versions: scipy 1.17.1, numpy 2.4.6.
# Why it matters: an equaliser that is made from a measured spectrum and turned
#   to minimum phase does half of what was asked, with the right shape, so it
#   sounds plausible. Releases before 1.14 had no other way.
# Source: the text of the function, in the description of `half`.
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
shelf = signal.firwin2(511, [0, 0.1, 0.2, 1], [4, 4, 1, 1])


def gains(taps):
    _, response = signal.freqz(taps, worN=[0.01 * np.pi, 0.5 * np.pi])
    return 20 * np.log10(abs(response))


for name, taps, wanted in (("linear phase", shelf, 12.04),
                           ("minimum phase", signal.minimum_phase(shelf), 6.02),
                           ("half=False", signal.minimum_phase(shelf, half=False), 12.04)):
    low, high = gains(taps)
    print(f"{name}: {len(taps)} taps, {low:.2f} dB low, {high:.2f} dB high")
    assert abs(low - wanted) < 0.02 and abs(high) < 0.02
END
