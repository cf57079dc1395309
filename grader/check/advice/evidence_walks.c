/* Which walk through the data a wrong table of counters fits: usual mistakes, tried out. */
#include "../../message_text.h"
#include "evidence_inside.h"

#include <inttypes.h>
#include <string.h>

/* A launch, of which each thread walks through the data. */
struct grid {
    uint64_t blocks, threads;
};

/* Where thread `thread` of block `block` begins, and by how much it goes on (0: not at all). */
struct walk {
    uint64_t (*begin)(const struct grid *grid, uint64_t block, uint64_t thread);
    uint64_t (*step)(const struct grid *grid);
    const char *advice, *formula; /* what it means; or NULL, and where it begins */
};

static uint64_t right_begin(const struct grid *grid, uint64_t block, uint64_t thread) {
    return thread + block * grid->threads;
}

static uint64_t by_square(const struct grid *grid, uint64_t block, uint64_t thread) {
    (void)grid;
    return thread + block * block;
}

static uint64_t by_grid(const struct grid *grid, uint64_t block, uint64_t thread) {
    return thread + block * grid->blocks;
}

static uint64_t by_sum(const struct grid *grid, uint64_t block, uint64_t thread) {
    return thread + block + grid->threads;
}

static uint64_t by_neighbour(const struct grid *grid, uint64_t block, uint64_t thread) {
    (void)grid;
    return thread + block;
}

static uint64_t without_block(const struct grid *grid, uint64_t block, uint64_t thread) {
    (void)grid, (void)block;
    return thread;
}

static uint64_t without_thread(const struct grid *grid, uint64_t block, uint64_t thread) {
    (void)thread;
    return block * grid->threads;
}

static uint64_t exchanged(const struct grid *grid, uint64_t block, uint64_t thread) {
    return block + thread * grid->threads;
}

static uint64_t all_threads(const struct grid *grid) {
    return grid->blocks * grid->threads;
}

static uint64_t one_block(const struct grid *grid) {
    return grid->threads;
}

static uint64_t one_of_each_block(const struct grid *grid) {
    return grid->blocks;
}

static uint64_t one_more(const struct grid *grid) {
    return all_threads(grid) + 1;
}

static uint64_t one(const struct grid *grid) {
    (void)grid;
    return 1;
}

static uint64_t none(const struct grid *grid) {
    (void)grid;
    return 0;
}

static const struct walk walks[] = {
    {right_begin, none,
     "This table is what is counted when each thread takes one element and no more: a loop must go "
     "on by the number of all threads, blockDim.x * gridDim.x, until n.",
     NULL},
    {right_begin, one_of_each_block,
     "This table is what is counted when a thread goes on by gridDim.x, the number of blocks: the "
     "number of all threads is blockDim.x * gridDim.x.",
     NULL},
    {right_begin, one_block,
     "This table is what is counted when a thread goes on by blockDim.x, the threads of one block: "
     "the number of all threads is blockDim.x * gridDim.x.",
     NULL},
    {right_begin, one,
     "This table is what is counted when each thread goes on by 1: it must go on by the number of "
     "all threads, blockDim.x * gridDim.x.",
     NULL},
    {right_begin, one_more,
     "This table is what is counted when a thread goes on by one more than the number of all "
     "threads: does something in the loop add 1 to its index, too (data[s++])?",
     NULL},
    {by_square, all_threads, NULL, "threadIdx.x + blockIdx.x * blockIdx.x"},
    {by_grid, all_threads, NULL, "threadIdx.x + blockIdx.x * gridDim.x"},
    {by_sum, all_threads, NULL, "threadIdx.x + blockIdx.x + blockDim.x"},
    {by_neighbour, all_threads, NULL, "threadIdx.x + blockIdx.x"},
    {without_block, all_threads, NULL, "threadIdx.x"},
    {without_thread, all_threads, NULL, "blockIdx.x * blockDim.x"},
    {exchanged, all_threads, NULL, "blockIdx.x + threadIdx.x * blockDim.x"},
};

static const struct walk right = {right_begin, all_threads, NULL, NULL};

/* How many elements all threads count: this alone rules out most walks. */
static uint64_t steps_of(const struct walk *walk, const struct grid *grid, uint64_t elements) {
    const uint64_t step = walk->step(grid);
    uint64_t steps = 0;
    for (uint64_t block = 0; block < grid->blocks; block++) {
        for (uint64_t thread = 0; thread < grid->threads; thread++) {
            const uint64_t at = walk->begin(grid, block, thread);
            steps += at >= elements ? 0 : step == 0 ? 1 : (elements - at + step - 1) / step;
        }
    }
    return steps;
}

/* The table of the walk of the blocks from `first` to before `end`. */
static bool count(const struct wrong_answer *answer, const struct grid *grid,
                  const struct walk *walk, uint64_t first, uint64_t end, uint32_t *table) {
    const struct oracle_buffer *data = &answer->call->input[0];
    const uint64_t step = walk->step(grid);
    memset(table, 0, answer->buffer->count * sizeof *table);
    for (uint64_t block = first; block < end; block++) {
        for (uint64_t thread = 0; thread < grid->threads; thread++) {
            uint64_t at = walk->begin(grid, block, thread);
            for (; at < data->count; at = step == 0 ? data->count : at + step) {
                const size_t bin = (size_t)evidence_number(data, answer->data, at);
                if (bin >= answer->buffer->count) {
                    return false;
                }
                table[bin]++;
            }
        }
    }
    return true;
}

static bool fits(const struct wrong_answer *answer, const uint32_t *table) {
    return memcmp(answer->got, table, answer->buffer->count * sizeof *table) == 0;
}

/* Each block merges the bins of its own threads' numbers in the grid, not all of its table. */
static bool merged_by_grid(const struct wrong_answer *answer, const struct grid *grid,
                           uint32_t *table) {
    for (uint64_t block = 0; grid->threads != 0 && block < grid->blocks; block++) {
        if (!count(answer, grid, &right, block, block + 1, table)) {
            return false;
        }
        for (size_t bin = 0; bin < answer->buffer->count; bin++) {
            if (bin / grid->threads % grid->blocks == block &&
                evidence_number(answer->buffer, answer->got, bin) != table[bin]) {
                return false;
            }
        }
    }
    return true;
}

static const char *merge_advice(const struct wrong_answer *answer, const struct grid *grid,
                                uint32_t *table) {
    if (count(answer, grid, &right, 0, 1, table) && fits(answer, table)) {
        return "This table has only what block 0 counted. Every block must merge its table: all "
               "its threads share all bins, from threadIdx.x by blockDim.x (not by the number in "
               "the grid).";
    }
    return merged_by_grid(answer, grid, table)
               ? "Of each block's table only some bins were merged, those of its threads' numbers "
                 "in the grid: each block has a table of its own, so all its threads share all "
                 "bins (from threadIdx.x, by blockDim.x)."
               : NULL;
}

const char *evidence_of_walks(struct arena *arena, const struct wrong_answer *answer) {
    enum { MOST_STEPS = 1 << 24 };
    const struct grid grid = {evidence_parameter(answer->call, "blocks"),
                              evidence_parameter(answer->call, "threads")};
    const struct oracle_buffer *data = &answer->call->input[0];
    if (answer->data == NULL || answer->team || grid.blocks < 2 || grid.threads == 0 ||
        answer->buffer->element != ELEMENT_U32 || answer->buffer->count < FEWEST_IN_A_TABLE ||
        (data->element != ELEMENT_U8 && data->element != ELEMENT_U16)) {
        return NULL;
    }
    uint64_t counted = 0;
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        counted += ((const uint32_t *)answer->got)[bin];
    }
    uint32_t *table = arena_alloc(arena, answer->buffer->count * sizeof *table);
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        if (counted <= MOST_STEPS && steps_of(&walks[i], &grid, data->count) == counted &&
            count(answer, &grid, &walks[i], 0, grid.blocks, table) && fits(answer, table)) {
            return walks[i].advice != NULL
                       ? walks[i].advice
                       : message_print(arena,
                                       "A thread begins at threadIdx.x + blockIdx.x * blockDim.x: "
                                       "this table is what a walk counts that begins at %s.",
                                       walks[i].formula);
        }
    }
    return merge_advice(answer, &grid, table);
}

/* Are the elements that were written those where the walk's threads begin, and no others? */
static bool wrote(const struct wrong_answer *answer, const struct grid *grid,
                  const struct walk *walk, bool *written) {
    const size_t count = answer->buffer->count;
    memset(written, 0, count * sizeof *written);
    for (uint64_t block = 0; block < grid->blocks; block++) {
        for (uint64_t thread = 0; thread < grid->threads; thread++) {
            const uint64_t at = walk->begin(grid, block, thread);
            if (at < count) {
                written[at] = true;
            }
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (written[i] == evidence_is_unwritten(answer, i)) {
            return false;
        }
    }
    return true;
}

const char *evidence_of_indices(struct arena *arena, const struct wrong_answer *answer) {
    const uint64_t threads = evidence_parameter(answer->call, "threads");
    const uint64_t blocks = evidence_parameter(answer->call, "blocks");
    const size_t count = answer->buffer->count;
    if (answer->team || threads < 2 || count <= threads || answer->wrong == count) {
        return NULL;
    }
    const struct grid grid = {blocks != 0 ? blocks : (count + threads - 1) / threads, threads};
    bool *written = arena_alloc(arena, count * sizeof *written);
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        if (walks[i].formula != NULL && wrote(answer, &grid, &walks[i], written)) {
            return message_print(arena,
                                 "The index of a thread is threadIdx.x + blockIdx.x * blockDim.x: "
                                 "the elements that were written are those of %s.",
                                 walks[i].formula);
        }
    }
    return NULL;
}

/* Are the elements where parts of that length begin just those that the table has too often? */
static bool has_twice(const struct wrong_answer *answer, size_t part, uint64_t threads) {
    const struct oracle_buffer *data = &answer->call->input[0];
    for (size_t bin = 0; bin < answer->buffer->count; bin++) {
        double more = evidence_number(answer->buffer, answer->got, bin) -
                      evidence_number(answer->buffer, answer->expected, bin);
        for (uint64_t t = 1; t < threads && t * part < data->count; t++) {
            more -= evidence_number(data, answer->data, t * part) == (double)bin;
        }
        if (more != 0) {
            return false;
        }
    }
    return true;
}

const char *evidence_of_borders(struct arena *arena, const struct wrong_answer *answer) {
    const struct oracle_buffer *data = &answer->call->input[0];
    const uint64_t threads = evidence_parameter(answer->call, "threads");
    if (!answer->team || answer->data == NULL || threads < 2 || data->count < 2 * threads ||
        strcmp(answer->buffer->item, "bin") != 0) {
        return NULL;
    }
    const size_t part = data->count / threads, longer = (data->count + threads - 1) / threads;
    return has_twice(answer, part, threads) || has_twice(answer, longer, threads)
               ? message_print(arena,
                               "Counted twice are just the elements with which the part of the "
                               "next thread begins: does each part end before that one (< or "
                               "<=)?")
               : NULL;
}

/* Threads that leave elements out, the machine says: fewer reads than elements. */
const char *evidence_of_reads(struct arena *arena, const struct wrong_answer *answer) {
    const struct oracle_buffer *data = &answer->call->input[0];
    const uint64_t threads = evidence_parameter(answer->call, "threads");
    if (!answer->team || answer->call->input_count != 1 || answer->reads == 0 ||
        answer->reads >= data->count || threads < 2) {
        return NULL;
    }
    const uint64_t share = data->count / threads;
    return answer->reads <= share + threads && answer->reads + threads >= share
               ? message_print(
                     arena,
                     "Only %" PRIu64 " of the %zu elements of %s are read, a share of one "
                     "thread: do the others take theirs, or is the loop shared out twice? "
                     "`omp for` does it alone, and so does a step of NB_THREAD.",
                     answer->reads, data->count, data->name)
               : message_print(arena,
                               "Only %" PRIu64 " of the %zu elements of %s are read: where does "
                               "each thread begin, by how much does it go on, and where does it "
                               "end?",
                               answer->reads, data->count, data->name);
}
