# What each exercise reaches at the largest n beside the machine's ceiling, a copy by as many threads.
names = ""; largest = 0; most = 1; way = ""
stats data using (way = way eq "" ? strcol("compiler")." ".strcol("flags") : way, \
    largest = column("n") > largest ? column("n") : largest, most = column("threads") > most ? column("threads") : most, \
    names = strcol("device") eq "cpu" ? distinct(names, who(0)) : names, 1) nooutput
mine = 0
shown(name) = who(0) eq name && column("n") == largest && strcol("compiler")." ".strcol("flags") eq way && \
    (column("threads") == most || name eq baseline)
count = words(names)
set title sprintf("Bandwidth at n = %.0f, %s", largest, way) noenhanced
set ylabel "GB/s"; set yrange [0:*]; set xrange [0.4:count + 0.6]
set style fill solid 0.8 border -1; set boxwidth 0.6
set xtics (""  0); unset key
do for [i = 1:count] { set xtics add (word(names, i) i) noenhanced }
if (form ne "dumb") set xtics rotate by -15; set rmargin 12
plot for [i = 1:count] data using (shown(word(names, i)) ? i : NaN):(column("gb_s")) with boxes lc rgb shade(i - 1), \
    for [i = 1:count] data using (shown(word(names, i)) ? i - 0.4 : NaN):(column("ceiling_gb_s")):(0.8):(0) with vectors \
    nohead lw 2 lc rgb "#d55e00" dt 2, \
    for [i = 1:count] data using (shown(word(names, i)) ? i : NaN):(column("ceiling_gb_s")):("a copy") with labels offset 0,0.6
