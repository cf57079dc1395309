/* Numbers in place of rows of registers: which instruction reads what. */
#include "values.h"

#include <stdlib.h>

static uint32_t elements_of(const struct instruction *i) {
    enum { MOST = 4 };
    const struct memory_details *memory = i->memory;
    const uint32_t elements = memory != NULL && memory->kind <= SIMT_STORE ? memory->elements : 0;
    return elements < MOST ? elements : MOST;
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

static void add_read(struct numbering *numbering, uint32_t row, struct model_step *step) {
    list(step->sources, STEP_SOURCES, value_of_row(numbering, row));
}

static void add_written(struct numbering *numbering, uint32_t row, struct model_step *step) {
    list(step->targets, STEP_TARGETS, value_of_row(numbering, row));
}

void values_list(struct numbering *numbering, const struct instruction *i,
                 struct model_step *step) {
    const bool store = i->memory != NULL && i->memory->kind == SIMT_STORE;
    const uint32_t frame = i->memory != NULL ? i->memory->frame : 0; /* of a call */
    for (uint32_t n = 0; i->call != NULL && n < i->call->argument_count; n++) {
        add_read(numbering, i->call->arguments[n]->row, step);
    }
    add_read(numbering, store ? 0 : frame, step);
    for (uint32_t e = 0; store && e < elements_of(i); e++) {
        add_read(numbering, i->memory->rows[e], step);
    }
    add_read(numbering, i->a, step);
    add_read(numbering, i->b, step);
    add_read(numbering, i->c, step);
    add_read(numbering, i->guard, step);
    step->address = i->memory != NULL ? value_of_row(numbering, i->a) : 0;
    for (uint32_t n = 0; i->call != NULL && n < i->call->result_count; n++) {
        add_written(numbering, i->call->results[n]->row, step);
    }
    add_written(numbering, store ? frame : 0, step);
    for (uint32_t e = 0; !store && e < elements_of(i); e++) {
        add_written(numbering, i->memory->rows[e], step);
    }
    add_written(numbering, i->d, step);
    add_written(numbering, i->e, step);
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
