# The inner program: small and static, so that it starts fast and needs nothing in the box. Its bytes become
# part of the grader, which runs it from memory: no path has to lead to it.
INNER_SOURCES := $(wildcard grader/jail/inner/*.c)
OBJECTS += $(BUILD)/grader/jail/inner_bytes.o

$(BUILD)/lockstep_inner: $(INNER_SOURCES) grader/jail/inner/inner.h grader/jail/plan.h grader/jail/jail.h | \
    $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -O2 -static -s $(INNER_SOURCES) -o $@

$(BUILD)/grader/jail/inner_bytes.o: $(BUILD)/lockstep_inner
	@mkdir -p $(@D)
	cd $(BUILD) && ld -r -b binary -z noexecstack -o grader/jail/inner_bytes.o lockstep_inner

# The tests' hostile program, and what all jail tests share.
JAIL_TESTS := $(addprefix $(BUILD)/grader/jail/tests/,attack_test behaviour_test lifetime_test tools_test)
$(JAIL_TESTS): $(BUILD)/grader/jail/tests/harness.o | $(BUILD)/grader/jail/tests/attack_program

ATTACKS := $(wildcard grader/jail/tests/attacks/*.c)
$(BUILD)/grader/jail/tests/attack_program: $(ATTACKS) grader/jail/tests/attacks/attacks.h | $(TOOLS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -O1 -static -pthread $(ATTACKS) -o $@

$(BUILD)/grader/jail/tests/tools_test.o: CFLAGS += -DSOURCE_ROOT='"$(CURDIR)"'
