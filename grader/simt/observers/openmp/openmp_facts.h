/* openmp_facts.h - the numbers that tell how an OpenMP program shared its work: a leaf, for labs
 * too. */
#pragma once

/* X(enumerator, name, what it counts). Those up to BARRIERS are the facts that a structure check
 * names; "inside" is inside of parallel regions, and a region in a region is part of it. */
#define OPENMP_FACT_TABLE(X)                                                                       \
    X(THREADS, "threads_seen", "threads that ran in a parallel region")                            \
    X(INPUT_THREADS, "input_threads", "threads that read the input inside a parallel region")      \
    X(INPUT_READS, "input_reads", "reads of elements of the input")                                \
    X(INPUT_LINES, "input_lines",                                                                  \
      "times that a thread read a line of 64 bytes of the input that is not among its last 8")     \
    X(SERIAL_READS, "serial_reads", "reads of elements of the input outside of parallel regions")  \
    X(LOOP_READS, "loop_reads",                                                                    \
      "reads of elements of the input in loops that `omp for` shared out")                         \
    X(BUSIEST_READS, "busiest_reads", "reads of the input by the thread that did most of them")    \
    X(BUSIEST_WRITES, "busiest_writes",                                                            \
      "stores to words not just written, by the busiest thread that got 3/4 of the input or more") \
    X(BUSIEST_GATHERS, "busiest_gathers",                                                          \
      "bytes of what other threads wrote, read by the thread that read most of them")              \
    X(PARALLEL_REGIONS, "parallel_regions", "parallel regions entered with more than one thread")  \
    X(WORKSHARING_LOOPS, "worksharing_loops",                                                      \
      "loops that `omp for` shared out, counted once for each team")                               \
    X(INTERLEAVED, "interleaved",                                                                  \
      "1 when thread t of T read elements t, t+T, t+2T … and nothing else")                        \
    X(ATOMICS, "atomics", "atomic updates inside parallel regions that changed a value")           \
    X(ATOMIC_WORDS, "atomic_words",                                                                \
      "different words that atomics changed inside parallel regions")                              \
    X(CRITICALS, "criticals",                                                                      \
      "times that a critical section, an ordered one or a lock was entered")                       \
    X(CRITICAL_NAMES, "critical_names", "different critical sections or locks that were entered")  \
    X(SHARED_UPDATES, "shared_updates",                                                            \
      "writes and atomics inside parallel regions to words that several threads wrote")            \
    X(BARRIERS, "barriers", "barriers passed inside parallel regions, counted once for each team") \
    X(PRIVATE_TABLES, "private_tables",                                                            \
      "threads that wrote, inside a parallel region, a table to which no other thread wrote")      \
    X(TASKS, "tasks", "explicit tasks")                                                            \
    X(TEAM_SIZES, "team_sizes",                                                                    \
      "times that num_threads() or omp_set_num_threads() chose the size of teams")                 \
    X(TRAVELS, "travels", "times that a cache line went from one thread to another")               \
    X(FALSE_SHARING, "false_sharing", "of those, times that the threads used different bytes")     \
    X(BUSIEST_PERCENT, "busiest_percent",                                                          \
      "share of the regions' instructions that the busiest thread executed, in percent")           \
    X(WORK, "work", "instructions of all threads")                                                 \
    X(SERIAL_WORK, "serial_work", "instructions executed outside of parallel regions")             \
    X(SPAN, "span", "instructions that no number of threads can share")                            \
    X(SPEEDUP_PERCENT, "speedup_percent",                                                          \
      "work divided by span, in percent: 100 when no number of threads is faster than one")

enum openmp_fact {
#define OPENMP_FACT_ENUM(enumerator, name, text) OPENMP_FACT_##enumerator,
    OPENMP_FACT_TABLE(OPENMP_FACT_ENUM)
#undef OPENMP_FACT_ENUM
        OPENMP_FACT_COUNT
};
