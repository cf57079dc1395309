#include "run_tool.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGEST_OUTPUT = 64 * 1024 };

void command_add(struct command_line *line, const char *format, ...) {
    char word[PATH_MAX + 64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(word, sizeof word, format, arguments);
    va_end(arguments);
    if (line->count < COMMAND_MAX_WORDS) {
        line->words[line->count++] = arena_strdup(line->arena, word);
    }
}

void command_split(struct command_line *line, const char *text) {
    char *rest = NULL, *copy = arena_strdup(line->arena, text);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        command_add(line, "%s", word);
    }
}

static char *read_all(struct arena *arena, int from) {
    char *text = arena_alloc(arena, LARGEST_OUTPUT + 1);
    size_t length = 0;
    char dropped[4096];
    for (;;) {
        bool full = length == LARGEST_OUTPUT;
        ssize_t got = full ? read(from, dropped, sizeof dropped)
                           : read(from, text + length, LARGEST_OUTPUT - length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return text;
        }
        length += full ? 0 : (size_t)got;
    }
}

bool command_run(const struct command_line *line, int *status, const char **output,
                 struct error *error) {
    const char *const *argv = line->words;
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC) != 0) {
        return error_set(error, "%s: no pipe: %s", argv[0], strerror(errno));
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 2);
    pid_t child;
    int failed = posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    if (failed != 0) {
        close(pipes[0]);
        return error_set(error, "%s: %s", argv[0], strerror(failed));
    }
    *output = read_all(line->arena, pipes[0]);
    close(pipes[0]);
    int code = 0;
    while (waitpid(child, &code, 0) < 0 && errno == EINTR) {
    }
    *status = WIFEXITED(code) ? WEXITSTATUS(code) : 128 + WTERMSIG(code);
    return true;
}

const char *command_first_line(const struct command_line *line) {
    const char *output = "";
    int status = 1;
    struct error error;
    const bool good = command_run(line, &status, &output, &error) && status == 0;
    return good ? arena_printf(line->arena, "%.*s", (int)strcspn(output, "\n"), output) : NULL;
}
