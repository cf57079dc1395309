/* The profile as a page, and a profile read back from a file. */
#include "../page_style.h"
#include "../whole_file.h"
#include "profile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

PAGE_EMBED(profile_style, "profile/page/profile.css");
PAGE_EMBED(profile_pictures, "simt/record/page/memory.css");
PAGE_EMBED(profile_memory, "simt/record/page/memory.js");
PAGE_EMBED(profile_words, "profile/page/words.js");
PAGE_EMBED(profile_script, "profile/page/profile.js");

static const char data_start[] = "<script type=\"application/json\" id=\"profile\">\n";

/* JSON has "<" in texts only; none may end the element that holds it. */
static bool put_data(FILE *out, const char *id, const json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_PRESERVE_ORDER);
    if (text == NULL) {
        return false;
    }
    fprintf(out, "<script type=\"application/json\" id=\"%s\">\n", id);
    page_text(out, text, "\\u003c");
    fputs("\n</script>\n", out);
    free(text);
    return true;
}

bool profile_page(FILE *out, const json_t *profile, const json_t *against, const char *language,
                  struct error *error) {
    page_begin(out, language);
    fprintf(out,
            "lockstep profile</title>\n<style>\n%s%s%s</style>\n</head>\n<body>\n"
            "<header><h1 id=\"title\"></h1><button type=\"button\" id=\"language\"></button>"
            "</header>\n<main id=\"main\"></main>\n",
            page_style_shared, profile_pictures, profile_style);
    bool good =
        put_data(out, "profile", profile) && (against == NULL || put_data(out, "against", against));
    const char *const scripts[] = {profile_memory, profile_words, profile_script};
    for (size_t n = 0; n < sizeof scripts / sizeof *scripts; n++) {
        fprintf(out, "<script>\n%s</script>\n", scripts[n]);
    }
    fputs("</body>\n</html>\n", out);
    return (good && ferror(out) == 0) ||
           error_set(error, "the page cannot be written: %s", strerror(errno));
}

json_t *profile_load(const char *name, struct error *error) {
    size_t length = 0;
    char *text = whole_file(name, &length);
    if (length == 0) {
        error_set(error, "%s: %s", name, text == NULL ? strerror(errno) : "the file is empty");
    }
    json_t *profile = NULL;
    if (length > 0) {
        const char *start = strstr(text, data_start);
        start = start != NULL ? start + sizeof data_start - 1 : text;
        json_error_t cause;
        profile = json_loadb(start, strcspn(start, "\n") > 0 ? strlen(start) : 0,
                             JSON_DISABLE_EOF_CHECK, &cause);
        const char *what = json_string_value(json_object_get(profile, "lockstep"));
        if (what == NULL || strcmp(what, "profile") != 0) {
            json_decref(profile);
            profile = NULL;
            error_set(error, "%s is not a profile: lockstep profile --out or --json writes one",
                      name);
        } else if (json_integer_value(json_object_get(profile, "version")) != PROFILE_VERSION) {
            json_decref(profile);
            profile = NULL;
            error_set(error, "%s is a profile of another version: make it again", name);
        }
    }
    free(text);
    return profile;
}
