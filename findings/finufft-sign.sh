#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# finufft's transform from samples to frequencies has the other sign.
#
# Expected: nufft1d1 at evenly spaced times is the DFT that numpy, FFTW and
#   cuFFT call forward, but for the order of its bins.
# What happens: its exponent is positive by default (isign=+1 for type 1, -1 for
#   type 2): exp(+5it) has its line at mode -5. isign=-1 and fftshift give
#   numpy's. Types 1 and 2 undo each other all the same, so a round trip shows
#   nothing.
# Versions: finufft 2.5.1, numpy 2.4.6.
# Why it matters: spectra of complex samples (radio, quadrature, Doppler) are
#   mirrored: the upper side band appears as the lower one, an approaching
#   target as a leaving one. With real samples only the phases tell.
# Source: finufft's documentation, "Mathematical definitions of transforms".
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    finufft==2.5.1 numpy==2.4.6 packaging==26.4

PYTHONPATH=$dir/lib python3 - <<'END'
import finufft
import numpy as np

print("finufft", finufft.__version__)
n = 64
times = 2 * np.pi * np.arange(n) / n
tone = np.exp(5j * times)
modes = np.arange(-n // 2, n // 2)

by_default = finufft.nufft1d1(times, tone, n, eps=1e-12)
asked = finufft.nufft1d1(times, tone, n, eps=1e-12, isign=-1)
right = np.fft.fftshift(np.fft.fft(tone))
for name, found, wanted in (("numpy", right, 5), ("isign=-1", asked, 5),
                            ("by default", by_default, -5)):
    line = modes[abs(found).argmax()]
    print(f"exp(+5it) by {name}: line at mode {line}")
    assert line == wanted
assert abs(asked - right).max() < 1e-9
back = finufft.nufft1d2(times, by_default, eps=1e-12) / n
print(f"type 2 of it, by default: within {abs(back - tone).max():.0e} of the samples")
assert abs(back - tone).max() < 1e-9
END
