#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims about the tree's top level and all pages: links and paths, the index,
lengths, where figures of measurements stand, and that tables are those of the
CSV files (TAP).

usage: test-pages.py SOURCE_ROOT
"""
import collections
import csv
import os
import re
import subprocess
import sys
import urllib.parse

from tap import Skip, prove
from pages import all_pages, slug

ROOT = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
CSV_FOLDER = os.path.join(ROOT, "docs", "csv")
NOTES = "docs/internals/notes.md"  # the reasons of rules, with figures of their day
INDEX = "docs/README.md"
TOP_LEVEL = {"LICENSE", "README.md", "clfft", "docs", "findings", "gst", "kernels",
             "meson.build", "meson_options.txt", "scripts", "tests"}
MOST_WORDS_OF_README = 600
MOST_WORDS = 45000

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
# docs/NAME without a suffix may be what is built of docs/examples
PATH = re.compile(r"`((?:clfft|gst|kernels|scripts|tests|docs(?=/\S*[/.]))/[\w./-]*\w)`")


def fail(problems):
    """Tells them, if there are any, as comments of TAP."""
    for problem in problems:
        print("#", problem)
    assert not problems, f"{len(problems)} problems, above"


def links_of(page):
    """(is a picture, text, target as written, line)"""
    prose = page.prose()
    for match in LINK.finditer(prose):
        yield (match[1] == "!", match[2], match[3],
               prose.count("\n", 0, match.start()) + 1)


def resolve(page, target):
    """(path from the root, anchor)"""
    path, _, anchor = target.partition("#")
    if not path:
        return page.name, anchor
    return os.path.normpath(os.path.join(page.folder, urllib.parse.unquote(path))), anchor


def is_local(target):
    return not re.match(r"[a-z]+:", target)


# ---- links ----

def every_link_and_anchor_leads_somewhere(pages):
    anchors = {page.name: page.anchors() for page in pages}
    problems, n_links = [], 0
    for page in pages:
        for _, _, target, line in links_of(page):
            if not is_local(target):
                continue
            n_links += 1
            path, anchor = resolve(page, target)
            if path.startswith("..") or not os.path.exists(os.path.join(ROOT, path)):
                problems.append(f"{page.name}:{line}: no file {target}")
            elif anchor and path in anchors and anchor not in anchors[path]:
                problems.append(f"{page.name}:{line}: no heading {target}")
    assert n_links > 50, n_links
    fail(problems)


def every_path_in_the_text_is_of_a_file(pages):
    problems = []
    for page in pages:
        for path in PATH.findall(page.prose()):
            if not os.path.exists(os.path.join(ROOT, path)):
                problems.append(f"{page.name}: there is no {path}")
    fail(problems)


def sources():
    """(path from the root, text) of what is no page."""
    for top in "clfft", "docs", "gst", "kernels", "scripts", "tests":
        for folder, folders, names in os.walk(os.path.join(ROOT, top)):
            folders[:] = [name for name in folders if name not in ("corpus", "csv", "pictures")]
            for name in names:
                path = os.path.join(folder, name)
                if not name.endswith((".md", ".png")) and folder != HERE:
                    with open(path, encoding="utf-8", errors="replace") as stream:
                        yield os.path.relpath(path, ROOT), stream.read()


def every_page_that_a_source_names_is_there(_):
    problems, n_named = [], 0
    for path, text in sources():
        for page in re.findall(r"\bdocs/[\w./-]*\.md\b", text):
            n_named += 1
            if not os.path.exists(os.path.join(ROOT, page)):
                problems.append(f"{path}: there is no {page}")
    assert n_named > 10, n_named
    fail(problems)


def headings_make_the_anchors_of_hosting_sites(_):
    for heading, name in (("simd: rows and lanes", "simd-rows-and-lanes"),
                          ("`--check` of [a run](x.md), 2 %", "--check-of-a-run-2-"),
                          ("Time_and PTS", "time_and-pts")):
        assert slug(heading) == name, (heading, slug(heading))


def every_picture_is_shown_and_has_a_text(pages):
    problems, shown = [], set()
    for page in pages:
        for is_picture, text, target, line in links_of(page):
            if is_picture:
                shown.add(resolve(page, target)[0])
                if not text.strip():
                    problems.append(f"{page.name}:{line}: no text says what is seen")
    folder = os.path.join(ROOT, "docs", "pictures")
    problems += [f"no page shows docs/pictures/{name}" for name in sorted(os.listdir(folder))
                 if f"docs/pictures/{name}" not in shown]
    fail(problems)


# ---- the tree ----

def the_top_level_has_what_is_agreed_and_nothing_else(_):
    try:
        tracked = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True,
                                 capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Skip(f"git does not list the tree: {problem}") from None
    names = {path.split("/")[0] for path in tracked.split("\0") if path}
    names = {name for name in names if not name.startswith(".")}
    assert TOP_LEVEL - {"findings"} <= names <= TOP_LEVEL, names


# ---- first steps ----

def no_page_installs_a_package_that_no_archive_has(pages):
    """The names of our own packages are of scripts/packaging alone."""
    own = set(re.findall(r"^Package: (.*)$", read("scripts", "packaging", "debian", "control"),
                         re.MULTILINE))
    assert len(own) > 5, own
    problems, n_installed = [], 0
    for page in pages:
        text = page.text.replace("\\\n", " ")
        for match in re.finditer(r"\bapt(?:-get)? install ((?:[\w.+-]+ *)+)", text):
            n_installed += 1
            problems += [f"{page.name}: {name}" for name in match[1].split() if name in own]
    assert n_installed > 1, n_installed
    fail(problems)


def the_variable_of_plugins_is_the_one_that_wins(pages):
    """GStreamer ignores GST_PLUGIN_PATH where GST_PLUGIN_PATH_1_0 is set."""
    setting = re.compile(r"\bGST_PLUGIN(?:_SYSTEM)?_PATH(?:=(?! )|[\"']: )")
    texts = [(page.name, page.text) for page in pages]
    fail([f"{name}: {found[0]}" for name, text in texts + list(sources())
          for found in [setting.search(text)] if found])


def programs_of_the_build_are_said_to_be_built(pages):
    """What a page runs in build/ is made by scripts/demo, or by a line above."""
    demo = " ".join(re.findall(r"^compile .*", read("scripts", "demo"), re.MULTILINE))
    problems, n_named = [], 0
    for page in pages:
        if page.name != "README.md" and not page.name.startswith("docs/guide/"):
            continue
        for block in page.blocks():
            for path in re.findall(r"^(?:\S*=\S* )*build/(\S+)", block.text, re.MULTILINE):
                n_named += 1
                if path not in demo and f"ninja -C build {path}" not in block.text:
                    problems.append(f"{block}: who builds {path}?")
    assert n_named > 4, n_named
    fail(problems)


# ---- releases ----

def read(*names):
    with open(os.path.join(ROOT, *names), encoding="utf-8") as stream:
        return stream.read()


def the_news_begin_with_this_release(_):
    build = read("meson.build")
    version = re.search(r"^  version: '(.*)',$", build, re.MULTILINE).group(1)
    date = re.search(r"^release_date = '(.*)'$", build, re.MULTILINE).group(1)
    # but for what the next release brings
    newest = re.search(r"^## (?!Next$)(.*)$", read("docs", "NEWS.md"),
                       re.MULTILINE).group(1)
    assert newest == f"{version}, {date}", newest
    header = re.search(r'CLFFT_VERSION "(.*)"', read("clfft", "clfft.h")).group(1)
    assert header == version, header
    changelog = read("scripts", "packaging", "debian", "changelog")
    assert changelog.startswith(f"gst-clfft ({version}-"), changelog.splitlines()[0]


# ---- index and lengths ----

def every_page_has_one_line_in_the_index(pages):
    index = next(page for page in pages if page.name == INDEX)
    listed = collections.Counter(resolve(index, target)[0]
                                 for _, _, target, _ in links_of(index))
    fail([f"{page.name}: {listed[page.name]} times in {INDEX}" for page in pages
          if page.name not in (INDEX, "README.md") and listed[page.name] != 1])


def readme_is_short(pages):
    assert pages[0].n_words() <= MOST_WORDS_OF_README, pages[0].n_words()


def all_pages_together_are_short(pages):
    n_words = sum(page.n_words() for page in pages if page.name != "README.md")
    print(f"# {n_words} words in docs, {pages[0].n_words()} in README.md")
    assert n_words <= MOST_WORDS, n_words


def every_page_has_one_title_and_begins_with_a_sentence(pages):
    problems = []
    for page in pages:
        lines = [line for line in page.prose().splitlines() if line.strip()]
        titles = [line for line in lines if line.startswith("# ")]
        if len(titles) != 1 or lines[0] != titles[0]:
            problems.append(f"{page.name}: {len(titles)} titles")
        elif lines[1].startswith(("#", "|", "-", "!", "1.")) and page.name != INDEX:
            problems.append(f"{page.name}: begins with {lines[1]!r}")
    fail(problems)


# ---- elements ----

NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()


def lists_of_elements_have_all_of_them(pages):
    elements = [name for name in sorted(os.listdir(os.path.join(ROOT, "gst")))
                if name.startswith("cl")
                and os.path.exists(os.path.join(ROOT, "docs", "guide", name + ".md"))]
    assert len(elements) > 1, elements
    texts = [(page.name, page.text) for page in pages
             if page.name != "docs/NEWS.md"]
    name = "scripts/packaging/debian/control"
    texts.append((name, read(*name.split("/"))))
    problems = []
    for name, text in texts:
        for part in re.split(r"\n\s*\n", text):
            missing = [element for element in elements
                       if not re.search(rf"\b{element}\b", part)]
            if len(missing) == 1:
                problems.append(f"{name}: all but {missing[0]}: {part[:60]!r}")
        for number in re.findall(r"(?:lists?|has) (\w+)\s+elements\b", text):
            if number in NUMBERS and number != NUMBERS[len(elements) - 1]:
                problems.append(f"{name}: {number} elements, not {len(elements)}")
    fail(problems)


# ---- figures ----

NUMBER = r"(?<![\w.])\d[\d,.]{0,8}"
TIME = re.compile(NUMBER + r" ?(?:us|µs|ns|ms|s|seconds|minutes)\b")
RATE = re.compile(NUMBER + r" ?(?:[GM]i?B/s|GFLOPS|GFLOP/s|fps|frames a second)\b")
RATIO = re.compile(NUMBER + r"(?: ?%|x(?![\w ])|×| times\b)")
MACHINE = re.compile(r"\b(?:[HA][12]00|EPYC|Xeon|Ryzen|Zen [1-5]|RTX|GTX|Tesla|AVX-512)\b")
MEASURED = re.compile(
    r"\b(?:measured|median|faster|slower|speeds? up|sped up|takes?|took|instead of|of the time|"
    r"of CPU|costs?|[a-z]+ times as (?:fast|long))\b")
DAY = re.compile(r"\b20\d\d-[01]\d-[0-3]\d\b")
COMMIT = re.compile(r"(?<![\w#-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,12}(?![\w-])")


def what_was_measured(sentence):
    """What in a sentence is a figure of a measurement, or None."""
    for pattern in DAY, RATE, COMMIT:
        found = pattern.search(sentence)
        if found:
            return found[0]
    found = TIME.search(sentence) or RATIO.search(sentence)
    if found and (MEASURED.search(sentence) or MACHINE.search(sentence)):
        return found[0]
    return None


def sentences(text):
    """Rows of tables, items and sentences, without line breaks."""
    for paragraph in re.split(r"\n(?:[ \t]*\n|(?=\s*[-*|]|\s*\d+\. ))", text):
        flat = " ".join(paragraph.split())
        yield from re.split(r"(?<=[.!?:;]) (?=[A-Z`*\[(])", flat)


def allowed_figures():
    """[(page, part of the sentence)] of figures.txt, each with its reason."""
    rows = []
    with open(os.path.join(HERE, "figures.txt"), encoding="utf-8") as stream:
        for line in stream:
            if line.strip() and not line.startswith("#"):
                page, part, reason = (word.strip() for word in line.split(" | "))
                assert reason, line
                rows.append((page, part))
    return rows


def figures_of_measurements_are_recognised(_):
    for sentence in ("A launch takes 4 us.", "It runs at 3.2 GB/s.", "Since 2026-11-25.",
                     "It is 2.5 times as fast as FFTW, measured in turns.",
                     "0.97 of the copy, 12 % less on an H200.", "Since 9aa453a it is gone."):
        assert what_was_measured(sentence), sentence
    for sentence in ("A window of 20 ms overlaps by 50 %.", "The default is 100 ms.",
                     "It takes any length from 1 to 4096.", "Rate 48000, 1920x1080.",
                     "A frame of 1024 points is complete after 21.3 ms."):
        assert not what_was_measured(sentence), (sentence, what_was_measured(sentence))


def figures_stand_in_benchmarks_and_readmes_table_alone(pages):
    allowed = allowed_figures()
    used, problems = set(), []
    for page in pages:
        if page.name in ("docs/benchmarks.md", NOTES):
            continue
        text = page.prose()
        if page.name == "README.md":
            text = re.sub(r"^## Speed$.*?(?=^## |\Z)", "", text, flags=re.DOTALL | re.MULTILINE)
        for sentence in sentences(text):
            found = what_was_measured(sentence)
            if not found:
                continue
            row = next((row for row in allowed
                        if row[0] == page.name and row[1] in sentence), None)
            if row:
                used.add(row)
            else:
                problems.append(f"{page.name}: {found!r} in: {sentence[:200]}")
    problems += [f"figures.txt: nothing in {page} has {part!r}" for page, part in allowed
                 if (page, part) not in used]
    fail(problems)


# ---- tables ----

PEERS = {"gst-clfft": "ours", "VkFFT": "vkfft", "cuFFT": "cufft", "copy": "copy"}
REFERENCES = ("ours", "copy", "trip")


def cases_of(name):
    """{case: {peer: microseconds}}, named as scripts/dev/bench tables does."""
    cases = collections.defaultdict(dict)
    with open(os.path.join(CSV_FOLDER, name), newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            batch = "" if row["batch"] == "1" else " ×" + row["batch"]
            if row["median_us"] and row["precision"] == "single":
                cases[f"{row['transform']} {row['dims']}{batch}"][row["peer"]] = \
                    float(row["median_us"])
    return cases


def tables_of_figures(page):
    """({machine or "": cases}, columns, rows) of each table that names files."""
    for match in re.finditer(r"<!-- figures: (.*?) -->\s*\n((?:\|.*\n)+)", page.text):
        files = {}
        for entry in match[1].split(","):
            *machine, name = entry.split()
            files[" ".join(machine)] = cases_of(name)
        lines = [[cell.strip() for cell in line.strip("|\n").split("|")]
                 for line in match[2].splitlines()]
        yield files, lines[0], lines[2:]


def tables_have_the_figures_of_their_csv_files(pages):
    problems, n_rows = [], 0
    for page in pages:
        for files, columns, rows in tables_of_figures(page):
            for row in rows:
                cells = dict(zip(columns, row))
                times = files[cells.get("machine", "")].get(cells["transform"])
                if not times:
                    problems.append(f"{page.name}: no case {cells['transform']}")
                    continue
                n_rows += 1
                best = min(time for peer, time in times.items() if peer not in REFERENCES)
                wanted = {column: times.get(peer) for column, peer in PEERS.items()}
                wanted["best rival"] = best
                wanted["rival / ours"] = best / times["ours"]
                for column, value in wanted.items():
                    if column not in cells:
                        continue
                    reported = float(cells[column])
                    digit = 10.0 ** -len(cells[column].partition(".")[2])
                    if not value or abs(reported - value) > 0.5001 * digit:
                        problems.append(f"{page.name}: {cells['transform']}, {column}: "
                                        f"{cells[column]}, but {value} in its file")
    assert n_rows >= 10, n_rows
    fail(problems)


CLAIMS = (every_link_and_anchor_leads_somewhere, every_path_in_the_text_is_of_a_file,
          every_page_that_a_source_names_is_there,
          headings_make_the_anchors_of_hosting_sites, every_picture_is_shown_and_has_a_text,
          the_top_level_has_what_is_agreed_and_nothing_else,
          no_page_installs_a_package_that_no_archive_has,
          the_variable_of_plugins_is_the_one_that_wins,
          programs_of_the_build_are_said_to_be_built,
          the_news_begin_with_this_release,
          every_page_has_one_line_in_the_index, readme_is_short,
          all_pages_together_are_short,
          every_page_has_one_title_and_begins_with_a_sentence,
          lists_of_elements_have_all_of_them,
          figures_of_measurements_are_recognised,
          figures_stand_in_benchmarks_and_readmes_table_alone,
          tables_have_the_figures_of_their_csv_files)

sys.exit(prove(CLAIMS, all_pages(ROOT)))
