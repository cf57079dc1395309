# Observers see every access: their loops are made into vectors.
$(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/simt/observers/*.c grader/simt/observers/*/*.c)): CFLAGS += \
    $(SIMT_OPTIMISED)
MODEL_ROOMS := assembly trace memory scheduling atomics profiles
MODEL_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard grader/simt/model/*.c \
    $(MODEL_ROOMS:%=grader/simt/model/%/*.c)))
# Sums of the model are the same on every processor.
$(MODEL_OBJECTS): CFLAGS += $(SIMT_OPTIMISED) -fno-strict-aliasing

# What the SIMT machine's tests need besides the grader: the comparison with the hardware's counters.
SIMT_COMPARE := $(BUILD)/grader/simt/tests/hardware/compare
$(SIMT_COMPARE): grader/simt/tests/hardware/compare.c grader/simt/observers/counters/count_table.c \
    grader/simt/observers/counters/count.h grader/simt/observers/counters/counters.def | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -O1 $(filter %.c,$^) -ljansson -o $@

tests-built: $(SIMT_COMPARE)
