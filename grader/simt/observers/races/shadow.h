/*
 * shadow.h - shadow memory: for every word of shared and global memory, who wrote it last and who
 * read it last, in 64 bits each.
 *
 * Time is counted in ticks. A barrier, a __syncwarp, a fence, a new block and a new launch each
 * advance it. Two accesses to a place are ordered if the earlier one's tick lies before the floor
 * that the later one's thread has passed: the launch's first tick (everything of earlier launches),
 * the last barrier (everything of its own block), its warp's last __syncwarp (everything of its own
 * warp). This is FastTrack's idea (Flanagan and Freund, PLDI 2009) with the few floors that a GPU's
 * barriers need in place of vector clocks.
 *
 * A cell stands for 4 bytes until something narrower is written to its page; then the page is split
 * into a cell a byte, so that two threads may write neighbouring bytes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* tick 28 | hash of the value written 6 | flags 4 | thread in the block 10 | site 16 */
typedef uint64_t shadow_cell;

#define SHADOW_TICK_SHIFT   36
#define SHADOW_HASH_SHIFT   30
#define SHADOW_THREAD_SHIFT 16
#define SHADOW_SITE_MASK    0xffffULL
#define SHADOW_THREAD_MASK  (0x3ffULL << SHADOW_THREAD_SHIFT)
#define SHADOW_WARP_MASK    (0x3e0ULL << SHADOW_THREAD_SHIFT)
#define SHADOW_HASH_MASK    (0x3fULL << SHADOW_HASH_SHIFT)
/* Of a read in place of the hash: the bits in which the numbers of its many lanes differ. */
#define SHADOW_LANES_MASK  (0x1fULL << SHADOW_HASH_SHIFT)
#define SHADOW_ATOMIC      (1ULL << 26)
#define SHADOW_MANY_LANES  (1ULL << 27) /* other lanes of the cell's warp as well, unordered */
#define SHADOW_MANY_WARPS  (1ULL << 28) /* other warps of the cell's block as well, unordered */
#define SHADOW_MANY_BLOCKS (1ULL << 29) /* other blocks of the launch as well */

enum {
    SHADOW_LAST_TICK = (1 << 28) - 1,
    SHADOW_UNKNOWN_SITE = 0xffff,
    SHADOW_COVERING =
        62, /* in place of an atomic's hash: a plain write is kept (struct covered_write) */
    SHADOW_UNKNOWN_VALUE = 63, /* a hash that equals no other */
    SHADOW_VALUES = 62,
    SHADOW_PAGE_BYTES = 4096,
};

/* What the accessing warp has passed, as cells (tick << SHADOW_TICK_SHIFT). */
struct shadow_floors {
    shadow_cell launch;
    shadow_cell block;
    shadow_cell barrier;
    shadow_cell sync; /* of the warp; never below barrier */
    /* The same, but for some of the block's warps, or of the warp's lanes (partial_barriers.h):
     * this is how far fences are taken to reach. Never below those above. */
    shadow_cell some_barrier;
    shadow_cell some_sync;
};

enum shadow_plane { SHADOW_WRITES, SHADOW_READS };

/* Cells for a stretch of memory: a page of a global region, or all of a block's shared memory. The
 * planes are made on the first read or write and are NULL until then. */
struct shadow_page {
    shadow_cell *write;
    shadow_cell *read;
    uint32_t shift;       /* 2: a cell is 4 bytes; 0: a cell is a byte */
    uint32_t last_write;  /* tick of the last write, 0: none */
    uint32_t last_read;   /* of shared memory: of the last read, 0: none */
    uint32_t narrow_read; /* tick of the last read of less than a cell, 0: none */
};

/* The mark that a thread leaves. */
static inline shadow_cell shadow_mark(uint32_t tick, uint32_t thread, uint32_t site) {
    if (site > SHADOW_UNKNOWN_SITE) {
        site = SHADOW_UNKNOWN_SITE;
    }
    return (shadow_cell)tick << SHADOW_TICK_SHIFT | (shadow_cell)thread << SHADOW_THREAD_SHIFT |
           site;
}

static inline uint32_t shadow_tick(shadow_cell cell) {
    return (uint32_t)(cell >> SHADOW_TICK_SHIFT);
}

static inline uint32_t shadow_thread(shadow_cell cell) {
    return (uint32_t)((cell & SHADOW_THREAD_MASK) >> SHADOW_THREAD_SHIFT);
}

/* 6 bits of a stored value: equal values, equal bits; 61 of 62 different ones differ. */
static inline shadow_cell shadow_value_hash(uint64_t value) {
    uint32_t folded = (uint32_t)(value ^ value >> 32) * 0x9e3779b1U;
    return (shadow_cell)((folded >> 16) % SHADOW_VALUES) << SHADOW_HASH_SHIFT;
}

/* The bits of SHADOW_LANES_MASK for what two cells of a warp tell of, and for neighbouring lanes.
 */
static inline shadow_cell shadow_lanes_apart(shadow_cell cell, shadow_cell mine) {
    return (cell ^ mine) << (SHADOW_HASH_SHIFT - SHADOW_THREAD_SHIFT) & SHADOW_LANES_MASK;
}

static inline shadow_cell shadow_lanes_from(shadow_cell first, shadow_cell last) {
    shadow_cell apart = shadow_lanes_apart(first, last) >> SHADOW_HASH_SHIFT;
    apart |= apart >> 1;
    apart |= apart >> 2;
    return (apart | apart >> 4) << SHADOW_HASH_SHIFT;
}

static inline shadow_cell shadow_lanes_of(uint32_t mask) {
    static const uint32_t high[] = {0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000};
    shadow_cell apart = 0;
    for (unsigned bit = 0; bit < 5; bit++) {
        const bool both = (mask & high[bit]) != 0 && (mask & ~high[bit]) != 0;
        apart |= (shadow_cell)both << (SHADOW_HASH_SHIFT + bit);
    }
    return apart;
}

/* The lanes that a cell may tell of. */
static inline uint32_t shadow_lanes(shadow_cell cell) {
    const uint32_t bits = (uint32_t)(cell >> SHADOW_HASH_SHIFT), lane = shadow_thread(cell) & 31;
    uint32_t lanes = UINT32_C(1) << lane;
    for (uint32_t bit = 1; (cell & SHADOW_MANY_LANES) != 0 && bit < 32; bit *= 2) {
        const uint32_t others = (lane & bit) != 0 ? lanes >> bit : lanes << bit;
        lanes |= (bits & bit) != 0 ? others : 0;
    }
    return lanes;
}

/* Does the cell tell of an atomic that covers a plain write? */
static inline bool shadow_covers(shadow_cell cell) {
    const shadow_cell covering = (shadow_cell)SHADOW_COVERING << SHADOW_HASH_SHIFT;
    return (cell & (SHADOW_HASH_MASK | SHADOW_ATOMIC)) == (covering | SHADOW_ATOMIC);
}

static inline shadow_cell shadow_covering(shadow_cell cell) {
    return (cell & ~SHADOW_HASH_MASK) | (shadow_cell)SHADOW_COVERING << SHADOW_HASH_SHIFT;
}

/* Does what `cell` tells of happen before, or in the same thread as, the access that marks `mine`?
 * Written without branches: it runs in vector loops. */
static inline bool shadow_ordered(shadow_cell cell, shadow_cell mine,
                                  const struct shadow_floors *floors) {
    bool live = cell >= floors->launch;
    bool elsewhere = (cell < floors->block) | ((cell & SHADOW_MANY_BLOCKS) != 0);
    bool recent = cell >= floors->barrier;
    bool same = ((cell ^ mine) & SHADOW_THREAD_MASK) == 0 &&
                (cell & (SHADOW_MANY_LANES | SHADOW_MANY_WARPS)) == 0;
    bool synced = (((cell ^ mine) & SHADOW_WARP_MASK) == 0) & ((cell & SHADOW_MANY_WARPS) == 0) &
                  (cell < floors->sync);
    return !(live & (elsewhere | (recent & !same & !synced)));
}

/* The cell after an access that does not replace the others' (a read, or an atomic after atomics):
 * the mark of the newcomer, with flags for those that it hides. */
static inline shadow_cell shadow_join(shadow_cell cell, shadow_cell mine,
                                      const struct shadow_floors *floors) {
    bool live = cell >= floors->launch;
    bool elsewhere = cell < floors->block;
    bool recent = cell >= floors->barrier;
    bool same_warp = ((cell ^ mine) & SHADOW_WARP_MASK) == 0;
    bool same_thread = ((cell ^ mine) & SHADOW_THREAD_MASK) == 0;
    bool synced = cell < floors->sync;
    shadow_cell blocks = elsewhere ? SHADOW_MANY_BLOCKS : cell & SHADOW_MANY_BLOCKS;
    shadow_cell warps = same_warp ? cell & SHADOW_MANY_WARPS : SHADOW_MANY_WARPS;
    shadow_cell lanes = same_thread ? cell & SHADOW_MANY_LANES : SHADOW_MANY_LANES;
    lanes |= (cell & SHADOW_LANES_MASK) | shadow_lanes_apart(cell, mine);
    lanes = same_warp & !synced ? lanes : 0;
    shadow_cell near = !elsewhere & recent ? warps | lanes : 0;
    return mine | (live ? blocks | near : 0);
}

/* The same for a cell of a block's own memory that is younger than its last barrier. */
static inline shadow_cell shadow_join_recent(shadow_cell cell, shadow_cell mine, shadow_cell sync) {
    const shadow_cell other = cell ^ mine;
    if (other & SHADOW_WARP_MASK) {
        return mine | SHADOW_MANY_WARPS;
    }
    shadow_cell lanes = other & SHADOW_THREAD_MASK ? SHADOW_MANY_LANES : cell & SHADOW_MANY_LANES;
    lanes |= (cell & SHADOW_LANES_MASK) | shadow_lanes_apart(cell, mine);
    return mine | (cell & SHADOW_MANY_WARPS) | (cell < sync ? 0 : lanes);
}

/* What the access is: for an atomic, cells left by atomics are no conflict; for a store checked
 * against writes, nor are those that stored the same value. */
enum shadow_rule { SHADOW_LOAD, SHADOW_STORE, SHADOW_ATOMICALLY };

static inline bool shadow_conflict(shadow_cell cell, shadow_cell mine,
                                   const struct shadow_floors *floors, enum shadow_rule rule) {
    bool ordered = shadow_ordered(cell, mine, floors);
    bool both_atomic = (rule == SHADOW_ATOMICALLY) & ((cell & SHADOW_ATOMIC) != 0);
    shadow_cell hash = cell & SHADOW_HASH_MASK;
    bool same_value = (rule == SHADOW_STORE) & (hash == (mine & SHADOW_HASH_MASK)) &
                      (hash != ((shadow_cell)SHADOW_UNKNOWN_VALUE << SHADOW_HASH_SHIFT));
    return !(ordered | both_atomic | same_value);
}

/* The marks of `count` lanes: `base` is the first one's. With values, their hashes are added. */
void shadow_marks(shadow_cell *marks, unsigned count, shadow_cell base, const uint64_t *value);

/* How many of `count` cells conflict with the accesses that leave `marks`. */
unsigned shadow_conflicts(const shadow_cell *cells, const shadow_cell *marks, unsigned count,
                          const struct shadow_floors *floors, enum shadow_rule rule);
/* How many of `count` cells are older than `floor`: never written in this block. */
unsigned shadow_older(const shadow_cell *cells, unsigned count, shadow_cell floor);
void shadow_join_all(shadow_cell *cells, const shadow_cell *marks, unsigned count,
                     const struct shadow_floors *floors);

/*
 * The usual row, in one go: nothing is to be said of `count` cells. A load wants the writers in
 * [low, high); a store wants writers and readers below high. False, and nothing done, if a cell is
 * otherwise.
 */
bool shadow_load_row(const shadow_cell *write, shadow_cell *read, const shadow_cell *marks,
                     unsigned count, shadow_cell low, shadow_cell high,
                     const struct shadow_floors *floors);
bool shadow_store_row(shadow_cell *write, const shadow_cell *read, const shadow_cell *marks,
                      unsigned count, shadow_cell high);

/* A load of whole words by `lanes` neighbours each, the first of which marks `base`: the last lane
 * of each word stands for all. False, and nothing done, if a cell is not below high. */
bool shadow_read_parts(shadow_cell *read, unsigned count, unsigned lanes, shadow_cell base,
                       shadow_cell high);

/* The cell that a byte of the page has in a plane. False if it has none. */
bool shadow_peek(const struct shadow_page *page, enum shadow_plane plane, size_t offset,
                 shadow_cell *cell);

/* Makes a plane of a page that stands for `bytes` bytes. False without memory. */
bool shadow_make_plane(struct shadow_page *page, enum shadow_plane plane, size_t bytes);
/* Splits a page into a cell a byte. Reads narrower than a word in this launch are forgotten: which
 * byte they read was not kept. False without memory (the page then stays as it is). */
bool shadow_split(struct shadow_page *page, size_t bytes, uint32_t launch_tick);
void shadow_release(struct shadow_page *page);

/* A plain write that atomics cover. An atomic takes a cell of the shadow from a plain write that is
 * ordered before it; the plain write is kept, since the atomics of other blocks may race with it
 * all the same. Kept for one launch. */
struct covered_write {
    uint64_t key;
    shadow_cell cell;
};
