#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Intel's CPU OpenCL from PyPI registers a library that is nowhere.
#
# Expected: after `pip install intel-opencl-rt` an OpenCL loader that is shown
#   the package's folder etc/OpenCL/vendors finds a platform.
# What happens: the two .icd files there name a folder "anaconda1anaconda2..."
#   below /opt, which is what another packager replaces at installation and pip
#   does not. ocl-icd finds no platform and says nothing. The CPU's library
#   itself is in the wheel, in lib.
# Versions: intel-opencl-rt 2026.2.0; ocl-icd 2.3.1 and clinfo 3.0.23.01.25 of
#   Debian 12.
# Why it matters: it is a way to an OpenCL for CPUs without being root, and a
#   program that runs on a machine without a GPU reports that there is no
#   OpenCL. An .icd file of one's own, with the true path, repairs it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
# the wheel is large: it is not unpacked, but for what the loader reads
python3 -m pip download --quiet --disable-pip-version-check --no-deps \
    --only-binary :all: --dest wheels intel-opencl-rt==2026.2.0
apt-get -qq -o APT::Sandbox::User=root download \
    ocl-icd-libopencl1=2.3.1-1 clinfo=3.0.23.01.25-1
for package in *.deb; do dpkg -x "$package" root; done

python3 - <<'END'
import glob
import os
import zipfile

with zipfile.ZipFile(glob.glob("wheels/*.whl")[0]) as wheel:
    names = wheel.namelist()
    icds = [name for name in names if name.endswith(".icd")]
    assert len(icds) == 2, icds
    for name in icds:
        path = wheel.read(name).decode().strip()
        here = [other for other in names if other.endswith("/data/lib/" + os.path.basename(path))]
        print(f"{os.path.basename(name)} names {path}, there: {os.path.exists(path)}, "
              f"in the wheel: {len(here)}")
        assert "anaconda1anaconda2" in path and not os.path.exists(path)
        assert here or name.endswith("emu.icd")
        os.makedirs("vendors", exist_ok=True)
        with open("vendors/" + os.path.basename(name), "wb") as file:
            file.write(wheel.read(name))
END
LD_LIBRARY_PATH=$(dirname "$dir"/root/usr/lib/*/libOpenCL.so.1)
export LD_LIBRARY_PATH
platforms=$(OCL_ICD_VENDORS=$dir/vendors root/usr/bin/clinfo -l)
echo "platforms of intel-opencl-rt 2026.2.0 by ocl-icd 2.3.1: '$platforms'"
test -z "$platforms"
