#include "shortage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t shortage_kills(void) {
    static const char key[] = "oom_kill ";
    char line[128];
    uint64_t kills = 0;
    FILE *file = fopen("/proc/vmstat", "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, sizeof key - 1) == 0) {
            kills = strtoull(line + sizeof key - 1, NULL, 10);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kills;
}
