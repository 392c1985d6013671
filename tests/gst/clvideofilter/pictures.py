# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pictures of drawn formats as numpy arrays, through a pipeline and back."""
import os
import random

import tap

numpy, Gst, GstVideo = tap.modules("numpy", "gi.Gst", "gi.GstVideo")
Gst.init(None)

SEED = int(os.environ.get("CLFFT_TEST_SEED") or str(random.randrange(1 << 32)), 0)


def draws():
    """A generator of numbers of each kind, by the seed, which is printed once."""
    print("# seed", SEED)
    return random.Random(SEED), numpy.random.default_rng(SEED)


def formats():
    """Those of the element's sink pad."""
    factory = Gst.ElementFactory.find("clvideofilter")
    template = next(t for t in factory.get_static_pad_templates()
                    if t.direction == Gst.PadDirection.SINK)
    text = template.get_caps().get_structure(0).to_string()
    return text.split("format=(string){")[1].split("}")[0].replace(" ", "").split(",")


def info_of(name, width, height, rate="0/1"):
    caps = Gst.Caps.from_string(f"video/x-raw,format={name},width={width},height={height},"
                                f"framerate={rate},interlace-mode=progressive")
    return caps, GstVideo.VideoInfo.new_from_caps(caps)


class Picture:
    """Bytes of a format, with strides of its own, and its components as arrays of codes."""

    def __init__(self, name, width, height, extra=0):
        self.caps, self.info = info_of(name, width, height)
        self.format = self.info.finfo
        self.extra = extra
        self.n_planes = self.format.n_planes
        self.strides = [self.info.stride[p] + extra for p in range(self.n_planes)]
        rows = [self.rows_of(p) for p in range(self.n_planes)]
        self.offsets = [sum(s * r for s, r in zip(self.strides[:p], rows))
                        for p in range(self.n_planes)]
        size = sum(s * r for s, r in zip(self.strides, rows))
        if not extra:
            self.offsets, size = list(self.info.offset[:self.n_planes]), self.info.size
        self.bytes = numpy.zeros(size, numpy.uint8)

    def rows_of(self, plane):
        return max(-(-self.info.height // (1 << self.format.h_sub[c]))
                   for c in range(self.format.n_components) if self.format.plane[c] == plane)

    def colours(self):
        return range(min(self.format.n_components, 3))

    def words(self, component):
        """A view of the samples of a component, with whatever bits they have."""
        f, plane = self.format, self.format.plane[component]
        size = 1 if f.depth[component] + f.shift[component] <= 8 else 2
        big = size == 2 and not f.flags & GstVideo.VideoFormatFlags.LE
        offset = f.poffset[component]
        if size == 2:
            offset += offset % 2  # GStreamer 1.22 has 1 for V of P010
        shape = (-(-self.info.height // (1 << f.h_sub[component])),
                 -(-self.info.width // (1 << f.w_sub[component])))
        return numpy.ndarray(shape, numpy.dtype(">u2" if big else f"<u{size}"), self.bytes,
                             self.offsets[plane] + offset,
                             (self.strides[plane], f.pixel_stride[component]))

    def codes(self, component):
        f = self.format
        return (self.words(component).astype(numpy.int64) >> f.shift[component]) & (
            (1 << f.depth[component]) - 1)

    def buffer(self):
        buffer = Gst.Buffer.new_wrapped(self.bytes.tobytes())
        if self.extra:
            GstVideo.buffer_add_video_meta_full(
                buffer, GstVideo.VideoFrameFlags.NONE, self.format.format, self.info.width,
                self.info.height, self.n_planes, self.offsets + [0] * (4 - self.n_planes),
                self.strides + [0] * (4 - self.n_planes))
        return buffer

    def like(self, buffer):
        """What a dense buffer of this format has."""
        other = Picture(self.format.name, self.info.width, self.info.height)
        data = numpy.frombuffer(buffer.extract_dup(0, buffer.get_size()), numpy.uint8)
        assert len(data) == self.info.size, f"{len(data)} bytes, not {self.info.size}"
        other.strides = [self.info.stride[p] for p in range(self.n_planes)]
        other.offsets = [self.info.offset[p] for p in range(self.n_planes)]
        other.bytes = data
        return other


class Filter:
    """A pipeline of the element, which pictures go through."""

    def __init__(self, properties):
        self.pipeline = Gst.parse_launch("appsrc name=in format=time ! clvideofilter name=filter ! "
                                         "appsink name=out sync=false")
        self.source, self.element, self.sink = (
            self.pipeline.get_by_name(name) for name in ("in", "filter", "out"))
        for name, value in properties.items():
            self.element.set_property(name, value)
        self.bus = self.pipeline.get_bus()
        self.pipeline.set_state(Gst.State.PLAYING)
        self.time = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.pipeline.set_state(Gst.State.NULL)

    def error(self):
        """Of the element, not of those that it stops."""
        while (message := self.bus.pop_filtered(Gst.MessageType.ERROR)):
            if message.src == self.element:
                return message.parse_error()[0].message
        return None

    def messages(self):
        """The element's own, as dictionaries."""
        found = []
        while (message := self.bus.pop_filtered(Gst.MessageType.ELEMENT)):
            fields = message.get_structure()
            if fields.get_name() == "clvideofilter-notch":
                found.append({fields.nth_field_name(i): fields.get_value(fields.nth_field_name(i))
                              for i in range(fields.n_fields())})
        return found

    def run(self, picture):
        """The filtered picture."""
        self.source.set_property("caps", picture.caps)
        buffer = picture.buffer()
        buffer.pts, buffer.duration = self.time, 40 * Gst.MSECOND
        self.time += buffer.duration
        self.source.emit("push-buffer", buffer)
        sample = self.sink.emit("try-pull-sample", 120 * Gst.SECOND)
        assert sample, self.error() or "nothing came out"
        out = sample.get_buffer()
        assert (out.pts, out.duration) == (buffer.pts, buffer.duration), "other times"
        return picture.like(out)
