/* The observer: events of the blocks that are kept become rows. */
#include "../array.h"
#include "recording.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- which blocks ---------------------------------------------------------------------------- */

struct rows *recorder_rows(struct recording *recording) {
    return recording->block != NULL ? block_rows(recording->block) : NULL;
}

/* Where to write the next row; NULL: nowhere. */
struct rows *recorder_row(struct recording *recording) {
    return recording->block != NULL ? block_next_row(recording->block) : NULL;
}

void recorder_use_sites(struct recording *recording, uint32_t first, uint32_t end) {
    struct record_module *module = &recording->modules[recording->launch->module];
    for (uint32_t site = first; site < end && site < module->count; site++) {
        module->state[site] = module->state[site] == SITE_UNUSED ? SITE_USED : module->state[site];
    }
}

/* Ends a row; what the detectors found by it stands behind it. */
void recorder_end_row(struct recording *recording, const struct simt_place *place) {
    rows_add(recorder_rows(recording), "]\n", 2);
    if (place != NULL) {
        recorder_use_sites(recording, place->site, place->site + 1);
    }
}

static void copy_finding(struct recording *recording, const struct simt_finding *finding) {
    if (!array_grow(&recording->found, &recording->found_room, recording->found_count + 1)) {
        recording->failed = true;
        return;
    }
    struct simt_finding *copy = &recording->found[recording->found_count++];
    *copy = *finding;
    copy->launch = finding->launch > 0 ? recording->all_launches : 0;
}

void recorder_look(struct recording *recording) {
    const struct finding_list *list = recording->findings;
    size_t count = list != NULL ? list->count : 0;
    for (; recording->seen_findings < count; recording->seen_findings++) {
        copy_finding(recording, &list->items[recording->seen_findings]);
        if (recording->block != NULL) {
            recording->block->found = true;
            recording->block->settled =
                recording->block->settled ||
                !finding_is_note(list->items[recording->seen_findings].kind);
            rows_put(recorder_rows(recording), "[\"!\",%zu]\n", recording->found_count - 1);
        }
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

static bool find_module(struct recording *recording, const struct simt_launch_event *event,
                        uint32_t *index) {
    for (size_t n = 0; n < recording->module_count; n++) {
        if (recording->modules[n].module == event->module &&
            recording->modules[n].sites == event->sites) {
            *index = (uint32_t)n;
            return true;
        }
    }
    if (!array_grow(&recording->modules, &recording->module_room, recording->module_count + 1)) {
        return false;
    }
    void *state = calloc(event->site_count + 1, sizeof *recording->modules->state);
    if (state == NULL) {
        return false;
    }
    *index = (uint32_t)recording->module_count;
    recording->modules[recording->module_count++] = (struct record_module){
        event->module, event->sites, event->text, event->site_count, .state = state};
    return true;
}

static json_t *parameters_of(const struct simt_launch_event *event) {
    json_t *list = json_array();
    const struct simt_kernel_info *kernel = event->kernel;
    for (uint32_t n = 0; n < kernel->parameter_count && event->launch->parameters != NULL; n++) {
        const struct simt_parameter *parameter = &kernel->parameters[n];
        uint64_t value = 0;
        if (parameter->size <= sizeof value &&
            parameter->offset + parameter->size <= event->launch->parameter_bytes) {
            memcpy(&value, (const char *)event->launch->parameters + parameter->offset,
                   parameter->size);
        }
        char text[24];
        snprintf(text, sizeof text, "x%" PRIx64, value);
        json_array_append_new(list,
                              json_pack("{s:o,s:i,s:s}", "name",
                                        json_text(parameter->name != NULL ? parameter->name : ""),
                                        "size", (int)parameter->size, "value", text));
    }
    return list;
}

static json_t *shared_of(const struct simt_launch_event *event) {
    json_t *list = json_array();
    for (uint32_t n = 0; n < event->shared_variable_count; n++) {
        const struct simt_shared_variable *variable = &event->shared_variables[n];
        json_array_append_new(list, json_pack("[o,i,i]", json_text(variable->display_name),
                                              (int)variable->offset, (int)variable->size));
    }
    return list;
}

/* Everything about the launch that is known before it runs. */
static bool describe(struct record_launch *launch, const struct simt_launch_event *event) {
    static const char *const dialects[] = {
        [SIMT_CUDA] = "cuda", [SIMT_OPENCL] = "opencl", [SIMT_OPENMP] = "openmp"};
    const uint32_t *grid = event->launch->grid, *block = event->launch->block;
    json_t *head = json_pack(
        "{s:I,s:b,s:i,s:o,s:s,s:[i,i,i],s:[i,i,i],s:i,s:i,s:i,s:o,s:o}", "launch",
        (json_int_t)launch->number, "again", event->launch->schedule == SIMT_TURNS, "module",
        (int)launch->module, "kernel", json_text(event->kernel->display_name), "dialect",
        dialects[event->kernel->dialect], "grid", (int)grid[0], (int)grid[1], (int)grid[2], "block",
        (int)block[0], (int)block[1], (int)block[2], "threads", (int)event->threads, "registers",
        (int)event->kernel->registers, "shared_bytes", (int)event->shared_bytes, "parameters",
        parameters_of(event), "shared", shared_of(event));
    char *text = head != NULL ? json_dumps(head, JSON_COMPACT | JSON_PRESERVE_ORDER) : NULL;
    json_decref(head);
    if (text != NULL) {
        rows_put(&launch->head, "%.*s", (int)strlen(text) - 1, text);
    }
    free(text);
    return launch->head.text != NULL;
}

static void launch_begin(void *self, const struct simt_launch_event *event) {
    struct recording *recording = self;
    recording->all_launches += event->launch->schedule != SIMT_TURNS; /* else: the last, again */
    recording->event = event;
    recording->launch = NULL;
    recording->block = NULL;
    if (recording->resting || recording->launch_count >= KEEP_LAUNCHES) {
        return;
    }
    struct record_launch launch = {.number = recording->all_launches,
                                   .blocks = simt_launch_blocks(event->launch),
                                   .about = __atomic_load_n(&recording->about, __ATOMIC_ACQUIRE)};
    memcpy(launch.block, event->launch->block, sizeof launch.block);
    if (!array_grow(&recording->launches, &recording->launch_room, recording->launch_count + 1) ||
        !find_module(recording, event, &launch.module) || !describe(&launch, event)) {
        rows_clear(&launch.head);
        recording->failed = true;
        return;
    }
    recording->launch = &recording->launches[recording->launch_count++];
    *recording->launch = launch;
}

static void block_begin(void *self, const struct simt_launch_event *event, uint64_t block) {
    struct recording *recording = self;
    recording->block = NULL;
    if (recording->launch == NULL || recording->resting) {
        return;
    }
    recording->taken_up = recording->launch->kept_count;
    for (size_t b = 0; b < recording->launch->kept_count; b++) {
        if (recording->launch->kept[b].block == block) { /* its next turn */
            recording->taken_up = b;
            recording->scratch = recording->launch->kept[b];
            recording->block = &recording->scratch;
            return;
        }
    }
    /* Later blocks are only kept if something is found in them. */
    if (recording->launch->kept_count >= KEEP_BLOCKS &&
        (recording->findings == NULL ||
         recording->launch->kept_count >= KEEP_BLOCKS + KEEP_FOUND)) {
        return;
    }
    recording->scratch = (struct record_block){.block = block};
    simt_block_position(event, block, recording->scratch.at);
    recording->block = &recording->scratch;
}

static void keep_block(struct recording *recording) {
    struct record_launch *launch = recording->launch;
    if (recording->taken_up < launch->kept_count) {
        launch->kept[recording->taken_up] = recording->scratch;
        recording->scratch = (struct record_block){0};
        return;
    }
    if (!array_grow(&launch->kept, &launch->kept_room, launch->kept_count + 1)) {
        recording->failed = true;
        block_clear(&recording->scratch);
        return;
    }
    launch->kept[launch->kept_count++] = recording->scratch;
    recording->scratch = (struct record_block){0};
}

static void block_over(void *self, const struct simt_launch_event *event, uint64_t block) {
    struct recording *recording = self;
    (void)event;
    (void)block;
    recorder_look(recording);
    if (recording->block == NULL) {
        return;
    }
    recording->work += recording->scratch.rows.length + recording->scratch.made;
    block_end(&recording->scratch);
    recording->failed = recording->failed || recording->scratch.rows.failed;
    recording->resting = recording->work > WORK_BYTES;
    if (recording->scratch.found || recording->launch->kept_count < KEEP_BLOCKS ||
        recording->taken_up < recording->launch->kept_count) {
        keep_block(recording);
    } else {
        block_clear(&recording->scratch);
    }
    recording->block = NULL;
}

static void copy_sites(struct recording *recording, struct record_module *module) {
    for (uint32_t n = 0; n < module->count; n++) {
        if (module->state[n] != SITE_USED) {
            continue;
        }
        const struct simt_site *site = &module->sites[n];
        char function[64];
        simt_display_name(site->source.function, function, sizeof function);
        const int file = file_names_index(&recording->files, site->source.file, module->text);
        json_t *row = json_pack("[i,i,i,o,o]", (int)n, file, (int)site->source.line,
                                json_text(function), json_text(site->opcode));
        if (row != NULL && site->note != NULL) {
            json_array_append_new(row, json_text(site->note));
            module->any_notes = true;
        }
        char *text = row != NULL ? json_dumps(row, JSON_COMPACT) : NULL;
        if (text != NULL) {
            rows_put(&module->rows, "%s%s", module->rows.length > 0 ? "," : "", text);
        }
        recording->failed = recording->failed || text == NULL || file < 0;
        free(text);
        json_decref(row);
        module->state[n] = SITE_COPIED;
    }
}

/* The arrays that the launch's rows touch. */
static void put_arrays(struct recording *recording) {
    json_t *list = json_array();
    for (size_t n = 0; n < recording->array_count; n++) {
        struct record_array *array = &recording->arrays[n];
        if (array->touched) {
            json_array_append_new(list, json_pack("[i,i,I,I,o]", (int)n, (int)array->region.kind,
                                                  (json_int_t)array->region.address,
                                                  (json_int_t)array->region.size,
                                                  json_text(array->name)));
        }
        array->touched = false;
    }
    char *text = json_dumps(list, JSON_COMPACT);
    rows_put(&recording->launch->head, ",\"openmp\":%s,\"arrays\":%s",
             recording->launch->openmp ? "true" : "false", text != NULL ? text : "[]");
    free(text);
    json_decref(list);
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct recording *recording = self;
    (void)event;
    recorder_look(recording);
    if (recording->launch != NULL) {
        put_arrays(recording);
        copy_sites(recording, &recording->modules[recording->launch->module]);
    }
    recording->launch = NULL;
    recording->event = NULL;
}

/* ---- arrays ---------------------------------------------------------------------------------- */

static struct record_array *array_at(struct recording *recording, uint32_t index) {
    if (index >= KEEP_ARRAYS) {
        return NULL;
    }
    if (!array_grow(&recording->arrays, &recording->array_count, index + 1)) {
        recording->failed = true;
        return NULL;
    }
    return &recording->arrays[index];
}

static void region_new(void *self, const struct simt_region *region) {
    struct record_array *array = array_at(self, region->index);
    if (array != NULL) {
        array->region = *region;
        simt_display_name(region->name, array->name, sizeof array->name);
    }
}

void record_name(struct recording *recording, uint64_t address, const char *name) {
    for (size_t n = recording->array_count; n > 0; n--) {
        struct record_array *array = &recording->arrays[n - 1];
        if (array->region.address == address && array->region.size > 0) {
            snprintf(array->name, sizeof array->name, "%s", name);
            return;
        }
    }
}

/* ---- the face -------------------------------------------------------------------------------- */

struct recording *recording_create(void) {
    struct recording *recording = calloc(1, sizeof *recording);
    if (recording != NULL) {
        recording->observer = (struct simt_observer){.self = recording,
                                                     .region_new = region_new,
                                                     .launch_begin = launch_begin,
                                                     .launch_end = launch_end,
                                                     .block_begin = block_begin,
                                                     .block_end = block_over};
    }
    return recording;
}

void record_destroy(struct recording *recording) {
    if (recording == NULL) {
        return;
    }
    for (size_t l = 0; l < recording->launch_count; l++) {
        struct record_launch *launch = &recording->launches[l];
        for (size_t b = 0; b < launch->kept_count; b++) {
            rows_clear(&launch->kept[b].rows);
        }
        rows_clear(&launch->head);
        free(launch->kept);
    }
    for (size_t m = 0; m < recording->module_count; m++) {
        free(recording->modules[m].state);
        rows_clear(&recording->modules[m].rows);
    }
    block_clear(&recording->scratch);
    file_names_clear(&recording->files);
    free(recording->found);
    free(recording->launches);
    free(recording->modules);
    free(recording->arrays);
    free(recording);
}

const struct simt_observer *record_observer(struct recording *recording) {
    return &recording->observer;
}

void record_findings(struct recording *recording, const struct finding_list *findings) {
    /* What was found last may have been told better since. */
    const struct finding_list *list = recording->findings;
    recorder_look(recording);
    for (size_t n = 0; list != NULL && n < list->count; n++) {
        size_t at = recording->found_first + n;
        if (at < recording->found_count) {
            uint64_t launch = recording->found[at].launch;
            recording->found[at] = list->items[n];
            recording->found[at].launch = launch;
        }
    }
    recording->findings = findings;
    recording->seen_findings = 0;
    recording->found_first = recording->found_count;
}

void record_case(struct recording *recording, const char *text) {
    __atomic_store_n(&recording->about, text, __ATOMIC_RELEASE);
}

uint64_t record_launches(const struct recording *recording) {
    return recording->all_launches;
}

const char *record_file(const struct recording *recording, size_t n) {
    return n < recording->files.count ? recording->files.files[n].name : NULL;
}
