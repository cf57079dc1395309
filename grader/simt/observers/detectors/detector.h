/* The detector's inside, shared by the detect_*.c files. */
#pragma once

#include "../../hash.h"
#include "../races/shadow.h"
#include "detect.h"
#include "../happens_before/child_launches.h"
#include "../happens_before/release_acquire.h"
#include "../happens_before/partial_barriers.h"

enum { MOST_WARPS = 32, MOST_NAMED = 16 };

/* A region of global memory and what is known of it. */
struct watched_region {
    uint64_t address;
    uint64_t size;
    enum simt_region_kind kind;
    char name[64];         /* of a variable, as the student wrote it */
    uint32_t allocation;   /* of heap regions: first, second… cudaMalloc, from 1 */
    char allocated_at[80]; /* the host's line that asked for it: "prog.cu:33", or "" */
    bool object;           /* a texture's or a surface's */
    bool freed;
    uint64_t allocated_by;     /* the code of that call, for leaks; 0: unknown */
    bool left;                 /* the program's side says that it was not given back */
    bool source;               /* kernels may only read it */
    bool target;               /* kernels may only write it */
    bool unnamed;              /* OpenCL: the launch that runs does not say that it uses it */
    struct shadow_page *pages; /* SHADOW_PAGE_BYTES each; NULL until the first access */
    uint64_t *initialised;     /* a bit for each byte; NULL when all bytes are initialised */
    uint64_t uninitialised;    /* bytes that nobody has written */
    bool stored;               /* a kernel has written some of the others */
};

static inline size_t region_pages(const struct watched_region *region) {
    const uint64_t end = region->address + region->size + SHADOW_PAGE_BYTES - 1;
    return (size_t)(end / SHADOW_PAGE_BYTES - region->address / SHADOW_PAGE_BYTES);
}

/* The page of a region that was accessed before, at an address of its own. */
static inline struct shadow_page *region_page(const struct watched_region *region,
                                              uint64_t address) {
    return &region->pages[address / SHADOW_PAGE_BYTES - region->address / SHADOW_PAGE_BYTES];
}

enum race_scope { BETWEEN_LANES, BETWEEN_WARPS, BETWEEN_BLOCKS };

/* Two sites that raced in this launch, or one that read what was not written: race_finding.c. */
struct race {
    uint64_t key;
    struct simt_finding finding;
    enum race_scope scope;
    bool shared;
    uint32_t array;      /* region, or index of the shared variable */
    bool both_write;     /* plain writes of different values */
    bool mixed;          /* one access is atomic, the other is not */
    bool narrow;         /* both are, but in the scope of a block only */
    bool of_tree;        /* the other access is of another launch by a kernel, */
    bool of_parent;      /* or of the kernel that launched this one, */
    bool of_some_launch; /* or of either */
    bool wants_fence;
    bool copied;      /* an asynchronous copy writes */
    bool copied_over; /* what was read before */
    bool unwritten;   /* the same, known since it read what was not written yet */
    bool parted;      /* a meeting lies between, but for a part of the threads only */
    bool wrong_flags; /* OpenCL: a barrier lies between, but orders the other kind of memory */
    bool used;        /* of a read of what was not written: its value is used */
    bool dropped;
    uint64_t set; /* of an array that is set at its beginning only: the bytes there; else 0 */
    uint64_t written,
        elements;             /* of a block's array that a barrier left unwritten in part; else 0 */
    uint64_t element;         /* the one that is read */
    uint64_t many;            /* elements of a block's array, if more than its threads; else 0 */
    uint64_t block;           /* of such a read */
    uint32_t warp;            /* of such a read */
    uint32_t sites[2];        /* of the two accesses */
    uint32_t read_site[2];    /* sites of the two accesses that are reads, else unknown */
    uint32_t plain_read_site; /* of a plain read against an atomic, else unknown */
};

/* What a warp had passed, by memory, when it asked for an asynchronous copy: race_copies.h. */
struct race_copy {
    uint32_t warp;
    uint32_t site;
    uint32_t mask; /* lanes whose part has not arrived */
    uint32_t barrier[2], sync[2], some_barrier[2], some_sync[2];
};
struct race_copies {
    const struct simt_site *sites; /* of the launch */
    uint32_t site_count;
    bool any; /* of these sites is one */
    struct race_copy *items;
    size_t count;
    size_t capacity;
};

/* When the block last passed a barrier, and each warp a barrier or a __syncwarp. */
struct passed {
    uint32_t barrier_tick;
    uint32_t sync_tick[MOST_WARPS];
    uint32_t some_barrier_tick; /* or one for some of its warps */
    uint32_t some_sync_tick[MOST_WARPS];
};

/* When a block began, or went on. */
struct block_tick {
    uint64_t block;
    uint32_t tick;
    uint32_t launch; /* index in `tree` */
};

/* Of blocks that wait for each other: race_turns.h. */
struct turns {
    uint32_t first_tick; /* the launch's, where turns have been taken; else 0 */
    uint32_t *fenced;    /* by block: when somebody last fenced for the device */
    uint32_t capacity;
    bool unknown; /* of a block that fenced it was not kept */
};

struct detector {
    struct simt_observer observer;
    const struct detection *const *detections; /* DETECTOR_COUNT */
    void **states;                             /* of the detectors, by row */
    const struct detection **on_access; /* those that ask for accesses, which come most often */
    int on_access_count;
    struct finding_list findings;
    struct simt_undefined unset; /* the launch's last value that was told to have none */
    bool lost; /* a kernel failed: from then on no cudaFree succeeds, and what is left is no leak */

    struct watched_region *regions; /* by the machine's region index */
    uint32_t region_count;
    uint32_t region_capacity;
    uint32_t allocations;
    char program[128]; /* the file that `allocated_by` lies in */
    uint32_t sources;  /* regions that kernels may only read, or only write, ever seen */
    bool naming;       /* some were unnamed in the launch before */

    const struct simt_launch_event *launch;
    uint32_t first_site; /* of the launch: cells count sites from there */
    uint64_t block;      /* running */
    uint32_t tick;
    uint32_t launch_tick;
    uint32_t block_tick;
    struct met_parts warps_met;             /* since the block's last barrier */
    struct met_part at_barrier[MOST_NAMED]; /* who met last at each that is for some of the warps */
    struct met_parts lanes_met[MOST_WARPS]; /* of each warp, since its last __syncwarp */
    struct last_met last_met[MOST_WARPS];
    struct passed passed[2]; /* for shared and for global memory: OpenCL's barriers may order one */
    uint32_t met_tick;       /* of the block's last barrier, whatever memory it orders */
    struct block_tick *block_ticks; /* of each block of the launch, to name a cell's block */
    size_t block_tick_count;
    size_t block_tick_capacity;

    bool plain; /* for tests: each cell by the whole rule of race_cell.h */
    struct shadow_page shared;
    size_t shared_bytes; /* that `shared` stands for */
    struct order *order;
    struct hash covered; /* of struct covered_write */
    struct race_copies copies;
    struct turns turns;
    struct recent_accesses *recent; /* recent_accesses.h; NULL until the first access */
    struct launch_tree tree;        /* the host's last launch, and what it launched */
    bool order_hint; /* this block has used an atomic's result: perhaps a ticket or a flag */

    struct race *races;
    size_t race_count;
    size_t race_capacity;
    uint8_t *compare_and_swap_read; /* by site: is it the first read of a compare-and-swap loop? */
    uint32_t site_count;
};

/*
 * A detector is a file, detect_NAME.c, which defines detect_NAME, and a row DETECTOR(NAME) beside
 * its kinds of findings and its sentences in messages.def. detect.c tells the detectors, in the
 * order of the rows, what happened, before time goes on. What nobody asks for may be NULL.
 */
struct detection {
    size_t state_bytes; /* of its own, zeroed when the detector is created: detector_state() */
    void (*launch_begin)(struct detector *detector, const struct simt_launch_event *event);
    void (*launch_end)(struct detector *detector, const struct simt_launch_event *event);
    void (*access)(struct detector *detector, const struct simt_access *event);
    bool of_sources; /* hears accesses only where there are such regions */
    void (*branch)(struct detector *detector, const struct simt_branch *event);
    void (*barrier)(struct detector *detector, const struct simt_barrier *event);
    void (*barrier_release)(struct detector *detector, const struct simt_barrier_release *event);
    void (*syncwarp)(struct detector *detector, const struct simt_syncwarp *event);
    void (*fence)(struct detector *detector, const struct simt_fence *event);
    void (*undefined)(struct detector *detector, const struct simt_undefined *event);
    void (*together)(struct detector *detector, const struct simt_together *event);
    void (*fault)(struct detector *detector, const struct simt_fault *event);
    void (*program_end)(struct detector *detector, const struct simt_device *device,
                        enum simt_dialect dialect);
};

#define DETECTOR(name) extern const struct detection detect_##name;
#include "../reports/messages.def"

enum {
#define DETECTOR(name) DETECTOR_##name,
#include "../reports/messages.def"
    DETECTOR_COUNT
};

/* detect.c: a detector's own state; lives as long as `detector`. */
void *detector_state(const struct detector *detector, const struct detection *detection);

/* detect.c: asks once more which detectors want to hear of accesses: `sources` has changed. */
void detector_hear_accesses(struct detector *detector);

/* detect.c: time goes on; returns the new tick. */
uint32_t detector_advance(struct detector *detector);

/* A site that is not known. */
#define DETECTOR_NO_SITE UINT32_MAX

/* The mark of an access by lane 0 of the warp. A module may have more sites than a cell can tell
 * apart, the functions of one launch seldom do: cells count from the first of these. */
static inline shadow_cell detector_mark(const struct detector *detector, uint32_t warp,
                                        uint32_t site) {
    return shadow_mark(detector->tick, warp * 32, site - detector->first_site);
}

static inline uint32_t detector_site(const struct detector *detector, shadow_cell cell) {
    const uint32_t site = (uint32_t)(cell & SHADOW_SITE_MASK);
    return site == SHADOW_UNKNOWN_SITE ? DETECTOR_NO_SITE : detector->first_site + site;
}

static inline void detector_floors(const struct detector *detector, enum simt_space space,
                                   uint32_t warp, struct shadow_floors *floors) {
    const struct passed *passed = &detector->passed[space != SIMT_SHARED];
    floors->launch = (shadow_cell)detector->launch_tick << SHADOW_TICK_SHIFT;
    floors->block = (shadow_cell)detector->block_tick << SHADOW_TICK_SHIFT;
    floors->barrier = (shadow_cell)passed->barrier_tick << SHADOW_TICK_SHIFT;
    floors->sync = (shadow_cell)passed->sync_tick[warp % MOST_WARPS] << SHADOW_TICK_SHIFT;
    floors->some_barrier = (shadow_cell)passed->some_barrier_tick << SHADOW_TICK_SHIFT;
    floors->some_sync = (shadow_cell)passed->some_sync_tick[warp % MOST_WARPS] << SHADOW_TICK_SHIFT;
}

/* Whom a fence, or an atomic that is one, orders memory for. */
static inline enum order_scope detector_scope(enum simt_scope scope) {
    return scope == SIMT_SCOPE_BLOCK ? ORDER_BLOCK : ORDER_DEVICE;
}

/* The launch that was running at `tick`, if it is another one that this one came of, or that came
 * of the same launch of the host's; else NULL. */
const struct launch_node *detector_launch_at(const struct detector *detector, uint32_t tick);

/* The linear number of the block that was running at `tick`. */
uint64_t detector_block_at(const struct detector *detector, uint32_t tick, uint32_t *first_tick);

/* race_finding.c: what the load at this site read, and nobody had written, is used; what was found
 * in the launch becomes findings. */
bool detect_unwritten_is_used(struct detector *detector, uint32_t site);
void detect_races_settle(struct detector *detector);

/* detect_uninitialised.c: one lane's bytes are read or written. */
bool region_has_unwritten(const struct watched_region *region, uint64_t offset, uint64_t size);
void region_mark_written(struct watched_region *region, uint64_t offset, uint64_t size);
void region_copy_state(struct watched_region *to, uint64_t to_offset,
                       const struct watched_region *from, uint64_t from_offset, uint64_t size);

/* describe.c: words for places. */
void describe_place(struct finding_place *place, const struct simt_launch_event *launch,
                    uint32_t site, enum message access);
void describe_thread(struct finding_place *place, const struct simt_launch_event *launch,
                     uint64_t block, uint32_t warp, uint32_t lane);
/* Both, of a lane at an event's place. */
void describe_at(struct finding_place *place, const struct simt_place *at, uint32_t lane,
                 enum message access);
/* The size of the elements of which a site's access takes `width` bytes: a structure's or those. */
unsigned describe_width(const struct simt_launch_event *launch, uint32_t site, unsigned width);
/* The finding's subject, "shared array sm, element 17". Returns the variable's index. */
uint32_t describe_shared(struct simt_finding *finding, const struct simt_launch_event *launch,
                         uint64_t offset, uint32_t site, unsigned width);
void describe_global(struct simt_finding *finding, const struct detector *detector, uint32_t region,
                     uint64_t address, uint32_t site, unsigned width);
/* Where the region is an image: says that the coordinates lie outside of it. False if it is not. */
bool describe_outside_image(struct simt_finding *finding, const struct detector *detector,
                            uint32_t region);
/* "array in argument 2 (in)": without an element. */
void describe_region(char *text, size_t size, enum simt_dialect dialect,
                     const struct detector *detector, uint32_t region);
void describe_kernel(struct simt_finding *finding, const struct simt_launch_event *launch);
