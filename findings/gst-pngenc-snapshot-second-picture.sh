#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# `pngenc snapshot=true` behind `decodebin` writes two pictures into one file.
#
# Expected: the encoder has enough after one picture, answers EOS, and the file
#   holds that picture, as its property promises and as it does without
#   decodebin.
# What happens: decodebin's multiqueue drops what waits in it when EOS is
#   answered, but pushes the last buffer of the file all the same, and pngenc
#   encodes it: the file has a second picture behind the first. Threads decide:
#   of short clips of raw video most have it, but not each time.
# Versions: GStreamer 1.22.0 of Debian 12 (gstreamer1.0-plugins-good
#   1.22.0-5+deb12u4).
# Why it matters: viewers show the first picture, so the file looks right, while
#   sizes, hashes and strict readers disagree; an element that counts or measures
#   pictures behind decodebin sees one that nobody asked for.
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
    libunwind8=1.6.2-3 libdw1=0.188-2.1 libelf1=0.188-2.1 \
    libpng16-16=1.6.39-2+deb12u5
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$dir"/root/usr/lib/*/libgstreamer-1.0.so.0)
export LD_LIBRARY_PATH=$libraries PATH=$dir/root/usr/bin:$PATH
mkdir plugins
for name in coreelements playback typefindfunctions videotestsrc videoconvertscale matroska png; do
    cp "$libraries/gstreamer-1.0/libgst$name.so" plugins
done
export GST_PLUGIN_SYSTEM_PATH_1_0=$dir/plugins GST_PLUGIN_PATH_1_0=
export GST_REGISTRY=$dir/registry GST_REGISTRY_FORK=no
gst-launch-1.0 --version | sed -n 2p

caps=video/x-raw,format=I420,width=64,height=48,framerate=25/1
count() {
    gst-launch-1.0 -q "$@" ! videoconvert ! pngenc snapshot=true ! filesink location=out.png
    python3 -c 'print(open("out.png", "rb").read().count(b"\x89PNG\r\n\x1a\n"))'
}
gst-launch-1.0 -q videotestsrc num-buffers=12 ! $caps ! matroskamux ! filesink location=in.mkv
two=0
for _ in {1..20}; do
    plain=$(count videotestsrc num-buffers=12 ! $caps)
    decoded=$(count filesrc location=in.mkv ! decodebin)
    test "$plain" = 1
    [ "$decoded" = 1 ] || [ "$decoded" = 2 ]
    two=$((two + decoded - 1))
done
echo "of 20 files of a clip of 12 pictures $two have two with decodebin, none without"
test $two -gt 0
