/* What a race, or a read of what nobody has written, is reported with. */
#include "race_finding.h"

#include <string.h>

/* `sums[id] += sums[id + stride]`: a step may race with the next one, or with itself. */
static bool is_on_one_line(const struct simt_finding *finding) {
    return finding->place_count > 1 && finding->places[0].line == finding->places[1].line &&
           strcmp(finding->places[0].file, finding->places[1].file) == 0;
}

/* Do several threads write different values to one place of this array? `at_once`: one statement
 * has them do so; two statements need a barrier between them. */
static bool written_by_many(const struct detector *detector, const struct race *race,
                            bool at_once) {
    for (size_t i = 0; i < detector->race_count; i++) {
        const struct race *other = &detector->races[i];
        if (other->both_write && other->shared == race->shared && other->array == race->array &&
            (!at_once || is_on_one_line(&other->finding))) {
            return true;
        }
    }
    return false;
}

/* Does a race with a read show that what is there counts? Else a statement only stores. */
static bool read_by_others(const struct detector *detector, const struct race *race) {
    for (size_t i = 0; i < detector->race_count; i++) {
        const struct race *other = &detector->races[i];
        if (other->finding.kind == FINDING_RACE && !other->both_write &&
            other->shared == race->shared && other->array == race->array) {
            return true;
        }
    }
    return false;
}

/* Do races show that this array is read at two places of one line, as in `sums[id] += sums[id +
 * stride]`? Then threads hand elements on, from one step to the next. */
static bool handed_on(const struct detector *detector, const struct race *race) {
    const struct simt_site *first = NULL;
    for (size_t i = 0; i < detector->race_count; i++) {
        const struct race *other = &detector->races[i];
        for (int n = 0; n < 2; n++) {
            const uint32_t number = other->read_site[n];
            if (number >= detector->site_count || other->shared != race->shared ||
                other->array != race->array || !is_on_one_line(&other->finding)) {
                continue;
            }
            const struct simt_site *site = &detector->launch->sites[number];
            first = first != NULL ? first : site;
            if (site->source.line == first->source.line && site->column != first->column) {
                return true;
            }
        }
    }
    return false;
}

/* Do blocks of this launch hand something over by a flag or a ticket? */
static bool fence_wanted(const struct detector *detector) {
    for (size_t i = 0; i < detector->race_count; i++) {
        if (detector->races[i].wants_fence) {
            return true;
        }
    }
    return false;
}

static bool is_atomic(const struct simt_site *site, const char *operation) {
    return site->opcode != NULL && strncmp(site->opcode, "atom.", 5) == 0 &&
           strstr(site->opcode, operation) != NULL;
}

/* A swap, or a volatile store: may that give a lock back? */
static bool may_give_back(const struct simt_site *site) {
    return is_atomic(site, ".exch.") ||
           (site->opcode != NULL && strncmp(site->opcode, "st.volatile", 11) == 0);
}

static bool may_take(const struct simt_site *site) {
    return is_atomic(site, ".cas.") || (is_atomic(site, ".exch.") && site->draws);
}

/* The site of a plain write, such as `lock = 0`, that races with the atomic operation which takes
 * the lock; DETECTOR_NO_SITE where the race is another. */
static uint32_t plain_release(const struct detector *detector, const struct race *race) {
    const struct simt_site *all = detector->launch->sites;
    const bool down = race->sites[0] < race->sites[1];
    const uint32_t taken = race->sites[!down], given = race->sites[down];
    return race->mixed && given < detector->site_count && may_take(&all[taken]) &&
                   opcode_starts(all[given].opcode, "st.")
               ? given
               : DETECTOR_NO_SITE;
}

static bool gives_back(const struct detector *detector, uint32_t number) {
    const struct simt_site *site = &detector->launch->sites[number];
    bool found = may_give_back(site);
    for (size_t i = 0; !found && opcode_starts(site->opcode, "st.") && i < detector->race_count;
         i++) {
        found = plain_release(detector, &detector->races[i]) == number;
    }
    return found;
}

/* How many of the two accesses seem to lie inside of a lock: the nearest atomic operation before
 * takes it, the nearest one behind, or store, gives it back? */
static int locked(const struct detector *detector, const struct race *race) {
    const uint32_t sites[] = {(uint32_t)(race->key >> 32), detector_site(detector, race->key >> 8)};
    const struct simt_site *all = detector->launch->sites;
    int found = 0;
    for (int n = 0; n < 2; n++) {
        uint32_t taken = sites[n] < detector->site_count ? sites[n] : 0, given = taken;
        while (taken > 0 && !is_atomic(&all[taken], "")) {
            taken--;
        }
        while (given + 1 < detector->site_count && !is_atomic(&all[given], "") &&
               !gives_back(detector, given)) {
            given++;
        }
        found += gives_back(detector, given) && may_take(&all[taken]);
    }
    return found;
}

/* Does a lock guard this array somewhere? */
static bool lock_guards(const struct detector *detector, const struct race *race) {
    for (size_t i = 0; i < detector->race_count; i++) {
        const struct race *other = &detector->races[i];
        if (other->finding.kind == FINDING_RACE && other->shared == race->shared &&
            other->array == race->array && locked(detector, other) > 0) {
            return true;
        }
    }
    return false;
}

/* Is a place read, and set a few lines later, by several threads? */
static bool tested_and_set(const struct detector *detector, const struct race *race) {
    enum { LINES = 3 };
    for (size_t i = 0; i < detector->race_count; i++) {
        const struct race *other = &detector->races[i];
        const struct finding_place *p = other->finding.places;
        const bool first_reads = other->read_site[0] != DETECTOR_NO_SITE;
        const struct finding_place *reads = &p[!first_reads], *writes = &p[first_reads];
        if (other->finding.kind == FINDING_RACE && !other->both_write && !other->mixed &&
            other->shared == race->shared && other->array == race->array && reads->line != 0 &&
            strcmp(reads->file, writes->file) == 0 && writes->line > reads->line &&
            writes->line - reads->line <= LINES) {
            return true;
        }
    }
    return false;
}

/* Does one of the two read a flag that it then waits for, by a plain load? */
static bool waits_by_plain_load(const struct detector *detector, const struct race *race) {
    bool found = false;
    for (int n = 0; n < 2; n++) {
        found |= race->read_site[n] < detector->site_count &&
                 detector->launch->sites[race->read_site[n]].once;
    }
    return found;
}

/* The one dimension in which the threads of a block differ that use one place in one statement,
 * where it is not the first: its number. Else 0. */
static int other_dimension(const struct race *race) {
    const struct finding_place *p = race->finding.places;
    int differing = 0, number = 0;
    if (!is_on_one_line(&race->finding) || race->scope == BETWEEN_BLOCKS || !p[0].has_thread ||
        !p[1].has_thread) {
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        if (p[0].thread[i] != p[1].thread[i]) {
            differing++;
            number = i;
        }
    }
    return differing == 1 ? number : 0;
}

/* Did threads miss a barrier, and not because of a race in this memory? */
static bool barrier_missed(const struct detector *detector, const struct race *race) {
    bool missed = false;
    for (size_t i = 0; i < detector->findings.count; i++) {
        const struct simt_finding *finding = &detector->findings.items[i];
        missed |= finding->kind == FINDING_BARRIER && finding->launch == race->finding.launch &&
                  (race->finding.memories & ~finding->memories) == 0;
    }
    return missed;
}

static bool is_of_warp(const char *barrier) {
    return strncmp(barrier, "bar.warp", strlen("bar.warp")) == 0;
}

/* Does a ticket, or a loop that waits for a flag, stand before what reads, and no barrier in
 * between? */
static bool follows_flag(const struct detector *detector, const struct race *race) {
    const struct simt_site *sites = detector->launch->sites;
    uint32_t i = race->read_site[race->read_site[0] == DETECTOR_NO_SITE];
    bool found = false, barrier = i >= detector->site_count;
    while (!found && !barrier && i-- > 0) {
        found = sites[i].waits || sites[i].draws;
        barrier = opcode_starts(sites[i].opcode, "bar") && !is_of_warp(sites[i].opcode);
    }
    return found;
}

/* The barrier that stands between the two in the kernel, with the functions that are a part of it,
 * and did not lie between the accesses; one of a warp only if there is no other. To arrive at one
 * is not to wait. NULL: none. */
static const char *barrier_between_sites(const struct detector *detector, const struct race *race) {
    const struct simt_site *sites = detector->launch->sites;
    const bool down = race->sites[0] < race->sites[1];
    const uint32_t first = race->sites[!down], last = race->sites[down];
    const bool together = last < detector->site_count &&
                          strcmp(sites[first].source.function, sites[last].source.function) == 0;
    const char *found = NULL;
    for (uint32_t i = first; together && i < last; i++) {
        if (opcode_starts(sites[i].opcode, "bar") && strstr(sites[i].opcode, "arrive") == NULL &&
            (found == NULL || is_of_warp(found))) {
            found = sites[i].opcode;
        }
    }
    return found;
}

/* What a barrier is advised with that stands there in vain. */
static enum message vain_barrier_advice(const struct detector *detector, const struct race *race,
                                        const char *barrier) {
    return barrier_missed(detector, race) ? MESSAGE_BARRIER_MISSED_ADVICE
           : is_of_warp(barrier)          ? MESSAGE_RACE_BARRIER_OF_WARP_ADVICE
                                          : MESSAGE_RACE_NEXT_ROUND_ADVICE;
}

/* Does the access that is not atomic only set the place, on a line that loads nothing? As an atomic
 * operation, `= 0` would wipe out what others have counted, too. */
static bool only_sets(const struct detector *detector, const struct race *race) {
    const struct finding_place *p = race->finding.places;
    const struct finding_place *plain = &p[strcmp(p[0].access, "atomic") == 0];
    bool loads = false;
    for (uint32_t i = 0; i < detector->site_count; i++) {
        const struct simt_site *site = &detector->launch->sites[i];
        loads |= site->opcode != NULL && strncmp(site->opcode, "ld.", 3) == 0 &&
                 site->source.line == plain->line;
    }
    return strcmp(plain->access, "write") == 0 && !loads;
}

/* Does the race lie where threads of one block waited at two different barriers? */
static bool at_two_barriers(const struct detector *detector, const struct race *race) {
    const struct finding_place *p = race->finding.places;
    bool found = false;
    for (size_t i = 0; i < detector->findings.count; i++) {
        const struct simt_finding *finding = &detector->findings.items[i];
        const struct finding_place *at = finding->places;
        const bool down = at[0].line < at[1].line;
        found |= finding->kind == FINDING_BARRIER && finding->place_count == 2 &&
                 finding->launch == race->finding.launch && p[0].line >= at[!down].line &&
                 p[0].line <= at[down].line && p[1].line >= at[!down].line &&
                 p[1].line <= at[down].line && strcmp(p[0].file, at[0].file) == 0 &&
                 strcmp(p[1].file, at[1].file) == 0;
    }
    return found;
}

struct advice_words {
    enum message message;
    enum message advice;
};

/* What launches of kernels, copies, scopes and flags have words of their own for; MESSAGE_COUNT:
 * none.
 */
static struct advice_words special_words(const struct race *race) {
    if (race->of_parent) {
        return (struct advice_words){MESSAGE_RACE_WITH_PARENT, MESSAGE_RACE_WITH_PARENT_ADVICE};
    }
    if (race->of_tree) {
        return (struct advice_words){MESSAGE_RACE_BETWEEN_CHILDREN,
                                     MESSAGE_RACE_BETWEEN_CHILDREN_ADVICE};
    }
    if (race->of_some_launch) {
        return (struct advice_words){MESSAGE_RACE_OF_CHILD, MESSAGE_RACE_OF_CHILD_ADVICE};
    }
    if (race->copied && race->shared) {
        return (struct advice_words){MESSAGE_RACE_COPY, race->copied_over
                                                            ? MESSAGE_RACE_COPY_OVER_ADVICE
                                                            : MESSAGE_RACE_COPY_ADVICE};
    }
    if (race->narrow) { /* two atomics race only where the scope of one leaves the other out */
        return (struct advice_words){MESSAGE_RACE_NARROW_SCOPE, MESSAGE_RACE_NARROW_SCOPE_ADVICE};
    }
    if (race->wrong_flags) {
        return race->shared ? (struct advice_words){MESSAGE_RACE_WRONG_FLAGS_SHARED,
                                                    MESSAGE_RACE_WRONG_FLAGS_SHARED_ADVICE}
                            : (struct advice_words){MESSAGE_RACE_WRONG_FLAGS_GLOBAL,
                                                    MESSAGE_RACE_WRONG_FLAGS_GLOBAL_ADVICE};
    }
    if (race->parted && !race->mixed && race->scope != BETWEEN_BLOCKS) {
        return race->scope == BETWEEN_LANES
                   ? (struct advice_words){MESSAGE_RACE_PART_OF_WARP,
                                           MESSAGE_RACE_PART_OF_WARP_ADVICE}
                   : (struct advice_words){MESSAGE_RACE_PART_OF_BLOCK,
                                           MESSAGE_RACE_PART_OF_BLOCK_ADVICE};
    }
    return (struct advice_words){.message = MESSAGE_COUNT};
}

/* Each of the following takes the advice that holds where nothing more is known, and gives what
 * fits better, or the same. */
static enum message advice_mixed(const struct detector *detector, const struct race *race,
                                 enum message advice) {
    if (plain_release(detector, race) != DETECTOR_NO_SITE) {
        return MESSAGE_RACE_PLAIN_RELEASE_ADVICE;
    }
    if (only_sets(detector, race)) {
        return race->scope == BETWEEN_BLOCKS ? MESSAGE_RACE_SET_FIRST_ADVICE : advice;
    }
    if (race->scope != BETWEEN_BLOCKS && race->plain_read_site != DETECTOR_NO_SITE &&
        !waits_by_plain_load(detector, race)) {
        return advice; /* a result: it is read when all have added to it */
    }
    return race->scope == BETWEEN_BLOCKS  ? MESSAGE_RACE_BOTH_ATOMIC_BETWEEN_BLOCKS_ADVICE
           : race->scope == BETWEEN_LANES ? MESSAGE_RACE_OF_LANES_BOTH_ATOMIC_ADVICE
                                          : MESSAGE_RACE_BOTH_ATOMIC_ADVICE;
}

/* Is it `*sum += x`, which reads and writes one place at one column? What is stored may be equal,
 * as where all data are 0. */
static bool updates_alone(const struct detector *detector, const struct race *race) {
    return is_on_one_line(&race->finding) &&
           sites_share_column(detector->launch->sites, detector->site_count, race->sites[0],
                              race->sites[1]);
}

static enum message advice_between_blocks(const struct detector *detector, const struct race *race,
                                          enum message advice) {
    if (!race->both_write && fence_wanted(detector)) {
        return MESSAGE_RACE_FENCE_ADVICE;
    }
    if (!race->both_write && detector->launch->launch->cooperative) {
        return MESSAGE_RACE_GRID_SYNC_ADVICE;
    }
    if (!written_by_many(detector, race, false)) {
        return updates_alone(detector, race) ? MESSAGE_RACE_MANY_WRITE_ADVICE
                                             : MESSAGE_RACE_OTHER_ARRAY_ADVICE;
    }
    if (race->both_write && !read_by_others(detector, race)) {
        return MESSAGE_RACE_SAME_INDEX_ADVICE;
    }
    return is_on_one_line(&race->finding) ? MESSAGE_RACE_MANY_WRITE_ADVICE : advice;
}

static enum message advice_in_block(const struct detector *detector, const struct race *race,
                                    enum message advice) {
    const bool lanes = race->scope == BETWEEN_LANES, on = handed_on(detector, race);
    if (at_two_barriers(detector, race)) {
        return MESSAGE_BARRIERS_DIFFER_ADVICE;
    }
    if (!on && (written_by_many(detector, race, true) || updates_alone(detector, race))) {
        return race->shared ? MESSAGE_RACE_MANY_WRITE_SHARED_ADVICE
                            : MESSAGE_RACE_MANY_WRITE_ADVICE;
    }
    if (!on && race->both_write) {
        return lanes ? MESSAGE_RACE_OF_LANES_TWO_WRITES_ADVICE : MESSAGE_RACE_TWO_WRITES_ADVICE;
    }
    if (is_on_one_line(&race->finding)) {
        return lanes ? MESSAGE_RACE_OF_LANES_ON_ONE_LINE_ADVICE : MESSAGE_RACE_ON_ONE_LINE_ADVICE;
    }
    const char *barrier = barrier_between_sites(detector, race);
    return barrier != NULL && (!lanes || !is_of_warp(barrier))
               ? vain_barrier_advice(detector, race, barrier)
           : !lanes && follows_flag(detector, race) ? MESSAGE_RACE_FLAG_IN_BLOCK_ADVICE
                                                    : advice;
}

static struct advice_words race_words(const struct detector *detector, const struct race *race) {
    static const struct advice_words between[] = {
        [BETWEEN_LANES] = {MESSAGE_RACE_IN_WARP, MESSAGE_RACE_IN_WARP_ADVICE},
        [BETWEEN_WARPS] = {MESSAGE_RACE_IN_BLOCK, MESSAGE_RACE_IN_BLOCK_ADVICE},
        [BETWEEN_BLOCKS] = {MESSAGE_RACE_BETWEEN_BLOCKS, MESSAGE_RACE_BETWEEN_BLOCKS_ADVICE},
    };
    struct advice_words words = special_words(race);
    if (words.message != MESSAGE_COUNT) {
        return words;
    }
    words = between[race->scope];
    if (race->both_write && race->scope == BETWEEN_LANES) {
        words.message = MESSAGE_RACE_DIFFERENT_VALUES;
    }
    if (race->mixed) {
        words.message = MESSAGE_RACE_ATOMIC_AND_NOT;
        words.advice = advice_mixed(detector, race, words.advice);
    } else if (waits_by_plain_load(detector, race)) {
        words.advice = MESSAGE_RACE_PLAIN_FLAG_ADVICE;
    } else if (lock_guards(detector, race)) {
        words.advice = locked(detector, race) == 2 ? MESSAGE_RACE_LOCK_ADVICE
                                                   : MESSAGE_RACE_OUTSIDE_LOCK_ADVICE;
    } else if (other_dimension(race) != 0) {
        words.advice = MESSAGE_RACE_OTHER_DIMENSION_ADVICE;
    } else if (written_by_many(detector, race, true) && tested_and_set(detector, race)) {
        words.advice = MESSAGE_RACE_TEST_AND_SET_ADVICE;
    } else {
        words.advice = race->scope == BETWEEN_BLOCKS
                           ? advice_between_blocks(detector, race, words.advice)
                           : advice_in_block(detector, race, words.advice);
    }
    return words;
}

static struct advice_words unwritten_words(const struct detector *detector,
                                           const struct race *race) {
    if (race->elements > 0 && race->written != detector->launch->threads) {
        return (struct advice_words){MESSAGE_UNWRITTEN_SHARED,
                                     MESSAGE_UNWRITTEN_SHARED_PART_ADVICE};
    }
    if (race->elements > 0 || race->many > 0) { /* each thread has written one */
        return (struct advice_words){MESSAGE_UNWRITTEN_SHARED,
                                     MESSAGE_UNWRITTEN_SHARED_LOOP_ADVICE};
    }
    return race->shared
               ? (struct advice_words){MESSAGE_UNWRITTEN_SHARED, MESSAGE_UNWRITTEN_SHARED_ADVICE}
           : race->set != 0
               ? (struct advice_words){MESSAGE_UNWRITTEN_REST, MESSAGE_UNWRITTEN_REST_ADVICE}
               : (struct advice_words){MESSAGE_UNWRITTEN, MESSAGE_UNWRITTEN_ADVICE};
}

void race_advise(const struct detector *detector, struct race *race) {
    struct simt_finding *finding = &race->finding;
    const struct advice_words words = finding->kind == FINDING_UNINITIALISED
                                          ? unwritten_words(detector, race)
                                          : race_words(detector, race);
    if (words.message == MESSAGE_UNWRITTEN_REST) {
        finding_says(
            finding, words.message,
            MESSAGE_VALUES(message_number("bytes", (long long)detector->regions[race->array].size),
                           message_number("written", (long long)race->set)));
    } else {
        finding_says(finding, words.message, NULL);
    }
    const uint64_t elements = race->elements > 0 ? race->elements : race->many;
    finding_advises(finding, words.advice,
                    MESSAGE_VALUES(message_string("axis", other_dimension(race) == 1 ? "y" : "z"),
                                   message_number("written", (long long)race->written),
                                   message_number("elements", (long long)elements),
                                   message_number("element", (long long)race->element),
                                   message_number("count", detector->launch->threads)));
}
