/* What Archer does not tell ThreadSanitizer of OpenMP's order; runs in the student's process, in
 * front of libomp. Without it, right programs with tasks, doacross loops or task reductions look
 * like races. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

/* libomp's own function of that name, looked up once. */
static void *behind(void **function, const char *name) {
    void *found = __atomic_load_n(function, __ATOMIC_RELAXED);
    if (found == NULL) {
        found = dlsym(RTLD_NEXT, name);
        __atomic_store_n(function, found, __ATOMIC_RELAXED);
    }
    return found;
}

/* Tasks. libomp keeps the memory of finished tasks for new ones, in lists that the sanitizer cannot
 * see: a new task's firstprivate copies seem to race with an old task's. Here the end of a task
 * comes before the next life of its memory, as it does in truth. The types are what the compiler
 * and libomp agree on, the head of a task first (kmp_task_t in libomp's kmp.h). */
struct task {
    void *shareds;
    int32_t (*entry)(int32_t thread, struct task *task);
};
typedef int32_t task_entry(int32_t thread, struct task *task);
typedef struct task *task_allocator(void *location, int32_t thread, int32_t flags, size_t size,
                                    size_t shareds_size, task_entry *entry);
task_allocator __kmpc_omp_task_alloc;

/* In front of the shared variables, where it survives the copies that taskloop makes of a task. */
struct header {
    _Alignas(16) task_entry *entry;
};

static task_entry *entry_of(const struct task *task) {
    return ((const struct header *)task->shareds)[-1].entry;
}

static int32_t run_ordered(int32_t thread, struct task *task) {
    __tsan_acquire(task);
    int32_t result = entry_of(task)(thread, task);
    __tsan_release(task);
    return result;
}

struct task *__kmpc_omp_task_alloc(void *location, int32_t thread, int32_t flags, size_t size,
                                   size_t shareds_size, task_entry *entry) {
    static void *real;
    struct task *task = ((task_allocator *)behind(&real, __func__))(
        location, thread, flags, size, shareds_size + sizeof(struct header), run_ordered);
    __tsan_acquire(task);
    struct header *header = task->shareds;
    header->entry = entry;
    task->shareds = header + 1;
    return task;
}

/* Loops with `ordered depend` (doacross): what comes before a post comes before the wait for the
 * same iteration. */
struct bounds {
    int64_t low, high, step;
};
typedef void doacross_begin(void *location, int32_t thread, int32_t dimensions,
                            const struct bounds *bounds);
typedef void doacross_step(void *location, int32_t thread, const int64_t *iteration);
doacross_begin __kmpc_doacross_init;
doacross_step __kmpc_doacross_post, __kmpc_doacross_wait;

static _Thread_local int32_t doacross_dimensions;

/* A place that stands for the iteration; two may share one, which orders more, never less. */
static void *place_of(const int64_t *iteration) {
    static char places[4096];
    uint64_t place = 0;
    for (int32_t i = 0; i < doacross_dimensions; i++) {
        place = place * 61 + (uint64_t)iteration[i];
    }
    return &places[place % sizeof places];
}

void __kmpc_doacross_init(void *location, int32_t thread, int32_t dimensions,
                          const struct bounds *bounds) {
    static void *real;
    doacross_dimensions = dimensions;
    ((doacross_begin *)behind(&real, __func__))(location, thread, dimensions, bounds);
}

void __kmpc_doacross_post(void *location, int32_t thread, const int64_t *iteration) {
    static void *real;
    __tsan_release(place_of(iteration));
    ((doacross_step *)behind(&real, __func__))(location, thread, iteration);
}

void __kmpc_doacross_wait(void *location, int32_t thread, const int64_t *iteration) {
    static void *real;
    ((doacross_step *)behind(&real, __func__))(location, thread, iteration);
    __tsan_acquire(place_of(iteration));
}

/* Task reductions: libomp combines the private copies after the tasks' end but before it says that
 * they ended. The names are those that clang gives to the functions it makes for this. */
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
    return "race:.red_comb.\nrace:.red_init.\n";
}
