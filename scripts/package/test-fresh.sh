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
#   BOOT=COMMANDS     then also boots this arm64 system with Debian's kernel, emulated whole (qemu-system-aarch64, kmod,
#                     cpio; its clock counts instructions), for these commands, half an hour and more: the jail's tests,
#                     with FRESH="scripts/setup.sh grade test && make -s tests-built T='grader/jail/tests/*'"
# Exit status: that of the commands; 2 when it is unavailable here, with the reason.
set -u

unavailable() {
    printf 'lockstep: test-fresh is unavailable: %s\n' "$1" >&2
    exit 2
}

if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || unavailable "a system of its own needs root or sudo"
    exec sudo --preserve-env=SUITE,MIRROR,FRESH,BOOT,TAKE,OPTIONS,http_proxy,https_proxy "$0"
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

# boot COMMANDS: a first program loads what the kernel needs for its disk, which holds the root. Its console says the status.
boot() {
    local first=$cache/first deb=$root/boot/deb kernel module
    rm -rf "$first" && mkdir -p "$deb" "$first"/{bin,proc,dev,disk} && printf '%s\n' '#!/bin/bash' \
        'export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 CMOCKA_MESSAGE_OUTPUT=TAP' \
        'mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t cgroup2 cgroup /sys/fs/cgroup' \
        'mount -t tmpfs -o mode=1777 tmpfs /tmp; cd /root/lockstep' "( $1 )" 'echo "status: $?"; echo o >/proc/sysrq-trigger' \
        'sleep 60' >"$root/boot/try" && chmod +x "$root/boot/try" || return 2
    # shellcheck disable=SC2016 # expanded inside
    # Not installed: Debian's own first program takes an hour to be made under emulation.
    chroot "$root" sh -c 'cd /boot/deb && apt-get download busybox-static $(apt-cache depends linux-image-arm64 |
        sed -n "s/.*Depends: \(linux-image\)/\1/p") && for deb in *.deb; do dpkg -x $deb .; done' >>"$cache/debootstrap.log" 2>&1 &&
        cp "$deb/bin/busybox" "$first/bin/" && kernel=$(basename "$deb"/lib/modules/*) && depmod -b "$deb" "$kernel" || return 2
    printf '%s\n' '#!/bin/busybox sh' '/bin/busybox --install /bin; mount -t proc proc /proc' \
        'mount -t devtmpfs dev /dev' >"$first/init"
    for module in $(modprobe -d "$PWD/$deb" -S "$kernel" --show-depends -a ext4 virtio_pci virtio_blk |
        sed -n 's/^insmod //p'); do
        cp "$module" "$first/" && echo "insmod /${module##*/} 2>/dev/null" >>"$first/init"
    done
    echo 'until mount /dev/vda /disk 2>/dev/null; do sleep 1; done; exec switch_root /disk /boot/try' >>"$first/init"
    chmod +x "$first/init" && (cd "$first" && find . | cpio -o -H newc --quiet) >"$cache/first.cpio" && rm -rf "$first" &&
        mke2fs -q -t ext4 -d "$root" "$cache/disk" 8G || return 2
    qemu-system-aarch64 -M virt -cpu max,pauth-impdef=on -icount shift=0,sleep=off -m 4G -nic none -nographic -no-reboot \
        -kernel "$deb/boot/vmlinuz-$kernel" -initrd "$cache/first.cpio" -append 'quiet panic=-1' \
        -drive "file=$cache/disk,format=raw,if=virtio" </dev/null | tee "$cache/console"
    rm -f "$cache/disk" "$cache/first.cpio"
    grep -q '^status: 0' "$cache/console"
}
if [ "$status" -eq 0 ]; then
    { [ -z "${BOOT:-}" ] || boot "$BOOT"; } && { [ -z "${TAKE:-}" ] || cp "$root/root/lockstep/$TAKE" "$cache/taken"; }
    status=$?
fi
rm -rf "$root"
[ "$status" -eq 0 ] && echo "In a bare $suite: good." || echo "In a bare $suite: failed (status $status)."
exit "$status"
