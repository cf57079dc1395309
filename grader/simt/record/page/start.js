'use strict';
/* Where the page opens: of a check that failed, at what it says; else where most happens. */

/* The run of OpenMP in which a race does harm, or that does not end as it should, if there is one: that is the story. Of a
 * launch that ran again, so that the threads of its race meet, the run that lost an update, or else the first. */
function pickStory(recording) {
  for (const again of recording.launches.filter((l) => l.again)) {
    const lost = recording.findings.some((f) => f.kind === 'race' && f.launch === again.launch && f.places.length === 2 && lostUpdate(makeRun(recording, again, again.kept[0]), f));
    recording.launches = recording.launches.filter((l) => l.launch !== again.launch || l.again === lost);
  }
  const race = recording.findings.find((f) => f.kind === 'race' && f.places.length === 2 && f.launch === 0), runs = recording.launches.filter((l) => l.openmp);
  const picked = runs.filter((l) => (race ? crossingOf(accessesOf(makeRun(recording, l, l.kept[0]), race)) : textOf(l.kept[0]).includes('["f",')));
  if (picked.length) {
    recording.launches = picked.slice(-1);
    recording.head.launches = 1;
  }
}

/* What was found, as early as there is something: of the kind that the check speaks of, or else of any. */
function openAtFinding(recording) {
  const { told } = recording.head, wanted = told ? told.verdict.replace(/-/g, ' ') : '';
  const isNamed = (launch, block) => recording.findings.some(({ launch: of, places: [first] }) => of === launch.launch && first && first.block && first.block.every((x, i) => x === block.at[i]));
  for (const is of [(f) => !told || f.kind === wanted, () => true]) {
    for (const [l, launch] of recording.launches.entries()) {
      for (const [b, block] of launch.kept.entries()) {
        if (!launch.openmp && !isNamed(launch, block) && !textOf(block).includes('["!",')) { continue; }
        chooseLaunch(l, b);
        const first = page.run.found.find((f) => is(recording.findings[f.finding]));
        if (first) { openAt(first.step + 1); return true; }
      }
    }
  }
  return false;
}

function openAt(step) {
  page.player.go(Math.max(0, step));
  page.show();
}

function stepOfLine(run, told) {
  const is = (s) => s.line === told.line && s.source >= 0 && baseName(run.recording.sources[s.source].name) === told.file, accesses = run.steps.findIndex((s) => is(s) && s.rows.some((row) => row[0] === 'a'));
  return accesses >= 0 ? accesses : run.steps.findIndex(is);
}

function floatOf(value, bytes) { return bytes === 8 ? bitsOf(value).getFloat64(0, true) : bitsOf(value).getFloat32(0, true); }

/* As what a cell has the wrong value: its type, or a float that atomics update as an integer of its size. undefined: it has another. */
function wrongType(told, { value, type, bytes }) {
  const near = (is) => Math.abs(is - Number(told.got)) <= 1e-6 * Math.abs(Number(told.got)), text = valueText(value, type, bytes);
  if (text.toLowerCase() === told.got || type !== 'f' && (near(Number(text)) || near(Number(value)))) { return type; }
  return bytes >= 4 && value !== undefined && near(floatOf(value, bytes)) ? 'f' : undefined;
}

/* What a step writes to global memory. */
function writesOf(run, step) {
  return (step.source >= 0 ? step.rows : []).flatMap((row) => (row[0] === 'a' && row[3] > 0 && row[4] === 0 ? cellsOf(run, row) : []));
}

/* What it writes to the element that is wrong, of any array; or `anywhere`, values that nobody takes for another: no small numbers. */
function wrongOf(run, step, told) {
  const isIt = (cell, { name, address, size }) => size > 0 && !(name === 'stack' && told.element > 0) && (told.anywhere ? cell.type === 'f' || !(Math.abs(told.got) < 256) : cell.address === address + told.element * cell.bytes);
  return writesOf(run, step).filter((cell) => isIt(cell, arrayAt(run, 0, cell.address)));
}

/* The step since which the wrong element of an array has the wrong value. */
function stepOfValue(run, told) {
  let at = -1;
  for (let n = run.steps.length - 1; n >= 0; n--) {
    const cells = wrongOf(run, run.steps[n], told);
    if (cells.some((cell) => wrongType(told, cell))) { at = n; } else if (cells.length && at >= 0) { break; }
  }
  return at;
}

/* The first write to an input: an array that the source has as const, by the name that the recording has for it. */
function inputWrite(run) {
  const text = run.recording.sources.map((s) => s.text || '').join(' '), isInput = (name) => /^\w+$/.test(name) && new RegExp('const [\\w ]+\\* *(?:restrict +)?' + name + '\\b').test(text);
  const cellOf = (step) => writesOf(run, step).find((c) => isInput(arrayAt(run, 0, c.address).name)), step = run.steps.find(cellOf);
  return step ? { step, cell: cellOf(step) } : null;
}

/* A check that looks at answers or costs names a line, or a value: where that happens, in the launches of the case. */
function openAtTold(recording, launches) {
  const { told } = recording.head, search = told.line > 0 ? stepOfLine : told.got ? stepOfValue : null;
  for (const launch of search === stepOfValue ? [...launches].reverse() : launches) {
    for (let b = 0; search && b < launch.kept.length; b++) {
      chooseLaunch(recording.launches.indexOf(launch), b);
      const step = search(page.run, told);
      if (step >= 0) { openAt(step + 1); return true; }
    }
  }
  const again = search === stepOfValue && !told.anywhere && !page.run.openmp; /* another array had it, or another element */
  told.anywhere = again;
  return again && openAtTold(recording, launches);
}

/* Of OpenMP's runs the one whose threads take turns most often, of kernels the one that does most. */
function openAtMost(recording, launches) {
  const worth = (launch) => (launch.openmp ? turnsOf(launch.kept[0]) : launch.kept[0].to - launch.kept[0].from);
  const best = launches.reduce((most, launch) => (worth(launch) > worth(most) ? launch : most));
  chooseLaunch(recording.launches.indexOf(best), 0);
  if (page.run.openmp) { openAt(page.run.steps.findIndex((step) => step.rows[0][0] === 't' && step.rows[0][8] > 1) + 1); }
}

function begin(recording) {
  const { told, start } = recording.head;
  pickStory(recording);
  if (start === 'start' || !recording.findings.length || !openAtFinding(recording)) {
    const shown = told && told.case ? recording.launches.filter((launch) => launch.case === told.case) : [], launches = shown.length ? shown : recording.launches;
    if (start === 'start' || !told || !openAtTold(recording, launches)) { openAtMost(recording, launches); }
  }
  if (page.story && page.story.step >= 0) { openAt(page.story.step + 1); } /* just behind the access that the picture shows */
}
