#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs a TAP program on a smaller device that the fault layer plays.

usage: with-profile.py LAYER PROFILE PROGRAM [ARGUMENT...]

The program's claims pass through; one more is added: that the layer was there
(a loader ignores what it cannot load), played this profile, saw every object
given back, and was asked for nothing beyond what the device tells. That a
kernel's own limit is smaller is no fault: the next recipe has to do.
"""
import os
import re
import subprocess
import sys
import tempfile

REPORT = re.compile(
    r"profile (\S+) calls (\d+) beyond (\d+) refused \d+ leaks (\d+) "
    r"strays (\d+)")


def main():
    layer, profile, program = sys.argv[1], sys.argv[2], sys.argv[3:]
    with tempfile.TemporaryDirectory(prefix="clfft-profile-") as folder:
        path = os.path.join(folder, "report")
        environment = dict(os.environ, OPENCL_LAYERS=layer,
                           CLFFT_LAYER_PROFILE=profile,
                           CLFFT_LAYER_REPORT=path)
        n_claims = 0
        with subprocess.Popen(program, env=environment, text=True,
                              stdout=subprocess.PIPE) as process:
            for line in process.stdout:
                plan = re.match(r"1\.\.(\d+)$", line.rstrip())
                if plan:
                    n_claims = int(plan[1])
                    line = f"1..{n_claims + 1}\n"
                sys.stdout.write(line)
                sys.stdout.flush()
        text = ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as f:
                text = f.read()
    rows = REPORT.findall(text)
    for line in text.splitlines():
        print("#", line)
    good = bool(rows) and all(
        row[0] == profile and int(row[1]) > 0 and set(row[2:]) == {"0"}
        for row in rows)
    print("ok" if good else "not ok", n_claims + 1,
          f"- layer_played_{profile.replace('-', '_')}_and_kept_its_limits")
    return 0 if good and process.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
