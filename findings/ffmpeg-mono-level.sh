#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# FFmpeg's mix to mono is 3 dB louder where the output is of float samples.
#
# Expected: `-ac 1` mixes with the same gains whatever the output's format is.
# What happens: two equal channels with a peak of 0.5 become a mono peak of
#   0.5 as 16, 24 or 32-bit integers, and 0.7071 as floats. From 5.1 to stereo
#   (a sine in the left channel alone) it is 0.207 and 0.5: 7.7 dB.
# Versions: FFmpeg 9.0.2 (the program in imageio-ffmpeg 0.8.1), numpy 2.4.6,
#   soundfile 0.14.0 as reader.
# Why it matters: levels and spectra of "the mono version" differ with the
#   format of an intermediate file, and mono features that one program made
#   from float and another from integers do not fit. `pan=mono|c0=0.5*c0+0.5*c1`
#   says the gains.
# Source: libswresample scales the mixing matrix to keep full scale only for
#   integer formats (its option rematrix_maxval).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" imageio-ffmpeg==0.8.1 \
    numpy==2.4.6 soundfile==0.14.0 cffi==2.1.1 pycparser==3.0

cd "$dir"
PYTHONPATH=$dir/lib python3 - <<'END'
import subprocess
import imageio_ffmpeg
import numpy as np
import soundfile

ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
print(subprocess.run([ffmpeg, "-version"], capture_output=True, text=True).stdout.split("\n")[0])
sine = 0.5 * np.sin(2 * np.pi * np.arange(48000) / 48)
soundfile.write("stereo.wav", np.stack([sine, sine], 1), 48000, subtype="FLOAT")
surround = np.zeros((48000, 6))
surround[:, 0] = sine
soundfile.write("surround.wav", surround, 48000, format="WAVEX", subtype="FLOAT")


def peak(source, n_channels, codec):
    subprocess.run([ffmpeg, "-v", "error", "-y", "-i", source, "-ac", str(n_channels),
                    "-c:a", codec, "out.wav"], check=True)
    return abs(soundfile.read("out.wav")[0]).max()


for source, n_channels, integer, floating in (("stereo.wav", 1, 0.5, 0.5**0.5),
                                              ("surround.wav", 2, 0.2071, 0.5)):
    for codec, wanted in (("pcm_s16le", integer), ("pcm_s32le", integer),
                          ("pcm_f32le", floating), ("pcm_f64le", floating)):
        found = peak(source, n_channels, codec)
        print(f"{source}, peak 0.5, -ac {n_channels} to {codec}: {found:.4f}")
        assert abs(found - wanted) < 1e-3
END
