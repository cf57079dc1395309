/* Where nothing can hold a hostile program, none is run. */
#include "../jail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed;

static void check(int number, const char *name, bool good) {
    printf("%s %d - %s\n", good ? "ok" : "not ok", number, name);
    failed |= !good;
}

int main(void) {
    static const char *const arguments[] = {"/usr/bin/true", NULL}, *const environment[] = {NULL};
    struct jail_spec spec = {.argv = arguments,
                             .environment = environment,
                             .directory = "/",
                             .limits = {1, 1, 1 << 26, 1 << 20, 4096, 8}};
    struct jail_result result;
    setenv("LOCKSTEP_JAIL", "none", 1);
    check(1, "the level says that there is no jail", jail_level() == JAIL_NONE);
    check(2, "the reason says why", strstr(jail_level_reason(), "LOCKSTEP_JAIL=none") != NULL);
    bool ran = jail_run(&spec, &result);
    check(3, "nothing is run", !ran && result.end == JAIL_FAILED);
    check(4, "the message names what is missing",
          strstr(result.error.message, "LOCKSTEP_JAIL=none") != NULL);
    jail_result_free(&result);
    puts("1..4");
    return failed;
}
