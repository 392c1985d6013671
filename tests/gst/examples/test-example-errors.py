#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the examples of docs/examples say to what they cannot use: one line that
names it, and a status that is not 0.

    test-example-errors.py ROOT PEAKS READ-SPECTRA NOTCH SPECTRAL-GATE TRIPTYCH

Skipped where Python's gi or an element is missing.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

from tap import Skip, modules, prove, skip_all

Gst = modules("gi.Gst")

ROOT = os.path.abspath(sys.argv[1])
EXAMPLES = os.path.join(ROOT, "docs", "examples")
PEAKS, READ_SPECTRA, NOTCH, GATE, TRIPTYCH = map(os.path.abspath, sys.argv[2:7])


def script(name):
    return [sys.executable, "-W", "error::DeprecationWarning", os.path.join(EXAMPLES, name)]


# command, what follows the input: a file that is written
READERS = [([PEAKS], []), ([READ_SPECTRA], []), (script("read_spectra.py"), []),
           ([GATE], ["made.wav"]), (script("spectral_gate.py"), ["made.wav"])]
VIEWERS = [([NOTCH], ["made.png"]), (script("notch.py"), ["made.png"]),
           ([TRIPTYCH], ["made.png"]), (script("focus.py"), []), (script("vibration.py"), [])]
MESSAGES = script("spectrum_messages.py")


def execute(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


def launch(pipeline):
    result = execute(["gst-launch-1.0", "-q", *pipeline.split()])
    assert result.returncode == 0 and "ERROR" not in result.stderr, result.stderr


def lines_of(result):
    """Without what tells how far the kernels are."""
    return [line for line in result.stderr.splitlines() if not line.startswith("Prepar")]


def check_line(command, words, **options):
    """The command fails with one line that has these words."""
    result = execute(command, **options)
    lines = lines_of(result)
    assert result.returncode in (1, 2), (command, result)
    assert len(lines) == 1 and all(word in lines[0] for word in words), (command, lines)


def write_files(folder):
    """What is no media, by name."""
    contents = {"empty": b"", "text": b"no media\n" * 100,
                "noise": bytes(i * i % 251 ^ i % 7 for i in range(5000)),
                "text.gdp": b"no gdp\n" * 99}
    for name, content in contents.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    return [os.path.join(folder, name) for name in contents]


def no_argument_is_answered_with_the_usage():
    for command, _ in READERS + VIEWERS:
        check_line(command, ["usage: ", os.path.basename(command[-1])])


def too_many_are_answered_with_the_usage():
    for command, _ in READERS + VIEWERS:
        check_line(command + ["1", "2", "3", "4"], ["usage: "])


def a_file_that_is_missing_is_named():
    with tempfile.TemporaryDirectory() as folder:
        for command, output in READERS + VIEWERS:
            path = os.path.join(folder, "is missing")
            check_line(command + [path] + output, ["is missing"], cwd=folder)
        check_line(MESSAGES + ["filesrc name=missing location=/nonexistent ! decodebin"],
                   ["missing: "])


def a_file_that_is_no_media_is_named():
    with tempfile.TemporaryDirectory() as folder:
        paths = write_files(folder)
        for command, output in READERS + VIEWERS:
            for path in paths:
                check_line(command + [path] + output, [path], cwd=folder)


def media_of_another_kind_are_named():
    with tempfile.TemporaryDirectory() as folder:
        sound, picture = os.path.join(folder, "a.wav"), os.path.join(folder, "a.png")
        launch(f"audiotestsrc num-buffers=9 ! wavenc ! filesink location={sound}")
        launch(f"videotestsrc num-buffers=1 ! pngenc ! filesink location={picture}")
        for path, commands in (picture, READERS), (sound, VIEWERS):
            for command, output in commands:
                check_line(command + [path] + output, [path], cwd=folder)


def an_element_that_is_not_installed_is_named():
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "a.png")
        launch(f"videotestsrc num-buffers=1 ! pngenc ! filesink location={picture}")
        bare = dict(os.environ, GST_PLUGIN_PATH_1_0="", GST_PLUGIN_SYSTEM_PATH_1_0="",
                    GST_REGISTRY=os.path.join(folder, "registry.bin"))
        for command, output in READERS + VIEWERS:
            check_line(command + [picture] + output, ["element"], cwd=folder, env=bare)
        check_line(MESSAGES, ["element"], env=bare)


def a_file_that_cannot_be_written_is_named():
    with tempfile.TemporaryDirectory() as folder:
        sound, picture = os.path.join(folder, "a.wav"), os.path.join(folder, "a.png")
        launch(f"audiotestsrc num-buffers=9 ! wavenc ! filesink location={sound}")
        launch(f"videotestsrc num-buffers=1 ! pngenc ! filesink location={picture}")
        for path, commands in (sound, READERS), (picture, VIEWERS):
            for command, output in commands:
                if output and command != [TRIPTYCH]:
                    made = os.path.join(folder, "no folder", output[0])
                    check_line(command + [path, made], [made])


def a_threshold_that_is_no_number_is_named():
    for command in [NOTCH], script("notch.py"), [GATE], script("spectral_gate.py"):
        check_line(command + ["a", "b", "loud"], ["loud", "number"])


def spectra_that_cannot_be_read_are_reported():
    video = "videotestsrc num-buffers=8 ! video/x-raw,width=32,height=32 ! clvideofft "
    check_line(script("focus.py") + [video + "! queue"], ["not made with"])
    for fields in "quantity=power", "depth=4 quantity=power", "depth=8":
        check_line(script("vibration.py") + [video + fields + " ! queue"], ["not made with"])
    for command in [READ_SPECTRA], script("read_spectra.py"):
        check_line(command + [video + "! queue"], ["audio"])
        check_line(command + ["audiotestsrc num-buffers=9 ! audioconvert"], ["audio"])


def nothing_that_is_deprecated_is_called():
    spectra = ("videotestsrc num-buffers=8 ! video/x-raw,width=32,height=32 ! "
               "clvideofft component=luma quantity=power ")
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "a.png")
        launch(f"videotestsrc num-buffers=1 ! pngenc ! filesink location={picture}")
        for command in (
                script("focus.py") + [spectra + "reduce=radial ! queue"],
                script("vibration.py") + [spectra + "depth=8 ! queue"],
                script("read_spectra.py") + ["audiotestsrc num-buffers=9 ! claudiofft"],
                script("notch.py") + [picture, os.path.join(folder, "made.png")], MESSAGES):
            result = execute(command)
            assert result.returncode == 0 and not lines_of(result), (command, result)


def what_is_decoded_may_have_any_features():
    """A decoder whose template has features too is not taken for caps without."""
    patterns = "README.md", "docs/*.md", "docs/*/*.md", "docs/examples/*", "scripts/*"
    paths = [path for pattern in patterns
             for path in glob.glob(os.path.join(ROOT, pattern)) if os.path.isfile(path)]
    n_found = 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for found in re.findall(r"decodebin[^!]*?\bcaps=(\S+)", file.read()):
                n_found += 1
                assert "(ANY)" in found, (path, found)
    assert n_found >= 4, n_found


def a_clip_of_h264_is_taken():
    if not Gst.ElementFactory.find("openh264enc"):
        raise Skip("no encoder of H.264")
    with tempfile.TemporaryDirectory() as folder:
        clip = os.path.join(folder, "clip.mp4")
        launch("videotestsrc num-buffers=12 ! video/x-raw,width=160,height=120 ! openh264enc ! "
               f"h264parse ! qtmux ! filesink location={clip}")
        result = execute([TRIPTYCH, clip, os.path.join(folder, "made.png")])
        assert result.returncode == 0 and "12 frames" in result.stdout, result
        result = execute(script("focus.py") + [clip])
        assert result.returncode == 0 and len(result.stdout.splitlines()) == 12, result


CLAIMS = (no_argument_is_answered_with_the_usage, too_many_are_answered_with_the_usage,
          a_file_that_is_missing_is_named, a_file_that_is_no_media_is_named,
          media_of_another_kind_are_named, an_element_that_is_not_installed_is_named,
          a_file_that_cannot_be_written_is_named, a_threshold_that_is_no_number_is_named,
          spectra_that_cannot_be_read_are_reported, nothing_that_is_deprecated_is_called,
          what_is_decoded_may_have_any_features,
          a_clip_of_h264_is_taken)


def main():
    Gst.init(None)
    missing = [name for name in ("uridecodebin", "audioconvert", "videoconvert", "wavenc",
                                 "wavparse", "pngenc", "pngdec", "gdpdepay", "imagefreeze",
                                 "videocrop", "claudiofft", "clvideofft", "clifft",
                                 "clspectrum")
               if not Gst.ElementFactory.find(name)]
    if missing:
        skip_all("not installed:", *missing)
    sys.exit(prove(CLAIMS))


main()
