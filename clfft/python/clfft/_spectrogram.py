# SPDX-License-Identifier: LGPL-2.1-or-later
"""_spectrogram.py: frames of a signal as spectra, in bins or bands."""
from __future__ import annotations

import threading
from ctypes import byref
from typing import Any, Optional, Union

import numpy

from ._device import Buffers, Device, Owner, check, read, write
from ._library import clfft_desc, clfft_execute_params, fft, opencl
from ._plan import Plan
from ._spectrum import Bands, gains, mel_bands
from ._spectrum import window as make_window

QUANTITIES = ("complex", "magnitude", "power", "db", "phase")


class _Frames(Plan):
    """Frames whose bands lie side by side; a text knows of bins alone."""

    def _adjust(self, desc: clfft_desc) -> None:
        desc.loops[0].output_distance = desc.store.bands.n_bands or \
            desc.loops[0].output_distance


def _close_spectrogram(plan: Plan, buffers: Buffers, lock: threading.Lock) -> None:
    buffers.is_closing = True
    if not fft.clfft_check_process():
        with lock:
            buffers.release()
    plan.close()


class Spectrogram(Owner):
    """Spectra of frames of real signals, calibrated: [..., sample] in,
    [..., frame, bin] out. It serves one thread at a time: calls of others wait.

    device     where it runs
    length     points of a frame and of its transform
    hop        samples from one frame to the next, 1 or more
    window     a name as window() has it, or `length` coefficients
    quantity   "complex", "magnitude", "power", "db" (10 log10 of power, at least
               `floor`), "phase" (radians)
    rate       samples per second, for weightings, densities and frequencies
    scaling    as in gains(): "amplitude" reads a sine of amplitude a as a
    weighting  as in gains()
    bands      of bins, from bands() or mel_bands(): sums of power, so not complex
    center     frames are centred at multiples of hop, zeros are put around the
               signal; otherwise they begin there, and only whole ones count
    double     float64 instead of float32
    batch      frames of one launch, at most

    dtype      of the samples; frequencies: of bins or bands, in hertz
    """

    def __init__(self, device: Device, length: int, hop: int, *,
                 window: Union[str, Any] = "hann", quantity: str = "power",
                 rate: float = 1., scaling: str = "amplitude",
                 weighting: str = "none", bands: Optional[Bands] = None,
                 floor: float = -200., center: bool = False, double: bool = False,
                 batch: int = 256) -> None:
        self.device, self._lock, self._buffers = device, threading.Lock(), Buffers()
        for name, value in (("length", length), ("hop", hop), ("batch", batch)):
            if not 1 <= value < 1 << 32:
                raise ValueError("%s is %d, not from 1 to 2^32 - 1" % (name, value))
        if quantity not in QUANTITIES:
            raise ValueError("quantity is %r, not one of %s" %
                             (quantity, ", ".join(QUANTITIES)))
        if isinstance(window, str):
            window = make_window(window, length)
        gain = None
        if scaling != "none" or weighting != "none":
            gain = gains(length, rate, window, scaling=scaling, weighting=weighting)
        bins = length // 2 + 1
        self.length, self.hop, self.center, self.batch = length, hop, center, batch
        self.n_bins = bins if bands is None else len(bands)
        self.frequencies = numpy.arange(bins) * rate / length if bands is None \
            else bands.centers
        text = "r2c %d x%d@%d:%d store=%s" % (length, batch, hop, bins, quantity)
        if quantity == "db":
            text += " floor=%r" % float(floor)
        self._plan = _Frames(device, text + " double" * double, window=window,
                             gain=gain, bands=bands)
        self.dtype = self._plan.input.dtype
        self._own(_close_spectrogram, self._plan, self._buffers, self._lock)

    def __call__(self, samples: Any) -> numpy.ndarray:
        """The spectra of [..., sample] of `dtype`, as [..., frame, bin]."""
        array = numpy.asarray(samples)
        if array.dtype != self.dtype:
            raise TypeError("the array is of %s, the spectrogram reads %s" %
                            (array.dtype, self.dtype))
        if array.ndim < 1:
            raise ValueError("the array is a number, not samples")
        if self.center:
            around = [(0, 0)] * (array.ndim - 1) + [(self.length // 2,) * 2]
            array = numpy.pad(array, around)
        n = array.shape[-1]
        frames = 0 if n < self.length else 1 + (n - self.length) // self.hop
        side = self._plan.output
        result = numpy.empty(array.shape[:-1] + (frames, self.n_bins), side.dtype)
        if result.size:
            self._buffers.check_open("spectrogram")
            with self._lock:
                self._run(numpy.ascontiguousarray(array).reshape(-1, n), frames,
                          result)
        return result

    def _run(self, rows: numpy.ndarray, frames: int, result: numpy.ndarray) -> None:
        self._plan.check_open()
        queue = self.device.queue
        try:
            source = self._buffers.get(self.device, 0, rows.nbytes)
            target = self._buffers.get(self.device, 1, result.nbytes)
            write(queue, source, rows.nbytes, rows.ctypes.data)
            params = clfft_execute_params()
            for row in range(rows.shape[0]):
                for first in range(0, frames, self.batch):
                    params.counts[0] = min(self.batch, frames - first)
                    params.input_offset = row * rows.shape[1] + first * self.hop
                    params.output_offset = (row * frames + first) * self.n_bins
                    check(fft.clfft_plan_execute(self._plan.handle, queue, source,
                                                 target, byref(params)))
            read(queue, target, result.nbytes, result.ctypes.data)
        except BaseException:
            opencl.clFinish(queue)  # the array may be gone then
            raise


def mel_spectrogram(device: Device, rate: float, *, n_fft: int = 2048,
                    hop: int = 512, n_mels: int = 128, low: float = 0.,
                    high: float = 0., window: Union[str, Any] = "hann",
                    scale: str = "slaney", norm: Optional[str] = "slaney",
                    quantity: str = "power", floor: float = -100.,
                    center: bool = True, double: bool = False) -> Spectrogram:
    """A Spectrogram of mel bands: by default, with its axes in the order [mel][frame],
    what librosa.feature.melspectrogram gives; quantity "db" is 10 log10 of that, at
    least `floor`. Arguments as those of Spectrogram and mel_bands()."""
    return Spectrogram(
        device, n_fft, hop, window=window, quantity=quantity, rate=rate,
        scaling="none", floor=floor, center=center, double=double,
        bands=mel_bands(n_mels, n_fft, rate, low=low, high=high, scale=scale,
                        norm=norm))
