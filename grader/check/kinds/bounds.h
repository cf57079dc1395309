/*
 * Holds the facts that the machine counted (lab/facts.h) against a lab's requirements. They are
 * only asked for after the answers proved right.
 */
#pragma once

#include "../../lab/facts.h"
#include "../grading.h"

#include <stdbool.h>
#include <stdint.h>

/* A bound that does not hold. */
struct broken_bound {
    const char *text; /* as lab.yaml has it: "threads*m"; NULL: none is broken */
    uint64_t limit;   /* its value for the call */
    bool too_few;     /* the number is below it, else above */
};

/* A requirement's bounds in a call: 0 and UINT64_MAX where it has none. */
struct bound_limits {
    uint64_t least, most;
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

/* The bounds of the requirement. False where one of them is wrong (no such parameter): the lab's
 * fault, with its line. */
bool bound_limits(const struct requirement *require, const struct oracle_call *call,
                  struct bound_limits *limits, struct error *error);

/* Holds the number against them, with the same errors. */
bool bound_holds(const struct requirement *require, const struct oracle_call *call,
                 uint64_t observed, struct broken_bound *broken, struct error *error);

/* What was seen and what was needed: "barriers passed…: 256; at least 512 (2*m) needed". "" for
 * facts that are a yes or no, where the requirement's `why` says it all. */
const char *bound_observation(enum fact fact, uint64_t observed, const struct broken_bound *broken,
                              struct arena *arena);

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
