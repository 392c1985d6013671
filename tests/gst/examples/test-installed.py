#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is installed is enough for other people's programs: installs the build
into a folder, and makes with its pkg-config files alone the plugin of
docs/examples/clspectralgate.c. tests/engine/installed has the engine's part.

    test-installed.py MESON BUILD SOURCE_ROOT CC
"""
import os
import sys
import tempfile

from installed import Installed
from tap import prove


def the_plugin_links_the_shared_engine(installed, source, cc):
    plugin = os.path.join(installed.plugins, "libgstclfft.so")
    assert "[libclfft-1.0.so.0]" in installed.run(["readelf", "-d", plugin])
    # and has no engine of its own
    names = installed.run(["nm", plugin]).splitlines()
    assert any(line.split()[-2:] == ["U", "clfft_plan_create@CLFFT_0"]
               for line in names), "clfft_plan_create is not used"
    own = [line for line in names if " clfft_" in line
           and line.split()[-2] != "U"]
    assert not own, own


def the_element_of_docs_is_made_as_its_comment_says(installed, source, cc):
    plugin = os.path.join(installed.plugins, "libgstclspectralgate.so")
    example = os.path.join(source, "docs", "examples", "clspectralgate.c")
    flags = installed.ask("--cflags", "--libs", "gstreamer-opencl-1.0",
                          "gstreamer-fourier-1.0", "OpenCL").split()
    installed.run(cc.split() + ["-Wall", "-Werror", "-shared", "-fPIC", example,
                                "-o", plugin] + flags)
    code = ("import gi; gi.require_version('Gst', '1.0'); "
            "from gi.repository import Gst; Gst.init(None); "
            "print(Gst.ElementFactory.find('clspectralgate') is not None and "
            "Gst.ElementFactory.find('claudiofft') is not None)")
    found = installed.run([sys.executable, "-c", code])
    assert found.strip().endswith("True"), found


CLAIMS = (the_plugin_links_the_shared_engine,
          the_element_of_docs_is_made_as_its_comment_says)


def main():
    meson, build, source, cc = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        installed = Installed(meson, build, folder,
                              GST_REGISTRY_1_0=os.path.join(folder, "registry"))
        installed.environment["GST_PLUGIN_PATH_1_0"] = installed.plugins
        return prove(CLAIMS, installed, source, cc)


sys.exit(main())
