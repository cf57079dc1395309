/* Facts of the program's structure, for checks of how the work was shared out. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64 };
enum { TABLE_BYTES = 64 }; /* that a thread must write to have a table of its own */

#define FACT_NAME(enumerator, name, text) [OPENMP_FACT_##enumerator] = name,
const char *const openmp_fact_names[OPENMP_FACT_COUNT] = {OPENMP_FACT_TABLE(FACT_NAME)};
#undef FACT_NAME

void openmp_watch_input(struct openmp_watch *watch, uint64_t address, uint64_t bytes,
                        uint32_t element) {
    watch->input = address;
    watch->input_bytes = bytes;
    watch->input_element = element != 0 ? element : 1;
}

void openmp_watch_caller(struct openmp_watch *watch, const char *file) {
    watch->caller = file;
}

static bool is_callers(const struct openmp_watch *watch, uint32_t site) {
    const char *file = site < watch->site_count ? watch->sites[site].source.file : NULL;
    return file != NULL && watch->caller != NULL && strcmp(basename(file), watch->caller) == 0;
}

void facts_strand(struct openmp_watch *watch, struct strand *strand, struct runner *runner) {
    const struct strand *parent = strand_of(watch, strand->parent);
    strand->in_loop = parent != NULL && (strand->task ? parent->loop_tasks : parent->in_loop);
    watch->facts[OPENMP_FACT_TASKS] += strand->task;
    runner->seen |= strand->level > 0;
}

void facts_construct(struct openmp_watch *watch, struct strand *strand,
                     const struct simt_construct *event) {
    bool inside = strand->region != 0;
    bool first = inside && strand->thread == 0;
    switch (event->kind) {
    case SIMT_CONSTRUCT_PARALLEL:
        watch->facts[OPENMP_FACT_PARALLEL_REGIONS] += event->team_size > 1;
        break;
    case SIMT_CONSTRUCT_LOOP:
        watch->facts[OPENMP_FACT_WORKSHARING_LOOPS] +=
            first && event->schedule != SIMT_LOOP_DISTRIBUTE;
        strand->in_loop |= event->schedule != SIMT_LOOP_DISTRIBUTE;
        break;
    case SIMT_CONSTRUCT_LOOP_END:
        strand->in_loop = false;
        break;
    case SIMT_CONSTRUCT_TASK:
        strand->loop_tasks |= strand->in_loop;
        break;
    case SIMT_CONSTRUCT_BARRIER:
        watch->facts[OPENMP_FACT_BARRIERS] += first;
        break;
    case SIMT_CONSTRUCT_CRITICAL:
    case SIMT_CONSTRUCT_ORDERED:
    case SIMT_CONSTRUCT_LOCK:
        watch->facts[OPENMP_FACT_CRITICALS] += inside;
        break;
    case SIMT_CONSTRUCT_TEAM_SIZE:
        watch->facts[OPENMP_FACT_TEAM_SIZES] += !is_callers(watch, event->place.site);
        break;
    case SIMT_CONSTRUCT_ASKS_SIZE:
        watch->asked = line_of(watch, event->place.site);
        break;
    default:
        break;
    }
}

void facts_taken(struct openmp_watch *watch, const struct strand *strand,
                 const struct simt_sync *event) {
    bool named = event->kind == SIMT_SYNC_CRITICAL || event->kind == SIMT_SYNC_LOCK ||
                 event->kind == SIMT_SYNC_NEST_LOCK;
    if (strand->region != 0 && named &&
        table_get(&watch->critical_names, event->object) == TABLE_NONE) {
        table_put(&watch->critical_names, event->object, 1);
        watch->facts[OPENMP_FACT_CRITICAL_NAMES]++;
    }
}

/* A thread that goes along rows stays in few lines; down the columns each read is in another. */
static void read_line(struct openmp_watch *watch, struct runner *runner, uint64_t line) {
    unsigned at = 0;
    while (at < RECENT_LINES && runner->lines[at] != line) {
        at++;
    }
    watch->facts[OPENMP_FACT_INPUT_LINES] += at == RECENT_LINES;
    for (unsigned i = at == RECENT_LINES ? at - 1 : at; i > 0; i--) {
        runner->lines[i] = runner->lines[i - 1];
    }
    runner->lines[0] = line;
}

static void read_input(const struct visit *visit, uint64_t offset, unsigned size) {
    struct openmp_watch *watch = visit->watch;
    const struct strand *strand = visit->strand;
    uint64_t element = offset / watch->input_element;
    uint64_t elements = (offset + size - 1) / watch->input_element - element + 1;
    watch->facts[OPENMP_FACT_INPUT_READS] += elements;
    watch->facts[OPENMP_FACT_SERIAL_READS] += strand->region == 0 ? elements : 0;
    watch->facts[OPENMP_FACT_LOOP_READS] += strand->in_loop ? elements : 0;
    visit->runner->input_reads += elements;
    read_line(watch, visit->runner, (watch->input + offset) / LINE_BYTES);
    visit->runner->read_inside |= strand->region != 0;
    watch->strayed |= strand->region == 0 || strand->team_size < 2 || elements > 1 ||
                      element % strand->team_size != strand->thread;
}

/* The first writer loses the word: another thread writes it too. */
static void shared_from_now(struct openmp_watch *watch, struct word *word) {
    struct runner *first = runner_at(watch, word->writer - 1);
    if (first != NULL && first->private_region == word->region) {
        first->private_words--;
    }
    word->writer = SEVERAL;
}

/* The thread goes on to another parallel region: did it have a table of its own in this one? */
static void region_over(struct runner *runner) {
    runner->had_table |= runner->private_words << WORD_SHIFT >= TABLE_BYTES;
    runner->private_words = 0;
}

static void own_word(const struct visit *visit, struct word *word) {
    struct runner *runner = visit->runner;
    uint32_t region = visit->strand->region;
    *word = (struct word){
        .region = region, .writer = visit->thread + 1, .writes = 1, .atomic = word->atomic};
    if (runner->private_region != region) {
        region_over(runner);
        runner->private_region = region;
    }
    runner->private_words++;
}

static void write_word(const struct visit *visit, struct word *word) {
    uint64_t *updates = &visit->watch->facts[OPENMP_FACT_SHARED_UPDATES];
    if (visit->changes && !word->atomic) {
        word->atomic = 1;
        visit->watch->facts[OPENMP_FACT_ATOMIC_WORDS]++;
    }
    if (word->region != visit->strand->region) {
        own_word(visit, word);
    } else if (word->writer == SEVERAL) {
        ++*updates;
    } else if (word->writer == visit->thread + 1) {
        word->writes++;
    } else {
        *updates += word->writes + 1;
        shared_from_now(visit->watch, word);
    }
}

static void write_words(const struct visit *visit, struct page *page, uint64_t address,
                        unsigned size) {
    if (page->words == NULL) {
        page->words = calloc(PAGE_WORDS, sizeof *page->words);
        if (page->words == NULL) {
            return;
        }
    }
    unsigned first = (unsigned)(address % PAGE_BYTES) >> WORD_SHIFT;
    unsigned last = (unsigned)((address % PAGE_BYTES) + size - 1) >> WORD_SHIFT;
    for (unsigned i = first; i <= last; i++) {
        write_word(visit, &page->words[i]);
    }
}

/* A variable of a loop is written or read all the time, and says nothing of the work: it is among
 * the last places. A counter of a table, or an element of a result, mostly is not. */
static bool is_new(struct recent_places *recent, uint64_t place) {
    for (unsigned i = 0; i < RECENT_WORDS; i++) {
        if (recent->places[i] == place) {
            return false;
        }
    }
    recent->places[recent->oldest] = place;
    recent->oldest = (recent->oldest + 1) % RECENT_WORDS;
    return true;
}

/* What others wrote may be a copy of the input, perhaps with several elements in a word: it counts
 * twice. A counter that is updated in one step counts once. */
static void read_of_others(const struct visit *visit, const struct page *page, uint64_t address,
                           unsigned size) {
    const unsigned first = (unsigned)(address % PAGE_BYTES) >> WORD_SHIFT;
    const uint32_t writer = page->words != NULL ? page->words[first].writer : 0;
    if (writer != 0 && writer != visit->thread + 1 && is_new(&visit->runner->gathered, address)) {
        visit->runner->bytes_of_others += visit->writes ? size : 2 * size;
    }
}

void facts_access(const struct visit *visit, struct page *page, uint64_t address, unsigned size) {
    struct openmp_watch *watch = visit->watch;
    if (visit->reads && visit->kind != ATOMIC_WRITE &&
        address - watch->input < watch->input_bytes) {
        read_input(visit, address - watch->input, size);
    } else if (visit->reads) {
        read_of_others(visit, page, address, size);
    }
    if (visit->writes) {
        visit->runner->writes += is_new(&visit->runner->written, address >> WORD_SHIFT);
    }
    if (visit->writes && visit->strand->region != 0) {
        watch->facts[OPENMP_FACT_ATOMICS] += visit->changes;
        write_words(visit, page, address, size);
    }
}

void facts_forget(struct page *page, unsigned offset, unsigned size) {
    if (page->words == NULL) {
        return;
    }
    for (unsigned i = offset >> WORD_SHIFT; i <= (offset + size - 1) >> WORD_SHIFT; i++) {
        page->words[i] = (struct word){0};
    }
}

/* May it have done most of the work? It must have got the elements from somewhere. */
static bool got_most(const struct openmp_watch *watch, const struct runner *runner) {
    const uint64_t element = watch->input_element != 0 ? watch->input_element : 1;
    const uint64_t got = runner->input_reads + runner->bytes_of_others / element;
    return got >= watch->input_bytes / element * 3 / 4;
}

void facts_finish(struct openmp_watch *watch) {
    for (uint32_t i = 0; i < watch->runner_count; i++) {
        struct runner *runner = &watch->runners[i];
        region_over(runner);
        watch->facts[OPENMP_FACT_PRIVATE_TABLES] += runner->had_table;
        watch->facts[OPENMP_FACT_THREADS] += runner->seen;
        watch->facts[OPENMP_FACT_INPUT_THREADS] += runner->read_inside;
        if (runner->input_reads > watch->facts[OPENMP_FACT_BUSIEST_READS]) {
            watch->facts[OPENMP_FACT_BUSIEST_READS] = runner->input_reads;
        }
        const uint64_t gathered = runner->bytes_of_others / 2; /* a read counts twice there */
        if (gathered > watch->facts[OPENMP_FACT_BUSIEST_GATHERS]) {
            watch->facts[OPENMP_FACT_BUSIEST_GATHERS] = gathered;
        }
        if (got_most(watch, runner) && runner->writes > watch->facts[OPENMP_FACT_BUSIEST_WRITES]) {
            watch->facts[OPENMP_FACT_BUSIEST_WRITES] = runner->writes;
        }
    }
    watch->facts[OPENMP_FACT_INTERLEAVED] =
        watch->facts[OPENMP_FACT_INPUT_READS] != 0 && !watch->strayed;
}
