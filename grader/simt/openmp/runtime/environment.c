/* OMP_*: what the surroundings say of the first values. */
#include "openmp_runtime.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEFAULT_THREADS = 4, DEFAULT_TEAMS = 2 };

/* "dynamic,4", "monotonic:static": kmp's number of the schedule; 0: no such one. */
static uint32_t schedule_number(const char *word, uint32_t *chunk) {
    static const struct {
        const char *name;
        uint32_t number;
    } names[] = {{"static", 33}, {"dynamic", 35}, {"guided", 36}, {"auto", 38}};
    const char *colon = strchr(word, ':');
    word = colon != NULL ? colon + 1 : word;
    size_t length = strcspn(word, ", ");
    const char *comma = strchr(word, ',');
    *chunk = comma != NULL ? (uint32_t)strtoul(comma + 1, NULL, 10) : 0;
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        if (strlen(names[n].name) == length && strncasecmp(names[n].name, word, length) == 0) {
            return names[n].number;
        }
    }
    return 0;
}

static const char *value_of(const struct openmp *run, const char *name) {
    size_t length = strlen(name);
    const char *const *at = run->options->environment;
    for (; at != NULL && *at != NULL; at++) {
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') {
            return *at + length + 1;
        }
    }
    return NULL;
}

static bool is_true(const char *value) {
    return value != NULL && (strcasecmp(value, "true") == 0 || strcmp(value, "1") == 0);
}

static uint32_t number(const char *value, uint32_t otherwise) {
    unsigned long read = value != NULL ? strtoul(value, NULL, 10) : 0;
    return read > 0 && read <= UINT32_MAX ? (uint32_t)read : otherwise;
}

void environment_read(struct openmp *run) {
    struct icvs *icvs = &run->icvs;
    *icvs = (struct icvs){.max_active_levels = 1, .schedule = 35, .chunk = 1};
    icvs->threads[0] = DEFAULT_THREADS;
    const char *list = value_of(run, "OMP_NUM_THREADS");
    for (int level = 0; list != NULL && level < 4; level++) {
        icvs->threads[level] = number(list, icvs->threads[level]);
        icvs->max_active_levels = (uint32_t)level + 1;
        list = strchr(list, ',');
        list = list != NULL ? list + 1 : NULL;
    }
    if (run->options->threads != 0) {
        icvs->threads[0] = run->options->threads;
    }
    if (is_true(value_of(run, "OMP_NESTED"))) {
        icvs->max_active_levels = 255;
    }
    icvs->max_active_levels =
        number(value_of(run, "OMP_MAX_ACTIVE_LEVELS"), icvs->max_active_levels);
    icvs->dynamic = is_true(value_of(run, "OMP_DYNAMIC"));
    const char *schedule = value_of(run, "OMP_SCHEDULE");
    uint32_t chunk = 0, kind = schedule != NULL ? schedule_number(schedule, &chunk) : 0;
    if (kind != 0) {
        icvs->schedule = kind;
        icvs->chunk = chunk == 0 && (kind == 35 || kind == 36) ? 1 : chunk;
    }
    run->thread_limit = number(value_of(run, "OMP_THREAD_LIMIT"), INT32_MAX);
    run->cancellation = is_true(value_of(run, "OMP_CANCELLATION"));
    run->teams = number(value_of(run, "OMP_NUM_TEAMS"), DEFAULT_TEAMS);
}
