'use strict';
/* node opens.js RECORDING.json…: where the page would open each, as a line "launch 2, step 159 of 162, line 28: what".
 * The page's own files run, without a page. */
const fs = require('fs'), path = require('path');
const folder = path.join(__dirname, '..', 'page');
const files = ['words', 'model', 'memory', 'view', 'pictures', 'story', 'start', 'main'].map((name) => fs.readFileSync(path.join(folder, name + '.js'), 'utf8'));
const nothing = 'page.show = page.tellRemarks = fill = () => {}; make = () => ({ append() {}, style: {} });';
const element = new Proxy({}, { get: () => '', set: () => true });
const document = { documentElement: { lang: 'en' }, getElementById: () => element, querySelectorAll: () => [], addEventListener: () => {} };

function whereItOpens(text) {
  const { page, read, start } = new Function('document', files.join('\n').replace(/'use strict';/g, '') + nothing + 'return { page, read: readRecording, start: begin };')(document);
  const recording = page.recording = read(text);
  recording.launches = recording.launches.filter((launch) => launch.kept.length > 0);
  if (recording.launches.length === 0) { return 'no launch'; }
  start(recording);
  const { run, player } = page, at = Math.max(0, player.position - 1), found = run.found.find((f) => f.step >= at), told = recording.head.told;
  const line = [...run.steps.slice(at), { line: 1 }].find((step) => step.line > 0).line;
  return 'launch ' + run.launch.launch + ', step ' + player.position + ' of ' + run.steps.length + ', line ' + line + ': ' +
    (found ? recording.findings[found.finding].kind : told ? told.verdict + (player.position > 0 ? '' : ', at the beginning') : 'nothing failed');
}

for (const name of process.argv.slice(2)) { console.log(whereItOpens(fs.readFileSync(name, 'utf8'))); }
