# shellcheck shell=bash
# shellcheck disable=SC2034 # who sources it uses them
# For tests of classes. Source it: it sets `lockstep`; `scratch`, a folder that goes at the end and that a jail may look
# into; and the lab that the classes hand in for, `extra`, with its `solution`.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch
extra=grader/tests/extra
solution=$extra/solutions/dot-product/dot.c
