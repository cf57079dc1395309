/* trips.h - loops whose rounds are known when they are compiled. */
#pragma once

#include "loop_view.h"

/* Most rounds that are gone through one by one. */
enum { MOST_TRIPS = 255 };

/* The constant that a row has when the loop begins; false if it has none. */
bool start_of(const struct view *view, uint32_t row, int64_t *value);

enum { TRIP_ROWS = 128 }; /* most rows that a loop may read and write */

struct trips {
    uint32_t count;            /* rounds */
    uint32_t branch, compare;  /* sites: the only way out, and what its predicate is made by */
    uint16_t known[TRIP_ROWS]; /* values that are known in each round */
    uint32_t known_count;
    uint32_t inner; /* most rounds of the loop inside, from one round to the next */
};

/* Goes through the loop's rounds, as far as its numbers are constants or made of constants. False
 * if it hangs on something else, has two ways out, or more than MOST_TRIPS rounds. `inside`: a loop
 * in it whose rounds are counted, too, or -1. */
bool find_trips(const struct view *view, int32_t inside, struct trips *trips);
