# The observer's own test: patterns compiled as a student's file is in the `observe` flavour, without the grader.
OBSERVED := $(BUILD)/grader/check/tests
OBSERVED_FLAGS := $(COMMON) -O1 -fopenmp
TESTS_ONCE += $(OBSERVED)/observer_facts $(OBSERVED)/observer_events

$(OBSERVED)/observed_patterns.o: grader/check/tests/observed_patterns.c grader/check/tests/observed_patterns.h \
		grader/compile/include/lockstep_memory.h | $(TOOLS)
	@mkdir -p $(@D)
	clang $(OBSERVED_FLAGS) -fsanitize=thread -fno-builtin -include grader/compile/include/lockstep_memory.h -c $< -o $@

$(OBSERVED)/observer_facts: grader/check/tests/observer_facts.c grader/run/observer.c grader/run/observer_shadow.h grader/lab/facts.h \
		grader/check/tests/observed_patterns.h grader/run/worker.h grader/run/protocol.h \
		$(OBSERVED)/observed_patterns.o | $(OBSERVED)/openmp_tool.so $(TOOLS)
	@mkdir -p $(@D)
	clang $(OBSERVED_FLAGS) -Wl,--export-dynamic-symbol=lockstep_start_tool $(filter %.c %.o,$^) -o $@

$(OBSERVED)/openmp_tool.so: grader/run/observer_tool.c | $(TOOLS)
	@mkdir -p $(@D)
	clang $(OBSERVED_FLAGS) -fPIC -shared $< -o $@

$(OBSERVED)/observer_events: grader/check/tests/observer_events.c grader/run/observer.c grader/run/observer_shadow.h grader/lab/facts.h \
		grader/run/worker.h grader/run/protocol.h | $(TOOLS)
	@mkdir -p $(@D)
	clang $(OBSERVED_FLAGS) $(filter %.c,$^) -o $@
