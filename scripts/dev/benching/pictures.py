# SPDX-License-Identifier: LGPL-2.1-or-later
"""Time and CPU of our pictures beside what people use today, in one run.

The programs take turns within each job:

moving   a picture of 1920x1080 sixty times a second from 48 kHz stereo:
         clspectrogram (size 4096), FFmpeg's showspectrum, GStreamer's
         spectrascope (a line, no waterfall)
whole    a file of mono 48 kHz sound to one PNG: clspectrogram, sox
         spectrogram; a short one also by FFmpeg's showspectrumpic, whose
         time grows faster than the file
video    1920x1080 I420 frames from a raw file: clvideofft (hann, mean
         removed) to a centred spectrum of the same size by clspectrogram,
         clvideofft and back by clifft, FFmpeg's fftfilt, and scipy's rfft2
         with decibels on two threads (python3-scipy)

Prints Markdown tables: seconds of wall time and of CPU, median over the
rounds with the smallest and largest in brackets, and each one's median over
ours. Sound is made by sox in a temporary directory. Needs gst-launch-1.0,
sox, ffmpeg, python3-scipy and GST_PLUGIN_PATH_1_0 (or `meson devenv -C build`).
"""
import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

MOVING = {
    "clspectrogram":
        "gst-launch-1.0 -q filesrc location={wav} ! wavparse ! clspectrogram "
        "size=4096 ! video/x-raw,width=1920,height=1080,framerate=60/1 ! "
        "fakesink",
    "FFmpeg showspectrum":
        "ffmpeg -nostdin -v error -i {wav} -lavfi "
        "showspectrum=s=1920x1080:fps=60:slide=scroll:legend=1 -f null -",
    "spectrascope":
        "gst-launch-1.0 -q filesrc location={wav} ! wavparse ! spectrascope ! "
        "video/x-raw,width=1920,height=1080,framerate=60/1 ! fakesink",
}
WHOLE = {
    "clspectrogram":
        "gst-launch-1.0 -q filesrc location={wav} ! wavparse ! clspectrogram "
        "slide=whole size=1024 overlap=0 ! "
        "video/x-raw,width=944,height=591 ! pngenc ! filesink location={png}",
    "sox spectrogram":
        "sox {wav} -n spectrogram -o {png}",
}
SHORT = {
    **WHOLE,
    "FFmpeg showspectrumpic":
        "ffmpeg -nostdin -v error -y -i {wav} -lavfi "
        "showspectrumpic=s=944x591:legend=1 -frames:v 1 {png}",
}

RAW = ("filesrc location={raw} ! rawvideoparse format=i420 width=1920 "
       "height=1080 framerate=30/1 ! ")
SCIPY = """
import sys, numpy, scipy.fft, scipy.signal
w = scipy.signal.get_window
window = numpy.outer(w("hann", 1080), w("hann", 1920)).astype("f4")
with open(sys.argv[1], "rb") as f:
    while frame := f.read(1920 * 1080 * 3 // 2):
        y = numpy.frombuffer(frame, "u1", 1920 * 1080).astype("f4")
        y = (y - y.mean()).reshape(1080, 1920) * (window / 255)
        x = numpy.abs(scipy.fft.rfft2(y, workers=2))
        20 * numpy.log10(numpy.maximum(x, 1e-10))
"""
VIDEO = {
    "clvideofft, clspectrogram":
        "gst-launch-1.0 -q " + RAW + "clvideofft window=hann remove-dc=true ! "
        "clspectrogram ! video/x-raw,width=1920,height=1080 ! fakesink",
    "clvideofft, clifft":
        "gst-launch-1.0 -q " + RAW + "clvideofft ! clifft ! fakesink",
    "FFmpeg fftfilt":
        "ffmpeg -nostdin -v error -f rawvideo -pix_fmt yuv420p -s 1920x1080 "
        "-r 30 -i {raw} -vf fftfilt=dc_Y=0:weight_Y=1 -f null -",
    "scipy rfft2":
        "{python} {scipy} {raw}",
}


def make_frames(path, n):
    subprocess.run(
        ["gst-launch-1.0", "-q", "videotestsrc", "num-buffers=%d" % n,
         "pattern=zone-plate", "kx2=20", "ky2=20", "kt=1", "!",
         "video/x-raw,format=I420,width=1920,height=1080", "!", "filesink",
         "location=" + path], check=True)


def make_sound(path, channels, seconds):
    subprocess.run(["sox", "-n", "-r", "48000", "-c", str(channels), "-b",
                    "16", path, "synth", str(seconds), "pinknoise", "synth",
                    str(seconds), "sine", "mix", "200-8000", "gain", "-6"],
                   check=True)


def spend(command):
    """(seconds of wall time, of CPU) of one run"""
    start = time.monotonic()
    child = subprocess.Popen(shlex.split(command), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    if status:
        sys.exit("failed: " + command)
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime


def summary(values):
    return "%.2f (%.2f..%.2f)" % (statistics.median(values), min(values),
                                  max(values))


def compare(title, jobs, paths, rounds):
    spent = {name: [] for name in jobs}
    for turn in range(rounds + 1):
        for name, command in jobs.items():
            seconds = spend(command.format(**paths))
            if turn:  # the first round warms caches
                spent[name].append(seconds)
    print("| %s | wall, s | CPU, s | wall over ours | CPU over ours |\n"
          % title + "|---|--:|--:|--:|--:|")
    ours = [statistics.median(x) for x in zip(*next(iter(spent.values())))]
    for name, pairs in spent.items():
        columns = list(zip(*pairs))
        ratios = ["%.2f" % (statistics.median(x) / y)
                  for x, y in zip(columns, ours)]
        print("| " + " | ".join([name] + [summary(x) for x in columns]
                                + ratios) + " |")
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(
        prog="bench pictures",
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--moving-seconds", type=int, default=20,
                        help="of sound in the moving job, default 20")
    parser.add_argument("--whole-seconds", type=int, default=3600,
                        help="of sound in the whole job, default 3600")
    parser.add_argument("--short-seconds", type=int, default=60,
                        help="of sound in the short one, default 60")
    parser.add_argument("--frames", type=int, default=100,
                        help="of video, default 100; 0 of anything: not run")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        paths = {name: os.path.join(directory, file) for name, file in (
            ("wav", "sound.wav"), ("png", "picture.png"),
            ("raw", "frames.i420"), ("scipy", "rfft2.py"))}
        paths["python"] = sys.executable
        if options.frames:
            with open(paths["scipy"], "w") as f:
                f.write(SCIPY)
            make_frames(paths["raw"], options.frames)
            compare("%d frames of 1920x1080" % options.frames, VIDEO, paths,
                    options.rounds)
        for title, jobs, channels, seconds in (
                ("%d s, 1920x1080 at 60 Hz" % options.moving_seconds, MOVING,
                 2, options.moving_seconds),
                ("%d s to one PNG" % options.short_seconds, SHORT, 1,
                 options.short_seconds),
                ("%d s to one PNG" % options.whole_seconds, WHOLE, 1,
                 options.whole_seconds)):
            if not seconds:
                continue
            make_sound(paths["wav"], channels, seconds)
            compare(title, jobs, paths, options.rounds)


main()
