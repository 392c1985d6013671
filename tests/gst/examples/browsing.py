# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests of docs/examples/browser share: the server with a pipe to its pipeline, and
drawn streams of spectra as files."""
import array
import os
import re
import struct
import subprocess
import sys

from gi.repository import Gst

LIMIT = 60  # seconds for anything
RATE, N_SAMPLES = 8000, 4000


def command(example):
    return [sys.executable, "-W", "error::DeprecationWarning",
            os.path.join(example, "serve_spectra.py")]


class Server:
    """The example, with a pipe to its pipeline."""

    def __init__(self, example, pipeline, *options, **environment):
        self.process = subprocess.Popen(
            [*command(example), "--port", "0", *options, pipeline], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **environment})
        self.url = self.process.stdout.readline().decode().strip()
        assert self.url.startswith("http://"), self.process.stderr.read().decode()
        self.port = int(re.search(r":(\d+)/", self.url)[1])
        self.origin = f"http://127.0.0.1:{self.port}"

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def finish(self):
        """(status, what it said) after the end of its input."""
        self.process.stdin.close()
        self.process.stdin = None
        _, errors = self.process.communicate(timeout=LIMIT)
        return self.process.returncode, errors.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def draw_spectra(draw):
    """(properties of claudiofft, channels of the sound)"""
    size = draw.choice((64, 100, 256))
    words = [f"size={size} hop={draw.choice((size // 2, size // 4))}",
             f"frames-per-buffer={draw.choice((1, 3))}",
             f"quantity={draw.choice(('complex', 'magnitude', 'power', 'db', 'phase'))}",
             draw.choice(("", "sides=two", "sides=centered", "iq=true"))]
    if draw.random() < 0.3:
        words = [*words[:2], "quantity=db band-scale=mel bands=12"]
    return " ".join(words), 2 * draw.randint(1, 3)


def sound_of(path, channels):
    return (f"filesrc location={path} ! rawaudioparse use-sink-caps=false format=pcm "
            f"pcm-format=f32le sample-rate={RATE} num-channels={channels}")


def make_file(draw, folder, name):
    """A stream of spectra as a file."""
    properties, channels = draw_spectra(draw)
    sound, path = (os.path.join(folder, name + suffix) for suffix in (".raw", ".gdp"))
    with open(sound, "wb") as file:
        file.write(array.array("f", (draw.uniform(-1, 1)
                                     for _ in range(N_SAMPLES * channels))).tobytes())
    print(f"# {properties}, {channels} channels")
    line = f"{sound_of(sound, channels)} ! claudiofft {properties}"
    words = f"{line} ! gdppay ! filesink location={path}".split()
    result = subprocess.run(["gst-launch-1.0", "-q", *words], capture_output=True, text=True,
                            timeout=LIMIT)
    assert result.returncode == 0 and "ERROR" not in result.stderr, result
    return path


def buffers_of(path):
    """[(caps, PTS, bytes)] of a file"""
    pipeline = Gst.parse_launch(f"filesrc location={path} ! gdpdepay ! "
                                "appsink name=sink sync=false")
    pipeline.set_state(Gst.State.PLAYING)
    found = []
    while True:
        sample = pipeline.get_by_name("sink").emit("pull-sample")
        if not sample:
            break
        buffer = sample.get_buffer()
        found.append((sample.get_caps().get_structure(0), buffer.pts,
                      buffer.extract_dup(0, buffer.get_size())))
    pipeline.set_state(Gst.State.NULL)
    assert found, path
    return found


def packets_of(path):
    """The packets of GDP, each up to the one of a buffer."""
    with open(path, "rb") as file:
        data = file.read()
    at = first = 0
    while at < len(data):
        kind, length = struct.unpack_from(">HI", data, at + 4)
        at += 62 + length
        if kind == 1:
            yield data[first:at]
            first = at
