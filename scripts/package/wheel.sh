#!/bin/bash
# make wheel [LAB=…] [OUT=FOLDER]: makes build/wheel/lockstep_labs-VERSION-py3-none-PLATFORM.whl for notebooks: what
# students get of all labs (or of one), and the grader as it is built here. It runs where the same LLVM is installed and
# the C library is at least as new as this one. The same files give the same bytes.
set -o pipefail
. scripts/lab.sh
. scripts/package/kit.sh

[ -z "${LAB:-}" ] || require_lab wheel
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
kit=$work/lockstep/kit
python=${PYTHON:-/usr/bin/python3}

# The newest C library that a program of the kit asks for is the platform's, as PEP 600 names it.
platform() {
    local version
    version=$(find "$kit" -type f -exec objdump -T {} + 2>/dev/null | grep -o 'GLIBC_2\.[0-9]*' | sort -t. -k2 -n | tail -n 1)
    echo "manylinux_2_${version#*.}_$(uname -m)"
}

fill() {
    local lab
    mkdir -p "$kit" && copy_runtime "$kit" && copy_built "$kit/build" && cp --parents LICENSE scripts/{setup,llvm}.sh "$kit" || return
    for lab in $(if [ -n "${LAB:-}" ]; then echo "$LAB"; else all_labs; fi); do
        copy_student_lab "$lab" "$kit" || return
    done
    cp grader/adapters/jupyter/lockstep.py "$work/lockstep/__init__.py" &&
        sed "s/@VERSION@/$(kit_version <grader/version.h | cut -d' ' -f2)/" grader/adapters/jupyter/setup.cfg >"$work/setup.cfg" &&
        printf '[bdist_wheel]\nplat_name = %s\n[options.package_data]\nlockstep =\n' "$(platform)" >>"$work/setup.cfg" &&
        find "$kit" -type f -printf '    kit/%P\n' >>"$work/setup.cfg" && # Ubuntu 22.04's setuptools knows no **
        printf '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n' >"$work/pyproject.toml"
}

env -u MAKEFLAGS -u MAKELEVEL make -s "$BUILD/student/lockstep" BUILD="$BUILD" >/dev/null || exit 2
fill || fail "the wheel's files cannot be put together: was everything built? (make)"
out=${OUT:-$BUILD/wheel}
mkdir -p "$out" || exit 2
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-1767225600} "$python" -m pip wheel -q --no-deps --no-build-isolation -w "$work/wheel" "$work" >&2 ||
    fail "$python makes no wheel: it needs its modules pip, setuptools and wheel"
for made in "$work"/wheel/*.whl; do
    mv "$made" "$out/" && echo "$out/${made##*/}"
done
