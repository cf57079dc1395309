/*
 * A thread's own copy of a reduction variable: clang gives its address to __kmpc_reduce() at the
 * end, in a list, and so it would lie in memory all the time. Here a second variable goes into the
 * list, which gets the value right before; the first one can be a register.
 *
 *     loop … sum …      store &sum, list      __kmpc_reduce(…, list, …)      case 1: … sum …
 */
#include "../translate.h"

static LLVMValueRef behind_casts(LLVMValueRef value) {
    while (LLVMIsABitCastInst(value) != NULL || LLVMIsAGetElementPtrInst(value) != NULL) {
        value = LLVMGetOperand(value, 0);
    }
    return value;
}

static bool stands_after(LLVMValueRef instruction, LLVMValueRef mark) {
    for (LLVMValueRef i = mark; i != NULL; i = LLVMGetNextInstruction(i)) {
        if (i == instruction) {
            return true;
        }
    }
    return false;
}

/* Can `block` be reached from `from` without passing `end`? */
static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef block, LLVMBasicBlockRef end,
                     unsigned depth) {
    enum { DEEPEST = 12 };
    if (from == block || from == end || depth > DEEPEST) {
        return from == block && from != end;
    }
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(from);
    for (unsigned n = 0; n < LLVMGetNumSuccessors(terminator); n++) {
        if (leads_to(LLVMGetSuccessor(terminator, n), block, end, depth + 1)) {
            return true;
        }
    }
    return false;
}

/* Behind the list's filling: in its block, or in the cases that the choice at its end leads to, by
 * what __kmpc_reduce() said. The first successor is where all go on. */
static bool merges(LLVMValueRef user, LLVMValueRef fill) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(user), from = LLVMGetInstructionParent(fill);
    LLVMValueRef choice = LLVMGetBasicBlockTerminator(from);
    if (block == from) {
        return stands_after(user, fill);
    }
    for (unsigned n = 1; n < LLVMGetNumSuccessors(choice); n++) {
        if (leads_to(LLVMGetSuccessor(choice, n), block, LLVMGetSuccessor(choice, 0), 0)) {
            return true;
        }
    }
    return false;
}

/* Uses of `from` that merge become uses of `to`, behind casts, too. */
static void move_uses(LLVMValueRef from, LLVMValueRef to, LLVMValueRef fill) {
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(from); use != NULL; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        if (name_starts(called_name(user), "llvm.lifetime.") || !merges(user, fill)) {
            continue;
        }
        for (int n = 0; n < LLVMGetNumOperands(user); n++) {
            if (LLVMGetOperand(user, (unsigned)n) == from) {
                LLVMSetOperand(user, (unsigned)n, to);
                next = LLVMGetFirstUse(from);
            }
        }
    }
}

static void split(struct translation *translation, LLVMValueRef store) {
    if (LLVMIsAStoreInst(store) == NULL ||
        !is_reduction_list(behind_casts(LLVMGetOperand(store, 1)))) {
        return;
    }
    LLVMValueRef variable = LLVMGetOperand(store, 0);
    LLVMValueRef fill = store; /* the cast of the address stands right before */
    while (LLVMIsABitCastInst(variable) != NULL) {
        fill = variable;
        variable = LLVMGetOperand(variable, 0);
    }
    /* A section whose length only the run knows is as many elements of that type. */
    const bool one = LLVMIsAAllocaInst(variable) != NULL && is_single_variable(variable);
    LLVMTypeRef type = one ? LLVMGetAllocatedType(variable) : NULL;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(store);
    if (type == NULL || !is_scalar_type(type) || LLVMGetInstructionParent(fill) != block ||
        LLVMIsASwitchInst(LLVMGetBasicBlockTerminator(block)) == NULL) {
        return;
    }
    LLVMBuilderRef builder = translation->builder;
    LLVMPositionBuilderBefore(builder, variable);
    LLVMValueRef merged = LLVMBuildAlloca(builder, type, value_name(variable));
    LLVMSetAlignment(merged, LLVMGetAlignment(variable));
    LLVMPositionBuilderBefore(builder, fill);
    LLVMValueRef last =
        LLVMBuildStore(builder, LLVMBuildLoad2(builder, type, variable, ""), merged);
    move_uses(variable, merged, LLVMGetNextInstruction(last));
}

static void tell_start(struct translation *translation, LLVMValueRef before, bool begins) {
    LLVMValueRef argument = constant32(translation, begins);
    LLVMPositionBuilderBefore(translation->builder, before);
    call_runtime(translation, "lockstep_reduction_copy", translation->nothing, &argument, 1);
}

static void tell_end(struct translation *translation, LLVMValueRef instruction) {
    if (LLVMGetInstructionOpcode(instruction) == LLVMRet) {
        tell_start(translation, instruction, false);
    }
}

void mark_initializers(struct translation *translation) {
    for (EACH_FUNCTION(f, translation->module)) {
        if (name_starts(value_name(f), ".omp_initializer.") && !LLVMIsDeclaration(f)) {
            for_each_instruction_of(translation, f, tell_end);
            tell_start(translation, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)), true);
        }
    }
}

void split_reductions(struct translation *translation) {
    for_each_instruction(translation, split);
}
