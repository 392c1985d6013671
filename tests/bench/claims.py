# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tests of clfft-bench share: claims that print TAP, and where kernels
are kept."""
import os
import subprocess
import sys
import traceback

# To keep a binary PoCL compiles a kernel a second time.
ENVIRONMENT = {**os.environ, "XDG_CACHE_HOME": os.environ.get(
    "CLFFT_TEST_CACHE", os.devnull)}


def need_device(result):
    """Ends the test as skipped where the run says that there is no device;
    before a plan is printed."""
    if result.stderr.startswith(("clfft-bench: no driver:",
                                 "clfft-bench: no device:")):
        print("1..0 # SKIP no OpenCL device")
        sys.exit(0)


def prove(claims, *arguments):
    """Calls each with the arguments; does one not hold?"""
    n_failed = 0
    print("1..%d" % len(claims))
    for number, claim in enumerate(claims, 1):
        try:
            claim(*arguments)
            good = True
        except (AssertionError, subprocess.SubprocessError) as problem:
            where = traceback.extract_tb(problem.__traceback__)[-1]
            print("# line %d, %s: %s" % (where.lineno, where.line,
                                         str(problem).replace("\n", "\n# ")))
            good = False
            n_failed += 1
        print("%sok %d - %s" % ("" if good else "not ", number,
                                claim.__name__))
    return n_failed > 0
