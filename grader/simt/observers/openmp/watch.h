/* The inside of the observers of OpenMP runs, shared by the files of this folder. */
#pragma once

#include "../../array.h"
#include "openmp_watch.h"

#include "../../shapes.h"
#include "vector_clock.h"
#include "hash_table.h"

enum {
    PAGE_SHIFT = 7, /* no two allocations share one: what is small needs little */
    PAGE_BYTES = 1 << PAGE_SHIFT,
    LINE_SHIFT = 6,
    PAGE_LINES = PAGE_BYTES >> LINE_SHIFT,
    WORD_SHIFT = 2,
    PAGE_WORDS = PAGE_BYTES >> WORD_SHIFT,
    PAGE_CACHE = 1024,
};

#define NO_SLOT UINT32_MAX

/* ---- strands --------------------------------------------------------------------------------- */

/* A stretch of a strand between two releases, with what it held: whose access it was, 4 bytes. */
struct segment {
    uint32_t strand;
    uint32_t slot;
    uint32_t time;
    uint32_t held;       /* index of a struct held */
    uint32_t thread;     /* of the machine */
    uint32_t loops : 31; /* worksharing loops that its strand had begun */
    uint32_t copies : 1; /* it sets a reduction's copy */
};

/* A set of mutual exclusions: one more than those of `outer`. Index 0 is the empty set. */
struct held {
    uint32_t outer;
    enum simt_sync_kind kind;
    uint64_t object;
    const char *name;
    uint32_t site;     /* where it was taken */
    char variable[48]; /* a lock's, as it was called then: its scope may be over later */
};

struct strand {
    uint32_t number, parent, thread, team, team_size, level, league, teams;
    uint32_t device; /* the target task that it is in; 0: none */
    bool task, over;
    bool fresh;       /* no access since its time went on */
    bool copies;      /* it sets its copy of a reduction's variable */
    bool makes_tasks; /* one of them may set a variable of its, or a copy in place of it */
    bool in_loop;     /* that `omp for` shares out, */
    bool loop_tasks;  /* where it has made tasks */
    uint32_t site;    /* of the construct that made it */
    uint32_t slot;    /* NO_SLOT until its first access or release */
    uint32_t segment; /* 0: a new one is needed */
    uint32_t held;
    uint32_t region; /* outermost parallel region that it is in, from 1; 0: none */
    struct vector_clock clock;
    struct vector_clock fence;   /* its clock at its last release fence */
    struct vector_clock pending; /* what its relaxed loads have read, for an acquire fence */
    bool fenced, pends;
    bool polls, raises; /* it has read, or written, an atomic variable that orders nothing else */
    uint32_t loops;     /* worksharing loops begun */
    uint32_t crossed;   /* the last of them that has `ordered depend`; 0: none */
    uint32_t pieces;    /* of the loop that it is in, for openmp_costs.c; 0: of none */
    uint64_t span;      /* instructions of the longest chain that ends here */
    struct simd *simd;
};

/* An instruction's last access. */
struct recent {
    uint64_t address;
    uint32_t site;
};
enum { RECENT_SITES = 64, RECENT_WORDS = 8, RECENT_LINES = 8 };

/* A thread of the machine. */
struct runner {
    struct strand *strand;    /* NULL: none yet */
    uint64_t instructions;    /* told last */
    uint64_t parallel;        /* of those, inside parallel regions */
    uint64_t input_reads;     /* elements of the input */
    uint64_t bytes_of_others; /* that it read and others had written */
    uint64_t writes;          /* but those to words in `written` */
    uint64_t private_words;   /* written in this region by nobody else */
    uint32_t private_region;  /* this region */
    uint64_t stored;          /* where it stored last */
    bool seen, read_inside, had_table;
    struct recent_places {
        uint64_t places[RECENT_WORDS];
        uint32_t oldest; /* is next to go */
    } written, gathered; /* words that it wrote, and places that others wrote and it read */
    uint64_t lines[RECENT_LINES]; /* of the input, by number: the one read last comes first */
    struct simt_move move;        /* under way */
    uint64_t moved;               /* bytes of it that were stored */
    uint64_t unneeded;            /* what the next access loads from there is for nobody; 0: none */
    struct recent recent[RECENT_SITES];
};

/* What releases have left for acquires. */
struct sync_object {
    uint64_t key;
    struct vector_clock clock;
    uint64_t span;
    uint32_t head;   /* of atomics: the strand that the release sequence belongs to */
    uint64_t inside; /* of mutual exclusions: instructions executed while it was held */
    uint64_t taken;  /* instruction count of its holder when it was taken */
    const char *name;
    enum simt_sync_kind kind;
};

/* Indices that were given back. */
struct unused {
    uint32_t *items;
    uint32_t count, capacity;
};

struct objects {
    struct hash index;
    struct sync_object *items; /* 0 is none */
    uint32_t count, capacity;
    struct unused unused;
};

/* ---- memory ---------------------------------------------------------------------------------- */

/* What is known of some bytes: the last plain write, and the accesses since that no later one
 * stands for: `other` is one of them (its site carries the kind), or OTHERS and an index. */
struct cell {
    uint32_t write, write_site;
    uint32_t other, other_site;
};
#define OTHERS UINT32_MAX

enum access_kind { PLAIN_READ, ATOMIC_READ, ATOMIC_WRITE, PLAIN_WRITE };
enum { KIND_SHIFT = 30, SITE_MASK = (1 << KIND_SHIFT) - 1 };

struct other {
    uint32_t segment;
    uint32_t site; /* and kind */
};

struct others {
    struct other *items;
    uint32_t count, capacity;
    uint32_t kinds; /* a bit for each that may be among them */
    uint32_t kept;  /* were left when they were last looked through */
};

/* A cache line: who has a copy (a bit for each of 64 threads), who wrote it and what. */
struct line {
    uint64_t holders;
    uint64_t written;
    uint64_t writers; /* in parallel regions, ever: a bit for each thread */
    uint32_t writer;  /* thread + 1, 0: nobody */
    uint32_t atomics; /* read-modify-writes in parallel regions, and … */
    uint32_t writes;  /* … plain writes */
    uint64_t touched; /* in parallel regions, ever, by whom */
};

/* A word that is written in a parallel region. */
struct word {
    uint32_t region;
    uint32_t writer;      /* thread + 1; SEVERAL */
    uint32_t writes : 31; /* while it had one writer */
    uint32_t atomic : 1;  /* an atomic has updated it */
};
#define SEVERAL UINT32_MAX

struct page {
    uint64_t number; /* address >> PAGE_SHIFT */
    struct cell *cells;
    uint32_t shift; /* a cell is 1 << shift bytes */
    uint32_t undefined_count;
    bool made;                           /* nobody has asked for it yet */
    bool atomics;                        /* a sync_object belongs to an address in it */
    uint64_t undefined[PAGE_BYTES / 64]; /* a bit a byte */
    struct line lines[PAGE_LINES];
    struct word *words; /* [PAGE_WORDS], NULL until the first write in a region */
};

/* A region of the machine's memory. */
struct area {
    uint64_t address, bytes;
    enum simt_region_kind kind;
    char name[64];
    bool known, freed, heap, stack;
    bool undefined; /* when it was made: so are pages of it that are not known yet */
    uint32_t made_site, freed_site;
    uint32_t made_strand, freed_strand;
    struct stack_variable *variables; /* of a thread's stack: the live ones */
    uint32_t variable_count, variable_capacity;
};

struct stack_variable {
    uint64_t address, bytes;
    const char *name;
    uint32_t site;
    uint32_t shape; /* its number, or 0 */
};

struct openmp_watch {
    struct simt_observer observer;
    struct finding_list findings;
    const struct simt_site *sites;
    const struct simt_shapes *shapes; /* NULL: no program runs yet */
    uint32_t site_count;
    bool faulted, finished;
    size_t fault; /* its finding + 1, until the launch's result says more */

    struct strand **strands;
    uint32_t strand_count, strand_capacity;
    struct runner *runners;
    uint32_t runner_count;
    struct slots slots;
    struct segment *segments;
    uint32_t segment_count, segment_capacity;
    struct held *held;
    uint32_t held_count, held_capacity;
    uint64_t searched; /* areas, for the names of locks */
    struct hash held_index;
    struct objects objects;    /* by number or address of a lock */
    struct objects atomics;    /* by address */
    struct objects lock_lines; /* how often a lock in them was taken (openmp_costs.c) */

    struct hash page_index;
    struct page **pages;
    uint32_t page_count, page_capacity;
    struct page *cache[PAGE_CACHE];
    struct others *others;
    uint32_t others_count, others_capacity;
    struct unused unused_others;

    struct area *areas;
    uint32_t area_count;

    struct copy {
        uint64_t address, bytes;
    } * copies; /* of threadprivate variables */
    uint32_t copy_count, copy_capacity;
    struct copy *lasts; /* variables that lastprivate has set */
    uint32_t last_count, last_capacity;

    struct hash told; /* key of a race to finding + 1 */

    uint32_t regions; /* parallel regions, numbered */
    uint32_t asked;   /* line of omp_get_num_threads() outside of them; 0: none */
    struct hash team_regions;
    uint64_t input, input_bytes;
    const char *caller; /* NULL: nobody's */
    uint32_t input_element;
    bool strayed;
    uint64_t facts[OPENMP_FACT_COUNT];
    struct hash critical_names;

    struct hash travel_index;
    struct openmp_travel *travels;
    uint32_t travel_count, travel_capacity;
    uint64_t *instructions;

    uint64_t longest; /* span so far */
    uint64_t work;
    struct openmp_costs costs;
    bool dealt; /* the last loop deals its chunks while it runs */
};

/* One access, prepared. */
struct visit {
    struct openmp_watch *watch;
    struct runner *runner;
    struct strand *strand;
    uint32_t thread; /* of the machine */
    enum access_kind kind;
    bool reads, writes;
    bool changes;      /* an atomic update, of the value too */
    enum message verb; /* MESSAGE_ACCESS_READ, MESSAGE_ACCESS_FREE … */
    uint32_t site;
    uint32_t segment;
    uint32_t area;
    unsigned width; /* bytes of an element */
    enum simt_order order;
};

/* NULL: there is none of that number. */
static inline struct strand *strand_of(const struct openmp_watch *watch, uint32_t number) {
    return number < watch->strand_count ? watch->strands[number] : NULL;
}
static inline const struct area *area_of(const struct openmp_watch *watch, uint32_t index) {
    return index < watch->area_count && watch->areas[index].known ? &watch->areas[index] : NULL;
}
/* The source's line; 0: unknown. */
static inline uint32_t line_of(const struct openmp_watch *watch, uint32_t site) {
    return site < watch->site_count ? watch->sites[site].source.line : 0;
}

/* strand.c */
void strand_event(void *self, const struct simt_strand *event);
void sync_event(void *self, const struct simt_sync *event);
static inline struct runner *runner_at(struct openmp_watch *watch, uint32_t thread) {
    return array_grow(&watch->runners, &watch->runner_count, thread + 1) ? &watch->runners[thread]
                                                                         : NULL;
}
uint32_t segment_make(struct openmp_watch *watch, struct strand *strand, uint32_t thread);
/* The strand's segment, made if need be; 0 without memory. */
static inline uint32_t strand_segment(struct openmp_watch *watch, struct strand *strand,
                                      uint32_t thread) {
    return strand->segment != 0 ? strand->segment : segment_make(watch, strand, thread);
}
/* The strand begins a worksharing loop. */
void strand_loop(struct strand *strand);
/* The strand begins to set its copy of a reduction's variable, or has done so. */
void strand_copies(struct strand *strand, bool begins);
/* Until it is called with false, what the strand does is a part of a reduction. */
void strand_reduces(struct openmp_watch *watch, struct strand *strand,
                    const struct simt_place *place, bool begins);
void strand_release(struct strand *strand);

/* sync_objects.c: without memory the index is lost, and nothing else. */
void unused_keep(struct unused *unused, uint32_t index);
struct sync_object *object_at(struct objects *objects, uint64_t key, bool make);
void object_drop(struct objects *objects, uint64_t key);
void objects_release(struct objects *objects);

/* strand.c: what C11 says of an atomic access (before and after its check). False: no memory. */
bool atomic_acquire(const struct visit *visit, uint64_t address);
bool atomic_release(const struct visit *visit, struct page *page, uint64_t address);

/* openmp_costs.c: the thread has executed up to `instructions` in all. */
void span_advance(struct openmp_watch *watch, struct runner *runner, uint64_t instructions);
void span_sync(struct openmp_watch *watch, struct strand *strand, const struct runner *runner,
               struct sync_object *object, const struct simt_sync *event);
void span_finish(struct openmp_watch *watch);

/* shadow_pages.c */
struct page *page_make(struct openmp_watch *watch, uint64_t number);
struct page *page_find(struct openmp_watch *watch, uint64_t number);
static inline struct page *page_at(struct openmp_watch *watch, uint64_t address) {
    uint64_t number = address >> PAGE_SHIFT;
    struct page *page = watch->cache[number % PAGE_CACHE];
    return page != NULL && page->number == number ? page : page_make(watch, number);
}
/* The same; a new page inside of memory that was undefined from the start is undefined. */
struct page *page_in(struct openmp_watch *watch, uint32_t area, uint64_t address);
/* Forgets all of the page, whose memory is gone for good. */
void page_drop(struct openmp_watch *watch, uint64_t number);
/* Makes the page's cells small enough for an access of `size` bytes at `offset`. */
bool page_refine(struct openmp_watch *watch, struct page *page, unsigned offset, unsigned size);
uint32_t others_make(struct openmp_watch *watch);
void others_drop(struct openmp_watch *watch, uint32_t index);
bool others_add(struct others *others, struct other other);
void pages_release(struct openmp_watch *watch);

/* openmp_race.c: bytes of one page */
void race_access(const struct visit *visit, struct page *page, unsigned offset, unsigned size);
/* Forgets what is known of the bytes: another variable may come there. */
void race_forget(struct openmp_watch *watch, struct page *page, unsigned offset, unsigned size);

/* shadow_pages.c */
void undefined_set(struct openmp_watch *watch, uint64_t address, uint64_t bytes, bool undefined);
/* Where a part of it is set, all is from now on. */
void undefined_whole(struct openmp_watch *watch, uint64_t address, uint64_t bytes);
void undefined_move(struct openmp_watch *watch, const struct simt_move *move);
void undefined_write(struct page *page, unsigned offset, unsigned size);
/* Do the bytes, all of them, hold nothing? */
bool undefined_all(const struct page *page, unsigned offset, unsigned size);

/* How many bytes of the area, from its first one on, have been set. */
uint64_t undefined_from(struct openmp_watch *watch, const struct area *area);

/* openmp_costs.c: an access, and each line of it; before the line is taken */
void costs_access(const struct visit *visit, uint64_t address, unsigned size);
void costs_line(const struct visit *visit, struct line *line);
void costs_construct(struct openmp_watch *watch, struct strand *strand,
                     const struct simt_construct *event);
void costs_finish(struct openmp_watch *watch);

/* sharing.c */
void sharing_access(const struct visit *visit, struct page *page, uint64_t address, unsigned size);
void sharing_finish(struct openmp_watch *watch);

/* simd_races.c */
void simd_construct(struct openmp_watch *watch, struct strand *strand,
                    const struct simt_construct *event);
void simd_access(const struct visit *visit, uint64_t address, unsigned size);
void simd_release(struct strand *strand);

/* openmp_facts.c */
void facts_construct(struct openmp_watch *watch, struct strand *strand,
                     const struct simt_construct *event);
void facts_strand(struct openmp_watch *watch, struct strand *strand, struct runner *runner);
void facts_taken(struct openmp_watch *watch, const struct strand *strand,
                 const struct simt_sync *event);
void facts_access(const struct visit *visit, struct page *page, uint64_t address, unsigned size);
void facts_forget(struct page *page, unsigned offset, unsigned size);
void facts_finish(struct openmp_watch *watch);

/* shadow_pages.c: what sort of memory is it? */
/* The area that holds the address now; UINT32_MAX: none. */
uint32_t memory_area_with(const struct openmp_watch *watch, uint64_t address);
/* Tasks of one thread share its copy of a threadprivate variable, one after the other. */
bool memory_is_copy(const struct openmp_watch *watch, uint32_t area, uint64_t address);
/* Did lastprivate set what lies there now? */
bool memory_is_last(const struct openmp_watch *watch, uint64_t address);
/* Where a task keeps its copies. */
bool memory_is_of_task(const struct openmp_watch *watch, uint32_t area);
/* A stack, or what a task was given: there clang makes the copies of private clauses. */
bool memory_holds_copies(const struct openmp_watch *watch, uint32_t area);

/* memory_lifetime.c: regions and variables come and go */
void memory_region_new(void *self, const struct simt_region *region);
void memory_region_freed(void *self, const struct simt_region *region);
void memory_heap(void *self, const struct simt_heap *event);
void memory_variable(void *self, const struct simt_variable *event);
void memory_move(void *self, const struct simt_move *event);

void memory_copy(struct openmp_watch *watch, const struct simt_construct *event);
/* A taskgroup's reduction may set what lies there from now on. */
void memory_reduces(struct openmp_watch *watch, struct strand *strand,
                    const struct simt_construct *event);
/* What lies there was set by lastprivate, when the event came. */
void memory_last(struct openmp_watch *watch, const struct simt_construct *event);

/* words.c: a message of the catalogue, in OpenMP's words */
void words_say(char *text, size_t size, enum message message, const struct message_value *values);
void words_capital(char *text);
/* "tab[5]"; `width` is the size of an element, 0: all of it, "tab". */
void words_variable(char *text, size_t size, const struct openmp_watch *watch, uint32_t area,
                    uint64_t address, unsigned width);
/* The bytes of one of its elements, as far as they are known; else `width`. */
unsigned words_unit(const struct openmp_watch *watch, uint32_t area, uint64_t address,
                    unsigned width);
/* "tab" */
void words_array(char *text, size_t size, const struct openmp_watch *watch, uint32_t area,
                 uint64_t address);
/* Tells the variable from others: the same for all that one line allocates. */
/* What the C library keeps for itself: translate (translate.h) ends its names so. */
#define OF_LIBRARY "$0library"
bool words_is_library(const struct openmp_watch *watch, uint32_t area);
uint64_t words_identity(const struct openmp_watch *watch, uint32_t area, uint64_t address);
/* `access` may be MESSAGE_COUNT: the place alone. */
void words_place(struct finding_place *place, const struct openmp_watch *watch, uint32_t site,
                 enum message access);
/* "thread 1 of 4", "task of line 12 on thread 3" */
void words_strand(char *text, size_t size, const struct openmp_watch *watch, uint32_t number);
/* "locks[3]": what the program calls a lock; "" for what is none, or has no name. */
void words_lock(char *text, size_t size, const struct openmp_watch *watch, enum simt_sync_kind kind,
                uint64_t object);
/* "the critical section `even`", "lock `locks[3]`"; looks up a lock's name where `name` is NULL */
void words_mutex(char *text, size_t size, const struct openmp_watch *watch,
                 enum simt_sync_kind kind, uint64_t object, const char *name);
/* All of a held set, "" for none. */
void words_held(char *text, size_t size, const struct openmp_watch *watch, uint32_t held);
void words_who(struct finding_place *place, const struct openmp_watch *watch, uint32_t strand,
               uint32_t held);

/* shape.c: the part of what has this shape that lies `offset` after its beginning: "[2][5]",
 * ".max"; "" where none has a name. Of `bytes` bytes in all; `many`: they are an array of such.
 * False: the shape is not that of those bytes. */
bool shape_part(char *text, size_t size, const char *shape, int64_t offset, uint64_t bytes,
                unsigned width, bool many);
/* Bytes of an element that is no array. */
unsigned shape_unit(const char *shape);
/* The shape of that number, and of "variable grid" or "memory tree.c:12"; NULL: not known. */
const char *shape_of_number(const struct openmp_watch *watch, uint32_t number);
const char *shape_of(const struct openmp_watch *watch, const char *what);

/* openmp_findings.c */
extern const enum message finding_verbs[]; /* by enum access_kind */
struct conflict {
    uint32_t segment, site;
    enum access_kind kind;
};
void finding_race(const struct visit *visit, uint64_t address, const struct conflict *other);
void finding_simd(const struct visit *visit, uint64_t address, uint32_t other_site,
                  bool other_writes, uint64_t distance);
void finding_undefined(const struct visit *visit, uint64_t address);
void finding_fault(void *self, const struct simt_fault *event);
/* waits.c: threads that wait for each other, a barrier that not all reach */
void finding_deadlock(struct simt_finding *finding, const struct openmp_watch *watch,
                      const struct simt_fault *event);
void finding_barrier(struct simt_finding *finding, const struct openmp_watch *watch,
                     const struct simt_fault *event);
void finding_launch_end(struct openmp_watch *watch, const struct simt_launch_event *event);
void finding_leaks(struct openmp_watch *watch);
void finding_shift(struct openmp_watch *watch, const struct strand *strand,
                   const struct simt_construct *event);
