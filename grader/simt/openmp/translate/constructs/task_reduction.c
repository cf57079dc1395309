/*
 * Reductions of tasks that clang makes another program of.
 *
 * `taskgroup task_reduction(+ : sum)` and a task in it without in_reduction: OpenMP lets the task
 * share `sum`, which is a race; clang gives it a copy, so that another program would be judged.
 *
 * `taskloop reduction(+ : table[:256])`: of a section whose length is constant, clang (14 to 19)
 * says that a copy has the bytes of its first element.
 */
#include "../translate.h"

#include <string.h>

enum { MOST_VARIABLES = 64 };

/* The variables of the innermost taskgroup that the walk is in. */
struct reduced {
    LLVMValueRef variables[MOST_VARIABLES];
    unsigned count;
};

/* The member of kmp_taskred_input_t, of the item at *base, that the store sets; -1: of none. */
static int item_member(LLVMValueRef store, LLVMValueRef *base) {
    LLVMValueRef to = LLVMIsAStoreInst(store) != NULL ? LLVMGetOperand(store, 1) : NULL;
    if (to == NULL || LLVMIsAGetElementPtrInst(to) == NULL || LLVMGetNumOperands(to) != 3 ||
        !is_structure_called(LLVMGetGEPSourceElementType(to), "struct.kmp_taskred_input_t")) {
        return -1;
    }
    *base = LLVMGetOperand(to, 0);
    return (int)LLVMConstIntGetSExtValue(LLVMGetOperand(to, 2));
}

/* `store &variable, item.shared` */
static void note_item(struct reduced *reduced, LLVMValueRef store) {
    LLVMValueRef base, variable = address_root(LLVMGetOperand(store, 0));
    if (item_member(store, &base) >= 0 && LLVMIsAConstant(variable) == NULL &&
        reduced->count < MOST_VARIABLES) {
        reduced->variables[reduced->count++] = variable;
    }
}

static bool is_reduced(const struct reduced *reduced, LLVMValueRef variable) {
    for (unsigned n = 0; n < reduced->count; n++) {
        if (reduced->variables[n] == variable) {
            return true;
        }
    }
    return false;
}

/* The type of the array that a function sets; NULL: it sets none. */
static LLVMTypeRef array_set_by(LLVMValueRef function) {
    for (EACH_BLOCK(b, function)) {
        for (EACH_INSTRUCTION(i, b)) {
            LLVMTypeRef type =
                LLVMIsAGetElementPtrInst(i) != NULL ? LLVMGetGEPSourceElementType(i) : NULL;
            if (type != NULL && LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
                return type;
            }
        }
    }
    return NULL;
}

/* `store`: of the function that sets a copy. The item has the bytes of what that sets. */
static void mend_bytes(struct translation *translation, LLVMValueRef store) {
    enum { BYTES = 2, INIT = 3 };
    LLVMValueRef base, other, function = LLVMGetOperand(store, 0);
    if (item_member(store, &base) != INIT) {
        return;
    }
    function = LLVMIsAConstantExpr(function) != NULL ? LLVMGetOperand(function, 0) : function;
    LLVMTypeRef array = LLVMIsAFunction(function) != NULL ? array_set_by(function) : NULL;
    for (LLVMValueRef i = store; array != NULL && i != NULL; i = LLVMGetPreviousInstruction(i)) {
        if (item_member(i, &other) == BYTES && other == base) {
            LLVMSetOperand(i, 0, size_of_type(translation, array));
            return;
        }
    }
}

static void look_at(struct translation *translation, struct reduced *reduced,
                    LLVMValueRef instruction) {
    if (LLVMIsAStoreInst(instruction) != NULL) {
        LLVMValueRef value = LLVMGetOperand(instruction, 0);
        note_item(reduced, instruction);
        mend_bytes(translation, instruction);
        if (is_of_task(LLVMGetOperand(instruction, 1)) && LLVMIsALoadInst(value) != NULL &&
            is_reduced(reduced, address_root(LLVMGetOperand(value, 0)))) {
            refuse(translation, instruction,
                   "a task in a taskgroup with task_reduction, without in_reduction: all tasks "
                   "share the variable, and clang gives each a copy; give the task in_reduction");
        }
    } else if (strcmp(called_name(instruction), "__kmpc_taskgroup") == 0 ||
               strcmp(called_name(instruction), "__kmpc_end_taskgroup") == 0) {
        reduced->count = 0;
    }
}

void check_task_reductions(struct translation *translation) {
    for (EACH_FUNCTION(f, translation->module)) {
        struct reduced reduced = {.count = 0};
        for (EACH_BLOCK(b, f)) {
            for (EACH_INSTRUCTION(i, b)) {
                look_at(translation, &reduced, i);
            }
        }
    }
}
