#include "../../message_text.h"
#include "source.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A word and why it is not allowed; `prefix` words match the beginning of a longer one. */
struct rule {
    const char *word;
    bool prefix;
    const char *why;
};

static const char hides[] = "it hides code from the machine that judges it";
static const char differs[] = "it makes the code depend on the compiler, and the graded code must "
                              "be the same for every compiler";

static const struct rule text_rules[] = {
    {"asm", false, hides},
    {"__asm", true, hides},
    {"__clang", true, differs},
    {"__llvm__", false, differs},
    {"__has_feature", false, differs},
};

/* Only in pragmas. */
static const struct rule pragma_rules[] = {
    {"variant", false, differs},
    {"metadirective", false, differs},
};

static const char kit[] = "it is a name of the kit's own";
static const char outside[] =
    "it reaches beyond the function's own work: a function of a lab computes on its arguments only";

static const struct rule kit_rules[] = {
    {"lockstep_", true, kit},
    {"runner_", true, kit},
    {"__wrap_", true, kit},
    {"__real_", true, kit},
};

static const struct rule outside_rules[] = {
    {"dlopen", false, outside},
    {"dlsym", false, outside},
    {"dlvsym", false, outside},
    {"dlmopen", false, outside},
    {"dl_iterate_phdr", false, outside},
    {"syscall", false, outside},
    {"ptrace", false, outside},
    {"process_vm_", true, outside},
    {"prctl", false, outside},
    {"personality", false, outside},
    {"kill", false, outside},
    {"killpg", false, outside},
    {"tgkill", false, outside},
    {"mprotect", false, outside},
    {"mmap", false, outside},
    {"mmap64", false, outside},
    {"mremap", false, outside},
    {"munmap", false, outside},
    {"open", false, outside},
    {"open64", false, outside},
    {"openat", false, outside},
    {"openat64", false, outside},
    {"creat", false, outside},
    {"fopen", false, outside},
    {"fopen64", false, outside},
    {"freopen", false, outside},
    {"freopen64", false, outside},
    {"fdopen", false, outside},
    {"memfd_create", false, outside},
    {"write", false, outside},
    {"shm_open", false, outside},
    {"execve", false, outside},
    {"execv", false, outside},
    {"execvp", false, outside},
    {"execl", false, outside},
    {"execlp", false, outside},
    {"posix_spawn", true, outside},
    {"system", false, outside},
    {"popen", false, outside},
    {"_dl_", true, outside},
    {"_rtld_global", true, outside},
    {"environ", false, outside},
    {"__environ", false, outside},
    {"getenv", false, outside},
    {"secure_getenv", false, outside},
    {"setenv", false, outside},
    {"putenv", false, outside},
    {"unsetenv", false, outside},
    {"clearenv", false, outside},
    {"program_invocation_", true, outside},
    {"__progname", true, outside},
    {"access", false, outside},
    {"faccessat", false, outside},
    {"stat", false, outside},
    {"lstat", false, outside},
    {"readlink", false, outside},
    {"opendir", false, outside},
    {"sched_getcpu", false, outside},
    {"getauxval", false, outside},
    {"getpid", false, outside},
    {"getppid", false, outside},
    {"gethostname", false, outside},
    {"gethostid", false, outside},
    {"getdomainname", false, outside},
    {"uname", false, outside},
    {"sysinfo", false, outside},
    {"getloadavg", false, outside},
};

static const char replaces[] =
    "it would replace the function that all other code uses: rename it, or make it static";

static const struct rule definition_rules[] = {
    {"lockstep_", true, kit},
    {"runner_", true, kit},
    {"omp_", true, replaces},
    {"GOMP_", true, replaces},
    {"__kmp", true, replaces},
    {"kmp_", true, replaces},
    {"pthread_", true, replaces},
    {"__libc_", true, replaces},
    {"memcmp", false, replaces},
    {"bcmp", false, replaces},
    {"memcpy", false, replaces},
    {"memmove", false, replaces},
    {"memset", false, replaces},
    {"strcmp", false, replaces},
    {"strncmp", false, replaces},
    {"strlen", false, replaces},
    {"malloc", false, replaces},
    {"calloc", false, replaces},
    {"realloc", false, replaces},
    {"free", false, replaces},
    {"aligned_alloc", false, replaces},
    {"posix_memalign", false, replaces},
    {"read", false, replaces},
    {"write", false, replaces},
    {"poll", false, replaces},
    {"close", false, replaces},
    {"mmap", false, replaces},
    {"munmap", false, replaces},
    {"mprotect", false, replaces},
    {"exit", false, replaces},
    {"_exit", false, replaces},
    {"_Exit", false, replaces},
    {"abort", false, replaces},
    {"atexit", false, replaces},
    {"sigaction", false, replaces},
    {"sigaltstack", false, replaces},
    {"signal", false, replaces},
    {"raise", false, replaces},
    {"clock_gettime", false, replaces},
    {"gettimeofday", false, replaces},
    {"getenv", false, replaces},
    {"printf", false, replaces},
    {"fprintf", false, replaces},
    {"snprintf", false, replaces},
    {"strstr", false, replaces},
    {"memchr", false, replaces},
    {"memmem", false, replaces},
    {"strchr", false, replaces},
    {"strrchr", false, replaces},
    {"strspn", false, replaces},
    {"strcspn", false, replaces},
    {"strpbrk", false, replaces},
    {"strtol", false, replaces},
    {"strtoul", false, replaces},
    {"strdup", false, replaces},
    {"fopen", false, replaces},
    {"fclose", false, replaces},
    {"fread", false, replaces},
    {"fwrite", false, replaces},
    {"fseek", false, replaces},
    {"ftell", false, replaces},
    {"rewind", false, replaces},
    {"fflush", false, replaces},
    {"ferror", false, replaces},
    {"fputs", false, replaces},
    {"fputc", false, replaces},
    {"vfprintf", false, replaces},
    {"vsnprintf", false, replaces},
    {"vasprintf", false, replaces},
    {"asprintf", false, replaces},
    {"realpath", false, replaces},
    {"open", false, replaces},
    {"pread", false, replaces},
    {"recvmsg", false, replaces},
    {"sendmsg", false, replaces},
    {"fstat", false, replaces},
    {"lseek", false, replaces},
    {"sysconf", false, replaces},
    {"dl_iterate_phdr", false, replaces},
    {"dladdr", false, replaces},
    {"backtrace", false, replaces},
    {"sigemptyset", false, replaces},
    {"sigfillset", false, replaces},
    {"waitpid", false, replaces},
    {"memfd_create", false, replaces},
    {"unlink", false, replaces},
    {"pause", false, replaces},
    {"remove", false, replaces},
    {"rename", false, replaces},
    {"getpid", false, replaces},
    {"cuda", true, replaces},
    {"__cuda", true, replaces},
    {"clBuild", true, replaces},
    {"clCompile", true, replaces},
    {"clCreate", true, replaces},
    {"clEnqueue", true, replaces},
    {"clFinish", false, replaces},
    {"clFlush", false, replaces},
    {"clGet", true, replaces},
    {"clLink", true, replaces},
    {"clRelease", true, replaces},
    {"clRetain", true, replaces},
    {"clSet", true, replaces},
    {"clUnload", true, replaces},
    {"clWait", true, replaces},
    {"__wrap_", true, kit},
    {"__real_", true, kit},
    {"wire_", true, kit},
    {"main", false, "the kit has its own: keep yours in a file that you do not hand in"},
};

#define RULES(table) (table), sizeof(table) / sizeof *(table)

static const struct rule *find_rule(const struct rule *rules, size_t count, const char *word,
                                    size_t length) {
    for (size_t i = 0; i < count; i++) {
        size_t own = strlen(rules[i].word);
        if ((rules[i].prefix ? length >= own : length == own) &&
            memcmp(rules[i].word, word, own) == 0) {
            return &rules[i];
        }
    }
    return NULL;
}

static struct finding *forbid(struct arena *arena, const char *file, int line, enum found id,
                              const char *name, const struct rule *rule) {
    struct finding *finding =
        finding_at(arena, file, line, id, MESSAGE_VALUES(message_string("name", name)));
    finding->advice = message_print(arena, "Remove it: %s.", rule->why);
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

/* The first forbidden word between `text` and `end`, outside of literals, or NULL. */
static const struct rule *scan_line(const char *text, const char *end) {
    size_t length = 0;
    const char *directive = code_directive(text, &length);
    const bool pragma = directive != NULL && length == 6 && memcmp(directive, "pragma", 6) == 0;
    while (text < end) {
        if (*text == '"' || *text == '\'') {
            text = skip_literal(text, end);
        } else if (code_is_word(*text)) {
            const char *start = text;
            while (text < end && code_is_word(*text)) {
                text++;
            }
            const size_t size = (size_t)(text - start);
            const struct rule *rule = find_rule(RULES(text_rules), start, size);
            rule = rule == NULL && pragma ? find_rule(RULES(pragma_rules), start, size) : rule;
            if (rule != NULL) {
                return rule;
            }
        } else {
            text++;
        }
    }
    return NULL;
}

/* Whose lines follow in text that a preprocessor made. */
struct marker_place {
    char path[PATH_MAX];
    int line;
    bool own; /* the file lies where students' files are */
};

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

/* `# 12 "histogram.c" 2` says where the lines behind it are from. */
static bool read_marker(const char *text, const char *end, struct marker_place *place) {
    if (end - text < 4 || text[0] != '#' || text[1] != ' ' || !isdigit((unsigned char)text[2])) {
        return false;
    }
    char *quote;
    place->line = (int)strtol(text + 2, &quote, 10);
    const char *name = quote[0] == ' ' && quote[1] == '"' ? quote + 2 : end;
    const size_t length = strcspn(name, "\"\n");
    snprintf(place->path, sizeof place->path, "%.*s", (int)length, name);
    if (place->path[0] == '/') {
        shorten(place->path);
    }
    place->own = is_own(place->path);
    return true;
}

/* The name that the student knows the file by. */
static const char *own_name(const struct marker_place *place) {
    const char *slash = strrchr(place->path, '/');
    return slash != NULL ? slash + 1 : place->path;
}

/* What a macro stands for counts where it is used. */
static bool is_macro(const char *line) {
    return strncmp(line, "#define ", 8) == 0 || strncmp(line, "#undef ", 7) == 0;
}

/* A line of its own, as the directive's word tells: `line`, or a number. */
static bool moves_lines(const char *word, size_t length) {
    return length > 0 &&
           (isdigit((unsigned char)word[0]) || (length == 4 && memcmp(word, "line", length) == 0));
}

struct finding *forbidden_directives(struct arena *arena, const char *name, const char *source) {
    for (int raw = 0; raw <= 1; raw++) { /* not all compilers know raw literals */
        const char *code = code_of(arena, source, raw == 1);
        for (const char *at = code; *at != '\0';) {
            size_t length = 0;
            const char *word = code_directive(at, &length);
            if (word != NULL && moves_lines(word, length)) {
                word = arena_printf(arena, "#%.*s", (int)length, word);
                return finding_at(arena, name, 1 + code_lines(code, at), FOUND_USES_DIRECTIVE,
                                  MESSAGE_VALUES(message_string("name", word)));
            }
            at = strchrnul(at, '\n');
            at += *at == '\n';
        }
    }
    return NULL;
}

struct finding *forbidden_text(struct arena *arena, const char *preprocessed) {
    struct marker_place place = {.own = false};
    for (const char *text = preprocessed; *text != '\0';) {
        const char *end = strchrnul(text, '\n');
        if (!read_marker(text, end, &place)) {
            const struct rule *rule = place.own && !is_macro(text) ? scan_line(text, end) : NULL;
            if (rule != NULL) {
                return forbid(arena, own_name(&place), place.line, FOUND_USES,
                              arena_printf(arena, "%s%s", rule->word, rule->prefix ? "…" : ""),
                              rule);
            }
            place.line++;
        }
        text = *end == '\n' ? end + 1 : end;
    }
    return NULL;
}

struct finding *forbidden_symbols(struct arena *arena, const char *name, const char *symbols,
                                  unsigned uses) {
    for (const char *text = symbols; *text != '\0';) {
        const char *end = strchrnul(text, '\n');
        size_t length = strcspn(text, " \n");
        char kind = text[length] == ' ' ? text[length + 1] : '\0';
        bool undefined = kind == 'U' || kind == 'w' || kind == 'v';
        static const struct rule weak = {
            "", false, "it shows where the program runs, and the program must not depend on that"};
        const struct rule *rule =
            (kind == 'w' || kind == 'v') && (uses & FORBID_KIT) ? &weak : NULL;
        if (undefined && rule == NULL && (uses & FORBID_OUTSIDE)) {
            rule = find_rule(RULES(outside_rules), text, length);
        }
        if (undefined && rule == NULL && (uses & FORBID_KIT)) {
            rule = find_rule(RULES(kit_rules), text, length);
        } else if (!undefined && kind != '\0') {
            rule = find_rule(RULES(definition_rules), text, length);
        }
        if (rule != NULL) {
            return forbid(arena, name, 0,
                          rule == &weak ? FOUND_TESTS_FOR
                          : undefined   ? FOUND_USES
                                        : FOUND_DEFINES,
                          arena_printf(arena, "%.*s", (int)length, text), rule);
        }
        text = *end == '\n' ? end + 1 : end;
    }
    return NULL;
}
