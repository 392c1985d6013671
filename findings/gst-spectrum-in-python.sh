#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Python can read the messages of GStreamer's spectrum only if a second package
# is installed.
#
# Expected: with PyGObject and GStreamer's introspection a program reads any
#   field of a message by get_value().
# What happens: `magnitude` is a GstValueList, and get_value() raises
#   "unknown type GstValueList"; the fields of `level` can be read. With
#   python3-gst-1.0, which nothing asks for and which no import names, the same
#   line works. Without it get_list() has the numbers.
# Versions: PyGObject 3.42.2, GStreamer 1.22.0 and python3-gst-1.0 1.22.0 of
#   Debian 12, Python 3.11 (the compiled modules fit no other).
# Why it matters: a program that prints spectra works for its author and raises
#   for its users, by what else is installed.
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

apt-get -qq -o APT::Sandbox::User=root download \
    python3-gi=3.42.2-3+b1 python3-gst-1.0=1.22.0-2 gir1.2-glib-2.0=1.74.0-3 \
    gir1.2-gstreamer-1.0=1.22.0-2+deb12u1 libgirepository-1.0-1=1.74.0-3
for package in *gi*.deb python3-*.deb; do dpkg -x "$package" root; done
export GI_TYPELIB_PATH=$libraries/girepository-1.0
export PYTHONPATH=$dir/root/usr/lib/python3/dist-packages
cat > read.py <<'END'
import warnings
import gi
gi.require_version("Gst", "1.0")
from gi.repository import Gst

warnings.simplefilter("ignore")
Gst.init(None)
pipeline = Gst.parse_launch("audiotestsrc num-buffers=10 samplesperbuffer=4800 ! "
                            "audio/x-raw,rate=48000,channels=1 ! spectrum bands=4 ! fakesink")
pipeline.set_state(Gst.State.PLAYING)
message = pipeline.get_bus().timed_pop_filtered(10 * Gst.SECOND, Gst.MessageType.ELEMENT)
structure = message.get_structure()
found, values = structure.get_list("magnitude")
assert found and values.n_values == 4
try:
    print("get_value: read", len(structure.get_value("magnitude")), "bands")
except TypeError as error:
    print("get_value:", error)
pipeline.set_state(Gst.State.NULL)
END
python3 -c 'import gi; print("PyGObject", gi.__version__)'
with=$(python3 read.py)
rm -r root/usr/lib/python3/dist-packages/gi/overrides/*[Gg]st*
without=$(python3 read.py)
echo "with python3-gst-1.0, $with; without, $without"
test "$with" = "get_value: read 4 bands"
test "$without" = "get_value: unknown type GstValueList"
