#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""libgstopencl from Python, by its typelib.

    test-bindings.py

Skipped where Python's gi, or a device, is missing.
"""
import os
import sys

from tap import modules, prove, skip_all

GLib, Gst, GstOpenCL = modules("gi.GLib", "gi.Gst", "gi.GstOpenCL")


def open_device():
    return GstOpenCL.OpenCLContext.new(os.environ.get("CLFFT_TEST_DEVICE"))


def a_context_has_its_handles_as_numbers():
    context = open_device()
    assert context.get_handle() and context.get_device()
    again = GstOpenCL.OpenCLContext.new_wrapped(context.get_handle(),
                                                context.get_device())
    assert again == context, (again, context)


def an_application_makes_a_gst_context_of_it():
    context = open_device()
    shared = context.to_gst_context()
    assert shared.get_context_type() == GstOpenCL.OPENCL_CONTEXT_TYPE
    assert shared.get_structure().get_value("context") == context


def memory_is_mapped_as_any():
    allocator = GstOpenCL.OpenCLAllocator.new(
        open_device(), GstOpenCL.OpenCLHostAccess.AUTO)
    memory = allocator.alloc(16)
    buffer = Gst.Buffer.new()
    buffer.append_memory(memory)
    buffer.fill(0, bytes(range(16)))
    assert buffer.extract_dup(0, 16) == bytes(range(16))
    assert allocator.get_n_memories() == 1, allocator.get_n_memories()


def a_device_that_is_not_there_is_a_glib_error():
    try:
        GstOpenCL.OpenCLContext.new("no such device")
    except GLib.Error as error:
        assert error.matches(Gst.ResourceError.quark(),
                             Gst.ResourceError.NOT_FOUND), error
        assert "no such device" in error.message, error.message
    else:
        raise AssertionError("opened")


CLAIMS = (a_context_has_its_handles_as_numbers,
          an_application_makes_a_gst_context_of_it, memory_is_mapped_as_any,
          a_device_that_is_not_there_is_a_glib_error)


def main():
    Gst.init(None)
    try:
        open_device()
    except GLib.Error as error:
        skip_all(error.message)
    sys.exit(prove(CLAIMS))


main()
