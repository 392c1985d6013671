# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tests of clfft-bench share: claims that print TAP (tests/support), and
where kernels are kept."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             "..", "support"))
from tap import Skip, is_full, prove, skip_all  # noqa: E402,F401

# To keep a binary PoCL compiles a kernel a second time.
ENVIRONMENT = {**os.environ, "XDG_CACHE_HOME": os.environ.get(
    "CLFFT_TEST_CACHE", os.devnull)}


def need_device(result):
    """Ends the test as skipped where the run says that there is no device;
    before a plan is printed."""
    if result.stderr.startswith(("clfft-bench: no driver:",
                                 "clfft-bench: no device:")):
        skip_all("no OpenCL device")
