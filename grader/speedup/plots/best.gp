# For figures of GPU exercises: the best launch of each exercise, device and n, as blocks of `n,seconds,speedup` in $best.
# `names` are "exercise@device"; modelled(name) tells the simulated GPU's times, which have hollow marks, from measured ones.
names = ""; sizes = ""; profiles = ""; machines = ""; core = ""
stats data using (strcol("device") ne "cpu" && seconds(0) > 0 ? ( \
    names = distinct(names, strcol("exercise")."@".strcol("device")), sizes = distinct(sizes, strcol("n")), \
    (strcol("device")[1:5] eq "simt:") ? (profiles = distinct(profiles, strcol("device")[6:*])) : \
    (machines = distinct(machines, joined(strcol("machine")))), 1) : \
    (core = strcol("device") eq "cpu" && core eq "" ? strcol("machine") : core, 1)) nooutput
modelled(name) = strstrt(name, "@simt:") > 0
exercises = ""
do for [i = 1:words(names)] { exercises = distinct(exercises, word(names, i)[1:strstrt(word(names, i), "@") - 1]) }
place(name) = place_of(name[1:strstrt(name, "@") - 1], 1)
place_of(exercise, k) = k >= words(exercises) || word(exercises, k) eq exercise ? k : place_of(exercise, k + 1)
dashes(name) = modelled(name) ? 2 : 1
mark(name) = modelled(name) ? 2 + 2 * place(name) : 3 + 2 * place(name)
set print $best
do for [i = 1:words(names)] {
    do for [j = 1:words(sizes)] {
        least = 1e30; gain = 0
        stats data using (strcol("exercise")."@".strcol("device") eq word(names, i) && strcol("n") eq word(sizes, j) && \
            seconds(0) > 0 && seconds(0) < least ? (least = seconds(0), \
            gain = strcol("speedup") eq "" ? 0 : column("speedup"), 1) : 1) nooutput
        if (least < 1e30) { print sprintf("%s,%g,%g", word(sizes, j), least, gain) }
    }
    print ""
    print ""
}
unset print
under = "n".(core eq "" ? "" : "\nOne core: measured on ".core)
do for [i = 1:words(machines)] { under = under."\nFilled marks: measured on ".parts(word(machines, i)) }
do for [i = 1:words(profiles)] {
    under = under."\nHollow marks: modelled on the profile ".word(profiles, i)." of the simulated GPU, not measured"
}
set xlabel under noenhanced
set key above # the text is below
set logscale xy; set logscale x 2; set format x "2^{%L}"; set format y "10^{%L}"
if (form eq "dumb") set format x "2^%L"; set format y "%.0e"
