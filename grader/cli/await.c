/*
 * lockstep await STATE FOLDER FILE…
 *
 * Waits until one of the files of FOLDER is no longer as STATE says, and until its last byte is
 * there: editors save in several steps, and some move the old file away first. Prints the file's
 * name, and writes to STATE how the files are now. Where there is no STATE, it writes one and waits
 * for nothing. Exit status 1: the folder is gone. For `make watch`: not in the help.
 */
#include "../arena.h"
#include "../clock.h"
#include "../compile/files.h"
#include "commands.h"
#include "options.h"

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Milliseconds. Not every folder tells what happens in it (one of another machine does not), so
 * the files are looked at all the same. A file that was closed has its last byte; the other files
 * of the same save follow at once. */
enum { LOOK = 100, QUIET = 50, QUIET_CLOSED = 10, MOVED_AWAY = 1000 };

enum { LARGEST_STATE = 1 << 20 };

static const uint32_t closing = IN_CLOSE_WRITE | IN_MOVED_TO;
static const uint32_t others = IN_CREATE | IN_MODIFY | IN_ATTRIB | IN_MOVED_FROM | IN_DELETE;

/* What is waited for. */
struct watched {
    const char *folder;
    const char *const *names; /* NULL behind the last */
    int events;               /* of the folder; negative: it tells nothing */
    bool closed;              /* the last thing that was told of a file is that it is whole */
};

static bool is_watched(const struct watched *watched, const char *name) {
    bool is = false;
    for (size_t i = 0; watched->names[i] != NULL; i++) {
        is = is || strcmp(watched->names[i], name) == 0;
    }
    return is;
}

/* Each file that is there, with what a save changes, a line each; *count gets their number. Not the
 * time of its last change of status: another mode, name or link is no save, and some programs set
 * the mode long after they closed the file. */
static const char *look(struct arena *arena, const struct watched *watched, size_t *count) {
    const char *text = "";
    *count = 0;
    for (size_t i = 0; watched->names[i] != NULL; i++) {
        const char *name = watched->names[i];
        const char *path = arena_printf(arena, "%s/%s", watched->folder, name);
        struct stat status;
        if (stat(path, &status) == 0) {
            text = arena_printf(arena, "%s%s %jd %jd.%09ld %ju\n", text, name,
                                (intmax_t)status.st_size, (intmax_t)status.st_mtim.tv_sec,
                                status.st_mtim.tv_nsec, (uintmax_t)status.st_ino);
            ++*count;
        }
    }
    return text;
}

/* Reads what happened. False when it was to none of the files. */
static bool hear(struct watched *watched) {
    _Alignas(struct inotify_event) char room[4096];
    const ssize_t got = read(watched->events, room, sizeof room);
    bool heard = false;
    for (ssize_t at = 0; at < got;) {
        const struct inotify_event *event = (const struct inotify_event *)(room + at);
        if (event->len > 0 && is_watched(watched, event->name)) {
            watched->closed = (event->mask & closing) != 0;
            heard = true;
        }
        at += (ssize_t)(sizeof *event + event->len);
    }
    return heard;
}

/* Sleeps for so long, or until something happens to one of the files: true then. */
static bool sleep_or_hear(struct watched *watched, int milliseconds) {
    struct pollfd waiting = {.fd = watched->events, .events = POLLIN};
    const int64_t end = clock_milliseconds() + milliseconds;
    for (int left = milliseconds; left > 0 && poll(&waiting, 1, left) > 0;
         left = (int)(end - clock_milliseconds())) {
        if (hear(watched)) {
            return true;
        }
    }
    return false;
}

/* The line of the text that begins with that name, up to its end; NULL where there is none. */
static const char *find_line(const char *text, const char *name, size_t *length) {
    const size_t size = strlen(name);
    for (const char *line = text; *line != '\0';) {
        *length = strcspn(line, "\n");
        if (strncmp(line, name, size) == 0 && line[size] == ' ') {
            return line;
        }
        line += *length + (line[*length] != '\0');
    }
    *length = 0;
    return NULL;
}

/* The first file that is not as it was. */
static const char *find_changed(const struct watched *watched, const char *before,
                                const char *now) {
    for (size_t i = 0; watched->names[i] != NULL; i++) {
        size_t old_length, new_length;
        const char *old = find_line(before, watched->names[i], &old_length);
        const char *new = find_line(now, watched->names[i], &new_length);
        if (old_length != new_length ||
            (old != NULL && new != NULL &&memcmp(old, new, old_length) != 0)) {
            return watched->names[i];
        }
    }
    return NULL;
}

static bool is_gone(const struct watched *watched) {
    return access(watched->folder, F_OK) != 0;
}

static bool is_as(struct watched *watched, const char *before) {
    struct arena arena = {0};
    size_t count;
    const bool same = strcmp(look(&arena, watched, &count), before) == 0;
    arena_free(&arena);
    return same;
}

/* How the files are once they have stayed the same for a moment; NULL: the folder is gone. One of
 * them may be away meanwhile: while there are fewer than `expected`, it waits a little longer. */
static const char *wait_until_settled(struct arena *arena, struct watched *watched,
                                      size_t expected) {
    const int64_t patience = clock_milliseconds() + MOVED_AWAY;
    size_t count;
    const char *now = look(arena, watched, &count);
    for (bool settled = false; !settled && !is_gone(watched);) {
        const bool heard = sleep_or_hear(watched, watched->closed ? QUIET_CLOSED : QUIET);
        const char *then = look(arena, watched, &count);
        settled = !heard && strcmp(now, then) == 0 &&
                  (count >= expected || clock_milliseconds() >= patience);
        now = then;
    }
    return is_gone(watched) ? NULL : now;
}

/* How the files are once they differ from `before` and stay as they are. NULL: the folder is
 * gone. */
static const char *wait_for_save(struct arena *arena, struct watched *watched, const char *before) {
    size_t at_first = 0;
    for (const char *at = before; (at = strchr(at, '\n')) != NULL; at++) {
        at_first++;
    }
    const char *now;
    do {
        while (is_as(watched, before) && !is_gone(watched)) {
            watched->closed = false;
            sleep_or_hear(watched, LOOK);
        }
        now = wait_until_settled(arena, watched, at_first);
    } while (now != NULL && strcmp(now, before) == 0); /* it was away for a moment only */
    return now;
}

static int open_events(const char *folder) {
    const int events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (events >= 0 && inotify_add_watch(events, folder, closing | others) < 0) {
        close(events);
        return -1;
    }
    return events;
}

int await_main(int argc, char **argv) {
    const struct usage usage = {"lockstep await STATE FOLDER FILE…",
                                "Waits for the next save of a file, and prints its name.",
                                NULL,
                                0,
                                3,
                                OPTIONS_MAX_ARGUMENTS};
    const char *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    /* Who asked may be ended in the middle: then nobody reads the answer. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct arena arena = {0};
    struct watched watched = {.folder = arguments[1], .names = arguments + 2};
    watched.events = open_events(watched.folder);
    const char *before = file_read(&arena, arguments[0], LARGEST_STATE);
    size_t count;
    const char *now =
        before != NULL ? wait_for_save(&arena, &watched, before) : look(&arena, &watched, &count);
    struct error error = {0};
    status = now == NULL ? 1 : 0;
    if (now != NULL && !file_write(arguments[0], now, &error)) {
        status = command_failed(&error);
    } else if (now != NULL && before != NULL) {
        const char *changed = find_changed(&watched, before, now);
        puts(changed != NULL ? changed : watched.names[0]);
    }
    if (watched.events >= 0) {
        close(watched.events);
    }
    arena_free(&arena);
    return status;
}
