#!/bin/bash
# test: once
# The simulated GPU as an OpenCL platform: programs that print TAP, one for each family of calls; then what is said of
# programs with a mistake, and of those that run outside of `lockstep simt`.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
vendors=$(dirname "$lockstep")/opencl/vendors
tests=$(realpath grader/simt/opencl/icd/tests)
make_scratch
cd "$scratch" || exit 2

# run COMMAND…: its output in out and err, its status in $ended.
run() {
    "$@" >out 2>err
    ended=$?
}
says() { grep -qF -- "$1" err || { cat err; false; }; }
prints() { grep -qF -- "$1" out || { cat out; false; }; }
is() { [ "$ended" -eq "$1" ] || { echo "status $ended"; cat err; false; }; }
nothing_left() { ! grep -A 2 '^note: leak' err; }
all_ok() { grep -q '^1\.\.' out && ! grep -A 3 '^not ok' out; }

for program in platform_calls buffers images shared_memory programs launch_calls events findings; do
    gcc -std=gnu17 -D_GNU_SOURCE -O1 "$tests/$program.c" -o "$program" -lOpenCL -lpthread -lm || exit 1
done
for program in platform_calls buffers images shared_memory programs launch_calls events; do
    run "$lockstep" simt --quiet -- "./$program"
    check "$program: $(grep -c '^ok' out) calls do what the specification says" all_ok
    # What these programs give back twice on purpose is found: status 1.
    check "$program: and leave nothing behind" nothing_left
done

run "$lockstep" simt --json none.json -- ./findings none
check "a clean program is clean" is 0
check "and counted, in OpenCL's words" says "local loads"
run "$lockstep" simt --json again.json -- ./findings none
check "twice the same, byte for byte" cmp none.json again.json
run "$lockstep" simt --quiet -- ./findings race
check "a race is found" says "race in kernel race"
check "with its line" says "<source>:9"
check "in OpenCL's words" says "work-group 0, work-item 1"
check "and costs" is 1
run "$lockstep" simt --quiet -- ./findings race kernels.cl
check "and with its file, where there is one that holds the source" says "kernels.cl:9"
mv kernels.cl kernels.text
"$lockstep" simt --quiet --record race.jsonl -- ./findings race 2>/dev/null
check "a recording has the source that no file holds" \
    cmp kernels.text <(python3 -c 'import json; print(*(json.loads(line).get("text", "") for line in list(open("race.jsonl"))[1:2]), end="")')
run "$lockstep" simt --quiet -- ./findings beyond
check "a write past the end is found" says "array in argument 2 (out), element 64"
check "clFinish gives an error" prints "clFinish: -5"
run "$lockstep" simt --quiet -- ./findings turn
check "a texel outside of an image is found" says "The coordinates lie outside of the image."
check "with the image's name" says "image in argument 2 (to)"
run "$lockstep" simt --quiet -- ./findings local
check "a local argument that is too small is found" says "clSetKernelArg() gives it 128 bytes"
for cores in 1 3; do
    run "$lockstep" simt --quiet --cores "$cores" -- ./findings apart
    check "with $cores cores, a copy with different arguments is found" says "with the same arguments"
done
run "$lockstep" simt --quiet -- ./findings released
check "a buffer that was released is found" says "use after free in kernel copy"
run "$lockstep" simt --quiet -- ./findings leak
check "a leak is noted" says "Release it with clReleaseMemObject()."
check "as a note" is 0
run "$lockstep" simt -- ./findings unwaited
check "a launch that was not waited for is noted" says "Call clFinish before the program ends"
check "and counted" says "kernel copy: 1 launch"
run "$lockstep" simt --quiet -- ./findings unread
check "a read that was not waited for is named" says "before its last commands were carried out"

# Mistakes that no status was looked at for: line is where the mark stands in the source.
gcc -std=gnu17 -g -O1 "$tests/mistakes.c" -o mistakes -lOpenCL || exit 1
line() { grep -n "/\* $1 \*/" "$tests/mistakes.c" | cut -d: -f1; }
# Reports are wrapped: here they are one line.
tells() { tr -s ' \n' ' ' <err | grep -qF -- "$1" || { cat err; false; }; }
run "$lockstep" simt --no-count -- ./mistakes none
check "without a mistake nothing is said" says "no findings"
told() { # NAME MARK TEXT
    run "$lockstep" simt --no-count -- ./mistakes "$1"
    check "$1: the reason" tells "$3"
    check "$1: the line" tells "at mistakes.c:$(line "$2")"
    check "$1: costs" is 1
}
told size size "CL_INVALID_ARG_SIZE: argument 1 is a uint (n) of 4 bytes, but 8 were given. The kernel was never launched."
told unset launch "CL_INVALID_KERNEL_ARGS: argument 2 of kernel scale was never set. The kernel did not run."
told group launch "CL_INVALID_WORK_GROUP_SIZE: the global size 64 is not a multiple of the local size 48, in dimension 0."
told name name "CL_INVALID_KERNEL_NAME: the program has no kernel named scales."
told empty name "CL_INVALID_KERNEL_NAME: the program's source is empty: its file was not found, or not read."
told build build "CL_BUILD_PROGRAM_FAILURE: the kernels do not compile: <source>:1:"
told long read "the buffer has 256 bytes; 512 bytes from byte 0 on go past its end."
run "$lockstep" simt --no-count -- ./mistakes box
check "of two buffers of a copy the one that is too small is named" tells "do not fit the buffer of 128 bytes"
told twice release "clReleaseMemObject at mistakes.c:$(line release): the buffer has already been released."
told never-set never "the program waits for this user event, and nobody is left who could set it."
check "a wait for an event that nobody can set is a deadlock" says "deadlock"
check "which ends after what was printed" prints enqueued
run "$lockstep" simt --no-count -- ./mistakes read-only
check "a kernel that writes to CL_MEM_READ_ONLY is found" tells "write to read-only memory in kernel scale"
check "and costs" is 1
run "$lockstep" simt --no-count -- ./mistakes write-only
check "a kernel that reads CL_MEM_WRITE_ONLY gets a note" tells "note: read of write-only memory in kernel scale"
check "which costs nothing" is 0
run "$lockstep" simt --no-count -- ./mistakes order
check "without an event, the read comes before the kernel" prints 3
check "and that is a race" tells "race between commands"
run "$lockstep" simt --no-count -- ./mistakes never-waited
check "a kernel that only the program's end carries out is a race, too" tells "race between commands"
run "$lockstep" simt --no-count -- ./mistakes left
check "what is left is noted with the call that made it" tells "a kernel clCreateKernel at mistakes.c:$(line name) created it."
check "as notes" is 0

# Commands of several queues, or of one out of order, that share a buffer.
gcc -std=gnu17 -D_GNU_SOURCE -g -O1 "$tests/ordered.c" -o ordered -lOpenCL -lpthread -lm || exit 1
ordered_line() { grep -n "/\* $1 \*/" "$tests/ordered.c" | cut -d: -f1; }
asked_line() { # the last call before that line which names a queue
    head -n "$(($(ordered_line "$1") - 1))" "$tests/ordered.c" | grep -n "clEnqueue[RM]" | tail -1 | cut -d: -f1
}
for way in two-queues out-of-order wrong-event; do
    run "$lockstep" simt --quiet -- ./ordered "$way"
    check "$way: a race between commands" says "race between commands"
    check "$way: with its line" says "ordered.c:$(ordered_line "$way")"
    check "$way: and its queue" says "kernel add in queue"
    check "$way: costs" is 1
done
for way in source-reused target-cleared; do
    run "$lockstep" simt --quiet -- ./ordered "$way"
    check "$way: a race with the host" says "race with the host"
    check "$way: with its line" says "ordered.c:$(ordered_line "$way")"
    check "$way: costs" is 1
done
for way in read-early copied-early map-early; do
    run "$lockstep" simt --quiet -- ./ordered "$way"
    check "$way: a race with the host" says "race with the host"
    check "$way: with the line of the read" says "call    ordered.c:$(asked_line "$way")"
    check "$way: and of the host" says "read    ordered.c:$(ordered_line "$way")"
    check "$way: costs" is 1
done
for way in wait-lists barriers host-waits readers halves by-user through-host read-in-time map-in-time; do
    run "$lockstep" simt --no-count -- ./ordered "$way"
    check "$way: nothing is said of what is in order" says "no findings"
done

# Memory that the host may use only while it is mapped.
gcc -std=gnu17 -D_GNU_SOURCE -g -O1 "$tests/mapped.c" -o mapped -lOpenCL -lpthread -lm || exit 1
mapped_line() { grep -n "/\* $1 \*/" "$tests/mapped.c" | cut -d: -f1; }
for way in svm-not-mapped svm-given-back given-back; do
    run "$lockstep" simt --quiet -- ./mapped "$way"
    check "$way: memory without a map" tells "The host used memory that was not mapped for it."
    check "$way: with the line of the host" says "mapped.c:$(mapped_line "host $way")"
    check "$way: and of the call before it" says "call    mapped.c:$(mapped_line "$way")"
    check "$way: costs" is 1
done
run "$lockstep" simt --quiet -- ./mapped own-read
check "memory of the program's own that a kernel has changed" tells "only a map or a read brings that to the host"
check "with the line of the host" says "mapped.c:$(mapped_line "host own-read")"
check "and of the launch" says "call    mapped.c:$(mapped_line own-read)"
check "costs" is 1
run "$lockstep" simt --quiet -- ./mapped own-written
check "memory that a buffer uses, written without a map" tells "The host used memory that was not mapped for it."
check "with the launch that need not see it" says "call    mapped.c:$(mapped_line own-read)"
run "$lockstep" simt --quiet -- ./mapped read-and-changed
check "a kernel that writes what is mapped to read" tells "This changes memory that the host has mapped."
check "with its line" says "call    mapped.c:$(mapped_line changed)"
for way in still-mapped svm-still-mapped; do
    run "$lockstep" simt --quiet -- ./mapped "$way"
    check "$way: a kernel while the host may write is found" tells "while the host has memory that it uses mapped for writing"
    check "$way: with its line" says "mapped.c:$(mapped_line still-mapped)"
done
for way in own-in-turns svm-in-turns buffer-of-svm in-turns read-mapped part-mapped svm-part-mapped; do
    run "$lockstep" simt --no-count -- ./mapped "$way"
    check "$way: nothing is said of memory that is mapped" says "no findings"
done

# What kernels may reach.
gcc -std=gnu17 -D_GNU_SOURCE -g -O1 "$tests/reach.c" -o reach -lOpenCL || exit 1
run "$lockstep" simt --quiet -- ./reach past
check "past a sub-buffer's end is out of bounds" tells "sub-buffer in argument 1 (part), element 64"
check "with its length" tells "The sub-buffer has 64 elements of 4 bytes"
check "and costs" is 1
run "$lockstep" simt --quiet -- ./reach before
check "before its beginning, too" tells "sub-buffer in argument 1 (part), element -1"
for way in inside whole two chain-named; do
    run "$lockstep" simt --no-count -- ./reach "$way"
    check "$way: nothing is said" says "no findings"
done
run "$lockstep" simt --quiet -- ./reach chain
check "shared memory that a launch does not name is noted" tells "memory that was not named in kernel walk"
check "with the call that names it" tells "clSetKernelExecInfo with CL_KERNEL_EXEC_INFO_SVM_PTRS"
check "as a note" is 0

OCL_ICD_VENDORS=$vendors run ./findings none
check "with the platform registered, it says how to run" says "lockstep simt -- ./program"
if command -v clinfo >/dev/null; then
    OCL_ICD_VENDORS=$vendors run clinfo -l
    check "clinfo lists the platform" prints "Lockstep SIMT machine"
    mkdir both
    cp "$vendors/lockstep.icd" both
    cp /etc/OpenCL/vendors/*.icd both 2>/dev/null
    OCL_ICD_VENDORS=$PWD/both run clinfo -l
    check "beside all others" [ "$(grep -c Platform out)" -eq "$(find both -name '*.icd' | wc -l)" ]
    run "$lockstep" simt --quiet -- clinfo
    check "under lockstep simt it is alone" prints "Number of platforms                               1"
    check "and a context can be made" prints "clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL)  Success (1)"
else
    skip "clinfo lists the platform" "no clinfo on this machine"
fi
tap_end
