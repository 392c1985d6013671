#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# numpy's mean of float32 is exact to the last digits along one axis and off
# by a sixth along the other.
#
# Expected: np.mean sums pairwise, so that errors stay small, and the mean of
#   float32 ones is 1 however many there are.
# What happens: pairwise sums are made only along the axis that lies together
#   in memory. Along the other one, rows are added one after the other in
#   float32: the mean of 20 million rows of ones is 0.8388608, as the sum stops
#   at 2**24, and of a million rows of noise power it is off by 1e-5 to 1e-3.
#   dtype=np.float64 makes both right.
# Versions: numpy 2.4.6.
# Why it matters: frames x bins is how spectra arrive, and the mean over axis 0
#   is Welch's average of them: a long average reads low, and its error grows
#   with the length of the recording. The transposed array has none.
# Source: the notes of numpy.sum and numpy.mean.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    numpy==2.4.6

PYTHONPATH=$dir/lib python3 - <<'END'
import numpy as np

print("numpy", np.__version__)
ones = np.ones((20_000_000, 2), np.float32)
found, together = ones.mean(axis=0), np.ascontiguousarray(ones.T).mean(axis=1)
print("mean of ones over axis 0:", found, "of the transposed array:", together)
assert np.all(found == np.float32(2**24 / 20e6)) and np.all(together == 1)
assert np.all(ones.mean(axis=0, dtype=np.float64) == 1)

power = np.random.default_rng(1).chisquare(2, (1_000_000, 4)).astype(np.float32)
right = power.astype(np.float64).mean(axis=0)
found = abs(power.mean(axis=0) / right - 1)
together = abs(np.ascontiguousarray(power.T).mean(axis=1) / right - 1)
print(f"mean of noise power over axis 0: off by {found.max():.0e}, "
      f"of the transposed array by {together.max():.0e}")
assert 1e-5 < found.max() < 1e-3 and together.max() < 1e-6
END
