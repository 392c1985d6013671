#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that docs/examples/onnx_features.py gives a model Whisper's features, and that
docs/examples/live_events.py posts a message for each beep that is drawn, and that each
source of docs/examples/scale/many_sources.py has its own features (TAP).

    test-model-examples.py ONNX_FEATURES LIVE_EVENTS MANY_SOURCES

Skipped where Python's gi or numpy, or an element, is missing; what needs a model's
answer where onnxruntime is.
"""
import importlib.util
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import wave

from tap import Skip, modules, prove, skip_all

numpy, Gst = modules("numpy", "gi.Gst")
FOLDER = tempfile.TemporaryDirectory()
SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(int(time.time())), 0)
draw = random.Random(SEED)
RATE = 16000


def load(path):
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(x, name):
    path = os.path.join(FOLDER.name, name)
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", None))
        file.writeframes(numpy.round(32767 * x).astype("<i2").tobytes())
    return path


def noise(seconds, level):
    n = int(seconds * RATE)
    return level * numpy.random.default_rng(draw.getrandbits(32)).uniform(-1, 1, n)


def tone(frequency, n):
    return 0.3 * numpy.sin(2 * numpy.pi * frequency * numpy.arange(n) / RATE)


def play(line):
    """Plays it to its end."""
    pipeline = Gst.parse_launch(line)
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(
        60 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    assert message and message.type == Gst.MessageType.EOS, message


# ---- a model ----

def tensors_are_the_features_of_each_second():
    """Those of claudiofft as spectra, in the model's order, times and shape."""
    path = write(noise(draw.uniform(1.1, 3.9), 0.1), "noise.wav")
    got = list(load(sys.argv[1]).tensors(path))
    made = os.path.join(FOLDER.name, "spectra")
    play(f"filesrc location={path} ! wavparse ! claudiofft preset=whisper frames-per-buffer=100 ! "
         f"filesink location={made}")
    want = numpy.fromfile(made, "f4").reshape(-1, 100, 80)
    assert [seconds for seconds, _ in got] == list(range(len(want))), [s for s, _ in got]
    assert all(mel.shape == (1, 80, 100) for _, mel in got)
    assert (numpy.concatenate([mel for _, mel in got]).transpose(0, 2, 1) == want).all()


def the_model_tells_low_from_high():
    if not importlib.util.find_spec("onnxruntime"):
        raise Skip("onnxruntime is not installed: the pipeline is tried up to its tensors")
    for name, low, high in ("low", 100, 700), ("high", 3000, 7000):
        x = tone(draw.uniform(low, high), 2 * RATE) + noise(2, 1e-3)
        result = subprocess.run([sys.executable, sys.argv[1], write(x, "tone.wav")],
                                capture_output=True, text=True, timeout=120)
        assert result.returncode == 0, result
        assert re.findall(r"^(\d\.\d\d) s (\w+)", result.stdout, re.M) == [
            ("0.00", name), ("1.00", name)], result.stdout


# ---- events ----

def events_of(source, seconds):
    pipeline = load(sys.argv[2]).make_pipeline(source)
    pipeline.set_state(Gst.State.PLAYING)
    events, end = [], time.monotonic() + seconds
    types = Gst.MessageType.ELEMENT | Gst.MessageType.EOS | Gst.MessageType.ERROR
    try:
        while time.monotonic() < end:
            message = pipeline.get_bus().timed_pop_filtered(Gst.SECOND, types)
            if message and message.has_name("event"):
                events.append(message.get_structure())
            elif message and message.type != Gst.MessageType.ELEMENT:
                assert message.type == Gst.MessageType.EOS, message.parse_error()
                return events
    finally:
        pipeline.set_state(Gst.State.NULL)
    raise AssertionError("the end did not come")


def each_drawn_beep_is_a_message():
    """At the pace of a microphone. A frame of 25 ms that holds 5 ms of a beep may tell."""
    x, beeps, at = noise(2, 1e-3), [], 0.1
    while at < 1.7:
        length, frequency = draw.uniform(0.04, 0.2), draw.uniform(500, 6000)
        first, n = int(at * RATE), int(length * RATE)
        x[first:first + n] += tone(frequency, n)
        beeps.append((at, length, frequency))
        at += length + draw.uniform(0.15, 0.5)
    events = events_of(f"filesrc location={write(x[:2 * RATE], 'beeps.wav')} ! wavparse ! clocksync", 60)
    assert len(events) == len(beeps), (beeps, [event.to_string() for event in events])
    mel = lambda f: 1127 * numpy.log(1 + f / 700)
    for event, (start, length, frequency) in zip(events, beeps):
        got, lasts = (event.get_value(name) / 1e9 for name in ("start", "duration"))
        assert event.get_value("name") == "beep"
        assert start - 0.026 <= got <= start + 0.011, (start, got)
        assert abs(got + lasts - start - length) <= 0.021, (start, length, got, lasts)
        band = (mel(frequency) - mel(125)) / (mel(7500) - mel(125)) * 65 - 1
        assert abs(event.get_value("band") - band) <= 1.5, (frequency, event.get_value("band"), band)


def a_live_source_is_heard_while_it_plays():
    """Ticks twice a second, of a source that never ends until Ctrl-C."""
    process = subprocess.Popen(
        [sys.executable, sys.argv[2], "audiotestsrc is-live=true wave=ticks freq=3000 "
         "tick-interval=500000000 sine-periods-per-tick=150 ! audio/x-raw,rate=48000"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        starts = [float(process.stdout.readline().split()[0]) for _ in range(3)]
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0 and "Traceback" not in errors, errors
    steps = [after - before for before, after in zip(starts[1:], starts[2:])]
    assert all(abs(step - 0.5) <= 0.011 for step in steps), starts


# ---- many sources ----

def each_source_has_its_own_features():
    """Those that it has alone."""
    n = draw.choice([64] if os.environ.get("CLFFT_TEST_FULL") else [2, 3, 5, 64])
    source = f"audiotestsrc num-buffers=100 freq={{n}}0 volume={draw.uniform(0.1, 0.9):.2f} samplesperbuffer=160"
    example = load(sys.argv[3])
    together, alone = (os.path.join(FOLDER.name, name) for name in ("together", "alone"))
    play(example.make_line(n, source, f"filesink location={together}"))
    got = numpy.fromfile(together, "f4").reshape(-1, n, example.BANDS)
    for k in {0, n - 1, draw.randrange(n)}:
        play(f"{source.format(n=100 + k)} ! {example.CAPS} ! claudiofft preset=whisper normalize=none "
             f"frames-per-buffer={example.FRAMES} ! filesink location={alone}")
        want = numpy.fromfile(alone, "f4").reshape(-1, example.BANDS)
        assert len(got) >= 90 and abs(len(got) - len(want)) <= example.FRAMES, (len(got), len(want))
        # what is behind the end is not the same
        assert (got[:90, k] == want[:90]).all(), (n, k, abs(got[:90, k] - want[:90]).max())


def many_live_sources_report_latency_and_share():
    result = subprocess.run([sys.executable, sys.argv[3], str(draw.randint(2, 64))],
                            capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result
    assert re.search(r"^\d+ sources: latency \d+ ms, \d+ % of a core$", result.stdout, re.M), result
    for arguments in ([], ["1"], ["65"], ["x"], ["2", "", "3"]):
        refused = subprocess.run([sys.executable, sys.argv[3], *arguments], capture_output=True, text=True,
                                 timeout=60)
        assert refused.returncode == 1 and refused.stderr.startswith("usage: "), refused


def main():
    Gst.init(None)
    for name in "claudiofft", "audioresample", "wavparse", "clocksync", "appsink", "audiointerleave":
        if not Gst.ElementFactory.find(name):
            skip_all(f"no element {name}")
    print(f"# seed {SEED}")
    sys.exit(prove([tensors_are_the_features_of_each_second, the_model_tells_low_from_high,
                    each_drawn_beep_is_a_message, a_live_source_is_heard_while_it_plays,
                    each_source_has_its_own_features, many_live_sources_report_latency_and_share]))


main()
