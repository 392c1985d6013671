#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# GStreamer's spectrum says nothing of what a recording has after its last
# whole interval.
#
# Expected: as `level` does, `spectrum` posts a last message at the end of the
#   stream for the sound since the message before.
# What happens: 450 ms at an interval of 100 ms give four messages of
#   `spectrum` and five of `level`; 90 ms give none and one.
# Versions: GStreamer 1.22.0 of Debian 12 (gstreamer1.0-plugins-good
#   1.22.0-5+deb12u4).
# Why it matters: rows of both elements, taken together, have different
#   numbers; a short sound has no spectrum at all; a maximum or an average over
#   a file misses up to an interval, which is often a second.
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
import subprocess


def messages(element, n_buffers):
    """Of buffers of 10 ms."""
    command = f"""gst-launch-1.0 -m audiotestsrc samplesperbuffer=480 num-buffers={n_buffers} !
        audio/x-raw,format=F32LE,rate=48000,channels=1 !
        {element} interval=100000000 ! fakesink"""
    log = subprocess.run(command.split(), check=True, capture_output=True, text=True,
                         timeout=60).stdout
    return log.count(f": {element}, endtime=")


for n_buffers, whole, all in (45, 4, 5), (9, 0, 1):
    spectrum, level = messages("spectrum", n_buffers), messages("level", n_buffers)
    print(f"{10 * n_buffers} ms: {spectrum} messages of spectrum, {level} of level")
    assert (spectrum, level) == (whole, all)
END
