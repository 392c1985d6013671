#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""clfft-bench and its manual page are installed, and it lists devices where
there is no build tree (TAP).

usage: test-installed.py BUILD_ROOT
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

from claims import prove, skip_all

OPTION = re.compile(r"--[a-z-]*[a-z]")


def install(build, folder):
    """Programs and manual pages alone."""
    meson = shutil.which("meson")
    if not meson:
        skip_all("no meson")
    subprocess.run([meson, "install", "-C", build, "--no-rebuild", "--quiet",
                    "--tags", "runtime,man", "--destdir", folder],
                   check=True, stdout=subprocess.DEVNULL)


def find(folder, *names):
    found = glob.glob(os.path.join(folder, "**", *names), recursive=True)
    assert len(found) == 1, "%s: %s" % (names, found)
    return found[0]


def run(program, *arguments):
    """Somewhere else, and with no variable that helps to find libraries."""
    environment = {name: value for name, value in os.environ.items()
                   if name != "LD_LIBRARY_PATH"}
    return subprocess.run([program, *arguments], cwd="/", env=environment,
                          capture_output=True, text=True, timeout=120)


def the_installed_program_lists_devices(folder):
    result = run(find(folder, "bin", "clfft-bench"), "devices")
    if result.stderr.startswith("clfft-bench: no driver:"):
        return
    assert result.returncode == 0, result
    assert re.match(r"\d+:\d+  .+\n", result.stdout), result.stdout
    assert not result.stderr, result.stderr


def the_manual_page_has_every_option(folder):
    page = find(folder, "man1", "clfft-bench.1*")
    with open(page, encoding="utf-8") as stream:
        told = set(OPTION.findall(stream.read().replace("\\-", "-")))
    result = run(find(folder, "bin", "clfft-bench"), "--help")
    assert result.returncode == 0, result
    missing = set(OPTION.findall(result.stdout)) - told
    assert not missing, missing
    assert not told - set(OPTION.findall(result.stdout)) - {"--help"}, told


def main():
    with tempfile.TemporaryDirectory() as folder:
        install(sys.argv[1], folder)
        return prove((the_installed_program_lists_devices,
                      the_manual_page_has_every_option), folder)


sys.exit(main())
