#include "launch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Best first. Root needs no user namespace of bubblewrap's own; where it may not mount, it tries as
 * an ordinary user. */
static const struct jail_means for_root[] = {
    {JAIL_BUBBLEWRAP_CGROUP, JAIL_HOLD_NAMESPACE_ROOT, true, false, false},
    {JAIL_BUBBLEWRAP_CGROUP, JAIL_HOLD_NAMESPACE, true, true, false},
    {JAIL_BUBBLEWRAP_CGROUP, JAIL_HOLD_NAMESPACE, true, true, true},
    {JAIL_BUBBLEWRAP, JAIL_HOLD_NAMESPACE_ROOT, false, false, false},
    {JAIL_BUBBLEWRAP, JAIL_HOLD_NAMESPACE, false, true, false},
    {JAIL_BUBBLEWRAP, JAIL_HOLD_NAMESPACE, false, true, true},
    {JAIL_LANDLOCK, JAIL_HOLD_LANDLOCK, false, false, false},
};
static const struct jail_means for_others[] = {
    {JAIL_BUBBLEWRAP_CGROUP, JAIL_HOLD_NAMESPACE, true, false, false},
    {JAIL_BUBBLEWRAP_CGROUP, JAIL_HOLD_NAMESPACE, true, false, true},
    {JAIL_BUBBLEWRAP, JAIL_HOLD_NAMESPACE, false, false, false},
    {JAIL_BUBBLEWRAP, JAIL_HOLD_NAMESPACE, false, false, true},
    {JAIL_LANDLOCK, JAIL_HOLD_LANDLOCK, false, false, false},
};

/* For what a person wrote and runs, where nothing else works (jail_allow_own). */
static const struct jail_means for_own = {JAIL_OWN, JAIL_HOLD_LIMITS, false, false, false};
static bool own_allowed;

static const char *const names[] = {
    [JAIL_BUBBLEWRAP_CGROUP] = "bubblewrap with a control group",
    [JAIL_BUBBLEWRAP] = "bubblewrap with resource limits",
    [JAIL_LANDLOCK] = "Landlock, seccomp and resource limits",
    [JAIL_OWN] = "none: the program ran as its author",
    [JAIL_NONE] = "none",
};

/* What LOCKSTEP_JAIL may say, and the best level that it leaves. */
static const struct {
    const char *word;
    enum jail_level best;
} words[] = {{"bubblewrap", JAIL_BUBBLEWRAP}, {"landlock", JAIL_LANDLOCK}, {"none", JAIL_NONE}};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct jail_means *found;
static struct error reason; /* why the last means that was tried did not work */

static enum jail_level best_allowed(void) {
    const char *said = getenv("LOCKSTEP_JAIL");
    if (said == NULL || *said == '\0') {
        return JAIL_BUBBLEWRAP_CGROUP;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(said, words[i].word) == 0) {
            error_set(&reason, "LOCKSTEP_JAIL=%s", said);
            return words[i].best;
        }
    }
    error_set(&reason,
              "LOCKSTEP_JAIL=%.60s is no level: give bubblewrap, landlock or none, or unset it",
              said);
    return JAIL_NONE;
}

/* Really runs a command that looks at what it may do (see inner/probe.c). */
static bool works(const struct jail_means *means, struct error *error) {
    static const char *const none[] = {NULL};
    char program[32];
    int file = program_file(error);
    if (file < 0) {
        return false;
    }
    enum { PROBE_PLACE = 3 };
    snprintf(program, sizeof program, "/proc/self/fd/%d", PROBE_PLACE);
    const char *const arguments[] = {program, "probe", NULL};
    struct jail_descriptor descriptor = {.host = file, .box = PROBE_PLACE};
    struct jail_spec spec = {.argv = arguments,
                             .environment = none,
                             .directory = "/",
                             .descriptors = &descriptor,
                             .descriptor_count = 1,
                             .limits = {.wall_seconds = 10,
                                        .cpu_seconds = 5,
                                        .memory_bytes = 64 << 20,
                                        .file_bytes = 1 << 20,
                                        .output_bytes = 4096,
                                        .processes = 4}};
    struct jail_process *process;
    struct jail_result result;
    if (!jail_start_with(means, &spec, &process, error)) {
        return false;
    }
    jail_end(process, &result);
    jail_release(process);
    bool good = result.end == JAIL_EXITED && result.code == 0;
    if (result.end == JAIL_FAILED) {
        *error = result.error;
    } else if (!good) {
        error_set(error, "%s: %.200s", names[means->level],
                  result.output_length > 0 ? result.output : "it does not hold");
    }
    jail_result_free(&result);
    return good;
}

static void probe(void) {
    bool root = geteuid() == 0;
    const struct jail_means *table = root ? for_root : for_others;
    size_t count =
        root ? sizeof for_root / sizeof *for_root : sizeof for_others / sizeof *for_others;
    enum jail_level best = best_allowed();
    struct error kept;
    size_t row;
    if (remember_read(&row, &kept) && row < count && table[row].level >= best) {
        found = &table[row];
        reason = kept;
        return;
    }
    for (size_t i = 0; i < count && found == NULL; i++) {
        if (table[i].level < best) {
            continue;
        }
        if (works(&table[i], &kept)) {
            found = &table[i];
            remember_write(i, &reason);
        } else if (i + 1 == count || table[i + 1].level != table[i].level) {
            reason = kept; /* no row of a level works: that is why there is no better one */
        }
    }
    if (found == NULL && own_allowed) {
        found = &for_own;
    }
}

void jail_allow_own(void) {
    own_allowed = true;
}

const struct jail_means *jail_means(struct error *error) {
    pthread_once(&once, probe);
    if (found == NULL) {
        error_set(error, "nothing here can hold a student's program: %.300s", reason.message);
    }
    return found;
}

enum jail_level jail_level(void) {
    pthread_once(&once, probe);
    return found == NULL ? JAIL_NONE : found->level;
}

bool jail_binds_any(void) {
    pthread_once(&once, probe);
    return found != NULL && found->hold < JAIL_HOLD_LANDLOCK &&
           !(found->drop_first && geteuid() == 0);
}

const char *jail_level_name(enum jail_level level) {
    return names[level];
}

const char *jail_level_reason(void) {
    pthread_once(&once, probe);
    return found != NULL && found->level == JAIL_BUBBLEWRAP_CGROUP ? "" : reason.message;
}
