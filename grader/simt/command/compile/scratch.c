#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../../folder.h"

/* Waits until the other end of `alive` is closed, by scratch_remove or by the end of the process. A
 * compiler may outlive it a little, and write once more. */
static void keep(const char *path, int alive) {
    enum { TIMES = 50, WAIT_US = 100000 };
    char nothing;
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; standard++) {
        dup2(null, standard); /* a pipe of the caller's must not wait for this process */
    }
    while (read(alive, &nothing, 1) < 0 && errno == EINTR) {
    }
    folder_remove(path);
    for (int n = 0; n < TIMES && access(path, F_OK) == 0; n++) {
        usleep(WAIT_US);
        folder_remove(path);
    }
    _exit(0);
}

bool scratch_make(struct scratch *scratch, struct error *error) {
    int ends[2];
    snprintf(scratch->path, sizeof scratch->path, "/tmp/lockstep-cc-XXXXXX");
    if (pipe2(ends, O_CLOEXEC) != 0 || mkdtemp(scratch->path) == NULL) {
        return error_set(error, "cannot make a folder in /tmp: %s", strerror(errno));
    }
    scratch->alive = ends[1];
    scratch->keeper = fork();
    if (scratch->keeper == 0) {
        setsid(); /* Ctrl-C is for the others */
        close(ends[1]);
        keep(scratch->path, ends[0]);
    }
    close(ends[0]);
    return true;
}

void scratch_remove(struct scratch *scratch) {
    close(scratch->alive);
    if (scratch->keeper < 0) {
        folder_remove(scratch->path);
    } else {
        while (waitpid(scratch->keeper, NULL, 0) < 0 && errno == EINTR) {
        }
    }
}
