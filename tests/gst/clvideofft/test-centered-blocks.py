#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that centred blocks read what numpy.pad puts around a picture, and that they
come back to the border with windows that are 0 at their ends.

    test-centered-blocks.py
"""

import numpy

import claims
from claims import claim, draw, is_full, random, run

# format, bits, bytes of a sample, components in a dense picture of whole planes, is packed
FORMATS = [("GRAY8", 8, 1, 1), ("GRAY16_LE", 16, 2, 1), ("GRAY16_BE", 16, 2, 1), ("RGBP", 8, 1, 3),
           ("Y444_10LE", 10, 2, 3), ("RGBA64_LE", 16, 2, 4), ("BGRA", 8, 1, 4)]
MODES = ("constant", "reflect", "edge")


def caps_of(name, width, height):
    return f"video/x-raw, format={name}, width={width}, height={height}, framerate=25/1"


def draw_axis(length):
    """Block, overlap; 0: not cut."""
    if draw(0, 5) == 0:
        return 0, 0
    block = draw(8, length)
    return block, draw(0, block - 1)


def properties_of(blocks, window, mode):
    (bw, ow), (bh, oh) = blocks
    return (f"center=true pad-mode={mode} window={window} block-width={bw} block-overlap-x={ow} "
            f"block-height={bh} block-overlap-y={oh}")


def window_of(name, n):
    i = numpy.arange(n)
    return {"rect": numpy.ones(n), "hann": numpy.sin(numpy.pi * i / n) ** 2,
            "sine": numpy.sin(numpy.pi * i / n)}[name]


@claim
def blocks_read_what_numpy_pads():
    for i in range(40 if is_full() else 2):
        width, height = 4 * draw(3, 12), draw(9, 40)
        blocks = draw_axis(width), draw_axis(height)
        mode, window = MODES[i % 3], ("rect", "hann", "sine")[draw(0, 2)]
        x = random.integers(0, 256, (height, width), dtype=numpy.uint8)
        data = run(caps_of("GRAY8", width, height), "clvideofft scaling=none sides=two "
                   + properties_of(blocks, window, mode), x.tobytes())
        padded, cuts = x / 255, []
        for axis, (block, overlap) in ((1, blocks[0]), (0, blocks[1])):
            length = x.shape[axis]
            size, lead, hop = block or length, block // 2, (block or length) - overlap
            n = (length - 1 + lead) // hop + 1 if block else 1
            pads = [(0, 0), (0, 0)]
            pads[axis] = lead, max(0, (n - 1) * hop + size - lead - length)
            padded = numpy.pad(padded, pads, mode=mode)
            cuts.append((size, hop, n))
        (bw, hw, nw), (bh, hh, nh) = cuts
        outer = numpy.outer(window_of(window, bh), window_of(window, bw))
        want = numpy.array([numpy.fft.fft2(padded[r * hh:r * hh + bh, c * hw:c * hw + bw] * outer)
                            for r in range(nh) for c in range(nw)])
        got = numpy.frombuffer(data, "<c8")
        assert got.size == want.size, (width, height, blocks, got.size, want.size)
        error = numpy.linalg.norm(got.reshape(want.shape) - want) / numpy.linalg.norm(want)
        assert error < 1e-6, (width, height, blocks, mode, window, error)


@claim
def centred_blocks_come_back_to_the_border():
    """Overlaps of a quarter and more, so that each pixel is well inside of a window."""
    for i in range(60 if is_full() else 4):
        name, bits, size, planes = FORMATS[draw(0, len(FORMATS) - 1)]
        width, height = 4 * draw(3, 14), draw(9, 50)
        depth = 1 if draw(0, 2) else draw(2, 4)
        window = ("hann", "sine", "hamming", "tukey", "kaiser")[i % 5]
        blocks = []
        for length in width, height:
            block = draw(8, length)
            blocks.append((block, draw(-(-block // 4), block - 1)))
        if draw(0, 5) == 0:
            blocks[draw(0, 1)] = (0, 0) if window == "hamming" else blocks[0][:1] + (0,)
            window = "hamming" if (0, 0) in blocks else "rect"
            blocks = [(b, min(o, b - 1)) if b else (0, 0) for b, o in blocks]
            blocks = [(b if b <= n else n, min(o, min(b, n) - 1) if b else 0)
                      for (b, o), n in zip(blocks, (width, height))]
        n = 3 if depth > 1 else 2
        x = random.integers(0, 1 << bits, (n, planes * height * width), dtype=numpy.uint16)
        if planes == 4:
            x.reshape(n, -1, 4)[:, :, 3] = (1 << bits) - 1  # alpha comes back opaque
        kind = "u1" if size == 1 else ">u2" if name.endswith("_BE") else "<u2"
        data = x.astype(kind).tobytes()
        back = run(caps_of(name, width, height), f"clvideofft component=all depth={depth} "
                   + properties_of(blocks, window, MODES[draw(0, 2)]) + " ! clifft", data,
                   len(data) // n)
        # 16 bits: a code is what single precision tells
        got = numpy.frombuffer(back, kind).astype(int)
        assert got.size == x.size, (name, width, height, blocks, window, got.size, x.size)
        most = numpy.abs(got - x.reshape(-1).astype(int)).max()
        assert most <= (1 if bits == 16 else 0), (name, width, height, blocks, window, depth, most)


claims.main()
