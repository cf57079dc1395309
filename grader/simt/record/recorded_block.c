#include "recorded_block.h"

#include <string.h>

struct rows *block_rows(struct record_block *block) {
    return block->newer.text != NULL ? &block->newer : &block->rows;
}

/* Rows that later ones build on: threads, names on stacks, locks, barriers, findings (README.md) */
static bool is_kept(const char *row) {
    return row[0] == '[' && row[1] == '"' && row[2] != '\0' && strchr("tulwo!", row[2]) != NULL;
}

/* The older half of the last part goes, but for such rows. */
static void drop_older(struct record_block *block) {
    const char *line = block->older.text, *end = line + block->older.length;
    while (line < end) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        size_t length = newline != NULL ? (size_t)(newline - line) + 1 : (size_t)(end - line);
        if (is_kept(line) && (block->between.length < BLOCK_BETWEEN || line[2] == '!')) {
            rows_add(&block->between, line, length);
        } else {
            block->dropped += length;
        }
        line += length;
    }
    rows_clear(&block->older);
}

struct rows *block_next_row(struct record_block *block) {
    if (block->newer.text == NULL && block->rows.length <= BLOCK_BEGINNING) {
        return &block->rows;
    }
    if (block->newer.length > BLOCK_PART) {
        if (block->settled || block->made > BLOCK_LONGEST) {
            block->cut = true;
            return NULL;
        }
        block->made += block->newer.length;
        drop_older(block);
        block->older = block->newer;
        block->newer = (struct rows){0};
    }
    if (block->newer.text == NULL) {
        rows_reserve(&block->newer, BLOCK_PART);
    }
    return &block->newer;
}

static void move_rows(struct rows *to, struct rows *from) {
    rows_add(to, from->text, from->length);
    to->failed = to->failed || from->failed;
    rows_clear(from);
}

void block_end(struct record_block *block) {
    if (block->dropped > 0) {
        rows_put(&block->rows, "[\"g\",%zu]\n", block->dropped);
        block->dropped = 0;
    }
    move_rows(&block->rows, &block->between);
    move_rows(&block->rows, &block->older);
    move_rows(&block->rows, &block->newer);
}

void block_clear(struct record_block *block) {
    rows_clear(&block->rows);
    rows_clear(&block->between);
    rows_clear(&block->older);
    rows_clear(&block->newer);
}
