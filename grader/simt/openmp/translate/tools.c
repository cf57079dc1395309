/* What several steps need. */
#include "translate.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void for_each_instruction_of_with(struct translation *translation, LLVMValueRef function,
                                  visit_instruction_with *visit, void *context) {
    for (EACH_BLOCK(block, function)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = next) {
            next = LLVMGetNextInstruction(i);
            visit(translation, i, context);
        }
    }
}

void for_each_instruction_with(struct translation *translation, visit_instruction_with *visit,
                               void *context) {
    for (EACH_FUNCTION(f, translation->module)) {
        for_each_instruction_of_with(translation, f, visit, context);
    }
}

static void visit_without(struct translation *translation, LLVMValueRef instruction,
                          void *context) {
    visit_instruction *const *visit = context;
    (*visit)(translation, instruction);
}

void for_each_instruction_of(struct translation *translation, LLVMValueRef function,
                             visit_instruction *visit) {
    for_each_instruction_of_with(translation, function, visit_without, &visit);
}

void for_each_instruction(struct translation *translation, visit_instruction *visit) {
    for_each_instruction_with(translation, visit_without, &visit);
}

LLVMValueRef declare_function(struct translation *translation, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMGetNamedFunction(translation->module, name);
    return function != NULL ? function : LLVMAddFunction(translation->module, name, type);
}

LLVMValueRef call_runtime(struct translation *translation, const char *name, LLVMTypeRef result,
                          LLVMValueRef *arguments, unsigned count) {
    enum { MOST = 8 };
    LLVMTypeRef types[MOST];
    for (unsigned n = 0; n < count && n < MOST; n++) {
        types[n] = LLVMTypeOf(arguments[n]);
    }
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef function = declare_function(translation, name, type);
    if (LLVMGlobalGetValueType(function) != type) { /* the program declares it in its own way */
        function = LLVMConstBitCast(function, LLVMPointerType(type, 0));
    }
    return LLVMBuildCall2(translation->builder, type, function, arguments, count, "");
}

LLVMValueRef as_bytes(struct translation *translation, LLVMValueRef value) {
    return LLVMBuildPointerCast(translation->builder, value, translation->pointer, "");
}

void call_copy(struct translation *translation, const char *name, LLVMValueRef to,
               LLVMValueRef from, LLVMValueRef bytes) {
    LLVMValueRef arguments[] = {as_bytes(translation, to), as_bytes(translation, from), bytes};
    call_runtime(translation, name, translation->pointer, arguments, 3);
}

LLVMValueRef size_of_type(struct translation *translation, LLVMTypeRef type) {
    return constant64(translation, LLVMABISizeOfType(translation->layout, type));
}

LLVMValueRef size_of_variable(struct translation *translation, LLVMValueRef variable) {
    LLVMValueRef each = size_of_type(translation, LLVMGetAllocatedType(variable));
    LLVMValueRef count = LLVMBuildIntCast2(translation->builder, LLVMGetOperand(variable, 0),
                                           translation->i64, false, "");
    return LLVMBuildMul(translation->builder, count, each, "");
}

LLVMValueRef add_variable(struct translation *translation, LLVMValueRef instruction,
                          LLVMTypeRef type, const char *name) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function_of(instruction));
    LLVMPositionBuilderBefore(translation->builder, LLVMGetFirstInstruction(entry));
    LLVMValueRef variable = LLVMBuildAlloca(translation->builder, type, name);
    LLVMPositionBuilderBefore(translation->builder, instruction);
    return variable;
}

LLVMValueRef function_of(LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

LLVMValueRef behind_variables(LLVMValueRef function) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(first) != NULL) {
        first = LLVMGetNextInstruction(first);
    }
    return first;
}

bool calls_function(LLVMValueRef instruction) {
    return LLVMIsACallInst(instruction) != NULL &&
           LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)) == NULL;
}

LLVMValueRef constant32(struct translation *translation, uint64_t value) {
    return LLVMConstInt(translation->i32, value, false);
}

LLVMValueRef constant64(struct translation *translation, uint64_t value) {
    return LLVMConstInt(translation->i64, value, false);
}

LLVMValueRef constant_text(struct translation *translation, const char *text, unsigned number) {
    char name[256], bytes[256];
    snprintf(name, sizeof name, number != 0 ? "lockstep$text$%s$%u" : "lockstep$text$%s", text,
             number);
    int length = snprintf(bytes, sizeof bytes, "%.200s%c%u", text, '\0', number);
    length = number != 0 ? length : (int)strlen(bytes);
    LLVMValueRef global = LLVMGetNamedGlobal(translation->module, name);
    if (global == NULL) {
        LLVMValueRef value =
            LLVMConstStringInContext(translation->context, bytes, (unsigned)length, false);
        global = LLVMAddGlobal(translation->module, LLVMTypeOf(value), name);
        LLVMSetInitializer(global, value);
        LLVMSetGlobalConstant(global, true);
        LLVMSetLinkage(global, LLVMInternalLinkage);
    }
    return LLVMConstPointerCast(global, translation->pointer);
}

void replace_instruction(LLVMValueRef old, LLVMValueRef replacement) {
    if (replacement != NULL) {
        LLVMReplaceAllUsesWith(old, replacement);
    }
    LLVMInstructionEraseFromParent(old);
}

LLVMValueRef called_function(LLVMValueRef call) {
    LLVMValueRef callee = LLVMGetCalledValue(call);
    while (LLVMIsAConstantExpr(callee) != NULL && LLVMGetConstOpcode(callee) == LLVMBitCast) {
        callee = LLVMGetOperand(callee, 0);
    }
    return callee;
}

bool are_pointers(LLVMTypeRef one, LLVMTypeRef other) {
    return LLVMGetTypeKind(one) == LLVMPointerTypeKind &&
           LLVMGetTypeKind(other) == LLVMPointerTypeKind;
}

const char *value_name(LLVMValueRef value) {
    size_t length;
    return LLVMGetValueName2(value, &length);
}

const char *called_name(LLVMValueRef call) {
    LLVMValueRef callee = LLVMIsACallInst(call) != NULL ? called_function(call) : NULL;
    return callee != NULL && LLVMIsAFunction(callee) != NULL ? value_name(callee) : "";
}

bool name_starts(const char *name, const char *start) {
    return strncmp(name, start, strlen(start)) == 0;
}

bool is_store_to(LLVMValueRef instruction, LLVMValueRef address) {
    return LLVMIsAStoreInst(instruction) != NULL && LLVMGetOperand(instruction, 1) == address;
}

LLVMValueRef address_root(LLVMValueRef address) {
    for (;;) {
        bool constant = LLVMIsAConstantExpr(address) != NULL;
        if (!constant && LLVMIsAInstruction(address) == NULL) {
            return address;
        }
        LLVMOpcode opcode =
            constant ? LLVMGetConstOpcode(address) : LLVMGetInstructionOpcode(address);
        if (opcode != LLVMBitCast && opcode != LLVMGetElementPtr && opcode != LLVMAddrSpaceCast) {
            return address;
        }
        address = LLVMGetOperand(address, 0);
    }
}

/* clang cuts absolute names in a folder, often that of the compilation, and a rest. */
static void print_folder(LLVMValueRef place, const char *file) {
    unsigned length = 0;
    const char *folder = LLVMGetDebugLocDirectory(place, &length);
    char here[PATH_MAX];
    bool same = getcwd(here, sizeof here) != NULL && folder != NULL && strlen(here) == length &&
                strncmp(here, folder, length) == 0;
    if (*file != '/' && folder != NULL && !same) {
        fprintf(stderr, "%.*s/", (int)length, folder);
    }
}

static void print_place(LLVMValueRef where) {
    LLVMValueRef place = where;
    if (LLVMIsAInstruction(where) != NULL && LLVMGetDebugLocLine(where) == 0) {
        place = function_of(where);
    }
    unsigned length = 0;
    const char *file = LLVMGetDebugLocFilename(place, &length);
    unsigned line = LLVMGetDebugLocLine(place);
    if (file != NULL && line != 0) {
        print_folder(place, file);
        fprintf(stderr, "%.*s:%u: ", (int)length, file, line);
    }
}

void refuse(struct translation *translation, LLVMValueRef where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_place(where);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    translation->refusals++;
}

unsigned attribute_kind(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

bool is_of_task(LLVMValueRef address) {
    while (LLVMIsABitCastInst(address) != NULL) {
        address = LLVMGetOperand(address, 0);
    }
    LLVMTypeRef copies =
        LLVMIsAGetElementPtrInst(address) != NULL ? LLVMGetGEPSourceElementType(address) : NULL;
    return is_structure_called(copies, "struct..kmp_privates.t");
}

void place_before_use(struct translation *translation, LLVMValueRef instruction, unsigned operand) {
    if (LLVMIsAPHINode(instruction) != NULL) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(instruction, operand);
        LLVMPositionBuilderBefore(translation->builder, LLVMGetBasicBlockTerminator(from));
    } else {
        LLVMPositionBuilderBefore(translation->builder, instruction);
    }
}

bool is_structure_called(LLVMTypeRef type, const char *start) {
    return type != NULL && LLVMGetTypeKind(type) == LLVMStructTypeKind &&
           LLVMGetStructName(type) != NULL && name_starts(LLVMGetStructName(type), start);
}

bool block_is_called(LLVMBasicBlockRef block, const char *start) {
    return name_starts(LLVMGetBasicBlockName(block), start);
}

bool is_scalar_type(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
           kind == LLVMPointerTypeKind;
}

bool is_single_variable(LLVMValueRef variable) {
    LLVMValueRef count = LLVMGetOperand(variable, 0);
    return LLVMIsAConstantInt(count) != NULL && LLVMConstIntGetZExtValue(count) == 1;
}

bool is_reduction_list(LLVMValueRef variable) {
    return LLVMIsAAllocaInst(variable) != NULL &&
           name_starts(value_name(variable), ".omp.reduction.red_list");
}

void call_with_bytes(struct translation *translation, const char *name, LLVMValueRef address,
                     LLVMValueRef bytes) {
    LLVMValueRef arguments[] = {as_bytes(translation, address), bytes};
    call_runtime(translation, name, translation->nothing, arguments, 2);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

bool goes_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned n = 0; end != NULL && n < LLVMGetNumSuccessors(end); n++) {
        if (LLVMGetSuccessor(end, n) == to) {
            return true;
        }
    }
    return false;
}

bool is_listed(const struct block_list *list, LLVMBasicBlockRef block) {
    for (size_t n = 0; n < list->count; n++) {
        if (list->blocks[n] == block) {
            return true;
        }
    }
    return false;
}

bool list_blocks(struct block_list *list, LLVMBasicBlockRef first, LLVMBasicBlockRef end) {
    const unsigned all = LLVMCountBasicBlocks(LLVMGetBasicBlockParent(first));
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant
    *list = (struct block_list){.blocks = calloc(all, sizeof *list->blocks)};
    if (list->blocks == NULL) {
        return false;
    }
    list->blocks[list->count++] = first;
    for (size_t next = 0; next < list->count; next++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(list->blocks[next]);
        for (unsigned n = 0; last != NULL && n < LLVMGetNumSuccessors(last); n++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(last, n);
            if (to != end && !is_listed(list, to)) {
                list->blocks[list->count++] = to;
            }
        }
    }
    return true;
}
