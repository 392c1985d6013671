#!/usr/bin/env bash
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# rusticl is listed as an OpenCL platform without a device until a variable
# names its driver.
#
# Expected: the software renderer llvmpipe, which needs no hardware, is a CPU
#   device as soon as Mesa's OpenCL is installed, or no platform is there.
# What happens: the platform "rusticl" is there and clGetDeviceIDs finds
#   nothing. With RUSTICL_ENABLE=llvmpipe (or swrast) it has a device.
# Versions: Mesa 22.3.6 (mesa-opencl-icd 22.3.6-1+deb12u2), ocl-icd 2.3.1 and
#   clinfo 3.0.23.01.25 of Debian 12.
# Why it matters: programs that take the first platform fail with "no device"
#   beside a working driver that is second; who has a supported GPU looks for
#   rights on device files, and it is this variable.
# Source: Mesa's documentation of environment variables, RUSTICL_ENABLE.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get -qq -o APT::Sandbox::User=root download \
    mesa-opencl-icd=22.3.6-1+deb12u2 ocl-icd-libopencl1=2.3.1-1 \
    clinfo=3.0.23.01.25-1 libbsd0=0.11.7-2 libclang-cpp15=1:15.0.6-4+b1 \
    libclc-15=1:15.0.6-4 libdrm-amdgpu1=2.4.114-1+b1 \
    libdrm-nouveau2=2.4.114-1+b1 libdrm-radeon1=2.4.114-1+b1 \
    libdrm2=2.4.114-1+b1 libedit2=3.1-20221030-2 libelf1=0.188-2.1 \
    libllvm15=1:15.0.6-4+b1 libllvmspirvlib15=15.0.0-2 \
    libsensors5=1:3.6.0-7.1 libz3-4=4.8.12-3.1
for package in *.deb; do dpkg -x "$package" root; done
libraries=$(dirname "$dir"/root/usr/lib/*/libRusticlOpenCL.so.1)
export LD_LIBRARY_PATH=$libraries
mkdir vendors
echo "$libraries/libRusticlOpenCL.so.1" > vendors/rusticl.icd
export OCL_ICD_VENDORS=$dir/vendors
unset RUSTICL_ENABLE

list() { env "$@" root/usr/bin/clinfo -l; }
echo "mesa-opencl-icd 22.3.6, by clinfo -l:"
for variable in LANG=C RUSTICL_ENABLE=swrast RUSTICL_ENABLE=llvmpipe; do
    list "$variable" > "$variable"
    sed "s/^/$variable: /" "$variable"
done
# the platform always, a device only where it is named
test "$(cat LANG=C)" = "Platform #0: rusticl"
test "$(grep -c 'Device #0: llvmpipe' RUSTICL_ENABLE=swrast)" = 1
test "$(grep -c 'Device #0: llvmpipe' RUSTICL_ENABLE=llvmpipe)" = 1
