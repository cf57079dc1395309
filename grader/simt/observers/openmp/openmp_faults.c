/* Faults that end an OpenMP program, in OpenMP's words, and what is left on the heap at its end. */
#include "watch.h"

#include "../detectors/fault_words.h"

#include <stdio.h>
#include <string.h>

enum { NEAR = 1 << 8, MOST_APART = 1 << 16, FORWARD = 8 };
#define FARTHEST (UINT64_C(1) << 34) /* bytes: what an index of 32 bits reaches */

static const struct fault_words own_words[] = {
    [SIMT_FAULT_HOST_POINTER] = {FINDING_WRONG_POINTER, MESSAGE_HOST_POINTER,
                                 MESSAGE_FAR_POINTER_ADVICE},
    [SIMT_FAULT_DEADLOCK] = {FINDING_STUCK, MESSAGE_WAIT_FOR_EVER, MESSAGE_DEADLOCK_ADVICE},
    [SIMT_FAULT_BARRIER] = {FINDING_BARRIER, MESSAGE_WAIT_FOR_EVER, MESSAGE_NOT_ALL_REACH_ADVICE},
    [SIMT_FAULT_BAD_FREE] = {FINDING_BAD_FREE, MESSAGE_BAD_FREE, MESSAGE_BAD_FREE_ADVICE},
    [SIMT_FAULT_DIVISION] = {FINDING_TRAP, MESSAGE_DIVIDED, MESSAGE_DIVIDED_ADVICE},
    [SIMT_FAULT_QUOTIENT] = {FINDING_TRAP, MESSAGE_QUOTIENT, MESSAGE_QUOTIENT_ADVICE},
    [SIMT_FAULT_SPINS] = {FINDING_ENDLESS, MESSAGE_SPINS, MESSAGE_SPINS_ADVICE},
    [SIMT_FAULT_MISUSE] = {FINDING_MISUSE, MESSAGE_MISUSE, MESSAGE_MISUSE_ADVICE},
    [SIMT_FAULT_LOCK_UNMADE] = {FINDING_MISUSE, MESSAGE_MISUSE, MESSAGE_LOCK_UNMADE_ADVICE},
    [SIMT_FAULT_LOCK_NOT_HELD] = {FINDING_MISUSE, MESSAGE_MISUSE, MESSAGE_LOCK_NOT_HELD_ADVICE},
    [SIMT_FAULT_LOCK_DESTROYED] = {FINDING_MISUSE, MESSAGE_MISUSE, MESSAGE_LOCK_DESTROYED_ADVICE},
    [SIMT_FAULT_TASK_BARRIER] = {FINDING_MISUSE, MESSAGE_MISUSE, MESSAGE_BARRIER_IN_TASK_ADVICE},
    [SIMT_FAULT_NOTHING_LEFT] = {FINDING_MISUSE, MESSAGE_MISUSE, MESSAGE_NOTHING_LEFT_ADVICE},
    [SIMT_FAULT_OVERLAP] = {FINDING_WRONG_CALL, MESSAGE_MISUSE, MESSAGE_OVERLAP_ADVICE},
    [SIMT_FAULT_FORMAT] = {FINDING_WRONG_CALL, MESSAGE_MISUSE, MESSAGE_WRONG_FORMAT_ADVICE},
    [SIMT_FAULT_NO_INPUT] = {FINDING_WRONG_CALL, MESSAGE_MISUSE, MESSAGE_NO_INPUT_ADVICE},
};

/* OpenMP's words where it has its own, else those of a kernel. */
static const struct fault_words *words_of(enum simt_fault_kind kind) {
    const bool own =
        (size_t)kind < sizeof own_words / sizeof *own_words && own_words[kind].message != 0;
    return own ? &own_words[kind] : fault_words(kind);
}

static enum message verb(const struct simt_fault *event) {
    static const enum message kinds[] = {[SIMT_LOAD] = MESSAGE_ACCESS_READ,
                                         [SIMT_STORE] = MESSAGE_ACCESS_WRITE,
                                         [SIMT_ATOMIC] = MESSAGE_ACCESS_ATOMIC,
                                         [SIMT_REDUCTION] = MESSAGE_ACCESS_ATOMIC};
    if (event->kind <= SIMT_FAULT_READ_ONLY) {
        return kinds[event->access];
    }
    return event->kind == SIMT_FAULT_BAD_FREE ? MESSAGE_ACCESS_FREE
           : event->kind == SIMT_FAULT_DEADLOCK || event->kind == SIMT_FAULT_BARRIER
               ? MESSAGE_ACCESS_WAITS
               : MESSAGE_ACCESS_STOPS;
}

static uint32_t strand_running(const struct openmp_watch *watch, uint32_t thread) {
    const struct strand *strand =
        thread < watch->runner_count ? watch->runners[thread].strand : NULL;
    return strand != NULL ? strand->number : UINT32_MAX;
}

/* Who gave the memory back, and where. */
static void freed_by(struct simt_finding *finding, const struct openmp_watch *watch,
                     const struct area *area) {
    struct finding_place *place = &finding->places[1];
    if (!area->heap || !area->freed) {
        return;
    }
    words_place(place, watch, area->freed_site, MESSAGE_ACCESS_FREE);
    words_strand(place->who, sizeof place->who, watch, area->freed_strand);
    finding->place_count = 2;
    finding_says(
        finding, MESSAGE_FREED_BY,
        MESSAGE_VALUES(message_number("line", place->line), message_string("who", place->who)));
}

/* What the machine's runtime keeps for itself has words that no name in C has; what translate adds,
 * and what the library keeps, has a name that says so (translate/translate.h). */
static bool is_of_runtime(const struct area *area) {
    return (area->kind == SIMT_REGION_PRIVATE && strchr(area->name, ' ') != NULL) ||
           strncmp(area->name, "lockstep$", strlen("lockstep$")) == 0 ||
           strstr(area->name, OF_LIBRARY) != NULL;
}

/* The array that this instruction went to before, where there is one not too far away: an index
 * that wrapped around, or that was never near, goes anywhere. */
static uint32_t before(const struct openmp_watch *watch, const struct simt_fault *event) {
    const struct area *area =
        event->hit_region < watch->area_count ? &watch->areas[event->hit_region] : NULL;
    const bool usable = area != NULL && area->known && !area->freed && !area->stack &&
                        !is_of_runtime(area) &&
                        event->address - area->address + FARTHEST < 2 * FARTHEST;
    return usable ? event->hit_region : UINT32_MAX;
}

/* The live variable or piece of memory that is nearest to the address, less than `most` away. An
 * index goes too far more often than below 0. */
static uint32_t nearest(const struct openmp_watch *watch, uint64_t address, uint64_t most) {
    uint32_t best = UINT32_MAX;
    uint64_t best_gap = most;
    for (uint32_t i = 0; i < watch->area_count; i++) {
        const struct area *area = &watch->areas[i];
        uint64_t end = area->address + area->bytes;
        if (!area->known || area->freed || area->bytes == 0 || is_of_runtime(area)) {
            continue;
        }
        uint64_t gap = address < area->address ? (area->address - address) * FORWARD
                       : address >= end        ? address - end
                                               : 0;
        if (gap < best_gap) {
            best_gap = gap;
            best = i;
        }
    }
    return best;
}

static void say_outside(struct simt_finding *finding, bool before, uint64_t elements,
                        unsigned width) {
    finding_says(finding, before ? MESSAGE_BEFORE_BEGINNING : MESSAGE_PAST_END,
                 MESSAGE_VALUES(message_number("elements", (long long)elements),
                                message_number("bytes", width)));
    if (before) {
        finding_advises(finding, MESSAGE_NEGATIVE_INDEX_ADVICE, NULL);
    }
}

/* A copy or a fill that begins inside of `bytes` bytes, `offset` after their beginning, and goes on
 * past their end. False where it is none: one access, or all of it lies outside. */
static bool say_too_long(struct simt_finding *finding, const struct simt_fault *event,
                         uint64_t offset, uint64_t bytes) {
    if (event->kind != SIMT_FAULT_OUT_OF_BOUNDS || event->range <= 1 || offset >= bytes) {
        return false;
    }
    finding_says(finding, MESSAGE_RANGE_PAST_END,
                 MESSAGE_VALUES(message_number("asked", (long long)event->range),
                                message_number("bytes", (long long)(bytes - offset))));
    finding_advises(finding, MESSAGE_RANGE_PAST_END_ADVICE, NULL);
    return true;
}

static void beside_stack(struct simt_finding *finding, const struct openmp_watch *watch,
                         const struct simt_fault *event) {
    const struct simt_variable *meant = event->stack;
    unsigned width = event->size != 0 ? event->size : 1;
    int64_t offset = (int64_t)(event->address - meant->address);
    int64_t element = finding_element(offset, width);
    const bool named = meant->name != NULL && strcspn(meant->name, "$.") > 0;
    char name[96];
    snprintf(name, sizeof name, "%.*s", named ? (int)strcspn(meant->name, "$.") : 0,
             named ? meant->name : "");
    if (!named) {
        words_say(name, sizeof name, MESSAGE_A_VARIABLE, NULL);
    }
    if (event->kind == SIMT_FAULT_USE_AFTER_FREE) {
        snprintf(finding->subject, sizeof finding->subject, "%s", name);
        finding_says(finding, MESSAGE_SCOPE_OVER, NULL);
        finding_advises(finding, MESSAGE_SCOPE_OVER_ADVICE, NULL);
        return;
    }
    finding_about(
        finding, MESSAGE_ELEMENT,
        MESSAGE_VALUES(message_string("array", name), message_number("element", element)));
    const char *shape = shape_of_number(watch, meant->shape);
    char part[128];
    if (shape != NULL && shape_part(part, sizeof part, shape, offset, meant->bytes, width, false)) {
        snprintf(finding->subject, sizeof finding->subject, "%.60s%.66s", name, part);
        const unsigned unit = shape_unit(shape);
        width = unit != 0 && meant->bytes % unit == 0 ? unit : width;
    }
    if (offset < 0 || !say_too_long(finding, event, (uint64_t)offset, meant->bytes)) {
        say_outside(finding, offset < 0, meant->bytes / width, width);
        if (named && offset >= 0 && (meant->bytes > width || watch->asked != 0)) {
            finding_advises(finding,
                            watch->asked != 0 ? MESSAGE_ASKED_OUTSIDE_ADVICE
                                              : MESSAGE_ARRAY_TOO_SHORT_ADVICE,
                            MESSAGE_VALUES(message_number("line", watch->asked)));
        }
    }
}

static void beside_area(struct simt_finding *finding, const struct openmp_watch *watch,
                        const struct simt_fault *event) {
    uint32_t index = event->region;
    if (event->kind == SIMT_FAULT_OUT_OF_BOUNDS || index >= watch->area_count) {
        const uint32_t ways[] = {nearest(watch, event->address, NEAR), before(watch, event),
                                 nearest(watch, event->address, MOST_APART), index};
        size_t way = 0;
        while (way < 3 && ways[way] == UINT32_MAX) {
            way++;
        }
        index = ways[way];
    }
    if (index >= watch->area_count) {
        return;
    }
    const struct area *area = &watch->areas[index];
    /* memset and the like go by larger pieces than the elements, of which the heap knows
     * nothing. */
    const bool bytes = event->size == 0 || (area->heap && event->range > 1);
    unsigned width = bytes ? 1 : event->size;
    words_variable(finding->subject, sizeof finding->subject, watch, index, event->address, width);
    width = bytes ? width : words_unit(watch, index, event->address, width);
    if (event->kind == SIMT_FAULT_USE_AFTER_FREE) {
        freed_by(finding, watch, area);
    } else if (event->address < area->address ||
               !say_too_long(finding, event, event->address - area->address, area->bytes)) {
        say_outside(finding, event->address < area->address, area->bytes / width, width);
        if (area->heap && event->address >= area->address) {
            finding_advises(finding,
                            watch->asked != 0 ? MESSAGE_ASKED_OUTSIDE_ADVICE
                                              : MESSAGE_HEAP_TOO_SMALL_ADVICE,
                            MESSAGE_VALUES(message_number("line", watch->asked)));
        }
    }
}

static void bad_free(struct simt_finding *finding, const struct openmp_watch *watch,
                     const struct simt_fault *event) {
    for (uint32_t i = 0; i < watch->area_count; i++) {
        const struct area *area = &watch->areas[i];
        if (area->known && area->heap && area->freed && area->address == event->address) {
            words_array(finding->subject, sizeof finding->subject, watch, i, event->address);
            freed_by(finding, watch, area);
            return;
        }
    }
}

void finding_fault(void *self, const struct simt_fault *event) {
    struct openmp_watch *watch = self;
    watch->faulted = true;
    struct simt_fault outside = *event;
    if (event->kind == SIMT_FAULT_HOST_POINTER && before(watch, event) != UINT32_MAX) {
        outside.kind = SIMT_FAULT_OUT_OF_BOUNDS; /* the pointer was set, and the index goes far */
        event = &outside;
    }
    if (event->kind == SIMT_FAULT_USE_AFTER_FREE && event->stack != NULL &&
        event->stack->bytes == 0) {
        outside.kind = SIMT_FAULT_OUT_OF_BOUNDS; /* an array of no elements, whatever lay there */
        event = &outside;
    }
    const struct fault_words *words = words_of(event->kind);
    if (words == NULL) {
        return;
    }
    struct simt_finding finding = {
        .kind = words->kind, .dialect = SIMT_OPENMP, .count = 1, .place_count = 1};
    uint32_t strand = strand_running(watch, event->place.warp);
    finding_says(&finding, words->message, NULL);
    finding_advises(&finding, words->advice, NULL);
    words_place(&finding.places[0], watch, event->place.site, verb(event));
    words_who(&finding.places[0], watch, strand,
              strand != UINT32_MAX ? watch->strands[strand]->held : 0);
    bool bounds = event->kind == SIMT_FAULT_OUT_OF_BOUNDS || event->kind == SIMT_FAULT_OVERRUN ||
                  event->kind == SIMT_FAULT_USE_AFTER_FREE;
    if (bounds && event->stack != NULL) {
        beside_stack(&finding, watch, event);
    } else if (bounds) {
        beside_area(&finding, watch, event);
    } else if (event->kind == SIMT_FAULT_BAD_FREE) {
        bad_free(&finding, watch, event);
    } else if (event->kind == SIMT_FAULT_DEADLOCK) {
        finding_deadlock(&finding, watch, event);
    } else if (event->kind == SIMT_FAULT_BARRIER) {
        finding_barrier(&finding, watch, event);
    }
    const struct simt_finding *kept = finding_list_add(&watch->findings, &finding);
    if (kept != NULL) {
        watch->fault = (size_t)(kept - watch->findings.items) + 1;
    }
}

/* The runtime says best which construct was misused. */
void finding_launch_end(struct openmp_watch *watch, const struct simt_launch_event *event) {
    if (watch->fault == 0 || event->result == NULL) {
        return;
    }
    struct simt_finding *finding = &watch->findings.items[watch->fault - 1];
    const char *told = event->result->error.message;
    if ((finding->kind == FINDING_MISUSE || finding->kind == FINDING_WRONG_CALL) &&
        told[0] != '\0') {
        snprintf(finding->message, sizeof finding->message, "%s", told);
    }
    watch->fault = 0;
}

void finding_leaks(struct openmp_watch *watch) {
    for (uint32_t i = 0; i < watch->area_count && !watch->faulted; i++) {
        const struct area *area = &watch->areas[i];
        if (!area->known || !area->heap || area->freed) {
            continue;
        }
        struct simt_finding finding = {
            .kind = FINDING_LEAK, .dialect = SIMT_OPENMP, .count = 1, .place_count = 1};
        words_array(finding.subject, sizeof finding.subject, watch, i, area->address);
        words_place(&finding.places[0], watch, area->made_site, MESSAGE_ACCESS_ALLOCATE);
        words_who(&finding.places[0], watch, area->made_strand, 0);
        finding_tell(&watch->findings, &finding, MESSAGE_LEAKED, MESSAGE_LEAKED_ADVICE);
    }
}
