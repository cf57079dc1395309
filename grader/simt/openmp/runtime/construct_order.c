/*
 * What all threads of a team must come to, or none: barriers and worksharing constructs, in one
 * order. A team remembers the constructs that its first thread has met since the last barrier, and
 * the others are held against that. Two calls are the same construct if they stem from one line.
 */
#include "openmp_runtime.h"

#include <string.h>

/* Constructs that are remembered between two barriers. */
enum { MOST_MEETINGS = 4096 };

/* clang's words in the structure that the runtime's calls begin with. */
enum { FLAGS_AT = 4, BARRIER_OF = 0x1C0, OF_LOOP = 0x40, OF_SECTIONS = 0xC0, OF_SINGLE = 0x140 };
enum { WORK_SECTIONS = 0x400 };

static uint32_t flags_of(const struct thread *thread, const struct instruction *i) {
    uint64_t left;
    uint32_t flags = 0;
    const uint8_t *bytes = peek(thread, argument(thread, i, 0) + FLAGS_AT, &left);
    if (bytes != NULL && left >= sizeof flags) {
        memcpy(&flags, bytes, sizeof flags);
    }
    return flags;
}

enum simt_wait_kind barrier_kind(const struct thread *thread, const struct instruction *i) {
    switch (flags_of(thread, i) & BARRIER_OF) {
    case OF_LOOP:
        return SIMT_WAIT_LOOP;
    case OF_SECTIONS:
        return SIMT_WAIT_SECTIONS;
    case OF_SINGLE:
        return SIMT_WAIT_SINGLE;
    default:
        return SIMT_WAIT_BARRIER;
    }
}

enum simt_wait_kind loop_kind(const struct thread *thread, const struct instruction *i) {
    return (flags_of(thread, i) & WORK_SECTIONS) != 0 ? SIMT_WAIT_SECTIONS : SIMT_WAIT_LOOP;
}

static bool is_same(const struct openmp *run, const struct meeting *a, const struct meeting *b) {
    if (a->what == SIMT_WAIT_NONE || b->what == SIMT_WAIT_NONE || a->site == b->site) {
        return true;
    }
    const struct simt_source *first = &run->machine.module->sites[a->site].source;
    const struct simt_source *second = &run->machine.module->sites[b->site].source;
    return a->what == b->what && first->line == second->line &&
           strcmp(first->file, second->file) == 0;
}

/* Where each thread of the team is, when not all are where they should be. `where` has a row for
 * each: SIMT_WAIT_NONE for those that nothing is known of. The fault is raised at the first that is
 * not at the region's end. */
static void refuse(struct team *team, const struct meeting *where) {
    struct openmp *run = team->threads[0]->run;
    struct simt_wait waits[MAX_TEAM];
    struct simt_fault event = fault_of(SIMT_FAULT_BARRIER, 1);
    event.waits = waits;
    const struct simt_wait *first = NULL;
    for (uint32_t n = 0; n < team->size; n++) {
        if (where[n].what == SIMT_WAIT_NONE) {
            continue;
        }
        const struct meeting *barrier = &team->members[n]->barrier;
        struct simt_wait *wait = &waits[event.wait_count++];
        *wait = (struct simt_wait){.what = where[n].what,
                                   .passes = barrier->what == SIMT_WAIT_NONE ||
                                             !is_same(run, &where[n], barrier),
                                   .warp = team->threads[n]->number,
                                   .thread = n,
                                   .strand = team->members[n]->strand,
                                   .site = where[n].site};
        if (first == NULL || (first->what == SIMT_WAIT_REGION && wait->what != SIMT_WAIT_REGION)) {
            first = wait;
        }
    }
    if (first != NULL) {
        event.waiting = event.wait_count;
        raise_fault(&run->threads[first->warp]->warp, &run->machine.code[first->site], &event,
                    "some threads of the team reach a barrier or a loop, others do not");
    }
}

/* ---- worksharing constructs ------------------------------------------------------------------ */

static bool remember(struct team *team, const struct thread *thread, struct meeting meeting) {
    if (team->met_count == team->met_capacity) {
        uint32_t capacity = team->met_capacity * 2 + 8;
        struct meeting *grown = own_grow(thread->run, team->met, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        team->met = grown;
        team->met_capacity = capacity;
    }
    team->met[team->met_count++] = meeting;
    return true;
}

bool meet_construct(struct thread *thread, const struct instruction *i, enum simt_wait_kind what) {
    struct task *task = thread->task;
    struct team *team = task->team;
    const struct meeting here = {what, i->site};
    if (team->size == 1 || task->explicit_task || thread->run->cancellation) {
        return true;
    }
    uint32_t number = task->met++;
    if (number >= MOST_MEETINGS) {
        return true;
    }
    if (number == team->met_count) {
        return remember(team, thread, here) || no_memory(thread, i) == STEP_NEXT;
    }
    if (is_same(thread->run, &team->met[number], &here)) {
        return true;
    }
    struct meeting where[MAX_TEAM] = {{SIMT_WAIT_NONE, 0}};
    for (uint32_t n = 0; n < team->size; n++) {
        if (team->members[n]->met > number) {
            where[n] = team->members[n] == task ? here : team->met[number];
        }
    }
    refuse(team, where);
    return false;
}

/* ---- barriers -------------------------------------------------------------------------------- */

void meetings_over(struct team *team) {
    team->met_count = 0;
    for (uint32_t n = 0; n < team->size; n++) {
        team->members[n]->met = 0;
    }
}

bool meet_barrier(const struct thread *thread, struct team *team) {
    const struct openmp *run = thread->run;
    if (team->size == 1 || team->league || run->cancellation) {
        return true;
    }
    uint32_t least = team->met_count;
    bool same = true;
    for (uint32_t n = 0; n < team->size; n++) {
        const struct task *member = team->members[n];
        same = same && is_same(run, &member->barrier, &team->members[0]->barrier);
        least = member->met < least ? member->met : least;
    }
    if (same && least == team->met_count) {
        return true;
    }
    /* A construct that some have not met comes before the barriers that all are at now. */
    struct meeting where[MAX_TEAM] = {{SIMT_WAIT_NONE, 0}};
    for (uint32_t n = 0; n < team->size; n++) {
        where[n] = least < team->members[n]->met ? team->met[least] : team->members[n]->barrier;
    }
    refuse(team, where);
    return false;
}
