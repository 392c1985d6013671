#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Praat's Sound.to_spectrum() transforms more samples than the sound has.
#
# Expected: 1000 samples at 8 kHz give 501 bins that are 8 Hz apart, and a sine
#   with whole periods is in one of them.
# What happens: 513 bins that are 7.8125 Hz apart: by default (fast=True) zeros
#   are added up to a power of two, so the same sine leaks into all bins, at
#   -32 dB beside its own, where the transform of its samples has rounding
#   errors alone.
# Versions: praat-parselmouth 0.4.7, numpy 2.4.6.
# Why it matters: bins cannot be compared with those of another program for the
#   same samples; signals that are made to be periodic (multitones, order
#   tracking, test tones for distortion) show a floor that they do not have.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    praat-parselmouth==0.4.7 numpy==2.4.6

PYTHONPATH=$dir/lib python3 - <<'END'
import numpy as np
import parselmouth

print("parselmouth", parselmouth.VERSION, "Praat", parselmouth.PRAAT_VERSION)
n, rate = 1000, 8000
sound = parselmouth.Sound(np.sin(2 * np.pi * 1000 * np.arange(n) / rate), rate)
for fast, n_bins, width in (None, 513, 7.8125), (False, 501, 8.0):
    spectrum = sound.to_spectrum() if fast is None else sound.to_spectrum(fast)
    size = np.hypot(*spectrum.values)
    own = size.argmax()
    beside = 20 * np.log10(np.delete(size, own).max() / size[own])
    print(f"{'by default' if fast is None else f'fast={fast}'}: {spectrum.n_bins} bins of "
          f"{spectrum.dx} Hz, largest beside the sine's own {beside:.1f} dB")
    assert (spectrum.n_bins, spectrum.dx, own * width) == (n_bins, width, 1000)
    assert -33 < beside < -31 if fast is None else beside < -250
END
