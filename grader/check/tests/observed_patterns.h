/* The programs whose facts observer_facts.c knows: the ways in which students share a histogram
 * out. */
#ifndef LOCKSTEP_OBSERVED_PATTERNS_H
#define LOCKSTEP_OBSERVED_PATTERNS_H

#include <stddef.h>
#include <stdint.h>

enum { BINS = 256 };

typedef void histogram(const uint8_t *data, size_t n, uint32_t *frequency);

/* X(function) */
#define PATTERNS(X)                                                                                \
    X(sequential)                                                                                  \
    X(entrelacer)                                                                                  \
    X(entrelacer_unrolled)                                                                         \
    X(entrelacer_rotated)                                                                          \
    X(entrelacer_and_rest)                                                                         \
    X(entrelacer_shared_rows)                                                                      \
    X(blocks)                                                                                      \
    X(for_atomic)                                                                                  \
    X(for_atomic_builtin)                                                                          \
    X(for_atomic_compare)                                                                          \
    X(for_atomic_of_one)                                                                           \
    X(for_critical)                                                                                \
    X(for_two_criticals)                                                                           \
    X(for_locks)                                                                                   \
    X(for_promotion_tab)                                                                           \
    X(heap_handed_over)                                                                            \
    X(wide_and_narrow)                                                                             \
    X(words)                                                                                       \
    X(atomic_without_team)                                                                         \
    X(for_promotion_tab_atomic_merge)                                                              \
    X(for_promotion_tab_dynamic)                                                                   \
    X(for_cyclic)                                                                                  \
    X(reduction_tab)                                                                               \
    X(reduction_critical)                                                                          \
    X(tasks)                                                                                       \
    X(nested)                                                                                      \
    X(two_regions)                                                                                 \
    X(team_of_one)                                                                                 \
    X(only_the_master_reads)                                                                       \
    X(own_bins)                                                                                    \
    X(copied_input)

#define DECLARE(name) histogram name;
PATTERNS(DECLARE)
#undef DECLARE

#endif
