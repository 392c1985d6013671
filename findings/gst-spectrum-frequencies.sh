#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The bands of GStreamer's spectrum are not at the frequencies that the usual
# formula gives for them.
#
# Expected: of N bands, band i stands for (i + 1/2) * rate / (2 * N), as the
#   example program of the element prints it and many programs copied.
# What happens: band i is bin i of a transform of 2 * N - 2 samples, at
#   i * rate / (2 * N - 2). At 48 kHz with 25 bands a sine of 1000 Hz is
#   largest in band 1, which the formula calls 1440 Hz, and one of 12500 Hz is
#   as large in band 12 as in band 13: half way from 12000 to 13000 Hz, not
#   in the middle of 11520 to 12480 Hz or 12480 to 13440 Hz.
# Versions: GStreamer 1.22.0 of Debian 12 (gstreamer1.0-plugins-good
#   1.22.0-5+deb12u4).
# Why it matters: a spectrum's axis is off by half a band at 0 Hz and at half
#   the rate; with few bands that is a third of an octave and more.
# Source: tests/examples/spectrum/spectrum-example.c of gst-plugins-good.
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
for name in coreelements audiotestsrc spectrum; do
    cp "$libraries/gstreamer-1.0/libgst$name.so" plugins
done
export GST_PLUGIN_SYSTEM_PATH_1_0=$dir/plugins GST_PLUGIN_PATH_1_0=
export GST_REGISTRY=$dir/registry GST_REGISTRY_FORK=no
gst-launch-1.0 --version | sed -n 2p

python3 - <<'END'
import re
import subprocess

N, RATE = 25, 48000


def bands(frequency):
    command = f"""gst-launch-1.0 -m audiotestsrc freq={frequency} volume=1 num-buffers=10
        samplesperbuffer=4800 ! audio/x-raw,format=F32LE,rate={RATE},channels=1 !
        spectrum bands={N} interval=100000000 threshold=-120 ! fakesink"""
    log = subprocess.run(command.split(), check=True, capture_output=True, text=True,
                         timeout=60).stdout
    return [float(x) for x in re.search(r"magnitude=\(float\)\{(.*?)\}", log)[1].split(",")]


def by_example(i):
    return (RATE / 2 * i + RATE / 4) / N


for i in 1, 5, 20, 23:
    frequency = i * RATE / (2 * N - 2)
    found = bands(frequency)
    largest = found.index(max(found))
    print(f"{frequency:.0f} Hz: largest in band {largest}, which the formula "
          f"calls {by_example(largest):.0f} Hz")
    assert largest == i and abs(by_example(i) - frequency) > 10
    # a bin's own frequency: what leaks to both sides is equal
    assert i in (1, 23) or abs(found[i - 1] - found[i + 1]) < 0.1
between = bands(12500)
print(f"12500 Hz: band 12 {between[12]:.2f} dB, band 13 {between[13]:.2f} dB")
assert abs(between[12] - between[13]) < 0.1
END
