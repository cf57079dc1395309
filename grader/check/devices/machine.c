#include "../../message_text.h"
#include "machine.h"

#include "asked_oracle.h"

#include "../../clock.h"
#include "../../compile/openmp_build.h"
#include "../../lab/facts.h"
#include "../../run/runner.h"
#include "../../simt/observers/openmp/openmp_watch.h"
#include "../../simt/record/record.h"
#include "../../whole_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What nobody wrote is the same natively and on the machine. */
_Static_assert((int)SESSION_POISON == (int)SIMT_POISON, "");

enum { MEMORY_BYTES = 1 << 30 };
enum { MOST_PRINTED = 1 << 20 }; /* bytes; the jail's limit for a native run */

/* Instructions that a run may take. What a student writes takes some tens for each element, and one
 * walk through the data for each of 256 values some 1,500. */
static uint64_t instruction_budget(size_t elements) {
    return UINT64_C(10000000) + (uint64_t)elements * 2000;
}

/* A machine with the program on it. */
struct machine_program {
    struct simt_device *device;
    struct simt_module *module;
    const char *refusal; /* why it is not there, or NULL */
};

/* A check's run, and what came of the cases so far. */
struct run {
    struct grading *grading;
    const struct lab_check *check;
    const struct machine_schedule *schedule;
    call_judge *judge;
    struct trial *trial;
    struct simt_device *device;
    struct simt_module *module;
    struct openmp_watch *watch;
    uint64_t budget;
    /* The calls of one run of the program: mostly one. */
    const struct oracle_call *calls;
    struct machine_data *data;
    size_t count, now, guilty; /* the one under way, the first one with a finding */
    size_t printed;            /* bytes, by the call under way */
};

static bool no_memory(struct grading *grading) {
    return error_set(grading->error, "out of memory for the machine that runs OpenMP programs");
}

/* ---- findings ---- */

/* "thread 1 of 4: write of frequency[5] at line 12, holding the critical section `even`". A
 * place in the lab's own code is named with its file, as the student's file has other lines. */
static const char *place_text(const struct run *run, const struct finding_place *place,
                              const char *subject) {
    struct arena *arena = run->grading->arena;
    const char *name, *who = place->who[0] != '\0' ? place->who : "a thread";
    const char *access = place->access;
    if (subject[0] != '\0') {
        access = gpu_message(
            arena, SIMT_OPENMP, MESSAGE_ACCESS_OF,
            MESSAGE_VALUES(message_string("access", access), message_string("array", subject)));
    }
    if (place->line > 0) {
        access = message_print(arena, "%s at line %u", access, place->line);
    }
    if (place->holds[0] != '\0') {
        access = message_print(arena, "%s, holding %s", access, place->holds);
    }
    if (!is_student_path(run->grading->lab, place->file, &name) && name[0] != '\0') {
        who = message_print(arena, "the lab's %s", name);
    }
    return message_print(arena, "%s: %s", who, access);
}

static const char *message_text(const struct run *run, const struct simt_finding *found) {
    struct arena *arena = run->grading->arena;
    const char *text = found->place_count == 0 ? found->subject : "";
    /* The message says itself who waits where. */
    int places =
        found->kind == FINDING_STUCK || found->kind == FINDING_BARRIER ? 0 : found->place_count;
    for (int i = 0; i < places; i++) {
        const char *place = place_text(run, &found->places[i], i == 0 ? found->subject : "");
        text = i == 0 ? place : message_print(arena, "%s; %s", text, place);
    }
    if (text[0] != '\0') {
        text = message_print(arena, places > 0 ? "%s. %s" : "%s.%s", text, found->message);
    } else {
        text = arena_strdup(arena, found->message);
    }
    const struct machine_schedule *schedule = run->schedule;
    const char *when =
        schedule->words != NULL ? schedule->words : openmp_schedule_words(schedule->schedule);
    return when == NULL ? text : message_print(arena, "%s (Seen %s.)", text, when);
}

/* Did only the lab's runner touch what it must not? What it does with memory that the student's
 * code gave back, or made too small, is that code's fault: so a person must look. */
static bool is_runners(const struct simt_finding *found) {
    const char *slash = strrchr(found->places[0].file, '/');
    return found->place_count == 1 && found->kind != FINDING_RACE &&
           strcmp(slash != NULL ? slash + 1 : found->places[0].file, "runner.c") == 0;
}

static void add_finding(struct run *run, const struct simt_finding *found, const char *input) {
    struct grading *grading = run->grading;
    const bool runners = is_runners(found);
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    *finding = (struct finding){
        .verdict = runners ? VERDICT_REVIEW : verdict_from_name(finding_verdict(found->kind)),
        .message = message_text(run, found),
        .input = input,
        .steps = found->steps[0] != '\0' ? arena_strdup(grading->arena, found->steps) : NULL};
    gpu_tell_data(grading->arena, found, finding);
    trial_add(run->trial, finding);
    bool only_students = true;
    for (int i = 0; i < found->place_count; i++) {
        const char *name;
        if (!is_student_path(grading->lab, found->places[i].file, &name)) {
            only_students = false;
        } else if (finding->file == NULL) {
            finding->file = arena_strdup(grading->arena, name);
            finding->line = (int)found->places[i].line;
        }
    }
    /* The lab knows best what its own code does for the student's. */
    finding->advice = found->advice[0] != '\0' && only_students
                          ? arena_strdup(grading->arena, found->advice)
                          : run->check->advice;
    if (runners) {
        finding->advice = finding_make(grading->arena, FOUND_OF_RUNNER, NULL)->advice;
    }
}

/* Which findings are causes of others: the lower, the more. */
static int rank(const struct simt_finding *found) {
    return found->kind == FINDING_BARRIER ? 0 : found->kind == FINDING_RACE ? 1 : 2;
}

/* What the observers found: barriers that not all reach first, then races. */
static void add_findings(struct run *run, const char *input) {
    const struct finding_list *list = openmp_watch_findings(run->watch);
    for (int wanted = 0; wanted <= 2; wanted++) {
        for (size_t i = 0; i < list->count; i++) {
            const struct simt_finding *found = &list->items[i];
            if (!finding_is_note(found->kind) && rank(found) == wanted) {
                add_finding(run, found, input);
            }
        }
    }
}

/* ---- a case ---- */

static void judge_call(struct run *run, const struct oracle_call *call,
                       const struct machine_data *data) {
    struct judged_call judged = {.call = call, .fact = openmp_watch_facts(run->watch)};
    for (size_t i = 0; i < ORACLE_MAX_BUFFERS; i++) {
        judged.input[i] = data->input[i];
        judged.output[i] = data->output[i];
    }
    for (size_t i = 0; i < call->input_count; i++) {
        if (memcmp(data->input[i], data->after[i], buffer_bytes(&call->input[i])) != 0) {
            trial_find(run->grading, run->trial, FOUND_INPUT_CHANGED, NULL);
            return;
        }
    }
    if (run->judge != NULL) {
        run->judge(run->grading, run->check, &judged, run->trial);
    }
}

/* What the program prints is only counted: too much of it ends the run. */
static void count_printed(void *context, int stream, const char *text, size_t length) {
    struct run *run = context;
    (void)stream, (void)text;
    run->printed += length;
}

static bool prints_too_much(void *context) {
    return ((const struct run *)context)->printed > MOST_PRINTED;
}

/* The program did not come back to the runner. */
static void judge_end(struct run *run, const struct openmp_result *result, const char *input) {
    struct grading *grading = run->grading;
    struct finding *finding;
    if (run->trial->findings != NULL) {
        return; /* the fault has been told */
    }
    if (result->machine.status == SIMT_OK) {
        finding = trial_find(grading, run->trial, FOUND_ENDED_EARLY, NULL);
    } else if (result->machine.status == SIMT_STOPPED) {
        finding = trial_find(grading, run->trial, FOUND_PRINTED_TOO_MUCH, NULL);
    } else {
        finding =
            finding_make(grading->arena, FOUND_MACHINE_ENDED,
                         MESSAGE_VALUES(message_string("message", result->machine.error.message)));
        finding->verdict = result->machine.status == SIMT_BUDGET          ? VERDICT_TIMEOUT
                           : result->machine.status == SIMT_OUT_OF_MEMORY ? VERDICT_MEMORY_LIMIT
                                                                          : finding->verdict;
        trial_add(run->trial, finding);
    }
    finding->input = input;
    const char *name;
    if (result->machine.source.file != NULL &&
        is_student_path(grading->lab, result->machine.source.file, &name)) {
        finding->file = arena_strdup(grading->arena, name);
        finding->line = (int)result->machine.source.line;
    }
}

static void name_input(struct finding *finding, const char *input) {
    for (; finding != NULL; finding = finding->next) {
        finding->input = finding->input != NULL ? finding->input : input;
    }
}

/* Tells the observer the input of the call under way, which the facts are about. */
static void watch_input(const struct run *run) {
    const struct oracle_call *call = &run->calls[run->now];
    if (call->input_count > 0 && run->watch != NULL) {
        openmp_watch_input(run->watch, run->data[run->now].input_address[0],
                           buffer_bytes(&call->input[0]),
                           (uint32_t)element_size(call->input[0].element));
    }
}

/* The data of all calls, in the machine. */
static bool place_calls(struct run *run) {
    const struct machine_names names = {run->watch, run->grading->onlookers.recording};
    run->now = run->guilty = 0;
    run->data = calloc(run->count, sizeof *run->data);
    bool good = run->data != NULL;
    for (size_t i = 0; i < run->count && good; i++) {
        good = machine_data_take(&run->data[i], &run->calls[i]) &&
               oracle_make_inputs(run->grading, &run->calls[i], run->data[i].input) &&
               machine_data_place(&run->data[i], &run->calls[i], run->device, names);
    }
    if (good) {
        watch_input(run);
    }
    return good;
}

static void drop_calls(struct run *run) {
    for (size_t i = 0; i < run->count && run->data != NULL; i++) {
        machine_data_give(&run->data[i]);
    }
    free(run->data);
}

/* The function has returned: is there another call? */
static bool next_call(void *context, uint64_t value, uint64_t *arguments) {
    struct run *run = context;
    if ((uint32_t)value != 0 || run->now + 1 >= run->count) {
        return false;
    }
    run->now++;
    run->printed = 0;
    if (run->watch != NULL && openmp_watch_findings(run->watch)->count == 0) {
        run->guilty = run->now;
    }
    watch_input(run);
    arguments[0] = run->data[run->now].call_address;
    return true;
}

/* The same calls once more, seen by the recorder alone. */
static bool run_again(const struct run *run, const struct openmp_options *options,
                      struct openmp_result *result) {
    struct run again = *run;
    struct openmp_options same = *options;
    struct recording *recording = run->grading->onlookers.recording;
    again.watch = NULL;
    same.again_context = &again;
    simt_device_rewind(again.device);
    if (recording != NULL) {
        record_findings(recording, NULL);
        simt_device_attach(again.device, record_observer(recording));
    }
    bool good = place_calls(&again);
    if (good) {
        openmp_run(again.device, again.module, "runner_call", &again.data[0].call_address, 1, &same,
                   result);
    }
    drop_calls(&again);
    return good;
}

/* Runs an order in which the race shows; for a recording, also one in which two writes meet. */
static bool replay(void *context, const struct openmp_options *options,
                   struct openmp_result *result) {
    const struct run *run = context;
    bool good = run_again(run, options, result);
    if (good && run->grading->onlookers.recording != NULL && !result->crossed) {
        struct openmp_wish wish = *options->wish;
        struct openmp_options writes = *options;
        struct openmp_result seen = {.crossed = false};
        wish.writes = true;
        writes.wish = &wish;
        good = run_again(run, &writes, &seen);
    }
    return good;
}

static void judge_calls(struct run *run) {
    for (size_t i = 0; i < run->count && run->trial->findings == NULL; i++) {
        if (machine_data_fetch(&run->data[i], &run->calls[i], run->device)) {
            judge_call(run, &run->calls[i], &run->data[i]);
        }
        name_input(run->trial->findings, run->calls[i].source->text);
    }
}

/* True when the program came back from the calls. */
static bool run_calls(struct run *run) {
    struct grading *grading = run->grading;
    struct openmp_result result = {.exited = false};
    if (!place_calls(run)) {
        drop_calls(run);
        return grading->error->message[0] != '\0' ? false : no_memory(grading);
    }
    const struct openmp_options options = {.threads = 4,
                                           .schedule = run->schedule->schedule,
                                           .seed = run->schedule->seed,
                                           .budget = run->budget * run->count,
                                           .print = count_printed,
                                           .print_context = run,
                                           .stop = prints_too_much,
                                           .stop_context = run,
                                           .again = next_call,
                                           .again_context = run};
    run->printed = 0;
    openmp_run(run->device, run->module, "runner_call", &run->data[0].call_address, 1, &options,
               &result);
    openmp_watch_finish(run->watch);
    openmp_watch_steps(run->watch, &options, result.instructions, replay, run);
    add_findings(run, run->calls[run->guilty].source->text);
    bool back = result.machine.status == SIMT_OK && result.returned;
    if (!back) {
        judge_end(run, &result, run->calls[run->now].source->text);
    } else if ((uint32_t)result.value != 0) {
        trial_find(grading, run->trial, FOUND_UNKNOWN_EXERCISE,
                   MESSAGE_VALUES(message_string("name", run->calls[run->now].exercise)));
    } else if (run->trial->findings == NULL) {
        judge_calls(run);
    }
    drop_calls(run);
    return back;
}

/* ---- the machine ---- */

/* Puts the program on a machine, once for all that the grading asks of it. NULL with an error. */
static struct machine_program *load_program(struct grading *grading) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/" OPENMP_PROGRAM, grading->box->output);
    size_t length;
    char *text = whole_file(path, &length);
    if (text == NULL) {
        error_set(grading->error, "%s: the translated program is not there", path);
        return NULL;
    }
    struct simt_error error = {.message = ""};
    struct machine_program *program = arena_alloc(grading->arena, sizeof *program);
    program->device = simt_device_create(MEMORY_BYTES);
    if (program->device == NULL) {
        free(text);
        no_memory(grading);
        return NULL;
    }
    if (simt_module_load(program->device, text, length, &program->module, &error) != SIMT_OK) {
        program->refusal = arena_strdup(grading->arena, error.message);
    }
    free(text);
    grading->program = program;
    return program;
}

void machine_close(struct grading *grading) {
    if (grading->program != NULL) {
        simt_device_destroy(grading->program->device);
        grading->program = NULL;
    }
}

/* Adds what travelled in this call; without memory it is left out. */
static void keep_travels(struct travel_list *list, const struct openmp_watch *watch) {
    size_t count;
    const struct openmp_travel *rows = openmp_watch_travels(watch, &count);
    struct openmp_travel *grown =
        count > 0 ? realloc(list->rows, (list->count + count) * sizeof *grown) : NULL;
    if (grown != NULL) {
        memcpy(grown + list->count, rows, count * sizeof *grown);
        list->rows = grown;
        list->count += count;
    }
}

/* Runs the calls on the machine as it was when the program came there, so that none sees what
 * those of another run left. True when the program came back from all. */
static bool run_cases(struct run *run, const struct oracle_call *calls, size_t count) {
    struct grading *grading = run->grading;
    const struct machine_program *program = grading->program;
    if (program->refusal != NULL) {
        trial_find(grading, run->trial, FOUND_MACHINE_REFUSES,
                   MESSAGE_VALUES(message_string("message", program->refusal)));
        return false;
    }
    run->watch = openmp_watch_create();
    if (run->watch == NULL ||
        simt_device_attach(run->device, openmp_watch_observer(run->watch)) != SIMT_OK) {
        openmp_watch_destroy(run->watch);
        return no_memory(grading);
    }
    openmp_watch_caller(run->watch, "runner.c");
    struct recording *recording = grading->onlookers.recording;
    if (recording != NULL) {
        record_findings(recording, openmp_watch_findings(run->watch));
        record_case(recording, calls->source->text);
        simt_device_attach(run->device, record_observer(recording));
    }
    if (grading->onlookers.observer != NULL) {
        simt_device_attach(run->device, grading->onlookers.observer);
    }
    run->calls = calls;
    run->count = count;
    bool back = run_calls(run);
    if (grading->onlookers.facts != NULL) {
        memcpy(grading->onlookers.facts, openmp_watch_facts(run->watch),
               FACT_COUNT * sizeof *grading->onlookers.facts);
    }
    if (grading->onlookers.work != NULL) {
        *grading->onlookers.work = *openmp_watch_costs(run->watch);
    }
    if (grading->onlookers.travels != NULL) {
        keep_travels(grading->onlookers.travels, run->watch);
    }
    if (recording != NULL) {
        record_findings(recording, NULL);
    }
    simt_device_rewind(run->device);
    openmp_watch_destroy(run->watch);
    return back;
}

/* The calls, and the first one once more. */
static const struct oracle_call *first_again(struct grading *grading,
                                             const struct oracle_call *calls, size_t count) {
    struct oracle_call *more = arena_alloc(grading->arena, (count + 1) * sizeof *more);
    memcpy(more, calls, count * sizeof *more);
    more[count] = more[0];
    return more;
}

bool machine_run(struct grading *grading, const struct lab_exercise *exercise,
                 const struct lab_check *check, const struct machine_schedule *schedule,
                 call_judge *judge, struct trial *trial) {
    struct oracle_call *calls = NULL;
    size_t count = calls_shape(grading, exercise, check, &calls);
    if (count == 0 || calls == NULL) {
        return false;
    }
    const struct machine_program *program =
        grading->program != NULL ? grading->program : load_program(grading);
    if (program == NULL) {
        return false;
    }
    struct run run = {.grading = grading,
                      .check = check,
                      .schedule = schedule,
                      .judge = judge,
                      .trial = trial,
                      .device = program->device,
                      .module = program->module,
                      .budget = instruction_budget(calls_most_elements(calls, count))};
    trial->first = &calls[0];
    const double start = clock_seconds();
    const size_t at_once = schedule->again ? count + 1 : 1;
    const struct oracle_call *all = schedule->again ? first_again(grading, calls, count) : calls;
    for (size_t i = 0; i < count && trial->findings == NULL && trial->broken == NULL;
         i += at_once) {
        if (!run_cases(&run, &all[i], at_once)) {
            trial->broken = &all[i + run.now];
        }
    }
    trial->seconds += clock_seconds() - start;
    return grading->error->message[0] == '\0';
}
