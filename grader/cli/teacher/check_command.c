/* `lockstep check`: a lab's own proof. The solution gets full marks, and so does every right
 * program in labs/<lab>/variants/; the skeleton gets its declared floor, and each wrong program its
 * verdict from its check, with the words that help. */
#include "../commands.h"

#include "../../check/grade.h"
#include "../../compile/kit.h"
#include "../../report/writers.h"
#include "author_notes.h"
#include "../mutate.h"
#include "../options.h"
#include "../secrets.h"

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What one proof needs. */
struct proof {
    struct kit kit;
    struct lab lab;
    uint64_t seed;
    uint64_t secrets; /* how many draws; 0: the seed alone */
    const char *only; /* "right", "wrong" or a program's name; NULL: all */
    int passed, failed;
};

/* One line of the report: "ok 3 - …" as the Test Anything Protocol has it. */
static void say(struct proof *proof, bool good, const char *name, const char *detail) {
    *(good ? &proof->passed : &proof->failed) += 1;
    printf("%s %d - %s%s%s\n", good ? "ok" : "not ok", proof->passed + proof->failed, name,
           detail[0] != '\0' ? ": " : "", detail);
    fflush(stdout);
}

/* The first check that is no pass, in words; "" when there is none. */
static void first_trouble(const struct result *result, char *text, size_t size) {
    text[0] = '\0';
    EACH_CHECK (result, exercise, check) {
        if (check->verdict != VERDICT_PASS && check->verdict != VERDICT_SKIPPED) {
            const struct finding *finding = check->findings;
            char place[96] = "";
            if (finding != NULL && finding->file != NULL && finding->line > 0) {
                snprintf(place, sizeof place, "%s:%d: ", finding->file, finding->line);
            }
            snprintf(text, size, "%s %s is %s (%s%s)", exercise->name, check->name,
                     verdict_name(check->verdict), place, finding != NULL ? finding->message : "");
            return;
        }
    }
}

/* A fact that lab.yaml's `counts` is wrong about, as a right program shows; or NULL. */
static const struct counted *find_unlike(const struct result *result) {
    EACH_CHECK (result, e, c) {
        for (const struct counted *fact = c->counted; fact != NULL; fact = fact->next) {
            if (fact->unlike_right) {
                return fact;
            }
        }
    }
    return NULL;
}

static bool ran_out_of_time(const struct result *result) {
    EACH_CHECK (result, exercise, check) {
        if (check->verdict == VERDICT_TIMEOUT) {
            return true;
        }
    }
    return false;
}

/* All points of an exercise, or of the lab (NULL). */
static int64_t full_points(const struct proof *proof, const char *exercise) {
    return exercise == NULL ? proof->lab.points : lab_find_exercise(&proof->lab, exercise)->points;
}

/* What is graded, and what it must earn: points, or a mutant's verdict. */
struct variant_row {
    const char *name, *submission, *exercise; /* exercise: NULL for all */
    int64_t points;
    const struct variant *mutant; /* or NULL */
};

/* Does the report, in one line, have the words? As JSON it has the advice of every finding, too. */
static bool report_says(const struct result *result, const char *submission, const char *words) {
    char *text = NULL;
    size_t size = 0;
    regex_t pattern;
    FILE *memory = open_memstream(&text, &size);
    bool found = memory != NULL && regcomp(&pattern, words, REG_EXTENDED | REG_NOSUB) == 0;
    if (found) {
        const struct report_options options = {.audience = AUDIENCE_INSTRUCTOR,
                                               .sources = submission};
        report_text(memory, result, &options);
        report_json(memory, result, &options);
        fflush(memory);
        char *end = text;
        for (const char *at = text; *at != '\0'; at++) {
            const char byte = *at == '\n' ? ' ' : *at;
            if (byte != ' ' || end == text || end[-1] != ' ') {
                *end++ = byte;
            }
        }
        *end = '\0';
        found = regexec(&pattern, text, 0, NULL, 0) == 0;
        regfree(&pattern);
    }
    if (memory != NULL) {
        fclose(memory);
    }
    free(text);
    return found;
}

/* Is it as declared? `detail` says what it earned. The words depend on what is drawn, so they are
 * looked for under the seed alone. */
static bool is_as_declared(const struct variant_row *row, const struct result *result, bool drawn,
                           char *detail, size_t size) {
    char points[3][POINTS_TEXT_BYTES], trouble[300];
    if (row->mutant != NULL) {
        const struct check_result *check = result_find_check(result->exercises, row->mutant->check);
        const char *says = drawn ? NULL : row->mutant->says;
        const char *found = check->findings != NULL ? check->findings->message : "no finding";
        *detail = '\0';
        if (check->verdict != row->mutant->verdict) {
            snprintf(detail, size, "it was %s (%s)", verdict_name(check->verdict), found);
        } else if (says != NULL && !report_says(result, row->submission, says)) {
            snprintf(detail, size, "its report does not say %s (%s)", says, found);
        }
        return *detail == '\0';
    }
    const bool right = result->earned == row->points;
    const struct counted *unlike = row->points == result->points ? find_unlike(result) : NULL;
    int length = snprintf(detail, size, "%s of %s points", report_points(result->earned, points[0]),
                          report_points(result->points, points[1]));
    if (!right) {
        first_trouble(result, trouble, sizeof trouble);
        snprintf(detail + length, size - (size_t)length, ", %s declared; %s",
                 report_points(row->points, points[2]), trouble);
    } else if (unlike != NULL) {
        snprintf(detail + length, size - (size_t)length,
                 ", but %s is %llu, and `counts` in lab.yaml says %llu", unlike->fact,
                 (unsigned long long)unlike->value, (unsigned long long)unlike->right);
    }
    return right && unlike == NULL;
}

/* Judges under one draw. What should not run out of time, but does, is judged once more: the
 * machine may be busy. So is a check that finds nothing `alone`, with those that it hangs on. */
static bool judge_patiently(struct prepared *prepared, const struct variant_row *row,
                            const struct drawn *drawn, bool alone, struct result *result,
                            struct error *error) {
    const bool ends = row->mutant == NULL || row->mutant->verdict != VERDICT_TIMEOUT;
    if (!grade_prepared(prepared, drawn, alone, result, error)) {
        return false;
    }
    if (!(ends && ran_out_of_time(result)) &&
        !(alone && result_find_check(result->exercises, row->mutant->check)->verdict !=
                       row->mutant->verdict)) {
        return true;
    }
    result_free(result);
    return grade_prepared(prepared, drawn, false, result, error);
}

/* Is it as declared under that draw? False when the grader failed. */
static bool prove_once(const struct proof *proof, const struct variant_row *row,
                       const struct grade_options *options, struct prepared *prepared,
                       const struct drawn *drawn, bool *right, char *detail, size_t size,
                       struct error *error) {
    const bool draws = proof->secrets > 0;
    struct result result;
    if (!judge_patiently(prepared, row, drawn, draws && row->mutant != NULL, &result, error)) {
        return false;
    }
    *right = is_as_declared(row, &result, draws, detail, size);
    bool good = true;
    if (!*right && draws) {
        struct grade_options under = *options;
        under.seed = drawn->seed;
        under.secret = &drawn->secret;
        const char *told =
            secrets_tell(drawn, &under, &result, options->check, &result.arena, error);
        good = told != NULL;
        printf("# %s: %s; %s\n", row->name, detail, good ? told : "");
        fflush(stdout);
    }
    result_free(&result);
    return good;
}

/* Right programs, known-wrong ones, or those with that text in their row's name. */
static bool is_asked_for(const struct proof *proof, const struct variant_row *row) {
    const char *only = proof->only;
    const bool right = row->mutant == NULL && row->points == full_points(proof, row->exercise);
    return only == NULL || strcmp(only, right ? "right" : "wrong") == 0 ||
           strstr(row->name, only) != NULL;
}

/* How many draws: what does not compile is the same under each, and what never ends takes long. */
static uint64_t draws_of(const struct proof *proof, const struct variant_row *row) {
    enum { DRAWS_OF_ENDLESS = 3 };
    const enum verdict verdict = row->mutant != NULL ? row->mutant->verdict : VERDICT_PASS;
    if (proof->secrets == 0 || verdict == VERDICT_BUILD_ERROR || verdict == VERDICT_FORBIDDEN) {
        return 1;
    }
    return verdict == VERDICT_TIMEOUT && proof->secrets > DRAWS_OF_ENDLESS ? DRAWS_OF_ENDLESS
                                                                           : proof->secrets;
}

/* The same under all draws that are asked for, built once; a row of the report. */
static bool prove_row(struct proof *proof, const struct variant_row *row, struct error *error) {
    if (!is_asked_for(proof, row)) {
        return true;
    }
    const struct grade_options options = {.kit = &proof->kit,
                                          .judges_not_begun = true,
                                          .lab = &proof->lab,
                                          .submission = row->submission,
                                          .exercise = row->exercise,
                                          .check = row->mutant != NULL ? row->mutant->check : NULL};
    const uint64_t times = draws_of(proof, row);
    uint64_t changes = 0;
    char detail[600] = "";
    struct prepared *prepared = grade_prepare(&options, error);
    bool good = prepared != NULL;
    for (uint64_t i = 0; good && i < times; i++) {
        const struct drawn drawn =
            proof->secrets > 0 ? secrets_draw(proof->seed, i) : (struct drawn){.seed = proof->seed};
        bool right = false;
        good = prove_once(proof, row, &options, prepared, &drawn, &right, detail, sizeof detail,
                          error);
        changes += !right;
    }
    if (prepared != NULL) {
        grade_release(prepared);
    }
    if (good && changes > 0 && proof->secrets > 0) {
        snprintf(detail, sizeof detail, "not so under %llu of %llu secrets",
                 (unsigned long long)changes, (unsigned long long)times);
    }
    if (good) {
        say(proof, changes == 0, row->name, detail);
    }
    return good;
}

/* Grades `submission`, or one exercise of it, and compares what it earns. */
static bool prove_points(struct proof *proof, const char *name, const char *submission,
                         const char *exercise, int64_t expected, struct error *error) {
    const struct variant_row row = {
        .name = name, .submission = submission, .exercise = exercise, .points = expected};
    return prove_row(proof, &row, error);
}

/* Judges a right program, or a wrong one with its check. What is as in the solution was judged with
 * it. */
static bool prove_variant(struct proof *proof, const struct variant *variant, const char *solution,
                          struct error *error) {
    const bool right = variant_is_right(variant);
    char name[200];
    snprintf(name, sizeof name, right ? "accepted %s" : "mutant %s: %s %s is %s", variant->name,
             variant->exercise, variant->check, verdict_name(variant->verdict));
    struct mutated mutated;
    if (!mutate(&proof->lab, variant, solution, &mutated, error)) {
        return false;
    }
    const struct variant_row row = {.name = name,
                                    .submission = mutated.directory,
                                    .exercise = variant->exercise,
                                    .points = full_points(proof, variant->exercise),
                                    .mutant = right ? NULL : variant};
    const bool good = prove_row(proof, &row, error);
    mutated_remove(&mutated);
    return good;
}

/* Holds what right programs count against the bounds, under many draws: nothing runs. */
static bool prove_room(struct proof *proof, struct error *error) {
    const struct variant_row row = {.name = "the bounds leave room for right programs",
                                    .points = proof->lab.points};
    struct error narrow = {0};
    if (!is_asked_for(proof, &row)) {
        return true;
    }
    const struct grade_options options = {.kit = &proof->kit, .lab = &proof->lab};
    if (!secrets_leave_room(&options, proof->seed, &narrow, error)) {
        return false;
    }
    say(proof, narrow.message[0] == '\0', row.name, narrow.message);
    return true;
}

/* Both are made from the lab's annotated source. */
static bool is_made(const char *folder, struct error *error) {
    return access(folder, F_OK) == 0 ||
           error_set(error, "%s is missing: run `make generate`", folder);
}

static bool prove(struct proof *proof, struct error *error) {
    struct arena arena = {0};
    struct variant *variants;
    const char *solution =
        kit_sibling(&proof->kit.arena, &proof->kit, "solutions", proof->lab.name);
    const char *skeleton =
        kit_sibling(&proof->kit.arena, &proof->kit, "skeletons", proof->lab.name);
    bool good =
        is_made(solution, error) && is_made(skeleton, error) &&
        author_generated(&proof->kit, &proof->lab, error) &&
        author_oracle(&proof->kit, &proof->lab, error) &&
        variants_load(&proof->lab, &arena, &variants, error) && prove_room(proof, error) &&
        prove_points(proof, "the solution gets full marks", solution, NULL, proof->lab.points,
                     error) &&
        prove_points(proof, "the skeleton gets its floor", skeleton, NULL, proof->lab.floor, error);
    for (int right = 1; right >= 0; right--) {
        for (const struct variant *variant = good ? variants : NULL; good && variant != NULL;
             variant = variant->next) {
            good = variant_is_right(variant) != right ||
                   prove_variant(proof, variant, solution, error);
        }
    }
    arena_free(&arena);
    return good && (proof->passed + proof->failed > 0 ||
                    error_set(error,
                              "--only %s: %s has no such row; known are right, wrong, and "
                              "what `lockstep check %s` lists",
                              proof->only, proof->lab.name, proof->lab.name));
}

int check_main(int argc, char **argv) {
    struct proof proof = {.seed = GRADE_DEFAULT_SEED};
    const uint64_t none = UINT64_MAX;
    uint64_t secrets = none;
    const char *labs = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--seed", OPTION_NUMBER, &proof.seed, "S", "the number that makes the inputs"},
        {"--secrets", OPTION_NUMBER, &secrets, "N", "repeat all under N secrets and seeds"},
        {"--only", OPTION_TEXT, &proof.only, "WHAT", "right, wrong, or part of a row's name"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        "lockstep check LAB [options]",
        "Proves that a lab grades as it should. The solution and each right program in\n"
        "variants/ get full marks, the skeleton gets the points that lab.yaml calls its\n"
        "floor, and each wrong program gets the verdict that its file says. Prints TAP.\n"
        "With --secrets, sizes and data are drawn anew N times. It prints each row that\n"
        "changes, with the secret, the seed and the case that did it.\n"
        "Exit status: 0 all of this holds, 1 some does not, 2 the grader could not do\n"
        "its work.",
        OPTIONS_AND_ARGUMENTS(rows, 1, 1)};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    struct error error;
    interrupt_clean_up();
    if (secrets != none && (secrets < 1 || secrets > SECRETS_MOST)) {
        error_set(&error, "--secrets needs a number from 1 to %d", SECRETS_MOST);
        return command_failed(&error);
    }
    proof.secrets = secrets != none ? secrets : 0;
    const bool good =
        lab_open(&proof.kit, &proof.lab, labs, arguments[0], &error) && prove(&proof, &error);
    lab_close(&proof.kit, &proof.lab);
    if (!good) {
        return command_failed(&error);
    }
    printf("1..%d\n", proof.passed + proof.failed);
    if (proof.secrets > 0) {
        printf("# %s: %d of %d rows change under %llu secrets\n", arguments[0], proof.failed,
               proof.passed + proof.failed, (unsigned long long)proof.secrets);
    }
    return proof.failed == 0 ? 0 : 1;
}
