# SPDX-License-Identifier: LGPL-2.1-or-later
"""_device.py: devices, what owns handles, and buffers that are kept between calls."""
from __future__ import annotations

import ctypes
import weakref
from ctypes import byref, c_int, c_size_t, c_void_p
from typing import Any, Callable, List, Optional

from ._library import (clfft_device_entry, clfft_device_params, fft,
                       libc, opencl)


# CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY
NO_MEMORY = (-4, -5, -6)


class Error(Exception):
    """A call of the engine or of OpenCL failed: its text, and in `status` the
    engine's name of the kind, as "invalid", "unsupported", "no driver", "no
    device", "no memory", "build failed", "device error", "cancelled", "forked"."""

    def __init__(self, text: str, status: str = "device error") -> None:
        super().__init__(text)
        self.status = status


def check(status: int) -> None:
    """Raises what an engine call that failed tells."""
    if status:
        raise Error(fft.clfft_last_error().decode(errors="replace"),
                    fft.clfft_status_name(status).decode())


def check_opencl(name: str, code: int) -> None:
    if code:
        raise Error("%s: OpenCL error %d" % (name, code),
                    "no memory" if code in NO_MEMORY else "device error")


def make(create: Callable[..., int], *arguments: Any) -> int:
    """An object of OpenCL."""
    code = c_int()
    made = create(*arguments, byref(code))
    check_opencl(create.__name__, code.value)
    return made


def get_handle(thing: Any) -> int:
    """A handle, of a number or of an object of pyopencl."""
    return getattr(thing, "int_ptr", thing)


class Owner:
    """Gives back what it owns once: by close(), at the end of a `with` block, when
    it is dropped, or at the interpreter's end. A child after fork() has nothing to
    give back."""

    _close: Optional[weakref.finalize] = None

    def _own(self, give_back: Callable[..., None], *arguments: Any) -> None:
        self._close = weakref.finalize(self, give_back, *arguments)

    def close(self) -> None:
        """Gives back what the object holds; it cannot be used any more."""
        if self._close:
            self._close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def _close_device(handle: c_void_p, queue: c_void_p) -> None:
    if not fft.clfft_check_process() and queue:
        opencl.clReleaseCommandQueue(queue)
    queue.value = None
    fft.clfft_device_destroy(byref(handle))


class Device(Owner):
    """An OpenCL device; all threads may use it at once.

    name        "auto" (a GPU if there is one, else a CPU), "gpu", "cpu",
                "accelerator", "PLATFORM:DEVICE" by their numbers, or part of the
                device's name
    context     instead: a pyopencl.Context, or the number of a cl_context. Plans
                then take arrays of that context
    device_id   of that context, a pyopencl.Device or the number of a cl_device_id;
                by default the first of a pyopencl.Context
    cache       folder for compiled kernels; by default the engine's own, "" is none

    name, platform, has_double, max_allocation   of the device: its names, whether
                it has float64, and the bytes of its largest buffer

    Raises Error with the list of what was seen where no device matches.
    """

    def __init__(self, name: str = "auto", *, context: Any = None,
                 device_id: Any = None, cache: Optional[str] = None) -> None:
        self.handle, self.queue = c_void_p(), c_void_p()
        self._own(_close_device, self.handle, self.queue)
        if context is not None and device_id is None:
            if not hasattr(context, "devices"):
                raise TypeError("a context that is a number needs device_id")
            device_id = context.devices[0]
        params = clfft_device_params(
            name=name.encode(), context=get_handle(context),
            id=get_handle(device_id),
            cache_directory=None if cache is None else cache.encode())
        check(fft.clfft_device_create(byref(params), byref(self.handle)))
        self.context: int = fft.clfft_device_get_context(self.handle)
        limits = fft.clfft_device_get_limits(self.handle).contents
        self.name: str = limits.device_name.decode(errors="replace")
        self.platform: str = limits.platform_name.decode(errors="replace")
        self.has_double: bool = limits.has_double
        self.max_allocation: int = limits.max_allocation
        self.queue.value = make(opencl.clCreateCommandQueue, self.context,
                                fft.clfft_device_get_id(self.handle), 0)

    def check_open(self) -> None:
        """Raises where it is closed, or after a fork."""
        check(fft.clfft_check_process())
        if not self.queue:
            raise Error("the device is closed", "invalid")

    def __repr__(self) -> str:
        return "<clfft.Device %r of %s>" % (self.name, self.platform)


def list_devices() -> List[str]:
    """All devices of all platforms, as "0:1 PLATFORM: DEVICE"; the numbers in front
    are names for Device."""
    entries, count = ctypes.POINTER(clfft_device_entry)(), c_size_t()
    check(fft.clfft_list_devices(byref(entries), byref(count)))
    try:
        return ["%d:%d %s: %s" % (
            entry.platform_index, entry.device_index,
            entry.limits.platform_name.decode(errors="replace"),
            entry.limits.device_name.decode(errors="replace"))
                for entry in entries[:count.value]]
    finally:
        libc.free(entries)


class Buffers:
    """Buffers of a device, kept from call to call and made anew where a call needs
    more. Whoever uses them holds a lock, and asks check_open() before: whoever
    closes them must not wait for a thread that takes the lock again and again."""

    def __init__(self) -> None:
        self.is_closing = False
        self.handles: List[Optional[int]] = [None, None]
        self.sizes = [0, 0]

    def check_open(self, what: str) -> None:
        if self.is_closing:
            raise Error("the %s is closed" % what, "invalid")

    def get(self, device: Device, index: int, size: int) -> Any:
        if self.handles[index] is None or self.sizes[index] < size:
            self._release(index)
            self.handles[index] = make(opencl.clCreateBuffer, device.context, 0,
                                       size, None)
            self.sizes[index] = size
        return self.handles[index]

    def _release(self, index: int) -> None:
        handle, self.handles[index] = self.handles[index], None
        if handle is not None:
            opencl.clReleaseMemObject(handle)

    def release(self) -> None:
        self._release(0)
        self._release(1)


def write(queue: c_void_p, buffer: Any, size: int, address: int,
          offset: int = 0) -> None:
    """Enqueues a copy to the device; the memory is in use until the next read."""
    check_opencl("clEnqueueWriteBuffer", opencl.clEnqueueWriteBuffer(
        queue, buffer, False, offset, size, address, 0, None, None))


def read(queue: c_void_p, buffer: Any, size: int, address: int,
         wait: Any = None) -> None:
    """Copies from the device, and waits."""
    check_opencl("clEnqueueReadBuffer", opencl.clEnqueueReadBuffer(
        queue, buffer, True, 0, size, address, 1 if wait else 0, wait, None))
