#include "cgroup_hierarchy.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Is `word` one of the words of a list with this separator? */
static bool has_word(const char *list, const char *word, char separator) {
    size_t length = strlen(word);
    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
        char after = at[length];
        if ((at == list || at[-1] == separator) &&
            (after == separator || after == '\0' || after == '\n')) {
            return true;
        }
    }
    return false;
}

/* Our group's path in the hierarchy of a version 1 controller, or of version 2 where `controller`
 * is "". */
static bool own_path(const char *controller, char *path, size_t size) {
    char line[PATH_MAX + 256];
    bool found = false;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        char *controllers = strchr(line, ':'),
             *rest = controllers == NULL ? NULL : strchr(controllers + 1, ':');
        if (rest == NULL) {
            continue;
        }
        *rest++ = '\0';
        rest[strcspn(rest, "\n")] = '\0';
        found = *controller == '\0' ? controllers[1] == '\0'
                                    : has_word(controllers + 1, controller, ',');
        if (found) {
            snprintf(path, size, "%s", rest);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

/* Where that hierarchy is mounted, and which part of it the mount shows (proc_pid_mountinfo(5)). */
static bool mount_point(const char *controller, char *root, char *place) {
    char line[2 * PATH_MAX + 512], type[64], options[512];
    bool found = false;
    FILE *file = fopen("/proc/self/mountinfo", "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        const char *after = strstr(line, " - ");
        if (after == NULL || sscanf(line, "%*d %*d %*s %4095s %4095s", root, place) != 2 ||
            sscanf(after, " - %63s %*s %511s", type, options) != 2) {
            continue;
        }
        found = *controller == '\0'
                    ? strcmp(type, "cgroup2") == 0
                    : strcmp(type, "cgroup") == 0 && has_word(options, controller, ',');
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

static bool own_folder(const char *controller, char *folder) {
    char path[PATH_MAX], root[PATH_MAX], place[PATH_MAX];
    if (!own_path(controller, path, sizeof path) || !mount_point(controller, root, place)) {
        return false;
    }
    size_t shown = strcmp(root, "/") == 0 ? 0 : strlen(root);
    const char *below = strncmp(path, root, shown) == 0 ? path + shown : path;
    if (strcmp(below, "/") == 0) {
        below = "";
    }
    return snprintf(folder, PATH_MAX, "%s%s", place, below) < PATH_MAX && access(folder, F_OK) == 0;
}

static bool read_text(const char *folder, const char *name, char *text, size_t size) {
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "re");
    text[0] = '\0';
    bool good = file != NULL && fgets(text, (int)size, file) != NULL;
    if (file != NULL) {
        fclose(file);
    }
    return good;
}

/* Do the children of this version 2 folder get both controllers? */
static bool passes_on(const char *folder) {
    char text[512];
    return read_text(folder, "cgroup.subtree_control", text, sizeof text) &&
           has_word(text, "memory", ' ') && has_word(text, "pids", ' ') &&
           access(folder, W_OK) == 0;
}

/* Asks for that; refused for a folder that holds processes itself, unless it is the root. */
static void pass_on(const char *folder) {
    static const char wanted[] = "+memory +pids";
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/cgroup.subtree_control", folder);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        ssize_t ignored = write(file, wanted, sizeof wanted - 1);
        (void)ignored;
        close(file);
    }
}

bool hierarchy_find(struct hierarchy *hierarchy, struct error *error) {
    hierarchy->unified = false;
    if (own_folder("memory", hierarchy->memory) && own_folder("pids", hierarchy->processes)) {
        return true;
    }
    hierarchy->unified = true;
    if (!own_folder("", hierarchy->memory)) {
        return error_set(error, "no control groups are mounted here");
    }
    pass_on(hierarchy->memory);
    if (passes_on(hierarchy->memory)) {
        return true;
    }
    /* A group with processes in it cannot have limited children, so the usual place is beside our
     * own. */
    *strrchr(hierarchy->memory, '/') = '\0';
    if (passes_on(hierarchy->memory)) {
        return true;
    }
    return error_set(error, "the control group of this session may not be divided");
}
