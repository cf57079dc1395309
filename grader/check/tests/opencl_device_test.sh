#!/bin/bash
# test: once
# The device `opencl`: which platforms may judge, and what becomes of a verdict that only they give.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch
mkdir "$scratch/none" "$scratch/gone" "$scratch/work"
echo libno_such_platform.so >"$scratch/gone/gone.icd"

# grade SUBMISSION [OPTION…]: the exercise kernel of sum-opencl; its report goes to $scratch/report.
grade() {
    local submission=$1
    shift
    "$BUILD/lockstep" grade sum-opencl "$submission" --exercise kernel "$@" >"$scratch/report" 2>&1
}

# says NAME PATTERN: the report, in one line, says so.
says() {
    tr -s ' \n' ' ' <"$scratch/report" | grep -qE -- "$2"
    ok $? "$1" || sed 's/^/# /' "$scratch/report"
}

# edit FROM TO [WHERE]: the solution with one edit in the kernel.
edit() {
    cp solutions/sum-opencl/* "$scratch/work"
    sed -i "${3:-}s|$1|$2|" "$scratch/work/sum.cl"
    ! cmp -s solutions/sum-opencl/sum.cl "$scratch/work/sum.cl" || ok 1 "an edit changes nothing: $1"
}

OCL_ICD_VENDORS=$scratch/none grade solutions/sum-opencl --device opencl
says 'no platform: unavailable, with the package that brings one' 'Why no OpenCL platform .*pocl-opencl-icd'
OCL_ICD_VENDORS=$scratch/gone grade solutions/sum-opencl --device opencl
says 'a platform that does not start judges nobody' 'can be trusted: libno_such_platform.so: it offers no platform'
says '… and the points are the machine'"'"'s, with all of its checks' 'Score 28 / 28[.] No check .* 2 COULD NOT BE JUDGED on this machine [(]0 points'
"$BUILD/lockstep" grade sum-opencl solutions/sum-opencl --device cuda >"$scratch/report" 2>&1
says 'an OpenCL lab has nothing for the device cuda' "no exercise for device 'cuda'"

if [ -e /etc/OpenCL/vendors/pocl.icd ]; then
    export OCL_ICD_VENDORS=$scratch/pocl
    mkdir "$scratch/pocl" && cp /etc/OpenCL/vendors/pocl.icd "$scratch/pocl"
    grade solutions/sum-opencl --device opencl
    says 'PoCL adds its answers to the solution' 'Score 28 / 28. All checks passed.*'
    says '… and is named' 'OpenCL .*Portable Computing Language .*not optimising'
    # Other places of vendors' files have answers of their own.
    mapfile -t kept < <(find "$BUILD/kit" -name 'platform-libpocl*')
    sed -i 's/\t[^\t]*\t/\tthe device of the last time\t/' "${kept[@]}"
    grade solutions/sum-opencl --device opencl
    says 'its answers on known-good kernels are kept' 'OpenCL the device of the last time, Portable .*Score 28 / 28'
    rm "${kept[@]}"
    edit 'global_id < n ? input\[global_id\] : 0' 'global_id + 1 < n ? input[global_id] : 0'
    grade "$scratch/work" --device opencl
    says 'a wrong answer on both devices is one' 'FAIL one partial sum for each work-group wrong-answer'
    says '… told from both' 'Also on the real device: '
    edit 'barrier(' 'if (0) barrier(' '0,/barrier(/'
    grade "$scratch/work" --device opencl
    score=$(grep '^Score' "$scratch/report")
    says 'of a race the machine tells the cause' 'race in kernel: '
    grade "$scratch/work"
    check '… and the points are the same without a device' grep -qF "$score" "$scratch/report"
    edit 'barrier(' 'if (get_local_id(0) > 0) barrier(' '0,/barrier(/'
    grade "$scratch/work"
    says 'what waits for a barrier names the check that found it' "fix the barrier first, which 'free of races, barriers for all' found"
    edit 'partial_sums\[get_group_id(0)\] = local_sums\[0\];' \
        '\n#ifdef __NVPTX__\npartial_sums[get_group_id(0)] = local_sums[0];\n#endif\n'
    grade "$scratch/work" --device opencl
    says 'one that the simulated GPU does not give is no verdict' \
        'one partial sum for each work-group unavailable .*wrong-answer here: .*but the simulated GPU gets the right answers'
    says '… and costs nothing' 'This costs no points: .* Score 28 / 28'
    edit 'const uint local_id' 'const uint local_id of'
    grade "$scratch/work" --device opencl
    says 'a kernel that does not compile is a build-error with its line' 'build-error .*sum.cl:10'

    # ---- a class: the device adds its answers, and a program has it to itself ----
    # The lab's own half of the program falls over on the GPU "7", and never ends on "9".
    mkdir -p "$scratch/own/labs" "$scratch/own/skeletons" "$scratch/in/ada"
    cp -r labs/{sum-opencl,shared} "$scratch/own/labs" && cp -r skeletons/sum-opencl "$scratch/own/skeletons"
    sed -i 's/^int runner_call(.*{$/#include <stdlib.h>\n&const char *gpu = getenv("CUDA_VISIBLE_DEVICES"); if (gpu \&\& *gpu == 55) abort(); while (gpu \&\& *gpu == 57) {}/' \
        "$scratch/own/labs/sum-opencl/runner.c"
    cp solutions/sum-opencl/* "$scratch/in/ada"
    class() { # GPUs, out, more
        CUDA_VISIBLE_DEVICES=$1 timeout -k 5 "${longest:-500}" "$BUILD/lockstep" class sum-opencl "$scratch/in" \
            --labs "$scratch/own/labs" --out "$scratch/$2" "${@:3}" >"$scratch/report" 2>&1
    }
    report_of() { tr -s ' \n' ' ' <"$scratch/$1/instructor/ada.txt" >"$scratch/report"; }
    class 7,8 plain && class 7,8 device --device opencl
    ok $? 'a class is graded with a device' || sed 's/^/# /' "$scratch/report"
    check '… and its times are measured' grep -q '^ada,kernel correct on the device opencl,' "$scratch/device/measured.csv"
    report_of device
    check 'where one GPU falls off, the other answers' bash -c "! grep -qE '(crash|early-exit) here' '$scratch/report'"
    exec 7>"$scratch/device/spool/device-1" && flock 7
    longest=60 class 8,7 device --device opencl --seed 1 && exec 7>&-
    ok $? 'while somebody has the other, that does not matter' || sed 's/^/# /' "$scratch/report"
    exec 7>"$scratch/device/spool/device-0" && flock 7
    longest=45 class 8 device --device opencl --seed 2
    check 'where somebody has the only one, a class waits' test $? -eq 124
    exec 7>&-
    LOCKSTEP_RUN_SECONDS=1 class 9 hangs --device opencl
    report_of hangs
    says 'one that hangs costs no points' 'timeout here: .*Score 100 / 100'
    says '… and is not run there again' 'not run on the real device: it did not end there in a check before'
    "$BUILD/lockstep" class sum-opencl "$scratch/in" --out "$scratch/wrong" --device cuda >"$scratch/report" 2>&1
    says 'a device that the lab cannot use is refused' '^lockstep: --device cuda: sum-opencl has no exercise '

    clang=$(readlink -f "$(command -v clang)")
    cat >"$scratch/hide.sh" <<'END'
mount --bind /dev/null "$1" && shift && exec "$@"
END
    hide() { unshare -m sh "$scratch/hide.sh" "$clang" "$@"; }
    if [ -x "$clang" ] && hide true 2>/dev/null; then
        hide "$BUILD/lockstep" grade sum-opencl solutions/sum-opencl --exercise kernel --device opencl \
            >"$scratch/report" 2>&1
        says 'without clang nothing is judged, though a device is there' 'Score 0 / 28. Nothing was judged'
        says '… and the report says that nobody looked before' 'sum.cl: a look before it runs is unavailable'
        hide "$BUILD/lockstep" grade sum-opencl solutions/sum-opencl --exercise kernel >"$scratch/report" 2>&1
        says '… but the simulated GPU judges nothing' 'Why clang, .* is not here .*Nothing was judged'
    else
        skip 'judges without clang' 'clang cannot be hidden here: that takes root'
    fi
else
    skip 'PoCL judges' 'it is not here (apt-get install pocl-opencl-icd)'
fi
tap_end
