/*
 * int *p = array + 2; at file scope. LLVM's back end for PTX takes such an address as a part of an
 * aggregate only (the machine's generic addresses need a cast that it does not expect elsewhere), so
 * the pointer becomes an array of one pointer.
 */
#include "translate.h"

#include <stdlib.h>
#include <string.h>

static bool has_offset(LLVMValueRef value) {
    while (LLVMIsAConstantExpr(value) != NULL) {
        if (LLVMGetConstOpcode(value) == LLVMGetElementPtr) {
            return true;
        }
        value = LLVMGetOperand(value, 0);
    }
    return false;
}

static void wrap(struct translation *translation, LLVMValueRef global, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef array = LLVMAddGlobal(translation->module, LLVMArrayType(type, 1), "");
    char *name = strdup(value_name(global));
    LLVMSetInitializer(array, LLVMConstArray(type, &value, 1));
    LLVMSetGlobalConstant(array, LLVMIsGlobalConstant(global));
    LLVMSetLinkage(array, LLVMGetLinkage(global));
    LLVMSetAlignment(array, LLVMGetAlignment(global));
    LLVMSetThreadLocal(array, LLVMIsThreadLocal(global));
    LLVMReplaceAllUsesWith(global, LLVMConstPointerCast(array, LLVMTypeOf(global)));
    LLVMDeleteGlobal(global);
    if (name != NULL) {
        LLVMSetValueName2(array, name, strlen(name));
    }
    free(name);
}

void wrap_initialisers(struct translation *translation) {
    LLVMValueRef next;
    for (LLVMValueRef g = LLVMGetFirstGlobal(translation->module); g != NULL; g = next) {
        next = LLVMGetNextGlobal(g);
        LLVMValueRef value = LLVMIsDeclaration(g) ? NULL : LLVMGetInitializer(g);
        if (value != NULL && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
            has_offset(value)) {
            wrap(translation, g, value);
        }
    }
}
