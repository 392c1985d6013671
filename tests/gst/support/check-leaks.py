#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs a test program under GStreamer's leaks tracer, and adds to its claims that no
object is alive at its end (TAP).

    check-leaks.py FOLDER_OF_PLUGINS PROGRAM [CLAIM...]

The claim is skipped where the tracer is missing, or where all others are.
"""
import os
import re
import subprocess
import sys
import tempfile

TRACER = "libgstcoretracers.so"
CLAIM = "no_object_is_alive_at_the_end"


def make_environment(plugins, folder):
    """The tracer alone of the system's plugins."""
    os.symlink(os.path.join(plugins, TRACER), os.path.join(folder, TRACER))
    path = [folder, os.environ.get("GST_PLUGIN_PATH_1_0", "")]
    return dict(os.environ, GST_PLUGIN_PATH_1_0=os.pathsep.join(filter(None, path)),
                GST_REGISTRY=os.path.join(folder, "registry"), GST_TRACERS="leaks",
                GST_DEBUG="GST_TRACER:7,GST_INIT:4", GST_DEBUG_NO_COLOR="1",
                GST_DEBUG_FILE=os.path.join(folder, "log"))


def run(command, environment):
    """(status, claims, claims that were not skipped), having passed them on with room
    for one more."""
    n_claims = n_tried = 0
    with subprocess.Popen(command, env=environment, text=True, errors="replace",
                          stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            plan = re.match(r"1\.\.([1-9]\d*)$", line)
            if plan:
                n_claims = int(plan[1])
                line = f"1..{n_claims + 1}\n"
            n_tried += bool(re.match(r"(not )?ok \d+ (?!.*# SKIP)", line))
            print(line, end="", flush=True)
    return process.returncode, n_claims, n_tried


def find_alive(log):
    """What the tracer says is alive; None if it was not at work, or not until the end
    of GStreamer, where it says so."""
    if not os.path.exists(log):
        return None
    with open(log, encoding="utf-8", errors="replace") as stream:
        lines = stream.read().splitlines()
    if not any("object-alive" in line for line in lines) or not any(
            "deinitialized GStreamer" in line for line in lines):
        return None
    # the format of the records is logged too, with %s for the type's name
    return [line[line.index("object-alive,"):] for line in lines
            if "object-alive," in line and "(string)%s" not in line]


def main():
    plugins, command = sys.argv[1], sys.argv[2:]
    has_tracer = os.path.exists(os.path.join(plugins, TRACER))
    with tempfile.TemporaryDirectory() as folder:
        environment = make_environment(plugins, folder) if has_tracer else None
        status, n_claims, n_tried = run(command, environment)
        alive = find_alive(os.path.join(folder, "log"))
    if not n_claims:
        return status
    if not has_tracer or not n_tried:
        reason = "nothing was run" if has_tracer else f"there is no {TRACER}"
        print(f"ok {n_claims + 1} - {CLAIM} # SKIP {reason}")
        return status
    if alive is None:
        alive = ["the tracer was not at work until the end"]
    for line in alive[:20]:
        print("#", line)
    is_wrong = bool(alive)
    print(f"{'not ' if is_wrong else ''}ok {n_claims + 1} - {CLAIM}")
    return status or is_wrong


sys.exit(main())
