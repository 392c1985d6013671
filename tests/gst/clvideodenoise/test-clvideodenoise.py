#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Claims that clvideodenoise gives what its page says, beside a model in double
precision of drawn formats, sizes, blocks and levels.

    test-clvideodenoise.py
"""

import numpy

import claims
from claims import claim, draw, is_full, random, run

# name, bits, unused bits below, order of bytes, chroma: (x, y) of 2^n, kind of planes
FORMATS = [
    ("GRAY8", 8, 0, "<", None, "planar"), ("GRAY16_BE", 16, 0, ">", None, "planar"),
    ("I420", 8, 0, "<", (1, 1), "planar"), ("Y42B", 8, 0, "<", (1, 0), "planar"),
    ("Y444", 8, 0, "<", (0, 0), "planar"), ("NV12", 8, 0, "<", (1, 1), "semi"),
    ("NV16", 8, 0, "<", (1, 0), "semi"), ("P010_10LE", 10, 6, "<", (1, 1), "semi"),
    ("P010_10BE", 10, 6, ">", (1, 1), "semi"), ("P012_LE", 12, 4, "<", (1, 1), "semi"),
    ("I420_10LE", 10, 0, "<", (1, 1), "planar"), ("I422_12BE", 12, 0, ">", (1, 0), "planar"),
    ("Y444_16LE", 16, 0, "<", (0, 0), "planar"), ("GBR", 8, 0, "<", "rgb", "planar"),
    ("GBR_10BE", 10, 0, ">", "rgb", "planar"), ("RGB", 8, 0, "<", "rgb", "packed3"),
    ("BGRA", 8, 0, "<", "rgb", "packed4"), ("RGBA64_LE", 16, 0, "<", "rgb", "packed4"),
]


# ---- the model ----

def window_of(block, hop):
    h = numpy.sin(numpy.pi * (numpy.arange(block) + .5) / block) ** 2
    return numpy.array([h[i] / numpy.sqrt((h[i % hop::hop] ** 2).sum()) for i in range(block)])


def mirror(n, i):
    if n == 1:
        return 0 * i
    i = i % (2 * n - 2)
    return numpy.where(i < n, i, 2 * n - 2 - i)


def denoise(y, block, hop, sigmas, floor):
    """The middle picture of y[t][row][column], in codes, before it is rounded."""
    depth, rows, columns = y.shape
    w = window_of(block, hop)
    outer = numpy.outer(w, w)
    counts = [(n - 1 + block - hop) // hop + 1 for n in (rows, columns)]
    places = [mirror(n, numpy.arange((c - 1) * hop + block) + hop - block)
              for n, c in zip((rows, columns), counts)]
    padded = y[:, places[0]][:, :, places[1]].astype(float)
    spectrum = numpy.fft.fftn(numpy.broadcast_to(outer, (depth, block, block)))
    k = numpy.arange(block)
    f = numpy.minimum(k, block - k) / (block / 2)
    r = numpy.sqrt((f[:, None] ** 2 + f[None] ** 2) / 2)
    v = numpy.interp(r, [0, .5, 1], sigmas) ** 2 * depth * hop ** 2
    result = numpy.zeros(padded.shape[1:])
    for q in range(0, counts[0] * hop, hop):
        for p in range(0, counts[1] * hop, hop):
            x = numpy.fft.fftn(padded[:, q:q + block, p:p + block] * outer)
            mean = x[0, 0, 0] / spectrum[0, 0, 0] * spectrum
            z = x - mean
            power = numpy.maximum(abs(z) ** 2, 1e-9)
            gain = numpy.maximum(numpy.maximum(floor, 0), 1 - v / power)
            result[q:q + block, p:p + block] += numpy.fft.ifftn(
                gain * z + mean).real[depth // 2] * outer
    lead = block - hop
    return result[lead:lead + rows, lead:lead + columns]


def scenes_of(layout, pictures, least):
    """The first picture of the scene that each picture is of."""
    firsts, before = [0], 0
    for k in range(1, len(pictures)):
        total = sum(abs(layout.codes(pictures[k], p) - layout.codes(pictures[k - 1], p)).sum()
                    for p in range(len(layout.planes)))
        mean = total / sum(w * h for *_, w, h, _ in layout.planes) / 2 ** (layout.bits - 8)
        firsts.append(k if 0 < least < mean - before else firsts[-1])
        before = mean
    return firsts


def times_of(firsts, k, depth):
    """The pictures of the block whose middle one is k."""
    first = firsts[k]
    return first + mirror(firsts.count(first), numpy.arange(depth) + k - depth // 2 - first)


# ---- pictures as GStreamer lays them out ----

class Layout:
    def __init__(self, form, width, height):
        self.name, self.bits, self.shift, order, chroma, kind = form
        self.size = 1 if self.bits == 8 else 2
        self.dtype = f"{order}u{self.size}" if self.size > 1 else "u1"
        self.planes = []  # (offset, row, step) in bytes, width, height, is chroma
        up = lambda n, s: -(-n >> s)
        four = lambda n: -(-n // 4) * 4
        at = 0
        if kind.startswith("packed"):
            n = int(kind[-1])
            row = four(width * n * self.size)
            for c in range(3):
                self.planes.append((c * self.size, row, n * self.size, width, height, False))
            self.bytes = row * height
            return
        # chroma planes of subsampled formats begin behind an even number of rows
        shifts = [(0, 0)] + ([] if chroma is None else [(0, 0)] * 2 if chroma == "rgb" else [chroma] * 2)
        vertical = chroma[1] if isinstance(chroma, tuple) else 0
        if self.name.startswith("I422"):
            vertical = 1
        for c, (sx, sy) in enumerate(shifts):
            even = -(-height >> vertical) << vertical
            w, h = up(width, sx), up(height, sy)
            if kind == "semi" and c == 2:
                offset, row, step = self.planes[1][0] + self.size, self.planes[1][1], 2 * self.size
            elif kind == "semi" and c == 1:
                offset, step = at, 2 * self.size
                row = four(up(width, sx) * 2 * self.size)
                at += row * (even >> sy)
            else:
                offset, step = at, self.size
                row = four(self.size * width) if c == 0 or chroma in ("rgb", (0, 0)) \
                    else four(self.size * (four(width) >> sx if self.size == 1 else up(width, sx)))
                at += row * (even >> sy)
            self.planes.append((offset, row, step, w, h, chroma != "rgb" and c > 0))
        self.bytes = at

    def view(self, picture, plane):
        offset, row, step, w, h, _ = self.planes[plane]
        return numpy.ndarray((h, w), self.dtype, picture, offset, (row, step))

    def codes(self, picture, plane):
        return (self.view(picture, plane).astype(int) >> self.shift) & ((1 << self.bits) - 1)


def caps_of(layout, width, height):
    return f"video/x-raw, format={layout.name}, width={width}, height={height}, framerate=25/1"


def pictures_of(layout, n):
    """Random bytes, so that unused bits are anything, in half of the cases under pictures
    that have something in them: of several scenes, and as noisy as they come."""
    pictures = [numpy.frombuffer(random.bytes(layout.bytes), "u1").copy() for _ in range(n)]
    if draw(0, 1):
        top, noise = (1 << layout.bits) - 1, random.uniform(0, .1)
        level, phase = .5, 0
        for picture in pictures:
            if not draw(0, 2):
                level, phase = random.uniform(.2, .8), random.uniform(0, 6)
            for plane, (_, _, _, w, h, _) in enumerate(layout.planes):
                x, y = numpy.meshgrid(numpy.arange(w), numpy.arange(h))
                code = numpy.clip(top * (level + .3 * numpy.sin(x / 5 + y / 7 + phase))
                                  + random.normal(0, top * noise, (h, w)), 0, top).astype(int)
                layout.view(picture, plane)[:] = code << layout.shift
    return pictures


def check_pictures(form, blocks, depths, n):
    width, height = draw(1, 90), draw(1, 60)
    if form[4] not in (None, "rgb", (0, 0)):
        width = 4 * draw(1, 20) - draw(0, 1)  # what plane_size of GStreamer makes of odd ones
    layout = Layout(form, width, height)
    block, depth = blocks[draw(0, len(blocks) - 1)], depths[draw(0, len(depths) - 1)]
    overlap = (0, .5, .75, round(random.uniform(0, .875), 3))[draw(0, 3)]
    hop = max(int(block * (1 - overlap) + .5), block // 8)
    sigma, chroma = round(random.uniform(.5, 30), 2), (-1, 0, round(random.uniform(.5, 40), 2))[draw(0, 2)]
    curve = [1, 1, 1] if draw(0, 1) else [round(random.uniform(0, 3), 2) for _ in range(3)]
    floor = 0 if draw(0, 2) else round(random.uniform(0, 1), 3)
    scene = (25, 0, round(random.uniform(0, 80), 3))[draw(0, 2)]
    pictures = pictures_of(layout, n)
    line = (f"clvideodenoise block-size={block} overlap={overlap} depth={depth} sigma={sigma} "
            f"sigma-chroma={chroma} sigma-low={curve[0]} sigma-mid={curve[1]} sigma-high={curve[2]} "
            f"floor={floor} scene-change={scene}")
    firsts = scenes_of(layout, pictures, scene)
    data = run(caps_of(layout, width, height), line, b"".join(p.tobytes() for p in pictures), layout.bytes)
    assert len(data) == n * layout.bytes, (form, width, height, len(data), n * layout.bytes)
    for k in range(n):
        got = numpy.frombuffer(data, "u1", layout.bytes, k * layout.bytes).copy()
        times = times_of(firsts, k, depth)
        for plane, (_, _, _, _, _, is_chroma) in enumerate(layout.planes):
            s = chroma if is_chroma and chroma >= 0 else sigma
            if s == 0:
                same = layout.view(got, plane) == layout.view(pictures[k], plane)
                assert same.all(), (form, line, "plane", plane, "is not as it was")
                continue
            y = numpy.array([layout.codes(pictures[t], plane) for t in times])
            want = denoise(y, block, hop, numpy.array(curve) * s * 2.0 ** (layout.bits - 8), floor)
            top = (1 << layout.bits) - 1
            error = abs(layout.codes(got, plane) - numpy.clip(want, 0, top)).max()
            assert error <= .51, (form, width, height, line, "picture", k, "plane", plane, error)
            assert (layout.view(got, plane).astype(int) & ((1 << layout.shift) - 1) == 0).all()


@claim
def pictures_are_what_the_page_says():
    order = random.permutation(len(FORMATS))
    for i in order[:len(FORMATS) if is_full() else 3]:
        check_pictures(FORMATS[i], (8, 16, 32, 64) if is_full() else (8, 16), (1, 3, 5, 7), 4)


@claim
def a_cut_ends_a_scene_and_noise_does_not():
    """By the default, of pictures that move, with noise of up to 12 codes."""
    for _ in range(3):
        layout = Layout(FORMATS[0], 64, 48)
        cut, n, sigma, speed = draw(1, 8), 10, random.uniform(0, 12), random.uniform(0, 2)
        y, x = numpy.mgrid[:48, :64]
        pictures = []
        for k in range(n):
            scene = (100 + 60 * numpy.sin((x + speed * k) / 9) if k < cut
                     else 150 + 60 * numpy.sin((y + speed * k) / 6))
            pictures.append(numpy.clip(numpy.rint(scene + random.normal(0, sigma, x.shape)), 0, 255)
                            .astype("u1").reshape(-1))
        assert scenes_of(layout, pictures, 25) == [0] * cut + [cut] * (n - cut), (cut, sigma, speed)
        line = f"clvideodenoise depth={(3, 5, 7)[draw(0, 2)]} sigma={round(sigma + 1, 2)}"
        size = layout.bytes
        whole = run(caps_of(layout, 64, 48), line, b"".join(p.tobytes() for p in pictures), size)
        parts = [run(caps_of(layout, 64, 48), line, b"".join(p.tobytes() for p in part), size)
                 for part in (pictures[:cut], pictures[cut:])]
        assert whole == b"".join(parts), (cut, sigma, speed, line)


@claim
def no_noise_is_no_change():
    for _ in range(3):
        form = FORMATS[draw(0, len(FORMATS) - 1)]
        layout = Layout(form, 4 * draw(1, 20), draw(1, 50))
        width, height = layout.planes[0][3:5]
        data = b"".join(random.bytes(layout.bytes) for _ in range(5))
        got = run(caps_of(layout, width, height), "clvideodenoise sigma=0 depth=5", data, layout.bytes)
        assert got == data, (form, width, height)


claims.main()
