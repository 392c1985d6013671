#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs docs/examples/meter.py on a tone of a drawn frequency and level: what it prints,
what it draws in a terminal, and the window, where there is one (TAP).

    test-meter.py METER.PY

Skipped where Python's gi is missing.
"""
import os
import pty
import random
import re
import shutil
import subprocess
import sys
import time

from tap import modules, prove

modules("gi.Gst")

SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
draw = random.Random(SEED)
METER = [sys.executable, "-W", "error::DeprecationWarning", os.path.abspath(sys.argv[1])]
LINE = re.compile(r" *([0-9.]+k?) +(-?[0-9.]+) (#*)")


def tone():
    """(source, number of the third octave from 25 Hz on, its level): in the middle of the band."""
    band, level = draw.randrange(6, 29), draw.uniform(-40, -1)
    f = 1000 * 10 ** ((band - 16 + draw.uniform(-0.3, 0.3)) / 10)
    return (f"audiotestsrc num-buffers=60 samplesperbuffer=960 freq={f} "
            f"volume={10 ** (level / 20)} ! audio/x-raw,format=F32LE,rate=48000", band, level)


def check_lines(lines, band, level):
    lines = [LINE.fullmatch(line) for line in lines]
    assert len(lines) == 30 and all(lines), lines
    assert [line[1] for line in lines[:1] + lines[16:17] + lines[-1:]] == ["25", "1k", "20k"]
    levels = [float(line[2]) for line in lines]
    assert levels.index(max(levels)) == band and abs(levels[band] - level) < 0.11, (
        band, level, levels)
    for line, one in zip(lines, levels):
        assert abs(len(line[3]) - 50 * (1 + one / 90)) < 0.6, (line[0], one)


def execute(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False,
                          **options)


def the_last_levels_are_printed():
    source, band, level = tone()
    result = execute(METER + [source])
    assert result.returncode == 0, result
    check_lines(result.stdout.splitlines(), band, level)


def a_terminal_gets_bars_that_are_drawn_anew():
    source, band, level = tone()
    ours, theirs = pty.openpty()
    with subprocess.Popen(METER + [source], stdout=theirs, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        seen = b""
        while True:
            try:
                seen += os.read(ours, 65536)
            except OSError:  # closed by the other side
                break
        assert process.wait() == 0, process.stderr.read()
    os.close(ours)
    frames = seen.decode().split("\033[H")[1:]
    # 60 * 960 samples are 19.2 intervals
    assert len(frames) == 20, len(frames)
    for frame in frames:
        assert frame.count("\033[K\r\n") == 30, frame
    check_lines(frames[-1].replace("\033[K", "").splitlines(), band, level)


def a_window_opens_or_says_what_is_missing():
    source = tone()[0]
    bare = {key: value for key, value in os.environ.items()
            if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    result = execute(METER + ["--window", source], env=bare)
    # what GTK itself says of a display comes before
    assert result.returncode == 1 and result.stderr.splitlines()[-1] in (
        "There is no GTK for Python: install gir1.2-gtk-4.0",
        "GTK finds no display for the window"), result
    if "There is no GTK" in result.stderr or not shutil.which("xvfb-run"):
        return
    result = execute(["xvfb-run", "-a", *METER, "--window", source], env=bare)
    assert result.returncode == 0, result


def what_it_cannot_use_is_named():
    for arguments, words in ((["--loud"], "usage: "), (["a", "b"], "usage: "),
                             (["nosuchsource"], "nosuchsource"),
                             (["filesrc name=it location=/nonexistent ! decodebin"], "it: ")):
        result = execute(METER + arguments)
        assert result.returncode == 1 and words in result.stderr, (arguments, result)
        assert len(result.stderr.splitlines()) == 1, result


print(f"# seed {SEED}")
sys.exit(prove((the_last_levels_are_printed, a_terminal_gets_bars_that_are_drawn_anew,
                a_window_opens_or_says_what_is_missing, what_it_cannot_use_is_named)))
