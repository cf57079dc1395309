#include "header_list.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool has_flag(const struct compile_request *request, const char *flag) {
    bool found = false;
    for (size_t i = 0; i < request->host_count; i++) {
        found = found || strncmp(request->host_flags[i], flag, strlen(flag)) == 0;
    }
    return found;
}

void header_list(const struct compile_request *request, const char *source,
                 struct header_list *list) {
    const bool asked =
        request->goal == COMPILE_PROGRAM && (has_flag(request, "-MD") || has_flag(request, "-MMD"));
    const char *target = request->output != NULL ? request->output : "a.out";
    const char *slash = strrchr(source, '/');
    const char *named = request->source_count == 1 && strcmp(target, "a.out") != 0 ? target
                        : slash != NULL                                            ? slash + 1
                                                                                   : source;
    const char *dot = strrchr(named, '.');
    const size_t stem =
        dot != NULL && strchr(dot, '/') == NULL ? (size_t)(dot - named) : strlen(named);
    snprintf(list->name, sizeof list->name, "%.*s.d", (int)stem, named);
    list->file = asked && !has_flag(request, "-MF") ? list->name : NULL;
    list->target = asked && !has_flag(request, "-MT") && !has_flag(request, "-MQ") ? target : NULL;
}
