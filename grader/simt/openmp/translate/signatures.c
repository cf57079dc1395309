/* Functions and calls that get other types than clang gave them. */
#include "translate.h"

#include <llvm-c/DebugInfo.h>

#include <stdlib.h>
#include <string.h>

/* Attributes of a function, or of a call; by index: 0 is the result, then come the parameters. */
struct attribute_access {
    unsigned (*count)(LLVMValueRef value, LLVMAttributeIndex at);
    void (*get)(LLVMValueRef value, LLVMAttributeIndex at, LLVMAttributeRef *attributes);
    void (*add)(LLVMValueRef value, LLVMAttributeIndex at, LLVMAttributeRef attribute);
};

static const struct attribute_access of_function = {
    LLVMGetAttributeCountAtIndex, LLVMGetAttributesAtIndex, LLVMAddAttributeAtIndex};
static const struct attribute_access of_call = {
    LLVMGetCallSiteAttributeCount, LLVMGetCallSiteAttributes, LLVMAddCallSiteAttribute};

static void copy_attributes(const struct attribute_access *access, LLVMValueRef to,
                            LLVMValueRef from, unsigned parameters) {
    for (unsigned at = 0; at <= parameters; at++) {
        unsigned count = access->count(from, at);
        LLVMAttributeRef *all = calloc(count + 1, sizeof(LLVMAttributeRef));
        if (all != NULL) {
            access->get(from, at, all);
        }
        for (unsigned n = 0; all != NULL && n < count; n++) {
            access->add(to, at, all[n]);
        }
        free(all);
    }
}

void copy_call_attributes(LLVMValueRef to, LLVMValueRef from, unsigned arguments) {
    copy_attributes(&of_call, to, from, arguments);
}

/* LLVMMoveBasicBlockBefore of LLVM 19 leaves a block its old function. */
static void move_body(LLVMValueRef to, LLVMValueRef from) {
    for (LLVMBasicBlockRef block; (block = LLVMGetFirstBasicBlock(from)) != NULL;) {
        LLVMRemoveBasicBlockFromParent(block);
        LLVMAppendExistingBasicBlock(to, block);
    }
}

LLVMValueRef begin_retyping(struct translation *translation, LLVMValueRef function,
                            LLVMTypeRef type) {
    LLVMValueRef made = LLVMAddFunction(translation->module, "", type);
    LLVMSetLinkage(made, LLVMGetLinkage(function));
    LLVMSetSubprogram(made, LLVMGetSubprogram(function));
    copy_attributes(&of_function, made, function, LLVMCountParams(function));
    move_body(made, function);
    for (unsigned n = 0; n < LLVMCountParams(function); n++) {
        LLVMValueRef parameter = LLVMGetParam(function, n);
        LLVMSetValueName2(LLVMGetParam(made, n), value_name(parameter),
                          strlen(value_name(parameter)));
    }
    return made;
}

void end_retyping(LLVMValueRef function, LLVMValueRef made) {
    LLVMReplaceAllUsesWith(function, LLVMConstBitCast(made, LLVMTypeOf(function)));
    size_t length;
    char *name = strdup(LLVMGetValueName2(function, &length));
    LLVMDeleteFunction(function);
    if (name != NULL) {
        LLVMSetValueName2(made, name, length);
    }
    free(name);
}
