# SPDX-License-Identifier: LGPL-2.1-or-later
"""_library.py: the structs, numbers and functions of libclfft-1.0 and of the OpenCL
loader, as clfft.h, convolver.h, spectrum.h and CL/cl.h have them. ctypes lets other
threads run during each call.

Both libraries lie in lib/ beside this file, as a wheel has them, or are those that
the system's loader finds."""
import ctypes
import os
from ctypes import (POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_int,
                    c_int64, c_size_t, c_uint, c_uint32, c_uint64, c_void_p)

RANK, LOOPS = 3, 4  # CLFFT_MAX_RANK, CLFFT_MAX_LOOPS
C2C, R2C, C2R = range(3)
RGBA = 3  # CLFFT_PIXEL_RGBA
EFFORTS = ("estimate", "measure")
SCALINGS = ("none", "amplitude", "power", "psd", "legacy")
WEIGHTINGS = ("none", "a", "b", "c", "d", "z")
SIDES = ("default", "one", "two", "centered")
BAND_SCALES = ("bins", "log", "octave", "third-octave", "mel", "bark", "erb",
               "sixth-octave", "twelfth-octave", "twenty-fourth-octave")
MEL_SCALES = ("htk", "slaney", "kaldi")
MEL_NORMS = (None, "slaney")


class clfft_device_params(Structure):
    _fields_ = [("name", c_char_p), ("context", c_void_p), ("id", c_void_p),
                ("cache_directory", c_char_p), ("log", c_void_p),
                ("log_data", c_void_p), ("reserved", c_uint64 * 8)]


class clfft_limits(Structure):
    _fields_ = [("type", c_uint64), ("compute_units", c_uint),
                ("max_work_group", c_uint), ("local_size", c_size_t),
                ("local_total", c_size_t), ("local_is_dedicated", c_bool),
                ("unified_memory", c_bool), ("vector_width", c_uint),
                ("has_double", c_bool), ("limits_registers", c_bool),
                ("little_endian", c_bool), ("max_allocation", c_uint64),
                ("global_size", c_uint64), ("base_alignment", c_uint),
                ("platform_name", c_char * 128), ("device_name", c_char * 128),
                ("vendor_name", c_char * 128), ("driver_version", c_char * 128),
                ("max_points", c_uint64), ("reserved", c_uint64 * 15)]


class clfft_device_entry(Structure):
    _fields_ = [("platform_index", c_uint), ("device_index", c_uint),
                ("limits", clfft_limits), ("reserved", c_uint64 * 4)]


class clfft_loop(Structure):
    _fields_ = [("count", c_uint64), ("input_distance", c_int64),
                ("output_distance", c_int64)]


class clfft_load(Structure):
    _fields_ = [("sample", c_int), ("big_endian", c_bool),
                ("sample_scale", c_double), ("lengths", c_uint64 * RANK),
                ("windows", POINTER(c_double) * RANK),
                ("subtract_mean", c_bool), ("subtract_line", c_bool),
                ("matrix", POINTER(c_double)), ("n_rows", c_uint),
                ("n_sources", c_uint), ("source_distance", c_int64),
                ("reserved", c_uint64 * 8)]


class clfft_bands(Structure):
    _fields_ = [("n_bands", c_uint), ("first", POINTER(c_uint32)),
                ("start", POINTER(c_uint32)), ("weight", POINTER(c_double))]


class clfft_rings(Structure):
    _fields_ = [("n_rings", c_uint), ("first", POINTER(c_uint32)),
                ("bin", POINTER(c_uint32)), ("weight", POINTER(c_double))]


class clfft_value(Structure):
    _fields_ = [("logarithm", c_int), ("offset", c_double), ("least", c_double),
                ("scale", c_double), ("shift", c_double)]


class clfft_store(Structure):
    _fields_ = [("quantity", c_int), ("sides", c_int), ("floor", c_double),
                ("gain", POINTER(c_double)), ("bands", clfft_bands),
                ("rings", clfft_rings), ("pixel", c_int), ("lowest", c_double),
                ("highest", c_double), ("color_map", c_void_p),
                ("bands_of_magnitude", c_bool), ("value", clfft_value),
                ("reserved", c_uint64 * 2)]


class clfft_zoom(Structure):
    _fields_ = [("n_bins", c_uint64), ("start", c_double), ("step", c_double)]


class clfft_desc(Structure):
    _fields_ = [("transform", c_int), ("direction", c_int), ("precision", c_int),
                ("rank", c_uint), ("lengths", c_uint64 * RANK),
                ("input_strides", c_int64 * RANK),
                ("output_strides", c_int64 * RANK), ("n_loops", c_uint),
                ("loops", clfft_loop * LOOPS), ("in_place", c_bool),
                ("destroy_input", c_bool), ("scale", c_double),
                ("load", clfft_load), ("store", clfft_store),
                ("zoom", clfft_zoom), ("reserved", c_uint64 * 5)]


class clfft_plan_params(Structure):
    _fields_ = [("schedule", c_int), ("recipe", c_char_p), ("effort", c_int),
                ("external_scratch", c_bool), ("no_self_check", c_bool),
                ("progress", c_void_p), ("progress_data", c_void_p),
                ("waiter", c_void_p), ("measure_seconds", c_double),
                ("reserved", c_uint64 * 7)]


class clfft_plan_info(Structure):
    _fields_ = [("recipe", c_char_p), ("schedule", c_int), ("n_kernels", c_uint),
                ("scratch_size", c_size_t), ("from_cache", c_bool),
                ("limit", c_double), ("reserved", c_uint64 * 8)]


class clfft_execute_params(Structure):
    _fields_ = [("counts", c_uint64 * LOOPS), ("input_offset", c_uint64),
                ("output_offset", c_uint64), ("scratch", c_void_p),
                ("n_wait", c_uint), ("wait", POINTER(c_void_p)),
                ("event", POINTER(c_void_p)), ("launches", POINTER(c_void_p)),
                ("reserved", c_uint64 * 8)]


class clfft_gain_desc(Structure):
    _fields_ = [("scaling", c_int), ("weighting", c_int), ("sides", c_int),
                ("n", c_uint64), ("rate", c_double), ("window", POINTER(c_double)),
                ("window_length", c_uint64), ("complex_input", c_bool),
                ("for_sums", c_bool), ("calibration", c_double),
                ("n_tapers", c_uint64), ("zoom", clfft_zoom),
                ("reserved", c_uint64 * 4)]


class clfft_bands_desc(Structure):
    _fields_ = [("scale", c_int), ("n_bands", c_uint), ("n", c_uint64),
                ("rate", c_double), ("factor", c_double), ("low", c_double),
                ("high", c_double), ("mel_scale", c_int), ("mel_norm", c_int),
                ("n_tapers", c_uint64), ("zoom", clfft_zoom),
                ("no_weights", c_bool), ("reserved", c_uint64 * 3)]


class clfft_convolver_desc(Structure):
    _fields_ = [("inputs", c_uint), ("outputs", c_uint), ("n_responses", c_uint),
                ("taps", c_uint64), ("responses", POINTER(c_double)),
                ("latency", c_uint64), ("max_frames", c_uint64),
                ("typical_frames", c_uint64), ("precision", c_int),
                ("params", POINTER(clfft_plan_params)), ("waiter", c_void_p),
                ("reserved", c_uint64 * 8)]


class clfft_convolver_info(Structure):
    _fields_ = [("partitions", c_char_p), ("n_sizes", c_uint),
                ("max_launches", c_uint), ("size", c_uint64),
                ("reserved", c_uint64 * 8)]


class clfft_convolver_params(Structure):
    _fields_ = [("n_frames", c_uint64), ("input_offset", c_uint64),
                ("output_offset", c_uint64), ("input_distance", c_uint64),
                ("output_distance", c_uint64), ("has_ramp", c_bool),
                ("ramp_from", c_double), ("ramp_to", c_double), ("add", c_bool),
                ("n_wait", c_uint), ("wait", POINTER(c_void_p)),
                ("event", POINTER(c_void_p)), ("reserved", c_uint64 * 8)]


def _load(file, functions):
    """The library with the types of its functions: name, result, arguments."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib", file)
    library = ctypes.CDLL(beside if os.path.exists(beside) else file)
    for name, result, *arguments in functions:
        getattr(library, name).restype = result
        getattr(library, name).argtypes = arguments
    return library


_HANDLE = POINTER(c_void_p)
# first: libclfft takes the loader that is there
opencl = _load("libOpenCL.so.1", (
    ("clCreateCommandQueue", c_void_p, c_void_p, c_void_p, c_uint64,
     POINTER(c_int)),
    ("clCreateBuffer", c_void_p, c_void_p, c_uint64, c_size_t, c_void_p,
     POINTER(c_int)),
    ("clEnqueueReadBuffer", c_int, c_void_p, c_void_p, c_uint, c_size_t, c_size_t,
     c_void_p, c_uint, c_void_p, c_void_p),
    ("clEnqueueWriteBuffer", c_int, c_void_p, c_void_p, c_uint, c_size_t, c_size_t,
     c_void_p, c_uint, c_void_p, c_void_p),
    ("clFinish", c_int, c_void_p),
    ("clReleaseEvent", c_int, c_void_p),
    ("clReleaseMemObject", c_int, c_void_p),
    ("clReleaseCommandQueue", c_int, c_void_p)))
fft = _load("libclfft-1.0.so.0", (
    ("clfft_last_error", c_char_p),
    ("clfft_status_name", c_char_p, c_int),
    ("clfft_check_process", c_int),
    ("clfft_device_create", c_int, POINTER(clfft_device_params), _HANDLE),
    ("clfft_device_destroy", None, _HANDLE),
    ("clfft_device_get_context", c_void_p, c_void_p),
    ("clfft_device_get_id", c_void_p, c_void_p),
    ("clfft_device_get_limits", POINTER(clfft_limits), c_void_p),
    ("clfft_list_devices", c_int, POINTER(POINTER(clfft_device_entry)),
     POINTER(c_size_t)),
    ("clfft_desc_parse", c_int, c_char_p, POINTER(clfft_desc)),
    ("clfft_desc_clear", None, POINTER(clfft_desc)),
    ("clfft_desc_get_bins", None, POINTER(clfft_desc), c_uint64 * RANK),
    ("clfft_desc_get_input_size", c_size_t, POINTER(clfft_desc)),
    ("clfft_desc_get_output_size", c_size_t, POINTER(clfft_desc)),
    ("clfft_desc_get_extent", c_int, POINTER(clfft_desc), POINTER(c_uint64),
     POINTER(c_uint64)),
    ("clfft_plan_create", c_int, c_void_p, POINTER(clfft_desc),
     POINTER(clfft_plan_params), _HANDLE),
    ("clfft_plan_destroy", None, _HANDLE),
    ("clfft_plan_get_info", None, c_void_p, POINTER(clfft_plan_info)),
    ("clfft_plan_execute", c_int, c_void_p, c_void_p, c_void_p, c_void_p,
     POINTER(clfft_execute_params)),
    ("clfft_convolver_create", c_int, c_void_p, POINTER(clfft_convolver_desc),
     _HANDLE),
    ("clfft_convolver_destroy", None, _HANDLE),
    ("clfft_convolver_reset", None, c_void_p),
    ("clfft_convolver_get_info", None, c_void_p, POINTER(clfft_convolver_info)),
    ("clfft_convolver_execute", c_int, c_void_p, c_void_p, c_void_p, c_void_p,
     POINTER(clfft_convolver_params)),
    ("clfft_window_name", c_char_p, c_int),
    ("clfft_window_parse", c_bool, c_char_p, POINTER(c_int)),
    ("clfft_window_parameter", c_bool, c_int, POINTER(c_double),
     POINTER(c_double), POINTER(c_double)),
    ("clfft_window_fill", c_int, c_int, c_double, c_uint64, POINTER(c_double)),
    ("clfft_gain_fill", None, POINTER(clfft_gain_desc), POINTER(c_double)),
    ("clfft_band_factor", c_double, POINTER(clfft_gain_desc)),
    ("clfft_bands_fill", c_int, POINTER(clfft_bands_desc), POINTER(clfft_bands),
     POINTER(POINTER(c_double))),
    ("clfft_bands_clear", None, POINTER(clfft_bands))))
# of what the library hands over
libc = ctypes.CDLL(None)
libc.free.argtypes = [c_void_p]
libc.free.restype = None
