#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The same MP3 frames decode 1105 samples later when the first frame, which has
# no sound, is left away.
#
# Expected: a copy of the coded frames without re-encoding decodes to the same
#   samples at the same places.
# What happens: the encoder's delay and the true length stand in an Xing or
#   LAME frame that is no sound. libsndfile and FFmpeg both follow it: an
#   impulse at 20000 of 48000 samples stays there. In a copy without that frame
#   (streams, cuts, `-write_xing 0`) both put it at 21105 of 49536 samples.
# Versions: soundfile 0.14.0 with its libsndfile 1.2.2, FFmpeg 9.0.2 (the
#   program in imageio-ffmpeg 0.8.1), numpy 2.4.6.
# Why it matters: phases, cross spectra and frame-wise features of "the same"
#   recording do not fit by 23 ms at 48 kHz, more than two hops of 10 ms, and
#   labels that were made on one copy are late on the other.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    imageio-ffmpeg==0.8.1 numpy==2.4.6 soundfile==0.14.0 cffi==2.1.1 \
    pycparser==3.0

cd "$dir"
PYTHONPATH=$dir/lib python3 - <<'END'
import subprocess
import imageio_ffmpeg
import numpy as np
import soundfile

ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
version = subprocess.run([ffmpeg, "-version"], capture_output=True, text=True).stdout
print("soundfile", soundfile.__version__, soundfile.__libsndfile_version__, "/",
      version.split("\n")[0])
impulse = np.zeros(48000)
impulse[20000] = 0.9
soundfile.write("whole.mp3", impulse, 48000, format="MP3")


def run(*arguments):
    subprocess.run([ffmpeg, "-v", "error", "-y", "-i", *arguments], check=True)


run("whole.mp3", "-c", "copy", "-write_xing", "0", "copy.mp3")
for name, length, place in ("whole.mp3", 48000, 20000), ("copy.mp3", 49536, 21105):
    run(name, "-c:a", "pcm_f32le", "decoded.wav")
    for reader, file in ("libsndfile", name), ("FFmpeg", "decoded.wav"):
        sound = soundfile.read(file)[0]
        print(f"{name} by {reader}: impulse at {abs(sound).argmax()} of {len(sound)}")
        assert (len(sound), abs(sound).argmax()) == (length, place)
END
