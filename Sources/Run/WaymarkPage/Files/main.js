// Joins the parts: the state, the panel, the map, the search and the server.

import { $, $$, calm, h, kept, phone, say } from './dom.js';
import { Line, Trouble } from './ask.js';
import { askReach, drawAround, drawMarks, fetchAround, fetchRecommended, placeAt, places, resetAround, setRadius, startAround } from './around.js';
import { between, far, USUAL } from './geo.js';
import { listen, openMenu, sheet } from './hands.js';
import { askLegs, isStraight, startLegs } from './legs.js';
import { makeMap, noMap } from './map.js';
import { asked, drawFrame, drawPanel, drawResults } from './panel.js';
import * as search from './search.js';
import { change, chosen, fromHash, keep, keepNow, makeStop, MOST, ownHash, placeName, state, stopsOf, toHash, tripPart, undo } from './trip.js';
import { lang, nameOf, speak, t, troubleText } from './words.js';

const page = $('.page'), root = document.documentElement;
let map = noMap;
const lines = { order: new Line(), save: new Line() };

// Drawing

function draw({ refit = false, legs = true } = {}) {
  if (legs) askLegs();
  drawPanel();
  map.trip();
  drawMarks();
  if (refit) { state.view = null; map.fit(true); }
  map.tags();
  keep();
}

const text = says => [says()].flat().join('');

function tell(says, more = {}) {
  state.notice = { says, ...more };
  drawPanel();
  say(text(says));
}

function wrong(trouble, retry) {
  if (trouble.kind === 'newer') return;
  tell(() => [troubleText(trouble), ` ${t.safe}`], { wrong: true, undo: state.notice?.undo, action: retry && { label: () => t.retry, run: retry } });
}

// Changes of the trip

/** Changes the stops, draws the trip, and says what was done, by the words of a notice. */
function changeTo(stops, says, { bars, resets, ...how } = {}) {
  change(stops, { says, bars });
  if (resets) resetAround();
  draw(how);
  say(text(says));
}

function put(stop, refit = !chosen()) {
  const { stops } = state, now = chosen();
  if (stops.length >= MOST) return tell(() => t.full(MOST));
  changeTo(stops.toSpliced(now ? stops.indexOf(now) + 1 : stops.length, 0, stop), () => t.put(nameOf(stop)), { refit });
}

function remove(key) {
  const stop = state.stops.find(s => s.key === key), i = state.stops.indexOf(stop);
  if (!stop) return;
  const inList = document.activeElement?.closest('.stops');
  changeTo(state.stops.filter(s => s !== stop), () => t.removed(nameOf(stop)), { resets: true, refit: !state.view });
  // The focus goes on to the stop that took the place.
  if (inList) $$('.stop .go')[Math.min(i, state.stops.length - 1)]?.focus();
  else if (phone() || !chosen()) $('[data-do="undo"]')?.focus();
}

function move(key, to) {
  const { stops } = state, from = stops.findIndex(s => s.key === key), stop = stops[from];
  if (from < 0 || to < 0 || to >= stops.length || to === from) return draw({ legs: false });
  changeTo(stops.toSpliced(from, 1).toSpliced(to, 0, stop), () => t.moved(nameOf(stop), to + 1));
  $(`.stop[data-stop="${key}"] .go`)?.focus();
}

function rename(key) {
  const stop = state.stops.find(s => s.key === key), place = chosen() ? $('.title h1') : $(`.stop[data-stop="${key}"] .go`);
  if (!stop || !place) return;
  const input = h('input', { type: 'text', class: 'rename', value: nameOf(stop), 'aria-label': t.rename, maxlength: 200, 'data-stop-name': key });
  place.replaceWith(input);
  input.select();
  input.focus();
  const end = keepIt => {
    if (!input.classList.contains('rename')) return;
    input.classList.remove('rename');
    const name = input.value.trim(), had = document.activeElement === input;
    if (keepIt && name && name !== nameOf(stop)) changeTo(state.stops.map(s => s === stop ? { ...s, name, nameEn: '' } : s), () => t.renamed(name), { legs: false });
    else draw({ legs: false });
    if (had) (chosen() ? $('.title [data-do="rename"]') : $(`.stop[data-stop="${key}"] .go`))?.focus();
  };
  input.addEventListener('keydown', e => {
    e.stopPropagation();
    if (e.isComposing || e.key !== 'Enter' && e.key !== 'Escape') return;
    e.preventDefault();
    end(e.key === 'Enter');
  });
  input.addEventListener('blur', () => { state.dismissed = performance.now(); end(true); });
}

function takeBack() {
  if (state.question === 'day') return state.day.undo();
  if (!undo()) return;
  resetAround();
  draw({ refit: !state.view });
  say(t.undone);
}

async function order() {
  const before = state.stops;
  state.ordering = true;
  state.notice = null;
  draw({ legs: false });
  try {
    const answer = await lines.order.ask('/v1/order', { body: { start: '1', stops: stopsOf(before) }, slow: () => tell(() => t.slow) });
    state.ordering = false;
    if (!answer) return;
    if (state.stops !== before) return tell(() => t.changedMeanwhile);
    const stops = answer.order.map(id => before[Number(id) - 1]);
    const total = list => list.slice(1).reduce((sum, s, i) => sum + between(list[i].at, s.at), 0);
    const measured = isStraight() || !state.legs.every(l => l.found) ? total(before) : state.legs.reduce((sum, l) => sum + l.meters, 0);
    const after = isStraight() ? total(stops) : answer.length;
    if (measured - after < 1 || stops.length !== before.length) return tell(() => answer.proven === true ? t.best : t.noBetter);
    changeTo(stops, () => [t.ordered(far(measured - after)), answer.proven === true ? ` ${t.proven}` : ''], { bars: { before: measured, after }, refit: true });
    $('[data-do="undo"]')?.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    state.ordering = false;
    wrong(error, order);
  }
}

// Around a stop

function choose(key) {
  const was = chosen();
  state.chosen = key;
  state.notice = null;
  if (was?.key !== key) state.radius = USUAL;
  if (phone() && key && page.dataset.sheet === 'peek') sheet('half');
  resetAround();
  draw({ refit: true });
  $('.scroll').scrollTop = 0;
  if (!key && was) $(`.stop[data-stop="${was.key}"] .go`)?.focus({ preventScroll: true });
  else if (key && !$('.search').contains(document.activeElement)) $('[data-do="back"]')?.focus({ preventScroll: true });
}

function light(id, is) {
  map.light(id, is);
  for (const e of $$('.place')) e.classList.toggle('lit', is && e.dataset.place === id);
}
const openPlace = (...place) => places().then(it => it?.open(...place));
const lightLeg = (i, is) => { map.lightLeg(i, is); $(`[data-leg="${i}"]`)?.classList.toggle('lit', is); };

// A day. Its script comes when it is first asked for.

let coming = null;
async function plan(begin) {
  try {
    coming ??= import('./day.js').then(({ makeDay }) => makeDay({ draw, tell, wrong, changeTo, leave: leaveDay, middle: () => map.middle(), pan: at => map.pan(at), search: search.openSearch }));
    await coming;
  } catch {
    coming = null;
    return wrong(new Trouble('unreachable'), () => plan(begin));
  }
  const stop = chosen();
  Object.assign(state, { question: 'day', chosen: null, notice: null });
  resetAround();
  if (phone() && page.dataset.sheet === 'peek') sheet('half');
  begin(state.day, stop);
  draw({ legs: false, refit: true });
  $('.scroll').scrollTop = 0;
}
const openDay = () => plan((day, stop) => day.show(stop, map.middle()));
function leaveDay() {
  if (state.question !== 'day') return;
  Object.assign(state, { question: 'trip', notice: null });
  draw({ legs: false, refit: true });
  $('.scroll').scrollTop = 0;
  $('[data-question="day"]').focus({ preventScroll: true });
}

// Saving and opening. The script comes when it is first needed.

const files = () => import('./files.js').catch(() => { throw new Trouble('unreachable'); });

async function save(format) {
  if (state.question === 'day') return state.day.save(format);
  const name = `waymark.${format.toLowerCase()}`;
  try {
    const { ACCEPTS, download, toCSV } = await files();
    const blob = format === 'CSV' ? toCSV(state.stops)
      : await lines.save.ask('/v1/route', { body: { stops: stopsOf(state.stops, true) }, accept: ACCEPTS[format], waiting: on => on && tell(() => t.saving(name)) });
    if (!blob) return;
    download(blob, name);
    tell(() => t.saved(name));
  } catch (error) { wrong(error, () => save(format)); }
}

async function copy(words, done) {
  try { await navigator.clipboard.writeText(words); done(); } catch { tell(() => t.copyThis); }
}

async function open(file) {
  if (!file) return;
  try {
    const read = await (await files()).openFile(file);
    Object.assign(state, { question: 'trip', chosen: null });
    changeTo(read.stops, () => [...t.opened(file.name, read.stops.length), read.wrong ? t.skipped(read.wrong) : ''], { refit: true });
  } catch (error) {
    if (error instanceof Trouble) return wrong(error, () => open(file));
    const { kind, values } = error.values ? error : { kind: 'kind', values: [file.name] };
    tell(() => t.file[kind](...values), { wrong: true, action: { label: () => t.openFile, run: () => $('#file').click() } });
  }
}

// What the buttons do, by data-do; `key` is that of the stop they belong to.

const acts = {
  order, rename, remove,
  back: () => choose(null),
  save: (_, button) => state.question === 'day' ? openMenu(button, state.day.formats(), false) : openMenu(button),
  undo: takeBack,
  'notice-action': () => { const run = state.notice?.action?.run; state.notice = null; draw({ legs: false }); run?.(); },
  'all-recommended': () => { state.around.all = true; drawAround(); },
  'more-places': () => { state.around.rows += 200; drawResults(); },
  'retry-around': () => { state.around.wrong = state.around.recommendedWrong = null; fetchAround(); },
  widen: () => { const nearest = state.around.places.find(p => p.meters >= 1); if (nearest) setRadius(nearest.meters * 1.1, { done: true }); },
  theme: () => { const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'; kept.set('theme', theme); showTheme(theme); },
  fit: () => { state.view = null; map.fit(true); keep(); },
  'zoom-in': () => map.zoom(1),
  'zoom-out': () => map.zoom(-1),
  link: () => { keepNow(); copy(location.href, () => tell(() => t.copied)); },
  'copy-ask': () => copy(asked(), () => say(t.copied)),
  print: () => print(),
  open: () => $('#file').click(),
  fresh: () => { state.chosen = null; changeTo([], () => t.emptied, { refit: true }); },
};

/** What a press on a button does, by the name of its data. */
const presses = {
  do: (name, button) => acts[name]?.(button.closest('[data-stop]')?.dataset.stop || state.chosen, button),
  question: name => { if (name === 'trip') { leaveDay(); if (state.chosen) choose(null); } else if (state.question !== 'day') openDay(); },
  go: choose, try: search.searchFor, save,
  add: id => { const place = placeAt(id); if (place) put(makeStop(place)); },
  pick: id => { const place = placeAt(id); if (place) { map.pan(place.at); openPlace(id); light(id, true); } },
  lang: code => { speak(code); words(); draw({ legs: false }); if (chosen()) fetchRecommended(); if (state.question === 'day') state.day.speak(); },
};

/** What else recommendations are asked; an empty text takes it back. */
function ask(name, text) {
  if (text) state.asks[name] = text; else delete state.asks[name];
  draw({ legs: false });
  fetchRecommended();
}

listen({ presses, ask, askReach, choose, draw, leave: leaveDay, light, lightLeg, move, open, remove, rename, setRadius, takeBack, fit: () => map.fit(true) });

// A link, an address by hand, a way back: the page shows the trip of the address.

function take({ wrong: rows, ...told }) {
  Object.assign(state, told, { question: 'trip', notice: rows ? { says: () => ['', t.skipped(rows).trim()], wrong: true } : null });
}
const ownTrip = () => ({ says: () => t.openedLink, action: { label: () => t.mine, run: takeBack } });

addEventListener('hashchange', () => {
  const { hash } = location, { stops, chosen: key } = state, isOther = stops.length && tripPart(hash) !== tripPart(toHash());
  if (hash === toHash()) return;
  take(fromHash(hash));
  if (isOther) {
    state.past.push({ stops, chosen: key });
    state.notice ??= ownTrip();
  }
  resetAround();
  draw();
  show();
  if (state.dayText) again();
});
/** The day of the address. */
const again = () => state.settings.questions.plan && plan(day => { day.restore(state.dayText); day.show(); });

function restore() {
  const mine = kept.get('trip') || '', linked = ownHash();
  take(fromHash(linked || mine));
  // A link does not take the place of a trip of one's own without a way back.
  if (!tripPart(linked) || !tripPart(mine) || tripPart(linked) === tripPart(mine)) return;
  state.past.push({ stops: fromHash(mine).stops, chosen: null });
  state.notice = ownTrip();
}

/** Fits the map to the trip, or gives it the reader's own view. */
function show(own = true) {
  map.fit(false);
  if (own && state.view) map.view(state.view);
  map.tags();
}

function showTheme(theme) {
  root.dataset.theme = theme;
  map.recolor();
  draw({ legs: false });
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', e => { if (!kept.get('theme')) showTheme(e.matches ? 'dark' : 'light'); });

// Print: the whole trip on the map in light colours, then the list.
let shownTheme = '';
for (const [type, prints] of [['beforeprint', true], ['afterprint', false]]) addEventListener(type, () => {
  if (prints) shownTheme = root.dataset.theme;
  root.dataset.theme = prints ? 'light' : shownTheme;
  page.classList.toggle('printing', prints);
  if (!prints) map.resize();
  map.trip();
  show(!prints);
});

let resized = 0;
addEventListener('resize', () => { if (page.classList.contains('printing')) return; clearTimeout(resized); resized = setTimeout(() => { map.resize(); if (!state.view) map.fit(false); map.tags(); }, 100); });

function words() {
  drawFrame();
  map.name();
  search.words();
  $('.no-map').replaceChildren(h('p', {}, h('b', {}, t.noMap[0])), h('p', {}, t.noMap[1]), h('code', {}, 'apt-get install libjs-leaflet'));
}

// Start

const get = async path => { const response = await fetch(path); if (!response.ok) throw new Trouble('broken'); return response.json(); };

async function start() {
  startAround({ map: () => map, draw });
  startLegs({ map: () => map, draw, wrong });
  const asking = get('page/settings.json'), ground = get('page/backdrop.geojson');
  ground.catch(() => {});
  restore();
  let trouble = null;
  try { Object.assign(state.settings, await asking); } catch (error) { trouble = error instanceof Trouble ? error : new Trouble('unreachable'); }
  if (state.settings.attribution?.includes('OpenStreetMap')) await places().then(it => it?.learn(get('page/categories.json')));
  if (globalThis.L) {
    map = makeMap({
      press: at => { if (state.question === 'trip' && performance.now() - state.dismissed > 800) put(makeStop({ at, name: placeName(at) }), false); },
      choose: key => state.question === 'day' ? state.day.point(key) : choose(key), light, lightLeg,
      radius: (meters, done) => setRadius(meters, { from: 'knob', done }),
      pick: id => {
        const { around } = state, row = () => $(`.place.row[data-place="${CSS.escape(id)}"]`);
        if (!row() && around.places) { around.rows = Math.max(around.rows, around.places.findIndex(p => p.id === id) + 1); drawResults(); }
        openPlace(id, true);
        light(id, true);
        row()?.scrollIntoView({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' });
      },
      moved: view => { state.view = view; keep(); },
    });
  } else {
    page.setAttribute('data-no-map', '');
    $('.no-map').hidden = false;
  }
  if (phone() && !state.stops.length) sheet('half');
  search.startSearch(map, answer => state.question === 'day' ? state.day.take(answer) : put(makeStop(answer)));
  words();
  resetAround();
  draw();
  show();
  page.setAttribute('data-ready', '');
  if (trouble) wrong(trouble, () => location.reload());
  if (state.query) search.searchFor(state.query);
  if (state.dayText) again();
  document.fonts?.ready.then(() => map.tags());
  try { map.backdrop(await ground); } catch { $('.source').textContent = t.noBackdrop; }
  page.setAttribute('data-drawn', '');
  if (state.settings.regions) get('page/regions.geojson').then(map.showRegions).catch(() => { state.regionsWrong = true; draw({ legs: false }); });
}
start();
