#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# GStreamer ignores GST_PLUGIN_PATH where GST_PLUGIN_PATH_1_0 is set, even to
# nothing.
#
# Expected: the folders of both variables are searched, or an empty variable
#   counts as none.
# What happens: with GST_PLUGIN_PATH_1_0 empty, or naming another folder, the
#   plugins of GST_PLUGIN_PATH do not exist, and nothing says why.
# Versions: GStreamer 1.22.0 of Debian 12 (libgstreamer1.0-0
#   1.22.0-2+deb12u1).
# Why it matters: guides of plugins, of spectrum elements too, say "set
#   GST_PLUGIN_PATH"; in build environments and containers that set the other
#   name the element is not found, whatever the first one holds.
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
for name in coreelements spectrum; do
    cp "$libraries/gstreamer-1.0/libgst$name.so" plugins
done
export GST_PLUGIN_SYSTEM_PATH_1_0=$dir/plugins GST_PLUGIN_PATH_1_0=
export GST_REGISTRY=$dir/registry GST_REGISTRY_FORK=no
gst-launch-1.0 --version | sed -n 2p

mkdir own other
mv plugins/libgstspectrum.so own
has() {
    rm -f "$GST_REGISTRY"
    if env "$@" gst-inspect-1.0 --exists spectrum; then echo yes; else echo no; fi
}
unset GST_PLUGIN_PATH_1_0
alone=$(has GST_PLUGIN_PATH="$dir/own")
empty=$(has GST_PLUGIN_PATH="$dir/own" GST_PLUGIN_PATH_1_0=)
other=$(has GST_PLUGIN_PATH="$dir/own" GST_PLUGIN_PATH_1_0="$dir/other")
right=$(has GST_PLUGIN_PATH_1_0="$dir/own")
echo "found by GST_PLUGIN_PATH: $alone; with GST_PLUGIN_PATH_1_0 empty: $empty;" \
    "with it elsewhere: $other; by GST_PLUGIN_PATH_1_0: $right"
test "$alone $empty $other $right" = "yes no no yes"
