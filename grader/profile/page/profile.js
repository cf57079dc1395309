'use strict';
/* The profile: read from the page, and laid out. Texts go in as text: no source can become markup. */
const LANES = 32;
const SVG = 'http://www.w3.org/2000/svg';

function make(tag, options, ...children) {
  const element = document.createElement(tag);
  return put(element, options, children);
}

function draw(tag, options, ...children) {
  return put(document.createElementNS(SVG, tag), options, children);
}

function put(element, options, children) {
  for (const [key, value] of Object.entries(options || {})) {
    if (key.startsWith('on')) { element.addEventListener(key.slice(2), value);
    } else if (value !== undefined && value !== null) { element.setAttribute(key, value); }
  }
  for (const child of children) { if (child !== null && child !== undefined) { element.append(child); } }
  return element;
}

function data(id) {
  const element = document.getElementById(id);
  try { return element ? JSON.parse(element.textContent) : null; } catch (wrong) { return null; }
}

function table(heads, rows) {
  return make('div', { class: 'scroll', tabindex: '0', role: 'group' }, make('table', {}, make('thead', {}, make('tr', {}, ...heads.map((h) => make('th', { scope: 'col' }, h)))), make('tbody', {}, ...rows)));
}

/* Texts that come with the profile: counters, titles, what is said of them. */
function told(text) { return spoken((language === 'fr' && profile.french && profile.french[text]) || text); }

function decimal(n) { return n.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }); }
function figures(n) { return n === undefined || n === 0 ? '' : n.toLocaleString(language); }

/* ---- counters ---- */

function limitText(limit) {
  if (!limit) { return ''; }
  const derived = /^[0-9]+$/.test(limit.text) ? '' : ' = ' + limit.text + (limit.numbers !== limit.text ? ' = ' + limit.numbers : '');
  return limit.value.toLocaleString(language) + derived;
}

function change(now, before) {
  if (before === undefined) { return make('td', { class: 'n' }); }
  const sign = now < before ? '▼ ' : now > before ? '▲ ' : '= ';
  return make('td', { class: 'n' }, sign + figures(before));
}

function countersPart(exercise, other) {
  const shown = new Set(), rows = [];
  const before = other ? { ...other.counters } : null;
  if (other) { for (const bound of other.bounds) { before[bound.fact] = bound.observed; } }
  const row = (name, value, least, most, bad, why) => make('tr', { title: told(why) }, make('td', {}, told(name.replace(/_/g, ' '))), make('td', { class: 'n' + (bad ? ' bad' : '') }, (bad ? '✕ ' : '') + value.toLocaleString(language)),
    make('td', {}, least), make('td', {}, most), before ? change(value, before[name]) : null);
  for (const bound of exercise.bounds) {
    shown.add(bound.fact);
    const bad = (bound.at_least && bound.observed < bound.at_least.value) || (bound.at_most && bound.observed > bound.at_most.value);
    rows.push(row(bound.fact, bound.observed, limitText(bound.at_least), limitText(bound.at_most), bad, bound.why));
  }
  for (const [name, value] of Object.entries(exercise.counters)) { if (!shown.has(name)) { rows.push(row(name, value, '', '', false)); } }
  const heads = [say('counter'), say('observed'), say('least'), say('most')];
  return [make('h3', {}, say('counters')), table(before ? [...heads, say('before')] : heads, rows)];
}

function launchesPart(profile, exercise) {
  if (exercise.launches.length === 0) { return []; }
  const rows = exercise.launches.slice(0, 8).map((l) => make('tr', {}, make('td', {}, l.kernel), make('td', {}, l.grid.join(',') + ' × ' + l.block.join(',')),
    make('td', { class: 'n' }, l.microseconds ? decimal(l.microseconds) + ' µs' : ''), make('td', {}, told(l.binds || '')), make('td', { class: 'n' }, l.occupancy ? Math.round(100 * l.occupancy) + ' %' : ''), make('td', {}, told(l.limiter || ''))));
  return [make('h3', {}, say('launches', profile.gpu)), table([say('kernel'), say('shape'), say('time'), say('binds'), say('occupancy'), say('limiter')], rows)];
}

/* What more threads than this computer has would give. */
function processorPart(exercise) {
  const processor = exercise.processor;
  if (!processor) { return []; }
  const line = (text, rows) => make('tr', {}, make('td', {}, text), ...rows.map((r) => make('td', { class: 'n' }, decimal(r.speedup))));
  const heads = [say('threads'), ...processor.check.threads.map((r) => String(r.threads))];
  return [make('h3', {}, say('processor', processor.check.profile)),
    table(heads, [line(say('these'), processor.check.threads), line(say('larger', processor.factor), processor.larger.threads)])];
}

/* ---- where to look first: what a line costs beyond what it must ---- */

function costly(profile, exercise) {
  const list = [], asked = columnOfCheck(exercise), busiest = /^busiest/.test((failedBound(exercise) || {}).fact);
  const add = (line, weight, text, column) => { if (weight > 0) { list.push({ line, weight, text, column }); } };
  for (const line of exercise.lines) {
    if (profile.sources[exercise.files[line.file]] === undefined) { continue; }
    const lanes = line.executions ? line.lanes / line.executions : LANES;
    if (line.travels !== undefined && line.travels > 0) { add(line, line.travels, say('f_travels', figures(line.travels), Object.keys(line.variables || {}).filter((v) => v).join(', ') || '?') + (line.false_sharing > 0 ? ' ' + say('f_false', figures(line.false_sharing)) : ''), 'travels'); }
    if (exercise.launches.length === 0) { continue; }
    add(line, line.sectors - (busiest ? 0 : line.ideal), say(busiest ? 'f_busiest' : 'f_sectors', figures(line.sectors), figures(line.ideal)), 'sectors');
    const stores = exercise.sites.filter((s) => s.file === line.file && s.line === line.line && s.kind !== 'load').reduce((sum, s) => sum + s.conflicts, 0);
    add(line, line.conflicts, say('f_conflicts', figures(line.conflicts)) + (stores > 0 && stores < line.conflicts ? ' ' + say('f_kinds', figures(line.conflicts - stores), figures(stores)) : ''), 'conflicts');
    add(line, line.queued, say('f_queued', figures(line.queued)), 'queued');
    add(line, line.divergent, say('f_divergent', figures(line.divergent), figures(line.branches)), 'divergent');
    if (lanes < 24 && line.executions > 8) { add(line, line.executions * (1 - lanes / LANES), say('f_lanes', decimal(lanes), figures(line.executions)), 'divergent'); }
  }
  return list.sort((a, b) => (b.column === asked) - (a.column === asked) || b.weight - a.weight);
}

function failedBound(exercise) {
  return exercise.bounds.find((b) => (b.at_least && b.observed < b.at_least.value) || (b.at_most && b.observed > b.at_most.value));
}

/* The column that the failing bound counts: there one looks first. */
const COUNTS = [[/wavefronts|conflicts/, 'conflicts'], [/sectors|requests|reach|loaded|busiest/, 'sectors'], [/serialised|atomics/, 'queued'], [/branches|lanes/, 'divergent'], [/barriers/, 'barriers'], [/travels|sharing/, 'travels']];

function columnOfCheck(exercise) {
  const failed = failedBound(exercise), row = failed && COUNTS.find(([fact]) => fact.test(failed.fact));
  return row ? row[1] : '';
}

function lookPart(profile, exercise) {
  const list = costly(profile, exercise);
  if (exercise.finding && !failedBound(exercise)) { return [make('h3', {}, say('look')), make('p', {}, say('f_wrong'))]; }
  return [make('h3', {}, say('look')), list.length ? make('ol', { class: 'look' }, ...list.slice(0, 8).map(({ line, text }) => make('li', {}, exercise.files[line.file].replace(/^.*\//, '') + ':' + line.line + ' — ' + text))) : make('p', {}, say('f_none'))];
}

/* ---- the source ---- */

const COLUMNS = ['executions', 'lanes', 'sectors', 'ideal', 'conflicts', 'queued', 'barriers', 'divergent', 'travels', 'false_sharing'];

function cellText(line, column) {
  if (column === 'lanes') { return line.executions ? decimal(line.lanes / line.executions) : ''; }
  return figures(line[column]);
}

function sourcePart(profile, exercise) {
  const parts = [];
  const used = COLUMNS.filter((c) => c === 'lanes' ? exercise.launches.length > 0 : exercise.lines.some((l) => l[c] > 0) && (exercise.launches.length > 0 || !['sectors', 'ideal'].includes(c)));
  const first = costly(profile, exercise).map((found) => found.column).find((c) => used.includes(c));
  const heat = exercise.heat && used.includes(exercise.heat) ? exercise.heat : first || (used.includes('sectors') ? 'sectors' : used.includes('travels') ? 'travels' : 'executions');
  const choose = make('select', { onchange: (e) => { exercise.heat = e.target.value; show(); } }, ...used.filter((c) => c !== 'lanes').map((c) => make('option', c === heat ? { value: c, selected: '' } : { value: c }, say(c))));
  parts.push(make('h3', {}, say('source')), make('label', {}, say('heat') + ' ', choose));
  exercise.files.forEach((name, index) => {
    const text = profile.sources[name], lines = exercise.lines.filter((l) => l.file === index);
    if (text === undefined || lines.length === 0) { return; }
    const by = new Map(lines.map((l) => [l.line, l])), most = Math.max(1, ...lines.map((l) => l[heat] || 0));
    const source = text.split('\n'), near = new Set();
    for (const l of lines) { for (let n = l.line - 3; n <= l.line + 2; n++) { near.add(n); } }
    const rows = [];
    source.forEach((code, n) => {
      if (!near.has(n + 1)) { return; }
      const line = by.get(n + 1), warm = line ? (line[heat] || 0) / most : 0;
      rows.push(make('tr', {}, make('td', { class: 'n' }, String(n + 1)), make('td', { class: 'code', style: warm > 0 ? 'background: rgba(var(--hot), ' + (0.08 + 0.42 * warm).toFixed(2) + ')' : '' }, code),
        ...used.map((c) => make('td', { class: 'n' }, line ? cellText(line, c) : ''))));
    });
    parts.push(make('p', { class: 'legend' }, name.replace(/^.*\//, '')), table([say('line'), say('text'), ...used.map((c) => say(c))], rows));
  });
  return parts;
}

/* ---- pictures of accesses ---- */

function cellsOfSample(sample) {
  const cells = [];
  let at = 0;
  for (let lane = 0; lane < LANES; lane++) {
    if ((sample.mask >>> lane) & 1) { cells.push({ lane, address: sample.addresses[at++], bytes: sample.bytes }); }
  }
  return cells;
}

function laneRow(svg, cells, place) {
  const active = new Set(cells.map((c) => c.lane));
  for (let lane = 0; lane < LANES; lane++) {
    svg.append(draw('rect', { x: lane * 17, y: 14, width: 15, height: 15, class: active.has(lane) ? 'lane' : 'idle' }), draw('text', { x: lane * 17 + 2, y: 10 }, String(lane)));
  }
  for (const cell of cells) {
    const [x, y] = place(cell);
    svg.append(draw('line', { x1: cell.lane * 17 + 7, y1: 29, x2: x, y2: y, class: 'wire' }));
  }
}

/* Lanes above, the sectors that they touch below: at most 32 of them. */
function sectorPicture(sample) {
  const cells = cellsOfSample(sample), sectors = [...sectorsOf(cells).keys()], per = 8, width = 544;
  const columns = Math.min(8, Math.max(1, sectors.length)), size = width / columns - 6, step = width / columns, shown = sectors.slice(0, 32);
  const rows = Math.ceil(shown.length / columns), svg = draw('svg', { viewBox: '0 0 560 ' + (70 + rows * 30), width: 560, role: 'img', 'aria-label': say('price_global', sectors.length) });
  const at = (sector) => { const n = shown.indexOf(sector); return n < 0 ? null : [(n % columns) * step, 60 + Math.floor(n / columns) * 30]; };
  laneRow(svg, cells.filter((c) => at(Math.floor(c.address / SECTOR))), (cell) => {
    const [x, y] = at(Math.floor(cell.address / SECTOR));
    return [x + ((cell.address % SECTOR) + Math.min(cell.bytes, WORD) / 2) / SECTOR * size, y];
  });
  for (const sector of shown) {
    const [x, y] = at(sector);
    for (let w = 0; w < per; w++) {
      const from = sector * SECTOR + w * 4, asked = cells.some((c) => c.address < from + 4 && c.address + c.bytes > from);
      svg.append(draw('rect', { x: x + w * size / per, y, width: size / per, height: 16, class: asked ? 'asked' : 'free' }));
    }
    svg.append(draw('rect', { x, y, width: size, height: 16, class: 'frame' }));
  }
  if (sectors.length > 32) { svg.append(draw('text', { x: 0, y: 66 + rows * 30 }, '… ' + (sectors.length - 32))); }
  return svg;
}

/* Lanes above, the banks below: the words that each has to hand out, one under the other. */
function bankPicture(sample) {
  const cells = cellsOfSample(sample), { banks } = banksOf(cells), deep = Math.min(12, Math.max(1, ...banks.map((b) => b.size)));
  const svg = draw('svg', { viewBox: '0 0 560 ' + (90 + deep * 14), width: 560, role: 'img', 'aria-label': say('price_shared', sample.price) });
  const row = (bank, word) => [...banks[bank].keys()].indexOf(word);
  laneRow(svg, cells, (cell) => { const word = Math.floor(cell.address / WORD), bank = word % BANKS; return [bank * 17 + 7, 74 + Math.min(deep - 1, row(bank, word)) * 14]; });
  banks.forEach((words, bank) => {
    svg.append(draw('text', { x: bank * 17 + 2, y: 70 }, String(bank)));
    [...words.values()].slice(0, deep).forEach((lanes, n) => svg.append(draw('rect', { x: bank * 17, y: 74 + n * 14, width: 15, height: 12, class: 'asked' }), draw('text', { x: bank * 17 + 2, y: 83 + n * 14 }, lanes.length > 1 ? '×' + lanes.length : '')));
    if (words.size === 0) { svg.append(draw('rect', { x: bank * 17, y: 74, width: 15, height: 12, class: 'free' })); }
  });
  return svg;
}

function picture(site, which) {
  const sample = site[which], global = site.space === 'global', queues = queuesOf(cellsOfSample(sample));
  const price = say('price_' + site.space + (sample.price === 1 ? '1' : ''), sample.price) + ', ' + say('atonce', sample.bytes);
  const caption = say('says', say(which), price + (queues.length && site.kind !== 'load' && site.kind !== 'store' ? '; ' + say('queue', queues[0][1].length) : ''));
  return make('figure', {}, make('div', { class: 'scroll' }, global ? sectorPicture(sample) : bankPicture(sample)), make('figcaption', {}, caption));
}

function sitePart(profile, exercise, site, both) {
  const same = !both || JSON.stringify(site.worst.addresses) === JSON.stringify(site.typical.addresses) || site.worst.price === site.typical.price;
  const code = profile.sources[exercise.files[site.file]].split('\n')[site.line - 1] || '';
  return make('section', {}, make('p', {}, make('b', {}, say('line') + ' ' + site.line + ' '), both ? site.opcode + ' — ' : '', make('code', {}, code.trim())),
    make('div', { class: 'pictures' }, picture(site, 'worst'), same ? null : picture(site, 'typical')));
}

function sitesOf(profile, exercise) {
  return exercise.launches.length === 0 ? [] : exercise.sites.filter((s) => profile.sources[exercise.files[s.file]] !== undefined);
}

/* The access that the first place to look at speaks of. */
function worstPart(profile, exercise) {
  const [first] = costly(profile, exercise), space = first && first.column === 'sectors' ? 'global' : 'shared';
  const sites = first ? sitesOf(profile, exercise).filter((s) => s.file === first.line.file && s.line === first.line.line) : [];
  const worst = sites.filter((s) => s.space === space).sort((a, b) => b.worst.price - a.worst.price)[0] || sites[0];
  return worst && ['sectors', 'conflicts', 'queued'].includes(first.column) ? [sitePart(profile, exercise, worst, false)] : [];
}

function accessesPart(profile, exercise) {
  const sites = sitesOf(profile, exercise);
  return sites.length ? [make('h3', {}, say('accesses')), ...sites.map((site) => sitePart(profile, exercise, site, true))] : [];
}

/* ---- divergence, shared memory ---- */

function branchesPart(profile, exercise) {
  const lines = exercise.lines.filter((l) => l.divergent > 0 && profile.sources[exercise.files[l.file]] !== undefined);
  return lines.length === 0 ? [] : [make('h3', {}, say('branches')), make('ul', {}, ...lines.map((l) => make('li', {}, say('says', say('line') + ' ' + l.line, say('branchtext', figures(l.divergent), figures(l.branches))))))];
}

function sharedPart(exercise) {
  const kernels = [...new Set(exercise.shared.map((a) => a.kernel))];
  return kernels.flatMap((kernel) => {
    const arrays = exercise.shared.filter((a) => a.kernel === kernel && a.bytes > 0), end = Math.max(1, ...arrays.map((a) => a.offset + a.bytes));
    const svg = draw('svg', { viewBox: '0 0 560 44', width: 560, role: 'img', 'aria-label': say('shared', kernel) });
    for (const a of arrays) {
      const x = a.offset / end * 556, width = Math.max(2, a.bytes / end * 556);
      svg.append(draw('rect', { x, y: 16, width, height: 18, class: 'array' }), draw('text', { x: x + 3, y: 12 }, a.name));
    }
    return [make('h3', {}, say('shared', kernel)), make('div', { class: 'scroll' }, svg), ...arrays.map((a) => make('p', { class: 'legend' }, say('says', a.name, say('bytes', figures(a.bytes), a.offset))))];
  });
}

/* ---- all of it ---- */

const profile = data('profile'), against = data('against');

/* A part under its title, to be opened. */
function fold([title, ...rest], open) {
  return title ? make('details', { open: open ? '' : null }, make('summary', {}, title.textContent), ...rest) : null;
}

function exercisePart(exercise) {
  const other = against ? against.exercises.find((e) => e.exercise === exercise.exercise) || against.exercises[0] : null;
  return make('article', {}, make('h2', {}, told(exercise.title)), make('p', {}, say('check', told(exercise.check_title || exercise.check), told(exercise.verdict)), ' — ', exercise.case),
    exercise.finding ? make('p', { class: 'bad sentence' }, '✕ ' + told(exercise.finding)) : null,
    ...lookPart(profile, exercise), ...worstPart(profile, exercise), ...sourcePart(profile, exercise),
    fold(countersPart(exercise, other), other !== null), fold(launchesPart(profile, exercise)), fold(processorPart(exercise)), fold(accessesPart(profile, exercise)), fold(branchesPart(profile, exercise)), fold(sharedPart(exercise)));
}

function show() {
  document.documentElement.lang = language;
  document.getElementById('title').textContent = say('profile', profile.lab);
  document.getElementById('language').textContent = say('language');
  document.getElementById('main').replaceChildren(...profile.exercises.map(exercisePart));
}

document.getElementById('language').addEventListener('click', () => { language = language === 'fr' ? 'en' : 'fr'; show(); });
show();
document.body.dataset.ready = 'yes';
