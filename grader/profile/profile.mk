# The page's parts travel in the program.
$(BUILD)/grader/profile/page.o: $(wildcard grader/profile/page/*) grader/simt/record/page/memory.js
TESTS_ONCE += grader/profile/tests/profile_test.sh
