#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""clfft-bench and its manual page are installed, and it lists devices where
there is no build tree; what is built without FFTW has the same devices, and
says what it lacks (TAP).

usage: test-installed.py BUILD_ROOT CORE

CORE is clfft-bench as it is built without FFTW.
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
        documented = set(OPTION.findall(stream.read().replace("\\-", "-")))
    result = run(find(folder, "bin", "clfft-bench"), "--help")
    assert result.returncode == 0, result
    missing = set(OPTION.findall(result.stdout)) - documented
    assert not missing, missing
    assert not documented - set(OPTION.findall(result.stdout)) - {"--help"}, documented


def without_fftw_every_command_runs_or_says_what_to_install(folder):
    core = os.path.abspath(sys.argv[2])
    needed = run("readelf", "-d", core).stdout
    assert "libOpenCL" in needed and "fftw" not in needed, needed
    page = find(folder, "man1", "clfft-bench.1*")
    with open(page, encoding="utf-8") as stream:
        commands = re.findall(r"^\.B clfft-bench (\w+)$", stream.read(), re.MULTILINE)
    assert len(commands) > 8, commands
    # none does anything on a device that is not there
    lacking = [name for name in commands if "libfftw3-dev"
               in run(core, name, "--device", "no such device").stderr]
    # those that messages and pages send a user to
    assert not {"devices", "warm", "profile", "columns", "convolve"} & set(lacking), lacking
    assert {"verify", "tune", "regret", "multi"} <= set(lacking), lacking
    for arguments in (["c2c", "64"], ["verify", "c2c", "64"]):
        result = run(core, *arguments)
        assert result.returncode == 2 and "libfftw3-dev" in result.stderr, result
    listed = run(find(folder, "bin", "clfft-bench"), "devices")
    assert run(core, "devices").stdout == listed.stdout, listed


def main():
    with tempfile.TemporaryDirectory() as folder:
        install(sys.argv[1], folder)
        return prove((the_installed_program_lists_devices,
                      the_manual_page_has_every_option,
                      without_fftw_every_command_runs_or_says_what_to_install), folder)


sys.exit(main())
