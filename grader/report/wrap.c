#include "wrap.h"
#include "../utf8.h"

#include <string.h>

/* The bytes of `text`, up to `size`, that fit in `columns`. */
static size_t fitting(const char *text, size_t size, int columns) {
    const char *end = text;
    int used = 0;
    while (end < text + size) {
        const char *next = end;
        utf8_next(&next);
        used += utf8_columns(end, (size_t)(next - end));
        if (used > columns) {
            break;
        }
        end = next;
    }
    return (size_t)(end - text);
}

struct paragraph {
    FILE *file;
    int column, indent, width;
    int left;  /* lines that may still begin, this one included */
    int fresh; /* nothing but indentation on this line yet */
};

/* False when no more lines may begin: the last one then ends in "…". */
static int new_line(struct paragraph *paragraph) {
    if (--paragraph->left <= 0) {
        fputs(paragraph->column < paragraph->width ? "…" : "", paragraph->file);
        return 0;
    }
    fprintf(paragraph->file, "\n%*s", paragraph->indent, "");
    paragraph->column = paragraph->indent;
    paragraph->fresh = 1;
    return 1;
}

static int put_word(struct paragraph *paragraph, const char *word, size_t size, int spaces) {
    int columns = utf8_columns(word, size);
    int gap = paragraph->fresh ? 0 : spaces;
    if (!paragraph->fresh && paragraph->column + gap + columns > paragraph->width) {
        if (!new_line(paragraph)) {
            return 0;
        }
        gap = 0;
    }
    fprintf(paragraph->file, "%*s", gap, "");
    paragraph->column += gap;
    while (paragraph->column + columns > paragraph->width) { /* a word wider than the line is cut */
        size_t part = fitting(word, size, paragraph->width - paragraph->column);
        if (part == 0) {
            break;
        }
        fwrite(word, 1, part, paragraph->file);
        paragraph->column = paragraph->width;
        word += part;
        size -= part;
        columns = utf8_columns(word, size);
        if (!new_line(paragraph)) {
            return 0;
        }
    }
    fwrite(word, 1, size, paragraph->file);
    paragraph->column += columns;
    paragraph->fresh = 0;
    return 1;
}

void wrap_text(FILE *file, const char *text, int column, int indent, int width, int lines) {
    struct paragraph paragraph = {file, column, indent, width - 1, lines, 1};
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' ')) {
        length--;
    }
    const char *end = text + length;
    int going = 1;
    while (going && text < end) {
        if (*text == '\n') {
            going = new_line(&paragraph);
            text++;
            continue;
        }
        size_t spaces = strspn(text, " \t");
        if (paragraph.fresh && spaces > 0) { /* the indentation of a line of its own is kept */
            int kept = (int)spaces < width / 2 ? (int)spaces : width / 2;
            fprintf(file, "%*s", kept, "");
            paragraph.column += kept;
        }
        text += spaces;
        size_t size = strcspn(text, " \t\n");
        if (text + size > end) {
            size = (size_t)(end - text);
        }
        if (size > 0) {
            going = put_word(&paragraph, text, size,
                             (int)(spaces < (size_t)width ? spaces : (size_t)width));
            text += size;
        }
    }
    fputc('\n', file);
}

/* A tab would jump over what was counted. */
static void put_plain(FILE *file, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        fputc(text[i] == '\t' ? ' ' : text[i], file);
    }
}

int wrap_line(FILE *file, const char *text, int columns) {
    size_t length = strcspn(text, "\n");
    int wanted = utf8_columns(text, length);
    if (wanted <= columns && text[length] == '\0') {
        put_plain(file, text, length);
        return wanted;
    }
    size_t size = fitting(text, length, columns - 1), end = size;
    while (end > size / 2 && text[end] != ' ') {
        end--; /* a word is cut only where it is the longer half of the line */
    }
    size = text[end] == ' ' && end > size / 2 ? end : size;
    put_plain(file, text, size);
    fputs("…", file);
    return utf8_columns(text, size) + 1;
}

void wrap_field(FILE *file, const char *text, int columns) {
    int written = wrap_line(file, text, columns);
    fprintf(file, "%*s", columns - written > 0 ? columns - written : 0, "");
}
