#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Each property at its documented maximum, as GObject has it, in a process that
may have 1, 2 or 4 GB of addresses: the element runs, or it posts one message of
what is too large. Nothing ends the process, and it stops when it is to (TAP).

    test-memory.py

A few of all cases are drawn, by CLFFT_TEST_SEED; CLFFT_TEST_FULL=1 has all. A
limit that a driver nearly takes for an element with defaults counts for nothing,
since PoCL ends the process where its compiler finds no memory: the element is
left out, or the limit. Threads of a process share one arena of malloc, so that a
limit does not depend on their number.
"""
import functools
import os
import random
import resource
import subprocess
import sys
import tempfile
import time

from tap import Skip, is_full, prove

SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
draw = random.Random(SEED)
GIB = 1 << 30
LIMITS = (1 * GIB, 2 * GIB, 4 * GIB)
PATIENCE = 8            # seconds that a case may play
LAST = 240              # seconds after which a process that is to stop hangs
N_DRAWN = 10            # cases of each limit

AUDIO = ("audiotestsrc num-buffers=4 samplesperbuffer=2048 ! "
         "audio/x-raw,rate=48000,channels=2")
VIDEO = ("videotestsrc num-buffers=3 ! video/x-raw,format=GRAY8,width=64,height=48,"
         "framerate=25/1")
FOLDER = tempfile.TemporaryDirectory()
CURVE = os.path.join(FOLDER.name, "curve.txt")
with open(CURVE, "w", encoding="utf-8") as curve:
    curve.write("Preamp: -3 dB\n")
# what stands before an element, and settings without which it does nothing
LINES = {
    "claudiofft": (AUDIO, ""),
    "clspectrum": (AUDIO, "interval=20000000"),
    "clspectrogram": (AUDIO, ""),
    "clvideodenoise": (VIDEO, ""),
    "clvideofft": (VIDEO, ""),
    "clvideofilter": (VIDEO, "low-pass=0.1"),
    "clifft": (AUDIO + " ! claudiofft", ""),
    "clfftfilter": (AUDIO, f"curve-file={CURVE}"),
}
# what is legal below a range that is another element's
LEGAL = [["clspectrum", "bands", "33554433"]]
# of GStreamer itself
OTHERS = ("parent", "name", "qos")

CHILD = r"""
import resource, signal, sys, time
limit, patience, line = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
import gi
gi.require_version("Gst", "1.0")
from gi.repository import Gst
Gst.init(None)
if limit:
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    pipeline = Gst.parse_launch(line)
    bus = pipeline.get_bus()
    pipeline.set_state(Gst.State.PLAYING)
    errors, end = [], time.monotonic() + patience
    while time.monotonic() < end:
        message = bus.timed_pop_filtered(
            Gst.SECOND // 5, Gst.MessageType.ERROR | Gst.MessageType.EOS)
        if message and message.type == Gst.MessageType.EOS:
            break
        if message:
            errors.append((message.src.get_factory().get_name(),
                           message.parse_error()[0].message))
            end = min(end, time.monotonic() + 1)
    start = time.monotonic()
    pipeline.set_state(Gst.State.NULL)
    took = time.monotonic() - start
except MemoryError:
    # Python's own
    print("DONE 0 []", flush=True)
    sys.exit(0)
peak = next(text for text in open("/proc/self/status") if "VmPeak" in text)
print("PEAK", peak.split()[1])
print("DONE", round(took, 2), errors, flush=True)
"""


def maximums():
    """(element, property, value) of each property that is an amount."""
    script = r"""
import gi
gi.require_version("Gst", "1.0")
from gi.repository import GObject, Gst
Gst.init(None)
for name in NAMES:
    element = Gst.ElementFactory.make(name, None)
    assert element, name
    for spec in element.list_properties():
        if (hasattr(spec, "maximum") and spec.flags & GObject.ParamFlags.WRITABLE
                and spec.name not in OTHERS):
            print(name, spec.name, repr(spec.maximum))
"""
    head = "NAMES, OTHERS = %r, %r\n" % (tuple(LINES), OTHERS)
    out = subprocess.run([sys.executable, "-c", head + script], text=True, check=True,
                         stdout=subprocess.PIPE).stdout
    found = [line.split(" ") for line in out.splitlines()]
    assert {row[0] for row in found} == set(LINES), found
    return found


def play(limit, element, settings, **folders):
    """What a process with this limit prints."""
    before, own = LINES[element]
    line = f"{before} ! {element} {own} {settings} ! fakesink"
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(limit), str(PATIENCE), line], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=dict(os.environ, MALLOC_ARENA_MAX="1", **folders))
    try:
        out, err = child.communicate(timeout=LAST)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        raise AssertionError(f"{limit >> 30} GiB, {line}: it does not stop") from None
    assert child.returncode == 0 and "DONE " in out, (
        f"{limit >> 30} GiB, {line}: ends with {child.returncode}: {err[-600:]}")
    return out


def find(word, out):
    return next(text for text in reversed(out.splitlines())
                if text.startswith(word + " ")).split(" ", 1)[1]


def run(limit, element, settings):
    """The seconds of stopping, and the errors."""
    took, errors = find("DONE", play(limit, element, settings)).split(" ", 1)
    return float(took), eval(errors)  # a list of pairs of texts, by our own child


@functools.cache
def take(element):
    """The bytes of addresses that an element with defaults takes, kernels compiled."""
    with tempfile.TemporaryDirectory() as empty:
        return int(find("PEAK", play(0, element, "", XDG_CACHE_HOME=empty,
                                     POCL_CACHE_DIR=empty))) << 10


def check(limit):
    """Cases of a limit; each must end well."""
    runs = [element for element in LINES if take(element) < limit // 8 * 7]
    print(f"# {limit >> 20} MiB:", *(runs or ["nothing"]))
    if not runs:
        raise Skip(f"a driver needs more than {limit >> 30} GiB")
    cases = [case for case in maximums() + LEGAL if case[0] in runs]
    if not is_full():
        cases = draw.sample(cases, N_DRAWN)
    for element, name, value in cases:
        took, errors = run(limit, element, f"{name}={value}")
        ours = [text for source, text in errors if source == element]
        where = f"{limit >> 30} GiB, {element} {name}={value}"
        assert len(ours) <= 1, f"{where}: {ours}"
        # a command that the device has begun ends: the largest take seconds
        assert took < 120, f"{where}: {took} s until it stopped"


def each_maximum_in_1_gib():
    check(LIMITS[0])


def each_maximum_in_2_gib():
    check(LIMITS[1])


def each_maximum_in_4_gib():
    check(LIMITS[2])


if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
    LIMITS = tuple(min(limit, resource.getrlimit(resource.RLIMIT_AS)[0])
                   for limit in LIMITS)
print(f"# seed {SEED}", flush=True)
sys.exit(prove((each_maximum_in_1_gib, each_maximum_in_2_gib, each_maximum_in_4_gib)))
