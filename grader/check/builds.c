/* Building what the checks need: one thread a flavour. */
#include "../compile/opencl_build.h"
#include "../compile/toolchain.h"
#include "../clock.h"
#include "check_devices.h"
#include "first_look.h"
#include "grade.h"
#include "devices/platform.h"
#include "broken_functions.h"
#include "advice/advice.h"

#include <pthread.h>
#include <unistd.h>

struct build_thread {
    pthread_t thread;
    struct grading *grading;
    enum flavour flavour;
    struct error error;
    bool wanted, good;
    const struct built *native; /* built and ok, or NULL */
    bool adds;                  /* only for a real device, beside the machine */
};

static void *build_in_thread(void *argument) {
    struct build_thread *build = argument;
    build->good =
        build_flavour(build->grading->kit, build->grading->lab, build->grading->box, build->flavour,
                      build->native, &build->grading->built[build->flavour], &build->error);
    return NULL;
}

/* In a thread of its own, where the grader need not share its cores. */
static void begin_build(struct build_thread *build) {
    if (build->grading->options->shares_cores ||
        pthread_create(&build->thread, NULL, build_in_thread, build) != 0) {
        build_in_thread(build); /* in turn; or there is no thread to be had */
        build->thread = 0;
    }
}

/* Those that the checks of the selected exercises need. */
static void choose_flavours(const struct grading *grading, struct build_thread *builds) {
    for (const struct lab_exercise *exercise = grading->lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (!grade_selects(grading->options, exercise) || not_begun_is(grading, exercise)) {
            continue;
        }
        builds[check_base_flavour(grading->lab, exercise, exercise->device)].wanted = true;
        for (const struct lab_check *check = exercise->checks; check != NULL; check = check->next) {
            const struct check_row *row =
                check_row_find(grading->lab, exercise, exercise->device, check->kind);
            if (row != NULL && grading_needs(grading, exercise, check)) {
                builds[row->flavour].wanted = true;
            }
            const struct check_row *added = grading_added(grading, exercise, check->kind);
            if (added != NULL) {
                builds[added->flavour].wanted = builds[added->flavour].adds = true;
            }
        }
    }
}

static void make_unavailable(struct built *built, const char *reason) {
    built->ok = false;
    built->finding = finding_make(&built->arena, FOUND_NO_TEST_OF_DEVICE,
                                  MESSAGE_VALUES(message_string("why", reason)));
    built->finding->machine_lacks = true;
}

/* A GPU judges nobody unless its driver starts in the jail. */
static void prove_cuda(struct grading *grading, struct built *built) {
    const char *reason = NULL, *before = NULL;
    for (int tries = 0; tries == 0 || (reason != NULL && tries < 2); tries++) {
        const int lock = device_take(grading, before);
        reason = cuda_self_test(grading->kit, grading->box, grading->gpu, &built->arena);
        before = grading->gpu;
        grading->gpu = NULL;
        if (lock >= 0) {
            close(lock);
        }
    }
    if (reason != NULL) {
        make_unavailable(built, reason);
    }
}

/* Known-good kernels on the platforms of this machine, beside the builds. */
struct platform_thread {
    pthread_t thread;
    const struct grading *grading;
    struct arena arena;
    struct opencl_platform chosen;
    const char *reason;
    double seconds;
};

static void *platform_in_thread(void *argument) {
    struct platform_thread *test = argument;
    const struct grading *grading = test->grading;
    double start = clock_seconds();
    test->reason = platform_choose(grading->kit, grading->box, true, &test->arena, &test->chosen);
    test->seconds = clock_seconds() - start;
    return NULL;
}

/* The program for this machine's OpenCL device sees the chosen platform, or is not judged. */
static bool join_platform(struct grading *grading, struct platform_thread *test,
                          struct built *built) {
    pthread_join(test->thread, NULL);
    bool good = true;
    if (test->reason != NULL) {
        make_unavailable(built, test->reason);
    } else {
        grading->platform = arena_strdup(grading->arena, test->chosen.description);
        good = opencl_bring_platform(grading->box->output, flavour_row(FLAVOUR_OPENCL)->name,
                                     test->chosen.library, grading->error);
    }
    arena_free(&test->arena);
    result_add_timing(grading->result, "self-test of the OpenCL device", test->seconds);
    return good;
}

/* Builds of the processor's checks that are not needed when the first of them has failed. */
static const enum flavour after_native[] = {FLAVOUR_MACHINE};

/* Where cores are few, the others wait until it is known that gcc takes the files: then what does
 * not compile is compiled once. True when the native flavour has been built. */
static bool build_native_first(const struct grading *grading, struct build_thread *builds) {
    long working = 0;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        working += builds[i].wanted;
    }
    if (!builds[FLAVOUR_NATIVE].wanted ||
        (!grading->options->shares_cores && working <= sysconf(_SC_NPROCESSORS_ONLN))) {
        return false;
    }
    build_in_thread(&builds[FLAVOUR_NATIVE]);
    bool useless = builds[FLAVOUR_NATIVE].good && !grading->built[FLAVOUR_NATIVE].ok;
    for (size_t i = 0; useless && i < sizeof after_native / sizeof *after_native; i++) {
        builds[after_native[i]].wanted = false;
    }
    return true;
}

/* Tells the listener at once what a compiler refuses; what else can be judged is found out later.
 * True when a compiler refuses something. */
static bool tell_refusal(const struct grading *grading, const struct build_thread *build) {
    const struct grade_listener *listener = grading->options->listener;
    const struct finding *finding = grading->built[build->flavour].finding;
    if (listener == NULL || !build->wanted || finding == NULL ||
        finding->verdict != VERDICT_BUILD_ERROR) {
        return false;
    }
    listener->refused(listener->self, finding);
    return true;
}

/* The first program to be built is the first to run: its jail is made beside the compilers. */
static void ready_first(const struct grading *grading, const bool *wanted) {
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (wanted[i] && flavour_row((enum flavour)i)->device != ON_MACHINE) {
            trial_ready(grading, (enum flavour)i);
            return;
        }
    }
}

/* Begins all builds but the native one that is done. */
static void begin_builds(struct grading *grading, struct build_thread *builds, bool native_built) {
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        const struct built *native = &grading->built[FLAVOUR_NATIVE];
        builds[i].native = native_built && native->ok ? native : NULL;
        if (builds[i].wanted && !(i == FLAVOUR_NATIVE && native_built)) {
            begin_build(&builds[i]);
        }
    }
}

static bool join_build(struct grading *grading, struct build_thread *build) {
    if (build->wanted && build->thread != 0) {
        pthread_join(build->thread, NULL);
    }
    if (build->wanted) {
        result_add_timing(
            grading->result,
            arena_printf(grading->arena, "build %s", flavour_row(build->flavour)->name),
            grading->built[build->flavour].seconds);
    }
    return !build->wanted || build->good;
}

/* Waits for all. The first check is looked at as soon as all that it runs in is there: a check of
 * the processor's runs on the machine, too. */
static bool join_builds(struct grading *grading, struct build_thread *builds,
                        struct first_look *early) {
    bool good = true, told = false;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (!join_build(grading, &builds[i]) && good) {
            *grading->error = builds[i].error;
            good = false;
        }
        told = told || tell_refusal(grading, &builds[i]);
        if (i == FLAVOUR_MACHINE && good && builds[FLAVOUR_NATIVE].wanted) {
            early_look(grading, FLAVOUR_NATIVE, early);
        }
        if (good && builds[i].wanted && i != FLAVOUR_NATIVE) {
            early_look(grading, (enum flavour)i, early);
        }
    }
    return good;
}

/* What only a real device's compiler refuses is no reason to set a part of the files aside. */
static void forget_added(const struct grading *grading, const struct build_thread *builds,
                         bool *wanted) {
    bool refused = false;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        refused = refused || (wanted[i] && !builds[i].adds && !grading->built[i].ok);
    }
    for (int i = 0; i < FLAVOUR_COUNT && !refused; i++) {
        wanted[i] = wanted[i] && !builds[i].adds;
    }
}

/* Builds these flavours (of FLAVOUR_COUNT) anew, once the files in the box have changed; what the
 * builds before said stays the result's. Warnings are not kept: most are of what was taken out,
 * such as helpers that nobody uses any more. `native`, unless NULL, is that flavour, built of the
 * files as they are now and ok. A builder_again. */
static bool build_again(struct grading *grading, const bool *which, const struct built *native) {
    struct build_thread builds[FLAVOUR_COUNT] = {0};
    struct built before[FLAVOUR_COUNT];
    bool good = true;
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (which[i]) {
            builds[i] = (struct build_thread){
                .grading = grading, .flavour = (enum flavour)i, .native = native};
            before[i] = grading->built[i];
            arena_adopt(grading->arena, &grading->built[i].arena);
            begin_build(&builds[i]);
        }
    }
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (!which[i]) {
            continue;
        }
        if (builds[i].thread != 0) {
            pthread_join(builds[i].thread, NULL);
        }
        struct built *built = &grading->built[i];
        built->seconds += before[i].seconds;
        built->cpu_seconds += before[i].cpu_seconds;
        built->warnings = NULL;
        if (!builds[i].good) {
            *grading->error = builds[i].error;
            good = false;
        }
    }
    return good;
}

bool build_all(struct grading *grading) {
    struct build_thread builds[FLAVOUR_COUNT] = {0};
    struct platform_thread platform = {.grading = grading};
    struct first_look early = {0};
    bool wanted[FLAVOUR_COUNT];
    choose_flavours(grading, builds);
    tool_gcc_takes(FLAVOUR_PATTERN, arena_printf(grading->arena, "%s/kit", grading->kit->cache));
    if (!opencl_bring_kernels(grading->lab, grading->box, grading->error)) {
        return false;
    }
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        builds[i].grading = grading;
        builds[i].flavour = (enum flavour)i;
        wanted[i] = builds[i].wanted;
    }
    ready_first(grading, wanted);
    bool choosing = builds[FLAVOUR_OPENCL].wanted &&
                    pthread_create(&platform.thread, NULL, platform_in_thread, &platform) == 0;
    bool native_built = build_native_first(grading, builds);
    begin_builds(grading, builds, native_built);
    bool good = join_builds(grading, builds, &early);
    trial_free(&early.trial);
    forget_added(grading, builds, wanted);
    good = good && set_aside_errors(grading, wanted, build_again);
    if (builds[FLAVOUR_CUDA].wanted && grading->built[FLAVOUR_CUDA].ok) {
        prove_cuda(grading, &grading->built[FLAVOUR_CUDA]);
    }
    if (choosing) {
        good = join_platform(grading, &platform, &grading->built[FLAVOUR_OPENCL]) && good;
    } else if (builds[FLAVOUR_OPENCL].wanted) {
        make_unavailable(&grading->built[FLAVOUR_OPENCL], "no thread for the self-test");
    }
    return good;
}
