#include "rebuild.h"

#include "grade.h"

#include <pthread.h>

struct rebuilt {
    pthread_t thread;
    struct grading *grading;
    enum flavour flavour;
    const struct built *native;
    struct error error;
    bool good, apart; /* in a thread of its own */
};

static void *build_in_thread(void *argument) {
    struct rebuilt *rebuilt = argument;
    const struct grading *grading = rebuilt->grading;
    rebuilt->good =
        build_flavour(grading->kit, grading->lab, grading->box, rebuilt->flavour, rebuilt->native,
                      &grading->built[rebuilt->flavour], &rebuilt->error);
    return NULL;
}

static void begin(struct rebuilt *rebuilt) {
    rebuilt->apart = !rebuilt->grading->options->shares_cores &&
                     pthread_create(&rebuilt->thread, NULL, build_in_thread, rebuilt) == 0;
    if (!rebuilt->apart) {
        build_in_thread(rebuilt);
    }
}

/* Adds what the builds before took. */
static bool finish(const struct rebuilt *rebuilt, const struct built *before) {
    struct built *built = &rebuilt->grading->built[rebuilt->flavour];
    if (rebuilt->apart) {
        pthread_join(rebuilt->thread, NULL);
    }
    built->seconds += before->seconds;
    built->cpu_seconds += before->cpu_seconds;
    built->warnings = NULL;
    if (!rebuilt->good) {
        *rebuilt->grading->error = rebuilt->error;
    }
    return rebuilt->good;
}

bool rebuild(struct grading *grading, const bool *which, const struct built *native) {
    struct rebuilt all[FLAVOUR_COUNT];
    struct built before[FLAVOUR_COUNT];
    bool good = true;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (which[i]) {
            all[i] =
                (struct rebuilt){.grading = grading, .flavour = (enum flavour)i, .native = native};
            before[i] = grading->built[i];
            arena_adopt(grading->arena, &grading->built[i].arena);
        }
    }
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (which[i]) {
            begin(&all[i]);
        }
    }
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (which[i]) {
            good = finish(&all[i], &before[i]) && good;
        }
    }
    return good;
}
