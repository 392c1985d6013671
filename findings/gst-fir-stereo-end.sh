#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# GStreamer's FIR filters end a stereo stream with other samples than a mono
# one.
#
# Expected: two equal channels through `audiowsinclimit` are the mono result
#   twice.
# What happens: they are, but for the end: what is drained there comes out
#   wrong for as many samples as the filter is late and some more. An impulse
#   100 samples before the end, well in reach, is missing in stereo.
#   Below 32 taps, where the element does not use transforms, all is right.
# Versions: GStreamer 1.22.0 of Debian 12 (gstreamer1.0-plugins-good
#   1.22.0-5+deb12u4); the base class is that of `audiowsincband` and
#   `audiofirfilter` too.
# Why it matters: a spectrum of the last block, a null test against another
#   convolution and a loop that is joined at its ends all see it, and tests
#   with mono sound do not.
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
for name in coreelements rawparse audiofx; do
    cp "$libraries/gstreamer-1.0/libgst$name.so" plugins
done
export GST_PLUGIN_SYSTEM_PATH_1_0=$dir/plugins GST_PLUGIN_PATH_1_0=
export GST_REGISTRY=$dir/registry GST_REGISTRY_FORK=no
gst-launch-1.0 --version | sed -n 2p

python3 - <<'END'
import array
import random
import subprocess


def filtered(x, n_channels, n_taps):
    with open("in", "wb") as file:
        array.array("f", [v for v in x for _ in range(n_channels)]).tofile(file)
    command = f"""gst-launch-1.0 -q filesrc location=in blocksize={4096 * n_channels} !
        rawaudioparse use-sink-caps=false format=pcm pcm-format=f32le sample-rate=48000
        num-channels={n_channels} ! audiowsinclimit length={n_taps} cutoff=8000 !
        filesink location=out"""
    subprocess.run(command.split(), check=True, timeout=60)
    y = array.array("f")
    with open("out", "rb") as file:
        y.frombytes(file.read())
    return [list(y[c::n_channels]) for c in range(n_channels)]


N = 48000
random.seed(1)
noise = [random.uniform(-1, 1) for _ in range(N)]
impulse = [0.0] * N
impulse[N - 100] = 1.0
for n_taps in 21, 101:
    mono, = filtered(noise, 1, n_taps)
    left, right = filtered(noise, 2, n_taps)
    assert len(mono) == len(left) == N and left == right
    wrong = [i for i in range(N) if abs(left[i] - mono[i]) > 1e-4]
    peaks = [max(filtered(impulse, n_channels, n_taps)[0]) for n_channels in (1, 2)]
    print(f"{n_taps} taps: {len(wrong)} of {N} samples differ in stereo, the first "
          f"{N - min(wrong, default=N)} before the end; an impulse near the end has a peak "
          f"of {peaks[0]:.3f} in mono, {peaks[1]:.3f} in stereo")
    if n_taps == 21:
        assert not wrong and abs(peaks[0] - peaks[1]) < 1e-6
    else:
        assert len(wrong) >= n_taps // 2 and min(wrong) > N - 4000
        assert peaks[0] > 0.3 and peaks[1] < 0.05
END
