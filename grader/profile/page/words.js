'use strict';
/* All that the page says, in its languages. */
const WORDS = {
  en: {
    language: 'Français', profile: 'Profile of {0}', check: '“{0}”: {1}', counters: 'Counters and bounds', counter: 'counter', observed: 'counted',
    least: 'at least', most: 'at most', before: 'before', launches: 'Launches, modelled on {0} (not measured)', kernel: 'kernel', shape: 'grid × block', time: 'time',
    binds: 'what binds', occupancy: 'occupancy', limiter: 'limited by', processor: 'Times as fast as 1 thread, modelled on the processor {0} (not measured)', threads: 'threads', these: 'with these data', larger: 'with {0} times as many', source: 'Source, with what each line cost', look: 'Where to look first', accesses: 'Memory instructions',
    worst: 'worst', typical: 'most of them', lanes: 'lanes', line: 'line', executions: 'executions', sectors: 'sectors', ideal: 'ideal', conflicts: 'conflicts', queued: 'queued', barriers: 'barriers', divergent: 'diverge', travels: 'travels', false_sharing: 'falsely shared',
    text: 'source', shared: 'Shared memory of {0}', bytes: '{0} bytes from {1}', heat: 'Colour by', branches: 'Branches', branchtext: '{0} of {1} times the warp diverged',
    f_sectors: 'asks for {0} sectors where {1} would do', f_conflicts: '{0} wavefronts more than without bank conflicts', f_kinds: '({0} of loads, {1} of stores)', f_queued: '{0} lanes waited for another lane’s atomic on the same address',
    f_busiest: 'takes {0} sectors: is this work shared out evenly?', f_often: 'asks for {0} sectors: does it read an element more than once?', f_runs: 'runs {0} times, all threads together: does each thread do its share only?', f_divergent: 'the warp diverges {0} of {1} times', f_lanes: 'only {0} of 32 lanes are active, {1} times', f_travels: 'cache lines of {1} travel between threads {0} times', f_false: '({0} times for bytes that only the other thread uses)', f_none: 'Nothing stands out.', f_wrong: 'First at what is wrong (“make show” replays it). What a program costs matters once it is right.',
    key_global: 'Each box is a sector of 32 bytes that is fetched. A number is the lane that wants these 4 bytes; what is empty is fetched for nothing.', key_shared: 'Above: the 32 lanes of a warp. Below: the 32 banks, with the lane that wants each word of 4 bytes. A bank gives one word at a time, and each time is a wavefront.',
    price_global: '{0} sectors', price_global1: '1 sector', price_shared: '{0} wavefronts', price_shared1: '1 wavefront', atonce: '{0} B a lane', says: '{0}: {1}', queue: '{0} lanes on one address'
  },
  fr: {
    language: 'English', profile: 'Profil de {0}', check: '« {0} » : {1}', counters: 'Compteurs et bornes', counter: 'compteur', observed: 'compté',
    least: 'au moins', most: 'au plus', before: 'avant', launches: 'Lancements, modélisés sur {0} (non mesurés)', kernel: 'kernel', shape: 'grille × bloc', time: 'temps',
    binds: 'ce qui limite', occupancy: 'occupation', limiter: 'limitée par', processor: 'Fois plus rapide qu’avec 1 thread, modélisé sur le processeur {0} (non mesuré)', threads: 'threads', these: 'avec ces données', larger: 'avec {0} fois plus de données', source: 'Source, avec le coût de chaque ligne', look: 'Où regarder d’abord', accesses: 'Instructions mémoire',
    worst: 'la pire', typical: 'la plupart', lanes: 'voies', line: 'ligne', executions: 'exécutions', sectors: 'secteurs', ideal: 'idéal', conflicts: 'conflits', queued: 'en file', barriers: 'barrières', divergent: 'divergent', travels: 'voyages', false_sharing: 'faux partage',
    text: 'source', shared: 'Mémoire partagée de {0}', bytes: '{0} octets à partir de {1}', heat: 'Couleur selon', branches: 'Branchements', branchtext: 'le warp a divergé {0} fois sur {1}',
    f_sectors: 'demande {0} secteurs quand {1} suffiraient', f_conflicts: '{0} wavefronts de plus que sans conflits de bancs', f_kinds: '({0} de lectures, {1} d’écritures)', f_queued: '{0} voies ont attendu l’opération atomique d’une autre sur la même adresse',
    f_busiest: 'demande {0} secteurs : ce travail est-il bien réparti ?', f_often: 'demande {0} secteurs : un élément est-il lu plusieurs fois ?', f_runs: 's’exécute {0} fois, tous threads réunis : chaque thread ne fait-il que sa part ?', f_divergent: 'le warp diverge {0} fois sur {1}', f_lanes: 'seulement {0} voies actives sur 32, {1} fois', f_travels: 'des lignes de cache de {1} voyagent entre threads {0} fois', f_false: '({0} fois pour des octets que seul l’autre thread utilise)', f_none: 'Rien de marquant.', f_wrong: 'D’abord à ce qui est faux (« make show » le rejoue). Ce que coûte un programme compte une fois qu’il est juste.',
    key_global: 'Chaque boîte est un secteur de 32 octets transféré. Un numéro est la voie qui veut ces 4 octets ; ce qui est vide est transféré pour rien.', key_shared: 'En haut : les 32 voies d’un warp. En bas : les 32 bancs, avec la voie qui veut chaque mot de 4 octets. Un banc donne un mot à la fois, et chaque fois est un wavefront.',
    price_global: '{0} secteurs', price_global1: '1 secteur', price_shared: '{0} wavefronts', price_shared1: '1 wavefront', atonce: '{0} o par voie', says: '{0} : {1}', queue: '{0} voies sur une adresse'
  }
};
let language = document.documentElement.lang === 'fr' || navigator.language.startsWith('fr') ? 'fr' : 'en';

/* OpenCL's words for shared memory and warps. */
function spoken(text) {
  const opencl = profile.exercises.some((e) => e.files.some((name) => name.endsWith('.cl')));
  return opencl && text ? text.replace(/\bshared(?= (?:memory|load|store|atomic))/g, 'local').replace('Shared memory', 'Local memory').replace(/partagée/g, 'locale').replace(/warp/g, 'sub-group').replace(/\blane(?=s?\b)/g, 'work-item') : text;
}

function say(key, ...values) {
  const text = WORDS[language][key] || WORDS.en[key] || key;
  return spoken(text).replace(/\{(\d)\}/g, (all, n) => (values[n] === undefined ? '' : String(values[n])));
}
