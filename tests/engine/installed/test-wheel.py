#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The Python wheel, in an environment of its own with nothing set: what is in it, the
module, the elements, what is kept that was set, and that nothing stays (TAP). It is
packed from the build; with CLFFT_TEST_FULL a release is built for it.

usage: test-wheel.py SOURCE_ROOT BUILD_ROOT
"""
import base64
import csv
import hashlib
import io
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import zipfile

import tap

ROOT, BUILD = sys.argv[1:]
SEED = int(os.environ.get("CLFFT_TEST_SEED", "0"), 0) or random.randrange(1 << 32)
DRAW = random.Random(SEED)
ELEMENTS = ("claudiofft", "clfftfilter", "clifft", "clspectrogram", "clspectrum",
            "clvideodenoise", "clvideofft", "clvideofilter")
TRANSFORM = """
import numpy, clfft, sys
n = int(sys.argv[1])
x = numpy.random.default_rng(n).standard_normal((3, n)).astype("f4")
with clfft.Device(sys.argv[2]) as device:
    got = clfft.Plan(device, "r2c %d x3" % n)(x)
wanted = numpy.fft.rfft(x)
assert got.shape == wanted.shape and abs(got - wanted).max() < 1e-5 * n
print(clfft.__file__)
"""
TYPELIBS = """
import gi
gi.require_version("Gst", "1.0")
gi.require_version("GstFourier", "1.0")
gi.require_version("GstOpenCL", "1.0")
from gi.repository import Gst, GstFourier, GstOpenCL
Gst.init(None)
print(GstFourier.Info(), GstOpenCL.OpenCLContext)
print(Gst.ElementFactory.make("claudiofft").get_factory().get_plugin().get_filename())
"""


# what a user of GStreamer has; one of these in the wheel would be there twice
SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|glib-2\.0|gobject-2\.0|"
                    r"gio-2\.0|gmodule-2\.0|gst(reamer|base|audio|video|allocators|app|"
                    r"controller|pbutils|tag)-1\.0|pango-1\.0|pangocairo-1\.0|cairo))"
                    r"\.so\.[0-9]+")


def find_faults(needed):
    """Of {library in the wheel: names that it needs}: what should not be inside, and
    what is nowhere."""
    asked = {need for needs in needed.values() for need in needs}
    return ({name for name in needed if SYSTEM.fullmatch(name)} |
            {need for need in asked if need not in needed and not SYSTEM.fullmatch(need)})


class Rig:
    def __init__(self, folder):
        self.folder, self.home = folder, os.path.join(folder, "home")
        self.wheel = self.run([sys.executable, os.path.join(
            ROOT, "scripts", "packaging", "build-wheel"),
            *([] if tap.is_full() else ["--build", BUILD]),
            os.path.join(folder, "wheel")], env=dict(os.environ)).split()[-1]
        self.archive = zipfile.ZipFile(self.wheel)
        self.environment = os.path.join(folder, "environment")
        self.bin = os.path.join(self.environment, "bin")
        self.run([sys.executable, "-m", "venv", "--without-pip",
                  "--system-site-packages", self.environment])
        self.before = self.list_files()
        self.pip("install", "--no-index", "--no-deps", self.wheel)

    def run(self, command, status=0, env=None, **variables):
        """With no variable set but those of the driver, a home, and `variables`."""
        if env is None:
            env = {name: value for name, value in os.environ.items()
                   if name.startswith(("POCL_", "OCL_")) or name == "PATH"}
            env.update(HOME=self.home, PYTHONDONTWRITEBYTECODE="1", **variables)
        done = subprocess.run(command, env=env, cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        assert done.returncode == status, (command, done.returncode, done.stdout)
        return done.stdout

    def pip(self, *arguments):
        return self.run([sys.executable, "-m", "pip", "--python",
                         os.path.join(self.bin, "python3"), *arguments])

    def python(self, *arguments, **variables):
        return self.run([os.path.join(self.bin, "python3"), *arguments], **variables)

    def list_files(self):
        return sorted(os.path.join(place, name)
                      for place, _, names in os.walk(self.environment)
                      for name in names)


def libraries_are_ours_or_brought_with_their_licence(rig):
    names = rig.archive.namelist()
    inside = {os.path.basename(name) for name in names if ".so" in name}
    assert {"libclfft-1.0.so.0", "libgstfourier-1.0.so.0", "libgstopencl-1.0.so.0",
            "libgstclfft.so", "libOpenCL.so.1"} <= inside, inside
    licences = [name for name in names if "/LICENSE" in name]
    ours = [name for name in inside if "clfft" in name or "fourier" in name
            or "gstopencl" in name]
    assert len(licences) == 1 + len(inside) - len(ours), (licences, inside)
    assert sum(name.endswith(".typelib") for name in names) == 2, names
    glibc = re.search("manylinux_2_([0-9]+)_", rig.wheel).group(1)
    assert not tap.is_full() or glibc == "34", rig.wheel


def no_library_is_missing_and_none_is_the_system_s(rig):
    needed = {}
    for name in rig.archive.namelist():
        if ".so" in name:
            text = rig.run(["readelf", "-d", rig.archive.extract(name, rig.folder)])
            needed[os.path.basename(name)] = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    assert "libgstreamer-1.0.so.0" in needed["libgstclfft.so"], needed
    assert not find_faults(needed), (find_faults(needed), needed)
    # each that is taken away is missed, each of the system's that is added is seen
    for name in sorted(needed):
        if name != "libgstclfft.so":
            fewer = {other: needs for other, needs in needed.items() if other != name}
            assert find_faults(fewer) == {name}, name
    for name in {need for needs in needed.values() for need in needs} - set(needed):
        assert find_faults({**needed, name: []}) == {name}, name


def every_file_is_as_recorded(rig):
    record = [name for name in rig.archive.namelist() if name.endswith("/RECORD")]
    rows = list(csv.reader(io.StringIO(rig.archive.read(record[0]).decode())))
    assert sorted(row[0] for row in rows) == sorted(rig.archive.namelist())
    for path, digest, size in rows:
        data = rig.archive.read(path)
        if path not in record:
            assert size == str(len(data)) and digest == "sha256=" + \
                base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode() \
                .rstrip("="), path


def the_module_transforms_as_numpy(rig):
    path = rig.python("-c", TRANSFORM, str(DRAW.randrange(2, 200)),
                      os.environ.get("CLFFT_TEST_DEVICE") or "auto")
    assert path.startswith(rig.environment), path


def the_command_shows_the_elements_to_gstreamer(rig):
    text = rig.run([os.path.join(rig.bin, "gst-clfft-env"), "gst-inspect-1.0",
                    "clfft"])
    assert rig.environment in text, text
    missing = [name for name in ELEMENTS if "  %s: " % name not in text]
    assert not missing, (missing, text)
    shell = rig.run(["sh", "-c", 'eval "$(%s)" && gst-inspect-1.0 clfft' %
                     shlex.quote(os.path.join(rig.bin, "gst-clfft-env"))])
    assert shell == text, shell
    status = DRAW.randrange(1, 120)
    rig.run([os.path.join(rig.bin, "gst-clfft-env"), "sh", "-c", "exit %d" % status],
            status)
    text = rig.run([os.path.join(rig.bin, "gst-clfft-env"), "no-such-program"], 127)
    assert "no-such-program" in text and "Traceback" not in text, text


def python_finds_elements_and_typelibs(rig):
    text = rig.python("-c", TYPELIBS)
    plugin = text.split()[-1]
    assert "WARNING" not in text, text
    assert plugin.startswith(rig.environment), plugin


def what_is_set_comes_first(rig):
    show = "import os; print(os.environ.get('GST_PLUGIN_PATH_1_0'))"
    own = rig.python("-c", show).strip()
    names = ("GST_PLUGIN_PATH_1_0", "GST_PLUGIN_PATH")
    assert own.startswith(rig.environment) and os.pathsep not in own, own
    for _ in range(4):
        paths = os.pathsep.join("/" + "".join(DRAW.choices("ab '$-", k=4))
                                for _ in range(DRAW.randrange(1, 4)))
        name = DRAW.choice(names)
        wanted = paths + os.pathsep + own
        assert rig.python("-c", show, **{name: paths}).rstrip("\n") == wanted
        # a child has what its parent set, once
        child = "import subprocess, sys; subprocess.run([sys.executable, '-c', " + \
            repr(show) + "])"
        assert rig.python("-c", child, **{name: paths}).rstrip("\n") == wanted
        text = rig.run(["sh", "-c", 'eval "$(%s)"; printf %%s "$GST_PLUGIN_PATH_1_0"' %
                        os.path.join(rig.bin, "gst-clfft-env")], **{name: paths})
        assert text == wanted, (text, wanted)
    # set to nothing, it hides the other one, as in GStreamer
    text = rig.python("-c", show, **dict(zip(names, ("", "/a"))))
    assert text.strip() == own, text


def a_plugin_that_cannot_be_loaded_is_named_and_hidden(rig):
    """As where the system has no Pango; GStreamer would remember it as broken."""
    library = re.search(r"^.*/clfft/lib", "\n".join(rig.list_files()), re.MULTILINE)
    path = os.path.join(library.group(0), "libgstfourier-1.0.so.0")
    env, inspect = os.path.join(rig.bin, "gst-clfft-env"), ["gst-inspect-1.0", "clfft"]
    home = os.path.join(rig.folder, "other")  # with a registry of its own
    load = "import gi; gi.require_version('Gst', '1.0'); from gi.repository import Gst; " \
        "Gst.init(None); import os; print(os.environ.get('GST_PLUGIN_PATH_1_0')); " \
        "print(bool(Gst.ElementFactory.find('clspectrum')))"
    os.rename(path, path + ".away")
    try:
        with open(path, "wb"):
            pass
        text = rig.run([env, "sh", "-c", "echo $GST_PLUGIN_PATH_1_0"],
                       GST_PLUGIN_PATH_1_0="/a b", XDG_CACHE_HOME=home)
        assert "no elements of gst-clfft: " in text and path in text, text
        assert text.splitlines()[-1] == "/a b", text
        text = rig.run([env, *inspect], 255, XDG_CACHE_HOME=home)
        assert "no elements of gst-clfft: " in text, text
        text = rig.python("-c", load, XDG_CACHE_HOME=home)
        assert "RuntimeWarning: no elements" in text, text
        assert text.splitlines()[-2:] == ["", "False"], text
    finally:
        os.rename(path + ".away", path)
    text = rig.run([env, *inspect], XDG_CACHE_HOME=home)
    assert "no elements" not in text and "  clspectrum: " in text, text
    assert rig.python("-c", load, XDG_CACHE_HOME=home).split()[-1] == "True"


def nothing_stays(rig):
    rig.pip("uninstall", "--yes", "gst-clfft")
    assert rig.list_files() == rig.before, \
        sorted(set(rig.list_files()) ^ set(rig.before))


CLAIMS = (libraries_are_ours_or_brought_with_their_licence,
          no_library_is_missing_and_none_is_the_system_s,
          every_file_is_as_recorded, the_module_transforms_as_numpy,
          the_command_shows_the_elements_to_gstreamer,
          python_finds_elements_and_typelibs, what_is_set_comes_first,
          a_plugin_that_cannot_be_loaded_is_named_and_hidden, nothing_stays)


def main():
    tap.modules("numpy", "pip", "gi.Gst")
    print("# CLFFT_TEST_SEED=%d" % SEED)
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "home"))
        return tap.prove(CLAIMS, Rig(folder))


if __name__ == "__main__":
    sys.exit(main())
