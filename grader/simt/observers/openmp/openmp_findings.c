/* Findings of OpenMP runs: what raced, who held what, and what to do about it. */
#include "watch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const enum message finding_verbs[] = {[PLAIN_READ] = MESSAGE_ACCESS_READ,
                                      [ATOMIC_READ] = MESSAGE_ACCESS_ATOMIC_READ,
                                      [ATOMIC_WRITE] = MESSAGE_ACCESS_ATOMIC,
                                      [PLAIN_WRITE] = MESSAGE_ACCESS_WRITE};

enum told_kind { TOLD_RACE = 1, TOLD_SIMD, TOLD_UNDEFINED, TOLD_SHIFT };

/* A key for one kind of finding about a variable at a pair of lines (of instructions, where lines
 * are not known). The order of the two does not matter. */
static uint64_t pair_key(const struct openmp_watch *watch, enum told_kind what, uint32_t a,
                         uint32_t b, uint64_t variable) {
    uint64_t first = line_of(watch, a), second = line_of(watch, b);
    if (first == 0 || second == 0) {
        first = a;
        second = b;
    }
    const uint64_t key = table_mix(table_mix(what, variable), first < second ? first : second);
    return table_mix(key, first < second ? second : first);
}

enum { LEFT_OUT = UINT32_MAX }; /* in place of a finding's number: another one says it */

/* Was it told already? Then it is counted once more. */
static bool told_before(struct openmp_watch *watch, uint64_t key) {
    uint32_t index = table_get(&watch->told, key);
    if (index != TABLE_NONE && index != LEFT_OUT) {
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

static bool in_task(const struct openmp_watch *watch, uint32_t number) {
    const struct strand *strand = strand_of(watch, number);
    return strand != NULL && strand->task;
}

static bool holds_critical(const struct openmp_watch *watch, uint32_t held) {
    return held != 0 && watch->held[held].kind == SIMT_SYNC_CRITICAL;
}

static bool is_reduction(const struct openmp_watch *watch, uint32_t held) {
    return held != 0 && watch->held[held].kind == SIMT_SYNC_REDUCTION;
}

/* What a taskgroup reduces is set behind the copies of its tasks (memory_reduces). */
static bool is_task_reduction(const struct openmp_watch *watch, enum access_kind kind,
                              uint32_t held) {
    return kind == ATOMIC_WRITE && is_reduction(watch, held);
}

/* A copy that begins as the original (initializer(omp_priv = omp_orig)) is set when its thread
 * begins, and others may be done by then: that is for the compiler to get right, which merges "at
 * the end of the region". */
static bool copies_original(const struct visit *visit, const struct segment *earlier) {
    return (visit->strand->copies && is_reduction(visit->watch, earlier->held)) ||
           (earlier->copies && is_reduction(visit->watch, visit->strand->held));
}

static bool is_lock(const struct openmp_watch *watch, uint32_t held) {
    return watch->held[held].kind == SIMT_SYNC_LOCK ||
           watch->held[held].kind == SIMT_SYNC_NEST_LOCK;
}

/* What is known of the two accesses when words are to be found. */
struct finding_pair {
    const struct openmp_watch *watch;
    const struct visit *visit;
    const struct conflict *other;
    uint32_t strand, held; /* the earlier one's */
    uint32_t line, other_line;
    bool array;   /* an element of an array */
    bool library; /* what the C library keeps */
};

static bool is_end(const struct visit *visit) {
    return visit->verb == MESSAGE_ACCESS_FREE || visit->verb == MESSAGE_ACCESS_END;
}

static bool by_tasks(const struct finding_pair *pair) {
    return pair->visit->strand->task || in_task(pair->watch, pair->strand);
}

static void say_of(struct simt_finding *finding, const struct finding_pair *pair) {
    char mine[72], theirs[72], me[64], them[64];
    const struct openmp_watch *watch = pair->watch;
    words_held(mine, sizeof mine, watch, pair->visit->strand->held);
    words_held(theirs, sizeof theirs, watch, pair->held);
    bool one = (mine[0] != '\0') != (theirs[0] != '\0');
    enum message message = MESSAGE_RACE_UNORDERED;
    if (mine[0] != '\0' && strcmp(mine, theirs) == 0) {
        message = is_lock(watch, pair->held) ? MESSAGE_RACE_OWN_LOCKS : MESSAGE_RACE_LEAGUE;
    } else if (mine[0] != '\0' && theirs[0] != '\0') {
        message = MESSAGE_RACE_TWO_LOCKS;
    } else if (one) {
        message =
            pair->line == pair->other_line ? MESSAGE_RACE_ONE_HOLDS : MESSAGE_RACE_ONE_PROTECTED;
    } else if (is_end(pair->visit)) {
        message = MESSAGE_RACE_WITH_END;
    } else if (by_tasks(pair)) {
        message = MESSAGE_RACE_TASKS_UNORDERED;
    }
    /* The strand that holds the only lock is named first; it does not begin the sentence. */
    const bool holds = message == MESSAGE_RACE_ONE_HOLDS, turned = holds && mine[0] == '\0';
    words_strand(turned ? them : me, sizeof me, watch, pair->visit->strand->number);
    words_strand(turned ? me : them, sizeof them, watch, pair->strand);
    if (!holds) {
        words_capital(me);
    }
    finding_says(
        finding, message,
        MESSAGE_VALUES(message_string("held", mine[0] != '\0' ? mine : theirs),
                       message_string("mine", mine), message_string("theirs", theirs),
                       message_string("me", me), message_string("other", them),
                       message_number("line", mine[0] != '\0' ? pair->line : pair->other_line)));
}

static bool is_atomic(enum access_kind kind) {
    return kind == ATOMIC_READ || kind == ATOMIC_WRITE;
}

static bool league_apart(const struct finding_pair *pair) {
    const struct strand *mine = pair->visit->strand, *theirs = strand_of(pair->watch, pair->strand);
    return mine->teams > 1 && theirs != NULL && mine->league != theirs->league;
}

static enum message advice_locks(const struct finding_pair *pair, uint32_t *line) {
    const struct openmp_watch *watch = pair->watch;
    uint32_t mine = pair->visit->strand->held, theirs = pair->held;
    *line = mine != 0 ? pair->other_line : pair->line;
    if (is_reduction(watch, mine) || is_reduction(watch, theirs)) {
        return MESSAGE_RACE_REDUCTION_ADVICE;
    }
    if (mine == 0 || theirs == 0) {
        return pair->line == pair->other_line && is_lock(watch, mine | theirs)
                   ? MESSAGE_RACE_ONE_HOLDS_ADVICE
                   : MESSAGE_RACE_PROTECT_ADVICE;
    }
    if (league_apart(pair)) {
        return MESSAGE_RACE_LEAGUE_ADVICE;
    }
    return holds_critical(watch, mine) && holds_critical(watch, theirs)
               ? MESSAGE_RACE_SAME_NAME_ADVICE
               : MESSAGE_RACE_ONE_LOCK_ADVICE;
}

/* A task only reads a variable that those who make tasks change: the loop's, most often. */
static bool task_takes_copy(const struct finding_pair *pair) {
    const bool mine = pair->visit->strand->task, theirs = in_task(pair->watch, pair->strand);
    return !pair->array && mine != theirs &&
           (mine ? pair->visit->kind : pair->other->kind) == PLAIN_READ;
}

/* Has the earlier thread written a flag, and the later one read one, that orders nothing else? Or
 * has the later one read what would order the two, but not by an acquire? */
static bool by_relaxed_flag(const struct finding_pair *pair) {
    const struct strand *mine = pair->visit->strand, *theirs = strand_of(pair->watch, pair->strand);
    const struct segment *earlier = &pair->watch->segments[pair->other->segment];
    return (mine->polls && theirs != NULL && theirs->raises) ||
           (mine->pends && earlier->time <= clock_at(&mine->pending, earlier->slot));
}

/* Are both in one loop, and has either posted or waited for an iteration of it? */
static bool in_doacross(const struct finding_pair *pair) {
    const struct strand *mine = pair->visit->strand;
    const struct strand *theirs = strand_of(pair->watch, pair->strand);
    return mine->loops != 0 &&
           (mine->crossed == mine->loops || (theirs != NULL && theirs->crossed == mine->loops)) &&
           pair->watch->segments[pair->other->segment].loops == mine->loops;
}

/* Is it `count[x]++` or `count[x] += 1`, which reads and writes one element at one column? */
static bool updates_alone(const struct finding_pair *pair) {
    return sites_share_column(pair->watch->sites, pair->watch->site_count, pair->visit->site,
                              pair->other->site);
}

static enum message advice_on_one_line(const struct finding_pair *pair) {
    const struct openmp_watch *watch = pair->watch;
    const bool both_write = pair->visit->kind == PLAIN_WRITE && pair->other->kind == PLAIN_WRITE;
    if (watch->segments[pair->other->segment].loops != pair->visit->strand->loops) {
        return MESSAGE_RACE_ROUNDS_ADVICE;
    }
    if (both_write) {
        return pair->array ? MESSAGE_RACE_STORED_ELEMENT_ADVICE : MESSAGE_RACE_STORED_ADVICE;
    }
    return !pair->array          ? MESSAGE_RACE_VARIABLE_ADVICE
           : updates_alone(pair) ? MESSAGE_RACE_ELEMENT_ADVICE
                                 : MESSAGE_RACE_NEIGHBOUR_ADVICE;
}

static enum message advice_of(const struct finding_pair *pair, uint32_t *line) {
    const bool tasks = by_tasks(pair);
    if (pair->library) {
        return MESSAGE_RACE_LIBRARY_ADVICE;
    }
    if (is_end(pair->visit)) {
        return tasks ? MESSAGE_RACE_TASKWAIT_END_ADVICE : MESSAGE_RACE_BARRIER_END_ADVICE;
    }
    if (is_task_reduction(pair->watch, pair->visit->kind, pair->visit->strand->held) ||
        is_task_reduction(pair->watch, pair->other->kind, pair->held)) {
        return MESSAGE_RACE_TASK_REDUCTION_ADVICE;
    }
    if (is_atomic(pair->visit->kind) != is_atomic(pair->other->kind)) {
        *line = is_atomic(pair->visit->kind) ? pair->other_line : pair->line;
        return pair->array ? MESSAGE_RACE_ATOMIC_TOO_ADVICE : MESSAGE_RACE_ATOMIC_VARIABLE_ADVICE;
    }
    if (pair->visit->strand->held != 0 || pair->held != 0) {
        return advice_locks(pair, line);
    }
    if (tasks) {
        return task_takes_copy(pair)                            ? MESSAGE_RACE_TASK_COPY_ADVICE
               : !pair->array && pair->line == pair->other_line ? MESSAGE_RACE_TASK_UPDATE_ADVICE
                                                                : MESSAGE_RACE_TASKS_ADVICE;
    }
    if (by_relaxed_flag(pair)) {
        return MESSAGE_RACE_FLAG_ADVICE;
    }
    if (pair->array && in_doacross(pair)) {
        return MESSAGE_RACE_DOACROSS_ADVICE;
    }
    return pair->line != pair->other_line ? MESSAGE_RACE_TWO_LINES_ADVICE
                                          : advice_on_one_line(pair);
}

static void advise(struct simt_finding *finding, const struct finding_pair *pair) {
    uint32_t line = 0;
    enum message advice = advice_of(pair, &line);
    finding_advises(finding, advice, MESSAGE_VALUES(message_number("line", line)));
}

/* Tasks of a team of one thread run on that thread, one after the other: no order between them is
 * told, but it takes two threads to race. A target task runs beside that thread. */
static bool alone(const struct openmp_watch *watch, const struct strand *strand, uint32_t number) {
    const struct strand *other = strand_of(watch, number);
    return strand->team_size == 1 && other != NULL && other->team == strand->team &&
           other->device == strand->device;
}

/* A finding about the access, which is its first place. */
static struct simt_finding finding_of(const struct visit *visit, enum finding_kind kind,
                                      uint64_t address) {
    struct simt_finding finding = {
        .kind = kind, .dialect = SIMT_OPENMP, .count = 1, .place_count = 1, .address = address};
    words_variable(finding.subject, sizeof finding.subject, visit->watch, visit->area, address,
                   visit->width);
    words_place(&finding.places[0], visit->watch, visit->site, visit->verb);
    words_who(&finding.places[0], visit->watch, visit->strand->number, visit->strand->held);
    return finding;
}

/* What is read before another line has written it, in a race with that write, is no matter of
 * initialisation: the race takes its place. */
static void replace_undefined(const struct visit *visit, const struct conflict *other, uint64_t key,
                              uint64_t variable, const struct simt_finding *race) {
    struct openmp_watch *watch = visit->watch;
    const uint32_t read = visit->kind == PLAIN_READ ? visit->site : other->site;
    const bool reads = visit->kind == PLAIN_READ || other->kind == PLAIN_READ;
    if (!reads || line_of(watch, visit->site) == line_of(watch, other->site)) {
        return;
    }
    const uint64_t undefined = pair_key(watch, TOLD_UNDEFINED, read, read, variable);
    const uint32_t index = table_get(&watch->told, undefined);
    table_put(&watch->told, undefined, LEFT_OUT);
    if (index != TABLE_NONE && index != LEFT_OUT) {
        watch->findings.items[index - 1] = *race;
        table_put(&watch->told, key, index);
    }
}

/* Bytes of an element of the access, by its opcode ("ld.u32"); 0: a call. memset's are wider than
 * the program's. */
static unsigned width_at(const struct openmp_watch *watch, uint32_t site) {
    const char *opcode = site < watch->site_count ? watch->sites[site].opcode : NULL;
    const char *type = opcode != NULL ? strrchr(opcode, '.') : NULL;
    return type != NULL && type[1] != '\0' ? (unsigned)strtoul(type + 2, NULL, 10) / CHAR_BIT : 0;
}

void finding_race(const struct visit *visit, uint64_t address, const struct conflict *other) {
    struct openmp_watch *watch = visit->watch;
    const struct segment *earlier = &watch->segments[other->segment];
    if (earlier->thread == visit->thread && (memory_is_copy(watch, visit->area, address) ||
                                             alone(watch, visit->strand, earlier->strand))) {
        return;
    }
    if (copies_original(visit, earlier)) {
        return;
    }
    const uint64_t variable = words_identity(watch, visit->area, address),
                   key = pair_key(watch, TOLD_RACE, visit->site, other->site, variable);
    if (told_before(watch, key)) {
        return;
    }
    struct simt_finding finding = finding_of(visit, FINDING_RACE, address);
    const unsigned width = width_at(watch, other->site);
    if (width != 0 && width < visit->width) {
        words_variable(finding.subject, sizeof finding.subject, watch, visit->area, address, width);
    }
    finding.place_count = 2;
    words_place(&finding.places[1], watch, other->site,
                is_task_reduction(watch, other->kind, earlier->held) ? MESSAGE_ACCESS_WRITE
                                                                     : finding_verbs[other->kind]);
    words_who(&finding.places[1], watch, earlier->strand, earlier->held);
    struct finding_pair pair = {.watch = watch,
                                .visit = visit,
                                .other = other,
                                .strand = earlier->strand,
                                .held = earlier->held,
                                .line = line_of(watch, visit->site),
                                .other_line = line_of(watch, other->site),
                                .array = strpbrk(finding.subject, "[ ") != NULL,
                                .library = words_is_library(watch, visit->area)};
    say_of(&finding, &pair);
    advise(&finding, &pair);
    replace_undefined(visit, other, key, variable, &finding);
    if (table_get(&watch->told, key) == TABLE_NONE) {
        tell(watch, key, &finding);
    }
}

void finding_simd(const struct visit *visit, uint64_t address, uint32_t other_site,
                  bool other_writes, uint64_t distance) {
    struct openmp_watch *watch = visit->watch;
    const uint64_t key = pair_key(watch, TOLD_SIMD, visit->site, other_site,
                                  words_identity(watch, visit->area, address));
    if (told_before(watch, key)) {
        return;
    }
    struct simt_finding finding = finding_of(visit, FINDING_RACE, address);
    finding.place_count = 2;
    words_place(&finding.places[1], watch, other_site,
                other_writes ? MESSAGE_ACCESS_WRITE : MESSAGE_ACCESS_READ);
    const struct message_value *values =
        MESSAGE_VALUES(message_number("distance", (long long)distance));
    words_say(finding.places[1].who, sizeof finding.places[1].who, MESSAGE_ITERATIONS_BEFORE,
              values);
    finding_says(&finding, MESSAGE_RACE_SIMD, NULL);
    const bool scalar = strpbrk(finding.subject, "[ ") == NULL;
    finding_advises(&finding, scalar ? MESSAGE_RACE_SIMD_SCALAR_ADVICE : MESSAGE_RACE_SIMD_ADVICE,
                    values);
    tell(watch, key, &finding);
}

/* Does the strand combine its copy with the variable? */
static bool reduces(const struct openmp_watch *watch, const struct strand *strand) {
    for (uint32_t held = strand->held; held != 0; held = watch->held[held].outer) {
        if (watch->held[held].kind == SIMT_SYNC_REDUCTION) {
            return true;
        }
    }
    return false;
}

void finding_undefined(const struct visit *visit, uint64_t address) {
    struct openmp_watch *watch = visit->watch;
    const uint64_t key = pair_key(watch, TOLD_UNDEFINED, visit->site, visit->site,
                                  words_identity(watch, visit->area, address));
    if (told_before(watch, key)) {
        return;
    }
    struct simt_finding finding = finding_of(visit, FINDING_UNINITIALISED, address);
    const struct area *area = area_of(watch, visit->area);
    const bool heap = area != NULL && area->heap;
    const uint64_t set = heap ? undefined_from(watch, area) : 0;
    const bool last = memory_is_last(watch, address);
    finding_says(&finding, last ? MESSAGE_UNDEFINED_LAST : MESSAGE_UNDEFINED, NULL);
    if (set > 0) {
        finding_says(&finding, MESSAGE_UNDEFINED_BEHIND,
                     MESSAGE_VALUES(message_number("set", (long long)set),
                                    message_number("bytes", (long long)area->bytes)));
    }
    finding_advises(&finding,
                    last                            ? MESSAGE_UNDEFINED_LAST_ADVICE
                    : set > 0                       ? MESSAGE_UNDEFINED_BEHIND_ADVICE
                    : heap                          ? MESSAGE_UNDEFINED_HEAP_ADVICE
                    : reduces(watch, visit->strand) ? MESSAGE_UNDEFINED_REDUCTION_ADVICE
                    : visit->strand->makes_tasks    ? MESSAGE_UNDEFINED_TASK_ADVICE
                    : visit->strand->region != 0    ? MESSAGE_UNDEFINED_PRIVATE_ADVICE
                    : watch->regions > 0            ? MESSAGE_UNDEFINED_BEHIND_REGION_ADVICE
                                                    : MESSAGE_UNDEFINED_ADVICE,
                    NULL);
    tell(watch, key, &finding);
}

void finding_shift(struct openmp_watch *watch, const struct strand *strand,
                   const struct simt_construct *event) {
    const uint64_t key = pair_key(watch, TOLD_SHIFT, event->place.site, event->place.site, 0);
    if (told_before(watch, key)) {
        return;
    }
    struct simt_finding finding = {
        .kind = FINDING_SHIFT, .dialect = SIMT_OPENMP, .count = 1, .place_count = 1};
    words_place(&finding.places[0], watch, event->place.site, MESSAGE_ACCESS_SHIFTS);
    words_who(&finding.places[0], watch, strand->number, strand->held);
    /* The amount is usually an int: then its 32 bits may stand for a negative number. */
    const bool is_int = event->lower >> 31 == 1;
    const long long amount = is_int ? (int32_t)event->lower : (long long)event->lower;
    finding_says(&finding, MESSAGE_SHIFTED,
                 MESSAGE_VALUES(message_number("amount", amount),
                                message_number("bits", (long long)event->upper)));
    finding_advises(&finding, MESSAGE_SHIFTED_ADVICE,
                    MESSAGE_VALUES(message_number("most", (long long)event->upper - 1)));
    tell(watch, key, &finding);
}
