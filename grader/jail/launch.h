/* Inside the jail: what its files share. */
#pragma once

#include "cgroup.h"
#include "jail.h"
#include "plan.h"

#include <fcntl.h>
#include <pthread.h>

/* The user and group of commands when the grader is root. No account of a Debian or Ubuntu system
 * has this number. */
enum { JAIL_UID = 64973 };

/* Means of holding a command, one row per way that may work on a machine; level.c tries them in
 * order. */
struct jail_means {
    enum jail_level level;
    enum jail_hold hold;
    bool group;      /* in a control group of its own */
    bool drop_first; /* root becomes JAIL_UID before bubblewrap starts */
    /* bubblewrap before 0.8 knows neither --disable-userns (the filter refuses new namespaces, too)
     * nor --size: /tmp and /dev/shm are as large as the system lets them be. */
    bool old;
};

/* A growing NULL-terminated list of texts, each its own. */
struct texts {
    char **items;
    size_t count;
    bool failed; /* out of memory */
};

/* The means that were found to work here, or NULL. Probed once. */
const struct jail_means *jail_means(struct error *error);

/* What an earlier run's probe found in a place that is the same in all that it hangs on: the row of
 * its table, and why no better one. False where nothing is kept (jail_remember). */
bool remember_read(size_t *row, struct error *reason);
void remember_write(size_t row, const struct error *reason);

/* Forgets it: a jail did not work. */
void remember_nothing(void);

/* jail_start with means that may not work. */
bool jail_start_with(const struct jail_means *means, const struct jail_spec *spec,
                     struct jail_process **process, struct error *error);

/* The same, but for its command: the process waits until jail_hand_over says what it is. It is for
 * commands whose bubblewrap_arguments are alike. Not at the level of Landlock. */
bool jail_start_empty(const struct jail_means *means, const struct jail_limits *limits,
                      const struct texts *arguments, struct jail_process **process,
                      struct error *error);

/* Gives an empty jail its command and limits. False when it is good for nothing: jail_kill and
 * jail_end are due in both cases. */
bool jail_hand_over(struct jail_process *process, const struct jail_means *means,
                    const struct jail_spec *spec);

/* Waits for the command's end. True when the keeper is still to be waited for: jail_release is due
 * in any case. */
bool jail_end(struct jail_process *process, struct jail_result *result);

/* Gives back all that a process holds whose end has been reported: waits until it is gone. */
void jail_release(struct jail_process *process);

/* The process that was made ready for such a command and has taken it; NULL when there is none.
 * Begins nothing. */
struct jail_process *ready_take(const struct jail_means *means, const struct jail_spec *spec);

/* Takes over what jail_release does with the process; false where nobody asked for that. */
bool ready_release(struct jail_process *process);

#define BUBBLEWRAP "/usr/bin/bwrap"

__attribute__((format(printf, 2, 3))) void texts_add(struct texts *texts, const char *format, ...);
/* Frees the texts. */
void texts_free(struct texts *texts);

/* The command line of bubblewrap for a spec; what follows "--" is the inner program. */
void bubblewrap_arguments(const struct jail_means *means, const struct jail_spec *spec,
                          struct texts *arguments);

/* The plan for the inner program in a memory file. -1 on failure. */
int plan_file(const struct jail_means *means, const struct jail_spec *spec, const char *scratch,
              struct error *error);

/* Bytes of the memory files that the spec passes in: the grader's, not the command's. */
uint64_t inherited_bytes(const struct jail_spec *spec);

/* The inner program in a sealed memory file, made once; the descriptor stays the module's. -1 on
 * failure. */
int program_file(struct error *error);

/* Without a mount namespace there are no paths of the box: they are rewritten to those of the host.
 * `scratch` is the host's folder for /tmp. The result is the caller's; NULL when there is no
 * memory. */
char *to_host(const struct jail_spec *spec, const char *scratch, const char *text);

/* Room for what the specification's folders are called on both sides, for jail_end. */
struct paths {
    char **host, **box;
    size_t count;
};

/* Fills `paths` for the specification; false when there is no memory. paths_free is due in both
 * cases. */
bool paths_open(struct paths *paths, const struct jail_spec *spec, const char *scratch);
void paths_free(struct paths *paths);

/* The output with the host's paths turned back into those of the box. Takes and returns ownership.
 */
char *to_box(const struct paths *paths, char *text, size_t *length);
