/*
 * What the `observe` flavour counts while a student's function runs: how the threads really shared
 * the work. The observer (observer.c, in the student's process) fills struct diagnosis.fact; the
 * structure check (structure_check.c) holds the numbers against lab.yaml's `require`. Counted
 * inside one call, over all its parallel regions.
 */
#ifndef LOCKSTEP_FACTS_H
#define LOCKSTEP_FACTS_H

/* X(enumerator, name in lab.yaml, what it counts) */
#define FACT_TABLE(X)                                                                              \
    X(THREADS, "threads_seen", "threads that ran in a parallel region")                            \
    X(INPUT_THREADS, "input_threads", "threads that read the input inside a parallel region")      \
    X(INPUT_READS, "input_reads", "reads of elements of the first input")                          \
    X(BUSIEST_READS, "busiest_reads",                                                              \
      "reads of the first input by the thread that did most of them")                              \
    X(PARALLEL_REGIONS, "parallel_regions", "parallel regions entered with more than one thread")  \
    X(WORKSHARING_LOOPS, "worksharing_loops",                                                      \
      "loops that `omp for` shared out, counted once a team")                                      \
    X(INTERLEAVED, "interleaved",                                                                  \
      "1 when thread t of T read elements t, t+T, t+2T … and nothing else")                        \
    X(ATOMICS, "atomics", "atomic read-modify-writes performed inside parallel regions")           \
    X(CRITICALS, "criticals", "times that a critical section or lock was entered")                 \
    X(CRITICAL_NAMES, "critical_names", "different critical sections or locks that were entered")  \
    X(SHARED_UPDATES, "shared_updates",                                                            \
      "writes and atomics inside parallel regions to words that several threads wrote")            \
    X(BARRIERS, "barriers", "barriers passed inside parallel regions, counted once a team")

enum fact {
#define FACT_ENUM(enumerator, name, text) FACT_##enumerator,
    FACT_TABLE(FACT_ENUM)
#undef FACT_ENUM
        FACT_COUNT,
    FACT_UNWATCHED = FACT_COUNT /* 1 when the OpenMP runtime told the observer nothing at all */
};

#endif
