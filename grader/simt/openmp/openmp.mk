# C with OpenMP for the machine: the pass that makes PTX of what clang made, and the C library that
# such programs call. Both need LLVM's headers and library of clang's version.
OPENMP_CONFIG = $(LLVM_FOLDER)/bin/llvm-config
OPENMP_MAJOR = $(eval OPENMP_MAJOR := $(firstword $(subst ., ,$(shell $(OPENMP_CONFIG) --version \
    2>/dev/null))))$(OPENMP_MAJOR)

OPENMP_OBJECTS := $(patsubst %.c,$(BUILD)/plain/%.o,$(wildcard grader/simt/openmp/translate/*.c \
    grader/simt/openmp/translate/*/*.c))
$(OPENMP_OBJECTS): $(BUILD)/llvm
$(OPENMP_OBJECTS): PLAIN = -isystem $(LLVM_FOLDER)/include -DLLVM_MAJOR=$(OPENMP_MAJOR)
$(BUILD)/openmp/translate: $(OPENMP_OBJECTS) $(addprefix $(BUILD)/plain/grader/,error.o \
    simt/record/annotate/notes.o simt/record/annotate/metadata.o)
	@mkdir -p $(@D)
	$(CC) $(COMMON) $^ $(shell $(OPENMP_CONFIG) --ldflags --libs --link-shared) -o $@

# How clang is called for a program and for the library: `lockstep cc` and the grader read this file.
OPENMP_FLAGS := grader/simt/openmp/clang.flags
$(BUILD)/openmp/omp.h: grader/simt/openmp/include/omp.h
	@mkdir -p $(@D)
	cp $< $@
OPENMP_LIBRARY := $(wildcard grader/simt/openmp/library/*.c)
$(BUILD)/openmp/library/%.bc: grader/simt/openmp/library/%.c $(OPENMP_FLAGS) $(BUILD)/llvm
	@mkdir -p $(@D)
	$(CLANG) $(shell grep -v '^\#' $(OPENMP_FLAGS) 2>/dev/null) -g0 -Wall -Wextra -Werror -fno-builtin \
		-c $< -o $@
$(BUILD)/openmp/library.bc: $(OPENMP_LIBRARY:grader/simt/openmp/%.c=$(BUILD)/openmp/%.bc)
	$(LLVM_FOLDER)/bin/llvm-link $^ -o $@

-include $(OPENMP_OBJECTS:.o=.d) $(BUILD)/plain/grader/error.d

# Which functions the runtime answers: translate names the calls of all others.
$(BUILD)/openmp/answered.names: grader/simt/openmp/answered.names
	@mkdir -p $(@D)
	cp $< $@
OPENMP_KIT := $(BUILD)/openmp/translate $(BUILD)/openmp/library.bc $(BUILD)/openmp/answered.names \
    $(BUILD)/openmp/omp.h

all: $(OPENMP_KIT)
.PHONY: openmp-kit
openmp-kit: $(OPENMP_KIT)

tests-built: $(OPENMP_KIT) $(if $(filter build,$(BUILD)),$(addprefix $(BUILD)/openmp/,load run))
# Programs that load one, and run one, on the machine and without anything else.
$(BUILD)/openmp/load $(BUILD)/openmp/run: $(BUILD)/openmp/%: \
    $(BUILD)/grader/simt/openmp/tests/%_program.o $(BUILD)/libsimt.a \
    $(addprefix $(BUILD)/grader/,error.o message_text.o arena.o)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBRARIES) -o $@

# omp.h lies in /kit in the jail; `lockstep cc` finds it in the build folder.
OPENMP_WORDS := $(shell grep -v '^\#' $(OPENMP_FLAGS) 2>/dev/null)
OPENMP_HEADER := -isystem grader/simt/openmp/include
$(BUILD)/grader/compile/flavour.o: CFLAGS += '-DOPENMP_CLANG_FLAGS="$(subst $(OPENMP_HEADER),-isystem \
    /kit,$(OPENMP_WORDS))"'
$(BUILD)/grader/simt/command/compile/openmp_program.o: CFLAGS += '-DOPENMP_CLANG_FLAGS="$(subst \
    $(OPENMP_HEADER),,$(OPENMP_WORDS))"'
$(BUILD)/grader/compile/flavour.o $(BUILD)/grader/simt/command/compile/openmp_program.o: $(OPENMP_FLAGS)
# In a student's copy, only where the lab has exercises for the processor (scripts/package/student-kit.sh
# lists them).
$(BUILD)/lockstep: | $(if $(wildcard source.tar.gz),$(if $(wildcard \
    labs/*/on-processor),$(OPENMP_KIT)),$(OPENMP_KIT))
