#include "slurm.h"

#include "../../compile/files.h"
#include "../../report/report.h"
#include "../class.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- commands ---- */

int slurm_ask(const char *const *argv, char *text, size_t size) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    close(ends[1]);
    size_t length = 0;
    char buffer[4096];
    ssize_t got;
    while (child > 0 && (got = read(ends[0], buffer, sizeof buffer)) != 0) {
        if (got < 0 && errno == EINTR) {
            continue;
        }
        size_t more = got < 0 ? 0 : (size_t)got;
        more = length + more < size ? more : size - 1 - length;
        memcpy(text + length, buffer, more);
        length += more;
        if (got < 0) {
            break;
        }
    }
    text[length] = '\0';
    close(ends[0]);
    int status = -1;
    if (child > 0 && waitpid(child, &status, 0) != child) {
        status = -1;
    }
    return status != -1 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* What Slurm's words mean for a teacher: the first that the answer holds. */
static const struct {
    const char *words, *fix;
} fixes[] = {
    {"ode configuration",
     "no node has what class.slurm asks for: `sinfo -N -l` says what they have"},
    {"onfiguration", "put the cluster's slurm.conf into /etc/slurm, or name it in SLURM_CONF"},
    {"cannot stat", "put the cluster's slurm.conf into /etc/slurm, or name it in SLURM_CONF"},
    {"ontact slurm controller", "slurmctld must run, and be reached from here"},
    {"ccount", "set account= in class.slurm; `sacctmgr show associations user=$USER` lists yours"},
    {"artition", "set partition= in class.slurm; `sinfo -s` lists them"},
    {"QOS", "set qos= in class.slurm, or wait until fewer of your jobs are there"},
    {"emory", "set mem= in class.slurm to what a node has: `sinfo -o '%n %m'`"},
    {"generic resource", "set gres= in class.slurm to what the nodes have: `sinfo -o '%n %G'`"},
    {"time limit", "set time= in class.slurm to what the partition allows: `sinfo -o '%P %l'`"},
    {"icense", "set licenses= in class.slurm; `scontrol show licenses` lists them"},
    {"eservation", "set reservation= in class.slurm; `scontrol show reservations` lists them"},
    {"feature", "set constraint= in class.slurm to what nodes have: `sinfo -o '%n %f'`"},
};

const char *slurm_reason(struct arena *arena, const char *answer) {
    const char *fatal = strstr(answer, "fatal: "), *line = fatal != NULL ? fatal : answer;
    static const char *const before[] = {"sbatch: ", "sinfo: ", "fatal: ", "error: "};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        line += strncmp(line, before[i], strlen(before[i])) == 0 ? strlen(before[i]) : 0;
    }
    line = arena_printf(arena, "%.*s", (int)strcspn(line, "\n"), line);
    for (size_t i = 0; i < sizeof fixes / sizeof *fixes; i++) {
        if (strstr(line, fixes[i].words) != NULL) {
            return arena_printf(arena, "%s (%s)", line, fixes[i].fix);
        }
    }
    return line;
}

/* ---- what is taken back at the end ---- */

static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;
static char kept[4096];

void slurm_keep(const char *ids) {
    pthread_mutex_lock(&kept_lock);
    snprintf(kept, sizeof kept, "%s", ids);
    pthread_mutex_unlock(&kept_lock);
}

void slurm_stop(void) {
    char text[256], ids[sizeof kept], *rest = NULL;
    pthread_mutex_lock(&kept_lock);
    memcpy(ids, kept, sizeof ids);
    kept[0] = '\0';
    pthread_mutex_unlock(&kept_lock);
    if (ids[0] != '\0') {
        fprintf(stderr, "\nlockstep: Slurm's job %s is cancelled\n", ids);
    }
    for (char *id = strtok_r(ids, ",", &rest); id != NULL; id = strtok_r(NULL, ",", &rest)) {
        slurm_ask((const char *const[]){"timeout", "20", "scancel", id, NULL}, text, sizeof text);
    }
}

/* ---- the script ---- */

bool slurm_write_script(const struct class_run *run, const char *list, const char *path,
                        size_t batch, const char *speedup, struct error *error) {
    struct arena arena = {0};
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0) {
        return error_set(error, "/proc/self/exe: %s", strerror(errno));
    }
    self[length] = '\0';
    const char *secret = "";
    if (run->secret.given) {
        secret = arena_printf(&arena, " --secret %s",
                              report_shell_word(&arena, class_secret_path(run, &arena)));
    }
    const char *device = run->options.device;
    const char *text = arena_printf(
        &arena,
        "#!/bin/sh\nexec %s class-task %s %s $(((SLURM_ARRAY_TASK_ID + $1) * %zu)) --count %zu"
        " --labs %s%s%s%s%s%s\n",
        report_shell_word(&arena, self), report_shell_word(&arena, run->lab.name),
        report_shell_word(&arena, list), batch, batch, report_shell_word(&arena, run->kit.labs),
        secret, device != NULL ? " --device " : "", device != NULL ? device : "",
        speedup != NULL ? " --speedup " : "", speedup != NULL ? speedup : "");
    bool good = report_replace_file(path, text, strlen(text), error);
    arena_free(&arena);
    return good;
}

/* ---- class.slurm ---- */

enum option_kind { WORD, TIME, MEMORY, NUMBER };

static const struct {
    const char *pattern, *what;
} kinds[] = {
    [WORD] = {"^[^[:space:]-][^[:space:]]*$", "one word"},
    [TIME] = {"^([0-9]+-)?[0-9]+(:[0-5][0-9]){0,2}$",
              "a time such as 30 (minutes), 2:00:00 or 1-12"},
    [MEMORY] = {"^[1-9][0-9]*[KMGT]?$", "memory such as 4G or 4000 (megabytes)"},
    [NUMBER] = {"^[1-9][0-9]{0,5}$", "a number from 1"},
};

static const struct {
    const char *key;
    enum option_kind kind;
} keys[] = {{"partition", WORD},   {"account", WORD},         {"qos", WORD},
            {"reservation", WORD}, {"constraint", WORD},      {"gres", WORD},
            {"licenses", WORD},    {"nodelist", WORD},        {"exclude", WORD},
            {"time", TIME},        {"mem", MEMORY},           {"mem-per-cpu", MEMORY},
            {"batch", NUMBER},     {"cpus-per-task", NUMBER}, {NULL, WORD}};

static bool fits(const char *value, enum option_kind kind) {
    regex_t pattern;
    const bool good = regcomp(&pattern, kinds[kind].pattern, REG_EXTENDED | REG_NOSUB) == 0 &&
                      regexec(&pattern, value, 0, NULL, 0) == 0;
    regfree(&pattern);
    return good;
}

/* The option of sbatch that the key is, from `--key=` on; NULL where it was not said. */
static const char **find(struct slurm_options *options, const char *key) {
    const size_t length = strlen(key);
    for (size_t i = 0; i < options->count; i++) {
        if (strncmp(options->argument[i] + 2, key, length) == 0 &&
            options->argument[i][2 + length] == '=') {
            return &options->argument[i];
        }
    }
    return NULL;
}

/* Takes "key = value"; what is said later counts. */
static bool take(struct slurm_options *options, struct arena *arena, const char *where, char *text,
                 struct error *error) {
    char *equals = strchr(text, '=');
    const char *known = "", *value = equals != NULL ? equals + 1 + strspn(equals + 1, " \t") : "";
    const char *key = arena_printf(arena, "%.*s", (int)strcspn(text, " \t="), text);
    if (equals == NULL) {
        return error_set(error, "%s'%s' is not KEY=VALUE, such as partition=short", where, text);
    }
    for (size_t i = 0; keys[i].key != NULL; i++) {
        known = arena_printf(arena, "%s%s%s", known, i > 0 ? ", " : "", keys[i].key);
        if (strcmp(keys[i].key, key) != 0) {
            continue;
        }
        if (!fits(value, keys[i].kind)) {
            return error_set(error, "%s%s: '%s' is not %s", where, key, value,
                             kinds[keys[i].kind].what);
        }
        if (strcmp(key, "batch") == 0) {
            options->batch = strtoul(value, NULL, 10);
            return true;
        }
        const char **before = find(options, key);
        *(before != NULL ? before : &options->argument[options->count++]) =
            arena_printf(arena, "--%s=%s", key, value);
        return true;
    }
    return error_set(error, "%s'%s' is no key (the keys are %s)", where, key, known);
}

/* Ends the line before its comment and the blanks at its end; returns where it begins. */
static char *trim(char *line) {
    line[strcspn(line, "#")] = '\0';
    size_t length = strlen(line);
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL) {
        line[--length] = '\0';
    }
    return line + strspn(line, " \t");
}

bool slurm_options_read(struct slurm_options *options, struct arena *arena, const char *path,
                        const char *given, const char *device, struct error *error) {
    *options = (struct slurm_options){.count = 0};
    char *text = path != NULL && access(path, F_OK) == 0 ? file_read(arena, path, 1 << 16) : NULL;
    bool good = true;
    for (size_t number = 1; good && text != NULL; number++) {
        char *end = strchr(text, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        char *line = trim(text);
        good = *line == '\0' ||
               take(options, arena, arena_printf(arena, "%s:%zu: ", path, number), line, error);
        text = end != NULL ? end + 1 : NULL;
    }
    char *rest = NULL, *pairs = given != NULL ? arena_strdup(arena, given) : NULL;
    for (char *pair = pairs != NULL ? strtok_r(pairs, " ", &rest) : NULL; good && pair != NULL;
         pair = strtok_r(NULL, " ", &rest)) {
        good = take(options, arena, "--slurm: ", pair, error);
    }
    /* Where memory is shared out, a task that says nothing gets the whole node. */
    if (find(options, "mem") == NULL && find(options, "mem-per-cpu") == NULL) {
        options->argument[options->count++] = device != NULL ? "--mem=6G" : "--mem=3G";
    }
    if (device != NULL && strcmp(device, "cuda") == 0 && find(options, "gres") == NULL) {
        options->argument[options->count++] = "--gres=gpu:1";
    }
    return good;
}
