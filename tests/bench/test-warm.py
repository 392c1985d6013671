#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What clfft-bench warm keeps for the system is used by everybody, unless others
could have written it (TAP).

usage: test-warm.py CLFFT_BENCH [PLUGIN_FOLDER [FAULT_LAYER]]
"""
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from claims import prove, skip_all


class Place:
    """A system's cache and the users of the system."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="clfft-warm-")
        self.system = os.path.join(self.root, "var", "cache", "gst-clfft")
        self.n_users = 0

    def environment(self):
        """Of a user who was never here before."""
        self.n_users += 1
        self.home = os.path.join(self.root, "user%d" % self.n_users)
        return {**os.environ, "CLFFT_SYSTEM_CACHE": self.system,
                "XDG_CACHE_HOME": self.home, "GST_REGISTRY":
                os.path.join(self.root, "registry"),
                "POCL_CACHE_DIR": os.path.join(self.root, "pocl"),
                "GST_PLUGIN_PATH_1_0": PLUGINS}

    def run(self, *arguments):
        return subprocess.run(arguments, env=self.environment(), text=True,
                              capture_output=True, timeout=300)

    def count_own(self):
        """Entries that the last user had to make."""
        folder = os.path.join(self.home, "gst-clfft")
        return len(os.listdir(folder)) if os.path.isdir(folder) else 0

    def warm(self, *items, status=0):
        result = self.run(BENCH, "warm", "--device", DEVICE, *items)
        assert result.returncode == status, result
        assert not [name for name in os.listdir(self.system)
                    if name.startswith("warm")], "the work folder stayed"
        return result


def measure(place, text):
    result = place.run(BENCH, "--device", DEVICE, "--peers", "ours",
                       "--rounds", "1", text)
    assert result.returncode == 0, result
    return place.count_own()


def play(place, text):
    result = place.run("gst-launch-1.0", "-q", *text.split())
    assert result.returncode == 0, result
    return place.count_own()


def what_was_warmed_needs_no_compiler(place):
    texts = ["r2c %d x%d" % (random.randrange(16, 200), random.randrange(1, 9))
             for _ in range(2)]
    assert measure(place, texts[0]) > 0, "a cold start kept nothing"
    place.warm(*texts)
    for text in texts:
        assert measure(place, text) == 0, "%s was compiled again" % text
    for name in os.listdir(place.system):
        mode = os.stat(os.path.join(place.system, name)).st_mode & 0o777
        assert mode == 0o644, "%s has mode %o" % (name, mode)


def what_is_there_is_not_made_again(place):
    text = "c2c %d" % random.randrange(16, 200)
    assert ", 0 new" not in place.warm(text).stdout
    assert ", 0 new" in place.warm(text).stdout


def what_others_may_write_is_not_used(place):
    text = "c2c %d" % random.randrange(16, 200)
    place.warm(text)
    assert measure(place, text) == 0
    os.chmod(place.system, 0o775)
    assert measure(place, text) > 0, "a folder of mode 775 was used"
    os.chmod(place.system, 0o755)
    assert measure(place, text) == 0


def damage(path):
    """Turns one bit."""
    with open(path, "r+b") as stream:
        stream.seek(random.randrange(os.path.getsize(path)))
        byte = stream.read(1)
        stream.seek(-1, os.SEEK_CUR)
        stream.write(bytes([byte[0] ^ 0x10]))


def damage_is_a_miss(place):
    text = "c2c %d" % random.randrange(16, 200)
    place.warm(text)
    for name in os.listdir(place.system):
        damage(os.path.join(place.system, name))
    assert measure(place, text) > 0


def elements_are_warmed_by_their_pipeline(place):
    size = random.randrange(64, 200)
    element = "claudiofft size=%d" % size
    assert play(place, START + element + " ! fakesink") > 0
    place.warm(CAPS + element)
    assert play(place, START + element + " ! fakesink") == 0


class Board:
    """Another machine of the kind, whose image has the cache of the first."""

    def __init__(self, place, name):
        self.place = place
        self.system = os.path.join(place.root, name)
        shutil.copytree(place.system, self.system)
        self.allow(0o444, 0o555)

    def allow(self, files, folder):
        for name in os.listdir(self.system):
            os.chmod(os.path.join(self.system, name), files)
        os.chmod(self.system, folder)

    def play(self, element, profile=""):
        """(programs compiled from text, log, spectra) of a first start."""
        place = self.place
        report = os.path.join(place.root, "report")
        output = os.path.join(place.root, "output")
        for path in report, output:
            if os.path.exists(path):
                os.remove(path)
        result = subprocess.run(
            ["gst-launch-1.0", "-q", *START.split(), *element.split(), "!",
             "filesink", "location=" + output],
            env={**place.environment(), "CLFFT_SYSTEM_CACHE": self.system,
                 "OPENCL_LAYERS": LAYER, "CLFFT_LAYER_PROFILE": profile,
                 "CLFFT_LAYER_REPORT": report, "GST_DEBUG": "clfft:4",
                 "GST_DEBUG_NO_COLOR": "1"},
            text=True, capture_output=True, timeout=300)
        assert result.returncode == 0, result
        with open(report, encoding="utf-8") as stream:
            compiled = int(re.search(r"^compiled (\d+)", stream.read(),
                                     re.MULTILINE)[1])
        with open(output, "rb") as stream:
            return compiled, result.stderr, stream.read()


def image_with_the_cache_of_a_board_starts_without_compiling(place):
    elements = ["claudiofft size=%d" % random.randrange(64, 200),
                "claudiofft size=%d averaging=mean quantity=db"
                % (2 * random.randrange(64, 200))]
    place.warm(*[CAPS + element for element in elements])
    board = Board(place, "board")
    for element in elements:
        compiled, log, spectra = board.play(element)
        assert compiled == 0, "%s: %d compiled\n%s" % (element, compiled, log)
        assert any(spectra), element


def a_filter_is_warmed_whatever_its_curve_is(place):
    curve = os.path.join(place.root, "curve.txt")
    with open(curve, "w", encoding="utf-8") as stream:
        stream.write("GraphicEQ: 20 %.1f; %d %.1f; 20000 %.1f\n" % (
            random.uniform(-9, 9), random.randrange(100, 10000),
            random.uniform(-9, 9), random.uniform(-9, 9)))
    place.warm(CAPS + "clfftfilter curve-file= ir-length=512",
               CAPS + "clfftfilter curve-file=")
    compiled, log, sound = Board(place, "filter").play(
        "clfftfilter curve-file=" + curve)
    assert compiled == 0, "%d compiled\n%s" % (compiled, log)
    assert any(sound)


def cache_of_another_driver_is_a_miss_with_a_reason(place):
    element = "claudiofft size=%d" % random.randrange(64, 200)
    place.warm(CAPS + element)
    board = Board(place, "other-driver")
    _, _, right = board.play(element)
    compiled, log, spectra = board.play(element, "new-driver")
    assert compiled > 0
    assert spectra == right, "other spectra"
    line = "driver layer: another version, is kept in "
    assert line in log and board.system in log, log


def damaged_image_is_a_miss_with_a_reason(place):
    element = "claudiofft size=%d" % random.randrange(64, 200)
    place.warm(CAPS + element)
    board = Board(place, "damaged")
    _, _, right = board.play(element)
    board.allow(0o644, 0o755)
    for name in os.listdir(board.system):
        damage(os.path.join(board.system, name))
    compiled, log, spectra = board.play(element)
    assert compiled > 0
    assert spectra == right, "other spectra"
    assert "a kept binary is damaged: building anew" in log, log


def only_a_folder_that_others_cannot_change_is_filled(place):
    """Nothing is written where somebody else could have put a link."""
    before, outer = place.system, os.path.join(place.root, "outer")
    try:
        for folder, mode in (("outer", 0o777), ("outer/system", 0o777),
                             ("outer/system", 0o775), ("outer/system", "other"),
                             ("outer", "other"), ("link", 0o777)):
            shutil.rmtree(outer, ignore_errors=True)
            os.makedirs(os.path.join(outer, "system"))
            place.system = os.path.join(outer, "system")
            if folder == "link":
                place.system = os.path.join(place.root, "link")
                os.symlink(os.path.join(outer, "system"), place.system)
                folder = "outer"
            path = os.path.join(place.root, folder)
            if mode == "other" and os.geteuid() != 0:
                continue
            if mode == "other":
                os.chown(path, 65534, 65534)
            else:
                os.chmod(path, mode)
            result = place.run(BENCH, "warm", "--device", DEVICE, "c2c 12")
            assert result.returncode == 2, (folder, mode, result)
            assert "others own it" in result.stderr, (folder, mode, result)
            assert not os.listdir(os.path.join(outer, "system")), (folder, mode)
    finally:
        place.system = before


def what_was_killed_leaves_nothing(place):
    """By a signal that can be caught at once, by another at the next start."""
    number = random.randrange(1 << 16)
    for signal in "TERM", "INT", "HUP", "KILL":
        process = subprocess.Popen(
            [BENCH, "warm", "--device", DEVICE]
            + ["c2c %d" % (number + i) for i in range(200)],
            env=place.environment(), stdout=subprocess.PIPE, text=True)
        process.stdout.readline()
        time.sleep(random.random())
        subprocess.run(["kill", "-" + signal, str(process.pid)], check=True)
        process.stdout.close()
        assert process.wait(60) != 0, signal
        if signal == "KILL":
            place.warm("c2c 12")
        left = [name for name in os.listdir(place.system) if name.startswith("warm")]
        assert not left, (signal, left)


def what_cannot_be_warmed_is_reported_and_the_rest_done(place):
    result = place.warm("c2c nonsense", "c2c 24", status=1)
    assert "nonsense: failed" in result.stdout, result
    assert "c2c 24: done" in result.stdout, result
    assert "nonsense" in result.stderr, result


BENCH = os.path.abspath(sys.argv[1])
PLUGINS = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else ""
LAYER = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else ""
CAPS = "audio/x-raw,format=S16LE,channels=1 ! "
START = "audiotestsrc num-buffers=5 ! " + CAPS
DEVICE = os.environ.get("CLFFT_TEST_DEVICE", "auto")


def main():
    claims = [what_was_warmed_needs_no_compiler,
              what_is_there_is_not_made_again,
              what_others_may_write_is_not_used,
              damage_is_a_miss,
              what_cannot_be_warmed_is_reported_and_the_rest_done,
              only_a_folder_that_others_cannot_change_is_filled,
              what_was_killed_leaves_nothing]
    seed = int(os.environ.get("CLFFT_TEST_SEED", random.randrange(1 << 30)))
    print("# seed %d" % seed)
    random.seed(seed)
    devices = subprocess.run([BENCH, "devices"], capture_output=True,
                             check=False)
    if devices.returncode:
        skip_all("no OpenCL device")
    if PLUGINS and shutil.which("gst-launch-1.0"):
        claims.append(elements_are_warmed_by_their_pipeline)
        if LAYER:
            claims += [image_with_the_cache_of_a_board_starts_without_compiling,
                       a_filter_is_warmed_whatever_its_curve_is,
                       cache_of_another_driver_is_a_miss_with_a_reason,
                       damaged_image_is_a_miss_with_a_reason]
    place = Place()
    try:
        return prove(claims, place)
    finally:
        shutil.rmtree(place.root)


sys.exit(main())
