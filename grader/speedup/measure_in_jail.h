/* A sheet for what others wrote. */
#pragma once

#include "../compile/kit.h"
#include "../lab/lab.h"

/* Does the lab ask for measurements, in a measure.yaml without mistakes? */
bool measure_is_asked(const struct lab *lab, struct error *error);

/* Runs `lockstep speedup` in the jail for the lab's files in `submission`; `how` is "full" or
 * "quick". The file `sheet` appears whole or not at all; what a student's program may have written
 * there is to be read as any sheet that is handed in (merge.h). */
bool measure_in_jail(const struct kit *kit, const struct lab *lab, const char *submission,
                     const char *how, const char *sheet, struct error *error);
