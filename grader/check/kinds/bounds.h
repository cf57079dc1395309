/*
 * Holds the facts that the machine counted (lab/facts.h) against a lab's requirements. They are
 * only asked for after the answers proved right.
 */
#pragma once

#include "../../lab/facts.h"
#include "../grading.h"

#include <stdbool.h>
#include <stdint.h>

/* A requirement that does not hold. */
struct bound_failure {
    const struct requirement *requirement; /* its `why` is what to tell the student */
    enum fact fact;
    uint64_t observed;
    const char *bound; /* as lab.yaml has it: "threads*m" */
    uint64_t limit;    /* its value for this call */
    bool too_few;      /* observed < limit, else observed > limit */
    struct bound_failure *next;
};

/* The value of a product of integers and the call's parameter names, such as "16*threads*m" or
 * "n/32" (from left to right, rounded down), or of a sum of such products, "8*n + 16*blocks"
 * (UINT64_MAX where it is larger than that). On false the message names the part that is neither.
 */
bool bound_value(const char *bound, const struct oracle_call *call, uint64_t *value,
                 struct error *error);

/* The bound with the call's numbers in the place of names: "65536/32". */
const char *bound_with_numbers(const char *bound, const struct oracle_call *call,
                               struct arena *arena);

/* The fact that lab.yaml calls `name`, or FACT_COUNT. */
enum fact bound_fact(const char *name);

/* Lists the requirements that do not hold, in lab.yaml's order, in `arena`; *failures is NULL when
 * all do. On false a requirement itself is wrong (no such fact, no such parameter): the lab's
 * fault. */
bool bounds_judge(const struct requirement *require, const uint64_t fact[FACT_COUNT],
                  const struct oracle_call *call, struct arena *arena,
                  struct bound_failure **failures, struct error *error);

/* What was seen and what was needed: "barriers passed…: 256; at least 512 (2*m) needed". "" for
 * facts that are a yes or no, where the requirement's `why` says it all. */
const char *bounds_observation(const struct bound_failure *failure, struct arena *arena);

/* Notes what was observed of a requirement in that call, with the bounds' values, in lab.yaml's
 * order; a fact that is required twice is one entry. Only the first call that is noted counts.
 * False where a bound is wrong, which is the lab's fault. */
bool counted_add(struct grading *grading, const struct requirement *require,
                 const struct oracle_call *call, uint64_t observed, struct trial *trial);

/* A finding without a message, which says as data what it is about: TOO_FEW or TOO_MANY, of which
 * fact, and its bound. */
struct finding *counted_finding(struct arena *arena, enum verdict verdict, const char *fact,
                                bool too_few, uint64_t observed, uint64_t limit);

/* Is it one of counted_finding's, of a bound that allows none? */
bool counted_forbids(const struct finding *finding);
/* The fact that it is about; "" if it is another finding. */
const char *counted_fact(const struct finding *finding);
