#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Holds docs/guide against the plugin: each element's page against its
properties and pads, and the messages that troubleshooting.md quotes against
those that the pipelines below give (TAP).

usage: test-guide.py SOURCE_ROOT

Skipped where Python's gi or an element of GStreamer's is missing.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from tap import modules, prove, skip_all

GObject, Gst = modules("gi.GObject", "gi.Gst")

GUIDE = os.path.join(sys.argv[1], "docs", "guide")
ELEMENTS = ("claudiofft", "clvideofft", "clvideofilter", "clspectrum", "clspectrogram", "clifft",
            "clfftfilter")
SECTIONS = ["What it does", "Pipelines", "Properties", "Caps", "Time and latency",
            "Messages", "Errors"]
MOST_WORDS = {name: 1300 for name in ELEMENTS}
MOST_WORDS.update({"claudiofft": 2650, "clspectrum": 1650, "clspectrogram": 1950, "clfftfilter": 1550,
                   "streams": 2900, "migration": 1500, "stream-format": 3000})
LIMIT = 120  # seconds for a command
AS_THERE = "[claudiofft](claudiofft.md)"


def read(page):
    with open(os.path.join(GUIDE, page + ".md"), encoding="utf-8") as file:
        return file.read()


# ---- what the elements have ----

def words_of(spec):
    """(words of an enumeration, default). Some versions of PyGObject have the
    type itself in the specification, others the structures of GObject."""
    kind = spec.enum_class
    if hasattr(kind, "__enum_values__"):
        values = kind.__enum_values__
        return ([value.value_nick for value in values.values()],
                values[int(spec.default_value)].value_nick)
    values = {number: GObject.enum_get_value(kind, number)
              for number in range(kind.minimum, kind.maximum + 1)}
    return ([value.value_nick for value in values.values() if value],
            values[spec.default_value].value_nick)


def describe(spec):
    """(range as the pages write it, default), both without units."""
    kind = spec.value_type
    if not spec.flags & GObject.ParamFlags.WRITABLE:
        return "read only", ""
    if kind.is_a(GObject.TYPE_ENUM):
        return words_of(spec)
    if kind == GObject.TYPE_BOOLEAN:
        return "boolean", "true" if spec.default_value else "false"
    if kind == GObject.TYPE_STRING:
        return "text", spec.default_value
    if kind.name == "GBytes":
        return "bytes", "none"
    low, high = f"{spec.minimum:.15g}", f"{spec.maximum:.15g}"
    if kind != GObject.TYPE_DOUBLE:
        low, high = str(spec.minimum), str(spec.maximum)
    elif 0.999 < spec.maximum < 1:
        high = "below 1"
    return f"{low} to {high}", f"{spec.default_value:.15g}"


def properties_of(element):
    factory = Gst.ElementFactory.find(element)
    assert factory, f"no {element}"
    kind = factory.load().get_element_type()
    return {spec.name: describe(spec) for spec in GObject.list_properties(kind)
            if spec.owner_type.name.startswith("GstCl")}


# ---- what the pages say ----

def rows_of(text):
    """{property: (range, default)} of the tables whose head begins with `property`."""
    rows = {}
    is_table = False
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            is_table = False
        elif cells[0] == "property":
            assert cells == ["property", "range", "default", "meaning"], cells
            is_table = True
        elif is_table and not cells[0].startswith("-"):
            assert len(cells) == 4 and cells[3] or cells[1] == "read only", line
            rows[cells[0].strip("`")] = cells[1], cells[2].strip("`")
    for names in re.findall(r"((?:`[a-z-]+`[,\s]+(?:and\s+)?)+)are\s+as\s+in\s+\[claudiofft\]", text):
        for name in re.findall(r"`([a-z-]+)`", names):
            rows[name] = "as " + AS_THERE, None
    return rows


def is_range(said, has, theirs, own):
    """Does the text of a range say what the property has? Theirs is claudiofft's
    property of that name, own are all of the element."""
    if said == "as " + AS_THERE:
        return has == theirs
    if said.startswith("as " + AS_THERE + " but "):
        return has == [word for word in theirs if f"`{word}`" not in said]
    if said.startswith("as `"):
        return has == own[said[4:-1]][0]
    if has == "text":
        return True
    if isinstance(has, list):
        return re.findall(r"`([^`]+)`", said) == has
    return said == has or said.startswith(has + " ")


def check_page(element):
    text = read(element)
    said, has = rows_of(text), properties_of(element)
    there = properties_of("claudiofft")
    assert sorted(said) == sorted(has), set(said) ^ set(has)
    for name, (range_said, default_said) in said.items():
        wanted_range, wanted_default = has[name]
        theirs = there.get(name, (None, None))
        assert is_range(range_said, wanted_range, theirs[0], has), \
            (name, range_said, wanted_range)
        if default_said is None:
            default_said = theirs[1]
        assert default_said == wanted_default, (name, default_said, wanted_default)


def page_claim(element):
    def claim():
        check_page(element)
    claim.__name__ = f"the_page_of_{element}_has_its_properties"
    return claim


def pages_of_elements_have_one_form():
    for element in ELEMENTS:
        text = read(element)
        headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
        assert [name for name in headings if name in SECTIONS] == SECTIONS, (element, headings)
        assert "\n\nAfter this page you can " in text.split("\n## ")[0], element


def pages_of_elements_name_the_media_of_their_pads():
    for element in ELEMENTS:
        caps = read(element).split("\n## Caps\n")[1].split("\n## ")[0]
        for template in Gst.ElementFactory.find(element).get_static_pad_templates():
            for i in range(template.get_caps().get_size()):
                name = template.get_caps().get_structure(i).get_name()
                assert f"`{name}" in caps, (element, name)


def no_page_is_too_long():
    for page, most in MOST_WORDS.items():
        n_words = len(read(page).split())
        assert n_words <= most, (page, n_words)


# ---- messages ----

FORK = f"""{sys.executable} - <<END
import os, gi
gi.require_version("Gst", "1.0")
from gi.repository import Gst
Gst.init(None)
def run():
    pipeline = Gst.parse_launch("audiotestsrc num-buffers=2 ! claudiofft ! fakesink")
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(
        60 * Gst.SECOND, Gst.MessageType.ERROR | Gst.MessageType.EOS)
    if message.type == Gst.MessageType.ERROR:
        print(message.parse_error()[0].message, flush=True)
    pipeline.set_state(Gst.State.NULL)
run()
if os.fork() == 0:
    run()
    os._exit(0)
os.wait()
END"""
LAUNCH = "gst-launch-1.0 "
SOUND, FILM = "audiotestsrc num-buffers=20", "videotestsrc num-buffers=2"
# heading: what gives the messages below it, in their order
GIVES = {
    "No element": [
        "mkdir core && ln -s $CORE core && GST_PLUGIN_PATH= GST_PLUGIN_PATH_1_0= "
        f"GST_PLUGIN_SYSTEM_PATH_1_0=$PWD/core GST_REGISTRY=core.bin {LAUNCH} "
        "fakesrc ! claudiofft ! fakesink"],
    "No OpenCL driver": [
        f"OCL_ICD_VENDORS=/none {LAUNCH} {SOUND} ! claudiofft ! fakesink"],
    "No such device": [f"{LAUNCH} {SOUND} ! claudiofft device=none ! fakesink"],
    "Elements that cannot be linked": [
        f"{LAUNCH} {SOUND} ! claudiofft ! audioconvert ! fakesink"],
    "A value outside the range": [f"{LAUNCH} {SOUND} ! claudiofft size=1 ! fakesink"],
    "Values that do not fit each other": [
        f"{LAUNCH} {SOUND} ! claudiofft bands=20 ! fakesink"],
    "No inverse": [
        f"{LAUNCH} {SOUND} ! claudiofft quantity=power ! clifft ! fakesink",
        f"{LAUNCH} {SOUND} ! claudiofft overlap=0 ! clifft ! fakesink"],
    "Too large for the device": [
        f"{LAUNCH} {FILM} ! video/x-raw,format=ABGR64_LE,width=1920,height=1080,"
        "framerate=50/1 ! clvideofft depth=1000 ! fakesink"],
    "A process that forks": [FORK],
    "A device that does not answer": [
        # spectra that take far longer than the sound does to come
        f"{LAUNCH} audiotestsrc num-buffers=200 ! claudiofft size=65536 hop=1024 "
        "timeout=1 ! fakesink"],
}


def quotes_of(text):
    """{heading: quoted messages}"""
    return {section.split("\n")[0]: re.findall(r"^```text\n(.*?)\n```$", section,
                                               re.MULTILINE | re.DOTALL)
            for section in text.split("\n## ")[1:] if "```text" in section}


def is_given(pattern, command, folder):
    """Does the command say what the pattern matches? It is ended then, for
    gst-launch-1.0 of GStreamer 1.22 may stand still after an error of any
    element's before the first buffer."""
    made = {name: value for name, value in os.environ.items() if name != "G_DEBUG"}
    made["CORE"] = Gst.Registry.get().find_plugin("coreelements").get_filename()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(["sh", "-c", command], cwd=folder, env=made, stdout=output,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        end = time.monotonic() + LIMIT
        try:
            while True:
                ended = process.poll() is not None
                text = os.pread(output.fileno(), 1 << 20, 0).decode(errors="replace")
                if re.search(pattern, text):
                    return True
                if ended or time.monotonic() > end:
                    print("#", text.replace("\n", "\n# "))
                    return False
                time.sleep(0.02)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def every_quoted_message_is_given():
    quotes = quotes_of(read("troubleshooting"))
    assert sorted(quotes) == sorted(GIVES), set(quotes) ^ set(GIVES)
    with tempfile.TemporaryDirectory() as folder:
        for heading, commands in GIVES.items():
            assert len(quotes[heading]) == len(commands), heading
            for quote, command in zip(quotes[heading], commands):
                pattern = re.escape(quote).replace(re.escape("..."), ".*")
                assert is_given(pattern, command, folder), (heading, quote, command)


def main():
    Gst.init(None)
    missing = [name for name in ("audiotestsrc", "videotestsrc", "audioconvert")
               if not Gst.ElementFactory.find(name)]
    if missing:
        skip_all("not installed:", *missing)
    claims = [page_claim(element) for element in ELEMENTS]
    claims += [pages_of_elements_have_one_form,
               pages_of_elements_name_the_media_of_their_pads, no_page_is_too_long,
               every_quoted_message_is_given]
    sys.exit(prove(claims))


main()
