#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Gives Whisper's log-mel features of a sound to onnxruntime, second by second, and
prints what the model says.

    onnx_features.py song.flac
    onnx_features.py "audiotestsrc num-buffers=200 freq=3000"
    onnx_features.py --model mine.onnx song.flac

Tensors come as models want them: float32 [1][80 bands][100 frames]. The model that
this file makes itself compares the upper 40 bands with the lower ones and has the
outputs low and high; yours takes the same input. The example needs numpy, gi and
onnxruntime (Debian 13: python3-onnxruntime; elsewhere: pip install onnxruntime).
"""
import os
import sys

import gi
import numpy

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst

BANDS, FRAMES = 80, 100
NAMES = "low", "high"


# ---- a model: fields of protocol buffers, as onnx.proto numbers them ----

def field(number, value):
    """A field: an integer, or bytes, text, a list of such."""
    if isinstance(value, list):
        return b"".join(field(number, one) for one in value)
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def varint(value):
    head = b""
    while value > 127:
        head += bytes([value & 127 | 128])
        value >>= 7
    return head + bytes([value])


def message(**fields):
    """f1=..., f7=... by their numbers."""
    return b"".join(field(int(name[1:]), value) for name, value in fields.items())


def tensor_type(name, sizes):
    dimensions = message(f1=[message(f1=size) for size in sizes])
    return message(f1=name, f2=message(f1=message(f1=1, f2=dimensions)))


def make_model():
    """scores[1][2] = mean over frames of weights[2][80] mel[1][80][100]."""
    weights = numpy.zeros((2, BANDS), "<f4")
    weights[0, :BANDS // 2] = weights[1, BANDS // 2:] = 2 / BANDS
    axis = message(f1="axes", f8=2, f20=7)
    keep = message(f1="keepdims", f3=0, f20=2)
    nodes = [message(f1=["weights", "mel"], f2="sums", f4="MatMul"),
             message(f1="sums", f2="scores", f4="ReduceMean", f5=[axis, keep])]
    graph = message(f1=nodes, f2="loudest half",
                    f5=message(f1=[2, BANDS], f2=1, f8="weights", f9=weights.tobytes()),
                    f11=tensor_type("mel", [1, BANDS, FRAMES]), f12=tensor_type("scores", [1, 2]))
    return message(f1=8, f7=graph, f8=message(f2=13))


# ---- a pipeline ----

def tensors(sound):
    """(seconds, float32 [1][80][100]) of each second of a file, or of elements."""
    is_file = os.path.exists(sound)
    pipeline = Gst.parse_launch(
        ("filesrc name=file ! decodebin" if is_file else sound)
        + " ! audioconvert ! audioresample ! claudiofft preset=whisper channel-mode=mix "
        f"frames-per-buffer={FRAMES} tensor-order=band-frame ! other/tensors,format=static,"
        f"dimensions={FRAMES}:{BANDS}:1:1 ! appsink name=sink sync=false max-buffers=4")
    if is_file:
        pipeline.get_by_name("file").set_property("location", sound)
    sink, bus = pipeline.get_by_name("sink"), pipeline.get_bus()
    pipeline.set_state(Gst.State.PLAYING)
    try:
        while sample := sink.emit("pull-sample"):
            buffer = sample.get_buffer()
            data = buffer.extract_dup(0, buffer.get_size())
            yield buffer.pts / Gst.SECOND, numpy.frombuffer(data, "f4").reshape(1, BANDS, FRAMES)
        problem = bus.pop_filtered(Gst.MessageType.ERROR)
        if problem:
            sys.exit(f"{problem.src.get_name()}: {problem.parse_error()[0].message}")
    finally:
        pipeline.set_state(Gst.State.NULL)


def main():
    import onnxruntime

    arguments = sys.argv[1:]
    model = make_model()
    if arguments[:1] == ["--model"]:
        with open(arguments[1], "rb") as file:
            model = file.read()
        arguments = arguments[2:]
    if len(arguments) != 1:
        sys.exit(__doc__)
    Gst.init(None)
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    for seconds, mel in tensors(arguments[0]):
        scores = session.run(None, {name: mel})[0].ravel()
        best = int(scores.argmax())
        print(f"{seconds:.2f} s {NAMES[best] if len(scores) == len(NAMES) else best} "
              f"{scores[best]:.4f}")


if __name__ == "__main__":
    try:
        main()
    except (GLib.Error, OSError, ImportError) as error:
        sys.exit(getattr(error, "message", str(error)))
