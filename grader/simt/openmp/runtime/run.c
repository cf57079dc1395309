/* A run: the machine is set up, the initial thread begins, everything is taken down again. */
#include "openmp_runtime.h"
#include "../../../message_text.h"
#include "../../alu/moves.h"

#include <stdlib.h>
#include <string.h>

static const struct openmp_options no_options;

/* Every instruction first hits nothing. */
static const struct extent nowhere;

static enum simt_status refuse(struct openmp_result *result, enum simt_status status,
                               const char *message, const char *name) {
    result->machine.status = status;
    message_put(result->machine.error.message, sizeof result->machine.error.message, message, name);
    return status;
}

static uint32_t local_bytes(const struct simt_module *module) {
    uint32_t most = 0;
    for (uint32_t f = 0; f < module->function_count; f++) {
        most = module->functions[f]->local_bytes > most ? module->functions[f]->local_bytes : most;
    }
    return most > 0 ? 64 * 1024 : 0;
}

static bool set_up(struct openmp *run) {
    struct machine *machine = &run->machine;
    uint32_t sites = machine->module->count, functions = machine->module->function_count;
    machine->bounds = calloc(sites + 1, sizeof *machine->bounds);
    machine->steps = calloc(sites + 2, sizeof *machine->steps);
    machine->profile = calloc(sites + 1, sizeof *machine->profile);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    run->hit = calloc(sites + 1, sizeof *run->hit);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    run->pool = calloc(functions + 1, sizeof *run->pool);
    for (uint32_t s = 0; run->hit != NULL && s <= sites; s++) {
        run->hit[s] = &nowhere;
    }
    for (uint32_t s = 0; machine->bounds != NULL && s < sites; s++) {
        machine->bounds[s] =
            (struct bounds){.space = SIMT_LOCAL, .region = SIMT_MIXED_REGIONS, .variable = -1};
    }
    const struct simt_device *device = machine->device;
    launch_listen(machine);
    for (uint32_t o = 0; o < device->observer_count; o++) {
        run->watch_sync |= device->observers[o]->sync != NULL;
    }
    return machine->bounds != NULL && machine->steps != NULL && machine->profile != NULL &&
           run->hit != NULL && run->pool != NULL && crossing_begin(run);
}

static void sum_profile(struct machine *machine) {
    int64_t count = 0;
    for (uint32_t s = 0; s < machine->module->count; s++) {
        count += machine->steps[s].warps;
        if (!machine->code[s].synthetic) {
            machine->profile[s] = (struct simt_profile){.warp_instructions = (uint64_t)count,
                                                        .thread_instructions = (uint64_t)count};
        }
    }
    machine->event.profile = machine->profile;
    machine->event.result = machine->result;
}

static void take_down(struct openmp *run) {
    for (uint32_t t = 0; t < run->thread_count; t++) {
        thread_release(run->threads[t]);
    }
    for (uint32_t f = 0; run->pool != NULL && f < run->machine.module->function_count; f++) {
        while (run->pool[f] != NULL) {
            struct activation *next = run->pool[f]->next;
            free(run->pool[f]->registers);
            free(run->pool[f]);
            run->pool[f] = next;
        }
    }
    for (uint32_t r = 0; r < run->by_region_count; r++) {
        free(run->by_region[r]);
    }
    own_drop_all(run);
    hash_clear(&run->locks);
    hash_clear(&run->times);
    free(run->threads);
    free(run->by_region);
    free(run->tasks);
    free((void *)run->hit);
    free(run->pool);
    free(run->machine.bounds);
    free(run->machine.steps);
    free(run->machine.profile);
}

/* The initial thread at the start of the function; false: no memory left. */
static bool begin(struct openmp *run, struct function *function, const uint64_t *arguments,
                  size_t count) {
    struct thread *initial = thread_create(run, function->first);
    if (initial == NULL || !teams_start(run, initial) ||
        !thread_begin(initial, function, arguments, (uint32_t)count)) {
        return false;
    }
    NOTIFY(run->machine.device, launch_begin, &run->machine.event);
    NOTIFY(run->machine.device, block_begin, &run->machine.event, 0);
    tell_strand(initial, function->first, initial->task, SIMT_STRAND_BEGIN);
    return true;
}

static void finish(struct openmp *run) {
    struct machine *machine = &run->machine;
    /* Once more, so that what the initial thread did since its last region is counted, too. */
    tell_strand(run->threads[0], 0, run->threads[0]->task, SIMT_STRAND_RESUME);
    run->result->instructions = machine->clock;
    run->result->threads = run->thread_count;
    run->result->asked_time = run->questions > 0;
    NOTIFY(machine->device, block_end, &machine->event, 0);
    sum_profile(machine);
    NOTIFY(machine->device, launch_end, &machine->event);
}

static void prepare(struct openmp *run, struct simt_device *device, struct simt_module *module,
                    struct function *function, const struct openmp_options *options,
                    struct openmp_result *result) {
    run->options = options;
    run->result = result;
    run->random = options->seed;
    run->turns = options->schedule == OPENMP_TURNS;
    run->launch =
        (struct simt_launch){.kernel = function->ptx->name, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    run->info = (struct simt_kernel_info){.name = function->ptx->name,
                                          .display_name = function->ptx->name,
                                          .parameters = (const struct simt_parameter[1]){{0}},
                                          .max_threads = 1,
                                          .source = module->sites[function->first].source};
    run->machine =
        (struct machine){.device = device,
                         .module = module,
                         .launch = &run->launch,
                         .kernel = function,
                         .result = &result->machine,
                         .code = module->code,
                         .moves = single_move_tables(),
                         .threads = 1,
                         .local_bytes = local_bytes(module),
                         .budget = options->budget != 0 ? options->budget : OPENMP_DEFAULT_BUDGET,
                         .event = {.number = ++device->launches,
                                   .module = module,
                                   .kernel = &run->info,
                                   .launch = &run->launch,
                                   .threads = 1,
                                   .warps = 1,
                                   .site_count = module->count,
                                   .sites = module->sites}};
    environment_read(run);
}

enum simt_status openmp_run(struct simt_device *device, struct simt_module *module,
                            const char *name, const uint64_t *arguments, size_t count,
                            const struct openmp_options *options, struct openmp_result *result) {
    *result = (struct openmp_result){.machine = {.source = {.file = "", .function = ""}}};
    const struct ptx_function *ptx = ptx_find_function(&module->ptx, name);
    if (!module->ptx.openmp) {
        return refuse(result, SIMT_INVALID_PTX, "this is not a program with OpenMP", "");
    }
    if (ptx == NULL || !ptx->defined || ptx->entry) {
        return refuse(result, SIMT_UNKNOWN_SYMBOL, "the program has no function `%.100s`", name);
    }
    struct openmp *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return refuse(result, SIMT_OUT_OF_MEMORY, "no memory left on the host", "");
    }
    prepare(run, device, module, ptx->code, options != NULL ? options : &no_options, result);
    if (set_up(run) && begin(run, ptx->code, arguments, count) && schedule_run(run)) {
        finish(run);
    } else {
        refuse(result, SIMT_OUT_OF_MEMORY, "no memory left on the host", "");
    }
    take_down(run);
    free(run);
    return result->machine.status;
}

/* argv: the words one behind the other, then the pointers to them. */
static uint64_t place_words(struct simt_device *device, const char *const *words, size_t count) {
    size_t bytes = (count + 1) * sizeof(uint64_t);
    for (size_t n = 0; n < count; n++) {
        bytes += strlen(words[n]) + 1;
    }
    struct region *region = region_create(device, SIMT_REGION_VARIABLE, bytes, "words", NULL, 0);
    if (region == NULL) {
        return 0;
    }
    NOTIFY(device, region_new, &region->seen);
    size_t at = (count + 1) * sizeof(uint64_t);
    for (size_t n = 0; n < count; n++) {
        uint64_t address = region->seen.address + at;
        memcpy(region->host + n * sizeof address, &address, sizeof address);
        memcpy(region->host + at, words[n], strlen(words[n]) + 1);
        at += strlen(words[n]) + 1;
    }
    return region->seen.address;
}

/* Sets a pointer of the library's, if the program has it. */
static void set_pointer(struct simt_device *device, struct simt_module *module, const char *name,
                        uint64_t value) {
    uint64_t place, size;
    if (simt_module_symbol(module, name, &place, &size) == SIMT_OK && size == sizeof value) {
        memcpy(region_find(device, place, false)->host, &value, sizeof value);
    }
}

/* By what name the program was called: argv[0], whole and without its folders. */
static void place_name(struct simt_device *device, struct simt_module *module,
                       const char *const *words, size_t count, uint64_t table) {
    const char *slash = count > 0 ? strrchr(words[0], '/') : NULL;
    const uint64_t name = table + (count + 1) * sizeof(uint64_t);
    if (count > 0) {
        set_pointer(device, module, "program_invocation_name", name);
        set_pointer(device, module, "program_invocation_short_name",
                    name + (slash != NULL ? (uint64_t)(slash + 1 - words[0]) : 0));
    }
}

/* The library's `environ`: what speaks of OpenMP, and nothing else of where the machine runs. */
static void place_environment(struct simt_device *device, struct simt_module *module,
                              const struct openmp_options *options) {
    enum { MOST = 64 };
    const char *words[MOST];
    size_t count = 0;
    uint64_t place, size;
    const char *const *at = options != NULL ? options->environment : NULL;
    for (; at != NULL && *at != NULL && count < MOST; at++) {
        if (strncmp(*at, "OMP_", 4) == 0) {
            words[count++] = *at;
        }
    }
    if (simt_module_symbol(module, "environ", &place, &size) == SIMT_OK) {
        set_pointer(device, module, "environ", place_words(device, words, count));
    }
}

enum simt_status openmp_run_main(struct simt_device *device, struct simt_module *module,
                                 const char *const *words, const struct openmp_options *options,
                                 struct openmp_result *result) {
    size_t count = 0;
    while (words[count] != NULL) {
        count++;
    }
    uint64_t table = place_words(device, words, count);
    if (table == 0) {
        *result = (struct openmp_result){.machine = {.source = {.file = "", .function = ""}}};
        return refuse(result, SIMT_OUT_OF_MEMORY, "no memory left on the host", "");
    }
    place_name(device, module, words, count, table);
    place_environment(device, module, options);
    uint64_t arguments[2] = {count, table};
    return openmp_run(device, module, "main", arguments, 2, options, result);
}
