# SPDX-License-Identifier: LGPL-2.1-or-later
"""_opencl.py: plans on arrays of pyopencl, which stay on the device."""
from __future__ import annotations

from typing import Any


def is_device_array(array: Any) -> bool:
    """Whether it is an array of pyopencl, which has been imported then."""
    return hasattr(array, "base_data") and hasattr(array, "add_event")


def _place(side: Any, array: Any, verb: str) -> int:
    """Where the array begins in its buffer, in elements of the side."""
    if array.dtype != side.dtype:
        raise TypeError("the array is of %s, the plan %s %s" %
                        (array.dtype, verb, side.dtype))
    fits = side.has_layout(array) or (
        array.flags.c_contiguous and
        array.nbytes in (side.nbytes, side.block * side.size))
    if not fits or array.offset % side.size:
        raise ValueError(
            "the array has shape %s, strides %s and offset %d, the plan %s shape %s "
            "with strides %s, or %d bytes in a row" % (
                array.shape, array.strides, array.offset, verb, side.shape,
                side.strides, side.nbytes))
    return array.offset // side.size


def _make_output(plan: Any, array: Any, queue: Any) -> Any:
    from pyopencl import array as arrays
    side = plan.output
    if not plan.in_place:
        memory = arrays.empty(queue, side.nbytes, "u1", allocator=array.allocator)
        return arrays.Array(queue, side.shape, side.dtype, strides=side.strides,
                            data=memory.base_data)
    if side.has_layout(array) and side.dtype == array.dtype:
        return array
    return arrays.Array(queue, side.shape, side.dtype, strides=side.strides,
                        data=array.base_data, offset=array.offset)


def run(plan: Any, array: Any, out: Any) -> Any:
    """The transform of an array in its queue."""
    import pyopencl
    queue = array.queue
    if queue is None:
        raise ValueError("the array has no queue: array.with_queue(queue)")
    source = _place(plan.input, array, "reads")
    if out is None:
        out = _make_output(plan, array, queue)
    target = _place(plan.output, out, "writes")
    wait = list(array.events)
    if out is not array:
        wait += out.events
    event = pyopencl.Event.from_int_ptr(
        plan.execute(queue, array.base_data, out.base_data, wait,
                     input_offset=source, output_offset=target), retain=False)
    out.add_event(event)
    if out is not array:
        array.add_event(event)
    return out
