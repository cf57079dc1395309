/*
 * `x & mask`, where the program computes the mask: where that is 0, nobody needs x, which may hold
 * nothing. (A hash pads its last block so, by a table of masks.) The load of x goes to where the
 * mask is known, if nothing writes on the way, and the machine hears of the mask just before it.
 * Constant masks need nothing: they are not 0.
 */
#include "translate.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static const char told[] = "lockstep_mask";
enum { MOST_STEPS = 8, MOST_BLOCKS = 16, MOST_DEPTH = 3 };

/* From the value that an `and` takes back to the load that it was made of, and of nothing else that
 * the program computes. */
struct mask_way {
    LLVMValueRef step[MOST_STEPS]; /* backwards; the load is the last */
    unsigned count;
};

static bool is_only_used_by(LLVMValueRef value, LLVMValueRef user) {
    LLVMUseRef use = LLVMGetFirstUse(value);
    return LLVMGetUser(use) == user && LLVMGetNextUse(use) == NULL;
}

/* The operand that the value is made of, where the other one is constant, or there is none. */
static LLVMValueRef made_of(LLVMValueRef value) {
    if (LLVMIsAZExtInst(value) != NULL || LLVMIsASExtInst(value) != NULL ||
        LLVMIsATruncInst(value) != NULL) {
        return LLVMGetOperand(value, 0);
    }
    if (LLVMIsABinaryOperator(value) == NULL && LLVMIsAICmpInst(value) == NULL) {
        return NULL;
    }
    const unsigned n = LLVMIsAConstant(LLVMGetOperand(value, 0)) != NULL;
    return LLVMIsAConstant(LLVMGetOperand(value, 1 - n)) != NULL ? LLVMGetOperand(value, n) : NULL;
}

static bool find_way(struct mask_way *way, LLVMValueRef and, LLVMValueRef value) {
    LLVMValueRef user = and;
    for (way->count = 0; way->count < MOST_STEPS && value != NULL; value = made_of(value)) {
        if (LLVMIsAInstruction(value) == NULL || !is_only_used_by(value, user)) {
            return false;
        }
        way->step[way->count++] = user = value;
        if (LLVMIsALoadInst(value) != NULL) {
            return true;
        }
    }
    return false;
}

static bool may_write(LLVMValueRef instruction, unsigned depth);

/* Calls of functions that only compute do not. */
static bool call_may_write(LLVMValueRef call, unsigned depth) {
    LLVMValueRef function = called_function(call);
    const char *name = called_name(call);
    if (LLVMIsAFunction(function) == NULL || depth == MOST_DEPTH) {
        return true;
    }
    if (LLVMIsDeclaration(function)) {
        return strcmp(name, told) != 0 &&
               (!name_starts(name, "llvm.") || name_starts(name, "llvm.mem"));
    }
    for (EACH_BLOCK(b, function)) {
        for (EACH_INSTRUCTION(i, b)) {
            if (may_write(i, depth + 1)) {
                return true;
            }
        }
    }
    return false;
}

static bool may_write(LLVMValueRef instruction, unsigned depth) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        return call_may_write(instruction, depth);
    case LLVMStore:
    case LLVMFence:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return true;
    default:
        return false;
    }
}

/* Is what stands between the two, on any way, free of writes? */
static bool is_calm(LLVMValueRef from, LLVMValueRef to) {
    LLVMBasicBlockRef blocks[MOST_BLOCKS] = {LLVMGetInstructionParent(from)};
    unsigned count = 1;
    for (unsigned n = 0; n < count; n++) {
        LLVMValueRef i = n == 0 ? from : LLVMGetFirstInstruction(blocks[n]);
        for (; i != NULL && i != to; i = LLVMGetNextInstruction(i)) {
            if (may_write(i, 0)) {
                return false;
            }
        }
        LLVMValueRef end = i == NULL ? LLVMGetBasicBlockTerminator(blocks[n]) : NULL;
        for (unsigned s = 0; end != NULL && s < LLVMGetNumSuccessors(end); s++) {
            unsigned seen = 0;
            while (seen < count && blocks[seen] != LLVMGetSuccessor(end, s)) {
                seen++;
            }
            if (seen == MOST_BLOCKS) {
                return false;
            }
            blocks[seen] = LLVMGetSuccessor(end, s);
            count += seen == count;
        }
    }
    return true;
}

/* Has the value been computed where that instruction stands? False in doubt. */
static bool is_known_at(LLVMValueRef value, LLVMValueRef instruction, LLVMValueRef user) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    if (LLVMIsAInstruction(value) == NULL) {
        return true;
    }
    if (LLVMGetInstructionParent(value) != block) {
        return LLVMGetInstructionParent(user) == block;
    }
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (i != value && i != instruction) {
        i = LLVMGetNextInstruction(i);
    }
    return i == value;
}

static void move_before(struct translation *translation, LLVMValueRef instruction,
                        LLVMValueRef before) {
    LLVMInstructionRemoveFromParent(instruction);
    LLVMPositionBuilderBefore(translation->builder, before);
    LLVMSetCurrentDebugLocation2(translation->builder, LLVMInstructionGetDebugLoc(instruction));
    LLVMInsertIntoBuilder(translation->builder, instruction);
}

static void tell_of_mask(struct translation *translation, LLVMValueRef load, LLVMValueRef mask) {
    LLVMPositionBuilderBefore(translation->builder, load);
    call_with_bytes(translation, told, LLVMGetOperand(load, 0),
                    LLVMBuildZExtOrBitCast(translation->builder, mask, translation->i64, ""));
}

/* Variables that the program defines outside of functions are set from the start. */
static bool may_be_unset(LLVMValueRef load) {
    return LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic &&
           LLVMIsAGlobalVariable(address_root(LLVMGetOperand(load, 0))) == NULL;
}

static void look_at_operand(struct translation *translation, LLVMValueRef and, unsigned operand) {
    struct mask_way way;
    LLVMValueRef mask = LLVMGetOperand(and, 1 - operand);
    if (!find_way(&way, and, LLVMGetOperand(and, operand))) {
        return;
    }
    LLVMValueRef load = way.step[way.count - 1];
    if (!may_be_unset(load)) {
        return;
    }
    if (!is_known_at(mask, load, and)) {
        if (!is_calm(load, and)) {
            return;
        }
        for (unsigned n = way.count; n > 0; n--) {
            move_before(translation, way.step[n - 1], and);
        }
    }
    tell_of_mask(translation, load, mask);
}

static void look_at(struct translation *translation, LLVMValueRef instruction) {
    if (LLVMIsABinaryOperator(instruction) == NULL ||
        LLVMGetInstructionOpcode(instruction) != LLVMAnd ||
        LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMTypeOf(instruction)) > 64) {
        return;
    }
    for (unsigned operand = 0; operand < 2; operand++) {
        if (LLVMIsAConstant(LLVMGetOperand(instruction, 1 - operand)) == NULL) {
            look_at_operand(translation, instruction, operand);
        }
    }
}

void tell_of_masks(struct translation *translation) {
    for_each_instruction(translation, look_at);
}
