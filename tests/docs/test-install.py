#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about `meson setup` for people who install: where files go for drawn
prefixes, so that GStreamer finds the elements or is said how, that what is missing
is said with its Debian package, and that meson_version is true (TAP).

usage: test-install.py MESON SOURCE_ROOT BUILD_ROOT
"""
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from tap import prove

MESON, ROOT, BUILD = sys.argv[1:4]
SEED = int(os.environ.get("CLFFT_TEST_SEED") or random.randrange(1 << 31))
DRAW = random.Random(SEED)
# modules of pkg-config and the packages that have to be named where they are missing
OPTIONAL = {"fftw3": "libfftw3-dev", "fftw3l": "libfftw3-dev",
            "gobject-introspection-1.0": "libgirepository1.0-dev",
            "yaml-0.1": "libyaml-dev", "json-glib-1.0": "libjson-glib-dev"}
REQUIRED = {"gstreamer-1.0": "libgstreamer1.0-dev", "pangocairo": "libpango1.0-dev",
            "gstreamer-base-1.0": "libgstreamer1.0-dev",
            "gstreamer-audio-1.0": "libgstreamer-plugins-base1.0-dev",
            "gstreamer-video-1.0": "libgstreamer-plugins-base1.0-dev",
            "gstreamer-allocators-1.0": "libgstreamer-plugins-base1.0-dev"}


def ask(module, variable):
    return subprocess.run(["pkg-config", "--variable=" + variable, module],
                          check=True, capture_output=True, text=True).stdout.strip()


def draw_name():
    return "".join(DRAW.choice("abcxyz0123456789._-") for _ in range(DRAW.randint(1, 12))) + "p"


class Setup:
    """A configured tree, with one module hidden from it."""

    def __init__(self, folder, hidden, *options):
        self.folder, self.hidden, self.home = folder, hidden, os.path.join(folder, draw_name())
        modules = os.path.join(folder, "modules")
        os.mkdir(modules)
        for place in reversed(ask("pkg-config", "pc_path").split(":")):
            for path in glob.glob(os.path.join(place, "*.pc")):
                link = os.path.join(modules, os.path.basename(path))
                if os.path.basename(path) != hidden + ".pc":
                    if os.path.lexists(link):
                        os.remove(link)
                    os.symlink(path, link)
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("PKG_CONFIG_PATH", "XDG_DATA_HOME", "DESTDIR")}
        # CMake, where Meson asks next, looks in folders of its own
        environment.update(HOME=self.home, PKG_CONFIG_LIBDIR=modules,
                           CMAKE=os.path.join(folder, "none"))
        options = [option.replace("~", self.home) for option in options]
        print("# CLFFT_TEST_SEED=%d: without %s, %s" % (SEED, hidden, " ".join(options)))
        self.tree = os.path.join(folder, "tree")
        result = subprocess.run(
            [*MESON.split(), "setup", self.tree, ROOT, "-Dtests=disabled", "-Dexamples=disabled",
             *options], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.status, self.text = result.returncode, result.stdout + result.stderr

    def has_said(self, package):
        end = self.text[self.text.find("Left out"):]
        assert re.search(r":.*\b" + re.escape(package) + r"\b", end), end[-2000:]

    def files(self):
        """Where each is installed."""
        assert self.status == 0, self.text[-2000:]
        result = subprocess.run([*MESON.split(), "introspect", "--installed", self.tree],
                                check=True, capture_output=True, text=True)
        return sorted(path for path in json.loads(result.stdout).values())


def find(files, name):
    found = [path for path in files if os.path.basename(path) == name]
    assert len(found) == 1, (name, found)
    return os.path.dirname(found[0])


def check(expected, files, *allowed):
    """The plugin is where it is expected, and all else below the prefix."""
    assert find(files, "libgstclfft.so") == expected, (find(files, "libgstclfft.so"), expected)
    others = [path for path in files if not path.startswith(allowed)]
    assert not others, others


def of_all_users_elements_and_typelibs_lie_where_gstreamer_looks(folder):
    setup = Setup(folder, "fftw3" + DRAW.choice(["", "l"]))
    files, plugins = setup.files(), ask("gstreamer-1.0", "pluginsdir")
    typelibs = ask("gobject-introspection-1.0", "typelibdir") or "/usr/local"
    check(plugins, files, "/usr/local/", plugins + "/libgstclfft", typelibs + "/Gst")
    if any(path.endswith(".typelib") for path in files):
        assert find(files, "GstFourier-1.0.typelib") == typelibs
    setup.has_said(OPTIONAL[setup.hidden])
    assert find(files, "clfft-bench") == "/usr/local/bin"
    assert re.search(r"GStreamer finds them *: there", setup.text), setup.text[-2000:]


def of_one_user_they_lie_where_gstreamer_looks_for_that_user(folder):
    setup = Setup(folder, DRAW.choice(list(OPTIONAL)), "--prefix=~/.local")
    prefix = setup.home + "/.local"
    check(prefix + "/share/gstreamer-1.0/plugins", setup.files(), prefix + "/")
    setup.has_said(OPTIONAL[setup.hidden])
    assert re.search(r"GStreamer finds them *: there", setup.text), setup.text[-2000:]


def of_other_prefixes_setup_names_the_variable(folder):
    prefix = "/" + "/".join(draw_name() for _ in range(DRAW.randint(1, 3)))
    library = DRAW.choice(["lib", "lib64", "lib/" + draw_name()])
    own = DRAW.choice(["", "/" + draw_name() + "/plugins"])
    setup = Setup(folder, DRAW.choice(list(OPTIONAL)), "--prefix=" + prefix,
                  "--libdir=" + library, "-Dplugins-dir=" + own)
    plugins = own or prefix + "/" + library + "/gstreamer-1.0"
    check(plugins, setup.files(), prefix + "/", own + "/libgstclfft" if own else prefix)
    setup.has_said(OPTIONAL[setup.hidden])
    assert re.search(r"GST_PLUGIN_PATH_1_0=%s$" % re.escape(plugins), setup.text,
                     re.MULTILINE), setup.text[-2000:]


def of_usr_as_distributions_build_all_lies_in_usr(folder):
    library = "lib/" + draw_name()
    setup = Setup(folder, "no such module", "--prefix=/usr", "--libdir=" + library)
    check("/usr/" + library + "/gstreamer-1.0", setup.files(), "/usr/")
    assert "/usr/local/" not in "".join(setup.files())


def what_the_elements_need_is_named_with_its_package(folder):
    setup = Setup(folder, DRAW.choice(list(REQUIRED)))
    assert setup.status != 0, setup.hidden
    assert re.search(r"ERROR: .*\b%s\b" % re.escape(REQUIRED[setup.hidden]), setup.text), \
        setup.text[-2000:]


def nothing_is_newer_than_meson_version(_):
    with open(os.path.join(BUILD, "meson-logs", "meson-log.txt"), encoding="utf-8",
              errors="replace") as stream:
        log = stream.read()
    assert "Build targets in project" in log, log[-500:]
    found = re.search(r"minimum meson_version.*\n(?: \*.*\n)*", log)
    assert not found, found[0]


def in_a_folder(claim):
    def runs(_):
        with tempfile.TemporaryDirectory() as folder:
            claim(folder)
    runs.__name__ = claim.__name__
    return runs


CLAIMS = (of_all_users_elements_and_typelibs_lie_where_gstreamer_looks,
          of_one_user_they_lie_where_gstreamer_looks_for_that_user,
          of_other_prefixes_setup_names_the_variable,
          of_usr_as_distributions_build_all_lies_in_usr,
          what_the_elements_need_is_named_with_its_package)

sys.exit(prove([in_a_folder(claim) for claim in CLAIMS] + [nothing_is_newer_than_meson_version],
               None))
