# Lockstep. `make help` lists what there is to do. These are the ways to compile:
#   build/         by $(CFLAGS), here: -O1, all warnings are errors. simt.mk adds -O3 for the machine, whose
#                  lanes are compiled once for any processor and once for those with AVX2
#   build/plain/   programs that run beside the compilers, here: never instrumented
#   build/cudart/  what a CUDA program is linked with, build/icd/ what OpenCL's loads: -fPIC, never
#                  instrumented (grader/simt/cuda.mk, opencl_platform.mk)
#   *.bc           what kernels call, by clang for the machine (cuda.mk, opencl.mk, openmp/openmp.mk)
#   build/asan/    all by $(CFLAGS) with sanitizers (scripts/maintain.mk); build/fuzz/ for libFuzzer (simt.mk)
# Single programs have a rule each: the jail's inside (grader/jail/jail.mk), a lab's benchmark (grader/bench),
# the students' grader (scripts/package.mk). Students' files: grader/compile/flavour.c.
SHELL := /bin/bash
BUILD ?= build
CC := gcc
# char and rounding as on x86-64, also on arm64: the same grades. The same bytes in every folder, too.
COMMON := -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror -g1 -fsigned-char \
    -ffp-contract=off -ffile-prefix-map=$(CURDIR)=.
# Other compilers have other warnings, which stop nobody: each change is tested with gcc 12 alone.
ifneq ($(shell $(CC) -dumpversion 2>/dev/null),12)
COMMON := $(filter-out -W%,$(COMMON)) -w
endif
# More than -O1 pays in the machine only (simt.mk), and takes half as long again to compile.
CFLAGS := $(COMMON) -O1 $(EXTRA_CFLAGS)
LDFLAGS := $(EXTRA_LDFLAGS)
LIBRARIES := -ljansson -lyaml -lseccomp -lhwloc -larchive -lsqlite3 -lcsv -lxlsxwriter -lunistring \
    -lpthread -ldl

PARTS := cli cli/teacher language lab compile compile/source jail run check check/kinds check/advice \
    check/devices profile report report/formats bench handout speedup \
    roster $(addprefix roster/,submissions journal rules tables pages engines)
# Programs of their own, and code that runs in the student's process, are not part of the grader.
APART := grader/run/worker.c grader/run/missing.c grader/run/processors.c grader/run/no_double.c \
    grader/jail/inner.c grader/speedup/measure.c grader/speedup/measure_cuda.c grader/speedup/measure_opencl.c
SOURCES := $(filter-out $(APART),$(wildcard grader/*.c $(PARTS:%=grader/%/*.c)))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)

# A student's copy, on a machine that the built grader does not fit: nothing for teachers, and quick to
# compile.
ifneq ($(wildcard source.tar.gz),)
.DEFAULT_GOAL := help
COMMON := $(filter-out -g% -W%,$(COMMON)) -w
CFLAGS := $(COMMON) -O0 -DLOCKSTEP_STUDENT $(EXTRA_CFLAGS)
SIMT_OPTIMISED := -O1
DOORS_OPTIMISED := -O0
LIBRARIES := $(filter-out -lsqlite3 -larchive -lxlsxwriter,$(LIBRARIES))
SOURCES := $(filter-out grader/roster/% grader/handout/% grader/speedup/workbook.c \
    grader/cli/teacher/%,$(SOURCES))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
SIMT_PORTABLE := -O1
# -O3 takes half as long again to compile, for a machine that is some 6 % faster.
SIMT_VECTORS := -O1 -ftree-vectorize
SIMT_ONLY_V3 := $(shell grep -m 1 flags /proc/cpuinfo | grep -w avx2 | grep -w fma | grep -w bmi2 | \
    grep -w f16c | grep -cw abm)
endif

# $(call writes,cu): does somebody here write such files? In a student's copy the lab's files tell, and what
# only the others need is not compiled.
writes = $(if $(wildcard source.tar.gz),$(wildcard skeletons/*/*.$(1)),yes)

all: $(BUILD)/lockstep

# Compiling installs nothing. Before the first compilation one line tells what is missing, and what brings it.
TOOLS := $(BUILD)/tools
$(TOOLS): scripts/setup.sh scripts/llvm.sh
	@mkdir -p $(@D)
	@scripts/setup.sh --check grade
	@touch $@

# Which LLVM: scripts/llvm.sh decides, or LLVM=15 here. What is made with it is made anew for another one.
# (Asked for when it is first needed, and once: the set-up may install it before that.)
LLVM_FOLDER = $(eval LLVM_FOLDER := $(shell LLVM='$(LLVM)' scripts/llvm.sh))$(LLVM_FOLDER)
CLANG = $(LLVM_FOLDER)/bin/clang
# Only another one than that of the build is news: `make -n` counts what is to be compiled.
$(BUILD)/llvm: $(if $(filter-out $(shell LLVM='$(LLVM)' scripts/llvm.sh),\
    $(shell cat $(BUILD)/llvm 2>/dev/null)),FORCE) | $(TOOLS)
	@[ "$$(cat $@ 2>/dev/null)" = "$(LLVM_FOLDER)" ] || \
		{ scripts/setup.sh --check grade && echo "$(LLVM_FOLDER)" >$@; }
FORCE:
$(BUILD)/grader/clang.o: CFLAGS += '-DLOCKSTEP_LLVM_BUILT="$(LLVM_FOLDER)"'
$(BUILD)/icd/grader/clang.o: COMMON += '-DLOCKSTEP_LLVM_BUILT="$(LLVM_FOLDER)"'
$(BUILD)/grader/clang.o $(BUILD)/icd/grader/clang.o: $(BUILD)/llvm

$(BUILD)/%.o: %.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c $< -o $@

# The same, never instrumented: of programs that run in the jail beside the compilers, where a sanitizer's own
# memory has no room.
$(BUILD)/plain/%.o: %.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -O1 $(PLAIN) -MMD -MP -c $< -o $@

include $(wildcard grader/*/*.mk grader/*/*/*.mk)

# Everything but main, for tests to link with.
$(BUILD)/liblockstep.a: $(filter-out $(BUILD)/grader/cli/main.o,$(OBJECTS))
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/lockstep: $(BUILD)/grader/cli/main.o $(BUILD)/liblockstep.a $(LOCKSTEP_ARCHIVES)
	$(CC) -rdynamic $(CFLAGS) $(LDFLAGS) -Wl,--start-group $^ -Wl,--end-group $(LIBRARIES) -o $@

# A test in C, wherever it lies. Few use the state that cmocka hands to each.
$(BUILD)/grader/%_test.o: CFLAGS += -Wno-unused-parameter
$(BUILD)/grader/%_test: $(BUILD)/grader/%_test.o $(BUILD)/liblockstep.a $(LOCKSTEP_ARCHIVES)
	$(CC) -rdynamic $(CFLAGS) $(LDFLAGS) -Wl,--start-group $^ -Wl,--end-group -lcmocka $(LIBRARIES) -o $@

-include $(OBJECTS:.o=.d)

include scripts/commands.mk
-include scripts/maintain.mk scripts/package.mk
.PHONY: all FORCE
