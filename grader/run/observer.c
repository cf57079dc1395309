/*
 * The observer: watches what a student's function really does. The student's file is compiled with
 * -fsanitize=thread, so that every access to memory calls one of the __tsan_ functions; here they
 * are ours. OpenMP tells its events through OMPT (we are its tool). The facts of facts.h are
 * counted between the worker's begin and end (worker.h).
 *
 * Each thread counts for itself, so that counting orders nothing. Only the words that are written
 * inside a parallel region have a place in common, the shadow: who wrote the word, in which region,
 * how often.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "worker.h"
#include "../lab/facts.h"
#include "observer_shadow.h"

#include <malloc.h>
#include <omp.h>
#include <omp-tools.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

_Static_assert((int)FACT_COUNT <= (int)DIAGNOSIS_FACTS, "the notes have room for every fact");

enum { MAX_THREADS = 1024, MAX_DEPTH = 16, WORD = 4 };

/* What a thread is doing: its place in a team; region 0: in none. */
struct place {
    uint32_t region, index, team, barriers;
};

struct thread {
    _Alignas(64) struct place place;
    struct place outer[MAX_DEPTH]; /* of the regions around a nested one */
    int depth;
    int held;   /* locks and critical sections that it is in */
    int number; /* 1 … */
    struct shadow_place shadow;
    bool strayed;          /* read an element that is not one of t, t + T, t + 2T … */
    uint64_t region_reads; /* reads of the input in a parallel region */
    uint64_t count[FACT_COUNT];
};

static struct thread threads[MAX_THREADS];
static atomic_int thread_count;
static __thread struct thread *self;

/* The first input of the call that is being watched. */
static uintptr_t input_start;
static size_t input_bytes, element_bytes = 1;

__attribute__((noinline, cold)) static struct thread *enrol(void) {
    int number = atomic_fetch_add(&thread_count, 1);
    if (number >= MAX_THREADS) {
        give_up("more than 1024 threads were started: use a team of a few threads");
    }
    self = &threads[number];
    self->number = number + 1;
    return self;
}

static inline struct thread *me(void) {
    struct thread *thread = self;
    return thread != NULL ? thread : enrol();
}

/* ---- writes ---- */

/* A wide write is as many writes of words: another thread may write those one by one. */
static inline void note_write(const void *address, size_t size) {
    struct thread *thread = me();
    if (thread->place.region == 0) {
        return;
    }
    for (size_t i = 0; i < size; i += WORD) {
        thread->count[FACT_SHARED_UPDATES] +=
            shadow_write(&thread->shadow, (uintptr_t)address + i, thread->place.region,
                         (uint64_t)thread->number);
    }
}

void __libc_free(void *memory);
void *__libc_realloc(void *memory, size_t size);

__attribute__((weak)) void free(void *memory) {
    if (memory != NULL && self != NULL && self->place.region != 0) {
        shadow_forget(memory, malloc_usable_size(memory));
    }
    __libc_free(memory);
}

__attribute__((weak)) void *realloc(void *memory, size_t size) {
    if (memory != NULL && self != NULL && self->place.region != 0) {
        shadow_forget(memory, malloc_usable_size(memory));
    }
    return __libc_realloc(memory, size);
}

/* ---- reads of the input ---- */

/*
 * A right program that deals its work out as threads ask for it (schedule(dynamic), tasks) may give
 * all of a small input to one thread, when the others are slow to wake up. So the first thread that
 * has read some of the input waits until a second one has read too, once a call and not for ever.
 */
enum { READS_ALONE = 64, WAITS = 5000, WAIT_NANOSECONDS = 100000 };

static atomic_int readers; /* threads that have read the input in a parallel region */
static atomic_bool waited;

__attribute__((noinline, cold)) static void wait_for_company(void) {
    const struct timespec pause = {.tv_nsec = WAIT_NANOSECONDS};
    for (int i = 0; i < WAITS && atomic_load(&readers) < 2; i++) {
        nanosleep(&pause, NULL);
    }
    atomic_store(&waited, true);
}

static void count_region_reads(struct thread *thread, size_t elements) {
    const uint64_t before = thread->region_reads;
    thread->region_reads += elements;
    if (before == 0) {
        atomic_fetch_add(&readers, 1);
    }
    /* Not while it holds what the others wait for. */
    if (before < READS_ALONE && thread->region_reads >= READS_ALONE && thread->place.team > 1 &&
        thread->held == 0 && !atomic_load(&waited)) {
        wait_for_company();
    }
}

__attribute__((noinline)) static void read_input(size_t offset, size_t size) {
    struct thread *thread = me();
    size_t element = offset / element_bytes,
           elements = (offset + size - 1) / element_bytes - element + 1;
    const struct place *place = &thread->place;
    thread->count[FACT_INPUT_READS] += elements;
    if (place->region != 0) {
        count_region_reads(thread, elements);
    }
    if (place->region == 0 || place->team < 2 || elements > 1 ||
        element % place->team != place->index) {
        thread->strayed = true;
    }
}

static inline void note_read(const void *address, size_t size) {
    size_t offset = (uintptr_t)address - input_start;
    if (offset < input_bytes) {
        read_input(offset, size);
    }
}

static inline void note_atomic(void) {
    struct thread *thread = me();
    thread->count[FACT_ATOMICS] += thread->place.region != 0;
}

/* ---- what instrumented code calls ---- */

#define ACCESS(name, note, size)                                                                   \
    void name(void *address);                                                                      \
    void name(void *address) {                                                                     \
        note(address, size);                                                                       \
    }
#define ACCESSES(size)                                                                             \
    ACCESS(__tsan_read##size, note_read, size)                                                     \
    ACCESS(__tsan_write##size, note_write, size)                                                   \
    ACCESS(__tsan_unaligned_read##size, note_read, size)                                           \
    ACCESS(__tsan_unaligned_write##size, note_write, size)
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_init(void);
void __tsan_init(void) {
}
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) {
    (void)caller;
}
void __tsan_func_exit(void);
void __tsan_func_exit(void) {
}

/* clang 15 and later call these for memory intrinsics. */
void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memcpy(void *to, const void *from, size_t size) {
    note_read(from, size);
    note_write(to, size);
    return memcpy(to, from, size);
}
void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size) {
    note_read(from, size);
    note_write(to, size);
    return memmove(to, from, size);
}
void *__tsan_memset(void *to, int value, size_t size);
void *__tsan_memset(void *to, int value, size_t size) {
    note_write(to, size);
    return memset(to, value, size);
}

/* Atomics are performed here, always in the strongest order: what is observed is not timed. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type in parentheses declares nothing */
#define UPDATE(bits, type, name, builtin)                                                          \
    type __tsan_atomic##bits##_##name(volatile type *address, type value, int order);              \
    type __tsan_atomic##bits##_##name(volatile type *address, type value, int order) {             \
        (void)order;                                                                               \
        note_atomic();                                                                             \
        note_write((const void *)address, sizeof(type));                                           \
        return builtin(address, value, __ATOMIC_SEQ_CST);                                          \
    }
static inline bool note_exchange(bool done, const volatile void *address, size_t size) {
    if (done) {
        note_atomic();
        note_write((const void *)address, size);
    }
    return done;
}
#define COMPARE(bits, type, name)                                                                  \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile type *address, type *expected,      \
                                                      type value, int order, int failure);         \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile type *address, type *expected,      \
                                                      type value, int order, int failure) {        \
        (void)order, (void)failure;                                                                \
        return note_exchange(__atomic_compare_exchange_n(address, expected, value, false,          \
                                                         __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST),      \
                             address, sizeof(type));                                               \
    }
#define ATOMICS(bits, type)                                                                        \
    UPDATE(bits, type, exchange, __atomic_exchange_n)                                              \
    UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                              \
    UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                              \
    UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                              \
    UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                                \
    UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                              \
    UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)                                            \
    COMPARE(bits, type, strong)                                                                    \
    COMPARE(bits, type, weak)                                                                      \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected,         \
                                                    type value, int order, int failure);           \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected,         \
                                                    type value, int order, int failure) {          \
        __tsan_atomic##bits##_compare_exchange_strong(address, &expected, value, order, failure);  \
        return expected;                                                                           \
    }                                                                                              \
    type __tsan_atomic##bits##_load(const volatile type *address, int order);                      \
    type __tsan_atomic##bits##_load(const volatile type *address, int order) {                     \
        (void)order;                                                                               \
        note_read((const void *)address, sizeof(type));                                            \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                         \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *address, type value, int order);               \
    void __tsan_atomic##bits##_store(volatile type *address, type value, int order) {              \
        (void)order;                                                                               \
        note_write((const void *)address, sizeof(type));                                           \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                        \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
/* NOLINTEND(bugprone-macro-parentheses) */

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) {
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* ---- OpenMP's events ---- */

/* Different locks and critical sections that were entered: a set of their identities. */
enum { NAME_SLOTS = 1 << 17 };
static _Atomic uint64_t names[NAME_SLOTS];
static atomic_uint name_count;

static void note_name(uint64_t name) {
    size_t start = (size_t)(name * 0x9e3779b97f4a7c15u >> 47);
    for (size_t probe = 0; probe < NAME_SLOTS; probe++) {
        _Atomic uint64_t *slot = &names[(start + probe) % NAME_SLOTS];
        uint64_t found = atomic_load(slot);
        if (found == 0 && atomic_compare_exchange_strong(slot, &found, name)) {
            atomic_fetch_add(&name_count, 1);
            return;
        }
        if (found == name) {
            return;
        }
    }
}

/* A region inside another one is part of it: what it shares, the outer one shares. Numbers go round
 * within the shadow's bits, without the 0 of "no region". */
static void on_parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel,
                              unsigned int requested, int flags, const void *code) {
    (void)task, (void)frame, (void)requested, (void)flags, (void)code;
    static atomic_uint regions;
    uint32_t outer = me()->place.region;
    parallel->value = outer != 0 ? outer : atomic_fetch_add(&regions, 1) % REGION_MASK + 1;
}

static void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                             ompt_data_t *task, unsigned int team, unsigned int index, int flags) {
    (void)task;
    struct thread *thread = me();
    if ((flags & ompt_task_initial) != 0) {
        return;
    }
    if (endpoint == ompt_scope_begin) {
        if (thread->depth < MAX_DEPTH) {
            thread->outer[thread->depth] = thread->place;
        }
        thread->depth++;
        thread->place =
            (struct place){.region = (uint32_t)parallel->value, .index = index, .team = team};
        thread->count[FACT_THREADS] = 1;
        thread->count[FACT_PARALLEL_REGIONS] += index == 0 && team > 1;
    } else if (endpoint == ompt_scope_end && thread->depth > 0) {
        thread->depth--;
        if (thread->depth < MAX_DEPTH) {
            thread->place = thread->outer[thread->depth];
        }
    }
}

/* What a whole team does is counted by its first thread. */
static bool counts_for_team(ompt_scope_endpoint_t endpoint) {
    const struct place *place = &me()->place;
    return endpoint == ompt_scope_begin && place->region != 0 && place->index == 0;
}

/* Since libomp 17 a loop's schedule is told with it: 10 is static, 11 dynamic, 12 guided, 13
 * another. */
static bool is_loop(ompt_work_t work) {
    return work == ompt_work_loop || ((unsigned)work >= 10 && (unsigned)work <= 13);
}

static void on_work(ompt_work_t work, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                    ompt_data_t *task, uint64_t count, const void *code) {
    (void)parallel, (void)task, (void)count, (void)code;
    me()->count[FACT_WORKSHARING_LOOPS] += is_loop(work) && counts_for_team(endpoint);
}

/* Every region ends in a barrier, which is not counted; but LLVM 14 calls it "implicit", as it does
 * a loop's. So each region's first barrier stands for the last. */
static void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                           ompt_data_t *parallel, ompt_data_t *task, const void *code) {
    (void)parallel, (void)task, (void)code;
    bool barrier = kind == ompt_sync_region_barrier_explicit ||
                   kind == ompt_sync_region_barrier_implicit ||
                   kind == ompt_sync_region_barrier_implicit_workshare ||
                   kind == ompt_sync_region_barrier_implicit_parallel;
    if (barrier && counts_for_team(endpoint)) {
        me()->count[FACT_BARRIERS] += me()->place.barriers++ > 0;
    }
}

static void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t identity, const void *code) {
    (void)code;
    struct thread *thread = me();
    thread->held++;
    if (thread->place.region == 0 || kind == ompt_mutex_ordered) {
        return;
    }
    if (kind == ompt_mutex_atomic) {
        note_atomic();
        return;
    }
    thread->count[FACT_CRITICALS]++;
    note_name(identity);
}

static void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t identity, const void *code) {
    (void)kind, (void)identity, (void)code;
    me()->held--;
}

/* Has OpenMP asked for its tool? Not where tools are disabled, or it is another OpenMP. */
static bool watching;

static int on_start(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
    (void)device, (void)data;
    watching = true;
    ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
    set(ompt_callback_parallel_begin, (ompt_callback_t)on_parallel_begin);
    set(ompt_callback_implicit_task, (ompt_callback_t)on_implicit_task);
    set(ompt_callback_work, (ompt_callback_t)on_work);
    set(ompt_callback_sync_region, (ompt_callback_t)on_sync_region);
    set(ompt_callback_mutex_acquired, (ompt_callback_t)on_mutex_acquired);
    set(ompt_callback_mutex_released, (ompt_callback_t)on_mutex_released);
    return 1;
}

static void on_end(ompt_data_t *data) {
    (void)data;
}

/* Asked through observer_tool.c. */
ompt_start_tool_result_t *lockstep_start_tool(unsigned int version, const char *runtime);
ompt_start_tool_result_t *lockstep_start_tool(unsigned int version, const char *runtime) {
    (void)version, (void)runtime;
    static ompt_start_tool_result_t tool = {.initialize = on_start, .finalize = on_end};
    return &tool;
}

/* ---- from the worker ---- */

static int threads_known(void) {
    return atomic_load(&thread_count);
}

void lockstep_observe_begin(const struct command *command, const struct runner_call *call) {
    omp_get_max_threads(); /* the runtime starts, and calls on_start */
    for (int i = 0; i < threads_known(); i++) {
        memset(threads[i].count, 0, sizeof threads[i].count);
        threads[i].region_reads = 0;
        threads[i].strayed = false;
    }
    if (atomic_exchange(&name_count, 0) != 0) {
        memset(names, 0, sizeof names);
    }
    atomic_store(&readers, 0);
    atomic_store(&waited, false);
    element_bytes = command->element_bytes[0] != 0 ? command->element_bytes[0] : 1;
    input_start = (uintptr_t)call->input[0];
    input_bytes = command->input_count > 0 ? command->input[0].bytes : 0;
}

void lockstep_observe_end(uint64_t fact[DIAGNOSIS_FACTS]) {
    bool strayed = false;
    memset(fact, 0, DIAGNOSIS_FACTS * sizeof *fact);
    input_bytes = 0;
    for (int i = 0; i < threads_known(); i++) {
        const struct thread *thread = &threads[i];
        for (int j = 0; j < FACT_COUNT; j++) {
            fact[j] += thread->count[j];
        }
        fact[FACT_INPUT_THREADS] += thread->region_reads != 0;
        if (thread->count[FACT_INPUT_READS] > fact[FACT_BUSIEST_READS]) {
            fact[FACT_BUSIEST_READS] = thread->count[FACT_INPUT_READS];
        }
        strayed = strayed || thread->strayed;
    }
    fact[FACT_INTERLEAVED] = fact[FACT_INPUT_READS] != 0 && !strayed;
    fact[FACT_CRITICAL_NAMES] = atomic_load(&name_count);
    fact[FACT_UNWATCHED] = !watching;
}
