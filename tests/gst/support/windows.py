# SPDX-License-Identifier: LGPL-2.1-or-later
"""The windows that claudiofft and scipy.signal.get_window both have."""

# as claudiofft calls it, its parameter or None, and as get_window does of a length
WINDOWS = [
    ("rect", None, lambda n: "boxcar"),
    ("hann", None, lambda n: "hann"),
    ("hamming", None, lambda n: "hamming"),
    ("hamming-exact", None, lambda n: ("general_hamming", 0.53836)),
    ("blackman", None, lambda n: "blackman"),
    ("blackman-harris", None, lambda n: "blackmanharris"),
    ("nuttall", None, lambda n: "nuttall"),
    ("flattop", None, lambda n: "flattop"),
    ("bartlett", None, lambda n: "bartlett"),
    ("tukey", 0.5, lambda n: ("tukey", 0.5)),
    ("tukey", 0.25, lambda n: ("tukey", 0.25)),
    ("gauss", 0.4, lambda n: ("gaussian", 0.4 * n / 2)),
    ("kaiser", 8.6, lambda n: ("kaiser", 8.6)),
    ("kaiser", 14, lambda n: ("kaiser", 14)),
    ("dolph-chebyshev", 100, lambda n: ("chebwin", 100)),
    ("dolph-chebyshev", 60, lambda n: ("chebwin", 60)),
    ("parzen", None, lambda n: "parzen"),
    ("bohman", None, lambda n: "bohman"),
    ("taylor", None, lambda n: "taylor"),
    ("taylor", 60, lambda n: ("taylor", 13, 60)),
    ("dpss", None, lambda n: ("dpss", 4)),
    ("dpss", 2.5, lambda n: ("dpss", 2.5)),
]
