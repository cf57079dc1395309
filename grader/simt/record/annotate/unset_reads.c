/* The text of LLVM's IR, line by line, as notes.c reads it. */
#include "unset_reads.h"

#include "ir_lines.h"
#include "kept_accesses.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ELEMENTS = 4096 };

struct rewriting {
    FILE *out;
    const char *text;
    char mark[32];  /* ", !annotation !93": what marks clang's own stores */
    unsigned count; /* names and numbers of values */
    bool member;    /* what comes next is a structure's */
};

/* How a value of a type comes out of inline assembly. */
static const struct read_carrier {
    const char *type;    /* an element */
    const char *carried; /* what the assembly gives */
    const char *width, *constraint;
    const char *conversion; /* NULL: none */
} carriers[] = {{"i8", "i16", "b16", "=h", "trunc"},     {"i16", "i16", "b16", "=h", NULL},
                {"i32", "i32", "b32", "=r", NULL},       {"i64", "i64", "b64", "=l", NULL},
                {"half", "i16", "b16", "=h", "bitcast"}, {"float", "float", "f32", "=f", NULL},
                {"double", "double", "f64", "=d", NULL}};
static const struct read_carrier pointer = {"", "i64", "b64", "=l", "inttoptr"};

static const struct read_carrier *carrier_of(const char *type, size_t length) {
    if (length > 0 && (type[length - 1] == '*' || (length == 3 && !strncmp(type, "ptr", 3)))) {
        return &pointer;
    }
    for (size_t n = 0; n < sizeof carriers / sizeof *carriers; n++) {
        if (strlen(carriers[n].type) == length && !strncmp(type, carriers[n].type, length)) {
            return &carriers[n];
        }
    }
    return NULL;
}

static struct ir_piece piece(const char *from, const char *to) {
    return (struct ir_piece){from, from != NULL && to > from ? (size_t)(to - from) : 0};
}

/* "<3 x float>": how many of what. */
static unsigned long vector_of(struct ir_piece type, struct ir_piece *element) {
    const unsigned long count = ir_starts(type, "<") ? ir_count(type, element) : 0;
    *element = count > 0 ? *element : type;
    return count;
}

/* ", !dbg !95": that node's line, 0 if it is not there. */
static unsigned line_of(const struct rewriting *from, struct ir_piece place) {
    const char *node = place.length > 0 ? memrchr(place.at, '!', place.length) : NULL;
    unsigned column;
    return node != NULL ? ir_place(from->text, node, &column) : 0;
}

/* A scalar without a value; its number, or 0 if there is no such type. */
static unsigned put_scalar(struct rewriting *to, struct ir_piece type, struct ir_piece place) {
    const struct read_carrier *carrier = carrier_of(type.at, type.length);
    if (carrier == NULL) {
        return 0;
    }
    unsigned number = ++to->count, line = line_of(to, place);
    fprintf(to->out,
            "  %%lockstep.unset.%u%s = call %s asm \".pragma \\22lockstep variable unset\\22; "
            "unset.%s $0, %u, %u, %d;\", \"%s\"() nounwind readnone%.*s\n",
            number, carrier->conversion != NULL ? ".raw" : "", carrier->carried, carrier->width,
            number, line, to->member, carrier->constraint, (int)place.length, place.at);
    if (carrier->conversion != NULL) {
        fprintf(to->out, "  %%lockstep.unset.%u = %s %s %%lockstep.unset.%u.raw to %.*s%.*s\n",
                number, carrier->conversion, carrier->carried, number, (int)type.length, type.at,
                (int)place.length, place.at);
    }
    return number;
}

/* The same of a scalar or a vector. */
static unsigned put_value(struct rewriting *to, struct ir_piece type, struct ir_piece place) {
    struct ir_piece element;
    unsigned long count = vector_of(type, &element);
    unsigned each = put_scalar(to, element, place), before = 0;
    for (unsigned long e = 0; each != 0 && e < count; e++) {
        unsigned now = ++to->count;
        char from[48] = "undef";
        if (e > 0) {
            snprintf(from, sizeof from, "%%lockstep.unset.%u", before);
        }
        fprintf(to->out,
                "  %%lockstep.unset.%u = insertelement %.*s %s, %.*s %%lockstep.unset.%u, "
                "i32 %lu%.*s\n",
                now, (int)type.length, type.at, from, (int)element.length, element.at, each, e,
                (int)place.length, place.at);
        before = now;
    }
    return count > 0 && each != 0 ? before : each;
}

/* The line that defines the value that ends at `name`: "  %name = …", before `line`; empty if there
 * is none in this function. */
static struct ir_piece definition(const struct rewriting *from, const char *line,
                                  struct ir_piece name) {
    char wanted[160];
    int length = snprintf(wanted, sizeof wanted, "\n  %.*s = ", (int)name.length, name.at);
    if (length < 0 || (size_t)length >= sizeof wanted) {
        return (struct ir_piece){0};
    }
    for (const char *at = line; at > from->text; at--) {
        if (*at == '\n' && !strncmp(at, wanted, (size_t)length)) {
            const char *start = at + length;
            return piece(start, start + strcspn(start, "\n"));
        }
        if (*at == '\n' && !strncmp(at, "\ndefine ", 8)) {
            break;
        }
    }
    return (struct ir_piece){0};
}

/* The name that ends a list of operands: "%12". */
static struct ir_piece last_name(struct ir_piece of) {
    const char *at = of.at + of.length;
    while (at > of.at && *--at != '%') {
        ;
    }
    size_t length = *at == '%' ? strcspn(at, " ,)\n") : 0;
    return (struct ir_piece){at, length};
}

/* The pointer that a getelementptr starts from. */
static struct ir_piece base_of(struct ir_piece defined) {
    const char *typed = ir_find(defined, "* %"), *opaque = ir_find(defined, ", ptr %");
    const char *at = typed != NULL ? typed + 2 : opaque != NULL ? opaque + 6 : NULL;
    return at != NULL ? piece(at, at + strcspn(at, " ,)\n")) : (struct ir_piece){0};
}

static const char part_of[] = "getelementptr ", variable[] = "alloca ", bitcast[] = "bitcast ";

/* The type in "alloca %struct.pair, align 4". */
static struct ir_piece type_of(struct ir_piece defined) {
    return piece(defined.at + sizeof variable - 1, ir_find(defined, ", align"));
}

static bool is_union(struct ir_piece type) {
    return ir_find(type, "%union.") != NULL || ir_find(type, "%\"union.") != NULL;
}

/* Whether the name leads to a variable, or to an element of an array that is one; or to a
 * structure's member, which clang 19 finds by its bytes. A union's members lie in one place. */
static bool find_place(struct rewriting *to, const char *line, struct ir_piece name) {
    struct ir_piece defined = definition(to, line, name), whole;
    bool member = false;
    while (ir_starts(defined, part_of)) {
        const char *type = ir_element_type(defined.at);
        whole = piece(type, memchr(type, ',', (size_t)(defined.at + defined.length - type)));
        struct ir_piece base = base_of(defined);
        if (whole.length == 0 || is_union(whole) || base.length == 0) {
            return false;
        }
        member |= *type == '%' || *type == '{' || strncmp(type, "<{", 2) == 0;
        defined = definition(to, line, base);
    }
    whole = ir_starts(defined, variable) ? type_of(defined) : (struct ir_piece){"", 0};
    to->member = member || (ir_find(whole, "%") != NULL && ir_find(whole, "*") == NULL);
    return whole.length > 0 && !is_union(whole);
}

/* "  store float 0xFFFFFFFFE0000000, float* %12, align 4, !dbg !95, !annotation !93" */
static bool put_store(struct rewriting *to, struct ir_piece line) {
    static const char store[] = "  store ";
    if (line.length < sizeof store || strncmp(line.at, store, sizeof store - 1) != 0) {
        return false;
    }
    static const char shy[] = "volatile ";
    const char *type = line.at + sizeof store - 1, *end = line.at + line.length;
    bool is_volatile = strncmp(type, shy, sizeof shy - 1) == 0;
    type += is_volatile ? sizeof shy - 1 : 0;
    const char *align = ir_find(line, ", align "), *place = ir_find(line, ", !dbg ");
    const char *mark = ir_find(line, to->mark), *cast = ir_find(line, " inttoptr (");
    const char *type_end = *type == '<' ? memchr(type, '>', (size_t)(end - type)) : NULL;
    type_end = cast != NULL       ? cast
               : type_end != NULL ? type_end + 1
                                  : memchr(type, ' ', (size_t)(end - type));
    if (align == NULL || type_end == NULL || type_end > align) {
        return false;
    }
    struct ir_piece name = last_name(piece(type, align));
    const char *to_type = name.at;
    /* Back over the pointer's type: names in quotes and types of functions may hold commas. */
    bool quoted = false;
    int parentheses = 0;
    while (to_type > type_end && (quoted || parentheses > 0 || strncmp(to_type, ", ", 2) != 0)) {
        to_type--;
        quoted ^= *to_type == '"';
        parentheses += quoted ? 0 : (*to_type == ')') - (*to_type == '(');
    }
    if (name.length == 0 || to_type == type_end) {
        return false;
    }
    if (!find_place(to, line.at, name)) {
        return false;
    }
    struct ir_piece debug = place != NULL ? piece(place, mark) : (struct ir_piece){"", 0};
    unsigned value = put_value(to, piece(type, type_end), debug);
    if (value == 0) {
        return false;
    }
    fprintf(to->out, "  store %s%.*s %%lockstep.unset.%u%.*s%.*s\n", is_volatile ? shy : "",
            (int)(type_end - type), type, value, (int)(mark - to_type), to_type,
            (int)(end - mark - strlen(to->mark)), mark + strlen(to->mark));
    return true;
}

/* "[4 x [8 x float]]": how many of what; 0 where it is no array of scalars or vectors. */
static unsigned long array_of(struct ir_piece type, struct ir_piece *element) {
    unsigned long count = 1;
    *element = type;
    while (ir_starts(*element, "[")) {
        count *= ir_count(type, element);
        type = *element;
    }
    struct ir_piece scalar;
    vector_of(type, &scalar);
    return carrier_of(scalar.at, scalar.length) != NULL ? count : 0;
}

/* ---- structures ------------------------------------------------------------------------------ */

/* Where the words of a variable get no value, one after the other. */
struct filling {
    struct rewriting *to;
    struct ir_piece whole, name, debug; /* the variable: its type, its name, its place */
    struct ir_piece type;               /* of the value that is ready: many words have one type */
    unsigned value, words;
    bool typed; /* pointers say to what: the IR of older compilers */
};

/* The type of a pointer to such. */
static void put_pointer(const struct filling *filling, struct ir_piece type) {
    if (filling->typed) {
        fprintf(filling->to->out, "%.*s* ", (int)type.length, type.at);
    } else {
        fputs("ptr ", filling->to->out);
    }
}

static bool fill_word(struct filling *filling, struct ir_piece type, const char *path) {
    FILE *out = filling->to->out;
    struct ir_piece element, debug = filling->debug, whole = filling->whole;
    vector_of(type, &element);
    if (carrier_of(element.at, element.length) == NULL) {
        return true; /* keeps its pattern */
    }
    if (filling->type.length != type.length ||
        strncmp(filling->type.at, type.at, type.length) != 0) {
        filling->value = put_value(filling->to, type, debug);
        filling->type = type;
    }
    unsigned at = ++filling->to->count;
    fprintf(out, "  %%lockstep.unset.%u = getelementptr inbounds %.*s, ", at, (int)whole.length,
            whole.at);
    put_pointer(filling, whole);
    fprintf(out, "%.*s, i32 0%s%.*s\n", (int)filling->name.length, filling->name.at, path,
            (int)debug.length, debug.at);
    fprintf(out, "  store %.*s %%lockstep.unset.%u, ", (int)type.length, type.at, filling->value);
    put_pointer(filling, type);
    fprintf(out, "%%lockstep.unset.%u%.*s\n", at, (int)debug.length, debug.at);
    return ++filling->words < MAX_ELEMENTS;
}

/* All words of what lies there; `path` leads to it. False: they are too many. */
static bool fill(struct filling *filling, struct ir_piece type, const char *path) {
    char inner[256];
    bool packed; /* a union's members lie in one place */
    struct ir_piece rest =
        is_union(type) ? (struct ir_piece){"", 0} : ir_members(filling->to->text, type, &packed);
    const bool structure = rest.length > 0;
    struct ir_piece element = {"", 0};
    const unsigned long count = ir_starts(type, "[") ? ir_count(type, &element) : 0;
    for (unsigned long n = 0; n < count; n++) {
        snprintf(inner, sizeof inner, "%.200s, i64 %lu", path, n);
        if (!fill(filling, element, inner)) {
            return false;
        }
    }
    for (unsigned n = 0; rest.length > 0 && *rest.at != '}'; n++) {
        const struct ir_piece one = ir_first(rest);
        snprintf(inner, sizeof inner, "%.200s, i32 %u", path, n);
        if (!fill(filling, one, inner)) {
            return false;
        }
        rest = ir_next(rest, one);
    }
    return element.length > 0 || structure || fill_word(filling, type, path);
}

/* "  call void @llvm.memset.…(…* %28, i8 -86, i64 68, …" or a memcpy of a pattern: a store for each
 * word, which the machine carries out at no cost. The call stays for what lies between the words of
 * a structure, or of an array of such. */
static bool put_aggregate(struct rewriting *to, struct ir_piece line) {
    const char *call = ir_find(line, "@llvm.memset."), *copy = ir_find(line, "@llvm.memcpy.");
    const char *place = ir_find(line, ", !dbg "), *mark = ir_find(line, to->mark);
    call = call != NULL ? call : copy;
    const char *open = call != NULL ? strchr(call, '(') : NULL;
    const char *comma = open != NULL ? strstr(open, ", ") : NULL;
    if (comma == NULL || comma > mark) {
        return false;
    }
    struct ir_piece name = last_name(piece(open, comma)), defined = definition(to, line.at, name);
    if (ir_starts(defined, bitcast)) {
        const char *type = defined.at + sizeof bitcast - 1;
        const char *base = memmem(type, (size_t)(defined.at + defined.length - type), "* %", 3);
        name = base != NULL ? piece(base + 2, base + 2 + strcspn(base + 2, " ")) : name;
        defined = base != NULL ? definition(to, line.at, name) : defined;
    }
    if (!ir_starts(defined, variable)) {
        return false;
    }
    struct filling filling = {.to = to,
                              .whole = type_of(defined),
                              .name = name,
                              .typed = ir_find(line, "i8* ") != NULL,
                              .debug =
                                  place != NULL ? piece(place, mark) : (struct ir_piece){"", 0}};
    struct ir_piece element;
    const unsigned long count = copy == NULL ? array_of(filling.whole, &element) : 0;
    to->member = count == 0;
    if (count > MAX_ELEMENTS || (count == 0 && ir_find(filling.whole, "%") == NULL)) {
        return false;
    }
    if (count == 0) {
        fprintf(to->out, "%.*s\n", (int)line.length, line.at);
    }
    fill(&filling, filling.whole, "");
    return true;
}

/* "@_ZZ3sumPfE4part = internal addrspace(3) global [4 x float] undef, align 4": shared memory
 * begins with anything, and that is no constant that the compiler may like either. */
static bool put_shared(struct rewriting *to, struct ir_piece line) {
    static const char global[] = " addrspace(3) global ", known[] = " undef, ";
    const char *at = *line.at == '@' ? ir_find(line, global) : NULL;
    if (at == NULL || ir_find(piece(at, line.at + line.length), known) == NULL) {
        return false;
    }
    const char *kept = at + strlen(" addrspace(3)");
    fprintf(to->out, "%.*s externally_initialized%.*s\n", (int)(kept - line.at), line.at,
            (int)(line.at + line.length - kept), kept);
    return true;
}

/* "@_ZN12_GLOBAL__N_15countE = internal addrspace(1) global i32 0, align 4": the host copies into
 * and out of variables of a namespace without a name, too, or of a type without one. clang exports
 * what is `static` by itself. */
static bool put_exported(struct rewriting *to, struct ir_piece line) {
    static const char inner[] = " = internal addrspace(1) global ";
    const char *at = *line.at == '@' ? ir_find(line, inner) : NULL;
    if (at == NULL || ir_starts(line, "@_ZZ")) { /* a function's own */
        return false;
    }
    const char *type = at + strlen(inner);
    fprintf(to->out, "%.*s = dso_local addrspace(1) externally_initialized global %.*s\n",
            (int)(at - line.at), line.at, (int)(line.at + line.length - type), type);
    return true;
}

/* A line of a function: true if it is replaced. */
static bool put_line(struct rewriting *to, struct ir_piece line, bool ours) {
    return ours ? put_store(to, line) || put_aggregate(to, line)
                : put_shared(to, line) || put_exported(to, line);
}

/* Finds what marks clang's own stores; empty if it makes none. */
static void find_mark(struct rewriting *to) {
    const char *node = strstr(to->text, " = !{!\"auto-init\"}"), *number = node;
    while (number != NULL && number > to->text && *number != '!') {
        number--;
    }
    if (node != NULL && (size_t)(node - number) < sizeof to->mark - 16) {
        snprintf(to->mark, sizeof to->mark, ", !annotation %.*s", (int)(node - number), number);
    }
}

static int put_module(const char *llvm, FILE *out) {
    struct rewriting to = {.out = out, .text = llvm};
    find_mark(&to);
    const size_t length = strlen(to.mark);
    for (const char *at = llvm; *at != '\0';) {
        struct ir_piece line = {at, strcspn(at, "\n")};
        const char *mark = length > 0 ? ir_find(line, to.mark) : NULL;
        bool ours = mark != NULL && (mark + length == at + line.length || mark[length] == ',');
        if (!put_line(&to, line, ours)) {
            fwrite(at, 1, line.length, out);
            fputc('\n', out);
        }
        at += line.length + (at[line.length] != '\0');
    }
    return ferror(out) ? -1 : 0;
}

int record_unset(const char *llvm, FILE *out) {
    char *kept = record_kept(llvm);
    const int result = kept != NULL ? put_module(kept, out) : -1;
    free(kept);
    return result;
}
