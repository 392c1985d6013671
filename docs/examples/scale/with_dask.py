#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Does what recording.py does on the workers of a Dask scheduler.

    local="--host 127.0.0.1 --dashboard-address 127.0.0.1:0"
    dask scheduler $local
    PYTHONPATH=docs/examples/scale DEVICE=0:0 dask worker 127.0.0.1:8786 $local --nthreads 1
    PYTHONPATH=docs/examples/scale DEVICE=0:1 dask worker 127.0.0.1:8786 $local --nthreads 1
    with_dask.py --scheduler 127.0.0.1:8786 RECORDINGS RESULTS

Whoever reaches a scheduler or a worker can run code there; between machines use
Dask's TLS. A worker has one device and does one recording at a time. Both folders have the same
path on all machines. A recording whose worker dies goes to another; one that fails
by the device or the disk is tried again; one that cannot be decoded is not. What is
missing at the end is listed with its reason, and the status is then 1. The same
line again does only what is missing.
"""
import sys

from distributed import Client, as_completed

import recording


def main():
    parser = recording.make_parser()
    parser.add_argument("--scheduler", required=True, metavar="HOST:PORT")
    parser.add_argument("--retries", type=int, default=2, metavar="N",
                        help="further attempts at a recording (2)")
    parser.add_argument("--wait", type=float, default=60, metavar="SECONDS",
                        help="for the first worker (60)")
    options, names, arguments = recording.parse(parser)
    report = recording.Report(len(names))
    try:
        client = Client(options.scheduler, timeout=options.wait)
        client.wait_for_workers(1, timeout=options.wait)
    except (OSError, TimeoutError) as error:
        sys.exit(f"{options.scheduler}: {error}")
    with client:
        # not pure: the results are files, which the scheduler does not know
        futures = {client.submit(recording.analyse, name, *arguments, pure=False,
                                 retries=options.retries): name for name in names}
        for future in as_completed(futures):
            error = future.exception()
            if error:
                report.tell(futures[future], str(error))
            else:
                report.tell(*future.result())
            future.release()
    sys.exit(report.finish())


if __name__ == "__main__":
    main()
