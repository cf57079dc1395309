/*
 * What the rules of a class make of what the checks gave. Each effect is a line (struct
 * result_rule), and the lines add up: earned before them and their points are what is earned.
 *
 * The order: points as lab.yaml has them now; weights; dropped exercises; caps of exercises; the
 * late penalty; the cap of the whole; marks for the report; adjustments, which count in full.
 */
#pragma once

#include "../../report/result.h"
#include "policy.h"
#include "../journal/remarks.h"

struct rules {
    const struct policy *policy;
    const struct lab *lab;
    const struct adjustment *adjustments; /* of the whole class */
    const struct mark *marks;
};

/* Whose result it is, and what was handed in. */
struct submitter {
    const char *key, *name, *id, *user, *email;
    const char *entry;    /* what was handed in, as the teacher finds it */
    int64_t changed;      /* when it was handed in, as far as is known; 0: not known */
    const char *together; /* "Handed in by ada, for ada and bob", or NULL */
    const char *attempt;  /* "Attempt 3 of 4 counts", or NULL */
};

/* The result as it counts: the arena's; `raw` itself where no rule says anything. */
const struct result *rules_apply(struct arena *arena, const struct rules *rules,
                                 const struct submitter *who, const struct result *raw);

/* When it was handed in: as policy.yaml says, or else `changed`. */
int64_t rules_handed_in(const struct policy *policy, const struct submitter *who);

/* amount × of / whole, rounded half up; `whole` is above 0. */
int64_t rules_part(int64_t amount, int64_t of, int64_t whole);

/* How late it is, in seconds after the person's own deadline; 0 where it is not, or nobody knows,
 * or within the grace period. */
int64_t rules_late(const struct policy *policy, const struct submitter *who);

/* What a person gave the student for that criterion of the report, or NULL. */
const struct mark *rules_find_mark(const struct rules *rules, const char *student,
                                   const char *criterion);

/* What the whole is worth under these rules. */
int64_t rules_points(const struct rules *rules);

/* Is that one of the person's names: key, name, ID or address? */
bool submitter_is(const struct submitter *who, const char *called);

/* Is what was handed in (or NULL) called so, with or without its ending? */
bool entry_is(const char *entry, const char *called);

/* Of the names that there are, the one that a mistyped name is nearest to. */
struct nearest {
    const char *wanted, *name; /* name: the nearest one so far, or NULL; neither is owned */
    size_t distance;           /* its edits: letters put in, left out, changed or swapped */
};

/* Begins a search. */
struct nearest nearest_to(const char *wanted);

/* Takes `name` where it is nearer than all before and near enough: at most a third of the wanted
 * name's bytes are edited, or one. NULL and "" are nobody's. Case does not count. */
void nearest_offer(struct nearest *nearest, const char *name);
