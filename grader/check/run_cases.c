/* Running the cases of a check in one fresh process. */
#include "../clock.h"
#include "../compile/cuda_build.h"
#include "devices/asked_oracle.h"
#include "devices/gpu.h"
#include "grade.h"
#include "grading.h"

#include "../simt/record/record.h"

#include <stdlib.h>

/* Small inputs take milliseconds: a program that needs a hundred times as long does not end. */
static const struct jail_limits run_limits = {.wall_seconds = 20,
                                              .cpu_seconds = 5,
                                              .memory_bytes = (size_t)1 << 30,
                                              .file_bytes = (size_t)64 << 20,
                                              .output_bytes = 1 << 20,
                                              .processes = 64};

void trial_free(struct trial *trial) {
    if (trial->gpu != NULL) {
        gpu_free(trial->gpu);
        trial->gpu = NULL;
    }
    jail_result_free(&trial->jail);
}

static void needed_bytes(const struct oracle_call *calls, size_t count,
                         struct session_options *options) {
    for (size_t i = 0; i < count; i++) {
        size_t input = session_bytes(calls[i].input, calls[i].input_count);
        size_t output = session_bytes(calls[i].output, calls[i].output_count);
        options->input_bytes = input > options->input_bytes ? input : options->input_bytes;
        options->output_bytes = output > options->output_bytes ? output : options->output_bytes;
    }
}

/* "input 'data' was changed" and the like: what can be seen of any call, whatever it computed. */
static void judge_buffers(struct grading *grading, const struct run_session *session,
                          const struct oracle_call *call, struct trial *trial) {
    size_t which = 0;
    if (session_input_changed(session)) {
        trial_find(grading, trial, FOUND_INPUT_CHANGED, NULL);
    }
    if (session_output_underrun(session, &which)) {
        trial_find(grading, trial, FOUND_WRITES_BEFORE_START,
                   MESSAGE_VALUES(message_string("name", call->output[which].name)));
    }
}

/* Names the case in the findings that were added after `before`. */
static void name_case(struct trial *trial, const struct finding *before, const char *text) {
    struct finding *finding = before != NULL ? before->next : trial->findings;
    for (; finding != NULL; finding = finding->next) {
        finding->input = text;
    }
}

static struct finding *last_finding(const struct trial *trial) {
    struct finding *last = trial->findings;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    return last;
}

static bool run_call(struct grading *grading, const struct lab_check *check,
                     struct run_session *session, const struct oracle_call *call, call_judge *judge,
                     struct trial *trial) {
    struct judged_call judged = {.call = call};
    void *inputs[ORACLE_MAX_BUFFERS] = {0};
    for (size_t i = 0; i < call->input_count; i++) {
        inputs[i] = session_input(session, call, i);
        judged.input[i] = inputs[i];
    }
    if (!oracle_make_inputs(grading, call, inputs)) {
        return false;
    }
    double seconds = 0;
    bool answered = session_call(session, call, &seconds);
    trial->seconds += seconds;
    trial->diagnosis = *session_diagnosis(session);
    if (answered) {
        const struct finding *before = last_finding(trial);
        for (size_t i = 0; i < call->output_count; i++) {
            judged.output[i] = session_output(session, i);
        }
        judge_buffers(grading, session, call, trial);
        if (judge != NULL && last_finding(trial) == before) {
            judge(grading, check, &judged, trial);
        }
        name_case(trial, before, call->source->text);
    }
    return answered;
}

/* The environment, and one assignment more. */
static const char *const *with(struct arena *arena, const char *const *environment,
                               const char *assignment) {
    size_t count = 0;
    while (environment[count] != NULL) {
        count++;
    }
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    const char **longer = arena_alloc(arena, (count + 2) * sizeof *longer);
    for (size_t i = 0; i < count; i++) {
        longer[i] = environment[i];
    }
    longer[count] = assignment;
    return longer;
}

/* What all trials of a flavour's program run in. `tool`: starts the program, or NULL. */
static struct session_options options_of(const struct grading *grading,
                                         const struct flavour_row *row, const char *const *tool) {
    struct session_options options = {
        .executable_directory = grading->box->output,
        .program = arena_printf(grading->arena, "/box/%s", row->name),
        .under = tool,
        .environment = row->environment,
        .limits = run_limits,
        /* Always there, so that its presence does not betray a tool to the program. */
        .log_directory = row->language == LANGUAGE_CUDA ? grading->box->log : NULL,
        .fixed_addresses = true,
        .reserves_addresses = row->reserves_addresses != 0,
    };
    if (row->language == LANGUAGE_OPENCL) {
        const char *llvm = getenv("LOCKSTEP_LLVM"); /* clang.h: the platform's compiler reads it */
        options.environment =
            with(grading->arena, row->environment,
                 arena_printf(grading->arena, "LOCKSTEP_LLVM=%s", llvm != NULL ? llvm : ""));
        options.cache_directory = grading->box->cache;
        options.limits.cpu_seconds = 20; /* its compiler works in the student's process */
        options.limits.wall_seconds = 60;
    }
    if (row->device == ON_REAL_DEVICE) {
        if (grading->gpu != NULL) {
            options.environment =
                with(grading->arena, options.environment,
                     arena_printf(grading->arena, CUDA_VISIBLE "=%s", grading->gpu));
        }
        options.devices = cuda_device_files();
        options.needs = tool != NULL ? JAIL_NEEDS_TOOLS : JAIL_NEEDS_DRIVER;
        options.limits.memory_bytes = (size_t)4 << 30; /* the driver's own */
        options.limits.cpu_seconds = tool != NULL ? 120 : 20;
        options.limits.wall_seconds = tool != NULL ? 120 : 60;
        options.limits.processes = tool != NULL ? 512 : 64; /* threads for each core */
    }
    if (row->device == ON_SIMULATED_GPU && options.limits.wall_seconds < 40) {
        options.limits.wall_seconds = 40; /* the process waits while the grader works for it */
    }
    options.limits.cpu_seconds = clock_limit(options.limits.cpu_seconds, "LOCKSTEP_RUN_SECONDS");
    if (grading->hurries) {
        options.limits.cpu_seconds = 2;
        options.limits.wall_seconds = 4;
    }
    return options;
}

void trial_ready(const struct grading *grading, enum flavour flavour) {
    const struct session_options options = options_of(grading, flavour_row(flavour), NULL);
    session_ready(&options);
}

bool trial_run(struct grading *grading, const struct lab_exercise *exercise,
               const struct lab_check *check, enum flavour flavour, call_judge *judge,
               struct trial *trial) {
    const struct trial_options asked = {.judge = judge};
    return trial_run_with(grading, exercise, check, flavour, &asked, trial);
}

static const struct onlookers *onlookers_of(const struct grading *grading,
                                            const struct trial_options *asked) {
    static const struct onlookers nobody;
    return asked->unwatched ? &nobody : &grading->onlookers;
}

/* The simulated GPU that the program shall find; its end of the connection is in *device. */
static bool start_gpu(struct grading *grading, const struct flavour_row *row,
                      const struct trial_options *asked, const struct oracle_call *calls,
                      size_t count, struct jail_descriptor *device, struct trial *trial) {
    struct substitution *substitution =
        asked->substitute != NULL ? asked->substitute(grading, &calls[0]) : NULL;
    if ((asked->substitute != NULL && substitution == NULL) ||
        !gpu_start(&trial->gpu, row->language == LANGUAGE_OPENCL ? SIMT_OPENCL : SIMT_CUDA,
                   calls_most_elements(calls, count), asked->order, substitution,
                   onlookers_of(grading, asked), device, grading->error)) {
        trial->gpu = NULL;
        return false;
    }
    return true;
}

/* Makes the calls one after another, up to one that breaks the session. */
static void make_calls(struct grading *grading, const struct lab_check *check,
                       struct run_session *session, const struct oracle_call *calls, size_t count,
                       const struct trial_options *asked, struct trial *trial) {
    for (size_t i = 0; i < count && trial->broken == NULL; i++) {
        const struct finding *before = last_finding(trial);
        if (onlookers_of(grading, asked)->recording != NULL) {
            record_case(onlookers_of(grading, asked)->recording, calls[i].source->text);
        }
        if (!run_call(grading, check, session, &calls[i], asked->judge, trial)) {
            trial->broken = &calls[i];
        }
        if (trial->wrong_call == 0 && (trial->broken != NULL || last_finding(trial) != before)) {
            trial->wrong_call = i + 1;
        }
        if (trial->gpu != NULL) {
            gpu_call_over(trial->gpu);
        }
    }
}

/* Ends the session, and adds what the way in which it ended says. */
static bool end_session(struct grading *grading, const struct lab_exercise *exercise,
                        enum flavour flavour, const struct trial_options *asked,
                        struct run_session *session, struct trial *trial) {
    bool broken = session_state(session) == SESSION_BROKEN, unknown = session_unknown(session);
    session_close(session, &trial->finished, &trial->jail);
    grading->cpu_seconds += trial->jail.cpu_seconds;
    if (trial->gpu != NULL && !gpu_finish(trial->gpu, grading->error)) {
        return false;
    }
    if (trial->jail.end == JAIL_FAILED) {
        *grading->error = trial->jail.error;
        return false;
    }
    if (unknown) {
        trial_find(grading, trial, FOUND_UNKNOWN_EXERCISE,
                   MESSAGE_VALUES(message_string("name", exercise->name)));
    } else if (broken) {
        trial_find(grading, trial, FOUND_OUT_OF_TURN, NULL);
    } else if (asked->tool == NULL) {
        const struct finding *before = last_finding(trial);
        trial_add_end(grading, flavour, trial);
        name_case(trial, before, trial->broken != NULL ? trial->broken->source->text : NULL);
    }
    return true;
}

static bool run_once(struct grading *grading, const struct lab_exercise *exercise,
                     const struct lab_check *check, enum flavour flavour,
                     const struct trial_options *asked, struct trial *trial) {
    const struct flavour_row *row = flavour_row(flavour);
    *trial = (struct trial){.verdict = VERDICT_PASS};
    struct oracle_call *calls;
    size_t count = calls_shape(grading, exercise, check, &calls);
    if (count == 0) {
        return false;
    }
    if (asked->only > 0 && asked->only <= count) {
        calls += asked->only - 1;
        count = 1;
    }
    if (asked->reseed != NULL && !asked->reseed(grading, &calls[0])) {
        return false;
    }
    struct session_options options = options_of(grading, row, asked->tool);
    if (onlookers_of(grading, asked)->recording != NULL) {
        options.environment = with(grading->arena, options.environment, "LOCKSTEP_NOTES=1");
    }
    if (asked->cpu_seconds > 0 && asked->cpu_seconds < options.limits.cpu_seconds) {
        options.limits.cpu_seconds = asked->cpu_seconds;
    }
    needed_bytes(calls, count, &options);
    trial->first = &calls[0];
    struct jail_descriptor device;
    if (row->device == ON_SIMULATED_GPU) {
        if (!start_gpu(grading, row, asked, calls, count, &device, trial)) {
            return false;
        }
        options.extra = &device;
    }
    trial->limits = options.limits;
    struct run_session *session;
    if (!session_open(&options, &session, grading->error)) {
        return false;
    }
    if (trial->gpu != NULL) {
        gpu_handed_over(trial->gpu);
    }
    make_calls(grading, check, session, calls, count, asked, trial);
    return end_session(grading, exercise, flavour, asked, session, trial);
}

bool trial_run_with(struct grading *grading, const struct lab_exercise *exercise,
                    const struct lab_check *check, enum flavour flavour,
                    const struct trial_options *asked, struct trial *trial) {
    bool good = run_once(grading, exercise, check, flavour, asked, trial);
    for (int tries = 1; !good && trial->jail.starved && jail_try_again(tries); tries++) {
        trial_free(trial);
        grading->error->message[0] = '\0';
        good = run_once(grading, exercise, check, flavour, asked, trial);
    }
    return good;
}
