#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A sine of full scale reads -11.4 dB in GStreamer's spectrum.
#
# Expected: 0 dB (its peak, as `level` has it) or -3 dB (its power).
# What happens: -11.37 dB at a bin's own frequency. The window is a Hamming
#   window whose gain of 0.54 (-5.35 dB) is not taken out, and half of the
#   amplitude (-6.02 dB) is at the negative frequency. Between two bins it
#   reads 1.7 dB less.
# Versions: GStreamer 1.22.0 of Debian 12 (gstreamer1.0-plugins-good
#   1.22.0-5+deb12u4).
# Why it matters: the unit of `magnitude` is said to be dB without a
#   reference; thresholds in dBFS and levels taken from other programs are off
#   by 11.4 dB, and the default threshold of -60 dB cuts at -48.6 dBFS.
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
for name in coreelements audiotestsrc spectrum level; do
    cp "$libraries/gstreamer-1.0/libgst$name.so" plugins
done
export GST_PLUGIN_SYSTEM_PATH_1_0=$dir/plugins GST_PLUGIN_PATH_1_0=
export GST_REGISTRY=$dir/registry GST_REGISTRY_FORK=no
gst-launch-1.0 --version | sed -n 2p

python3 - <<'END'
import math
import re
import subprocess


def log(element, frequency):
    command = f"""gst-launch-1.0 -m audiotestsrc freq={frequency} volume=1 num-buffers=10
        samplesperbuffer=4800 ! audio/x-raw,format=F64LE,rate=48000,channels=1 !
        {element} interval=100000000 ! fakesink"""
    return subprocess.run(command.split(), check=True, capture_output=True, text=True,
                          timeout=60).stdout


def largest(frequency):
    values = re.search(r"magnitude=\(float\)\{(.*?)\}", log("spectrum bands=513", frequency))[1]
    return max(float(value) for value in values.split(","))


peak = float(re.search(r"peak=\(GValueArray\)< (\S+) >", log("level", 3000))[1])
at_bin, between = largest(3000), largest(3000 + 48000 / 1024 / 2)
wanted = 20 * math.log10(0.54 / 2)
print(f"a sine of full scale: level {peak:.2f} dB, spectrum {at_bin:.2f} dB at a bin, "
      f"{between:.2f} dB between two; 0.54 / 2 is {wanted:.2f} dB")
assert abs(peak) < 0.01
assert abs(at_bin - wanted) < 0.05
assert 1.6 < at_bin - between < 1.9
END
