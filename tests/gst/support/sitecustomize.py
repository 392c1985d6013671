# SPDX-License-Identifier: LGPL-2.1-or-later
"""Python imports this at its start where PYTHONPATH has this folder, in tests and in
the examples that they run. Threads take turns after a microsecond rather than five
thousand: what two threads may not do at once then fails in most runs, not in one
of hundreds."""
import sys

sys.setswitchinterval(1e-6)
