/* race_words.h - accesses to single words here and there, and of all lanes to one place. */
#ifndef LOCKSTEP_SIMT_RACE_WORDS_H
#define LOCKSTEP_SIMT_RACE_WORDS_H

#include "race_finding.h"

/* All lanes load one place: the last of them stands for all, since each joins the one before.
 * Writers must lie in [low, high). False, and nothing done, if they do not. */
bool visit_loaded_place(const struct visit *visit, const struct shadow_page *page, size_t cell,
                        shadow_cell low, shadow_cell high);

/* Words of shared memory, a cell a lane, in a page that is prepared and not packed. */
void visit_words(const struct visit *visit, const struct stretch *stretch);

/* A word of global memory in a page of words that is prepared. Most often nobody has been there in
 * this launch, or atomics meet atomics. */
void visit_word(const struct visit *visit, const struct stretch *stretch, size_t cell,
                unsigned lane);

/* All lanes access one place of global memory: where nothing is to be said of them, one stands for
 * all. False, and nothing done, otherwise. */
bool visit_one_place(const struct visit *visit, const struct shadow_page *page, uint64_t offset);

#endif
