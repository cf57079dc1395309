/*
 * A scalar that may be read before it is written stays in memory, where the machine sees that it
 * holds nothing yet: a private copy, or what only some ways set. In a register it would be 0, and
 * the program would fail later, for a reason that nobody finds. So do members of structures, and
 * elements of small arrays, whose place is known: each would become a register of its own.
 */
#include "../translate.h"

#include <stdlib.h>
#include <string.h>

const char *const clangs_variables[] = {"retval", "cleanup.dest.slot", "tmp", NULL};

struct unset_block {
    LLVMBasicBlockRef block;
    bool seen;
};

/* What one function's variables are looked up in. */
struct var_ways {
    struct unset_block *blocks;
    size_t count;
    LLVMBasicBlockRef *waiting; /* blocks that the variable reaches unset, `pending` of them */
    size_t pending;
    bool copies;                 /* copying the variable is a use of it, too */
    const struct member *member; /* only this part of the variable counts; NULL: all of it */
};

/* clang's own variables are set before they are read, on all ways that a program takes. One of the
 * source that is called so, too, has a number behind a dot (debug_information.c). */
static bool is_of_source(LLVMValueRef variable) {
    const char *name = value_name(variable);
    if (name[0] == '\0' || name[0] == '.') {
        return false;
    }
    for (const char *const *own = clangs_variables; *own != NULL; own++) {
        const char *rest = name_starts(name, *own) ? name + strlen(*own) : ".";
        if (strspn(rest, "0123456789") == strlen(rest)) {
            return false;
        }
    }
    return true;
}

bool is_scalar_of_source(LLVMValueRef variable) {
    return LLVMIsAAllocaInst(variable) != NULL && is_scalar_type(LLVMGetAllocatedType(variable)) &&
           is_of_source(variable);
}

/* Copying an unset value is no use of it: lastprivate does. */
static bool is_used(LLVMValueRef load) {
    for (EACH_USE(use, load)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) == NULL || LLVMGetOperand(user, 0) != load) {
            return true;
        }
    }
    return false;
}

bool is_lifetime_of(LLVMValueRef instruction, LLVMValueRef variable) {
    return name_starts(called_name(instruction), "llvm.lifetime.") &&
           address_root(LLVMGetOperand(instruction, LLVMGetNumArgOperands(instruction) - 1)) ==
               variable;
}

/* Is the variable moved into the copies of a task (captures.c)? They are to be unset, too. */
static bool is_move_of(LLVMValueRef instruction, LLVMValueRef variable) {
    return name_starts(called_name(instruction), "llvm.memcpy.") &&
           address_root(LLVMGetOperand(instruction, 1)) == variable &&
           is_of_task(LLVMGetOperand(instruction, 0));
}

static int compare_blocks(const void *left, const void *right) {
    uintptr_t a = (uintptr_t)((const struct unset_block *)left)->block;
    uintptr_t b = (uintptr_t)((const struct unset_block *)right)->block;
    return (a > b) - (a < b);
}

static void reach_block(struct var_ways *ways, LLVMBasicBlockRef block) {
    struct unset_block key = {.block = block};
    struct unset_block *found =
        bsearch(&key, ways->blocks, ways->count, sizeof key, compare_blocks);
    if (found != NULL && !found->seen) {
        found->seen = true;
        ways->waiting[ways->pending++] = block;
    }
}

static bool is_set_by(const struct var_ways *ways, LLVMValueRef i, LLVMValueRef variable) {
    if (ways->member != NULL) {
        return is_member_set_by(ways->member, i);
    }
    return is_store_to(i, variable);
}

static bool is_read_by(const struct var_ways *ways, LLVMValueRef i, LLVMValueRef variable) {
    if (ways->member != NULL) {
        return is_member_read_by(ways->member, i);
    }
    return (LLVMIsALoadInst(i) != NULL && LLVMGetOperand(i, 0) == variable &&
            (ways->copies || is_used(i))) ||
           is_move_of(i, variable);
}

/* Walks on from `first` while the variable has no value; true where one is used. */
static bool walk_block(struct var_ways *ways, LLVMBasicBlockRef block, LLVMValueRef first,
                       LLVMValueRef variable) {
    for (LLVMValueRef i = first; i != NULL; i = LLVMGetNextInstruction(i)) {
        if (is_set_by(ways, i, variable) || is_lifetime_of(i, variable)) {
            return false;
        }
        if (is_read_by(ways, i, variable)) {
            return true;
        }
    }
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
    for (unsigned n = 0; n < LLVMGetNumSuccessors(terminator); n++) {
        reach_block(ways, LLVMGetSuccessor(terminator, n));
    }
    return false;
}

static bool is_read_unset(struct var_ways *ways, LLVMValueRef start, LLVMValueRef variable) {
    for (size_t n = 0; n < ways->count; n++) {
        ways->blocks[n].seen = false;
    }
    ways->pending = 0;
    bool read =
        walk_block(ways, LLVMGetInstructionParent(start), LLVMGetNextInstruction(start), variable);
    while (!read && ways->pending > 0) {
        LLVMBasicBlockRef block = ways->waiting[--ways->pending];
        read = walk_block(ways, block, LLVMGetFirstInstruction(block), variable);
    }
    return read;
}

/* Is the variable stored to, and no more? (A cast is for the calls that say where its life begins.)
 */
static bool is_only_stored(LLVMValueRef variable) {
    bool only = true;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use != NULL && only;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const bool stored = LLVMIsAStoreInst(user) != NULL && LLVMGetOperand(user, 0) != variable;
        only = stored || LLVMIsABitCastInst(user) != NULL;
        for (LLVMUseRef inner = LLVMGetFirstUse(user); inner != NULL && only && !stored;
             inner = LLVMGetNextUse(inner)) {
            only = is_lifetime_of(LLVMGetUser(inner), variable);
        }
    }
    return only;
}

/* From the variable on, and from each place where its life begins anew. */
static bool may_be_unset(struct var_ways *ways, LLVMValueRef variable) {
    if (is_only_stored(variable)) {
        return false;
    }
    if (is_read_unset(ways, variable, variable)) {
        return true;
    }
    for (size_t n = 0; n < ways->count; n++) {
        for (EACH_INSTRUCTION(i, ways->blocks[n].block)) {
            if (is_lifetime_of(i, variable) && name_starts(called_name(i), "llvm.lifetime.start") &&
                is_read_unset(ways, i, variable)) {
                return true;
            }
        }
    }
    return false;
}

void keep_in_memory(LLVMValueRef variable) {
    for (EACH_USE(use, variable)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) != NULL || is_store_to(user, variable)) {
            LLVMSetVolatile(user, true);
        }
    }
}

/* What goes from this variable to the copies of tasks is moved while the program runs. */
static void keep_moves_to_tasks(struct translation *translation, LLVMValueRef address) {
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use != NULL; use = next) {
        next = LLVMGetNextUse(use);
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsABitCastInst(user) != NULL) {
            keep_moves_to_tasks(translation, user);
        } else if (name_starts(called_name(user), "llvm.memcpy.") &&
                   is_of_task(LLVMGetOperand(user, 0))) {
            LLVMPositionBuilderBefore(translation->builder, user);
            call_copy(translation, "lockstep_move", LLVMGetOperand(user, 0),
                      LLVMGetOperand(user, 1), LLVMGetOperand(user, 2));
            replace_instruction(user, NULL);
        }
    }
}

static void look_at(struct translation *translation, struct var_ways *ways, LLVMValueRef function) {
    for (EACH_INSTRUCTION(i, LLVMGetEntryBasicBlock(function))) {
        if (is_scalar_of_source(i) && may_be_unset(ways, i)) {
            keep_moves_to_tasks(translation, i);
            keep_in_memory(i);
        }
    }
}

/* Makes room for a function's ways; false without memory. The caller clears it. */
static bool make_ways(struct var_ways *ways, LLVMValueRef function) {
    *ways = (struct var_ways){.count = LLVMCountBasicBlocks(function)};
    ways->waiting = calloc(ways->count + 1, sizeof(LLVMBasicBlockRef));
    ways->blocks = calloc(ways->count + 1, sizeof *ways->blocks);
    if (ways->waiting == NULL || ways->blocks == NULL) {
        return false;
    }
    LLVMGetBasicBlocks(function, ways->waiting);
    for (size_t n = 0; n < ways->count; n++) {
        ways->blocks[n].block = ways->waiting[n];
    }
    qsort(ways->blocks, ways->count, sizeof *ways->blocks, compare_blocks);
    return true;
}

static void clear_ways(struct var_ways *ways) {
    free(ways->waiting);
    free(ways->blocks);
}

bool is_read_from(LLVMValueRef start, LLVMValueRef variable) {
    struct var_ways ways;
    bool read = true;
    if (make_ways(&ways, function_of(start))) {
        ways.copies = true;
        read = is_read_unset(&ways, start, variable);
    }
    clear_ways(&ways);
    return read;
}

/* Looks at the ways from the variable's beginning on: for the member, or else for the variable, of
 * which a copy is a use. `otherwise`: the answer without memory. */
static bool may_be_used_unset(LLVMValueRef variable, const struct member *member, bool otherwise) {
    struct var_ways ways;
    bool unset = otherwise;
    if (make_ways(&ways, function_of(variable))) {
        ways.member = member;
        ways.copies = member == NULL;
        unset = may_be_unset(&ways, variable);
    }
    clear_ways(&ways);
    return unset;
}

bool may_hold_nothing(LLVMValueRef load) {
    LLVMValueRef root = address_root(LLVMGetOperand(load, 0));
    if (LLVMIsAAllocaInst(root) != NULL) {
        return is_scalar_of_source(root) && may_be_used_unset(root, NULL, true);
    }
    return LLVMIsAConstant(root) == NULL;
}

void keep_unset_variables(struct translation *translation) {
    for (EACH_FUNCTION(f, translation->module)) {
        struct var_ways ways;
        if (make_ways(&ways, f) && ways.count > 0) {
            look_at(translation, &ways, f);
        }
        clear_ways(&ways);
    }
}

/* Looks at the addresses that come from `address`, the variable's: loads and stores of that
 * part. */
static void keep_part(const struct member *member, LLVMValueRef address) {
    for (EACH_USE(use, address)) {
        LLVMValueRef user = LLVMGetUser(use);
        struct member part;
        if (LLVMIsABitCastInst(user) != NULL || LLVMIsAGetElementPtrInst(user) != NULL) {
            keep_part(member, user);
        } else if ((LLVMIsALoadInst(user) != NULL || is_store_to(user, address)) &&
                   find_member(member->layout, user, &part) && part.begin < member->end &&
                   part.end > member->begin) {
            LLVMSetVolatile(user, true);
        }
    }
}

static bool has_parts(LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGetAllocatedType(variable);
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind ||
           (LLVMGetTypeKind(type) == LLVMStructTypeKind && !LLVMIsLiteralStruct(type));
}

static void look_at_load(struct translation *translation, LLVMValueRef load) {
    struct member member;
    if (loads_member(translation->layout, load, &member) && !LLVMGetVolatile(load) &&
        has_parts(member.variable) && is_of_source(member.variable) &&
        may_be_used_unset(member.variable, &member, false)) {
        keep_part(&member, member.variable);
    }
}

void keep_unset_members(struct translation *translation) {
    for_each_instruction(translation, look_at_load);
}
