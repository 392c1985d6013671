#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# kaldi-native-fbank gives other features at each call for the same sound.
#
# Expected: a feature extractor for inference is a function of its samples.
# What happens: its default `dither` of 0.00003 adds noise whose seed nobody
#   sets. Two calls with the same sine differ by more than 0.5 (natural
#   logarithm, 2 dB) in quiet bands, and so does the log energy of silence.
#   With dither 0 both calls are equal.
# Versions: kaldi-native-fbank 1.23.0, numpy 2.4.6.
# Why it matters: a spectrum compared with this one never fits better than
#   that, a recogniser's answer can change between runs, and tests with exact
#   features fail now and then. Training added dither on purpose; most users
#   of this package only run models.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    kaldi-native-fbank==1.23.0 numpy==2.4.6

PYTHONPATH=$dir/lib python3 - <<'END'
import kaldi_native_fbank as knf
import numpy as np

print("kaldi-native-fbank", knf.__version__, "default dither", knf.FbankOptions().frame_opts.dither)


def features(x, **options):
    all_options = knf.FbankOptions()
    for name, value in options.items():
        setattr(all_options.frame_opts, name, value)
    bank = knf.OnlineFbank(all_options)
    bank.accept_waveform(16000, x.astype(np.float32).tolist())
    bank.input_finished()
    return np.array([bank.get_frame(i) for i in range(bank.num_frames_ready)])


sine = 0.1 * np.sin(2 * np.pi * 1000 * np.arange(16000) / 16000)
for name, x in ("sine", sine), ("silence", 0 * sine):
    by_default = np.abs(features(x) - features(x)).max()
    without = np.abs(features(x, dither=0.0) - features(x, dither=0.0)).max()
    print(f"{name}: two calls differ by up to {by_default:.2f}, without dither by {without}")
    assert by_default > 0.5 and without == 0
END
