#include "host.h"

#include "../clang.h"
#include "../compile/run_tool.h"

#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows `key` in a line of the file, without quotes; NULL without such a line. */
static const char *look_up(struct arena *arena, const char *path, const char *key) {
    FILE *file = fopen(path, "re");
    char *line = NULL;
    size_t room = 0;
    const char *found = NULL;
    while (file != NULL && found == NULL && getline(&line, &room, file) > 0) {
        if (strncmp(line, key, strlen(key)) == 0) {
            char *text = line + strlen(key);
            text += strspn(text, " \t:=\"");
            text[strcspn(text, "\"\n")] = '\0';
            found = arena_strdup(arena, text);
        }
    }
    free(line);
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

const char *machine_os(struct arena *arena) {
    const char *name = look_up(arena, "/etc/os-release", "PRETTY_NAME");
    name = name != NULL ? name : look_up(arena, "/usr/lib/os-release", "PRETTY_NAME");
    return name != NULL ? name : "unknown";
}

int machine_cores(void) {
    hwloc_topology_t topology;
    int cores = 0;
    if (hwloc_topology_init(&topology) == 0) {
        if (hwloc_topology_load(topology) == 0) {
            cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
        }
        hwloc_topology_destroy(topology);
    }
    return cores > 0 ? cores : 1;
}

const char *machine_name(struct arena *arena) {
    const char *name = look_up(arena, "/proc/cpuinfo", "model name");
    int cores = machine_cores();
    return arena_printf(arena, "%s (%d core%s)", name != NULL ? name : "unknown", cores,
                        cores == 1 ? "" : "s");
}

const char *machine_compiler(struct arena *arena, const char *compiler) {
    struct command_line line = {.arena = arena};
    command_add(&line, "%s", strcmp(compiler, "clang") == 0 ? clang_path() : compiler);
    command_add(&line, "-dumpversion");
    const char *version = command_first_line(&line);
    return version != NULL ? arena_printf(arena, "%s %s", compiler, version) : NULL;
}
