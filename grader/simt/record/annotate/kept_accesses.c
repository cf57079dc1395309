/* The text of LLVM's IR, function by function: which loads does nothing use, which arrays does
 * nothing read? */
#include "kept_accesses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../array.h"
#include "element_bounds.h"
#include "ir_lines.h"

/* A variable in shared memory. */
struct shared_variable {
    struct ir_piece name, type;
    bool read; /* or its address goes elsewhere: the optimiser leaves what is stored there */
};

struct marking {
    const char *llvm;
    FILE *out, *bounds; /* what follows the functions */
    struct ir_function function;
    struct shared_variable *shared;
    size_t shared_count, shared_room;
    unsigned count;
    bool typed, traps;
};

static struct ir_piece debug_of(struct ir_piece line) {
    const char *place = ir_find(line, ", !dbg ");
    const char *number = place != NULL ? memchr(place + 2, ' ', 8) : NULL;
    const size_t digits = number != NULL ? strspn(number + 2, "0123456789") : 0;
    return place != NULL ? (struct ir_piece){place, (size_t)(number + 2 + digits - place)}
                         : (struct ir_piece){"", 0};
}

/* What is loaded and not used: an empty piece of assembly uses it. */
static void put_use(struct marking *to, const struct ir_line *line) {
    static const struct {
        const char *type, *constraint, *wider;
    } ways[] = {{"i8", "h", "i16"},   {"i16", "h", NULL},    {"i32", "r", NULL}, {"i64", "l", NULL},
                {"float", "f", NULL}, {"double", "d", NULL}, {"ptr", "l", NULL}};
    const char *type = line->name.at + line->name.length + strlen(" = load ");
    const size_t length = strcspn(type, ",");
    const struct ir_piece name = line->name, debug = debug_of(line->text);
    for (size_t n = 0; n < sizeof ways / sizeof *ways; n++) {
        if (strlen(ways[n].type) != length || memcmp(type, ways[n].type, length) != 0) {
            continue;
        }
        if (ways[n].wider != NULL) {
            fprintf(to->out, "  %%lockstep.kept.%u = zext %.*s %.*s to %s%.*s\n", ++to->count,
                    (int)length, type, (int)name.length, name.at, ways[n].wider, (int)debug.length,
                    debug.at);
            fprintf(to->out, "  call void asm sideeffect \"\", \"%s\"(%s %%lockstep.kept.%u)",
                    ways[n].constraint, ways[n].wider, to->count);
        } else {
            fprintf(to->out, "  call void asm sideeffect \"\", \"%s\"(%.*s %.*s)",
                    ways[n].constraint, (int)length, type, (int)name.length, name.at);
        }
        fprintf(to->out, " nounwind%.*s\n", (int)debug.length, debug.at);
        return;
    }
}

/* An array of the thread's own that is written and never read, or a variable that may be passed. */
static bool is_unread(const struct ir_line *line) {
    const char *type = ir_variable_type(line);
    return line->operation == VARIABLE &&
           (line->passed || (*type == '[' && line->written && !line->read));
}

/* Before the function ends, somebody may look at these arrays. */
static void put_escapes(struct marking *to, struct ir_piece end) {
    const struct ir_function *in = &to->function;
    const struct ir_piece debug = debug_of(end);
    for (size_t n = 0; n < in->count; n++) {
        const struct ir_line *line = &in->lines[n];
        if (!is_unread(line)) {
            continue;
        }
        struct ir_piece parts[IR_PARTS];
        ir_split(line->text, parts);
        const char *type = ir_variable_type(line);
        const int length = (int)(parts[0].at + parts[0].length - type);
        fputs("  call void asm sideeffect \"\", \"l,~{memory}\"(", to->out);
        if (to->typed) {
            fprintf(to->out, "%.*s* ", length, type);
        } else {
            fputs("ptr ", to->out);
        }
        fprintf(to->out, "%.*s) nounwind%.*s\n", (int)line->name.length, line->name.at,
                (int)debug.length, debug.at);
    }
}

/* "  call void @llvm.lifetime.end.p0i8(i64 16, i8* %6) #5": of such an array, which must stay. */
static bool bounds_unread(const struct ir_function *in, struct ir_piece text) {
    const char *name = ir_starts(text, "  call void @llvm.lifetime.") ? ir_find(text, " %") : NULL;
    const size_t variable =
        name != NULL
            ? ir_variable_of(in, ir_line_of(in, ir_name_at(name + 1, text.at + text.length)))
            : NO_LINE;
    return variable != NO_LINE && is_unread(&in->lines[variable]);
}

/* The optimiser must not know that the element is outside, or the divisor 0: that is undefined. */
static void put_element(struct marking *to, const struct ir_line *line) {
    const char *place = ir_find(line->text, ", !dbg "), *end = line->text.at + line->text.length;
    struct ir_piece index, pointer;
    if (!ir_vector_call(line->text, &index, &pointer)) {
        const size_t length = place != NULL ? (size_t)(place - line->text.at) : line->text.length;
        index = ir_last_word((struct ir_piece){line->text.at, length});
    }
    const char *after = index.at + index.length;
    const struct ir_piece debug = debug_of(line->text);
    const char *type =
        line->operation == PURE ? ir_find(line->text, " i") + 1 : index.at - strlen("i64 ");
    fprintf(to->out,
            "  %%lockstep.kept.%u = call %.3s asm \"\", \"=%s,0\"(%.3s %.*s) nounwind%.*s\n",
            ++to->count, type, strncmp(type, "i64", 3) == 0 ? "l" : "r", type, (int)index.length,
            index.at, (int)debug.length, debug.at);
    fprintf(to->out, "%.*s%%lockstep.kept.%u%.*s\n", (int)(index.at - line->text.at), line->text.at,
            to->count, (int)(end - after), after);
}

/* The optimiser knows that nothing but element 0 of a single variable can be meant: of two it does
 * not, and only one may be reached (element_bounds.h). */
static void put_wider(struct marking *to, const struct ir_line *line) {
    const char *type = ir_variable_type(line);
    const char *end = memchr(type, ',', (size_t)(line->text.at + line->text.length - type));
    const int length = (int)(end - type), rest = (int)(line->text.at + line->text.length - end);
    fprintf(to->out, "  %%lockstep.kept.%u = alloca [%d x %.*s]%.*s\n", ++to->count, IR_WIDER,
            length, type, rest, end);
    fprintf(to->out, "%.*s = getelementptr inbounds [%d x %.*s], ",
            (int)(type - line->text.at) - 10, line->text.at, IR_WIDER, length, type);
    if (to->typed) {
        fprintf(to->out, "[%d x %.*s]*", IR_WIDER, length, type);
    } else {
        fputs("ptr", to->out);
    }
    fprintf(to->out, " %%lockstep.kept.%u, i64 0, i64 0\n", to->count);
}

/* Where an operand, "ptr addrspacecast (ptr addrspace(4) @table to ptr)", leads to constant memory:
 * its line remembers it, without the type. */
static void find_constant(struct ir_function *in, size_t n, struct ir_piece operand, int depth) {
    const char *at = ir_find(operand, "addrspace(4)") != NULL ? ir_find(operand, "ptr ") : NULL;
    const size_t from = ir_line_of(in, ir_last_word(operand));
    const struct ir_line *by = from != NO_LINE ? &in->lines[from] : NULL;
    struct ir_piece parts[IR_PARTS];
    if (at != NULL) {
        at += strlen("ptr ");
        in->lines[n].constant = (struct ir_piece){at, (size_t)(operand.at + operand.length - at)};
    } else if (by != NULL && by->operation == ELEMENT && depth > 0 &&
               ir_split(by->text, parts) > 1) {
        find_constant(in, from, parts[1], depth - 1);
    } else if (by != NULL && by->operation == LOAD && depth > 0 && by->to != NO_LINE) {
        const struct ir_line *variable = &in->lines[by->to];
        size_t store = variable->operation == VARIABLE ? variable->stores : NO_LINE;
        for (; store != NO_LINE; store = in->lines[store].next) {
            ir_split(in->lines[store].text, parts);
            find_constant(in, store, parts[0], depth - 1);
        }
    }
}

/* Does a line write? Constant memory cannot be meant then, thinks the optimiser, and drops it. */
static void find_constants(struct ir_function *in) {
    enum { DEPTH = 16 };
    for (size_t n = 0; n < in->count; n++) {
        const struct ir_piece text = in->lines[n].text;
        const char *call = ir_find(text, "atomic"), *end = text.at + text.length;
        const char *open = call != NULL ? memchr(call, '(', (size_t)(end - call)) : NULL;
        struct ir_piece parts[IR_PARTS];
        if (in->lines[n].operation == STORE && ir_split(text, parts) > 1) {
            find_constant(in, n, parts[1], DEPTH);
        } else if (in->lines[n].operation == EFFECT && open != NULL) {
            ir_split((struct ir_piece){open + 1, (size_t)(end - open - 1)}, parts);
            find_constant(in, n, parts[0], DEPTH);
        }
    }
}

/* An empty piece of assembly hides where the operand leads. */
static void put_constant(struct marking *to, const struct ir_line *line) {
    const struct ir_piece text = line->text, hidden = line->constant, debug = debug_of(text);
    const char *after = hidden.at + hidden.length;
    fprintf(to->out, "  %%lockstep.kept.%u = call ptr asm \"\", \"=l,0\"(ptr %.*s) nounwind%.*s\n",
            ++to->count, (int)hidden.length, hidden.at, (int)debug.length, debug.at);
    fprintf(to->out, "%.*s%%lockstep.kept.%u%.*s\n", (int)(hidden.at - text.at), text.at, to->count,
            (int)(text.at + text.length - after), after);
}

static void put_line(struct marking *to, const struct ir_line *line, const struct ir_line *before) {
    const struct ir_piece text = line->text, debug = debug_of(text);
    if (ir_starts(text, "  ret ")) {
        put_escapes(to, text);
    } else if (ir_starts(text, "  unreachable") &&
               (before == NULL || ir_find(before->text, " call ") == NULL)) {
        fprintf(to->out, "  call void @llvm.trap()%.*s\n", (int)debug.length, debug.at);
        to->traps = true;
    }
    if (line->wrong || bounds_unread(&to->function, text)) {
        if (line->wrong) {
            put_element(to, line);
        }
        return;
    }
    if (line->constant.length > 0) {
        put_constant(to, line);
    } else if (line->passed) {
        put_wider(to, line);
    } else {
        fprintf(to->out, "%.*s\n", (int)text.length, text.at);
    }
    if (line->operation == LOAD && !line->live &&
        ir_variable_of(&to->function, line->to) != line->to) {
        put_use(to, line);
    }
}

/* The shared variables that the text names are read. */
static void note_named(struct marking *to, struct ir_piece in) {
    const char *end = in.at + in.length;
    for (const char *at = in.at; in.length > 0 && at < end; at++) {
        at = memchr(at, '@', (size_t)(end - at));
        if (at == NULL) {
            break;
        }
        const struct ir_piece name = ir_name_at(at, end);
        for (size_t n = 0; n < to->shared_count; n++) {
            const struct ir_piece other = to->shared[n].name;
            to->shared[n].read |=
                other.length == name.length && memcmp(other.at, name.at, name.length) == 0;
        }
    }
}

/* The address that a pointer leads back to, through elements and casts; empty where it is none. */
static struct ir_piece origin_of(const struct ir_function *in, size_t line) {
    enum { MOST = 64 };
    for (int n = 0; n < MOST && line != NO_LINE; n++) {
        const struct ir_line *at = &in->lines[line];
        if (at->operation != ELEMENT && at->operation != CAST) {
            break;
        }
        if (at->to == NO_LINE) {
            struct ir_piece parts[IR_PARTS];
            const size_t count = ir_split(at->text, parts);
            return at->operation == CAST || count < 2 ? parts[0] : parts[1];
        }
        line = at->to;
    }
    return (struct ir_piece){"", 0};
}

/* The shared variables that the operands in the text lead back to are read. */
static void note_operands(struct marking *to, struct ir_piece in) {
    const char *end = in.at + in.length;
    note_named(to, in);
    for (const char *at = in.at; in.length > 0 && at < end; at++) {
        at = memchr(at, '%', (size_t)(end - at));
        if (at == NULL) {
            break;
        }
        note_named(to, origin_of(&to->function, ir_line_of(&to->function, ir_name_at(at, end))));
    }
}

/* Which shared variables does the function read? */
static void note_reads(struct marking *to) {
    const struct ir_function *in = &to->function;
    for (size_t n = 0; n < in->count && to->shared_count > 0; n++) {
        const struct ir_line *line = &in->lines[n];
        struct ir_piece parts[IR_PARTS], rest = line->text;
        if (line->operation == STORE) {
            ir_split(line->text, parts);
            note_operands(to, parts[0]); /* the value: an address that goes elsewhere */
        } else if (line->operation == LOAD || line->operation == EFFECT ||
                   line->operation == PURE) {
            if (line->name.length > 0) {
                rest.at = line->name.at + line->name.length;
                rest.length -= (size_t)(rest.at - line->text.at);
            }
            note_operands(to, rest);
        }
    }
}

/* Looks at all lines of a function, and writes them. */
static bool put_function(struct marking *to) {
    struct ir_function *in = &to->function;
    const bool good = ir_look(in);
    if (good) {
        note_reads(to);
        if (!to->typed) {
            find_constants(in);
        }
        record_element_bounds(to->llvm, in, to->bounds);
    }
    for (size_t n = 0; n < in->count && good; n++) {
        put_line(to, &in->lines[n], n > 0 ? &in->lines[n - 1] : NULL);
    }
    in->count = 0;
    return good;
}

/* "@a = internal addrspace(3) global [16 x i32] undef, align 4": its name and type. False if memory
 * is exhausted. */
static bool add_shared(struct marking *to, struct ir_piece line) {
    static const char global[] = " = internal addrspace(3) global ";
    const char *at = line.length > 0 && *line.at == '@' ? ir_find(line, global) : NULL;
    const char *type = at != NULL ? at + strlen(global) : NULL;
    const char *undefined =
        at != NULL ? memmem(type, (size_t)(line.at + line.length - type), " undef, ", 8) : NULL;
    if (undefined == NULL) {
        return true;
    }
    if (!array_grow(&to->shared, &to->shared_room, to->shared_count + 1)) {
        return false;
    }
    to->shared[to->shared_count++] = (struct shared_variable){
        .name = {line.at, (size_t)(at - line.at)}, .type = {type, (size_t)(undefined - type)}};
    return true;
}

/* Those that nothing reads, as the list of @llvm.used names them. */
static void put_unread(const struct marking *to, const char *between, FILE *out) {
    unsigned count = 0;
    for (size_t n = 0; n < to->shared_count; n++) {
        const struct shared_variable *one = &to->shared[n];
        if (one->read) {
            continue;
        }
        fputs(count++ > 0 ? ", " : between, out);
        if (to->typed) {
            fprintf(out,
                    "i8* addrspacecast (i8 addrspace(3)* bitcast (%.*s addrspace(3)* %.*s to i8 "
                    "addrspace(3)*) to i8*)",
                    (int)one->type.length, one->type.at, (int)one->name.length, one->name.at);
        } else {
            fprintf(out, "ptr addrspacecast (ptr addrspace(3) %.*s to ptr)", (int)one->name.length,
                    one->name.at);
        }
    }
}

/* @llvm.used, with what stands there already. */
static void put_used(struct marking *to, const char *llvm) {
    static const char used[] = "\n@llvm.used = appending global [";
    const char *there = strstr(llvm, used), *open = there != NULL ? strstr(there, "] [") : NULL;
    const char *close = open != NULL ? strstr(open, "], section") : NULL;
    unsigned count = 0;
    for (size_t n = 0; n < to->shared_count; n++) {
        count += !to->shared[n].read;
    }
    if (count == 0 && close == NULL) {
        return;
    }
    count += close != NULL ? (unsigned)strtoul(there + strlen(used), NULL, 10) : 0;
    const int old = close != NULL ? (int)(close - open - 3) : 0;
    fprintf(to->out, "@llvm.used = appending global [%u x %s] [%.*s", count,
            to->typed ? "i8*" : "ptr", old, close != NULL ? open + 3 : "");
    put_unread(to, old > 0 ? ", " : "", to->out);
    fputs("], section \"llvm.metadata\"\n", to->out);
}

static bool put_module(struct marking *to, const char *llvm) {
    bool inside = false, good = true;
    for (const char *at = llvm; *at != '\0' && good;) {
        const struct ir_piece line = {at, strcspn(at, "\n")};
        at += line.length + (at[line.length] != '\0');
        if (inside && line.length == 1 && *line.at == '}') {
            good = put_function(to);
            inside = false;
        }
        if (inside) {
            good = ir_add_line(&to->function, line);
            continue;
        }
        inside = ir_starts(line, "define ");
        good = add_shared(to, line) && good;
        if (!ir_starts(line, "@llvm.used = ")) {
            fprintf(to->out, "%.*s\n", (int)line.length, line.at);
        }
    }
    return good;
}

char *record_kept(const char *llvm) {
    char *text = NULL, *bounds = NULL;
    size_t length = 0, bounds_length = 0;
    struct marking to = {.llvm = llvm,
                         .out = open_memstream(&text, &length),
                         .bounds = open_memstream(&bounds, &bounds_length),
                         .typed = strstr(llvm, ", ptr ") == NULL && strstr(llvm, "(ptr ") == NULL};
    bool good = to.out != NULL && to.bounds != NULL && put_module(&to, llvm);
    good = to.bounds != NULL && fclose(to.bounds) == 0 && good;
    if (good) {
        put_used(&to, llvm);
        if (to.traps && strstr(llvm, "declare void @llvm.trap()") == NULL) {
            fputs("declare void @llvm.trap()\n", to.out);
        }
        fputs(bounds, to.out);
    }
    good = to.out != NULL && fclose(to.out) == 0 && good;
    free(to.shared);
    free(bounds);
    ir_function_clear(&to.function);
    if (!good) {
        free(text);
        return NULL;
    }
    return text;
}
