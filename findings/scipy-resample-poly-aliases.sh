#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# scipy's resample_poly folds what is above the new half rate back, 11 dB down.
#
# Expected: from 48 to 44.1 kHz, sound above 22.05 kHz is gone and sound up to
#   20 kHz is as it was.
# What happens: with the default window (Kaiser, beta 5) a sine of 23 kHz comes
#   back at 21.1 kHz at -11.1 dB, and one of 20 kHz is 0.8 dB low. soxr's
#   default is below -130 dB and within 0.01 dB. The filter reaches 10 samples
#   of the lower rate to each side, and has its -6 dB point at half that rate.
# Versions: scipy 1.17.1, numpy 2.4.6, soxr 1.1.0.
# Why it matters: a spectrum of resampled sound has lines that the sound does
#   not have, and they look like real ones.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    scipy==1.17.1 numpy==2.4.6 soxr==1.1.0

PYTHONPATH=$dir/lib python3 - <<'END'
import numpy as np
import scipy
from scipy import signal
import soxr

print("scipy", scipy.__version__, "soxr", soxr.__version__)


def strongest(y):
    """(frequency, dB) of one second at 44.1 kHz in the middle."""
    y = y[22050:66150] * signal.windows.flattop(44100, sym=False)
    size = abs(np.fft.rfft(y)) * 2 / signal.windows.flattop(44100, sym=False).sum()
    return size.argmax(), 20 * np.log10(size.max())


ways = {"resample_poly": lambda x: signal.resample_poly(x, 147, 160),
        "soxr": lambda x: soxr.resample(x, 48000, 44100)}
found = {}
for frequency in 20000, 23000:
    x = np.sin(2 * np.pi * frequency * np.arange(96000) / 48000)
    for name, way in ways.items():
        found[name, frequency] = place, level = strongest(way(x))
        print(f"{frequency} Hz by {name}: {level:.2f} dB at {place} Hz")
place, level = found["resample_poly", 23000]
assert place == 44100 - 23000 and abs(level + 11.1) < 0.2
assert found["soxr", 23000][1] < -100
place, level = found["resample_poly", 20000]
assert place == 20000 and abs(level + 0.83) < 0.05
assert abs(found["soxr", 20000][1]) < 0.02
END
