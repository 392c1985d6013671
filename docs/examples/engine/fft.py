#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fft.py: numpy arrays through libclfft-1.0, by ctypes alone.

    device = Device()
    spectra = Plan(device, "r2c 1024 x8")(signals)      # 8 x 1024 float32

A call takes what the description reads and returns what it writes: an axis for
each loop and axis, in the order in which they lie in memory, outermost first, and
nothing of the gaps between. The input may have its gaps, or not. Plans and devices
may be dropped in any order, in cycles and at the end of the interpreter; close()
does it at once.

Run as a program it holds several transforms against numpy.fft; with pyopencl,
if that is there, one in its context, queue and buffer. A copy of this file is
all that a program needs; structs and numbers are those of clfft.h.
"""
import ctypes
import math
import threading
import weakref
from ctypes import (POINTER, Structure, byref, c_bool, c_char_p, c_double,
                    c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p)

import numpy

RANK, LOOPS = 3, 4                # CLFFT_MAX_RANK, CLFFT_MAX_LOOPS
C2C, R2C, C2R = range(3)          # clfft_transform
NATIVE, F32, F64 = 0, 15, 16      # clfft_sample, and as numpy has them all:
SAMPLES = (None, "i1", "u1", "i2", "u2", "3B", "3B", "3B", "3B", "3B", "3B",
           "i4", "u4", "i4", "u4", "f4", "f8", "u1", "u2")
PIXELS = (None, "u1", "u2", "4B")  # clfft_pixel


class clfft_device_params(Structure):
    _fields_ = [("name", c_char_p), ("context", c_void_p), ("id", c_void_p),
                ("cache_directory", c_char_p), ("log", c_void_p),
                ("log_data", c_void_p), ("reserved", c_uint64 * 8)]


class clfft_loop(Structure):
    _fields_ = [("count", c_uint64), ("input_distance", c_int64),
                ("output_distance", c_int64)]


class clfft_load(Structure):
    _fields_ = [("sample", c_int), ("big_endian", c_bool),
                ("sample_scale", c_double), ("lengths", c_uint64 * RANK),
                ("windows", POINTER(c_double) * RANK),
                ("subtract_mean", c_bool), ("subtract_line", c_bool),
                ("matrix", POINTER(c_double)), ("n_rows", c_uint),
                ("n_sources", c_uint),
                ("source_distance", c_int64), ("reserved", c_uint64 * 8)]


class clfft_bands(Structure):
    _fields_ = [("n_bands", c_uint), ("first", c_void_p), ("start", c_void_p),
                ("weight", c_void_p)]


class clfft_rings(Structure):
    _fields_ = [("n_rings", c_uint), ("first", c_void_p), ("bin", c_void_p),
                ("weight", c_void_p)]


class clfft_store(Structure):
    _fields_ = [("quantity", c_int), ("sides", c_int), ("floor", c_double),
                ("gain", POINTER(c_double)), ("bands", clfft_bands),
                ("rings", clfft_rings), ("pixel", c_int), ("lowest", c_double),
                ("highest", c_double), ("color_map", c_void_p),
                ("bands_of_magnitude", c_bool), ("reserved", c_uint64 * 7)]


class clfft_zoom(Structure):
    _fields_ = [("n_bins", c_uint64), ("start", c_double), ("step", c_double)]


class clfft_desc(Structure):
    _fields_ = [("transform", c_int), ("direction", c_int),
                ("precision", c_int), ("rank", c_uint),
                ("lengths", c_uint64 * RANK), ("input_strides", c_int64 * RANK),
                ("output_strides", c_int64 * RANK), ("n_loops", c_uint),
                ("loops", clfft_loop * LOOPS), ("in_place", c_bool),
                ("destroy_input", c_bool), ("scale", c_double),
                ("load", clfft_load), ("store", clfft_store),
                ("zoom", clfft_zoom), ("reserved", c_uint64 * 5)]


class clfft_execute_params(Structure):
    _fields_ = [("counts", c_uint64 * LOOPS), ("input_offset", c_uint64),
                ("output_offset", c_uint64), ("scratch", c_void_p),
                ("n_wait", c_uint), ("wait", POINTER(c_void_p)),
                ("event", POINTER(c_void_p)), ("launches", POINTER(c_void_p)),
                ("reserved", c_uint64 * 8)]


def load(file, functions):
    """The library with the types of its functions: name, result, arguments."""
    library = ctypes.CDLL(file)
    for name, result, *arguments in functions:
        getattr(library, name).restype = result
        getattr(library, name).argtypes = arguments
    return library


fft = load("libclfft-1.0.so.0", (
    ("clfft_last_error", c_char_p),
    ("clfft_check_process", c_int),
    ("clfft_device_create", c_int, POINTER(clfft_device_params),
     POINTER(c_void_p)),
    ("clfft_device_destroy", None, POINTER(c_void_p)),
    ("clfft_device_get_context", c_void_p, c_void_p),
    ("clfft_device_get_id", c_void_p, c_void_p),
    ("clfft_desc_parse", c_int, c_char_p, POINTER(clfft_desc)),
    ("clfft_desc_clear", None, POINTER(clfft_desc)),
    ("clfft_desc_get_bins", None, POINTER(clfft_desc), c_uint64 * RANK),
    ("clfft_desc_get_input_size", c_size_t, POINTER(clfft_desc)),
    ("clfft_desc_get_output_size", c_size_t, POINTER(clfft_desc)),
    ("clfft_desc_get_extent", c_int, POINTER(clfft_desc), POINTER(c_uint64),
     POINTER(c_uint64)),
    ("clfft_plan_create", c_int, c_void_p, POINTER(clfft_desc), c_void_p,
     POINTER(c_void_p)),
    ("clfft_plan_destroy", None, POINTER(c_void_p)),
    ("clfft_plan_execute", c_int, c_void_p, c_void_p, c_void_p, c_void_p,
     POINTER(clfft_execute_params))))
opencl = load("libOpenCL.so.1", (
    ("clCreateCommandQueue", c_void_p, c_void_p, c_void_p, c_uint64,
     POINTER(c_int)),
    ("clCreateBuffer", c_void_p, c_void_p, c_uint64, c_size_t, c_void_p,
     POINTER(c_int)),
    ("clEnqueueReadBuffer", c_int, c_void_p, c_void_p, c_uint, c_size_t,
     c_size_t, c_void_p, c_uint, c_void_p, c_void_p),
    ("clReleaseEvent", c_int, c_void_p),
    ("clReleaseMemObject", c_int, c_void_p),
    ("clReleaseCommandQueue", c_int, c_void_p)))
COPY_HOST_PTR = 1 << 5            # CL_MEM_COPY_HOST_PTR


class Error(Exception):
    """A call of the engine or of OpenCL failed."""


def must(status):
    if status:
        raise Error(fft.clfft_last_error().decode())


def make(create, *arguments):
    """An object of OpenCL."""
    code = c_int()
    made = create(*arguments, byref(code))
    if code.value:
        raise Error("%s: OpenCL error %d" % (create.__name__, code.value))
    return made


class Owner:
    """Gives back what it owns once: by close(), or when it is dropped, or at the
    interpreter's end; a child after fork() has nothing to give back."""
    close = None

    def own(self, give_back, *arguments):
        self.close = weakref.finalize(self, give_back, *arguments)

    def __del__(self):
        if self.close:
            self.close()


def close_device(handle, queue):
    if not fft.clfft_check_process() and queue:
        opencl.clReleaseCommandQueue(queue)
    queue.value = None
    fft.clfft_device_destroy(byref(handle))


class Device(Owner):
    """An OpenCL device by its name, or of an OpenCL context of the caller's."""

    def __init__(self, name="auto", context=None, device_id=None):
        self.handle, self.queue = c_void_p(), c_void_p()
        self.own(close_device, self.handle, self.queue)
        params = clfft_device_params(name=name.encode(), context=context,
                                     id=device_id)
        must(fft.clfft_device_create(byref(params), byref(self.handle)))
        self.context = fft.clfft_device_get_context(self.handle)
        self.queue.value = make(opencl.clCreateCommandQueue, self.context,
                                fft.clfft_device_get_id(self.handle), 0)


class Side:
    """How the input or the output of a description lies in memory: `shape` has
    an axis for each that moves in it, outermost first, `strides` count
    elements. An element has `extra` numbers of `type`: complex samples two,
    samples of 24 bits three bytes."""

    def __init__(self, axes, extent, size, dtype):
        axes = sorted(axes, key=lambda axis: -axis[1])  # stable
        self.shape = tuple(count for count, _ in axes)
        self.strides = tuple(stride for _, stride in axes)
        self.extent, self.size, self.type = extent, size, numpy.dtype(dtype)
        self.extra = self.type.shape
        self.type = self.type.base
        if size != self.type.itemsize * math.prod(self.extra):
            self.extra = (2,) + self.extra
        self.n_bytes = extent * size

    def is_nested(self):
        """Whether no element is there twice, an axis within the other."""
        reach = 1
        for count, stride in zip(self.shape[::-1], self.strides[::-1]):
            if count > 1 and stride < reach:
                return False
            reach += (count - 1) * stride
        return True

    def view(self, elements):
        """The elements without the gaps."""
        return numpy.lib.stride_tricks.as_strided(
            elements, self.shape, [self.size * s for s in self.strides])

    def unpack(self, array):
        """The bytes of the side, from an array with or without its gaps."""
        if array.dtype != self.type:
            raise Error("the array is of %s, the plan reads %s" %
                        (array.dtype, self.type))
        packed = math.prod(self.shape)
        block = max([self.extent] + [count * stride for count, stride in
                                     zip(self.shape, self.strides)])
        n, rest = divmod(array.nbytes, self.size)
        elements = numpy.ascontiguousarray(array).reshape(-1)
        if not rest and n in (self.extent, block):
            return elements.view("V%d" % self.size)[:self.extent]
        if rest or n != packed or not self.is_nested():
            raise Error("the array has %d bytes, the plan reads %d, or %s" % (
                array.nbytes, self.n_bytes,
                "%d without gaps" % (packed * self.size) if self.is_nested()
                else "nothing else, for elements are read twice"))
        spread = numpy.zeros(self.extent, "V%d" % self.size)
        self.view(spread)[...] = elements.view(spread.dtype).reshape(self.shape)
        return spread

    def pack(self, elements):
        """An array of the side without its gaps."""
        packed = numpy.ascontiguousarray(self.view(elements))
        return packed.reshape(-1).view(self.type).reshape(
            self.shape + self.extra)


def input_points(desc, axis):
    if desc.transform == C2R and axis == 0:
        return desc.lengths[0] // 2 + 1
    return desc.load.lengths[axis] or desc.lengths[axis]


def list_axes(desc, points, strides, is_real, distance):
    """(count, stride) of loops and axes, outermost first; strides that are all 0
    are dense, and in place the rows of the real side padded."""
    strides = list(strides)
    if not any(strides):
        strides[0] = 1
        row = 2 * (desc.lengths[0] // 2 + 1) if desc.in_place and is_real \
            else points[0]
        for axis in range(1, len(points)):
            strides[axis] = math.prod(points[1:axis], start=row)
    loops = [(loop.count or 1, getattr(loop, distance))
             for loop in desc.loops[:desc.n_loops][::-1]]
    if len(loops) == 1 and loops[0][0] == 1:  # a text without loops has this
        loops = []
    return loops + list(zip(points, strides))[::-1]


def read_sides(desc):
    """Both sides of a description."""
    bins, extents = (c_uint64 * RANK)(), (c_uint64(), c_uint64())
    fft.clfft_desc_get_bins(byref(desc), bins)
    must(fft.clfft_desc_get_extent(byref(desc), byref(extents[0]),
                                   byref(extents[1])))
    rank, real = max(desc.rank, 1), "f8" if desc.precision else "f4"
    number = "c16" if desc.precision else "c8"
    axes = list_axes(desc, [input_points(desc, a) for a in range(rank)],
                     desc.input_strides, desc.transform == R2C,
                     "input_distance")
    if desc.load.matrix:
        axes.append((desc.load.n_sources, desc.load.source_distance))
    axes = [axis for axis in axes if axis[1]]  # what does not move reads again
    kind = SAMPLES[desc.load.sample] or real
    if desc.transform != R2C and desc.load.sample in (NATIVE, F32, F64):
        kind = {"f4": "c8", "f8": "c16"}[kind]
    order = ">" if desc.load.big_endian and desc.load.sample else "="
    source = Side(axes, extents[0].value,
                  fft.clfft_desc_get_input_size(byref(desc)),
                  numpy.dtype(kind).newbyteorder(order))
    kind = PIXELS[desc.store.pixel] or (
        real if desc.store.quantity or desc.transform == C2R else number)
    return source, Side(
        list_axes(desc, bins[:rank], desc.output_strides,
                  desc.transform == C2R, "output_distance"),
        extents[1].value, fft.clfft_desc_get_output_size(byref(desc)), kind)


def close_plan(handle, lock):
    if not fft.clfft_check_process():
        with lock:  # of a thread that goes on at the interpreter's end
            fft.clfft_plan_destroy(byref(handle))


class Plan(Owner):
    """A transform that is ready to run, from a text as clfft_desc_parse() has
    it. `change`, a function, may set members of the description first."""

    def __init__(self, device, text, change=None):
        self.device, self.handle = device, c_void_p()
        self.lock = threading.Lock()  # a plan serves one thread at a time
        self.own(close_plan, self.handle, self.lock)
        desc = clfft_desc()
        must(fft.clfft_desc_parse(text.encode(), byref(desc)))
        owned = clfft_desc.from_buffer_copy(desc)  # change() may put others in
        try:
            if change:
                change(desc)
            must(fft.clfft_plan_create(device.handle, byref(desc), None,
                                       byref(self.handle)))
            self.in_place = desc.in_place
            self.input, self.output = read_sides(desc)
            self.shape = self.output.shape + self.output.extra
        finally:
            fft.clfft_desc_clear(byref(owned))  # the plan has its own copies

    def __call__(self, array):
        """The transform of an array of the plan's input."""
        elements = self.input.unpack(numpy.asarray(array))
        sizes = [self.input.n_bytes, self.output.n_bytes]
        if self.in_place:
            sizes = [max(sizes)]
            elements = numpy.concatenate(
                [elements.view("u1"),
                 numpy.zeros(sizes[0] - elements.nbytes, "u1")])
        result = numpy.empty(self.output.extent, "V%d" % self.output.size)
        with self.lock:
            self._run(sizes, elements, result)
        return self.output.pack(result)

    def _check_open(self):
        must(fft.clfft_check_process())
        if not self.handle or not self.device.queue:
            raise Error("the plan or its device is closed")

    def _run(self, sizes, elements, result):
        self._check_open()
        queue, buffers = self.device.queue, []
        try:
            for i, size in enumerate(sizes):
                buffers.append(make(
                    opencl.clCreateBuffer, self.device.context,
                    0 if i else COPY_HOST_PTR, size,
                    None if i else elements.ctypes.data))
            opencl.clReleaseEvent(self.execute(queue, buffers[0], buffers[-1]))
            code = opencl.clEnqueueReadBuffer(
                queue, buffers[-1], True, 0, result.nbytes, result.ctypes.data,
                0, None, None)
            if code:
                raise Error("clEnqueueReadBuffer: OpenCL error %d" % code)
        finally:
            for buffer in buffers:
                opencl.clReleaseMemObject(buffer)

    def execute(self, queue, source, target, wait=()):
        """Enqueues the plan; a cl_event that the caller releases. Arguments
        are handles, as pyopencl's objects have them in int_ptr."""
        self._check_open()
        event, events = c_void_p(), (c_void_p * len(wait))(*wait)
        params = clfft_execute_params(n_wait=len(wait), wait=events,
                                      event=ctypes.pointer(event))
        must(fft.clfft_plan_execute(self.handle, queue, source, target,
                                    byref(params)))
        return event.value


# ---- against numpy ----


def compare(name, got, wanted):
    error = numpy.linalg.norm(got - wanted) / numpy.linalg.norm(wanted)
    print("%-28s relative error %.1e" % (name, error))
    assert got.shape == wanted.shape and error < 1e-6, name


def use_pyopencl(x):
    try:
        import pyopencl
    except ImportError:
        print("pyopencl is not there: left out")
        return
    context = pyopencl.create_some_context(interactive=False)
    queue = pyopencl.CommandQueue(context)
    device = Device(context=context.int_ptr,
                    device_id=context.devices[0].int_ptr)
    flags = pyopencl.mem_flags
    buffer = pyopencl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR,
                             hostbuf=x)
    plan = Plan(device, "c2c %dx%d inplace" % x.shape)
    event = pyopencl.Event.from_int_ptr(
        plan.execute(queue.int_ptr, buffer.int_ptr, buffer.int_ptr),
        retain=False)
    result = numpy.empty_like(x)
    pyopencl.enqueue_copy(queue, result, buffer, wait_for=[event])
    compare("in pyopencl's queue", result, numpy.fft.fft2(x))


def main():
    random, device = numpy.random.default_rng(1), Device()
    x = random.standard_normal((8, 1000)).astype("f4")
    z = (x + 1j * x[::-1]).astype("c8")
    compare("c2c 1000 x8", Plan(device, "c2c 1000 x8")(z), numpy.fft.fft(z))
    compare("r2c 1000 x8", Plan(device, "r2c 1000 x8")(x), numpy.fft.rfft(x))
    compare("c2r 1000 x8", Plan(device, "c2r 1000 x8 scale=0.001")(
        numpy.fft.rfft(x).astype("c8")), x)
    compare("r2c 40x200", Plan(device, "r2c 40x200")(x),
            numpy.fft.rfft2(x.reshape(40, 200)))

    # frames of 512 samples every 128, of 16 bits, by a Hann window
    samples = random.integers(-32768, 32767, 512 + 99 * 128, dtype="i2")

    def overlap(desc):
        desc.loops[0].input_distance = 128

    frames = numpy.lib.stride_tricks.sliding_window_view(samples, 512)[::128]
    window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(512) / 512)
    compare("power of overlapping frames", Plan(
        device, "r2c 512 x100 load=s16 window=hann store=power", overlap)(
            samples), abs(numpy.fft.rfft(frames * window / 32768)) ** 2)

    try:
        Plan(device, "c2c 1000 window=han")
        assert False, "no error"
    except Error as error:
        print("as it should be:", error)
    use_pyopencl(z[:, :512].copy())


if __name__ == "__main__":
    main()
