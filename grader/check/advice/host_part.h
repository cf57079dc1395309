/*
 * What of an answer the host has made, where it is mixed: the device holds other data than the
 * host, and the answer fits neither alone.
 */
#pragma once

#include "../expected_answers.h"

/* Looks for such a part: the last elements of each input, where a loop on the host handles what
 * fills no work-group; or single elements of the answer, each of which is right for the host's data
 * (`hosts`) or for the device's. */
struct host_part host_part_find(struct grading *grading, const struct oracle_call *call,
                                const struct solved *hosts, const struct solved *devices,
                                const void *const got[]);
