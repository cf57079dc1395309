#include "opencl_build.h"

#include "../clang.h"
#include "../folder.h"
#include "files.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* What files of OpenCL C 3.0 may count on, beside what 1.2 has: the extensions of sub-groups that
 * the simulated GPU has, too. */
static const char newer_features[] = ",+cl_khr_subgroups,+__opencl_c_subgroups "
                                     "-D__opencl_c_work_group_collective_functions=1 "
                                     "-Dcl_khr_subgroup_shuffle=1 "
                                     "-Dcl_khr_subgroup_shuffle_relative=1 "
                                     "-Dcl_khr_subgroup_ballot=1 "
                                     "-Dcl_khr_subgroup_non_uniform_vote=1";

bool opencl_can_check(void) {
    return access(clang_path(), X_OK) == 0;
}

const char *opencl_check_command(struct arena *arena, const struct lab_file *file,
                                 const char *object) {
    /* Not for a GPU, which has rules of its own, nor for arm64, for which LLVM takes no kernels. */
    return arena_printf(
        arena,
        "%s -target x86_64-pc-linux-gnu -x cl -cl-std=CL%s -D__OPENCL_VERSION__=%c%c0 -Xclang "
        "-finclude-default-header "
        "-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics%s "
        "-Xclang -fdeclare-opencl-builtins -O0 -Wall -Wextra -Wno-psabi -I/box "
        "-fdiagnostics-color=never -ferror-limit=5 -c %s -o %s",
        clang_path(), file->opencl_c, file->opencl_c[0], file->opencl_c[2],
        file->opencl_c[0] == '1' ? "" : newer_features, file->name, object);
}

bool opencl_bring_kernels(const struct lab *lab, const struct box *box, struct error *error) {
    bool good =
        lab->header == NULL || file_bring(lab->directory, box->output, lab->header, 0644, error);
    for (size_t i = 0; good && i < lab->file_count; i++) {
        good = !lab_file_is(lab->files[i].name, ".cl") ||
               file_bring(box->source, box->output, lab->files[i].name, 0644, error);
    }
    return good;
}

bool opencl_bring_platform(const char *directory, const char *flavour, const char *library,
                           struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/platform-%s/vendors", directory, flavour);
    if (!folder_make(path, error)) {
        return false;
    }
    snprintf(path, sizeof path, "%s/platform-%s/vendors/platform.icd", directory, flavour);
    char text[PATH_MAX + 1];
    snprintf(text, sizeof text, "%s\n", library);
    return file_write(path, text, error);
}

/* What the platform of the simulated GPU consists of, below the build folder. */
static const char simulated_library[] = "liblockstep_opencl.so";
static const char *const simulated_folders[] = {"opencl/include", "cuda"};
static const char *const simulated_files[] = {
    simulated_library,   "opencl/builtins.bc",    "opencl/libclc.bc",
    "cuda/libdevice.bc", "opencl/language.flags", "opencl/include/lockstep_opencl.h"};

bool opencl_bring_simulated(const struct box *box, const char *flavour, const char *build,
                            struct error *error) {
    char platform[PATH_MAX], folder[PATH_MAX + 32];
    bool good = opencl_bring_platform(box->output, flavour, simulated_library, error);
    snprintf(platform, sizeof platform, "%s/platform-%s", box->output, flavour);
    for (size_t i = 0; good && i < sizeof simulated_folders / sizeof *simulated_folders; i++) {
        snprintf(folder, sizeof folder, "%s/%s", platform, simulated_folders[i]);
        good = folder_make(folder, error);
    }
    for (size_t i = 0; good && i < sizeof simulated_files / sizeof *simulated_files; i++) {
        good = file_bring(build, platform, simulated_files[i], 0644, error);
    }
    return good;
}
