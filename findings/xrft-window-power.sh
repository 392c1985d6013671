#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# xrft's power spectrum with a window loses the window's power.
#
# Expected: a power spectral density integrates to the variance, with a window
#   as without one; scipy's welch and matplotlib's psd divide by the window's
#   power.
# What happens: with `window="hann"` it integrates to 3/8 of it: all levels are
#   4.26 dB low, without a warning. `window_correction=True` is right, and is
#   not the default.
# Versions: xrft 1.0.1, and the packages below.
# Why it matters: spectra of oceans and air with and without a window do not
#   fit, and a variance that is read from a band is 0.375 of its value. A slope
#   in a log-log plot looks right, so nobody sees it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
    --no-compile --only-binary :all: --no-deps --target "$dir/lib" \
    xrft==1.0.1 click==8.5.1 cloudpickle==3.1.3 dask==2026.8.0 \
    fsspec==2026.9.0 locket==1.0.0 numpy==2.4.6 packaging==26.4 pandas==3.1.1 \
    partd==1.4.2 python-dateutil==4.0.0 pytz==2026.6 PyYAML==6.0.4 \
    scipy==1.17.1 six==1.17.0 importlib-metadata==8.7.0 zipp==3.23.0 \
    toolz==1.2.0 tzdata==2026.6 xarray==2026.9.0

PYTHONPATH=$dir/lib python3 -W ignore - <<'END'
import numpy as np
import scipy.signal
import xarray
import xrft

print("xrft", xrft.__version__)
n_segments, n, rate = 256, 512, 1000.0
noise = np.random.default_rng(1).standard_normal((n_segments, n))
data = xarray.DataArray(noise, dims=["segment", "t"], coords={"t": np.arange(n) / rate})


def variance(**options):
    power = xrft.power_spectrum(data, dim="t", **options).mean("segment")
    return float(power.sum()) * rate / n


frequencies, welch = scipy.signal.welch(noise.ravel(), rate, nperseg=n, noverlap=0)
right = welch.sum() * rate / n
plain, lost = variance(), variance(window="hann")
repaired = variance(window="hann", window_correction=True)
print(f"variance of noise: {noise.var():.3f}; scipy's welch {right:.3f}; xrft without a "
      f"window {plain:.3f}, with Hann {lost:.3f}, corrected {repaired:.3f}")
assert abs(right - 1) < 0.02 and abs(plain - 1) < 0.02 and abs(repaired - 1) < 0.02
assert abs(lost - 0.375) < 0.01
END
