'use strict';
/* The recording: read line by line, cut into steps, and played forwards and backwards. */
const LANES = 32, LINE = 64; /* bytes of a cache line */
const ALL = 0xFFFFFFFF, CHUNK = 3, BARRIER = 6; /* of constructs: enum simt_construct_kind */
const POINTERS = 0x0A0000000000; /* where the machine's memory begins: a value beyond is an address */

/* The rows of blocks stay text until their block is opened (rowsOf): a page opens at one of many. */
function readRecording(text) {
  const recording = { head: {}, sources: [], findings: [], modules: [], launches: [], complete: null };
  let launch = null, block = null;
  for (let from = 0; from < text.length;) {
    const stop = text.indexOf('\n', from), end = stop < 0 ? text.length : stop, start = from;
    from = end + 1;
    if (text[start] === '[') {
      if (stop < 0 || text[end - 1] !== ']') { break; } /* cut short here */
      if (block && block.from < 0) { block.from = start; }
      if (block) { block.to = end; }
      continue;
    }
    const line = text.slice(start, end);
    if (line.trim() === '') { continue; }
    let value;
    try { value = JSON.parse(line); } catch (wrong) { break; }
    if (value.lockstep) { recording.head = value;
    } else if ('source' in value) { recording.sources[value.source] = value;
    } else if ('finding' in value) { recording.findings[value.finding] = value;
    } else if ('sites' in value) {
      recording.modules[value.module] = new Map(value.sites.map((s) => [s[0], {
        source: s[1], line: s[2], name: s[3], opcode: s[4], variable: s[5] ? readVariable(s[5]) : null
      }]));
    } else if ('kernel' in value) {
      launch = value;
      launch.kept = [];
      recording.launches.push(launch);
    } else if ('block' in value) {
      block = { number: value.block, at: value.at, text, from: -1, to: -1, cut: true };
      if (launch) { launch.kept.push(block); }
    } else if ('end' in value) {
      if (block) { block.cut = value.cut; }
      block = null;
    } else if ('complete' in value) { recording.complete = value.complete; }
  }
  return recording;
}

function baseName(path) { return path.replace(/^.*\//, ''); }

function textOf(block) { return block.from < 0 ? '' : block.text.slice(block.from, block.to); }

function rowsOf(block) {
  if (!block.rows) {
    try { block.rows = JSON.parse('[' + textOf(block).replace(/\n/g, ',') + ']'); } catch (wrong) { block.rows = []; }
  }
  return block.rows;
}

/* How often rows of another thread follow, near the block's beginning. */
function turnsOf(block) {
  let turns = 0, last = '';
  for (const [, thread] of textOf(block).slice(0, 200000).matchAll(/^\["[a-z]",(\d+)/gm)) {
    turns += last !== '' && thread !== last;
    last = thread;
  }
  return turns;
}

/* "s red 0 tid int": kind, function, number of the parameter, name, type. */
function readVariable(text) {
  const words = text.split(' ');
  return { kind: words[0], scope: words[1], argument: Number(words[2]), name: words[3], type: words.slice(4).join(' ') };
}

function has(mask, lane) { return ((mask >>> lane) & 1) === 1; }

function lanesOf(mask) { return [...Array(LANES).keys()].filter((lane) => has(mask, lane)); }
function countLanes(mask) { return lanesOf(mask).length; }

/* "0–7, 9": lanes as people write them. */
function laneText(lanes) {
  const parts = [];
  for (let n = 0; n < lanes.length; n++) {
    let m = n;
    while (m + 1 < lanes.length && lanes[m + 1] === lanes[m] + 1) { m++; }
    parts.push(m > n ? lanes[n] + '–' + lanes[m] : String(lanes[n]));
    n = m;
  }
  return parts.join(', ');
}

function number(value) { return typeof value === 'string' ? BigInt('0x' + value.slice(1)) : value; }

/* A row's values, lane by lane; undefined where the mask is not set. */
function spread(value, mask) {
  const lanes = new Array(LANES), active = lanesOf(mask);
  if (value === null || value === undefined) { return lanes; }
  active.forEach((lane, n) => {
    if (Array.isArray(value)) {
      lanes[lane] = number(value[n]);
    } else if (typeof value === 'object') {
      const base = number(value.b), far = value.s * (lane - active[0]);
      lanes[lane] = typeof base === 'bigint' ? base + BigInt(far) : base + far;
    } else {
      lanes[lane] = number(value);
    }
  });
  return lanes;
}

/* ---- bits as values ---- */

const view = new DataView(new ArrayBuffer(8));

function bitsOf(value) {
  view.setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true);
  return view;
}

function shortFloat(value) {
  const text = String(Number(value.toPrecision(7)));
  return text.length > 12 ? value.toExponential(4) : text;
}

/* kind: s, u, f, c, b, p as in notes.h. */
function valueText(value, kind, bytes) {
  if (value === undefined || value === null) { return ''; }
  const bits = bitsOf(value);
  if (kind === 'f') { return shortFloat(floatOf(value, bytes)); }
  if (kind === 'p') { return '0x' + BigInt(value).toString(16); }
  if (kind === 'b') { return Number(value) ? 'true' : 'false'; }
  if (kind === 'c') { return String(bits.getInt8(0)); }
  if (kind === 's') { return String(bytes === 8 ? bits.getBigInt64(0, true) : bytes === 2 ? bits.getInt16(0, true) : bits.getInt32(0, true)); }
  /* Numbers just below zero are more likely than ones just below 2^32, but for the one that the check has seen. */
  if (bytes === 4 && Number(value) >= 0xFFFF0000 && (page.recording.head.told || {}).got !== String(value)) { return String(bits.getInt32(0, true)); }
  return String(value);
}

/* The same for a reader: memory begins as bytes of 0xe5, to which an atomic operation may have added. */
function shownText(value, kind, bytes) {
  const more = bytes >= 4 && value !== undefined && value !== null ? BigInt(value) - BigInt('0x' + 'e5'.repeat(bytes)) : -1n;
  return more === 0n ? say('neverset') : more > 0n && more < 4096n ? say('neverset') + ' + ' + more : valueText(value, kind, bytes);
}

function kindOfOpcode(opcode) {
  const parts = opcode.split('.'), type = parts[parts.length - 1];
  return type[0] === 'f' ? 'f' : type[0] === 's' ? 's' : 'u';
}

/* ---- steps ---- */

const WITH_WARP = 'anbwesyxftlcu';

/* What one block did: steps, each what a warp does at one line. */
function makeRun(recording, launch, block) {
  const sites = recording.modules[launch.module] || new Map();
  const run = { recording, launch, block, sites, steps: [], warps: 0, found: [], openmp: launch.openmp };
  const stuck = new Set(recording.findings.flatMap((f, n) => (f.kind === 'barrier divergence' ? [n] : [])));
  const met = recording.findings.map((f) => f.address).filter((address) => address > 0);
  /* Of arrays with more than one dimension: how many elements each but the first has, from the last on. */
  run.shapes = new Map([...sites.values()].map((site) => site.variable).filter((v) => v && /\]\[/.test(v.type) && (v.kind !== 'm' || v.scope === launch.kernel.split('(')[0]))
    .map((v) => [v.name, v.type.match(/\d+(?=\])/g).slice(1).reverse().map(Number)]));
  const pending = [], carried = [], own = new Map(launch.arrays.filter((a) => a[4] === 'thread number').map((a) => [a[2], a[3]])); /* the compiler's own, by address */
  let last = null;
  /* What tells a reader nothing goes along with the next step: the compiler's own variables, their scopes, branches. */
  const isQuiet = (row) => {
    if (row[0] === 'u') {
      if (row[3] && row[6].includes('.')) { own.set(row[4], row[5]); } else { own.delete(row[4]); }
      return true;
    }
    if (row[0] === 'a' && typeof row[8] === 'number') {
      for (const [address, bytes] of own) { if (row[8] >= address && row[8] < address + bytes) { return true; } }
      if (row[5] === 8 && row[9] >= POINTERS) { return true; }
    }
    return row[0] === 'b' || row[0] === 'n' || (row[0] === 't' && row[3] === 1) || (row[0] === 'c' && row[4] !== CHUNK && row[4] !== BARRIER);
  };
  const placeOf = (site) => {
    const is = sites.get(site);
    const text = is && recording.sources[is.source] && recording.sources[is.source].text !== undefined;
    return is && text && is.line > 0 ? is : null;
  };
  const push = (step) => {
    step.rows.forEach((row) => (row.found || []).forEach((n) => run.found.push({ step: run.steps.length, finding: n })));
    run.steps.push(step);
  };
  const cut = (row) => {
    const [, warp, first, end, mask] = row, rows = pending[warp] || [];
    pending[warp] = [];
    let step = null;
    for (let site = first; site < end; site++) {
      const place = placeOf(site);
      if (step === null || (place && step.line > 0 && (place.line !== step.line || place.source !== step.source))) {
        if (step) { push(step); }
        step = { warp, mask, source: place ? place.source : -1, line: place ? place.line : 0, first: site, end: site, rows: [] };
      }
      if (place && step.line === 0) { step.line = place.line; step.source = place.source; }
      step.end = site + 1;
      for (const r of rows) { if (r[2] === site) { step.rows.push(r); } }
    }
    if (step) { push(step); }
  };
  /* Accesses of one thread on one line are one step, but for those to what a finding is about. */
  const joins = (row, place) => {
    const step = run.steps[run.steps.length - 1], about = (r) => met.some((address) => r[8] <= address && address < r[8] + r[5]);
    return step && row[0] === 'a' && step.warp === row[1] && step.rows[0][0] === 'a' && place && step.line === place.line && step.end <= row[2] && !about(row) && !about(step.rows[0]);
  };
  for (const row of rowsOf(block)) {
    if (run.stuck !== undefined && row[0] !== '!') { break; } /* what the machine did to go on is not the program's */
    if (WITH_WARP.includes(row[0])) {
      run.warps = Math.max(run.warps, row[1] + 1);
      if (row[0] === 's') { cut(row); last = null; continue; }
      last = row;
      if (run.openmp && isQuiet(row)) {
        row.quiet = true;
        carried.push(row);
      } else if (run.openmp) {
        const place = placeOf(row[2]);
        if (!place && row[0] === 'a') { continue; }
        if (joins(row, place)) {
          const step = run.steps[run.steps.length - 1];
          step.rows.push(row, ...carried.splice(0));
          step.end = row[2] + 1;
          continue;
        }
        push({ warp: row[1], mask: 1, source: place ? place.source : -1, line: place ? place.line : 0, first: row[2], end: row[2] + 1, rows: [row, ...carried.splice(0)] });
      } else {
        (pending[row[1]] = pending[row[1]] || []).push(row);
      }
    } else if (row[0] === 'o') {
      push({ warp: -1, mask: 0, source: -1, line: 0, rows: [row] });
      last = null;
    } else if (row[0] === 'g') {
      push({ warp: -1, mask: 0, source: -1, line: 0, rows: [row] });
      run.gap = run.steps.length;
      last = null;
    } else if (row[0] === '!') {
      if (stuck.has(row[1])) {
        const open = run.steps.length - 1;
        if (run.stuck === undefined && open >= 0 && run.steps[open].rows[0][0] === 'o') { run.steps[open].rows[0] = ['O', ...run.steps[open].rows[0].slice(1)]; }
        run.stuck = run.stuck === undefined ? open : run.stuck;
      }
      if (last && !run.openmp) { (last.found = last.found || []).push(row[1]);
      } else if (run.steps.length) { run.found.push({ step: run.steps.length - 1, finding: row[1] }); }
    }
  }
  const cells = run.openmp ? [] : run.steps.flatMap((s) => s.rows).flatMap((row) => (row[0] === 'a' ? cellsOf(run, row) : [])), floats = new Set(cells.filter((c) => c.type === 'f').map((c) => c.key));
  cells.forEach((c) => { c.type = floats.has(c.key) ? 'f' : c.type; }); /* what some accesses take as bits is the same number */
  locateFindings(run);
  run.ofWarp = Array.from({ length: run.warps }, () => []);
  run.steps.forEach((step, n) => { if (step.warp >= 0) { run.ofWarp[step.warp].push(n); } });
  run.faulted = rowsOf(block).some((row) => row[0] === 'f');
  if (launch.threads && !run.openmp) {
    run.present = Array.from({ length: run.warps }, (x, w) => {
      const left = launch.threads - w * LANES;
      return left >= LANES ? ALL : ((1 << left) - 1) >>> 0;
    });
  } else {
    run.present = Array.from({ length: run.warps }, () => 1);
  }
  return run;
}

/* ---- findings that are told when a launch ends: where they happened ---- */

function stepHasThread(run, step, thread) {
  if (run.openmp || !thread) { return true; }
  const [x, y] = run.launch.block, at = thread[0] + x * (thread[1] + y * thread[2]);
  return step.warp === Math.floor(at / LANES) && has(step.mask, at % LANES);
}

function sameBlock(run, place) {
  return run.openmp || !place.block || place.block.every((x, n) => x === run.block.at[n]);
}

/* An access of each of a finding's threads, with no barrier between: one after the other, as early as it happened. null: not in this block. */
function meetingOf(run, finding) {
  const all = finding.places.flatMap((place, at) => (sameBlock(run, place) ? accessesAt(run, finding, place).map((a) => ({ ...a, at })) : [])).sort((a, b) => a.step - b.step || a.kind - b.kind);
  const n = all.findIndex((a, k) => k > 0 && all[k - 1].at !== a.at && !run.steps.slice(all[k - 1].step, a.step).some((s) => s.rows.some((row) => row[0] === 'o')));
  return n > 0 ? [all[n - 1], all[n]] : null;
}

function locateFindings(run) {
  const known = new Map(run.found.map((f) => [f.finding, f]));
  run.recording.findings.forEach((finding, index) => {
    const place = finding.places[0];
    if (!place || (finding.launch !== run.launch.launch && !(run.openmp && finding.launch === 0)) || finding.note || !finding.places.some((p) => sameBlock(run, p))) { return; }
    const meeting = meetingOf(run, finding), pair = meeting && meeting.map((a) => a.step);
    if (known.has(index)) { known.get(index).pair = pair; return; }
    const [first] = finding.places.flatMap((p) => (sameBlock(run, p) ? accessesAt(run, finding, p) : []));
    let step = pair ? pair[1] : first ? first.step : -1;
    if (step < 0 && sameBlock(run, place)) { step = run.steps.findIndex((s) => s.line === place.line && stepHasThread(run, s, place.thread)); }
    if (step >= 0) { run.found.push({ step, finding: index, pair }); }
  });
  run.found.sort((a, b) => a.step - b.step);
}

/* ---- playing ---- */

class Player {
  constructor(run) {
    this.run = run;
    this.position = 0;
    this.undo = [];
    this.variables = Array.from({ length: run.warps }, () => new Map());
    this.memory = new Map(); /* "space:address" */
    this.waiting = new Map(); /* warp -> lanes at a barrier */
    this.threads = new Map(); /* OpenMP: warp -> {thread, size} */
    this.locks = new Map(); /* OpenMP: object -> {name, kind, holder} */
    this.stack = new Map(); /* OpenMP: address -> {name, bytes} */
    this.lines = new Map(); /* OpenMP: cache line -> {writer, holders, travels, came, from} */
    this.beforehand();
  }

  /* What is read before anything is written was there from the beginning. */
  beforehand() {
    const seen = new Set();
    for (const row of this.run.steps.flatMap((step) => step.rows)) {
      for (const cell of row[0] === 'a' ? cellsOf(this.run, row) : []) {
        if (!seen.has(cell.key) && row[3] === 0 && cell.value !== undefined && row[4] !== 1) { this.memory.set(cell.key, { ...cell, first: true }); }
        seen.add(cell.key);
      }
    }
  }

  put(map, key, value) {
    this.log.push([map, key, map.get(key), map.has(key)]);
    if (value === undefined) { map.delete(key); } else { map.set(key, value); }
  }

  forward() {
    if (this.position >= this.run.steps.length) { return false; }
    this.log = [];
    for (const row of this.run.steps[this.position].rows) { this.apply(row); }
    this.undo.push(this.log);
    this.position++;
    return true;
  }

  back() {
    if (this.position === 0) { return false; }
    for (const [map, key, value, was] of this.undo.pop().reverse()) {
      if (was) { map.set(key, value); } else { map.delete(key); }
    }
    this.position--;
    return true;
  }

  go(position) {
    while (this.position < position && this.forward()) { /* on */ }
    while (this.position > position && this.back()) { /* on */ }
  }

  apply(row) {
    const how = { a: this.access, n: this.note, w: this.arrive, o: this.release, t: this.strand, l: this.sync, u: this.local }[row[0]];
    if (how) { how.call(this, row); }
  }

  access(row) {
    for (const cell of cellsOf(this.run, row)) {
      if (this.run.openmp && cell.space === 0) { this.travel(row[1], cell.address, row[3] !== 0); }
      if (cell.value !== undefined) { this.put(this.memory, cell.key, { ...cell, step: this.position, written: row[3] !== 0 || (this.memory.get(cell.key) || {}).written }); }
    }
  }

  /* A cache line travels to a thread that has no copy, from the one that wrote last (observers/openmp/sharing.c). */
  travel(warp, address, writes) {
    const line = Math.floor(address / LINE), was = this.lines.get(line) || { writer: -1, holders: [], travels: 0, came: -1, from: -1 };
    const comes = was.writer >= 0 && was.writer !== warp && !was.holders.includes(warp);
    const holders = writes ? [warp] : was.holders.includes(warp) ? was.holders : [...was.holders, warp];
    if (!comes && holders === was.holders && was.writer === (writes ? warp : was.writer)) { return; }
    this.put(this.lines, line, { writer: writes ? warp : was.writer, holders, travels: was.travels + (comes ? 1 : 0), came: comes ? this.position : was.came, from: comes ? was.writer : was.from });
  }

  note(row) {
    const [, warp, site, mask, value] = row, is = this.run.sites.get(site);
    if (!is || !is.variable || is.variable.kind === 'm') { return; }
    const variable = is.variable, key = variable.scope + ' ' + variable.name, map = this.variables[warp];
    const old = map.get(key), values = old ? old.values.slice() : new Array(LANES), now = spread(value, mask);
    lanesOf(mask).forEach((lane) => { values[lane] = variable.kind === '-' ? null : now[lane]; });
    const kind = variable.kind === '-' && old ? old.kind : variable.kind;
    this.put(map, key, { ...variable, kind, values, step: this.position });
  }

  arrive(row) {
    const [, warp, , id, mask] = row;
    this.put(this.waiting, warp + ':' + id, ((this.waiting.get(warp + ':' + id) || 0) | mask) >>> 0);
  }

  release(row) {
    for (const key of [...this.waiting.keys()]) {
      if (key.endsWith(':' + row[1])) { this.put(this.waiting, key, undefined); }
    }
  }

  strand(row) {
    const [, warp, , what, , , thread, , size] = row;
    if (what !== 2) { this.put(this.threads, warp, { thread, size }); }
  }

  sync(row) {
    const [, warp, , , kind, , , takes, gives, object, name] = row;
    if (takes || gives) {
      this.put(this.locks, object, { name, kind, object, holder: takes ? warp : null });
    }
  }

  local(row) {
    const [, , , begins, address, bytes, name] = row;
    this.put(this.stack, address, begins ? { name, bytes } : undefined);
  }

  waitingMask(warp) {
    let mask = 0;
    for (const [key, lanes] of this.waiting) { if (key.startsWith(warp + ':')) { mask |= lanes; } }
    return mask >>> 0;
  }

  /* Where each lane of the warp goes on: its next step, or -1. */
  standing(warp) {
    const next = new Array(LANES).fill(-1), list = this.run.ofWarp[warp];
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] < this.position) { low = middle + 1; } else { high = middle; }
    }
    let left = this.run.present[warp];
    for (let n = low; n < list.length && left !== 0; n++) {
      const mask = (this.run.steps[list[n]].mask & left) >>> 0;
      for (const lane of lanesOf(mask)) { next[lane] = list[n]; }
      left = (left & ~mask) >>> 0;
    }
    return next;
  }
}

/* The memory cells of an access: an element of a lane each. */
function cellsOf(run, row) {
  if (row.cells) { return row.cells; }
  const [, warp, site, kind, space, bytes, elements, mask, addresses, values] = row;
  if (mask === 1 && typeof addresses === 'number' && (typeof values !== 'object' || values === null)) { /* OpenMP's threads */
    const is = run.sites.get(site), scope = space === 2 ? warp + '.0:' : space === 3 ? '0:' : space + ':';
    row.elements = elements;
    row.cells = [{ key: scope + addresses, space, address: addresses, bytes, type: is ? kindOfOpcode(is.opcode) : 'u', value: values === null || values === undefined ? undefined : number(values), warp, lane: 0, kind }];
    return row.cells;
  }
  const at = spread(addresses, mask), is = run.sites.get(site), type = is ? kindOfOpcode(is.opcode) : 'u';
  const parts = Array.isArray(values) && values[0] === '*' ? values.slice(1).map((v) => spread(v, mask)) : [spread(values, mask)];
  const size = bytes / parts.length, cells = [];
  for (const lane of lanesOf(mask)) {
    parts.forEach((part, e) => {
      const address = Number(at[lane]) + e * size;
      const scope = space === 2 ? warp + '.' + lane + ':' : space === 3 ? '0:' : space + ':';
      cells.push({ key: scope + address, space, address, bytes: size, type, value: part[lane], warp, lane, kind });
    });
  }
  row.elements = elements;
  row.cells = cells;
  return cells;
}
