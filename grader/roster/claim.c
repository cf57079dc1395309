/* May a class write to its folder? It replaces and removes what stands there under its names: so
 * nothing of anybody else's may, and no link may lead such a name elsewhere. */
#include "tables/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Is something there under that name, if only a link? */
static bool is_there(const struct class_run *run, const char *name, bool *link) {
    struct arena arena = {0};
    struct stat status;
    const bool there = lstat(arena_printf(&arena, "%s/%s", run->out, name), &status) == 0;
    *link = there && S_ISLNK(status.st_mode);
    arena_free(&arena);
    return there;
}

static bool check_name(const struct class_run *run, const char *name, bool is_ours,
                       struct error *error) {
    bool link;
    if (!is_there(run, name, &link)) {
        return true;
    }
    if (link) {
        return error_set(error,
                         "%s/%s is a link: a class would replace and remove what it leads to; move "
                         "the link away",
                         run->out, name);
    }
    return is_ours || error_set(error,
                                "%s holds '%s', but no class was graded there: a class would write "
                                "over it; give --out a new folder",
                                run->out, name);
}

/* Without its journal a class writes these anew, without what a teacher added: they get names that
 * it never writes. */
static bool keep_aside(struct class_run *run, struct error *error) {
    static const char *const by_hand[] = {"rubric", "rules"};
    struct arena *arena = &run->arena;
    struct stat status;
    const char *journal = arena_printf(arena, "%s/journal.sqlite", run->out);
    const bool there = stat(journal, &status) == 0, lost = !there || status.st_size == 0;
    bool link;
    for (size_t i = 0; lost && i < sizeof by_hand / sizeof *by_hand; i++) {
        const char *name = arena_printf(arena, "%s.csv", by_hand[i]), *kept = name;
        if (!is_there(run, name, &link)) {
            continue;
        }
        for (int n = 1; is_there(run, kept, &link); n++) {
            kept = arena_printf(arena, "%s.before-%d.csv", by_hand[i], n);
        }
        if (rename(arena_printf(arena, "%s/%s", run->out, name),
                   arena_printf(arena, "%s/%s", run->out, kept)) != 0) {
            return error_set(error, "cannot rename %s/%s: %s", run->out, name, strerror(errno));
        }
        run->aside = arena_printf(arena,
                                  "%s%s is %s: %s is kept as %s, since it may hold marks that are "
                                  "nowhere else\n",
                                  run->aside, journal, there ? "empty" : "missing", name, kept);
    }
    return true;
}

bool output_claim(struct class_run *run, struct error *error) {
    bool link;
    /* A journal that is damaged is moved away; the spool then says whose folder it is. */
    const bool is_ours =
        is_there(run, "journal.sqlite", &link) || (is_there(run, "spool", &link) && !link);
    struct book book = {.run = run};
    book_list_files(&book);
    bool good = true;
    for (size_t i = 0; good && class_folders[i] != NULL; i++) {
        good = check_name(run, class_folders[i], is_ours, error);
    }
    for (size_t i = 0; good && i < book.file_count; i++) {
        good = check_name(run, book.files[i].folder, is_ours, error);
    }
    const char *file;
    for (size_t i = 0; good && (file = output_file(i)) != NULL; i++) {
        good = check_name(run, file, is_ours, error);
    }
    arena_free(&book.arena);
    return good && (run->options.resume || run->options.only_write || keep_aside(run, error));
}
