#include "kernel_description.h"
#include "../array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from LLVM's text ------------------------------------------------------------------------ */

/* The text of metadata node `number`, behind "!{"; "" if there is none. */
static const char *node(const char *llvm, unsigned number) {
    char start[32];
    snprintf(start, sizeof start, "\n!%u = !{", number);
    const char *at = strstr(llvm, start);
    return at != NULL ? at + strlen(start) : "";
}

/* The node that a function's line refers to as `!name !number`; "" if it does not. */
static const char *attached(const char *llvm, const char *line, const char *name) {
    const char *end = strchr(line, '\n');
    char key[64];
    unsigned number;
    snprintf(key, sizeof key, " !%s !", name);
    const char *at = strstr(line, key);
    if (at == NULL || (end != NULL && at > end) || sscanf(at + strlen(key), "%u", &number) != 1) {
        return "";
    }
    return node(llvm, number);
}

/* Takes the next element of a node's text: `!"text"` without its marks, or `i32 7` as a number.
 * false at the node's end. */
static bool element(const char **at, char *text, size_t size) {
    const char *from = *at;
    while (*from == ' ' || *from == ',') {
        from++;
    }
    bool quoted = !strncmp(from, "!\"", 2);
    if (!quoted && strncmp(from, "i32 ", 4) != 0) {
        return false;
    }
    from += quoted ? 2 : 4;
    size_t length = strcspn(from, quoted ? "\"" : ",}");
    snprintf(text, size, "%.*s", (int)length, from);
    *at = from + length + quoted;
    return true;
}

static const char *space_name(const char *number) {
    static const char *const names[] = {"private", "global", "constant", "local"};
    unsigned long index = strtoul(number, NULL, 10);
    return names[index < 4 ? index : 0];
}

static void write_arguments(FILE *out, const char *llvm, const char *line, const char *kernel) {
    const char *spaces = attached(llvm, line, "kernel_arg_addr_space");
    const char *accesses = attached(llvm, line, "kernel_arg_access_qual");
    const char *types = attached(llvm, line, "kernel_arg_type");
    const char *qualifiers = attached(llvm, line, "kernel_arg_type_qual");
    const char *names = attached(llvm, line, "kernel_arg_name");
    char space[16], access[16], type[64], qualifier[32], name[64];
    for (unsigned n = 0;
         element(&spaces, space, sizeof space) && element(&accesses, access, sizeof access) &&
         element(&types, type, sizeof type) && element(&qualifiers, qualifier, sizeof qualifier) &&
         element(&names, name, sizeof name);
         n++) {
        for (char *blank = qualifier; (blank = strchr(blank, ' ')) != NULL;) {
            *blank = ',';
        }
        fprintf(out, ".pragma \"lockstep argument %s %u %s %s %s %s %s\";\n", kernel, n,
                *name ? name : "-", space_name(space), access, *qualifier ? qualifier : "-", type);
    }
}

/* " name(8,2,1)", where the kernel has it. */
static void write_sizes(FILE *out, const char *llvm, const char *line, const char *name) {
    const char *at = attached(llvm, line, name);
    char x[16], y[16], z[16];
    if (element(&at, x, sizeof x) && element(&at, y, sizeof y) && element(&at, z, sizeof z)) {
        fprintf(out, " %s(%s,%s,%s)", name, x, y, z);
    }
}

/* " vec_type_hint(uint4)", from `<4 x i32> undef, i32 0`: the last number says whether it is
 * signed. */
static void write_vector_hint(FILE *out, const char *llvm, const char *line) {
    static const char *const names[][2] = {
        {"i8", "char"},   {"i16", "short"},   {"i32", "int"},      {"i64", "long"},
        {"half", "half"}, {"float", "float"}, {"double", "double"}};
    const char *at = attached(llvm, line, "vec_type_hint");
    char width[4] = "", type[8];
    int is_signed;
    if (sscanf(at, "<%3[0-9] x %7[a-z0-9]> undef, i32 %d", width, type, &is_signed) != 3 &&
        sscanf(at, "%7[a-z0-9] undef, i32 %d", type, &is_signed) != 2) {
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(type, names[i][0])) {
            fprintf(out, " vec_type_hint(%s%s%s)", type[0] == 'i' && !is_signed ? "u" : "",
                    names[i][1], width);
        }
    }
}

static void write_kernel(FILE *out, const char *llvm, const char *line) {
    const char *name = strchr(line, '@');
    size_t length = name != NULL ? strcspn(name + 1, "(") : 0;
    char kernel[256], number[16];
    if (length == 0 || length >= sizeof kernel) {
        return;
    }
    snprintf(kernel, sizeof kernel, "%.*s", (int)length, name + 1);
    const char *required = attached(llvm, line, "reqd_work_group_size");
    fprintf(out, ".pragma \"lockstep kernel %s", kernel);
    for (int axis = 0; axis < 3; axis++) {
        fprintf(out, " %s", element(&required, number, sizeof number) ? number : "0");
    }
    write_sizes(out, llvm, line, "reqd_work_group_size");
    write_sizes(out, llvm, line, "work_group_size_hint");
    write_vector_hint(out, llvm, line);
    fprintf(out, "\";\n");
    write_arguments(out, llvm, line, kernel);
}

/* For a recording: the text that no file holds. */
static void write_text(const struct opencl_source *source, FILE *out) {
    fputs(".pragma \"lockstep source ", out);
    for (const char *at = source->text; at < source->text + source->length; at++) {
        fputs(*at == '"' || *at == '\\' ? "\\" : "", out);
        fputs(*at == '\n' ? "\\n" : (char[]){*at, '\0'}, out);
    }
    fputs("\";\n", out);
}

char *opencl_describe(const char *llvm, const struct opencl_source *source) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    fputc('\n', out);
    for (const char *line = strstr(llvm, "\ndefine "); line != NULL;
         line = strstr(line, "\ndefine ")) {
        const char *end = strchr(++line, '\n');
        const char *mark = strstr(line, " !kernel_arg_addr_space !");
        if (mark != NULL && (end == NULL || mark < end)) {
            write_kernel(out, llvm, line);
        }
    }
    if (source->notes && source->name == NULL) {
        write_text(source, out);
    }
    bool failed = ferror(out);
    if (fclose(out) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- from PTX -------------------------------------------------------------------------------- */

static bool add_kernel(struct opencl_kernels *kernels, const char *text) {
    struct opencl_kernel kernel = {0};
    if (sscanf(text, "%255s %u %u %u %127[^\"]", kernel.name, &kernel.required[0],
               &kernel.required[1], &kernel.required[2], kernel.attributes) < 4) {
        return true;
    }
    if (!array_grow(&kernels->items, &kernels->room, kernels->count + 1)) {
        return false;
    }
    kernels->items[kernels->count++] = kernel;
    return true;
}

static bool add_argument(struct opencl_kernels *kernels, const char *text) {
    struct opencl_argument argument = {0};
    char name[256];
    unsigned index;
    if (kernels->count == 0 ||
        sscanf(text, "%255s %u %63s %11s %11s %31s %63[^\"]", name, &index, argument.name,
               argument.space, argument.access, argument.qualifiers, argument.type) != 7) {
        return true;
    }
    struct opencl_kernel *kernel = &kernels->items[kernels->count - 1];
    if (strcmp(kernel->name, name) != 0 || index != kernel->argument_count) {
        return true;
    }
    if (!array_grow(&kernel->arguments, &kernel->argument_room, index + 1)) {
        return false;
    }
    kernel->arguments[kernel->argument_count++] = argument;
    return true;
}

bool opencl_kernels_read(const char *ptx, struct opencl_kernels *kernels) {
    static const char start[] = "\n.pragma \"lockstep ";
    static const char kernel[] = "kernel ", argument[] = "argument ";
    *kernels = (struct opencl_kernels){0};
    bool good = true;
    for (const char *at = strstr(ptx, start); at != NULL && good; at = strstr(at, start)) {
        at += sizeof start - 1;
        if (!strncmp(at, kernel, sizeof kernel - 1)) {
            good = add_kernel(kernels, at + sizeof kernel - 1);
        } else if (!strncmp(at, argument, sizeof argument - 1)) {
            good = add_argument(kernels, at + sizeof argument - 1);
        }
    }
    return good;
}

void opencl_kernels_clear(struct opencl_kernels *kernels) {
    for (size_t i = 0; i < kernels->count; i++) {
        free(kernels->items[i].arguments);
    }
    free(kernels->items);
    *kernels = (struct opencl_kernels){0};
}
