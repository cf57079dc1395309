#include "../stage.h"

#include "../../folder.h"
#include "../../tests/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct arena arena;
static struct box box;
static char submission[64];
static struct lab lab = {.name = "demo", .files = {{"a.c", 100}}, .file_count = 1};

static int open_box(void **state) {
    struct error error;
    strcpy(submission, "/tmp/stage-test-XXXXXX");
    assert_non_null(mkdtemp(submission));
    return box_open(&box, &error) ? 0 : -1;
}

static int close_box(void **state) {
    box_close(&box);
    folder_remove(submission);
    arena_free(&arena);
    return 0;
}

static const char *path(const char *name) {
    return arena_printf(&arena, "%s/%s", submission, name);
}

static void write_bytes(const char *name, size_t count) {
    FILE *file = fopen(path(name), "we");
    assert_non_null(file);
    for (size_t i = 0; i < count; i++) {
        fputc('x', file);
    }
    fclose(file);
}

static struct finding *stage(void) {
    struct finding *finding;
    struct error error;
    bool left;
    assert_true(stage_submission(&box, &lab, submission, &arena, &finding, &left, &error));
    assert_int_equal(left, finding == NULL);
    return finding;
}

static void takes_the_named_file_and_no_other(void **state) {
    write_bytes("a.c", 100);
    write_bytes("b.c", 1);
    assert_null(stage());
    struct stat status;
    assert_int_equal(stat(arena_printf(&arena, "%s/a.c", box.source), &status), 0);
    assert_int_equal(status.st_size, 100);
    assert_int_not_equal(stat(arena_printf(&arena, "%s/b.c", box.source), &status), 0);
}

static void expect_refusal(const char *words) {
    struct finding *finding = stage();
    assert_non_null(finding);
    assert_int_equal(finding->verdict, VERDICT_BUILD_ERROR);
    assert_non_null(strstr(finding->message, words));
}

static void refuses_a_missing_file(void **state) {
    expect_refusal("not in the submission");
}

static void names_the_file_that_was_meant(void **state) {
    write_bytes("z.c", 5);
    write_bytes("A (2).c", 5);
    write_bytes("A (1).c", 5);
    expect_refusal("a.c: not in the submission, but A (1).c is");
}

static void leaves_the_mark_of_utf8_out(void **state) {
    FILE *file = fopen(path("a.c"), "w");
    assert_non_null(file);
    assert_true(fputs("\xef\xbb\xbfint a;\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_null(stage());
    char staged[16] = "";
    file = fopen(arena_printf(&arena, "%s/a.c", box.source), "r");
    assert_non_null(file);
    assert_non_null(fgets(staged, sizeof staged, file));
    assert_int_equal(fclose(file), 0);
    assert_string_equal(staged, "int a;\n");
}

static void refuses_utf16(void **state) {
    static const unsigned char text[][4] = {{0xff, 0xfe, 'a', 0}, {0xfe, 0xff, 0, 'a'}};
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(path("a.c"), "w");
        assert_non_null(file);
        assert_int_equal(fwrite(text[i], 1, 4, file), 4);
        assert_int_equal(fclose(file), 0);
        expect_refusal("a.c is UTF-16");
    }
}

static void refuses_an_empty_file(void **state) {
    write_bytes("a.c", 0);
    expect_refusal("empty");
}

static void refuses_a_large_file(void **state) {
    write_bytes("a.c", 101);
    expect_refusal("101 bytes");
}

static void refuses_a_folder(void **state) {
    assert_int_equal(mkdir(path("a.c"), 0755), 0);
    expect_refusal("not a plain file");
}

static void refuses_a_link(void **state) {
    assert_int_equal(symlink("/etc/passwd", path("a.c")), 0);
    expect_refusal("is a link");
}

static void does_not_wait_for_a_pipe(void **state) {
    assert_int_equal(mkfifo(path("a.c"), 0600), 0);
    expect_refusal("not a plain file");
}

static void a_missing_folder_is_the_graders_error(void **state) {
    struct finding *finding;
    struct error error;
    bool left;
    assert_false(stage_submission(&box, &lab, path("nowhere"), &arena, &finding, &left, &error));
    assert_non_null(strstr(error.message, "nowhere"));
}

static void boxes_of_dead_processes_go(void **state) {
    /* the number of a process that surely ended: a child that was waited for */
    pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    assert_true(child > 0);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    const char *stale =
        arena_printf(&arena, "%s/lockstep-%d-AbCdEf", box_temporary_directory(), child);
    assert_int_equal(mkdir(stale, 0755), 0);
    struct box other;
    struct error error;
    /* In a container's own numbers it lives: it holds its folder. */
    const int held = open(stale, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_int_equal(flock(held, LOCK_EX), 0);
    assert_true(box_open(&other, &error));
    assert_int_equal(access(stale, F_OK), 0);
    box_close(&other);
    close(held);
    assert_true(box_open(&other, &error));
    assert_int_not_equal(access(stale, F_OK), 0);
    assert_int_equal(access(box.path, F_OK), 0);
    box_close(&other);
}

/* A process of another container may have this one's number, and its boxes are its own. */
static void boxes_of_this_process_go_at_its_end(void **state) {
    const char *foreign =
        arena_printf(&arena, "%s/lockstep-%d-AbCdEf", box_temporary_directory(), getpid());
    struct box other;
    struct error error;
    assert_int_equal(mkdir(foreign, 0755), 0);
    assert_true(box_open(&other, &error));
    box_remove_all();
    assert_int_not_equal(access(other.path, F_OK), 0);
    assert_int_not_equal(access(box.path, F_OK), 0);
    assert_int_equal(rmdir(foreign), 0);
    box_close(&other);
    box_close(&box);
    assert_true(box_open(&box, &error));
}

/* A relative path would name another folder inside of each process that changes its own. */
static void boxes_lie_under_tmpdir_or_in_tmp(void **state) {
    const char *const before = getenv("TMPDIR");
    const char *const kept = before != NULL ? arena_printf(&arena, "%s", before) : NULL;
    static const struct {
        const char *set, *used;
    } rows[] = {{"/var/tmp", "/var/tmp"}, {"relative", "/tmp"}, {"", "/tmp"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        setenv("TMPDIR", rows[i].set, 1);
        assert_string_equal(box_temporary_directory(), rows[i].used);
    }
    unsetenv("TMPDIR");
    assert_string_equal(box_temporary_directory(), "/tmp");
    if (kept != NULL) {
        setenv("TMPDIR", kept, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(takes_the_named_file_and_no_other, open_box, close_box),
        cmocka_unit_test_setup_teardown(refuses_a_missing_file, open_box, close_box),
        cmocka_unit_test_setup_teardown(names_the_file_that_was_meant, open_box, close_box),
        cmocka_unit_test_setup_teardown(leaves_the_mark_of_utf8_out, open_box, close_box),
        cmocka_unit_test_setup_teardown(refuses_utf16, open_box, close_box),
        cmocka_unit_test_setup_teardown(refuses_an_empty_file, open_box, close_box),
        cmocka_unit_test_setup_teardown(refuses_a_large_file, open_box, close_box),
        cmocka_unit_test_setup_teardown(refuses_a_folder, open_box, close_box),
        cmocka_unit_test_setup_teardown(refuses_a_link, open_box, close_box),
        cmocka_unit_test_setup_teardown(does_not_wait_for_a_pipe, open_box, close_box),
        cmocka_unit_test_setup_teardown(a_missing_folder_is_the_graders_error, open_box, close_box),
        cmocka_unit_test_setup_teardown(boxes_of_dead_processes_go, open_box, close_box),
        cmocka_unit_test_setup_teardown(boxes_of_this_process_go_at_its_end, open_box, close_box),
        cmocka_unit_test_setup_teardown(boxes_lie_under_tmpdir_or_in_tmp, open_box, close_box),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("staging", tests, NULL, NULL);
}
