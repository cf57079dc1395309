/* Archives that students make, and archives that nobody should. */
#include "../submissions/unpack.h"

#include "../../folder.h"
#include "../../tests/unit.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct lab lab = {.files = {{"histogram.c", 64}, {"other.c", 64}}, .file_count = 2};

static char folder[] = "/tmp/lockstep-unpack-XXXXXX";

static const char *in_folder(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* An entry to be put in; size SIZE_MAX: as long as the content. */
struct put {
    const char *path;
    mode_t type;
    const char *link, *content;
    size_t size;
};

static void write_entry(struct archive *to, const struct put *put) {
    struct archive_entry *entry = archive_entry_new();
    size_t length = put->content != NULL ? strlen(put->content) : 0;
    archive_entry_set_pathname_utf8(entry, put->path);
    archive_entry_set_filetype(entry, put->type != 0 ? put->type : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, 1000, 0);
    archive_entry_set_size(entry, (int64_t)(put->size > 0 ? put->size : length));
    if (put->link != NULL && put->type == AE_IFLNK) {
        archive_entry_set_symlink(entry, put->link);
    } else if (put->link != NULL) {
        archive_entry_set_hardlink(entry, put->link);
        archive_entry_set_size(entry, 0);
    }
    assert_int_equal(archive_write_header(to, entry), ARCHIVE_OK);
    static char zeros[1 << 16];
    for (size_t done = 0; done < put->size; done += sizeof zeros) {
        archive_write_data(to, zeros, sizeof zeros);
    }
    if (put->size == 0 && length > 0) {
        archive_write_data(to, put->content, length);
    }
    archive_entry_free(entry);
}

/* A file whose ending chooses the format. */
static const char *make(const char *name, const struct put *puts, size_t count) {
    const char *path = in_folder(name);
    struct archive *to = archive_write_new();
    assert_int_equal(archive_write_set_format_filter_by_ext(to, path), ARCHIVE_OK);
    assert_int_equal(archive_write_open_filename(to, path), ARCHIVE_OK);
    for (size_t i = 0; i < count; i++) {
        write_entry(to, &puts[i]);
    }
    archive_write_close(to);
    archive_write_free(to);
    return path;
}

struct taken {
    int count;
    char path[256], bytes[256], other[256]; /* other: the last file that is none of the lab's */
    size_t size, length, index;
    int64_t changed;
};

static void take(void *context, const struct found_file *file) {
    struct taken *taken = context;
    if (file->index == lab.file_count) {
        snprintf(taken->other, sizeof taken->other, "%s", file->path);
        return;
    }
    taken->count++;
    snprintf(taken->path, sizeof taken->path, "%s", file->path);
    snprintf(taken->bytes, sizeof taken->bytes, "%.*s", (int)file->length,
             (const char *)file->bytes);
    taken->size = file->size;
    taken->length = file->length;
    taken->index = file->index;
    taken->changed = file->changed;
}

static void plain_archives_are_read(void **state) {
    static const char *const names[] = {"a.zip",    "a.tar",     "a.tar.gz", "a.tgz",
                                        "a.tar.xz", "a.tar.bz2", "a.7z"};
    const struct put puts[] = {{.path = "lab/readme", .content = "hello"},
                               {.path = "__MACOSX/lab/._histogram.c", .content = "shadow"},
                               {.path = "./größe//histogram.c", .content = "int x;"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct taken taken = {0};
        struct error why = {0};
        bool good = unpack_lab_files(make(names[i], puts, 3), &lab, take, &taken, &why);
        if (!good) {
            fail_msg("%s: %s", names[i], why.message);
        }
        assert_int_equal(taken.count, 1);
        assert_string_equal(taken.path, "größe/histogram.c");
        assert_string_equal(taken.bytes, "int x;");
        assert_string_equal(taken.other, "lab/readme");
        assert_int_equal(taken.index, 0);
        assert_int_equal(taken.changed, 1000);
    }
}

/* RAR, which libarchive reads and does not write: histogram.c, not compressed. */
static void rar_is_read(void **state) {
    static const unsigned char bytes[] = {
        0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x00, 0xcf, 0x90, 0x73, 0x00, 0x00, 0x0d,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x81, 0x74, 0x00, 0x80, 0x2b,
        0x00, 0x06, 0x00, 0x00, 0x00, 0x06, 0x00, 0x00, 0x00, 0x03, 0xec, 0x5d, 0xc6,
        0x32, 0x00, 0x60, 0x74, 0x5d, 0x14, 0x30, 0x0b, 0x00, 0xa4, 0x81, 0x00, 0x00,
        0x68, 0x69, 0x73, 0x74, 0x6f, 0x67, 0x72, 0x61, 0x6d, 0x2e, 0x63, 0x69, 0x6e,
        0x74, 0x20, 0x78, 0x3b, 0xc4, 0x3d, 0x7b, 0x00, 0x40, 0x07, 0x00};
    FILE *file = fopen(in_folder("a.rar"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, sizeof bytes, file), sizeof bytes);
    assert_int_equal(fclose(file), 0);
    struct taken taken = {0};
    struct error why = {0};
    if (!unpack_lab_files(in_folder("a.rar"), &lab, take, &taken, &why)) {
        fail_msg("%s", why.message);
    }
    assert_string_equal(taken.bytes, "int x;");
}

static void a_long_file_is_cut_but_its_size_is_known(void **state) {
    const struct put puts[] = {{.path = "other.c", .size = 1 << 20}};
    struct taken taken = {0};
    struct error why;
    assert_true(unpack_lab_files(make("long.zip", puts, 1), &lab, take, &taken, &why));
    assert_int_equal(taken.size, 1 << 20);
    assert_int_equal(taken.length, 65);
}

static void refused(const char *name, const struct put *puts, size_t count, const char *reason) {
    struct taken taken = {0};
    struct error why = {.message = "nothing was said"};
    bool good = unpack_lab_files(make(name, puts, count), &lab, take, &taken, &why);
    if (good || strstr(why.message, reason) == NULL) {
        fail_msg("%s: %s, not '%s'", name, good ? "taken" : why.message, reason);
    }
}

static void dangerous_archives_are_refused_by_name(void **state) {
    static const struct {
        const char *name, *reason;
        struct put puts[2];
    } cases[] = {
        {"up.tar", "'../histogram.c' leads out", {{.path = "../histogram.c", .content = "x"}}},
        {"in.zip", "'a/../../b' leads out", {{.path = "a/../../b", .content = "x"}}},
        {"abs.tar", "'/tmp/cron' has an absolute path", {{.path = "/tmp/cron", .content = "x"}}},
        {"win.zip", "'C:x' leads out", {{.path = "C:x", .content = "x"}}},
        {"soft.tar",
         "'histogram.c' is a link",
         {{.path = "histogram.c", .type = AE_IFLNK, .link = "../elsewhere.c"}}},
        {"hard.tar", "'b' is a link", {{.path = "a", .content = "x"}, {.path = "b", .link = "a"}}},
        {"dev.tar", "'disk' is not a plain file", {{.path = "disk", .type = AE_IFBLK}}},
        {"pipe.tar", "'pipe' is not a plain file", {{.path = "pipe", .type = AE_IFIFO}}},
        {"twice.zip",
         "'histogram.c' is in it twice",
         {{.path = "histogram.c", .content = "x"}, {.path = "./histogram.c", .content = "y"}}},
        {"bomb.zip", "'zeros' unpacks to more than 64 MiB", {{.path = "zeros", .size = 65 << 20}}},
        {"bomb.tar.gz",
         "'zeros' unpacks to more than 64 MiB",
         {{.path = "zeros", .size = 65 << 20}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count = cases[i].puts[1].path != NULL ? 2 : 1;
        refused(cases[i].name, cases[i].puts, count, cases[i].reason);
    }
}

static void too_many_files_are_refused(void **state) {
    enum { MANY = ARCHIVE_MAX_ENTRIES + 1 };
    struct arena arena = {0};
    struct put *puts = arena_alloc(&arena, MANY * sizeof *puts);
    for (int i = 0; i < MANY; i++) {
        puts[i] = (struct put){.path = arena_printf(&arena, "f%d", i), .content = "x"};
    }
    refused("many.tar", puts, MANY, "more than 5000 files");
    arena_free(&arena);
}

static void what_is_no_archive_is_said_to_be_none(void **state) {
    struct error why;
    struct taken taken = {0};
    FILE *file = fopen(in_folder("text.zip"), "we");
    fputs("this is no archive, only a text that is called one", file);
    fclose(file);
    assert_false(unpack_lab_files(in_folder("text.zip"), &lab, take, &taken, &why));
    assert_non_null(strstr(why.message, "cannot be read"));
    const struct put puts[] = {{.path = "histogram.c", .content = "int x; int y; int z;"}};
    truncate(make("cut.tar.gz", puts, 1), 60);
    assert_false(unpack_lab_files(in_folder("cut.tar.gz"), &lab, take, &taken, &why));
    make("whole.tar.gz", puts, 1); /* of one that is an archive */
    assert_int_equal(symlink("whole.tar.gz", in_folder("link.tar.gz")), 0);
    assert_false(unpack_lab_files(in_folder("link.tar.gz"), &lab, take, &taken, &why));
}

static int set_up(void **state) {
    setlocale(LC_CTYPE, "C.UTF-8"); /* to write names beyond ASCII */
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int tear_down(void **state) {
    folder_remove(folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_archives_are_read),
        cmocka_unit_test(rar_is_read),
        cmocka_unit_test(a_long_file_is_cut_but_its_size_is_known),
        cmocka_unit_test(dangerous_archives_are_refused_by_name),
        cmocka_unit_test(too_many_files_are_refused),
        cmocka_unit_test(what_is_no_archive_is_said_to_be_none),
    };
    return cmocka_run_group_tests_name("unpack", tests, set_up, tear_down);
}
