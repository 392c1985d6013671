#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes of each recording below a folder a picture of its spectrum and a table of
its levels in third octaves, a row for each second and channel.

    recording.py RECORDINGS RESULTS
    recording.py --match "*.flac" --device 0:1 RECORDINGS RESULTS
    recording.py --part $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT RECORDINGS RESULTS

RESULTS gets the same tree: of day/a.wav it has day/a.wav.png and day/a.wav.csv,
with --parquet day/a.wav.parquet (of pyarrow). What is there and no older than its
recording is not made again. A result gets its name when it is whole, so that a
program that is killed leaves none that is cut.

A row is the mean of the frames of its second. A frame that reaches beyond an end of the
sound counts by the share of its window that the sound fills, so that the first and the
last row of a steady sound read what the others do; a second with less sound than half
of the step between frames has no row, unless it is the only one.

The module knows of no scheduler: analyse() is a task for any (with_dask.py beside
it gives it to Dask, ray.remote(recording.analyse) makes one of Ray). It works in a
process of its own, so that neither a decoder that crashes nor a library that an
OpenCL driver does not get on with ends a worker. The device is that of the variable
DEVICE, if it is not given.
"""
import argparse
import array
import fnmatch
import glob
import itertools
import json
import math
import os
import socket
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

RATE, SIZE, HOP = 48000, 16384, 4800
FIRST, LAST = -17, 13  # third octaves about 1 kHz: 20 Hz to 20 kHz
NOMINAL = 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8
FLOOR = -150  # dB: less is silence
# The longest that nothing may happen, in seconds: kernels are compiled once
PATIENCE = 300

# Behind a tee wavparse is pushed to: of some files, as of mono of 24 bits with an odd
# number of samples, version 1.22 reads nothing by itself. Channels without places are not
# mixed where the levels need floats of one rate.
PIPELINE = (
    "filesrc name=source ! tee ! decodebin caps=audio/x-raw(ANY) expose-all-streams=false ! "
    "capssetter caps=audio/x-raw,channel-mask=(bitmask)0 ! tee name=sound "
    "sound. ! queue ! clspectrogram name=picture slide=whole ! "
    "video/x-raw,width=640,height=360 ! pngenc ! appsink name=png "
    f"sound. ! queue ! audioconvert ! audioresample ! audio/x-raw,rate={RATE} ! "
    f"claudiofft name=levels size={SIZE} hop={HOP} center=true scaling=power quantity=power "
    "band-scale=third-octave band-low=20 band-high=20000 frames-per-buffer=1 ! "
    "appsink name=bands")


class Unusable(Exception):
    """A recording that no second attempt makes better."""


def find(root, results, match):
    """Paths of recordings below root, from there; none of the results."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")
                      and not os.path.samefile(os.path.join(folder, name), results)]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in names
                  if fnmatch.fnmatch(name, match) and not name.startswith(".")]
    return sorted(found)


# ---- from sound to results ----

class Taker:
    """Takes what an appsink gets."""

    def __init__(self, pipeline, name):
        self.sink = pipeline.get_by_name(name)
        self.sink.set_property("sync", False)
        self.sink.set_property("async", False)  # the picture comes last: none waits for it

    def take(self):
        """Whatever there is; false if that is nothing."""
        n_taken = 0
        while sample := self.sink.emit("try-pull-sample", 0):
            buffer = sample.get_buffer()
            self.keep(sample, buffer, buffer.extract_dup(0, buffer.get_size()))
            n_taken += 1
        return n_taken > 0


class Picture(Taker):
    data = b""

    def keep(self, sample, buffer, data):
        self.data += data


class Levels(Taker):
    """The mean power of each second, channel and band."""

    def __init__(self, pipeline, name):
        super().__init__(pipeline, name)
        self.n_channels, self.frame = 0, -1
        self.sums = {}  # second: [powers, frames that the sound fills, samples]
        # energy of the window (hann) before a sample
        squares = (math.sin(math.pi * i / SIZE) ** 4 for i in range(SIZE))
        self.energy = [0, *itertools.accumulate(squares)]

    def keep(self, sample, buffer, data):
        """Of one frame. OFFSET and OFFSET_END are the sound that it reads, from where it
        began without a break: at the first two frames OFFSET is 0."""
        if buffer.offset > 0 or self.frame == 0:
            self.frame += 1
        else:
            self.frame = 0
        middle = self.frame * HOP
        n_samples = min(buffer.offset_end - middle, HOP)
        if n_samples <= 0:
            return  # behind the sound
        n_channels = sample.get_caps().get_structure(0).get_int("channels")[1]
        if self.n_channels not in (0, n_channels):
            raise Unusable(f"it begins with channels={self.n_channels} and goes on with "
                           f"{n_channels}")
        self.n_channels = n_channels
        time = sample.get_segment().to_running_time(Gst.Format.TIME, buffer.pts)
        powers = array.array("f", data)
        sums = self.sums.setdefault(time // Gst.SECOND, [[0] * len(powers), 0, 0])
        sums[0] = [a + b for a, b in zip(sums[0], powers)]
        begin, end = (offset - middle + SIZE // 2 for offset in (buffer.offset, buffer.offset_end))
        sums[1] += (self.energy[end] - self.energy[begin]) / self.energy[SIZE]
        sums[2] += n_samples

    def columns(self):
        """{name: values}: seconds, channels from 1 and decibels of each band."""
        n_bands = LAST - FIRST + 1
        rows = [(second, channel) for second in sorted(self.sums)
                if self.sums[second][2] >= HOP / 2 or len(self.sums) == 1
                for channel in range(self.n_channels)]
        columns = {"second": [second for second, _ in rows],
                   "channel": [channel + 1 for _, channel in rows]}
        for band in range(n_bands):
            decade, step = divmod(band + FIRST, 10)
            columns[f"{NOMINAL[step] * 10 ** (decade + 3):g}"] = [
                self.level(second, channel * n_bands + band) for second, channel in rows]
        return columns

    def level(self, second, index):
        powers, n_frames, _ = self.sums[second]
        return max(FLOOR, 10 * math.log10(max(powers[index] / n_frames, 1e-99)))


def run(pipeline, takers):
    """Until the end. Damaged sound raises Unusable, everything else RuntimeError. One
    thread takes from all sinks: what PyGObject makes of a type at its first use is
    not safe in two."""
    ends = Gst.MessageType.ERROR | Gst.MessageType.EOS
    pipeline.set_state(Gst.State.PLAYING)
    try:
        message, last = None, time.monotonic()
        while message is None:
            message = pipeline.get_bus().timed_pop_filtered(10 * Gst.MSECOND, ends)
            if any([taker.take() for taker in takers]):
                last = time.monotonic()
            elif time.monotonic() > last + PATIENCE and message is None:
                raise RuntimeError(f"nothing happened for {PATIENCE} s")
        if message.type == Gst.MessageType.ERROR:
            error, _ = message.parse_error()
            is_sound = error.domain == "gst-stream-error-quark"
            raise (Unusable if is_sound else RuntimeError)(error.message)
    finally:
        pipeline.set_state(Gst.State.NULL)


def transform(path, device):
    """(bytes of the picture, columns of the levels)"""
    Gst.init(None)
    pipeline = Gst.parse_launch(PIPELINE)
    pipeline.get_by_name("source").set_property("location", path)
    for name in "picture", "levels":
        pipeline.get_by_name(name).set_property("device", device)
    png, bands = Picture(pipeline, "png"), Levels(pipeline, "bands")
    run(pipeline, (png, bands))
    if not png.data or not bands.sums:
        raise Unusable("there is no sound in it")
    return png.data, bands.columns()


def make_csv(columns):
    lines = [",".join(columns)]
    for second, channel, *levels in zip(*columns.values()):
        lines.append(",".join([str(second), str(channel), *(f"{level:.3f}" for level in levels)]))
    return ("\n".join(lines) + "\n").encode()


def make_parquet(columns):
    import pyarrow
    from pyarrow import parquet
    types = [pyarrow.int32()] * 2 + [pyarrow.float32()] * (len(columns) - 2)
    arrays = [pyarrow.array(values, kind) for values, kind in zip(columns.values(), types)]
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(arrays, names=list(columns)), sink)
    return sink.getvalue().to_pybytes()


TABLES = {"csv": make_csv, "parquet": make_parquet}


# ---- results on disk ----

def write(path, data):
    """A file that has its name only when it is whole."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    descriptor, part = tempfile.mkstemp(prefix=os.path.basename(path) + ".part-",
                                        dir=os.path.dirname(path))
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, 0o644)
        os.replace(part, path)
    except FileNotFoundError:  # another attempt at the same was faster and cleaned up
        if not os.path.exists(path):
            raise
    except OSError:
        os.remove(part)
        raise
    for left in glob.glob(glob.escape(path) + ".part-*"):  # by attempts that were killed
        os.remove(left)


def is_done(source, results):
    try:
        return all(os.stat(path).st_mtime >= os.stat(source).st_mtime for path in results)
    except FileNotFoundError:
        return False


def make(name, root, folder, kind="csv", device=None):
    """Makes the results of one recording, root/name, in the folder. Gives (name, what
    became of it, by whom): made, there or the reason why it is unusable. Other
    failures, as of the device or the disk, raise."""
    source = os.path.join(root, name)
    picture, table = (os.path.join(folder, f"{name}.{suffix}") for suffix in ("png", kind))
    device = device or os.environ.get("DEVICE", "auto")
    worker = f"{socket.gethostname()} {device}"
    if is_done(source, (picture, table)):
        return name, "there", worker
    try:
        png, columns = transform(source, device)
    except Unusable as reason:
        return name, f"unusable: {reason}", worker
    write(table, TABLES[kind](columns))
    write(picture, png)
    return name, "made", worker


def analyse(*arguments):
    """The task: make() in a process of its own, whose failure is a RuntimeError."""
    result = subprocess.run(
        [sys.executable, os.path.abspath(__file__), "--task", json.dumps(arguments)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    if result.returncode:
        lines = result.stderr.split("\n") if result.returncode > 0 else []
        raise RuntimeError(next((line for line in lines[::-1] if line),
                                f"its process ended with status {result.returncode}"))
    return tuple(json.loads(result.stdout.splitlines()[-1]))


# ---- programs ----

class Report:
    """Tells each recording as it comes, and at the end what is missing."""

    def __init__(self, n_recordings):
        self.n_recordings, self.n_reported, self.bad = n_recordings, 0, []
        self.counts = {"made": 0, "there": 0}

    def tell(self, name, outcome, worker=""):
        self.n_reported += 1
        if outcome in self.counts:
            self.counts[outcome] += 1
        else:
            self.bad.append((name, outcome))
        print(f"{self.n_reported} of {self.n_recordings}: {name}: {outcome} ({worker})",
              file=sys.stderr, flush=True)

    def finish(self):
        """The exit status."""
        print(f"{self.counts['made']} made, {self.counts['there']} there, {len(self.bad)} failed")
        for name, reason in sorted(self.bad):
            print(f"{name}: {reason}")
        return 1 if self.bad else 0


def make_parser():
    parser = argparse.ArgumentParser(description="Pictures and levels of recordings.")
    parser.add_argument("--match", default="*", metavar="PATTERN", help="names of recordings")
    parser.add_argument("--parquet", action="store_true", help="tables for pyarrow, not CSV")
    parser.add_argument("recordings", help="a folder")
    parser.add_argument("results", help="a folder, which is made")
    return parser


def parse(parser):
    """(options, names, arguments of analyse behind the name)"""
    options = parser.parse_args()
    if not os.path.isdir(options.recordings):
        parser.error(f"{options.recordings} is no folder")
    os.makedirs(options.results, exist_ok=True)
    names = find(options.recordings, options.results, options.match)
    kind = "parquet" if options.parquet else "csv"
    return options, names, (os.path.abspath(options.recordings),
                            os.path.abspath(options.results), kind)


def main():
    if sys.argv[1:2] == ["--task"]:
        print(json.dumps(make(*json.loads(sys.argv[2]))))
        return
    parser = make_parser()
    parser.add_argument("--device", help="as of claudiofft")
    parser.add_argument("--part", default="0/1", metavar="I/N",
                        help="of N equal parts number I, from 0")
    options, names, arguments = parse(parser)
    part, n_parts = map(int, options.part.split("/"))
    names = names[part::n_parts]
    report = Report(len(names))
    for name in names:
        try:
            report.tell(*make(name, *arguments, options.device))
        except (OSError, RuntimeError, GLib.Error, ImportError) as error:
            report.tell(name, f"{type(error).__name__}: {error}")
    sys.exit(report.finish())


if __name__ == "__main__":
    main()
