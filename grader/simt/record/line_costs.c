#include "line_costs.h"

#include "../observers/counters/sectors_and_banks.h"
#include "../array.h"
#include "../file_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRICES = 65, SHARED_ARRAYS = 64 };

/* How often accesses of an instruction had which price. */
struct prices {
    uint64_t count[PRICES];
    struct cost_sample worst, typical;
};

struct site_costs {
    uint64_t value[COST_COUNT];
    uint8_t space, kind;
    struct prices *prices; /* NULL as long as there was no access to show */
};

/* What is kept of an instruction: its line, and the sums. */
struct kept_site {
    uint32_t file, line, ptx_line;
    char opcode[40];
    struct site_costs costs;
};

struct shared_array {
    char kernel[64], name[64];
    uint32_t offset, bytes;
};

struct costs {
    struct simt_observer observer;
    struct site_costs *running; /* of the launch that runs, by site */
    uint32_t running_count;
    struct kept_site *kept;
    size_t kept_count, kept_room;
    struct file_names files;
    struct shared_array shared[SHARED_ARRAYS];
    size_t shared_count;
};

static const char *name_of(enum cost cost) {
    static const char *const names[COST_COUNT] = {
        [COST_EXECUTIONS] = "executions", [COST_LANES] = "lanes",
        [COST_ACCESSES] = "accesses",     [COST_SECTORS] = "sectors",
        [COST_IDEAL] = "ideal",           [COST_WAVEFRONTS] = "wavefronts",
        [COST_CONFLICTS] = "conflicts",   [COST_ATOMICS] = "atomics",
        [COST_QUEUED] = "queued",         [COST_BARRIERS] = "barriers",
        [COST_BRANCHES] = "branches",     [COST_DIVERGENT] = "divergent"};
    return names[cost];
}

static struct site_costs *site_at(struct costs *costs, uint32_t site) {
    return site < costs->running_count ? &costs->running[site] : NULL;
}

/* ---- events ---------------------------------------------------------------------------------- */

static void launch_begin(void *self, const struct simt_launch_event *event) {
    struct costs *costs = self;
    free(costs->running);
    costs->running = calloc(event->site_count + 1, sizeof *costs->running);
    costs->running_count = costs->running != NULL ? event->site_count : 0;
    for (uint32_t v = 0; v < event->shared_variable_count; v++) {
        const struct simt_shared_variable *variable = &event->shared_variables[v];
        struct shared_array array = {.offset = variable->offset, .bytes = variable->size};
        snprintf(array.kernel, sizeof array.kernel, "%s", event->kernel->display_name);
        snprintf(array.name, sizeof array.name, "%s", variable->display_name);
        bool known = false;
        for (size_t n = 0; n < costs->shared_count; n++) {
            known = known || memcmp(&costs->shared[n], &array, sizeof array) == 0;
        }
        if (!known && costs->shared_count < SHARED_ARRAYS) {
            costs->shared[costs->shared_count++] = array;
        }
    }
}

static void keep_sample(struct site_costs *site, const struct simt_access *event, uint32_t price) {
    if (site->prices == NULL) {
        site->prices = calloc(1, sizeof *site->prices);
    }
    if (site->prices == NULL) {
        return;
    }
    struct prices *prices = site->prices;
    uint32_t bucket = price < PRICES ? price : PRICES - 1;
    uint64_t count = ++prices->count[bucket];
    struct cost_sample sample = {.mask = event->mask, .price = price, .size = event->size};
    for (LANES_OF(lane, event->mask)) {
        sample.address[lane] = event->address[lane];
    }
    if (price > prices->worst.price || prices->worst.mask == 0) {
        prices->worst = sample;
    }
    uint32_t now = prices->typical.price < PRICES ? prices->typical.price : (uint32_t)(PRICES - 1);
    if (prices->typical.mask == 0 || (bucket != now && count > prices->count[now])) {
        prices->typical = sample;
    }
}

/* Sectors that the distinct bytes asked for would fill. */
static uint32_t ideal_sectors(const struct simt_access *event) {
    uint32_t distinct = 0;
    for (LANES_OF(lane, event->mask)) {
        bool again = false;
        for (uint32_t before = event->mask & ((1u << lane) - 1); before != 0 && !again;
             before &= before - 1) {
            again = event->address[__builtin_ctz(before)] == event->address[lane];
        }
        distinct += !again;
    }
    return (distinct * event->size + 31) / 32;
}

static void access_event(void *self, const struct simt_access *event) {
    struct site_costs *site = site_at(self, event->place.site);
    if (site == NULL || (event->space != SIMT_GLOBAL && event->space != SIMT_SHARED)) {
        return;
    }
    const struct traffic traffic = traffic_of(event);
    bool atomic = event->kind == SIMT_ATOMIC || event->kind == SIMT_REDUCTION;
    unsigned queued = 0, ideal = 0, price;
    site->space = (uint8_t)event->space;
    site->kind = (uint8_t)event->kind;
    site->value[COST_ACCESSES]++;
    if (event->space == SIMT_GLOBAL) {
        price = atomic ? traffic_atomic_sectors(&traffic, &queued) : traffic_sectors(&traffic);
        site->value[COST_SECTORS] += price;
        site->value[COST_IDEAL] += ideal_sectors(event);
    } else if (atomic) {
        price = traffic_atomic_wavefronts(&traffic, event->increment, &queued);
        site->value[COST_WAVEFRONTS] += price;
        traffic_wavefronts(&traffic, &ideal);
        site->value[COST_CONFLICTS] += price > ideal ? price - ideal : 0;
    } else {
        price = traffic_wavefronts(&traffic, &ideal);
        site->value[COST_WAVEFRONTS] += price;
        site->value[COST_CONFLICTS] += price - ideal;
    }
    site->value[COST_ATOMICS] += atomic;
    site->value[COST_QUEUED] += queued;
    keep_sample(site, event, price);
}

static void branch_event(void *self, const struct simt_branch *event) {
    struct site_costs *site = site_at(self, event->place.site);
    if (site != NULL) {
        site->value[COST_BRANCHES]++;
        site->value[COST_DIVERGENT] += event->taken != 0 && event->fallen != 0;
    }
}

static void barrier_event(void *self, const struct simt_barrier *event) {
    struct site_costs *site = site_at(self, event->place.site);
    if (site != NULL) {
        site->value[COST_BARRIERS]++;
    }
}

/* ---- what is kept of a launch ---------------------------------------------------------------- */

static void merge(struct site_costs *to, struct site_costs *from) {
    for (int c = 0; c < COST_COUNT; c++) {
        to->value[c] += from->value[c];
    }
    if (to->prices == NULL || from->prices == NULL) {
        to->prices = to->prices != NULL ? to->prices : from->prices;
        from->prices = NULL;
        return;
    }
    struct prices *a = to->prices, *b = from->prices;
    uint32_t mine = a->typical.price < PRICES ? a->typical.price : PRICES - 1;
    uint32_t theirs = b->typical.price < PRICES ? b->typical.price : PRICES - 1;
    a->worst = b->worst.price > a->worst.price ? b->worst : a->worst;
    a->typical = b->count[theirs] > a->count[mine] ? b->typical : a->typical;
    for (int n = 0; n < PRICES; n++) {
        a->count[n] += b->count[n];
    }
    free(b);
    from->prices = NULL;
}

/* The row of an instruction: launches of one kernel, also from modules loaded again, share rows. */
static struct kept_site *kept_for(struct costs *costs, const struct simt_site *site) {
    const int index = file_names_index(&costs->files, site->source.file, NULL);
    if (index < 0) {
        return NULL;
    }
    const uint32_t file = (uint32_t)index;
    for (size_t n = 0; n < costs->kept_count; n++) {
        struct kept_site *kept = &costs->kept[n];
        if (kept->file == file && kept->line == site->source.line &&
            kept->ptx_line == site->source.ptx_line &&
            strncmp(kept->opcode, site->opcode, sizeof kept->opcode - 1) == 0) {
            return kept;
        }
    }
    if (!array_grow(&costs->kept, &costs->kept_room, costs->kept_count + 1)) {
        return NULL;
    }
    struct kept_site *kept = &costs->kept[costs->kept_count++];
    *kept = (struct kept_site){
        .file = file, .line = site->source.line, .ptx_line = site->source.ptx_line};
    snprintf(kept->opcode, sizeof kept->opcode, "%s", site->opcode);
    return kept;
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct costs *costs = self;
    for (uint32_t s = 0; s < costs->running_count; s++) {
        struct site_costs *site = &costs->running[s];
        const struct simt_profile *profile = event->profile != NULL ? &event->profile[s] : NULL;
        if (profile != NULL) {
            site->value[COST_EXECUTIONS] = profile->warp_instructions;
            site->value[COST_LANES] = profile->thread_instructions;
        }
        bool used = site->value[COST_EXECUTIONS] > 0 || site->value[COST_ACCESSES] > 0 ||
                    site->value[COST_BARRIERS] > 0;
        struct kept_site *kept =
            used && event->sites[s].note == NULL ? kept_for(costs, &event->sites[s]) : NULL;
        if (kept != NULL) {
            kept->costs.space = site->prices != NULL ? site->space : kept->costs.space;
            kept->costs.kind = site->prices != NULL ? site->kind : kept->costs.kind;
            merge(&kept->costs, site);
        }
        free(site->prices);
    }
    free(costs->running);
    costs->running = NULL;
    costs->running_count = 0;
}

/* ---- as JSON --------------------------------------------------------------------------------- */

static void put_costs(json_t *object, const uint64_t *value) {
    for (int c = 0; c < COST_COUNT; c++) {
        json_object_set_new(object, name_of((enum cost)c), json_integer((json_int_t)value[c]));
    }
}

static json_t *sample_json(const struct cost_sample *sample) {
    json_t *addresses = json_array();
    for (uint32_t left = sample->mask; left != 0; left &= left - 1) {
        json_array_append_new(addresses,
                              json_integer((json_int_t)sample->address[__builtin_ctz(left)]));
    }
    return json_pack("{s:I,s:i,s:i,s:o}", "mask", (json_int_t)sample->mask, "price",
                     (int)sample->price, "bytes", (int)sample->size, "addresses", addresses);
}

static int by_line(const void *a, const void *b) {
    const struct kept_site *x = a, *y = b;
    if (x->file != y->file) {
        return x->file < y->file ? -1 : 1;
    }
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    return x->ptx_line < y->ptx_line ? -1 : x->ptx_line > y->ptx_line;
}

static json_t *site_json(const struct kept_site *kept) {
    static const char *const kinds[] = {"load", "store", "atomic", "reduction"};
    json_t *row = json_pack("{s:i,s:i,s:s,s:s,s:s}", "file", (int)kept->file, "line",
                            (int)kept->line, "opcode", kept->opcode, "space",
                            kept->costs.space == SIMT_SHARED ? "shared" : "global", "kind",
                            kinds[kept->costs.kind]);
    if (row != NULL) {
        put_costs(row, kept->costs.value);
        json_object_set_new(row, "worst", sample_json(&kept->costs.prices->worst));
        json_object_set_new(row, "typical", sample_json(&kept->costs.prices->typical));
    }
    return row;
}

static json_t *lines_json(const struct kept_site *sites, size_t count) {
    json_t *lines = json_array();
    for (size_t n = 0; n < count;) {
        uint64_t sum[COST_COUNT] = {0};
        uint64_t most = 0, lanes = 0;
        uint32_t file = sites[n].file, line = sites[n].line;
        for (; n < count && sites[n].file == file && sites[n].line == line; n++) {
            const uint64_t *value = sites[n].costs.value;
            for (int c = 0; c < COST_COUNT; c++) {
                sum[c] += value[c];
            }
            lanes = value[COST_EXECUTIONS] > most ? value[COST_LANES] : lanes;
            most = value[COST_EXECUTIONS] > most ? value[COST_EXECUTIONS] : most;
        }
        sum[COST_EXECUTIONS] = most;
        sum[COST_LANES] = lanes;
        if (line > 0) {
            json_t *row = json_pack("{s:i,s:i}", "file", (int)file, "line", (int)line);
            put_costs(row, sum);
            json_array_append_new(lines, row);
        }
    }
    return lines;
}

json_t *costs_json(const struct costs *costs) {
    struct kept_site *sites = calloc(costs->kept_count + 1, sizeof *sites);
    if (sites == NULL) {
        return NULL;
    }
    if (costs->kept_count > 0) {
        memcpy(sites, costs->kept, costs->kept_count * sizeof *sites);
        qsort(sites, costs->kept_count, sizeof *sites, by_line);
    }
    json_t *files = json_array(), *rows = json_array(), *shared = json_array();
    for (size_t n = 0; n < costs->files.count; n++) {
        json_t *name = json_string(costs->files.files[n].name);
        json_array_append_new(files, name != NULL ? name : json_string("?"));
    }
    for (size_t n = 0; n < costs->kept_count; n++) {
        if (sites[n].costs.prices != NULL) {
            json_array_append_new(rows, site_json(&sites[n]));
        }
    }
    for (size_t n = 0; n < costs->shared_count; n++) {
        const struct shared_array *array = &costs->shared[n];
        json_array_append_new(shared, json_pack("{s:s,s:s,s:i,s:i}", "kernel", array->kernel,
                                                "name", array->name, "offset", (int)array->offset,
                                                "bytes", (int)array->bytes));
    }
    json_t *lines = lines_json(sites, costs->kept_count);
    free(sites);
    return json_pack("{s:o,s:o,s:o,s:o}", "files", files, "lines", lines, "sites", rows, "shared",
                     shared);
}

/* ---- the face -------------------------------------------------------------------------------- */

struct costs *costs_create(void) {
    struct costs *costs = calloc(1, sizeof *costs);
    if (costs != NULL) {
        costs->observer = (struct simt_observer){.self = costs,
                                                 .launch_begin = launch_begin,
                                                 .launch_end = launch_end,
                                                 .access = access_event,
                                                 .branch = branch_event,
                                                 .barrier = barrier_event};
    }
    return costs;
}

void costs_destroy(struct costs *costs) {
    if (costs == NULL) {
        return;
    }
    for (uint32_t s = 0; s < costs->running_count; s++) {
        free(costs->running[s].prices);
    }
    for (size_t n = 0; n < costs->kept_count; n++) {
        free(costs->kept[n].costs.prices);
    }
    free(costs->running);
    free(costs->kept);
    file_names_clear(&costs->files);
    free(costs);
}

const struct simt_observer *costs_observer(struct costs *costs) {
    return &costs->observer;
}
