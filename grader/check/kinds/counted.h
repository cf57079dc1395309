/* counted.h - what a check's bounds were held against: kept for the report, also where all hold. */
#ifndef LOCKSTEP_COUNTED_H
#define LOCKSTEP_COUNTED_H

#include "../grading.h"

/* Notes what was observed of a requirement in that call, with the bounds' values, in lab.yaml's
 * order; a fact that is required twice is one entry. Only the first call that is noted counts.
 * False where a bound is wrong, which is the lab's fault. */
bool counted_add(struct grading *grading, const struct requirement *require,
                 const struct oracle_call *call, uint64_t observed, struct trial *trial);

/* Says as data what the finding is about: TOO_FEW or TOO_MANY, of which fact, and its bound. */
void counted_tell(struct arena *arena, const char *fact, bool too_few, uint64_t observed,
                  uint64_t limit, struct finding *finding);

#endif
