/*
 * run [-t THREADS] [-s SCHEDULE] [-r SEED] [-b BUDGET] [-e NAME=VALUE] [-i] [-v] FILE.ptx
 *     [ARGUMENT...]: runs main() of a program that `translate` has made. -i gives it standard
 * input, -v lists what observers see. Exit status: the program's; 70 after a fault.
 */
#include "../../observe.h"
#include "../runtime/openmp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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

static const struct simt_source *source_of(const struct simt_place *place) {
    return &place->launch->sites[place->site].source;
}

static void on_strand(void *self, const struct simt_strand *event) {
    static const char *const words[] = {"begins", "resumes", "ends"};
    (void)self;
    printf("line %u warp %u: strand %u (parent %u) %s: thread %u of team %u (%u), level %u%s\n",
           source_of(&event->place)->line, event->place.warp, event->strand, event->parent,
           words[event->what], event->thread, event->team, event->team_size, event->level,
           event->task ? ", task" : "");
}

static void on_sync(void *self, const struct simt_sync *event) {
    static const char *const words[] = {
        "fork",    "join",     "barrier", "critical",    "lock",      "nest lock",
        "ordered", "doacross", "task",    "task end",    "taskwait",  "group",
        "depend",  "mutex",    "single",  "copyprivate", "reduction", "fence"};
    (void)self;
    printf("line %u strand %u: %s%s%s%s%s object %" PRIx64 " %s\n", source_of(&event->place)->line,
           event->strand, words[event->kind], event->acquire ? " acquire" : "",
           event->release ? " release" : "", event->takes ? " takes" : "",
           event->gives ? " gives" : "", event->object, event->name != NULL ? event->name : "");
}

static void on_construct(void *self, const struct simt_construct *event) {
    (void)self;
    printf("line %u strand %u: construct %d team %u [%" PRIu64 ", %" PRIu64 "]\n",
           source_of(&event->place)->line, event->strand, (int)event->kind, event->team_size,
           event->lower, event->upper);
}

static void on_variable(void *self, const struct simt_variable *event) {
    (void)self;
    printf("line %u strand %u: %s %s (%" PRIu64 " bytes)\n", source_of(&event->place)->line,
           event->strand, event->name, event->begins ? "begins" : "ends", event->bytes);
}

static void on_access(void *self, const struct simt_access *event) {
    static const char *const words[] = {"load", "store", "atomic", "reduction"};
    (void)self;
    printf("line %u warp %u: %s of %u at %" PRIx64 " order %d\n", source_of(&event->place)->line,
           event->place.warp, words[event->kind], event->size, event->address[0],
           (int)event->order);
}

static const struct simt_observer teller = {.strand = on_strand,
                                            .sync = on_sync,
                                            .construct = on_construct,
                                            .variable = on_variable,
                                            .access = on_access};

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb"), *memory;
    char *text = NULL;
    if (file == NULL || (memory = open_memstream(&text, length)) == NULL) {
        return NULL;
    }
    for (int c; (c = getc(file)) != EOF;) {
        putc(c, memory);
    }
    fclose(file);
    return fclose(memory) == 0 ? text : NULL;
}

static int report(const struct openmp_result *result, double seconds, bool verbose) {
    const struct simt_result *machine = &result->machine;
    if (verbose) {
        printf("%" PRIu64 " instructions, %u threads, %.3f s\n", result->instructions,
               result->threads, seconds);
    }
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
    bool verbose = false, timed = false;
    int count = 0;
    for (int option; (option = getopt(argc, argv, "+t:s:r:b:e:ivT")) != -1;) {
        static const char *const schedules[] = {"order", "reversed", "turns", "drawn"};
        switch (option) {
        case 't':
            options.threads = (unsigned)strtoul(optarg, NULL, 10);
            break;
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
        case 'v':
            verbose = true;
            break;
        case 'T':
            timed = true;
            break;
        default:
            return 2;
        }
    }
    size_t length = 0;
    char *text = argv[optind] != NULL ? read_file(argv[optind], &length) : NULL;
    if (text == NULL) {
        fprintf(stderr, "run: say which PTX file to run\n");
        return 2;
    }
    struct simt_device *device = simt_device_create(0);
    struct simt_module *module;
    struct simt_error error;
    struct openmp_result result;
    if (verbose) {
        simt_device_attach(device, &teller);
    }
    if (simt_module_load(device, text, length, &module, &error) != SIMT_OK) {
        fprintf(stderr, "%s:%u: %s\n", argv[optind], error.ptx_line, error.message);
        return 2;
    }
    clock_t start = clock();
    openmp_run_main(device, module, (const char *const *)argv + optind, &options, &result);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    int status = report(&result, seconds, timed);
    simt_device_destroy(device);
    free(text);
    return status;
}
