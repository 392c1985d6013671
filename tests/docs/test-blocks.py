#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs every command and program of README.md and docs/guide, a claim a block,
in a folder of each page's own that has `build` and `docs` (TAP).

usage: test-blocks.py SOURCE_ROOT BUILD_ROOT [PART OF A PAGE'S NAME]

A block of sh runs line by line, one of C that is a program is compiled and run,
one of Python is run, unless it is a part of an example that the page links: the
examples have tests of their own. Of other languages only text is shown. A block behind
the comment <!-- not run: REASON --> is left out, in one behind
<!-- run with: autovideosink=fakesink --> that word is replaced. A pipeline that
does not end by itself has to play for some seconds and is interrupted then.
"""
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from tap import Skip, prove, skip_all
from pages import all_pages

ROOT, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
PART = sys.argv[3] if len(sys.argv) > 3 else ""
PLAYS = 1.5      # seconds that an endless pipeline is let play
LIMIT = 300      # seconds for one command
LAYER = "build/tests/layer/fault-layer.so"
RECORDINGS = "/usr/share/sounds/alsa/"

REPLACED = (
    (r"(?<![\w/])(?:python3 )?(docs/examples/(?:\w+/)?\w+\.py)", shlex.quote(sys.executable) + r" \1"),
    (r"\bninja -C build (\S+)", r"test -e build/\1"),  # the test depends on it
)
LANGUAGES = ("sh", "c", "python", "text", "")
PACKAGES = {"clfft.h": "clfft-1.0", "spectrum.h": "clfft-1.0", "picture.h": "clfft-1.0",
            "gst/fourier/": "gstreamer-fourier-1.0", "gst/opencl/": "gstreamer-opencl-1.0",
            "gst/base/": "gstreamer-base-1.0", "gst/gst.h": "gstreamer-1.0"}


def environment(is_prepared):
    """Of a reader with plugins elsewhere; README's has to be reported where ours are."""
    made = {name: value for name, value in os.environ.items()
            if name not in ("GST_PLUGIN_PATH", "GST_PLUGIN_PATH_1_0", "LD_LIBRARY_PATH",
                            "G_DEBUG", "PKG_CONFIG_PATH")}
    made.update(GST_PLUGIN_PATH="/elsewhere", GST_PLUGIN_PATH_1_0="/elsewhere",
                PYTHONDONTWRITEBYTECODE="1")
    made["PYTHONPATH"] = os.pathsep.join([os.path.join(ROOT, "docs", "examples"),
                                          os.path.join(ROOT, "tests", "gst", "support")])
    if is_prepared:
        folders = [os.path.join(BUILD, *folder) for folder in
                   (("gst", "fourier"), ("gst", "opencl"), ("clfft",))]
        programs = os.path.join(BUILD, "clfft", "tools")  # clfft-bench
        made["PATH"] = programs + os.pathsep + made["PATH"]
        made.update(GST_PLUGIN_PATH_1_0=os.path.join(BUILD, "gst"),
                    PKG_CONFIG_PATH=os.path.join(BUILD, "meson-uninstalled"),
                    LD_LIBRARY_PATH=os.pathsep.join(folders),
                    GI_TYPELIB_PATH=os.pathsep.join(folders))
    return made


class Folder:
    """Where the blocks of one page run, one after the other."""

    def __init__(self, page):
        self.page = page
        self.path = tempfile.mkdtemp(prefix="docs-")
        self.environment = environment(page.name != "README.md")
        os.symlink(BUILD, os.path.join(self.path, "build"))
        for name in "docs", "clfft":
            os.symlink(os.path.join(ROOT, name), os.path.join(self.path, name))
        if RECORDINGS in page.text and not os.path.exists(RECORDINGS):
            self.run("gst-launch-1.0 audiotestsrc num-buffers=70 ! audio/x-raw,rate=48000 ! "
                     "wavenc ! filesink location=Front_Center.wav")

    def run(self, command):
        """(what it said, did it have to be interrupted)"""
        if LAYER in command and not os.path.exists(os.path.join(self.path, LAYER)):
            raise Skip("the OpenCL headers here know no layers")
        if "$(pkg-config" in command and not re.fullmatch(r"[\w/.+-]*", BUILD, re.ASCII):
            raise Skip("pkg-config's answer cannot be pasted: the path needs quoting")
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            process = subprocess.Popen(
                ["sh", "-c", command], cwd=self.path, env=self.environment, text=True,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True)
            was_stopped = wait(process, output, "gst-launch" in command)
            output.seek(0)
            text = output.read()
        needed = re.search(r'no element "(?!cl)(\w+)"', text)
        if needed:
            raise Skip(f"{needed[1]} is not installed")
        bad = re.search(r"^(?:ERROR|WARNING: erroneous|\*\* .*CRITICAL).*", text, re.MULTILINE)
        assert (was_stopped or process.returncode == 0) and not bad, \
            f"{command}\nstatus {process.returncode}\n{text[-2000:]}"
        return text, was_stopped

    def write(self, name, text):
        with open(os.path.join(self.path, name), "w", encoding="utf-8") as stream:
            stream.write(text)


def wait(process, output, may_be_endless):
    """Until it ends, or, if it may go on for ever, some seconds of playing."""
    began, played_since = time.monotonic(), None
    while process.poll() is None:
        time.sleep(0.02)
        now = time.monotonic()
        if may_be_endless and played_since is None:
            said = os.pread(output.fileno(), 1 << 20, 0)
            played_since = now if b"New clock" in said or b"PLAYING" in said else None
        if played_since is not None and now - played_since > PLAYS:
            os.killpg(process.pid, signal.SIGINT)
            process.wait(60)
            return True
        if now - began > LIMIT:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(60)
            raise AssertionError(f"it did not end in {LIMIT} s")
    return False


def commands_of(text):
    """Logical lines; what has a body (a loop, a here-document) is one command."""
    if re.search(r"<<|^\s*(?:for|while|if)\b", text, re.MULTILINE):
        return [text]
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def adapted(command, replaced=()):
    for pattern, replacement in REPLACED:
        command = re.sub(pattern, replacement, command)
    for pair in replaced:
        word, _, replacement = pair.partition("=")
        command = command.replace(word, replacement)
    if not os.path.exists(RECORDINGS):
        command = command.replace(RECORDINGS, "")
    return command


def run_shell(folder, block):
    for command in commands_of(block.text):
        exported = re.fullmatch(r"\s*export (\w+)=(\S+)\s*", command)
        if exported:
            text, _ = folder.run(f"printf %s {exported[2]}")
            folder.environment[exported[1]] = text
        else:
            folder.run(adapted(command, block.replaced))


def name_of_program(block, suffix):
    """The file that the text before the block says to save it as."""
    paragraph = block.before.rstrip().rsplit("\n\n", 1)[-1]
    names = re.findall(r"`([\w-]+\." + suffix + ")`", paragraph)
    return names[-1] if names else None


def is_quoted(block):
    """Is it a part of an example that the page links?"""
    wanted = " ".join(block.text.split())
    for target in re.findall(r"\]\(([^)\s#]*examples/[^)\s#]+)\)", block.page.text):
        path = os.path.join(ROOT, block.page.folder, target)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as stream:
                if wanted in " ".join(stream.read().split()):
                    return True
    return False


def run_c(folder, block):
    assert re.search(r"\bmain\s*\(", block.text), \
        "it is neither a program nor a part of an example that the page links"
    name = name_of_program(block, "c")
    folder.write(name or "program.c", block.text)
    if name and name in block.page.text[len(block.before) + len(block.text):]:
        return  # the page compiles it
    packages = sorted({package for header, package in PACKAGES.items()
                       if f"<{header}" in block.text})
    folder.run(f"cc -Wall -Werror -o program {name or 'program.c'} "
               f"$(pkg-config --cflags --libs {' '.join(packages)}) -lm && ./program")


def run_python(folder, block):
    name = name_of_program(block, "py") or "program.py"
    folder.write(name, block.text)
    folder.run(f"{shlex.quote(sys.executable)} {name}")


def run_text(_, block):
    assert not re.search(r"^\s*gst-launch-1\.0 ", block.text, re.MULTILINE), \
        "a command in a block of text: is it one of sh?"


RUN = {"sh": run_shell, "c": run_c, "python": run_python, "text": run_text, "": run_text}


def claim_of(folder, block):
    def runs():
        assert block.language in LANGUAGES, f"language {block.language}"
        RUN[block.language](folder(), block)

    def is_in_an_example():
        pass

    claim = is_in_an_example if block.language in ("c", "python") and is_quoted(block) else runs
    claim.__name__ = f"{block} {claim.__name__}"
    return claim


def inline_claim(folder, page, number, command):
    def runs():
        folder().run(adapted(" ".join(command.split())))
    runs.__name__ = f"{page.name} runs the command {number} of its text"
    return runs


def claims_of(page, folders):
    made = []

    def folder():
        if not made:
            made.append(Folder(page))
            folders.append(made[0].path)
        return made[0]

    for block in page.blocks():
        if block.not_run is not None:
            print(f"# {block} is not run: {block.not_run}")
        elif block.language not in ("text", "") or "gst-launch" in block.text:
            yield claim_of(folder, block)
    inline = re.findall(r"(?<!`)`(gst-launch-1\.0 [^`]*![^`]*)`(?!`)", page.prose())
    inline += re.findall(r"^(?: {4,}|\t)(gst-launch-1\.0 .*)", page.prose(), re.MULTILINE)
    for number, command in enumerate(inline, 1):
        yield inline_claim(folder, page, number, command)


def every_mark_says_why_or_what():
    for page in PAGES:
        for block in page.blocks():
            assert block.not_run != "", f"{block}: no reason why it is not run"
            for pair in block.replaced:
                word = pair.partition("=")[0]
                assert word in block.text, f"{block}: there is no {word} to replace"


def an_element_is_there():
    result = subprocess.run(
        ["gst-launch-1.0", "-q", "audiotestsrc", "num-buffers=2", "!", "claudiofft", "!",
         "fakesink"], env=environment(True), capture_output=True, text=True, timeout=LIMIT)
    if "no OpenCL" in result.stderr or "no driver" in result.stderr:
        skip_all("no OpenCL device")
    if 'no element "claudiofft"' in result.stderr:
        skip_all("claudiofft is not built")


PAGES = [page for page in all_pages(ROOT) if PART in page.name
         and (page.name == "README.md" or page.name.startswith("docs/guide/"))]


def main():
    if not shutil.which("gst-launch-1.0"):
        skip_all("no gst-launch-1.0")
    an_element_is_there()
    folders = []
    claims = [every_mark_says_why_or_what]
    for page in PAGES:
        claims += claims_of(page, folders)
    try:
        return prove(claims)
    finally:
        for path in folders:
            shutil.rmtree(path)


sys.exit(main())
