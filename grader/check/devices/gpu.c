#include "gpu_inside.h"

#include "../../lab/gpu_facts.h"
#include "../../simt/record/record.h"
#include "../../simt/wire/wire.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The budget of instructions ends an endless kernel, on every machine at the same place; this clock
 * is the last resort. It is longer than the process may run (run_cases.c): else an endless host
 * would lose its device first, and return an error in place of its timeout. */
enum { MOST_MILLISECONDS = 600000 };
/* Warp instructions a warp: many times what one thread needs that does the work of all, and no more
 * than a few seconds for an endless kernel with all detectors at work. */
enum { FEWEST_INSTRUCTIONS = 1000000, MOST_INSTRUCTIONS = 4000000, INSTRUCTIONS_EACH = 128 };

/* More warps than any computer runs in a check's time: a launch of more does not begin. */
static const uint64_t MOST_WARPS = (uint64_t)1 << 29;

static void *serve(void *argument) {
    struct gpu *gpu = argument;
    const struct onlookers *onlookers = &gpu->onlookers;
    const struct device_options options = {
        .detector = gpu->detector,
        .counters = gpu->counters,
        .substitution = gpu->substitution,
        .model = onlookers->model,
        .recorder = onlookers->recording != NULL ? record_observer(onlookers->recording)
                                                 : onlookers->observer,
        .meets = onlookers->recording != NULL,
        .global_bytes = (uint64_t)1 << 30,
        .stop = -1,
        .budget = gpu->budget,
        .warps = MOST_WARPS,
        .prompt = gpu->order.prompt,
        .schedule = gpu->order.reversed ? SIMT_REVERSE : SIMT_FORWARD,
        .deals = true,
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

bool gpu_start(struct gpu **gpu, enum simt_dialect dialect, size_t elements, struct gpu_order order,
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
    made->order = order;
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

/* The program waits for each answer of the device: between two calls the number stays the same. */
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
    const bool kept_from_launch = call == 0 && gpu->report.launches == 0;
    return kept_from_launch && gpu->report.failed_count > 0 ? gpu->report.failed : last;
}

uint64_t gpu_foreign_bytes(const struct gpu *gpu) {
    return substitution_foreign(gpu->substitution);
}

uint64_t gpu_bytes_back(const struct gpu *gpu) {
    const uint64_t sent = counters_sent_bytes(gpu->counters);
    return sent + substitution_back(gpu->substitution);
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

enum simt_dialect gpu_dialect(const struct gpu *gpu) {
    return gpu->dialect;
}

/* ---- numbers ---- */

static const struct counter_launch *launches_of(const struct gpu *gpu, size_t *count) {
    uint64_t all;
    return counters_launches(gpu->counters, count, &all);
}

static uint64_t volume(const uint32_t size[3]) {
    return (uint64_t)size[0] * size[1] * size[2];
}

static uint64_t warps_of(const struct counter_launch *launch) {
    return volume(launch->grid) * ((volume(launch->block) + 31) / 32);
}

static uint64_t warps_launched(const struct gpu *gpu) {
    size_t count;
    uint64_t warps = 0;
    const struct counter_launch *launches = launches_of(gpu, &count);
    for (size_t i = 0; i < count; i++) {
        warps += warps_of(&launches[i]);
    }
    return warps;
}

/* Barriers for each warp, in the launch with the most, rounded up: one more in a single warp shows.
 * A small launch, such as one block that finishes, may count as a part of the largest one. */
static uint64_t warp_barriers(const struct gpu *gpu) {
    size_t count;
    uint64_t most = 0, total = 0, largest = 1;
    const struct counter_launch *launches = launches_of(gpu, &count);
    for (size_t i = 0; i < count; i++) {
        const uint64_t warps = warps_of(&launches[i]),
                       barriers = launches[i].values[COUNT_BARRIERS];
        const uint64_t each = warps > 0 ? (barriers + warps - 1) / warps : 0;
        most = each > most ? each : most;
        largest = warps > largest ? warps : largest;
        total += barriers;
    }
    total = (total + largest - 1) / largest;
    return most < total ? most : total;
}

/* The launch that loads most from global memory; an empty one where there is none. */
static const struct counter_launch *main_launch(const struct gpu *gpu) {
    static const struct counter_launch none;
    size_t count;
    const struct counter_launch *at = launches_of(gpu, &count), *most = NULL;
    for (const struct counter_launch *end = at + count; at < end; at++) {
        const uint64_t sectors = at->values[COUNT_GLOBAL_LOAD_SECTORS];
        most = most == NULL || sectors > most->values[COUNT_GLOBAL_LOAD_SECTORS] ? at : most;
    }
    return most != NULL ? most : &none;
}

static uint64_t leaks(const struct gpu *gpu) {
    const struct finding_list *all = detector_findings(gpu->detector);
    uint64_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        count += all->items[i].kind == FINDING_LEAK;
    }
    return count;
}

/* What a kernel wrote to the host's memory and the host then copied crossed once. */
static uint64_t downloaded(const struct gpu *gpu) {
    const uint64_t sent = counters_sent_bytes(gpu->counters), copied = gpu->report.downloaded_bytes;
    return sent > copied ? sent : copied;
}

/* The numbers that are no counters. */
static uint64_t fact_value(const struct gpu *gpu, enum gpu_fact fact) {
    const struct shares *shares = counters_shares(gpu->counters);
    switch (fact) {
    case GPU_FACT_LAUNCHES:
        return gpu->report.launches;
    case GPU_FACT_WARPS:
        return warps_launched(gpu);
    case GPU_FACT_BLOCKS:
        return volume(main_launch(gpu)->grid);
    case GPU_FACT_THREADS:
        return volume(main_launch(gpu)->block);
    case GPU_FACT_PROGRAMS:
        return gpu->report.programs;
    case GPU_FACT_COPIED:
        return gpu->report.copied_bytes;
    case GPU_FACT_UPLOADED:
        return gpu->report.uploaded_bytes;
    case GPU_FACT_DOWNLOADED:
        return downloaded(gpu);
    case GPU_FACT_LEAKS:
        return leaks(gpu);
    case GPU_FACT_LOADED:
        return counters_loaded_bytes(gpu->counters);
    case GPU_FACT_REACH:
        return shares->most_reach;
    case GPU_FACT_PAGE:
        return shares->most_of_a_page;
    case GPU_FACT_CONFLICT_FREE:
        return shares->conflict_free_loads;
    case GPU_FACT_EXCHANGES:
        return shares->exchanges;
    case GPU_FACT_WARP_BARRIERS:
        return warp_barriers(gpu);
    case GPU_FACT_BLOCK:
        return shares_block(shares);
    case GPU_FACT_WARP:
        return shares_warp(shares);
    case GPU_FACT_ATOMICS:
        return shares->atomics;
    case GPU_FACT_COUNT:
        break;
    }
    return 0;
}

bool gpu_fact(const struct gpu *gpu, const char *name, uint64_t *value) {
    const enum counter counter = gpu_counter_find(name);
    const enum gpu_fact fact = gpu_fact_find(name);
    if (fact < GPU_FACT_COUNT) {
        *value = fact_value(gpu, fact);
        return true;
    }
    size_t count;
    const struct counter_kernel *kernels = counters_kernels(gpu->counters, &count);
    *value = 0;
    for (size_t i = 0; i < count && counter < COUNTER_COUNT; i++) {
        *value += kernels[i].values[counter];
    }
    *value -= counter == COUNT_GLOBAL_LOAD_SECTORS ? counters_sectors_again(gpu->counters) : 0;
    return counter < COUNTER_COUNT;
}

bool gpu_first_launch(const struct gpu *gpu, uint32_t *blocks, uint32_t *threads) {
    size_t count;
    const struct counter_launch *launches = launches_of(gpu, &count);
    if (count == 0 || launches->grid[1] * launches->grid[2] != 1 ||
        launches->block[1] * launches->block[2] != 1) {
        return false;
    }
    *blocks = launches->grid[0];
    *threads = launches->block[0];
    return true;
}

bool gpu_has_printed(const struct gpu *gpu) {
    return gpu->report.printed_bytes > 0;
}

bool gpu_first_extent(const struct gpu *gpu, uint64_t items[3]) {
    size_t count;
    const struct counter_launch *launches = launches_of(gpu, &count);
    for (int i = 0; count > 0 && i < 3; i++) {
        items[i] = (uint64_t)launches->grid[i] * launches->block[i];
    }
    return count > 0;
}

const struct device_short_copy *gpu_short_copy(const struct gpu *gpu) {
    const struct device_short_copy *copy = &gpu->report.short_copy;
    return copy->array != 0 && !copy->went_on ? copy : NULL;
}

const char *gpu_repeated_call(const struct gpu *gpu, uint64_t *code) {
    enum { THOUSANDS = 4096 };
    const struct device_asked *asked = &gpu->report.asked;
    *code = strstr(asked->object, ".so") == NULL ? asked->code : 0;
    return asked->work >= THOUSANDS && asked->call[0] != '\0' ? asked->call : NULL;
}

bool gpu_asked_read(const struct gpu *gpu) {
    return strncmp(gpu->report.asked.call, "clEnqueueRead", strlen("clEnqueueRead")) == 0;
}

uint64_t gpu_first_threads(const struct gpu *gpu) {
    size_t count;
    const struct counter_launch *launches = launches_of(gpu, &count);
    return count > 0 ? volume(launches->grid) * volume(launches->block) : 0;
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
    const bool by_warp = gpu_fact_find(name) == GPU_FACT_WARP_BARRIERS;
    const enum counter counter = by_warp ? COUNT_BARRIERS : gpu_counter_find(name);
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
