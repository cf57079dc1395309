/* Where nothing can hold a hostile program, none is run; nor where LOCKSTEP_JAIL is misspelt. */
#include "../jail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failed;

static void check(int number, const char *name, bool good) {
    printf("%s %d - %s\n", good ? "ok" : "not ok", number, name);
    failed |= !good;
}

static void refuse(const char *word) {
    static const char *const arguments[] = {"/usr/bin/true", NULL}, *const environment[] = {NULL};
    struct jail_spec spec = {.argv = arguments,
                             .environment = environment,
                             .directory = "/",
                             .limits = {1, 1, 1 << 26, 1 << 20, 4096, 8}};
    struct jail_result result;
    char said[64];
    snprintf(said, sizeof said, "LOCKSTEP_JAIL=%s", word);
    setenv("LOCKSTEP_JAIL", word, 1);
    check(1, "the level says that there is no jail", jail_level() == JAIL_NONE);
    check(2, "the reason says why", strstr(jail_level_reason(), said) != NULL);
    bool ran = jail_run(&spec, &result);
    check(3, "nothing is run", !ran && result.end == JAIL_FAILED);
    check(4, "the message names what is missing", strstr(result.error.message, said) != NULL);
    jail_result_free(&result);
}

/* Does a program run, and see a file of the caller's that no jail would show? */
static bool runs_as_caller(void) {
    static const char *const arguments[] = {"/usr/bin/test", "-e", "/etc/passwd", NULL};
    static const char *const environment[] = {NULL};
    struct jail_spec spec = {.argv = arguments,
                             .environment = environment,
                             .directory = "/",
                             .limits = {5, 5, 1 << 28, 1 << 20, 4096, 8}};
    struct jail_result result;
    const bool good = jail_level() == JAIL_OWN && jail_run(&spec, &result) &&
                      result.end == JAIL_EXITED && result.code == 0;
    jail_result_free(&result);
    return good;
}

/* The level is found once a process: the misspelt word is a child's. */
int main(void) {
    int status = 1;
    const pid_t child = fork();
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) == NULL) {
            return 1;
        }
        refuse("landlok");
        return failed;
    }
    const pid_t own = fork();
    if (own == 0) {
        setenv("LOCKSTEP_JAIL", "none", 1);
        jail_allow_own();
        _exit(runs_as_caller() ? 0 : 1);
    }
    int ran = 1;
    check(6, "what the caller wrote runs with limits only, where that is allowed",
          own > 0 && waitpid(own, &ran, 0) == own && ran == 0);
    refuse("none");
    check(5, "so it is where the word is misspelt",
          child > 0 && waitpid(child, &status, 0) == child && status == 0);
    puts("1..6");
    return failed;
}
