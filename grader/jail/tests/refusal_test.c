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
    refuse("none");
    check(5, "so it is where the word is misspelt",
          child > 0 && waitpid(child, &status, 0) == child && status == 0);
    puts("1..5");
    return failed;
}
