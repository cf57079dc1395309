/* The draws under which `check` repeats a proof: a seed and a secret each, the same ones in every
 * run, and the words for what one of them shows. */
#pragma once

#include "../check/grade.h"

enum { SECRETS_MOST = 100000 };

/* Draw `number`, from 0, of those that follow from `seed`. */
struct drawn secrets_draw(uint64_t seed, uint64_t number);

/* Holds what right programs count against the lab's bounds under thousands of draws
 * (calls_leave_room). `narrow` is empty, or says where there is no room. False when the oracle
 * cannot be asked. */
bool secrets_leave_room(const struct grade_options *options, uint64_t seed, struct error *narrow,
                        struct error *error);

/* "secret 0123…, seed 77: n = 61440, m = 256": the draw, and the case where `result` went wrong
 * first. Where nothing did, all cases of `check`, of the result's first exercise (NULL: none). The
 * arena's. NULL with an error when the oracle cannot be asked. */
const char *secrets_tell(const struct drawn *drawn, const struct grade_options *options,
                         const struct result *result, const char *check, struct arena *arena,
                         struct error *error);
