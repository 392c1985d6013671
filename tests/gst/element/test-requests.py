#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a stream may lack: for each row of the table in docs/guide/streams.md, by
default one of two neighbours, streams that have it and one that lacks it play one
after another, in both orders (TAP). Skipped where Python's gi is missing."""
import contextlib
import itertools
import os
import random
import re
import struct
import sys
import tempfile
import time
import wave

from lines import Gst, Line, need, prove, skip_all  # first: it has gi
from gi.repository import GLib
from tap import is_full

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
PAGE = os.path.join(ROOT, "docs", "guide", "streams.md")
ELEMENTS = ("claudiofft clvideodenoise clvideofft clvideofilter clifft clspectrum "
            "clspectrogram clfftfilter").split()
MARK = "; as far as a stream has it"
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
SHARE = 1 if is_full() else 2  # neighbours of which a row is drawn
FOLDER = tempfile.TemporaryDirectory()
draw = random.Random(SEED)
table = []


def claim(function):
    table.append(function)
    return function


# ---- the page ----

def rows():
    """(element, property, what is lacked, what is done) of each."""
    with open(PAGE, encoding="utf-8") as page:
        text = page.read().split("### What a stream may lack")[1].split("\n## ")[0]
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 4 or not cells[1].startswith("`"):
            continue
        for element in cells[0].split():
            for name in re.findall("`([^`]*)`", cells[1]):
                yield element, name, cells[2], cells[3]


# ---- streams ----

def audio(rate=None, channels=2):
    rate = rate or draw.choice([8000, 16000, 22050, 44100, 48000])
    return (f"audiotestsrc wave=saw freq={draw.randint(200, 900)} num-buffers=8 "
            f"samplesperbuffer={draw.randint(300, 900)} ! audio/x-raw,rate={rate},"
            f"channels={channels},channel-mask=(bitmask)0")


def video(width=64, height=48, extra="framerate=25/1,interlace-mode=progressive",
          kind="GRAY8"):
    return (f"videotestsrc pattern=circular num-buffers=4 ! video/x-raw,format={kind},"
            f"width={width},height={height},{extra}")


def response(channels):
    """A file of an impulse response that is drawn."""
    path = os.path.join(FOLDER.name, f"{draw.getrandbits(40)}.wav")
    with wave.open(path, "wb") as file:
        file.setparams((channels, 2, 48000, 0, "NONE", None))
        file.writeframes(b"".join(struct.pack("<h", draw.randint(-4000, 4000))
                                  for _ in range(40 * channels)))
    return path


def curve(frequency):
    path = os.path.join(FOLDER.name, f"{draw.getrandbits(40)}.txt")
    shape = draw.choice(["PK Fc {} Hz Gain {} dB Q 1.1", "HSC Fc {} Hz Gain {} dB Q 0.7",
                         "LSC Fc {} Hz Gain {} dB Q 0.7", "L-T Fc {} Hz Q 1 Fp 50 Qp 0.7",
                         "L-T Fc 50 Hz Q 1 Fp {} Qp 0.7", "NO Fc {} Hz", "LP Fc {} Hz",
                         "BP Fc {} Hz", "HP Fc {} Hz", "LP1 Fc {} Hz"])
    with open(path, "w", encoding="utf-8") as file:
        file.write("Preamp: -5 dB\nFilter 1: ON PK Fc 900 Hz Gain 3 dB Q 1\nFilter 2: ON "
                   + shape.format(frequency, draw.randint(-6, 6) or 3) + "\n")
    return path


# What a row's property is set to, a stream that has it, one that lacks it, and what
# WARNINGs that one gives (None: of this property).

def case_channel_mode(element, lack):
    if "mid-side" in lack:
        return "channel-mode=mid-side", audio(), audio(channels=draw.choice([1, 3, 5, 8]))
    return "channel-mode=all", audio(channels=draw.randint(1, 2)), audio(channels=7)


def case_channel_select(element, lack):
    n = draw.randint(2, 6)
    text = draw.choice([f"0+{n - 1}", f"{n - 1}", f"0-{n - 1}"])
    return (f"channel-mode=select channel-select={text}", audio(channels=n),
            audio(channels=draw.randint(1, n - 1)))


def case_iq(element, lack):
    return "iq=true", audio(channels=2 * draw.randint(1, 2)), audio(
        channels=draw.choice([1, 3, 5]))


def case_reference_channel(element, lack):
    n = draw.randint(2, 5)
    return (f"quantity=transfer-h1 averaging=exponential reference-channel={n - 1}",
            audio(channels=n), audio(channels=draw.randint(1, n - 1)))


def case_preset(element, lack):
    return (f"preset={draw.choice(['whisper', 'nemo', 'yamnet'])} whole-buffers=false "
            "frames-per-buffer=2 buffer-hop=0",
            audio(16000, 1), audio(draw.choice([8000, 22050, 44100]), 1))


def case_bands(element, lack):
    if element == "clspectrum":  # a transform of 1/3 s and more has 2049 bins at 8000 Hz
        return (f"band-scale=log bands={draw.randint(2050, 8192)}", audio(48000), audio(8000))
    if draw.random() < 0.4:
        return (f"quantity=power band-scale=cqt band-low={draw.randint(50, 200)} bands=80 "
                "bands-per-octave=12", audio(48000), audio(draw.choice([8000, 11025])))
    if draw.random() < 0.5:
        return ("quantity=db size=400 bands=64 band-scale=mel band-high=3000", audio(8000),
                audio(48000))
    return "quantity=db size=256 bands=20 band-low=3000", audio(48000), audio(6400)


def case_zoom_low(element, lack):
    low = draw.randint(4000, 9000)
    high = draw.choice([0, low + 50])
    return (f"zoom-bins=20 zoom-low={low} zoom-high={high}", audio(48000), audio(8000),
            {"zoom-low", "zoom-high"} if high else {"zoom-low"})


def case_zoom_high(element, lack):
    return (f"zoom-bins=20 zoom-low={draw.randint(0, 900)} "
            f"zoom-high={draw.randint(4001, 9000)}", audio(48000), audio(8000))


def case_band_low(element, lack):
    low = draw.randint(4000, 9000)
    scale = draw.choice(["bins", "mel", "bark"])
    if element == "clspectrum":
        return f"bands=5 band-scale=mel band-low={low}", audio(48000), audio(8000)
    return (f"quantity=power bands=5 band-scale={scale} band-low={low}", audio(48000),
            audio(8000))


def case_band_high(element, lack):
    quantity = "" if element == "clspectrum" else "quantity=power "
    return (f"{quantity}bands=5 band-scale={draw.choice(['mel', 'log'])} "
            f"band-high={draw.randint(4001, 11000)}", audio(44100), audio(8000))


def case_band_scale(element, lack):
    if element == "clspectrum":
        return "size=6 band-scale=octave", audio(draw.choice([16000, 48000])), audio(44100)
    # the band of 15.8 kHz ends at 22.4 kHz
    return "quantity=db size=6 band-scale=octave", audio(draw.choice([16000, 48000])), audio(44100)


def case_min_frequency(element, lack):
    return planes("min-frequency=90") if "video" in lack else (
        f"min-frequency={draw.randint(4001, 9000)}", audio(48000), audio(8000))


def case_max_frequency(element, lack):
    return planes("max-frequency=90") if "video" in lack else (
        f"max-frequency={draw.randint(4001, 9000)}", audio(48000), audio(8000))


def case_bars(element, lack):
    if "video" in lack:
        return planes("bars=9")
    return "mode=bars axes=false bars=300", sized(audio(), 320), sized(audio(), 80)


def case_sharpen(element, lack):
    return (f"sharpen={draw.choice(['reassign', 'squeeze'])}", audio(),
            audio() + f" ! claudiofft center=true quantity={draw.choice(['complex', 'power'])}")


def case_mode(element, lack):
    return planes("mode=line") if "video" in lack else (
        "mode=transfer", audio(channels=2), audio(channels=draw.choice([1, 3, 4])))


def case_overlay(element, lack):
    if "video" in lack:
        return planes("overlay=true")
    return ("mode=line overlay=true size=64", audio(), audio(8000, 1025),
            {"overlay", "channel-mode"})  # then each has a plot


def planes(setting):
    """Spectra of sound, and of video."""
    return setting, audio() + " ! claudiofft", video() + " ! clvideofft"


def case_component(element, lack):
    return ("component=" + draw.choice(["u", "v"]), video(kind="I420"),
            video(kind=draw.choice(["GRAY8", "RGB", "BGRx"])))


def case_block_width(element, lack):
    n = draw.randint(20, 60)
    return f"block-width={n}", video(64, 48), video(draw.randint(8, n - 1), 48)


def case_block_height(element, lack):
    n = draw.randint(20, 48)
    return f"block-height={n}", video(64, 48), video(64, draw.randint(8, n - 1))


def case_block_overlap_x(element, lack):
    return ("block-width=40 block-overlap-x=30", video(64, 48), video(24, 48),
            {"block-width", "block-overlap-x"})


def case_block_overlap_y(element, lack):
    return ("block-height=40 block-overlap-y=30", video(64, 48), video(64, 24),
            {"block-height", "block-overlap-y"})


def case_zero_pad_width(element, lack):
    return f"zero-pad-width={draw.randint(40, 63)}", video(32), video(64)


def case_zero_pad_height(element, lack):
    return f"zero-pad-height={draw.randint(34, 47)}", video(64, 32), video(64, 48)


def case_depth(element, lack):
    return "depth=3", video(), video(extra="framerate=0/1,interlace-mode=progressive")


def case_interlacing(element, lack):
    mode = "framerate=25/1,interlace-mode=interleaved"
    return "interlacing=fields", video(64, 48, mode), video(64, 47, mode)


def case_ir_layout(element, lack):
    n = draw.choice([2, 4])
    layout = draw.choice(["auto", "matrix-by-input"] if n == 4 else ["auto", "per-channel"])
    return (f"ir-layout={layout} ir-file={response(n)}", audio(48000, 2),
            audio(48000, draw.choice([3, 5, 6])))


def case_curve_file(element, lack):
    return (f"curve-file={curve(draw.randint(8000, 11000))}", audio(48000),
            audio(draw.choice([8000, 16000])))


def case_pre_delay(element, lack):
    return f"pre-delay=10000000000 ir-file={response(1)}", None, None


OF_SOUND = {"slide": "slide=replace", "time-span": "time-span=9",
            "frequency-scale": "frequency-scale=log", "tilt": "tilt=3",
            "notes": "notes=true", "fall": "fall=3", "smoothing": "smoothing=3",
            "auto-range": "auto-range=true", "attack": "attack=7", "release": "release=7",
            "delay": "delay=5", "time-constant": "time-constant=5000000",
            "peak-hold": "peak-hold=7"}


def make_case(element, name, lack):
    if name in OF_SOUND:
        return planes(OF_SOUND[name])
    return globals()["case_" + name.replace("-", "_")](element, lack)


def sized(stream, width):
    """Pictures of another width, which a capsfilter behind asks for."""
    return stream + f"#{width}"


# ---- playing ----

def line_of(element, settings, streams):
    """The streams one after another."""
    after = ""
    if element == "clspectrogram":
        width = streams[0].split("#")[1] if "#" in streams[0] else "160"
        rows = 4 if "channel-mode=all" in settings else 90
        after = f" ! video/x-raw,width={width},height={rows}"
        if not any("clvideofft" in stream for stream in streams):
            after += ",framerate=30/1"
    pads = " ".join(f"{stream.split('#')[0]} ! k.sink_{i}" for i, stream in enumerate(streams))
    return (f"concat name=k ! {element} name=it {settings}{after} ! fakesink name=sink "
            f"sync=false {pads}")


class Played:
    def __init__(self, element, settings, streams):
        with Line(line_of(element, settings, streams)) as line:
            watch = line.watch(keep=True)
            line.finish()
            line.collect()
            self.warnings = [message.parse_warning()[0].message for message in line.messages
                             if message.type == Gst.MessageType.WARNING
                             and message.src.get_name() == "it"]
            self.parts = [[]]
            for entry in watch.entries:
                if entry[:2] == ("event", "stream-start"):
                    self.parts.append([])
                elif entry[0] == "buffer":
                    self.parts[-1].append(entry[2])
            names = [word.split("=")[0] for word in settings.split()]
            self.values = [line["it"].get_property(name) for name in names]

    def part(self, i):
        return b"".join(self.parts[i + 1])


def check_warnings(played, names, properties, settings):
    assert len(played) == len(properties), (settings, played)
    for name in properties:
        value = dict(word.split("=", 1) for word in settings.split()).get(name)
        found = [text for text in played if text.startswith(name + " ")]
        assert len(found) == 1, (settings, name, played)
        shown = value if value is not None else ""
        assert shown in found[0] or "is set" in found[0] or name in names, (value, found)
        assert re.search(r"\d|luma|sound|audio|stream", found[0]), found


def check_row(element, name, lack, done):
    case = make_case(element, name, lack)
    settings, has, lacks = case[:3]
    properties = case[3] if len(case) > 3 else {name}
    if has is None:
        return
    if "#" in has:  # the size of pictures is not of the stream
        for stream, n in (has, 0), (lacks, 1):
            played = Played(element, settings, [stream])
            check_warnings(played.warnings, {name}, properties if n else [], settings)
        return
    fresh = {stream: Played(element, settings, [stream]) for stream in (has, lacks)}
    assert not fresh[has].warnings, (settings, has, fresh[has].warnings)
    assert fresh[has].part(0) and fresh[lacks].part(0), (settings, "nothing came out")
    check_warnings(fresh[lacks].warnings, {name}, properties, settings)
    value = re.fullmatch("`(.*)`", done)
    if value:
        assert any(text.endswith(f": {value[1]} is used") for text in fresh[lacks].warnings), (
            settings, done, fresh[lacks].warnings)
    if element == "clspectrogram":  # pictures of streams in a row are one film
        orders = [(has, lacks)] if "clvideofft" in lacks else [(has, lacks, has)]
    else:
        orders = [(has, lacks, has), (lacks, has, lacks)]
    for order in orders:
        played = Played(element, settings, list(order))
        want = [text for stream in order for text in fresh[stream].warnings]
        assert sorted(played.warnings) == sorted(want), (settings, order, played.warnings)
        assert played.values == fresh[has].values, (settings, played.values)
        for i, stream in enumerate(order):
            if element != "clspectrogram":
                assert played.part(i) == fresh[stream].part(0), (
                    settings, order, i, "other bytes", len(played.part(i)),
                    len(fresh[stream].part(0)))


@claim
def the_table_has_the_properties_that_depend_on_the_stream():
    marked = set()
    for element in ELEMENTS:
        made = Gst.ElementFactory.make(element)
        assert made, element
        marked |= {(element, spec.name) for spec in made.list_properties()
                   if spec.blurb and spec.blurb.endswith(MARK)}
    reported = {row[:2] for row in rows()}
    assert reported and reported == marked, (reported - marked, marked - reported)


def make_claim(element):
    def holds():
        mine = [row for row in rows() if row[0] == element]
        for i in range(0, len(mine), SHARE):
            check_row(*draw.choice(mine[i:i + SHARE]))
    holds.__name__ = f"what_a_stream_lacks_is_done_as_far_as_it_can_be_by_{element}"
    return holds


for _element in sorted({row[0] for row in rows()}):
    claim(make_claim(_element))


# ---- caps that cannot be ----

def messages_of(text):
    """The ERRORs and WARNINGs of a pipeline that need not work, and by whom."""
    pipeline = Gst.parse_launch(text)
    bus = pipeline.get_bus()
    found = []
    pipeline.set_state(Gst.State.PLAYING)
    while True:
        message = bus.timed_pop_filtered(30 * Gst.SECOND, Gst.MessageType.ERROR
                                         | Gst.MessageType.WARNING | Gst.MessageType.EOS)
        assert message, text
        if message.type == Gst.MessageType.EOS:
            break
        kind = message.type == Gst.MessageType.ERROR
        error = message.parse_error() if kind else message.parse_warning()
        found.append((kind, message.src.get_name(), error[0].message))
        if kind:
            break
    pipeline.set_state(Gst.State.NULL)
    return found


@claim
def no_refusal_is_without_a_reason():
    """Whatever channels come to whatever is set, the first ERROR, if there is one, is
    the element's, and names a property."""
    for _ in range(12):
        settings = draw.choice(["channel-mode=mid-side", "iq=true", "quantity=db",
                                "channel-mode=select channel-select=1-3", "sides=two",
                                "channel-mode=mid-side quantity=power"])
        behind = draw.choice(["fakesink", "clifft ! fakesink", "clspectrogram ! fakesink",
                              "application/x-fft,quantity=complex ! fakesink",
                              "application/x-fft,sides=one ! fakesink"])
        for found in messages_of(f"{audio(channels=draw.randint(1, 6))} ! claudiofft name=it "
                                 f"{settings} ! {behind}"):
            first = next((text for is_error, _, text in [found] if is_error), None)
            assert first is None or re.search("quantity|sides|channel", first), (
                settings, behind, found)
    for channels, after in itertools.product((1, 2, 3, 6), (1, 2, 4)):
        found = messages_of(f"{audio(48000, channels)} ! clfftfilter name=it "
                            f"ir-file={response(4)} ! audio/x-raw,channels={after} ! fakesink")
        errors = [entry for entry in found if entry[0]]
        if after == (2 if channels == 1 else channels):
            assert not errors, found
        else:
            assert errors and errors[0][1] == "it", (channels, after, found)


# ---- true stereo ----

@claim
def true_stereo_takes_mono_as_two_equal_channels():
    path = response(4)
    for layout in "auto", "matrix", "matrix-by-input":
        mono = audio(48000, 1)
        both = mono.replace("channels=1", "channels=2")
        settings = f"ir-layout={layout} ir-file={path}"
        got = Played("clfftfilter", settings, [mono])
        assert not got.warnings, got.warnings
        one = struct.unpack(f"<{len(got.part(0)) // 2}h", got.part(0))
        two = struct.unpack(f"<{len(one)}h", Played("clfftfilter", settings, [both]).part(0))
        assert max(abs(a - b) for a, b in zip(one, two)) <= 1, layout


# ---- players ----

def sound(rate, channels):
    path = os.path.join(FOLDER.name, f"{rate}-{channels}-{draw.getrandbits(30)}.wav")
    with wave.open(path, "wb") as file:
        file.setparams((channels, 2, rate, 0, "NONE", None))
        file.writeframes(b"".join(struct.pack("<h", draw.randint(-3000, 3000))
                                  for _ in range(rate * 2 // 3 * channels)))
    return Gst.filename_to_uri(path)


@contextlib.contextmanager
def without_the_players_faults():
    """playbin of GStreamer 1.22 now and then disposes of a selector that plays, where
    tracks are short, and says so: only criticals of others end the test."""
    fatal = GLib.LogLevelFlags.LEVEL_CRITICAL | GLib.LogLevelFlags.LEVEL_ERROR
    for domain in ("GLib", "GLib-GObject", "GStreamer-clfft", "GStreamer-Fourier",
                   "GStreamer-OpenCL"):
        GLib.log_set_fatal_mask(domain, fatal)
    before = GLib.log_set_always_fatal(GLib.LogLevelFlags.LEVEL_ERROR)
    try:
        yield
    finally:
        GLib.log_set_always_fatal(before)


def play_list(settings, files):
    need("playbin", "wavparse")
    player = Gst.ElementFactory.make("playbin")
    rest = list(files[1:])
    player.set_property("uri", files[0])
    player.set_property("audio-filter", Gst.parse_bin_from_description(
        f"clfftfilter name=it {settings}", True))
    player.set_property("audio-sink", Gst.parse_bin_from_description(
        "audioconvert ! fakesink sync=true", True))
    Gst.util_set_object_arg(player, "flags", "audio+soft-volume")
    player.connect("about-to-finish", lambda p: rest and p.set_property("uri", rest.pop(0)))
    with without_the_players_faults(), Line(player) as line:
        line.finish()
        line.collect()
        return [text for text in line.texts(Gst.MessageType.WARNING)]


@claim
def players_go_on_to_the_next_track():
    path, two = curve(10000), response(2)
    for has, lacks, settings, name in (
            ((48000, 2), (16000, 2), f"curve-file={path}", "curve-file"),
            ((48000, 2), (48000, 6), f"ir-file={two}", "ir-layout")):
        for order in (has, lacks, has), (lacks, has, lacks):
            found = play_list(settings, [sound(*track) for track in order])
            assert len(found) == order.count(lacks), (order, found)
            assert all(text.startswith(name) for text in found), found


print(f"# seed {SEED}")
if not Gst.is_initialized():
    Gst.init(None)
if not Gst.ElementFactory.find("claudiofft"):
    skip_all("the plugin is not found")
chosen = [one for one in table if not sys.argv[1:]
          or any(word in one.__name__ for word in sys.argv[1:])]
sys.exit(prove(chosen))
