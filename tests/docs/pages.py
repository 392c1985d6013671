# SPDX-License-Identifier: LGPL-2.1-or-later
"""The pages of the tree as the tests read them: README.md and docs/**/*.md."""
import os
import re

FENCE = re.compile(r"^(?P<fence>```+)(?P<language>[^\n`]*)\n(?P<text>.*?)^(?P=fence)[ \t]*$",
                   re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
MARK = re.compile(r"<!--\s*(not run|run with):\s*((?:(?!-->).)*?)\s*-->\s*\Z", re.DOTALL)


class Block:
    """Fenced text: its language, its first line, what stands before it, and the
    mark there: the reason why it is not run, or what replaces words of it."""

    def __init__(self, page, match):
        self.page = page
        self.language = match["language"].strip().split(" ")[0]
        self.text = match["text"]
        self.line = page.text.count("\n", 0, match.start()) + 1
        self.before = page.text[:match.start()]
        mark = MARK.search(self.before)
        kind, text = mark.groups() if mark else (None, "")
        self.not_run = text if kind == "not run" else None
        self.replaced = text.split() if kind == "run with" else []

    def __str__(self):
        return f"{self.page.name}:{self.line}"


class Page:
    def __init__(self, root, name):
        self.root, self.name = root, name
        with open(os.path.join(root, name), encoding="utf-8") as stream:
            self.text = stream.read()

    @property
    def folder(self):
        return os.path.dirname(self.name)

    def blocks(self):
        return [Block(self, match) for match in FENCE.finditer(self.text)]

    def prose(self):
        """The text with blocks and comments blanked; lines keep their numbers."""
        def blank(match):
            return "\n" * match[0].count("\n")
        return COMMENT.sub(blank, FENCE.sub(blank, self.text))

    def n_words(self):
        """As wc -w counts them."""
        return len(self.text.split())

    def anchors(self):
        """Of headings, as hosting sites make them."""
        found = {}
        names = set()
        for heading in re.findall(r"^#{1,6} +(.+?) *#*$", self.prose(), re.MULTILINE):
            name = slug(heading)
            n_before = found.get(name, 0)
            found[name] = n_before + 1
            names.add(f"{name}-{n_before}" if n_before else name)
        return names | set(re.findall(r'<a (?:name|id)="([^"]+)"', self.text))


def slug(heading):
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[`*]", "", text).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def all_pages(root):
    """README first, then those of docs by name."""
    names = ["README.md"]
    for folder, folders, files in os.walk(os.path.join(root, "docs")):
        folders.sort()
        names += [os.path.relpath(os.path.join(folder, file), root)
                  for file in sorted(files) if file.endswith(".md")]
    return [Page(root, name.replace(os.sep, "/")) for name in names]
