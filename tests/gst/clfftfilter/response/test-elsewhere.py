#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that a file which is given as a response or as a curve opens no other
address, whatever it names: a server on this machine counts none (TAP).

    test-elsewhere.py RESPOND

RESPOND is the program of respond.c. Skipped where numpy is missing.
"""
import atexit
import os
import socket
import subprocess
import sys
import tempfile

from tap import modules

np = modules("numpy")

import claims
from addresses import KNOWN, LISTS, WRAPS, counter, extensions, wrap
from ask import Answers, Refused
from claims import claim, is_full, random, skip_all

answers = Answers(sys.argv[1])
folder = tempfile.TemporaryDirectory()
atexit.register(folder.cleanup)
atexit.register(answers.close)


def place(name, data):
    path = os.path.join(folder.name, name)
    with open(path, "wb") as file:
        file.write(data)
    return path


def refuse(words, path, name):
    """The error of a request that is no sound and no curve."""
    before = counter.n
    try:
        answers(*words, path)
    except Refused as refused:
        error = refused
    else:
        raise AssertionError(f"{name} was taken")
    assert counter.n == before, f"{name}: {counter.n - before} requests, {error}"
    return str(error)


def ask(path, name):
    """As a response, as a curve, and as a file that a curve names."""
    curve = place("curve.yml", "filters:\n  a:\n    type: Conv\n    parameters:\n      type: Wav\n"
                  f"      filename: '{os.path.basename(path)}'\n".encode())
    uri = "file://" + path.replace(" ", "%20")
    error = refuse(("file", 48000), path if random.integers(2) else uri, name)
    refuse(("curve", 48000, "minimum", 0), path, name)
    refuse(("curve", 48000, "minimum", 0), curve, name)
    return error


@claim
def the_server_counts():
    """That is: a request would be seen."""
    before = counter.n
    with socket.create_connection(counter.address.split(":")) as peer:
        peer.recv(1)
    assert counter.n == before + 1


@claim
def a_playlist_is_refused_by_name():
    for name in KNOWN:
        error = ask(place(f"{name}.x", LISTS[name].encode()), name)
        assert "playlist" in error, f"{name}: {error}"


@claim
def no_file_opens_an_address():
    names, endings = sorted(LISTS), extensions()
    for k in range(400 if is_full() else 70):
        name = names[k % len(names)]
        how = WRAPS[random.integers(len(WRAPS))]
        ending = endings[random.integers(len(endings))]
        if k < len(names):
            how, ending = "as it is", name.split()[0]
        path = place(f"drawn.{ending}", wrap(how, LISTS[name].encode()))
        ask(path, f"{name}, {how}, .{ending}")


if subprocess.run(["gst-inspect-1.0", "--exists", "uridecodebin"]).returncode:
    skip_all("uridecodebin is not installed")
claims.main()
