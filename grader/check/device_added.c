/*
 * A real device beside the machine. The machine judges, and gives the points and the cause: a score
 * is the same wherever it is made. The device runs the same calls, and what it says is added: where
 * it differs from the machine, a person must look.
 */
#include "../compile/cuda_build.h"
#include "check_devices.h"
#include "grade.h"
#include "devices/platform.h"
#include "broken_functions.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { MOST_GPUS = 64, LOOK_MICROSECONDS = 20000 };

struct gpu_pool {
    const char *gpu[MOST_GPUS], *lock[MOST_GPUS]; /* a name, and the file that says whose it is */
    size_t count;
};

/* Those that CUDA_VISIBLE_DEVICES names; without it, all; where none is known, one. */
static void list_gpus(const struct grading *grading, struct gpu_pool *pool) {
    const char *rest = getenv("CUDA_VISIBLE_DEVICES");
    const size_t here = cuda_device_count();
    size_t length = 0;
    pool->count = 0;
    for (size_t i = 0; i < MOST_GPUS; i++) {
        length = rest != NULL ? strcspn(rest, ",") : 0;
        if (rest != NULL ? length == 0 : i > 0 && i >= here) {
            break;
        }
        pool->gpu[i] = rest != NULL ? arena_printf(grading->arena, "%.*s", (int)length, rest)
                                    : arena_printf(grading->arena, "%zu", i);
        pool->lock[i] = arena_printf(grading->arena, "%s/device-%zu", grading->options->pool, i);
        pool->count++;
        rest = rest != NULL ? rest + length + (rest[length] == ',') : NULL;
    }
}

int device_take(struct grading *grading, const char *other_than) {
    struct gpu_pool pool;
    grading->gpu = getenv("CUDA_VISIBLE_DEVICES");
    if (grading->options->pool == NULL) {
        return -1;
    }
    list_gpus(grading, &pool);
    for (bool opened = pool.count > 0; opened; usleep(LOOK_MICROSECONDS)) {
        opened = false;
        for (size_t i = 0; i < pool.count; i++) {
            if (pool.count > 1 && other_than != NULL && strcmp(pool.gpu[i], other_than) == 0) {
                continue;
            }
            const int lock = open(pool.lock[i], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
            if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) {
                grading->gpu = pool.gpu[i];
                return lock;
            }
            opened = opened || lock >= 0;
            if (lock >= 0) {
                close(lock);
            }
        }
    }
    return -1;
}

/* What keeps the device from running it, or NULL. */
static const struct finding *find_obstacle(const struct grading *grading,
                                           const struct check_row *row,
                                           const struct exercise_grade *graded) {
    const struct built *built = &grading->built[row->flavour];
    return graded->hung ? finding_make(grading->arena, FOUND_DEVICE_HUNG, NULL)
           : built->ok  ? set_aside_finding(grading, row->flavour, graded->exercise)
                        : built->finding;
}

/* The machine found nothing wrong, and the device did, or did not answer: that is told, and costs
 * nothing. */
static void tell_difference(struct grading *grading, const struct lab_check *check,
                            const struct finding *seen, struct trial *trial) {
    struct finding *finding = finding_make(
        grading->arena, check->kind == CHECK_OUTPUT ? FOUND_DEVICE_SAYS_WRONG : FOUND_DEVICE_FINDS,
        MESSAGE_VALUES(message_string("verdict", verdict_name(seen->verdict)),
                       message_string("message", seen->message)));
    if (seen->verdict == VERDICT_UNAVAILABLE) {
        finding->message = seen->message;
        finding->id = seen->id;
        finding->values = seen->values;
        finding->file = seen->file;
        finding->advice = "The points are those of the simulated GPU: only the real device's "
                          "answer is missing.";
    }
    finding->input = seen->input;
    trial_add(trial, finding);
    trial->verdict = VERDICT_UNAVAILABLE;
    trial->points_stay = true;
}

/* The answer is wrong on the machine: is it on the device? */
static void tell_answer(struct grading *grading, const struct trial *added, struct trial *trial) {
    if (added->verdict == VERDICT_PASS) {
        trial_find(grading, trial, FOUND_DEVICE_RIGHT, NULL);
    } else if (added->verdict != VERDICT_UNAVAILABLE && added->findings != NULL) {
        trial_find(grading, trial, FOUND_DEVICE_TOO,
                   MESSAGE_VALUES(message_string("message", added->findings->message)));
    }
}

/* Runs it on a device that nobody else uses meanwhile. One that does not answer, or on which the
 * program ends, may be at fault: then once more, on another if there is one. */
static bool run_added(struct grading *grading, struct exercise_grade *graded,
                      const struct lab_check *check, const struct check_row *row,
                      struct trial *added) {
    const char *before = NULL;
    bool good = true, lost = true;
    for (int tries = 0; good && lost && tries < 2; tries++) {
        trial_free(added);
        *added = (struct trial){.verdict = VERDICT_PASS};
        const int lock = device_take(grading, before);
        good = row->run(grading, graded, check, row->flavour, added) &&
               grading->error->message[0] == '\0';
        lost = added->verdict == VERDICT_TIMEOUT || added->verdict == VERDICT_CRASH ||
               added->verdict == VERDICT_EARLY_EXIT || added->verdict == VERDICT_UNAVAILABLE;
        before = grading->gpu;
        grading->gpu = NULL;
        if (lock >= 0) {
            close(lock);
        }
    }
    if (good) {
        result_add_timing(grading->result,
                          arena_printf(grading->arena, "%s %s on the device %s",
                                       graded->exercise->name, check->name, row->device),
                          added->seconds);
        graded->hung = added->verdict == VERDICT_TIMEOUT;
    }
    return good;
}

bool device_add(struct grading *grading, struct exercise_grade *graded,
                const struct lab_check *check, struct trial *trial) {
    const struct lab_exercise *exercise = graded->exercise;
    const struct check_row *row = grading_added(grading, exercise, check->kind);
    const bool wrong = trial->verdict == VERDICT_WRONG_ANSWER && check->kind == CHECK_OUTPUT;
    if (row == NULL || (trial->verdict != VERDICT_PASS && !wrong)) {
        return true;
    }
    const struct finding *obstacle = find_obstacle(grading, row, graded);
    struct trial added = {.verdict = VERDICT_PASS};
    bool good = true;
    if (obstacle == NULL) {
        good = run_added(grading, graded, check, row, &added);
        obstacle = added.verdict != VERDICT_PASS ? added.findings : NULL;
    }
    if (good && wrong && (obstacle == NULL || obstacle == added.findings)) {
        tell_answer(grading, &added, trial);
    } else if (good && !wrong && obstacle != NULL) {
        tell_difference(grading, check, obstacle, trial);
    }
    trial_free(&added);
    return good;
}
