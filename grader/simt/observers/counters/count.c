/* The counters as an observer: a row of values for each site of the running kernel, summed up by
 * line and kernel when the launch ends. */
#include "../../array.h"
#include "../../file_names.h"
#include "count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "touched_bytes.h"
#include "split_loads.h"
#include "sectors_and_banks.h"

enum { LAUNCHES_KEPT = 1000 };

typedef uint64_t counter_row[COUNTER_COUNT];

/* Memory that the host sees. */
struct host_memory {
    struct touched_places *places; /* what kernels wrote there; NULL: other memory */
    uint64_t address;
};

struct counters {
    struct simt_observer observer;
    struct shares shares;
    struct split_loads split;
    uint64_t sectors_again;
    struct touched_places *loaded; /* bytes of global memory; NULL: nobody asks */
    struct touched_places *sent;   /* of mapped host memory that kernels wrote; likewise */
    struct touched_places *left;   /* the same of managed memory */
    struct host_memory *wrote;     /* by region: the one of the two */
    size_t region_capacity;
    bool is_cuda; /* its kernels ran */
    struct counter_kernel *kernels;
    size_t kernel_count;
    size_t kernel_capacity;
    struct counter_launch *launches;
    size_t launch_count;
    uint64_t all_launches;
    struct file_names files; /* that lines point to */
    counter_row *rows;       /* of the running launch, by site */
    size_t row_capacity;
};

/* ---- events ---------------------------------------------------------------------------------- */

static void keep_places(struct touched_places *places, const struct simt_access *event) {
    const bool gaps = event->pattern != SIMT_ROW && event->pattern != SIMT_ONE_PLACE;
    for (uint32_t left = places != NULL ? event->mask : 0; left; left &= gaps ? left - 1 : 0) {
        const uint64_t first = event->address[__builtin_ctz(left)];
        const uint64_t last = gaps ? first : event->address[31 - __builtin_clz(left)];
        places_add(places, first, last - first + event->size);
    }
}

/* A texture's description, which the kit's fetching functions read by ldu: hardware reads it
 * without a load of the program's. Loads from several places are loads, whatever they are called.
 */
static bool reads_description(const struct simt_access *event) {
    if (!event->uniform) {
        return false;
    }
    const uint64_t first = event->address[__builtin_ctz(event->mask)];
    bool same = true;
    for (uint32_t left = event->mask; left != 0 && same; left &= left - 1) {
        same = event->address[__builtin_ctz(left)] == first;
    }
    return same;
}

/* What kernels write to mapped memory crosses to the host without a copy. So does what they or
 * copies of the device write to managed memory, if no kernel reads it. (OpenCL's buffers cross when
 * they are read or mapped.) */
static void keep_sent(struct counters *counters, const struct simt_access *event) {
    if (counters->sent == NULL || event->place.launch->kernel->dialect != SIMT_CUDA) {
        return;
    }
    for (LANES_OF(lane, event->mask)) {
        const uint32_t region =
            event->region == SIMT_MIXED_REGIONS ? event->regions[lane] : event->region;
        if (region < counters->region_capacity && counters->wrote[region].places != NULL) {
            places_add(counters->wrote[region].places, event->address[lane], event->size);
        }
    }
}

static void host_write(void *self, const struct simt_host_write *event) {
    struct counters *counters = self;
    if (counters->is_cuda && event->from_region != SIMT_MIXED_REGIONS &&
        event->region < counters->region_capacity &&
        counters->wrote[event->region].places == counters->left) {
        places_add(counters->left, counters->wrote[event->region].address + event->offset,
                   event->size);
    }
}

static void region_new(void *self, const struct simt_region *region) {
    struct counters *counters = self;
    if ((region->kind != SIMT_REGION_MAPPED && region->kind != SIMT_REGION_MANAGED) ||
        counters->sent == NULL) {
        return;
    }
    if (!array_grow(&counters->wrote, &counters->region_capacity, (size_t)region->index + 1)) {
        return; /* nobody is blamed for it */
    }
    counters->wrote[region->index] = (struct host_memory){
        region->kind == SIMT_REGION_MAPPED ? counters->sent : counters->left, region->address};
}

static void global_load(struct counters *counters, uint64_t *row, const struct simt_access *event) {
    const struct traffic traffic = traffic_of(event);
    const unsigned sectors = traffic_sectors(&traffic);
    row[COUNT_GLOBAL_LOAD_REQUESTS]++;
    row[COUNT_GLOBAL_LOAD_SECTORS] += sectors;
    counters->sectors_again += split_loads_again(&counters->split, event, sectors);
}

static void global_change(uint64_t *row, const struct simt_access *event) {
    const struct traffic traffic = traffic_of(event);
    const bool reduces = event->kind == SIMT_REDUCTION;
    unsigned serialised;
    if (event->kind == SIMT_STORE) {
        row[COUNT_GLOBAL_STORE_REQUESTS]++;
        row[COUNT_GLOBAL_STORE_SECTORS] += traffic_sectors(&traffic);
        return;
    }
    row[reduces ? COUNT_GLOBAL_REDUCTION_REQUESTS : COUNT_GLOBAL_ATOMIC_REQUESTS]++;
    row[reduces ? COUNT_GLOBAL_REDUCTION_SECTORS : COUNT_GLOBAL_ATOMIC_SECTORS] +=
        traffic_atomic_sectors(&traffic, &serialised);
    row[COUNT_GLOBAL_SERIALISED] += serialised;
}

/* Words that lie in a row, or are one: one wavefront. */
static inline bool is_straight(const struct simt_access *event) {
    return event->size <= 4 && (event->pattern == SIMT_ROW || event->pattern == SIMT_ONE_PLACE ||
                                event->pattern == SIMT_GAPS);
}

static void count_conflict_free(struct counters *counters, const struct simt_access *event) {
    const bool several = (event->mask & (event->mask - 1)) != 0;
    counters->shares.conflict_free_loads +=
        several && event->pattern != SIMT_ONE_PLACE ? event->elements : 0;
}

static void shared_change(uint64_t *row, const struct simt_access *event) {
    const struct traffic traffic = traffic_of(event);
    unsigned serialised;
    row[COUNT_SHARED_ATOMIC_REQUESTS]++;
    row[COUNT_SHARED_ATOMIC_WAVEFRONTS] +=
        traffic_atomic_wavefronts(&traffic, event->increment, &serialised);
    row[COUNT_SHARED_SERIALISED] += serialised;
}

static void shared_access(struct counters *counters, uint64_t *row,
                          const struct simt_access *event) {
    const bool loads = event->kind == SIMT_LOAD;
    unsigned ideal = 1, wavefronts = 1;
    if (!is_straight(event)) {
        const struct traffic traffic = traffic_of(event);
        wavefronts = traffic_wavefronts(&traffic, &ideal);
    }
    row[loads ? COUNT_SHARED_LOAD_REQUESTS : COUNT_SHARED_STORE_REQUESTS]++;
    row[loads ? COUNT_SHARED_LOAD_WAVEFRONTS : COUNT_SHARED_STORE_WAVEFRONTS] += wavefronts;
    row[loads ? COUNT_SHARED_LOAD_CONFLICTS : COUNT_SHARED_STORE_CONFLICTS] += wavefronts - ideal;
    if (loads && wavefronts == ideal) {
        count_conflict_free(counters, event);
    }
}

static void access_event(void *self, const struct simt_access *event) {
    struct counters *counters = self;
    if (counters->rows == NULL) {
        return;
    }
    uint64_t *row = counters->rows[event->place.site];
    switch (reads_description(event) ? SIMT_CONSTANT : event->space) {
    case SIMT_GLOBAL:
        shares_add(&counters->shares, event);
        if (event->kind == SIMT_LOAD) {
            keep_places(counters->loaded, event);
            global_load(counters, row, event);
        } else {
            keep_sent(counters, event);
            global_change(row, event);
        }
        break;
    case SIMT_SHARED:
        if (event->kind == SIMT_LOAD || event->kind == SIMT_STORE) {
            shared_access(counters, row, event);
        } else {
            shared_change(row, event);
        }
        break;
    case SIMT_LOCAL:
        row[COUNT_LOCAL_REQUESTS]++;
        break;
    default:
        row[COUNT_CONSTANT_REQUESTS]++;
    }
}

static void branch_event(void *self, const struct simt_branch *event) {
    struct counters *counters = self;
    if (counters->rows == NULL) {
        return;
    }
    uint64_t *row = counters->rows[event->place.site];
    row[COUNT_BRANCHES]++;
    row[COUNT_DIVERGENT_BRANCHES] += event->taken && event->fallen;
}

static void barrier_event(void *self, const struct simt_barrier *event) {
    struct counters *counters = self;
    if (counters->rows != NULL) {
        counters->rows[event->place.site][COUNT_BARRIERS]++;
    }
}

static void exchange_event(void *self, const struct simt_exchange *event) {
    (void)event;
    ((struct counters *)self)->shares.exchanges++;
}

/* ---- launches -------------------------------------------------------------------------------- */

static void launch_begin(void *self, const struct simt_launch_event *event) {
    struct counters *counters = self;
    counters->is_cuda = event->kernel->dialect == SIMT_CUDA;
    shares_begin(&counters->shares);
    split_loads_begin(&counters->split, event);
    if (event->site_count > counters->row_capacity) {
        free(counters->rows);
        counters->rows = malloc(event->site_count * sizeof *counters->rows);
        counters->row_capacity = counters->rows != NULL ? event->site_count : 0;
    }
    if (counters->rows != NULL) {
        memset(counters->rows, 0, event->site_count * sizeof *counters->rows);
    }
}

/* The counters' own copy of a file's name, without its folders. */
static const char *file_name(struct counters *counters, const char *path) {
    const int index = file_names_index(&counters->files, basename(path), NULL);
    return index >= 0 ? counters->files.files[index].name : "";
}

static size_t find_kernel(struct counters *counters, const struct simt_kernel_info *info) {
    for (size_t i = 0; i < counters->kernel_count; i++) {
        if (strcmp(counters->kernels[i].ptx_name, info->name) == 0) {
            return i;
        }
    }
    char *name =
        array_grow(&counters->kernels, &counters->kernel_capacity, counters->kernel_count + 1)
            ? strdup(info->name)
            : NULL;
    if (name == NULL) {
        return SIZE_MAX;
    }
    struct counter_kernel *kernel = &counters->kernels[counters->kernel_count];
    *kernel = (struct counter_kernel){.ptx_name = name, .dialect = info->dialect};
    snprintf(kernel->name, sizeof kernel->name, "%s", info->display_name);
    return counters->kernel_count++;
}

/* The row of a line, in rising order of file and line; NULL without memory. */
static uint64_t *line_values(struct counter_kernel *kernel, const char *file, uint32_t number) {
    size_t at = 0;
    while (at < kernel->line_count) {
        const struct counter_line *line = &kernel->lines[at];
        int order = line->file == file ? 0 : strcmp(line->file, file);
        if (order == 0 && line->line == number) {
            return kernel->lines[at].values;
        }
        if (order > 0 || (order == 0 && line->line > number)) {
            break;
        }
        at++;
    }
    if (!array_grow(&kernel->lines, &kernel->line_room, kernel->line_count + 1)) {
        return NULL;
    }
    struct counter_line *lines = kernel->lines;
    memmove(&lines[at + 1], &lines[at], (kernel->line_count - at) * sizeof *lines);
    lines[at] = (struct counter_line){.file = file, .line = number};
    kernel->line_count++;
    return lines[at].values;
}

static void add_row(uint64_t *sum, const uint64_t *row) {
    for (int i = 0; i < COUNTER_COUNT; i++) {
        sum[i] += row[i];
    }
}

static bool is_empty(const uint64_t *row) {
    uint64_t any = 0;
    for (int i = 0; i < COUNTER_COUNT; i++) {
        any |= row[i];
    }
    return any == 0;
}

static void keep_launch(struct counters *counters, const struct simt_launch_event *event,
                        size_t kernel, const uint64_t *sum) {
    counters->all_launches++;
    if (counters->launch_count >= LAUNCHES_KEPT || counters->launches == NULL) {
        return;
    }
    struct counter_launch *launch = &counters->launches[counters->launch_count++];
    launch->number = event->number;
    launch->kernel = kernel;
    launch->shared_bytes = event->shared_bytes;
    memcpy(launch->grid, event->launch->grid, sizeof launch->grid);
    memcpy(launch->block, event->launch->block, sizeof launch->block);
    memcpy(launch->values, sum, sizeof launch->values);
}

static bool ends_block(const char *opcode) {
    static const char *const words[] = {"bra", "brx", "ret", "exit", "call", "trap", NULL};
    return opcode_starts_any(opcode, words);
}

/* Executed instructions, and the stretches they form: a stretch ends at a branch, and where the
 * number of warps that come along changes, which is where branches lead to. Its lanes are those of
 * its fullest instruction, since predicates switch lanes off in others. */
static void add_profile(struct counters *counters, const struct simt_launch_event *event) {
    uint64_t *first = NULL, lanes = 0, warps = 0;
    const char *before = "";
    for (uint32_t site = 0; site < event->site_count; site++) {
        const struct simt_profile *profile = &event->profile[site];
        if (event->sites[site].note != NULL) {
            continue; /* no instruction of the program's */
        }
        uint64_t *row = counters->rows[site];
        row[COUNT_WARP_INSTRUCTIONS] = profile->warp_instructions;
        row[COUNT_THREAD_INSTRUCTIONS] = profile->thread_instructions;
        if (first == NULL || profile->warp_instructions != warps || ends_block(before)) {
            first = row;
            warps = profile->warp_instructions;
            lanes = 0;
        }
        if (profile->thread_instructions > lanes) {
            lanes = profile->thread_instructions;
        }
        first[COUNT_BLOCKS] = warps;
        first[COUNT_BLOCK_LANES] = lanes;
        before = event->sites[site].opcode;
    }
}

static void launch_end(void *self, const struct simt_launch_event *event) {
    struct counters *counters = self;
    size_t index = counters->rows != NULL ? find_kernel(counters, event->kernel) : SIZE_MAX;
    if (index == SIZE_MAX) {
        return;
    }
    struct counter_kernel *kernel = &counters->kernels[index];
    counter_row sum = {0};
    if (event->profile != NULL) {
        add_profile(counters, event);
    }
    for (uint32_t site = 0; site < event->site_count; site++) {
        uint64_t *row = counters->rows[site];
        if (is_empty(row)) {
            continue;
        }
        add_row(sum, row);
        const struct simt_source *source = &event->sites[site].source;
        uint64_t *line = line_values(kernel, file_name(counters, source->file), source->line);
        if (line != NULL) {
            add_row(line, row);
        }
    }
    kernel->launches++;
    add_row(kernel->values, sum);
    keep_launch(counters, event, index, sum);
}

/* ---- the face -------------------------------------------------------------------------------- */

struct counters *counters_create(void) {
    struct counters *counters = calloc(1, sizeof *counters);
    if (counters == NULL) {
        return NULL;
    }
    counters->launches = calloc(LAUNCHES_KEPT, sizeof *counters->launches);
    counters->observer = (struct simt_observer){
        .self = counters,
        .launch_begin = launch_begin,
        .launch_end = launch_end,
        .access = access_event,
        .region_new = region_new,
        .host_write = host_write,
        .branch = branch_event,
        .barrier = barrier_event,
        .exchange = exchange_event,
    };
    return counters;
}

bool counters_keep_places(struct counters *counters) {
    counters->loaded = places_create();
    counters->sent = places_create();
    counters->left = places_create();
    return counters->loaded != NULL && counters->sent != NULL && counters->left != NULL;
}

uint64_t counters_loaded_bytes(const struct counters *counters) {
    return counters->loaded != NULL ? places_count(counters->loaded) : 0;
}

uint64_t counters_sent_bytes(const struct counters *counters) {
    uint64_t sent = 0;
    if (counters->left != NULL &&
        __builtin_add_overflow(places_count(counters->sent),
                               places_count_without(counters->left, counters->loaded), &sent)) {
        sent = UINT64_MAX;
    }
    return sent;
}

uint64_t counters_sectors_again(const struct counters *counters) {
    return counters->sectors_again;
}

struct shares *counters_shares(struct counters *counters) {
    return &counters->shares;
}

void counters_destroy(struct counters *counters) {
    if (counters == NULL) {
        return;
    }
    for (size_t i = 0; i < counters->kernel_count; i++) {
        free(counters->kernels[i].lines);
        free(counters->kernels[i].ptx_name);
    }
    file_names_clear(&counters->files);
    split_loads_clear(&counters->split);
    places_destroy(counters->loaded);
    places_destroy(counters->sent);
    places_destroy(counters->left);
    free(counters->wrote);
    free(counters->kernels);
    free(counters->launches);
    free(counters->rows);
    free(counters);
}

const struct simt_observer *counters_observer(struct counters *counters) {
    return &counters->observer;
}

const struct counter_kernel *counters_kernels(const struct counters *counters, size_t *count) {
    *count = counters->kernel_count;
    return counters->kernels;
}

const struct counter_launch *counters_launches(const struct counters *counters, size_t *count,
                                               uint64_t *all) {
    *count = counters->launch_count;
    *all = counters->all_launches;
    return counters->launches;
}
