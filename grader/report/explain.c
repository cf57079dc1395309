/* The verdicts in plain words. */
#include "report.h"

static const char *const explanations[VERDICT_COUNT] = {
    [VERDICT_PASS] = "The check passed.",
    [VERDICT_BUILD_ERROR] =
        "The compiler could not make a program of the file, so nothing could run.",
    [VERDICT_WRONG_ANSWER] = "The function returned, but its result is not the right one.",
    [VERDICT_RACE] =
        ("Two threads use the same memory, and nothing orders them. At least one writes, and "
         "one is not atomic. The result may change from run to run."),
    [VERDICT_OUT_OF_BOUNDS] = "The program reads or writes memory outside its arrays.",
    [VERDICT_WRONG_POINTER] =
        "The program uses a pointer to nothing, or to memory of the other side (host or device).",
    [VERDICT_LEAK] =
        "The result is right, but the function does not release everything that it creates.",
    [VERDICT_UNINITIALISED_READ] = "The program uses a value that nothing has written yet.",
    [VERDICT_BARRIER_DIVERGENCE] =
        "Some threads wait at a barrier that the others of their group never reach.",
    [VERDICT_CRASH] = "The program crashed: the system stopped it in the middle of its work.",
    [VERDICT_TIMEOUT] = "The program did not finish in the time that the check allows.",
    [VERDICT_MEMORY_LIMIT] = "The program took more memory than the check allows.",
    [VERDICT_OUTPUT_LIMIT] = "The program printed or wrote more than the check allows.",
    [VERDICT_EARLY_EXIT] = "The program ended by itself before the function had returned.",
    [VERDICT_FORBIDDEN] = "The submission does something that no submission may do.",
    [VERDICT_STRUCTURE] =
        "The result is right, but it was not computed in the way that the exercise asks for.",
    [VERDICT_INEFFICIENT] =
        "The result is right, but computing it costs more than the exercise allows.",
    [VERDICT_INPUT_MODIFIED] = "The function changed its input, which it may only read.",
    [VERDICT_SKIPPED] = "Not run, because a check that must pass first did not.",
    [VERDICT_NOT_BEGUN] = "Nothing was judged: the exercise is as the skeleton has it.",
    [VERDICT_UNAVAILABLE] = "This could not be judged here: it may be right or wrong.",
    [VERDICT_REVIEW] =
        "What the program did does not show whether the check holds: a person must look.",
};

const char *report_verdict(const struct report_options *options, enum verdict verdict) {
    const char *name = verdict_name(verdict);
    return options->keeps_verdicts ? name : language_verdict(options->language, name);
}

const char *verdict_explanation(enum verdict verdict) {
    return verdict < VERDICT_COUNT ? explanations[verdict] : "The grader knows no such verdict.";
}

bool report_can_replay(enum verdict verdict) {
    static const bool shows_nothing[VERDICT_COUNT] = {
        [VERDICT_PASS] = true,        [VERDICT_BUILD_ERROR] = true, [VERDICT_FORBIDDEN] = true,
        [VERDICT_UNAVAILABLE] = true, [VERDICT_SKIPPED] = true,     [VERDICT_NOT_BEGUN] = true};
    return !shows_nothing[verdict];
}
