#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Programs that were compiled with the last release's headers work with this
library (TAP). tests/headers/clfft-1.0.abi is the interface of that release.

    test-abi.py ABIDW ABIDIFF CC LIBRARY DUMP HEADER...
    test-abi.py --renew ABIDW LIBRARY DUMP HEADER...

ABIDW and ABIDIFF are commands, "" where they are not there. --renew, or
"ninja -C build renew-abi", writes the dump anew: at a release, by a compiler
that writes debug information, after a look at what "git diff" makes of it.
"""
import os
import subprocess
import sys
import tempfile

import abi
from tap import Skip, prove, skip_all

# A library as small as can be, in the manner of clfft.h.
HEADER = """
#include <stdint.h>
typedef enum clfft_kind {
    CLFFT_KIND_FIRST = 0, CLFFT_KIND_SECOND, CLFFT_N_KINDS
} clfft_kind;
typedef struct clfft_load {
    int sample; double scale; uint64_t reserved[8];
} clfft_load;
typedef struct clfft_desc {
    clfft_kind kind; unsigned rank; clfft_load load; uint64_t reserved[8];
} clfft_desc;
int clfft_run(const clfft_desc *desc);
int clfft_stop(int how);
"""
GROWTH = (  # claims that no break is seen, each with what is replaced
    ("a_member_in_a_reserved_word",
     ("double scale; uint64_t reserved[8]",
      "double scale; double gain; uint64_t reserved[7]")),
    ("a_smaller_member_in_a_reserved_word",
     ("load; uint64_t reserved[8]", "load; _Bool odd; uint64_t reserved[7]")),
    ("members_in_all_reserved_words",
     ("load; uint64_t reserved[8]", "load; const double *gains[8]")),
    ("an_enumerator_behind_the_last",
     ("CLFFT_N_KINDS", "CLFFT_KIND_THIRD, CLFFT_N_KINDS")),
    ("another_function",
     ("int clfft_stop(int how)", "int clfft_stop(int how), clfft_more(void)")),
)
BREAKS = (
    ("a_member_in_front", ("int sample;", "double gain; int sample;")),
    ("a_member_before_reserved_words",
     ("double scale;", "double scale, gain;")),
    ("a_member_of_another_type", ("int sample;", "float sample;")),
    ("a_member_of_another_type_beside_growth",
     ("int sample; double scale; uint64_t reserved[8]",
      "float sample; double scale, gain; uint64_t reserved[7]")),
    ("fewer_reserved_words", ("load; uint64_t reserved[8]",
                              "load; uint64_t reserved[7]")),
    ("an_enumerator_in_front",
     ("CLFFT_KIND_FIRST = 0,", "CLFFT_KIND_ZEROTH, CLFFT_KIND_FIRST,")),
    ("a_lost_enumerator", ("CLFFT_KIND_SECOND, ", "")),
    ("another_argument", ("clfft_stop(int how)", "clfft_stop(long how)")),
    ("a_lost_function", ("int clfft_stop(int how);", "")),
)


class Tools:
    def __init__(self, abidw, abidiff, cc):
        self.abidw, self.abidiff, self.cc = abidw, abidiff, cc.split()

    def dump_small(self, header):
        """Of a library with this header."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name)
                     for name in ("small.h", "small.c", "small.so")]
            code = '#include "small.h"\n' + \
                "int clfft_run(const clfft_desc *desc) { return 0; }\n"
            for text in ("clfft_stop(int how)", "clfft_stop(long how)",
                         "clfft_more(void)"):
                if text in header:
                    code += "int %s { return 0; }\n" % text
            for path, text in zip(paths, (header, code)):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            subprocess.run(self.cc + ["-g", "-shared", "-fPIC",
                                      "-Wl,-soname,small.so", paths[1], "-o",
                                      paths[2]], check=True)
            return abi.dump(self.abidw, paths[2], paths[:1])

    def breaks_small(self, change):
        assert change[0] in HEADER, change[0]
        return abi.breaks(self.abidiff, self.dump_small(HEADER),
                          self.dump_small(HEADER.replace(*change)))


def claim_growth(name, change):
    def claim(tools, old, new):
        reported = tools.breaks_small(change)
        assert not reported, reported
    claim.__name__ = name + "_is_no_break"
    return claim


def claim_break(name, change):
    def claim(tools, old, new):
        assert tools.breaks_small(change)
    claim.__name__ = name + "_is_a_break"
    return claim


def programs_of_the_last_release_work_with_this_library(tools, old, new):
    if not abi.knows_types(new):
        raise Skip("the library was built without debug information")
    if abi.address_size(old) != abi.address_size(new):
        raise Skip("the dump is of machines with addresses of %s bits, this "
                   "one has %s" % (abi.address_size(old),
                                   abi.address_size(new)))
    if abi.major_version(old) != abi.major_version(new):
        raise Skip("the dump has libabigail's format %s, abidw here writes %s"
                   % (abi.major_version(old), abi.major_version(new)))
    reported = abi.breaks(tools.abidiff, old, new)
    for line in reported.splitlines():
        print("# " + line)
    assert not reported, "against \"How structs grow\" of clfft.h"


def the_dump_names_no_folder(tools, old, new):
    assert "/" not in old.replace("</", "").replace("/>", ""), "a path"


CLAIMS = (programs_of_the_last_release_work_with_this_library,
          the_dump_names_no_folder)


def main():
    if sys.argv[1] == "--renew":
        abidw, library, path, *headers = sys.argv[2:]
        text = abi.dump(abidw, library, headers)
        assert abi.knows_types(text), "built without debug information"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    abidw, abidiff, cc, library, path, *headers = sys.argv[1:]
    if not abidw or not abidiff:
        skip_all("abidw and abidiff are not there; Debian has them in "
                 "abigail-tools")
    with open(path, encoding="utf-8") as file:
        old = file.read()
    claims = CLAIMS + tuple(claim_growth(*row) for row in GROWTH) + \
        tuple(claim_break(*row) for row in BREAKS)
    return prove(claims, Tools(abidw, abidiff, cc), old,
                 abi.dump(abidw, library, headers))


sys.exit(main())
