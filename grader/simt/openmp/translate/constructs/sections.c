/*
 * A bug of clang (seen in 14, 16 and 19): of `reduction(+ : table[:256])` with a table at file
 * scope it makes each thread's copy, sets it and merges it, but what stands between works on the
 * table itself, and so the threads share it. gcc is right. Here the code between gets the copy.
 *
 *     copy = 0 …  omp.arrayinit.done: … table …  __kmpc_reduce()  case 1: table[i] += copy[i] …
 */
#include "../../../array.h"
#include "../translate.h"

#include <stdlib.h>

/* What the merging shows of a section. */
struct section {
    LLVMValueRef table;   /* at file scope: an array, or a pointer */
    LLVMValueRef begin;   /* where the section begins in it */
    LLVMValueRef copy;    /* the thread's, of the section only */
    LLVMValueRef pointer; /* a table that is a pointer: its load that `begin` comes from */
};

/* Blocks, each once. */
struct blocks {
    LLVMBasicBlockRef *block;
    size_t count, room;
};

/* What a loop's variable starts with. */
static LLVMValueRef first_value(LLVMValueRef phi) {
    LLVMBasicBlockRef loop = LLVMGetInstructionParent(phi);
    for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(phi); n++) {
        if (LLVMGetIncomingBlock(phi, n) != loop) {
            return LLVMGetOperand(phi, n);
        }
    }
    return NULL;
}

/* Is it the variable that walks over the elements to be set or added to? */
static bool is_target(LLVMValueRef instruction) {
    return LLVMIsAPHINode(instruction) != NULL && first_value(instruction) != NULL &&
           name_starts(value_name(instruction), "omp.arraycpy.destElementPast");
}

static bool find_section(LLVMValueRef target, struct section *section) {
    LLVMValueRef source = LLVMGetFirstInstruction(LLVMGetInstructionParent(target));
    if (LLVMIsAPHINode(source) == NULL || first_value(source) == NULL) {
        return false;
    }
    *section =
        (struct section){.begin = first_value(target), .copy = address_root(first_value(source))};
    section->table = address_root(section->begin);
    if (LLVMIsALoadInst(section->table) != NULL) {
        section->pointer = section->table;
        section->table = LLVMGetOperand(section->pointer, 0);
    }
    return LLVMIsAGlobalVariable(section->table) != NULL &&
           LLVMIsAAllocaInst(section->copy) != NULL;
}

/* The block behind the loop that sets the copy; NULL when there is none. */
static LLVMBasicBlockRef find_start(const struct section *section) {
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function_of(section->copy));
    for (; block != NULL; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        bool sets = false;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block);
             i != NULL && LLVMIsAPHINode(i) != NULL; i = LLVMGetNextInstruction(i)) {
            sets |= is_target(i) && address_root(first_value(i)) == section->copy;
        }
        for (unsigned n = 0; sets && n < LLVMGetNumSuccessors(last); n++) {
            if (LLVMGetSuccessor(last, n) != block) {
                return LLVMGetSuccessor(last, n);
            }
        }
    }
    return NULL;
}

static bool add_block(struct blocks *blocks, LLVMBasicBlockRef block) {
    for (size_t n = 0; n < blocks->count; n++) {
        if (blocks->block[n] == block) {
            return true;
        }
    }
    if (!array_grow(&blocks->block, &blocks->room, blocks->count + 1)) {
        return false;
    }
    blocks->block[blocks->count++] = block;
    return true;
}

/* A section is merged in two places: the second one finds the loads of a pointer moved. */
static const char moved_mark[] = "lockstep.moved";

/* `address`, which lies in the table or in what it points to, moved to the copy. */
static LLVMValueRef moved(struct translation *translation, const struct section *section,
                          LLVMValueRef address) {
    LLVMBuilderRef builder = translation->builder;
    LLVMValueRef from = LLVMBuildPtrToInt(builder, section->begin, translation->i64, "");
    LLVMValueRef to = LLVMBuildPtrToInt(builder, address, translation->i64, moved_mark);
    LLVMValueRef distance = LLVMBuildSub(builder, to, from, "");
    LLVMValueRef place = LLVMBuildGEP2(builder, LLVMInt8TypeInContext(translation->context),
                                       as_bytes(translation, section->copy), &distance, 1, "");
    return LLVMBuildPointerCast(builder, place, LLVMTypeOf(address), "");
}

static void move_operands(struct translation *translation, const struct section *section,
                          LLVMValueRef user) {
    for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(user); n++) {
        LLVMValueRef operand = LLVMGetOperand(user, n);
        if (LLVMIsAConstant(operand) != NULL && address_root(operand) == section->table) {
            place_before_use(translation, user, n);
            LLVMSetOperand(user, n, moved(translation, section, operand));
        }
    }
}

/* The uses of a table that is a pointer are uses of its loads. */
static void move_pointer(struct translation *translation, const struct section *section,
                         LLVMValueRef load) {
    LLVMUseRef next;
    LLVMValueRef after = LLVMGetNextInstruction(load), place = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(load); use != NULL; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        if (place == NULL && name_starts(value_name(user), moved_mark)) {
            return;
        }
        for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(user); n++) {
            if (LLVMGetOperand(user, n) != load) {
                continue;
            }
            if (place == NULL) {
                LLVMPositionBuilderBefore(translation->builder, after);
                place = moved(translation, section, load);
            }
            LLVMSetOperand(user, n, place);
        }
    }
}

static bool is_merge(LLVMValueRef instruction) {
    return name_starts(called_name(instruction), "__kmpc_reduce");
}

/* One block, up to the merging; false when it comes there. */
static bool move_block(struct translation *translation, const struct section *section,
                       LLVMBasicBlockRef block) {
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_merge(i)) {
            return false;
        }
        if (section->pointer == NULL) {
            move_operands(translation, section, i);
        } else if (LLVMIsALoadInst(i) != NULL && LLVMGetOperand(i, 0) == section->table) {
            move_pointer(translation, section, i);
        }
    }
    return true;
}

static void use_copy(struct translation *translation, LLVMValueRef target) {
    struct section section;
    LLVMBasicBlockRef start =
        is_target(target) && find_section(target, &section) ? find_start(&section) : NULL;
    struct blocks blocks = {0};
    bool room = start == NULL || add_block(&blocks, start);
    for (size_t n = 0; room && n < blocks.count; n++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(blocks.block[n]);
        if (move_block(translation, &section, blocks.block[n])) {
            for (unsigned s = 0; s < LLVMGetNumSuccessors(last); s++) {
                room = room && add_block(&blocks, LLVMGetSuccessor(last, s));
            }
        }
    }
    free(blocks.block);
}

void use_copies_of_sections(struct translation *translation) {
    for_each_instruction(translation, use_copy);
}
