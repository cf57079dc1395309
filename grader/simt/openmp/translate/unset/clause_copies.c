/*
 * Copies that clauses make, where they hold nothing. `private` gives a task copies without a value:
 * the machine hears which, as a task's memory is its own and looks written. `lastprivate` copies
 * a thread's copy back, and that may never have been set: the copying is a move, which leaves the
 * variable unset as the copy is, so that whoever reads it then is found.
 */
#include "../translate.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

/* ---- private in tasks ------------------------------------------------------------------------ */

/* Does the maker of the task take that copy's address, to set it? */
static bool is_reached(LLVMValueRef copies, unsigned member) {
    for (EACH_USE(use, copies)) {
        LLVMValueRef address = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(address) == NULL || LLVMGetNumOperands(address) != 3) {
            return true; /* not looked into */
        }
        LLVMValueRef index = LLVMGetOperand(address, 2);
        if (LLVMIsAConstantInt(index) == NULL || LLVMConstIntGetZExtValue(index) == member) {
            return true;
        }
    }
    return false;
}

/* `copies` is the address of a task's copies, as clang takes it where it makes the task. */
static void look_at_task(struct translation *translation, LLVMValueRef copies) {
    if (LLVMIsAGetElementPtrInst(copies) == NULL ||
        !is_structure_called(LLVMGetGEPSourceElementType(copies),
                             "struct.kmp_task_t_with_privates") ||
        LLVMGetNumOperands(copies) != 3 || LLVMIsAConstantInt(LLVMGetOperand(copies, 2)) == NULL ||
        LLVMConstIntGetZExtValue(LLVMGetOperand(copies, 2)) != 1 ||
        LLVMIsACallInst(address_root(copies)) == NULL) {
        return;
    }
    LLVMTypeRef whole = LLVMGetGEPSourceElementType(copies);
    LLVMTypeRef members = LLVMStructGetTypeAtIndex(whole, 1);
    if (!is_structure_called(members, "struct..kmp_privates.t")) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, LLVMGetNextInstruction(copies));
    LLVMSetCurrentDebugLocation2(translation->builder, LLVMInstructionGetDebugLoc(copies));
    for (unsigned n = 0; n < LLVMCountStructElementTypes(members); n++) {
        if (is_reached(copies, n)) {
            continue;
        }
        LLVMValueRef address = LLVMBuildStructGEP2(translation->builder, members, copies, n, "");
        call_with_bytes(translation, "lockstep_unset", address,
                        size_of_type(translation, LLVMStructGetTypeAtIndex(members, n)));
    }
}

/* ---- lastprivate ----------------------------------------------------------------------------- */

/* May an iteration leave the copy as it was? Then the last one may, too. */
static bool may_stay_unset(LLVMValueRef copy) {
    for (EACH_BLOCK(b, function_of(copy))) {
        LLVMValueRef first = LLVMGetFirstInstruction(b);
        if (block_is_called(b, "omp.inner.for.body") && first != NULL &&
            is_read_from(first, copy)) {
            return true;
        }
    }
    return false;
}

static void move_last(struct translation *translation, LLVMValueRef to, LLVMValueRef from,
                      LLVMValueRef bytes) {
    LLVMValueRef arguments[] = {as_bytes(translation, to), as_bytes(translation, from), bytes};
    call_runtime(translation, "lockstep_last", translation->nothing, arguments, 3);
}

static void look_at_scalar(struct translation *translation, LLVMValueRef store) {
    LLVMValueRef load = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
    if (LLVMIsALoadInst(load) == NULL || LLVMGetNextUse(LLVMGetFirstUse(load)) != NULL) {
        return;
    }
    LLVMValueRef from = LLVMGetOperand(load, 0);
    if (LLVMIsAAllocaInst(from) != NULL && !may_stay_unset(from)) {
        return;
    }
    if (LLVMIsAAllocaInst(from) != NULL) {
        unset_earlier_iterations(translation, from, store);
    }
    LLVMPositionBuilderBefore(translation->builder, store);
    move_last(translation, to, from, size_of_type(translation, LLVMTypeOf(load)));
    replace_instruction(store, NULL);
    replace_instruction(load, NULL);
}

static void look_at_last(struct translation *translation, LLVMValueRef instruction) {
    if (!block_is_called(LLVMGetInstructionParent(instruction), ".omp.lastprivate.then")) {
        return;
    }
    if (LLVMIsAStoreInst(instruction) != NULL) {
        look_at_scalar(translation, instruction);
    } else if (name_starts(called_name(instruction), "llvm.memcpy.")) {
        LLVMPositionBuilderBefore(translation->builder, instruction);
        move_last(translation, LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1),
                  LLVMGetOperand(instruction, 2));
        replace_instruction(instruction, NULL);
    }
}

void keep_unset_copies(struct translation *translation) {
    for_each_instruction(translation, look_at_task);
    for_each_instruction(translation, look_at_last);
}
