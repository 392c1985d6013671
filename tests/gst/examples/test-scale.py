#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about docs/examples/scale: what one process makes of a tree of recordings,
and that two workers of Dask make the same bytes of it, one of them killed (TAP).

    test-scale.py FOLDER_OF_THE_EXAMPLE

Skipped where Python's gi or an element is missing; what needs Dask or pyarrow where
that is missing.
"""
import array
import csv
import json
import math
import os
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import wave

from tap import Skip, modules, prove, skip_all

Gst = modules("gi.Gst")
try:
    import distributed
except ImportError:
    distributed = None

EXAMPLE = os.path.abspath(sys.argv[1])
PYTHONPATH = EXAMPLE + os.pathsep + os.environ.get("PYTHONPATH", "")
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
RATE = 48000
N_RECORDINGS = 16
LIMIT = 240  # seconds for a command
# the tone of each channel in hertz, and its amplitude
TONES = ((1000, 0.5), (4000, 0.1))
BAD = {"empty.wav": b"", "text.wav": b"no sound\n" * 99, "cut/header.wav": b"RIFF\x24\0\0\0WAVE"}


def write_wave(path, channels):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    samples = array.array("h", (round(32767 * x) for frame in zip(*channels) for x in frame))
    with wave.open(path, "wb") as file:
        file.setparams((len(channels), 2, RATE, 0, "NONE", ""))
        file.writeframes(samples.tobytes())


def make_tree(root):
    """Tones in two channels, and noises in folders."""
    draw = random.Random(SEED)
    write_wave(os.path.join(root, "tones.wav"),
               [[a * math.sin(2 * math.pi * f * i / RATE) for i in range(3 * RATE)]
                for f, a in TONES])
    for k in range(N_RECORDINGS - 1):
        write_wave(os.path.join(root, f"day {k % 3}", f"n{k}.wav"),
                   [[draw.uniform(-0.5, 0.5) for _ in range(RATE + 7919 * k)]])


def write_bad(root):
    for name, data in BAD.items():
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        with open(os.path.join(root, name), "wb") as file:
            file.write(data)


def contents(folder):
    """{path from there: (bytes, time of change)}"""
    found = {}
    for top, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(top, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read(), os.stat(path).st_mtime_ns
    return found


def bytes_of(folder):
    return {name: data for name, (data, _) in contents(folder).items()}


def command(program, *arguments):
    return [sys.executable, os.path.join(EXAMPLE, program), *arguments]


def execute(program, *arguments, **environment):
    return subprocess.run(command(program, *arguments), capture_output=True, text=True,
                          env={**os.environ, **environment}, timeout=LIMIT)


def counts_of(output):
    found = re.search(r"^(\d+) made, (\d+) there, (\d+) failed$", output, re.MULTILINE)
    assert found, output
    return tuple(map(int, found.groups()))


class Place:
    """The recordings, and what one process makes of them."""

    def __init__(self, folder):
        self.folder = folder
        self.recordings = self.path("recordings")
        make_tree(self.recordings)
        self.results = self.path("results")
        self.result = execute("recording.py", self.recordings, self.results)
        self.made = bytes_of(self.results) if os.path.isdir(self.results) else {}

    def path(self, name):
        return os.path.join(self.folder, name)


def one_process_makes_a_picture_and_the_levels_of_each(place):
    assert place.result.returncode == 0, place.result
    assert counts_of(place.result.stdout) == (N_RECORDINGS, 0, 0), place.result.stdout
    names = [name for name in bytes_of(place.recordings)]
    assert sorted(place.made) == sorted(name + suffix for name in names
                                        for suffix in (".png", ".csv"))
    for name in names:
        png = place.made[name + ".png"]
        assert png[:8] == b"\x89PNG\r\n\x1a\n" and png[-8:-4] == b"IEND", name
        assert struct.unpack(">II", png[16:24]) == (640, 360), name
    rows = list(csv.DictReader(place.made["tones.wav.csv"].decode().splitlines()))
    assert len(rows[0]) == 2 + 31, rows[0].keys()
    assert [(row["second"], row["channel"]) for row in rows[:4]] == [
        ("0", "1"), ("0", "2"), ("1", "1"), ("1", "2")], rows
    for row in rows[2:4]:
        frequency, amplitude = TONES[int(row["channel"]) - 1]
        level = 20 * math.log10(amplitude) - 10 * math.log10(2)
        assert abs(float(row[str(frequency)]) - level) < 0.02, (row, level)
        others = [float(row[band]) for band in list(row)[2:] if band != str(frequency)]
        assert max(others) < level - 30, row


def what_is_there_is_not_made_again(place):
    results = place.path("again")
    shutil.copytree(place.results, results)
    before = contents(results)
    assert counts_of(execute("recording.py", place.recordings, results).stdout) == \
        (0, N_RECORDINGS, 0)
    assert contents(results) == before
    # as of a process that was killed: without one of the two, and a part
    os.remove(os.path.join(results, "tones.wav.png"))
    open(os.path.join(results, "tones.wav.png.part-killed"), "wb").close()
    # of a recording that is newer
    os.utime(os.path.join(place.recordings, "day 0", "n0.wav"))
    assert counts_of(execute("recording.py", place.recordings, results).stdout) == \
        (2, N_RECORDINGS - 2, 0)
    assert bytes_of(results) == place.made
    now = contents(results)
    changed = {name for name in now if now[name] != before[name]}
    made = {"tones.wav.png", "tones.wav.csv", "day 0/n0.wav.png", "day 0/n0.wav.csv"}
    assert changed == made, changed


def parts_of_an_array_make_the_whole(place):
    results = place.path("parts")
    counts = [counts_of(execute("recording.py", "--part", f"{k}/3", place.recordings,
                                results).stdout) for k in range(3)]
    assert sum(made for made, _, _ in counts) == N_RECORDINGS, counts
    assert not any(there or failed for _, there, failed in counts), counts
    assert bytes_of(results) == place.made


def one_bad_file_does_not_stop_the_rest(place):
    root, results = place.path("with bad"), place.path("of bad")
    shutil.copytree(os.path.join(place.recordings, "day 1"), os.path.join(root, "day 1"))
    write_bad(root)
    result = execute("recording.py", root, results)
    check_bad(place, result, results)


def check_bad(place, result, results):
    wanted = {name: data for name, data in place.made.items() if name.startswith("day 1")}
    assert bytes_of(results) == wanted
    assert result.returncode == 1, result
    assert counts_of(result.stdout) == (len(wanted) // 2, 0, len(BAD)), result.stdout
    for name in BAD:
        assert re.search(rf"^{name}: unusable: \S.*$", result.stdout, re.MULTILINE), result.stdout


def a_result_that_is_cut_has_no_name(place):
    """A process may write less than a picture, as on a full disk."""
    results = place.path("cut")
    arguments = "--match", "tones*", place.recordings, results
    least = len(place.made["tones.wav.csv"])
    assert least < len(place.made["tones.wav.png"])
    result = subprocess.run(
        command("recording.py", *arguments), capture_output=True, text=True, timeout=LIMIT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (least, least)))
    assert result.returncode == 1 and counts_of(result.stdout) == (0, 0, 1), result
    assert re.search("^tones.wav: .*too large", result.stdout, re.MULTILINE), result.stdout
    assert list(bytes_of(results)) == ["tones.wav.csv"], bytes_of(results).keys()
    assert counts_of(execute("recording.py", *arguments).stdout) == (1, 0, 0)
    assert bytes_of(results) == {name: data for name, data in place.made.items()
                                 if name.startswith("tones")}


def the_device_is_that_of_the_variable(place):
    results = place.path("of a device")
    arguments = "--match", "tones*", place.recordings, results
    result = execute("recording.py", *arguments, DEVICE="9:9")
    assert result.returncode == 1 and counts_of(result.stdout) == (0, 0, 1), result
    assert re.search("^tones.wav: .*9:9", result.stdout, re.MULTILINE), result.stdout
    result = execute("recording.py", *arguments, DEVICE="0:1")
    assert result.returncode == 0 and result.stderr.endswith(" 0:1)\n"), result
    assert bytes_of(results) == {name: data for name, data in place.made.items()
                                 if name.startswith("tones")}


def a_crash_ends_one_attempt_alone(place):
    """Python itself crashes here where it begins with a task."""
    code = ("import recording, sys\ntry:\n recording.analyse(*sys.argv[1:])\n"
            "except RuntimeError as error:\n print('reported:', error)")
    fault = os.path.join(place.folder, "sitecustomize.py")
    with open(fault, "w", encoding="utf-8") as file:
        file.write("import os, sys\nif '--task' in sys.orig_argv:\n"
                   " os.kill(os.getpid(), 11)\n")
    result = subprocess.run(
        [sys.executable, "-c", code, "tones.wav", place.recordings, place.path("crash")],
        capture_output=True, text=True, timeout=LIMIT,
        env={**os.environ, "PYTHONPATH": place.folder + os.pathsep + EXAMPLE})
    os.remove(fault)
    assert result.stdout == "reported: its process ended with status -11\n", result


def parquet_has_the_numbers_of_csv(place):
    try:
        from pyarrow import parquet
    except ImportError as reason:
        raise Skip(reason) from None
    results = place.path("parquet")
    result = execute("recording.py", "--parquet", "--match", "tones*", place.recordings, results)
    assert counts_of(result.stdout) == (1, 0, 0), result
    table = parquet.read_table(os.path.join(results, "tones.wav.parquet")).to_pydict()
    rows = list(csv.DictReader(place.made["tones.wav.csv"].decode().splitlines()))
    assert list(table) == list(rows[0])
    for name, values in table.items():
        assert len(values) == len(rows)
        for value, row in zip(values, rows):
            assert abs(value - float(row[name])) < 0.00051, (name, value, row)


# ---- Dask ----

class Cluster:
    """A scheduler and workers, processes of their own on the loopback device."""

    def __init__(self, folder):
        if not distributed:
            raise Skip("Python has no module distributed")
        self.folder = folder
        os.makedirs(folder)
        self.processes, self.workers = [], []
        file = os.path.join(folder, "scheduler.json")
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                   "--scheduler-file", file)
        self.address = wait_for(lambda: self.read_address(file))

    def start(self, kind, *arguments, **environment):
        log = os.path.join(self.folder, f"{kind}-{len(self.processes)}.log")
        with open(log, "w", encoding="utf-8") as stream:
            process = subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments],
                cwd=self.folder, stdout=stream, stderr=subprocess.STDOUT,
                start_new_session=True, env={**os.environ, "PYTHONPATH": PYTHONPATH, **environment})
        self.processes.append(process)
        return process

    def start_workers(self, devices):
        for device in devices:
            self.workers.append(self.start(
                "worker", self.address, "--host", "127.0.0.1", "--nthreads", "1",
                "--no-nanny", "--no-dashboard", "--local-directory", self.folder,
                "--name", device, DEVICE=device))
        with self.connect() as client:
            client.wait_for_workers(len(self.workers), timeout=LIMIT)

    @staticmethod
    def read_address(file):
        try:
            with open(file, encoding="utf-8") as stream:
                return json.load(stream)["address"]
        except (OSError, ValueError):
            return None

    def connect(self):
        return distributed.Client(self.address, timeout=LIMIT)

    def command(self, *arguments):
        return command("with_dask.py", "--scheduler", self.address, *arguments)

    def logs(self):
        text = ""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                    text += file.read()
        return text

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes[::-1]:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def wait_for(condition):
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {LIMIT} s in vain")


def tasks_of(client, name):
    """What the scheduler thinks the worker of this name has to do."""
    names = client.run_on_scheduler(lambda dask_scheduler: {
        worker.name: address for address, worker in dask_scheduler.workers.items()})
    return client.processing()[names[name]]


def kill_in_the_middle(cluster, name, worker, program):
    """Once results have come; the worker is stopped first, so that what it has begun
    stays unfinished."""
    for _ in range(3):
        line = program.stderr.readline()
        assert re.match(r"\d+ of", line), line + cluster.logs()
    os.killpg(worker.pid, signal.SIGSTOP)
    with cluster.connect() as client:
        n_begun = len(tasks_of(client, name))
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
    return n_begun


def two_workers_make_the_same_bytes_though_one_is_killed(place):
    results = place.path("two")
    with Cluster(place.path("cluster")) as cluster:
        cluster.start_workers(("0:0", "0:1"))
        with subprocess.Popen(cluster.command(place.recordings, results), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            n_begun = kill_in_the_middle(cluster, "0:1", cluster.workers[1], program)
            lines = program.stderr.read()
            output = program.stdout.read()
        print(f"# {n_begun} recordings were on the worker when it was killed")
        assert n_begun > 0, lines
        assert program.returncode == 0, output + lines + cluster.logs()
        assert counts_of(output)[2] == 0 and sum(counts_of(output)) == N_RECORDINGS, output
        assert bytes_of(results) == place.made
        # all of them are there now
        result = subprocess.run(cluster.command(place.recordings, results), text=True,
                                capture_output=True, timeout=LIMIT)
        assert counts_of(result.stdout) == (0, N_RECORDINGS, 0), result
        assert "0:0" in result.stderr and "0:1" not in result.stderr, result.stderr


def workers_list_what_failed_and_try_again_what_may_succeed(place):
    root, results = place.path("with bad too"), place.path("of bad too")
    shutil.copytree(os.path.join(place.recordings, "day 1"), os.path.join(root, "day 1"))
    write_bad(root)
    with Cluster(place.path("cluster 2")) as cluster:
        cluster.start_workers(("0:0",))
        run = {"text": True, "capture_output": True, "timeout": LIMIT}
        check_bad(place, subprocess.run(cluster.command(root, results), **run), results)
        assert "Compute Failed" not in cluster.logs(), cluster.logs()
        # where the folder of the results should be is a file
        shutil.rmtree(root)
        shutil.copytree(os.path.join(place.recordings, "day 0"), os.path.join(root, "day 0"))
        blocked = place.path("blocked")
        os.makedirs(blocked)
        open(os.path.join(blocked, "day 0"), "wb").close()
        result = subprocess.run(cluster.command("--match", "n0.wav", root, blocked), **run)
        assert result.returncode == 1 and counts_of(result.stdout) == (0, 0, 1), result
        assert re.search(r"^day 0/n0.wav: NotADirectoryError: .*day 0", result.stdout,
                         re.MULTILINE), result.stdout
        n_attempts = cluster.logs().count("Compute Failed")
        assert n_attempts == 3, (n_attempts, cluster.logs())


def a_scheduler_that_is_not_there_is_named(place):
    if not distributed:
        raise Skip("Python has no module distributed")
    result = execute("with_dask.py", "--scheduler", "127.0.0.1:1", "--wait", "1",
                     place.recordings, place.path("none"))
    last = result.stderr.splitlines()[-1]
    assert result.returncode == 1 and last.startswith("127.0.0.1:1: "), result


def the_task_knows_no_scheduler(_):
    code = "import recording, sys; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                            env={**os.environ, "PYTHONPATH": PYTHONPATH}, timeout=LIMIT)
    assert result.returncode == 0, result.stderr
    assert not {"dask", "distributed", "numpy"} & set(result.stdout.split())


CLAIMS = (one_process_makes_a_picture_and_the_levels_of_each, what_is_there_is_not_made_again,
          parts_of_an_array_make_the_whole, one_bad_file_does_not_stop_the_rest,
          a_result_that_is_cut_has_no_name, the_device_is_that_of_the_variable,
          a_crash_ends_one_attempt_alone, parquet_has_the_numbers_of_csv,
          two_workers_make_the_same_bytes_though_one_is_killed,
          workers_list_what_failed_and_try_again_what_may_succeed,
          a_scheduler_that_is_not_there_is_named, the_task_knows_no_scheduler)


def main():
    Gst.init(None)
    missing = [name for name in ("uridecodebin", "audioconvert", "audioresample", "wavparse",
                                 "pngenc", "appsink", "clspectrogram", "claudiofft")
               if not Gst.ElementFactory.find(name)]
    if missing:
        skip_all("not installed:", *missing)
    # two devices, which are one processor
    os.environ["POCL_DEVICES"] = "basic basic"
    print(f"# seed {SEED}")
    with tempfile.TemporaryDirectory(prefix="scale-") as folder:
        return prove(CLAIMS, Place(folder))


if __name__ == "__main__":
    # so that what was started is ended
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
