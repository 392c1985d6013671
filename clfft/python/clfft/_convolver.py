# SPDX-License-Identifier: LGPL-2.1-or-later
"""_convolver.py: convolution of streams."""
from __future__ import annotations

import ctypes
import threading
from ctypes import POINTER, byref, c_double, c_void_p
from typing import Any, Optional

import numpy

from ._device import Buffers, Device, Error, Owner, check, read, write
from ._library import (clfft_convolver_desc, clfft_convolver_info,
                       clfft_convolver_params, fft, opencl)


def _close_convolver(handle: c_void_p, buffers: Buffers,
                     lock: threading.Lock) -> None:
    buffers.is_closing = True
    if not fft.clfft_check_process():
        with lock:  # of a thread that goes on at the interpreter's end
            buffers.release()
            fft.clfft_convolver_destroy(byref(handle))


class Convolver(Owner):
    """Convolution of an endless stream of channels with impulse responses of any
    length: y_o[t] = sum_i sum_k h_oi[k] x_i[t - k]. How the stream is cut into calls
    changes nothing but the rounding. It serves one thread at a time: calls of others
    wait.

    device      where it runs
    responses   [tap]: one for each of `channels`; [output][tap]: one for each
                channel; [output][input][tap]: a matrix
    channels    of the stream, 1 to 1024; needed with one response alone
    latency     frames by which the output is behind, 0 or more; more is less work
    max_frames  that one launch takes; calls of more are made of several
    typical_frames  that most calls have; 0: max_frames
    double      float64 instead of float32

    inputs, outputs, partitions, nbytes   channels, how the responses are cut, and
                bytes on the device
    """

    def __init__(self, device: Device, responses: Any, *,
                 channels: Optional[int] = None, latency: int = 0,
                 max_frames: int = 65536, typical_frames: int = 0,
                 double: bool = False) -> None:
        self.device, self.handle = device, c_void_p()
        self._lock, self._buffers = threading.Lock(), Buffers()
        self._own(_close_convolver, self.handle, self._buffers, self._lock)
        device.check_open()
        taps = numpy.ascontiguousarray(responses, "f8")
        if not 1 <= taps.ndim <= 3:
            raise ValueError("responses have %d axes, not 1 to 3" % taps.ndim)
        if taps.ndim == 1:
            outputs = inputs = 1 if channels is None else channels
        else:
            outputs, inputs = taps.shape[0], taps.shape[taps.ndim - 2]
        if channels not in (None, inputs):
            raise ValueError("channels is %d, the responses are for %d" %
                             (channels, inputs))
        for name, value in (("channels", inputs), ("latency", latency),
                            ("max_frames", max_frames),
                            ("typical_frames", typical_frames)):
            if not 0 <= value < 1 << 32:
                raise ValueError("%s is %d, not from 0 to 2^32 - 1" % (name, value))
        desc = clfft_convolver_desc(
            inputs=inputs, outputs=outputs,
            n_responses=taps.size // (taps.shape[-1] or 1), taps=taps.shape[-1],
            responses=ctypes.cast(taps.ctypes.data, POINTER(c_double)),
            latency=latency, max_frames=max_frames, typical_frames=typical_frames,
            precision=double)
        check(fft.clfft_convolver_create(device.handle, byref(desc),
                                         byref(self.handle)))
        info = clfft_convolver_info()
        fft.clfft_convolver_get_info(self.handle, byref(info))
        self.inputs, self.outputs, self.latency = inputs, outputs, latency
        self.max_frames = max_frames
        self.dtype = numpy.dtype("f8" if double else "f4")
        self.partitions: str = info.partitions.decode()
        self.nbytes: int = info.size

    def __call__(self, frames: Any) -> numpy.ndarray:
        """Takes [channel][frame], or [frame] of one channel, of `dtype`, and returns
        as many frames of output, those that are `latency` older."""
        array = numpy.asarray(frames)
        if array.dtype != self.dtype:
            raise TypeError("the array is of %s, the convolver reads %s" %
                            (array.dtype, self.dtype))
        if array.ndim not in (1, 2) or \
                (array.shape[0] if array.ndim == 2 else 1) != self.inputs:
            raise ValueError("the array has shape %s, the convolver reads "
                             "[%d][frames]" % (array.shape, self.inputs))
        array = numpy.ascontiguousarray(array)
        result = self._run(array, array.shape[-1])
        one = array.ndim == 1 and self.outputs == 1
        return result[0] if one else result

    def flush(self, frames: int) -> numpy.ndarray:
        """As a call with so many frames of silence."""
        if frames < 0:
            raise ValueError("frames is %d, below 0" % frames)
        return self._run(None, frames)

    def reset(self) -> None:
        """Forgets the stream, and that a call failed."""
        self._buffers.check_open("convolver")
        with self._lock:
            self._check_open()
            fft.clfft_convolver_reset(self.handle)

    def _run(self, array: Optional[numpy.ndarray], frames: int) -> numpy.ndarray:
        result = numpy.empty((self.outputs, frames), self.dtype)
        self._buffers.check_open("convolver")
        with self._lock:
            self._check_open()
            if not frames:
                return result
            queue = self.device.queue
            size = frames * self.dtype.itemsize
            source = None
            try:
                if array is not None:
                    source = self._buffers.get(self.device, 0, self.inputs * size)
                    write(queue, source, array.nbytes, array.ctypes.data)
                target = self._buffers.get(self.device, 1, self.outputs * size)
                for first in range(0, frames, self.max_frames):
                    params = clfft_convolver_params(
                        n_frames=min(self.max_frames, frames - first),
                        input_offset=first, output_offset=first,
                        input_distance=frames, output_distance=frames)
                    check(fft.clfft_convolver_execute(
                        self.handle, queue, source, target, byref(params)))
                read(queue, target, result.nbytes, result.ctypes.data)
            except BaseException:
                opencl.clFinish(queue)  # the array may be gone then
                raise
        return result

    def _check_open(self) -> None:
        self.device.check_open()
        if not self.handle:
            raise Error("the convolver is closed", "invalid")

    def __repr__(self) -> str:
        return "<clfft.Convolver %d to %d channels, %s>" % (
            self.inputs, self.outputs, self.partitions)
