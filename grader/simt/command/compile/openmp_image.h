/* openmp_image.h - the first lines of an image: what a shell says that starts it. */
#pragma once

#define OPENMP_IMAGE_MARK ": lockstep OpenMP program 1\n"
#define OPENMP_IMAGE_HEAD                                                                          \
    "#!/bin/sh\n" OPENMP_IMAGE_MARK "echo \"$0 runs on the machine: lockstep simt -- $0\" >&2\n"   \
    "exit 2\n"
