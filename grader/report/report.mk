# The result trees that the report's tests share.
$(BUILD)/grader/report/tests/report_test: $(BUILD)/grader/report/tests/samples.o
$(BUILD)/grader/report/tests/write_test: $(BUILD)/grader/report/tests/samples.o
