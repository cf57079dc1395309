/* annotate IN OUT: LLVM IR with notes in place of its debug information on variables (notes.h).
 * A step of the compilation, between two runs of clang; it runs in the jail. */
#include "notes.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static char *read_all(const char *name) {
    FILE *file = fopen(name, "r");
    size_t size = 0;
    char *text = NULL;
    if (file != NULL && getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: annotate IN OUT\n");
        return 2;
    }
    char *text = read_all(argv[1]);
    FILE *out = text != NULL ? fopen(argv[2], "w") : NULL;
    bool good = out != NULL && record_notes(text, out) == 0;
    good = out != NULL && fclose(out) == 0 && good;
    free(text);
    if (!good) {
        fprintf(stderr, "annotate: %s or %s: %s\n", argv[1], argv[2], strerror(errno));
    }
    return good ? 0 : 1;
}
