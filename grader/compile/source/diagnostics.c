/* Compilers' messages, read line by line. */
#include "../../message_text.h"
#include "source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place in a student's file that the text names, as in "histogram.c:12:5: …". */
static bool read_place(const struct lab *lab, const char *text, const char *end,
                       struct finding *finding) {
    for (size_t i = 0; i < lab->file_count; i++) {
        size_t length = strlen(lab->files[i].name);
        if ((size_t)(end - text) > length && memcmp(text, lab->files[i].name, length) == 0 &&
            text[length] == ':' && isdigit((unsigned char)text[length + 1])) {
            finding->file = lab->files[i].name;
            finding->line = atoi(text + length + 1);
            return true;
        }
    }
    return false;
}

/* "histogram.c:45: undefined reference to `f'", a linker's complaint, in a student's words; the
 * place is missing where nothing tells it. NULL when there is no such complaint. */
static struct finding *read_linker(struct arena *arena, const struct lab *lab, const char *output) {
    static const struct {
        const char *mark;
        enum found id;
    } complaints[] = {{"undefined reference to `", FOUND_UNDEFINED},
                      {"multiple definition of `", FOUND_DEFINED_TWICE}};
    for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++) {
        const char *mark = strstr(output, complaints[i].mark), *line = mark;
        if (mark == NULL) {
            continue;
        }
        while (line > output && line[-1] != '\n') {
            line--;
        }
        const char *name = strchr(mark, '`') + 1;
        name = arena_printf(arena, "%.*s", (int)strcspn(name, "'\n"), name);
        struct finding *finding =
            finding_make(arena, complaints[i].id, MESSAGE_VALUES(message_string("name", name)));
        read_place(lab, line, mark, finding);
        return finding;
    }
    return NULL;
}

/* For an error in a header: the student's line that included it stands before the error ("In file
 * included from …"), the one that made a template of it after (a note). */
static void read_cause(const struct lab *lab, const char *output, const char *line,
                       struct finding *finding) {
    for (const char *before = output; before < line; before = strchrnul(before, '\n') + 1) {
        const char *end = strchrnul(before, '\n'),
                   *from = memmem(before, (size_t)(end - before), "from ", 5);
        if (from != NULL) {
            read_place(lab, from + 5, end, finding);
        }
    }
    for (const char *end = strchrnul(line, '\n'); *end != '\0';) {
        const char *next = end + 1;
        end = strchrnul(next, '\n');
        if (memmem(next, (size_t)(end - next), "error: ", 7) != NULL ||
            read_place(lab, next, end, finding)) {
            return;
        }
    }
}

/* Complaints of compilers that tell a student little: how they begin, what they hold, and what to
 * look for. The first row that fits counts. */
static const struct {
    const char *begin, *hold, *advice;
} hints[] = {
    {"function definition is not allowed here", "", "Is a closing brace missing above?"},
    {"expected declaration or statement at end of input", "", "Is a closing brace missing above?"},
    {"expected '}'", "", "Is a closing brace missing above?"},
    {"unterminated function-like macro", "", "Is a closing parenthesis missing?"},
    {"unterminated argument list", "", "Is a closing parenthesis missing?"},
    {"'thrust/", "file not found", "The grader has no Thrust: write this part yourself."},
    {"'cub/", "file not found", "The grader has no CUB: write this part yourself."},
    {"'", "file not found",
     "Only the files that the lab names are compiled: put what you need into one of them."},
    {"", ": No such file or directory",
     "Only the files that the lab names are compiled: put what you need into one of them."},
};

static const char *look_for(const char *message) {
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        if (strncmp(message, hints[i].begin, strlen(hints[i].begin)) == 0 &&
            strstr(message, hints[i].hold) != NULL) {
            return hints[i].advice;
        }
    }
    return NULL;
}

/* `int half = 2;` where half is a type: clang quotes the line, from version 17 on behind its number
 * ("    9 | "), and its column is the name's. */
static const char *name_of_type(struct arena *arena, const char *message, const char *place,
                                const char *end) {
    static const char combined[] = "cannot combine with ", before[] = ": error: ";
    if (strncmp(message, combined, sizeof combined - 1) != 0 || *end == '\0' ||
        message - place < (ptrdiff_t)sizeof before) {
        return NULL;
    }
    const char *const colon = memrchr(place, ':', (size_t)(message - place) - sizeof before + 1);
    const int column = colon != NULL ? atoi(colon + 1) : 0;
    const char *quoted = end + 1, *const bar = quoted + strspn(quoted, " 0123456789");
    quoted = bar > quoted && strncmp(bar, "| ", 2) == 0 ? bar + 2 : quoted;
    if (column < 1 || strcspn(quoted, "\n") < (size_t)column) {
        return NULL;
    }
    const char *const name = quoted + column - 1;
    const int length = (int)strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");
    return length == 0
               ? NULL
               : message_print(arena, "%.*s is the name of a type here: choose another one.",
                               length, name);
}

/* What clang says of a function inside another one, which gcc takes. */
static const char nested_function[] = "function definition is not allowed here";

/* "histogram.c:12:5: error: message" at `line`, whose text ends at `end`. */
static struct finding *read_error(struct arena *arena, const struct lab *lab, const char *output,
                                  const char *line, const char *end) {
    const char *mark = memmem(line, (size_t)(end - line), "error: ", 7);
    if (mark == NULL) { /* the assembler's */
        mark = memmem(line, (size_t)(end - line), "Error: ", 7);
    }
    if (mark == NULL) {
        return NULL;
    }
    const char *message = arena_printf(arena, "%.*s", (int)(end - mark - 7), mark + 7);
    const bool nested = strncmp(message, nested_function, strlen(nested_function)) == 0;
    struct finding *finding =
        finding_make(arena, nested ? FOUND_NESTED_FUNCTION : FOUND_COMPILE_ERROR,
                     MESSAGE_VALUES(message_string("message", message)));
    finding->advice = name_of_type(arena, mark + 7, line, end);
    if (finding->advice == NULL) {
        finding->advice = look_for(finding->message);
    }
    if (!read_place(lab, line, end, finding)) {
        read_cause(lab, output, line, finding);
    }
    return finding;
}

/* An argument list that never ends takes the rest of the file: what is said of that rest before its
 * beginning is said has no other cause. */
static bool is_unended(const struct finding *finding) {
    return strstr(finding->message, "unterminated") != NULL &&
           strstr(finding->message, "macro") != NULL;
}

struct finding *diagnostics_first_error(struct arena *arena, const struct lab *lab,
                                        const char *output) {
    output = diagnostics_clean(arena, output);
    struct finding *first = read_linker(arena, lab, output);
    if (first != NULL) {
        return first;
    }
    for (const char *line = output; *line != '\0';) {
        const char *end = strchrnul(line, '\n');
        struct finding *finding = read_error(arena, lab, output, line, end);
        if (finding != NULL && is_unended(finding)) {
            return finding;
        }
        first = first != NULL ? first : finding;
        line = *end == '\n' ? end + 1 : end;
    }
    return first;
}

/* How gcc, clang, LLVM and the shell that calls them begin such lines, behind their own name. */
static const char *const troubles[] = {"fatal error: error in backend: ",
                                       "error: clang frontend command failed",
                                       "error: unable to execute command: ",
                                       "error: unknown argument",
                                       "error: unrecognized command-line option ",
                                       "LLVM ERROR: ",
                                       "/bin/sh: ", /* no such program, or none to run */
                                       "Segmentation fault",
                                       "Aborted",
                                       "Illegal instruction",
                                       "Bus error"};

/* What begins behind "clang: ", or the line. */
static const char *behind_name(const char *line) {
    static const char *const names[] = {"gcc: ", "cc1: ", "clang: ", "clang++: "};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(line, names[i], strlen(names[i])) == 0) {
            return line + strlen(names[i]);
        }
    }
    return line;
}

/* "histogram.c:12:5: internal compiler error: …" of gcc, not an #error that says so. */
static bool is_internal(const char *line, size_t length) {
    const char *mark = memmem(line, length, ": internal compiler error: ", 27);
    return mark != NULL && memmem(line, (size_t)(mark - line), "error", 5) == NULL;
}

const char *diagnostics_own_trouble(struct arena *arena, const char *output) {
    for (const char *line = output; *line != '\0'; line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        bool found = is_internal(line, length);
        for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++) {
            found = found || strncmp(behind_name(line), troubles[i], strlen(troubles[i])) == 0;
        }
        if (found) {
            return arena_printf(arena, "%.*s", (int)length, line);
        }
        line += length;
    }
    return NULL;
}

/* The bytes of clang's "2 warnings generated.", which tells nothing, if that is the line here. */
static size_t count_line(const char *line) {
    size_t digits = strspn(line, "0123456789"), length = strcspn(line, "\n");
    const char *words = memmem(line, length, " generated.", 11);
    bool counts =
        digits > 0 && words != NULL && words + 11 == line + length &&
        (strncmp(line + digits, " warning", 8) == 0 || strncmp(line + digits, " error", 6) == 0);
    return counts ? length + (line[length] == '\n') : 0;
}

/* The bytes of a name that a compiler made up for a file of its own, /tmp/ccXXXXXX.s or
 * /tmp/NAME-xxxxxx.o, if one stands here: it differs from run to run. */
static size_t temporary_name(const char *text) {
    if (strncmp(text, "/tmp/", 5) != 0) {
        return 0;
    }
    size_t length = 5;
    while (isalnum((unsigned char)text[length]) ||
           (text[length] != '\0' && strchr("._-", text[length]) != NULL)) {
        length++;
    }
    return length > 5 && (text[length - 2] == '.' || text[length - 3] == '.') ? length : 0;
}

const char *diagnostics_clean(struct arena *arena, const char *output) {
    enum { LARGEST = 8192 };
    char *text = arena_alloc(arena, LARGEST + 1), *to = text;
    for (const char *from = output; *from != '\0' && to < text + LARGEST;) {
        size_t counted = (to == text || to[-1] == '\n') ? count_line(from) : 0;
        const size_t temporary = temporary_name(from);
        if (counted > 0) {
            from += counted;
        } else if (temporary > 0) {
            static const char instead[] = "(temporary file)";
            for (const char *c = instead; *c != '\0' && to < text + LARGEST; c++) {
                *to++ = *c;
            }
            from += temporary;
        } else if (strncmp(from, "/box/", 5) == 0 || strncmp(from, "/out/", 5) == 0) {
            from += 5;
        } else if (iscntrl((unsigned char)*from) && *from != '\n') {
            *to++ = ' ';
            from++;
        } else {
            *to++ = *from++;
        }
    }
    return text;
}

const char *diagnostics_defined(struct arena *arena, const char *known, const char *symbols) {
    char *all = arena_alloc(arena, strlen(known) + strlen(symbols) + 2), *to = stpcpy(all, known);
    for (const char *text = symbols; *text != '\0';) {
        const char *end = strchrnul(text, '\n');
        size_t length = strcspn(text, " \n");
        if (text[length] == ' ' && strchr("Uwv", text[length + 1]) == NULL) {
            memcpy(to, text, length);
            to += length;
            *to++ = '\n';
        }
        text = *end == '\n' ? end + 1 : end;
    }
    *to = '\0';
    return all;
}

bool diagnostics_is_defined(const char *defined, const char *name) {
    char needle[256];
    snprintf(needle, sizeof needle, "\n%s\n", name);
    return strstr(defined, needle) != NULL;
}
