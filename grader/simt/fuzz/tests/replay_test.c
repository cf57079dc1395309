/* Runs the kept corpora through the fuzz targets once, without libFuzzer: part of `make test`. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int target(const uint8_t *data, size_t size);
target fuzz_wire, fuzz_ptx; /* LLVMFuzzerTestOneInput of fuzz_wire.c and fuzz_ptx.c, renamed */

static bool replay_file(const char *path, target *run) {
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    /* A copy of the exact size, so that the sanitizers see a step past its end. */
    uint8_t *exact = malloc(size + !size);
    if (exact == NULL) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        exact[i] = data[i];
    }
    run(exact, size);
    free(exact);
    return true;
}

static int replay_folder(const char *folder, target *run) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort), done = 0;
    for (int i = 0; i < count; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            done += replay_file(path, run);
        }
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
    return done;
}

int main(void) {
    int wire = replay_folder("grader/simt/fuzz/corpus/wire", fuzz_wire);
    printf("%sok 1 - %d kept message sequences\n", wire ? "" : "not ", wire);
    int ptx = replay_folder("grader/simt/fuzz/corpus/ptx", fuzz_ptx);
    printf("%sok 2 - %d kept PTX texts\n1..2\n", ptx ? "" : "not ", ptx);
    return !wire || !ptx;
}
