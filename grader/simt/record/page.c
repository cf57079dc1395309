/* The page: its parts are files of their own in page/, put into the program when it is built. */
#include "../../page_style.h"
#include "record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

PAGE_EMBED(page_style, "simt/record/page/show.css");
PAGE_EMBED(page_memory_style, "simt/record/page/memory.css");
PAGE_EMBED(page_body, "simt/record/page/show.html");
PAGE_EMBED(page_words, "simt/record/page/words.js");
PAGE_EMBED(page_model, "simt/record/page/model.js");
PAGE_EMBED(page_memory, "simt/record/page/memory.js");
PAGE_EMBED(page_view, "simt/record/page/view.js");
PAGE_EMBED(page_pictures, "simt/record/page/pictures.js");
PAGE_EMBED(page_story, "simt/record/page/story.js");
PAGE_EMBED(page_start, "simt/record/page/start.js");
PAGE_EMBED(page_main, "simt/record/page/main.js");

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
        page_begin(out, options->language != NULL ? options->language : "en");
        const bool french = options->language != NULL && strcmp(options->language, "fr") == 0;
        const char *title = french && options->title_french != NULL ? options->title_french
                            : options->title != NULL                ? options->title
                                                                    : "lockstep";
        page_text(out, title, "&lt;");
        fprintf(out, "</title>\n<style>\n%s%s%s</style>\n</head>\n<body>\n%s", page_style_shared,
                page_memory_style, page_style, page_body);
        const char *const scripts[] = {page_words,    page_model, page_memory, page_view,
                                       page_pictures, page_story, page_start,  page_main};
        for (size_t n = 0; n < sizeof scripts / sizeof *scripts; n++) {
            fprintf(out, "<script>\n%s</script>\n", scripts[n]);
        }
        fputs("<script type=\"application/json\" id=\"recording\">\n", out);
        /* In JSON, "<" stands in texts only. */
        page_text(out, text, "\\u003c");
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
