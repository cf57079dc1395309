#include "clang.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* LOCKSTEP_LLVM_BUILT, the folder of LLVM at build time, comes from the Makefile. */
static const char debian[] = "/usr/lib/llvm-";
enum { FOLDER = PATH_MAX - 32 };

static struct {
    char clang[PATH_MAX], clangxx[PATH_MAX], package[32];
    int major;
} chosen;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The version in a folder's name, such as /usr/lib/llvm-19; 0 if there is none. */
static int version_in(const char *folder) {
    const char *at = strstr(folder, "/llvm-");
    return at != NULL ? atoi(at + strlen("/llvm-")) : 0;
}

static bool take(const char *folder) {
    snprintf(chosen.clang, sizeof chosen.clang, "%.*s/bin/clang", FOLDER, folder);
    snprintf(chosen.clangxx, sizeof chosen.clangxx, "%.*s/bin/clang++", FOLDER, folder);
    chosen.major = version_in(folder);
    return access(chosen.clang, X_OK) == 0;
}

static bool take_wish(const char *wish) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s%s", wish[0] != '/' ? debian : "", wish);
    return take(folder);
}

/* A folder whose name does not tell the version. */
static int ask_version(void) {
    char command[PATH_MAX + 64];
    int major = 0;
    snprintf(command, sizeof command, "'%s' -dumpversion 2>/dev/null", chosen.clang);
    FILE *answer = strchr(chosen.clang, '\'') == NULL ? popen(command, "r") : NULL;
    if (answer != NULL) {
        major = fscanf(answer, "%d", &major) == 1 ? major : 0;
        pclose(answer);
    }
    return major;
}

static void choose(void) {
    const char *wish = getenv("LOCKSTEP_LLVM");
    bool here = false;
    if (wish != NULL && *wish != '\0') {
        here = take_wish(wish);
    } else {
        here = take(LOCKSTEP_LLVM_BUILT);
    }
    if (here && chosen.major == 0) {
        chosen.major = ask_version();
    }
    snprintf(chosen.package, sizeof chosen.package, chosen.major > 0 ? "clang-%d" : "clang",
             chosen.major);
}

const char *clang_path(void) {
    pthread_once(&once, choose);
    return chosen.clang;
}

const char *clangxx_path(void) {
    pthread_once(&once, choose);
    return chosen.clangxx;
}

int clang_major(void) {
    pthread_once(&once, choose);
    return chosen.major;
}

int clang_major_built(void) {
    return version_in(LOCKSTEP_LLVM_BUILT);
}

const char *clang_package(void) {
    pthread_once(&once, choose);
    return chosen.package;
}

const char *clang_undefined_flag(void) {
    const int major = clang_major();
    return major > 0 && major < 15 ? "-disable-noundef-analysis" : "-no-enable-noundef-analysis";
}
