'use strict';
/* The page: what one can do with it. */

const page = {
  warp: 0, lane: 0, rowOf: new Map(),

  current() { return this.player.position > 0 ? this.run.steps[this.player.position - 1] : null; },

  /* Findings that were made at the step that has just been taken, or before it. */
  findingsHere() {
    return this.run.found.filter((f) => f.step < this.player.position).map((f) => f.finding);
  },

  open(launch, block) {
    this.run = makeRun(this.recording, launch, block);
    this.player = new Player(this.run);
    this.warp = 0;
    this.lane = 0;
    this.rowOf = new Map();
    this.shownSource = null;
    document.getElementById('slider').max = this.run.steps.length;
    this.tellRemarks();
    showStory();
    this.show();
  },

  show() {
    const step = this.current();
    if (step && step.warp >= 0 && !this.held) {
      this.warp = step.warp;
      if (!has(step.mask, this.lane)) { this.lane = lanesOf(step.mask)[0]; }
    }
    document.getElementById('slider').value = this.player.position;
    const where = step && step.warp >= 0 && step.line > 0 ? ' — ' + (this.run.openmp ? say('threadname', threadOf(this.player, step.warp)) + ' ' + say('elsewhere', step.line) : say('warp', step.warp) + ', ' + standsText(step.line, countLanes(step.mask))) : '';
    title('position', say('position', this.player.position, this.run.steps.length) + where);
    showSource(this);
    if (this.run.openmp) { showTime(this); } else { showWarps(this); }
    showLocks(this);
    showEvents(this);
    showFindings(this);
    showVariables(this);
    showShared(this);
    showGlobal(this);
    for (const button of document.querySelectorAll('[data-go]')) {
      const back = ['start', 'back', 'before'].includes(button.dataset.go);
      button.disabled = button.dataset.go === 'finding' ? this.findingStep() < 0 : back ? this.player.position === 0 : this.player.position >= this.run.steps.length;
    }
  },

  goTo(step) {
    this.held = false;
    this.player.go(step + 1);
    this.show();
  },

  /* The other access of a pair: the one that was made first, here or in another block. */
  goToOther(found, { places }) {
    const { launch, block } = this.run, other = found.pair ? -1 : launch.kept.findIndex((b) => b !== block && places.some((p) => p.block && sameBlock({ block: b }, p)));
    if (other >= 0) { chooseLaunch(this.recording.launches.indexOf(launch), other); }
    const there = other >= 0 && this.run.found.find((f) => f.finding === found.finding);
    if (found.pair || there) { this.goTo(there ? there.step : found.pair[0]); }
  },

  pick(warp, lane) {
    this.warp = warp;
    this.lane = lane;
    this.held = true;
    this.show();
    this.held = false;
    const picked = document.querySelector('.lanes .picked');
    if (picked) { picked.focus(); }
  },

  /* To the next step (or the one before) that is of the kind. */
  seek(kind, direction) {
    const met = this.recording.findings.map((f) => f.address).filter((address) => address > 0);
    const found = { event: (s) => s.rows.some((r) => 'woOfle'.includes(r[0]) || (r[0] === 'c' && r[4] === BARRIER) || (r[0] === 'b' && r[3] && r[4]) ||
        (r[0] === 'a' && cellsOf(this.run, r).some((c) => met.some((address) => c.address <= address && address < c.address + c.bytes)))),
      barrier: (s) => s.rows.some((r) => r[0] === 'w' || r[0] === 'o' || r[0] === 'O' || (r[0] === 'c' && r[4] === BARRIER)),
      split: (s) => s.rows.some((r) => r[0] === 'b' && r[3] && r[4]),
      line: (s) => s.warp === this.warp && (s.line !== this.startLine) && s.line > 0 }[kind];
    const now = this.current();
    this.startLine = now && now.warp === this.warp ? now.line : -1;
    let n = this.player.position - 1 + direction;
    while (n >= 0 && n < this.run.steps.length && !found(this.run.steps[n])) { n += direction; }
    this.player.go(n < 0 ? 0 : n + 1);
    this.show();
  },

  act(what) {
    this.held = false;
    const { player, run } = this;
    const moves = { start: () => player.go(0), end: () => player.go(run.steps.length), step: () => player.forward(), back: () => player.back() };
    const seeks = { before: ['event', -1], beforeBarrier: ['barrier', -1] };
    if (moves[what]) { moves[what](); this.show();
    } else if (what === 'finding') { if (this.findingStep() >= 0) { this.goTo(this.findingStep()); } } else { this.seek(...(seeks[what] || [what, 1])); }
  },

  /* The step of what the picture tells, or else of what is found next; -1: the page is there, or there is none. */
  findingStep() {
    const told = this.story && this.story.step >= 0 ? this.story.step : -1, next = this.run.found.find((f) => f.step >= this.player.position);
    return told >= 0 ? (told + 1 === this.player.position ? -1 : told) : next ? next.step : -1;
  },

  tellRemarks() {
    const { recording, run } = this, { head } = recording, list = [];
    if (head.version > 1) { list.push(say('newer')); }
    if (recording.complete === null) { list.push(say('cutShort')); } else if (!recording.complete) { list.push(say('incomplete')); }
    if (head.remark && head.remark.startsWith('source-changed ')) { list.push(say('changed', head.remark.slice(15)));
    } else if (head.remark) { list.push(head.remark); }
    if (run) {
      if (run.block.cut && recording.complete !== null) { list.push(say('cutBlock')); }
      if (run.gap) { list.push(say('gapBlock', run.gap)); }
      if (run.launch.shown < run.launch.blocks) { list.push(say('leftOut' + (run.launch.dialect === 'opencl' ? 'cl' : ''), run.launch.kept.length, run.launch.blocks)); }
      if (head.launches > recording.launches.length) { list.push(say('leftLaunches', recording.launches.length, head.launches)); }
      if (!head.notes && !run.openmp) { list.push(say('novariables')); }
    }
    fill('remarks', ...list.map((text) => make('p', {}, text)));
  }
};

function launchText(launch) {
  return launch.launch + ': ' + ((launch.openmp && page.recording.head.function) || launch.kernel) + (launch.openmp ? '' : ', ' + say((launch.dialect === 'opencl' ? 'gridcl' : 'grid') + (launch.blocks === 1 ? '1' : ''), launch.blocks, launch.threads)) + (launch.case ? ', ' + launch.case : '');
}

function chooseLaunch(index, blockIndex) {
  const launch = page.recording.launches[index];
  fill('block', ...launch.kept.map((block, n) => make('option', { value: n }, block.at.slice(0, launch.grid[2] > 1 ? 3 : launch.grid[1] > 1 ? 2 : 1).join(', '))));
  document.getElementById('launch').value = index;
  document.getElementById('block').value = blockIndex;
  page.open(launch, launch.kept[blockIndex]);
}

function speak() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-say]')) { element.textContent = say(element.dataset.say); }
  title('keys', say(page.run && page.run.openmp ? 'keysomp' : 'keys'));
  title('h10', say(page.run && page.run.launch.dialect === 'opencl' ? 'blockcl' : 'block'));
  document.getElementById('slider').setAttribute('aria-label', say('step'));
  const { head, launches } = page.recording, said = language === 'fr' && head.fr ? head.fr : head;
  title('title', said.title || 'lockstep');
  [...document.getElementById('launch').options].forEach((option, n) => { option.textContent = launchText(launches[n]); });
}

const KEYS = { ArrowRight: 'step', ArrowLeft: 'back', ArrowDown: 'line', b: 'barrier', B: 'beforeBarrier', e: 'event', E: 'before', d: 'split', f: 'finding', Home: 'start', End: 'end', n: 'line' };

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === 'SELECT') { return; }
  const { run } = page;
  if (!run) { return; }
  if (event.key in KEYS) { page.act(KEYS[event.key]);
  } else if (event.key === '[' || event.key === ']') { page.pick(page.warp, (page.lane + (event.key === ']' ? 1 : LANES - 1)) % LANES);
  } else if (event.key === 'w' || event.key === 'ArrowUp') { page.pick((page.warp + 1) % Math.max(1, run.warps), page.lane);
  } else { return; }
  event.preventDefault();
}

function main() {
  page.recording = readRecording(document.getElementById('recording').textContent);
  const { recording } = page;
  recording.launches = recording.launches.filter((launch) => launch.kept.length > 0);
  speak();
  document.getElementById('language').addEventListener('click', () => {
    language = language === 'fr' ? 'en' : 'fr';
    speak();
    page.tellRemarks();
    if (page.run) { showStory(); page.show(); }
  });
  if (recording.launches.length === 0) {
    page.tellRemarks();
    document.getElementById('remarks').append(make('p', {}, say('noLaunch')));
    document.getElementById('steps').hidden = document.getElementById('story').hidden = true;
    document.querySelectorAll('select').forEach((s) => { s.disabled = true; });
    return;
  }
  document.getElementById('launch').addEventListener('change', (e) => chooseLaunch(Number(e.target.value), 0));
  document.getElementById('block').addEventListener('change', (e) => chooseLaunch(Number(document.getElementById('launch').value), Number(e.target.value)));
  document.getElementById('slider').addEventListener('input', (e) => { page.player.go(Number(e.target.value)); page.show(); });
  document.getElementById('slider').addEventListener('keydown', (e) => e.stopPropagation());
  for (const button of document.querySelectorAll('[data-go]')) { button.addEventListener('click', () => page.act(button.dataset.go)); }
  document.addEventListener('keydown', onKey);
  begin(recording);
  fill('launch', ...recording.launches.map((launch, n) => make('option', { value: n }, launchText(launch))));
  document.getElementById('launch').value = recording.launches.indexOf(page.run.launch);
  document.getElementById('blockPart').hidden = page.run.openmp;
  document.getElementById('launch').parentElement.hidden = recording.launches.length === 1;
  speak();
  document.body.dataset.ready = 'yes';
}

document.addEventListener('DOMContentLoaded', main);
