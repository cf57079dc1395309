/* Faults that end an OpenMP program, in OpenMP's words, and what is left on the heap at its end. */
#include "watch.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct fault_words {
    enum finding_kind kind;
    const char *message;
    const char *advice;
};

static const struct fault_words table[] = {
    [SIMT_FAULT_OUT_OF_BOUNDS] = {FINDING_OUT_OF_BOUNDS, "No variable is there.",
                                  "Test the index against the array's length first."},
    [SIMT_FAULT_OVERRUN] = {FINDING_OUT_OF_BOUNDS, "It lies in another variable.",
                            "Test the index against the array's length first."},
    [SIMT_FAULT_USE_AFTER_FREE] = {FINDING_USE_AFTER_FREE, "The memory is no longer there.",
                                   "Give memory back only when no thread needs it any more."},
    [SIMT_FAULT_HOST_POINTER] = {FINDING_WRONG_POINTER, "The pointer points to no variable.",
                                 "Set the pointer before its first use."},
    [SIMT_FAULT_NULL_POINTER] = {FINDING_WRONG_POINTER, "The pointer is null.",
                                 "Set the pointer first; test what malloc() returns."},
    [SIMT_FAULT_MISALIGNED] = {FINDING_MISALIGNED, "The address is no multiple of the size.",
                               "Point only at variables of the pointer's type."},
    [SIMT_FAULT_READ_ONLY] = {FINDING_OUT_OF_BOUNDS, "That memory can only be read.",
                              "Write to a variable, not to a constant or a string."},
    [SIMT_FAULT_STACK] = {FINDING_TRAP, "The thread's stack is full.",
                          "Take large arrays from malloc(), and look for a recursion without end."},
    [SIMT_FAULT_DEADLOCK] = {FINDING_STUCK, "The threads wait for each other for ever.",
                             "Take locks in the same order everywhere, and let every thread of the "
                             "team reach each barrier."},
    [SIMT_FAULT_BUDGET] = {FINDING_ENDLESS, "The program used up its budget of instructions.",
                           "Look for a loop that never ends."},
    [SIMT_FAULT_ASSERT] = {FINDING_TRAP, "An assert() failed.", "The condition was false here."},
    [SIMT_FAULT_TRAP] = {FINDING_TRAP, "The program stopped itself.", "It calls abort() here."},
    [SIMT_FAULT_BAD_CALL] = {FINDING_TRAP, "A call through a pointer hit no function.",
                             "Set the function pointer before the call."},
    [SIMT_FAULT_BAD_FREE] = {FINDING_BAD_FREE,
                             "malloc() did not give this, or it is freed already.",
                             "Call free() once for each malloc(), with the same pointer."},
    [SIMT_FAULT_MISUSE] = {FINDING_MISUSE, "OpenMP does not allow this here.",
                           "Read what the OpenMP standard asks of this construct."},
};

static const char *verb(const struct simt_fault *event) {
    static const char *const kinds[] = {[SIMT_LOAD] = "read",
                                        [SIMT_STORE] = "write",
                                        [SIMT_ATOMIC] = "atomic",
                                        [SIMT_REDUCTION] = "atomic"};
    if (event->kind <= SIMT_FAULT_READ_ONLY) {
        return kinds[event->access];
    }
    return event->kind == SIMT_FAULT_BAD_FREE ? "free" : "stops";
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
    words_place(place, watch, area->freed_site, "free");
    words_strand(place->who, sizeof place->who, watch, area->freed_strand);
    finding->place_count = 2;
    snprintf(finding->message, sizeof finding->message, "It was freed at line %u, by %s.",
             place->line, place->who);
}

/* The live variable or piece of memory that is nearest to the address. */
static uint32_t nearest(const struct openmp_watch *watch, uint64_t address) {
    uint32_t best = UINT32_MAX;
    uint64_t best_gap = 1 << 16;
    for (uint32_t i = 0; i < watch->area_count; i++) {
        const struct area *area = &watch->areas[i];
        uint64_t end = area->address + area->bytes;
        if (!area->known || area->freed || area->bytes == 0) {
            continue;
        }
        uint64_t gap = address < area->address ? area->address - address
                       : address >= end        ? address - end
                                               : 0;
        if (gap < best_gap) {
            best_gap = gap;
            best = i;
        }
    }
    return best;
}

static void beside_stack(struct simt_finding *finding, const struct simt_fault *event) {
    const struct simt_variable *meant = event->stack;
    unsigned width = event->size != 0 ? event->size : 1;
    int64_t offset = (int64_t)(event->address - meant->address);
    int64_t element = offset >= 0 ? offset / width : -((-offset + width - 1) / width);
    const char *name = meant->name != NULL && meant->name[0] != '\0' ? meant->name : "a variable";
    int length = (int)strcspn(name, "$.");
    if (event->kind == SIMT_FAULT_USE_AFTER_FREE) {
        snprintf(finding->subject, sizeof finding->subject, "%.*s", length, name);
        snprintf(finding->message, sizeof finding->message,
                 "The variable's scope is over: its function or block has ended.");
        snprintf(finding->advice, sizeof finding->advice,
                 "Wait for those who use it before the scope ends, or take memory from malloc().");
        return;
    }
    snprintf(finding->subject, sizeof finding->subject, "%.*s[%" PRId64 "]", length, name, element);
    snprintf(finding->message, sizeof finding->message,
             "That is %s: it has %" PRIu64 " bytes, %" PRIu64 " element%s of %u.",
             offset < 0 ? "before its beginning" : "past its end", meant->bytes,
             meant->bytes / width, meant->bytes / width == 1 ? "" : "s", width);
}

static void beside_area(struct simt_finding *finding, const struct openmp_watch *watch,
                        const struct simt_fault *event) {
    uint32_t index =
        event->region < watch->area_count ? event->region : nearest(watch, event->address);
    unsigned width = event->size != 0 ? event->size : 1;
    if (event->kind == SIMT_FAULT_OUT_OF_BOUNDS) {
        uint32_t near = nearest(watch, event->address);
        index = near != UINT32_MAX ? near : index;
    }
    if (index >= watch->area_count) {
        return;
    }
    const struct area *area = &watch->areas[index];
    words_variable(finding->subject, sizeof finding->subject, watch, index, event->address, width);
    if (event->kind == SIMT_FAULT_USE_AFTER_FREE) {
        freed_by(finding, watch, area);
    } else if (event->address < area->address) {
        snprintf(finding->message, sizeof finding->message, "That is before its beginning.");
    } else {
        snprintf(finding->message, sizeof finding->message,
                 "That is past its end: it has %" PRIu64 " element%s of %u byte%s.",
                 area->bytes / width, area->bytes / width == 1 ? "" : "s", width,
                 width == 1 ? "" : "s");
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
    if ((size_t)event->kind >= sizeof table / sizeof *table || table[event->kind].message == NULL) {
        return;
    }
    const struct fault_words *words = &table[event->kind];
    struct simt_finding finding = {
        .kind = words->kind, .dialect = SIMT_OPENMP, .count = 1, .place_count = 1};
    uint32_t strand = strand_running(watch, event->place.warp);
    snprintf(finding.message, sizeof finding.message, "%s", words->message);
    snprintf(finding.advice, sizeof finding.advice, "%s", words->advice);
    words_place(&finding.places[0], watch, event->place.site, verb(event));
    words_who(&finding.places[0], watch, strand,
              strand != UINT32_MAX ? watch->strands[strand]->held : 0);
    bool bounds = event->kind == SIMT_FAULT_OUT_OF_BOUNDS || event->kind == SIMT_FAULT_OVERRUN ||
                  event->kind == SIMT_FAULT_USE_AFTER_FREE;
    if (bounds && event->stack != NULL) {
        beside_stack(&finding, event);
    } else if (bounds) {
        beside_area(&finding, watch, event);
    } else if (event->kind == SIMT_FAULT_BAD_FREE) {
        bad_free(&finding, watch, event);
    }
    const struct simt_finding *kept = finding_list_add(&watch->findings, &finding);
    if (kept != NULL) {
        watch->fault = (size_t)(kept - watch->findings.items) + 1;
    }
}

/* Who holds what, of those who hold something: "thread 0 of 2 holds lock `a` (line 12)". */
static void holders(char *text, size_t size, const struct openmp_watch *watch) {
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 1; i < watch->objects.count && used + 1 < size; i++) {
        const struct sync_object *object = &watch->objects.items[i];
        if (object->holder == 0) {
            continue;
        }
        char who[64], what[128];
        struct finding_place place = {.line = 0};
        words_strand(who, sizeof who, watch, object->holder - 1);
        words_mutex(what, sizeof what, watch, object->kind, object->key, object->name);
        words_place(&place, watch, object->held_site, "");
        used += (size_t)snprintf(text + used, size - used, "%s%s holds %s (line %u)",
                                 used > 0 ? "; " : "", who, what, place.line);
    }
    if (used > 0 && used + 1 < size) {
        text[0] = (char)(text[0] == 't' ? 'T' : text[0]);
        snprintf(text + used, size - used, ".");
    }
}

void finding_launch_end(struct openmp_watch *watch, const struct simt_launch_event *event) {
    if (watch->fault == 0 || event->result == NULL) {
        return;
    }
    struct simt_finding *finding = &watch->findings.items[watch->fault - 1];
    const char *told = event->result->error.message;
    if (finding->kind == FINDING_STUCK) {
        char who[160];
        holders(who, sizeof who, watch);
        snprintf(finding->message, sizeof finding->message, "%.150s%s%.100s",
                 told[0] != '\0' ? told : table[SIMT_FAULT_DEADLOCK].message,
                 who[0] != '\0' ? ". " : "", who);
        finding->message[0] = (char)toupper((unsigned char)finding->message[0]);
    } else if (finding->kind == FINDING_MISUSE && told[0] != '\0') {
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
        words_place(&finding.places[0], watch, area->made_site, "malloc");
        snprintf(finding.message, sizeof finding.message,
                 "It is still allocated when the program ends.");
        snprintf(finding.advice, sizeof finding.advice, "Give it back with free().");
        finding_list_add(&watch->findings, &finding);
    }
}
