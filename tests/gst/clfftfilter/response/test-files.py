#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that impulse responses in files are read to the bit, resampled within
-90 dB of the band-limited function that they sample, and refused with a reason
where they are none (TAP).

    test-files.py RESPOND

RESPOND is the program of respond.c. Skipped where numpy or one of GStreamer's
own elements is missing.
"""
import atexit
import os
import socket
import struct
import subprocess
import sys
import tempfile
import zlib

from tap import modules

np = modules("numpy")

import claims
from ask import Answers, Refused
from claims import Skip, claim, is_full, random, skip_all

PAIRS = [(44100, 48000), (48000, 44100), (96000, 48000), (48000, 96000),
         (44100, 96000), (22050, 48000), (192000, 44100), (44101, 48000),
         (8000, 192000), (48000, 47999), (384000, 8000)]
answers = Answers(sys.argv[1])
folder = tempfile.TemporaryDirectory()
atexit.register(folder.cleanup)
atexit.register(answers.close)


def place(name):
    return os.path.join(folder.name, name)


def has(element):
    return subprocess.run(["gst-inspect-1.0", "--exists", element]).returncode \
        == 0


if not all(map(has, ("uridecodebin", "appsink", "wavparse"))):
    skip_all("uridecodebin, appsink or wavparse is not installed")


def write_wav(x, rate, bits, is_float=False, name="x.wav", mask=None):
    """x is [channel][frame] within -1 to 1; of more than two channels without a
    mask none have positions."""
    if is_float:
        data = x.T.astype(f"<f{bits // 8}").tobytes()
    else:
        codes = np.round(x.T * 2 ** (bits - 1)).astype("<i8")
        data = np.ascontiguousarray(codes).view(np.uint8).reshape(
            -1, 8)[:, :bits // 8].tobytes()
    kind, more = (3 if is_float else 1), b""
    if mask is not None:
        more = struct.pack("<HHIH14s", 22, bits, mask, kind,
                           bytes.fromhex("000000001000800000aa00389b71"))
        kind = 0xfffe
    head = struct.pack("<HHIIHH", kind, len(x), rate,
                       rate * len(x) * bits // 8, len(x) * bits // 8, bits) + more
    with open(place(name), "wb") as file:
        file.write(b"RIFF" + struct.pack("<I", 20 + len(head) + len(data))
                   + b"WAVEfmt " + struct.pack("<I", len(head)) + head
                   + b"data" + struct.pack("<I", len(data)) + data)
    return place(name)


def noise(channels, n, bits=16):
    """On the steps of the bits."""
    return np.round(random.uniform(-.99, .99, (channels, n))
                    * 2 ** (bits - 1)) / 2 ** (bits - 1)


def refusal(where, *words, answer=answers):
    try:
        answer(*(words or ("file", 48000)), where)
    except Refused as refused:
        assert where in str(refused) or refused.domain == \
            "gst-core-error-quark", refused
        return refused
    raise AssertionError(f"{where} was taken")


@claim
def samples_are_read_to_the_bit():
    for bits, is_float in ((16, 0), (24, 0), (32, 0), (32, 1), (64, 1)):
        for channels in 1, 2, int(random.integers(3, 17)):
            x = noise(channels, int(random.integers(1, 3000)),
                      min(bits, 24))
            got = answers("file", 48000, write_wav(x, 48000, bits, is_float))
            assert np.array_equal(got, x), (bits, is_float, channels)
            assert answers.rate == 48000 and answers.delay == 0


def chunk(kind, data):
    return kind + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def draw_wav():
    """The bytes of a file as some program writes it, and its samples."""
    bits, is_float = [(8, 0), (16, 0), (24, 0), (32, 0), (32, 1), (64, 1)][
        random.integers(6)]
    channels = int(random.integers(1, 4))
    x = noise(channels, int(random.integers(1, 30) if random.integers(2)
                            else random.integers(30, 9000)), min(bits, 24))
    if random.integers(2):
        x = x[:, :max(1, x.shape[1] - 1)]  # as often odd as even
    path = write_wav(x, 48000, bits, is_float,
                     mask=0 if random.integers(2) else None)
    with open(path, "rb") as file:
        whole = file.read()
    start = whole.index(b"data")
    form, data = whole[12:start], whole[start + 8:]
    if bits == 8:
        data = bytes(byte ^ 128 for byte in data)  # without a sign
    how = ["padded", "bare", "listed", "after junk", "endless", "unknown",
           "cut"][random.integers(7)]
    size, end = len(data), b""
    if how in ("padded", "listed", "after junk"):
        end = bytes(size % 2)
    if how == "listed":
        end += chunk(b"LIST", b"INFO" + chunk(b"ISFT", b"drawn"))
    if how == "after junk":
        # an empty one wavparse skips in files that it pulls alone
        form = chunk(b"JUNK", bytes(int(random.integers(1, 40)))) + form
    if how in ("endless", "unknown"):
        size = 0xffffffff if how == "endless" else 0
    if how == "cut":
        frame = channels * bits // 8
        left = int(random.integers(frame, len(data) + 1))
        data, x = data[:left], x[:, :left // frame]
    body = b"WAVE" + form + b"data" + struct.pack("<I", size) + data + end
    return f"{how}, {bits} bits, float {is_float}, {x.shape}", \
        b"RIFF" + struct.pack("<I", len(body)) + body, x


@claim
def every_sample_that_is_in_a_wav_file_is_read():
    """Also the last, of an odd number of bytes with a pad byte or without, and
    those of files that ended early or whose program did not know the end."""
    for _ in range(400 if is_full() else 120):
        name, data, x = draw_wav()
        with open(place("drawn.wav"), "wb") as file:
            file.write(data)
        try:
            got = answers("file", 48000, place("drawn.wav"))
        except Refused as refused:
            raise AssertionError(f"{name}: {refused}") from refused
        assert np.array_equal(got, x), f"{name}: {got.shape}"


@claim
def channels_stay_as_they_are_with_and_without_positions():
    for channels, mask in ((1, None), (2, None), (3, None), (3, 7), (6, 0x3f),
                           (6, 0x60f), (8, None), (8, 0x63f), (16, None),
                           (16, 0), (70, None)):
        x = noise(channels, 100)
        got = answers("file", 48000, write_wav(x, 48000, 16, mask=mask))
        assert np.array_equal(got, x), (channels, mask)


@claim
def flac_is_read_to_the_bit():
    if not (has("flacenc") and has("flacdec") and has("flacparse")):
        raise Skip("flacenc, flacparse or flacdec is not installed")
    for channels, n in (2, 5000), (1, 2 * random.integers(20, 3000) + 1):
        x = noise(channels, int(n))
        subprocess.run(
            ["gst-launch-1.0", "-q", "filesrc",
             "location=" + write_wav(x, 44100, 16), "!", "wavparse", "!",
             "flacenc", "!", "filesink", "location=" + place("x.flac")],
            check=True)
        assert np.array_equal(answers("file", 44100, place("x.flac")), x)
    without = Answers(sys.argv[1], {
        **os.environ, "GST_PLUGIN_FEATURE_RANK": "flacdec:0,avdec_flac:0"})
    error = refusal(place("x.flac"), answer=without)
    without.close()
    assert "not installed" in str(error) and "FLAC" in str(error), error


@claim
def paths_and_uris_name_the_same_file():
    x = noise(1, 10)
    path = write_wav(x, 48000, 16, name="a #1 \u00e9:b.wav")
    for where in path, "file://" + path.replace(" ", "%20").replace(
            "#", "%23").replace("\u00e9", "%c3%a9"):
        assert np.array_equal(answers("file", 48000, where), x), where
    here = os.path.relpath(path)
    assert np.array_equal(answers("file", 48000, here), x), here


def packets(n_taps, source, target):
    """Sums of packets, sines in Gauss's window, below 0.9 of both Nyquist
    frequencies and within the response: a function of the time in seconds."""
    length, n = n_taps / source, 40
    middle = random.uniform(0.25, 0.75, n) * length
    width = length / 60
    high = 0.45 * min(source, target) - 1.1 / width
    hertz, phase = random.uniform(0, high, n), random.uniform(0, 2 * np.pi, n)
    size = random.normal(0, 1, n)

    def response(t):
        return sum(a * np.exp(-((t - m) / width) ** 2 / 2)
                   * np.cos(2 * np.pi * f * t + p)
                   for a, m, f, p in zip(size, middle, hertz, phase))
    return response


@claim
def other_rates_are_within_90_decibels_of_the_function():
    for source, target in PAIRS:
        n = 4096 * max(1, source // target)
        response = packets(n, source, target)
        x = response(np.arange(n) / source)
        got = answers("file", target,
                      write_wav(x[None], source, 64, True))[0]
        assert len(got) == -(-n * target // source), (source, target, len(got))
        wanted = response(np.arange(len(got)) / target) * source / target
        error = np.linalg.norm(got - wanted) / np.linalg.norm(wanted)
        assert error < 10 ** (-90 / 20), (source, target, error)


@claim
def the_filter_of_another_rate_is_the_same_filter():
    """An impulse: one at its place, with no decibel more or less."""
    for source, target in PAIRS[:6]:
        x = np.zeros((2, source // 10))
        x[0, source // 25] = 1
        x[1, 0] = 1
        got = answers("file", target, write_wav(x, source, 64, True))
        assert np.abs(got).argmax(axis=1).tolist() == [target // 25, 0]
        f = np.linspace(20, 0.45 * min(source, target), 500)
        turn = np.exp(-2j * np.pi * np.outer(f, np.arange(len(got[0]))
                                             - target // 25) / target)
        assert np.abs(turn @ got[0] - 1).max() < 1e-4, (source, target)


@claim
def taps_that_are_not_finite_are_refused():
    x = noise(3, 50)
    for value, words in (np.nan, "not a number"), (np.inf, "infinite"):
        x[2, 31] = value
        error = str(refusal(write_wav(x, 48000, 32, True)))
        assert "sample 31 of channel 2 is " + words in error, error


@claim
def what_is_no_sound_is_refused():
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(
            ">I", zlib.crc32(kind + data))
    png = b"\x89PNG\r\n\x1a\n" + part(
        b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) + part(
        b"IDAT", zlib.compress(b"\0\0")) + part(b"IEND", b"")
    os.mkfifo(place("pipe"))
    write_wav(np.zeros((2, 0)), 48000, 16, name="no.wav")
    for name, data, words in (
            ("empty", b"", "is an empty file"),
            ("x.txt", b"some text of more than one line\n" * 9, "decoded"),
            ("junk", random.bytes(5000), "decoded"),
            ("x.png", png, "has no sound in it"),
            ("head.wav", b"RIFF\x24\0\0\0WAVEfmt ", ""),
            ("no.wav", None, ""), ("pipe", None, "a device or a pipe"),
            ("not there", None, "No such file")):
        if data is not None:
            with open(place(name), "wb") as file:
                file.write(data)
        error = str(refusal(place(name)))
        assert words in error, error
    assert "a folder" in str(refusal(folder.name))
    assert "a device" in str(refusal("/dev/zero"))
    assert "not installed" in str(refusal("nosuch://x"))
    assert "No such file" in str(refusal("file:///nosuch"))


@claim
def rates_that_cannot_be_had_are_refused():
    path = write_wav(noise(1, 9), 48000, 16)
    for rate in 0, -5, 48000 * 256, 187:
        assert "both must be at least 1" in str(refusal(path, "file", rate))
    write_wav(noise(1, 9), 767999, 16, name="odd.wav")
    assert "no large common divisor" in str(
        refusal(place("odd.wav"), "file", 384001))


def wav_of_rate(rate):
    return write_wav(noise(1, 9), rate, 16, name=f"{rate}.wav")


@claim
def rates_are_had_up_to_their_limits():
    """256 times another one, and a table of 2^26 numbers, which takes 512 MiB."""
    n = int(random.integers(1, 1000))
    for source, target in ((255 * n, n), (256 * n - 1, n), (n, 255 * n),
                           (n, 256 * n - 1)):
        if min(source, target) > 3 and max(source, target) % n:
            continue  # without a common divisor the table is the limit
        taps = answers("file", target, wav_of_rate(source))
        assert taps.shape[1] == -(-9 * target // source)
    for source, target in (256 * n, n), (n, 256 * n), (2147483647, 1):
        assert "both must be at least 1" in str(
            refusal(wav_of_rate(source), "file", target))
    for most, ratio in (131072, 1), (262144, 0):
        for target in [most] * is_full() + [most + 1]:
            path = wav_of_rate(target + (1 if ratio else -1))
            if target == most:
                assert np.isfinite(answers("file", target, path)).all()
            else:
                assert "no large common divisor" in str(
                    refusal(path, "file", target))


def write_long(n):
    """n samples of silence, which need no room on the disk."""
    write_wav(np.zeros((1, 1)), 48000, 16, name="long.wav")
    with open(place("long.wav"), "r+b") as file:
        file.truncate(44 + 2 * n)
        file.seek(4)
        file.write(struct.pack("<I", 36 + 2 * n))
        file.seek(40)
        file.write(struct.pack("<I", 2 * n))
    return place("long.wav")


@claim
def loading_can_be_given_up():
    error = refusal(write_long(60000000), "cancel", 30, "file", 96000)
    assert error.domain == "gst-core-error-quark", error
    server = socket.create_server(("127.0.0.1", 0))
    port = server.getsockname()[1]
    try:
        error = refusal(f"http://127.0.0.1:{port}/never", "cancel", 300, "file",
                        48000)
    finally:
        server.close()
    if error.domain != "gst-core-error-quark" and "protocol source" in str(error):
        return  # nothing here reads http
    assert error.domain == "gst-core-error-quark", error
    assert np.array_equal(answers("file", 9, write_wav(
        np.ones((1, 1)) / 2, 9, 16)), [[0.5]])


@claim
def what_is_too_long_is_refused():
    if not is_full():
        raise Skip("it takes a GiB; CLFFT_TEST_FULL=1")
    assert "may have 67108864 samples" in str(refusal(write_long(67108865)))


claims.main()
