/* Looks on while checks run, and makes the profile's JSON of what was seen. */
#include "profile.h"

#include "../check/kinds/bounds.h"
#include "../check/devices/gpu.h"
#include "../check/grading.h"
#include "../check/advice/advice.h"
#include "../lab/gpu_facts.h"
#include "../simt/model/cpu.h"
#include "../simt/model/model.h"
#include "../simt/observers/openmp/openmp_watch.h"
#include "../simt/record/line_costs.h"
#include "../simt/record/sources.h"

#include <stdlib.h>
#include <string.h>

struct collection {
    const struct profile_options *options;
    struct profile gpu; /* the modelled one */
    struct costs *costs;
    struct model *model;
    struct cpu_profile cpu; /* the modelled processor */
    struct openmp_costs work;
    uint64_t facts[FACT_COUNT];
    struct travel_list travels;
    json_t *exercises;
    struct arena arena;
};

/* ---- which checks ---------------------------------------------------------------------------- */

/* The check of an exercise that bounds its costs; else one that sees the program on the machine. */
static const struct lab_check *telling_check(const struct lab_exercise *exercise) {
    static const enum check_kind wanted[] = {CHECK_COST, CHECK_STRUCTURE, CHECK_RACE, CHECK_OUTPUT};
    for (size_t n = 0; n < sizeof wanted / sizeof *wanted; n++) {
        for (const struct lab_check *check = exercise->checks; check != NULL; check = check->next) {
            if (check->kind == wanted[n] && !check->withheld) {
                return check;
            }
        }
    }
    return exercise->checks;
}

static bool wants(void *self, const struct lab_exercise *exercise, const struct lab_check *check) {
    const struct collection *collection = self;
    const char *asked = collection->options->check;
    return asked != NULL ? strcmp(asked, check->name) == 0 : check == telling_check(exercise);
}

static void begin(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                  struct onlookers *onlookers) {
    struct collection *collection = self;
    (void)exercise;
    (void)check;
    costs_destroy(collection->costs);
    model_destroy(collection->model);
    collection->costs = costs_create();
    collection->model = model_create(&collection->gpu);
    memset(collection->facts, 0, sizeof collection->facts);
    onlookers->observer = collection->costs != NULL ? costs_observer(collection->costs) : NULL;
    onlookers->model = collection->model;
    onlookers->facts = collection->facts;
    collection->work = (struct openmp_costs){0};
    onlookers->work = &collection->work;
    free(collection->travels.rows);
    collection->travels = (struct travel_list){0};
    onlookers->travels = &collection->travels;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* The number that a requirement is about; false where it is not known. */
static bool observe(const struct collection *collection, const struct trial *trial,
                    const char *fact, uint64_t *value) {
    if (trial->gpu != NULL) {
        return gpu_fact(trial->gpu, fact, value);
    }
    enum fact found = bound_fact(fact);
    *value = found < FACT_COUNT ? collection->facts[found] : 0;
    return found < FACT_COUNT;
}

/* {"text":"n/32","numbers":"65536/32","value":2048}, or null. */
static json_t *limit_json(struct collection *collection, const char *bound,
                          const struct oracle_call *call) {
    uint64_t value;
    struct error error;
    if (bound == NULL || call == NULL || !bound_value(bound, call, &value, &error)) {
        return json_null();
    }
    return json_pack("{s:s,s:s,s:I}", "text", bound, "numbers",
                     bound_with_numbers(bound, call, &collection->arena), "value",
                     (json_int_t)value);
}

static json_t *bounds_json(struct collection *collection, const struct lab_check *check,
                           const struct trial *trial) {
    json_t *list = json_array();
    for (const struct requirement *require = check->require; require != NULL;
         require = require->next) {
        uint64_t value = 0;
        if (observe(collection, trial, require->fact, &value)) {
            json_array_append_new(
                list, json_pack("{s:s,s:I,s:o,s:o,s:s?}", "fact", require->fact, "observed",
                                (json_int_t)value, "at_least",
                                limit_json(collection, require->at_least, trial->first), "at_most",
                                limit_json(collection, require->at_most, trial->first), "why",
                                require->why));
        }
    }
    return list;
}

static json_t *counters_json(const struct collection *collection, const struct trial *trial) {
    json_t *counters = json_object();
    for (int c = 0; trial->gpu != NULL && c < COUNTER_COUNT; c++) {
        size_t count;
        uint64_t sum = 0;
        const struct counter_kernel *kernels = counters_kernels(gpu_counters(trial->gpu), &count);
        for (size_t k = 0; k < count; k++) {
            sum += kernels[k].values[c];
        }
        /* "Blocks" of code would be read as blocks of threads. */
        if (sum > 0 && c != COUNT_BLOCKS && c != COUNT_BLOCK_LANES) {
            json_object_set_new(counters, counter_table[c].name, json_integer((json_int_t)sum));
        }
    }
    static const char *const names[FACT_COUNT] = {
#define FACT_NAME(enumerator, name, text) [FACT_##enumerator] = name,
        FACT_TABLE(FACT_NAME)
#undef FACT_NAME
    };
    for (int f = 0; trial->gpu == NULL && f < FACT_COUNT; f++) {
        if (collection->facts[f] > 0) {
            json_object_set_new(counters, names[f], json_integer((json_int_t)collection->facts[f]));
        }
    }
    return counters;
}

static json_t *launches_json(const struct collection *collection, const struct trial *trial) {
    enum { SHOWN = 32 };
    json_t *list = json_array();
    size_t count = 0, modelled = 0, kernels_count;
    uint64_t all;
    if (trial->gpu == NULL) {
        return list;
    }
    const struct counters *counters = gpu_counters(trial->gpu);
    const struct counter_launch *launches = counters_launches(counters, &count, &all);
    const struct counter_kernel *kernels = counters_kernels(counters, &kernels_count);
    const struct model_launch *times =
        collection->model != NULL ? model_launches(collection->model, &modelled) : NULL;
    for (size_t n = 0; n < count && n < SHOWN; n++) {
        const struct counter_launch *launch = &launches[n];
        json_t *row =
            json_pack("{s:s,s:[i,i,i],s:[i,i,i],s:i}", "kernel", kernels[launch->kernel].name,
                      "grid", (int)launch->grid[0], (int)launch->grid[1], (int)launch->grid[2],
                      "block", (int)launch->block[0], (int)launch->block[1], (int)launch->block[2],
                      "shared", (int)launch->shared_bytes);
        if (row != NULL && n < modelled) {
            char text[200];
            model_describe(&times[n], text, sizeof text);
            json_object_set_new(row, "microseconds", json_real(times[n].microseconds));
            json_object_set_new(row, "binds", json_string(text));
            json_object_set_new(row, "occupancy", json_real(times[n].occupancy));
            json_object_set_new(row, "limiter", json_string(times[n].limiter));
        }
        json_array_append_new(list, row);
    }
    return list;
}

/* The time by threads, modelled on a processor: of the check's data, and of larger ones, in which
 * the start of the threads no longer counts. Null where no region was parallel. */
static json_t *processor_json(const struct collection *collection) {
    enum { LARGER = 256 };
    if (collection->work.parallel == 0) {
        return json_null();
    }
    const struct cpu_work work = cpu_work_of(&collection->work, NULL),
                          larger = cpu_work_scaled(work, LARGER);
    return json_pack("{s:i,s:o,s:o}", "factor", LARGER, "check",
                     cpu_report_json(&collection->cpu, &work), "larger",
                     cpu_report_json(&collection->cpu, &larger));
}

static const char *base_name(const char *path) {
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    return slash != NULL ? slash + 1 : path != NULL ? path : "";
}

/* The row of a line of the source; NULL if no instruction of it ran. */
static json_t *line_of(const json_t *costs, const struct openmp_travel *travel) {
    size_t index;
    json_t *row;
    json_array_foreach(json_object_get(costs, "lines"), index, row) {
        size_t file = (size_t)json_integer_value(json_object_get(row, "file"));
        const char *name = json_string_value(json_array_get(json_object_get(costs, "files"), file));
        if (json_integer_value(json_object_get(row, "line")) == (json_int_t)travel->line &&
            strcmp(base_name(name), base_name(travel->file)) == 0) {
            return row;
        }
    }
    return NULL;
}

static void add_to(json_t *row, const char *key, uint64_t more) {
    json_int_t before = json_integer_value(json_object_get(row, key));
    json_object_set_new(row, key, json_integer(before + (json_int_t)more));
}

/* Lines of the source get the cache lines that travelled because of them, and whose they were. */
static void put_travels(const struct collection *collection, json_t *costs) {
    for (size_t n = 0; n < collection->travels.count; n++) {
        const struct openmp_travel *travel = &collection->travels.rows[n];
        json_t *row = line_of(costs, travel);
        if (row == NULL) {
            continue;
        }
        add_to(row, "travels", travel->travels);
        add_to(row, "false_sharing", travel->false_sharing);
        json_t *variables = json_object_get(row, "variables");
        if (variables == NULL) {
            variables = json_object();
            json_object_set_new(row, "variables", variables);
        }
        add_to(variables, travel->variable, travel->travels);
    }
}

static void end(void *self, const struct lab_exercise *exercise, const struct lab_check *check,
                const struct trial *trial) {
    struct collection *collection = self;
    json_t *row = json_pack(
        "{s:s,s:s,s:s,s:s,s:s,s:s,s:o,s:o,s:o,s:o}", "exercise", exercise->name, "title",
        exercise->title, "check", check->name, "check_title", check->title, "verdict",
        verdict_name(trial->verdict), "case",
        trial->first != NULL ? trial->first->source->text : "", "bounds",
        bounds_json(collection, check, trial), "counters", counters_json(collection, trial),
        "launches", launches_json(collection, trial), "processor", processor_json(collection));
    json_t *costs = collection->costs != NULL ? costs_json(collection->costs) : NULL;
    if (row != NULL && costs != NULL) {
        put_travels(collection, costs);
        json_object_update(row, costs);
    }
    json_decref(costs);
    if (row != NULL && trial->findings != NULL) {
        json_object_set_new(row, "finding", json_string(trial->findings->message));
    }
    json_array_append_new(collection->exercises, row);
}

/* ---- sources --------------------------------------------------------------------------------- */

/* The text of each file that a line names, and only of those that the student or the lab gave. */
static json_t *sources_json(const struct collection *collection) {
    const char *folders[] = {collection->options->submission};
    json_t *sources = json_object();
    size_t index, at;
    json_t *exercise, *name;
    json_array_foreach(collection->exercises, index, exercise) {
        json_array_foreach(json_object_get(exercise, "files"), at, name) {
            const char *file = json_string_value(name);
            char *text = json_object_get(sources, file) == NULL
                             ? record_source(file, folders, sizeof folders / sizeof *folders)
                             : NULL;
            json_t *value = text != NULL ? json_string(text) : NULL;
            if (value != NULL) {
                json_object_set_new(sources, file, value);
            }
            free(text);
        }
    }
    return sources;
}

json_t *profile_run(const struct profile_options *options, struct error *error) {
    struct collection collection = {.options = options, .exercises = json_array()};
    const struct witness witness = {
        .self = &collection, .wants = wants, .begin = begin, .end = end};
    const struct grade_options grade = {.kit = options->kit,
                                        .lab = options->lab,
                                        .submission = options->submission,
                                        .exercise = options->exercise,
                                        .seed = options->seed,
                                        .secret = options->secret,
                                        .witness = &witness};
    struct result result = {0};
    json_t *profile = NULL;
    const char *folder = arena_printf(&collection.arena, "%s/profiles", options->kit->build);
    bool good = profile_find(folder, options->gpu, &collection.gpu, error) &&
                cpu_profile_find(folder, options->cpu, &collection.cpu, error) &&
                grade_submission(&grade, &result, error);
    if (good && json_array_size(collection.exercises) == 0) {
        const struct check_result *check =
            result.exercises != NULL ? result.exercises->checks : NULL;
        if (not_begun_passes(&result, error)) {
            error_set(error, "nothing could be run: %s",
                      check != NULL && check->findings != NULL ? check->findings->message
                                                               : "no such check");
        }
        result_free(&result);
    } else if (good) {
        profile = json_pack("{s:s,s:i,s:s,s:s,s:s,s:O,s:o}", "lockstep", "profile", "version",
                            PROFILE_VERSION, "lab", options->lab->name, "submission",
                            options->submission, "gpu", collection.gpu.name, "exercises",
                            collection.exercises, "sources", sources_json(&collection));
        if (profile == NULL) {
            error_set(error, "out of memory for the profile");
        }
        result_free(&result);
    }
    costs_destroy(collection.costs);
    free(collection.travels.rows);
    model_destroy(collection.model);
    json_decref(collection.exercises);
    arena_free(&collection.arena);
    return profile;
}
