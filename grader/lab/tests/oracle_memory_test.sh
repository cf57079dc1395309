#!/bin/bash
# test: sanitized
# An oracle that has no memory refuses the case. It must never expect a wrong answer, which would accuse a right program.
. grader/tests/tap.sh
make_scratch

cat >"$scratch/ask.c" <<'E2'
#include "lab/oracle.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct oracle lockstep_oracle;
static size_t most = SIZE_MAX; /* bytes that an allocation may have */

void *scarce(void *old, size_t bytes) {
    return bytes <= most ? realloc(old, bytes) : NULL;
}

/* The one cell of a field that holds 16 everywhere, after that many steps; -1 if refused. */
static float cell_after(uint64_t steps) {
    struct oracle_pair width = {"width", "1", NULL, NULL};
    struct oracle_pair height = {"height", "1", &width, NULL};
    const struct oracle_pair text = {"steps", steps == 1 ? "1" : "2", &height, NULL};
    const struct oracle_case source = {.pairs = &text, .text = ""};
    struct oracle_call call = {.exercise = "iterate", .source = &source};
    const char *wrong = lockstep_oracle.shape(&source, &call);
    static float input[1024], output[1024];
    if (wrong != NULL) {
        puts(wrong);
        return -1;
    }
    const size_t line = call.parameter[2];
    for (size_t i = 0; i < call.input[0].count; i++) {
        input[i] = 16;
    }
    lockstep_oracle.expect(&call, (const void *[]){input}, (void *[]){output});
    return output[line + 16]; /* the second row, after 16 ghosts */
}

int main(void) {
    most = 8;
    printf("%g\n", cell_after(1));
    most = SIZE_MAX;
    printf("%g\n", cell_after(1));
    most = 8; /* what is there serves the same size again */
    printf("%g\n", cell_after(2));
}
E2
cat >"$scratch/scarce.h" <<'E2'
#include <stdlib.h>
void *scarce(void *old, size_t bytes);
#define realloc scarce
#define malloc(bytes) scarce(NULL, bytes)
E2
asks() {
    local flags=(-std=gnu17 -D_GNU_SOURCE -Igrader)
    gcc "${flags[@]}" -include "$scratch/scarce.h" -c labs/stencil/oracle.c -o "$scratch/oracle.o" &&
        gcc "${flags[@]}" "$scratch/ask.c" "$scratch/oracle.o" grader/{lab/oracle,message_text,arena}.c -lm -o "$scratch/ask" &&
        "$scratch/ask" >"$scratch/out" && diff "$scratch/out" - <<'E2'
the field has too many cells: at most 2^20, and what the memory holds
-1
28
37
E2
}
check "the stencil's oracle refuses a field for which there is no memory" asks
tap_end
