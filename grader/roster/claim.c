/* May a class write to its folder? It replaces and removes what stands there under its names: so
 * nothing of anybody else's may, and no link may lead such a name elsewhere. */
#include "output.h"

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

bool output_claim(const struct class_run *run, struct error *error) {
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
    return good;
}
