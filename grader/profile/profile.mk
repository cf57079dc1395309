# The page's parts travel in the program.
$(BUILD)/grader/profile/profile_page.o: $(wildcard grader/profile/page/* grader/simt/record/page/memory.*)
