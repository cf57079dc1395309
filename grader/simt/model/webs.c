/* Which writes of a row reach which reads, followed backwards from each read. */
#include "webs.h"

#include <stdlib.h>

/* A write of a row, or what the row holds when the function begins. */
struct definition {
    uint32_t row;
    uint32_t same; /* another definition of the same value, or itself */
};

struct webs {
    const struct simt_module *module;
    const struct function *function;
    struct definition *definitions;
    uint32_t count, capacity;
    uint32_t *first;         /* by instruction: its definitions, up to those of the next one */
    uint32_t *reads;         /* what is read, one instruction after the other… */
    uint32_t *read;          /* …and by instruction, where that begins */
    uint32_t *before;        /* by instruction: where those that it follows are listed… */
    uint32_t *follows;       /* …here */
    uint32_t *writes;        /* by row / 4: how many definitions it has, … */
    uint32_t *only;          /* …one of them, … */
    uint32_t *entry;         /* …and the number + 1 of what it holds at the beginning */
    uint32_t *stamp, stamps; /* by instruction: the last read that has been here */
    uint32_t *stack;
};

/* ---- rows of an instruction ------------------------------------------------------------------ */

static void add(const struct function *function, struct rows *rows, uint32_t row) {
    if (row != 0 && row < function->frame_bytes && rows->count < ROWS_OF_INSTRUCTION) {
        rows->rows[rows->count++] = row;
    }
}

static uint32_t elements_of(const struct instruction *i) {
    enum { MOST = 4 };
    const struct memory_details *memory = i->memory;
    const uint32_t elements = memory != NULL && memory->kind <= SIMT_STORE ? memory->elements : 0;
    return elements < MOST ? elements : MOST;
}

void rows_written(const struct function *function, const struct instruction *i, struct rows *rows) {
    const bool store = i->memory != NULL && i->memory->kind == SIMT_STORE;
    rows->count = 0;
    for (uint32_t n = 0; i->call != NULL && n < i->call->result_count; n++) {
        add(function, rows, i->call->results[n]->row);
    }
    add(function, rows, store ? i->memory->frame : 0); /* of a call's arguments */
    for (uint32_t e = 0; !store && e < elements_of(i); e++) {
        add(function, rows, i->memory->rows[e]);
    }
    add(function, rows, i->d);
    add(function, rows, i->e);
}

void rows_read(const struct function *function, const struct instruction *i, struct rows *rows) {
    const bool store = i->memory != NULL && i->memory->kind == SIMT_STORE;
    rows->count = 0;
    for (uint32_t n = 0; i->call != NULL && n < i->call->argument_count; n++) {
        add(function, rows, i->call->arguments[n]->row);
    }
    add(function, rows,
        i->memory != NULL && !store ? i->memory->frame : 0); /* of a call's results */
    for (uint32_t e = 0; store && e < elements_of(i); e++) {
        add(function, rows, i->memory->rows[e]);
    }
    add(function, rows, i->a);
    add(function, rows, i->b);
    add(function, rows, i->c);
    add(function, rows, i->guard);
}

/* ---- definitions ----------------------------------------------------------------------------- */

static uint32_t root(const struct webs *webs, uint32_t definition) {
    while (webs->definitions[definition].same != definition) {
        definition = webs->definitions[definition].same;
    }
    return definition;
}

static uint32_t join(struct webs *webs, uint32_t a, uint32_t b) {
    a = root(webs, a);
    b = root(webs, b);
    webs->definitions[a > b ? a : b].same = a < b ? a : b;
    return a < b ? a : b;
}

static uint32_t define(struct webs *webs, uint32_t row) {
    webs->definitions[webs->count] = (struct definition){row, webs->count};
    return webs->count++;
}

static uint32_t rows_of(const struct function *function) {
    return function->frame_bytes / 4 + 1;
}

static uint32_t at_beginning(struct webs *webs, uint32_t row) {
    uint32_t *entry = &webs->entry[row / 4];
    if (*entry == 0) {
        *entry = define(webs, row) + 1;
    }
    return *entry - 1;
}

/* The definition that instruction n makes of the row; UINT32_MAX: none. */
static uint32_t made_at(const struct webs *webs, uint32_t n, uint32_t row) {
    for (uint32_t d = webs->first[n]; d < webs->first[n + 1]; d++) {
        if (webs->definitions[d].row == row) {
            return d;
        }
    }
    return UINT32_MAX;
}

/* Lays out what each instruction reads; how many rows all of them write. */
static uint32_t count_rows(struct webs *webs) {
    struct rows rows;
    uint32_t written = 0;
    for (uint32_t n = 0; n < webs->function->count; n++) {
        const struct instruction *i = &webs->module->code[webs->function->first + n];
        rows_written(webs->function, i, &rows);
        written += rows.count;
        rows_read(webs->function, i, &rows);
        webs->read[n + 1] = webs->read[n] + rows.count;
    }
    return written;
}

static void define_all(struct webs *webs) {
    struct rows rows;
    for (uint32_t n = 0; n < webs->function->count; n++) {
        webs->first[n] = webs->count;
        rows_written(webs->function, &webs->module->code[webs->function->first + n], &rows);
        for (uint32_t r = 0; r < rows.count; r++) {
            webs->writes[rows.rows[r] / 4]++;
            webs->only[rows.rows[r] / 4] = define(webs, rows.rows[r]);
        }
    }
    webs->first[webs->function->count] = webs->count;
}

/* ---- ways ------------------------------------------------------------------------------------ */

/* The instruction where edge number `edge` leads from n; false: n has no such edge. */
static bool successor(const struct webs *webs, uint32_t n, uint32_t edge, uint32_t *next) {
    const struct instruction *i = &webs->module->code[webs->function->first + n];
    if (i->flow == FLOW_NEXT) {
        *next = n + 1;
        return edge == 0 && n + 1 < webs->function->count;
    }
    *next = edge < i->edge_count ? i->edges[edge].target - webs->function->first : 0;
    return i->flow != FLOW_END && edge < i->edge_count;
}

/* Lists the instructions that each one follows. */
static bool list_ways(struct webs *webs) {
    const uint32_t count = webs->function->count;
    uint32_t next, all = 0;
    for (uint32_t n = 0; n < count; n++) {
        for (uint32_t e = 0; successor(webs, n, e, &next); e++) {
            webs->before[next + 1]++;
            all++;
        }
    }
    for (uint32_t n = 0; n < count; n++) {
        webs->before[n + 1] += webs->before[n];
    }
    webs->follows = calloc(all + 1, sizeof *webs->follows);
    uint32_t *fill = calloc(count + 1, sizeof *fill);
    for (uint32_t n = 0; n < count && fill != NULL && webs->follows != NULL; n++) {
        for (uint32_t e = 0; successor(webs, n, e, &next); e++) {
            webs->follows[webs->before[next] + fill[next]++] = n;
        }
    }
    const bool good = fill != NULL && webs->follows != NULL;
    free(fill);
    return good;
}

/* Joins all definitions of the row that reach instruction n. */
static uint32_t reach(struct webs *webs, uint32_t n, uint32_t row) {
    uint32_t found = UINT32_MAX, depth = 0;
    webs->stamps++;
    webs->stack[depth++] = n;
    while (depth > 0) {
        const uint32_t at = webs->stack[--depth];
        if (at == 0) {
            const uint32_t begun = at_beginning(webs, row);
            found = found == UINT32_MAX ? begun : join(webs, found, begun);
        }
        for (uint32_t b = webs->before[at]; b < webs->before[at + 1]; b++) {
            const uint32_t from = webs->follows[b], made = made_at(webs, from, row);
            if (made != UINT32_MAX) {
                found = found == UINT32_MAX ? root(webs, made) : join(webs, found, made);
            } else if (webs->stamp[from] != webs->stamps) {
                webs->stamp[from] = webs->stamps;
                webs->stack[depth++] = from;
            }
        }
    }
    return found == UINT32_MAX ? at_beginning(webs, row) : found;
}

static uint32_t value_read(struct webs *webs, uint32_t n, uint32_t row) {
    const uint32_t writes = webs->writes[row / 4];
    return writes == 0   ? at_beginning(webs, row)
           : writes == 1 ? root(webs, webs->only[row / 4])
                         : reach(webs, n, row);
}

/* Does the instruction leave what its rows hold, because a guard prevents it, or in parts? */
static bool leaves_some(const struct instruction *i) {
    return (i->guard != 0 && i->flow == FLOW_NEXT) ||
           (i->memory != NULL && i->memory->kind == SIMT_STORE && i->memory->frame != 0);
}

static void join_all(struct webs *webs) {
    struct rows rows;
    for (uint32_t n = 0; n < webs->function->count; n++) {
        const struct instruction *i = &webs->module->code[webs->function->first + n];
        rows_read(webs->function, i, &rows);
        for (uint32_t r = 0; r < rows.count; r++) {
            webs->reads[webs->read[n] + r] = value_read(webs, n, rows.rows[r]);
        }
        rows_written(webs->function, i, &rows);
        for (uint32_t r = 0; r < rows.count && leaves_some(i); r++) {
            join(webs, value_read(webs, n, rows.rows[r]), made_at(webs, n, rows.rows[r]));
        }
    }
}

/* ---- the face -------------------------------------------------------------------------------- */

void webs_close(struct webs *webs) {
    if (webs != NULL) {
        free(webs->definitions);
        free(webs->first);
        free(webs->reads);
        free(webs->read);
        free(webs->before);
        free(webs->follows);
        free(webs->writes);
        free(webs->only);
        free(webs->entry);
        free(webs->stamp);
        free(webs->stack);
        free(webs);
    }
}

struct webs *webs_open(const struct simt_module *module, const struct function *function) {
    struct webs *webs = calloc(1, sizeof *webs);
    if (webs == NULL) {
        return NULL;
    }
    const uint32_t count = function->count, rows = rows_of(function);
    webs->module = module;
    webs->function = function;
    webs->read = calloc(count + 1, sizeof *webs->read);
    if (webs->read == NULL) {
        webs_close(webs);
        return NULL;
    }
    webs->capacity = rows + count_rows(webs);
    webs->reads = calloc(webs->read[count] + 1, sizeof *webs->reads);
    webs->definitions = calloc(webs->capacity + 1, sizeof *webs->definitions);
    webs->first = calloc(count + 1, sizeof *webs->first);
    webs->before = calloc(count + 2, sizeof *webs->before);
    webs->writes = calloc(rows + 1, sizeof *webs->writes);
    webs->only = calloc(rows + 1, sizeof *webs->only);
    webs->entry = calloc(rows + 1, sizeof *webs->entry);
    webs->stamp = calloc(count + 1, sizeof *webs->stamp);
    webs->stack = calloc(count + 1, sizeof *webs->stack);
    if (webs->definitions == NULL || webs->reads == NULL || webs->first == NULL ||
        webs->before == NULL || webs->writes == NULL || webs->only == NULL || webs->entry == NULL ||
        webs->stamp == NULL || webs->stack == NULL || !list_ways(webs)) {
        webs_close(webs);
        return NULL;
    }
    define_all(webs);
    join_all(webs);
    return webs;
}

uint32_t webs_count(const struct webs *webs) {
    return webs->capacity + 1;
}

uint32_t webs_read(const struct webs *webs, uint32_t n, uint32_t r) {
    return root(webs, webs->reads[webs->read[n] + r]) + 1;
}

uint32_t webs_written(const struct webs *webs, uint32_t n, uint32_t row) {
    return root(webs, made_at(webs, n, row)) + 1;
}

uint32_t webs_beginning(struct webs *webs, uint32_t row) {
    const bool none = row == 0 || row >= webs->function->frame_bytes;
    return none ? 0 : root(webs, at_beginning(webs, row)) + 1;
}
