#include "../../message_text.h"
#include "evidence.h"
#include "evidence_inside.h"

#include "../../lab/facts.h"
#include "../../run/session.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_LEFT_OUT = 4096 };

/* The parameter's name, if the call has one of that value among those that say how many work. */
static const char *worker_word(const struct oracle_call *call, uint64_t value) {
    static const char *const names[] = {"threads", "blocks", "work_group", "groups"};
    for (size_t i = 0; i < call->parameter_count; i++) {
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            if (call->parameter[i] == value && strcmp(call->parameter_name[i], names[k]) == 0) {
                return names[k];
            }
        }
    }
    return NULL;
}

/* Counts and sums, of which a multiple says something: not an extreme, nor a cell. */
static bool adds_up(const struct oracle_buffer *buffer) {
    const bool whole = buffer->element != ELEMENT_F32 && buffer->element != ELEMENT_F64;
    return (whole && buffer->count >= FEWEST_IN_A_TABLE) ||
           (strstr(buffer->name, "sum") != NULL && !evidence_is_error(buffer));
}

/* The whole number k >= 2 with a = k * b for all elements; 0 where there is none. */
static uint64_t common_factor(const struct wrong_answer *answer, const void *a, const void *b) {
    double factor = 0;
    for (size_t i = 0; i < answer->buffer->count; i++) {
        const double x = evidence_number(answer->buffer, a, i),
                     y = evidence_number(answer->buffer, b, i);
        if (x == 0 && y == 0) {
            continue;
        }
        const double ratio = y != 0 ? x / y : 0;
        if (ratio < 2 || ratio != floor(ratio) || (factor != 0 && ratio != factor)) {
            return 0;
        }
        factor = ratio;
    }
    return factor < 1e9 ? (uint64_t)factor : 0;
}

/* The number of threads in the team; 0 where there is none. */
static uint64_t team_of(const struct wrong_answer *answer) {
    return answer->team ? evidence_parameter(answer->call, "threads") : 0;
}

static double sum_of(const struct oracle_buffer *buffer, const void *data) {
    double sum = 0;
    for (size_t i = 0; i < buffer->count; i++) {
        sum += evidence_number(buffer, data, i);
    }
    return sum;
}

/* Each thread begins at its number and goes on by 1, so each lacks fewer elements than there are
 * threads. */
static const char *nearly_counted_often(struct arena *arena, const struct wrong_answer *answer) {
    const uint64_t threads = adds_up(answer->buffer) ? team_of(answer) : 0;
    const double all = sum_of(answer->buffer, answer->expected) * (double)threads;
    const double lacking = all - sum_of(answer->buffer, answer->got);
    return threads > 1 && lacking > 0 && lacking < (double)(threads * threads) && lacking < all / 16
               ? message_print(arena,
                               "Nearly every value is %" PRIu64
                               " times the right one, and threads is %" PRIu64
                               ": by which step does a thread walk? Outside of a parallel region, "
                               "omp_get_num_threads() is 1.",
                               threads, threads)
               : NULL;
}

/* What one thread counts is about its share of all, and no bin has more than it should. */
static const char *share_of_one(struct arena *arena, const struct wrong_answer *answer) {
    const uint64_t threads = adds_up(answer->buffer) ? team_of(answer) : 0;
    const double all = sum_of(answer->buffer, answer->expected);
    const double got = sum_of(answer->buffer, answer->got) * (double)threads;
    for (size_t i = 0; i < answer->buffer->count; i++) {
        if (evidence_number(answer->buffer, answer->got, i) >
            evidence_number(answer->buffer, answer->expected, i)) {
            return NULL;
        }
    }
    return threads > 1 && got > 0.75 * all && got < 1.25 * all
               ? message_print(
                     arena,
                     "The values are about 1/%" PRIu64 " of the right ones, and threads is %" PRIu64
                     ": does the program keep only what one thread found (single, master, a "
                     "merge shared out by `omp for`, or a reduction that does not add)?",
                     threads, threads)
               : NULL;
}

static const char *fewer_than_threads(struct arena *arena, const struct wrong_answer *answer) {
    const uint64_t threads = team_of(answer);
    const struct oracle_call *call = answer->call;
    return call->input_count == 1 && call->input[0].count < threads &&
                   sum_of(answer->buffer, answer->got) == 0
               ? message_print(
                     arena,
                     "n is %zu and threads is %" PRIu64
                     ": a share of n / threads is 0. Which thread takes the elements that "
                     "are left over?",
                     call->input[0].count, threads)
               : NULL;
}

/* Where all elements are equal, one sum is often a multiple of another. */
static bool is_by_chance(const struct wrong_answer *answer) {
    const struct oracle_buffer *data = &answer->call->input[0];
    if (answer->buffer->count > 1 || answer->data == NULL) {
        return false;
    }
    for (size_t i = 1; i < data->count; i++) {
        if (evidence_number(data, answer->data, i) != evidence_number(data, answer->data, 0)) {
            return false;
        }
    }
    return true;
}

static const char *counted_often(struct arena *arena, const struct wrong_answer *answer) {
    const uint64_t times =
        adds_up(answer->buffer) ? common_factor(answer, answer->got, answer->expected) : 0;
    const char *word = worker_word(answer->call, times);
    return times == 0 || (word == NULL && is_by_chance(answer)) ? NULL
           : word != NULL
               ? message_print(arena,
                               "Every value is exactly %" PRIu64
                               " times the right one, and %s is %" PRIu64
                               ": does each of them walk through all the data, or add what all "
                               "have found?%s",
                               times, word, times,
                               answer->team ? " Outside of a parallel region, "
                                              "omp_get_num_threads() is 1."
                                            : "")
               : message_print(arena,
                               "Every value is exactly %" PRIu64
                               " times the right one: what is done %" PRIu64
                               " times, or is not set to zero between two passes?",
                               times, times);
}

static const char *counted_in_part(struct arena *arena, const struct wrong_answer *answer) {
    const uint64_t parts =
        adds_up(answer->buffer) ? common_factor(answer, answer->expected, answer->got) : 0;
    const char *word = worker_word(answer->call, parts);
    return word == NULL
               ? NULL
               : message_print(arena,
                               "The values are exactly 1/%" PRIu64
                               " of the right ones, and %s is %" PRIu64
                               ": is the result of only one of them taken, or does it overwrite "
                               "those of the others?",
                               parts, word, parts);
}

static const char *all_zero(struct arena *arena, const struct wrong_answer *answer) {
    const struct oracle_call *call = answer->call;
    const bool few = call->input_count == 1 && call->input[0].count < FEWEST_IN_A_TABLE;
    if (!adds_up(answer->buffer) || few) { /* few elements may just be those that are left over */
        return NULL;
    }
    for (size_t i = 0; i < answer->buffer->count; i++) {
        if (evidence_number(answer->buffer, answer->got, i) != 0) {
            return NULL;
        }
    }
    if (answer->watched && answer->reads == 0) {
        return message_print(
            arena,
            "Every value is 0, and no element of %s was read: does the loop run at "
            "all? Compare where it begins with where it ends.",
            answer->call->input[0].name);
    }
    if (answer->team && team_of(answer) == 1) {
        return message_print(arena, "Every value is 0: does the loop store what it computes where "
                                    "the result should be? (x = x++ leaves x as it was.)");
    }
    if (answer->team) {
        return message_print(
            arena,
            "Every value is 0, as if nothing had been done: is the result in a private or "
            "firstprivate copy, which is lost when the loop ends? A reduction(+ : …) adds the "
            "copies up.");
    }
    return message_print(arena,
                         "Every value is 0, as if nothing had been done: did everything that was "
                         "started end without an error, and is the result read after that?");
}

static const char *only_the_tail(struct arena *arena, const struct wrong_answer *answer) {
    const size_t count = answer->buffer->count;
    const bool tail = answer->first > 0 && answer->first >= count / 8 &&
                      answer->wrong == count - answer->first && count >= FEWEST_IN_A_TABLE;
    const char *words =
        strcmp(answer->buffer->item, "bin") == 0
            ? "Everything is right up to %s %zu, and wrong from there to the end: does each loop "
              "over the table reach its end?"
            : "Everything is right up to %s %zu, and wrong from there to the end: what is "
              "different at the end, and which thread takes the elements that are left over?";
    return tail ? message_print(arena, words, answer->buffer->item, answer->first - 1) : NULL;
}

/* Counts on top of what nobody has written: right, but for where they began. */
static const char *added_to_garbage(struct arena *arena, const struct wrong_answer *answer) {
    const struct oracle_buffer *buffer = answer->buffer;
    const size_t size = element_size(buffer->element);
    if (buffer->element != ELEMENT_U32 && buffer->element != ELEMENT_U64) {
        return NULL;
    }
    size_t wrong = 0, counted = 0;
    for (size_t i = 0; i < buffer->count; i++) {
        uint64_t got = 0, right = 0, garbage = 0;
        memcpy(&got, (const char *)answer->got + i * size, size);
        memcpy(&right, (const char *)answer->expected + i * size, size);
        memset(&garbage, SESSION_POISON, size);
        const uint64_t mask = size == sizeof got ? UINT64_MAX : UINT32_MAX;
        if (got != right && ((got - right) & mask) != garbage) {
            return NULL;
        }
        wrong += got != right;
        counted += got != right && right != 0;
    }
    return counted == 0 ? NULL
           : buffer->count == 1
               ? message_print(arena,
                               "It was added to the garbage that was there before: set it to "
                               "0 first.")
               : message_print(arena,
                               "%zu of %zu were added to the garbage that was there before: "
                               "set all of them to 0 first.",
                               wrong, buffer->count);
}

/* Is every wrong element unwritten? The number of those that should have been written goes to *due.
 */
static bool is_right_but_unwritten(const struct wrong_answer *answer, size_t *due) {
    const size_t size = element_size(answer->buffer->element);
    const unsigned char *got = answer->got, *expected = answer->expected;
    *due = 0;
    for (size_t i = 0; i < answer->buffer->count; i++) {
        *due += !evidence_is_poison(answer->buffer, answer->expected, i);
        if (memcmp(got + i * size, expected + i * size, size) != 0 &&
            !evidence_is_unwritten(answer, i)) {
            return false;
        }
    }
    return true;
}

/* Numbers of floating point that are added to so large a number leave it as it is. */
static bool may_be_swallowed(const struct wrong_answer *answer, size_t due) {
    const enum element element = answer->buffer->element;
    return (element == ELEMENT_F32 || element == ELEMENT_F64) && answer->wrong == due &&
           due >= FEWEST_IN_A_TABLE;
}

static const char *some_missing(struct arena *arena, const struct wrong_answer *answer) {
    const char *item = answer->buffer->item;
    const size_t first = answer->first;
    size_t due;
    if (answer->wrong == answer->buffer->count || !is_right_but_unwritten(answer, &due)) {
        return NULL;
    }
    return answer->team && team_of(answer) == 1
               ? message_print(
                     arena,
                     "What was written is right, but some of it is missing: which turn of "
                     "which loop should write %s %zu, and does that loop reach the end?",
                     item, first)
               : message_print(arena,
                               "What was written is right, but some of it is missing: which thread "
                               "should write %s %zu, and do all parts together reach the end?",
                               item, first);
}

static const char *rest_unwritten(struct arena *arena, const struct wrong_answer *answer) {
    const size_t size = element_size(answer->buffer->element), count = answer->buffer->count;
    size_t due;
    if (!is_right_but_unwritten(answer, &due)) {
        return NULL;
    }
    const bool bytes = size > 1 && answer->first == count / size &&
                       answer->wrong == count - answer->first && count >= FEWEST_IN_A_TABLE;
    const char *found = evidence_of_short_index(arena, answer);
    if (found != NULL && bytes) {
        return message_print(arena,
                             "Only the first %zu of %zu were written: as many bytes as there are "
                             "elements (the length of a copy is in bytes), and as many as an index "
                             "or a cast of 8 or 16 bits can count.",
                             answer->first, count);
    }
    found = found != NULL ? found : evidence_of_indices(arena, answer);
    if (found != NULL) {
        return found;
    }
    if (may_be_swallowed(answer, due)) {
        return message_print(arena, "Every result holds what was there before: nothing was stored, "
                                    "or it was only added to that (+=), which is so large a number "
                                    "that it swallows the rest.");
    }
    if (bytes) {
        return message_print(
            arena,
            "Only the first %zu of %zu were written, as many bytes as there are elements. The "
            "length of a copy is in bytes: the number of elements times the size of one.",
            answer->first, count);
    }
    return answer->wrong == 1 && answer->first + 1 == count && count >= FEWEST_IN_A_TABLE
               ? message_print(arena,
                               "Only %s %zu, the last one, was never written: does a loop end one "
                               "too early (< or <=), and can its counter hold the bound?",
                               answer->buffer->item, answer->first)
               : NULL;
}

/* How many elements a table of counters lacks; 0 where some bin has too many. */
static size_t count_missing(const struct wrong_answer *answer) {
    double missing = 0;
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        const double lacks = evidence_number(answer->buffer, answer->expected, bin) -
                             evidence_number(answer->buffer, answer->got, bin);
        if (lacks < 0) {
            return 0;
        }
        missing += lacks;
    }
    return missing <= MOST_LEFT_OUT ? (size_t)missing : 0;
}

/* Are these elements of the data just those that the table lacks? */
static bool lacks_these(const struct wrong_answer *answer, size_t begin, size_t count) {
    const struct oracle_buffer *data = &answer->call->input[0];
    for (size_t i = 0; i < count; i++) {
        const size_t bin = (size_t)evidence_number(data, answer->data, begin + i);
        if (bin >= answer->buffer->count) {
            return false;
        }
        double lacks = evidence_number(answer->buffer, answer->expected, bin) -
                       evidence_number(answer->buffer, answer->got, bin);
        for (size_t k = 0; k < count && lacks >= 0; k++) {
            lacks -= (size_t)evidence_number(data, answer->data, begin + k) == bin;
        }
        if (lacks != 0) {
            return false;
        }
    }
    return true;
}

/* A table of counters that lacks the last elements of the data, or the first ones. */
static const char *end_left_out(struct arena *arena, const struct wrong_answer *answer) {
    const struct oracle_buffer *data = &answer->call->input[0];
    if (answer->data == NULL || answer->buffer->count < FEWEST_IN_A_TABLE ||
        answer->buffer->element != ELEMENT_U32 ||
        (data->element != ELEMENT_U8 && data->element != ELEMENT_U16)) {
        return NULL;
    }
    const size_t missing = count_missing(answer);
    if (missing == 0 || missing > data->count ||
        (missing == data->count && missing >= FEWEST_IN_A_TABLE)) {
        return NULL;
    }
    const uint64_t threads = team_of(answer);
    const bool last = lacks_these(answer, data->count - missing, missing);
    return last && (threads & (threads - 1)) != 0
               ? message_print(
                     arena,
                     "Only the last elements of %s are missing, %zu of them: does the walk "
                     "reach the very end, and is the table of each thread merged? Two by "
                     "two, one of %" PRIu64 " threads has no partner.",
                     data->name, missing, threads)
           : last ? message_print(
                        arena,
                        "Only the last elements of %s are missing, %zu of them: which thread takes "
                        "the elements that are left over, and does the walk reach the very end?",
                        data->name, missing)
           : lacks_these(answer, 0, missing)
               ? message_print(arena,
                               "Only the first elements of %s are missing, %zu of them: where does "
                               "the walk begin?",
                               data->name, missing)
               : NULL;
}

const char *evidence_of_values(struct arena *arena, const struct judged_call *judged, bool team,
                               const struct oracle_buffer *buffer, const void *got,
                               const void *expected, bool *rest_missing) {
    static const char *(*const rows[])(struct arena * arena, const struct wrong_answer *answer) = {
        added_to_garbage,     evidence_of_counters, fewer_than_threads,
        evidence_of_sizes,    end_left_out,         all_zero,
        evidence_of_digits,   evidence_of_walks,    counted_often,
        counted_in_part,      nearly_counted_often, evidence_of_overflow,
        evidence_of_formulas, rest_unwritten,       some_missing,
        evidence_of_borders,  evidence_of_reads,    share_of_one,
        evidence_of_likeness, only_the_tail};
    const struct oracle_call *call = judged->call;
    struct wrong_answer answer = {
        .call = call,
        .data = call->input_count == 1 ? judged->input[0] : NULL,
        .input = judged->input,
        .buffer = buffer,
        .got = got,
        .expected = expected,
        .first = buffer->count,
        .team = team,
        .watched = judged->fact != NULL && call->input_count == 1 && call->input[0].count > 0,
        .reads = judged->fact != NULL ? judged->fact[FACT_INPUT_READS] : 0,
    };
    const size_t size = element_size(buffer->element);
    for (size_t i = 0; i < buffer->count; i++) {
        if (memcmp((const char *)got + i * size, (const char *)expected + i * size, size) != 0) {
            answer.first = answer.wrong == 0 ? i : answer.first;
            answer.wrong++;
        }
    }
    /* One that was to be left as it was: the call had to fail, and numbers say nothing about it. */
    if (answer.wrong > 0 && evidence_is_poison(buffer, expected, answer.first)) {
        return NULL;
    }
    const char *advice = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && advice == NULL; i++) {
        advice = rows[i](arena, &answer);
        *rest_missing = advice != NULL && rows[i] == some_missing;
    }
    return advice;
}
