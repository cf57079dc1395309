#!/bin/bash
# make install [PREFIX=/usr/local] [DESTDIR=…]: installs the grader, the labs as students get them and all that grading
# compiles in PREFIX/lib/lockstep, which everybody can read, and the command, its manual page and completion where such
# files lie. --teacher (make install-teacher) adds solutions, known-wrong programs and hidden checks. DESTDIR, for
# packagers, stands before all paths: what is installed looks below PREFIX. --remove takes everything away again.
set -eu
. scripts/lab.sh
. scripts/package/kit.sh
prefix=${PREFIX:-/usr/local}
case $prefix in
/*) ;;
*) fail "PREFIX=$prefix: give a path that begins with /" ;;
esac
top=${DESTDIR:-}${prefix%/}
lib=$top/lib/lockstep command=$top/bin/lockstep
page=$top/share/man/man1/lockstep.1 completion=$top/share/bash-completion/completions/lockstep doc=$top/share/doc/lockstep

# Nothing but a Lockstep of ours goes.
[ ! -e "$lib" ] || [ -e "$lib/build/lockstep" ] || fail "$lib is there, and is no Lockstep: give another PREFIX, or remove it"
[ ! -e "$command" ] || [ -L "$command" ] || fail "$command is there, and is not what this installs: give another PREFIX, or remove it"
rm -rf "$lib" "$command" "$page" "$completion" "$doc" || exit 2
[ "${1:-}" != --remove ] || exit 0

umask 022
mkdir -p "$lib/build/opencl/vendors" "$lib/build/openmp" "$lib/build/record" "$top/bin" "$(dirname "$page")" "$(dirname "$completion")" "$doc" || exit 2
put() { cp -R --preserve=mode --no-preserve=ownership,timestamps "$@"; }

# The labs, and the sources that grading compiles with them.
copy_runtime "$lib"
if [ "${1:-}" = --teacher ]; then
    put labs skeletons solutions kernels handouts "$lib/"
    rm -f "$lib"/labs/*/secret # who grades for marks has one of their own
    find grader \( -name '*.h' -o -path 'grader/lab/*.c' -o -path grader/message_text.c -o -path grader/arena.c -o -path 'grader/speedup/*.c' \) -not -path '*/tests/*' -exec cp --parents -t "$lib" {} +
else
    for lab in $(all_labs); do copy_student_lab "$lab" "$lib"; done
fi
put "$BUILD/lockstep" "$BUILD/liblockstep_cudart.a" "$BUILD/liblockstep_opencl.so" "$BUILD/cuda" "$BUILD/profiles" "$lib/build/"
put "$BUILD"/opencl/{builtins.bc,libclc.bc,language.flags,include} "$lib/build/opencl/"
put "$BUILD"/record/annotate "$lib/build/record/"
put "$BUILD"/openmp/{translate,library.bc,answered.names,omp.h} "$lib/build/openmp/"
echo "${prefix%/}/lib/lockstep/build/liblockstep_opencl.so" >"$lib/build/opencl/vendors/lockstep.icd"
chmod -R u+w,go=u,go-w "$lib"

ln -s ../lib/lockstep/build/lockstep "$command"
put "$BUILD/share/man/man1/lockstep.1" "$page"
put "$BUILD/share/bash-completion/completions/lockstep" "$completion"
put README.md CHANGELOG.md SECURITY.md CITATION.cff LICENSE "$doc/"
echo "$command"
