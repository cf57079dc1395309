#include "pieces.h"

#include "../arena.h"
#include "../folder.h"
#include "build.h"
#include "code.h"
#include "files.h"
#include "mark.h"
#include "openmp_build.h"
#include "script.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_PIECE = 16 << 20 };

/* One flavour of one submission, and what names its pieces. */
struct work {
    struct arena arena;
    const struct pieces *pieces;
    const struct lab *lab;
    const struct box *box;
    const struct flavour_row *row;
    enum flavour flavour;
    const char *text[LAB_MAX_FILES]; /* NULL: cannot be read */
    char around[MARK + 1];           /* pieces->mark, and the kit's objects */
};

static void begin(struct work *work, XXH3_state_t *state, const struct kit *kit) {
    const char *path;
    for (size_t i = 0; i < work->lab->file_count; i++) {
        const struct lab_file *file = &work->lab->files[i];
        work->text[i] = file_read(
            &work->arena, arena_printf(&work->arena, "%s/%s", work->box->source, file->name),
            file->max_bytes);
    }
    XXH3_128bits_reset(state);
    mark_add(state, work->pieces->mark);
    mark_add_stamp(state, arena_printf(&work->arena, "%s/%s/%s/runner.o", kit->objects,
                                       work->lab->name, work->row->name));
    for (int i = 0; (path = build_kit_source(work->lab, work->flavour, i)) != NULL; i++) {
        const char *source = strrchr(path, '/') + 1;
        mark_add_stamp(state, arena_printf(&work->arena, "%s/kit/%s/%.*s.o", kit->cache,
                                           work->row->name, (int)strlen(source) - 2, source));
    }
    mark_finish(state, work->around);
}

/* Text that may make another of a file than it shows: lines that go on in the next one, characters
 * that stand for others, and literals that compilers do not agree on. */
static bool may_hide(const char *text) {
    static const char *const hiding[] = {"\?\?", "%:", "R\"", "embed", "incbin", "asm"};
    bool hides = false;
    for (size_t i = 0; i < sizeof hiding / sizeof *hiding; i++) {
        hides = hides || strstr(text, hiding[i]) != NULL;
    }
    for (const char *at = text; !hides && (at = strchr(at, '\\')) != NULL;) {
        at++;
        hides = at[strspn(at, " \t\v\f\r")] == '\n';
    }
    return hides;
}

/* Does the line, up to `end`, name one of the lab's files? */
static bool names_file(const struct lab *lab, const char *line, const char *end) {
    bool names = false;
    for (size_t i = 0; i < lab->file_count; i++) {
        const char *name = lab->files[i].name;
        names = names || memmem(line, (size_t)(end - line), name, strlen(name)) != NULL;
    }
    return names;
}

/* Does a compiler that reads the text read no other file of the student's? Each `include` must be a
 * plain directive that names none of them. */
static bool reads_only_itself(struct arena *arena, const struct lab *lab, const char *text) {
    if (may_hide(text)) {
        return false;
    }
    static const char word[] = "include";
    const char *code = code_of(arena, text, false); /* of the same length: no line is joined */
    for (const char *at = code; (at = strstr(at, word)) != NULL; at++) {
        const char *line = at;
        while (line > code && line[-1] != '\n') {
            line--;
        }
        size_t length;
        const char *directive = code_directive(line, &length);
        const char *rest = text + (at - code) + strlen(word);
        const char *name = rest + strspn(rest, " \t"), *end = strchrnul(name, '\n');
        if (directive != at || length != strlen(word) || (*name != '<' && *name != '"') ||
            names_file(lab, name, end)) {
            return false;
        }
    }
    return true;
}

static bool mark_file(struct work *work, size_t file, char mark[MARK + 1]) {
    const struct lab *lab = work->lab;
    XXH3_state_t *state = XXH3_createState();
    bool good = state != NULL && work->text[file] != NULL;
    if (good) {
        const bool alone = reads_only_itself(&work->arena, lab, work->text[file]);
        XXH3_128bits_reset(state);
        mark_add(state, work->around);
        mark_add(state, lab->files[file].name);
        for (size_t i = 0; i < lab->file_count; i++) {
            if (i == file || !alone) {
                good = good && work->text[i] != NULL;
                mark_add(state, work->text[i] != NULL ? work->text[i] : "");
            }
        }
        mark_finish(state, mark);
    }
    XXH3_freeState(state);
    return good;
}

static bool mark_program(struct work *work, char mark[MARK + 1]) {
    char its[MARK + 1];
    XXH3_state_t *state = XXH3_createState();
    bool good = state != NULL;
    if (good) {
        XXH3_128bits_reset(state);
        mark_add(state, work->around);
        for (size_t i = 0; good && i < work->lab->file_count; i++) {
            if (script_role(work->row, &work->lab->files[i]) == ROLE_OBJECT) {
                good = mark_file(work, i, its);
                mark_add(state, its);
            }
        }
        mark_finish(state, mark);
    }
    XXH3_freeState(state);
    return good;
}

static struct work *open_work(const struct pieces *pieces, const struct kit *kit,
                              const struct lab *lab, const struct box *box, enum flavour flavour) {
    XXH3_state_t *state = pieces->folder != NULL ? XXH3_createState() : NULL;
    if (state == NULL) {
        return NULL;
    }
    struct arena arena = {0};
    struct work *work = arena_alloc(&arena, sizeof *work);
    *work = (struct work){
        .pieces = pieces, .lab = lab, .box = box, .row = flavour_row(flavour), .flavour = flavour};
    work->arena = arena;
    begin(work, state, kit);
    XXH3_freeState(state);
    return work;
}

static void close_work(struct work *work) {
    struct arena arena = work->arena;
    arena_free(&arena);
}

/* What a flavour's program is called in box->output. */
static const char *program_of(enum flavour flavour) {
    const struct flavour_row *row = flavour_row(flavour);
    return row->language == LANGUAGE_OPENMP ? OPENMP_PROGRAM : row->name;
}

static bool is_built_file(const struct lab *lab, enum flavour flavour, size_t file) {
    const enum script_role role = script_role(flavour_row(flavour), &lab->files[file]);
    return role == ROLE_OBJECT || role == ROLE_KERNELS;
}

bool pieces_are_all(const struct pieces *pieces, const struct lab *lab, enum flavour flavour) {
    bool all = pieces->program;
    for (size_t i = 0; i < lab->file_count; i++) {
        all = all && (pieces->file[i] || !is_built_file(lab, flavour, i));
    }
    return all;
}

/* From where others may write. In the box the compilers' user must be able to replace it. */
static bool bring(struct work *work, const char *name, const char *mark, mode_t mode) {
    struct error error;
    return file_copy_plain(arena_printf(&work->arena, "%s/%s@%s", work->pieces->folder, name, mark),
                           arena_printf(&work->arena, "%s/%s", work->box->output, name), mode,
                           LARGEST_PIECE, &error);
}

enum { MOST_SUFFIXES = 4 };

/* What of a file is read again once it is compiled, by the ends of the names. Kernels in OpenCL C
 * are compiled for a look only, those of a CUDA file lie beside its object, and of bitcode nobody
 * asks what it defines. */
static size_t list_suffixes(const struct work *work, size_t file,
                            const char *suffixes[MOST_SUFFIXES]) {
    const struct lab_file *which = &work->lab->files[file];
    size_t count = 0;
    if (script_role(work->row, which) == ROLE_OBJECT) {
        suffixes[count++] = ".o";
    }
    if (work->row->language == LANGUAGE_CUDA_SIMULATED && lab_file_is(which->name, ".cu")) {
        suffixes[count++] = ".o.ptx";
    }
    if (work->row->language != LANGUAGE_OPENMP) {
        suffixes[count++] = ".symbols";
    }
    return count;
}

static const char *own_name(struct work *work, size_t file) {
    return arena_printf(&work->arena, "%s-%s", work->row->name, work->lab->files[file].name);
}

static bool bring_file(struct work *work, size_t file) {
    char mark[MARK + 1];
    const char *suffixes[MOST_SUFFIXES];
    const size_t count = list_suffixes(work, file, suffixes);
    bool good = mark_file(work, file, mark);
    for (size_t i = 0; good && i < count; i++) {
        const char *name = arena_printf(&work->arena, "%s%s", own_name(work, file), suffixes[i]);
        good = bring(work, name, mark, 0666);
    }
    return good;
}

void pieces_bring(struct pieces *pieces, const struct kit *kit, const struct lab *lab,
                  const struct box *box, enum flavour flavour) {
    char mark[MARK + 1];
    struct work *work = open_work(pieces, kit, lab, box, flavour);
    if (work == NULL) {
        return;
    }
    bool objects = true;
    for (size_t i = 0; i < lab->file_count; i++) {
        pieces->file[i] = is_built_file(lab, flavour, i) && bring_file(work, i);
        objects =
            objects && (pieces->file[i] || script_role(work->row, &lab->files[i]) != ROLE_OBJECT);
    }
    pieces->program =
        objects && mark_program(work, mark) && bring(work, program_of(flavour), mark, 0777);
    close_work(work);
}

/* What was kept of that name for other bytes. */
static void drop_others(struct work *work, const char *name, const char *mark) {
    DIR *folder = opendir(work->pieces->folder);
    const size_t length = strlen(name);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        if (strncmp(entry->d_name, name, length) == 0 && entry->d_name[length] == '@' &&
            strcmp(entry->d_name + length + 1, mark) != 0) {
            unlinkat(dirfd(folder), entry->d_name, 0);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

static bool keep(struct work *work, const char *from, const char *name, const char *mark,
                 mode_t mode) {
    struct error error;
    const char *to = arena_printf(&work->arena, "%s/%s@%s", work->pieces->folder, name, mark);
    const char *part = arena_printf(&work->arena, "%s.%d", to, (int)getpid());
    bool good = folder_make(work->pieces->folder, &error) &&
                file_copy_plain(arena_printf(&work->arena, "%s/%s", work->box->output, from), part,
                                mode, LARGEST_PIECE, &error) &&
                rename(part, to) == 0;
    if (good) {
        drop_others(work, name, mark);
    } else {
        unlink(part);
    }
    return good;
}

void pieces_keep_file(const struct pieces *pieces, const struct kit *kit, const struct lab *lab,
                      const struct box *box, enum flavour flavour, size_t file, const char *name) {
    char mark[MARK + 1];
    struct work *work = open_work(pieces, kit, lab, box, flavour);
    if (work == NULL) {
        return;
    }
    const char *suffixes[MOST_SUFFIXES];
    const size_t count = list_suffixes(work, file, suffixes);
    bool good = mark_file(work, file, mark);
    for (size_t i = 0; good && i < count; i++) {
        good =
            keep(work, arena_printf(&work->arena, "%s%s", name, suffixes[i]),
                 arena_printf(&work->arena, "%s%s", own_name(work, file), suffixes[i]), mark, 0644);
    }
    close_work(work);
}

void pieces_keep_program(const struct pieces *pieces, const struct kit *kit, const struct lab *lab,
                         const struct box *box, enum flavour flavour) {
    char mark[MARK + 1];
    struct work *work = open_work(pieces, kit, lab, box, flavour);
    if (work != NULL && mark_program(work, mark)) {
        keep(work, program_of(flavour), program_of(flavour), mark, 0755);
    }
    if (work != NULL) {
        close_work(work);
    }
}
