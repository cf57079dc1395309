/* memcpy and the like: one checked range each, told to observers in pieces. */
#include "../openmp_runtime.h"

#include <string.h>

int move_memory(struct thread *thread, const struct instruction *i, uint64_t to, uint64_t from,
                uint64_t bytes) {
    if (bytes == 0) {
        return STEP_NEXT;
    }
    const struct extent *source = reach_range(thread, i, from, bytes, false);
    const struct extent *target = source != NULL ? reach_range(thread, i, to, bytes, true) : NULL;
    if (target == NULL) {
        return STEP_FAULT;
    }
    struct simt_move event = {.place = place_in(thread, i->site),
                              .strand = thread->task->strand,
                              .from_region = source->region,
                              .to_region = target->region,
                              .from = from,
                              .to = to,
                              .bytes = bytes};
    NOTIFY(thread->run->machine.device, move, &event);
    tell_range(thread, i, source, from, bytes, SIMT_LOAD);
    memmove((void *)(target->host + to), (const void *)(source->host + from), bytes);
    tell_range(thread, i, target, to, bytes, SIMT_STORE);
    thread->warp.progressed = true;
    thread->run->changes++;
    return STEP_NEXT;
}

static int move(struct thread *thread, const struct instruction *i, uint64_t result) {
    if (move_memory(thread, i, argument(thread, i, 0), argument(thread, i, 1),
                    argument(thread, i, 2)) != STEP_NEXT) {
        return STEP_FAULT;
    }
    return answer(thread, i, result);
}

/* C leaves overlapping ranges undefined: the two must be apart, or the same. */
static int call_memcpy(struct thread *thread, const struct instruction *i) {
    uint64_t to = argument(thread, i, 0), from = argument(thread, i, 1);
    uint64_t bytes = argument(thread, i, 2), apart = to > from ? to - from : from - to;
    if (apart != 0 && apart < bytes) {
        return fault(thread, i, SIMT_FAULT_OVERLAP,
                     "memcpy() of ranges that overlap: use memmove()");
    }
    return move(thread, i, to);
}

ANSWER(call_memmove, move, argument(thread, i, 0))
ANSWER(call_mempcpy, move, argument(thread, i, 0) + argument(thread, i, 2))

/* lockstep_last(to, from, bytes): lastprivate copies back what the last iteration left. */
static int call_last(struct thread *thread, const struct instruction *i) {
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = SIMT_CONSTRUCT_LAST,
                                              .address = argument(thread, i, 0),
                                              .bytes = argument(thread, i, 2)});
    return move_memory(thread, i, argument(thread, i, 0), argument(thread, i, 1),
                       argument(thread, i, 2));
}

int tell_of_bytes(struct thread *thread, const struct instruction *i,
                  enum simt_construct_kind kind) {
    tell_construct_as(thread, i,
                      (struct simt_construct){.kind = kind,
                                              .address = argument(thread, i, 0),
                                              .bytes = argument(thread, i, 1)});
    return STEP_NEXT;
}

/* lockstep_unset(address, bytes): a copy of a task's begins without a value. */
ANSWER(call_unset, tell_of_bytes, SIMT_CONSTRUCT_UNSET)
/* lockstep_set(address, bytes): a bit-field is about to be set, with its neighbours. */
ANSWER(call_set, tell_of_bytes, SIMT_CONSTRUCT_SET)
/* lockstep_whole(address, bytes): a structure is about to be passed by value. */
ANSWER(call_whole, tell_of_bytes, SIMT_CONSTRUCT_WHOLE)

/* lockstep_mask(address, mask): what the next access loads is about to be masked. */
static int call_mask(struct thread *thread, const struct instruction *i) {
    if (argument(thread, i, 1) == 0) {
        tell_construct_as(thread, i,
                          (struct simt_construct){.kind = SIMT_CONSTRUCT_UNNEEDED,
                                                  .address = argument(thread, i, 0)});
    }
    return STEP_NEXT;
}

static int call_memset(struct thread *thread, const struct instruction *i) {
    uint64_t to = argument(thread, i, 0), bytes = argument(thread, i, 2);
    if (bytes == 0) {
        return answer(thread, i, to);
    }
    const struct extent *target = reach_range(thread, i, to, bytes, true);
    if (target == NULL) {
        return STEP_FAULT;
    }
    memset((void *)(target->host + to), (int)argument(thread, i, 1), bytes);
    tell_range(thread, i, target, to, bytes, SIMT_STORE);
    thread->warp.progressed = true;
    thread->run->changes++;
    return answer(thread, i, to);
}

const struct runtime_call move_calls[] = {{"memcpy", call_memcpy, 3, CHANGES},
                                          {"lockstep_move", call_memcpy, 3, CHANGES},
                                          {"memmove", call_memmove, 3, CHANGES},
                                          {"mempcpy", call_mempcpy, 3, CHANGES},
                                          {"memset", call_memset, 3, CHANGES},
                                          {"lockstep_last", call_last, 3, CHANGES},
                                          {"lockstep_unset", call_unset, 2, QUIET},
                                          {"lockstep_set", call_set, 2, QUIET},
                                          {"lockstep_whole", call_whole, 2, QUIET},
                                          {"lockstep_mask", call_mask, 2, QUIET},
                                          {NULL, NULL, 0, 0}};
