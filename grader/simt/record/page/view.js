'use strict';
/* From a player's state to the page. Texts go in as text: nothing of a program can become markup. */

function fill(id, ...children) {
  const element = document.getElementById(id);
  element.replaceChildren(...children.filter((c) => c !== null && c !== undefined));
  return element;
}

function title(id, text) { document.getElementById(id).textContent = text; }

/* ---- the source ---- */

const KINDS = [['comment', /\/\/.*|\/\*.*?(?:\*\/|$)|^ ?\*(?!\w).*/], ['directive', /^\s*#.*/], ['string', /"(?:[^"\\]|\\.)*"/],
  ['keyword', /\b(?:if|else|for|while|do|return|break|continue|switch|case|static|const|void|int|unsigned|char|float|double|long|short|size_t|u?int\d+_t|uint|ulong|struct|__\w+|barrier|kernel|global|local)\b/]];
const TOKEN = new RegExp(KINDS.map(([, pattern]) => '(' + pattern.source + ')').join('|'), 'g');

/* A line of C in colours: texts and elements. */
function colour(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(TOKEN)) {
    parts.push(text.slice(from, found.index), make('span', { class: KINDS[found.slice(1).findIndex((part) => part !== undefined)][0] }, found[0]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)];
}

function showSource(page) {
  const { run, player } = page, step = page.current();
  let index = step && step.source >= 0 ? step.source : page.source;
  if (index === undefined || !run.recording.sources[index] || run.recording.sources[index].text === undefined) {
    index = run.recording.sources.findIndex((s) => s && s.text !== undefined);
  }
  const source = run.recording.sources[index];
  if (!source) {
    const name = baseName((run.recording.sources[0] || {}).name || '?');
    fill('source', make('p', {}, name === 'given' ? say('givenSource') : say('noSource', name)));
    return;
  }
  page.source = index;
  if (page.shownSource !== source) {
    page.shownSource = source;
    page.rows = source.text.split('\n').map((text, n) => make('div', { class: 'row' },
      make('span', { class: 'number' }, String(n + 1)), make('span', { class: 'who' }), make('span', { class: 'text' }, ...(text === '' ? [' '] : colour(text)))));
    fill('source', ...page.rows);
    document.getElementById('source').setAttribute('aria-label', source.name);
  }
  const who = new Map(), waits = step && step.rows.some((row) => row[0] === 'O') ? waitersOf(run, { step: player.position - 1 }) : null; /* where a barrier never opens */
  for (let w = 0; w < run.warps; w++) {
    const next = player.standing(w), groups = new Map();
    next.forEach((at, lane) => {
      const s = step && step.warp === w && has(step.mask, lane) ? step : at >= 0 ? run.steps[at] : null;
      const line = s && s.source === index ? s.line : waits ? waits[w][lane] : 0;
      if (line > 0) { groups.set(line, (groups.get(line) || 0) + 1); }
    });
    for (const [line, lanes] of groups) { who.set(line, [...(who.get(line) || []), { w, lanes }]); }
  }
  /* A barrier that opens stands on no line: then the finding's place is what to look at. */
  const places = new Set(), lost = !step || step.line === 0 || step.source !== index, { told } = run.recording.head, change = page.story && page.story.change || {};
  if (told && told.line > 0 && baseName(source.name) === told.file) { places.add(told.line); }
  for (const n of page.findingsHere()) {
    for (const place of run.recording.findings[n].places) { if (place.line > 0 && baseName(source.name) === baseName(place.file)) { places.add(place.line); } }
  }
  page.rows.forEach((row, n) => {
    const line = n + 1, here = step && step.source === index && step.line === line;
    row.className = 'row' + (here ? ' now' : '') + (places.has(line) && !(page.story && page.story.right === line) ? ' place' : '') + (change.line === line && baseName(source.name) === baseName(change.file) ? ' change' : '');
    row.children[2].dataset.change = say(change.word || 'changehere');
    if (here) { row.setAttribute('aria-current', 'step'); } else { row.removeAttribute('aria-current'); }
    const list = who.get(line) || [], mark = row.children[1];
    mark.replaceChildren(...list.slice(0, 3).map(({ w, lanes }) => make('span', { class: w === page.warp ? 'on' : '' },
      run.openmp ? 't' + threadOf(player, w) : (run.launch.dialect === 'opencl' ? 's' : 'w') + w + (lanes < countLanes(run.present[w]) ? ' ×' + lanes : ''))),
      ...(list.length > 3 ? [make('span', {}, '+' + (list.length - 3))] : []));
    if (here || (lost && line === Math.min(...places))) {
      const box = document.getElementById('source'), top = row.offsetTop - box.offsetTop, first = page.rows[Math.max(0, n - Math.floor(box.clientHeight / 3 / row.offsetHeight))];
      if (top < box.scrollTop + 20 || top > box.scrollTop + box.clientHeight - 60) { box.scrollTop = first.offsetTop - page.rows[0].offsetTop; }
    }
  });
}

function threadOf(player, warp) { const t = player.threads.get(warp); return t ? t.thread : warp; }

/* ---- warps ---- */

function laneState(page, w, lane, next) {
  const { run, player } = page, step = page.current();
  if (!has(run.present[w], lane)) { return { name: 'absent', sign: '' }; }
  if (step && step.warp === w && has(step.mask, lane)) {
    const fault = step.rows.find((row) => row[0] === 'f' && has(row[5], lane));
    return fault ? { name: 'fault', sign: '✕', text: say('stopped') } : { name: 'active', sign: '●', text: say('active') };
  }
  if (has(player.waitingMask(w), lane)) { return { name: 'waiting', sign: '‖', text: say('waiting') }; }
  const at = next[lane];
  if (at < 0) {
    return run.faulted || run.block.cut ? { name: 'other', sign: '·', text: say('stopped') } : { name: 'done', sign: '✓', text: say('done') };
  }
  const line = run.steps[at].line;
  const apart = step && step.warp === w && step.mask !== run.present[w];
  return { name: apart ? 'other' : 'elsewhere', sign: apart ? '○' : '·', text: say('elsewhere', line), line };
}

function showWarps(page) {
  const { run, player } = page, step = page.current(), rows = [];
  title('h4', say('warps'));
  /* With many warps: those near the chosen one. */
  const from = Math.max(0, Math.min(page.warp - 4, run.warps - 9));
  for (let w = from; w < Math.min(run.warps, from + 9); w++) {
    const next = player.standing(w), lines = new Map();
    const cells = [];
    for (let lane = 0; lane < LANES; lane++) {
      const state = laneState(page, w, lane, next);
      if (state.line) { lines.set(state.line, (lines.get(state.line) || 0) + 1); }
      cells.push(make('button', {
        type: 'button', tabindex: w === page.warp && lane === page.lane ? '0' : '-1',
        class: state.name + (w === page.warp && lane === page.lane ? ' picked' : ''),
        'aria-label': say('warp', w) + ', ' + say('lane', lane) + ': ' + (state.text || ''), title: say('lane', lane) + ': ' + (state.text || ''),
        onclick: () => page.pick(w, lane)
      }, state.sign));
    }
    const split = step && step.warp === w && step.mask !== run.present[w] ? ' — ' + say('diverged') : '';
    const where = [...lines].map(([line, lanes]) => standsText(line, lanes)).join('; ');
    const now = step && step.warp === w ? '▶ ' + standsText(step.line, countLanes(step.mask)) : '';
    rows.push(make('div', { class: 'warp' + (step && step.warp === w ? ' on' : '') },
      make('div', { class: 'label' }, say('warp', w) + split + (now || where ? say('colon') : '') + [now, where].filter((t) => t).join('; ')),
      make('div', { class: 'lanes', role: 'group', 'aria-label': say('warp', w) }, ...cells)));
  }
  if (run.warps > 9) { rows.push(make('p', { class: 'legend' }, say('warps') + say('colon') + from + '–' + (Math.min(run.warps, from + 9) - 1) + ' / ' + run.warps)); }
  rows.push(make('p', { class: 'legend' }, '● ' + say('active') + '  ‖ ' + say('waiting') + '  ○ ' + say('diverged') + '  ✓ ' + say('done')));
  fill('warps', ...rows);
}

/* ---- OpenMP: threads as lanes of time ---- */

const SIGN = { t: '◆', c: '▫', f: '✕' };
const ACCESS = ['load', 'store', 'atomic', 'atomic'], ACCESS_SIGN = { load: '▸ ', store: '◂ ', atomic: '⟳ ' };

/* What a step is called by: what it writes, or else its last access, or else its first row. */
function mainRow(step) {
  const accesses = step.rows.filter((row) => row[0] === 'a' && !row.quiet);
  return accesses.find((row) => row[3] > 0) || accesses[accesses.length - 1] || step.rows[0];
}

function timeText(page, step) {
  const row = mainRow(step), run = page.run;
  if (row[0] === 'a') {
    const cell = cellsOf(run, row)[0], value = cell.value === undefined ? '' : ' = ' + shownText(cell.value, cell.type, cell.bytes);
    return ACCESS_SIGN[ACCESS[row[3]]] + cellName(page, cell) + value;
  }
  if (row[0] === 'l') { return row[7] ? '+ ' + lockName(row) : row[8] ? '− ' + lockName(row) : row[5] ? '⇢' : '⇠'; }
  if (row[0] === 'c' && row[4] === BARRIER) { return '‖'; }
  return SIGN[row[0]] || '';
}

function lockName(row) { return row[10] || say('critical'); }

/* OpenMP: the variable on a thread's stack that holds the address; null: none. */
function onStack(page, at) {
  for (const [address, { name, bytes }] of page.player.stack) {
    if (at >= address && at < address + bytes && name) { return { name, address, size: bytes }; }
  }
  return null;
}

function cellName(page, cell) {
  if (cell.space === 2) { return say('ownmemory'); }
  const array = onStack(page, cell.address) || arrayAt(page.run, cell.space, cell.address);
  return array.size > cell.bytes ? elementName(page.run, array, cell) : array.name;
}

/* Bytes of an element: as the finding counts them in an array without a name, or else as they are accessed. */
function widthOf(array, cell) {
  const { address = 0 } = page.told && page.told.finding || {}, found = page.recording.findings.find((f) => f.address === address && address > array.address && address < array.address + array.size);
  const [, index] = /^element (\d+) of/.exec(found ? found.subject : '') || [], bytes = (address - array.address) / index;
  return Number.isInteger(bytes) ? bytes : cell.bytes || 1;
}

/* "tile[3][4]": an element by all its indices. */
function elementName(run, array, cell) {
  let index = Math.floor((cell.address - array.address) / widthOf(array, cell)), inner = '';
  for (const count of run.shapes.get(array.name) || []) { [index, inner] = [Math.floor(index / count), '[' + index % count + ']' + inner]; }
  return / /.test(array.name) ? say('elementof', index, array.name) : array.name + '[' + index + ']' + inner;
}

/* Time goes down, a thread a column; the step that has just been taken stands out, later ones are faint. */
function showTime(page) {
  const { run, player } = page, shown = 16;
  title('h4', say('threads'));
  const from = Math.max(0, Math.min(player.position - 11, run.steps.length - shown)), steps = run.steps.slice(from, from + shown);
  const grid = make('div', { class: 'time', role: 'table', 'aria-label': say('threads') });
  grid.style.gridTemplateColumns = 'max-content repeat(' + run.warps + ', minmax(7.5rem, 1fr))';
  const head = [say('sourceline'), ...run.ofWarp.map((list, w) => say('threadname', threadOf(player, w)))];
  grid.append(make('div', { role: 'row', class: 'line' }, ...head.map((text) => make('div', { role: 'columnheader', class: 'name' }, text))));
  steps.forEach((step, n) => {
    const at = from + n, cells = [make('div', { role: 'rowheader', class: 'name' }, step.line > 0 ? String(step.line) : '')];
    for (let w = 0; w < run.warps; w++) {
      const mine = step.warp === w, row = mainRow(step);
      const kind = mine && row[0] === 'a' ? ACCESS[row[3]] : '';
      cells.push(make('div', { role: 'cell', class: kind + (mine && at === player.position - 1 ? ' nowcell' : ''), title: mine ? timeText(page, step) : null }, mine ? timeText(page, step) : ''));
    }
    grid.append(make('div', { role: 'row', class: 'line' + (at === player.position - 1 ? ' here' : at >= player.position ? ' later' : '') }, ...cells));
  });
  fill('warps', grid, make('p', { class: 'legend' }, say('timelegend')));
  const now = grid.querySelector('.nowcell'); /* on a phone its column may lie outside */
  if (now) { grid.scrollLeft = now.offsetLeft - grid.offsetLeft - grid.firstChild.firstChild.offsetWidth; }
}

function showLocks(page) {
  const { run, player } = page;
  document.getElementById('locksPart').hidden = player.locks.size === 0;
  const waiting = new Map();
  for (let w = 0; w < run.warps; w++) {
    const at = player.standing(w)[0], step = at >= 0 ? run.steps[at] : null, row = step && step.rows[0];
    if (row && row[0] === 'l' && row[7]) {
      if (!waiting.has(row[9])) { waiting.set(row[9], []); }
      waiting.get(row[9]).push(threadOf(player, w));
    }
  }
  fill('locks', make('ul', {}, ...[...player.locks.values()].map((lock) => make('li', {},
    (lock.name || say('critical')) + say('colon') + (lock.holder === null ? say('free') : say('holds', threadOf(player, lock.holder))) +
    (lock.holder !== null && waiting.has(lock.object) ? say('waits', waiting.get(lock.object).join(', ')) : '')))));
}

/* ---- what the step does ---- */

function accessLines(page, row) {
  const cells = cellsOf(page.run, row), word = say(['load', 'store', 'atomic', 'reduction'][row[3]]), lines = [];
  for (const list of grouped(cells, (cell) => (cell.space === 2 ? '' : arrayAt(page.run, cell.space, cell.address).name)).values()) {
    const names = [...new Set(list.map((c) => cellName(page, c)))];
    const inRow = list.every((c, n) => n === 0 || c.address === list[n - 1].address + c.bytes);
    let text = word + ' ' + (names.length <= 3 ? names.join(', ') : inRow ? names[0] + ' … ' + names[names.length - 1] : names.slice(0, 3).join(', ') + ' …');
    if (list.length === 1 || new Set(list.map((c) => String(c.value))).size === 1) { text += ' = ' + shownText(list[0].value, list[0].type, list[0].bytes); }
    if (row[4] === 0 && !page.run.openmp) {
      const sectors = sectorsOf(list).size, ideal = idealSectors(list);
      text += ' — ' + (sectors === 1 ? say('onesector') : say(sectors > ideal ? 'sectors' : 'sector1', sectors, ideal));
    } else if (row[4] === 1) {
      const { wavefronts, most } = banksOf(list);
      const price = row[3] >= 2 ? '' : most > 1 ? say('wavefronts', wavefronts, most) : wavefronts === 1 ? say('wavefront1') : '';
      text += price && ' — ' + price;
    }
    lines.push(text);
    if (row[3] >= 2) {
      for (const [address, lanes] of queuesOf(list).slice(0, 4)) {
        lines.push(say('queue', cellName(page, list.find((c) => c.address === address)), laneText(lanes)));
      }
    }
  }
  return lines;
}

const EVENT_LINES = {
  a: accessLines,
  b: (page, row) => [row[3] && row[4] ? say('branch', countLanes(row[3]), countLanes(row[4])) : say('branch1', countLanes(row[3] | row[4]))],
  w: (page, row) => [say('arrive', countLanes(row[4])), ...missingLines(page, row[3])],
  o: (page, row) => [say('release', row[2])], O: () => [say('stuck')],
  e: () => [say('fence')], y: () => [say('syncwarp')], x: () => [say('exchange')],
  f: () => [say('fault')],
  t: (page, row) => [(row[10] ? say('task') : say('strand', row[6], row[8])) + ' ' + say(row[3] === 2 ? 'finish' : 'fork')],
  l: (page, row) => (row[7] ? [say('take', lockName(row))] : row[8] ? [say('give', lockName(row))] : []),
  c: (page, row) => (row[4] === CHUNK ? [say('iterations', String(number(row[7])), String(number(row[8])))] : row[4] === BARRIER ? [say('waitbarrier')] : []),
  g: (page, row) => [say('gap', Math.ceil(row[1] / 1024))],
  n: () => [], u: () => []
};

function missingLines(page, id) {
  const { run, player } = page, list = [];
  for (let w = 0; w < run.warps; w++) {
    const there = player.waiting.get(w + ':' + id) || 0, next = player.standing(w);
    const away = lanesOf(run.present[w]).filter((lane) => !has(there, lane) && (next[lane] >= 0 || run.faulted));
    if (away.length) { list.push(say('warp', w) + (away.length < countLanes(run.present[w]) ? ' (' + laneText(away) + ')' : '')); }
  }
  return list.length ? [say('missing', list.slice(0, 8).join(', '))] : [];
}

function showEvents(page) {
  const step = page.current();
  if (!step) { fill('events', make('p', {}, say('ready'))); return; }
  const lines = step.rows.flatMap((row) => (row.quiet ? [] : (EVENT_LINES[row[0]] || (() => []))(page, row)));
  const means = page.run.openmp ? [] : [say(page.run.launch.dialect === 'opencl' ? 'lanemeanscl' : 'lanemeans'), /wavefront/.test(lines) ? say('wavefrontmeans') : '', /sect(?:or|eur)/.test(lines) ? say('sectormeans') : ''];
  fill('events', make('ul', {}, ...(lines.length ? lines : [say('nothing')]).slice(0, 14).map((text) => make('li', {}, text))), make('p', { class: 'legend' }, means.filter((text) => text).join(' ')));
}

function showFindings(page) {
  const { run } = page, here = new Set(page.findingsHere());
  const list = run.found.map((found) => {
    const { step, finding } = found;
    const f = { ...run.recording.findings[finding], ...(run.recording.findings[finding][language] || {}) };
    const seen = here.has(finding);
    return make('div', { class: 'finding' + (seen ? '' : ' quiet') },
      make('p', {}, make('b', {}, (seen ? '✕ ' : '') + f.title), f.subject ? ' — ' + elementOf(run, f) : ''),
      make('p', {}, f.message), f.steps ? make('pre', {}, f.steps) : null, f.advice ? make('p', {}, f.advice) : null,
      make('div', { class: 'buttons' },
        make('button', { type: 'button', onclick: () => page.goTo(step) }, say('finding')),
        f.places.length > 1 ? make('button', { type: 'button', onclick: () => page.goToOther(found, f) }, say('firstAccess')) : null));
  });
  document.getElementById('findingPart').hidden = list.length < 2;
  fill('findings', ...list);
}

/* ---- variables ---- */

/* Of a thread of OpenMP those of the function that it is in; a region's shared variables come as pointers to them. */
function variablesOf(page) {
  const { run, player, warp } = page, all = [...player.variables[warp].values()];
  if (!run.openmp) { return all; }
  const plain = (name) => name.replace(/[^A-Za-z0-9]/g, ''), step = page.current();
  const site = step && step.warp === warp ? run.sites.get(step.first) : null;
  return site ? all.filter((variable) => plain(variable.scope) === plain(site.name)).map((variable) => {
    const shared = variable.scope.startsWith('.omp_outlined') && variable.argument > 2 && variable.kind === 'p' && !/\*.*\*.*\*|\[/.test(variable.type);
    const target = shared ? player.memory.get('0:' + variable.values[0]) : null;
    if (!shared) { return variable; }
    return { ...variable, type: variable.type.replace(/ ?\*$/, ''), kind: /\*.*\*/.test(variable.type) ? 'p' : /float|double/.test(variable.type) ? 'f' : /unsigned|size_t|uint/.test(variable.type) ? 'u' : 's', values: [target ? target.value : undefined] };
  }) : [];
}

function showVariables(page) {
  const { run, player, warp, lane } = page;
  const list = run.warps === 0 ? [] : variablesOf(page);
  document.getElementById('variablesPart').hidden = run.warps === 0 || (run.openmp && list.length === 0);
  if (run.warps === 0) { return; }
  title('h6', run.openmp ? say('variablesof', threadOf(player, warp)) : say('variables', warp, lane, threadText(run, warp * LANES + lane)));
  const rows = [];
  for (const variable of list) {
    const kind = variable.kind.replace('@', ''), value = variable.values[lane];
    const bytes = variable.type === 'double' || /long|size_t|ulong|64/.test(variable.type) ? 8 : 4;
    const text = value === null ? say('lost') : value === undefined ? say('unset') : variable.kind[0] === '@' ? localText(page, variable, Number(value)) : pointerText(page, valueText(value, kind, bytes), kind, value);
    const all = variable.values.filter((v, l) => has(run.present[warp], l) && v !== null && v !== undefined).map((v) => valueText(v, kind, bytes));
    const same = new Set(all).size <= 1;
    rows.push(make('tr', {}, make('td', {}, variable.name), make('td', {}, variable.type), make('td', { class: variable.step === player.position - 1 ? 'fresh' : '' }, text),
      run.openmp ? null : make('td', { class: 'values' }, variable.kind[0] === '@' ? '' : same ? '=' : all.join(' '))));
  }
  fill('variables', rows.length ? make('div', { class: 'scroll' }, make('table', {}, make('thead', {}, make('tr', {},
    make('th', { scope: 'col' }, say('name')), make('th', { scope: 'col' }, say('type')), make('th', { scope: 'col' }, say('value')), run.openmp ? null : make('th', { scope: 'col' }, say('lanes')))), make('tbody', {}, ...rows)))
    : make('p', { class: 'legend' }, run.recording.head.notes ? say('unset') : say('novariables')));
}

function threadText(run, thread) {
  const [x, y] = run.launch.block, at = [thread % x, Math.floor(thread / x) % y, Math.floor(thread / x / y)];
  return run.launch.block[2] > 1 ? at.join(',') : y > 1 ? at.slice(0, 2).join(',') : String(at[0]);
}

function pointerText(page, text, kind, value) {
  if (kind !== 'p') { return text; }
  const { name, address, size } = onStack(page, Number(value)) || arrayAt(page.run, 0, Number(value));
  return size === 0 ? text : name + (Number(value) > address ? ' + ' + (Number(value) - address) + ' B' : '');
}

/* An array in the thread's own memory. */
function localText(page, variable, address) {
  const window = 0x0B8000000000, from = address >= window ? address - window : address;
  const dimension = /\[(\d+)\]/.exec(variable.type), count = dimension ? Math.min(Number(dimension[1]), 16) : 1;
  const bytes = /double|long/.test(variable.type) ? 8 : /short|half/.test(variable.type) ? 2 : /char|bool/.test(variable.type) ? 1 : 4;
  const kind = variable.kind.replace('@', ''), list = [];
  for (let n = 0; n < count; n++) {
    const cell = page.player.memory.get((page.run.openmp ? '0:' : page.warp + '.' + page.lane + ':') + (from + n * bytes));
    list.push(cell ? valueText(cell.value, kind, cell.bytes) : '·');
  }
  return list.join(' ') + (dimension && Number(dimension[1]) > 16 ? ' …' : '');
}

/* ---- memory ---- */

function touched(page, space) {
  const step = page.current(), cells = (step ? step.rows : []).flatMap((row) => (row[0] === 'a' && row[4] === space ? cellsOf(page.run, row) : []));
  return new Map([...grouped(cells, (cell) => cell.address)].map(([address, list]) => [address, { kind: Math.max(...list.map((cell) => cell.kind)), lanes: list.map((cell) => cell.lane), bytes: list[0].bytes }]));
}

/* What memory holds at an address: the cell that was accessed there, or the upper half of a wider one. */
function cellAt(page, space, address) {
  const cell = page.player.memory.get(space + ':' + address);
  if (cell) { return cell; }
  const wider = page.player.memory.get(space + ':' + (address - WORD));
  return wider && wider.bytes === 8 && wider.value !== undefined ? { ...wider, bytes: WORD, value: Number(BigInt.asUintN(64, BigInt(wider.value)) >> 32n) } : undefined;
}

function memoryCell(page, space, address, touch) {
  const cell = cellAt(page, space, address);
  const hit = touch.get(address);
  const name = hit ? ['load', 'store', 'atomic', 'atomic'][hit.kind] : cell ? '' : 'blank';
  const text = cell ? valueText(cell.value, cell.type, cell.bytes) : '·';
  const narrow = space === 1 && !page.wide; /* there the value is in the title */
  const who = hit ? say('lane', laneText(hit.lanes)) : '';
  return make('div', { class: name, title: who + (cell ? ' ' + text : ' ' + say('unwritten')) }, !narrow ? text + (hit && hit.kind >= 2 && hit.lanes.length > 1 ? '×' + hit.lanes.length : '') : hit ? '' : text.length > 2 ? '▪' : text);
}

function showShared(page) {
  const { run } = page, arrays = run.launch.shared || [];
  document.getElementById('sharedPart').hidden = run.openmp || arrays.length === 0;
  if (run.openmp || arrays.length === 0) { return; }
  title('h7', say(run.launch.dialect === 'opencl' ? 'sharedcl' : 'shared'));
  const touch = touched(page, 1), parts = [], step = page.current();
  const cells = [];
  for (const row of step ? step.rows : []) { if (row[0] === 'a' && row[4] === 1) { cells.push(cellsOf(run, row)); } }
  const busy = new Array(BANKS).fill(0);
  for (const list of cells) { banksOf(list).banks.forEach((words, b) => { busy[b] = Math.max(busy[b], words.size); }); }
  for (const [name, offset, size] of arrays) {
    const words = Math.ceil(size / WORD), first = Math.floor(offset / WORD), total = Math.ceil((first % BANKS + words) / BANKS);
    const near = [...touch.keys()].filter((a) => a >= offset && a < offset + size);
    const startRow = Math.floor(first / BANKS);
    let from = near.length ? Math.floor(Math.min(...near) / WORD / BANKS) - startRow : page.rowOf.get(name) || 0;
    from = Math.max(0, Math.min(from, total - 8));
    page.rowOf.set(name, from);
    const grid = make('div', { class: 'bank' + (page.wide ? ' wide' : '') });
    for (let b = 0; b < BANKS; b++) { grid.append(make('div', { class: 'head' + (busy[b] > 1 ? ' busy' : '') }, busy[b] > 1 ? b + '×' + busy[b] : String(b))); }
    for (let r = from; r < Math.min(total, from + 8); r++) {
      for (let b = 0; b < BANKS; b++) {
        const word = (startRow + r) * BANKS + b, address = word * WORD;
        if (address < offset - WORD + 1 || address >= offset + size) { grid.append(make('div', { class: 'head' }, '')); continue; }
        grid.append(memoryCell(page, 1, address, touch));
      }
    }
    parts.push(make('p', {}, name + (total > 8 ? say('colon') + say('rows', from * BANKS, Math.min(words, (from + 8) * BANKS) - 1, words) : '')), make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': name }, grid));
  }
  const wide = make('button', { type: 'button', 'aria-pressed': page.wide ? 'true' : 'false', onclick: () => { page.wide = !page.wide; page.show(); } }, say('wide'));
  fill('shared', ...parts, make('p', { class: 'legend' }, say('memorylegend')), wide);
}

/* The elements in `bytes` of memory, as large as the cell is. */
function boxOf(page, from, bytes, cell, touch) {
  const size = Math.min(8, Math.max(1, cell.bytes)), box = make('div', { class: 'sector' });
  box.style.gridTemplateColumns = 'repeat(' + Math.min(16, bytes / size) + ', minmax(0, ' + (size > 4 ? '5' : '2.3') + 'rem))';
  for (let at = from + cell.address % size; at < from + bytes; at += size) { box.append(memoryCell(page, 0, at, touch)); }
  return box;
}

/* OpenMP: the cache line of an access, whose it is, and the elements in it. */
function lineParts(page, row, touch) {
  const [cell] = cellsOf(page.run, row), line = Math.floor(cell.address / LINE), state = page.player.lines.get(line), list = [make('p', {}, accessLines(page, row)[0])];
  if (state) {
    const who = say('linewriter', threadOf(page.player, state.writer));
    list.push(make('p', {}, (state.came === page.player.position - 1 ? '⇄ ' + say('linecame', threadOf(page.player, state.from), threadOf(page.player, row[1])) + ' ' : '') + who + ' ' + say('linetravels', state.travels)));
  }
  return [...list, make('div', { class: 'sectors' }, boxOf(page, line * LINE, LINE, cell, touch))];
}

function showGlobal(page) {
  const { run } = page, step = page.current(), parts = [];
  title('h8', say(run.openmp ? 'cacheline' : 'global'));
  const touch = touched(page, 0), rows = (step ? step.rows : []).filter((row) => row[0] === 'a' && row[4] === 0 && !row.quiet);
  const byLine = new Map(rows.map((row) => [Math.floor(row[8] / LINE), row])); /* of what a step does in a cache line, the last */
  for (const row of run.openmp ? byLine.values() : rows) {
    if (run.openmp) { parts.push(...lineParts(page, row, touch)); continue; }
    const cells = cellsOf(run, row), sectors = sectorsOf(cells);
    const shown = [...sectors.keys()].slice(0, 32).map((s) => {
      const box = boxOf(page, s * SECTOR, SECTOR, cells[0], touch);
      box.title = say('lane', laneText([...new Set(sectors.get(s).map((c) => c.lane))]));
      return box;
    });
    parts.push(make('p', {}, accessLines(page, row)[0]), make('div', { class: 'sectors' }, ...shown),
      sectors.size > 32 ? make('p', { class: 'legend' }, '… ' + (sectors.size - 32)) : null);
  }
  fill('global', ...parts, make('p', { class: 'legend' }, say('memorylegend')));
  document.getElementById('globalPart').hidden = parts.length === 0;
}
