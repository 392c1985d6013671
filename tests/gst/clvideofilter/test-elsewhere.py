#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that a file which is given as a kernel opens no other address, whatever it
names, and that what is no plain file is refused at once: nothing waits for a FIFO, a
socket or a device (TAP)."""
import os
import socket
import struct
import sys
import tempfile
import time
import zlib

import tap

tap.modules("numpy")
import addresses  # noqa: E402
import pictures  # noqa: E402

draw, _ = pictures.draws()
PICTURE = pictures.Picture("GRAY8", 9, 8)
MOST = 5  # seconds, on a machine that is busy


def refuse(path, name, may_decode=False):
    """The one error of a kernel that is none, unless a decoder takes what is damaged."""
    before, start = addresses.counter.n, time.monotonic()
    with pictures.Filter({"kernel-file": path}) as run:
        run.source.set_property("caps", PICTURE.caps)
        run.source.emit("push-buffer", PICTURE.buffer())
        sample = run.sink.emit("try-pull-sample",
                               20 * pictures.Gst.SECOND) if may_decode else None
        message = None if sample else run.bus.timed_pop_filtered(
            20 * pictures.Gst.SECOND, pictures.Gst.MessageType.ERROR)
        took = time.monotonic() - start
        assert not run.error(), f"{name}: two errors"
    n = addresses.counter.n - before
    assert n == 0, f"{name}: {n} requests"
    assert sample or message, f"{name}: no error"
    if message:
        text = message.parse_error()[0].message
        assert text.startswith("kernel-file "), f"{name}: {text}"
        assert took < MOST, f"{name}: {took} s"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_around(data):
    """A picture of 3x3 that has the file as text and as what it shows."""
    head = struct.pack(">IIBBBBB", 3, 3, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(
        b"tEXt", b"URL\0" + data) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def the_server_counts():
    """That is: a request would be seen."""
    before = addresses.counter.n
    with socket.create_connection(addresses.counter.address.split(":")) as peer:
        peer.recv(1)
    assert addresses.counter.n == before + 1


def no_file_opens_an_address():
    names, endings = sorted(addresses.LISTS), addresses.extensions() + ["png", "pgm"]
    with tempfile.TemporaryDirectory() as folder:
        for k in range(400 if tap.is_full() else 50):
            name, ending = names[k % len(names)], draw.choice(endings)
            how = draw.choice(addresses.WRAPS + ["png", "pgm"])
            data = addresses.LISTS[name].encode()
            data = (png_around(data) if how == "png" else b"P5 " + data if how == "pgm"
                    else addresses.wrap(how, data))
            path = os.path.join(folder, f"drawn.{ending}")
            with open(path, "wb") as file:
                file.write(data)
            refuse(path, f"{name}, {how}, .{ending}", how == "png")


def what_is_no_file_is_refused_at_once():
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        fifo, link, path = (os.path.join(folder, name) for name in ("fifo", "link", "socket"))
        os.mkfifo(fifo)
        os.symlink(fifo, link)
        server.bind(path)
        server.listen()
        reads, writes = os.pipe()
        try:
            for what in (fifo, link, path, folder, f"/proc/self/fd/{reads}", "/dev/zero",
                         "/dev/null", "/dev/stdin/", f"file://{fifo}",
                         f"{addresses.URL}/a.png", f"{addresses.URL}/a.pgm", "-", "fd://0"):
                refuse(what, what)
        finally:
            os.close(reads)
            os.close(writes)


if __name__ == "__main__":
    sys.exit(tap.prove([the_server_counts, no_file_opens_an_address,
                        what_is_no_file_is_refused_at_once]))
