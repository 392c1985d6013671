# SPDX-License-Identifier: LGPL-2.1-or-later
"""_calls.py: calls of scipy.fft as descriptions. No device is asked."""
from __future__ import annotations

import functools
import math
import operator
import os
from typing import (Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence,
                    Tuple)

import numpy

from ._library import LOOPS, RANK

NORMS = ("backward", "ortho", "forward")


class Step(NamedTuple):
    """One execution of a plan.

    text    its description
    order   the axes of the array as they lie in memory, outermost first
    pad     the counts of these axes in memory, with zeros behind the array's own;
            None: those of the array
    shape   of the result, which has no gaps and the last axis innermost
    dtypes  of what is read, and of the result
    """
    text: str
    order: Tuple[int, ...]
    pad: Optional[Tuple[int, ...]]
    shape: Tuple[int, ...]
    dtypes: Tuple[numpy.dtype, numpy.dtype]

    def arrange(self, array: numpy.ndarray) -> numpy.ndarray:
        """The memory that the plan reads: the array's own, or a copy."""
        array = array.transpose(self.order)
        if self.pad is None:
            return numpy.ascontiguousarray(array, self.dtypes[0])
        memory = numpy.zeros(self.pad, self.dtypes[0])
        memory[tuple(map(slice, array.shape))] = array
        return memory


class Steps(NamedTuple):
    """All executions of a call: of the part `cut` of an array, whose numbers are
    conjugated before, or after the last."""
    cut: Tuple[slice, ...]
    steps: Tuple[Step, ...]
    conjugate_before: bool
    conjugate_after: bool


class Call(NamedTuple):
    """A call that is understood: its array, what is done with that, and plan=."""
    array: numpy.ndarray
    steps: Tuple[Step, ...]
    conjugate_after: bool
    plan: Any

    def finish(self, result: numpy.ndarray) -> numpy.ndarray:
        return numpy.conjugate(result, out=result) if self.conjugate_after else result


def _as_array(x: Any) -> Optional[numpy.ndarray]:
    """An array of numbers that are or become float32, float64 or complex; None
    where scipy knows better."""
    if not isinstance(x, numpy.ndarray):
        if not isinstance(x, (list, tuple)) and \
                not hasattr(x, "__array_interface__"):
            return None
        x = numpy.asarray(x)
    elif type(x) not in (numpy.ndarray, numpy.memmap):
        return None  # masked arrays, for example
    is_known = x.dtype.kind in "biu" or x.dtype.char in "efdFD"
    return x if is_known and x.size and x.ndim else None


def _to_tuple(value: Any) -> Tuple[int, ...]:
    if hasattr(value, "__index__"):
        return (operator.index(value),)
    return tuple(map(operator.index, value))


class _Arguments(NamedTuple):
    """The arguments of a function; None are all lengths, and all axes."""
    x: Any
    lengths: Optional[Tuple[int, ...]]
    axes: Optional[Tuple[int, ...]]
    norm: Any
    workers: Any
    plan: Any


def _read_one(x: Any, n: Any = None, axis: Any = -1, norm: Any = None,
              overwrite_x: Any = False, workers: Any = None, *,
              plan: Any = None) -> _Arguments:
    """Those of a function of one axis."""
    return _Arguments(x, None if n is None else (operator.index(n),),
                      (operator.index(axis),), norm, workers, plan)


def _read_two(x: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None,
              overwrite_x: Any = False, workers: Any = None, *,
              plan: Any = None) -> _Arguments:
    return _Arguments(x, None if s is None else _to_tuple(s),
                      None if axes is None else _to_tuple(axes), norm, workers, plan)


def _read_all(x: Any, s: Any = None, axes: Any = None, norm: Any = None,
              overwrite_x: Any = False, workers: Any = None, *,
              plan: Any = None) -> _Arguments:
    return _read_two(x, s, axes, norm, overwrite_x, workers, plan=plan)


class Function(NamedTuple):
    """A function of scipy.fft.

    transform   "c2c", which of real numbers is r2c of both sides, "r2c" or "c2r"
    is_forward  the sign of its exponent, and whether norm="forward" scales it
    read        makes its arguments an _Arguments
    """
    transform: str
    is_forward: bool
    read: Callable[..., Any]


def _list_functions() -> Dict[str, Function]:
    found = {}
    for name, transform, is_forward in (
            ("fft", "c2c", True), ("ifft", "c2c", False),
            ("rfft", "r2c", True), ("irfft", "c2r", False),
            ("hfft", "c2r", True), ("ihfft", "r2c", False)):
        for end, read in (("", _read_one), ("2", _read_two), ("n", _read_all)):
            found[name + end] = Function(transform, is_forward, read)
    return found


FUNCTIONS = _list_functions()


def _is_number_of_workers(workers: Any) -> bool:
    """Whether scipy takes it."""
    return workers is None or operator.index(workers) > 0 or \
        -(os.cpu_count() or 1) <= operator.index(workers) < 0


def _resolve(function: Function, shape: Sequence[int],
             lengths: Optional[Tuple[int, ...]],
             axes: Optional[Tuple[int, ...]]) -> Tuple[List[int], List[int]]:
    """Lengths of the transform, and its axes counted from 0."""
    if axes is None:
        n = len(shape if lengths is None else lengths)
        axes = tuple(range(len(shape) - n, len(shape)))
    around = [axis + len(shape) if axis < 0 else axis for axis in axes]
    if not around or len(set(around)) != len(around) or \
            not all(0 <= axis < len(shape) for axis in around):
        raise ValueError("axes are %s of %d" % (axes, len(shape)))
    have = [shape[axis] for axis in around]
    sizes = list(have if lengths is None else lengths)
    if len(sizes) != len(around):
        raise ValueError("%d lengths of %d axes" % (len(sizes), len(around)))
    if function.read is not _read_one:
        sizes = [old if new == -1 else new for old, new in zip(have, sizes)]
    if lengths is None and function.transform == "c2r":
        sizes[-1] = 2 * (have[-1] - 1)
    if min(sizes) < 1:
        raise ValueError("a length is below 1")
    return sizes, around


def _get_steps(shape: Sequence[int], order: Sequence[int]) -> List[int]:
    """Elements from one index to the next, of each axis."""
    steps, room = [0] * len(shape), 1
    for axis in reversed(order):
        steps[axis] = room
        room *= shape[axis]
    return steps


def _list_loops(shape: Sequence[int], axes: Sequence[int], order: Sequence[int],
                steps: Sequence[Sequence[int]]) -> List[List[int]]:
    """Count and steps of both sides of all other axes, outermost first, and those
    that follow each other on both sides as one."""
    loops: List[List[int]] = []
    for axis in order:
        if axis in axes or shape[axis] == 1:
            continue
        inner = [shape[axis], steps[0][axis], steps[1][axis]]
        if loops and all(loops[-1][side] == inner[0] * inner[side]
                         for side in (1, 2)):
            inner[0] *= loops.pop()[0]
        loops.append(inner)
    return loops


def _make_step(transform: str, is_inverse: bool, shape: Sequence[int],
               order: Tuple[int, ...], lengths: Sequence[int],
               axes: Sequence[int], double: bool, scale: float) -> Step:
    """The transform is "two" for r2c of both sides."""
    before, after, padded = list(shape), list(shape), list(shape)
    half = axes[-1]
    for axis, length in zip(axes, lengths):
        after[axis] = padded[axis] = length
    if transform == "r2c":
        after[half] = lengths[-1] // 2 + 1
    if transform == "c2r":
        padded[half] = lengths[-1] // 2 + 1
        before = padded  # the engine pads no spectra
    natural = tuple(range(len(shape)))
    steps = [_get_steps(before, order), _get_steps(after, natural)]
    loops = _list_loops(before, axes, order, steps)
    if len(loops) > LOOPS:
        return _make_step(transform, is_inverse, shape, natural, lengths, axes,
                          double, scale)
    words = ["r2c" if transform == "two" else transform,
             "x".join(map(str, lengths))]
    words += ["x%d@%d:%d" % tuple(loop) for loop in loops]
    for word, side in zip(("in", "out"), steps):
        words.append("%s-stride=%s" % (word, ",".join(
            str(side[axis]) for axis in axes)))
    if before != padded:
        words.append("pad=" + "x".join(str(before[axis]) for axis in axes))
    if transform == "two":
        words.append("sides=two")
    if transform == "c2c" and is_inverse:
        words.append("inverse")
    if double:
        words.append("double")
    if scale != 1:
        words.append("scale=%r" % scale)
    real, complex_ = ("f8", "c16") if double else ("f4", "c8")
    pad = None if before == list(shape) else tuple(before[axis] for axis in order)
    return Step(" ".join(words), order, pad, tuple(after), (
        numpy.dtype(real if transform in ("r2c", "two") else complex_),
        numpy.dtype(real if transform == "c2r" else complex_)))


@functools.lru_cache(maxsize=512)
def _make_steps(name: str, shape: Tuple[int, ...], order: Tuple[int, ...],
                kind: str, lengths: Optional[Tuple[int, ...]],
                axes: Optional[Tuple[int, ...]], norm: Any) -> Steps:
    """What a function does with an array of that shape, whose axes lie in memory in
    that order and whose dtype has that character."""
    function = FUNCTIONS[name]
    transform, is_forward = function.transform, function.is_forward
    sizes, around = _resolve(function, shape, lengths, axes)
    number = NORMS.index("backward" if norm is None else norm)
    points = math.prod(sizes)
    scale = (1., 1 / math.sqrt(points), 1 / points)[
        number if is_forward else 2 - number]
    if transform == "r2c" and kind in "FD":
        raise TypeError("complex numbers where real ones are needed")
    if transform == "c2c" and kind not in "FD":
        transform = "two"
    cut, now = [slice(None)] * len(shape), list(shape)
    for axis, size in zip(around, sizes):
        if transform == "c2r" and axis == around[-1]:
            size = size // 2 + 1
        if size < now[axis]:
            cut[axis], now[axis] = slice(0, size), size
    double = kind not in "efF"
    # at most three axes a step; that of the half spectrum is the last of its own
    parts = [slice(max(end - RANK, 0), end)
             for end in range(len(around), 0, -RANK)]
    if transform == "c2r":
        parts.reverse()
    is_inverse = transform == "c2r" or transform == "c2c" and not is_forward
    steps: List[Step] = []
    for part in parts:
        step = _make_step(transform if part.stop == len(around) else "c2c",
                          is_inverse, now, order, sizes[part], around[part], double,
                          1. if steps else scale)
        steps.append(step)
        now, order = list(step.shape), tuple(range(len(shape)))
    # transforms of real numbers have one sign
    has_other_sign = transform != "c2c" and is_inverse == is_forward
    return Steps(tuple(cut), tuple(steps),
                 has_other_sign and transform == "c2r" and kind in "FD",
                 has_other_sign and transform != "c2r")


def read_call(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) \
        -> Optional[Call]:
    """A call of scipy.fft's function of that name; None for what is not done here.
    Raises ValueError or TypeError where scipy does, in other words."""
    function = FUNCTIONS[name]
    arguments = function.read(*args, **kwargs)
    array = _as_array(arguments.x)
    if array is None or not _is_number_of_workers(arguments.workers):
        return None
    order = tuple(range(array.ndim))
    if not array.flags.c_contiguous:
        strides = array.strides
        order = tuple(sorted(order, key=lambda axis: -abs(strides[axis])))
    made = _make_steps(name, array.shape, order, array.dtype.char, arguments.lengths,
                       arguments.axes, arguments.norm)
    array = array[made.cut]
    if made.conjugate_before:
        array = numpy.conjugate(array)
    return Call(array, made.steps, made.conjugate_after, arguments.plan)
