# SPDX-License-Identifier: LGPL-2.1-or-later
"""A build as it is installed, in a folder of its own, for tests of what other
people's programs find there."""
import glob
import os
import re
import subprocess


class Installed:
    """`folder` with the build installed, its .pc files naming the folder.
    `plugins` is where the elements are, which may be outside the prefix."""

    def __init__(self, meson, build, folder, **environment):
        subprocess.run(meson.split() + ["install", "-C", build, "--no-rebuild",
                                        "--destdir", folder],
                       check=True, stdout=subprocess.DEVNULL)
        found = glob.glob(os.path.join(folder, "**", "clfft-1.0.pc"),
                          recursive=True)
        assert len(found) == 1, "clfft-1.0.pc: %s" % found
        self.folder, self.pkgconfig = folder, os.path.dirname(found[0])
        for path in glob.glob(os.path.join(self.pkgconfig, "*.pc")):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(re.sub("^prefix=", "prefix=" + folder, text,
                                  flags=re.MULTILINE))
        self.environment = dict(os.environ, PKG_CONFIG_PATH=self.pkgconfig)
        self.prefix = self.ask("--variable=prefix", "clfft-1.0")
        self.libraries = self.ask("--variable=libdir", "clfft-1.0")
        found = glob.glob(os.path.join(folder, "**", "libgstclfft.so"), recursive=True)
        self.plugins = os.path.dirname(found[0]) if found else None
        self.environment.update(LD_LIBRARY_PATH=self.libraries, **environment)

    def run(self, command, **options):
        options.setdefault("env", self.environment)
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, **options)
        assert done.returncode == 0, "%s: status %d: %s" % (
            command, done.returncode, done.stdout)
        return done.stdout

    def ask(self, *arguments):
        """What pkg-config says."""
        return self.run(["pkg-config"] + list(arguments)).strip()

    def has(self, module):
        """Is the module of pkg-config there?"""
        return subprocess.run(["pkg-config", "--exists", module],
                              env=self.environment, check=False).returncode == 0

    def list_files(self):
        """Paths below the prefix."""
        return sorted(os.path.relpath(os.path.join(place, name), self.prefix)
                      for place, _, names in os.walk(self.prefix)
                      for name in names)
