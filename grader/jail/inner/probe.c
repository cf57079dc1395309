#include "inner.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

/* What a jail must do before anybody trusts it, as seen from inside. */
static bool is_nobody_special(void) {
    return geteuid() != 0;
}

static bool sees_itself(void) {
    return access("/proc/self/maps", R_OK) == 0; /* the C library finds a program's stack there */
}

static bool has_shared_memory(void) {
    return access("/dev/shm", W_OK) == 0; /* drivers of GPUs work there */
}

static bool has_no_network(void) {
    return socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM;
}

static bool reads_no_foreign_file(void) {
    FILE *file = fopen("/etc/passwd", "r");
    if (file != NULL) {
        fclose(file);
    }
    return file == NULL;
}

static const struct {
    bool (*holds)(void);
    const char *otherwise;
} conditions[] = {
    {is_nobody_special, "the command is still root"},
    {sees_itself, "/proc is missing inside"},
    {has_shared_memory, "/dev/shm is missing inside"},
    {has_no_network, "the network is within reach"},
    {reads_no_foreign_file, "files of the system are within reach"},
};

int probe_main(void) {
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        if (!conditions[i].holds()) {
            puts(conditions[i].otherwise);
            return 1;
        }
    }
    return 0;
}
