# SPDX-License-Identifier: LGPL-2.1-or-later
"""_layout.py: the two sides of a description as numpy has arrays: shapes, strides
and dtypes, and the ways from and to arrays without gaps."""
from __future__ import annotations

import ctypes
import math
import re
from typing import List, Optional, Sequence, Tuple

import numpy

from ._library import C2R, R2C, RANK, clfft_desc, fft

# clfft_sample and clfft_pixel; native samples are those of the precision
SAMPLES = (None, "i1", "u1", "i2", "u2", "3B", "3B", "3B", "3B", "3B", "3B",
           "i4", "u4", "i4", "u4", "f4", "f8", "u1", "u2", "u2", "u2", "u2", "u2")
FLOATS = (0, 15, 16)
PIXELS = (None, "u1", "u2", "4B", "f2")


class Side:
    """How the input or the output of a description lies in memory.

    shape    an axis for each loop and axis that moves in it, outermost first, and
             behind them `extra`
    steps    elements from one index to the next, of each axis of `shape` but extra
    extra    of an element that no dtype has: (3,) bytes for samples of 24 bits,
             (2,) in front of it for complex ones, (2,) also for complex integers,
             (4,) bytes for rgba
    dtype    of the numbers
    extent   elements from the first one to the last, with the gaps between
    nbytes   of the extent
    """

    def __init__(self, axes: Sequence[Tuple[int, int]], extent: int, size: int,
                 dtype: numpy.dtype) -> None:
        axes = sorted(axes, key=lambda axis: -axis[1])  # stable
        self.counts = tuple(count for count, _ in axes)
        self.steps = tuple(step for _, step in axes)
        self.extent, self.size, self.nbytes = extent, size, extent * size
        self.dtype, extra = dtype.base, dtype.shape
        if size != self.dtype.itemsize * math.prod(extra):
            extra = (2,) + extra
        self.extra = extra
        self.shape = self.counts + extra
        strides = [size * step for step in self.steps]
        for axis in range(len(extra)):
            strides.append(self.dtype.itemsize * math.prod(extra[axis + 1:]))
        self.strides = tuple(strides)
        self.packed = math.prod(self.counts)
        # with the gaps behind the last element of each axis
        self.block = max([extent] + [count * step for count, step in axes])
        self.is_dense = self.packed == extent and self.is_nested()

    def is_nested(self) -> bool:
        """Whether no element is there twice, an axis within the other."""
        reach = 1
        for count, step in zip(self.counts[::-1], self.steps[::-1]):
            if count > 1 and step < reach:
                return False
            reach += (count - 1) * step
        return True

    def view(self, memory: numpy.ndarray) -> numpy.ndarray:
        """The elements of bytes of the extent, without the gaps."""
        return numpy.ndarray(self.shape, self.dtype, memory, 0, self.strides)

    def has_layout(self, array: numpy.ndarray) -> bool:
        """Whether the array lies in memory as the side does."""
        return array.shape == self.shape and all(
            count == 1 or have == wanted for count, have, wanted in
            zip(array.shape, array.strides, self.strides))

    def unpack(self, array: numpy.ndarray) -> numpy.ndarray:
        """An array whose memory begins with that of the side: the array itself if
        it lies so, with or without gaps behind; else a copy with the gaps."""
        if array.dtype != self.dtype:
            raise TypeError("the array is of %s, the plan reads %s" %
                            (array.dtype, self.dtype))
        if self.has_layout(array):
            return array
        array = numpy.ascontiguousarray(array)
        n, rest = divmod(array.nbytes, self.size)
        if not rest and n in (self.extent, self.block):
            return array
        if rest or n != self.packed or not self.is_nested():
            raise ValueError("the array has %d bytes, the plan reads %d, or %s" % (
                array.nbytes, self.nbytes,
                "%d without gaps" % (self.packed * self.size)
                if self.is_nested() else
                "nothing else, for elements are read twice"))
        spread = numpy.zeros(self.nbytes, "u1")
        self.view(spread)[...] = array.reshape(self.shape)
        return spread


def _input_points(desc: clfft_desc, axis: int) -> int:
    if desc.transform == C2R and axis == 0:
        return desc.lengths[0] // 2 + 1
    return desc.load.lengths[axis] or desc.lengths[axis]


def _list_axes(desc: clfft_desc, points: Sequence[int], strides: Sequence[int],
               is_real: bool, distance: str,
               has_loops: bool) -> List[Tuple[int, int]]:
    """(count, step) of loops and axes, outermost first; strides that are all 0
    are dense, and in place the rows of the real side padded."""
    steps = list(strides)
    if not any(steps):
        steps[0] = 1
        row = 2 * (desc.lengths[0] // 2 + 1) if desc.in_place and is_real \
            else points[0]
        for axis in range(1, len(points)):
            steps[axis] = math.prod(points[1:axis], start=row)
    loops = [(loop.count or 1, getattr(loop, distance))
             for loop in desc.loops[:desc.n_loops][::-1]]
    if not has_loops:  # parsing gives a loop of one then
        loops = []
    return loops + list(zip(points, steps))[::-1]


def _input_type(desc: clfft_desc) -> numpy.dtype:
    kind: Optional[str] = SAMPLES[desc.load.sample]
    kind = kind or ("f8" if desc.precision else "f4")
    if desc.transform != R2C and desc.load.sample in FLOATS:
        kind = {"f4": "c8", "f8": "c16"}[kind]
    dtype = numpy.dtype(kind)
    return dtype.newbyteorder(">") if desc.load.big_endian and desc.load.sample \
        else dtype


def _output_type(desc: clfft_desc) -> numpy.dtype:
    real = desc.store.quantity or desc.transform == C2R
    number = ("f8" if real else "c16") if desc.precision else ("f4" if real else "c8")
    return numpy.dtype(PIXELS[desc.store.pixel] or number)


def read_sides(desc: clfft_desc, text: str) -> Tuple[Side, Side]:
    """Input and output of a valid description and the text that it is of, for x1 is
    an axis where it is said."""
    has_loops = any(re.match("x[0-9]", word) for word in text.split())
    bins, reads, writes = (ctypes.c_uint64 * RANK)(), ctypes.c_uint64(), \
        ctypes.c_uint64()
    at = ctypes.byref(desc)
    fft.clfft_desc_get_bins(at, bins)
    fft.clfft_desc_get_extent(at, ctypes.byref(reads), ctypes.byref(writes))
    rank = max(desc.rank, 1)
    axes = _list_axes(desc, [_input_points(desc, a) for a in range(rank)],
                      desc.input_strides, desc.transform == R2C, "input_distance",
                      has_loops)
    if desc.load.matrix:
        axes.append((desc.load.n_sources, desc.load.source_distance))
    axes = [axis for axis in axes if axis[1]]  # what does not move reads again
    return (Side(axes, reads.value, fft.clfft_desc_get_input_size(at),
                 _input_type(desc)),
            Side(_list_axes(desc, bins[:rank], desc.output_strides,
                            desc.transform == C2R, "output_distance",
                            has_loops),
                 writes.value, fft.clfft_desc_get_output_size(at),
                 _output_type(desc)))
