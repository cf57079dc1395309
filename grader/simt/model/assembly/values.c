/* Numbers in place of rows of registers: which instruction reads what. */
#include "values.h"

#include <stdlib.h>

enum { ROWS_OF_INSTRUCTION = 24 };

struct value_rows {
    uint32_t rows[ROWS_OF_INSTRUCTION], count;
};

static void add_row(const struct function *function, struct value_rows *rows, uint32_t row) {
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

static void rows_written(const struct function *function, const struct instruction *i,
                         struct value_rows *rows) {
    const bool store = i->memory != NULL && i->memory->kind == SIMT_STORE;
    rows->count = 0;
    for (uint32_t n = 0; i->call != NULL && n < i->call->result_count; n++) {
        add_row(function, rows, i->call->results[n]->row);
    }
    add_row(function, rows, store ? i->memory->frame : 0); /* of a call's arguments */
    for (uint32_t e = 0; !store && e < elements_of(i); e++) {
        add_row(function, rows, i->memory->rows[e]);
    }
    add_row(function, rows, i->d);
    add_row(function, rows, i->e);
}

static void rows_read(const struct function *function, const struct instruction *i,
                      struct value_rows *rows) {
    const bool store = i->memory != NULL && i->memory->kind == SIMT_STORE;
    rows->count = 0;
    for (uint32_t n = 0; i->call != NULL && n < i->call->argument_count; n++) {
        add_row(function, rows, i->call->arguments[n]->row);
    }
    add_row(function, rows,
            i->memory != NULL && !store ? i->memory->frame : 0); /* of a call's results */
    for (uint32_t e = 0; store && e < elements_of(i); e++) {
        add_row(function, rows, i->memory->rows[e]);
    }
    add_row(function, rows, i->a);
    add_row(function, rows, i->b);
    add_row(function, rows, i->c);
    add_row(function, rows, i->guard);
}

uint16_t value_of_row(struct numbering *numbering, uint32_t row) {
    if (row == 0 || row >= numbering->rows) {
        return 0;
    }
    uint16_t *value = &numbering->of_row[row];
    if (*value == 0 && numbering->next < UINT16_MAX) {
        *value = (uint16_t)numbering->next++;
    }
    return *value;
}

bool numbering_open(const struct function *function, uint32_t first, struct numbering *numbering) {
    *numbering = (struct numbering){.first = first, .next = first, .rows = function->frame_bytes};
    numbering->of_row = calloc(numbering->rows + 1, sizeof *numbering->of_row);
    return numbering->of_row != NULL;
}

void numbering_close(struct numbering *numbering) {
    free(numbering->of_row);
}

static void list(uint16_t *values, int limit, uint16_t value) {
    for (int v = 0; value != 0 && v < limit; v++) {
        if (values[v] == value) {
            return;
        }
        if (values[v] == 0) {
            values[v] = value;
            return;
        }
    }
}

void values_list(struct numbering *numbering, const struct function *function,
                 const struct instruction *i, struct model_step *step) {
    struct value_rows rows;
    rows_read(function, i, &rows);
    for (uint32_t r = 0; r < rows.count; r++) {
        const uint16_t value = value_of_row(numbering, rows.rows[r]);
        list(step->sources, STEP_SOURCES, value);
        step->address = i->memory != NULL && rows.rows[r] == i->a ? value : step->address;
    }
    rows_written(function, i, &rows);
    for (uint32_t r = 0; r < rows.count; r++) {
        list(step->targets, STEP_TARGETS, value_of_row(numbering, rows.rows[r]));
    }
}

bool row_constant(const struct function *function, uint32_t row, int64_t *value) {
    for (uint32_t s = 0; s < function->special_count; s++) {
        const struct special_row *special = &function->specials[s];
        if (special->row == row && special->special == SPECIAL_CONSTANT) {
            *value = special->bytes == 4 ? (int32_t)special->addend : special->addend;
            return true;
        }
    }
    return false;
}
