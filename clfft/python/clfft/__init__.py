# SPDX-License-Identifier: LGPL-2.1-or-later
"""Fast Fourier transforms of numpy arrays on OpenCL devices.

    import clfft, numpy
    device = clfft.Device()
    plan = clfft.Plan(device, "r2c 1024 x8")
    spectra = plan(numpy.zeros((8, 1024), "f4"))        # 8 x 513 complex64

Plan            a transform of any description, of arrays of numpy, of what has
                __array_interface__, and of pyopencl
Convolver       convolution of streams with long responses
Spectrogram, mel_spectrogram    frames of signals as calibrated spectra
window, gains, bands, mel_bands, band_factor, list_windows    their coefficients
ScipyBackend    transforms for scipy.fft; scipy.fft.set_backend(clfft) uses the one
                of the device "auto", scipy_backend
Device, list_devices            where all of it runs
Error           what the engine or a driver says

Objects may be dropped in any order, by any thread, in cycles, and at the end of the
interpreter; close(), or the end of a `with` block, does it at once. After fork() the
child's calls raise Error. While a call runs, other threads do.
"""
from ._backend import ScipyBackend, scipy_backend
from ._convolver import Convolver
from ._device import Device, Error, list_devices
from ._plan import Plan
from ._spectrogram import Spectrogram, mel_spectrogram
from ._spectrum import (Bands, band_factor, bands, gains, list_windows, mel_bands,
                        window)

__version__ = "0.3.0"
__all__ = ["Bands", "Convolver", "Device", "Error", "Plan", "ScipyBackend",
           "Spectrogram", "band_factor", "bands", "gains", "list_devices",
           "list_windows", "mel_bands", "mel_spectrogram", "scipy_backend", "window"]

# what scipy.fft asks a back end for
__ua_domain__ = scipy_backend.__ua_domain__
__ua_function__ = scipy_backend.__ua_function__
