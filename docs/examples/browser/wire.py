# SPDX-License-Identifier: LGPL-2.1-or-later
"""What serve_spectra.py sends over its WebSocket, of any stream of spectra of audio.

A text message is JSON and describes the frames that follow, up to the next one:

    {"number": 1, "caps": {"version": 1, "format": "F32LE", "quantity": "db", ...}}

`caps` has the fields of docs/guide/stream-format.md by their names: lists of integers
as lists, fractions as text, and values always little endian. A binary message holds
frames of the caps with its number, little endian:

    offset  type    what
    0       uint32  number of the caps
    4       uint32  sequence number, of all messages that the stream has had, from 0;
                    one that is missing was dropped for this client
    8       uint64  PTS of the first frame in nanoseconds; 2^64 - 1: it has none
    16      uint32  number of frames; frame k is k hop / rate later
    20      uint32  0
    24      values  [frame][channel][bin], as the stream has them

The client answers a binary message by its sequence number, as a text message of decimal
digits; that answers those before it as well. Without answers no more than
serve_spectra.MOST_UNANSWERED binary messages come. Whatever else it says ends the
connection.
"""
import array
import json
import re
import struct

HEADER = struct.Struct("<IIQII")
NO_TIME = 2 ** 64 - 1
MOST_BYTES = 1 << 20  # of a message, unless one frame is larger
MOST_FRAME_BYTES = 1 << 23
MOST_TEXT = 1 << 14
PAIRS = "complex", "cross-power", "transfer-h1", "transfer-h2"


def read_fields(caps):
    """The fields of caps, as JSON has them; those of other types are left out."""
    structure = caps.get_structure(0)
    text = structure.to_string()
    fields = {}
    for i in range(structure.n_fields()):
        name = structure.nth_field_name(i)
        numbers = re.search(rf", {re.escape(name)}=\(int\)<([-0-9, ]*)>", text)
        fraction = re.search(rf", {re.escape(name)}=\(fraction\)(\d+/\d+)", text)
        if numbers:  # PyGObject has no value for these two
            fields[name] = [int(number) for number in numbers[1].split(",")]
        elif fraction:
            fields[name] = fraction[1]
        elif structure.get_field_type(name).name in ("gint", "gchararray", "gboolean"):
            fields[name] = structure.get_value(name)
    return fields


class Caps:
    """The caps of a stream: what a client is reported of them, and how to cut buffers."""

    def __init__(self, caps, number):
        """Raises ValueError where no page can show such a stream."""
        fields = read_fields(caps)
        if fields.get("version") != 1 or not fields.get("quantity") or not re.fullmatch(
                "F(32|64)(LE|BE)", str(fields.get("format"))):
            raise ValueError(f"not spectra of version 1: {caps.to_string()[:500]}")
        bins = fields.get("bins")
        if ("rate" not in fields or not isinstance(bins, list) or len(bins) != 1
                or fields["quantity"] == "delay"):
            raise ValueError("only spectra of audio can be shown, and no delays")
        self.number = number
        self.channels, self.rate, self.hop = (fields.get(name) for name in
                                              ("channels", "rate", "hop"))
        for size in bins[0], self.channels, self.rate, self.hop:
            if not isinstance(size, int) or size < 1:
                raise ValueError(f"no caps of spectra: {caps.to_string()[:500]}")
        size = int(fields["format"][1:3]) // 8
        self.swapped = {4: "f", 8: "d"}[size] if fields["format"].endswith("BE") else None
        self.frame_bytes = (self.channels * bins[0] * size
                            * (2 if fields["quantity"] in PAIRS else 1))
        if self.frame_bytes > MOST_FRAME_BYTES:
            raise ValueError(f"a frame of {self.frame_bytes} bytes is too large for a page, "
                             f"which takes {MOST_FRAME_BYTES}: fewer bins or channels, or bands")
        fields["format"] = f"F{8 * size}LE"
        self.text = json.dumps({"number": number, "caps": fields})
        if len(self.text) > MOST_TEXT:
            raise ValueError(f"caps of more than {MOST_TEXT} characters")

    def pack(self, sequence, pts, data):
        """Yields the binary messages of a buffer, the first of that sequence number."""
        if not data or len(data) % self.frame_bytes:
            raise ValueError(f"a buffer of {len(data)} bytes is not whole frames of "
                             f"{self.frame_bytes}")
        if self.swapped:
            values = array.array(self.swapped, data)
            values.byteswap()
            data = values.tobytes()
        step = max(MOST_BYTES // self.frame_bytes, 1)
        n_frames = len(data) // self.frame_bytes
        for i, first in enumerate(range(0, n_frames, step)):
            n_here = min(step, n_frames - first)
            time = pts if pts == NO_TIME else pts + first * self.hop * 10 ** 9 // self.rate
            yield HEADER.pack(self.number & 0xffffffff, (sequence + i) & 0xffffffff, time,
                              n_here, 0) + data[first * self.frame_bytes:
                                                (first + n_here) * self.frame_bytes]
