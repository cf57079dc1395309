/* `lockstep public`: what students may see of a lab.yaml. */
#include "../lab/public.h"

#include "../compile/kit.h"
#include "commands.h"
#include "options.h"

#include <stdio.h>

int public_main(int argc, char **argv) {
    const char *labs = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"}};
    const struct usage usage = {"lockstep public LAB [--labs DIR]",
                                "Prints the lab's lab.yaml for students: of hidden checks only\n"
                                "name and points.",
                                rows,
                                1,
                                1,
                                1};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    struct kit kit;
    struct error error = {0};
    if (!kit_open(&kit, labs, &error)) {
        return command_failed(&error);
    }
    const char *directory = kit_lab_directory(&kit, arguments[0], &error);
    bool good = directory != NULL && lab_write_public(directory, stdout, &error);
    kit_close(&kit);
    return good ? 0 : command_failed(&error);
}
