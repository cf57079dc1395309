'use strict';
/* What the page opens on: one sentence, one picture, and what to do now. The picture is drawn from the recording. */
/* exported showStory, crossingOf */

/* ---- what is told: a finding of the detectors, or else what the check says ---- */

function inLanguage(told) {
  const said = { ...told, ...(told[language] || {}) }, opencl = page.run.launch.dialect === 'opencl', spoken = (text) => text && (opencl ? text.replace(/warp/g, 'sub-group').replace(/Warp/g, 'Sub-group') : text);
  return { ...said, message: spoken(said.message), advice: spoken(said.advice) };
}

/* The accesses to the finding's element, of all lines or of one, in the order in which they happened: [{step, who, line, kind, value, cell}]. */
function accessesOf(run, finding, line) {
  const list = [];
  run.steps.forEach((step, n) => step.rows.forEach((row) => {
    if (line > 0 && step.line !== line || row[0] !== 'a' || row[4] === 2) { return; }
    for (const cell of cellsOf(run, row)) {
      if (finding.address < cell.address || finding.address >= cell.address + cell.bytes) { continue; }
      list.push({ step: n, warp: step.warp, line: step.line, kind: row[3], cell, who: run.openmp ? step.warp : step.warp * LANES + cell.lane });
    }
  }));
  return list;
}

/* Where two updates cut across each other (both read, then both write), or a thread reads what another has overwritten: the accesses,
 * whose they are, and which of the two it is. */
function crossingOf(list) {
  for (let n = 0; n + 2 < list.length; n++) {
    const [a, b, c, d] = list.slice(n, n + 4), two = a.who !== b.who, threads = [a.who, b.who].sort((x, y) => x - y);
    if (d && two && !a.kind && !b.kind && c.kind && d.kind && c.who !== d.who) { return { window: [a, b, c, d], threads, lost: c, empty: c.cell.value === a.cell.value || d.cell.value === a.cell.value }; }
    if (two && a.kind === 1 && b.kind === 1 && !c.kind && c.who === a.who && c.line >= a.line) { return { window: [a, b, c], threads, mixed: b }; }
  }
  return null;
}

/* ---- what is where ---- */

function arrayAt(run, space, address) {
  if (space === 1) {
    return (run.launch.shared || []).map(([name, offset, size]) => ({ name, address: offset, size }))
      .find((a) => address >= a.address && address < a.address + a.size) || { name: 'shared', address: 0, size: run.launch.shared_bytes };
  }
  const found = run.launch.arrays.find((a) => address >= a[2] && address < a[2] + a[3]);
  return found ? { name: arrayName(run, found), address: found[2], size: found[3] } : { name: '0x' + address.toString(16), address, size: 0 };
}

/* A heap array has the name of the parameter that points to it, or else of the variable in the line that allocates it; a stack holds many. */
function arrayName(run, array) {
  if (array[4] || array[1] === 5) { return array[4] || 'stack'; }
  run.names = run.names || new Map();
  if (run.names.size === 0) {
    (run.launch.parameters || []).filter(({ name }) => name).forEach(({ name, value }) => run.names.set(Number(BigInt('0x' + value.slice(1))), name));
    const pointers = run.steps.slice(0, 400).flatMap((step) => step.rows).map((row) => ({ at: row[4], is: row[0] === 'n' && (run.sites.get(row[2]) || {}).variable }));
    const take = (isOne) => pointers.forEach(({ at, is }) => { if (is && is.kind === 'p' && isOne(is) && typeof at === 'number') { run.names.set(at, run.names.get(at) || is.name); } });
    take((is) => is.argument > 0);
    for (const { address, subject } of run.recording.findings) { /* "element 16 of the memory allocated at histogram.c:142" */
      const [, file, line] = /([\w.]+):(\d+)/.exec(subject) || [], text = file ? linesOf(file)[line - 1] || '' : '';
      const [, given, set] = /&(?:\w+(?:->|[.]))*(\w+) *,|(\w+)(?:\[\w+\])? *=[^=]/.exec(text) || [], of = run.launch.arrays.find((a) => address >= a[2] - 64 && address < a[2] + a[3] + 4096);
      if (of && (given || set) && !run.names.has(of[2])) { run.names.set(of[2], given || set); }
    }
    take(() => true);
    run.names.set(-1, '');
  }
  return run.names.get(array[2]) || 'array ' + array[0];
}

/* ---- words ---- */

function threadWord(run, place) {
  const of = /thread (\d+)/.exec(place.who);
  if (place.who) { return of ? say('threadname', of[1]) : place.who === 'the host' ? say('hosthere') : place.who; }
  const item = run.launch.dialect === 'opencl', finding = page.told.finding;
  const blocks = new Set(finding.places.map((p) => String(p.block)));
  const at = (triple, shape) => triple.slice(0, shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1).join(',');
  return say(item ? 'itemname' : 'threadname', at(place.thread, run.launch.block)) + (blocks.size > 1 ? ' ' + say(item ? 'ofgroup' : 'ofblock', at(place.block, run.launch.grid)) : '');
}

const DOES = /^(?:read|write|atomic)$/;
function verb(access) { return say({ read: 'load', write: 'store', atomic: 'updates' }[access] || 'touches'); }

function elementOf(run, finding) {
  if (run.openmp && finding.subject && !/\w:\d+/.test(finding.subject)) { return finding.subject; }
  const [{ cell } = { cell: { space: 3 } }] = accessesOf(run, finding), array = cell.space === 3 ? { name: '' } : arrayAt(run, cell.space, cell.address);
  if (array.size > 0 && array.name !== '' && !array.name.startsWith('array ')) { return array.size > cell.bytes ? elementName(run, array, { ...cell, address: finding.address }) : array.name; }
  return finding.subject;
}

function linesOf(name) {
  const source = page.recording.sources.find((s) => s && s.text !== undefined && baseName(s.name) === baseName(name));
  return source ? source.text.split('\n') : [];
}

/* A line, and the next ones where its statement goes on. */
function codeLine(name, line) {
  const [first = '', ...next] = linesOf(name).slice(line - 1, line + 2), parts = [first];
  while (next.length && !/[;{}:/]\s*$|^\s*#|\*\//.test(parts[parts.length - 1])) { parts.push(next.shift()); }
  return make('div', { class: 'code', 'data-at': baseName(name) + ':' + line }, make('b', {}, first || linesOf(name).length ? String(line) : baseName(name) + ':' + line), ' ', ...colour(parts.map((part) => part.trim()).join(' ')));
}

/* The number, from 0, of the last line above `line` in its function for which is(number) holds; -1: of none. */
function lineAbove(lines, line, is) {
  let n = Math.min(line, lines.length) - 2;
  while (n >= 0 && !is(n) && !/^\}/.test(lines[n])) { n--; }
  return n >= 0 && is(n) ? n : -1;
}

/* What declares a variable, or lets each thread have its own. */
function declarationOf(name) { return new RegExp('^\\s*(?:(?!return|else)[a-z]\\w*[\\s*]+)+' + name + '\\s*[[,;=]|^\\s*#.*private *\\(.*\\b' + name + '\\b'); }

/* The line to change, or to look at, {file, line, word}, as the advice has it, by its name in messages.def: the access without
 * protection, the directive that shares a variable, the line that declares it, the test around an access, or the update that is lost.
 * null: nobody knows. `subject` is the variable's name, or begins with it. */
function changeOf(run, { advised, kind, places, lost, crossing, address, message }, { file, line }, subject) {
  const lines = linesOf(file), indent = (n) => lines[n].search(/\S/), here = lines[line - 1] || '', name = /^\w*/.exec(subject)[0];
  const bare = /^RACE_(?:PROTECT|ATOMIC_TOO|ATOMIC_VARIABLE)_ADVICE$/.test(advised) && places.find((p) => p.access !== 'atomic' && !p.holds) || /^UNSET/.test(advised) && places.find((p) => p.access === 'starts');
  const nested = (here.includes(name + '[') ? new RegExp('\\b' + name + '\\[[^\\]]*\\[') : /\[[^\]]*\[/).test(here); /* the index is made of data */
  const words = (text) => text.match(/[a-z]\w*/gi), index = words((here.match(/\[[^\]]*/g) || []).join()) || words(here) || [];
  const isTest = (n) => indent(n) >= 0 && indent(n) < indent(line - 1) && /\b(?:if|for|while)\b.*[<>]/.test(lines[n]) && words(lines[n]).some((word) => index.includes(word));
  const lock = advised === 'RACE_ONE_LOCK_ADVICE' && /`(\w+)`/.exec(message), declares = declarationOf(lock ? lock[1] : name), writers = () => accessesOf(run, { address }).filter((a) => a.kind > 0).map((a) => a.who);
  const shares = /^RACE_(?:VARIABLE|STORED|SIMD_SCALAR)_ADVICE$/.test(advised) || advised === 'RACE_TWO_LINES_ADVICE' && name === subject && new Set(writers()).size > 1;
  const is = run.openmp && (lock || /^uninitialised/.test(kind) || advised === 'RACE_ELEMENT_ADVICE') ? (n) => declares.test(lines[n]) : shares ? (n) => /^\s*#\s*pragma omp (?:parallel|for|sections|task)/.test(lines[n]) :
    advised === 'RACE_SAME_NAME_ADVICE' ? (n) => /pragma omp critical/.test(lines[n]) : /^(?:TEST_THE_INDEX|TESTED_INDEX|ONE_PAST_ADVICE|RACE_TEST_AND_SET_ADVICE)$/.test(advised) && !nested ? isTest : () => false;
  const n = lineAbove(lines, line, is), found = n >= 0, update = (lost || crossing && crossing.lost) && places[0].line === places[1].line;
  return bare ? { ...bare, word: 'changehere' } : found ? { file, line: n + 1, word: is === isTest ? 'lookhere' : 'changehere' } : update ? { file, line, word: 'changehere' } : null;
}

/* The line before which a block's barrier is missing: between the lines of the two accesses, or at the end of their loop, and where
 * neither is in a branch of its own. null: the advice asks for none, or there is one. */
function barrierOf({ advised, places }) {
  const does = (access) => places.some((p) => p.access === access), both = /BOTH_ATOMIC_ADVICE$/.test(advised);
  const asked = both ? does('read') && does('atomic') : /^RACE_(?:IN_WARP|IN_BLOCK|NEXT_ROUND|ON_ONE_LINE|OF_LANES_ON_ONE_LINE|GRID_SYNC|OTHER_DIMENSION)_ADVICE$/.test(advised);
  if (!asked || places.length < 2 || places[0].file !== places[1].file) { return null; }
  const [{ file, line: a }, { line: b }] = [...places].sort((x, y) => x.line - y.line);
  const lines = linesOf(file), indent = (n) => (/^\s*(?:#|$)/.test(lines[n - 1] || '') ? Infinity : lines[n - 1].search(/\S/)), least = Math.min(indent(a), indent(b));
  const round = advised === 'RACE_NEXT_ROUND_ADVICE', without = (from, to) => !lines.slice(from, to).some((text) => /barrier *\(|sync\w*\(/.test(text));
  let n = b, end = b + 1;
  if (lines.slice(a, b - 1).some((text) => /^}/.test(text))) { /* two functions: before the access that comes later in the kernel */
    const site = (line) => Math.min(...[...page.run.sites].filter(([, is]) => is.line === line).map(([at]) => at)), later = site(a) < site(b) ? b : a;
    for (n = later - 1; n > 0 && indent(n) >= indent(later); n--) { /* what the access is in */ }
    return !round && indent(n) === 0 ? { file, line: later, word: 'barrierhere' } : null;
  }
  const outer = Math.min(...lines.slice(a - 1, b).map((text, k) => indent(a + k)));
  while (n > 0 && (indent(n) >= outer || /^\s*{\s*$/.test(lines[n - 1]))) { n--; } /* what both are in */
  if (a < b && !round && !/\b(?:if|else)\b/.test(lines[n - 1])) {
    n = b;
    while (n > a && indent(n) !== outer) { n--; }
    return n > a && without(a, b - 1) && !/^\s*}/.test(lines[n - 1]) ? { file, line: n, word: 'barrierhere' } : null;
  }
  for (n = a - 1; n > 0 && !(indent(n) < least && /\b(?:for|while)\b/.test(lines[n - 1])); n--) { if (indent(n) === 0) { return null; } }
  while (n > 0 && end < lines.length && indent(end) > indent(n)) { end++; }
  return n > 0 && /^\s*}/.test(lines[end - 1]) && without(round ? b : n, end - 1) ? { file, line: end, word: 'barrierhere' } : null;
}

/* OpenMP: the directive that has no barrier at its end, where one between the two accesses is asked for. */
function nowaitOf(run, { advised, places }) {
  if (!/^RACE_(?:TWO_LINES|ROUNDS|REDUCTION)_ADVICE$/.test(advised) || places.length < 2 || places[0].file !== places[1].file) { return null; }
  const { file } = places[0], [a, b] = places.map((p) => p.line).sort((x, y) => x - y);
  const n = linesOf(file).findIndex((text, k) => k >= a - 4 && k < b && /#\s*pragma omp.*\b(?:nowait|master|masked)\b/.test(text));
  return n >= 0 ? { file, line: n + 1, word: 'nobarrier' } : null;
}

/* Marks the line to change where the picture has it, or else adds it. */
function withChange(parts, change) {
  const at = change && '.code[data-at="' + baseName(change.file) + ':' + change.line + '"]', shown = at ? parts.flatMap((part) => (part.matches(at) ? [part] : [...part.querySelectorAll(at)])) : [];
  shown.forEach((code) => code.append(make('span', { class: 'mark' }, '← ' + say(change.word))));
  return !change || shown.length ? parts : [...parts, make('div', { class: 'cards change' }, card(say(change.word), change, []))];
}

/* The directive that protects an addition which the program makes. */
function protectionOf(run) {
  const { name } = run.recording.sources.find((s) => s.text !== undefined) || { name: '' };
  const n = linesOf(name).findIndex((text, k) => /pragma omp (?:atomic|critical)/.test(text) && run.steps.some((s) => s.line === k + 1 || s.line === k + 2));
  return n >= 0 ? { file: name, line: n + 1, word: 'changehere' } : null;
}

function linesIn(text) { return [...new Set([...text.matchAll(/(?:line|ligne) (\d+)/g)].map((m) => Number(m[1])))]; }

/* Texts have names of the program between backquotes. */
function prose(text) { return text.split('`').map((part, n) => (n % 2 ? make('code', {}, part) : part)); }

/* ---- the opening ---- */

/* {verdict, sentence, parts, advice, step}: what stands on top, of the launch that is open. */
function tellFinding(run, found) {
  const told = inLanguage(run.recording.findings[found.finding]), lost = told.kind === 'race' && told.places.length === 2 && !run.openmp ? lostUpdate(run, told) : null;
  const row = run.recording.findings[found.finding], ordered = { ...told, places: [...told.places].sort((a, b) => (told.kind === 'race' ? a.line - b.line || (a.who || '').localeCompare(b.who || '') : 0)) };
  const crossing = told.kind === 'race' && run.openmp ? crossingOf(accessesOf(run, told)) : null, finding = { ...(lost || ordered), crossing }, { kind, places } = finding;
  if (crossing && places.every((p) => p.who === places[0].who)) { places.forEach((p, n) => { places[n] = { ...p, who: 'thread ' + threadNumber(run, crossing.threads[n]) }; }); } /* two tasks of a thread, seen on two */
  page.told = { finding };
  finding.meeting = kind === 'race' && places.length === 2 && !crossing && !lost && !finding.steps ? meetingOf(run, finding) || [] : [];
  const english = run.recording.head.told || row, name = elementOf(run, finding), stuck = kind === 'barrier divergence' && places.length ? barrierPicture(run, finding, found) : null;
  const change = stuck ? stuck.change : kind === 'barrier divergence' && places.length ? { ...places[0], word: 'onlysome' } : places.length ? barrierOf(row) || nowaitOf(run, row) || changeOf(run, finding, places[0], kind === 'out of bounds' ? nameOutside(run, row) || finding.subject : finding.subject) : null;
  const what = { verdict: finding.title, advice: inLanguage(english).advice, change, step: lost && runAt(run, places[0]) === run ? lost.lost[0].step : (crossing && (crossing.lost || crossing.mixed) || finding.meeting[1] || found).step };
  if (kind === 'race' && places.length === 2) {
    const at = ({ file, line }) => (linesOf(file).length ? line : line + ' (' + baseName(file) + ')');
    return { ...what, sentence: say('racestory', threadWord(run, places[0]), verb(places[0].access), name, at(places[0]), threadWord(run, places[1]), verb(places[1].access), at(places[1])), parts: racePicture(run, finding, name) };
  }
  if (stuck) { return { ...what, sentence: stuck.call ? finding.message : say(stuck.other > 0 ? 'barriersstory' : 'barrierstory', stuck.line, unitsOf(run), stuck.other), right: stuck.line, parts: stuck.parts, more: stuck.call || stuck.other > 0 ? null : finding.message }; }
  if (kind === 'out of bounds' && places.length) {
    return { ...what, sentence: say('boundsstory', threadWord(run, places[0]), verb(places[0].access), places[0].line, nameOutside(run, row) || say('thearray')), parts: boundsPicture(run, finding) };
  }
  const { access, thread, line } = places[0] || {}, subject = (thread || places.length && places[0].who) && line > 0 && DOES.test(access) && places.length === 1 ? say('accessstory', threadWord(run, places[0]), verb(access), name, line) : '';
  const more = places.length === 1 ? linesIn(finding.message).filter((n) => n !== line).map((n) => ({ file: places[0].file, line: n })) : [];
  return { ...what, sentence: (subject || (places.length || !finding.subject ? '' : finding.subject + say('colon'))) + finding.message, parts: [make('div', { class: 'cards' }, ...[...places, ...more].sort((a, b) => (more.length ? a.line - b.line : 0)).map((p) => card([p.thread || p.who ? threadWord(run, p) : '', DOES.test(p.access) ? verb(p.access) + ' ' + name : ''].join(' '), p, [])))] };
}

/* Who wrote the wrong value, or to the input, and where. */
function wrongCard(run, told) {
  const changed = page.recording.head.told.verdict === 'input-modified' ? inputWrite(run) : null, step = changed ? changed.step : run.steps[told.got ? stepOfValue(run, told) : -1];
  if (!step) { return null; }
  const cell = changed ? changed.cell : wrongOf(run, step, told).find((c) => wrongType(told, c));
  const item = run.launch.dialect === 'opencl', group = run.launch.blocks > 1 ? ' ' + say(item ? 'ofgroup' : 'ofblock', document.getElementById('block').selectedOptions[0].textContent) : '';
  const who = run.openmp ? say('threadname', threadNumber(run, step.warp)) : say(item ? 'itemname' : 'threadname', threadText(run, step.warp * LANES + cell.lane)) + group;
  const name = arrayAt(run, 0, cell.address);
  const place = { file: run.recording.sources[step.source].name, line: step.line };
  return { place, at: run.steps.indexOf(step), card: card(who + ' ' + say('store') + ' ' + (name.size > cell.bytes ? elementName(run, name, cell) : name.name) + ' = ' + shownText(cell.value, changed ? cell.type : wrongType(told, cell), cell.bytes), place, []) };
}

/* The line of an access that costs too much; or, to change it, the line that sets its index, where that is one variable. */
function accessOf(run, { source, line }, word) {
  if (source < 0 || line <= 0) { return null; }
  const file = run.recording.sources[source].name, lines = linesOf(file), here = lines[line - 1] || '', [index, more] = new Set([...here.matchAll(/\[([^[\]]*)\]/g)].map(([, text]) => text.trim()));
  const sets = word === 'slowhere' && more === undefined && /^[a-z]\w*$/i.test(index || '') && !/\](?:\.|->)/.test(here) ? lineAbove(lines, line, (n) => new RegExp('\\b' + index + '\\s*=[^=]').test(lines[n])) : -1;
  return sets >= 0 ? { file, line: sets + 1, word: 'indexhere' } : { file, line, word };
}

/* What the check says, with the lines that it speaks of; `hosts`: what happened on the host, where no step is shown. */
function tellCheck(run, told) {
  const [message, shared] = (told.message || '').split(/ (?=(?:Counted|Observed|Compté|Observé) ?:)/), { fact = '', expected, name, kind } = told.values || {}, host = !/^(?:wrong copy|misuse of a handle)$/.test(kind) && told.host, /* of a copy or wait that failed, nobody could wait */
    counted = run.launch.dialect === 'opencl' && shared ? shared.replace(/shared/g, 'local').replace(/partagée/g, 'locale') : shared;
  const english = page.recording.head.told, slow = english.verdict === 'inefficient', barriers = slow && /barriers/.test(fact) ? run.steps.filter((s) => s.rows.some((row) => row[0] === 'w')).map((s) => s.line) : [];
  const lines = [...new Set([told.line, ...linesIn(message), ...barriers])].filter((n) => n > 0).sort((a, b) => a - b);
  const drawn = host ? hostPicture(run, told) : slow ? costPicture(run, told, told.values) : null, wrong = wrongCard(run, told),
    owned = english.verdict === 'wrong-answer' && run.warps > 1 || english.verdict === 'structure' && /^(?:input_|serial_reads|loop_reads|busiest_reads|interleaved|threads_seen)/.test(fact) ? ownersPicture(run) : [],
    answer = english.verdict !== 'wrong-answer' || wrong ? [] : expected !== undefined ? tablePicture([[say('gotword'), told.values.got], [say('expectedword'), expected]]) :
      !name || told.got ? [] : run.openmp ? tablePicture([[name, say('neverset')]]) : hostPicture(run, { line: 0 }).parts,
    reads = /^(?:busiest|serial)_reads/.test(fact) ? inputReads(run, /^serial/.test(fact)) : [], busy = busiestLine(run, reads),
    picture = /^busiest_warp/.test(fact) || busy ? sharesPicture(run, reads) : wrong || drawn ? [] : !slow && writersPicture(run, told) || (owned.length ? owned : answer);
  const costs = drawn && drawn.worst, change = run.openmp && fact === 'atomics' ? protectionOf(run) : costs ? accessOf(run, costs, 'slowhere') : null, word = change && !costs ? 'showshere' : english.verdict === 'leak' ? 'neverfreed' : !run.openmp && /^(?:race|wrong-answer)$/.test(english.verdict) && /\bwait/i.test(english.advice) && !/Info/.test(english.message) ? 'unwaitedhere' : '';
  const cards = wrong ? [wrong.card] : busy ? [card(say('readshere'), busy, [])] : (drawn && !host ? [] : lines).map((line) => card(!word ? told.file + ':' + line : say(line === told.line ? word : 'showshere'), { file: told.file, line }, []));
  return { verdict: told.verdict.replace(/-/g, ' ') + (costs && drawn.kind ? ', ' + say(drawn.kind) : ''), advice: costs ? message : told.advice, sentence: drawn ? drawn.sentence : message, counted, more: costs ? told.advice : host ? say('checksaw', message) : null, change,
    parts: [costs && costs.line > 0 ? codeLine(change.file, costs.line) : null, cards.length ? make('div', { class: 'cards' }, ...cards) : null, ...(drawn ? drawn.parts : picture.length || english.verdict === 'leak' ? picture : countedPicture(counted))],
    step: costs ? costs.step : wrong ? wrong.at : busy ? busy.step : -1, hosts: !run.openmp && (host || !run.steps.some((s) => s.source >= 0) || !drawn && !picture.length && !told.got && !lines.some((line) => run.steps.some((s) => s.line === line))) };
}

/* Threads that write other elements of one cache line again and again: it travels with each write. null: none do. */
function tellLine(run) {
  const lines = new Map(), often = 16;
  run.steps.forEach((step, n) => (run.openmp ? step.rows : []).forEach((row) => {
    if (row[0] !== 'a' || row[3] === 0 || row[4] === 2) { return; }
    const at = Math.floor(row[8] / LINE), all = lines.get(at) || new Map(), mine = all.get(row[1]) || { counts: new Map(), places: new Set() };
    mine.counts.set(row[8], (mine.counts.get(row[8]) || 0) + 1);
    if (mine.counts.get(row[8]) === 1 && mine.places.size === 0) { Object.assign(mine, { row, step: n }); }
    if (mine.counts.get(row[8]) === often) { mine.places.add(row[8]); }
    lines.set(at, all.set(row[1], mine));
  }));
  const apart = ([, all]) => { const list = [...all.values()].filter((m) => m.places.size > 0); return list.length > 1 && new Set(list.flatMap((m) => [...m.places])).size === list.reduce((sum, m) => sum + m.places.size, 0); };
  const [found] = [...lines].filter(apart).sort((a, b) => b[1].size - a[1].size);
  if (!found) { return null; }
  const writers = [...found[1]].filter(([, m]) => m.places.size > 0).sort((a, b) => threadNumber(run, a[0]) - threadNumber(run, b[0])), first = writers[writers.length - 1][1], size = first.row[5], cells = [];
  page.player.go(first.step + 1);
  const nameAt = (m) => cellName(page, { ...cellsOf(run, m.row)[0], address: [...m.places][0] }), names = writers.map(([, m]) => nameAt(m));
  for (let at = found[0] * LINE; at < (found[0] + 1) * LINE; at += size) {
    const who = writers.filter(([, m]) => m.places.has(at)).map(([warp]) => threadNumber(run, warp));
    cells.push(make('div', { class: 'owner ' + (who.length ? 'o' + who[0] % 4 : 'idle') }, who.join('+')));
  }
  const { source, line } = run.steps[first.step], file = run.recording.sources[source].name, declared = linesOf(file).slice(0, line).findLastIndex((text) => declarationOf(/^\w*/.exec(names[0])[0]).test(text)) + 1;
  return { verdict: say('falsesharing'), sentence: say('linestory', laneText(writers.map(([warp]) => threadNumber(run, warp))), names[0] + ' … ' + names[names.length - 1], line), change: declared > 0 ? { file, line: declared, word: 'changehere' } : null, advice: say('lineadvice'), step: first.step, slow: true,
    parts: [codeLine(file, line), make('p', { class: 'legend' }, say('linekey')), make('div', { class: 'owners', role: 'img', 'aria-label': say('linekey') }, ...cells),
      turnsOf(run.block) < often ? make('p', { class: 'legend' }, say('inturn')) : null] };
}

/* Nothing is wrong with it: the access that takes four times what it could. null: none does. */
function tellCost(run) {
  const [drawn] = ['shared_load_wavefronts', 'global_load_sectors'].map((fact) => costPicture(run, { line: 0 }, { fact })).filter((picture) => picture && picture.worst.price >= 4).sort((a, b) => b.worst.price - a.worst.price);
  return drawn ? { verdict: say(drawn.kind), sentence: drawn.sentence, advice: say(drawn.kind === 'uncoalesced' ? 'neighbours' : 'padded', unitsOf(run)), step: drawn.worst.step, slow: true, change: accessOf(run, drawn.worst, 'mosthere'),
    parts: [codeLine(run.recording.sources[drawn.worst.source].name, drawn.worst.line), ...drawn.parts] } : null;
}

function storyHere() {
  const { run, recording } = page, { told } = recording.head, wanted = told ? told.verdict.replace(/-/g, ' ') : '';
  const isTold = ({ subject, places }, { array, 'other line': other } = told.values || {}) => subject === array && places.every((p, n) => p.line === (n ? other : told.line));
  const all = run.found.filter((f) => recording.findings[f.finding].kind === wanted), found = all.find((f) => isTold(recording.findings[f.finding])) || all[0] || (told ? null : run.found[0]);
  const [apart, noted] = [false, true].map((note) => recording.findings.findIndex((f) => f.launch === 0 && f.note === note)); /* of the host, or of the whole run */
  return found ? tellFinding(run, found) : told ? tellCheck(run, inLanguage(told)) : apart >= 0 ? { ...tellFinding(run, { finding: apart, step: -1 }), hosts: !run.openmp } : tellLine(run) || tellCost(run) || (noted >= 0 ? { ...tellFinding(run, { finding: noted, step: -1 }), slow: true, hosts: true } : null);
}

function showStory() {
  const story = page.story = storyHere(), told = inLanguage(page.recording.head.told || {}), box = document.getElementById('story');
  box.hidden = !story;
  if (!story) { return; }
  const smaller = told.was !== undefined && told.case ? say(told.was ? 'smaller' : 'smaller0', told.case, told.was) : told.case ? say('inputis', told.case) : '';
  fill('story', make('p', { class: 'sentence' + (story.slow ? ' slow' : '') }, make('b', {}, (story.slow ? '! ' : '✕ ') + (story.sentence.startsWith(story.verdict) ? '' : story.verdict + say('colon'))), ...prose(story.sentence.replace(/e-(?=\d)/g, 'e\u2011'))),
    story.advice ? make('p', { class: 'advice' }, make('b', {}, '→ '), ...prose(story.advice)) : null,
    smaller || story.counted ? make('p', { class: 'legend' }, [smaller, story.counted].filter((text) => text).join(' ')) : null,
    make('div', { class: 'picture' }, ...withChange(story.parts.filter((part) => part), story.change)), story.more ? make('p', {}, ...prose(story.more)) : null);
  document.getElementById('steps').open = !story.hosts;
}
