#include "simt_arguments.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char simt_help[] =
    "usage: lockstep simt [options] -- ./program [arguments]\n"
    "\n"
    "Runs a program on the simulated GPU, one built by `lockstep cc` or any that\n"
    "uses OpenCL. Then it prints to stderr what is wrong with the kernels and what\n"
    "they cost. A C program with OpenMP runs there as a whole.\n"
    "\n"
    "  --json FILE         findings and counters as JSON, too (- for stdout)\n"
    "  --record FILE       what the program did, step by step: a page if FILE ends\n"
    "                      in .html, else the recording itself. Variables are in it\n"
    "                      if `lockstep cc -G` built the program\n"
    "  --schedule ORDER    the order in which threads run: forward (the default),\n"
    "                      reverse or lanes; with OpenMP order, reversed, turns,\n"
    "                      or a number that draws one. All are legal: a program\n"
    "                      whose answer changes with the order is wrong.\n"
    "                      Without it, programs whose atomics (OpenMP: locks,\n"
    "                      tasks, dynamic loops) let the order decide run in\n"
    "                      other orders, too, where the first shows nothing\n"
    "                      wrong, up to one that does. They must print the same.\n"
    "  --cores N           use N cores of this computer (default: the idle ones, at\n"
    "                      most 4); the results are the same\n"
    "  --threads N         threads in each parallel region of OpenMP (default 4)\n"
    "  --budget N          instructions a warp may execute before the kernel\n"
    "                      counts as endless (default 100000000, or ten times\n"
    "                      as many if its state never repeats)\n"
    "  --memory MIB        size of the device's memory (default 4096)\n"
    "  --lines             show the counters of each source line, too\n"
    "  --no-detect         do not look for races and uninitialised reads\n"
    "  --no-count          do not count\n"
    "  --profile NAME      the GPU whose time is modelled (default h200; a file of\n"
    "                      your own: ./my.profile; none: no model); with OpenMP\n"
    "                      the processor (default xeon)\n"
    "  --scale N           with OpenMP: model the time for data N times as large\n"
    "  --quiet             findings only\n"
    "  --timeout SECONDS   end the run after this long\n"
    "\n"
    "Exit status: 0 clean; 1 findings, or the program failed; 2 it could not run.\n";

enum simt_option {
    JSON,
    RECORD,
    SCHEDULE,
    CORES,
    THREADS,
    BUDGET,
    MEMORY,
    LINES,
    NO_DETECT,
    NO_COUNT,
    PROFILE,
    SCALE,
    QUIET,
    TIMEOUT,
    HELP
};

static const struct option options[] = {
    {"json", required_argument, NULL, JSON},
    {"record", required_argument, NULL, RECORD},
    {"schedule", required_argument, NULL, SCHEDULE},
    {"cores", required_argument, NULL, CORES},
    {"threads", required_argument, NULL, THREADS},
    {"budget", required_argument, NULL, BUDGET},
    {"memory", required_argument, NULL, MEMORY},
    {"lines", no_argument, NULL, LINES},
    {"no-detect", no_argument, NULL, NO_DETECT},
    {"no-count", no_argument, NULL, NO_COUNT},
    {"profile", required_argument, NULL, PROFILE},
    {"scale", required_argument, NULL, SCALE},
    {"quiet", no_argument, NULL, QUIET},
    {"timeout", required_argument, NULL, TIMEOUT},
    {"help", no_argument, NULL, HELP},
    {NULL, 0, NULL, 0},
};

/* The largest value of each option that takes a number. */
static const uint64_t most[] = {[CORES] = 1024,     [THREADS] = 256,   [BUDGET] = UINT64_C(1) << 40,
                                [MEMORY] = 1 << 20, [SCALE] = 1 << 30, [TIMEOUT] = 1 << 20};

static bool read_number(const char *name, const char *text, uint64_t largest, uint64_t *number,
                        struct error *error) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno || end == text || *end || text[0] == '-' || value == 0 || value > largest) {
        return error_set(error, "--%s takes a number from 1 to %" PRIu64 ", not %s", name, largest,
                         text);
    }
    *number = value;
    return true;
}

bool simt_read_schedule(const char *text, enum simt_schedule *schedule, struct error *error) {
    static const char *const names[] = {
        [SIMT_FORWARD] = "forward", [SIMT_REVERSE] = "reverse", [SIMT_LANES] = "lanes"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(text, names[i])) {
            *schedule = (enum simt_schedule)i;
            return true;
        }
    }
    return error_set(error, "--schedule is forward, reverse or lanes, not %s", text);
}

/* `word` is what getopt has just read. */
static bool take_option(struct simt_arguments *arguments, int option, const char *word,
                        struct error *error) {
    uint64_t number = 0;
    struct device_options *device = &arguments->device;
    const bool numbered = option <= TIMEOUT && most[option] > 0;
    if (numbered && !read_number(options[option].name, optarg, most[option], &number, error)) {
        return false;
    }
    switch (option) {
    case JSON:
        arguments->json = optarg;
        return true;
    case RECORD:
        arguments->record = optarg;
        return true;
    case SCHEDULE:
        arguments->schedule = optarg;
        return true;
    case CORES:
        device->threads = (unsigned)number;
        return true;
    case THREADS:
        arguments->threads = (unsigned)number;
        return true;
    case BUDGET:
        device->budget = number;
        return true;
    case MEMORY:
        device->global_bytes = number << 20;
        return true;
    case SCALE:
        arguments->scale = (double)number;
        return true;
    case TIMEOUT:
        device->milliseconds = (int64_t)number * 1000;
        return true;
    case LINES:
        return arguments->lines = true;
    case NO_DETECT:
        return arguments->no_detect = true;
    case NO_COUNT:
        return arguments->no_count = true;
    case PROFILE:
        arguments->profile = optarg;
        return true;
    case QUIET:
        return arguments->quiet = true;
    case HELP:
        return arguments->help = true;
    default:
        return error_set(
            error,
            "simt: there is no option '%s', or it lacks its value (see lockstep simt --help)",
            word);
    }
}

bool simt_read_arguments(int argc, char **argv, struct simt_arguments *arguments,
                         struct error *error) {
    int option;
    optind = 0;
    opterr = 0;
    /* '+': the first word that is no option is the program, with or without "--" before it. */
    while ((option = getopt_long(argc, argv, "+h", options, NULL)) != -1) {
        if (!take_option(arguments, option == 'h' ? HELP : option, argv[optind - 1], error)) {
            return false;
        }
    }
    arguments->program = argv + optind;
    if (!arguments->help && arguments->program[0] == NULL) {
        return error_set(error, "simt runs a program: lockstep simt -- ./program");
    }
    return true;
}
