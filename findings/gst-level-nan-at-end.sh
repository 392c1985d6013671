#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# GStreamer's level ends with NaN where a recording ends with an interval.
#
# Expected: 500 ms at an interval of 100 ms give five messages.
# What happens: there are six. The last one has a duration of 0, an rms of NaN
#   and a peak of -350 dB. With one buffer less (490 ms) there are five and
#   all are numbers.
# Versions: GStreamer 1.22.0 of Debian 12 (gstreamer1.0-plugins-good
#   1.22.0-5+deb12u4).
# Why it matters: a mean over the messages of a file becomes NaN for files
#   whose length is a whole number of intervals, as made test sounds are, and
#   for no others; the minimum of the peaks becomes a silence that is not
#   there.
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
for name in coreelements audiotestsrc level; do
    cp "$libraries/gstreamer-1.0/libgst$name.so" plugins
done
export GST_PLUGIN_SYSTEM_PATH_1_0=$dir/plugins GST_PLUGIN_PATH_1_0=
export GST_REGISTRY=$dir/registry GST_REGISTRY_FORK=no
gst-launch-1.0 --version | sed -n 2p

python3 - <<'END'
import math
import re
import subprocess


def messages(n_buffers):
    """[(duration in ms, rms, peak)] of buffers of 10 ms of a sine."""
    command = f"""gst-launch-1.0 -m audiotestsrc samplesperbuffer=480 num-buffers={n_buffers} !
        audio/x-raw,format=F32LE,rate=48000,channels=1 !
        level interval=100000000 ! fakesink"""
    log = subprocess.run(command.split(), check=True, capture_output=True, text=True,
                         timeout=60).stdout
    rows = re.findall(r"level, .*duration=\(guint64\)(\d+), rms=\(GValueArray\)< (\S+) >, "
                      r"peak=\(GValueArray\)< (\S+) >", log)
    return [(int(duration) // 10**6, float(rms), float(peak)) for duration, rms, peak in rows]


for n_buffers, has_nan in (50, True), (49, False):
    rows = messages(n_buffers)
    print(f"{10 * n_buffers} ms: {len(rows)} messages, the last of {rows[-1][0]} ms: "
          f"rms {rows[-1][1]:.2f}, peak {rows[-1][2]:.2f} dB")
    assert [math.isnan(rms) for _, rms, _ in rows] == [False] * 5 + [True] * has_nan
    assert not has_nan or (rows[-1][0] == 0 and rows[-1][2] < -300)
END
