# The recording: what `lockstep show` and `simt --record` replay. annotate is a step of the compilation, and
# runs in the jail beside the compilers: never instrumented.
ANNOTATE_OBJECTS := $(patsubst %.c,$(BUILD)/plain/%.o,$(wildcard grader/simt/record/annotate/*.c))
$(BUILD)/record/annotate: $(ANNOTATE_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(COMMON) -O1 $^ -o $@
-include $(ANNOTATE_OBJECTS:.o=.d)
$(BUILD)/lockstep: | $(BUILD)/record/annotate

# The page's parts travel in the program.
$(BUILD)/grader/page_style.o: grader/page.css
$(BUILD)/grader/simt/record/page.o: $(wildcard grader/simt/record/page/*)
