#!/bin/bash
# Installs what is missing on Debian or Ubuntu, and says what and why; silent when nothing is.
#
#   scripts/setup.sh [--check] run|grade|test|lint|handouts|bench|plots|fuzz|zip|wheel|fresh …
#
# --check installs nothing: one line names what is missing and the command that installs it.
# Things are looked for as files, so that a tool from elsewhere counts. Other systems are only told what they lack: those
# of dnf, pacman and zypper in their own names, as far as they are known.
# LOCKSTEP_SETUP=no never installs: it only tells. Exit status: 0 all there, 2 something is missing.
set -u

log=${BUILD:-build}/setup.log

# The folder of the LLVM to take, such as /usr/lib/llvm-19, and its version, "" where the folder does not tell: one that is
# here if nothing may be installed, or else the one to install (llvm.sh).
find_llvm() {
    llvm=''
    [ "$check" = no ] && [ "${LOCKSTEP_SETUP:-}" != no ] && command -v apt-get >/dev/null || llvm=$("${0%/*}/llvm.sh")
    version=${llvm##*llvm-}
    [ -n "$llvm" ] || { version=$("${0%/*}/llvm.sh" --wanted) && llvm=/usr/lib/llvm-$version; }
    case $version in
    /*) llvm=$version version='' ;;
    *[!0-9]*) version='' ;;
    esac
}

# Each row: groups | package | what it is for | where it shows: a command, a header, a file, one that TeX finds, one under
# LLVM's folder, OpenCL's functions, or, of a package that only some releases have, a spare command.
# VERSION is LLVM's.
rows() {
    cat <<'ROWS'
run grade|gcc|compiles the submissions, and the grader where it is built|command gcc
run grade|libc6-dev|compiles the submissions, and the grader where it is built|header stdio.h
run grade|clang-VERSION|compiles for the machines that judge OpenMP, CUDA and OpenCL|llvm bin/clang
run grade|opencl-c-headers|the simulated GPU as an OpenCL platform|header CL/cl_icd.h
run grade|ocl-icd-opencl-dev|the simulated GPU as an OpenCL platform|header CL/cl.h
run grade|bubblewrap|the jail that student code runs in|command bwrap
run|libhwloc15|the grader's libraries|library libhwloc.so.15
grade|llvm-VERSION-dev|builds what brings OpenMP programs to the machine (nothing else needs it)|llvm include/llvm-c/Core.h
grade|llvm-VERSION|joins OpenCL C's built-in functions|llvm bin/llvm-link
grade|libclc-VERSION|OpenCL C's built-in functions|libclc
grade|libjansson-dev|the grader's libraries|header jansson.h
grade|libyaml-dev|the grader's libraries|header yaml.h
grade|libseccomp-dev|the grader's libraries|header seccomp.h
grade|libhwloc-dev|the grader's libraries|header hwloc.h
grade|libxxhash-dev|the grader's libraries|header xxhash.h
grade|libarchive-dev|the grader's libraries|header archive.h
grade|libsqlite3-dev|the grader's libraries|header sqlite3.h
grade|libcsv-dev|the grader's libraries|header csv.h
grade|libxlsxwriter-dev|the grader's libraries|header xlsxwriter.h
grade|libunistring-dev|the grader's libraries|header unistr.h
test lint fresh|git|finds files, clones the project|command git
test|unifdef|makes skeletons and solutions from the annotated source|command unifdef
test|libcmocka-dev|the unit tests' framework|header cmocka.h
test handouts|python3|reads reports as others would, draws what the machine saw|command python3
test|pocl-opencl-icd|runs OpenCL labs on the processor, for real|file /etc/OpenCL/vendors/pocl.icd
test|libomp-VERSION-dev|OpenMP beside CUDA, in what runs on the host|llvm lib/libomp.so
test|oclgrind|a second opinion on the OpenCL cases|spare oclgrind-kernel
test|libxml2-utils|reads the reports as others would: JSON, XML|command xmllint
test|python3-junitparser|reads the reports as others would: JUnit|file /usr/lib/python3/dist-packages/junitparser
test|jq|reads the reports as others would: JSON|command jq
test|curl|gets the kit as a workflow of GitHub does|command curl
test|tidy|reads the pages as browsers should|command tidy
test|php-cli|reads the grade tables as Moodle does|command php
cluster|slurmctld|a cluster on this machine, to grade a class on|command slurmctld
cluster|slurmd|a cluster on this machine, to grade a class on|command slurmd
cluster|slurm-client|a cluster on this machine, to grade a class on|command sbatch
cluster|munge|a cluster on this machine, to grade a class on|command munged
browser|chromium|looks at the pages as people do|command chromium
lint|clang-format|the checkers of make lint|command clang-format
lint|clang-tools|finds pointers that are tested without NULL|command clang-query
lint|clang-tidy|the checkers of make lint|command clang-tidy
lint|cppcheck|the checkers of make lint|command cppcheck
lint|shellcheck|the checkers of make lint|command shellcheck
lint|nodejs|reads the pages' JavaScript|command node
lint|eslint|holds the pages' JavaScript to its rules|spare eslint
handouts|texlive-latex-base|sets the handouts in type|command pdflatex
handouts|texlive-latex-recommended|sets the handouts in type|tex microtype.sty
handouts|texlive-latex-extra|sets the handouts in type|tex tcolorbox.sty
handouts|texlive-pictures|sets the handouts in type|tex pgfplots.sty
handouts|texlive-bibtex-extra|sets the handouts in type|tex biblatex.sty
handouts|texlive-lang-french|sets the handouts in type|tex french.ldf
handouts|lmodern|sets the handouts in type|tex lmodern.sty
handouts|tex-gyre|sets the handouts in type|tex tgpagella.sty
bench|libopencv-core-dev|the CPU's sum by OpenCV, in the benchmark of reduction-ladder|file /usr/include/opencv4/opencv2/core.hpp
fuzz|libclang-rt-VERSION-dev|sends the machine hostile input|llvm lib/clang/VERSION/lib/linux
plots|gnuplot-nox|draws the figures|command gnuplot
zip test|zip|packs and unpacks what adapters are made of|command zip
wheel test|python3-pip|makes the wheel for notebooks|file /usr/lib/python3/dist-packages/pip
wheel test|python3-setuptools|makes the wheel for notebooks|file /usr/lib/python3/dist-packages/setuptools
wheel test|python3-wheel|makes the wheel for notebooks|file /usr/lib/python3/dist-packages/wheel
test|poppler-utils|reads the handouts' pages|command pdftotext
test|python3-nbclient|tries the wheel for notebooks|file /usr/lib/python3/dist-packages/nbclient
test|python3-ipykernel|tries the wheel for notebooks|file /usr/lib/python3/dist-packages/ipykernel
test|unzip|packs and unpacks what adapters are made of|command unzip
fresh|debootstrap|makes the bare system|command debootstrap
ROWS
}

is_there() { # kind place
    case $1 in
    command) command -v "$2" >/dev/null ;;
    # Without the package what needs the command says so (Debian 13 has no oclgrind).
    spare) command -v "$2" >/dev/null || [ -z "$(apt-cache show "$package" 2>/dev/null)" ] ;;
    header) compgen -G "/usr/include/$2" >/dev/null || compgen -G "/usr/local/include/$2" >/dev/null ||
        compgen -G "/usr/include/*-linux-gnu/$2" >/dev/null ;;
    library) compgen -G "/usr/lib/*-linux-gnu/$2" >/dev/null || compgen -G "/usr/lib/$2" >/dev/null ||
        compgen -G "/usr/lib64/$2" >/dev/null ;;
    file) [ -e "$2" ] ;;
    tex) kpsewhich "$2" >/dev/null 2>&1 ;;
    llvm) [ -e "$llvm/$2" ] ;;
    # Only one libclc can be installed, and no LLVM reads what a newer one wrote.
    libclc) "$llvm/bin/llvm-extract" --func=_Z8lgamma_rfPi "$("${0%/*}/llvm.sh" --libclc)" -o /dev/null 2>/dev/null ;;
    esac
}

# Fills `missing` (packages) and `why` (one line a purpose, with its packages).
probe() { # groups
    missing=() why=()
    local group package purpose kind place last=''
    find_llvm
    while IFS='|' read -r group package purpose place; do
        [[ " $* " =~ \ (${group// /|})\  ]] || continue
        read -r kind place <<<"${place/VERSION/$version}"
        is_there "$kind" "$place" && continue
        [ -n "$version" ] || package=${package/-VERSION/}
        package=${package/VERSION/$version}
        [[ " ${missing[*]-} " == *" $package "* ]] && continue
        missing+=("$package")
        if [ "$purpose" = "$last" ]; then
            why[-1]+=", $package"
        else
            why+=("$purpose: $package")
        fi
        last=$purpose
    done <<<"$(rows)"
}

# Names of Debian's packages elsewhere. Packages for compiling often belong to the library itself in pacman's systems.
shared='s/^opencl-c-headers$/opencl-headers/; s/^(clang|libclc|llvm)-[0-9]+/\1/; s/^lib(jansson|hwloc|xxhash)-dev$/\1-dev/'
declare -A names=(
    [dnf]="$shared; s/^libc6/glibc/; s/^ocl-icd-opencl/ocl-icd/; s/^libsqlite3/sqlite/; s/^libhwloc15$/hwloc-libs/; s/-dev$/-devel/"
    [zypper]="s/^libjansson-dev$/libjansson-devel/; $shared; /^libcsv-dev$/d; s/^libc6/glibc/; s/^ocl-icd-opencl/ocl-icd/; s/^libsqlite3/sqlite3/; s/-dev$/-devel/"
    [pacman]="$shared; /^libcsv-dev$/d; s/^libc6/glibc/; s/^ocl-icd-opencl/ocl-icd/; s/^libsqlite3/sqlite/; s/^libhwloc15$/hwloc/; s/-dev$//"
)
declare -A installs=([dnf]='dnf install' [zypper]='zypper install' [pacman]='pacman -S')

# no_apt: what to do on a system without apt-get.
no_apt() {
    local manager
    for manager in dnf zypper pacman; do
        command -v "$manager" >/dev/null || continue
        why+=("all of it, as root: ${installs[$manager]} $(printf '%s\n' "${missing[@]}" | sed -E "${names[$manager]}" | uniq | paste -sd' ')")
        [ "$manager" = dnf ] || [[ " ${missing[*]} " != *' libcsv-dev '* ]] ||
            why+=("and libcsv, which $manager does not have (on Arch it is in the AUR)")
        break
    done
    why+=("or nothing of it, in a container of docker or podman (README.md): docker build -t lockstep .")
    give_up "no apt-get on this system; install what Debian calls (LLVM: $("${0%/*}/llvm.sh" --supported)):"
}

give_up() {
    printf 'lockstep: %s\n' "$1" >&2
    printf '  %s\n' "${why[@]}" >&2
    exit 2
}

check=no
if [ "${1:-}" = --check ]; then
    check=yes
    shift
fi
probe "$@"
[ ${#missing[@]} -eq 0 ] && exit 0

if [ $check = yes ]; then
    printf 'lockstep: not on this machine: %s; run scripts/setup.sh %s\n' "${missing[*]}" "$*" >&2
    exit 2
fi
[ "${LOCKSTEP_SETUP:-}" = no ] && give_up "these are missing, and LOCKSTEP_SETUP=no forbids installing them:"
command -v apt-get >/dev/null || no_apt
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || give_up "neither root nor sudo; ask an administrator to install:"
    sudo -n true 2>/dev/null || { [ -t 0 ] && [ -t 2 ]; } ||
        give_up "sudo needs a password and there is no terminal; install with apt-get:"
    as_root=(sudo)
fi

{ mkdir -p "$(dirname "$log")" && : >"$log"; } || give_up "cannot write $log; make room, or install with apt-get:"

# A package may bring what another row asks for, so ask until nothing new comes.
asked=''
run_apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1
}
printf 'Setting up, once (apt-get; log in %s):\n' "$log" >&2
run_apt update || printf '  apt-get update failed: going on with the lists that are here\n' >&2
while [ ${#missing[@]} -gt 0 ]; do
    [ "$asked" = "${missing[*]}" ] && give_up "installed, but still not found (a second clang in PATH?):"
    asked=${missing[*]}
    printf '  %s\n' "${why[@]}" >&2
    if ! run_apt install -y --no-install-recommends "${missing[@]}"; then
        tail -n 5 "$log" >&2
        give_up "apt-get could not install these; $log says why:"
    fi
    probe "$@"
done
