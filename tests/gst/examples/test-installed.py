#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What is installed is enough for other people's programs: installs the build
into a folder, and makes with its pkg-config files alone a program of the
engine and the plugin of docs/examples/clspectralgate.c.

    test-installed.py MESON BUILD SOURCE_ROOT CC
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "..", "..", "support"))
from tap import prove  # noqa: E402

PROGRAM = """
#include <clfft/clfft.h>
#include <clfft/picture.h>
#include <clfft/spectrum.h>
#include <stdio.h>
int main(void)
{
    clfft_desc desc;
    double w[4];
    if (clfft_desc_parse("r2c 1024 x8", &desc) != CLFFT_STATUS_OK)
        return 1;
    clfft_desc_clear(&desc);
    return clfft_window_fill(CLFFT_WINDOW_HANN, 0, 4, w) != CLFFT_STATUS_OK;
}
"""


class Installed:
    """A folder with the build installed, its .pc files naming the folder."""

    def __init__(self, meson, build, folder):
        subprocess.run(meson.split() + ["install", "-C", build, "--no-rebuild",
                                        "--destdir", folder],
                       check=True, stdout=subprocess.DEVNULL)
        found = glob.glob(os.path.join(folder, "**", "clfft-1.0.pc"),
                          recursive=True)
        self.folder, self.pkgconfig = folder, os.path.dirname(found[0])
        self.libraries = os.path.dirname(self.pkgconfig)
        for path in glob.glob(os.path.join(self.pkgconfig, "*.pc")):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(re.sub("^prefix=", "prefix=" + folder, text,
                                  flags=re.MULTILINE))
        self.environment = dict(
            os.environ, LD_LIBRARY_PATH=self.libraries,
            PKG_CONFIG_PATH=self.pkgconfig,
            GST_PLUGIN_PATH_1_0=os.path.join(self.libraries, "gstreamer-1.0"),
            GST_REGISTRY_1_0=os.path.join(folder, "registry.bin"))

    def run(self, command, **options):
        done = subprocess.run(command, env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False, **options)
        assert done.returncode == 0, "%s: %s" % (command, done.stdout)
        return done.stdout

    def compile(self, compiler, arguments, modules):
        flags = self.run(["pkg-config", "--cflags", "--libs"] + modules).split()
        self.run(compiler.split() + ["-Wall", "-Werror"] + arguments + flags)


def a_program_of_the_engine_is_made_with_clfft_alone(installed, source, cc):
    program = os.path.join(installed.folder, "program")
    with open(program + ".c", "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    installed.compile(cc, [program + ".c", "-o", program], ["clfft-1.0"])
    installed.run([program])


def the_element_of_docs_is_made_as_its_comment_says(installed, source, cc):
    plugin = os.path.join(installed.libraries, "gstreamer-1.0",
                          "libgstclspectralgate.so")
    installed.compile(cc, ["-shared", "-fPIC", os.path.join(
        source, "docs", "examples", "clspectralgate.c"), "-o", plugin],
                      ["gstreamer-opencl-1.0", "gstreamer-fourier-1.0", "OpenCL"])
    code = ("import gi; gi.require_version('Gst', '1.0'); "
            "from gi.repository import Gst; Gst.init(None); "
            "print(Gst.ElementFactory.find('clspectralgate') is not None and "
            "Gst.ElementFactory.find('claudiofft') is not None)")
    found = installed.run([sys.executable, "-c", code])
    assert found.strip().endswith("True"), found


CLAIMS = (a_program_of_the_engine_is_made_with_clfft_alone,
          the_element_of_docs_is_made_as_its_comment_says)


def main():
    meson, build, source, cc = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        return prove(CLAIMS, Installed(meson, build, folder), source, cc)


sys.exit(main())
