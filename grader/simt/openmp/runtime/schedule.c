/*
 * Who runs. Time goes in rounds: in each, every thread that is at work has one turn, in an order
 * that the schedule gives. A thread that waits is asked in its turn whether it can go on; a round
 * in which nobody could is a deadlock.
 */
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t draw(struct openmp *run, uint64_t below) {
    /* splitmix64 (Steele, Lea, Flood 2014) */
    uint64_t z = run->random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return below == 0 ? z : z % below;
}

int after_sync(struct thread *thread) {
    struct openmp *run = thread->run;
    if (run->options->schedule == OPENMP_TURNS) {
        return STEP_YIELD;
    }
    return run->options->schedule == OPENMP_DRAWN && draw(run, 3) == 0 ? STEP_YIELD : STEP_NEXT;
}

int wait_for(struct thread *thread, const struct instruction *i, const char *what, const char *name,
             uint64_t object, struct thread *holder, uint32_t holder_site) {
    thread->waiting = (struct waiting){.what = what,
                                       .name = name,
                                       .object = object,
                                       .holder = holder,
                                       .site = i->site,
                                       .holder_site = holder_site};
    return STEP_WAIT;
}

/* How many accesses the next turn may last: mostly few, sometimes many. */
static uint64_t turn_length(struct openmp *run) {
    if (run->options->schedule != OPENMP_DRAWN) {
        return UINT64_MAX;
    }
    uint64_t kind = draw(run, 8);
    return 1 + draw(run, kind < 4 ? 8 : kind < 7 ? 128 : 4096);
}

/* ---- deadlock -------------------------------------------------------------------------------- */

static size_t add_source(const struct openmp *run, uint32_t site, char *text, size_t size,
                         size_t at) {
    const struct simt_source *source = &run->machine.module->sites[site].source;
    const char *file = strrchr(source->file, '/');
    file = file != NULL ? file + 1 : source->file;
    if (source->line == 0 || at >= size) {
        return at;
    }
    return at + (size_t)snprintf(text + at, size - at, " (%s:%u)", file, source->line);
}

static size_t describe_wait(const struct openmp *run, const struct thread *thread, char *text,
                            size_t size, size_t at) {
    const struct waiting *wait = &thread->waiting;
    at += (size_t)snprintf(text + at, size - at, "%sthread %u waits for %s", at > 0 ? "; " : "",
                           thread->task != NULL ? thread->task->index : thread->number, wait->what);
    if (wait->name != NULL && *wait->name != '\0' && at < size) {
        at += (size_t)snprintf(text + at, size - at, " `%.40s`", wait->name);
    }
    at = add_source(run, wait->site, text, size, at);
    if (wait->holder != NULL && at < size) {
        if (wait->holder == thread) {
            at += (size_t)snprintf(text + at, size - at, ", which it holds itself");
        } else {
            uint32_t index =
                wait->holder->task != NULL ? wait->holder->task->index : wait->holder->number;
            at += (size_t)snprintf(text + at, size - at, ", which thread %u holds", index);
        }
        at = add_source(run, wait->holder_site, text, size, at);
    }
    return at;
}

/* Nobody can go on: says who waits for what. Threads at barriers wait for the others and come
 * last. */
static void report_deadlock(struct openmp *run) {
    char text[sizeof((struct simt_error *)NULL)->message] = "";
    struct thread *guilty = NULL;
    size_t at = 0;
    uint32_t waiting = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t t = 0; t < run->thread_count; t++) {
            struct thread *thread = run->threads[t];
            bool first = thread->waiting.holder != NULL;
            if (thread->idle || thread->waiting.what == NULL || first != (pass == 0)) {
                continue;
            }
            guilty = guilty == NULL ? thread : guilty;
            waiting++;
            if (at < sizeof text) {
                at = describe_wait(run, thread, text, sizeof text, at);
            }
        }
    }
    if (guilty == NULL) {
        guilty = run->threads[0];
    }
    struct simt_fault event = {.kind = SIMT_FAULT_DEADLOCK,
                               .mask = 1,
                               .region = SIMT_MIXED_REGIONS,
                               .hit_region = SIMT_MIXED_REGIONS,
                               .variable = -1,
                               .hit_variable = -1,
                               .waiting = waiting};
    raise_fault(&guilty->warp, &run->machine.code[guilty->pc], &event, text);
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Which thread has the n-th turn of a round of `count`. */
static uint32_t turn(const struct openmp *run, const uint32_t *order, uint32_t n, uint32_t count) {
    switch (run->options->schedule) {
    case OPENMP_REVERSED:
        return count - 1 - n;
    case OPENMP_DRAWN:
        return order[n];
    default:
        return n;
    }
}

static void shuffle(struct openmp *run, uint32_t *order, uint32_t count) {
    for (uint32_t n = 0; n < count; n++) {
        uint32_t other = (uint32_t)draw(run, n + 1);
        order[n] = order[other];
        order[other] = n;
    }
}

static bool one_round(struct openmp *run, uint32_t *order) {
    uint32_t count = run->thread_count;
    uint64_t before = run->progress;
    if (run->options->schedule == OPENMP_DRAWN) {
        shuffle(run, order, count);
    }
    for (uint32_t n = 0; n < count && !run->ended && !run->machine.faulted; n++) {
        struct thread *thread = run->threads[turn(run, order, n, count)];
        if (thread->idle) {
            continue;
        }
        thread->waiting.what = NULL;
        thread->switch_at = turn_length(run);
        thread_run(thread);
    }
    return run->progress != before;
}

void schedule_run(struct openmp *run) {
    uint32_t *order = malloc(MAX_MACHINE_THREADS * sizeof *order);
    uint64_t rounds = 0;
    while (order != NULL && !run->ended && !run->machine.faulted) {
        if (!one_round(run, order) && !run->ended && !run->machine.faulted) {
            report_deadlock(run);
        }
        if (++rounds % 64 == 0 && run->options->stop != NULL &&
            run->options->stop(run->options->stop_context)) {
            run->machine.result->status = SIMT_STOPPED;
            snprintf(run->machine.result->error.message, sizeof run->machine.result->error.message,
                     "the run was given up from outside");
            break;
        }
    }
    free(order);
}
