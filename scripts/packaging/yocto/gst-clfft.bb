# SPDX-License-Identifier: LGPL-2.1-or-later
# Of OpenEmbedded's layers it needs meta and meta-oe. The version is in the name:
# copy it to a layer as recipes-multimedia/gst-clfft/gst-clfft_VERSION.bb, and the
# release's archive, which `meson dist` makes, to files/ beside it.
SUMMARY = "GStreamer elements for spectra of audio and video on OpenCL devices"
DESCRIPTION = "Elements that compute spectra, draw them and turn them back, and \
the libraries below them: Fourier transforms, the stream format, device memory."
SECTION = "multimedia"
LICENSE = "LGPL-2.1-or-later"
LIC_FILES_CHKSUM = "file://LICENSE;md5=4fbd65380cdd255951079008b364516c"

SRC_URI = "file://gst-clfft-${PV}.tar.xz"

DEPENDS = "gstreamer1.0 gstreamer1.0-plugins-base ocl-icd opencl-headers pango"

inherit meson pkgconfig gobject-introspection

GIR_MESON_ENABLE_FLAG = "enabled"
GIR_MESON_DISABLE_FLAG = "disabled"
EXTRA_OEMESON += "-Dgstreamer=enabled -Dtests=disabled -Dexamples=disabled \
    -Dpackage-origin='${DISTRO_NAME}'"

PACKAGECONFIG ??= "yaml json"
PACKAGECONFIG[yaml] = "-Dyaml=enabled,-Dyaml=disabled,libyaml"
PACKAGECONFIG[json] = "-Djson=enabled,-Djson=disabled,json-glib"
PACKAGECONFIG[tensors] = "-Dtensors=enabled,-Dtensors=disabled,gstreamer1.0-plugins-bad"
PACKAGECONFIG[bench] = "-Dbench=enabled,-Dbench=disabled,fftw"

# a driver is the machine's choice: a vendor's, mesa's or pocl
PACKAGES =+ "libclfft libgstfourier libgstopencl"
FILES:libclfft = "${libdir}/libclfft-1.0.so.*"
FILES:libgstfourier = "${libdir}/libgstfourier-1.0.so.*"
FILES:libgstopencl = "${libdir}/libgstopencl-1.0.so.*"
FILES:${PN} += "${libdir}/gstreamer-1.0/libgstclfft.so"
