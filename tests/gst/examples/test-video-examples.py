#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the examples of docs/guide/video.md on pictures whose blur, pattern or motion
is known; suite docs runs the commands of that page.

    test-video-examples.py ROOT NOTCH TRIPTYCH

Skipped where numpy, Python's gi or an element is missing.
"""
import os
import re
import subprocess
import sys
import tempfile

from tap import modules

Gst, numpy = modules("gi.Gst", "numpy")

import claims
from claims import claim, random

ROOT, NOTCH, TRIPTYCH = map(os.path.abspath, sys.argv[1:4])
EXAMPLES = os.path.join(ROOT, "docs", "examples")
NOTCHES = [NOTCH], [sys.executable, os.path.join(EXAMPLES, "notch.py")]
NEEDED = ("rawvideoparse", "videoconvert", "pngenc", "pngdec", "decodebin", "matroskamux",
          "imagefreeze", "videocrop", "videorate", "compositor", "deinterlace", "clvideofft",
          "clifft", "clspectrogram", "clvideofilter")


def launch(pipeline):
    result = subprocess.run(["gst-launch-1.0", "-q", *pipeline.split()], capture_output=True,
                            text=True, timeout=300)
    assert result.returncode == 0 and "ERROR" not in result.stderr, result.stderr


def execute(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def run_example(name, *arguments):
    result = execute(sys.executable, os.path.join(EXAMPLES, name), *arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


# ---- pictures ----

def texture(height, width):
    """Power falls with frequency, as that of photographs."""
    fy, fx = numpy.fft.fftfreq(height)[:, None], numpy.fft.rfftfreq(width)[None]
    spectrum = numpy.fft.rfft2(random.standard_normal((height, width)))
    picture = numpy.fft.irfft2(spectrum / (0.05 + numpy.hypot(fy, fx)), (height, width))
    return 128 + 30 * (picture - picture.mean()) / picture.std()


def filtered(picture, response):
    """response(fy, fx), cycles per pixel."""
    height, width = picture.shape
    gain = response(numpy.fft.fftfreq(height)[:, None], numpy.fft.rfftfreq(width)[None])
    return numpy.fft.irfft2(numpy.fft.rfft2(picture) * gain, picture.shape)


def blurred(picture, sigma):
    return filtered(picture, lambda fy, fx: numpy.exp(-2 * (numpy.pi * sigma) ** 2
                                                      * (fy ** 2 + fx ** 2)))


def shifted(picture, pixels):
    return filtered(picture, lambda fy, fx: numpy.exp(-2j * numpy.pi * fx * pixels))


def quantized(pictures):
    return numpy.clip(numpy.rint(pictures), 0, 255).astype(numpy.uint8)


def source(folder, pictures, rate=30):
    """What reads them in a pipeline; they are kept in the folder."""
    path = os.path.join(folder, "pictures.raw")
    height, width = pictures.shape[-2:]
    # rows of GRAY8 are multiples of 4 bytes
    gaps = [(0, 0)] * (pictures.ndim - 1) + [(0, -width % 4)]
    with open(path, "wb") as file:
        file.write(numpy.pad(pictures, gaps).tobytes())
    return (f"filesrc location={path} ! rawvideoparse format=gray8 width={width} "
            f"height={height} framerate={rate}/1")


def write_png(folder, name, picture):
    path = os.path.join(folder, name)
    launch(f"{source(folder, picture)} ! pngenc ! filesink location={path}")
    return path


def read_png(folder, path, shape):
    raw = os.path.join(folder, "decoded.raw")
    launch(f"filesrc location={path} ! pngdec ! videoconvert ! video/x-raw,format=GRAY8 ! "
           f"filesink location={raw}")
    rows = numpy.fromfile(raw, numpy.uint8).reshape(shape[0], -1)
    return rows[:, :shape[1]].astype(float)


def read_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n", head
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


# ---- focus ----

FOCUS = "clvideofft window=hann remove-dc=true reduce=radial quantity=power"


def focus_of(folder, pictures):
    lines = run_example("focus.py", f"{source(folder, pictures)} ! {FOCUS}")
    assert len(lines) == len(pictures), lines
    return [float(re.fullmatch(r"\d+\.\d{3} s: (-?\d+\.\d\d) dB", line)[1]) for line in lines]


def focus_by_numpy(picture):
    height, width = picture.shape
    n = max(height, width)
    hann = [0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(m) / m) for m in (height, width)]
    windowed = (picture - picture.mean()) * hann[0][:, None] * hann[1][None]
    power = numpy.abs(numpy.fft.fft2(windowed)) ** 2
    # in steps of 1/n: half of one is exact
    y, x = (numpy.rint(numpy.fft.fftfreq(m) * m) * n / m for m in (height, width))
    rings = numpy.floor(numpy.hypot(y[:, None], x[None]) + 0.5).astype(int)
    weights = [2 * numpy.pi * i * power[rings == i].mean() for i in range(1, n // 2 + 1)]
    fine = sum(w for i, w in enumerate(weights, 1) if 0.1 <= i / n <= 0.4)
    return 10 * numpy.log10(fine / sum(weights))


@claim
def focus_falls_with_blur_as_numpy_tells():
    picture = texture(64, 96)
    pictures = quantized([blurred(picture, sigma) for sigma in (0, 1, 2, 4)])
    with tempfile.TemporaryDirectory() as folder:
        got = focus_of(folder, pictures)
    want = [focus_by_numpy(picture.astype(float)) for picture in pictures]
    assert max(abs(a - b) for a, b in zip(got, want)) < 0.02, (got, want)
    assert all(a > b + 1 for a, b in zip(got, got[1:])), got


@claim
def focus_does_not_tell_brightness_or_contrast():
    picture = texture(64, 96)
    with tempfile.TemporaryDirectory() as folder:
        got = focus_of(folder, quantized([picture, 0.5 * picture + 20]))
    assert abs(got[0] - got[1]) < 0.1, got


@claim
def a_picture_of_one_brightness_is_flat():
    """Also of two neighbouring ones, as what is rounded has; and no other picture."""
    for _ in range(4):
        shape = random.integers(8, 200, 2)
        level, share = random.integers(0, 255), random.choice([0, random.uniform()])
        flat = level + (random.uniform(size=shape) < share)
        step = random.integers(3, 60) * (random.uniform(size=shape) < 0.5)
        pictures = quantized([flat, numpy.clip(level, 0, 190) + step])
        reported = []
        with tempfile.TemporaryDirectory() as folder:
            for picture in pictures:
                reported += run_example("focus.py", f"{source(folder, picture)} ! {FOCUS}")
                reported += run_example("focus.py", write_png(folder, "one.png", picture))
        assert [line.endswith("flat") for line in reported] == [True, True, False, False], \
            (shape, level, share, reported)


# ---- the notch ----

def cleaned(folder, command, given, shape, *threshold):
    made = os.path.join(folder, "made.png")
    result = execute(*command, given, made, *threshold)
    assert result.returncode == 0, result.stderr
    assert re.fullmatch("(period .* pixels, at .* dB\n)+|nothing removed: .* quarter .* dB .*\n",
                        result.stdout), result
    return read_png(folder, made, shape)


def amplitude_of(picture, y, x):
    """Of the wave of so many cycles in the picture, in grey values."""
    rows, columns = numpy.indices(picture.shape)
    phase = 2 * numpy.pi * (y * rows / picture.shape[0] + x * columns / picture.shape[1])
    return abs(numpy.mean(picture * numpy.exp(-1j * phase))) * 2


def psnr(picture, want):
    return 10 * numpy.log10(255 ** 2 / numpy.mean((picture - want) ** 2))


@claim
def both_notches_take_the_screen_and_leave_the_picture():
    shape = height, width = 90, 120
    picture = blurred(texture(*shape), 2.5)
    y, x = numpy.mgrid[:height, :width]
    # one wave on a bin, one between bins
    screen = 12 * numpy.cos(2 * numpy.pi * (18 * y / height + 30 * x / width)) \
        + 12 * numpy.cos(2 * numpy.pi * (-21.3 * y / height + 33.4 * x / width))
    printed = quantized(picture + screen)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        given = write_png(folder, "printed.png", printed)
        for command in NOTCHES:
            made = cleaned(folder, command, given, shape)
            before, after = (20 * numpy.log10(abs(numpy.fft.rfft2(p)[18, 30]) + 1e-9)
                             for p in (printed, made))
            assert before - after > 40, (before, after)
            assert psnr(printed, picture) < 27 and psnr(made, picture) > 34, \
                (psnr(printed, picture), psnr(made, picture))
            results.append(made)
    assert (results[0] == results[1]).all(), "C and Python differ"


@claim
def patterns_of_2_pixels_to_a_quarter_of_the_picture_are_found():
    for _ in range(4):
        shape = height, width = random.integers(90, 180, 2)
        while True:
            y, x = random.integers(-height // 4, height // 4), random.integers(0, width // 4)
            if random.uniform() < 0.6:  # long waves
                y, x = random.integers(-9, 10), random.integers(0, 10)
            if numpy.hypot(y, x) >= 4:
                break
        picture = blurred(texture(*shape), 2.5)
        rows, columns = numpy.indices(shape)
        wave = 2 * numpy.pi * (y * rows / height + x * columns / width)
        printed = quantized(picture + 25 * numpy.cos(wave + random.uniform(0, 6)))
        results = []
        with tempfile.TemporaryDirectory() as folder:
            given = write_png(folder, "printed.png", printed)
            for command in NOTCHES:
                results.append(cleaned(folder, command, given, shape, "12"))
        left = amplitude_of(results[0], y, x)
        assert left < 2.5, (shape, y, x, left)
        assert psnr(results[0], picture) > psnr(printed, picture) + 3, \
            (shape, y, x, psnr(printed, picture), psnr(results[0], picture))
        assert (results[0] == results[1]).all(), "C and Python differ"


@claim
def a_notch_tells_that_it_removes_nothing():
    """Waves that are too long stay, and so does a texture that has none."""
    shape = random.integers(60, 120, 2)
    rows = numpy.indices(shape)[0]
    waves = 128 + 40 * numpy.cos(2 * numpy.pi * random.integers(1, 4) * rows / shape[0])
    with tempfile.TemporaryDirectory() as folder:
        for picture in waves, numpy.full(shape, 90.0):
            given = write_png(folder, "plain.png", quantized(picture))
            for command in NOTCHES:
                result = execute(*command, given, os.path.join(folder, "made.png"))
                assert result.returncode == 0, result
                assert result.stdout.startswith("nothing removed: no pattern of 2 pixels to a "), \
                    result
                made = read_png(folder, os.path.join(folder, "made.png"), shape)
                assert (made == quantized(picture)).all()


@claim
def a_video_is_one_picture_or_a_file_for_each():
    n_frames = int(random.integers(2, 12))
    with tempfile.TemporaryDirectory() as folder:
        clip = write_video(folder, n_frames, 64, 48)
        for command in NOTCHES:
            one = os.path.join(folder, "one.png")
            result = execute(*command, clip, one)
            assert result.returncode == 0 and "one.png: the first picture" in result.stdout, result
            with open(one, "rb") as file:
                assert file.read().count(b"IHDR") == 1
            result = execute(*command, clip, os.path.join(folder, "all-%03d.png"))
            assert result.returncode == 0 and "first" not in result.stdout, result
            made = sorted(name for name in os.listdir(folder) if name.startswith("all-"))
            assert made == [f"all-{k:03d}.png" for k in range(n_frames)], made
            assert (read_png(folder, os.path.join(folder, made[0]), (48, 64))
                    == read_png(folder, one, (48, 64))).all()
            for name in made:
                os.remove(os.path.join(folder, name))


@claim
def what_has_no_peak_comes_back_bit_for_bit():
    picture = quantized(texture(45, 67))
    with tempfile.TemporaryDirectory() as folder:
        given = write_png(folder, "plain.png", picture)
        for command in NOTCHES:
            made = cleaned(folder, command, given, picture.shape, "120")
            assert (made == picture).all(), numpy.abs(made - picture).max()


# ---- vibration ----

@claim
def a_shake_of_a_third_of_a_pixel_has_its_frequency():
    rate, depth = 60, 128
    still = texture(64, 64)
    for hertz in 7.3, 12.9:
        time = numpy.arange(depth) / rate
        clip = numpy.array([shifted(still, 0.3 * numpy.sin(2 * numpy.pi * hertz * t))
                            for t in time])
        clip = quantized(clip + random.normal(0, 2, clip.shape))
        with tempfile.TemporaryDirectory() as folder:
            lines = run_example("vibration.py", f"{source(folder, clip, rate)} ! clvideofft "
                                f"depth={depth} temporal-hop={depth} temporal-window=hann "
                                "quantity=power")
        assert len(lines) == 1, lines
        reported = float(re.fullmatch(r"0\.000 s: (\d+\.\d+) Hz, within 0\.234 Hz", lines[0])[1])
        assert abs(reported - hertz) <= rate / depth, (hertz, reported)


def write_with_times(path, pictures, times, rate, container):
    """A file whose pictures have these times, in numbers of pictures."""
    height, width = pictures.shape[1:]
    pipeline = Gst.parse_launch(
        f"appsrc name=source format=time max-bytes=0 caps=video/x-raw,format=GRAY8,width={width},"
        f"height={height},framerate={rate}/1 ! videoconvert ! {container} ! "
        f"filesink location={path}")
    source = pipeline.get_by_name("source")
    pipeline.set_state(Gst.State.PLAYING)
    for picture, time in zip(pictures, times):
        buffer = Gst.Buffer.new_wrapped(picture.tobytes())
        buffer.pts = round(time * Gst.SECOND / rate)
        source.emit("push-buffer", buffer)
    source.emit("end-of-stream")
    message = pipeline.get_bus().timed_pop_filtered(
        60 * Gst.SECOND, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    assert message and message.type == Gst.MessageType.EOS, message


@claim
def a_shake_has_its_frequency_where_pictures_of_a_file_are_missing():
    """Every fourth to seventh of them, and a pause; files have no flags."""
    depth, containers = 128, [("mkv", "matroskamux")]
    if Gst.ElementFactory.find("qtmux"):
        containers.append(("mov", "video/x-raw,format=UYVY ! qtmux"))
    still = texture(64, 64)
    for name, container in containers:
        rate, nth = int(random.choice([25, 30, 60])), int(random.integers(4, 8))
        hertz = random.uniform(3, rate / 4)
        pause = int(random.integers(1, 500)) if name == "mkv" else 0
        times = [k + pause * (k > 140) for k in range(280) if k % nth]
        clip = numpy.array([shifted(still, 0.3 * numpy.sin(2 * numpy.pi * hertz * k / rate))
                            for k in times])
        clip = quantized(clip + random.normal(0, 2, clip.shape))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "clip." + name)
            write_with_times(path, clip, times, rate, container)
            result = execute(sys.executable, os.path.join(EXAMPLES, "vibration.py"), path)
        assert result.returncode == 0 and "pictures are missing" in result.stderr, result
        lines = result.stdout.splitlines()
        assert lines, (rate, nth, pause, result)
        for line in lines:
            reported = float(re.fullmatch(r"\d+\.\d+ s: (\d+\.\d+) Hz, within .* Hz", line)[1])
            assert abs(reported - hertz) <= rate / depth, (name, rate, nth, pause, hertz, lines)


# ---- the demo's program ----

def write_video(folder, n_frames, width, height, aspect="1/1"):
    path = os.path.join(folder, "made.mkv")
    launch(f"videotestsrc pattern=zone-plate kx2=9 ky2=9 kt=2 num-buffers={n_frames} ! "
           f"video/x-raw,format=I420,width={width},height={height},pixel-aspect-ratio={aspect} ! "
           f"matroskamux ! filesink location={path}")
    return path


def check_triptych(folder, given, reported, width):
    """The panels of the frames are so wide; all are 360 high."""
    made = os.path.join(folder, "made.png")
    result = execute(TRIPTYCH, given, made)
    assert result.returncode == 0, (result.stdout, result.stderr)
    assert result.stdout.startswith(reported) and "bit for bit" in result.stdout, result.stdout
    assert re.search(r", [\d.]+ frames per second", result.stdout), result.stdout
    assert read_size(made) == (2 * width + 360 + 16, 360), read_size(made)


@claim
def the_luma_of_a_panned_picture_comes_back():
    with tempfile.TemporaryDirectory() as folder:
        given = write_png(folder, "still.png", quantized(texture(64, 96)))
        # the part that is seen has 3/4 of the size
        check_triptych(folder, given, "120 frames of 72 x 48 pixels, ", 540)


@claim
def the_luma_of_a_video_comes_back():
    with tempfile.TemporaryDirectory() as folder:
        for n_frames, aspect, reported, width in ((7, "2/1", 7, 1074), (301, "1/1", 300, 537)):
            given = write_video(folder, n_frames, 97, 65, aspect)
            check_triptych(folder, given, f"{reported} frames of 97 x 65 pixels, ", width)


@claim
def what_cannot_be_decoded_is_one_message():
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "text.jpg")
        with open(text, "w") as file:
            file.write("no picture\n")
        for given in text, os.path.join(folder, "nothing.jpg"):
            result = execute(TRIPTYCH, given, os.path.join(folder, "made.png"))
            assert result.returncode == 1 and not result.stdout, result
            assert len(result.stderr.splitlines()) == 1 and given in result.stderr, result.stderr
            for command in NOTCHES:
                result = execute(*command, given, os.path.join(folder, "made.png"))
                assert result.returncode == 1 and result.stderr, result
    for name in "focus.py", "vibration.py":
        result = execute(sys.executable, os.path.join(EXAMPLES, name),
                         "videotestsrc num-buffers=1 ! clvideofft")
        assert result.returncode == 1 and "not made with" in result.stderr, result


def main():
    Gst.init(None)
    missing = [name for name in NEEDED if not Gst.ElementFactory.find(name)]
    if missing:
        claims.skip_all("not installed:", *missing)
    claims.main()


main()
