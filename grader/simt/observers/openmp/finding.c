/* Findings of OpenMP runs: what raced, who held what, and what to do about it. */
#include "watch.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const verbs[] = {[PLAIN_READ] = "read",
                                    [ATOMIC_READ] = "atomic read",
                                    [ATOMIC_WRITE] = "atomic",
                                    [PLAIN_WRITE] = "write"};

static uint32_t line_of(const struct openmp_watch *watch, uint32_t site) {
    return site < watch->site_count ? watch->sites[site].source.line : 0;
}

/* Tells pairs of lines (or of instructions, where lines are not known) and a variable from others.
 */
static uint64_t pair_key(const struct openmp_watch *watch, uint32_t a, uint32_t b, uint64_t more) {
    uint64_t first = line_of(watch, a), second = line_of(watch, b);
    if (first == 0 || second == 0) {
        first = a;
        second = b;
    }
    return table_mix(table_mix(more, first < second ? first : second),
                     first < second ? second : first);
}

/* Was it told already? Then it is counted once more. */
static bool told_before(struct openmp_watch *watch, uint64_t key) {
    uint32_t index = table_get(&watch->told, key);
    if (index != TABLE_NONE) {
        watch->findings.items[index - 1].count++;
    }
    return index != TABLE_NONE;
}

static void tell(struct openmp_watch *watch, uint64_t key, const struct simt_finding *finding) {
    const struct simt_finding *kept = finding_list_add(&watch->findings, finding);
    if (kept != NULL) {
        table_put(&watch->told, key, (uint32_t)(kept - watch->findings.items) + 1);
    }
}

static bool in_task(const struct openmp_watch *watch, uint32_t strand) {
    return strand < watch->strand_count && watch->strands[strand] != NULL &&
           watch->strands[strand]->task;
}

static bool holds_critical(const struct openmp_watch *watch, uint32_t held) {
    return held != 0 && watch->held[held].kind == SIMT_SYNC_CRITICAL;
}

/* What is known of the two accesses when words are to be found. */
struct pair {
    const struct openmp_watch *watch;
    const struct visit *visit;
    const struct conflict *other;
    uint32_t strand, held; /* the earlier one's */
    uint32_t line, other_line;
    bool array; /* an element of an array */
};

static void message_of(char *text, size_t size, const struct pair *pair) {
    char mine[72], theirs[72], me[64], them[64];
    const struct openmp_watch *watch = pair->watch;
    words_held(mine, sizeof mine, watch, pair->visit->strand->held);
    words_held(theirs, sizeof theirs, watch, pair->held);
    words_strand(me, sizeof me, watch, pair->visit->strand->number);
    words_strand(them, sizeof them, watch, pair->strand);
    if (mine[0] != '\0' && strcmp(mine, theirs) == 0) {
        snprintf(text, size, "Both hold %s, but it orders only threads of one team of a league.",
                 mine);
    } else if (mine[0] != '\0' && theirs[0] != '\0') {
        me[0] = (char)toupper((unsigned char)me[0]);
        snprintf(text, size, "%.36s holds %s, %.36s holds %s: not the same lock.", me, mine, them,
                 theirs);
    } else if (mine[0] != '\0' || theirs[0] != '\0') {
        snprintf(text, size, "Only the access at line %u is protected, by %s.",
                 mine[0] != '\0' ? pair->line : pair->other_line, mine[0] != '\0' ? mine : theirs);
    } else if (strcmp(pair->visit->verb, "free") == 0 || strcmp(pair->visit->verb, "end") == 0) {
        snprintf(text, size,
                 "Nothing makes the end of the memory's life wait for the other access.");
    } else {
        snprintf(text, size, "Nothing orders the two: they can happen at the same time.");
    }
}

static bool is_atomic(enum access_kind kind) {
    return kind == ATOMIC_READ || kind == ATOMIC_WRITE;
}

static void advice_locks(char *text, size_t size, const struct pair *pair) {
    const struct openmp_watch *watch = pair->watch;
    uint32_t mine = pair->visit->strand->held, theirs = pair->held;
    if (mine != 0 && theirs != 0 && holds_critical(watch, mine) && holds_critical(watch, theirs)) {
        snprintf(text, size, "Give both critical sections the same name.");
    } else if (mine != 0 && theirs != 0) {
        snprintf(text, size, "Protect the variable by one lock that all threads share.");
    } else {
        uint32_t line = mine != 0 ? pair->other_line : pair->line;
        snprintf(text, size, "Put the access at line %u under the same protection.", line);
    }
}

static void advice_of(char *text, size_t size, const struct pair *pair) {
    bool tasks = in_task(pair->watch, pair->strand) || pair->visit->strand->task;
    bool same = pair->line == pair->other_line;
    if (strcmp(pair->visit->verb, "free") == 0 || strcmp(pair->visit->verb, "end") == 0) {
        snprintf(text, size,
                 tasks ? "Wait for the task (taskwait) before the memory ends."
                       : "Wait for the other threads (barrier) before the memory ends.");
    } else if (is_atomic(pair->visit->kind) != is_atomic(pair->other->kind)) {
        snprintf(text, size,
                 "Make the access at line %u atomic, too (#pragma omp atomic), or order it with a "
                 "barrier.",
                 is_atomic(pair->visit->kind) ? pair->other_line : pair->line);
    } else if (pair->visit->strand->held != 0 || pair->held != 0) {
        advice_locks(text, size, pair);
    } else if (tasks) {
        snprintf(text, size,
                 "Let one wait for the other: taskwait, or depend clauses on both tasks; or use "
                 "atomic or critical.");
    } else if (same && pair->array) {
        snprintf(text, size,
                 "Let one thread alone use each element, or give each thread an array of its own; "
                 "else use atomic.");
    } else if (same) {
        snprintf(text, size,
                 "If each thread needs its own, make it private; if all add to it, use reduction "
                 "or atomic.");
    } else {
        snprintf(text, size,
                 "Put a barrier between the two (is there a nowait too many?), make the variable "
                 "private, or use atomic or critical.");
    }
}

/* Tasks of a team of one thread run on that thread, one after the other: no order between them is
 * told, but it takes two threads to race. */
static bool alone(const struct openmp_watch *watch, const struct strand *strand, uint32_t other) {
    return strand->team_size == 1 && other < watch->strand_count && watch->strands[other] != NULL &&
           watch->strands[other]->team == strand->team;
}

void finding_race(const struct visit *visit, uint64_t address, const struct conflict *other) {
    struct openmp_watch *watch = visit->watch;
    const struct segment *earlier = &watch->segments[other->segment];
    if (earlier->thread == visit->thread && (memory_is_copy(watch, visit->area, address) ||
                                             alone(watch, visit->strand, earlier->strand))) {
        return;
    }
    uint64_t key =
        pair_key(watch, visit->site, other->site, words_identity(watch, visit->area, address));
    if (told_before(watch, key)) {
        return;
    }
    struct simt_finding finding = {.kind = FINDING_RACE,
                                   .dialect = SIMT_OPENMP,
                                   .count = 1,
                                   .place_count = 2,
                                   .address = address};
    words_variable(finding.subject, sizeof finding.subject, watch, visit->area, address,
                   visit->width);
    words_place(&finding.places[0], watch, visit->site, visit->verb);
    words_who(&finding.places[0], watch, visit->strand->number, visit->strand->held);
    words_place(&finding.places[1], watch, other->site, verbs[other->kind]);
    words_who(&finding.places[1], watch, earlier->strand, earlier->held);
    struct pair pair = {.watch = watch,
                        .visit = visit,
                        .other = other,
                        .strand = earlier->strand,
                        .held = earlier->held,
                        .line = line_of(watch, visit->site),
                        .other_line = line_of(watch, other->site),
                        .array = strpbrk(finding.subject, "[ ") != NULL};
    message_of(finding.message, sizeof finding.message, &pair);
    advice_of(finding.advice, sizeof finding.advice, &pair);
    tell(watch, key, &finding);
}

void finding_simd(const struct visit *visit, uint64_t address, uint32_t other_site,
                  bool other_writes, uint64_t distance) {
    struct openmp_watch *watch = visit->watch;
    uint64_t key =
        pair_key(watch, visit->site, other_site, words_identity(watch, visit->area, address) + 1);
    if (told_before(watch, key)) {
        return;
    }
    struct simt_finding finding = {.kind = FINDING_RACE,
                                   .dialect = SIMT_OPENMP,
                                   .count = 1,
                                   .place_count = 2,
                                   .address = address};
    words_variable(finding.subject, sizeof finding.subject, watch, visit->area, address,
                   visit->width);
    words_place(&finding.places[0], watch, visit->site, visit->verb);
    words_who(&finding.places[0], watch, visit->strand->number, visit->strand->held);
    words_place(&finding.places[1], watch, other_site, other_writes ? "write" : "read");
    snprintf(finding.places[1].who, sizeof finding.places[1].who, "%llu iteration%s before",
             (unsigned long long)distance, distance == 1 ? "" : "s");
    snprintf(finding.message, sizeof finding.message,
             "simd lets both iterations run at the same time.");
    snprintf(finding.advice, sizeof finding.advice,
             "Take simd away, or allow only iterations that are independent: safelen(%llu).",
             (unsigned long long)distance);
    tell(watch, key, &finding);
}

void finding_undefined(const struct visit *visit, uint64_t address) {
    struct openmp_watch *watch = visit->watch;
    uint64_t key =
        pair_key(watch, visit->site, visit->site, words_identity(watch, visit->area, address) + 2);
    if (told_before(watch, key)) {
        return;
    }
    struct simt_finding finding = {.kind = FINDING_UNINITIALISED,
                                   .dialect = SIMT_OPENMP,
                                   .count = 1,
                                   .place_count = 1,
                                   .address = address};
    words_variable(finding.subject, sizeof finding.subject, watch, visit->area, address,
                   visit->width);
    words_place(&finding.places[0], watch, visit->site, visit->verb);
    words_who(&finding.places[0], watch, visit->strand->number, visit->strand->held);
    snprintf(finding.message, sizeof finding.message, "Nothing has been written there yet.");
    bool heap = visit->area < watch->area_count && watch->areas[visit->area].heap;
    snprintf(finding.advice, sizeof finding.advice, "%s",
             heap ? "Memory from malloc() holds nothing: set it first, or take calloc()."
             : visit->strand->region != 0
                 ? "Set it first; a private copy begins without a value, too (firstprivate copies "
                   "it)."
                 : "Give it a value where it is declared.");
    tell(watch, key, &finding);
}
