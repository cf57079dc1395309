/*
 * Atomic loads, stores, updates and fences. PTX's atom stays where there is one; the rest are
 * calls. Orders are told to the runtime by the values of C11's enum memory_order.
 */
#include "../translate.h"

#include <string.h>

enum order_word { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4, SEQ_CST = 5 };

static enum order_word order_of(LLVMAtomicOrdering ordering) {
    switch (ordering) {
    case LLVMAtomicOrderingAcquire:
        return ACQUIRE;
    case LLVMAtomicOrderingRelease:
        return RELEASE;
    case LLVMAtomicOrderingAcquireRelease:
        return ACQ_REL;
    case LLVMAtomicOrderingSequentiallyConsistent:
        return SEQ_CST;
    default:
        return RELAXED;
    }
}

/* The C interface tells a fence's order in newer versions only; the text always has it. */
static enum order_word order_of_fence(LLVMValueRef fence) {
    static const struct {
        const char *word;
        enum order_word order;
    } words[] = {
        {"acq_rel", ACQ_REL}, {"acquire", ACQUIRE}, {"release", RELEASE}, {"seq_cst", SEQ_CST}};
    char *text = LLVMPrintValueToString(fence);
    enum order_word order = SEQ_CST;
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        if (strstr(text, words[n].word) != NULL) {
            order = words[n].order;
            break;
        }
    }
    LLVMDisposeMessage(text);
    return order;
}

static uint64_t bytes_of(struct translation *translation, LLVMTypeRef type) {
    return LLVMStoreSizeOfType(translation->layout, type);
}

static LLVMTypeRef integer_of(struct translation *translation, LLVMTypeRef type) {
    return LLVMIntTypeInContext(translation->context, (unsigned)(8 * bytes_of(translation, type)));
}

/* A value as the integer of its size, and back. */
static LLVMValueRef convert(struct translation *translation, LLVMValueRef value, LLVMTypeRef to) {
    LLVMBuilderRef builder = translation->builder;
    bool from_pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
    bool to_pointer = LLVMGetTypeKind(to) == LLVMPointerTypeKind;
    if (LLVMTypeOf(value) == to) {
        return value;
    }
    if (from_pointer && !to_pointer) {
        return LLVMBuildPtrToInt(builder, value, to, "");
    }
    if (to_pointer && !from_pointer) {
        return LLVMBuildIntToPtr(builder, value, to, "");
    }
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
        LLVMGetTypeKind(to) == LLVMIntegerTypeKind) { /* i1 in a byte */
        return LLVMBuildIntCast2(builder, value, to, false, "");
    }
    return LLVMBuildBitCast(builder, value, to, "");
}

static const char *sized(char *name, size_t size, const char *start, uint64_t bytes) {
    snprintf(name, size, "lockstep_atomic_%s_%u", start, (unsigned)bytes);
    return name;
}

static bool has_size(struct translation *translation, LLVMValueRef where, LLVMTypeRef type) {
    uint64_t bytes = bytes_of(translation, type);
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) {
        return true;
    }
    refuse(translation, where, "an atomic operation on %u bytes: use a critical section",
           (unsigned)bytes);
    return false;
}

static void replace_load(struct translation *translation, LLVMValueRef load) {
    LLVMTypeRef type = LLVMTypeOf(load);
    LLVMAtomicOrdering ordering = LLVMGetOrdering(load);
    if (ordering == LLVMAtomicOrderingNotAtomic || !has_size(translation, load, type)) {
        return;
    }
    char name[64];
    LLVMPositionBuilderBefore(translation->builder, load);
    LLVMValueRef arguments[] = {as_bytes(translation, LLVMGetOperand(load, 0)),
                                constant32(translation, order_of(ordering))};
    LLVMValueRef value =
        call_runtime(translation, sized(name, sizeof name, "load", bytes_of(translation, type)),
                     integer_of(translation, type), arguments, 2);
    replace_instruction(load, convert(translation, value, type));
}

static void replace_store(struct translation *translation, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMAtomicOrdering ordering = LLVMGetOrdering(store);
    if (ordering == LLVMAtomicOrderingNotAtomic || !has_size(translation, store, type)) {
        return;
    }
    char name[64];
    LLVMPositionBuilderBefore(translation->builder, store);
    LLVMValueRef arguments[] = {as_bytes(translation, LLVMGetOperand(store, 1)),
                                convert(translation, value, integer_of(translation, type)),
                                constant32(translation, order_of(ordering))};
    call_runtime(translation, sized(name, sizeof name, "store", bytes_of(translation, type)),
                 translation->nothing, arguments, 3);
    replace_instruction(store, NULL);
}

static void tell_order(struct translation *translation, enum order_word order) {
    if (order != RELAXED) {
        LLVMValueRef argument = constant32(translation, order);
        call_runtime(translation, "lockstep_atomic_order", translation->nothing, &argument, 1);
    }
}

/* Updates: which of them PTX has for words of 4 and 8 bytes, and what the call of the rest is
 * called. */
static const struct {
    LLVMAtomicRMWBinOp operation;
    bool in_ptx;
    const char *name;
} updates[] = {
    {LLVMAtomicRMWBinOpXchg, true, "exchange"}, {LLVMAtomicRMWBinOpAdd, true, "add"},
    {LLVMAtomicRMWBinOpSub, true, "subtract"},  {LLVMAtomicRMWBinOpAnd, true, "and"},
    {LLVMAtomicRMWBinOpOr, true, "or"},         {LLVMAtomicRMWBinOpXor, true, "xor"},
    {LLVMAtomicRMWBinOpNand, false, "nand"},    {LLVMAtomicRMWBinOpMax, true, "max"},
    {LLVMAtomicRMWBinOpMin, true, "min"},       {LLVMAtomicRMWBinOpUMax, true, "umax"},
    {LLVMAtomicRMWBinOpUMin, true, "umin"},     {LLVMAtomicRMWBinOpFAdd, true, "fadd"},
    {LLVMAtomicRMWBinOpFSub, false, "fsub"},
#if LLVM_MAJOR >= 15
    {LLVMAtomicRMWBinOpFMax, false, "fmax"},    {LLVMAtomicRMWBinOpFMin, false, "fmin"},
#endif
};

static void replace_update(struct translation *translation, LLVMValueRef update) {
    LLVMTypeRef type = LLVMTypeOf(update);
    uint64_t bytes = bytes_of(translation, type);
    size_t row = 0;
    while (row < sizeof updates / sizeof *updates &&
           updates[row].operation != LLVMGetAtomicRMWBinOp(update)) {
        row++;
    }
    if (row == sizeof updates / sizeof *updates) {
        refuse(translation, update, "this atomic operation: write it with compare and exchange");
        return;
    }
    if (!has_size(translation, update, type)) {
        return;
    }
    LLVMPositionBuilderBefore(translation->builder, update);
    tell_order(translation, order_of(LLVMGetOrdering(update)));
    LLVMValueRef address = LLVMGetOperand(update, 0), value = LLVMGetOperand(update, 1), made;
    LLVMTypeRef integer = integer_of(translation, type);
    bool plain = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ||
                 updates[row].operation == LLVMAtomicRMWBinOpFAdd;
    if (updates[row].in_ptx && bytes >= 4) {
        if (!plain) {
            value = convert(translation, value, integer);
            address = LLVMBuildPointerCast(translation->builder, address,
                                           LLVMPointerType(integer, 0), "");
        }
        made = LLVMBuildAtomicRMW(translation->builder, updates[row].operation, address, value,
                                  LLVMAtomicOrderingMonotonic, false);
    } else {
        char name[64];
        LLVMValueRef arguments[] = {as_bytes(translation, address),
                                    convert(translation, value, integer)};
        made = call_runtime(translation, sized(name, sizeof name, updates[row].name, bytes),
                            integer, arguments, 2);
    }
    replace_instruction(update, convert(translation, made, type));
}

static void replace_exchange(struct translation *translation, LLVMValueRef exchange) {
    LLVMBuilderRef builder = translation->builder;
    LLVMValueRef address = LLVMGetOperand(exchange, 0);
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(exchange, 1));
    LLVMTypeRef integer = integer_of(translation, type);
    uint64_t bytes = bytes_of(translation, type);
    if (!has_size(translation, exchange, type)) {
        return;
    }
    LLVMPositionBuilderBefore(builder, exchange);
    tell_order(translation, order_of(LLVMGetCmpXchgSuccessOrdering(exchange)));
    LLVMValueRef expected = convert(translation, LLVMGetOperand(exchange, 1), integer);
    LLVMValueRef desired = convert(translation, LLVMGetOperand(exchange, 2), integer);
    LLVMValueRef old, same;
    if (bytes >= 4) {
        address = LLVMBuildPointerCast(builder, address, LLVMPointerType(integer, 0), "");
        LLVMValueRef pair =
            LLVMBuildAtomicCmpXchg(builder, address, expected, desired, LLVMAtomicOrderingMonotonic,
                                   LLVMAtomicOrderingMonotonic, false);
        old = LLVMBuildExtractValue(builder, pair, 0, "");
        same = LLVMBuildExtractValue(builder, pair, 1, "");
    } else {
        char name[64];
        LLVMValueRef arguments[] = {as_bytes(translation, address), expected, desired};
        old = call_runtime(translation, sized(name, sizeof name, "compare_exchange", bytes),
                           integer, arguments, 3);
        same = LLVMBuildICmp(builder, LLVMIntEQ, old, expected, "");
    }
    LLVMValueRef made = LLVMGetUndef(LLVMTypeOf(exchange));
    made = LLVMBuildInsertValue(builder, made, convert(translation, old, type), 0, "");
    made = LLVMBuildInsertValue(builder, made, same, 1, "");
    replace_instruction(exchange, made);
}

static void replace_fence(struct translation *translation, LLVMValueRef fence) {
    LLVMPositionBuilderBefore(translation->builder, fence);
    LLVMValueRef order = constant32(translation, order_of_fence(fence));
    call_runtime(translation, "lockstep_fence", translation->nothing, &order, 1);
    replace_instruction(fence, NULL);
}

static void replace_atomic(struct translation *translation, LLVMValueRef instruction) {
    static const struct {
        LLVMOpcode opcode;
        void (*replace)(struct translation *translation, LLVMValueRef instruction);
    } rows[] = {{LLVMLoad, replace_load},
                {LLVMStore, replace_store},
                {LLVMAtomicRMW, replace_update},
                {LLVMAtomicCmpXchg, replace_exchange},
                {LLVMFence, replace_fence}};
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        if (rows[n].opcode == opcode) {
            rows[n].replace(translation, instruction);
            return;
        }
    }
}

void replace_atomics(struct translation *translation) {
    for_each_instruction(translation, replace_atomic);
}
