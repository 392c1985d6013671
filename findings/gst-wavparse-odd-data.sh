#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# wavparse reads nothing of a WAV file whose data have an odd number of bytes.
#
# Expected: a mono file of 24 bits with an odd number of samples, with the
#   padding byte that RIFF asks for after the data, plays as any other.
# What happens: `filesrc ! wavparse` ends without a sample and without an
#   error. With a tee between them, so that wavparse is fed instead of
#   reading by itself, all samples come; one sample fewer, and they come too.
# Versions: GStreamer 1.22.0 of Debian 12 (gstreamer1.0-plugins-good
#   1.22.0-5+deb12u4).
# Why it matters: every second mono recording, or measured impulse response, of
#   24 bits as libsndfile, SoX and FFmpeg write them has an empty spectrum.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -qq -o APT::Sandbox::User=root download \
    libgstreamer1.0-0=1.22.0-2+deb12u1 \
    gstreamer1.0-tools=1.22.0-2+deb12u1 \
    libgstreamer-plugins-base1.0-0=1.22.0-3+deb12u7 \
    gstreamer1.0-plugins-base=1.22.0-3+deb12u7 \
    gstreamer1.0-plugins-good=1.22.0-5+deb12u4 \
    libglib2.0-0=2.74.6-2+deb12u9 liborc-0.4-0=1:0.4.33-2 \
    libunwind8=1.6.2-3 libdw1=0.188-2.1 libelf1=0.188-2.1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$dir"/root/usr/lib/*/libgstreamer-1.0.so.0)
export LD_LIBRARY_PATH=$libraries PATH=$dir/root/usr/bin:$PATH
mkdir plugins
for name in coreelements wavparse; do
    cp "$libraries/gstreamer-1.0/libgst$name.so" plugins
done
export GST_PLUGIN_SYSTEM_PATH_1_0=$dir/plugins GST_PLUGIN_PATH_1_0=
export GST_REGISTRY=$dir/registry GST_REGISTRY_FORK=no
gst-launch-1.0 --version | sed -n 2p

python3 - <<'END'
import struct
import subprocess


def write(name, n_samples):
    data = b"".join(struct.pack("<i", 1000 * i)[:3] for i in range(n_samples))
    padding = b"\0" * (len(data) % 2)
    form = struct.pack("<HHIIHH", 1, 1, 48000, 3 * 48000, 3, 24)
    chunks = (b"WAVEfmt " + struct.pack("<I", len(form)) + form
              + b"data" + struct.pack("<I", len(data)) + data + padding)
    with open(name, "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", len(chunks)) + chunks)


def bytes_of(name, *between):
    subprocess.run(["gst-launch-1.0", "-q", "filesrc", "location=" + name, "!", *between,
                    "wavparse", "!", "filesink", "location=out"], check=True, timeout=60)
    with open("out", "rb") as file:
        return len(file.read())


for n_samples, pulled in (4800, 3 * 4800), (4801, 0):
    write("in.wav", n_samples)
    found, pushed = bytes_of("in.wav"), bytes_of("in.wav", "tee", "!")
    print(f"{n_samples} samples of 3 bytes: {found} bytes from filesrc, "
          f"{pushed} from filesrc ! tee")
    assert found == pulled and pushed == 3 * n_samples
END
