/* race_shared_words.h - the usual access to words of shared memory, in few steps. */
#ifndef LOCKSTEP_SIMT_RACE_CALM_H
#define LOCKSTEP_SIMT_RACE_CALM_H

#include "../detectors/detector.h"

/* A plain load or store of a word a lane. False if there is something to
 * be said of it, or if it is otherwise: then it is to be visited from the start, as race_cell.h
 * says. What has been noted of it by then changes nothing of that. */
bool visit_calm_words(const struct detector *detector, struct shadow_page *page,
                      const struct simt_access *event);

#endif
