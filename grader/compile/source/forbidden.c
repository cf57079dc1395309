/* What a student's file may not do, found before it runs. */
#include "../../message_text.h"
#include "source.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Words that are not allowed, with '|' between them, and why. One that ends with '*' stands for all
 * that begin so. */
struct rule {
    const char *words, *why;
};

static const char hides[] = "it hides code from the machine that judges it";
static const char differs[] = "it makes the code depend on the compiler, and the graded code must "
                              "be the same for every compiler";
static const char kit[] = "it is a name of the kit's own";
static const char outside[] =
    "it reaches beyond the function's own work: a function of a lab computes on its arguments only";
static const char replaces[] =
    "it would replace the function that all other code uses: rename it, or make it static";
static const char shows_place[] =
    "it shows where the program runs, and the program must not depend on that";

static const struct rule text_rules[] = {
    {"asm|__asm*", hides},
    {"__clang*|__llvm__|__has_feature", differs},
};

static const struct rule pragma_rules[] = {{"variant|metadirective", differs}};

static const struct rule kit_rules[] = {{"lockstep_*|runner_*|__wrap_*|__real_*", kit}};

static const struct rule outside_rules[] = {
    {"dlopen|dlsym|dlvsym|dlmopen|dl_iterate_phdr|_dl_*|_rtld_global*|"
     "syscall|ptrace|process_vm_*|prctl|personality|kill|killpg|tgkill|"
     "mmap|mmap64|mremap|munmap|mprotect|memfd_create|shm_open|"
     "open|open64|openat|openat64|creat|write|fopen|fopen64|freopen|freopen64|fdopen|"
     "execve|execv|execvp|execl|execlp|posix_spawn*|system|popen|"
     "environ|__environ|getenv|secure_getenv|setenv|putenv|unsetenv|clearenv|"
     "program_invocation_*|__progname*|access|faccessat|stat|lstat|readlink|opendir|"
     "sched_getcpu|getauxval|getpid|getppid|gethostname|gethostid|getdomainname|uname|sysinfo|"
     "getloadavg",
     outside},
};

static const struct rule definition_rules[] = {
    {"lockstep_*|runner_*|__wrap_*|__real_*|wire_*", kit},
    {"omp_*|GOMP_*|__kmp*|kmp_*|pthread_*|__libc_*|"
     "memcmp|bcmp|memcpy|memmove|memset|memchr|memmem|strcmp|strncmp|strlen|strstr|strchr|strrchr|"
     "strspn|strcspn|strpbrk|strtol|strtoul|strdup|"
     "malloc|calloc|realloc|free|aligned_alloc|posix_memalign|mmap|munmap|mprotect|memfd_create|"
     "exit|_exit|_Exit|abort|atexit|sigaction|sigaltstack|signal|raise|sigemptyset|sigfillset|"
     "pause|waitpid|getpid|getenv|sysconf|clock_gettime|gettimeofday|"
     "printf|fprintf|snprintf|vfprintf|vsnprintf|vasprintf|asprintf|fputs|fputc|"
     "fopen|fclose|fread|fwrite|fseek|ftell|rewind|fflush|ferror|"
     "open|close|read|pread|write|lseek|poll|recvmsg|sendmsg|fstat|unlink|remove|rename|realpath|"
     "dl_iterate_phdr|dladdr|backtrace|"
     "cuda*|__cuda*|clBuild*|clCompile*|clCreate*|clEnqueue*|clFinish|clFlush|clGet*|clLink*|"
     "clRelease*|clRetain*|clSet*|clUnload*|clWait*",
     replaces},
    {"main", "the kit has its own: keep yours in a file that you do not hand in"},
};

#define RULES(table) (table), sizeof(table) / sizeof *(table)

/* The word of a rule that the text has; NULL: none. */
struct forbidden_word {
    const char *word, *why;
};

static struct forbidden_word find_rule(const struct rule *rules, size_t count, const char *text,
                                       size_t length) {
    for (size_t i = 0; i < count; i++) {
        for (const char *word = rules[i].words; *word != '\0'; word += strspn(word, "*|")) {
            const size_t own = strcspn(word, "*|");
            if ((word[own] == '*' ? length >= own : length == own) &&
                memcmp(word, text, own) == 0) {
                return (struct forbidden_word){word, rules[i].why};
            }
            word += own;
        }
    }
    return (struct forbidden_word){NULL, NULL};
}

static struct finding *forbid(struct arena *arena, const char *file, int line, enum found id,
                              const char *name, const char *why) {
    struct finding *finding =
        finding_at(arena, file, line, id, MESSAGE_VALUES(message_string("name", name)));
    finding->advice = message_print(arena, "Remove it: %s.", why);
    return finding;
}

/* The end of the text literal or character constant that starts at `text`. */
static const char *skip_literal(const char *text, const char *end) {
    char quote = *text++;
    while (text < end && *text != quote) {
        text += *text == '\\' && text + 1 < end ? 2 : 1;
    }
    return text < end ? text + 1 : end;
}

/* The first forbidden word between `text` and `end`, outside of literals. */
static struct forbidden_word scan_line(const char *text, const char *end) {
    const bool pragma = code_word_is(code_directive(text), "pragma");
    while (text < end) {
        if (*text == '"' || *text == '\'') {
            text = skip_literal(text, end);
        } else if (code_is_word(*text)) {
            const struct code_word word = code_word_at(text);
            struct forbidden_word found = find_rule(RULES(text_rules), word.at, word.length);
            if (found.word == NULL && pragma) {
                found = find_rule(RULES(pragma_rules), word.at, word.length);
            }
            text += word.length;
            if (found.word != NULL) {
                return found;
            }
        } else {
            text++;
        }
    }
    return (struct forbidden_word){NULL, NULL};
}

/* Takes "name/.." out of an absolute path, so that it begins as the place does where the file lies.
 */
static void shorten(char *path) {
    for (char *up = strstr(path, "/.."); up != NULL; up = strstr(path, "/..")) {
        char *start = up;
        while (start > path && *--start != '/') {
        }
        memmove(start, up + 3, strlen(up + 3) + 1);
    }
}

/* Compilers and their headers lie below /usr, the kit's below /kit; all else is the student's, who
 * may include any file of the submission by any name. */
static bool is_own(const char *path) {
    return path[0] != '<' && strncmp(path, "/usr/", 5) != 0 && strncmp(path, "/kit/", 5) != 0;
}

/* The name that the student knows the file by. */
static const char *own_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* What a macro stands for counts where it is used. */
static bool is_macro(const char *line) {
    return strncmp(line, "#define ", 8) == 0 || strncmp(line, "#undef ", 7) == 0;
}

/* A line of its own, as the directive's word tells: `line`, or a number. */
static bool moves_lines(struct code_word word) {
    return word.length > 0 && (isdigit((unsigned char)word.at[0]) || code_word_is(word, "line"));
}

struct finding *forbidden_directives(struct arena *arena, const char *name, const char *source) {
    for (int raw = 0; raw <= 1; raw++) { /* not all compilers know raw literals */
        const char *code = code_of(arena, source, raw == 1);
        for (const char *at = code; *at != '\0';) {
            const struct code_word word = code_directive(at);
            if (moves_lines(word)) {
                const char *used = arena_printf(arena, "#%.*s", (int)word.length, word.at);
                return finding_at(arena, name, 1 + code_lines(code, at), FOUND_USES_DIRECTIVE,
                                  MESSAGE_VALUES(message_string("name", used)));
            }
            at = strchrnul(at, '\n');
            at += *at == '\n';
        }
    }
    return NULL;
}

struct finding *forbidden_text(struct arena *arena, const char *preprocessed) {
    char path[PATH_MAX] = "";
    const char *file = NULL;
    for (struct line_reader reader = lines_of(preprocessed); lines_next(&reader);) {
        struct forbidden_word found = {NULL, NULL};
        if (reader.file != file) {
            file = reader.file;
            snprintf(path, sizeof path, "%.*s", (int)reader.file_length, file);
            if (path[0] == '/') {
                shorten(path);
            }
        }
        if (file != NULL && is_own(path) && !is_macro(reader.at)) {
            found = scan_line(reader.at, reader.end);
        }
        if (found.word != NULL) {
            const size_t length = strcspn(found.word, "*|");
            return forbid(arena, own_name(path), reader.line, FOUND_USES,
                          arena_printf(arena, "%.*s%s", (int)length, found.word,
                                       found.word[length] == '*' ? "…" : ""),
                          found.why);
        }
    }
    return NULL;
}

struct finding *forbidden_symbols(struct arena *arena, const char *name, const char *symbols,
                                  unsigned uses) {
    for (const char *text = symbols; *text != '\0';) {
        const char *end = strchrnul(text, '\n');
        size_t length = strcspn(text, " \n");
        char kind = text[length] == ' ' ? text[length + 1] : '\0';
        const bool weak = kind == 'w' || kind == 'v', undefined = kind == 'U' || weak;
        const bool tests = weak && (uses & FORBID_KIT);
        struct forbidden_word found = {NULL, NULL};
        if (undefined && !tests && (uses & FORBID_OUTSIDE)) {
            found = find_rule(RULES(outside_rules), text, length);
        }
        if (undefined && found.word == NULL && (uses & FORBID_KIT)) {
            found = find_rule(RULES(kit_rules), text, length);
        } else if (!undefined && kind != '\0') {
            found = find_rule(RULES(definition_rules), text, length);
        }
        if (tests || found.word != NULL) {
            return forbid(arena, name, 0,
                          tests       ? FOUND_TESTS_FOR
                          : undefined ? FOUND_USES
                                      : FOUND_DEFINES,
                          arena_printf(arena, "%.*s", (int)length, text),
                          tests ? shows_place : found.why);
        }
        text = *end == '\n' ? end + 1 : end;
    }
    return NULL;
}
