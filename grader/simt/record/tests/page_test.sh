#!/bin/bash
# test: once
# The stepper's page in a real browser without a screen: it opens at the race, steps forwards and backwards, by keyboard
# alone; it stays within a phone's width; nothing of a source becomes markup; a page that was cut short opens up to there.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
make_scratch
cp grader/simt/record/tests/{race.cu,late.c} grader/simt/tests/streams/too_early.cu "$scratch"
here=$PWD
cd "$scratch" || exit 2
"$lockstep" cc -G race.cu -o noted && "$lockstep" cc race.cu -o plain || exit 2

"$lockstep" simt --record race.html -- ./noted 2>noted.log
check "a race ends with status 1, recorded or not" test $? -eq 1
"$lockstep" simt -- ./plain 2>plain.log
check "notes of variables change nothing that is counted" \
    diff <(grep -v -e '^modelled' -e launch noted.log) <(grep -v -e '^modelled' -e launch plain.log)
"$lockstep" simt --record again.html -- ./noted 2>/dev/null
check "the same run makes the same page" cmp race.html again.html
"$lockstep" simt --record none.html -- ./noted x 2>none.log
check "a program that never launches says so" grep -q 'launched no kernel' none.log
check "and leaves no page" test ! -e none.html
"$lockstep" simt --quiet --record race.jsonl -- ./noted 2>/dev/null
check "the recording alone is JSON, a value a line" python3 -c '
import json, sys
rows = [json.loads(line) for line in open("race.jsonl")]
assert rows[0]["lockstep"] == "recording" and rows[0]["version"] == 1 and rows[-1] == {"complete": True}'
check "a barrier is recorded with who arrives, for whom it waits, and who was there" python3 -c '
import json
rows = [json.loads(line) for line in open("race.jsonl")]
arrivals = [row[3:6] for row in rows if isinstance(row, list) and row[0] == "w"]
openings = [row[1:4] for row in rows if isinstance(row, list) and row[0] == "o"]
assert arrivals and all(row == [0, 0xFFFFFFFF, 0] for row in arrivals), arrivals  # 0: all of the block
assert openings and all(row == [0, 64, 0] for row in openings), openings'
"$lockstep" cc -G -fopenmp late.c -o late && "$lockstep" simt --quiet --record late.jsonl -- ./late >/dev/null 2>&1
check "of a long block the beginning and what is found late are kept, and OpenMP's variables are told" python3 -c '
import json
rows = [json.loads(line) for line in open("late.jsonl")]
kinds = [row[0] if isinstance(row, list) else "" for row in rows]
assert kinds.index("t") < kinds.index("g") < kinds.index("!")
assert kinds[kinds.index("!"):].count("l") > 0 and kinds.count("g") == 1
names = {site[5].split()[3] for row in rows if isinstance(row, dict) for site in row.get("sites", []) if len(site) > 5}
assert {"mine", "step"} <= names'
printf '%s\n' 'int main(void) {' 'int n = 0;' '#pragma omp parallel sections num_threads(2)' '{' '#pragma omp section' '#pragma omp critical(a)' \
    '#pragma omp critical(b)' 'n++;' '#pragma omp section' '#pragma omp critical(b)' '#pragma omp critical(a)' 'n--;' '}' 'return n;' '}' >orders.c
"$lockstep" cc -G -fopenmp orders.c -o orders && "$lockstep" simt --quiet --record orders.html -- ./orders 2>/dev/null
"$lockstep" cc -G too_early.cu -o early && "$lockstep" simt --quiet --record early.html -- ./early >/dev/null 2>&1
printf '%s\n' 'static __device__ void fill(int *tile) {' '    tile[threadIdx.x] = threadIdx.x;' '}' \
    '__device__ int later(int *tile) { __syncthreads(); return tile[0]; }' 'static __device__ int opposite(int *tile) {' '    return tile[63 - threadIdx.x];' '}' \
    '__global__ void parted(int *out) {' '    __shared__ int tile[64];' '    fill(tile);' '    out[threadIdx.x] = opposite(tile);' \
    '    out[threadIdx.x] += later(tile);' '}' 'int main() {' 'int *out;' 'cudaMalloc(&out, 256);' 'parted<<<1, 64>>>(out);' 'cudaFree(out);' '}' >parted.cu
"$lockstep" cc -G parted.cu -o parted && "$lockstep" simt --quiet --record parted.html -- ./parted 2>/dev/null
touch -d '1 hour' race.cu
"$lockstep" simt --quiet --record changed.html -- ./noted 2>changed.log
check "a source newer than the program is told" grep -q 'newer than the program' changed.log
cd "$here" || exit 2
for page in 'bounds first-steps up_to_n_inclusive' 'blocks histogram-cuda merging-without-atomic' 'unset histogram-cuda shared-table-not-zeroed' \
    'rows stencil barrier-missing' 'locks histogram-omp locks-in-two-orders' 'team histogram-omp barrier-in-a-loop' \
    'private histogram-omp private-table-not-zeroed' 'twice histogram-omp freed-twice' 'third histogram-cuda waits-a-third-time' \
    'some histogram-omp loop-for-some-threads' 'left sum-opencl leaves-before-the-barrier' 'bare histogram-omp zeroed-by-the-master' \
    'all histogram-omp every-thread-reads-all' 'parts stencil rows_between_threads_forgotten' 'rest histogram-omp rest-after-equal-parts-lost' \
    'named histogram-cuda shared-bytes-forgotten' 'ended minmax-cuda clears-after-the-end' 'other minmax-cuda finished-without-atomics' 'outside histogram-omp table-declared-outside' 'time first-steps time-of-the-read' \
    'short sum-opencl host-array-too-small' 'infinity sum-opencl extremes-without-barrier' 'tasks histogram-omp tasks-share-a-table' 'flag histogram-omp flag-instead-of-barrier' 'first histogram-cuda first-barrier-missing' \
    'host histogram-cuda managed-histogram-read-at-once' 'swap minmax-cuda compare-and-swap-once' 'alone reduction-ladder one-warp-and-no-tree' \
    'cleared histogram-omp input-cleared' 'serial first-steps squares-by-one-thread' \
    'nobody first-steps too-few-blocks' 'read first-steps read-not-waited-for' 'rows_read stencil whole-part-read-in-each-step' \
    'leak histogram-cuda data-never-given-back' 'forbidden histogram-cuda shared-memory-after-all' 'nowait histogram-omp merge-before-all-have-counted' 'between histogram-cuda second-barrier-missing' \
    'stuck histogram-cuda barrier-in-the-walk' 'piece histogram-cuda a-piece-for-each-thread' 'order first-steps shared-square' 'ways reduction-ladder strided-and-divergent' \
    'subgroup reduction-ladder sub-group-barrier-is-enough' 'index first-steps index-without-block' 'neutral minmax-cuda zero-is-neutral' 'place minmax-cuda index-left-behind' \
    'given sum-opencl input-half-as-long' 'largest first-steps ocl_pow' 'gone first-steps event_released_before_it_is_waited_for' 'lock histogram-omp lock-of-each-thread' 'copied minmax-cuda one_result_left_behind' 'past histogram-cuda one-element-too-many' 'bytes histogram-omp pointer_goes_on_by_bytes'; do
    read -r name lab mutant <<<"$page"
    "$lockstep" show "$lab" --mutant "$mutant" --language en --out "$scratch/$name.html" >/dev/null
done
mkdir "$scratch/apart" && cp solutions/first-steps/* "$scratch/apart"
sed -i -e '1i #include <omp.h>' -e 's/total = 0/part[64] = {0}/; s/ reduction(+ : total)//; s/total +=/part[omp_get_thread_num()] +=/' \
    -e 's/= total/= 0; for (int t = 0; t < 64; t++) *sum += part[t]/' "$scratch/apart/loop.c"
"$lockstep" show first-steps loop "$scratch/apart" --language en --out "$scratch/apart.html" >/dev/null

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    skip "the page in a browser" "chromium is not installed (chromium)"
    tap_end
fi

# look FILE SCRIPT [FLAGS]: what the script returns, once the page is ready. The policy against scripts from elsewhere
# stands in the page; the one added here is inline, as the page's own.
look() {
    {
        cat "$scratch/$1"
        printf '</script><pre id="seen"></pre><script>document.addEventListener("DOMContentLoaded", () => { let said; try { said = (() => { %s })(); } catch (e) { said = "error " + e; } document.getElementById("seen").textContent = said; });</script>' "$2"
    } >"$scratch/look.html"
    # shellcheck disable=SC2086 # flags are words
    "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" ${3:-} \
        --virtual-time-budget=8000 --window-size="${WIDTH:-1280},900" --dump-dom "file://$scratch/look.html" 2>/dev/null |
        sed -n 's/.*<pre id="seen">\([^<]*\)<.*/\1/p'
}
# sees NAME FILE SCRIPT PATTERN: what the script returns is like that.
sees() {
    seen=$(look "$2" "$3")
    check "$1 (saw '$seen')" grep -qE "$4" <<<"$seen"
}
text="const text = (id) => document.getElementById(id).textContent;"
key="const key = (k) => document.dispatchEvent(new KeyboardEvent('keydown', { key: k, bubbles: true }));"

seen=$(look race.html "$text return text('story').includes('race') && text('events').includes('sums[32]') && text('position').includes('line 12');")
check "it opens at the race, and says who did what to which element (saw '$seen')" test "$seen" = true
sees "it says what harm the race may do, in an order other than the recorded one" race.html \
    "return document.querySelector('#story .outcome').textContent;" '^✕ thread [0-9]+ may read it before thread [0-9]+ has written it, or after that[.]$'
seen=$(look race.html "$text const row = [...document.querySelectorAll('#variables tr')].find((r) => r.cells[0].textContent === 's'); return row.cells[2].textContent;")
check "a variable has its value there (saw '$seen')" test "$seen" = 8
seen=$(look race.html "$text const all = () => ['position', 'events', 'warps', 'variables', 'shared', 'global'].map(text).join(); page.player.go(40); page.show(); const before = all(); page.player.go(page.run.steps.length); page.player.go(0); page.player.go(41); page.player.back(); page.show(); return all() === before;")
check "forwards and backwards lead to the same (saw '$seen')" test "$seen" = true
seen=$(look race.html "$text $key key('Home'); const a = text('position'); key('b'); const b = text('position'); key('B'); key('d'); const d = text('events'); key('f'); key('End'); const e = text('position'); const w = page.warp; key('w'); key(']'); return a.startsWith('step 0 ') && b !== a && d.includes('diverges') && e.includes('step ' + page.run.steps.length) && page.warp !== w;")
check "all of it can be done by keyboard (saw '$seen')" test "$seen" = true
seen=$(look race.html "return [...document.querySelectorAll('button, select, input')].every((e) => e.getAttribute('aria-label') || e.textContent || e.labels.length);")
check "every control has a name (saw '$seen')" test "$seen" = true
seen=$(look race.html "return document.getElementById('planted') === null && document.getElementById('source').textContent.includes('planted') && performance.getEntriesByType('resource').length === 0;")
check "no source is markup, and nothing is fetched (saw '$seen')" test "$seen" = true
seen=$(look race.html "$text document.getElementById('language').click(); return document.documentElement.lang + text('position').startsWith('pas');")
check "French is one press away (saw '$seen')" test "$seen" = frtrue
for width in 390 640 1280; do # 640: 1280 at 200 %
    seen=$(look race.html "page.act('step'); document.body.style.width = '${width}px'; const wide = [...document.querySelectorAll('header, nav, main, section')].filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'visible'); return wide.map((e) => e.id || e.tagName).join() || 'fits';")
    check "nothing sticks out at $width points (saw '$seen')" test "$seen" = fits
done
seen=$(look race.html "return getComputedStyle(document.body).backgroundColor;" --blink-settings=preferredColorScheme=0)
check "it is dark where one likes it dark (saw '$seen')" test "$seen" = "rgb(22, 24, 27)"
seen=$(look bounds.html "return page.run.steps.map((step, n) => { page.player.go(n + 1); return timeText(page, step); }).filter((what) => /[.]omp|thread number|data.36/.test(what)).join() || document.querySelector('.array .outside').textContent;")
check "of OpenMP it shows the program's own variables only, and the element outside of its array (saw '$seen')" test "$seen" = 8
sees "the line to change stands beside the one where it shows" bounds.html \
    "return document.querySelector('.cards.change .code').textContent + document.querySelectorAll('.row.change').length;" '^7 +for .size_t i = 0; i .{1,4}= n; i[+]{2}. [{]1$'
seen=$(look unset.html "return document.getElementById('events').textContent;")
check "what nobody has set has no number (saw '$seen')" grep -qF 'atomic on table[6], table[2], table[1] … = (nobody set it) + 1' <<<"$seen"
sees "blocks meet at the lines of a race, and an update is lost" blocks.html \
    "return document.querySelector('#story .outcome').textContent;" '^✕ What thread [0-9]+ of block 0 wrote is lost: thread [0-9]+ of block 1 had read the old'
seen=$(look blocks.html "return [document.querySelector('.sentence + .advice').textContent, document.querySelector('.row.now .who .on').textContent, document.querySelector('h1').textContent.split(': ')[1]].join('; ');")
check "what to do stands under what happened, and where the warp is at the step's line (saw '$seen')" \
    test "$seen" = '→ Use an atomic operation, or give each thread its own element.; w0; check "free of races, inside its arrays" failed'
sees "an element of a local array has both indices, and the line before which the barrier is missing is marked" rows.html \
    "return document.querySelector('.sentence').textContent + document.querySelector('.cards.change').textContent;" 'tile.0..1..*A barrier is missing before this line[0-9]* *for [(]int'
sees "of a barrier missing between two functions it says so, though another barrier lies between their lines" parted.html \
    "return document.querySelector('.sentence + .advice').textContent + document.querySelector('.card .mark').parentElement.textContent;" 'between the two accesses[.]6 return tile.*← A barrier is missing before this line$'
sees "a deadlock of another order is recorded" orders.html \
    "return document.querySelector('.sentence').textContent;" '^✕ deadlock: Thread 0 holds'
sees "what the host did is shown, though no step shows it" early.html \
    "return document.querySelector('.sentence').textContent;" '^✕ race with the host:'
seen=$(look team.html "return [...document.querySelectorAll('.waitkey p, .badkey p')].map((p) => p.textContent).join();")
check "it says which threads of OpenMP wait at a barrier, and where the others are (saw '$seen')" \
    test "$seen" = '‖ At line 99, forever: thread 0 (1 of 4),✕ At the end of what begins at line 89 instead: threads 1–3 (3 of 4)'
seen=$(look locks.html "return page.recording.launches.length + ' ' + page.run.faulted;")
check "of a deadlock it shows the run that ends in it (saw '$seen')" test "$seen" = "1 true"
sees "where a variable of a thread's own has no value, the line to change declares it" private.html \
    "return document.querySelector('.cards.change').textContent;" 'uint32_t table.256.;'
sees "a crash under protection does not ask for another protection" twice.html \
    "return document.querySelectorAll('.cards.change').length;" '^0$'
sees "where a warp diverges, it shows which lanes go which way" ways.html \
    "return document.querySelector('.sentence').textContent + [...document.querySelectorAll('.bank .o1')].map((e) => e.textContent).join();" 'Here 16 work-items go one way and 16 the other: .*0,2,4,6,8'
sees "where barriers are too many, all of them are shown, and none is said to be awaited by nobody" third.html \
    "return [...document.querySelectorAll('.card')].map((e) => e.textContent).join('; ');" '^histogram.cu:20.*; histogram.cu:25.*; histogram.cu:30[^;]*__syncthreads..;'
sees "a race with the host is not told as a cost of the kernel" host.html \
    "return document.querySelector('.sentence').textContent + [...document.querySelectorAll('.card .who')].map((e) => e.textContent).join();" '^✕ race with the host: .*Asked for here, and nothing waits for it,Here it shows'
sees "a float that is written as an integer of its size is found, by who wrote it first, and the page opens there" swap.html \
    "return document.querySelector('.card .who').textContent + document.getElementById('position').textContent;" '^thread 0 writes result.0. = -?[0-9.]+step [1-9][0-9]* of [0-9]+ — warp 0, line [1-9]'
sees "what each warp reads is shown where one reads too much" alone.html \
    "return [...document.querySelectorAll('.picture tr')].slice(0, 2).map((e) => e.textContent).join();" \
    '^sub-group 0reads 16384 bytes,sub-group 1reads 0 bytes$'
sees "of a kernel of the kit, whose text no student has, the story is told" given.html \
    "return document.querySelector('.sentence').textContent;" '^✕ out of bounds: work-item 4 reads outside of input at line 5[.]$'
sees "of false sharing it says who writes which elements, and marks the array's declaration" apart.html \
    "return document.querySelector('.sentence').textContent + document.querySelector('.cards.change').textContent;" '^! false sharing: At line 1., threads 0–3 write .*The line to change6 +uint64_t part.64.'
sees "the first write to an input is shown, and where it happens" cleared.html \
    "return document.querySelector('.card').textContent + document.getElementById('position').textContent;" '^thread 0 writes data = 078 memset.*line 78$'
sees "who reads the input is not shown where that is not what a check counts" serial.html \
    "return document.querySelectorAll('.owners').length;" '^0$'
sees "a sub-group's barrier is none of the work-group: the advice speaks of no round" subgroup.html \
    "return document.querySelector('.advice').textContent;" '^→ sub_group_barrier[(][)] orders only'
sees "the advice has the numbers of the run that is shown" index.html "return document.querySelector('.advice').textContent;" 'the first 32 results'
sees "the picture of an array counts the elements that the sentence counts, or is not there" bytes.html \
    "return document.querySelectorAll('.array').length;" '^0$'
sees "elements that nobody writes are drawn, with who writes those before them" nobody.html \
    "return document.querySelector('.picture').textContent + document.querySelectorAll('.owners .outside').length;" 'sum from number 736 on, with the block .*222✕✕*32$'
sees "what comes too early to the host is drawn" read.html \
    "return [...document.querySelectorAll('.order .line div:not(:empty)')].map((e) => e.textContent).join() + document.querySelector('.sentence').textContent;" \
    'runs square,asks for a copy of the result — line 77,takes the result, which is not there,copies the result✕ wrong answer: The host takes the result before'
sees "costs of copies are no cost of an access: they are drawn beside what is allowed" rows_read.html \
    "return [...document.querySelectorAll('.picture tr')].map((e) => e.textContent).join() + document.querySelector('.sentence').textContent;" \
    '^downloaded bytes: [0-9]*,at most [0-9]* allowed✕ inefficient: Your program copies more'
sees "where an access is not allowed, none is too slow" forbidden.html "return document.querySelector('.sentence').textContent;" '^✕ inefficient: This version must not use'
sees "a leak has its line and no count, and no step of an innocent kernel" leak.html \
    "return [...document.querySelectorAll('.picture .who, .picture tr')].map((e) => e.textContent).join() + document.getElementById('steps').open;" '^Allocated here, and never releasedfalse$'
sees "of a race that nowait lets happen, the line to change has it, and an array has its pointer's name" nowait.html \
    "const said = () => document.querySelector('.cards.change').textContent + document.querySelector('.sentence').textContent, english = said(); document.getElementById('language').click(); return english + said();" '157 #pragma omp for nowait.*writes promoted.16. at line.*écrit promoted.16. à'
sees "a barrier is missing between an atomic update and a read" between.html \
    "return document.querySelector('.cards.change').textContent;" '^A barrier is missing before this line26 '
sees "a barrier that never opens is the last step, who waits there waits rightly, and the one that only some reach is marked" stuck.html \
    "return document.getElementById('position').textContent + document.querySelector('.sentence').textContent + document.querySelector('.waitkey').textContent + document.querySelector('.badkey .mark').textContent + document.querySelector('.row.change').textContent + document.querySelectorAll('.row.place').length;" \
    '^step ([0-9]+) of \1✕ barrier divergence: Some threads wait at line 26, others at line 24: neither barrier opens.‖ At line 26, forever: threads 8–31 .24 of 32.26 .*← Only some come here: the line to change24w0 ×8 .*;1$'
sees "the line that sets the index of an uncoalesced access is the one to change" piece.html \
    "return document.querySelector('.cards.change').textContent;" '^The index to change23 for .size_t s = tid . piece;'
sees "where threads have left before a barrier, the line at which they did" left.html \
    "return document.querySelector('.badkey .code').textContent;" '^15 if .global_id .*← They leave here: the line to change$'
sees "where nobody waits, it does not say that somebody does" some.html \
    "return document.querySelectorAll('.waitkey, .badkey').length + document.querySelector('.sentence').textContent;" '^0✕ barrier divergence: Not all .*thread 0 has ended'
sees "of two accesses, the one without protection is the line to change" bare.html \
    "return document.querySelector('.card .mark').parentElement.textContent;" '^91 memset'
sees "where each thread has a lock of its own, the line to change declares it" lock.html "return document.querySelector('.cards.change').textContent;" 'omp_lock_t lock;$'
sees "two tasks of one thread are not told as one thread" tasks.html \
    "return document.querySelector('.sentence').textContent;" 'thread 0 reads .* and thread 1 writes'
sees "a flag that one thread writes is not told to be made private" flag.html "return document.querySelectorAll('.mark, .cards.change').length;" '^0$'
sees "of a race in one block it shows in which order the two came, and opens there" first.html \
    "return [...document.querySelectorAll('.order .line div:not(:empty)')].map((e) => e.textContent).join() + document.getElementById('position').textContent;" \
    '^thread 32,thread 14,updates table.32. = .nobody set it. . 1 — line 22,writes table.32. = 0 — line 18step [0-9]+ of [0-9]+ — warp 1, line 18'
sees "words of the hardware are explained in the step that has them" first.html "return document.querySelector('#events .legend').textContent;" '^A warp is a group of 32 .*: each time is a wavefront[.]$'
sees "and not where there are no warps" flag.html "return document.querySelector('#events .legend').textContent;" '^$'
sees "at the finding there is no way to it, and before it there is; no line is cut above the first" first.html \
    "const go = document.querySelector('[data-go=finding]'), was = go.disabled, box = document.getElementById('source'); page.act('start'); const off = page.rows.map((r) => r.offsetTop - page.rows[0].offsetTop); go.click(); return was + ' ' + page.story.step + ' ' + (page.player.position - 1) + go.disabled + off.some((top) => Math.abs(top - box.scrollTop) <= 1);" \
    '^true ([0-9]+) \1truetrue$'
sees "a race of OpenMP opens in the order in which another thread overwrites" order.html \
    "return document.getElementById('position').textContent + page.run.launch.launch;" 'line 8[23]$'
sees "a wrong minimum that lies at another place of its array opens where it is written" neutral.html \
    "return document.querySelector('.card').textContent + document.getElementById('position').textContent;" '^thread 0 writes .* = 050 .*line 50'
sees "a wrong answer that no step writes stands beside the right one" place.html \
    "return [...document.querySelectorAll('.picture tr')].map((e) => e.textContent).join();" '^got8,expected5$'
sees "an answer that the host never got is drawn as one" copied.html \
    "return [...document.querySelectorAll('.order .line div:not(:empty)')].map((e) => e.textContent).join();" 'runs .*takes the result, which is not there$'
sees "what each thread of OpenMP reads is shown, and the line where most is read" all.html \
    "return document.querySelector('.card').textContent + document.querySelector('.picture tr').textContent + document.getElementById('position').textContent;" \
    '^Most is read here112 if .*thread 0reads 80 bytesstep .*line 112$'
sees "the advice on a smaller input has its numbers" parts.html "return document.getElementById('story').textContent;" 'element ([0-9]+) was never.*should write element \1,'
sees "a wrong value of the result is not one of a variable on a stack" rest.html "return document.querySelector('.card').textContent;" '^thread 0 writes frequency.255. = 0'
sees "an array whose name the finding has is called by it, and a verdict has no hyphens" named.html "return document.querySelector('.sentence').textContent;" '^✕ out of bounds: .* outside of bins at'
sees "… also where the check alone tells it" ended.html "return document.querySelector('.sentence').textContent;" '^✕ out of bounds: cudaMemset'
sees "the button to the other access leads to its line, in another block" other.html \
    "document.querySelectorAll('#findings .finding button')[1].click(); return document.getElementById('block').value + ' ' + page.current().line;" '^1 1(19|20)$'
sees "the page tells the finding that the advice is for, and marks the declaration of a table that each thread needs for itself" outside.html \
    "return document.querySelector('.cards.change').textContent;" '^The line to change89 uint32_t table.256.'
sees "a result that has come, and is wrong, is not told as missing" time.html "return document.querySelectorAll('.order').length;" '^0$'
sees "a number that is written as bits is shown as a number" infinity.html \
    "return document.querySelector('.order .bad').textContent + document.getElementById('events').textContent;" '^writes minima.32. = Infinity.*writes minima.32. … minima.63. = Infinity'
sees "the largest number of a type is shown as the check has seen it" largest.html "return document.querySelector('.card').textContent;" '^work-item 0 writes squares.0. = 4294967295'
sees "of a wait that failed it tells that" gone.html "return document.querySelector('.sentence').textContent;" 'clWaitForEvents .*already been released'
sees "of a copy that failed it tells that, and no wait" short.html "return document.querySelector('.sentence').textContent;" 'clEnqueueReadBuffer .* returned CL_INVALID_VALUE'
sees "the line to change is the test of the index, though the element counts another array" past.html \
    "return document.querySelector('.cards.change').textContent;" '^The test to look at22 +for .*s .{1,4}= n'
seen=$(look changed.html "return document.getElementById('remarks').textContent.includes('race.cu is newer');")
check "the page, too, tells that the source changed (saw '$seen')" test "$seen" = true
size=$(stat -c %s "$scratch/race.html")
head -c $((size - 3000)) "$scratch/race.html" >"$scratch/cut.html"
seen=$(look cut.html "return document.getElementById('remarks').textContent.includes('cut short') && page.run.steps.length > 10;")
check "a page that was cut short opens up to there (saw '$seen')" test "$seen" = true
tap_end
