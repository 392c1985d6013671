#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# GStreamer remembers that a plugin lacked a library, also when the library has
# come.
#
# Expected: an element that was missing because its plugin could not be loaded
#   is there once the library that the plugin needs is installed.
# What happens: the plugin stays on the list of broken ones, and its elements
#   stay missing, in every program of that user. The registry asks only whether
#   the plugin's own file has changed. The warning comes once, in the run that
#   made the registry. Deleting the registry, or changing the date of the
#   plugin's file, helps.
# Versions: GStreamer 1.22.0 of Debian 12, its plugin for FLAC
#   (gstreamer1.0-plugins-good 1.22.0-5+deb12u4) and libFLAC 1.4.2.
# Why it matters: a plugin that comes by another way than the distribution's
#   packages (a wheel, a tarball, GST_PLUGIN_PATH) is often there before all of
#   its libraries are. Who then installs what the warning named sees no change,
#   and the warning is gone.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -qq -o APT::Sandbox::User=root download \
    libgstreamer1.0-0=1.22.0-2+deb12u1 \
    gstreamer1.0-tools=1.22.0-2+deb12u1 \
    libgstreamer-plugins-base1.0-0=1.22.0-3+deb12u7 \
    gstreamer1.0-plugins-good=1.22.0-5+deb12u4 \
    libglib2.0-0=2.74.6-2+deb12u9 liborc-0.4-0=1:0.4.33-2 \
    libunwind8=1.6.2-3 libdw1=0.188-2.1 libelf1=0.188-2.1
apt-get -qq -o APT::Sandbox::User=root download \
    libflac12=1.4.2+ds-2 libogg0=1.3.5-3
mkdir later
for package in libflac12* libogg0*; do
    dpkg -x "$package" later
    rm "$package"
done
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$dir"/root/usr/lib/*/libgstreamer-1.0.so.0)
export LD_LIBRARY_PATH=$libraries PATH=$dir/root/usr/bin:$PATH
mkdir plugins
cp "$libraries/gstreamer-1.0/libgstflac.so" plugins
export GST_PLUGIN_SYSTEM_PATH_1_0=$dir/plugins GST_PLUGIN_PATH_1_0=
export GST_REGISTRY=$dir/registry
GST_PLUGIN_SCANNER=$(echo "$dir"/root/usr/lib/*/gstreamer1.0/gstreamer-1.0/gst-plugin-scanner)
export GST_PLUGIN_SCANNER
# the system may have libFLAC: a file of that name without content is not it
mkdir lack
touch lack/libFLAC.so.12
LD_LIBRARY_PATH=$dir/lack:$libraries gst-launch-1.0 --version | sed -n 2p
rm registry

flacenc() {
    if gst-inspect-1.0 flacenc > /dev/null 2> said; then echo there; else echo missing; fi
}

test "$(LD_LIBRARY_PATH=$dir/lack:$libraries flacenc)" = missing
grep -q "libFLAC.so.12" said
echo "without libFLAC: no flacenc, and a warning that names the library"

export LD_LIBRARY_PATH=$libraries:$(dirname "$dir"/later/usr/lib/*/libFLAC.so.12)
test "$(flacenc)" = missing
test "$(grep -c libFLAC said)" = 0
gst-inspect-1.0 --print-blacklist > broken
grep -q libgstflac.so broken
echo "with libFLAC, the same registry: no flacenc, no warning"

touch -d 2001-01-01 plugins/libgstflac.so
test "$(flacenc)" = there
echo "with another date of the plugin's file: flacenc"
