#!/bin/bash
# make test-fresh: does a clone grade and test itself on a machine with nothing but make and git?
#
# Makes a minimal system of this machine's release (Debian 12: bookworm, Ubuntu 24.04: noble) with debootstrap from
# this machine's own package mirror, clones HEAD into it, and there runs `make grade`, `make grade` again (which must
# set up nothing) and `make test`. The bare system and downloaded packages are kept in build/fresh.
#   SUITE=, MIRROR=   another release, another mirror      FRESH="make grade"   other commands
#   TAKE=FILE         a file that these make in the clone, to be kept as build/fresh/taken
#   OPTIONS=          more options for debootstrap: --no-check-gpg, for Ubuntu on Debian, which has no keys of Ubuntu's;
#                     --arch=arm64, where qemu-user-static runs such programs, with FRESH="OWN=1 make grade" (there is no jail)
# Exit status: that of the commands; 2 when it is unavailable here, with the reason.
set -u

unavailable() {
    printf 'lockstep: test-fresh is unavailable: %s\n' "$1" >&2
    exit 2
}

if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || unavailable "a system of its own needs root or sudo"
    exec sudo --preserve-env=SUITE,MIRROR,FRESH,TAKE,OPTIONS,http_proxy,https_proxy "$0"
fi

# shellcheck source=/dev/null
suite=${SUITE:-$(. /etc/os-release && echo "${VERSION_CODENAME:-}")}
# shellcheck disable=SC2016 # apt expands it
mirror=${MIRROR:-$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v suite="$suite" '$1 == suite && $2 == "main" { print $3; exit }')}
[ -n "$mirror" ] || unavailable "apt knows no mirror for '$suite'; name one with SUITE= and MIRROR="
unshare --mount --pid --fork true 2>/dev/null || unavailable "this machine allows no mount and process namespaces"

cache=build/fresh
root=$cache/root
options=${OPTIONS:-}
bare=$cache/$suite${options//[^a-z0-9]/}.tar
mkdir -p "$cache/packages/partial" || exit 2
if [ ! -e "$bare" ]; then
    echo "Making a bare $suite (about half a minute; log in $cache/debootstrap.log)…"
    rm -rf "$cache/new"
    # A release that is younger than this debootstrap is made as its forebears are.
    family=sid arguments=(--variant=minbase "--include=make,git")
    [[ $mirror != *ubuntu* ]] || family=gutsy arguments+=("--components=main,universe")
    script=/usr/share/debootstrap/scripts/$suite
    [ -e "$script" ] || script=${script%/*}/$family
    # shellcheck disable=SC2086 # options are words
    debootstrap "${arguments[@]}" $options "$suite" "$cache/new" "$mirror" "$script" >"$cache/debootstrap.log" 2>&1 || {
        tail -n 3 "$cache/debootstrap.log" >&2
        unavailable "debootstrap could not make the system; $cache/debootstrap.log says why"
    }
    tar -C "$cache/new" -cf "$bare.part" . && mv "$bare.part" "$bare" && rm -rf "$cache/new" || exit 2
fi

rm -rf "$root" && mkdir "$root" && tar -C "$root" -xf "$bare" || exit 2
cp -L /etc/resolv.conf "$root/etc/" 2>/dev/null
cp -L /etc/hosts "$root/etc/" 2>/dev/null
apt-config dump | grep -i '^Acquire::.*proxy' >"$root/etc/apt/apt.conf.d/99proxy"
[ -z "$(git status --porcelain)" ] || echo "Note: what is not committed is not in the clone."
git clone -q --no-hardlinks . "$root/root/lockstep" || exit 2

commands=${FRESH:-'make grade && echo && echo "Once more, with nothing to set up:" && make grade 2>&1 | tee /tmp/second &&
    ! grep -q "^Setting up" /tmp/second && make test'}

# A mount namespace whose root is the bare system (pivot_root: the jail may not start in a mere chroot).
# shellcheck disable=SC2016 # expanded inside
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM="${TERM:-dumb}" \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    unshare --mount --pid --fork --propagation private bash -c '
    root=$1 packages=$2 commands=$3
    mount --bind "$root" "$root" && mount --bind "$packages" "$root/var/cache/apt/archives" &&
    mount -t proc proc "$root/proc" && mount --rbind /sys "$root/sys" &&
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" && mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" || exit 2
    cd "$root" && mkdir -p old && pivot_root . old && umount -l /old && rmdir /old && cd /root/lockstep &&
    exec bash -o pipefail -c "$commands"' fresh "$PWD/$root" "$PWD/$cache/packages" "$commands"
status=$?
if [ "$status" -eq 0 ] && [ -n "${TAKE:-}" ]; then
    cp "$root/root/lockstep/$TAKE" "$cache/taken"
    status=$?
fi
rm -rf "$root"
[ "$status" -eq 0 ] && echo "In a bare $suite: good." || echo "In a bare $suite: failed (status $status)."
exit "$status"
