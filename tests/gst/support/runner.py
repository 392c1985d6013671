#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs pipelines, one after another, for claims.run(). It says "ready"; then a line
on stdin is a JSON list of the words of one, as gst-launch-1.0 takes them, and the
answer is a line, "ok" or what went wrong. One process and one OpenCL context for all
of them start the driver's compiler once, which takes a second."""
import json
import sys

from lines import Gst

LIMIT = 300 * Gst.SECOND
contexts = []  # of the first pipeline


def run(words):
    try:
        pipeline = Gst.parse_launchv(words)
        if contexts:
            pipeline.set_context(contexts[0])
        if pipeline.set_state(Gst.State.PLAYING) == Gst.StateChangeReturn.FAILURE:
            limit = 0  # the reason is on the bus
        else:
            limit = LIMIT
        while True:
            message = pipeline.get_bus().timed_pop_filtered(
                limit, Gst.MessageType.EOS | Gst.MessageType.ERROR | Gst.MessageType.HAVE_CONTEXT)
            if not message or message.type != Gst.MessageType.HAVE_CONTEXT:
                break
            contexts.append(message.parse_have_context())
        pipeline.set_state(Gst.State.NULL)
    except Exception as reason:  # GLib.Error, of parsing
        return str(reason)
    if not message:
        return "neither its end nor an error came"
    if message.type == Gst.MessageType.ERROR:
        return str(message.parse_error())
    return "ok"


Gst.init(None)
print("ready", flush=True)
for line in sys.stdin:
    print(run(json.loads(line)).replace("\n", " "), flush=True)
