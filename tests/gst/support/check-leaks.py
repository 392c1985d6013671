#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs a test program under GStreamer's leaks tracer: no object may be alive
at the end, and the tracer must have run."""
import os
import subprocess
import sys

# the tracer is a plugin of GStreamer itself
environment = dict(os.environ, GST_PLUGIN_SYSTEM_PATH_1_0=sys.argv[1],
                   GST_REGISTRY=os.environ['GST_REGISTRY'] + '-leaks', GST_TRACERS='leaks(check-refs=true)',
                   GST_DEBUG='GST_TRACER:7', GST_DEBUG_NO_COLOR='1')
run = subprocess.run(sys.argv[2:], env=environment, text=True,
                     stdout=subprocess.PIPE, stderr=subprocess.PIPE)
alive = [line for line in run.stderr.splitlines()
         if 'object-alive,' in line and 'type-name=(string)%s' not in line]
program = os.path.basename(sys.argv[2])
print('1..1')
for line in alive[:20]:
    print('#', line[line.index('object-alive,'):])
if 'object-alive' not in run.stderr:
    print(f'ok 1 - {program}_leaks_nothing # SKIP no leaks tracer here')
elif alive or run.returncode != 0:
    print(f'# exit code {run.returncode}, {len(alive)} objects alive')
    print(f'not ok 1 - {program}_leaks_nothing')
    sys.exit(1)
else:
    print(f'ok 1 - {program}_leaks_nothing')
