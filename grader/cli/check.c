/* `lockstep check`: a lab's own proof. The solution gets full marks, and so does every other right
 * program in labs/<lab>/accepted/ or under `accepted` in mutants.yaml; the skeleton gets its
 * declared floor, and each mutant the verdict that mutants.yaml declares. */
#include "commands.h"

#include "../check/grade.h"
#include "../lab/mutants.h"
#include "../compile/open_lab.h"
#include "../report/report.h"
#include "accepted.h"
#include "author.h"
#include "interrupt.h"
#include "options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What one proof needs. */
struct proof {
    struct kit kit;
    struct lab lab;
    uint64_t seed;
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
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        for (const struct check_result *check = exercise->checks; check != NULL;
             check = check->next) {
            if (check->verdict != VERDICT_PASS && check->verdict != VERDICT_SKIPPED) {
                const struct finding *finding = check->findings;
                char place[96] = "";
                if (finding != NULL && finding->file != NULL && finding->line > 0) {
                    snprintf(place, sizeof place, "%s:%d: ", finding->file, finding->line);
                }
                snprintf(text, size, "%s %s is %s (%s%s)", exercise->name, check->name,
                         verdict_name(check->verdict), place,
                         finding != NULL ? finding->message : "");
                return;
            }
        }
    }
}

static bool ran_out_of_time(const struct result *result) {
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        for (const struct check_result *check = exercise->checks; check != NULL;
             check = check->next) {
            if (check->verdict == VERDICT_TIMEOUT) {
                return true;
            }
        }
    }
    return false;
}

/* Grades what should not run out of time; where it does, once more: the machine may be busy. */
static bool grade_patiently(const struct grade_options *options, struct result *result,
                            struct error *error) {
    if (!grade_submission(options, result, error)) {
        return false;
    }
    if (!ran_out_of_time(result)) {
        return true;
    }
    result_free(result);
    return grade_submission(options, result, error);
}

/* Grades `submission`, or one exercise of it, and compares what it earns. */
static bool prove_points(struct proof *proof, const char *name, const char *submission,
                         const char *exercise, int64_t expected, struct error *error) {
    const struct grade_options options = {.kit = &proof->kit,
                                          .judges_untouched = true,
                                          .lab = &proof->lab,
                                          .submission = submission,
                                          .exercise = exercise,
                                          .seed = proof->seed};
    struct result result;
    if (!grade_patiently(&options, &result, error)) {
        return false;
    }
    char detail[600] = "", points[3][POINTS_TEXT_BYTES], trouble[300];
    if (result.earned != expected) {
        first_trouble(&result, trouble, sizeof trouble);
        snprintf(detail, sizeof detail, "%s of %s points, %s declared; %s",
                 report_points(result.earned, points[0]), report_points(result.points, points[1]),
                 report_points(expected, points[2]), trouble);
    } else {
        snprintf(detail, sizeof detail, "%s of %s points", report_points(result.earned, points[0]),
                 report_points(result.points, points[1]));
    }
    say(proof, result.earned == expected, name, detail);
    result_free(&result);
    return true;
}

/* A right program that is written in another way than the solution; what is as in the solution has
 * been judged with it. An accepted_visit. */
static bool prove_accepted(void *context, const char *name, const char *exercise,
                           struct mutated *mutated, struct error *error) {
    struct proof *proof = context;
    const int64_t points =
        exercise == NULL ? proof->lab.points : lab_find_exercise(&proof->lab, exercise)->points;
    const char *line = arena_printf(&proof->lab.arena, "accepted %s", name);
    bool good = prove_points(proof, line, mutated->directory, exercise, points, error);
    mutated_remove(mutated);
    return good;
}

static const struct check_result *find_check(const struct result *result, const char *name) {
    for (const struct check_result *check = result->exercises->checks; check != NULL;
         check = check->next) {
        if (strcmp(check->name, name) == 0) {
            return check;
        }
    }
    return NULL;
}

static bool prove_mutant(struct proof *proof, const struct mutant *mutant, const char *solution,
                         struct error *error) {
    struct mutated mutated;
    if (!mutate(&proof->lab, mutant, solution, &mutated, error)) {
        return false;
    }
    const struct grade_options options = {.kit = &proof->kit,
                                          .judges_untouched = true,
                                          .lab = &proof->lab,
                                          .submission = mutated.directory,
                                          .exercise = mutant->exercise,
                                          .check = mutant->check,
                                          .seed = proof->seed};
    struct result result;
    bool good = mutant->verdict == VERDICT_TIMEOUT ? grade_submission(&options, &result, error)
                                                   : grade_patiently(&options, &result, error);
    if (good) {
        const struct check_result *check = find_check(&result, mutant->check);
        bool right = check->verdict == mutant->verdict;
        char name[200], detail[300];
        snprintf(name, sizeof name, "mutant %s: %s %s is %s", mutant->name, mutant->exercise,
                 mutant->check, verdict_name(mutant->verdict));
        snprintf(detail, sizeof detail, "it was %s (%s)", verdict_name(check->verdict),
                 check->findings != NULL ? check->findings->message : "no finding");
        say(proof, right, name, right ? "" : detail);
        result_free(&result);
    }
    mutated_remove(&mutated);
    return good;
}

/* Both are made from the lab's annotated source. */
static bool is_made(const char *folder, struct error *error) {
    return access(folder, F_OK) == 0 ||
           error_set(error, "%s is missing: run `make generate`", folder);
}

static bool prove(struct proof *proof, struct error *error) {
    struct arena arena = {0};
    struct mutant *mutants;
    const char *solution =
        kit_sibling(&proof->kit.arena, &proof->kit, "solutions", proof->lab.name);
    const char *skeleton =
        kit_sibling(&proof->kit.arena, &proof->kit, "skeletons", proof->lab.name);
    bool good = is_made(solution, error) && is_made(skeleton, error) &&
                author_generated(&proof->kit, &proof->lab, error) &&
                author_oracle(&proof->kit, &proof->lab, error) &&
                mutants_load(&proof->lab, &arena, &mutants, error) &&
                prove_points(proof, "the solution gets full marks", solution, NULL,
                             proof->lab.points, error) &&
                prove_points(proof, "the skeleton gets its floor", skeleton, NULL, proof->lab.floor,
                             error) &&
                accepted_each(&proof->lab, solution, prove_accepted, proof, error);
    for (const struct mutant *mutant = good ? mutants : NULL; good && mutant != NULL;
         mutant = mutant->next) {
        good = prove_mutant(proof, mutant, solution, error);
    }
    arena_free(&arena);
    return good;
}

int check_main(int argc, char **argv) {
    struct proof proof = {.seed = GRADE_DEFAULT_SEED};
    const char *labs = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--seed", OPTION_NUMBER, &proof.seed, "S", "the number that makes the inputs"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        "lockstep check LAB [options]",
        "Proves that a lab grades as it should. The solution and each program in\n"
        "accepted/ get full marks, the skeleton gets the points that lab.yaml calls its\n"
        "floor, and each mutant gets the verdict that mutants.yaml says. Prints TAP.\n"
        "Exit status: 0 all of this holds, 1 some does not, 2 the grader could not do\n"
        "its work.",
        rows,
        sizeof rows / sizeof *rows,
        1,
        1};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    struct error error;
    interrupt_clean_up();
    bool good = lab_open(&proof.kit, &proof.lab, labs, arguments[0], &error);
    if (good) {
        good = prove(&proof, &error);
    }
    lab_close(&proof.kit, &proof.lab);
    if (!good) {
        return command_failed(&error);
    }
    printf("1..%d\n", proof.passed + proof.failed);
    return proof.failed == 0 ? 0 : 1;
}
