'use strict';
/* All that the page says, in its languages. {0}, {1}… are filled in. */
const WORDS = {
  en: {
    start: 'Start', back: 'Step back', step: 'Step', line: 'Next line', barrier: 'Next barrier',
    before: 'Previous barrier', split: 'Next divergence', finding: 'Run to finding', end: 'End',
    keys: 'Keys: ← → a step; ↓ the warp’s next line; b, B barriers; d divergence; f finding; Home, End; ↑ or w another warp; [ ] a lane.',
    launch: 'Launch', block: 'Block', language: 'Français', source: 'Source', warps: 'Warps and lanes',
    threads: 'Threads over time', variables: 'Variables of warp {0}, lane {1} (thread {2})', variablesof: 'Variables of thread {0}',
    shared: 'Shared memory, by bank', sharedcl: 'Local memory, by bank', global: 'Global memory, by sector',
    events: 'What this step does', findings: 'Findings', locks: 'Locks', memory: 'Memory',
    position: 'step {0} of {1}', ready: 'at the start', nothing: 'nothing but arithmetic',
    active: 'active', waiting: 'waits at a barrier', done: 'done', elsewhere: 'is at line {0}', stopped: 'stopped here',
    stands: 'line {0}: {1} lanes', stands1: 'line {0}: 1 lane', colon: ': ', diverged: 'diverged', together: 'together', name: 'name', type: 'type', value: 'value',
    lanes: 'all lanes', lost: 'dropped by the optimiser', unset: 'not set yet',
    load: 'reads', store: 'writes', atomic: 'atomic on', reduction: 'atomic on',
    onesector: '1 sector', sectors: '{0} sectors; {1} would be enough', sector1: '{0} sectors, the minimum',
    wavefronts: '{0} wavefronts: {1} words in one bank', wavefront1: '1 wavefront, no conflict',
    queue: '{0}: lanes {1}, one after the other', branch: '{0} lanes take one branch, {1} the other: the warp diverges',
    branch1: 'all {0} lanes take the same branch', arrive: '{0} lanes arrive at the barrier', release: 'The barrier opens: {0} threads go on',
    missing: 'still missing: {0}', fault: 'The kernel ends here', fence: 'fence', syncwarp: '__syncwarp', exchange: 'exchange between lanes',
    firstAccess: 'to the other access', noFindings: 'Nothing was found in what is shown.',
    novariables: 'The program was built without `lockstep cc -G`: the recording has parameters, but no variables.',
    cutShort: 'The recording was cut short: the page shows only its beginning.', cutBlock: 'This block continues. The rest was left out to keep the page small.',
    gap: 'Steps were left out here ({0} KB of the recording).', gapBlock: 'This block is long: only its beginning and its end are shown. The middle was left out at step {0}.',
    leftOut: '{0} of {1} blocks of this launch are shown.', leftLaunches: '{0} of {1} launches are shown.',
    incomplete: 'The program did more than a recording can hold. The rest was left out.', noLaunch: 'The recording holds no launch: nothing to show.',
    changed: 'The file {0} is newer than the program: its lines may differ from those that ran.', newer: 'A newer version than that of this page made the recording.',
    noSource: 'The text of {0} was not found.', givenSource: 'This kernel is a part of the lab. Your exercise is the host program.', holds: 'held by thread {0}', free: 'free', waits: '; waits: {0}',
    take: 'takes {0}', give: 'releases {0}', fork: 'begins', finish: 'ends', task: 'task', strand: 'thread {0} of {1}',
    unwritten: 'not written', rows: 'words {0} to {1} of {2}', grid: '{0} blocks of {1} threads', gridcl: '{0} work-groups of {1} work-items', case: 'case', bank: 'bank', reading: 'read',
    writing: 'written', updating: 'atomic', iterations: 'iterations {0} to {1}', waitbarrier: 'reaches a barrier', threadname: 'thread {0}',
    warp: 'warp {0}', lane: 'lane {0}', critical: 'critical', found: 'Found here', wide: 'Values in full', sourceline: 'line', cacheline: 'The cache line (64 bytes)',
    timelegend: 'Time goes down. ▸ reads ◂ writes ⟳ atomic + takes a lock − releases it ‖ reaches a barrier ⇢ ⇠ meets others ◆ a thread or task begins or ends',
    linecame: 'The line travels from thread {0} to thread {1}.', linewriter: 'Thread {0} wrote to it last.', linetravels: 'It has travelled {0} times.'
  },
  fr: {
    start: 'Début', back: 'Pas en arrière', step: 'Pas', line: 'Ligne suivante', barrier: 'Barrière suivante',
    before: 'Barrière précédente', split: 'Divergence suivante', finding: 'Aller au constat', end: 'Fin',
    keys: 'Touches : ← → un pas ; ↓ ligne suivante du warp ; b, B barrières ; d divergence ; f constat ; Home, End ; ↑ ou w un autre warp ; [ ] une voie.',
    launch: 'Lancement', block: 'Bloc', language: 'English', source: 'Source', warps: 'Warps et voies',
    threads: 'Threads, au fil du temps', variables: 'Variables du warp {0}, voie {1} (thread {2})', variablesof: 'Variables du thread {0}',
    shared: 'Mémoire partagée, par banc', sharedcl: 'Mémoire locale, par banc', global: 'Mémoire globale, par secteur',
    events: 'Ce que fait ce pas', findings: 'Constats', locks: 'Verrous', memory: 'Mémoire',
    position: 'pas {0} sur {1}', ready: 'au début', nothing: 'rien que du calcul',
    active: 'active', waiting: 'attend à une barrière', done: 'terminée', elsewhere: 'est à la ligne {0}', stopped: 'arrêtée ici',
    stands: 'ligne {0} : {1} voies', stands1: 'ligne {0} : 1 voie', colon: ' : ', diverged: 'divergé', together: 'ensemble', name: 'nom', type: 'type', value: 'valeur',
    lanes: 'toutes les voies', lost: 'supprimée par l’optimiseur', unset: 'pas encore affectée',
    load: 'lit', store: 'écrit', atomic: 'opération atomique sur', reduction: 'opération atomique sur',
    onesector: '1 secteur', sectors: '{0} secteurs ; {1} suffiraient', sector1: '{0} secteurs, pas un de trop',
    wavefronts: '{0} wavefronts : {1} mots dans un même banc', wavefront1: '1 wavefront, aucun conflit',
    queue: '{0} : voies {1}, l’une après l’autre', branch: '{0} voies d’un côté, {1} de l’autre : le warp diverge',
    branch1: 'les {0} voies vont du même côté', arrive: '{0} voies arrivent à la barrière', release: 'La barrière s’ouvre : {0} threads continuent',
    missing: 'pas encore là : {0}', fault: 'Le kernel s’arrête ici', fence: 'clôture mémoire', syncwarp: '__syncwarp', exchange: 'échange entre voies',
    firstAccess: 'à l’autre accès', noFindings: 'Aucun constat dans ce qui est montré.',
    novariables: 'Le programme a été compilé sans `lockstep cc -G` : l’enregistrement a les paramètres, mais pas les variables.',
    cutShort: 'L’enregistrement est tronqué : il s’ouvre jusque-là.', cutBlock: 'Ce bloc continue ; la suite a été omise pour garder la page petite.',
    gap: 'Ici des pas ont été omis ({0} Ko de l’enregistrement).', gapBlock: 'Ce bloc est long : son début et sa fin sont montrés ; ce qui se trouvait entre les deux a été omis au pas {0}.',
    leftOut: '{0} blocs sur {1} de ce lancement sont montrés.', leftLaunches: '{0} lancements sur {1} sont montrés.',
    incomplete: 'Le programme a fait plus que ce qu’un enregistrement contient : le reste a été omis.', noLaunch: 'L’enregistrement ne contient aucun lancement : rien à montrer.',
    changed: 'Le fichier {0} est plus récent que le programme : ses lignes ne sont peut-être pas celles qui ont été exécutées.', newer: 'Cet enregistrement est d’une version plus récente que la page.',
    noSource: 'Le texte de {0} n’a pas été trouvé.', givenSource: 'Ce kernel est celui du sujet : l’exercice est ce que fait le programme de l’hôte.', holds: 'tenu par le thread {0}', free: 'libre', waits: ' ; attend : {0}',
    take: 'prend {0}', give: 'rend {0}', fork: 'commence', finish: 'se termine', task: 'tâche', strand: 'thread {0} sur {1}',
    unwritten: 'non écrit', rows: 'mots {0} à {1} sur {2}', grid: '{0} blocs de {1} threads', gridcl: '{0} work-groups de {1} work-items', case: 'cas', bank: 'banc', reading: 'lu',
    writing: 'écrit', updating: 'atomique', iterations: 'itérations {0} à {1}', waitbarrier: 'arrive à une barrière', threadname: 'thread {0}',
    warp: 'warp {0}', lane: 'voie {0}', critical: 'critical', found: 'Constaté ici', wide: 'Valeurs en entier', sourceline: 'ligne', cacheline: 'La ligne de cache (64 octets)',
    timelegend: 'Le temps va vers le bas. ▸ lit ◂ écrit ⟳ opération atomique + prend un verrou − le rend ‖ arrive à une barrière ⇢ ⇠ rencontre les autres ◆ un thread ou une tâche commence ou finit',
    linecame: 'La ligne voyage du thread {0} au thread {1}.', linewriter: 'Le thread {0} y a écrit en dernier.', linetravels: 'Elle a voyagé {0} fois.'
  }
};
let language = document.documentElement.lang === 'fr' ? 'fr' : 'en';

function say(key, ...values) {
  const text = WORDS[language][key] || WORDS.en[key] || key;
  return text.replace(/\{(\d)\}/g, (all, n) => (values[n] === undefined ? '' : String(values[n])));
}

function standsText(line, lanes) { return say(lanes === 1 ? 'stands1' : 'stands', line, lanes); }
