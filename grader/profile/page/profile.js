'use strict';
/* The profile: read from the page, and laid out. Texts go in as text: no source can become markup. */
const LANES = 32;

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
  const often = asked === 'sectors' && !busiest && exercise.lines.every((line) => line.sectors <= line.ideal); /* no access is too wide: there are too many */
  const add = (line, weight, text, column) => { if (weight > 0) { list.push({ line, weight, text, column }); } };
  for (const line of exercise.lines) {
    if (profile.sources[exercise.files[line.file]] === undefined) { continue; }
    const lanes = line.executions ? line.lanes / line.executions : LANES;
    if (line.travels !== undefined && line.travels > 0) { add(line, line.travels, say('f_travels', figures(line.travels), Object.keys(line.variables || {}).filter((v) => v).join(', ') || '?') + (line.false_sharing > 0 ? ' ' + say('f_false', figures(line.false_sharing)) : ''), 'travels'); }
    if (asked === 'executions') { add(line, line.executions, say('f_runs', figures(line.executions)), asked); }
    if (exercise.launches.length === 0) { continue; }
    add(line, line.sectors - (busiest || often ? 0 : line.ideal), say(busiest ? 'f_busiest' : often ? 'f_often' : 'f_sectors', figures(line.sectors), figures(line.ideal)), 'sectors');
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
const COUNTS = [[/_reads$|serial_work|busiest_percent/, 'executions'], [/wavefronts|conflicts/, 'conflicts'], [/sectors|requests|reach|loaded|busiest/, 'sectors'], [/serialised|atomics/, 'queued'], [/branches|lanes/, 'divergent'], [/barriers/, 'barriers'], [/travels|sharing/, 'travels']];

function columnOfCheck(exercise) {
  const failed = failedBound(exercise), row = failed && COUNTS.find(([fact]) => fact.test(failed.fact));
  return row ? row[1] : '';
}

function lookPart(profile, exercise) {
  const all = costly(profile, exercise), list = all.filter(({ weight, column }) => column !== all[0].column || 16 * weight >= all[0].weight);
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

function picture(site, which) {
  const sample = site[which], global = site.space === 'global', queues = queuesOf(cellsOfSample(sample));
  const price = say('price_' + site.space + (sample.price === 1 ? '1' : ''), sample.price) + ', ' + say('atonce', sample.bytes);
  const caption = say('says', say(which), price + (queues.length && site.kind !== 'load' && site.kind !== 'store' ? '; ' + say('queue', queues[0][1].length) : '')), cells = cellsOfSample(sample);
  const { lanes, grid } = global ? { grid: sectorsGrid(cells, caption) } : banksGrid(cells, caption);
  return make('figure', { class: 'picture' }, lanes, make('p', { class: 'legend' }, say('key_' + site.space)), grid, make('figcaption', {}, caption));
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
    const map = make('div', { class: 'map' }, ...arrays.map((a) => make('div', { style: 'left: ' + a.offset / end * 100 + '%; width: ' + a.bytes / end * 100 + '%' }, a.name)));
    return [make('h3', {}, say('shared', kernel)), map, ...arrays.map((a) => make('p', { class: 'legend' }, say('says', a.name, say('bytes', figures(a.bytes), a.offset))))];
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
