/* The answer against the oracle's, bit for bit unless the oracle allows a tolerance. */
#include "../message_text.h"
#include "devices/asked_oracle.h"
#include "advice/evidence.h"
#include "grading.h"
#include "advice/advice.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 40 };

/* Element `index` of a buffer as people write it. */
static void print_element(enum element element, const void *buffer, size_t index,
                          char text[TEXT_BYTES]) {
    const unsigned char *at = (const unsigned char *)buffer + index * element_size(element);
    uint64_t bits = 0;
    float single;
    double twice;
    memcpy(&bits, at, element_size(element));
    switch (element) {
    case ELEMENT_I32:
        snprintf(text, TEXT_BYTES, "%" PRId32, (int32_t)(uint32_t)bits);
        return;
    case ELEMENT_I64:
        snprintf(text, TEXT_BYTES, "%" PRId64, (int64_t)bits);
        return;
    case ELEMENT_F32:
        memcpy(&single, at, sizeof single);
        snprintf(text, TEXT_BYTES, "%.9g", (double)single);
        return;
    case ELEMENT_F64:
        memcpy(&twice, at, sizeof twice);
        snprintf(text, TEXT_BYTES, "%.17g", twice);
        return;
    default:
        snprintf(text, TEXT_BYTES, "%" PRIu64, bits);
    }
}

/* "nan (7fc00000)" */
static void print_bits(enum element element, const void *buffer, size_t index,
                       char text[TEXT_BYTES]) {
    const size_t size = element_size(element);
    uint64_t bits = 0;
    memcpy(&bits, (const unsigned char *)buffer + index * size, size);
    snprintf(text, TEXT_BYTES, "nan (%" PRIx64 ")", bits);
}

struct difference {
    size_t first, count, unwritten;
    bool alike; /* NaN differs from NaN, by its bits only, and nothing else differs */
};

/* Element `index` as a number; integers are none that may be off. */
static double number(const struct oracle_buffer *buffer, const void *data, size_t index) {
    return buffer->element == ELEMENT_F32   ? (double)((const float *)data)[index]
           : buffer->element == ELEMENT_F64 ? ((const double *)data)[index]
                                            : (double)NAN;
}

/* The same bits; or, where the oracle allows a tolerance, nearly the same number (never NaN). */
static bool same(const struct oracle_buffer *buffer, const void *got, const void *expected,
                 size_t index, double tolerance) {
    const size_t size = element_size(buffer->element), at = index * size;
    if (memcmp((const char *)got + at, (const char *)expected + at, size) == 0) {
        return true;
    }
    const double right = number(buffer, expected, index);
    return tolerance > 0 && fabs(number(buffer, got, index) - right) <= tolerance * fabs(right);
}

/* NaN in both, with other bits: as text they are the same. */
static bool both_nan(const struct oracle_buffer *buffer, const void *got, const void *expected,
                     size_t index) {
    const bool real = buffer->element == ELEMENT_F32 || buffer->element == ELEMENT_F64;
    return real && isnan(number(buffer, got, index)) && isnan(number(buffer, expected, index));
}

/* The first is one whose two values a reader can tell apart, if there is any. */
static struct difference find_differences(const struct oracle_buffer *buffer, const void *got,
                                          const void *expected, double tolerance) {
    struct difference difference = {0};
    for (size_t i = 0; i < buffer->count; i++) {
        if (!same(buffer, got, expected, i, tolerance)) {
            const bool alike = both_nan(buffer, got, expected, i);
            difference.first =
                difference.count == 0 || (difference.alike && !alike) ? i : difference.first;
            difference.alike = difference.count == 0 ? alike : difference.alike && alike;
            difference.count++;
            difference.unwritten += evidence_is_poison(buffer, got, i);
        }
    }
    return difference;
}

/* "bin 17: got 3, expected 4 (5 of 256 bins differ)"; of an output whose numbers mean nothing, no
 * sentence. */
static struct finding *add_difference(struct grading *grading, struct trial *trial,
                                      const struct oracle_buffer *buffer, const void *got,
                                      const void *expected, struct difference difference) {
    const size_t first = difference.first;
    const bool one = buffer->count == 1;
    char *got_text = arena_alloc(grading->arena, TEXT_BYTES);
    char *expected_text = arena_alloc(grading->arena, TEXT_BYTES);
    print_element(buffer->element, got, first, got_text);
    print_element(buffer->element, expected, first, expected_text);
    if (difference.alike) {
        print_bits(buffer->element, got, first, got_text);
        print_bits(buffer->element, expected, first, expected_text);
    }
    const bool all = difference.unwritten == buffer->count;
    const enum found id = all && strchr(buffer->name, ',') != NULL ? FOUND_NEVER_WRITTEN_ALL
                          : all                                    ? FOUND_NEVER_WRITTEN
                          : buffer->item == NULL                   ? FOUND_WRONG_OUTPUT
                          : evidence_is_poison(buffer, got, first) ? FOUND_ELEMENT_UNWRITTEN
                          : evidence_is_poison(buffer, expected, first)
                              ? (one ? FOUND_UNEXPECTED_VALUE : FOUND_UNEXPECTED_ELEMENT)
                          : one ? FOUND_WRONG_VALUE
                                : FOUND_WRONG_ELEMENT;
    if (all || buffer->item == NULL) {
        return trial_find(grading, trial, id, MESSAGE_VALUES(message_string("name", buffer->name)));
    }
    return trial_find(
        grading, trial, id,
        MESSAGE_VALUES(message_string("name", buffer->name), message_string("item", buffer->item),
                       message_number("element", (long long)first), message_string("got", got_text),
                       message_string("expected", expected_text),
                       message_number("unwritten", (long long)difference.unwritten),
                       message_number("differ", (long long)difference.count),
                       message_number("all", (long long)buffer->count)));
}

/* What the oracle makes of the wrong answer. */
struct explanation {
    const char *sentence; /* to go after the difference; or "" */
    const char *advice;   /* or NULL */
};

static struct explanation explain(struct grading *grading, const struct judged_call *judged,
                                  const void *const got[], const void *const expected[]) {
    struct explanation explanation = {.sentence = ""};
    char text[400] = "";
    if (grading->oracle->explain == NULL ||
        !grading->oracle->explain(judged->call, judged->input, got, expected, text, sizeof text)) {
        return explanation;
    }
    char *const newline = strchr(text, '\n');
    if (newline != NULL) {
        *newline = '\0';
        explanation.advice = arena_strdup(grading->arena, newline + 1);
    }
    explanation.sentence = arena_strdup(grading->arena, text);
    return explanation;
}

/* There "threads" are those of OpenMP. */
static bool runs_on_cpu(const struct lab *lab, const char *name) {
    const struct lab_exercise *exercise = lab_find_exercise(lab, name);
    return exercise != NULL && strcmp(exercise->device, "cpu") == 0;
}

static size_t cases_of(const struct lab_check *check) {
    size_t count = 0;
    for (const struct oracle_case *one = check->cases; one != NULL; one = one->next) {
        count++;
    }
    return count;
}

/* The advice of a check of races or costs does not fit a wrong answer: this is that of the
 * exercise's output check with the most cases. */
static const char *advice_on_answers(const struct lab *lab, const struct lab_check *check,
                                     const char *name) {
    const struct lab_check *found = check;
    size_t most = 0;
    const struct lab_exercise *exercise =
        check->kind != CHECK_OUTPUT ? lab_find_exercise(lab, name) : NULL;
    const struct lab_check *other = exercise != NULL ? exercise->checks : NULL;
    for (; other != NULL; other = other->next) {
        if (other->kind == CHECK_OUTPUT && !other->hidden && other->advice != NULL &&
            cases_of(other) > most) {
            most = cases_of(other);
            found = other;
        }
    }
    return found->advice;
}

/* The advice on a wrong answer: on an error that was not due; else by what the compiler warned of,
 * by what the values show, by what the oracle says (`oracles`, or NULL); else the check's own. */
static const char *advice(struct grading *grading, const struct lab_check *check,
                          const struct judged_call *judged, const struct oracle_buffer *buffer,
                          const void *got, const void *expected, const char *oracles,
                          struct finding *finding) {
    const unsigned char none[sizeof(uint64_t)] = {0};
    bool undue = finding->of_error && memcmp(expected, none, element_size(buffer->element)) == 0;
    if (undue) {
        return "Start with that error: which call returned it, and with which arguments? The name "
               "and arguments of a kernel must match the header.";
    }
    const char *shown = warned_of_unset(grading, judged->call->exercise);
    if (shown == NULL) {
        shown = evidence_of_values(grading->arena, judged,
                                   runs_on_cpu(grading->lab, judged->call->exercise), buffer, got,
                                   expected, &finding->rest_missing);
    }
    if (shown == NULL) {
        shown = oracles;
    }
    return shown != NULL ? shown : advice_on_answers(grading->lab, check, judged->call->exercise);
}

/* Did the call have to fail, and was an error returned? Which one was due is for the oracle to say.
 */
static bool told_error(const struct oracle_call *call, const void *const got[],
                       void *const expected[]) {
    const unsigned char none[sizeof(uint64_t)] = {0};
    for (size_t i = 0; i < call->output_count; i++) {
        const size_t size = element_size(call->output[i].element);
        if (call->output[i].count == 1 && evidence_is_error(&call->output[i]) &&
            memcmp(expected[i], none, size) != 0) {
            return memcmp(got[i], none, size) != 0;
        }
    }
    return false;
}

/* Adds the finding of output number `i`, the first one that is wrong. */
static void tell_wrong_output(struct grading *grading, const struct lab_check *check,
                              const struct judged_call *judged, const void *const got[],
                              void *const expected[], size_t i, struct difference difference,
                              struct trial *trial) {
    const struct oracle_buffer *buffer = &judged->call->output[i];
    const bool some_written = difference.unwritten < buffer->count;
    size_t cut;
    trial->told_error = told_error(judged->call, got, expected);
    const struct explanation explanation =
        some_written && !evidence_is_cut(buffer, got[i], expected[i], &cut)
            ? explain(grading, judged, got, (const void *const *)expected)
            : (struct explanation){.sentence = ""};
    struct finding *finding =
        add_difference(grading, trial, buffer, got[i], expected[i], difference);
    if (finding->message[0] == '\0') {
        finding->message = explanation.sentence;
    } else if (explanation.sentence[0] != '\0') {
        finding->message =
            message_print(grading->arena, "%s; %s", finding->message, explanation.sentence);
    }
    finding->of_error = strcmp(buffer->name, ORACLE_RETURNED_ERROR) == 0;
    finding->advice =
        advice(grading, check, judged, buffer, got[i], expected[i], explanation.advice, finding);
    if (some_written) {
        char value[TEXT_BYTES];
        print_element(buffer->element, got[i], difference.first, value);
        finding->got = arena_strdup(grading->arena, value);
        finding->element = difference.first;
    }
}

void compare_outputs(struct grading *grading, const struct lab_check *check,
                     const struct judged_call *judged, struct trial *trial) {
    const struct oracle_call *call = judged->call;
    void *expected[ORACLE_MAX_BUFFERS] = {0};
    const void *got[ORACLE_MAX_BUFFERS] = {0};
    for (size_t i = 0; i < call->output_count; i++) {
        const struct oracle_buffer *buffer = &call->output[i];
        expected[i] = calloc(buffer->count + 1, element_size(buffer->element));
        got[i] = judged->output[i];
        if (expected[i] == NULL) {
            error_set(grading->error, "out of memory for the expected result");
        }
    }
    bool right = grading->error->message[0] == '\0' &&
                 oracle_make_outputs(grading, call, judged->input, expected);
    for (size_t i = 0; i < call->output_count && right; i++) {
        const struct difference difference =
            find_differences(&call->output[i], got[i], expected[i], call->tolerance);
        right = difference.count == 0;
        if (!right) {
            tell_wrong_output(grading, check, judged, got, expected, i, difference, trial);
        }
    }
    for (size_t i = 0; i < call->output_count; i++) {
        free(expected[i]);
    }
}

call_judge *answers_judge(const struct exercise_grade *graded) {
    return graded->answers_told ? NULL : compare_outputs;
}
