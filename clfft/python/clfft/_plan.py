# SPDX-License-Identifier: LGPL-2.1-or-later
"""_plan.py: transforms that are ready to run."""
from __future__ import annotations

import ctypes
import threading
from ctypes import POINTER, byref, c_double, c_uint32, c_uint64, c_void_p
from typing import Any, List, Optional, Sequence, Tuple, Union

import numpy

from . import _opencl
from ._device import (Buffers, Device, Error, Owner, check, get_handle, read, write)
from ._layout import read_sides
from ._library import (EFFORTS, LOOPS, RANK, RGBA, clfft_desc, clfft_execute_params,
                       clfft_plan_info, clfft_plan_params, fft, opencl)
from ._spectrum import Bands

Windows = Union[None, Any, Sequence[Any]]


def _close_plan(handle: c_void_p, buffers: Buffers, lock: threading.Lock) -> None:
    buffers.is_closing = True
    if not fft.clfft_check_process():
        with lock:  # of a thread that goes on at the interpreter's end
            buffers.release()
            fft.clfft_plan_destroy(byref(handle))


class _Arrays:
    """Members of a description that are arrays, alive while it is in use."""

    def __init__(self, desc: clfft_desc) -> None:
        self.desc, self.alive = desc, []  # type: clfft_desc, List[numpy.ndarray]

    def take(self, name: str, values: Any, kind: str, count: int) -> Any:
        array = numpy.ascontiguousarray(values, kind)
        if array.size != count:
            raise ValueError("%s has %d numbers, the description takes %d" %
                             (name, array.size, count))
        self.alive.append(array)
        types: Any = {"f8": c_double, "u4": c_uint32, "u1": ctypes.c_uint8}
        return ctypes.cast(array.ctypes.data, POINTER(types[kind]))

    def set_windows(self, windows: Any) -> None:
        desc, rank = self.desc, max(self.desc.rank, 1)
        if rank == 1:
            windows = [windows]
        if len(windows) != rank:
            raise ValueError("%d windows, the description has %d axes" %
                             (len(windows), rank))
        for axis, window in enumerate(windows[::-1]):
            if window is not None:
                desc.load.windows[axis] = self.take(
                    "the window of axis %d" % axis, window, "f8",
                    desc.load.lengths[axis] or desc.lengths[axis])

    def set_gain(self, gain: Any) -> None:
        bins = (c_uint64 * RANK)()
        fft.clfft_desc_get_bins(byref(self.desc), bins)  # bands are not set yet
        self.desc.store.gain = self.take("gain", gain, "f8", bins[0])

    def set_rows(self, rows: Any, places: Any, weights: Any, first: Any, name: str,
                 member: str) -> None:
        """Bands or rings, which tell their places by `member`."""
        first = numpy.ascontiguousarray(first, "u4").reshape(-1)
        if first.size < 2 or first[0] or (numpy.diff(first.astype("i8")) < 0).any():
            raise ValueError("first of %s does not rise from 0" % name)
        n = first.size - 1
        setattr(rows, "n_" + name, n)
        rows.first = self.take("first of " + name, first, "u4", n + 1)
        setattr(rows, member, self.take(
            "%s of %s" % (member, name), places, "u4",
            n if member == "start" else int(first[-1])))
        rows.weight = self.take("weight of " + name, weights, "f8", int(first[-1]))


class Plan(Owner):
    """One description made ready to run. It serves one thread at a time: calls of
    others wait. Others run meanwhile.

    device   where it runs
    text     the description: the transform, its lengths and words, as
             "r2c 1024 x100@256:513 window=hann store=power". Forward is
             X[k] = scale * sum_j x[j] exp(-2 pi i j k / n), inverse has the other
             sign, and neither divides by n
    window   coefficients for an axis of rank 1, or a list with those or None of
             each axis, outermost first; in place of window= of the text
    gain     the amplitude factor of each bin of the last axis: gains()
    bands    weighted sums of power over bins: bands(), mel_bands()
    rings    the same over any bins: (first, bin, weight) as clfft_rings has them
    color_map  256 x 4 bytes, for pixel=rgba
    effort   "estimate", or "measure": the fastest of several ways, found once
    recipe   the one to take

    input, output   shape, dtype, strides and nbytes of both sides. A shape has an
             axis for each loop and axis in the order in which they lie in memory,
             outermost first, and nothing of the gaps between
    recipe, launches, scratch   the way that was taken, its kernels, and bytes
    """

    def __init__(self, device: Device, text: str, *, window: Windows = None,
                 gain: Any = None, bands: Optional[Bands] = None,
                 rings: Optional[Tuple[Any, Any, Any]] = None,
                 color_map: Any = None, effort: str = "estimate",
                 recipe: Optional[str] = None) -> None:
        self.device, self.text, self.handle = device, text, c_void_p()
        self._lock, self._buffers = threading.Lock(), Buffers()
        self._own(_close_plan, self.handle, self._buffers, self._lock)
        device.check_open()
        if effort not in EFFORTS:
            raise ValueError("effort is %r, not one of %s" %
                             (effort, ", ".join(EFFORTS)))
        desc = clfft_desc()
        check(fft.clfft_desc_parse(text.encode(), byref(desc)))
        owned = clfft_desc.from_buffer_copy(desc)  # arrays of ours come into desc
        arrays = _Arrays(desc)
        try:
            if window is not None:
                arrays.set_windows(window)
            if gain is not None:
                arrays.set_gain(gain)
            if bands is not None:
                arrays.set_rows(desc.store.bands, bands.start, bands.weight,
                                bands.first, "bands", "start")
            if rings is not None:
                arrays.set_rows(desc.store.rings, rings[1], rings[2], rings[0],
                                "rings", "bin")
            if color_map is not None:
                desc.store.color_map = ctypes.cast(arrays.take(
                    "color_map", color_map, "u1", 1024), c_void_p)
                if desc.store.pixel != RGBA:
                    raise ValueError("color_map is for pixel=rgba alone")
            self._adjust(desc)
            params = clfft_plan_params(
                effort=EFFORTS.index(effort),
                recipe=None if recipe is None else recipe.encode())
            check(fft.clfft_plan_create(device.handle, byref(desc), byref(params),
                                        byref(self.handle)))
            self.in_place: bool = desc.in_place
            self.input, self.output = read_sides(desc, text)
        finally:
            fft.clfft_desc_clear(byref(owned))  # the plan has its own copies
        info = clfft_plan_info()
        fft.clfft_plan_get_info(self.handle, byref(info))
        self.recipe: str = info.recipe.decode()
        self.launches: int = info.n_kernels
        self.scratch: int = info.scratch_size

    def _adjust(self, desc: clfft_desc) -> None:
        """What a class made of this one changes before the plan is made."""

    @property
    def shape(self) -> Tuple[int, ...]:
        """The shape of a result."""
        return self.output.shape

    def __call__(self, array: Any, out: Any = None) -> Any:
        """The transform of an array: of input.dtype, and of input.shape or of as
        many elements in memory order, with or without the gaps. Objects with
        __array_interface__ are read where they are.

        Returns an array of output.shape and output.dtype, which is `out` if given.
        An array of pyopencl stays on the device, and the result is one as well,
        which carries the event of the transform; in place it has the input's
        memory.

        Raises TypeError for another dtype, ValueError for another size, Error for
        what the engine or the driver says.
        """
        if _opencl.is_device_array(array):
            return _opencl.run(self, array, out)
        array = self.input.unpack(numpy.asarray(array))
        side = self.output
        if out is not None and (out.shape != side.shape or out.dtype != side.dtype):
            raise ValueError("out has %s of %s, the plan writes %s of %s" % (
                out.shape, out.dtype, side.shape, side.dtype))
        if not side.is_dense:
            memory = numpy.empty(side.nbytes, "u1")
        elif out is not None and side.has_layout(out) and out.flags.writeable:
            memory = out
        else:
            memory = numpy.empty(side.shape, side.dtype)
        self.transform(array, memory)
        if memory is out:
            return out
        view = memory if side.is_dense else side.view(memory)
        if out is None:
            return numpy.ascontiguousarray(view).reshape(side.shape)
        out[...] = view
        return out

    def transform(self, array: numpy.ndarray, memory: numpy.ndarray,
                  buffers: Optional[Buffers] = None) -> None:
        """The transform of memory that lies as the input does, into memory as the
        output lies: input.nbytes and output.nbytes, which are not checked. Buffers
        are those of a caller who holds their lock, or the plan's own."""
        self._buffers.check_open("plan")
        with self._lock:
            self._run(array, memory, buffers or self._buffers)

    def _run(self, array: numpy.ndarray, memory: numpy.ndarray,
             buffers: Buffers) -> None:
        self.check_open()
        queue, reads, writes = self.device.queue, self.input.nbytes, \
            self.output.nbytes
        if self.in_place:
            source = target = buffers.get(self.device, 0, max(reads, writes))
        else:
            source = buffers.get(self.device, 0, reads)
            target = buffers.get(self.device, 1, writes)
        write(queue, source, reads, array.ctypes.data)
        try:
            check(fft.clfft_plan_execute(self.handle, queue, source, target, None))
            read(queue, target, writes, memory.ctypes.data)
        except BaseException:
            opencl.clFinish(queue)  # the array may be gone then
            raise

    def check_open(self) -> None:
        """Raises where it or its device is closed, or after a fork."""
        self.device.check_open()
        if not self.handle:
            raise Error("the plan is closed", "invalid")

    def execute(self, queue: Any, source: Any, target: Any,
                wait: Sequence[Any] = (), *, input_offset: int = 0,
                output_offset: int = 0, counts: Sequence[int] = ()) -> int:
        """Enqueues the plan and returns a cl_event, which the caller releases.

        queue, source, target, wait   a cl_command_queue, cl_mems and cl_events of
                      the device: objects of pyopencl, or their numbers
        input_offset, output_offset   where the first transform begins, in elements
        counts        transforms of each loop, outermost first, at most those of the
                      description; 0 is all of them
        """
        if len(counts) > LOOPS:
            raise ValueError("%d counts, at most %d" % (len(counts), LOOPS))
        event = c_void_p()
        events = (c_void_p * len(wait))(*map(get_handle, wait))
        params = clfft_execute_params(
            n_wait=len(wait), wait=events, event=ctypes.pointer(event),
            input_offset=input_offset, output_offset=output_offset)
        for loop, count in enumerate(counts[::-1]):
            params.counts[loop] = count
        self._buffers.check_open("plan")
        with self._lock:
            self.check_open()
            check(fft.clfft_plan_execute(self.handle, get_handle(queue),
                                         get_handle(source), get_handle(target),
                                         byref(params)))
        assert event.value is not None
        return event.value

    def __repr__(self) -> str:
        return "<clfft.Plan %r on %s>" % (self.text, self.device.name)
