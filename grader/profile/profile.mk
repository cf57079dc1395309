# The page's parts travel in the program.
$(BUILD)/grader/profile/page.o: $(wildcard grader/profile/page/*) grader/simt/record/page/memory.js
