/* Marks of simd loops: for observers only. */
#include "openmp_runtime.h"

static int mark(struct thread *thread, const struct instruction *i, enum simt_construct_kind kind) {
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = kind,
                                              .number = (uint32_t)argument(thread, i, 0),
                                              .chunk = argument(thread, i, 1)});
    return STEP_NEXT;
}

ANSWER(begin, mark, SIMT_CONSTRUCT_SIMD)
ANSWER(iteration, mark, SIMT_CONSTRUCT_SIMD_ITERATION)
ANSWER(end, mark, SIMT_CONSTRUCT_SIMD_END)

/* lockstep_simd_ordered(begins): what the iterations do one after the other. */
static int ordered(struct thread *thread, const struct instruction *i) {
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = SIMT_CONSTRUCT_SIMD_ORDERED,
                                              .upper = (uint32_t)argument(thread, i, 0)});
    return STEP_NEXT;
}

/* lockstep_simd_copy(address, bytes): a reduction's copy, of the loop that has just begun. */
ANSWER(copy, tell_of_bytes, SIMT_CONSTRUCT_SIMD)

const struct runtime_call simd_calls[] = {{"lockstep_simd_begin", begin, 2, QUIET},
                                          {"lockstep_simd_copy", copy, 2, QUIET},
                                          {"lockstep_simd_iteration", iteration, 1, QUIET},
                                          {"lockstep_simd_ordered", ordered, 1, QUIET},
                                          {"lockstep_simd_end", end, 1, QUIET},
                                          {NULL, NULL, 0, 0}};
