# Speedup against one CPU thread as rows move from the device to the CPU; handouts/data/stencil/split.csv.
stats data using (column("cpu_rows")):(column("speedup_steps")) nooutput
best = STATS_max_y; at = STATS_pos_max_y
set title "Hybrid stencil: rows on the CPU, the rest on the device"
set xlabel "rows on the CPU"; set ylabel "speedup against one CPU thread"
set yrange [0:*]; set xrange [0:*]
set label "" at at, best point pt 7 ps 0.7
# The words stand on the side where there is room.
if (at > STATS_max_x / 2) {
    set label sprintf("best: %.0f rows, %.1fx ", at, best) at at, best right noenhanced
} else {
    set label sprintf(" best: %.0f rows, %.1fx", at, best) at at, best left noenhanced
}
set offsets 0, 0, graph 0.08, 0
plot data using (column("cpu_rows")):(column("speedup_steps")) with lines lw 2 lc rgb colour[1] title "steps only", \
    data using (column("cpu_rows")):(column("speedup_total")) with lines lw 2 lc rgb colour[2] title "with the transfers"
