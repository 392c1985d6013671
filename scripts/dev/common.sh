# SPDX-License-Identifier: LGPL-2.1-or-later
# common.sh: what scripts/demo and scripts/test share: finding and installing
# what is needed, and the environment that programs run in. To be sourced by a
# POSIX shell that has set `root` to the top of the tree.

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }
die() { say "$@"; exit 2; }

# ---- what is needed ----
#
# Rows of "Debian package, what proves that it is there, what it is for". A
# proof is command:NAME, header:NAME, module:NAME (of pkg-config),
# plugin:NAME (of GStreamer), python:NAME or file:PATTERN.

needs_build='
gcc                              command:cc             compiler
libc6-dev                        header:stdio.h         compiler
pkg-config                       command:pkg-config     build
meson                            command:meson          build
ninja-build                      command:ninja          build
python3                          command:python3        build
opencl-c-headers                 header:CL/cl.h         engine
ocl-icd-opencl-dev               module:OpenCL          engine
libgstreamer1.0-dev              module:gstreamer-base-1.0   elements
libgstreamer-plugins-base1.0-dev module:gstreamer-audio-1.0  elements
libpango1.0-dev                  module:pangocairo      elements
libyaml-dev                      module:yaml-0.1        curves
libjson-glib-dev                 module:json-glib-1.0   curves
'
needs_run='
pocl-opencl-icd                  file:/etc/OpenCL/vendors/*.icd  device
gstreamer1.0-plugins-base        plugin:playback        decoding
gstreamer1.0-plugins-good        plugin:wavparse        decoding
'
needs_test='
g++                              command:c++            header-tests
libfftw3-dev                     module:fftw3l          reference
gobject-introspection            command:g-ir-scanner   bindings
libgirepository1.0-dev           module:gobject-introspection-1.0 bindings
gir1.2-gst-plugins-base-1.0      file:/usr/lib/*/girepository-1.0/GstAudio-1.0.typelib bindings
python3-gi                       python:gi              bindings
gstreamer1.0-plugins-bad         plugin:gdp             transports
gstreamer1.0-tools               command:gst-launch-1.0 pipelines
python3-scipy                    python:scipy           reference
python3-numpy                    python:numpy           examples
python3-pip                      python:pip             wheel
python3-aiohttp                  python:aiohttp         examples
'
# Not every system has such a package; where it is, it is needed.
needs_test_where_packaged='
oclgrind                         file:/usr/lib/oclgrind/liboclgrind-rt-icd.so kernels
'
# What watches programs at work: sanitizers, a fuzzer.
needs_sanitize='
clang                            command:clang          sanitizers
libclang-rt-dev                  file:/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a fuzzing
llvm                             command:llvm-symbolizer reports
valgrind                         command:valgrind       threads
'
# Peers of clfft-bench, a second OpenCL, and what single tests want: a system
# that has no such package does without.
wants_test='
abigail-tools                    command:abidiff        header-tests
locales                          file:/usr/share/i18n/locales/de_DE  locale
iproute2                         command:tc             networks
libclfft-dev                     module:clFFT           benchmark,neighbour
libvkfft-dev                     header:vkFFT.h         benchmark
python3-distributed              python:distributed     examples
python3-pyopencl                 python:pyopencl        examples
nftables                         command:nft            networks
mesa-opencl-icd                  file:/etc/OpenCL/vendors/rusticl.icd  device
'

is_there() {
    case $1 in
    command:*) command -v "${1#*:}" >/dev/null 2>&1 ;;
    module:*) pkg-config --exists "${1#*:}" 2>/dev/null ;;
    python:*)
        # a python3 of the user's own may hide the system's
        python3 -c "import ${1#*:}" >/dev/null 2>&1 ||
            /usr/bin/python3 -c "import ${1#*:}" >/dev/null 2>&1 ;;
    header:*)
        # VkFFT's header asks for its backend
        echo "#include <${1#*:}>" |
            cc -E -DVKFFT_BACKEND=3 - >/dev/null 2>&1 ;;
    plugin:*)
        plugins=$(pkg-config --variable=pluginsdir gstreamer-1.0 2>/dev/null)
        [ -e "$plugins/libgst${1#*:}.so" ] ;;
    file:*)
        for file in ${1#*:}; do
            [ -e "$file" ] && return 0
        done
        return 1 ;;
    *) die "no such proof: $1" ;;
    esac
}

# Packages of the rows that are not there.
list_missing() {
    echo "$1" | while read -r package proof purpose; do
        [ -z "$package" ] || is_there "$proof" || printf '%s ' "$package"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

can_install() {
    command -v apt-get >/dev/null 2>&1 &&
        { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null 2>&1; }
}

# install PACKAGE...; nothing is asked.
install() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends "$@" </dev/null
}

is_packaged() { apt-cache show "$1" >/dev/null 2>&1; }

# provide NEEDS WANTS [NEEDS_WHERE_PACKAGED]: installs what is missing, or names
# it and stops; of the third only what the system has packages of.
provide() {
    needed=$1
    missing=$(list_missing "$1")
    wanted=$(list_missing "$2")
    packaged=$(list_missing "${3:-}")
    [ -n "$missing$wanted$packaged" ] || return 0
    if can_install; then
        say "installing $missing$packaged$wanted"
        as_root apt-get update </dev/null ||
            say "the lists of packages could not be renewed"
        for package in $packaged; do
            if is_packaged "$package"; then
                missing="$missing$package "
                needed=$needed$(echo "$3" | grep "^$package ")
            else
                say "goes on without $package: this system has no such package"
            fi
        done
        # shellcheck disable=SC2086
        [ -z "$missing" ] || install $missing ||
            die "apt could not install: $missing"
        for package in $wanted; do
            is_packaged "$package" && install "$package" ||
                say "goes on without $package"
        done
        missing=$(list_missing "$needed")
    elif [ -n "$wanted$packaged" ]; then
        say "goes on without (Debian's names): $wanted$packaged"
    fi
    [ -z "$missing" ] || die "please install (Debian's names): $missing"
}

# find_mirror: the archive of Debian in apt's own sources; nothing if there is
# none, as on a system that is not Debian.
find_mirror() {
    command -v apt-get >/dev/null 2>&1 || return 0
    # shellcheck disable=SC2016
    set -- indextargets --format '$(LABEL) $(COMPONENT) $(REPO_URI)' \
        'Created-By: Packages'
    found=$(apt-get "$@" | sed -n 's/^Debian main //p' | head -n 1)
    if [ -z "$found" ]; then
        # the label is in the lists
        as_root apt-get update </dev/null >&2 || true
        found=$(apt-get "$@" | sed -n 's/^Debian main //p' | head -n 1)
    fi
    echo "${found%/}"
}

# ---- the environment of programs ----

# prepare_environment BUILD: caches and home below the build directory.
prepare_environment() {
    [ -d /sys/devices ] || die "PoCL needs /sys to be mounted"
    if [ ! -d "${HOME:-}" ] || [ ! -w "$HOME" ]; then
        HOME=$1/home
        mkdir -p "$HOME"
        export HOME
    fi
    XDG_CACHE_HOME=$1/cache
    POCL_CACHE_DIR=$1/cache/pocl
    mkdir -p "$POCL_CACHE_DIR"
    CLFFT_SYSTEM_CACHE=
    export XDG_CACHE_HOME POCL_CACHE_DIR CLFFT_SYSTEM_CACHE
}

# configure BUILD OPTION...: a build directory with these options.
configure() {
    directory=$1
    shift
    if [ -f "$directory/build.ninja" ]; then
        meson setup --reconfigure "$directory" "$root" "$@"
    else
        meson setup "$directory" "$root" "$@"
    fi
}

# configure_sanitize BUILD: with clang, its sanitizers and its fuzzer.
configure_sanitize() {
    CC=clang configure "$1" -Dwerror=true -Db_sanitize=address,undefined \
        -Db_lundef=false -Dfuzzer=enabled -Dgstreamer=enabled -Dtests=enabled \
        -Dbench=disabled -Dexamples=disabled -Dintrospection=disabled
}

# compile BUILD TARGET...
compile() {
    directory=$1
    shift
    ninja -C "$directory" -j "$(nproc)" "$@"
}
