/* Numbers instead of rows of registers: who reads what. */
#include "values.h"

uint16_t value_of(struct numbering *numbering, uint32_t row) {
    if (row == 0 || row / 4 >= numbering->rows) {
        return 0;
    }
    uint16_t *value = &numbering->of_row[row / 4];
    if (*value == 0 && numbering->next < UINT16_MAX) {
        *value = (uint16_t)numbering->next++;
    }
    return *value;
}

static void list(struct numbering *numbering, uint16_t *values, int limit, uint32_t row) {
    uint16_t value = value_of(numbering, row);
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

void values_list(struct numbering *numbering, const struct instruction *i,
                 struct model_step *step) {
    const struct memory_details *memory = i->memory;
    bool store = memory != NULL && memory->kind == SIMT_STORE;
    uint32_t elements = memory != NULL && memory->kind <= SIMT_STORE ? memory->elements : 0;
    const struct call_details *call = i->call;
    for (uint32_t n = 0; call != NULL && n < call->argument_count; n++) {
        list(numbering, step->sources, STEP_SOURCES, call->arguments[n]->row);
    }
    for (uint32_t n = 0; call != NULL && n < call->result_count; n++) {
        list(numbering, step->targets, STEP_TARGETS, call->results[n]->row);
    }
    if (memory != NULL) { /* of a call's arguments and results; else 0 */
        list(numbering, store ? step->targets : step->sources, store ? STEP_TARGETS : STEP_SOURCES,
             memory->frame);
    }
    for (uint32_t e = 0; e < elements && e < 4; e++) {
        list(numbering, store ? step->sources : step->targets, store ? STEP_SOURCES : STEP_TARGETS,
             memory->rows[e]);
    }
    step->address = memory != NULL ? value_of(numbering, i->a) : 0;
    list(numbering, step->sources, STEP_SOURCES, i->a);
    list(numbering, step->sources, STEP_SOURCES, i->b);
    list(numbering, step->sources, STEP_SOURCES, i->c);
    list(numbering, step->sources, STEP_SOURCES, i->guard);
    list(numbering, step->targets, STEP_TARGETS, i->d);
    list(numbering, step->targets, STEP_TARGETS, i->e);
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
