/*
 * Loops whose iterations are dealt while they run: dynamic, guided, and everything ordered. Chunks
 * go round: nobody takes another one before the others that are on their way had as many.
 */
#include "openmp_runtime.h"

#include <stdlib.h>
#include <string.h>

enum { MODIFIERS = 3 << 29, ORDERED_FROM = 64, ORDERED_TO = 72 };

/* kmp's numbers, after those of ordered loops have become the plain ones. */
enum { CHUNKED = 33, EVEN = 34, DYNAMIC = 35, GUIDED = 36, RUNTIME = 37, AUTO = 38 };

void loop_release(struct loop_instance *loop) {
    own_drop(loop->chunks);
    own_drop(loop->finished);
    own_drop(loop->bounds);
    own_drop(loop->posted);
    own_drop(loop);
}

struct loop_instance *loop_instance_of(struct thread *thread, const uint32_t *met, bool doacross) {
    struct team *team = thread->task->team;
    uint32_t number = *met;
    struct loop_instance **at = &team->instances;
    while (*at != NULL && ((*at)->number != number || (*at)->doacross != doacross)) {
        at = &(*at)->next;
    }
    if (*at == NULL) {
        struct loop_instance *loop = own_take(thread->run, 1, sizeof *loop);
        if (loop == NULL) {
            return NULL;
        }
        loop->chunks = own_take(thread->run, team->size, sizeof *loop->chunks);
        loop->finished = own_take(thread->run, team->size, sizeof *loop->finished);
        loop->number = number;
        loop->doacross = doacross;
        loop->left = team->size;
        loop->object = new_object(thread->run);
        *at = loop;
    }
    return (*at)->chunks != NULL && (*at)->finished != NULL ? *at : NULL;
}

/* The thread is through with its loop: the last one of the team takes it away. */
void loop_leave(struct thread *thread, struct loop_instance *loop, uint32_t *met) {
    struct task *task = thread->task;
    loop->finished[task->index] = true;
    ++*met;
    if (--loop->left > 0) {
        return;
    }
    for (struct loop_instance **at = &task->team->instances; *at != NULL; at = &(*at)->next) {
        if (*at == loop) {
            *at = loop->next;
            break;
        }
    }
    loop_release(loop);
}

static void set_schedule(struct thread *thread, struct loop_instance *loop, uint32_t schedule,
                         uint64_t chunk) {
    schedule &= ~(uint32_t)MODIFIERS;
    loop->ordered = schedule > ORDERED_FROM && schedule <= ORDERED_TO;
    schedule -= loop->ordered ? 32 : 0;
    if (schedule == RUNTIME || schedule == 47) {
        schedule = thread->task->icvs.schedule & ~(uint32_t)MODIFIERS;
        chunk = thread->task->icvs.chunk;
    }
    if (schedule == EVEN || schedule == 40 || schedule == 41) {
        schedule = EVEN;
    } else if (schedule == 42 || schedule == 43 || schedule == 46 || schedule == AUTO) {
        schedule = GUIDED;
    } else if (schedule != CHUNKED && schedule != GUIDED) {
        schedule = DYNAMIC;
    }
    if (schedule == CHUNKED && chunk < 1) {
        schedule = EVEN;
    }
    loop->schedule = schedule;
    loop->chunk = chunk < 1 ? 1 : chunk;
}

/* __kmpc_dispatch_init_*(loc, gtid, schedule, lower, upper, increment, chunk) */
static int init(struct thread *thread, const struct instruction *i, uint8_t bytes, bool is_signed) {
    if (!meet_construct(thread, i, SIMT_WAIT_LOOP)) {
        return STEP_FAULT;
    }
    struct loop_instance *loop = loop_instance_of(thread, &thread->task->loops, false);
    if (loop == NULL) {
        return no_memory(thread, i);
    }
    if (loop->increment == 0) {
        uint64_t upper = loop_counter(argument(thread, i, 4), bytes, is_signed);
        loop->increment = signed_argument(thread, i, 5);
        loop->increment = loop->increment == 0 ? 1 : loop->increment;
        loop->bytes = bytes;
        loop->is_signed = is_signed;
        loop->lower = loop_counter(argument(thread, i, 3), bytes, is_signed);
        loop->trip = trip_count(loop->lower, upper, loop->increment, is_signed);
        set_schedule(thread, loop, (uint32_t)argument(thread, i, 2),
                     (uint64_t)signed_argument(thread, i, 6));
    }
    thread->task->loop = loop;
    thread->task->ordered_at = 0;
    thread->task->ordered_done = false;
    tell_construct_as(
        thread, i,
        (struct simt_construct){.kind = SIMT_CONSTRUCT_LOOP,
                                .number = loop->number,
                                .schedule = loop->schedule == EVEN      ? SIMT_LOOP_STATIC
                                            : loop->schedule == CHUNKED ? SIMT_LOOP_STATIC_CHUNKED
                                            : loop->schedule == GUIDED  ? SIMT_LOOP_GUIDED
                                                                        : SIMT_LOOP_DYNAMIC,
                                .chunk = loop->chunk,
                                .trip = loop->trip,
                                .ordered = loop->ordered});
    return STEP_NEXT;
}

/* Has another thread, that is on its way, had fewer chunks than this one? */
static bool ahead(const struct thread *thread, const struct loop_instance *loop) {
    const struct task *task = thread->task;
    for (uint32_t n = 0; n < task->team->size; n++) {
        const struct thread *other = task->team->threads[n];
        bool on_its_way = other != NULL && !other->idle && other->waiting.what == SIMT_WAIT_NONE;
        if (n != task->index && on_its_way && !loop->finished[n] &&
            loop->chunks[n] < loop->chunks[task->index]) {
            return true;
        }
    }
    return false;
}

/* The next iterations [*from, *to) of this thread; false: there are none. */
static bool take(const struct thread *thread, struct loop_instance *loop, uint64_t *from,
                 uint64_t *to) {
    const struct task *task = thread->task;
    uint64_t size = task->team->size, index = task->index, turn = loop->chunks[task->index];
    uint64_t count = loop->chunk;
    if (loop->schedule == EVEN) {
        uint64_t small = loop->trip / size, extra = loop->trip % size;
        *from = index * small + (index < extra ? index : extra);
        *to = *from + small + (index < extra);
        return turn == 0 && *from < *to;
    }
    if (loop->schedule == CHUNKED) {
        *from = (turn * size + index) * count;
        *to = *from + count < loop->trip ? *from + count : loop->trip;
        return *from < loop->trip;
    }
    uint64_t left = loop->trip - loop->dealt;
    if (loop->schedule == GUIDED) {
        uint64_t share = (left + 2 * size - 1) / (2 * size);
        count = share > count ? share : count;
    }
    *from = loop->dealt;
    *to = *from + (count < left ? count : left);
    loop->dealt = *to;
    return left > 0;
}

/* int __kmpc_dispatch_next_*(loc, gtid, *last, *lower, *upper, *stride) */
static int next(struct thread *thread, const struct instruction *i) {
    struct task *task = thread->task;
    struct loop_instance *loop = task->loop;
    if (loop == NULL) {
        return fault(thread, i, SIMT_FAULT_MISUSE, "an iteration of a loop that never began");
    }
    bool dealt = loop->schedule == DYNAMIC || loop->schedule == GUIDED;
    if (dealt && ahead(thread, loop) && pending_of(thread)->stage++ < 64) {
        return STEP_TURN;
    }
    uint64_t from = 0, to = 0;
    if (!take(thread, loop, &from, &to)) {
        task->loop = NULL;
        loop_leave(thread, loop, &task->loops);
        tell_construct(thread, i, SIMT_CONSTRUCT_LOOP_END);
        return answer(thread, i, 0);
    }
    loop->chunks[task->index]++;
    task->ordered_at = from;
    task->ordered_done = false;
    int32_t last = to == loop->trip;
    uint64_t step = (uint64_t)loop->increment;
    uint64_t lower = loop->lower + from * step, upper = loop->lower + (to - 1) * step;
    uint64_t places[] = {argument(thread, i, 2), argument(thread, i, 3), argument(thread, i, 4),
                         argument(thread, i, 5)};
    if ((places[0] != 0 && !store_memory(thread, i, places[0], &last, sizeof last)) ||
        !store_memory(thread, i, places[1], &lower, loop->bytes) ||
        !store_memory(thread, i, places[2], &upper, loop->bytes) ||
        (places[3] != 0 && !store_memory(thread, i, places[3], &step, loop->bytes))) {
        return STEP_FAULT;
    }
    tell_construct_as(
        thread, i,
        (struct simt_construct){
            .kind = SIMT_CONSTRUCT_CHUNK, .number = loop->number, .lower = from, .upper = to - 1});
    give_result(thread, i, 1);
    return dealt ? after_sync(thread) : STEP_NEXT;
}

/* __kmpc_dispatch_fini_*(loc, gtid): an iteration of an ordered loop is over; one that had no
 * ordered region lets the next one in all the same. */
static int fini(struct thread *thread, const struct instruction *i) {
    struct task *task = thread->task;
    struct loop_instance *loop = task->loop;
    if (loop == NULL || !loop->ordered) {
        return STEP_NEXT;
    }
    if (!task->ordered_done) {
        if (loop->turn != task->ordered_at) {
            return wait_for(thread, i, SIMT_WAIT_ORDERED);
        }
        loop->turn++;
    }
    task->ordered_done = false;
    task->ordered_at++;
    return STEP_NEXT;
}

/* __kmpc_ordered(loc, gtid) */
static int ordered(struct thread *thread, const struct instruction *i) {
    struct task *task = thread->task;
    struct loop_instance *loop = task->loop;
    if (loop == NULL) {
        return STEP_NEXT; /* a loop that runs on one thread */
    }
    if (loop->turn != task->ordered_at) {
        return wait_for(thread, i, SIMT_WAIT_ORDERED);
    }
    tell_construct(thread, i, SIMT_CONSTRUCT_ORDERED);
    tell_sync(thread, i->site, SIMT_SYNC_ORDERED, loop->object, TAKE);
    return STEP_NEXT;
}

static int end_ordered(struct thread *thread, const struct instruction *i) {
    struct task *task = thread->task;
    struct loop_instance *loop = task->loop;
    if (loop == NULL) {
        return STEP_NEXT;
    }
    tell_sync(thread, i->site, SIMT_SYNC_ORDERED, loop->object, GIVE);
    loop->turn++;
    task->ordered_done = true;
    return after_sync(thread);
}

ANSWERS_OF_LOOP(init)

const struct runtime_call dispatch_calls[] = {{"__kmpc_dispatch_init_4", init_4, 7, CHANGES},
                                              {"__kmpc_dispatch_init_4u", init_4u, 7, CHANGES},
                                              {"__kmpc_dispatch_init_8", init_8, 7, CHANGES},
                                              {"__kmpc_dispatch_init_8u", init_8u, 7, CHANGES},
                                              {"__kmpc_dispatch_next_4", next, 6, CHANGES},
                                              {"__kmpc_dispatch_next_4u", next, 6, CHANGES},
                                              {"__kmpc_dispatch_next_8", next, 6, CHANGES},
                                              {"__kmpc_dispatch_next_8u", next, 6, CHANGES},
                                              {"__kmpc_dispatch_fini_4", fini, 2, CHANGES},
                                              {"__kmpc_dispatch_fini_4u", fini, 2, CHANGES},
                                              {"__kmpc_dispatch_fini_8", fini, 2, CHANGES},
                                              {"__kmpc_dispatch_fini_8u", fini, 2, CHANGES},
                                              {"__kmpc_dispatch_deinit", fini, 2, CHANGES},
                                              {"__kmpc_ordered", ordered, 2, CHANGES},
                                              {"__kmpc_end_ordered", end_ordered, 2, CHANGES},
                                              {NULL, NULL, 0, 0}};
