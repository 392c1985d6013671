#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that each limit in the table of docs/internals/security.md is what holds:
its value is accepted, and one more is refused (TAP).

    test-limits.py RESPOND

RESPOND is the program of respond.c. Skipped where numpy is missing; limits of
caps where there is no gst-launch-1.0.
"""
import atexit
import json
import os
import re
import subprocess
import sys
import tempfile

from tap import modules

modules("numpy")

import claims
from ask import Answers, Refused
from claims import Skip, claim

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4)
PK = "Filter: ON PK Fc 100 Hz Gain 1 dB Q 1\n"
GAIN = "filters: {a: {type: Gain, parameters: {gain: 1}}}\n"
N_ENTRIES = 7  # the document, the names of GAIN, and title
answers = Answers(sys.argv[1])
folder = tempfile.TemporaryDirectory()
atexit.register(folder.cleanup)
atexit.register(answers.close)


def read_table():
    """(limit, value, how it is tried) of each row."""
    with open(os.path.join(ROOT, "docs", "internals", "security.md"), encoding="utf-8") as file:
        section = file.read().split("\n## Limits\n")[1].split("\n## ")[0]
    return re.findall(r"^\| (.+?) \| (\d+) \| (.+?) \|$", section, re.M)


def loads(text, words="curve 48000 minimum 0"):
    path = os.path.join(folder.name, "file")
    with open(path, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    try:
        answers(words, path)
    except Refused:
        return False
    return True


def wav(rate):
    data = bytes(18)
    return (b"RIFF" + (36 + len(data)).to_bytes(4, "little") + b"WAVEfmt "
            + (16).to_bytes(4, "little") + b"\1\0\1\0" + rate.to_bytes(4, "little")
            + (2 * rate).to_bytes(4, "little") + b"\2\0\x10\0data"
            + len(data).to_bytes(4, "little") + data)


def nested(levels):
    """A preset and a configuration with so many levels; is each read as one?"""
    text = json.dumps({"bands": [], "more": 0})
    for _ in range(levels - 1):
        text = text.replace('"more": 0', '"more": {"more": 0}', 1) if '"more": 0' in text else text
    preset = loads(text)
    inner = "1"
    for _ in range(levels - 1):
        inner = f"[{inner}]"
    configuration = loads(f"{GAIN}title: {inner}\n")
    assert preset == configuration, (levels, preset, configuration)
    return preset


def many(n):
    """So many points, and so many entries of a configuration; is each read?"""
    points = loads("".join(f"{20 + i} 0\n" for i in range(n)))
    entries = loads(f"{GAIN}title: [{'1, ' * (n - N_ENTRIES - 1)}1]\n")
    assert points == entries, (n, points, entries)
    return points


def steps(texts):
    """Is a pipeline of these steps read?"""
    return loads(GAIN + "pipeline:\n"
                 + "".join(f"- {{type: Filter, {text}}}\n" for text in texts))


def takes_caps(**changes):
    """Spectra of these caps into clspectrogram, without a buffer."""
    fields = {"version": 1, "quantity": "complex", "format": "F32LE", "shape": "<16>",
              "bins": "<9>", "sides": "one", "channels": 1, "rate": 48000, "hop": 8,
              "window": "hann", "scaling": "none", **changes}
    caps = "application/x-fft," + ",".join(f"{name}={value}" for name, value in fields.items())
    # gst-launch-1.0 does not always end behind an error
    with subprocess.Popen(["gst-launch-1.0", "-q", "fakesrc", "num-buffers=1", "sizetype=empty",
                           "!", caps, "!", "clspectrogram", "mode=bars", "!",
                           "video/x-raw,width=160,height=120", "!", "fakesink"], text=True,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        error = next((line for line in process.stderr if "ERROR" in line), "")
        process.kill()
    return "cannot be read" not in error


def takes_channels(n):
    return takes_caps(channels=n)


TRIALS = {
    "filters of a curve": lambda n: loads(PK * n),
    "graphs of a curve": lambda n: loads("GraphicEQ: 20 0.1; 30 0.2\n" * n),
    "bytes of a curve's text": lambda n: loads(PK + "#".ljust(n - len(PK))),
    "points of a curve's graphs, entries of YAML": many,
    "steps of a configuration": lambda n: steps(["names: []"] * n),
    "channels of a configuration": lambda n: steps(
        f"channel: {i}, names: [a]" for i in range(n)),
    "decibels of one number": lambda n: loads(f"Preamp: -{n} dB\n{PK}"),
    "characters of a number": lambda n: loads(PK.replace("1 dB", "1.".ljust(n, "0") + " dB")),
    "levels of a configuration": nested,
    "one rate over the other, below": lambda n: loads(wav((n - 1) * 100), "file 100"),
    "points of an axis of a spectrum": lambda n: takes_caps(
        shape=f"<{n}>", bins=f"<{n // 2 + 1}>"),
    "hop of spectra": lambda n: takes_caps(hop=n),
    "channels": takes_channels,
    "bytes of a frame of spectra": lambda n: takes_caps(
        format="F32LE", shape="<67108862>", bins="<33554432>",
        channels=8 if n > 2147483647 else 7),
}


@claim
def the_table_has_what_is_tried():
    table = read_table()
    for limit, _, how in table:
        assert how.startswith("not tried") != (limit in TRIALS), (limit, how)
    assert len(table) >= len(TRIALS) + 2, table


# those not tried: the file that has the number, what stands before it, and what a frame
# or a second is multiplied by
SPECTRA = "gst/element/spectra/spectra.c"
NUMBERS = {
    "samples of a response": ("gst/response/response.h", "GST_CL_RESPONSE_MAX_TAPS", None),
    "bytes of one for `clifft`, sound": (SPECTRA, "MAX_MEMORY", "SOUND_FACTOR"),
    "bytes of one for `clifft`, video": (SPECTRA, "MAX_MEMORY", "PICTURE_FACTOR"),
    "bytes for pictures and filters of `clvideofilter`": (
        "gst/clvideofilter/config.c", "MOST_SIZE", None),
    "bytes of a `kernel-file`": ("gst/clvideofilter/kernelfile.c", "MOST_BYTES", None),
    "sides of a kernel": ("gst/clvideofilter/kernel.h", "GST_CL_KERNEL_MOST", None),
    "samples of a picture": ("gst/element/caps.h", "GST_CL_VIDEO_MAX_SAMPLES", None),
    "points of transforms of over 64 channels": ("gst/stft/config.c", "MAX_POINTS", None),
    "nanoseconds of `gap-limit`, if not set": (
        "gst/element/enums.h", "GST_CL_DEFAULT_GAP_LIMIT", None),
    "nanoseconds of a shown frame, then": (
        "gst/clspectrogram/stream.c", "LONGEST_FRAME", None),
    "bytes of a kept kernel": ("clfft/base/cache.c", "LARGEST_ENTRY", None),
}


def read_number(path, name):
    """Of a macro: products and shifts of numbers."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = re.search(rf"^#define {name} (.*?)(?:/\*.*)?$", file.read(), re.M)[1]
    text = re.sub(r"G_GUINT64_CONSTANT|UINT64_C|\(guint64\)", "", text)
    text = text.replace("GST_SECOND", "1000000000")
    assert re.fullmatch(r"[0-9u ()*<]+", text), text
    return eval(text.replace("u", ""))  # digits, parentheses, * and << alone


@claim
def what_is_not_tried_is_the_number_of_the_code():
    for limit, value, how in read_table():
        assert how.startswith("not tried") == (limit in NUMBERS), (limit, how)
        if limit in NUMBERS:
            path, name, part = NUMBERS[limit]
            number = read_number(path, name) // (read_number(path, part) if part else 1)
            assert number == int(value), f"{limit}: {value}, but {name} is {number}"


@claim
def each_limit_is_what_holds():
    have_caps = subprocess.run(["gst-inspect-1.0", "clspectrogram"],
                               stdout=subprocess.DEVNULL, check=False).returncode == 0
    lacking = {"caps": not have_caps,
               "CamillaDSP": os.environ.get("HAVE_LIBYAML") == "false",
               "mini-eq": os.environ.get("HAVE_JSON-GLIB") == "false"}
    left_out = []
    for limit, value, how in read_table():
        if limit not in TRIALS:
            continue
        if any(lacking.get(word) for word in how.split(", ")):
            left_out.append(limit)
            continue
        value = int(value)
        assert TRIALS[limit](value), f"{limit}: {value} is refused"
        assert not TRIALS[limit](value + 1), f"{limit}: {value + 1} is accepted"
    if left_out:
        raise Skip("this build lacks what tries " + ", ".join(left_out))


claims.main()
