/*
 * race_advice.h - the words of races, and of reads of what nobody has written: what happened, and
 * what to do about it, as the launch's other races show it.
 */
#ifndef LOCKSTEP_SIMT_RACE_ADVICE_H
#define LOCKSTEP_SIMT_RACE_ADVICE_H

#include "../detectors/detector.h"

/* Puts sentence and advice into the finding of a race that stays, at the launch's end, when the
 * launch's races have been merged. */
void race_advise(const struct detector *detector, struct race *race);

#endif
