#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Drawn kernels over drawn pictures of the formats of clvideofilter, of odd sizes and any
strides, against scipy.ndimage.convolve with mirrored borders (TAP)."""
import importlib.util
import struct
import sys
import tempfile
import zlib

import tap

numpy = tap.modules("numpy")
if not importlib.util.find_spec("scipy"):
    tap.skip_all("no scipy")
import pictures  # noqa: E402

draw, numbers = pictures.draws()
NAMES = pictures.formats()


def draw_picture(name, width, height):
    picture = pictures.Picture(name, width, height, draw.choice([0, 2, 14]))
    picture.bytes[:] = numbers.integers(0, 256, len(picture.bytes))
    return picture


def draw_kernel(most=15):
    shape = [1 + 2 * draw.randrange(most // 2 + 1) for _ in range(2)]
    kernel = numbers.uniform(-0.3, 1, shape)
    return kernel, "; ".join(" ".join(f"{x:.17g}" for x in row) for row in kernel)


def expect(picture, component, kernel):
    # here, for drivers whose libraries do not start behind scipy's
    from scipy import ndimage
    sums = ndimage.convolve(picture.codes(component).astype(float), kernel, mode="mirror")
    return numpy.clip(sums, 0, (1 << picture.format.depth[component]) - 1)


def check(picture, result, kernel, where):
    for c in picture.colours():
        error = numpy.abs(result.codes(c) - expect(picture, c, kernel)).max()
        assert error < 0.51, f"{where}: component {c} is {error} codes off"
        shift = picture.format.shift[c]
        bits = ((1 << picture.format.depth[c]) - 1) << shift
        assert not (result.words(c) & ~numpy.array(bits, result.words(c).dtype)).any(), (
            f"{where}: unused bits of component {c} are set")
    if picture.format.n_components == 4:
        assert (picture.words(3) == result.words(3)).all(), f"{where}: alpha has changed"


def prove(name, kernel, text, width, height, **properties):
    where = f"{name} {width}x{height}, {kernel.shape[1]}x{kernel.shape[0]}, {properties}"
    picture = draw_picture(name, width, height)
    if properties.get("normalize", True):
        kernel = kernel / kernel.sum()
    with pictures.Filter({"kernel": text, **properties}) as run:
        for _ in range(2):
            check(picture, run.run(picture), kernel, where)


def kernels_are_scipys():
    most = 60 if tap.is_full() else 2
    for name in draw.sample(NAMES, min(most, len(NAMES))):
        kernel, text = draw_kernel()
        prove(name, kernel, text, draw.randint(1, 70), draw.randint(1, 50),
              normalize=draw.random() < 0.7)


def sixteen_bits_are_exact():
    kernel = numpy.array([[0, -3, 0], [-3, 13, -3], [0, -3, 0]], float)
    prove(draw.choice(["GRAY16_LE", "GRAY16_BE", "P016_LE", "Y444_16LE", "ARGB64"]), kernel,
          "0 -3 0; -3, 13, -3\n 0 -3 0", 61, 37)


def a_kernel_may_change_while_playing():
    picture = draw_picture("GRAY8", 40, 31)
    with pictures.Filter({}) as run:
        assert (run.run(picture).codes(0) == picture.codes(0)).all(), "it is no identity"
        for _ in range(3):
            kernel, text = draw_kernel(7)
            run.element.set_property("kernel", text)
            check(picture, run.run(picture), kernel / kernel.sum(), text)
        run.element.set_property("kernel", "1 2")  # warned of, and taken back
        check(picture, run.run(picture), kernel / kernel.sum(), "after a wrong one")
        assert run.element.get_property("kernel") == text, "it was not taken back"


def png_of(codes):
    """Grey of 16 bits."""
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in codes)
    head = struct.pack(">IIBBBBB", codes.shape[1], codes.shape[0], 16, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")))


def pgm_of(codes):
    return (f"P5\n# a comment\n{codes.shape[1]} {codes.shape[0]}\n65535\n".encode()
            + codes.astype(">u2").tobytes())


def a_picture_is_a_kernel():
    picture = draw_picture("GRAY8", 33, 30)
    for write in png_of, pgm_of:
        codes = numbers.integers(0, 65536, (5, 9))
        with tempfile.NamedTemporaryFile() as file:
            file.write(write(codes))
            file.flush()
            with pictures.Filter({"kernel-file": file.name}) as run:
                check(picture, run.run(picture), codes / codes.sum(), write.__name__)


def what_is_no_kernel_is_one_error():
    picture = draw_picture("GRAY8", 33, 30)
    big = png_of(numpy.ones((3, 3))).replace(struct.pack(">II", 3, 3),
                                             struct.pack(">II", 60001, 60001))
    with tempfile.TemporaryDirectory() as folder:
        def path(name, content):
            with open(f"{folder}/{name}", "wb") as file:
                file.write(content)
            return f"{folder}/{name}"

        for name, value, text in (
                ("kernel", "1 2 3 4", "odd"), ("kernel", "1 2 3; 1 2", "row 2"),
                ("kernel", "1 x 3", "column 2"), ("kernel", "nan", "from"),
                ("kernel", "1 " * 257, "255"), ("kernel", "1;" * 257, "255"),
                ("kernel", " " * (2 << 20), "bytes"), ("kernel", ";;", "odd"),
                ("notch", "0.1", "pair 1"), ("notch", "0 0", "stays"),
                ("notch", "0.6 0", "0.5"), ("notch", "0.1 0.2 0.3", "two"),
                ("notch", "0.1 0.2;" * 65, "64"),
                ("kernel-file", folder, "no file"), ("kernel-file", "/dev/zero", "no file"),
                ("kernel-file", "http://127.0.0.1/a.png", "cannot be opened"),
                ("kernel-file", path("long", b"P5" + bytes(2 << 20)), "bytes"),
                ("kernel-file", path("big", big), "odd sizes"),
                ("kernel-file", path("cut", png_of(numpy.ones((3, 3)))[:40]), "decoded"),
                ("kernel-file", path("short", b"P5 9 9 255 "), "ends before"),
                ("kernel-file", path("text", b"1 2 1"), "neither")):
            with pictures.Filter({name: value}) as run:
                run.source.set_property("caps", picture.caps)
                run.source.emit("push-buffer", picture.buffer())
                message = run.bus.timed_pop_filtered(20 * pictures.Gst.SECOND,
                                                     pictures.Gst.MessageType.ERROR)
                assert message, f"{name}={value[:40]}: no error"
                got = message.parse_error()[0].message
                assert got.startswith(name + " ") and text in got, (
                    f"{name}={value[:40]}: {got}")
                assert not run.error(), f"{name}={value[:40]}: two errors"


if __name__ == "__main__":
    sys.exit(tap.prove([kernels_are_scipys, sixteen_bits_are_exact,
                        a_kernel_may_change_while_playing, a_picture_is_a_kernel,
                        what_is_no_kernel_is_one_error]))
