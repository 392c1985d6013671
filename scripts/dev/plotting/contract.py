# SPDX-License-Identifier: LGPL-2.1-or-later
"""The accuracy contract: what relative L2 error a transform may have."""
import math


def contract(transform, precision, dims):
    """As tests/support/reference/error.c has it, of plain transforms."""
    roundoff = 2.0 ** (-53 if precision == "double" else -24)
    lengths = [int(length) for length in dims.split("x")]
    points = math.prod(lengths)
    if "=" in transform:
        return None
    if points < 16:
        return 2 * roundoff
    rest = points
    for prime in (2, 3, 5, 7, 11, 13):
        while rest % prime == 0:
            rest //= prime
    return (1 if rest == 1 else 2) * roundoff * math.sqrt(math.log2(points))
