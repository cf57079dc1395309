/* The page: its parts are files of their own in page/, put into the program when it is built. */
#include "../../page_style.h"
#include "record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define EMBED(name, file)                                                                          \
    __asm__(".pushsection .rodata\n" #name ":\n.incbin \"grader/simt/record/page/" file            \
            "\"\n.byte 0\n.popsection");                                                           \
    extern const char name[] __asm__(#name)

EMBED(page_style, "show.css");
EMBED(page_body, "show.html");
EMBED(page_words, "words.js");
EMBED(page_model, "model.js");
EMBED(page_memory, "memory.js");
EMBED(page_view, "view.js");
EMBED(page_pictures, "pictures.js");
EMBED(page_story, "story.js");
EMBED(page_start, "start.js");
EMBED(page_main, "main.js");

/* No "<" of a text may begin or end an element; in JSON it stands in texts only. */
static void put_text(FILE *out, const char *text, size_t length, const char *escape) {
    for (const char *end = text + length; text < end;) {
        const char *stop = memchr(text, '<', (size_t)(end - text));
        size_t plain = (size_t)((stop != NULL ? stop : end) - text);
        fwrite(text, 1, plain, out);
        fputs(stop != NULL ? escape : "", out);
        text += plain + (stop != NULL);
    }
}

/* The recording comes last: a file that was cut short opens up to there. */
static bool write_page(const struct recording *recording, FILE *out,
                       const struct record_options *options, struct error *error) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    bool good = memory != NULL && record_write(recording, memory, options, error);
    if (memory == NULL || fclose(memory) != 0) {
        good = error_set(error, "out of memory for the recording");
    }
    if (good) {
        fprintf(out,
                "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>",
                options->language != NULL ? options->language : "en");
        const bool french = options->language != NULL && strcmp(options->language, "fr") == 0;
        const char *title = french && options->title_french != NULL ? options->title_french
                            : options->title != NULL                ? options->title
                                                                    : "lockstep";
        put_text(out, title, strlen(title), "&lt;");
        fprintf(out, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n%s", page_style_shared,
                page_style, page_body);
        const char *const scripts[] = {page_words,    page_model, page_memory, page_view,
                                       page_pictures, page_story, page_start,  page_main};
        for (size_t n = 0; n < sizeof scripts / sizeof *scripts; n++) {
            fprintf(out, "<script>\n%s</script>\n", scripts[n]);
        }
        fputs("<script type=\"application/json\" id=\"recording\">\n", out);
        put_text(out, text, length, "\\u003c");
        fputs("</script>\n</body>\n</html>\n", out);
        good =
            ferror(out) == 0 || error_set(error, "the page cannot be written: %s", strerror(errno));
    }
    free(text);
    return good;
}

bool record_save(const struct recording *recording, const char *name,
                 const struct record_options *options, struct error *error) {
    const char *dot = strrchr(name, '.');
    bool page = dot != NULL && strcmp(dot, ".html") == 0;
    FILE *out = fopen(name, "w");
    if (out == NULL) {
        return error_set(error, "cannot write %s: %s", name, strerror(errno));
    }
    bool good = (page ? write_page : record_write)(recording, out, options, error);
    if (fclose(out) != 0 && good) {
        good = error_set(error, "cannot write %s: %s", name, strerror(errno));
    }
    return good;
}
