# SPDX-License-Identifier: LGPL-2.1-or-later
# roots.sh: minimal systems of Debian's releases in folders or archives of their
# own, for scripts/dev/matrix and scripts/packaging. To be sourced by root's
# POSIX shell after common.sh, in a mount namespace of its own: own_mounts.

needs_roots='
mmdebstrap                       command:mmdebstrap     roots
debian-archive-keyring           file:/usr/share/keyrings/debian-archive-keyring.gpg roots
git                              command:git            roots
'

# What a chroot is given of the environment.
proxies=$(env | grep -E '^(http|https|no)_proxy=[^ ]*$' || true)

# own_mounts SCRIPT ARGUMENT...: starts the script again where only it sees what
# it mounts, unless that is done.
own_mounts() {
    [ "$(id -u)" = 0 ] || die "has to be run by root: it makes roots and mounts"
    [ "${CLFFT_ROOTS_MOUNTS:-}" != private ] || return 0
    export CLFFT_ROOTS_MOUNTS=private
    exec unshare --mount --propagation private "$@"
}

# lock_roots DIR: one run at a time.
lock_roots() {
    mkdir -p "$1"
    exec 9>"$1/lock"
    flock -n 9 || die "another run uses $1"
}

# make_root MIRROR RELEASE TARGET: a folder, or an archive if it ends in .tar,
# with nothing but the essential packages and apt.
make_root() {
    say "making a root of $2: $3"
    # how packages are fetched, but not what else apt keeps lists of
    apt-config dump Acquire | grep -v '^Acquire::IndexTargets' >"$3.apt.conf"
    mmdebstrap --mode=root --variant=minbase --aptopt="$3.apt.conf" "$2" "$3" \
        "deb $1 $2 main" >&2
}

# mount_system ROOT: the kernel's file systems, and who knows names.
mount_system() {
    for directory in proc sys dev; do
        mount --rbind "/$directory" "$1/$directory" || return 1
    done
    # never through a link, which would lead out of the root
    rm -f "$1/etc/resolv.conf"
    [ ! -f /etc/resolv.conf ] || cat /etc/resolv.conf >"$1/etc/resolv.conf"
}

# bring_pip ROOT: pip fetches there what it fetches here.
bring_pip() {
    {
        echo '[global]'
        env | sed -n 's/^PIP_\(INDEX_URL\|EXTRA_INDEX_URL\)=/\L\1 = /p'
        # not where a package of certificates would replace it
        [ ! -f "${PIP_CERT:-}" ] || echo 'cert = /etc/pip.pem'
    } >"$1/etc/pip.conf"
    [ ! -f "${PIP_CERT:-}" ] || cp "$PIP_CERT" "$1/etc/pip.pem"
}

# in_root ROOT COMMAND...: with nothing of this environment.
in_root() {
    system=$1
    shift
    # shellcheck disable=SC2086
    chroot "$system" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin ${proxies:-} "$@" </dev/null
}

# print_pipelines: those of README, without what a clone alone needs.
print_pipelines() {
    awk '/^## Two pipelines/ { part = 1 } part && /^```/ { if (inside) exit
        inside = 1; next } inside' "$root/README.md" |
        sed '/^export GST_PLUGIN_PATH_1_0=/d'
}

# remove_root ROOT: after what is mounted in it.
remove_root() {
    [ -d "$1" ] || return 0
    findmnt -rno TARGET | grep "^$1/" | sort -r | while read -r place; do
        umount -lR "$place" 2>/dev/null || true
    done
    if findmnt -rno TARGET | grep -q "^$1/"; then
        die "something is still mounted in $1"
    fi
    rm -rf --one-file-system "${1:?}"
}
