/*
 * `taskgroup task_reduction(+ : sum)` and a task in it without in_reduction: OpenMP lets the task
 * share `sum`, which is a race; clang gives it a copy, so that another program would be judged.
 */
#include "../translate.h"

#include <string.h>

enum { MOST_VARIABLES = 64 };

/* The variables of the innermost taskgroup that the walk is in. */
struct reduced {
    LLVMValueRef variables[MOST_VARIABLES];
    unsigned count;
};

/* `store &variable, item.shared` */
static void note_item(struct reduced *reduced, LLVMValueRef store) {
    LLVMValueRef to = LLVMGetOperand(store, 1);
    LLVMTypeRef item =
        LLVMIsAGetElementPtrInst(to) != NULL ? LLVMGetGEPSourceElementType(to) : NULL;
    LLVMValueRef variable = address_root(LLVMGetOperand(store, 0));
    if (is_structure_called(item, "struct.kmp_taskred_input_t") &&
        LLVMIsAConstant(variable) == NULL && reduced->count < MOST_VARIABLES) {
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

static void look_at(struct translation *translation, struct reduced *reduced,
                    LLVMValueRef instruction) {
    if (LLVMIsAStoreInst(instruction) != NULL) {
        LLVMValueRef value = LLVMGetOperand(instruction, 0);
        note_item(reduced, instruction);
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

void refuse_copied_reductions(struct translation *translation) {
    for (EACH_FUNCTION(f, translation->module)) {
        struct reduced reduced = {.count = 0};
        for (EACH_BLOCK(b, f)) {
            for (EACH_INSTRUCTION(i, b)) {
                look_at(translation, &reduced, i);
            }
        }
    }
}
