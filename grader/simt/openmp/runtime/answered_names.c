/* Which function of the runtime answers a name; and what the text's first lines say. */
#include "openmp_runtime.h"
#include "answered_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What hangs on which thread of a team comes first: see openmp_result. */
static const struct {
    enum openmp_contention contention;
    const struct runtime_call *calls;
} rooms[] = {{OPENMP_NO_CONTENTION, team_calls},    {OPENMP_CONTENTION, single_calls},
             {OPENMP_NO_CONTENTION, loop_calls},    {OPENMP_CONTENTION, dispatch_calls},
             {OPENMP_CONTENTION, doacross_calls},   {OPENMP_CONTENTION, task_calls},
             {OPENMP_CONTENTION, taskloop_calls},   {OPENMP_CONTENTION, dependence_calls},
             {OPENMP_CONTENTION, taskgroup_calls},  {OPENMP_CONTENTION, detach_calls},
             {OPENMP_CONTENTION, lock_calls},       {OPENMP_CONTENTION, critical_calls},
             {OPENMP_REDUCTIONS, reduction_calls},  {OPENMP_NO_CONTENTION, private_calls},
             {OPENMP_CONTENTION, cancel_calls},     {OPENMP_NO_CONTENTION, query_calls},
             {OPENMP_CONTENTION, atomic_calls},     {OPENMP_NO_CONTENTION, stack_calls},
             {OPENMP_NO_CONTENTION, heap_calls},    {OPENMP_NO_CONTENTION, move_calls},
             {OPENMP_NO_CONTENTION, text_calls},    {OPENMP_CONTENTION, scan_calls},
             {OPENMP_NO_CONTENTION, library_calls}, {OPENMP_NO_CONTENTION, simd_calls},
             {OPENMP_NO_CONTENTION, time_calls},    {OPENMP_CONTENTION, input_calls},
             {OPENMP_CONTENTION, random_calls}};

static void drop_pending(struct thread *thread) {
    if (thread->pending_count > 0 &&
        thread->pendings[thread->pending_count - 1].depth == thread->depth) {
        own_drop(thread->pendings[--thread->pending_count].list.tasks);
    }
}

static int run_runtime_call(struct warp *warp, const struct instruction *i) {
    struct thread *thread = (struct thread *)warp;
    int step = task_next_part(thread, i);
    if (i->call->contention > thread->run->result->contention && thread->run->thread_count > 1) {
        thread->run->result->contention = i->call->contention;
    }
    if (step == STEP_NEXT) {
        step = pending_fits(thread, i) ? i->call->runtime->answer(thread, i) : STEP_FAULT;
    }
    thread->run->changes += i->call->runtime->effect == CHANGES && step != STEP_WAIT;
    if (step == STEP_NEXT || step == STEP_YIELD) {
        drop_pending(thread);
        thread->run->progress++;
    }
    return step;
}

/* Calls of variadic functions end in $v and a number. */
static size_t plain_length(const char *name) {
    const char *mark = strrchr(name, '$');
    if (mark != NULL && mark[1] == 'v' && mark[2] != '\0' &&
        strspn(mark + 2, "0123456789") == strlen(mark + 2)) {
        return (size_t)(mark - name);
    }
    return strlen(name);
}

run_function runtime_function(const struct ptx_function *function, struct call_details *call) {
    size_t length = plain_length(function->name);
    for (size_t r = 0; r < sizeof rooms / sizeof *rooms; r++) {
        for (const struct runtime_call *row = rooms[r].calls; row->name != NULL; row++) {
            if (strlen(row->name) == length && strncmp(row->name, function->name, length) == 0) {
                call->runtime = row;
                call->contention = (uint8_t)rooms[r].contention;
                return function->parameter_count >= row->least ? run_runtime_call : NULL;
            }
        }
    }
    return builtin_function(function, "__nv_");
}

/* ---- the header ------------------------------------------------------------------------------ */

static bool next_comment(const char **at, const char *end, char *line, size_t size) {
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    stop = stop != NULL ? stop : end;
    if (stop > *at && (stop - *at < 2 || memcmp(*at, "//", 2) != 0)) {
        return false; /* neither a comment nor empty */
    }
    if (*at == end) {
        return false;
    }
    snprintf(line, size, "%.*s", (int)(stop - *at < 2000 ? stop - *at : 2000), *at);
    *at = stop < end ? stop + 1 : end;
    return true;
}

/* "// shape 1 [3][7]4" */
static void read_shape(struct ptx_module *module, const char *text) {
    char *end;
    const unsigned long number = strtoul(text, &end, 10);
    struct simt_shape *shape = pool_take(&module->pool, sizeof *shape);
    const char *copy = *end == ' ' ? pool_text(&module->pool, end + 1, strlen(end + 1)) : NULL;
    if (shape != NULL && copy != NULL) { /* else only names are lost */
        *shape = (struct simt_shape){module->shapes.shapes, (uint32_t)number, copy};
        module->shapes.shapes = shape;
    }
}

/* "// variable grid 1", "// memory tree.c:12 2" */
static void read_shaped(struct ptx_module *module, const char *text) {
    const char *number = strrchr(text, ' ');
    struct simt_shaped *shaped = pool_take(&module->pool, sizeof *shaped);
    const char *copy = pool_text(&module->pool, text, (size_t)(number - text));
    if (shaped != NULL && copy != NULL) {
        *shaped = (struct simt_shaped){module->shapes.shaped, copy,
                                       (uint32_t)strtoul(number + 1, NULL, 10)};
        module->shapes.shaped = shaped;
    }
}

void openmp_read_header(struct ptx_module *module, const char *text, size_t length) {
    static const char mark[] = "// lockstep openmp 1", constant[] = "// constant ";
    const char *at = text, *end = text + length;
    char line[2048];
    while (next_comment(&at, end, line, sizeof line)) {
        module->openmp |= strcmp(line, mark) == 0;
        if (module->openmp && strncmp(line, constant, strlen(constant)) == 0) {
            struct ptx_variable *variable = ptx_find_variable(module, line + strlen(constant));
            if (variable != NULL) {
                variable->read_only = true;
            }
        } else if (module->openmp && strncmp(line, "// shape ", 9) == 0) {
            read_shape(module, line + 9);
        } else if (module->openmp && (strncmp(line, "// variable ", 12) == 0 ||
                                      strncmp(line, "// memory ", 10) == 0)) {
            read_shaped(module, line + 3);
        }
    }
}
