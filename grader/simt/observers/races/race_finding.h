/*
 * race_finding.h - what the shadow found in one launch, until the launch's end: then findings that
 * tell of one mistake are merged, false alarms are dropped, and the rest is put into words.
 */
#pragma once

#include "../detectors/detector.h"

/* One warp access, prepared. */
struct race_visit {
    struct detector *detector;
    const struct simt_access *event;
    struct shadow_floors floors;
    enum shadow_rule rule;
    bool reads; /* the old value is read: uninitialised memory matters */
    bool writes;
    shadow_cell base;      /* lane 0's mark */
    const uint64_t *value; /* of stores, to hash into the marks; NULL: none */
};

/* The mark that a lane leaves. */
static inline shadow_cell visit_mark(const struct race_visit *visit, unsigned lane) {
    shadow_cell mark = visit->base + ((shadow_cell)lane << SHADOW_THREAD_SHIFT);
    return visit->value ? mark | shadow_value_hash(visit->value[lane]) : mark;
}

/* Where the cells of some lanes lie. */
struct stretch {
    struct shadow_page *page;
    size_t page_bytes;
    uint64_t offset; /* of the first lane's bytes in the page */
    unsigned first_lane;
    unsigned lanes;
    uint32_t region; /* SIMT_MIXED_REGIONS for shared memory */
};

/* The lane's access conflicts with what `other` tells of: a write or atomic (in_write_plane) or a
 * read. Dropped if a fence and an atomic order the two. */
void race_found(const struct race_visit *visit, const struct stretch *stretch, unsigned lane,
                shadow_cell other, bool in_write_plane);

/* An asynchronous copy stores into shared memory, as late as it may: what was read there before,
 * and was not written yet, was read while the copy was under way. */
void race_copy_arrives(struct detector *detector, const struct simt_access *event);

/* The lane reads what nobody has written; `in_part`: some bytes of it, and nobody follows it. */
void race_unwritten(const struct race_visit *visit, const struct stretch *stretch, unsigned lane,
                    bool in_part);

/* Puts sentence and advice into the finding of a race that stays, at the launch's end, when the
 * launch's races have been merged. */
void race_advise(const struct detector *detector, struct race *race);
