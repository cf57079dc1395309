# shellcheck shell=bash disable=SC2154 # lab.sh sets labs and beside
# What the packages made of this folder have in common: student-kit.sh and adapter.sh. Source it after lab.sh.

# From version.h, as `lockstep --version` prints it.
kit_version() { sed -n 's/^#define LOCKSTEP_VERSION "\(.*\)"/lockstep \1/p'; }

# copy_grader TARGET: the grader as it is built, without its tests, fuzzers and benchmarks.
copy_grader() {
    cp --parents Makefile LICENSE scripts/{commands.mk,llvm.sh,setup.sh,built.sh,help.sh,lab.sh,grade_options.sh,grade.sh,start.sh,editor.sh,watch.sh,look.sh,speedup.sh,plots.sh} speedup_template.csv "$1" &&
        find grader -type f -not -path '*/tests/*' -not -path '*/fuzz/*' \
            \( -not -path '*/bench/*' -o -path 'grader/bench/statistics.*' \) -not -path 'grader/adapters/*' -exec cp --parents -t "$1" {} + &&
        kit_version <grader/version.h >"$1/VERSION"
}

# copy_runtime TARGET: of the grader what grading compiles, or includes, on the student's machine.
copy_runtime() {
    find grader \( -name '*.h' -not -path 'grader/simt/*' -o -path 'grader/language/fr.po' -o -path 'grader/simt/openmp/include/*' -o -path 'grader/run/*.c' -o \
        -path grader/lab/oracle.c -o -path grader/message_text.c -o -path grader/arena.c -o -path 'grader/check/selftest/*.c' -o -path 'grader/speedup/measure*.c' \) -not -path '*/tests/*' \
        -not -path 'grader/roster/*' -not -path 'grader/handout/*' -not -path 'grader/cli/*' \
        -exec cp --parents -t "$1" {} +
}

# copy_built TARGET: the grader that was built here, as few files as serve; it runs where machine and clang are the same.
copy_built() {
    mkdir -p "$1/opencl/vendors" "$1/openmp" "$1/record" &&
        cp -R "$BUILD/student/lockstep" "$BUILD"/liblockstep_{cudart.a,opencl.so} "$BUILD/cuda" "$BUILD/profiles" "$1/" &&
        strip --strip-debug "$1"/liblockstep_{cudart.a,opencl.so} &&
        cp -R "$BUILD"/opencl/{builtins.bc,libclc.bc,language.flags,include} "$1/opencl/" && cp "$BUILD/record/annotate" "$1/record/" &&
        cp "$BUILD"/openmp/{translate,library.bc,answered.names,omp.h} "$1/openmp/" &&
        strip "$1/openmp/translate" "$1/record/annotate" && fingerprint >"$1/fits" && system_name >"$1/system"
}

# "Debian 12", "Ubuntu 24.04"
system_name() { (. /etc/os-release && echo "${NAME%% *} $VERSION_ID"); }

# take_built ARCHIVE FOLDER: copies the grader of another system's archive to FOLDER/built-<system>.tar.gz.
take_built() {
    local part=$2/part.tar.gz version system
    { version=$(tar -xzOf "$1" --wildcards '*/VERSION') && tar -xzOf "$1" --wildcards '*/built.tar.gz' >"$part" &&
        system=$(tar -xzOf "$part" system); } 2>/dev/null || fail "ALSO=$1 is no archive of make student-kit"
    [ "$version" = "$(kit_version <grader/version.h)" ] || fail "ALSO=$1 is of another version: $version"
    [ "$(tar -xzOf "$part" fits)" != "$(fingerprint)" ] || fail "ALSO=$1 was built on a system like this one ($system)"
    system=${system,,}
    mv "$part" "$2/built-${system// /-}.tar.gz"
}

# copy_measuring LAB TARGET: what make speedup needs, where the lab asks for measurements.
copy_measuring() {
    local plan=$labs/$1/measure.yaml sequential figure
    [ -e "$plan" ] || return 0
    mapfile -t sequential < <(sed -n 's/^sequential: \[\(.*\)\].*/\1/p' "$plan" | tr -s ', ' '\n' | sed "s|^|$labs/$1/|")
    mkdir -p "$2/labs/$1" "$2/grader/speedup/plots" && cp "$plan" "$2/labs/$1/" || return
    compile_oracle "$1" "$2/labs/$1/measure.so" -DLOCKSTEP_MEASURE || return
    for figure in figure speedup sizes roofline devices best gains; do
        cp "grader/speedup/plots/$figure.gp" "$2/grader/speedup/plots/" || return
    done
    [ ${#sequential[@]} -eq 0 ] || copy_lab "$1" "$2" "${sequential[@]}"
}

# copy_oracle LAB TARGET: what the expected results come from, compiled: its source may show how an exercise is solved.
copy_oracle() {
    compile_oracle "$1" "$2/labs/$1/oracle.so"
}

compile_oracle() { # lab file flags
    gcc -std=gnu17 -O2 -fsigned-char -ffp-contract=off -s -fPIC -shared -Wl,-z,now -Igrader -I"$labs/$1" "${@:3}" "$labs/$1/oracle.c" -o "$2"
}

# copy_lab LAB TARGET SOURCE…: what these sources of the lab are compiled from. No lab.yaml: it has two editions.
copy_lab() {
    local file
    gcc -MM -MG -Igrader -I"$labs/$1" "${@:3}" | grep -oE '[^ ]+\.[ch]' |
        grep "^$labs/" | while read -r file; do realpath -s --relative-to="$labs" "$file"; done | sort -u |
        while read -r file; do
            mkdir -p "$2/labs/$(dirname "$file")" && cp "$labs/$file" "$2/labs/$file" || return
        done
}

# copy_student_lab LAB TARGET: all of a lab that its students get, and nothing that tells how.
copy_student_lab() {
    copy_lab "$1" "$2" "$labs/$1/runner.c" && copy_oracle "$1" "$2" && copy_measuring "$1" "$2" && copy_skeleton "$1" "$2" &&
        "$BUILD/lockstep" public "$1" --labs "$labs" >"$2/labs/$1/lab.yaml" &&
        "$BUILD/lockstep" list "$1" --newer-opencl --labs "$labs" >"$2/labs/$1/newer-opencl" &&
        "$BUILD/lockstep" list "$1" --labs "$labs" | awk '$3 == "cpu" { print $1 }' >"$2/labs/$1/on-processor" &&
        copy_french "$1" "$2" &&
        find "$2/labs/$1" \( -name newer-opencl -o -name on-processor \) -empty -delete
}

# copy_skeleton LAB TARGET: what students start from, where the lab has it: it tells what nobody has begun.
copy_skeleton() {
    [ ! -d "${beside}skeletons/$1" ] || { mkdir -p "$2/skeletons" && cp -R "${beside}skeletons/$1" "$2/skeletons/"; }
}

# copy_french LAB TARGET: what the lab says, in French, without what hidden checks say and handouts ask.
copy_french() {
    mkdir -p "$2/handouts/fr" && "$BUILD/lockstep" public "$1" --french --labs "$labs" >"$2/handouts/fr/$1.po"
}

# pack FOLDER ARCHIVE: a .tar, .tar.gz or .zip of the folder's contents; the same files give the same bytes.
pack() {
    local part=$2.part
    mkdir -p "$(dirname "$2")" && rm -f "$part" || return
    find "$1" -exec touch -h -d '2000-01-01 00:00:00 UTC' {} + && chmod -R u+rwX,go+rX,go-w "$1" || return
    case $2 in
    *.tar.gz) packed_tar "$1" | gzip -n >"$part" ;;
    *.tar) packed_tar "$1" >"$part" ;;
    *.zip) (cd "$1" && find . -type f | LC_ALL=C sort | TZ=UTC zip -q -X -@ -) >"$part" ;;
    esac && mv "$part" "$2" && echo "$2"
}

packed_tar() {
    (cd "$1" && find . -mindepth 1 -maxdepth 1 -printf '%P\n' | LC_ALL=C sort |
        tar --create --sort=name --owner=0 --group=0 --numeric-owner --files-from=-)
}
