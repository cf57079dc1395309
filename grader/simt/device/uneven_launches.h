/* uneven_launches.h - who would do what of a launch on a GPU, where blocks run at the same time. */
#pragma once

#include "session.h"

/* Before the launch: a copy of memory, should it have to run once more. NULL: it need not. */
struct simt_kept *turns_keep(struct session *session, const struct work *work);

/* Behind it: where one block or warp did most of the work, lets the launch run on `kept` with
 * blocks in turn, and has the counters take what each loads there. Drops `kept`. */
void turns_deal(struct session *session, const struct work *work, struct simt_kept *kept,
                enum simt_status status);

/* The same where somebody records: `found` findings were there before the launch. One that brings a
 * race runs once more, on `kept`, and its threads meet at the lines of the race. Drops `kept`. */
struct simt_kept *meeting_keep(struct session *session, const struct work *work);
void meeting_show(struct session *session, const struct work *work, struct simt_kept *kept,
                  size_t found);
