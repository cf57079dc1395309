/*
 * load FILE...: does the machine take this PTX? A line for each that it does not. Functions that
 * the runtime answers get an empty body, so that the machine looks at all the rest.
 */
#include "../../../whole_file.h"
#include "../../simt.h"

static void give_bodies(char *text, FILE *to) {
    static const char word[] = ".extern .func";
    for (char *found; (found = strstr(text, word)) != NULL;) {
        fwrite(text, 1, (size_t)(found - text), to);
        text = found + strlen(".extern");
        char *end = strchr(text, ';');
        if (end == NULL) {
            break;
        }
        fwrite(text, 1, (size_t)(end - text), to);
        fputs("{ ret; }", to);
        text = end + 1;
    }
    fputs(text, to);
}

static bool load(const char *path) {
    char *text = whole_file(path, NULL), *complete = NULL;
    if (text == NULL) {
        perror(path);
        return false;
    }
    size_t length = 0;
    FILE *memory = open_memstream(&complete, &length);
    give_bodies(text, memory);
    fclose(memory);
    struct simt_device *device = simt_device_create(0);
    struct simt_module *module;
    struct simt_error error;
    bool taken = simt_module_load(device, complete, length, &module, &error) == SIMT_OK;
    if (!taken) {
        fprintf(stderr, "%s:%u: %s\n", path, error.ptx_line, error.message);
    }
    simt_device_destroy(device);
    free(text);
    free(complete);
    return taken;
}

int main(int argc, char **argv) {
    bool taken = true;
    for (int n = 1; n < argc; n++) {
        taken = load(argv[n]) && taken;
    }
    return taken ? EXIT_SUCCESS : EXIT_FAILURE;
}
