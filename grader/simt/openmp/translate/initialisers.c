/*
 * Initial values that LLVM's back end for PTX does not take as they are.
 *
 * int *p = array + 2; It takes such an address as a part of an aggregate only (generic addresses
 * need a cast that it does not expect elsewhere), so the pointer becomes an array of one pointer.
 *
 * struct node a = {&b}, b = {&a}; It wants each variable behind those that it points to. Such a
 * pointer goes to a stand-in, FORWARD and the name, and emit.c takes the word away again.
 */
#include "../../array.h"
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

/* ---- circles --------------------------------------------------------------------------------- */

/* Variables that a search has come by. */
struct passed_pointer {
    LLVMValueRef *variables;
    size_t count, room;
};

static bool is_new(struct passed_pointer *passed, LLVMValueRef variable) {
    for (size_t n = 0; n < passed->count; n++) {
        if (passed->variables[n] == variable) {
            return false;
        }
    }
    if (!array_grow(&passed->variables, &passed->room, passed->count + 1)) {
        return false;
    }
    passed->variables[passed->count++] = variable;
    return true;
}

static bool search(LLVMValueRef value, LLVMValueRef variable, struct passed_pointer *passed) {
    if (value == variable) {
        return true;
    }
    if (LLVMIsAGlobalVariable(value) != NULL) {
        return !LLVMIsDeclaration(value) && is_new(passed, value) &&
               search(LLVMGetInitializer(value), variable, passed);
    }
    bool leads = false;
    unsigned count = LLVMIsAFunction(value) != NULL ? 0 : (unsigned)LLVMGetNumOperands(value);
    for (unsigned n = 0; n < count && !leads; n++) {
        leads = search(LLVMGetOperand(value, n), variable, passed);
    }
    return leads;
}

/* Does the initial value lead to the variable, through other variables, too? */
static bool leads_to(LLVMValueRef value, LLVMValueRef variable) {
    struct passed_pointer passed = {0};
    bool leads = search(value, variable, &passed);
    free(passed.variables);
    return leads;
}

static LLVMValueRef stand_in(struct translation *translation, LLVMValueRef variable) {
    char name[1024];
    snprintf(name, sizeof name, FORWARD "%s", value_name(variable));
    LLVMValueRef made = LLVMGetNamedGlobal(translation->module, name);
    return made != NULL
               ? made
               : LLVMAddGlobal(translation->module, LLVMGlobalGetValueType(variable), name);
}

static LLVMValueRef cut(struct translation *translation, LLVMValueRef value, LLVMValueRef variable);

static LLVMValueRef cut_aggregate(struct translation *translation, LLVMValueRef value,
                                  LLVMValueRef variable) {
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned count = (unsigned)LLVMGetNumOperands(value);
    LLVMValueRef *parts = calloc(count + 1, sizeof(LLVMValueRef)), made = value;
    for (unsigned n = 0; parts != NULL && n < count; n++) {
        parts[n] = cut(translation, LLVMGetOperand(value, n), variable);
    }
    if (parts != NULL && LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        made = LLVMConstArray(LLVMGetElementType(type), parts, count);
    } else if (parts != NULL && LLVMIsLiteralStruct(type)) {
        made =
            LLVMConstStructInContext(translation->context, parts, count, LLVMIsPackedStruct(type));
    } else if (parts != NULL) {
        made = LLVMConstNamedStruct(type, parts, count);
    }
    free(parts);
    return made;
}

static LLVMValueRef cut_expression(struct translation *translation, LLVMValueRef value,
                                   LLVMValueRef variable) {
    LLVMValueRef first = cut(translation, LLVMGetOperand(value, 0), variable);
    unsigned count = (unsigned)LLVMGetNumOperands(value) - 1;
    if (LLVMGetConstOpcode(value) == LLVMBitCast) {
        return LLVMConstBitCast(first, LLVMTypeOf(value));
    }
    LLVMValueRef *indices = calloc(count + 1, sizeof(LLVMValueRef));
    if (indices == NULL || LLVMGetConstOpcode(value) != LLVMGetElementPtr) {
        free(indices);
        return value;
    }
    for (unsigned n = 0; n < count; n++) {
        indices[n] = LLVMGetOperand(value, n + 1);
    }
    value = LLVMConstGEP2(LLVMGetGEPSourceElementType(value), first, indices, count);
    free(indices);
    return value;
}

/* The value with stand-ins for the variables through which it leads back to `variable`. */
static LLVMValueRef cut(struct translation *translation, LLVMValueRef value,
                        LLVMValueRef variable) {
    if (!leads_to(value, variable)) {
        return value;
    }
    if (LLVMIsAGlobalVariable(value) != NULL) {
        return stand_in(translation, value);
    }
    return LLVMIsAConstantExpr(value) != NULL ? cut_expression(translation, value, variable)
                                              : cut_aggregate(translation, value, variable);
}

void cut_circles(struct translation *translation) {
    for (EACH_GLOBAL(g, translation->module)) {
        LLVMValueRef value = LLVMIsDeclaration(g) ? NULL : LLVMGetInitializer(g);
        if (value != NULL && leads_to(value, g)) {
            LLVMSetInitializer(g, cut(translation, value, g));
        }
    }
}
