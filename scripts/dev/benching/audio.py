# SPDX-License-Identifier: LGPL-2.1-or-later
"""CPU time of our elements beside GStreamer's spectrum, on the same audio.

claudiofft: frames of 2048 samples every 512 (overlap 0.75) of 48 kHz float
audio, beside spectrum with bands=1025 and an interval of one hop, per channel.
The pipelines take turns; a pipeline with the source alone is taken off both.
Prints a Markdown table: seconds of audio per second of CPU, median over the
rounds, with the smallest and largest in brackets. Needs gst-launch-1.0 and
GST_PLUGIN_PATH_1_0 (or `meson devenv -C build`).

With --drop-in clspectrum, beside spectrum with the same properties: its default
interval of 100 ms, channels mixed (spectrum's default) and each for itself, for
each of --bands. Runs of a quarter of
--seconds beside whole ones tell what a start costs from what a minute of audio
does: milliseconds of CPU, medians, and spectrum's over ours, of a minute and of
a whole run with its start.

With --memory SECONDS it watches one claudiofft pipeline instead and prints
its resident memory every tenth of that time.
"""
import argparse
import os
import statistics
import subprocess
import sys
import time

RATE = 48000
HOP = 512
BLOCK = 4800


def pipeline(kind, channels, seconds, bands=None, mixed=False):
    """bands: of a message every 100 ms; None: frames of 2048 samples."""
    words = ["gst-launch-1.0", "-q", "audiotestsrc", "wave=pink-noise",
             "samplesperbuffer=%d" % BLOCK,
             "num-buffers=%d" % (seconds * RATE // BLOCK), "!",
             "audio/x-raw,format=F32LE,rate=%d,channels=%d" % (RATE, channels),
             "!"]
    if kind == "claudiofft":
        words += ["claudiofft", "size=2048", "overlap=0.75", "quantity=db",
                  "!"]
    elif kind != "source":
        words += [kind, "bands=%d" % (bands or 1025),
                  "multi-channel=%s" % ("false" if mixed else "true")]
        if not bands:
            words += ["interval=%d" % (HOP * 10**9 // RATE)]
        words += ["!"]
    return words + ["fakesink"]


def cpu_seconds(words):
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit("failed: " + " ".join(words))
    return usage.ru_utime + usage.ru_stime


def measure(kinds, channels, lengths, rounds, bands=None, mixed=False):
    """{(kind, seconds of audio): CPU seconds of each round}"""
    times = {(kind, s): [] for s in lengths for kind in kinds}
    for turn in range(rounds + 1):
        for kind, s in times:
            spent = cpu_seconds(pipeline(kind, channels, s, bands, mixed))
            if turn:  # the first round warms caches
                times[kind, s].append(spent)
    return times


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def compare(channels, seconds, rounds):
    kinds = ("source", "claudiofft", "spectrum")
    times = measure(kinds, channels, [seconds], rounds)
    base = statistics.median(times["source", seconds])
    cells = []
    for kind in kinds[1:]:
        speeds = sorted(seconds / max(t - base, 1e-3)
                        for t in times[kind, seconds])
        cells.append("%.0f (%.0f..%.0f)" % (statistics.median(speeds),
                                            speeds[0], speeds[-1]))
    ratio = (statistics.median(times["spectrum", seconds]) - base) / \
        max(statistics.median(times["claudiofft", seconds]) - base, 1e-3)
    print_row(["%d" % channels] + cells + ["%.2f" % ratio])


def compare_drop_in(channels, seconds, rounds, bands, mixed):
    kinds = ("source", "clspectrum", "spectrum")
    short = max(seconds // 4, 1)
    times = measure(kinds, channels, [short, seconds], rounds, bands,
                    mixed)
    medians = {run: statistics.median(times[run]) for run in times}
    cells, minutes, wholes = [], [], []
    for kind in kinds[1:]:
        few, many = (medians[kind, s] - medians["source", s]
                     for s in (short, seconds))
        slope = (many - few) / (seconds - short)
        minutes.append(max(60 * slope, 1e-3))
        wholes.append(max(many, 1e-3))
        cells += ["%.0f" % (1e3 * (few - slope * short)),
                  "%.0f" % (6e4 * slope)]
    print_row(["%d" % bands, "%d" % channels, "mix" if mixed else "each"]
              + cells
              + ["%.2f" % (spectrum / ours)
                 for ours, spectrum in (minutes, wholes)])


def watch_memory(seconds):
    words = pipeline("claudiofft", 8, 10**7)
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        for step in range(1, 11):
            time.sleep(seconds / 10)
            with open("/proc/%d/status" % child.pid) as f:
                resident = [line.split()[1] for line in f
                            if line.startswith("VmRSS")][0]
            print("%6.0f s: %s KiB" % (step * seconds / 10, resident),
                  flush=True)
    finally:
        child.kill()
        child.wait()


def main():
    parser = argparse.ArgumentParser(
        prog="bench audio",
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--channels", help="default 1,8,64; with --drop-in "
                        "1,2,8,64")
    parser.add_argument("--seconds", type=int, default=60,
                        help="of audio in each run, default 60")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--drop-in", action="store_true")
    parser.add_argument("--bands", default="128,1025")
    parser.add_argument("--memory", type=float, metavar="SECONDS")
    options = parser.parse_args()
    if options.memory:
        watch_memory(options.memory)
        return
    channels = (options.channels
                or ("1,2,8,64" if options.drop_in else "1,8,64")).split(",")
    if options.drop_in:
        print("| bands | channels | | clspectrum, start | a minute | "
              "spectrum, start | a minute | ratio, a minute | %d s |\n"
              % options.seconds + "|--:" * 9 + "|", flush=True)
        for bands in map(int, options.bands.split(",")):
            for n in map(int, channels):
                for mixed in (True, False) if n > 1 else (False,):
                    compare_drop_in(n, options.seconds, options.rounds, bands,
                                    mixed)
        return
    print("| channels | claudiofft, s of audio per s of CPU | spectrum | "
          "ratio |\n" + "|--:" * 4 + "|", flush=True)
    for n in map(int, channels):
        compare(n, options.seconds, options.rounds)


main()
