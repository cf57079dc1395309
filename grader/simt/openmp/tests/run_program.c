/*
 * run [-s SCHEDULE] [-r SEED] [-b BUDGET] [-e NAME=VALUE] [-i] FILE.ptx [ARGUMENT...]: runs main()
 * of a program that `translate` has made. -i gives it standard input. Exit status: the program's;
 * 70 after a fault.
 */
#include "../../../whole_file.h"
#include "../runtime/openmp.h"

#include <unistd.h>

enum { FAULT = 70, MOST_VARIABLES = 16 };

static void print(void *context, int stream, const char *text, size_t length) {
    (void)context;
    fwrite(text, 1, length, stream == 2 ? stderr : stdout);
}

static size_t read_input(void *context, char *to, size_t size) {
    (void)context;
    return fread(to, 1, size < 3 ? size : 3, stdin); /* in small pieces: where they end is no end */
}

static int report(const struct openmp_result *result) {
    const struct simt_result *machine = &result->machine;
    if (machine->status != SIMT_OK) {
        fprintf(stderr, "%s: %s:%u: thread %u: %s\n", simt_status_name(machine->status),
                machine->source.file, machine->source.line, machine->thread[0],
                machine->error.message);
        return FAULT;
    }
    return result->exit_status;
}

int main(int argc, char **argv) {
    const char *variables[MOST_VARIABLES + 1] = {NULL};
    struct openmp_options options = {.print = print, .environment = variables};
    int count = 0;
    for (int option; (option = getopt(argc, argv, "+s:r:b:e:i")) != -1;) {
        static const char *const schedules[] = {"order", "reversed", "turns", "drawn"};
        switch (option) {
        case 's':
            for (int n = 0; n < 4; n++) {
                options.schedule =
                    strcmp(optarg, schedules[n]) == 0 ? (enum openmp_schedule)n : options.schedule;
            }
            break;
        case 'r':
            options.seed = strtoull(optarg, NULL, 10);
            break;
        case 'b':
            options.budget = strtoull(optarg, NULL, 10);
            break;
        case 'e':
            if (count < MOST_VARIABLES) {
                variables[count++] = optarg;
            }
            break;
        case 'i':
            options.read = read_input;
            break;
        default:
            return 2;
        }
    }
    size_t length = 0;
    char *text = argv[optind] != NULL ? whole_file(argv[optind], &length) : NULL;
    if (text == NULL) {
        fprintf(stderr, "run: say which PTX file to run\n");
        return 2;
    }
    struct simt_device *device = simt_device_create(0);
    struct simt_module *module;
    struct simt_error error;
    struct openmp_result result;
    if (simt_module_load(device, text, length, &module, &error) != SIMT_OK) {
        fprintf(stderr, "%s:%u: %s\n", argv[optind], error.ptx_line, error.message);
        return 2;
    }
    openmp_run_main(device, module, (const char *const *)argv + optind, &options, &result);
    simt_device_destroy(device);
    free(text);
    return report(&result);
}
