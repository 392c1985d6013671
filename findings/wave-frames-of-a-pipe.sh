#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A WAV that FFmpeg wrote to a pipe has 1073741823 frames for Python's wave.
#
# Expected: the number of frames of one second at 48 kHz is 48000, or unknown.
# What happens: FFmpeg cannot go back to fill in the sizes and leaves
#   0xFFFFFFFF. wave.getnframes() divides that number by the size of a frame:
#   6.2 hours of 16-bit stereo. Reading yields 48000 frames; scipy reads them
#   with a warning.
# Versions: FFmpeg 9.0.2 (the program in imageio-ffmpeg 0.8.1), scipy 1.17.1,
#   numpy 2.4.6, and the wave module of Python 3.11 or later.
# Why it matters: lengths, time axes and arrays for spectra that are made from
#   the header are wrong by a factor of 22000, and a duration test lets the
#   file pass. RIFF says nothing of that number for a length that nobody knows.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    imageio-ffmpeg==0.8.1 numpy==2.4.6 scipy==1.17.1

cd "$dir"
PYTHONPATH=$dir/lib python3 - <<'END'
import platform
import subprocess
import warnings
import wave
import imageio_ffmpeg
import scipy.io.wavfile

ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
version = subprocess.run([ffmpeg, "-version"], capture_output=True, text=True).stdout
print(version.split("\n")[0], "/ Python", platform.python_version())
arguments = ["-v", "error", "-f", "lavfi", "-i", "sine=1000:sample_rate=48000:duration=1",
             "-ac", "2", "-f", "wav"]
with open("pipe.wav", "wb") as file:
    subprocess.run([ffmpeg, *arguments, "pipe:1"], stdout=file, check=True)
subprocess.run([ffmpeg, *arguments, "file.wav"], check=True)

for name, wanted in ("file.wav", 48000), ("pipe.wav", (2**32 - 1) // 4):
    with wave.open(name) as file:
        claimed, read = file.getnframes(), len(file.readframes(96000)) // 4
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        rate, data = scipy.io.wavfile.read(name)
    print(f"{name}: getnframes {claimed} ({claimed / rate:.0f} s), read {read}; "
          f"scipy {len(data)} with {len(seen)} warnings")
    assert claimed == wanted and read == len(data) == 48000
END
