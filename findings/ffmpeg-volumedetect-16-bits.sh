#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# FFmpeg's volumedetect measures a 16-bit copy of the sound.
#
# Expected: max_volume of a float file with a sine of amplitude 2 is +6 dB, of
#   a sine of amplitude 0.000001 it is -120 dB.
# What happens: 0.0 dB and -91.0 dB, which are the largest and the smallest
#   level that 16-bit samples have; astats reads the same files right.
# Versions: FFmpeg 9.0.2 (the program in imageio-ffmpeg 0.8.1), numpy 2.4.6,
#   soundfile 0.14.0 as writer.
# Why it matters: gains for normalising, and "noise floors" of 24-bit and
#   float recordings, are taken from this filter; below -91 dB and above 0 dB
#   they are invented, and no message says that the sound was converted.
# Source: the filter takes 16-bit samples only, so FFmpeg inserts a conversion.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" imageio-ffmpeg==0.8.1 \
    numpy==2.4.6 soundfile==0.14.0 cffi==2.1.1 pycparser==3.0

cd "$dir"
PYTHONPATH=$dir/lib python3 - <<'END'
import re
import subprocess
import imageio_ffmpeg
import numpy as np
import soundfile

ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
print(subprocess.run([ffmpeg, "-version"], capture_output=True, text=True).stdout.split("\n")[0])
sine = np.sin(2 * np.pi * np.arange(48000) / 48)


def peak(name, filter, pattern):
    log = subprocess.run([ffmpeg, "-i", name, "-af", filter, "-f", "null", "-"],
                         capture_output=True, text=True, check=True).stderr
    return float(re.search(pattern, log)[1])


for amplitude, wanted in (2.0, 0.0), (1e-6, -91.0):
    soundfile.write("sine.wav", amplitude * sine, 48000, subtype="FLOAT")
    right = 20 * np.log10(amplitude)
    found = peak("sine.wav", "volumedetect", r"max_volume: (\S+) dB")
    other = peak("sine.wav", "astats", r"Peak level dB: (\S+)")
    print(f"a sine of {right:.2f} dB: volumedetect {found} dB, astats {other:.2f} dB")
    assert found == wanted and abs(other - right) < 0.01
END
