#!/bin/bash
# test: once
# The set-up script on machines that lack things: a PATH without them, and an apt-get that plays along or refuses.
# (make test-fresh shows it with the real one, on a bare system.)
. grader/tests/tap.sh
make_scratch
# A copy: an ordinary user may not reach the one in the tree.
cp scripts/{setup,llvm}.sh "$scratch/"
setup=$scratch/setup.sh
export BUILD=$scratch/build

check 'all there: says nothing' test -z "$("$setup" grade test 2>&1)"

# A machine with the bare necessities and nothing of a compiler.
mkdir "$scratch/bin" && chmod 755 "$scratch/bin"
for tool in bash cat dirname env id mkdir readlink sed tail; do
    ln -s "$(type -P $tool)" "$scratch/bin/$tool"
done

# told NAME STATUS PATTERN GROUP…: what the script says on that machine.
told() {
    local name=$1 expected=$2 pattern=$3 status
    shift 3
    PATH=$scratch/bin "${as[@]}" "$setup" "$@" >"$scratch/output" 2>&1
    status=$?
    [ $status -eq "$expected" ] && { [ -z "$pattern" ] || grep -qE "$pattern" "$scratch/output"; }
    ok $? "$name" || { echo "# status $status" && sed 's/^/# /' "$scratch/output"; }
}
as=()
told 'no apt-get: names what is missing' 2 'no apt-get' grade
check '… and what it is for' grep -q 'compiles the submissions, and the grader where it is built: gcc' "$scratch/output"
check '… each with its package' grep -q 'the jail that student code runs in: bubblewrap' "$scratch/output"
check '… and nothing that was not asked for' sh -c "! grep -qE 'cppcheck|debootstrap|zip' '$scratch/output'"
check '… and the short way' grep -q 'in a container' "$scratch/output"
elsewhere() { # MANAGER PATTERN
    ln -s "$(type -P paste)" "$(type -P uniq)" "$scratch/bin/"
    ln -s uniq "$scratch/bin/$1"
    told "… in the words of $1" 2 "$2" grade
    rm "$scratch/bin/$1" "$scratch"/bin/{paste,uniq}
}
as=(env LLVM=/nowhere)
sed -i 's,/usr/[a-z/]*include/,/nowhere/,' "$setup"
libraries='libyaml-devel libseccomp-devel hwloc-devel xxhash-devel libarchive-devel'
elsewhere dnf "clang opencl-headers ocl-icd-devel bubblewrap .* libclc jansson-devel $libraries sqlite-devel libcsv-devel libxlsxwriter-devel"
elsewhere zypper "clang opencl-headers .* libclc libjansson-devel $libraries sqlite3-devel libxlsxwriter-devel libunistring-devel$"
elsewhere pacman 'pacman -S gcc glibc clang opencl-headers ocl-icd bubblewrap llvm libclc jansson .* sqlite libxlsxwriter libunistring$'
check '… which does not have all of it' grep -q 'and libcsv, which pacman does not have' "$scratch/output"
sed -i 's,/usr/lib/llvm-,/nowhere/,' "$scratch/llvm.sh"
printf '#!/bin/bash\necho 99.1.0\n' >"$scratch/bin/clang" && chmod +x "$scratch/bin/clang"
check 'an LLVM that is too new is none' test -z "$(PATH=$scratch/bin "$scratch/llvm.sh")"
rm "$scratch/bin/clang"
mkdir "$scratch/elsewhere" && cp scripts/setup.sh "$scratch/elsewhere/"
# shellcheck disable=SC2016 # its own words
printf '#!/bin/bash\n[ $# -gt 0 ] || echo "%s"\n' "$(scripts/llvm.sh)" >"$scratch/elsewhere/llvm.sh"
chmod +x "$scratch/elsewhere/llvm.sh"
as=()
setup=$scratch/elsewhere/setup.sh told 'no apt-get: an LLVM that is here counts' 2 'no apt-get' grade
check '… and is not asked for' sh -c "! grep -q clang '$scratch/output'"
as=(env LOCKSTEP_SETUP=no)
told 'told not to install: only says what is missing' 2 'LOCKSTEP_SETUP=no' grade

# Compiling is not setting up: one line says what to run, and nothing is installed.
mkdir "$scratch/compile"
for tool in "$scratch"/bin/* awk find grep make sort touch uname xargs; do
    ln -s "$(type -P "${tool##*/}")" "$scratch/compile/"
done
printf '#!/bin/bash\necho "$*" >>"%s/packages"\n' "$scratch" | tee "$scratch/compile/apt-get" >"$scratch/compile/sudo"
chmod +x "$scratch/compile/apt-get" "$scratch/compile/sudo"
compile() { env -u MAKEFLAGS -u MAKELEVEL PATH="$scratch/compile" make -s BUILD="$scratch/$1" "$scratch/$1/$2" >"$scratch/output" 2>&1; }
one_line() {
    ! compile "$@" && sed -i '/^make: /d' "$scratch/output" && [ "$(wc -l <"$scratch/output")" -eq 1 ] &&
        grep -q '^lockstep: not on this machine: gcc .*; run scripts/setup.sh grade$' "$scratch/output"
}
for target in grader/error.o lockstep_inner liblockstep_opencl.so cuda/libdevice.bc grader/run/tests/box/misbehaving; do
    check "compiling $target without a compiler: one line" one_line "built-${target##*/}" "$target"
done
check '… and no package manager was called' test ! -e "$scratch/packages"

# shellcheck disable=SC2016 # its own words
printf '#!/bin/bash\n[ "$1 $2" != "show oclgrind" ] || echo "Package: oclgrind"\n' >"$scratch/bin/apt-cache"
chmod +x "$scratch/bin/apt-cache"
told 'a package that only some releases have: asked for where there is one' 2 'OpenCL cases: oclgrind' test
printf '#!/bin/bash\nprintf "clang-%%s\\n" 14 17 19\n' >"$scratch/bin/apt-cache"
check 'the newest LLVM of those that there are' test "$(PATH=$scratch/bin "$scratch/llvm.sh" --wanted)" = 19
printf '#!/bin/bash\nprintf "clang-%%s\\n" 14 17\n' >"$scratch/bin/apt-cache"
printf '#!/bin/bash\necho glibc 2.41\n' >"$scratch/bin/getconf" && chmod +x "$scratch/bin/getconf"
check 'but none that cannot read the headers of the C library' test "$(PATH=$scratch/bin "$scratch/llvm.sh" --wanted)" != 17
rm "$scratch"/bin/{apt-cache,getconf}
told '… and else passed over' 2 'source: unifdef' test
check '… in silence' sh -c "! grep -q oclgrind '$scratch/output'"

# An apt-get that notes what it was asked, and makes what the packages would bring.
cat >"$scratch/bin/apt-get" <<END
#!/bin/bash
echo "\$*" >>"$scratch/asked"
[ ! -e "$scratch/refuse" ] || exit 100
case "\$*" in *' install '*)
    for tool in zip clang-format clang-tidy cppcheck shellcheck; do
        [ -e "$scratch/bin/\$tool" ] || $(type -P ln) -s "$(type -P true)" "$scratch/bin/\$tool"
    done ;;
esac
END
chmod +x "$scratch/bin/apt-get"
if [ "$(id -u)" -eq 0 ]; then
    as=()
    touch "$scratch/refuse"
    told 'apt-get refuses: says so, with the log' 2 'could not install.*setup.log' zip
    rm "$scratch/refuse"
    told 'installs what is missing' 0 'packs and unpacks what adapters are made of: zip' zip
    check '… and asks for just that' grep -q 'install -y --no-install-recommends zip$' "$scratch/asked"
    rm "$scratch/asked"
    told 'the second time: nothing to do' 0 '' zip
    [ ! -s "$scratch/output" ] && [ ! -e "$scratch/asked" ]
    ok $? '… and nothing to say'
    told 'installed, but not to be found: says so' 2 'still not found' fresh
    if setpriv --reuid 65534 --clear-groups true 2>/dev/null; then
        as=("$(command -v setpriv)" --reuid 65534 --clear-groups)
        told 'neither root nor sudo: says whom to ask' 2 'neither root nor sudo' grade
    else
        skip 'neither root nor sudo' 'no other user to be'
    fi
else
    skip 'installing' 'not root'
fi
tap_end
