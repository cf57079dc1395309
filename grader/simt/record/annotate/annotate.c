/* annotate notes|unset IN OUT: LLVM IR with notes in place of its debug information on variables
 * (notes.h), or with marks for variables without a value (unset_reads.h). A step of the
 * compilation, between two runs of clang; it runs in the jail. */
#include "../../../whole_file.h"
#include "recorded_children.h"
#include "notes.h"
#include "padding.h"
#include "unset_reads.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int (*write)(const char *llvm, FILE *out);
    char *(*prepare)(char *llvm); /* NULL: nothing more */
} ways[] = {{"notes", record_notes, NULL}, {"unset", record_unset, record_padding}};
enum { WAYS = sizeof ways / sizeof *ways };

int main(int argc, char **argv) {
    size_t way = 0;
    while (argc == 4 && way < WAYS && strcmp(argv[1], ways[way].name) != 0) {
        way++;
    }
    if (argc != 4 || way == WAYS) {
        fprintf(stderr, "usage: annotate notes|unset IN OUT\n");
        return 2;
    }
    char *text = record_children(whole_file(argv[2], NULL));
    text = text != NULL && ways[way].prepare != NULL ? ways[way].prepare(text) : text;
    FILE *out = text != NULL ? fopen(argv[3], "w") : NULL;
    bool good = out != NULL && ways[way].write(text, out) == 0;
    good = out != NULL && fclose(out) == 0 && good;
    free(text);
    if (!good) {
        fprintf(stderr, "annotate: %s or %s: %s\n", argv[2], argv[3], strerror(errno));
    }
    return good ? 0 : 1;
}
