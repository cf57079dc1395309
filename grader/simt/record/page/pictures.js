'use strict';
/* One picture for each kind of finding, drawn from the recording: elements, and what is said with them. */

/* One access as a card: who, what, on which line, and what was there. */
function card(head, place, notes) {
  return make('div', { class: 'card' }, make('p', { class: 'who' }, head), place.line > 0 ? codeLine(place.file, place.line) : null,
    ...notes.map((text) => make('p', {}, text)));
}

function valueNotes(list, name) {
  return list.slice(0, 3).map((a) => say(['load', 'store', 'updates', 'updates'][a.kind]) + ' ' + name +
    (a.cell.value === undefined ? '' : ' = ' + shownText(a.cell.value, a.cell.type, a.cell.bytes)));
}

/* Time goes down, who acts are the columns: rows {at: the column, kind, text}, the last or `bad` is at fault; and what came of it. */
function orderPicture(names, rows, outcome, bad = rows.length - 1) {
  const grid = make('div', { class: 'order', role: 'table', 'aria-label': outcome });
  grid.append(make('div', { role: 'row', class: 'line' }, ...names.map((name) => make('div', { role: 'columnheader', class: 'name' }, name))));
  rows.forEach(({ at, kind, text }, n) => grid.append(make('div', { role: 'row', class: 'line' }, ...names.map((x, t) =>
    make('div', { role: 'cell', class: at !== t ? '' : n === bad ? 'bad' : kind ? 'store' : 'load' }, at === t ? text : '')))));
  return [grid, make('p', { class: 'outcome' }, '✕ ' + outcome)];
}

/* Updates of a GPU's threads at the lines of a finding, in one of its blocks: what each reads, and what it writes then. */
function updatesOf(run, finding, place) {
  const there = runAt(run, place), lines = finding.places.map((p) => p.line), reads = new Map(), list = [];
  there.steps.forEach((step, n) => (lines.includes(step.line) ? step.rows : []).forEach((row) => (row[0] !== 'a' || row[4] === 2 ? [] : cellsOf(there, row)).forEach((made) => {
    const cell = { ...made, line: step.line }, who = step.warp * LANES + cell.lane, key = cell.key + ' ' + who, read = reads.get(key);
    if (cell.kind === 0) { reads.set(key, cell);
    } else if (cell.kind === 1 && read && read.value !== cell.value) { list.push({ who, step: n, read, written: cell }); }
  })));
  return list;
}

/* The finding at an element where the harm is seen: both threads have read the same value, and both write. null: at none. */
function lostUpdate(run, finding) {
  const [first, second] = finding.places.map((place) => updatesOf(run, finding, place)), apart = runAt(run, finding.places[0]) !== runAt(run, finding.places[1]);
  /* Of lanes that write one element together, the last one's value stays. */
  const lasting = (list) => [...new Map(list.map((update) => [update.read.key + ' ' + update.step, update])).values()];
  const byKey = new Map(lasting(second).map((b) => [b.read.key + ' ' + b.read.value, b])), hidden = (a) => ({ ...a, written: { ...a.written, value: undefined } });
  for (const a of [...lasting(first), ...first.map(hidden)]) {
    const b = byKey.get(a.read.key + ' ' + a.read.value), [x, y] = run.launch.block;
    if (!b || (!apart && a.who === b.who)) { continue; }
    const at = (who) => [who % x, Math.floor(who / x) % y, Math.floor(who / x / y)], both = !apart && b.step < a.step ? [b, a] : [a, b];
    return { ...finding, address: a.read.address, lost: both, places: finding.places.map((place, n) => ({ ...place, thread: at(both[n].who), line: both[n].written.line, access: 'atomic' })) };
  }
  return null;
}

/* What a race's two threads did to the element, in the order in which it happened, and what comes of that: seen, or in words. */
function raceOrder(run, finding, name) {
  const { places, crossing, lost, meeting } = finding, names = places.map((place) => threadWord(run, place)), reader = places.findIndex((place) => place.access === 'read');
  const updater = places.findIndex((place) => place.access === 'atomic'), rows = crossing ? crossing.window.map((a) => ({ ...a, at: crossing.threads.indexOf(a.who) })) :
    lost ? [lost[0].read, lost[1].read, lost[0].written, lost[1].written].map((cell, n) => ({ at: n % 2, kind: n >> 1, cell, line: cell.line })) : meeting;
  const word = (a) => say('threadname', threadNumber(run, a.who)), outcome = crossing ? say(crossing.empty ? 'mayloseupdate' : crossing.lost ? 'lostupdate' : 'mixedvalue', word(crossing.lost || crossing.mixed), word(rows[rows.length - 1])) :
    lost ? say('lostupdate', ...names) : reader >= 0 ? say('mayearly', names[reader], names[1 - reader]) : updater >= 0 ? say('mayover', names[1 - updater], names[updater]) : say('maylast', name);
  return orderPicture(crossing ? crossing.threads.map((who) => word({ who })) : names, rows.map((a) => ({ at: a.at, kind: a.kind, text: valueNotes([a], name)[0] + ' — ' + say('linename', a.line) })), outcome).slice(rows.length ? 0 : 1);
}

/* The number that omp_get_thread_num() gives. */
function threadNumber(run, warp) {
  run.numbers = run.numbers || new Map(run.steps.flatMap((s) => s.rows).filter((r) => r[0] === 't' && r[3] !== 2 && r[8] > 1).reverse().map((r) => [r[1], r[6]]));
  return run.numbers.has(warp) ? run.numbers.get(warp) : warp;
}

/* The run of a place's block, which may be another one. */
function runAt(run, place) {
  const block = place.block && run.launch.kept.find((b) => b.at.every((x, n) => x === place.block[n]));
  return block && block !== run.block ? block.run = block.run || makeRun(run.recording, run.launch, block) : run;
}

/* The accesses that the place of a finding names. */
function accessesAt(run, finding, place) {
  const there = runAt(run, place), [x, y] = run.launch.block, [, given] = /thread (\d+)/.exec(place.who) || [];
  const thread = run.openmp ? Number(given) : place.thread && place.thread[0] + x * (place.thread[1] + y * place.thread[2]), is = (who) => (run.openmp ? threadNumber(run, who) : who) === thread;
  return accessesOf(there, finding, place.line).filter((a) => (!(thread >= 0) || is(a.who)) && (!['read', 'write'].includes(place.access) || (place.access === 'read') === (a.kind === 0)));
}

function racePicture(run, finding, name) {
  const { crossing, lost, meeting, steps } = finding, told = steps && !crossing, noted = crossing || lost || steps || meeting.length;
  const cards = finding.places.map((place) => card(threadWord(run, place) + ' ' + verb(place.access) + ' ' + name, place, noted ? [] : valueNotes(accessesAt(run, finding, place), name)));
  return [make('div', { class: 'cards' }, ...cards), ...(told ? [make('pre', { class: 'outcome' }, steps)] : raceOrder(run, finding, name))];
}

/* The host takes the result, and the kernel has not run yet, or its result has not been copied, or never is. */
function hostPicture(run, told) {
  const kernel = run.recording.launches[run.recording.launches.length - 1].kernel.split('(')[0], took = (got) => (got ? say('hosttakes') + ' = ' + got : say('hostgoes'));
  const asks = told.line > 0 ? [{ at: 0, kind: 1, text: say('hostasks') + ' — ' + say('linename', told.line) }] : [], copies = told.line > 0 ? [{ at: 1, kind: 1, text: say('devicecopies') }] : [];
  const [sentence, rows, bad] = told.host === 'unwaited' ?
    [say('tooearly', kernel), [{ at: 0, kind: 1, text: say('hostlaunches', kernel) }, { at: 0, kind: 0, text: took(told.got) }, { at: 1, kind: 1, text: say('deviceruns', kernel) }], 1] :
    [say(told.line > 0 ? 'copyearly' : 'copynever'), [{ at: 1, kind: 1, text: say('deviceruns', kernel) }, ...asks, { at: 0, kind: 0, text: say('hostmisses') }, ...copies], 1 + asks.length];
  return { sentence, parts: orderPicture([say('hosthere'), say('devicehere')], rows, sentence, bad).slice(0, 1) };
}

/* Who waits at which line when the barrier cannot open: the lanes of each warp. */
function waitersOf(run, found) {
  const lanes = Array.from({ length: run.warps }, () => new Array(LANES).fill(0)); /* the line, or 0 */
  run.steps.slice(0, found.step + 1).forEach((step) => step.rows.forEach((row) => {
    if (row[0] === 'o') { lanes.forEach((list) => list.fill(0)); }
    if (row[0] === 'w') { lanesOf(row[4]).forEach((lane) => { lanes[row[1]][lane] = step.line; }); }
    if (row[0] === 'c' && row[4] === BARRIER || run.openmp && row[0] === 'a' && !row.quiet) { lanes[row[1]][0] = row[0] === 'c' ? step.line : 0; }
  }));
  return lanes;
}

function unitsOf(run) { return run.launch.dialect === 'opencl' ? 'work-items' : 'threads'; }

/* Threads that have left: the line of the test by which they did, or 0. */
function leftAt(run, file, thread) {
  const lines = linesOf(file), last = run.steps.filter((s) => s.warp === Math.floor(thread / LANES) && has(s.mask, thread % LANES)).slice(-3);
  return (last.reverse().find((s) => /\breturn\b/.test(lines.slice(s.line - 1, s.line + 1).join())) || { line: 0 }).line;
}

/* Who waits, who never comes, and why: {parts, change}. null: nobody waits there. */
function barrierPicture(run, finding, found) {
  const lanes = waitersOf(run, found), { file, line } = finding.places[0], rows = [], counts = new Map(), step = run.steps[found.step] || {}, call = !run.openmp && !lanes.flat().includes(line) && step.line === line;
  if (call) { lanesOf(step.mask).forEach((lane) => { lanes[step.warp][lane] = line; }); } /* of a function for the whole warp */
  lanes.forEach((list, w) => (call && w !== step.warp ? [] : lanesOf(run.present[w])).forEach((lane) => counts.set(list[lane], [...(counts.get(list[lane]) || []), run.openmp ? threadNumber(run, w) : w * LANES + lane])));
  const isBarrier = (at) => at > 0 && /barrier|sync/.test(linesOf(file)[at - 1]), depth = (at) => linesOf(file)[at - 1].search(/\S/);
  /* Of the barriers at which they wait, the one that lies deepest in tests and loops is the one that should not be there. */
  const [first, second] = [...counts.keys()].filter((at) => at === line || isBarrier(at)).sort((a, b) => depth(b) - depth(a)), deeper = second !== undefined && depth(first) > depth(second), right = !run.openmp && deeper ? second : line;
  lanes.forEach((list, w) => {
    const cells = (call && w !== step.warp ? [] : lanesOf(run.present[w])).map((lane) => make('div', { class: list[lane] === right ? 'waiting' : 'fault', title: threadText(run, w * LANES + lane) }, list[lane] === right ? '‖' : '✕'));
    if (w < 8 || String(list) !== String(lanes[w - 1])) { rows.push(make('div', { class: 'lanes' + (run.openmp ? ' few' : ''), 'aria-hidden': 'true' }, ...cells)); }
  });
  if (!counts.has(line)) { return null; }
  const total = [...counts.values()].flat().length, whoOf = (list, text = laneText(list.sort((a, b) => a - b))) => ((run.openmp || run.launch.block[1] * run.launch.block[2] === 1) && text.length < 30 ?
    (list.length === 1 ? say(run.launch.dialect === 'opencl' ? 'itemname' : 'threadname', text) : unitsOf(run) + ' ' + text) + ' (' + say('ofall', list.length, total) + ')' : say('ofall', list.length, total) + ' ' + unitsOf(run));
  const left = run.openmp || !counts.has(0) ? 0 : leftAt(run, file, counts.get(0)[0]);
  const said = [...counts].sort(([a], [b]) => (b === right) - (a === right)).map(([at, list]) => {
    const key = at === right ? 'waithere' : at === 0 ? 'waitnever' : isBarrier(at) ? 'waitother' : 'waitend';
    return make('div', { class: at === right ? 'waitkey' : 'badkey' }, make('p', {}, (at === right ? '‖ ' : '✕ ') + say(key, whoOf(list), at)), at + left > 0 ? codeLine(file, at || left) : null);
  });
  const at = left || (run.openmp || second === undefined || deeper ? run.openmp ? line : first : 0); /* or the test by which some leave */
  return { line: right, other: second === undefined ? 0 : first === right ? second : first, call, parts: [...rows, ...said], change: at > 0 ? { file, line: at, word: left ? 'leavehere' : 'onlysome' } : null };
}

/* The array that the access misses, and its name in the program, which the finding in English may have; undefined: not known. */
function arrayOutside(run, address) { return run.launch.arrays.find((a) => address >= a[2] - 64 && address < a[2] + a[3] + 4096); }
function nameOutside(run, { address, subject }) {
  const array = arrayOutside(run, address), name = array ? arrayName(run, array) : '', [, inWords, alone] = /\b(?:array|variable) (\w+),|^(\w+)\[/.exec(subject) || [];
  return /^[A-Za-z_]\w*$/.test(name) && name !== 'stack' ? name : inWords || alone;
}

/* The end of the array, and the element that is not there. */
function boundsPicture(run, finding) {
  const row = run.steps.flatMap((s) => s.rows).find((r) => r[0] === 'f'), place = finding.places[0], address = finding.address || (row ? row[7] : 0);
  const told = Number((/element (-?\d+)/.exec(run.recording.findings.find((f) => f.address === finding.address).subject) || [])[1]), array = arrayOutside(run, address), cells = [];
  const bytes = told && array ? (address - array[2]) / told : row ? Math.max(1, row[8]) : 4; /* of an element as the sentence counts it */
  const index = array ? (address - array[2]) / bytes : -1, count = array ? Math.floor(array[3] / bytes) : 0;
  if (array && Number.isInteger(index) && (index < 0 || index >= count) && Math.abs(index) < count + 64) {
    for (let n = index < 0 ? Math.max(index, -3) : Math.max(0, count - 6); n <= (index < 0 ? Math.min(5, count - 1) : Math.min(index, count + 2)); n++) {
      cells.push(make('div', { class: n >= 0 && n < count ? 'inside' : 'outside' }, String(n === count + 2 || n === -3 ? index : n)));
    }
  }
  const name = !isNaN(told) && nameOutside(run, finding), what = !name ? finding.subject : run.shapes.has(name) || bytes > 8 ? say('elementof', told, name) : name + '[' + told + ']';
  return [make('div', { class: 'cards' }, card(threadWord(run, place) + ' ' + verb(place.access) + ' ' + what, place, [finding.message])),
    cells.length ? make('div', { class: 'array', role: 'img', 'aria-label': finding.message }, make('span', {}, count > 6 && index >= 0 ? '… ' : ''), ...cells, make('span', {}, count > 6 && index < 0 ? ' …' : '')) : null];
}

/* The access on the told line that costs most, as price() counts it: {row, step, price} or null. */
function worstAccess(run, told, space, price) {
  let worst = null;
  run.steps.forEach((step, n) => step.rows.forEach((row) => {
    if (row[0] !== 'a' || row[4] !== space || (told.line > 0 && step.line !== told.line)) { return; }
    const value = price(cellsOf(run, row), row);
    if (value > 1 && (worst === null || value > worst.price)) { worst = { row, step: n, price: value, line: step.line, source: step.source }; }
  }));
  return worst;
}

function banksPicture(run, worst) {
  const cells = cellsOf(run, worst.row), { banks, wavefronts } = banksOf(cells), { lanes, grid } = banksGrid(cells, say('bank'));
  const bank = banks.reduce((best, words, b) => (words.size > banks[best].size ? b : best), 0), wanted = [...banks[bank].values()].flat();
  return { kind: 'bankconflict', sentence: say('bankstory', laneText([...new Set(wanted)].sort((a, b) => a - b)), bank, wavefronts, worst.line),
    parts: [make('p', { class: 'legend' }, say('lanesabove')), lanes, make('p', { class: 'legend' }, say('banksbelow', worst.row[5])), grid] };
}

/* Lanes that add to one element wait for each other. */
function queuePicture(run, worst) {
  const [[address, lanes]] = queuesOf(cellsOf(run, worst.row)), cell = cellsOf(run, worst.row).find((c) => c.address === address);
  return { sentence: say('queuestory', laneText(lanes), cellName(page, cell), lanes.length, worst.line), parts: [make('p', { class: 'legend' }, say('lanesabove')), lanesRow((lane) => (lanes.includes(lane) ? 'outside' : 'idle'))] };
}

function sectorsPicture(run, worst) {
  const cells = cellsOf(run, worst.row), array = arrayAt(run, 0, cells[0].address).name.replace(/^array /, '');
  return { kind: 'uncoalesced', sentence: say('sectorstory', new Set(cells.map((c) => c.lane)).size, array, sectorsOf(cells).size, idealSectors(cells), unitsOf(run), worst.row[5], worst.line),
    parts: [make('p', { class: 'legend' }, say('sectorkey')), sectorsGrid(cells, say('sectorkey'))] };
}

/* The lanes of a warp that parts at the told line, or elsewhere: which go which way. null: none does. */
function waysPicture(run, told) {
  const split = run.steps.flatMap((step, n) => step.rows.filter((row) => row[0] === 'b' && row[3] && row[4]).map((row) => ({ row, step: n, line: step.line, source: step.source })));
  const worst = split.find(({ line }) => line === told.line) || split[0];
  if (!worst) { return null; }
  const [one, other] = [lanesOf(worst.row[3]), lanesOf(worst.row[4])];
  const row = lanesRow((lane) => (one.includes(lane) ? 'o0' : other.includes(lane) ? 'o1' : 'idle'), say('wayskey'));
  return { sentence: say('waysstory', one.length, other.length), parts: [make('p', { class: 'legend' }, say('wayskey')), row], worst };
}

/* What one access shows of costs that the check bounds; null where none shows it, or where the check allows no access at all. */
function costPicture(run, told, { fact, limit }) {
  const tries = [
    [/^shared_.*(wavefronts|conflicts)/, 1, (cells, row) => (row[3] < 2 ? banksOf(cells).wavefronts : 0), banksPicture],
    [/^shared_atomic/, 1, (cells, row) => (row[3] < 2 ? 0 : (queuesOf(cells)[0] || [0, []])[1].length), queuePicture],
    [/^shared_atomic/, 1, (cells) => banksOf(cells).wavefronts, banksPicture],
    [/^(?!shared).*(?:sectors|requests)|\bloaded/, 0, (cells, row) => (row[3] < 2 ? sectorsOf(cells).size / idealSectors(cells) : 0), sectorsPicture],
    [/^(?!shared).*serialised/, 0, (cells, row) => (row[3] < 2 ? 0 : (queuesOf(cells)[0] || [0, []])[1].length), queuePicture]];
  if (/diverg/.test(fact)) { return run.openmp ? null : waysPicture(run, told); }
  for (const [about, space, price, draw] of tries) {
    const worst = about.test(fact) && !run.openmp && !(limit === 0 && fact.endsWith('_requests')) ? worstAccess(run, told, space, price) || worstAccess(run, { line: 0 }, space, price) : null;
    if (worst) { return { ...draw(run, worst), worst }; }
  }
  return null;
}

/* OpenMP: what is read of the input, the array that most is read of and that nobody writes, [{row, array, step}]; or only what is
 * read of it outside of parallel regions. */
function inputReads(run, outside) {
  const arrayOf = (row) => run.launch.arrays.find((a) => a[1] === 0 && row[8] >= a[2] && row[8] < a[2] + a[3]), inTeam = (step) => step.rows.some((row) => row[0] === 't' && row[8] > 1);
  const rows = run.openmp ? run.steps.flatMap((s, step) => s.rows.map((row) => ({ row, step, array: row[0] === 'a' && row[4] === 0 ? arrayOf(row) : null }))).filter(({ array }) => array) : [];
  const written = new Set(rows.filter(({ row }) => row[3] > 0).map(({ array }) => array)), from = run.steps.findIndex(inTeam), last = run.steps.map(inTeam).lastIndexOf(true);
  const counts = new Map(), count = ({ array }) => counts.get(array) || 0, reads = rows.filter(({ array, step }) => !written.has(array) && !(outside && step >= from && step <= last));
  reads.forEach((read) => counts.set(read.array, count(read) + 1));
  return reads.filter((read) => count(read) === Math.max(...counts.values()));
}

/* OpenMP: which thread reads which element of the input. */
function ownersPicture(run) {
  const owners = new Map(), reads = inputReads(run), name = reads.length ? arrayName(run, reads[0].array) : '';
  for (const { row, array } of reads) {
    const index = Math.floor((row[8] - array[2]) / row[5]);
    owners.set(index, (owners.get(index) || new Set()).add(threadNumber(run, row[1])));
  }
  if (owners.size < 4 || [...owners.values()].filter((threads) => threads.size === 1).length <= owners.size / 2) { return []; }
  const cells = [...owners].sort((a, b) => a[0] - b[0]).slice(0, 64).map(([index, threads]) => make('div', { class: 'owner o' + Math.min(...threads) % 4, title: name + '[' + index + ']' }, [...threads].join('+')));
  return [make('p', { class: 'legend' }, say('ownerkey', name)), make('div', { class: 'owners', role: 'img', 'aria-label': say('ownerkey', name) }, ...cells)];
}

/* Which block, or thread, writes which element of the array whose element `told.element` nobody writes. null: there is none, or not all blocks are recorded. */
function writersPicture(run, told) {
  const { launch } = run, arrays = new Map(), parted = launch.kept.length > 1;
  for (const block of !told.got || launch.kept.length < launch.blocks ? [] : launch.kept) {
    const there = block === run.block ? run : block.run = block.run || makeRun(run.recording, launch, block);
    there.steps.forEach((step) => writesOf(there, step).forEach((cell) => {
      const array = arrayAt(run, 0, cell.address), seen = arrays.get(array.address) || { ...array, ...cell, address: array.address, value: BigInt('0x' + 'e5'.repeat(cell.bytes)), writers: new Map() };
      const at = Math.floor((cell.address - array.address) / cell.bytes), who = parted ? block.number : run.openmp ? threadNumber(run, step.warp) : step.warp * LANES + cell.lane;
      seen.writers.set(at, (seen.writers.get(at) || new Set()).add(who));
      arrays.set(array.address, seen);
    }));
  }
  const array = [...arrays.values()].find((a) => a.name !== 'stack' && told.element * a.bytes < a.size && !a.writers.has(told.element) && wrongType(told, a)), cells = [];
  if (!array) { return null; }
  const from = Math.max(0, told.element - 32);
  for (let n = from; n < Math.min(array.size / array.bytes, told.element + 32); n++) {
    const who = [...(array.writers.get(n) || [])];
    cells.push(make('div', { class: 'owner ' + (who.length ? 'o' + who[0] % 4 : 'outside'), title: array.name + '[' + n + ']' }, who.join('+') || '✕'));
  }
  const key = say('writerkey', array.name, from, say(!parted ? unitsOf(run).slice(0, -1) : launch.dialect === 'opencl' ? 'blockcl' : 'block').toLowerCase());
  return [make('p', { class: 'legend' }, key), make('div', { class: 'owners', role: 'img', 'aria-label': key }, ...cells)];
}

/* What was counted, beside what is allowed, or needed: "copies: 5; at most 1 allowed". */
function countedPicture(counted) {
  const said = /:\s*(.*?([\d.]+)) ?; (.*?([\d.]+).*)/.exec(counted || ''), bar = (value) => make('progress', { max: Math.max(said[2], said[4]), value });
  return said ? tablePicture([[said[1], bar(said[2])], [said[3], bar(said[4])]]) : [];
}

/* Rows of a name and what stands beside it. */
function tablePicture(rows) { return [make('table', {}, ...rows.map(([name, beside]) => make('tr', {}, make('th', {}, name), make('td', {}, ...[beside].flat()))))]; }

/* What each warp reads from global memory, or each thread of OpenMP, as far as it is recorded; `reads` as inputReads() has them. */
function sharesPicture(run, reads) {
  const bytes = new Array(run.warps).fill(0), most = () => Math.max(...bytes);
  const rows = run.openmp ? reads.map(({ row }) => row) : run.steps.flatMap((step) => step.rows).filter((row) => row[0] === 'a' && row[3] === 0 && row[4] === 0);
  rows.forEach((row) => { bytes[row[1]] += cellsOf(run, row).length * row[5]; });
  return most() === 0 ? [] : tablePicture(bytes.map((read, w) => [run.openmp ? say('threadname', threadNumber(run, w)) : say('warp', w), [make('progress', { max: most(), value: read }), say('readbytes', read)]]));
}

/* The line with most of the reads, as if the check had named it. */
function busiestLine(run, reads) {
  const counts = new Map(), count = ({ step }) => counts.get(run.steps[step].line) || 0;
  reads.forEach((read) => counts.set(run.steps[read.step].line, count(read) + 1));
  const most = reads.reduce((best, read) => (best && count(best) >= count(read) ? best : read), null), step = most && run.steps[most.step];
  return step && step.source >= 0 ? { step: most.step, file: run.recording.sources[step.source].name, line: step.line } : null;
}
