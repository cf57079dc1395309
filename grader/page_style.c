#include "page_style.h"

#include <string.h>

PAGE_EMBED(page_style_shared, "page.css");

void page_begin(FILE *out, const char *language) {
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n<title>",
            language);
}

void page_text(FILE *out, const char *text, const char *escape) {
    for (size_t plain = strcspn(text, "<"); text[plain] != '\0'; plain = strcspn(text, "<")) {
        fprintf(out, "%.*s%s", (int)plain, text, escape);
        text += plain + 1;
    }
    fputs(text, out);
}
