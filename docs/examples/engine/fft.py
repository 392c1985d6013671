#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""fft.py: numpy arrays through libclfft-1.0, by ctypes alone.

    device = Device()
    spectra = Plan(device, "r2c 1024 x8")(signals)      # 8 x 1024 float32

Run as a program it holds several transforms against numpy.fft; with pyopencl,
if that is there, one in its context, queue and buffer. A copy of this file is
all that a program needs; structs and numbers are those of clfft.h.
"""
import ctypes
from ctypes import (POINTER, Structure, byref, c_bool, c_char_p, c_double,
                    c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p)

import numpy

RANK, LOOPS = 3, 4                # CLFFT_MAX_RANK, CLFFT_MAX_LOOPS
C2C, R2C, C2R = range(3)          # clfft_transform


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


class clfft_desc(Structure):
    _fields_ = [("transform", c_int), ("direction", c_int),
                ("precision", c_int), ("rank", c_uint),
                ("lengths", c_uint64 * RANK), ("input_strides", c_int64 * RANK),
                ("output_strides", c_int64 * RANK), ("n_loops", c_uint),
                ("loops", clfft_loop * LOOPS), ("in_place", c_bool),
                ("destroy_input", c_bool), ("scale", c_double),
                ("load", clfft_load), ("store", clfft_store),
                ("reserved", c_uint64 * 8)]


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


class Device:
    """An OpenCL device by its name, or of an OpenCL context of the caller's."""

    def __init__(self, name="auto", context=None, device_id=None):
        self.handle, self.queue = c_void_p(), None
        params = clfft_device_params(name=name.encode(), context=context,
                                     id=device_id)
        must(fft.clfft_device_create(byref(params), byref(self.handle)))
        self.context = fft.clfft_device_get_context(self.handle)
        self.queue = make(opencl.clCreateCommandQueue, self.context,
                          fft.clfft_device_get_id(self.handle), 0)

    def __del__(self):
        if self.queue:
            opencl.clReleaseCommandQueue(self.queue)
        fft.clfft_device_destroy(byref(self.handle))


class Plan:
    """A transform that is ready to run, from a text as clfft_desc_parse() has
    it. `change`, a function, may set members of the description first."""

    def __init__(self, device, text, change=None):
        self.device, self.handle = device, c_void_p()  # outlived by the device
        desc = clfft_desc()
        must(fft.clfft_desc_parse(text.encode(), byref(desc)))
        try:
            if change:
                change(desc)
            must(fft.clfft_plan_create(device.handle, byref(desc), None,
                                       byref(self.handle)))
            self._read_shape(desc)
        finally:
            fft.clfft_desc_clear(byref(desc))  # the plan has its own copies

    def _read_shape(self, desc):
        bins, lengths = (c_uint64 * RANK)(), (c_uint64(), c_uint64())
        fft.clfft_desc_get_bins(byref(desc), bins)
        must(fft.clfft_desc_get_extent(byref(desc), byref(lengths[0]),
                                       byref(lengths[1])))
        self.shape = tuple(bins[:max(desc.rank, 1)][::-1])
        if desc.loops[0].count > 1:
            self.shape = (desc.loops[0].count,) + self.shape
        size = fft.clfft_desc_get_output_size(byref(desc))
        self.input_size = lengths[0].value * \
            fft.clfft_desc_get_input_size(byref(desc))
        self.output_size = lengths[1].value * size
        kind = "u" if desc.store.pixel else "f" \
            if desc.store.quantity or desc.transform == C2R else "c"
        self.type = numpy.dtype("%s%d" % (kind, size))

    def __call__(self, array):
        """The transform of an array whose bytes are the plan's input."""
        array = numpy.ascontiguousarray(array)
        if array.nbytes != self.input_size:
            raise Error("the array has %d bytes, the plan reads %d" %
                        (array.nbytes, self.input_size))
        result = numpy.empty(self.shape, self.type)
        queue, buffers = self.device.queue, []
        try:
            buffers.append(make(opencl.clCreateBuffer, self.device.context,
                                COPY_HOST_PTR, array.nbytes,
                                array.ctypes.data))
            buffers.append(make(opencl.clCreateBuffer, self.device.context, 0,
                                self.output_size, None))
            opencl.clReleaseEvent(self.execute(queue, *buffers))
            code = opencl.clEnqueueReadBuffer(
                queue, buffers[1], True, 0, result.nbytes, result.ctypes.data,
                0, None, None)
            if code:
                raise Error("clEnqueueReadBuffer: OpenCL error %d" % code)
        finally:
            for buffer in buffers:
                opencl.clReleaseMemObject(buffer)
        return result

    def execute(self, queue, source, target, wait=()):
        """Enqueues the plan; a cl_event that the caller releases. Arguments
        are handles, as pyopencl's objects have them in int_ptr."""
        event, events = c_void_p(), (c_void_p * len(wait))(*wait)
        params = clfft_execute_params(n_wait=len(wait), wait=events,
                                      event=ctypes.pointer(event))
        must(fft.clfft_plan_execute(self.handle, queue, source, target,
                                    byref(params)))
        return event.value

    def __del__(self):
        fft.clfft_plan_destroy(byref(self.handle))


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
