/*
 * What variables and memory are made of (types.c), for the names of their elements and members.
 * It travels as metadata, from where clang's debug information is read to the PTX's first lines:
 *     // shape 1 [3][7]4
 *     // variable grid 1            a global variable has that shape
 *     // memory tree.c:12 2         what that line allocates is made of such; 0: nobody knows
 * and as the number behind a local variable's name (stack_variables.c).
 */
#include "../../array.h"
#include "translate.h"

#include "types.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1500 };

static const char *const allocators[] = {"malloc",   "calloc",    "realloc",    "aligned_alloc",
                                         "memalign", "omp_alloc", "omp_calloc", "omp_target_alloc"};

static unsigned shape_kind(struct translation *translation) {
    static const char name[] = "lockstep.shape";
    return LLVMGetMDKindIDInContext(translation->context, name, sizeof name - 1);
}

static void set_shape(struct translation *translation, LLVMValueRef value, const char *text) {
    LLVMMetadataRef string = LLVMMDStringInContext2(translation->context, text, strlen(text));
    LLVMMetadataRef node = LLVMMDNodeInContext2(translation->context, &string, 1);
    if (LLVMIsAGlobalVariable(value) != NULL) {
        LLVMGlobalSetMetadata(value, shape_kind(translation), node);
    } else {
        LLVMSetMetadata(value, shape_kind(translation),
                        LLVMMetadataAsValue(translation->context, node));
    }
}

void shape_variable(struct translation *translation, const struct types *types, LLVMValueRef value,
                    unsigned long type) {
    char text[LONGEST];
    if (types_describe(types, type, text, sizeof text)) {
        set_shape(translation, value, text);
    }
}

void copy_shape(struct translation *translation, LLVMValueRef to, LLVMValueRef from) {
    const unsigned kind = shape_kind(translation);
    LLVMValueRef shape =
        LLVMIsAAllocaInst(from) != NULL && LLVMGetAllocatedType(from) == LLVMGetAllocatedType(to)
            ? LLVMGetMetadata(from, kind)
            : NULL;
    if (shape != NULL) {
        LLVMSetMetadata(to, kind, shape);
    }
}

static bool is_allocation(LLVMValueRef instruction) {
    bool allocates = false;
    for (size_t n = 0; n < sizeof allocators / sizeof *allocators && !allocates; n++) {
        allocates = strcmp(called_name(instruction), allocators[n]) == 0;
    }
    return allocates;
}

/* Where the pointer goes first; NULL: nowhere at once. */
static LLVMValueRef destination(LLVMValueRef pointer) {
    for (int depth = 0; depth < 4; depth++) {
        LLVMUseRef use = LLVMGetFirstUse(pointer);
        LLVMValueRef user = use != NULL ? LLVMGetUser(use) : NULL;
        if (user != NULL && LLVMIsAStoreInst(user) != NULL && LLVMGetOperand(user, 0) == pointer) {
            return LLVMGetOperand(user, 1);
        }
        if (user == NULL || LLVMIsABitCastInst(user) == NULL) {
            return NULL;
        }
        pointer = user;
    }
    return NULL;
}

static unsigned long type_of(const struct typed *typed, size_t count, LLVMValueRef value) {
    size_t n = 0;
    while (n < count && typed[n].value != value) {
        n++;
    }
    return n < count ? typed[n].type : 0;
}

/* p->member = malloc(…): by the structure's name, and the member's place in it. */
static unsigned long type_of_member(struct translation *translation, const struct types *types,
                                    LLVMValueRef address) {
    const bool steps = LLVMIsAConstantExpr(address) != NULL
                           ? LLVMGetConstOpcode(address) == LLVMGetElementPtr
                           : LLVMIsAGetElementPtrInst(address) != NULL;
    const unsigned operands = steps ? (unsigned)LLVMGetNumOperands(address) : 0;
    LLVMTypeRef structure = operands == 3 ? LLVMGetGEPSourceElementType(address) : NULL;
    LLVMValueRef index = operands == 3 ? LLVMIsAConstantInt(LLVMGetOperand(address, 2)) : NULL;
    const char *name =
        structure != NULL && index != NULL && LLVMGetTypeKind(structure) == LLVMStructTypeKind
            ? LLVMGetStructName(structure)
            : NULL;
    if (name == NULL || !name_starts(name, "struct.")) {
        return 0;
    }
    const uint64_t offset = LLVMOffsetOfElement(translation->layout, structure,
                                                (unsigned)LLVMConstIntGetZExtValue(index));
    char plain[128]; /* reading a module again puts a number behind names */
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(name + strlen("struct."), "."),
             name + strlen("struct."));
    return types_member(types, plain, offset);
}

void shape_allocations(struct translation *translation, LLVMModuleRef module,
                       const struct types *types, const struct typed *typed, size_t count) {
    for (EACH_FUNCTION(f, module)) {
        for (EACH_BLOCK(b, f)) {
            for (EACH_INSTRUCTION(i, b)) {
                LLVMValueRef to = is_allocation(i) ? destination(i) : NULL;
                if (to == NULL) {
                    continue;
                }
                unsigned long type = type_of(typed, count, to);
                if (type == 0 && LLVMIsALoadInst(to) != NULL) { /* a region's own reference */
                    type = types_referred(types, type_of(typed, count, LLVMGetOperand(to, 0)));
                }
                type = type != 0 ? type : type_of_member(translation, types, to);
                shape_variable(translation, types, i, types_pointee(types, type));
            }
        }
    }
}

/* ---- in PTX ---------------------------------------------------------------------------------- */

static LLVMMetadataRef shape_node(struct translation *translation, LLVMValueRef value) {
    LLVMMetadataRef node = NULL;
    if (LLVMIsAGlobalVariable(value) != NULL) {
        size_t count;
        LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(value, &count);
        for (unsigned n = 0; n < count; n++) {
            if (LLVMValueMetadataEntriesGetKind(entries, n) == shape_kind(translation)) {
                node = LLVMValueMetadataEntriesGetMetadata(entries, n);
            }
        }
        LLVMDisposeValueMetadataEntries(entries);
    } else {
        LLVMValueRef found = LLVMGetMetadata(value, shape_kind(translation));
        node = found != NULL ? LLVMValueAsMetadata(found) : NULL;
    }
    return node;
}

unsigned shape_number(struct translation *translation, LLVMValueRef value) {
    LLVMMetadataRef node = shape_node(translation, value);
    if (node == NULL) {
        return 0;
    }
    unsigned n = 0;
    while (n < translation->shape_count && translation->shapes[n] != node) {
        n++;
    }
    if (n == translation->shape_count) {
        if (!array_grow(&translation->shapes, &translation->shape_room, n + 1)) {
            return 0;
        }
        translation->shapes[translation->shape_count++] = node;
    }
    return n + 1;
}

static void write_allocation(struct translation *translation, LLVMValueRef call, void *context) {
    FILE *file = context;
    unsigned length = 0;
    const char *name = is_allocation(call) ? LLVMGetDebugLocFilename(call, &length) : NULL;
    const char *folder = name != NULL ? memrchr(name, '/', length) : NULL;
    if (name != NULL && LLVMGetDebugLocLine(call) != 0) {
        const size_t skip = folder != NULL ? (size_t)(folder + 1 - name) : 0;
        fprintf(file, "// memory %.*s:%u %u\n", (int)(length - skip), name + skip,
                LLVMGetDebugLocLine(call), shape_number(translation, call));
    }
}

void list_shapes(struct translation *translation) {
    char *text = NULL;
    size_t size = 0;
    FILE *users = open_memstream(&text, &size);
    FILE *all = open_memstream(&translation->shape_lines, &translation->shape_length);
    for (LLVMValueRef g = LLVMGetFirstGlobal(translation->module); users != NULL && g != NULL;
         g = LLVMGetNextGlobal(g)) {
        const unsigned number = shape_number(translation, g);
        if (number != 0) {
            fprintf(users, "// variable %s %u\n", value_name(g), number);
        }
    }
    if (users != NULL) {
        for_each_instruction_with(translation, write_allocation, users);
        fclose(users);
    }
    for (unsigned n = 0; all != NULL && n < translation->shape_count; n++) {
        unsigned length = 0;
        LLVMValueRef string;
        LLVMGetMDNodeOperands(LLVMMetadataAsValue(translation->context, translation->shapes[n]),
                              &string);
        const char *shape = LLVMGetMDString(string, &length);
        fprintf(all, "// shape %u %.*s\n", n + 1, (int)length, shape);
    }
    if (all != NULL) { /* without memory only names are lost */
        fwrite(text, 1, size, all);
        fclose(all);
    }
    free(text);
}
