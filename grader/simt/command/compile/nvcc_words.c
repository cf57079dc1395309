/* nvcc's long names of flags become the short ones (CUDA Compiler Driver NVCC, "Command Option
 * Description"). */
#include "nvcc_words.h"

#include <stdbool.h>
#include <string.h>

#include "../../../arena.h"

/* A flag with a value has it in the next word, or behind "=". */
static const struct {
    const char *name, *flag;
    bool value;
} names[] = {
    {"--include-path", "-I", true},
    {"--define-macro", "-D", true},
    {"--undefine-macro", "-U", true},
    {"--library", "-l", true},
    {"--library-path", "-L", true},
    {"--std", "-std=", true},
    {"-std", "-std=", true},
    {"--optimize", "-O", true},
    {"--output-file", "-o", false},
    {"--pre-include", "-include", false},
    {"--compile", "-c", false},
    {"--debug", "-g", false},
    {"--device-debug", "-G", false},
    {"--disable-warnings", "-w", false},
    {"--verbose", "-v", false},
    {"--x", "-x", true},
    {"-odir", "-odir=", true},
    {"--output-directory", "-odir=", true},
    {"--run", "-run", false},
    {"--generate-dependencies", "-M", false},
    {"--generate-nonsystem-dependencies", "-MM", false},
};

char **nvcc_words(struct arena *arena, int *count, char **words) {
    char **list = arena_alloc(arena, ((size_t)*count + 1) * sizeof *list);
    int made = 0;
    for (int i = 0; i < *count; i++) {
        list[made] = words[i];
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            size_t length = strlen(names[n].name);
            if (strncmp(words[i], names[n].name, length) != 0) {
                continue;
            }
            const char *rest = words[i] + length;
            if (*rest == '\0' && !names[n].value) {
                list[made] = arena_printf(arena, "%s", names[n].flag);
            } else if (*rest == '\0' && i + 1 < *count) {
                list[made] = arena_printf(arena, "%s%s", names[n].flag, words[++i]);
            } else if (*rest == '=' && names[n].value) {
                list[made] = arena_printf(arena, "%s%s", names[n].flag, rest + 1);
            } else {
                continue;
            }
            break;
        }
        made++;
    }
    list[made] = NULL;
    *count = made;
    return list;
}
