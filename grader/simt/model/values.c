/* Numbers instead of rows of registers: who reads what. */
#include "values.h"

#include <stdlib.h>

/* The number of a value of webs.h, a new one if it has none; 0: none. */
static uint16_t number_of(struct numbering *numbering, uint32_t web) {
    uint16_t *value = &numbering->of_web[web];
    if (web != 0 && *value == 0 && numbering->next < UINT16_MAX) {
        *value = (uint16_t)numbering->next++;
    }
    return web != 0 ? *value : 0;
}

bool numbering_open(const struct simt_module *module, const struct function *function,
                    uint32_t first, struct numbering *numbering) {
    *numbering = (struct numbering){.first = first, .next = first};
    numbering->webs = webs_open(module, function);
    numbering->of_web = numbering->webs != NULL
                            ? calloc(webs_count(numbering->webs), sizeof *numbering->of_web)
                            : NULL;
    if (numbering->of_web == NULL) {
        numbering_close(numbering);
        return false;
    }
    return true;
}

void numbering_close(struct numbering *numbering) {
    webs_close(numbering->webs);
    free(numbering->of_web);
}

uint16_t value_at_beginning(struct numbering *numbering, uint32_t row) {
    return number_of(numbering, webs_beginning(numbering->webs, row));
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
                 const struct instruction *i, uint32_t n, struct model_step *step) {
    struct rows rows;
    rows_read(function, i, &rows);
    for (uint32_t r = 0; r < rows.count; r++) {
        const uint16_t value = number_of(numbering, webs_read(numbering->webs, n, r));
        list(step->sources, STEP_SOURCES, value);
        step->address = i->memory != NULL && rows.rows[r] == i->a ? value : step->address;
    }
    rows_written(function, i, &rows);
    for (uint32_t r = 0; r < rows.count; r++) {
        list(step->targets, STEP_TARGETS,
             number_of(numbering, webs_written(numbering->webs, n, rows.rows[r])));
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
