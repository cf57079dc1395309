/* Follows pointers from an access back to the variable, and adds up offsets on the way. */
#include "element_bounds.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 32, MOST_INDICES = 16 };

struct c_layout {
    uint64_t size, align; /* align 0: not known */
};

/* Where a pointer leads: an offset in a variable, and the array that a variable index goes into. */
struct reached {
    struct c_layout whole;
    uint64_t offset;
    uint64_t start, bytes; /* the array around the offset, with all its dimensions; 0 bytes: none */
    bool nested;           /* what lies at the offset is an element of it, maybe a row */
    bool bounded;          /* an index that is no constant goes into that array */
    bool wider;            /* the variable lies in twice its bytes (kept_accesses.c) */
};

static uint64_t round_up(uint64_t size, uint64_t align) {
    return align > 0 ? (size + align - 1) / align * align : size;
}

static struct c_layout layout_of(const char *llvm, struct ir_piece type, int depth);

/* The layout of a structure; of member `which`, its type and where it begins. */
static struct c_layout layout_members(const char *llvm, struct ir_piece type, int depth,
                                      uint64_t which, struct ir_piece *member, uint64_t *offset) {
    bool packed;
    struct ir_piece rest = ir_members(llvm, type, &packed);
    struct c_layout whole = {0, rest.length > 0 ? 1 : 0};
    for (uint64_t n = 0; rest.length > 0 && *rest.at != '}'; n++) {
        const struct ir_piece one = ir_first(rest);
        const struct c_layout layout = layout_of(llvm, one, depth + 1);
        if (layout.align == 0) {
            return (struct c_layout){0};
        }
        whole.size = round_up(whole.size, packed ? 1 : layout.align);
        if (n == which) {
            *member = one;
            *offset = whole.size;
        }
        whole.size += layout.size;
        whole.align = !packed && layout.align > whole.align ? layout.align : whole.align;
        rest = ir_next(rest, one);
    }
    whole.size = round_up(whole.size, whole.align);
    return whole;
}

/* Size and alignment of a type on the GPU; align 0 where they are not known. */
static struct c_layout layout_of(const char *llvm, struct ir_piece type, int depth) {
    static const struct {
        const char *word;
        uint64_t bytes;
    } scalars[] = {{"i1", 1},    {"i8", 1},  {"i16", 2},    {"half", 2}, {"i32", 4},
                   {"float", 4}, {"i64", 8}, {"double", 8}, {"ptr", 8},  {"i128", 16}};
    struct ir_piece element = {"", 0}, member;
    uint64_t offset;
    if (type.length == 0 || depth > MOST_INDICES) {
        return (struct c_layout){0};
    }
    if (type.at[type.length - 1] == '*' || ir_starts(type, "ptr addrspace(")) {
        return (struct c_layout){8, 8};
    }
    for (size_t n = 0; n < sizeof scalars / sizeof *scalars; n++) {
        if (strlen(scalars[n].word) == type.length && ir_starts(type, scalars[n].word)) {
            return (struct c_layout){scalars[n].bytes, scalars[n].bytes};
        }
    }
    const bool vector = *type.at == '<' && !ir_starts(type, "<{");
    if (*type.at != '[' && !vector) {
        return layout_members(llvm, type, depth, UINT64_MAX, &member, &offset);
    }
    uint64_t count = ir_count(type, &element);
    const struct c_layout one = layout_of(llvm, element, depth + 1);
    count = vector && count == 3 ? 4 : count;
    return (struct c_layout){count * one.size, vector ? count * one.size : one.align};
}

static bool is_number(struct ir_piece text) {
    return text.length > 0 && strspn(text.at, "-0123456789") >= text.length;
}

/* An index into the type at hand: moves on, and says into what. False: it is not understood. */
static bool step_into(const char *llvm, struct reached *reach, struct ir_piece *type,
                      struct ir_piece index, bool hidden) {
    const uint64_t number = strtoull(index.at, NULL, 10);
    if (*type->at == '[') {
        struct ir_piece element = {"", 0};
        const uint64_t count = ir_count(*type, &element);
        const struct c_layout one = layout_of(llvm, element, 0);
        if (!reach->nested) { /* programs may go through all rows by one index */
            reach->start = reach->offset;
            reach->bytes = count * one.size;
        }
        reach->nested = true;
        reach->bounded = hidden || !is_number(index);
        reach->offset += reach->bounded ? 0 : number * one.size;
        *type = element;
        return one.align > 0;
    }
    uint64_t offset = 0;
    struct ir_piece member = {"", 0};
    if (!is_number(index) || layout_members(llvm, *type, 0, number, &member, &offset).align == 0) {
        return false;
    }
    reach->offset += offset;
    reach->nested = false;
    *type = member;
    return member.length > 0;
}

/* The type in "getelementptr inbounds [2 x i8], ptr %17, i64 0, i64 %19" */
static struct ir_piece type_of(const struct ir_line *line) {
    const char *word = ir_find(line->text, "getelementptr ");
    struct ir_piece rest = {word, (size_t)(line->text.at + line->text.length - word)};
    struct ir_piece type = ir_first(rest);
    const char *after = type.at + type.length;
    type.at = ir_element_type(type.at);
    type.length = (size_t)(after - type.at);
    return type;
}

static bool add_element(const char *llvm, const struct ir_line *line, struct reached *reach) {
    struct ir_piece rest, type = type_of(line);
    const char *after = type.at + type.length;
    struct ir_piece index[MOST_INDICES];
    size_t count = 0;
    for (bool pointer = true; *after == ',' && count < MOST_INDICES; pointer = false) {
        rest =
            (struct ir_piece){after + 2, (size_t)(line->text.at + line->text.length - after - 2)};
        const struct ir_piece one = ir_first(rest);
        if (ir_starts(one, "!dbg")) {
            break;
        }
        index[count] = ir_last_word(one);
        count += !pointer;
        after = one.at + one.length;
    }
    if (reach->bounded) {
        return true; /* all that follows lies in it */
    }
    const struct c_layout one = layout_of(llvm, type, 0);
    const bool first_hidden = count == 1 && line->wrong;
    if (count == 0 || one.align == 0) {
        return false;
    }
    if (!is_number(index[0]) || first_hidden) {
        const bool inside = reach->bytes > 0 && reach->offset == reach->start;
        reach->start = inside ? reach->start : 0;
        reach->bytes = inside ? reach->bytes : reach->whole.size;
        reach->bounded = inside || reach->offset == 0;
        return reach->bounded;
    }
    reach->offset += strtoull(index[0].at, NULL, 10) * one.size;
    bool good = true;
    for (size_t n = 1; n < count && good && !reach->bounded; n++) {
        good = step_into(llvm, reach, &type, index[n], n + 1 == count && line->wrong);
    }
    return good;
}

/* Whether a value is the pointer variable's own, moved on: `p++`. */
static bool moves_on(const struct ir_function *in, size_t value, size_t variable) {
    for (int n = 0; n < MOST_STEPS && value != NO_LINE; n++) {
        const struct ir_line *line = &in->lines[value];
        if (line->operation == LOAD) {
            return line->to == variable;
        }
        value = line->operation == ELEMENT || line->operation == CAST ? line->to : NO_LINE;
    }
    return false;
}

/* The line of the variable that a pointer variable always points into; NO_LINE if it may change.
 * `moves`: it goes on from there. */
static size_t only_value(const struct ir_function *in, size_t variable, bool *moves) {
    size_t s = variable != NO_LINE && in->lines[variable].operation == VARIABLE
                   ? in->lines[variable].stores
                   : NO_LINE;
    size_t value = NO_LINE;
    for (bool single = true; s != NO_LINE; s = in->lines[s].next) {
        struct ir_piece parts[IR_PARTS];
        ir_split(in->lines[s].text, parts);
        const size_t one = ir_line_of(in, ir_last_word(parts[0]));
        if (moves_on(in, one, variable)) {
            *moves = true;
            continue;
        }
        /* One of several single variables is as long as the other. */
        single = single && one != NO_LINE && in->lines[one].passed;
        if (value != NO_LINE && !single) {
            return NO_LINE;
        }
        value = one;
    }
    for (size_t n = variable + 1; n < in->count && ir_variable_of(in, value) != NO_LINE; n++) {
        const struct ir_line *line = &in->lines[n];
        const bool plain = (line->operation == STORE && line->to == variable) ||
                           line->operation == LOAD || line->operation == NOTHING;
        const char *at = plain ? NULL : ir_find(line->text, "%");
        for (; at != NULL && at < line->text.at + line->text.length; at++) {
            if (*at == '%' &&
                ir_line_of(in, ir_name_at(at, line->text.at + line->text.length)) == variable &&
                ir_find(line->text, " to i8*") == NULL) {
                return NO_LINE; /* its address goes elsewhere */
            }
        }
    }
    return ir_variable_of(in, value) != NO_LINE ? value : NO_LINE;
}

/* Where the pointer moves on, or a vector's offset does, all that it points into may be meant. */
static void reach_all(struct reached *reach) {
    if (!reach->bounded) {
        reach->bytes = reach->bytes > 0 ? reach->bytes : reach->whole.size;
        reach->bounded = true;
    }
}

static bool follow(const char *llvm, const struct ir_function *in, size_t at, int depth,
                   struct reached *reach) {
    if (at == NO_LINE || depth > MOST_STEPS) {
        return false;
    }
    const struct ir_line *line = &in->lines[at];
    switch (line->operation) {
    case VARIABLE: {
        const char *type = ir_variable_type(line);
        const struct ir_piece rest = {type, (size_t)(line->text.at + line->text.length - type)};
        reach->whole = layout_of(llvm, ir_first(rest), 0);
        reach->wider = line->passed;
        return reach->whole.align > 0;
    }
    case CAST:
        return follow(llvm, in, line->to, depth + 1, reach);
    case LOAD: {
        bool moves = false;
        const size_t value = only_value(in, line->to, &moves);
        if (!follow(llvm, in, value, depth + 1, reach)) {
            return false;
        }
        if (moves) {
            reach_all(reach);
        }
        return true;
    }
    case ELEMENT:
        return follow(llvm, in, line->to, depth + 1, reach) && add_element(llvm, line, reach);
    default:
        return false;
    }
}

/* The pointer of "store i8 1, ptr %20, align 1" or "%21 = load volatile i8, ptr %20, align 1". */
static size_t pointer_of(const struct ir_function *in, const struct ir_line *line) {
    const struct ir_piece text = line->text;
    const char *after = line->name.length > 0 ? line->name.at + line->name.length : NULL;
    const bool load = after != NULL && ir_find(text, " = load ") == after;
    struct ir_piece parts[IR_PARTS];
    return (load || line->operation == STORE) && ir_split(text, parts) > 1
               ? ir_line_of(in, ir_last_word(parts[1]))
               : NO_LINE;
}

/* Bytes of an array's structures or vectors, into one of which the pointer leads; 0 of numbers. */
static uint64_t element_of(const char *llvm, const struct ir_function *in, size_t pointer) {
    struct ir_piece type = {"", 0};
    for (int n = 0; n < MOST_STEPS && pointer != NO_LINE; n++) {
        const struct ir_line *line = &in->lines[pointer];
        type = line->operation == ELEMENT ? type_of(line) : type;
        pointer = line->operation == ELEMENT || line->operation == CAST ? line->to : NO_LINE;
    }
    while (*type.at == '[' && ir_count(type, &type) > 0) {
    }
    return *type.at == '%' || *type.at == '<' ? layout_of(llvm, type, 0).size : 0;
}

/* Bytes of an integer that is loaded: what computes with its lowest byte may load no more of it. */
static uint64_t integer_at(const char *llvm, const struct ir_line *line) {
    const char *load = ir_find(line->text, " = load i");
    if (load == NULL) {
        return 0;
    }
    const char *type = load + strlen(" = load ");
    const struct ir_piece rest = {type, (size_t)(line->text.at + line->text.length - type)};
    return layout_of(llvm, ir_first(rest), 0).size;
}

/* The same of an access, or of a call's first pointer into such an array: a copy, an atomic. */
static uint64_t element_at(const char *llvm, const struct ir_function *in, size_t n,
                           size_t pointer) {
    const struct ir_piece text = in->lines[n].text;
    const char *end = text.at + text.length;
    const char *at = in->lines[n].operation == EFFECT ? ir_find(text, " call ") : NULL;
    uint64_t element = element_of(llvm, in, pointer);
    while (at != NULL && element == 0) {
        at = memchr(at + 1, '%', (size_t)(end - at - 1));
        element = at != NULL ? element_of(llvm, in, ir_line_of(in, ir_name_at(at, end))) : 0;
    }
    const bool number = element == 0 && pointer != NO_LINE;
    return number && in->lines[pointer].operation != VARIABLE ? integer_at(llvm, &in->lines[n])
                                                              : element;
}

void record_element_bounds(const char *llvm, const struct ir_function *in, FILE *out) {
    for (size_t n = 0; n < in->count; n++) {
        struct ir_piece offset, name;
        const bool vector = ir_vector_call(in->lines[n].text, &offset, &name);
        const size_t pointer = vector ? ir_line_of(in, name) : pointer_of(in, &in->lines[n]);
        struct reached reach = {0};
        const char *place = ir_find(in->lines[n].text, ", !dbg !");
        const uint64_t element = place != NULL ? element_at(llvm, in, n, pointer) : 0;
        const bool followed = place != NULL && pointer != NO_LINE &&
                              (in->lines[pointer].operation != VARIABLE || vector) &&
                              follow(llvm, in, pointer, 0, &reach);
        if (vector && followed) {
            reach_all(&reach);
        }
        const bool bounded = followed && reach.bounded;
        unsigned column = 0;
        const unsigned line =
            element > 0 || bounded ? ir_place(llvm, place + strlen(", !dbg "), &column) : 0;
        if (line > 0 && column > 0 && element > 0) {
            fprintf(out, "module asm \".pragma \\22lockstep element %u %u %llu\\22;\"\n", line,
                    column, (unsigned long long)element);
        }
        if (line > 0 && column > 0 && bounded) {
            fprintf(out, "module asm \".pragma \\22lockstep bounds %u %u %llu %llu %llu\\22;\"\n",
                    line, column,
                    (unsigned long long)reach.whole.size * (reach.wider ? IR_WIDER : 1),
                    (unsigned long long)reach.start, (unsigned long long)reach.bytes);
        }
    }
}
