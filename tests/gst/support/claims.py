# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tests in Python share: claims that print TAP (tests/support), and
elements that run on bytes. The elements run in a process of their own, by
runner.py: OpenCL drivers and scipy bring C++ runtimes that do not always agree
within one."""
import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

import numpy

from tap import Skip, is_full, prove, skip_all  # noqa: F401

RATE = 48000
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
random = numpy.random.default_rng(SEED)

def draw(low, high):
    """A whole number, both ends included."""
    return int(random.integers(low, high + 1))


def choose(*values):
    return values[draw(0, len(values) - 1)]


table = []


def claim(function):
    table.append(function)
    return function


class Runner:
    """The process that pipelines run in, which ends with this one."""

    def __init__(self):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "runner.py")
        # a python3 that has scipy may have no gi
        for python in sys.executable, "/usr/bin/python3":
            self.process = subprocess.Popen([python, path], text=True,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            answer = self.process.stdout.readline().rstrip("\n")
            if answer == "ready":
                return
            self.end()
        raise Skip(f"no process for pipelines: {answer}")

    def run(self, words):
        self.process.stdin.write(json.dumps(words) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().rstrip("\n")
        assert answer == "ok", answer or f"the pipelines' process ended: {self.process.wait()}"

    def end(self):
        self.process.stdin.close()
        self.process.wait()


runners = []


def run(caps, element, data, size=0):
    """All bytes that come out of the element when data go in, in buffers of so many
    bytes; 0: one."""
    if not runners:
        runners.append(Runner())
        atexit.register(runners[0].end)
    with tempfile.TemporaryDirectory() as folder:
        given, made = os.path.join(folder, "in"), os.path.join(folder, "out")
        with open(given, "wb") as file:
            file.write(data)
        runners[0].run(["filesrc", "location=" + given, f"blocksize={size or len(data)}", "!", caps, "!",
                        *element.split(), "!", "filesink", "location=" + made])
        with open(made, "rb") as file:
            return file.read()


def audio_caps(rate=RATE):
    return f"audio/x-raw, format=F32LE, layout=interleaved, rate={rate}, channels=1"


def spectra_of(x, properties, n_points, rate=RATE):
    """The frames that claudiofft makes of x, a row each."""
    kind = "<f4" if "quantity=" in properties and "quantity=complex" not in properties else "<c8"
    data = run(audio_caps(rate), "claudiofft " + properties, x.astype("<f4").tobytes())
    return numpy.frombuffer(data, kind).reshape(-1, n_points)


def noise(n_samples):
    """As floats of 32 bits, which is how elements get it."""
    return random.uniform(-1, 1, n_samples).astype(numpy.float32)


def error_of(got, want):
    return numpy.linalg.norm(got - want) / numpy.linalg.norm(want)


def main():
    if not shutil.which("gst-launch-1.0"):
        skip_all("gst-launch-1.0 is not installed")
    print(f"# seed {SEED}")
    sys.exit(prove(table))
