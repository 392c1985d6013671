#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Holds the tree against the include rule in includes.txt, and folders and
files to their size (TAP).

usage: test-includes.py SOURCE_ROOT PURE_SOURCE...

The rule is lines "FILES -> HEADERS"; # begins a comment. FILES are patterns of
paths, separated by blanks; a file belongs to the first line that matches. A
file may include its own header (the same path but for .c) and the headers
named; names are paths from the root, patterns are allowed, "nothing" is none.

A file of the engine uses another one if it names a function or a variable that
only that one defines. A hook, such as clfft_seed_methods, has one for each
build and is no use.
"""
import fnmatch
import os
import re
import sys

from tap import report

FOLDERS = ("clfft", "gst", "kernels", "tests", "docs")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
ANGLED = re.compile(r"^\s*#\s*include\s+<([^>]+)>", re.MULTILINE)
CALL = re.compile(r"\bcl[A-Z]\w*\s*\(")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FUNCTION = re.compile(r"^(?!static\b|#|\}|typedef\b)\w[\w \n*]*?\b(\w+)\([^;{}]*\)"
                      r"\n\{", re.MULTILINE)
DATA = re.compile(r"^(?!static\b|extern\b|typedef\b)\w[\w *]*?\b(\w+)(?:\[\w*\])? = ",
                  re.MULTILINE)
WORD = re.compile(r"\b[A-Za-z_]\w*\b")
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
MOST_FILES = 24  # in a folder
MOST_LINES = 500  # in a file of the product, but tables
PLACES = ("", "tests", "gst", "kernels")


class Tree:
    def __init__(self, root):
        self.root = root
        self.texts = {}
        for folder in FOLDERS:
            for path, _, names in os.walk(os.path.join(root, folder)):
                for name in names:
                    if name.endswith((".c", ".h", ".cl", ".inc")):
                        full = os.path.join(path, name)
                        with open(full, encoding="utf-8") as f:
                            self.texts[os.path.relpath(full, root)] = f.read()
        self.rows = self.read_rows()

    def read_rows(self):
        path = os.path.join(self.root, "tests", "headers", "includes.txt")
        rows = []
        with open(path, encoding="utf-8") as f:
            for line in f:
                files, arrow, headers = line.partition("#")[0].partition("->")
                if arrow:
                    rows.append((files.split(), headers.split()))
        return rows

    def row_of(self, path):
        for row in self.rows:
            if any(fnmatch.fnmatchcase(path, pattern) for pattern in row[0]):
                return row
        return None

    def resolve(self, path, name):
        """The file that #include "name" in `path` means, or None."""
        for place in (os.path.dirname(path),) + PLACES:
            candidate = os.path.normpath(os.path.join(place, name))
            if candidate in self.texts:
                return candidate
        return None

    def includes(self, path):
        return [(name, self.resolve(path, name))
                for name in INCLUDE.findall(self.texts[path])]

    def uses(self):
        """{FILE.c: {FILE.c: names}} of the engine: functions and data that a
        file takes from another one."""
        sources = [path for path in sorted(self.texts)
                   if path.startswith("clfft/") and path.endswith(".c")]
        codes = {path: self.code(path) for path in sources}
        owners = {}
        for path in sources:
            for name in FUNCTION.findall(codes[path]) + DATA.findall(codes[path]):
                owners.setdefault(name, set()).add(path)
        uses = {path: {} for path in sources}
        for path in sources:
            for name in set(WORD.findall(codes[path])) & set(owners):
                if len(owners[name]) == 1 and path not in owners[name]:
                    uses[path].setdefault(min(owners[name]), set()).add(name)
        return uses

    def closure(self, paths):
        seen, waiting = set(), list(paths)
        while waiting:
            path = waiting.pop()
            if path not in seen:
                seen.add(path)
                waiting += [found for _, found in self.includes(path) if found]
        return seen

    def code(self, path):
        return STRING.sub('""', COMMENT.sub("", self.texts[path]))


def is_allowed(path, header, row):
    own = os.path.splitext(path)[0] + ".h"
    return header == own or any(fnmatch.fnmatchcase(header, pattern)
                                for pattern in row[1])


def the_rule_is_there(tree, pure):
    return [] if len(tree.rows) > 10 else ["%d rows" % len(tree.rows)]


def every_file_has_a_row(tree, pure):
    return [path for path in sorted(tree.texts) if not tree.row_of(path)]


def every_row_has_a_file(tree, pure):
    used = [tree.row_of(path) for path in tree.texts]
    return [" ".join(row[0]) for row in tree.rows if row not in used]


def every_include_is_of_the_tree(tree, pure):
    return ["%s includes %s" % (path, name) for path in sorted(tree.texts)
            for name, found in tree.includes(path) if not found]


def every_include_is_allowed(tree, pure):
    wrong = []
    for path in sorted(tree.texts):
        row = tree.row_of(path)
        wrong += ["%s includes %s" % (path, found)
                  for _, found in tree.includes(path)
                  if row and found and not is_allowed(path, found, row)]
    return wrong


def every_allowed_header_is_included(tree, pure):
    wrong = []
    for row in tree.rows:
        included = {found for path in tree.texts if tree.row_of(path) == row
                    for _, found in tree.includes(path)}
        wrong += ["%s -> %s" % (" ".join(row[0]), pattern)
                  for pattern in row[1] if pattern != "nothing"
                  and not any(found and fnmatch.fnmatchcase(found, pattern)
                              for found in included)]
    return wrong


def the_pure_half_includes_no_header_of_the_device_half(tree, pure):
    reached = tree.closure(pure)
    device = [path for path in reached
              if path.startswith(("clfft/device/", "clfft/plan/"))]
    return sorted(device) + ([] if reached else ["no pure source"])


def the_pure_half_calls_no_opencl(tree, pure):
    return ["%s: %s" % (path, call) for path in pure
            for call in CALL.findall(tree.code(path))]


def the_engine_knows_no_glib(tree, pure):
    return ["%s includes <%s>" % (path, name) for path in sorted(tree.texts)
            if path.startswith("clfft/")
            and not path.startswith("clfft/tools/peers/")  # one is GStreamer's
            for name in ANGLED.findall(tree.texts[path])
            if name.startswith(("gst/", "glib"))]


def the_stream_format_library_knows_no_opencl(tree, pure):
    paths = tree.closure(path for path in tree.texts
                         if path.startswith("gst/fourier/"))
    return ["%s includes <%s>" % (path, name) for path in sorted(paths)
            for name in ANGLED.findall(tree.texts[path])
            if name.startswith("CL/")] + [
                path for path in sorted(paths) if path.startswith("clfft/")]


def elements_call_opencl_through_one_library_alone(tree, pure):
    return ["%s: %s" % (path, call) for path in sorted(tree.texts)
            if path.startswith("gst/") and not path.startswith("gst/opencl/")
            for call in CALL.findall(tree.code(path))]


def circles_of(uses):
    """Sets of files that use one another in a ring, by the ring's reach."""
    reached = {}
    for start in uses:
        seen, waiting = set(), list(uses[start])
        while waiting:
            path = waiting.pop()
            if path not in seen:
                seen.add(path)
                waiting += uses[path]
        reached[start] = seen
    rings = {frozenset(b for b in reached[a] if a in reached[b])
             for a in uses if a in reached[a]}
    return sorted(sorted(ring) for ring in rings)


def no_files_of_the_engine_use_one_another_in_a_circle(tree, pure):
    uses = tree.uses()
    wrong = [] if sum(map(len, uses.values())) > 100 else ["no uses are seen"]
    for ring in circles_of(uses):
        wrong.append("circle " + " ".join(ring))
        wrong += ["  %s -> %s: %s" % (a, b, " ".join(sorted(uses[a][b])))
                  for a in ring for b in ring if b in uses[a]]
    return wrong


def no_folders_of_the_engine_use_one_another_in_a_circle(tree, pure):
    # clfft/tools has the verbs of one program, which share its root's files
    folders = {}
    for path, used in tree.uses().items():
        if path.startswith("clfft/tools/"):
            continue
        folders.setdefault(os.path.dirname(path), {}).update(
            {os.path.dirname(other): path + " -> " + other for other in used
             if os.path.dirname(other) != os.path.dirname(path)})
    return ["circle %s: %s" % (" ".join(ring), folders[a][b])
            for ring in circles_of(folders)
            for a in ring for b in ring if b in folders[a]]


def no_folder_is_crowded(tree, pure):
    wrong = []
    for folder in FOLDERS + ("scripts",):
        for path, _, names in os.walk(os.path.join(tree.root, folder)):
            name = os.path.relpath(path, tree.root)
            files = [n for n in names if not n.endswith(".pyc")]
            if len(files) > MOST_FILES and "/corpus/" not in name:
                wrong.append("%s has %d files" % (name, len(files)))
    return wrong


def no_product_source_is_long(tree, pure):
    return ["%s has %d lines" % (path, text.count("\n"))
            for path, text in sorted(tree.texts.items())
            if path.startswith(("clfft/", "kernels/", "gst/")) and
            text.count("\n") > MOST_LINES and not path.endswith(".inc")]


def the_core_names_no_seed(tree, pure):
    names = re.compile(r"\b(bainville|aatish|zhang|scheme\w*|clfft_seed(?!_method)\w*|"
                       r"CLFFT_SEED(?!_METHOD)\w*)\b", re.IGNORECASE)
    return ["%s: %s" % (path, found[0])
            for path, text in sorted(tree.texts.items())
            if path.startswith(("clfft/", "kernels/")) and "/seeds/" not in path
            and path != "kernels/host/seed.h"
            and not path.startswith("clfft/tools/")
            for found in [names.search(text)] if found]


CLAIMS = (the_rule_is_there, every_file_has_a_row, every_row_has_a_file,
          every_include_is_of_the_tree, every_include_is_allowed,
          every_allowed_header_is_included,
          the_pure_half_includes_no_header_of_the_device_half,
          the_pure_half_calls_no_opencl, the_engine_knows_no_glib,
          the_stream_format_library_knows_no_opencl,
          elements_call_opencl_through_one_library_alone,
          no_files_of_the_engine_use_one_another_in_a_circle,
          no_folders_of_the_engine_use_one_another_in_a_circle,
          no_folder_is_crowded, no_product_source_is_long,
          the_core_names_no_seed)


def main():
    tree = Tree(os.path.realpath(sys.argv[1]))
    pure = [os.path.relpath(os.path.realpath(path), tree.root)
            for path in sys.argv[2:]]
    return report([(claim.__name__, claim(tree, pure)) for claim in CLAIMS])


sys.exit(main())
