'use strict';
/* Counting as the hardware does: sectors of 32 bytes, banks of 4 bytes, queues of atomics; and pictures of it. */
/* exported idealSectors, queuesOf, lanesRow, banksGrid, sectorsGrid */
const SECTOR = 32, BANKS = 32, WORD = 4;

function sectorsOf(cells) {
  const sectors = new Map();
  for (const cell of cells) {
    for (let s = Math.floor(cell.address / SECTOR); s * SECTOR < cell.address + cell.bytes; s++) {
      sectors.set(s, [...(sectors.get(s) || []), cell]);
    }
  }
  return new Map([...sectors].sort((a, b) => a[0] - b[0]));
}

/* As few sectors as hold the bytes that were asked for. */
function idealSectors(cells) {
  const bytes = new Map();
  for (const cell of cells) { bytes.set(cell.address, cell.bytes); }
  let sum = 0;
  for (const size of bytes.values()) { sum += size; }
  return Math.max(1, Math.ceil(sum / SECTOR));
}

/* Words that each bank has to hand out; as many wavefronts as the busiest bank has words. Accesses of 8 bytes go half
 * a warp at a time, of 16 a quarter. */
function banksOf(cells) {
  const banks = Array.from({ length: BANKS }, () => new Map());
  let wavefronts = 0, most = 0;
  const perLane = new Map();
  for (const cell of cells) { perLane.set(cell.lane, (perLane.get(cell.lane) || 0) + cell.bytes); }
  const width = Math.max(WORD, ...perLane.values()), turn = LANES * WORD / width;
  for (let from = 0; from < LANES; from += turn) {
    const words = Array.from({ length: BANKS }, () => new Set());
    for (const cell of cells) {
      if (cell.lane < from || cell.lane >= from + turn) { continue; }
      for (let word = Math.floor(cell.address / WORD); word * WORD < cell.address + cell.bytes; word++) {
        words[word % BANKS].add(word);
        if (!banks[word % BANKS].has(word)) { banks[word % BANKS].set(word, []); }
        banks[word % BANKS].get(word).push(cell.lane);
      }
    }
    const worst = Math.max(...words.map((set) => set.size));
    wavefronts += worst;
    most = Math.max(most, worst);
  }
  return { banks, wavefronts, most };
}

/* Lanes that update the same address go one after the other. */
function queuesOf(cells) {
  return [...grouped(cells, (cell) => cell.address)].map(([address, list]) => [address, list.map((cell) => cell.lane)]).filter(([, lanes]) => lanes.length > 1).sort((a, b) => b[1].length - a[1].length);
}

/* What has the same key, together. */
function grouped(list, keyOf) {
  const groups = new Map();
  for (const one of list) { groups.set(keyOf(one), [...(groups.get(keyOf(one)) || []), one]); }
  return groups;
}

function make(tag, options, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(options || {})) {
    if (key === 'class') { element.className = value;
    } else if (key.startsWith('on')) { element.addEventListener(key.slice(2), value);
    } else if (value !== undefined && value !== null) { element.setAttribute(key, value); }
  }
  for (const child of children) { if (child !== null && child !== undefined) { element.append(child); } }
  return element;
}

/* ---- pictures of one access: of its cells {lane, address, bytes} ---- */

/* The lanes of a warp, each of the class that classOf() gives it; a label, where the row says what nothing else does. */
function lanesRow(classOf, label) {
  return make('div', { class: 'bank', ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }) },
    ...Array.from({ length: LANES }, (x, lane) => make('div', { class: classOf(lane) }, lane)));
}

/* Lanes above, banks below: a column as high as the words that the bank has to hand out, of which at most 8 are drawn. */
function banksGrid(cells, label) {
  const { banks } = banksOf(cells), grid = make('div', { class: 'bank', role: 'img', 'aria-label': label }), high = Math.min(8, Math.max(...banks.map((words) => words.size)));
  const waiting = new Set(banks.filter((words) => words.size > 1).flatMap((words) => [...words.values()].flat())), active = new Set(cells.map((c) => c.lane));
  for (let r = high - 1; r >= 0; r--) {
    banks.forEach((words) => grid.append(make('div', { class: words.size > r ? (words.size > 1 ? 'outside' : 'plain') : 'head' }, words.size > r ? (r === 7 && words.size > 8 ? '+' : [...words.values()][r][0]) : '')));
  }
  banks.forEach((words, b) => grid.append(make('div', { class: 'head' + (words.size > 1 ? ' busy' : '') }, b)));
  return { lanes: lanesRow((lane) => (waiting.has(lane) ? 'outside' : active.has(lane) ? 'plain' : 'idle')), grid };
}

/* Each sector of 32 bytes that is fetched, with the lanes that want something of it. */
function sectorsGrid(cells, label) {
  const shown = [...sectorsOf(cells)].slice(0, 32).map(([s, list]) => make('div', { class: 'fetched' }, ...Array.from({ length: SECTOR / WORD }, (x, word) => {
    const at = s * SECTOR + word * WORD, who = list.find((c) => c.address < at + WORD && c.address + c.bytes > at);
    return make('div', { class: who ? 'wanted' : 'idle' }, who ? who.lane : '');
  })));
  return make('div', { class: 'sectors', role: 'img', 'aria-label': label }, ...shown);
}
