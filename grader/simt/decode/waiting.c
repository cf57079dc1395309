/*
 * Loads that wait: volatile ones in a loop that does nothing else and ends by what they read. PTX
 * performs such a load, and a volatile store, as relaxed accesses, so the two are no data race.
 */
#include "decode.h"
#include "../execute/execute.h"

static int32_t loop_at(const struct function *function, uint32_t n) {
    return function->loop_of[n - function->first];
}

static bool is_volatile_load(const struct instruction *i) {
    return i->memory != NULL && i->memory->kind == SIMT_LOAD && i->memory->order == SIMT_VOLATILE;
}

/* What a loop that waits may not do: store, update, call. */
static bool does_more(const struct instruction *i) {
    return (i->memory != NULL && i->memory->kind != SIMT_LOAD) || i->call != NULL;
}

enum { MOST_ROWS = 32 };

/* Rows that hold something made of what was read. */
struct made {
    uint32_t row[MOST_ROWS];
    uint32_t count;
};

static bool is_made(const struct made *made, uint32_t row) {
    for (uint32_t n = 0; n < made->count; n++) {
        if (made->row[n] == row) {
            return true;
        }
    }
    return false;
}

/* Row 0, where the parameters lie, also stands where an instruction writes no second row. */
static void add_row(struct made *made, uint32_t row) {
    if (row != 0 && made->count < MOST_ROWS && !is_made(made, row)) {
        made->row[made->count++] = row;
    }
}

/* Registers that are not alive together share rows. */
static void drop_row(struct made *made, uint32_t row) {
    for (uint32_t n = 0; n < made->count; n++) {
        if (made->row[n] == row) {
            made->row[n] = made->row[--made->count];
            return;
        }
    }
}

static bool writes(const struct instruction *i, uint32_t row) {
    bool written = i->d == row || i->e == row;
    for (uint8_t n = 0; i->memory != NULL && n < i->memory->elements; n++) {
        written |= i->memory->rows[n] == row;
    }
    return written;
}

static void follow(struct made *made, const struct instruction *i) {
    const bool reads = is_made(made, i->a) || is_made(made, i->b) || is_made(made, i->c);
    void (*change)(struct made * made, uint32_t row) = reads ? add_row : drop_row;
    change(made, i->d);
    change(made, i->e);
    for (uint8_t n = 0; i->memory != NULL && n < i->memory->elements; n++) {
        drop_row(made, i->memory->rows[n]);
    }
}

static bool leaves(const struct function *function, const struct instruction *branch,
                   int32_t loop) {
    for (uint32_t n = 0; n < branch->edge_count; n++) {
        if (!loop_holds(function, loop, branch->edges[n].target)) {
            return true;
        }
    }
    return false;
}

static bool waits(const struct simt_module *module, const struct function *function, uint32_t at) {
    const struct instruction *load = &module->code[at];
    const int32_t loop = loop_at(function, at);
    struct made made = {.count = 0};
    bool ends = false;
    for (uint8_t n = 0; n < load->memory->elements; n++) {
        add_row(&made, load->memory->rows[n]);
    }
    for (uint32_t n = function->loops[loop].head; loop_holds(function, loop, n); n++) {
        const struct instruction *i = &module->code[n];
        if (loop_at(function, n) != loop || does_more(i) || writes(i, load->a)) {
            return false;
        }
        if (n > at) {
            follow(&made, i);
        }
        ends |= n > at && i->flow == FLOW_BRANCH && is_made(&made, i->guard) &&
                leaves(function, i, loop);
    }
    return ends;
}

/* Does the load stand before the loop that waits for its value, not in it? Then the compiler moved
 * it there, as nobody seems to change the value. */
static bool reads_once(const struct simt_module *module, const struct function *function,
                       uint32_t at) {
    const struct instruction *load = &module->code[at];
    const uint32_t end = function->first + function->count;
    struct made made = {.count = 0};
    if (load->memory == NULL || load->memory->kind != SIMT_LOAD ||
        load->memory->order != SIMT_WEAK) {
        return false;
    }
    for (uint8_t n = 0; n < load->memory->elements; n++) {
        add_row(&made, load->memory->rows[n]);
    }
    uint32_t n = at + 1;
    for (; n < end && module->code[n].flow == FLOW_NEXT; n++) {
        follow(&made, &module->code[n]);
    }
    const struct instruction *branch = &module->code[n];
    if (n >= end || branch->flow != FLOW_BRANCH || !is_made(&made, branch->guard)) {
        return false;
    }
    for (uint32_t e = 0; e < branch->edge_count; e++) {
        const struct instruction *next = &module->code[branch->edges[e].target];
        next = next->run == run_jump ? &module->code[next->edges[0].target] : next;
        if (next->run == run_idle_loop) {
            return true;
        }
    }
    return false;
}

void find_waiting_loads(struct decoder *decoder) {
    const struct simt_module *module = decoder->module;
    const struct function *function = decoder->function;
    for (uint32_t n = function->first; n < function->first + function->count; n++) {
        module->sites[n].waits = is_volatile_load(&module->code[n]) && loop_at(function, n) >= 0 &&
                                 waits(module, function, n);
        module->sites[n].once = reads_once(module, function, n);
    }
}
