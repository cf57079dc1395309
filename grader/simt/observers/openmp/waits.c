/* Threads that wait for ever, in a sentence: who waits for whom, or who misses a barrier. */
#include "watch.h"

#include <stdio.h>
#include <string.h>

enum { MOST_CLAUSES = 4, TEXT = 200 };

/* "the barrier at line 12" */
static void say_place(char *text, size_t size, const struct openmp_watch *watch,
                      const struct simt_wait *wait) {
    static const enum message places[SIMT_WAIT_COUNT] = {
        [SIMT_WAIT_NONE] = MESSAGE_AT_BARRIER,
        [SIMT_WAIT_MUTEX] = MESSAGE_AT_BARRIER,
        [SIMT_WAIT_BARRIER] = MESSAGE_AT_BARRIER,
        [SIMT_WAIT_LOOP] = MESSAGE_AT_LOOP,
        [SIMT_WAIT_SECTIONS] = MESSAGE_AT_SECTIONS,
        [SIMT_WAIT_SINGLE] = MESSAGE_AT_SINGLE,
        [SIMT_WAIT_REGION] = MESSAGE_AT_REGION,
        [SIMT_WAIT_TASKS] = MESSAGE_AT_TASKS,
        [SIMT_WAIT_TASKGROUP] = MESSAGE_AT_TASKGROUP,
        [SIMT_WAIT_DEPENDENCES] = MESSAGE_AT_DEPENDENCES,
        [SIMT_WAIT_ORDERED] = MESSAGE_AT_ORDERED,
        [SIMT_WAIT_DOACROSS] = MESSAGE_AT_DOACROSS};
    words_say(text, size, places[wait->what],
              MESSAGE_VALUES(message_number("line", line_of(watch, wait->site))));
}

static void say_mutex(char *text, size_t size, const struct openmp_watch *watch,
                      const struct simt_wait *wait) {
    words_mutex(text, size, watch, (enum simt_sync_kind)wait->mutex, wait->object, wait->name);
}

/* Do both wait for the same? */
static bool is_same(const struct openmp_watch *watch, const struct simt_wait *a,
                    const struct simt_wait *b) {
    return a->what == b->what && a->passes == b->passes && a->object == b->object &&
           line_of(watch, a->site) == line_of(watch, b->site);
}

/* "threads 1, 2 and 3": those that wait as `like` does; their count. */
static unsigned say_threads(char *text, size_t size, const struct openmp_watch *watch,
                            const struct simt_fault *event, const struct simt_wait *like) {
    char list[TEXT] = "";
    unsigned count = 0;
    uint32_t last = 0;
    for (uint32_t i = 0; i < event->wait_count; i++) {
        const struct simt_wait *wait = &event->waits[i];
        char before[TEXT], number[16];
        if (!is_same(watch, wait, like)) {
            continue;
        }
        memcpy(before, list, sizeof before);
        if (count == 1) {
            snprintf(list, sizeof list, "%u", last);
        } else if (count > 1) {
            snprintf(number, sizeof number, "%u", last);
            words_say(
                list, sizeof list, MESSAGE_LISTED,
                MESSAGE_VALUES(message_string("list", before), message_string("number", number)));
        }
        last = wait->thread;
        count++;
    }
    words_say(text, size, count > 1 ? MESSAGE_SEVERAL_THREADS : MESSAGE_ONE_THREAD,
              MESSAGE_VALUES(message_number("number", last), message_string("list", list),
                             message_number("last", last)));
    return count;
}

static void add_clause(char *clauses, size_t size, const char *clause) {
    char before[300];
    snprintf(before, sizeof before, "%s", clauses);
    if (before[0] == '\0') {
        snprintf(clauses, size, "%s", clause);
    } else {
        words_say(
            clauses, size, MESSAGE_CLAUSES,
            MESSAGE_VALUES(message_string("clauses", before), message_string("clause", clause)));
    }
}

/* ---- barriers that not all reach ------------------------------------------------------------- */

static void say_there(char *text, size_t size, const struct openmp_watch *watch,
                      const struct simt_fault *event, const struct simt_wait *wait, bool named) {
    char threads[TEXT], place[96];
    unsigned count = say_threads(threads, sizeof threads, watch, event, wait);
    say_place(place, sizeof place, watch, wait);
    enum message message = wait->what == SIMT_WAIT_REGION ? MESSAGE_HAS_ENDED
                           : named ? (wait->passes ? MESSAGE_COMES_THERE : MESSAGE_WAITS_THERE)
                                   : (wait->passes ? MESSAGE_COMES_TO : MESSAGE_WAITS_AT);
    words_say(text, size, message,
              MESSAGE_VALUES(message_string("team", threads), message_number("count", count),
                             message_string("place", place),
                             message_number("line", line_of(watch, wait->site))));
}

/* Was what this one waits for told of an earlier one? */
static bool is_first(const struct openmp_watch *watch, const struct simt_fault *event,
                     uint32_t at) {
    for (uint32_t i = 0; i < at; i++) {
        if (is_same(watch, &event->waits[i], &event->waits[at])) {
            return false;
        }
    }
    return true;
}

void finding_barrier(struct simt_finding *finding, const struct openmp_watch *watch,
                     const struct simt_fault *event) {
    const struct simt_wait *named = NULL;
    for (uint32_t i = 0; i < event->wait_count; i++) {
        const struct simt_wait *wait = &event->waits[i];
        if (named == NULL || (named->what == SIMT_WAIT_REGION && wait->what != SIMT_WAIT_REGION)) {
            named = wait;
        }
    }
    if (named == NULL) {
        return;
    }
    char place[96], there[TEXT], elsewhere[240] = "";
    say_place(place, sizeof place, watch, named);
    say_there(there, sizeof there, watch, event, named, true);
    for (uint32_t i = 0; i < event->wait_count; i++) {
        char clause[TEXT];
        if (!is_same(watch, &event->waits[i], named) && is_first(watch, event, i)) {
            say_there(clause, sizeof clause, watch, event, &event->waits[i], false);
            add_clause(elsewhere, sizeof elsewhere, clause);
        }
    }
    finding_says(finding, MESSAGE_NOT_ALL_REACH,
                 MESSAGE_VALUES(message_string("place", place), message_string("there", there),
                                message_string("elsewhere", elsewhere)));
}

/* ---- deadlocks ------------------------------------------------------------------------------- */

static const struct simt_wait *wait_of(const struct simt_fault *event, uint32_t warp) {
    for (uint32_t i = 0; i < event->wait_count; i++) {
        if (event->waits[i].warp == warp) {
            return &event->waits[i];
        }
    }
    return NULL;
}

/* The one that holds what this one waits for; NULL if it waits for nothing that is held, or if the
 * holder does not wait. */
static const struct simt_wait *holder_of(const struct simt_fault *event,
                                         const struct simt_wait *wait) {
    return wait->what == SIMT_WAIT_MUTEX ? wait_of(event, wait->holder_warp) : NULL;
}

/* How many threads wait for each other in a circle that begins and ends at this one; 0: none. */
static uint32_t circle(const struct simt_fault *event, const struct simt_wait *start) {
    uint32_t length = 0;
    for (const struct simt_wait *at = start; at != NULL && length <= event->wait_count;) {
        at = holder_of(event, at);
        length++;
        if (at == start) {
            return length;
        }
    }
    return 0;
}

static void say_own(struct simt_finding *finding, const struct openmp_watch *watch,
                    const struct simt_wait *wait) {
    char lock[128], who[64];
    say_mutex(lock, sizeof lock, watch, wait);
    words_strand(who, sizeof who, watch, wait->strand);
    words_capital(who);
    finding_says(finding, MESSAGE_OWN_LOCK,
                 MESSAGE_VALUES(message_string("who", who), message_string("lock", lock),
                                message_number("line", line_of(watch, wait->site)),
                                message_number("taken", line_of(watch, wait->holder_site))));
    finding_advises(finding,
                    wait->mutex == SIMT_SYNC_CRITICAL ? MESSAGE_OWN_CRITICAL_ADVICE
                                                      : MESSAGE_OWN_LOCK_ADVICE,
                    NULL);
}

/* A thread at the end of its region waits, too, but its own work is over. */
static bool is_waiting(const struct simt_wait *wait) {
    return wait != NULL && wait->what != SIMT_WAIT_REGION;
}

/* What the holder of `wanted` does: waits for another lock, waits for the others, or nothing. */
static void say_holder(char *text, size_t size, const struct openmp_watch *watch,
                       const struct simt_fault *event, const struct simt_wait *wanted) {
    const struct simt_wait *holder = holder_of(event, wanted);
    char held[96], lock[96] = "", place[96] = "", who[64];
    say_mutex(held, sizeof held, watch, wanted);
    words_say(who, sizeof who, MESSAGE_ONE_THREAD,
              MESSAGE_VALUES(message_number("number", wanted->holder_thread)));
    enum message message = MESSAGE_KEEPS;
    if (holder != NULL && holder->what == SIMT_WAIT_MUTEX) {
        say_mutex(lock, sizeof lock, watch, holder);
        message = MESSAGE_HOLDS_AND_WAITS;
    } else if (is_waiting(holder)) {
        say_place(place, sizeof place, watch, holder);
        message = MESSAGE_HOLDS_AND_WAITS_AT;
    }
    words_say(
        text, size, message,
        MESSAGE_VALUES(message_string("who", who), message_string("held", held),
                       message_number("taken", line_of(watch, wanted->holder_site)),
                       message_string("lock", lock), message_string("place", place),
                       message_number("line", holder != NULL ? line_of(watch, holder->site) : 0)));
}

/* Clauses, and how many more threads wait that they do not tell of. */
static void say_clauses(struct simt_finding *finding, char *clauses, unsigned more) {
    words_capital(clauses);
    finding_says(finding, more > 0 ? MESSAGE_AND_MORE : MESSAGE_SENTENCE,
                 MESSAGE_VALUES(message_string("clauses", clauses), message_number("count", more)));
}

static void say_circle(struct simt_finding *finding, const struct openmp_watch *watch,
                       const struct simt_fault *event, const struct simt_wait *start,
                       uint32_t length) {
    /* each thread holds what the one before it waits for; the sentence begins with the first one */
    const struct simt_wait *wanted = start;
    while (holder_of(event, wanted) != start) {
        wanted = holder_of(event, wanted);
    }
    char clauses[300] = "";
    uint32_t told = length < MOST_CLAUSES ? length : MOST_CLAUSES - 1;
    for (uint32_t n = 0; n < told; n++) {
        char clause[TEXT];
        say_holder(clause, sizeof clause, watch, event, wanted);
        add_clause(clauses, sizeof clauses, clause);
        wanted = holder_of(event, wanted);
    }
    say_clauses(finding, clauses, length - told);
    finding_advises(finding, MESSAGE_LOCK_ORDER_ADVICE, NULL);
}

/* Somebody holds what others wait for, and waits for them, or has gone. */
static void say_kept(struct simt_finding *finding, const struct openmp_watch *watch,
                     const struct simt_fault *event, const struct simt_wait *wanted) {
    char clauses[300] = "", clause[TEXT], threads[TEXT], lock[96];
    const struct simt_wait *holder = holder_of(event, wanted);
    say_holder(clause, sizeof clause, watch, event, wanted);
    add_clause(clauses, sizeof clauses, clause);
    unsigned count = say_threads(threads, sizeof threads, watch, event, wanted);
    say_mutex(lock, sizeof lock, watch, wanted);
    words_say(clause, sizeof clause, MESSAGE_WAITS_FOR_LOCK,
              MESSAGE_VALUES(message_string("team", threads), message_number("count", count),
                             message_string("lock", lock),
                             message_number("line", line_of(watch, wanted->site))));
    add_clause(clauses, sizeof clauses, clause);
    say_clauses(finding, clauses, 0);
    finding_advises(finding,
                    is_waiting(holder) ? MESSAGE_LOCK_AND_BARRIER_ADVICE : MESSAGE_LOCK_KEPT_ADVICE,
                    NULL);
}

static void say_all(struct simt_finding *finding, const struct openmp_watch *watch,
                    const struct simt_fault *event) {
    char clauses[300] = "";
    for (uint32_t i = 0; i < event->wait_count; i++) {
        char clause[TEXT];
        if (is_first(watch, event, i)) {
            say_there(clause, sizeof clause, watch, event, &event->waits[i], false);
            add_clause(clauses, sizeof clauses, clause);
        }
    }
    if (clauses[0] != '\0') {
        say_clauses(finding, clauses, 0);
    }
}

void finding_deadlock(struct simt_finding *finding, const struct openmp_watch *watch,
                      const struct simt_fault *event) {
    const struct simt_wait *kept = NULL;
    for (uint32_t i = 0; i < event->wait_count; i++) {
        const struct simt_wait *wait = &event->waits[i];
        uint32_t length = circle(event, wait);
        if (length == 1) {
            say_own(finding, watch, wait);
            return;
        }
        if (length > 1) {
            say_circle(finding, watch, event, wait, length);
            return;
        }
        const struct simt_wait *holder = holder_of(event, wait);
        if (wait->what == SIMT_WAIT_MUTEX && (holder == NULL || holder->what != SIMT_WAIT_MUTEX) &&
            kept == NULL) {
            kept = wait;
        }
    }
    if (kept != NULL) {
        say_kept(finding, watch, event, kept);
    } else {
        say_all(finding, watch, event);
    }
}
