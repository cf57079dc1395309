#include "gpu.h"

#include "../lab/gpu_facts.h"
#include "../simt/device/device.h"
#include "../simt/record/record.h"
#include "../simt/wire/wire.h"
#include "grading.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The budget ends a kernel that does not end: the clock is for what nobody foresaw, since what it
 * says hangs on the machine. */
enum { MOST_MILLISECONDS = 60000, MOST_CALLS = 64 };
/* Warp instructions a warp: many times what one thread needs that does the work of all, and no more
 * than a few seconds for an endless kernel with all detectors at work. */
enum { FEWEST_INSTRUCTIONS = 1000000, MOST_INSTRUCTIONS = 4000000, INSTRUCTIONS_EACH = 128 };

struct gpu {
    int ends[2]; /* ours, the program's */
    bool serving, good;
    uint64_t budget;
    bool prompt;
    pthread_t thread;
    struct detector *detector;
    struct counters *counters;
    struct substitution *substitution;
    struct onlookers onlookers;
    struct device_report report;
    struct error error;
    uint64_t over[MOST_CALLS]; /* the number of requests at the end of each call */
    size_t over_count;
    enum simt_dialect dialect;
};

static void *serve(void *argument) {
    struct gpu *gpu = argument;
    const struct onlookers *onlookers = &gpu->onlookers;
    const struct device_options options = {.detector = gpu->detector,
                                           .counters = gpu->counters,
                                           .substitution = gpu->substitution,
                                           .model = onlookers->model,
                                           .recorder = onlookers->recording != NULL
                                                           ? record_observer(onlookers->recording)
                                                           : onlookers->observer,
                                           .global_bytes = (uint64_t)1 << 30,
                                           .stop = -1,
                                           .budget = gpu->budget,
                                           .prompt = gpu->prompt,
                                           .milliseconds = MOST_MILLISECONDS};
    gpu->good = device_serve(gpu->ends[0], &options, &gpu->report, &gpu->error);
    shutdown(gpu->ends[0], SHUT_RDWR); /* who still asks is told that nobody answers any more */
    return NULL;
}

/* For calls of so many elements. */
static uint64_t instruction_budget(size_t elements) {
    uint64_t budget = (uint64_t)elements * INSTRUCTIONS_EACH;
    return budget < FEWEST_INSTRUCTIONS ? FEWEST_INSTRUCTIONS
           : budget > MOST_INSTRUCTIONS ? MOST_INSTRUCTIONS
                                        : budget;
}

bool gpu_start(struct gpu **gpu, enum simt_dialect dialect, size_t elements, bool prompt,
               struct substitution *substitution, const struct onlookers *onlookers,
               struct jail_descriptor *descriptor, struct error *error) {
    struct gpu *made = calloc(1, sizeof *made);
    if (made == NULL) {
        substitution_free(substitution);
        return error_set(error, "out of memory for the simulated GPU");
    }
    *gpu = made;
    made->ends[0] = made->ends[1] = -1;
    made->dialect = dialect;
    made->prompt = prompt;
    made->substitution = substitution;
    made->budget = instruction_budget(elements);
    made->detector = detector_create();
    made->counters = counters_create();
    if (made->detector == NULL || made->counters == NULL || !counters_keep_places(made->counters)) {
        error_set(error, "out of memory for the simulated GPU");
        gpu_free(made);
        return false;
    }
    made->onlookers = *onlookers;
    if (onlookers->recording != NULL) {
        record_findings(onlookers->recording, detector_findings(made->detector));
    }
    made->serving = device_socketpair(made->ends, error);
    if (made->serving && pthread_create(&made->thread, NULL, serve, made) != 0) {
        made->serving = error_set(error, "no thread for the simulated GPU");
    }
    if (!made->serving) {
        gpu_free(made);
        return false;
    }
    *descriptor = (struct jail_descriptor){made->ends[1], WIRE_DESCRIPTOR};
    return true;
}

void gpu_handed_over(struct gpu *gpu) {
    close(gpu->ends[1]);
    gpu->ends[1] = -1;
}

bool gpu_finish(struct gpu *gpu, struct error *error) {
    if (gpu->ends[1] >= 0) {
        gpu_handed_over(gpu);
    }
    pthread_join(gpu->thread, NULL);
    gpu->serving = false;
    if (gpu->onlookers.recording != NULL) {
        record_findings(gpu->onlookers.recording, NULL);
    }
    if (!gpu->good) {
        *error = gpu->error;
        return false;
    }
    if (detector_findings(gpu->detector)->unwatched > 0) {
        return error_set(error, "out of memory: the simulated GPU could not watch every access; "
                                "grade fewer submissions side by side");
    }
    return true;
}

/* The program waits for each answer of the device, so between two calls the number stands still. */
void gpu_call_over(struct gpu *gpu) {
    if (gpu->over_count < MOST_CALLS) {
        gpu->over[gpu->over_count++] = __atomic_load_n(&gpu->report.requests, __ATOMIC_ACQUIRE);
    }
}

/* The call of the session, from 1, in which the device's request came. */
static size_t call_of(const struct gpu *gpu, uint64_t request) {
    size_t call = 0;
    while (call < gpu->over_count && gpu->over[call] < request) {
        call++;
    }
    return call + 1;
}

const struct device_failure *gpu_failure(const struct gpu *gpu, size_t call, bool *went_on) {
    const struct device_failure *last = NULL;
    for (uint32_t i = 0; i < gpu->report.failed_count; i++) {
        const struct device_failure *failure = &gpu->report.failed[i];
        size_t there = call_of(gpu, failure->at);
        if (call != 0 && call != there) {
            continue;
        }
        if (failure->went_on != 0 && call_of(gpu, failure->went_on) == there) {
            *went_on = true;
            return failure;
        }
        last = last == NULL && call != 0 ? failure : last;
    }
    *went_on = false;
    return last;
}

uint64_t gpu_foreign_bytes(const struct gpu *gpu) {
    return substitution_foreign(gpu->substitution);
}

void gpu_free(struct gpu *gpu) {
    for (int i = 0; i < 2; i++) {
        if (gpu->ends[i] >= 0) {
            close(gpu->ends[i]);
        }
    }
    if (gpu->serving) {
        pthread_join(gpu->thread, NULL);
    }
    device_report_clear(&gpu->report);
    detector_destroy(gpu->detector);
    counters_destroy(gpu->counters);
    substitution_free(gpu->substitution);
    free(gpu);
}

/* ---- findings ---- */

enum simt_dialect gpu_dialect(const struct gpu *gpu) {
    return gpu->dialect;
}

const char *gpu_message(struct arena *arena, enum simt_dialect dialect, enum message message,
                        const struct message_value *values) {
    size_t size = message_write(NULL, 0, dialect, message, values) + 1;
    char *text = arena_alloc(arena, size);
    message_write(text, size, dialect, message, values);
    return text;
}

/* "5", or "(5, 0, 1)" where there is more than one dimension. */
static const char *number_text(struct arena *arena, bool wide, const uint32_t at[3]) {
    return wide ? arena_printf(arena, "(%u, %u, %u)", at[0], at[1], at[2])
                : arena_printf(arena, "%u", at[0]);
}

/* "thread 5 of block 0", with as many dimensions as there are. */
static const char *thread_text(struct arena *arena, enum simt_dialect dialect,
                               const struct finding_place *place) {
    const uint32_t *thread = place->thread, *block = place->block;
    bool wide = thread[1] != 0 || thread[2] != 0 || block[1] != 0 || block[2] != 0;
    return gpu_message(
        arena, dialect, MESSAGE_THREAD_OF_BLOCK,
        MESSAGE_VALUES(message_string("thread number", number_text(arena, wide, thread)),
                       message_string("block number", number_text(arena, wide, block))));
}

/* Is it a line of a student's, who sees it? */
static bool is_seen(const struct lab *lab, const struct finding_place *place) {
    const char *name;
    return is_student_path(lab, place->file, &name);
}

/* Is it in a kernel that a runner brings beside host functions (labs/shared/opencl_setup.h)? */
static bool is_given(const struct finding_place *place) {
    const char *slash = strrchr(place->file, '/');
    return strcmp(slash != NULL ? slash + 1 : place->file, "given") == 0;
}

/* "read at line 7 by thread 5 of block 0" */
static const char *place_text(struct arena *arena, const struct gpu *gpu, const struct lab *lab,
                              const struct finding_place *place) {
    const enum simt_dialect dialect = gpu_dialect(gpu);
    const char *text = place->access;
    if (place->line > 0 && is_seen(lab, place)) {
        text = gpu_message(
            arena, dialect, MESSAGE_ACCESS_AT_LINE,
            MESSAGE_VALUES(message_string("access", text), message_number("line", place->line)));
    }
    if (place->has_thread) {
        const char *who = thread_text(arena, dialect, place);
        text =
            gpu_message(arena, dialect, MESSAGE_ACCESS_BY_THREAD,
                        MESSAGE_VALUES(message_string("access", text), message_string("who", who)));
    }
    return text;
}

/* "kernel count": with the kind of finding in front where the verdict does not say it already. */
static const char *heading_text(struct arena *arena, enum simt_dialect dialect,
                                const struct simt_finding *found) {
    const char *kind = finding_kind_name(found->kind), *verdict = finding_verdict(found->kind);
    const char *title = finding_kind_title(found->kind, dialect);
    if (found->kernel[0] == '\0') {
        return title;
    }
    for (; *kind != '\0' && (*kind == *verdict || (*kind == ' ' && *verdict == '-')); kind++) {
        verdict++;
    }
    bool said = *kind == '\0' && *verdict == '\0';
    return gpu_message(
        arena, dialect, said ? MESSAGE_IN_KERNEL : MESSAGE_KIND_IN_KERNEL,
        MESSAGE_VALUES(message_string("kind", title), message_string("kernel", found->kernel)));
}

static const char *message_text(struct arena *arena, const struct gpu *gpu, const struct lab *lab,
                                const struct simt_finding *found) {
    const enum simt_dialect dialect = gpu_dialect(gpu);
    const char *text = heading_text(arena, dialect, found);
    for (int i = 0; i < found->place_count; i++) {
        const char *place = place_text(arena, gpu, lab, &found->places[i]);
        text = gpu_message(
            arena, dialect, i == 0 ? MESSAGE_FOUND_AT : MESSAGE_FOUND_ALSO_AT,
            MESSAGE_VALUES(message_string("finding", text), message_string("place", place)));
    }
    if (found->subject[0] != '\0') {
        text = gpu_message(arena, dialect, MESSAGE_FOUND_IN,
                           MESSAGE_VALUES(message_string("finding", text),
                                          message_string("array", found->subject)));
    }
    if (found->message[0] != '\0') {
        text = gpu_message(arena, dialect, MESSAGE_FOUND_BECAUSE,
                           MESSAGE_VALUES(message_string("finding", text),
                                          message_string("sentence", found->message)));
    }
    return text;
}

/* "a launch of 4 blocks of 256 threads", or NULL where the launch was not kept. */
static const char *launch_text(const struct gpu *gpu, enum simt_dialect dialect, uint64_t number,
                               struct arena *arena) {
    size_t count;
    uint64_t all;
    const struct counter_launch *launches = counters_launches(gpu->counters, &count, &all);
    if (number == 0 || number > count) {
        return NULL;
    }
    const uint32_t *grid = launches[number - 1].grid, *block = launches[number - 1].block;
    if (grid[1] * grid[2] * block[1] * block[2] == 1) {
        return gpu_message(arena, dialect, MESSAGE_A_LAUNCH,
                           MESSAGE_VALUES(message_number("block count", grid[0]),
                                          message_number("thread count", block[0])));
    }
    return gpu_message(
        arena, dialect, MESSAGE_A_WIDE_LAUNCH,
        MESSAGE_VALUES(message_string("block count", number_text(arena, true, grid)),
                       message_string("thread count", number_text(arena, true, block))));
}

/* What the host's side did wrong: with the line of the call. */
static struct finding *convert_call(struct grading *grading, enum flavour flavour,
                                    const struct simt_finding *found) {
    struct finding *finding = arena_alloc(grading->arena, sizeof *finding);
    struct simt_finding located = *found;
    if (strstr(found->object, ".so") == NULL) { /* else it is a library's own call */
        symbolise(grading, flavour, &found->code, 1, finding, NULL);
    }
    finding_locate(&located, finding->file, (uint32_t)finding->line);
    finding->verdict = verdict_from_name(finding_verdict(found->kind));
    finding->message = arena_strdup(grading->arena, located.message);
    finding->advice = arena_strdup(grading->arena, located.advice);
    return finding;
}

static struct finding *convert(const struct gpu *gpu, const struct simt_finding *found,
                               const struct lab *lab, struct arena *arena) {
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    finding->verdict = verdict_from_name(finding_verdict(found->kind));
    finding->message = message_text(arena, gpu, lab, found);
    finding->input = launch_text(gpu, gpu_dialect(gpu), found->launch, arena);
    finding->advice = found->advice[0] != '\0' ? arena_strdup(arena, found->advice) : NULL;
    finding->function = found->kernel[0] != '\0' ? arena_strdup(arena, found->kernel) : NULL;
    for (int i = 0; i < found->place_count && finding->file == NULL; i++) {
        const char *name;
        if (is_student_path(lab, found->places[i].file, &name)) {
            finding->file = arena_strdup(arena, name);
            finding->line = (int)found->places[i].line;
        }
    }
    if (found->kernel[0] != '\0' && found->place_count > 0 && finding->file == NULL &&
        is_given(&found->places[0])) {
        finding->advice = gpu_message(arena, gpu_dialect(gpu), MESSAGE_KITS_KERNEL_ADVICE,
                                      MESSAGE_VALUES(message_string("kernel", found->kernel)));
    }
    return finding;
}

static void append(struct finding ***tail, const struct gpu *gpu, const struct finding_list *list,
                   bool races, bool failed_calls, struct grading *grading, enum flavour flavour) {
    for (size_t i = 0; i < list->count; i++) {
        const struct simt_finding *found = &list->items[i];
        bool failed = found->kind == FINDING_UNNOTICED || found->kind == FINDING_WRONG_COPY ||
                      found->kind == FINDING_MISUSED;
        if (!finding_is_note(found->kind) && (found->kind == FINDING_RACE) == races &&
            (failed_calls || !failed)) {
            **tail = found->code != 0 ? convert_call(grading, flavour, found)
                                      : convert(gpu, found, grading->lab, grading->arena);
            *tail = &(**tail)->next;
        }
    }
}

struct finding *gpu_findings(const struct gpu *gpu, bool failed_calls, struct grading *grading,
                             enum flavour flavour) {
    struct finding *first = NULL, **tail = &first;
    /* A missing barrier also shows as reads of what nobody has written yet: the race is the cause.
     */
    append(&tail, gpu, detector_findings(gpu->detector), true, failed_calls, grading, flavour);
    append(&tail, gpu, detector_findings(gpu->detector), false, failed_calls, grading, flavour);
    append(&tail, gpu, &gpu->report.notes, false, failed_calls, grading, flavour);
    return first;
}

/* ---- numbers ---- */

static uint64_t warps_launched(const struct gpu *gpu) {
    size_t count;
    uint64_t all, warps = 0;
    const struct counter_launch *launches = counters_launches(gpu->counters, &count, &all);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *grid = launches[i].grid, *block = launches[i].block;
        uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
        warps += (uint64_t)grid[0] * grid[1] * grid[2] * ((threads + 31) / 32);
    }
    return warps;
}

static uint64_t launches(const struct gpu *gpu) {
    return gpu->report.launches;
}

static uint64_t uploaded(const struct gpu *gpu) {
    return gpu->report.uploaded_bytes;
}

static uint64_t downloaded(const struct gpu *gpu) {
    const uint64_t sent = counters_sent_bytes(gpu->counters), copied = gpu->report.downloaded_bytes;
    return sent > copied ? sent : copied; /* what was written there and then copied crossed once */
}

static uint64_t leaks(const struct gpu *gpu) {
    const struct finding_list *all = detector_findings(gpu->detector);
    uint64_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        count += all->items[i].kind == FINDING_LEAK;
    }
    return count;
}

const struct finding_list *gpu_notes(const struct gpu *gpu) {
    return &gpu->report.notes;
}

void gpu_leaking_line(const struct gpu *gpu, struct grading *grading, enum flavour flavour,
                      struct finding *finding) {
    const struct finding_list *all = detector_findings(gpu->detector);
    for (size_t i = 0; i < all->count; i++) {
        const struct simt_finding *leak = &all->items[i];
        if (leak->kind != FINDING_LEAK) {
            continue;
        }
        if (leak->code != 0) {
            const struct finding *made = convert_call(grading, flavour, leak);
            finding->file = made->file;
            finding->line = made->line;
            return;
        }
        /* CUDA's headers know the line of the call; its text is the program's word. */
        const char *place =
            arena_strdup(grading->arena, detector_place_of(gpu->detector, leak->address));
        char *colon = strrchr(place, ':');
        const char *name;
        if (colon != NULL) {
            *colon = '\0';
            if (is_student_path(grading->lab, place, &name)) {
                finding->file = name;
                finding->line = (int)strtol(colon + 1, NULL, 10);
                return;
            }
        }
    }
}

static uint64_t loaded(const struct gpu *gpu) {
    return counters_loaded_bytes(gpu->counters);
}

static uint64_t reach(const struct gpu *gpu) {
    return counters_reach(gpu->counters);
}

/* The numbers that are no counters. */
static uint64_t (*const values[GPU_FACT_COUNT])(const struct gpu *gpu) = {
    [GPU_FACT_LAUNCHES] = launches, [GPU_FACT_WARPS] = warps_launched,
    [GPU_FACT_UPLOADED] = uploaded, [GPU_FACT_DOWNLOADED] = downloaded,
    [GPU_FACT_LEAKS] = leaks,       [GPU_FACT_REACH] = reach,
    [GPU_FACT_LOADED] = loaded,
};

bool gpu_fact(const struct gpu *gpu, const char *name, uint64_t *value) {
    const enum counter counter = gpu_counter_find(name);
    const enum gpu_fact fact = gpu_fact_find(name);
    if (fact < GPU_FACT_COUNT) {
        *value = values[fact](gpu);
        return true;
    }
    size_t count;
    const struct counter_kernel *kernels = counters_kernels(gpu->counters, &count);
    *value = 0;
    for (size_t i = 0; i < count && counter < COUNTER_COUNT; i++) {
        *value += kernels[i].values[counter];
    }
    return counter < COUNTER_COUNT;
}

bool gpu_first_launch(const struct gpu *gpu, uint32_t *blocks, uint32_t *threads) {
    size_t count;
    uint64_t all;
    const struct counter_launch *launches = counters_launches(gpu->counters, &count, &all);
    if (count == 0 || launches->grid[1] * launches->grid[2] != 1 ||
        launches->block[1] * launches->block[2] != 1) {
        return false;
    }
    *blocks = launches->grid[0];
    *threads = launches->block[0];
    return true;
}

bool gpu_is_unwaited(const struct gpu *gpu) {
    const struct finding_list *notes = &gpu->report.notes;
    bool unwaited = false;
    for (size_t i = 0; i < notes->count; i++) {
        unwaited = unwaited ||
                   (notes->items[i].kind == FINDING_UNWAITED && notes->items[i].kernel[0] != '\0');
    }
    return unwaited;
}

bool gpu_busiest_line(const struct gpu *gpu, const struct lab *lab, const char *name,
                      struct arena *arena, struct finding *finding) {
    const enum counter counter = gpu_counter_find(name);
    uint64_t most = 0;
    size_t count;
    const struct counter_kernel *kernels = counters_kernels(gpu->counters, &count);
    for (size_t i = 0; i < count && counter < COUNTER_COUNT; i++) {
        for (size_t j = 0; j < kernels[i].line_count; j++) {
            const struct counter_line *line = &kernels[i].lines[j];
            const char *file;
            if (line->values[counter] > most && is_student_path(lab, line->file, &file)) {
                most = line->values[counter];
                finding->file = arena_strdup(arena, file);
                finding->line = (int)line->line;
                finding->function = arena_strdup(arena, kernels[i].name);
            }
        }
    }
    return most > 0;
}

const struct counters *gpu_counters(const struct gpu *gpu) {
    return gpu->counters;
}
