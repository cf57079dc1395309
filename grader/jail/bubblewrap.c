#include "launch.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

/* Folders in the root that are links into /usr on today's systems, folders of their own on older
 * ones. */
static const char *const system_folders[] = {"/bin",   "/sbin",  "/lib",
                                             "/lib32", "/lib64", "/libx32"};

/* What programs need from /etc: the loader's cache, the alternatives' links, OpenCL's list of
 * platforms. */
static const char *const settings[] = {"/etc/ld.so.cache", "/etc/alternatives",
                                       "/etc/OpenCL/vendors"};

static const char *const namespaces[] = {"--unshare-ipc", "--unshare-pid", "--unshare-net",
                                         "--unshare-uts", "--unshare-cgroup-try"};

/* What the inner program needs to give a command its user, to see what it waits for, and to end it.
 */
static const char *const keeper_capabilities[] = {"CAP_SETUID", "CAP_SETGID", "CAP_KILL",
                                                  "CAP_DAC_READ_SEARCH"};

enum { TMP_BYTES = 64 << 20, SHM_BYTES = 16 << 20 };

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void add(struct texts *arguments, const char *word) {
    texts_add(arguments, "%s", word);
}

static void add_bind(struct texts *arguments, const char *kind, const char *host, const char *box) {
    add(arguments, kind);
    add(arguments, host);
    add(arguments, box);
}

static void add_folder(struct texts *arguments, const char *box) {
    add(arguments, "--perms");
    add(arguments, "0755");
    add(arguments, "--dir");
    add(arguments, box);
}

static void add_system(struct texts *arguments) {
    char target[PATH_MAX];
    add_bind(arguments, "--ro-bind", "/usr", "/usr");
    for (size_t i = 0; i < COUNT(system_folders); i++) {
        ssize_t length = readlink(system_folders[i], target, sizeof target - 1);
        if (length > 0) {
            target[length] = '\0';
            add_bind(arguments, "--symlink", target, system_folders[i]);
        } else if (access(system_folders[i], X_OK) == 0) {
            add_bind(arguments, "--ro-bind", system_folders[i], system_folders[i]);
        }
    }
    /* Folders that bubblewrap makes on the way to a bind are for their owner only, who is not the
     * command's user. */
    add_folder(arguments, "/etc");
    add_folder(arguments, "/etc/OpenCL");
    for (size_t i = 0; i < COUNT(settings); i++) {
        if (access(settings[i], F_OK) == 0) {
            add_bind(arguments, "--ro-bind", settings[i], settings[i]);
        }
    }
}

static void add_memory_folder(struct texts *arguments, const struct jail_means *means,
                              const char *box, int bytes) {
    add(arguments, "--perms");
    add(arguments, "1777");
    if (!means->old) {
        add(arguments, "--size");
        texts_add(arguments, "%d", bytes);
    }
    add(arguments, "--tmpfs");
    add(arguments, box);
}

static void add_binds(struct texts *arguments, const struct jail_spec *spec) {
    for (size_t i = 0; i < spec->bind_count; i++) {
        const struct jail_bind *bind = &spec->binds[i];
        bool device = strncmp(bind->host, "/dev/", 5) == 0;
        add_bind(arguments,
                 device           ? "--dev-bind"
                 : bind->writable ? "--bind"
                                  : "--ro-bind",
                 bind->host, bind->box);
    }
}

static void add_user(struct texts *arguments, const struct jail_means *means) {
    if (means->hold == JAIL_HOLD_NAMESPACE_ROOT) {
        add(arguments, "--cap-drop");
        add(arguments, "ALL");
        for (size_t i = 0; i < COUNT(keeper_capabilities); i++) {
            add(arguments, "--cap-add");
            add(arguments, keeper_capabilities[i]);
        }
        return;
    }
    add(arguments, "--unshare-user");
    if (!means->old) {
        add(arguments, "--disable-userns");
    }
    add(arguments, "--cap-drop");
    add(arguments, "ALL");
}

void bubblewrap_arguments(const struct jail_means *means, const struct jail_spec *spec,
                          struct texts *arguments) {
    add(arguments, BUBBLEWRAP);
    for (size_t i = 0; i < COUNT(namespaces); i++) {
        add(arguments, namespaces[i]);
    }
    add_user(arguments, means);
    add(arguments, "--hostname");
    add(arguments, "box");
    add(arguments, "--as-pid-1");
    add_system(arguments);
    add(arguments, "--proc");
    add(arguments, "/proc");
    add(arguments, "--dev");
    add(arguments, "/dev");
    add_memory_folder(arguments, means, "/tmp", TMP_BYTES);
    add_memory_folder(arguments, means, "/dev/shm", SHM_BYTES);
    add_binds(arguments, spec);
    add(arguments, "--remount-ro");
    add(arguments, "/");
    add(arguments, "--");
    texts_add(arguments, "/proc/self/fd/%d", JAIL_PLACE_PROGRAM);
}
