#include "../array.h"
#include "replay.h"

#include "recording.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct replay_site {
    const char *file, *function, *note;
    uint32_t line;
};

struct record_replay {
    const struct recording *recording;
    json_t **modules;           /* keep the sites' texts */
    struct replay_site **sites; /* by module, then site */
    json_t **rows;              /* of all blocks, one after the other */
    size_t row_count, row_room;
    struct record_step *steps;
    size_t step_count, step_room;
};

static json_int_t at(const json_t *row, size_t index) {
    return json_integer_value(json_array_get(row, index));
}

static char letter(const json_t *row) {
    const char *text = json_string_value(json_array_get(row, 0));
    return text != NULL ? text[0] : '\0';
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_module(struct record_replay *replay, size_t index) {
    const struct record_module *module = &replay->recording->modules[index];
    char *text = NULL;
    size_t number, length = module->rows.length;
    json_t *row;
    replay->sites[index] = calloc(module->count + 1, sizeof **replay->sites);
    if (replay->sites[index] == NULL ||
        asprintf(&text, "[%.*s]", (int)length, length > 0 ? module->rows.text : "") < 0) {
        return false;
    }
    replay->modules[index] = json_loads(text, 0, NULL);
    free(text);
    json_array_foreach(replay->modules[index], number, row) {
        json_int_t site = at(row, 0), file = at(row, 1);
        bool known = file >= 0 && (size_t)file < replay->recording->files.count;
        if (site >= 0 && site < module->count) {
            replay->sites[index][site] =
                (struct replay_site){.file = known ? replay->recording->files.files[file].name : "",
                                     .line = (uint32_t)at(row, 2),
                                     .function = json_string_value(json_array_get(row, 3)),
                                     .note = json_string_value(json_array_get(row, 5))};
        }
    }
    return replay->modules[index] != NULL;
}

static bool add_row(struct record_replay *replay, json_t *row) {
    if (!array_grow(&replay->rows, &replay->row_room, replay->row_count + 1)) {
        json_decref(row);
        return false;
    }
    replay->rows[replay->row_count++] = row;
    return true;
}

static bool add_step(struct record_replay *replay, struct record_step step) {
    if (!array_grow(&replay->steps, &replay->step_room, replay->step_count + 1)) {
        return false;
    }
    replay->steps[replay->step_count++] = step;
    return true;
}

/* A stretch, line by line: each row of it belongs to the line that its instruction is of. Rows keep
 * their order; those of the stretch lie in [first, end). */
static bool cut_stretch(struct record_replay *replay, struct record_step step, const json_t *row,
                        const struct replay_site *sites, size_t first, size_t end) {
    uint32_t site = (uint32_t)at(row, 2), stop = (uint32_t)at(row, 3);
    size_t taken = first;
    while (site < stop) {
        const struct replay_site *place = &sites[site];
        while (site < stop &&
               (sites[site].line == 0 || sites[site].line == place->line || place->line == 0)) {
            place = place->line == 0 ? &sites[site] : place;
            site++;
        }
        step.file = place->file != NULL ? place->file : "";
        step.line = place->line;
        step.function = place->function != NULL ? place->function : "";
        step.first_row = taken;
        step.finding = -1;
        while (taken < end &&
               (letter(replay->rows[taken]) == '!' || at(replay->rows[taken], 2) < site)) {
            if (letter(replay->rows[taken]) == '!') {
                step.finding = (int)at(replay->rows[taken], 1);
            }
            taken++;
        }
        step.end_row = taken;
        if (!add_step(replay, step)) {
            return false;
        }
    }
    return true;
}

/* Rows of OpenMP programs are steps by themselves. */
static bool add_single(struct record_replay *replay, struct record_step step, const json_t *row,
                       const struct replay_site *sites, uint32_t count) {
    json_int_t site = at(row, 2);
    const struct replay_site *place = site >= 0 && site < (json_int_t)count ? &sites[site] : NULL;
    step.file = place != NULL && place->file != NULL ? place->file : "";
    step.line = place != NULL ? place->line : 0;
    step.function = place != NULL && place->function != NULL ? place->function : "";
    step.finding = -1;
    return add_step(replay, step);
}

static bool read_block(struct record_replay *replay, size_t l, size_t b) {
    const struct record_launch *launch = &replay->recording->launches[l];
    const struct record_block *block = &launch->kept[b];
    const struct replay_site *sites = replay->sites[launch->module];
    uint32_t count = replay->recording->modules[launch->module].count;
    const char *text = block->rows.text, *end = text + block->rows.length;
    size_t pending = replay->row_count;
    while (text != NULL && text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop != NULL ? stop : end) - text);
        json_t *row = json_loadb(text, length, 0, NULL);
        text += length + 1;
        if (row == NULL || !add_row(replay, row)) {
            return row == NULL;
        }
        char what = letter(row);
        struct record_step step = {.launch = l,
                                   .block = b,
                                   .warp = (uint32_t)at(row, 1),
                                   .mask = what == 's' ? (uint32_t)at(row, 4) : 1,
                                   .first_row = pending,
                                   .end_row = replay->row_count};
        bool good = true;
        if (what == 's') {
            good = cut_stretch(replay, step, row, sites, pending, replay->row_count - 1);
        } else if (launch->openmp && what == '!') {
            if (replay->step_count > 0) {
                replay->steps[replay->step_count - 1].finding = (int)at(row, 1);
            }
        } else if (launch->openmp && strchr("ugn", what) == NULL) {
            good = add_single(replay, step, row, sites, count);
        }
        if (!good) {
            return false;
        }
        if (what == 's' || what == 'o' || (launch->openmp && what != 'n')) {
            pending = replay->row_count;
        }
    }
    return true;
}

static uint64_t number_of(const json_t *value) {
    const char *text = json_string_value(value);
    return text != NULL ? strtoull(text + 1, NULL, 16) : (uint64_t)json_integer_value(value);
}

/* A row's values, lane by lane (README.md). */
static void spread(const json_t *value, uint32_t mask, uint64_t lanes[SIMT_WARP_SIZE]) {
    uint32_t first = mask != 0 ? (uint32_t)__builtin_ctz(mask) : 0;
    size_t n = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1, n++) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (json_is_array(value)) {
            lanes[lane] = number_of(json_array_get(value, n));
        } else if (json_is_object(value)) {
            int64_t step = json_integer_value(json_object_get(value, "s"));
            lanes[lane] =
                number_of(json_object_get(value, "b")) + (uint64_t)(step * (int64_t)(lane - first));
        } else {
            lanes[lane] = number_of(value);
        }
    }
}

/* ---- findings that are told when a launch ends ----------------------------------------------- */

/* Does the step make the access that the place tells of, at that address? */
static bool makes_access(const struct record_replay *replay, const struct record_step *step,
                         const struct finding_place *place, uint64_t address) {
    const struct record_launch *launch = &replay->recording->launches[step->launch];
    const uint32_t *shape = launch->block;
    uint32_t thread =
        place->thread[0] + shape[0] * (place->thread[1] + shape[1] * place->thread[2]);
    uint32_t lane = thread % SIMT_WARP_SIZE;
    if (step->line != place->line || step->warp != thread / SIMT_WARP_SIZE ||
        (step->mask >> lane & 1) == 0 ||
        memcmp(launch->kept[step->block].at, place->block, sizeof place->block) != 0) {
        return false;
    }
    for (size_t r = step->first_row; r < step->end_row; r++) {
        const json_t *row = replay->rows[r];
        uint64_t from[SIMT_WARP_SIZE] = {0};
        uint32_t mask = (uint32_t)at(row, 7);
        bool reads = at(row, 3) == SIMT_LOAD;
        if (letter(row) != 'a' || (mask >> lane & 1) == 0 ||
            (strcmp(place->access, "read") == 0 && !reads) ||
            (strcmp(place->access, "write") == 0 && reads)) {
            continue;
        }
        spread(json_array_get(row, 8), mask, from);
        if (address >= from[lane] && address < from[lane] + (uint64_t)at(row, 5)) {
            return true;
        }
    }
    return false;
}

/* The step that makes the later of the two accesses, with no barrier between; -1: not recorded. */
static ptrdiff_t find_race(const struct record_replay *replay, const struct simt_finding *finding) {
    bool seen[2] = {false, finding->place_count < 2};
    size_t row = 0;
    for (size_t s = 0; s < replay->step_count; s++) {
        const struct record_step *step = &replay->steps[s];
        for (; row < step->first_row; row++) {
            bool opens = letter(replay->rows[row]) == 'o';
            seen[0] = seen[0] && !opens;
            seen[1] = (seen[1] && !opens) || finding->place_count < 2;
        }
        if (replay->recording->launches[step->launch].number != finding->launch) {
            continue;
        }
        for (int p = 0; p < finding->place_count; p++) {
            if (makes_access(replay, step, &finding->places[p], finding->address)) {
                seen[p] = true;
            }
        }
        if (seen[0] && seen[1]) {
            return (ptrdiff_t)s;
        }
    }
    return -1;
}

static void place_findings(struct record_replay *replay) {
    for (size_t n = 0; n < replay->recording->found_count; n++) {
        const struct simt_finding *finding = &replay->recording->found[n];
        bool placed = finding_is_note(finding->kind) || finding->place_count == 0;
        for (size_t s = 0; s < replay->step_count && !placed; s++) {
            placed = replay->steps[s].finding == (int)n;
        }
        ptrdiff_t found = placed ? -1 : find_race(replay, finding);
        if (found >= 0) {
            replay->steps[found].finding = (int)n;
        }
    }
}

struct record_replay *record_replay_create(const struct recording *recording) {
    struct record_replay *replay = calloc(1, sizeof *replay);
    if (replay == NULL) {
        return NULL;
    }
    replay->recording = recording;
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    replay->modules = calloc(recording->module_count + 1, sizeof *replay->modules);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    replay->sites = calloc(recording->module_count + 1, sizeof *replay->sites);
    bool good = replay->modules != NULL && replay->sites != NULL;
    for (size_t m = 0; m < recording->module_count && good; m++) {
        good = read_module(replay, m);
    }
    for (size_t l = 0; l < recording->launch_count && good; l++) {
        for (size_t b = 0; b < recording->launches[l].kept_count && good; b++) {
            good = read_block(replay, l, b);
        }
    }
    if (!good) {
        record_replay_destroy(replay);
        return NULL;
    }
    place_findings(replay);
    return replay;
}

void record_replay_destroy(struct record_replay *replay) {
    if (replay == NULL) {
        return;
    }
    for (size_t r = 0; r < replay->row_count; r++) {
        json_decref(replay->rows[r]);
    }
    for (size_t m = 0; m < replay->recording->module_count; m++) {
        if (replay->modules != NULL) {
            json_decref(replay->modules[m]);
        }
        if (replay->sites != NULL) {
            free(replay->sites[m]);
        }
    }
    free(replay->modules);
    free((void *)replay->sites);
    free(replay->rows);
    free(replay->steps);
    free(replay);
}

/* ---- questions ------------------------------------------------------------------------------- */

const struct record_step *record_replay_step(const struct record_replay *replay, size_t number) {
    return number < replay->step_count ? &replay->steps[number] : NULL;
}

const struct simt_finding *record_replay_finding(const struct record_replay *replay, int number) {
    return number >= 0 && (size_t)number < replay->recording->found_count
               ? &replay->recording->found[number]
               : NULL;
}

void record_replay_place(const struct record_replay *replay, const struct record_step *step,
                         char *text, size_t size) {
    const struct record_launch *launch = &replay->recording->launches[step->launch];
    const struct record_block *block = &launch->kept[step->block];
    snprintf(text, size, "kernel %" PRIu64 ", block (%u,%u,%u)", launch->number, block->at[0],
             block->at[1], block->at[2]);
}

static bool same_block(const struct record_step *x, const struct record_step *y) {
    return x->launch == y->launch && x->block == y->block;
}

uint32_t record_replay_warps(const struct record_replay *replay, const struct record_step *step) {
    uint32_t warps = 0;
    for (size_t n = 0; n < replay->step_count; n++) {
        const struct record_step *other = &replay->steps[n];
        if (same_block(other, step) && other->warp >= warps) {
            warps = other->warp + 1;
        }
    }
    return warps;
}

static void take_note(struct record_variable **list, size_t *count, const char *note,
                      const json_t *row) {
    struct record_variable read = {.set = 0};
    char kind[4] = "";
    unsigned argument;
    int end = 0;
    if (sscanf(note, "%3s %63s %u %63s %n", kind, read.function, &argument, read.name, &end) < 4) {
        return;
    }
    snprintf(read.type, sizeof read.type, "%s", note + end);
    size_t n = 0;
    while (n < *count && (strcmp((*list)[n].name, read.name) != 0 ||
                          strcmp((*list)[n].function, read.function) != 0)) {
        n++;
    }
    if (n == *count) {
        struct record_variable *grown = realloc(*list, (n + 1) * sizeof *grown);
        if (grown == NULL) {
            return;
        }
        *list = grown;
        grown[(*count)++] = read;
    }
    struct record_variable *variable = &(*list)[n];
    uint32_t mask = (uint32_t)at(row, 3);
    if (kind[0] == '-') {
        variable->set &= ~mask;
        return;
    }
    variable->kind = kind[0] == '@' ? 'p' : kind[0];
    variable->set |= mask;
    spread(json_array_get(row, 4), mask, variable->value);
}

struct record_variable *record_replay_variables(const struct record_replay *replay, size_t number,
                                                uint32_t warp, size_t *count) {
    struct record_variable *list = NULL;
    const struct record_step *here = record_replay_step(replay, number);
    *count = 0;
    for (size_t n = 0; here != NULL && n < number; n++) {
        const struct record_step *step = &replay->steps[n];
        if (!same_block(step, here) || step->warp != warp) {
            continue;
        }
        const struct replay_site *sites =
            replay->sites[replay->recording->launches[step->launch].module];
        for (size_t r = step->first_row; r < step->end_row; r++) {
            const char *note =
                letter(replay->rows[r]) == 'n' ? sites[at(replay->rows[r], 2)].note : NULL;
            if (note != NULL) {
                take_note(&list, count, note, replay->rows[r]);
            }
        }
    }
    return list;
}

static void take_words(json_t *words, const json_t *row) {
    uint64_t address[SIMT_WARP_SIZE] = {0}, value[SIMT_WARP_SIZE] = {0};
    uint32_t mask = (uint32_t)at(row, 7);
    if (at(row, 5) != 4 || json_is_null(json_array_get(row, 9))) {
        return;
    }
    spread(json_array_get(row, 8), mask, address);
    spread(json_array_get(row, 9), mask, value);
    for (LANES_OF(lane, mask)) {
        if (address[lane] / 4 < json_array_size(words)) {
            json_array_set_new(words, address[lane] / 4, json_integer((json_int_t)value[lane]));
        }
    }
}

json_t *record_replay_shared(const struct record_replay *replay, size_t number) {
    const struct record_step *here = record_replay_step(replay, number);
    json_t *result = json_object();
    if (here == NULL) {
        return result;
    }
    const struct record_launch *launch = &replay->recording->launches[here->launch];
    char *text = NULL;
    if (asprintf(&text, "%s}", launch->head.text) < 0) {
        return result;
    }
    json_t *head = json_loads(text, 0, NULL), *words = json_array(), *array;
    free(text);
    size_t index;
    json_array_foreach(json_object_get(head, "shared"), index, array) {
        while ((json_int_t)json_array_size(words) < (at(array, 1) + at(array, 2)) / 4) {
            json_array_append_new(words, json_null());
        }
    }
    for (size_t n = 0; n < number; n++) {
        const struct record_step *step = &replay->steps[n];
        for (size_t r = step->first_row; same_block(step, here) && r < step->end_row; r++) {
            if (letter(replay->rows[r]) == 'a' && at(replay->rows[r], 4) == SIMT_SHARED) {
                take_words(words, replay->rows[r]);
            }
        }
    }
    json_array_foreach(json_object_get(head, "shared"), index, array) {
        json_t *list = json_array();
        json_int_t first = at(array, 1) / 4, end = first + at(array, 2) / 4;
        for (json_int_t n = first; n < end; n++) {
            json_array_append(list, json_array_get(words, (size_t)n));
        }
        json_object_set_new(result, json_string_value(json_array_get(array, 0)), list);
    }
    json_decref(words);
    json_decref(head);
    return result;
}

void record_value_text(const struct record_variable *variable, uint32_t lane, char *text,
                       size_t size) {
    uint64_t bits = variable->value[lane];
    float single;
    double wide;
    bool is_wide = strcmp(variable->type, "double") == 0;
    memcpy(&single, &bits, sizeof single);
    memcpy(&wide, &bits, sizeof wide);
    if ((variable->set >> lane & 1) == 0) {
        snprintf(text, size, "<not set>");
    } else if (variable->kind == 'f') {
        snprintf(text, size, "%.9g", is_wide ? wide : (double)single);
    } else if (variable->kind == 'p') {
        snprintf(text, size, "0x%" PRIx64, bits);
    } else if (variable->kind == 'b') {
        snprintf(text, size, "%s", bits != 0 ? "true" : "false");
    } else if (variable->kind == 's' && strstr(variable->type, "long") == NULL) {
        snprintf(text, size, "%d", (int)(int32_t)bits);
    } else if (variable->kind == 's') {
        snprintf(text, size, "%" PRId64, (int64_t)bits);
    } else {
        snprintf(text, size, "%" PRIu64, bits);
    }
}
