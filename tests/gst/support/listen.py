# SPDX-License-Identifier: LGPL-2.1-or-later
"""What clspectrum posts of sound that tests in Python make, read as numbers."""
import os
import struct
import tempfile

from lines import Gst, Line

KINDS = {"S16LE": ("<i2", 32768), "S32LE": ("<i4", 2147483648), "F32LE": ("<f4", 1),
         "F64LE": ("<f8", 1)}


def write_samples(numpy, x, kind):
    """(bytes of x, a row for each channel, and what they say in double precision)."""
    code, scale = KINDS[kind]
    data = (numpy.round(x * scale) if scale > 1 else x).astype(code)
    return data.T.tobytes(), data.astype(float) / scale


def read_numbers(fields, name):
    """The numbers of a field, channel after channel; None: there is no such field."""
    if not fields.has_field(name):
        return None
    found, numbers = fields.get_list(name)
    if not found:
        found, numbers = fields.get_array(name)
    if not found:
        data = fields.get_value(name).get_data()
        return struct.unpack(f"={len(data) // 4}f", data)
    return tuple(numbers.get_nth(k) for k in range(numbers.n_values))


def listen(element, kind, rate, channels, data, n_buffers=1):
    """The messages `spectrum` of bytes that come in so many buffers, and the texts of
    WARNINGs."""
    caps = (f"audio/x-raw,format={kind},layout=interleaved,rate={rate},channels={channels},"
            "channel-mask=(bitmask)0")
    frame = int(KINDS[kind][0][2]) * channels
    block = max(1, len(data) // frame // n_buffers) * frame
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sound")
        with open(path, "wb") as file:
            file.write(data)
        with Line(f"filesrc location={path} blocksize={block} ! {caps} ! {element} ! "
                  "fakesink") as line:
            line.finish()
            line.collect()
            return [message.get_structure() for message in line.messages
                    if message.type == Gst.MessageType.ELEMENT
                    and message.has_name("spectrum")], line.texts(Gst.MessageType.WARNING)
