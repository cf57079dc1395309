#!/bin/sh
# Lays what the models of time predict beside what was measured (handouts/data), with no GPU and on any processor:
#
#     scripts/predicted.sh [cpu] [teams] [labs] [chains] [stores] [held] [open] [families] [held_out] [unseen] [blind] [sealed] [shapes] [afresh] [eighth] [ninth] [tenth] [eleventh] [twelfth] [thirteenth] [fourteenth] [fifteenth] [sixteenth] [seventeenth] [eighteenth] [nineteenth] [twentieth] [twenty_first] [h100] [sheet]     all of them without a name
#
# cpu: the histogram's variants and the stencil's schedules for 1 to 16 threads. teams: programs of a course
# on OpenMP. labs: each rung of the ladder, the CUDA histogram and
# min/max with their crossovers, the sum by work-group, the stencil's kernels.
# chains: blocks that wait for each other, and fences; two of its constants come from there. stores: launches that stream and store; two more do. held: launches whose memory L2 holds, and several orders of copies; three more. open: the 78 launches that the model was made with.
# families, held_out, unseen, blind, sealed, shapes, afresh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth, twenty_first: 152, 28, 39, 23, 26, 45, 42, 40, 38, 52, 52, 69, 28, 71, 123, 139, 120, 146, 184, 252 and 339 launches that were predicted
# before any constant knew of them. h100: 381 of these launches, as an H100 ran them. All are also CSV in $WORK; sheet makes of these what handouts/predicted.tex draws.
set -eu
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}
WORK=${WORK:-$BUILD/predicted}
export BUILD WORK
mkdir -p "$WORK"
exec python3 scripts/predicted.py "$@"
