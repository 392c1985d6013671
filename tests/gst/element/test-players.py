#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The elements in players and pipelines as applications build them, on files
made here (TAP). Skipped where Python's gi is missing."""
import array
import functools
import os
import subprocess
import sys
import tempfile
import wave

from lines import Gst, Line, Stalled, Watch, made_of, need, prove, skip_all  # first: it has gi

FOLDER = tempfile.TemporaryDirectory()
table = []


def claim(function):
    table.append(function)
    return function


def path(name):
    return os.path.join(FOLDER.name, name)


def uri(name):
    return Gst.filename_to_uri(path(name))


def make_files():
    def sound(name, seconds, freq, caps, encoder):
        rate = int(caps.split("rate=")[1].split(",")[0])
        made_of(f"audiotestsrc freq={freq} samplesperbuffer={rate // 50} "
                f"num-buffers={int(seconds * 50)} ! audio/x-raw,{caps} ! audioconvert "
                f"! {encoder} ! filesink name=sink location={path(name)}")

    sound("long.wav", 3, 1000, "format=S16LE,rate=48000,channels=2", "wavenc")
    sound("short.wav", 1, 440, "format=S16LE,rate=48000,channels=2", "wavenc")
    sound("low.wav", 1, 440, "format=S16LE,rate=8000,channels=1", "wavenc")
    if Gst.ElementFactory.find("flacenc") and Gst.ElementFactory.find("oggmux"):
        sound("short.ogg", 1, 660, "rate=44100,channels=1", "flacenc ! oggmux")
    with wave.open(path("empty.wav"), "wb") as file:
        file.setparams((1, 2, 48000, 0, "NONE", None))


def file_of(name):
    """A file's sound, in pieces that do not follow from the elements' frames."""
    decode = "wavparse" if name.endswith("wav") else "oggdemux ! flacparse ! flacdec"
    return f"filesrc location={path(name)} ! {decode} ! audioconvert"


SINK = "fakesink name=sink sync=false"
LONG = None  # file_of ("long.wav"), when there is a folder


# ---- players ----

def patiently(function):
    """GStreamer 1.22's players stand still now and then on a busy machine, with
    `spectrascope` as often as with clspectrogram: what stands still each time is
    wrong, and so is what fails once in another way."""
    @functools.wraps(function)
    def tried(*args):
        for left in 3, 2, 1, 0:
            try:
                return function(*args)
            except Stalled as stalled:
                if left == 0:
                    raise
                print(f"# {function.__name__}: {stalled}, once more", flush=True)
    return tried


def player(kind, first, audio_filter=None):
    """A player with pictures instead of video, and what its video sink sees."""
    need(kind, "flacdec", "oggdemux", "wavparse")
    play = Gst.ElementFactory.make(kind)
    sinks = {}
    for name in "video-sink", "audio-sink":
        sinks[name] = Gst.ElementFactory.make("fakesink")
        sinks[name].set_property("sync", True)
    for name, value in {"uri": uri(first), **sinks,
                        "vis-plugin": Gst.ElementFactory.make("clspectrogram")}.items():
        play.set_property(name, value)
    if audio_filter:
        play.set_property("audio-filter", Gst.parse_bin_from_description(audio_filter, True))
    Gst.util_set_object_arg(play, "flags", "audio+video+vis+soft-volume")
    return Line(play, limit=20), Watch(sinks["video-sink"].get_static_pad("sink"))


@patiently
def pause_and_seek(kind):
    line, pictures = player(kind, "long.wav")
    with line:
        line.pause()
        line.play()
        line.more(pictures)
        line.pause()
        assert line.seek(start=0.5)
        line.play()
        line.more(pictures)
        assert line.seek(start=2.5)
        line.wait(Gst.MessageType.EOS)
        assert pictures.n_after("flush-stop") > 0


@patiently
def other_rate(kind, audio_filter=None):
    line, pictures = player(kind, "long.wav", audio_filter)
    with line:
        line.pause()
        assert line.seek(rate=2.0)
        line.play()
        line.more(pictures)
        assert line.seek(rate=0.5, start=2.8)
        line.more(pictures)
        line.wait(Gst.MessageType.EOS)


@patiently
def backwards(kind):
    line, pictures = player(kind, "short.ogg")
    with line:
        line.pause()
        line.play()
        line.more(pictures)
        assert line.seek(rate=-1.0, stop=0.7)
        line.wait(Gst.MessageType.EOS)
        assert line.seek()
        line.more(pictures)
        line.wait(Gst.MessageType.EOS)


@patiently
def next_track_without_a_gap(kind, names, audio_filter=None):
    line, pictures = player(kind, names[0], audio_filter)
    rest = list(names[1:])

    def about_to_finish(play):
        if rest:
            play.set_property("uri", uri(rest.pop(0)))
    line.pipeline.connect("about-to-finish", about_to_finish)
    with line:
        line.finish()
        starts = [entry[:2] for entry in pictures.entries].count(("event", "stream-start"))
        assert not rest and starts >= len(names), f"{starts} streams, {rest}"
        assert pictures.n_after("stream-start") > 10, pictures.entries[-5:]


@patiently
def next_track_by_ready(kind):
    line, pictures = player(kind, "short.wav")
    with line:
        for name in "short.wav", "short.ogg", "low.wav", "short.wav":
            line.set(Gst.State.READY)
            line.pipeline.set_property("uri", uri(name))
            line.pause()
            line.play()
            line.more(pictures)


@claim
def a_player_pauses_and_seeks():
    pause_and_seek("playbin")


@claim
def a_player_of_streams_pauses_and_seeks():
    pause_and_seek("playbin3")


@claim
def a_player_plays_at_other_rates():
    for kind in "playbin", "playbin3":
        other_rate(kind)


@claim
def a_player_goes_backwards_and_forwards_again():
    for kind in "playbin", "playbin3":
        backwards(kind)


@claim
def a_player_goes_to_the_next_track_without_a_gap():
    for kind in "playbin", "playbin3":
        next_track_without_a_gap(kind, ("short.wav", "short.ogg", "low.wav"))


@claim
def a_player_goes_to_the_next_track_by_ready():
    for kind in "playbin", "playbin3":
        next_track_by_ready(kind)


@claim
def a_filter_of_a_player_lives_through_seeks_and_tracks():
    for kind in "playbin", "playbin3":
        for text in "clspectrum", "claudiofft ! clifft":
            other_rate(kind, text)
            next_track_without_a_gap(kind, ("short.wav", "short.ogg", "low.wav"), text)


# ---- flushes while kernels compile ----

COLD = {"pictures": "clspectrogram", "there and back": "claudiofft size=512 ! clifft"}


def cold_child(name):
    """In a process of its own, whose caches are empty."""
    with Line(f"filesrc location={sys.argv[3]} ! wavparse ! audioconvert "
              f"! {COLD[name]} ! {SINK}") as line:
        out = line.watch()
        line.set(Gst.State.PLAYING)
        started = line.wait(Gst.MessageType.PROGRESS | Gst.MessageType.ASYNC_DONE)
        assert started.type == Gst.MessageType.PROGRESS, "the caches were not empty"
        assert line.seek(start=0.1, wait=False)
        line.wait(Gst.MessageType.EOS)
        assert out.n_after("flush-stop") > 0


def survives_a_flush(name):
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ)
        for variable in "XDG_CACHE_HOME", "POCL_CACHE_DIR":
            environment[variable] = os.path.join(cache, variable)
            os.mkdir(environment[variable])
        done = subprocess.run([sys.executable, __file__, "--cold", name, path("long.wav")],
                              capture_output=True, text=True, timeout=200, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr


@claim
def pictures_go_on_after_a_flush_while_kernels_compile():
    survives_a_flush("pictures")


@claim
def a_trip_there_and_back_goes_on_after_a_flush_while_kernels_compile():
    survives_a_flush("there and back")


# ---- nothing new, or little ----

@claim
def a_branch_of_a_tee_leaves_a_whole_picture_as_it_is():
    text = LONG + (" ! clspectrogram name=cl slide=whole ! tee name=tee ! queue ! " + SINK)
    whole, _ = made_of(text, keep=True)
    with Line(text) as line:
        def add_branch(n):
            if n != 30:
                return
            branch = Gst.parse_bin_from_description("queue ! fakesink async=false", True)
            line.pipeline.add(branch)
            line["tee"].link(branch)
            branch.sync_state_with_parent()
        line.watch("cl", do=add_branch)
        out = line.watch(keep=True)
        line.finish()
        assert len(line["tee"].srcpads) == 2
    assert out.data() == whole.data() and len(out.data()) == 1


def with_segments(element, change):
    """What comes out if a SEGMENT comes before the fifth and each further
    buffer, changed by change(segment, time of the buffer)."""
    with Line(f"{LONG} ! identity name=before ! {element} name=cl ! {SINK}") as line:
        pad = line["before"].get_static_pad("src")
        times = line.watch("before")

        def send(n):
            if n < 4 or not change:
                return
            segment = pad.get_sticky_event(Gst.EventType.SEGMENT, 0).parse_segment().copy()
            change(segment, times.buffers()[n][1])
            assert pad.push_event(Gst.Event.new_segment(segment))
        Watch(pad, do=send)
        out = line.watch(keep=True)
        line.finish()
        assert not line.texts(Gst.MessageType.WARNING)
        return out


def learn_duration(segment, _time):
    segment.duration = 3 * Gst.SECOND


def learn_stop(segment, _time):
    segment.stop = 4 * Gst.SECOND


def learn_position(segment, time):
    segment.position = time


def begin_behind_a_gap(segment, time):
    segment.base = segment.to_running_time(Gst.Format.TIME, time)
    segment.start = segment.time = time


@claim
def segments_that_only_learn_something_cut_nothing():
    for element in "clspectrogram slide=whole", "claudiofft quantity=power", "clspectrum":
        plain = with_segments(element, None)
        for change in learn_duration, learn_stop, learn_position, begin_behind_a_gap:
            out = with_segments(element, change)
            what = f"{element}, {change.__name__}"
            assert out.data() == plain.data(), f"{what}: {len(out.data())} buffers"
            assert out.n_cuts() == plain.n_cuts(), what
            if "whole" in element:
                assert len(out.data()) == 1, what


@claim
def delayed_sound_of_a_movie_is_one_picture_and_no_cut():
    need("qtmux", "qtdemux")
    made_of("qtmux name=sound ! filesink name=sink location=" + path("delayed.mov")
            + " videotestsrc num-buffers=50 ! video/x-raw,width=64,height=48,framerate=25/1 "
            "! sound. audiotestsrc timestamp-offset=500000000 num-buffers=75 "
            "samplesperbuffer=960 ! audio/x-raw,format=S16LE,rate=48000,channels=1 ! sound.")
    movie = (f"filesrc location={path('delayed.mov')} ! qtdemux name=movie movie.video_0 "
             "! queue max-size-time=0 ! fakesink movie.audio_0 ! queue ! audioconvert ! ")
    picture, warned = made_of(movie + "clspectrogram slide=whole ! " + SINK, keep=True)
    assert not warned and len(picture.data()) == 1 and len(set(picture.data()[0])) > 10
    frames, warned = made_of(movie + "claudiofft size=960 overlap=0 frames-per-buffer=1 ! "
                             + SINK)
    assert not warned and frames.n_buffers == 75 and frames.n_cuts() == 0, frames.n_buffers


# ---- ends ----

def played(element, flags, wait_for):
    """What came of the first 1.3 s after a seek with the flags."""
    with Line(f"{LONG} ! {element} ! {SINK}") as line:
        line.pause()
        out = line.watch(keep=True)
        line.forget()
        begin = len(line.messages)
        assert line.seek(stop=1.3, flags=Gst.SeekFlags.FLUSH | flags)
        line.play()
        line.wait(wait_for)
        # the message may come before the event
        ends = "eos", "segment-done"
        line.wait_for(out, lambda: any(entry[1] in ends for entry in out.entries), ends)
        line.collect()
        n_spectra = sum(message.type == Gst.MessageType.ELEMENT
                        for message in line.messages[begin:])
        return out.data(), n_spectra


@claim
def a_segment_that_is_done_ends_as_a_stream_does():
    for element in ("clspectrogram slide=whole", "clspectrogram", "claudiofft quantity=power",
                    "claudiofft ! clifft", "clspectrum"):
        want = played(element, Gst.SeekFlags.NONE, Gst.MessageType.EOS)
        got = played(element, Gst.SeekFlags.SEGMENT, Gst.MessageType.SEGMENT_DONE)
        assert got == want, (f"{element}: {len(got[0])} buffers, {got[1]} messages; "
                             f"at EOS {len(want[0])}, {want[1]}")
        assert element != "clspectrum" or got[1] == 13, got[1]


@claim
def a_loop_gives_a_whole_picture_each_time():
    with Line(f"{LONG} ! clspectrogram slide=whole ! {SINK}") as line:
        line.pause()
        out = line.watch(keep=True)
        segment = Gst.SeekFlags.SEGMENT
        assert line.seek(start=1, stop=2, flags=Gst.SeekFlags.FLUSH | segment)
        line.play()
        for turn in range(1, 4):
            line.wait(Gst.MessageType.SEGMENT_DONE)
            line.wait_for(out, lambda: out.n_buffers == turn, f"picture {turn}")
            assert line.seek(start=1, stop=2, flags=segment)
        line.wait(Gst.MessageType.SEGMENT_DONE)
        line.wait_for(out, lambda: out.n_buffers == 4, "picture 4")
        assert len(set(out.data())) == 1, "the pictures differ"


# ---- backwards ----

@claim
def transforms_refuse_to_go_backwards_with_one_warning():
    pictures = "videotestsrc num-buffers=20 ! video/x-raw,format=GRAY8,width=64,height=48"
    for source, element in ((LONG, "claudiofft"), (LONG, "claudiofft ! clifft"),
                            (pictures, "clvideofft"), (pictures, "clvideofft ! clifft")):
        with Line(f"{source} ! {element} ! {SINK}") as line:
            line.pause()
            out = line.watch()
            assert not line.seek(rate=-1.0), element
            line.finish()
            warned = line.texts(Gst.MessageType.WARNING)
            assert len(warned) == 1 and "rate is -1" in warned[0], f"{element}: {warned}"
            assert out.n_buffers > 3, element


@claim
def pictures_of_sound_wait_while_it_goes_backwards():
    need("oggdemux", "flacparse", "flacdec")
    for element in "clspectrogram", "clspectrogram mode=bars", "clspectrum":
        with Line(f"{file_of('short.ogg')} ! {element} ! {SINK}") as line:
            line.pause()
            out = line.watch()
            assert line.seek(rate=-1.0, stop=0.8), element
            line.finish()
            n = out.n_after("flush-stop")
            assert n > 3 if element == "clspectrum" else n == 0, f"{element}: {n} buffers"
            assert line.seek(), element
            line.wait(Gst.MessageType.EOS)
            assert out.n_after("flush-stop") > 3, element


# ---- flags ----

def loudest(data):
    """The largest value of all frames, in decibels."""
    return max(max(array.array("f", piece)) for piece in data)


@claim
def marker_bits_of_rtp_change_no_level():
    need("rtpL16pay", "rtpL16depay", "appsink", "appsrc")
    sound = LONG + " ! audio/x-raw,format=S16BE ! "
    level = "claudiofft quantity=db size=4800 window=blackman-harris ! " + SINK
    with Line(sound + "rtpL16pay ! appsink name=packets sync=false") as line:
        packets = []
        caps = None
        line.set(Gst.State.PLAYING)
        while True:
            sample = line["packets"].emit("pull-sample")
            if not sample:
                break
            caps = sample.get_caps()
            data = bytearray(sample.get_buffer().extract_dup(0, sample.get_buffer().get_size()))
            data[1] |= 0x80
            packets.append((sample.get_buffer().pts, bytes(data)))
        line.wait(Gst.MessageType.EOS)
    plain, _ = made_of(sound + level, keep=True)
    with Line("appsrc name=packets format=time ! rtpL16depay name=depay ! " + level) as line:
        source = line["packets"]
        source.set_property("caps", caps)
        marked = line.watch("depay", "src")
        out = line.watch(keep=True)
        line.set(Gst.State.PLAYING)
        for time, data in packets:
            buffer = Gst.Buffer.new_wrapped(data)
            buffer.pts = time
            source.emit("push-buffer", buffer)
        source.emit("end-of-stream")
        line.wait(Gst.MessageType.EOS)
    flags = Gst.BufferFlags.RESYNC | Gst.BufferFlags.DISCONT
    assert all(entry[3] & flags for entry in marked.buffers()), "no marker came through"
    assert len(b"".join(out.data())) == len(b"".join(plain.data()))
    assert abs(loudest(out.data()) - loudest(plain.data())) < 0.1, loudest(out.data())
    # the quietest frame's loudest bin, too
    n = 2 * 2401
    for frames in out, plain:
        values = array.array("f", b"".join(frames.data()))
        low = min(max(values[i:i + n]) for i in range(n, len(values) - 2 * n, n))
        assert abs(low - loudest(plain.data())) < 0.1, low


# ---- requests and values ----

@claim
def a_request_of_one_track_is_a_warning_on_the_next():
    out, warned = made_of(
        f"concat name=tracks ! clspectrogram max-frequency=20000 ! {SINK} "
        f"{file_of('short.wav')} ! tracks. {file_of('low.wav')} ! tracks. "
        f"{file_of('short.wav')} ! tracks.")
    assert len(warned) == 1 and "4000" in warned[0], warned
    times = [entry[4] for entry in out.buffers()]
    assert max(times) > 2.8 * Gst.SECOND and times == sorted(times), max(times)
    for second in range(3):
        n = sum(second <= time / Gst.SECOND < second + 1 for time in times)
        assert n >= 20, f"{n} pictures of track {second + 1}"


@claim
def a_bad_value_while_playing_is_a_warning():
    pictures = "videotestsrc num-buffers=60 ! video/x-raw,format=GRAY8,width=64,height=48"
    lacked = (  # by this stream only: these are kept
        (LONG, "claudiofft channel-mode=select channel-select=0", "channel-select", "7"),
        (LONG, "clspectrogram channel-mode=select channel-select=1", "channel-select", "2"),
        (pictures, "clvideofft", "block-width", 65),
        (pictures, "clvideofft", "zero-pad-width", 8))
    for source, element, name, value in lacked + (
            (LONG, "claudiofft", "zero-pad", 100),
            (LONG, "claudiofft averaging=mean quantity=power", "quantity", "complex"),
            (LONG, "claudiofft channel-mode=select channel-select=0", "channel-select", "x"),
            (LONG, "clspectrogram", "zero-pad", 100),
            (LONG, "clspectrogram window=tukey", "window-param", 3.0),
            (LONG, "clspectrogram slide=whole", "zero-pad", 100),
            (pictures, "clvideofft", "block-width", 4),
            (pictures, "clvideofft", "depth", 67108864)):
        what = f"{element} {name}={value}"
        text = f"{source} ! {element} name=cl ! {SINK}"
        plain, _ = made_of(text)
        with Line(text) as line:
            cl = line["cl"]
            is_lacked = (source, element, name, value) in lacked
            after = value if is_lacked else cl.get_property(name)
            line.watch("cl", do=lambda n: n == 30 and Gst.util_set_object_arg(
                cl, name, str(value)))
            out = line.watch()
            line.finish()
            warned = line.texts(Gst.MessageType.WARNING)
            assert len(warned) == 1, f"{what}: {warned}"
            assert cl.get_property(name) == after, f"{what}: {cl.get_property(name)}"
            assert out.n_buffers == plain.n_buffers, f"{what}: {out.n_buffers}"


# ---- what is not whole, or empty ----

@claim
def a_buffer_that_is_no_whole_number_of_frames_is_a_warning():
    for element in "clspectrum", "clspectrum multi-channel=true":
        with Line("appsrc name=source format=time caps=audio/x-raw,format=S16LE,rate=48000,"
                  f"channels=2,layout=interleaved ! {element} ! {SINK}") as line:
            out = line.watch(keep=True)
            line.set(Gst.State.PLAYING)
            sizes = [4096, 4097, 4097, 4096]
            for i, size in enumerate(sizes):
                buffer = Gst.Buffer.new_wrapped(bytes(size))
                buffer.pts = i * Gst.SECOND * 1024 // 48000
                line["source"].emit("push-buffer", buffer)
            line["source"].emit("end-of-stream")
            line.wait(Gst.MessageType.EOS)
            warned = line.texts(Gst.MessageType.WARNING)
            assert [len(data) for data in out.data()] == sizes
            assert len(warned) == 1 and "4097" in warned[0] and " 4 " in warned[0], warned


@claim
def a_whole_picture_of_an_empty_file_is_an_error():
    need("pngenc")
    done = subprocess.run(
        ["gst-launch-1.0", *file_of("empty.wav").split(), "!", "clspectrogram", "slide=whole",
         "!", "videoconvert", "!", "pngenc", "!", "filesink", "location=" + path("empty.png")],
        capture_output=True, text=True, timeout=60)
    assert done.returncode != 0 and "ERROR" in done.stderr, done


def main():
    global LONG
    Gst.init(None)
    if len(sys.argv) > 1 and sys.argv[1] == "--cold":
        cold_child(sys.argv[2])
        return 0
    for name in "claudiofft", "audiotestsrc", "audioconvert", "wavenc", "wavparse", "filesrc":
        if not Gst.ElementFactory.find(name):
            skip_all("there is no", name)
    make_files()
    LONG = file_of("long.wav")
    chosen = [function for function in table
              if not sys.argv[1:] or sys.argv[1] in function.__name__]
    return prove(chosen)


sys.exit(main())
