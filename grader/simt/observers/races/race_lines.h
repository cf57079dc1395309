/*
 * race_lines.h - a warp's row of whole lines laid against one mark a line (shadow.h), which says
 * the same as the cells that it stands for.
 */
#ifndef LOCKSTEP_SIMT_RACE_LINES_H
#define LOCKSTEP_SIMT_RACE_LINES_H

#include "race_finding.h"

/* The row of `stretch`, in one go. False, and nothing done, if it is not made of whole lines, or if
 * there is something to be said of it: then the cells are to be visited. */
bool visit_lines(const struct visit *visit, const struct stretch *stretch);

/* Before cells are visited one by one: their lines are unfolded. */
enum opened {
    OPENED,
    OPENED_CALM, /* a load that needs not look at the writers: the page does not hold their cells */
    OPENED_FRESH, /* the same, and nobody has read the cells since the launch or the barrier */
    OPENED_LOST,  /* no memory */
};
/* Of the page's bytes from `first` to `last`. */
enum opened open_row(const struct visit *visit, struct shadow_page *page, size_t page_bytes,
                     uint64_t first, uint64_t last);
/* Of all lanes, which lie in this page of shared memory. */
enum opened open_lanes(const struct visit *visit, struct shadow_page *page, size_t page_bytes);
/* Of a lane at that offset. False without memory. */
bool open_cells(const struct visit *visit, struct shadow_page *page, size_t page_bytes,
                uint64_t offset);

#endif
