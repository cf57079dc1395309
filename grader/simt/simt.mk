# The SIMT machine. The files that include lanes.h are compiled once for any processor and once for
# those with AVX2 and FMA; opcodes.c chooses when a module is loaded. SIMT_PORTABLE: flags for what few
# processors run, SIMT_VECTORS for the others. Where both are made, the copy for any processor takes two
# thirds of the time to compile, and a few percent more to run.
SIMT_OLD := -O1 -ftree-vectorize
SIMT_LANES := alu_integer alu_float alu_compare alu_convert alu_bits alu_moves
SIMT_ROOMS := ptx decode random alu execute execute/memory execute/undefined \
    $(addprefix openmp/runtime,/. /c_library /progress /tasks)
SIMT_SOURCES := $(wildcard grader/simt/*.c $(SIMT_ROOMS:%=grader/simt/%/*.c))
SIMT_PLAIN := $(filter-out $(SIMT_LANES:%=grader/simt/alu/%.c),$(SIMT_SOURCES))
SIMT_PLAIN_OBJECTS := $(SIMT_PLAIN:%.c=$(BUILD)/%.o)
# What runs for each instruction; a student's copy says -O1.
SIMT_OPTIMISED ?= -O3
# What students' programs are linked with, the client of the machine.
DOORS_OPTIMISED ?= -O1
SIMT_FLAGS := $(SIMT_OPTIMISED) -fno-strict-aliasing -fwrapv -fno-math-errno -fno-trapping-math
SIMT_OBJECTS := $(SIMT_PLAIN_OBJECTS) \
    $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/simt/observers/*.c grader/simt/observers/*/*.c)) \
    $(MODEL_OBJECTS) $(BUILD)/grader/page_style.o \
    $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/simt/record/*.c)) \
    $(SIMT_LANES:%=$(BUILD)/grader/simt/alu/%_single.o)
SIMT_V3 := $(filter x86_64,$(shell uname -m))
# An object that knows of v3 must not stay where there is none.
$(BUILD)/grader/simt/alu/opcodes.o: grader/simt/simt.mk
ifneq ($(SIMT_V3),)
SIMT_OBJECTS += $(SIMT_LANES:%=$(BUILD)/grader/simt/alu/%_v3.o)
$(BUILD)/grader/simt/alu/opcodes.o: CFLAGS += -DSIMT_HAS_V3
endif
# SIMT_ONLY_V3 is 1 where what is built stays on this machine, which has them: then the copy for any processor
# is left out.
ifeq ($(and $(SIMT_V3),$(SIMT_ONLY_V3)),1)
$(BUILD)/grader/simt/alu/opcodes.o: CFLAGS += -DSIMT_ONLY_V3
else
SIMT_OBJECTS += $(SIMT_LANES:%=$(BUILD)/grader/simt/alu/%_portable.o)
endif
LOCKSTEP_ARCHIVES += $(BUILD)/libsimt.a
LIBRARIES += -lm

$(SIMT_PLAIN_OBJECTS): CFLAGS += $(SIMT_FLAGS)

$(BUILD)/grader/simt/%_portable.o: grader/simt/%.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SIMT_FLAGS) $(if $(SIMT_V3),$(SIMT_OLD)) $(SIMT_PORTABLE) -DISA=portable -MMD -MP \
		-c $< -o $@
$(BUILD)/grader/simt/%_single.o: grader/simt/%.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SIMT_FLAGS) $(SIMT_PORTABLE) -DISA=single -DSINGLE_LANE -MMD -MP -c $< -o $@
$(BUILD)/grader/simt/%_v3.o: grader/simt/%.c | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SIMT_FLAGS) $(SIMT_VECTORS) -DISA=v3 -march=x86-64-v3 -MMD -MP -c $< -o $@

# $(call one_object,ARCHIVE,NAMES,FLAGS): an archive of one object, in which only NAMES can be seen from
# outside. FLAGS are the linker's, and may be empty.
define one_object
	@rm -f $(1)
	$(LD) -r $(3) $(filter %.o,$^) -o $(1:.a=.o)
	objcopy --wildcard $(2:%=--keep-global-symbol='%') $(1:.a=.o)
	ar rcs $(1) $(1:.a=.o)
	@rm -f $(1:.a=.o)
endef

# What simt.h and the observers' headers declare.
SIMT_FACE := simt_* openmp_* detector_* finding_* message_* counters_* shares_* dealt_* counter_table \
    counter_efficiency \
    model_* profile_* cpu_* record_* costs_*
$(BUILD)/libsimt.a: $(SIMT_OBJECTS) grader/simt/simt.mk
	$(call one_object,$@,$(SIMT_FACE))

-include $(SIMT_OBJECTS:.o=.d)

# A test of the inside.
# (What the processor chooses among cannot stand in libsimt.a and beside it.)
$(BUILD)/grader/simt/tests/race_fast_paths_test: %: %.o $(SIMT_OBJECTS) $(BUILD)/liblockstep.a
	$(CC) -rdynamic $(CFLAGS) $(LDFLAGS) $^ -lcmocka $(LIBRARIES) -o $@

# Fuzzing: everything compiled by clang with libFuzzer and sanitizers. null + 0 is not what we look for;
# clang emits no dispatcher for target_clones that another file calls.
FUZZ_FLAGS := -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize=pointer-overflow \
    -fno-sanitize-recover=undefined '-Dtarget_clones(...)='
FUZZ_SECONDS := 600
.PHONY: fuzz
fuzz: ## fuzz the device's protocol and the PTX parser, 10 min each
	@scripts/setup.sh fuzz
	@$(MAKE) -s --no-print-directory -j$$(nproc) BUILD=build/fuzz SIMT_V3= SIMT_OPTIMISED=-O1 \
		CC="$(CLANG)" EXTRA_CFLAGS="$(FUZZ_FLAGS)" build/fuzz/fuzz_wire build/fuzz/fuzz_ptx
	grader/simt/fuzz/fuzz.sh build/fuzz $(FUZZ_SECONDS)
$(BUILD)/fuzz_%: $(BUILD)/grader/simt/fuzz/fuzz_%.o $(BUILD)/liblockstep.a $(LOCKSTEP_ARCHIVES)
	$(CC) $(CFLAGS) -fsanitize=fuzzer -Wl,--start-group $^ -Wl,--end-group $(LIBRARIES) -o $@
-include $(wildcard $(BUILD)/grader/simt/fuzz/*.d)
