# gnuplot -c figure.gp FIGURE.gp svg|pdf|dumb DATA BASELINE: the terminal and what all figures share, then the figure.
figure = ARG1
form = ARG2
data = ARG3
baseline = ARG4 # the exercise that others are compared with
set datafile separator ","
# Rows of other exercises do not interrupt a line.
set datafile missing NaN
if (form eq "svg") set terminal svg size 640,420 font "Helvetica,13" background "white" dynamic
if (form eq "pdf") set terminal pdfcairo size 16cm,10.5cm font "Helvetica,11"
if (form eq "dumb") set terminal dumb 79 24
set key outside below horizontal Left reverse
set xlabel offset 0,0.5
set grid back lc rgb "#dddddd"
set border 3
set tics nomirror
# Colours that stay apart for the colour-blind (Okabe and Ito), and in print.
array colour[7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
# A series' colour, the same in all figures: 0 is what the others are compared with.
shade(place) = place == 0 ? "#999999" : colour[1 + (place - 1) % 7]
# The values of a column, each once, in the order of the file.
distinct(list, word) = strstrt("\n".list, "\n".word."\n") ? list : list.word."\n"
# A text with blanks as one word of a list, and back.
joined(text) = strstrt(text, " ") ? text[1:strstrt(text, " ") - 1]."\302\240".joined(text[strstrt(text, " ") + 1:*]) : text
parts(text) = text
# A series of the CPU's figures: the exercise and, where it has one, its schedule.
series(exercise, launch) = launch eq "" ? exercise : exercise.":".launch
who(unused) = strcol("device") eq "cpu" ? series(strcol("exercise"), strcol("launch")) : "-"
# Where a time comes from, behind the name of an exercise: nothing for the CPU.
kind(unused) = strcol("device") eq "cpu" ? "" : "@".strcol("device")
# The time of a GPU's row: a modelled one has a column of its own in newer sheets.
own = strstrt(system("head -n 1 '".data."'"), ",modelled_s") > 0
seconds(unused) = own && strcol("device")[1:5] eq "simt:" ? column("modelled_s") : column("median_s")
load figure
