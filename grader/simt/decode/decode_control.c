/* Branches, calls, barriers, warp-wide operations. */
#include "decode.h"
#include "../execute/execute.h"
#include "../openmp/runtime/answered_names.h"

#include <string.h>

static uint32_t label_of(struct decoder *decoder, const struct ptx_operand *operand) {
    if (operand->kind != PTX_LABEL) {
        decode_fail(decoder, SIMT_INVALID_PTX, "%s needs a label", decoder->statement->opcode);
    }
    return operand->index;
}

static void decode_jump_table(struct decoder *decoder) {
    const struct ptx_operand *list = operand_at(decoder, 1);
    if (list->kind != PTX_TABLE || list->table->count == 0) {
        decode_fail(decoder, SIMT_INVALID_PTX, "brx.idx needs a list of branch targets");
    }
    uint32_t row = source_row(decoder, operand_at(decoder, 0), 4);
    guard_by_branch(decoder);
    struct instruction *branch = emit(decoder, run_jump_table);
    branch->a = row;
    branch->flow = FLOW_TABLE;
    branch->edge_count = list->table->count;
    branch->targets = decode_take(decoder, list->table->count * sizeof *branch->targets);
    for (uint32_t t = 0; t < list->table->count; t++) {
        branch->targets[t] = label_of(decoder, &list->table->labels[t]);
    }
}

void decode_branch(struct decoder *decoder) {
    const struct ptx_statement *statement = decoder->statement;
    if (strcmp(decoder->opcode.parts[0], "brx") == 0) {
        decode_jump_table(decoder);
        return;
    }
    uint32_t label = label_of(decoder, operand_at(decoder, 0));
    bool conditional = statement->guard >= 0;
    struct instruction *branch = emit(decoder, conditional ? run_branch : run_jump);
    branch->flow = conditional ? FLOW_BRANCH : FLOW_JUMP;
    branch->edge_count = conditional ? 2 : 1;
    branch->targets = decode_take(decoder, 2 * sizeof *branch->targets);
    branch->targets[0] = label;
    if (conditional) {
        branch->guard = register_row(decoder, (uint32_t)statement->guard);
        branch->guard_negated = statement->guard_negated;
    }
}

void decode_end(struct decoder *decoder) {
    guard_by_branch(decoder);
    bool leaves = decoder->ptx->entry || strcmp(decoder->opcode.parts[0], "exit") == 0;
    struct instruction *end = emit(decoder, leaves ? run_exit : run_return);
    end->flow = FLOW_END;
}

void decode_trap(struct decoder *decoder) {
    guard_by_branch(decoder);
    emit(decoder, run_trap)->flow = FLOW_END;
}

static const struct ptx_variable **call_variables(struct decoder *decoder,
                                                  const struct ptx_operand *list, uint32_t *count) {
    const struct ptx_variable **variables =
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
        decode_take(decoder, (list->count + 1) * sizeof *variables);
    for (uint32_t n = 0; n < list->count; n++) {
        const struct ptx_operand *operand = &list->elements[n];
        if (operand->kind == PTX_DISCARD) {
            continue;
        }
        if (operand->kind != PTX_VARIABLE || operand->variable->space != PTX_PARAM) {
            decode_fail(decoder, SIMT_UNSUPPORTED, "arguments must be .param variables");
        }
        variables[(*count)++] = operand->variable;
    }
    return variables;
}

/* Do the sizes of what is passed fit the function's declaration? */
static bool same_sizes(const struct ptx_variable *const *given, uint32_t count,
                       const struct ptx_variable *wanted) {
    for (uint32_t n = 0; n < count; n++, wanted = wanted->next) {
        if (wanted == NULL || wanted->size != given[n]->size) {
            return false;
        }
    }
    return wanted == NULL;
}

/* call (result), function, (arguments), prototype; each list may be missing */
void decode_call(struct decoder *decoder) {
    const struct ptx_statement *statement = decoder->statement;
    struct call_details *call = decode_take(decoder, sizeof *call);
    int at = 0;
    if (statement->count > 0 && statement->operands[0].kind == PTX_VECTOR) {
        call->results = call_variables(decoder, &statement->operands[at++], &call->result_count);
    }
    const struct ptx_operand *callee = operand_at(decoder, at++);
    if (at < statement->count && statement->operands[at].kind == PTX_VECTOR) {
        call->arguments =
            call_variables(decoder, &statement->operands[at++], &call->argument_count);
    }
    run_function run = run_call;
    uint32_t row = 0;
    if (callee->kind == PTX_FUNCTION) {
        const struct ptx_function *function = callee->function->code->ptx; /* past aliases */
        call->callee = function->code;
        bool launch = function->entry && call->argument_count == function->parameter_count &&
                      call->result_count == 0;
        if (launch) {
            run = run_child; /* small integers are wider in calls than in parameters */
        } else if (!same_sizes(call->arguments, call->argument_count, function->parameters) ||
                   !same_sizes(call->results, call->result_count, function->results)) {
            decode_fail(decoder, SIMT_INVALID_PTX, "arguments do not fit '%.80s'", function->name);
        }
        if (function->entry && !launch) {
            run = NULL;
        } else if (!function->defined && decoder->module->ptx.openmp) {
            run = runtime_function(function, call);
        } else if (!function->defined) {
            run = builtin_function(function, "");
        }
        if (run == NULL) {
            char name[128];
            simt_function_name(function->name, name, sizeof name);
            decoder->failure.error->cause = SIMT_CAUSE_CODE;
            decode_fail(decoder, SIMT_UNSUPPORTED,
                        decoder->module->ptx.opencl
                            ? "function '%.100s' has no body in this program: write it there, or "
                              "link the program that has it (clCompileProgram, clLinkProgram)"
                            : "function '%.100s' has no code on the device",
                        name);
        }
    } else {
        row = source_row(decoder, callee, 8);
    }
    guard_by_branch(decoder);
    struct instruction *instruction = emit(decoder, run);
    instruction->a = row;
    instruction->call = call;
}

/* Emits an instruction whose rows are known: finding them may have emitted others before it. */
static void emit_whole(struct decoder *decoder, run_function run, struct instruction whole) {
    struct instruction *instruction = emit(decoder, run);
    whole.run = run;
    whole.leader = instruction->leader;
    *instruction = whole;
}

/* ---- barriers -------------------------------------------------------------------------------- */

static void decode_warp_barrier(struct decoder *decoder) {
    uint32_t mask = source_row(decoder, operand_at(decoder, 0), 4);
    guard_by_branch(decoder);
    emit(decoder, run_warp_barrier)->a = mask;
}

/*
 * bar.sync id{, n}; bar.arrive id, n; bar.red.popc.u32 d, id{, n}, p; bar.red.and.pred p, id{, n},
 * q `op`: 0 sync, 1 arrive, 2 popc, 3 and, 4 or; width: c is negated; e is the thread count, or
 * NO_ROW.
 */
void decode_barrier(struct decoder *decoder) {
    const struct opcode *opcode = &decoder->opcode;
    const struct ptx_statement *statement = decoder->statement;
    if (decoder->module->ptx.openmp) {
        decode_unsupported(decoder); /* its threads have no block */
    }
    if (opcode_has(opcode, "warp")) {
        decode_warp_barrier(decoder);
        return;
    }
    struct instruction details = {.e = NO_ROW};
    int at = 0;
    bool known =
        opcode_has(opcode, "sync") || opcode_has(opcode, "arrive") || opcode_has(opcode, "red");
    if (!known || opcode_has(opcode, "cluster")) {
        decode_unsupported(decoder);
    }
    if (opcode_has(opcode, "arrive")) {
        details.op = 1;
    } else if (opcode_has(opcode, "red")) {
        details.op = opcode_has(opcode, "popc") ? 2 : opcode_has(opcode, "and") ? 3 : 4;
        const struct ptx_operand *target = operand_at(decoder, at++);
        details.d = target_row(decoder, target, details.op == 2 ? 4 : 0);
        const struct ptx_operand *predicate = operand_at(decoder, statement->count - 1);
        details.c = predicate_row(decoder, predicate);
        details.width = predicate->negated;
    }
    details.a = source_row(decoder, operand_at(decoder, at++), 4);
    if (at < statement->count - (details.op >= 2)) {
        details.e = source_row(decoder, operand_at(decoder, at), 4);
    }
    if (details.op == 1 && details.e == NO_ROW) {
        decode_fail(decoder, SIMT_INVALID_PTX, "%s needs a number of threads", statement->opcode);
    }
    guard_by_branch(decoder);
    emit_whole(decoder, run_barrier, details);
}

void decode_fence(struct decoder *decoder) {
    const struct opcode *opcode = &decoder->opcode;
    if (opcode_has(opcode, "proxy") || opcode_has(opcode, "mbarrier_init")) {
        decode_unsupported(decoder);
    }
    struct instruction *fence = emit(decoder, run_fence);
    fence->op = opcode_has(opcode, "cta")   ? SIMT_SCOPE_BLOCK
                : opcode_has(opcode, "sys") ? SIMT_SCOPE_SYSTEM
                                            : SIMT_SCOPE_DEVICE;
    guard(decoder, fence);
}

void decode_pause(struct decoder *decoder) {
    guard(decoder, emit(decoder, run_pause));
}

/* lockstep.note.b32 %r5; lockstep.together.b64 %rd5; … */
void decode_note(struct decoder *decoder) {
    static const struct {
        const char *name;
        run_function run;
        int least; /* bytes */
    } rows[] = {{"note", run_note, 2},
                {"together", run_together, 8},
                {"event", run_copy_event, 8},
                {"arrived", run_wait_event, 8}};
    const int bytes = type_bytes(opcode_type(&decoder->opcode));
    size_t n = 0;
    while (n + 1 < sizeof rows / sizeof *rows && !opcode_has(&decoder->opcode, rows[n].name)) {
        n++;
    }
    if (!opcode_has(&decoder->opcode, rows[n].name) || bytes < rows[n].least || bytes > 8) {
        decode_unsupported(decoder);
    }
    uint32_t row = source_row(decoder, operand_at(decoder, 0), (uint32_t)bytes);
    struct instruction *note = emit(decoder, rows[n].run);
    note->a = row;
    note->width = (uint8_t)bytes;
    note->synthetic = true;
    guard(decoder, note);
}

/* unset.b32 %r5, NUMBER, LINE, MEMBER; The line serves where the optimiser has lost it. */
void decode_unset(struct decoder *decoder) {
    const char *type = opcode_type(&decoder->opcode);
    int bytes = type_bytes(type);
    int64_t line = 0, member = 0;
    if (bytes < 2 || bytes > 8) {
        decode_unsupported(decoder);
    }
    uint32_t row = target_row(decoder, operand_at(decoder, 0), (uint32_t)bytes);
    struct instruction *unset = emit(decoder, run_unset);
    unset->d = row;
    unset->width = (uint8_t)bytes;
    unset->immediate = type_float(type) ? -1 : (int64_t)0xAAAAAAAAAAAAAAAA;
    unset->synthetic = true;
    unset->op = decoder->statement->count > 3 &&
                constant_of(decoder, operand_at(decoder, 3), &member) && member != 0;
    struct simt_source *source = &decoder->sites[decoder->count - 1].source;
    if (source->line == 0 && constant_of(decoder, operand_at(decoder, 2), &line)) {
        source->line = (uint32_t)line;
    }
    guard(decoder, unset);
}

/* ---- warp-wide operations: programs with OpenMP have no warp --------------------------------- */

/* Which of the modes the opcode names. The forms before Volta, without .sync, are refused. */
static uint8_t sync_mode(struct decoder *decoder, const char *const modes[4]) {
    for (uint8_t mode = 0; mode < 4; mode++) {
        if (opcode_has(&decoder->opcode, modes[mode]) && opcode_has(&decoder->opcode, "sync") &&
            !decoder->module->ptx.openmp) {
            return mode;
        }
    }
    decode_fail(decoder, SIMT_UNSUPPORTED, "%s: use the _sync form", decoder->statement->opcode);
}

/* shfl.sync.mode.b32 d|p, a, b, c, mask */
void decode_shuffle(struct decoder *decoder) {
    static const char *const modes[4] = {"up", "down", "bfly", "idx"};
    const struct ptx_operand *target = operand_at(decoder, 0);
    struct instruction details = {.op = sync_mode(decoder, modes)};
    details.d = target_row(decoder, target, 4);
    details.guard = target->pair >= 0 ? register_row(decoder, (uint32_t)target->pair) : NO_ROW;
    details.a = source_row(decoder, operand_at(decoder, 1), 4);
    details.b = source_row(decoder, operand_at(decoder, 2), 4);
    details.c = source_row(decoder, operand_at(decoder, 3), 4);
    details.e = source_row(decoder, operand_at(decoder, 4), 4);
    guard_by_branch(decoder);
    emit_whole(decoder, run_shuffle, details);
}

/* vote.sync.all.pred p, q, mask; vote.sync.ballot.b32 d, q, mask */
void decode_vote(struct decoder *decoder) {
    static const char *const modes[4] = {"all", "any", "uni", "ballot"};
    struct instruction details = {.op = sync_mode(decoder, modes)};
    const struct ptx_operand *target = operand_at(decoder, 0);
    const struct ptx_operand *predicate = operand_at(decoder, 1);
    details.d = target_row(decoder, target, details.op == 3 ? 4 : 0);
    details.a = predicate_row(decoder, predicate);
    details.width = predicate->negated;
    details.e = source_row(decoder, operand_at(decoder, 2), 4);
    guard_by_branch(decoder);
    emit_whole(decoder, run_vote, details);
}

/* match.any.sync.b32 d, a, mask; match.all.sync.b32 d|p, a, mask */
void decode_match(struct decoder *decoder) {
    const struct ptx_operand *target = operand_at(decoder, 0);
    int bytes = type_bytes(opcode_type(&decoder->opcode));
    bool all = opcode_has(&decoder->opcode, "all");
    if ((bytes != 4 && bytes != 8) || !opcode_has(&decoder->opcode, "sync") ||
        decoder->module->ptx.openmp) {
        decode_unsupported(decoder);
    }
    struct instruction details = {.op = all, .width = (uint8_t)bytes};
    details.d = target_row(decoder, target, 4);
    details.guard = target->pair >= 0 ? register_row(decoder, (uint32_t)target->pair) : NO_ROW;
    details.a = source_row(decoder, operand_at(decoder, 1), (uint32_t)bytes);
    details.e = source_row(decoder, operand_at(decoder, 2), 4);
    guard_by_branch(decoder);
    emit_whole(decoder, run_match, details);
}

/* redux.sync.add.s32 d, a, mask */
void decode_reduce(struct decoder *decoder) {
    static const char *const operations[] = {"add", "min", "max", "and", "or", "xor"};
    const char *type = opcode_type(&decoder->opcode);
    uint8_t op = 255;
    for (uint8_t n = 0; n < 6; n++) {
        op = opcode_has(&decoder->opcode, operations[n]) ? n : op;
    }
    if (op == 255 || type_bytes(type) != 4 || type_float(type) || decoder->module->ptx.openmp) {
        decode_unsupported(decoder);
    }
    uint32_t d = target_row(decoder, operand_at(decoder, 0), 4);
    uint32_t a = source_row(decoder, operand_at(decoder, 1), 4);
    uint32_t e = source_row(decoder, operand_at(decoder, 2), 4);
    guard_by_branch(decoder);
    struct instruction *reduce = emit(decoder, run_reduce);
    reduce->op = op;
    reduce->width = type_signed(type);
    reduce->d = d;
    reduce->a = a;
    reduce->e = e;
}

void decode_active_mask(struct decoder *decoder) {
    if (decoder->module->ptx.openmp) {
        decode_unsupported(decoder);
    }
    uint32_t d = target_row(decoder, operand_at(decoder, 0), 4);
    struct instruction *active = emit(decoder, run_active_mask);
    active->d = d;
    guard(decoder, active);
}
