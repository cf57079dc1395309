/*
 * Checks of kind `origin`: where an answer comes from. The simulated GPU holds other data than the
 * host: a second input of the same shape, which nobody outside of the grader has seen, takes the
 * place of the first on its way into device memory (simt/device/substitution.h). An answer that
 * fits the second input comes from what the device held; one that fits the first, which the device
 * never had, was computed by the host, whatever was launched. Nobody is accused of anything else:
 * data that reach the device in another form and an answer that fits neither are for a person to
 * `review`, and cost nothing, as long as all is right where device and host hold the same: the
 * first input, and the second. A program whose answer for one of these is wrong has a plain
 * mistake. The program must also work as it does elsewhere: by a checksum it could tell that the
 * device holds other data, do the work in this run only, and pass the host's answer on in all
 * others.
 */
#include "../../simt/device/substitution.h"
#include "bounds.h"
#include "../check_devices.h"
#include "../devices/gpu.h"
#include "../grade.h"
#include "../advice/host_part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A program that repacks the data sends at least this part of its bytes: an eighth, where doubles
 * that hold small integers become bytes. */
enum { LEAST_SHARE = 16 };
/* What comes back is results, which may be partial ones: so many times the results, and at most
 * this part of the data. Of few bytes of data, the results of all threads may be as many. */
enum { PARTIAL_RESULTS = 8, MOST_BACK = 4, FEW_DATA = 1 << 16 };
enum { MOST_ATTEMPTS = 16 };

/* The second input, of the first seed whose answer is another one: *seed. */
static bool find_other(struct grading *grading, const struct oracle_call *call,
                       struct solved *first, struct solved *second, uint64_t *seed) {
    if (!solved_fill(grading, call, first)) {
        return false;
    }
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
        struct oracle_call other = *call;
        other.seed = secret_seed(grading->options->secret, call->seed,
                                 arena_printf(grading->arena, "other %d", i));
        if (!solved_fill(grading, &other, second)) {
            solved_free(first);
            return false;
        }
        if (!solved_fits(call, first, (const void *const *)second->output)) {
            *seed = other.seed;
            return true;
        }
        solved_free(second);
    }
    solved_free(first);
    return error_set(grading->error,
                     "%s/lab.yaml:%d: case {%s}: every input has the same answer, so nothing shows "
                     "where it comes from",
                     grading->lab->directory, call->source->line, call->source->text);
}

static size_t bytes_of(const struct oracle_buffer *buffers, size_t count) {
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) {
        bytes += buffer_bytes(&buffers[i]);
    }
    return bytes;
}

static size_t input_bytes(const struct oracle_call *call) {
    return bytes_of(call->input, call->input_count);
}

/* All inputs, one behind the other; the caller's. */
static unsigned char *joined(const struct oracle_call *call, void *const input[], size_t *bytes) {
    *bytes = input_bytes(call);
    unsigned char *all = malloc(*bytes + 1);
    size_t at = 0;
    for (size_t i = 0; i < call->input_count && all != NULL; i++) {
        memcpy(all + at, input[i], buffer_bytes(&call->input[i]));
        at += buffer_bytes(&call->input[i]);
    }
    return all;
}

/* The size of the inputs' elements: the smallest. */
static size_t grain(const struct oracle_call *call) {
    size_t least = sizeof(double);
    for (size_t i = 0; i < call->input_count; i++) {
        const size_t size = element_size(call->input[i].element);
        least = size < least ? size : least;
    }
    return least;
}

/* The data for the call and its replacement; the caller's. NULL when the grader failed, or when no
 * other input of the case has another answer: then the case is no use, and the error says so. */
static struct substitution *substitute(struct grading *grading, const struct oracle_call *call) {
    struct solved first, second;
    uint64_t seed;
    if (!find_other(grading, call, &first, &second, &seed)) {
        return NULL;
    }
    size_t bytes;
    unsigned char *known = joined(call, first.input, &bytes);
    unsigned char *other = joined(call, second.input, &bytes);
    struct substitution *made = known != NULL && other != NULL
                                    ? substitution_create(known, other, bytes, grain(call))
                                    : NULL;
    if (made == NULL) {
        error_set(grading->error, "out of memory for a second input");
    }
    free(known);
    free(other);
    solved_free(&first);
    solved_free(&second);
    return made;
}

/* Makes it the call with the second input. */
static bool reseed(struct grading *grading, struct oracle_call *call) {
    struct solved first, second;
    if (!find_other(grading, call, &first, &second, &call->seed)) {
        return false;
    }
    solved_free(&first);
    solved_free(&second);
    return true;
}

/* Notes which input the answer fits: nothing for the second, `structure` for the first, and which
 * part of it may be the host's where it fits neither. A call_judge. */
static void compare_origins(struct grading *grading, const struct lab_check *check,
                            const struct judged_call *judged, struct trial *trial) {
    (void)check;
    struct solved first, second;
    const void *got[ORACLE_MAX_BUFFERS] = {0};
    uint64_t seed;
    if (!find_other(grading, judged->call, &first, &second, &seed)) {
        return;
    }
    for (size_t i = 0; i < judged->call->output_count; i++) {
        got[i] = judged->output[i];
    }
    if (!solved_fits(judged->call, &second, got)) {
        const bool hosts = solved_fits(judged->call, &first, got);
        trial_find(grading, trial, hosts ? FOUND_NOT_OF_DEVICE : FOUND_ANOTHER_INPUT, NULL);
        trial->host_part = host_part_find(grading, judged->call, &first, &second, got);
    }
    solved_free(&first);
    solved_free(&second);
}

/* Has the host got the device's data back, in some form that the grader does not know? Then it may
 * have computed the answer, whatever was launched. */
static bool has_data_back(const struct trial *trial, const struct lab_check *checks) {
    for (const struct lab_check *check = checks; check != NULL; check = check->next) {
        const struct requirement *r = check->kind == CHECK_COST ? check->require : NULL;
        for (; r != NULL; r = r->next) {
            if (strcmp(r->fact, "downloaded_bytes") == 0) {
                return false; /* a bound of its own, which costs less */
            }
        }
    }
    const size_t results = bytes_of(trial->first->output, trial->first->output_count);
    const size_t data = input_bytes(trial->first);
    return data >= FEW_DATA &&
           gpu_bytes_back(trial->gpu) > PARTIAL_RESULTS * results + data / MOST_BACK;
}

/* Forgets what the trial found for the one finding that this check makes of it. */
static void conclude(struct trial *trial, struct finding *finding) {
    forget_findings(trial);
    trial_add(trial, finding);
}

/* Compares, and names the first output that is wrong. Its values stay hidden. A call_judge. */
static void compare_and_name(struct grading *grading, const struct lab_check *check,
                             const struct judged_call *judged, struct trial *trial) {
    const struct oracle_call *call = judged->call;
    struct solved right;
    compare_outputs(grading, check, judged, trial);
    if (trial->verdict != VERDICT_WRONG_ANSWER || !solved_fill(grading, call, &right)) {
        return;
    }
    for (size_t i = 0; i < call->output_count && trial->wrong_output == NULL; i++) {
        const size_t bytes = buffer_bytes(&call->output[i]);
        trial->wrong_output =
            memcmp(right.output[i], judged->output[i], bytes) != 0 ? call->output[i].name : NULL;
    }
    solved_free(&right);
}

/* What came of the call where the device holds what the host does. */
struct same_data {
    enum verdict verdict;
    const char *wrong_output;    /* the first, or NULL */
    const struct finding *found; /* what the detectors saw, which is the cause; or NULL */
};

/* Makes the call with the first input on both sides, then with the second. An answer that fits
 * neither input may be mixed of both, as a program's that leaves a part to the host; then it is
 * right here, and nothing is found. Else the program is wrong for some data, which says nothing of
 * where its answers come from. */
static bool judge_on_same_data(struct grading *grading, const struct lab_exercise *exercise,
                               const struct lab_check *check, enum flavour flavour,
                               struct same_data *same) {
    for (int second = 0; second < 2 && same->verdict == VERDICT_PASS; second++) {
        const struct trial_options asked = {.judge = compare_and_name,
                                            .reseed = second ? reseed : NULL};
        struct trial trial;
        if (!trial_run_with(grading, exercise, check, flavour, &asked, &trial)) {
            return false;
        }
        const bool passed = trial.verdict == VERDICT_PASS;
        *same = (struct same_data){trial.verdict, trial.wrong_output,
                                   passed ? NULL : gpu_findings(trial.gpu, true, grading, flavour)};
        trial_free(&trial);
    }
    return true;
}

/* The call is not answered right where the device holds what the host does. Of a hidden input the
 * case is named, and no values. */
static void conclude_wrong(struct grading *grading, struct trial *trial,
                           const struct same_data *same) {
    struct finding *finding;
    if (same->found != NULL) {
        finding = arena_alloc(grading->arena, sizeof *finding);
        *finding = *same->found;
        finding->next = NULL;
    } else {
        const char *output = same->wrong_output;
        finding = finding_make(
            grading->arena, output != NULL ? FOUND_ANOTHER_INPUT_OUTPUT : FOUND_ANOTHER_INPUT,
            output != NULL ? MESSAGE_VALUES(message_string("output", output)) : NULL);
        finding->verdict = same->verdict;
        finding->input = trial->findings != NULL ? trial->findings->input : NULL;
    }
    conclude(trial, finding);
}

/* May the device have got, in another form, the data that the answer needs? */
static bool may_be_given(const struct trial *trial) {
    const size_t share = input_bytes(trial->first) / LEAST_SHARE, part = trial->host_part.bytes;
    return gpu_foreign_bytes(trial->gpu) >= (part > 0 && part < share ? part : share);
}

/* How far a counter may move when only the data are others of the same kind: a quarter. */
static bool is_far(uint64_t count, uint64_t from) {
    return count > from + from / 4 || count < from - from / 4;
}

/* Is the count on the right side of the bounds, for that call? False with an error, too. */
static bool within(struct grading *grading, const struct requirement *require,
                   const struct oracle_call *call, uint64_t count) {
    struct bound_limits limits;
    return bound_limits(require, call, &limits, grading->error) && count >= limits.least &&
           count <= limits.most;
}

/* The first bound of the cost checks that the trial does not keep; with `plain`, only one that this
 * run keeps, with a count that is far from the trial's. NULL where there is none. */
static const struct requirement *first_broken(struct grading *grading, const struct trial *trial,
                                              const struct trial *plain,
                                              const struct lab_check *checks) {
    for (const struct lab_check *check = checks; check != NULL; check = check->next) {
        const struct requirement *r = check->kind == CHECK_COST ? check->require : NULL;
        for (; r != NULL; r = r->next) {
            uint64_t count = 0, usual = 0;
            gpu_fact(trial->gpu, r->fact, &count);
            if (within(grading, r, trial->first, count)) {
                continue;
            }
            if (plain == NULL) {
                return r;
            }
            gpu_fact(plain->gpu, r->fact, &usual);
            if (within(grading, r, plain->first, usual) && is_far(count, usual)) {
                return r;
            }
        }
    }
    return NULL;
}

/* The answer comes from the device. Does the program also keep, with other data there, the bounds
 * on costs that it keeps with the host's? */
static bool judge_work(struct grading *grading, const struct lab_exercise *exercise,
                       const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    if (first_broken(grading, trial, NULL, exercise->checks) == NULL) {
        return grading->error->message[0] == '\0';
    }
    struct trial plain;
    if (!trial_run(grading, exercise, check, flavour, compare_outputs, &plain)) {
        return false;
    }
    const struct requirement *broken = plain.verdict == VERDICT_PASS
                                           ? first_broken(grading, trial, &plain, exercise->checks)
                                           : NULL;
    trial_free(&plain);
    if (broken != NULL) {
        conclude(trial, finding_make(grading->arena, FOUND_RECOGNISES_RUN,
                                     MESSAGE_VALUES(message_string("why", broken->why))));
    }
    return grading->error->message[0] == '\0';
}

bool check_origin(struct grading *grading, struct exercise_grade *graded,
                  const struct lab_check *check, enum flavour flavour, struct trial *trial) {
    const struct lab_exercise *exercise = graded->exercise;
    const struct trial_options asked = {.judge = compare_origins, .substitute = substitute};
    if (!trial_run_with(grading, exercise, check, flavour, &asked, trial)) {
        return false;
    }
    if (trial->verdict == VERDICT_PASS && has_data_back(trial, exercise->checks)) {
        conclude(trial, finding_make(grading->arena, FOUND_DATA_BACK,
                                     MESSAGE_VALUES(message_number(
                                         "bytes", (long long)gpu_bytes_back(trial->gpu)))));
        return true;
    }
    if (trial->verdict == VERDICT_PASS) {
        return judge_work(grading, exercise, check, flavour, trial);
    }
    struct same_data same = {.verdict = VERDICT_PASS};
    if (trial->verdict != VERDICT_STRUCTURE &&
        !judge_on_same_data(grading, exercise, check, flavour, &same)) {
        return false;
    }
    if (same.verdict != VERDICT_PASS) {
        conclude_wrong(grading, trial, &same);
    } else if (gpu_foreign_bytes(trial->gpu) < trial->host_part.bytes) {
        /* The device never got that part in any form: the host has used it itself. */
        conclude(trial, trial->host_part.finding);
    } else if (trial->verdict != VERDICT_STRUCTURE) {
        conclude(trial,
                 finding_make(grading->arena,
                              trial->verdict == VERDICT_WRONG_ANSWER ? FOUND_ANSWER_OF_NEITHER
                                                                     : FOUND_OTHER_END,
                              NULL));
    } else {
        const bool given = may_be_given(trial);
        conclude(
            trial,
            finding_make(grading->arena, given ? FOUND_OTHER_FORM : FOUND_NOT_OF_DEVICE,
                         MESSAGE_VALUES(
                             message_number("bytes", (long long)gpu_foreign_bytes(trial->gpu)),
                             message_number("input bytes", (long long)input_bytes(trial->first)))));
    }
    return true;
}
