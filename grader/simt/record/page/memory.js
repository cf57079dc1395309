'use strict';
/* Counting as the hardware does: sectors of 32 bytes, banks of 4 bytes, queues of atomics. */
/* exported idealSectors */
const SECTOR = 32, BANKS = 32, WORD = 4;

function sectorsOf(cells) {
  const sectors = new Map();
  for (const cell of cells) {
    for (let s = Math.floor(cell.address / SECTOR); s * SECTOR < cell.address + cell.bytes; s++) {
      if (!sectors.has(s)) { sectors.set(s, []); }
      sectors.get(s).push(cell);
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
  const queues = new Map();
  for (const cell of cells) {
    if (!queues.has(cell.address)) { queues.set(cell.address, []); }
    queues.get(cell.address).push(cell.lane);
  }
  return [...queues].filter(([, lanes]) => lanes.length > 1).sort((a, b) => b[1].length - a[1].length);
}
