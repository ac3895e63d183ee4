// Joins the parts: the state, the panel, the map, the search and the server.

import { $, $$, calm, h, kept, phone, say } from './dom.js';
import { Line, Trouble, parameters } from './ask.js';
import { ACCEPTS, download, FileTrouble, openFile, stopsOf, toCSV } from './files.js';
import { between, far, neatRadius, positionOf, radiusAt, stepRadius } from './geo.js';
import { makeMap, noMap } from './map.js';
import { asked, drawFrame, drawPanel, drawResults } from './panel.js';
import * as search from './search.js';
import { change, chosen, fromHash, keep, keepNow, makeStop, MOST, placeName, state, toHash, tripPart, undo } from './trip.js';
import { lang, nameOf, speak, t, troubleText } from './words.js';

const REACH = 30000, ROWS = 60;
const page = $('.page');
// What the page needs to know before it can draw; a server without it is taken for the plainest one.
let settings = { attractions: 0, middle: [36.4, 127.9], bounds: [[33.1, 125.9], [38.6, 129.6]], regions: false, legs: 'great-circle', tiles: null, attribution: null };
let map = noMap(settings);
let ordering = false;
const lines = { legs: new Line(), order: new Line(), near: new Line(), recommend: new Line(), regions: new Line(), save: new Line() };
const freshAround = () => ({ places: null, recommended: null, rows: ROWS, all: false, most: 0 });
let around = freshAround();

// Drawing

function draw({ refit = false, legs = true } = {}) {
  if (legs) askLegs();
  drawPanel(settings, { ordering });
  map.trip();
  drawNear();
  if (refit) { state.view = null; map.fit(true); }
  map.tags();
  keep();
}

function drawNear() {
  const drawn = chosen() ? drawResults(around) : null;
  map.near(around.places?.filter(p => p.meters >= 1) ?? [], drawn?.shown ?? []);
}

function tell(says, more = {}) {
  state.notice = { says, ...more };
  drawPanel(settings, { ordering });
  if (chosen()) drawResults(around);
  say(says().join(''));
}

function wrong(trouble, retry) {
  if (trouble.kind === 'newer') return;
  tell(() => [troubleText(trouble), ` ${t.safe}`], { wrong: true, undo: state.notice?.undo, action: retry && { label: () => t.retry, run: retry } });
}

// Legs: straight ones at once, by the same formula as the server; roads when they come.

let drawnLegs = '';
function askLegs() {
  const { stops } = state, roads = settings.legs !== 'great-circle', key = stops.map(s => s.at).join(';');
  if (key === drawnLegs) return;
  drawnLegs = key;
  state.legs = stops.slice(1).map((stop, i) => ({
    line: [stops[i].at, stop.at], meters: roads ? null : between(stops[i].at, stop.at), seconds: null, straight: !roads, found: !roads, waiting: roads,
  }));
  fetchLegs();
  fetchRegions();
}

async function fetchLegs() {
  if (state.stops.length < 2) return lines.legs.stop();
  try {
    const answer = await lines.legs.ask('/v1/route', { body: { stops: stopsOf(state.stops) } });
    if (!answer) return;
    state.legs = answer.legs.map((one, i) => {
      const ends = [state.stops[i].at, state.stops[i + 1].at], leg = one.leg;
      if (one.status !== 'found' || !leg) return { line: ends, meters: null, seconds: null, found: false, reason: one.reason || one.error || '' };
      const straight = leg.distance_kind === 'great_circle';
      return {
        line: leg.latitudes.map((latitude, k) => [latitude, leg.longitudes[k]]), meters: leg.distance_m, seconds: leg.duration_s ?? null, found: true,
        straight: straight && settings.legs === 'great-circle', standIn: straight && settings.legs !== 'great-circle',
      };
    });
    drawPanel(settings, { ordering });
    if (chosen()) drawResults(around);
    map.trip();
    map.tags();
  } catch (error) {
    state.legs = state.legs.map(leg => leg.waiting ? { ...leg, waiting: false, reason: troubleText(error) } : leg);
    map.trip();
    wrong(error, () => { drawnLegs = ''; state.notice = null; draw(); });
  }
}

async function fetchRegions() {
  if (!settings.regions) return;
  state.regionsWrong = false;
  if (!state.stops.length) { state.visited = []; state.regionNames = []; return map.visited(); }
  try {
    const answer = await lines.regions.ask('/v1/regions', { body: { stops: stopsOf(state.stops) } });
    if (!answer) return;
    const pairs = answer.results.flatMap(row => regionsOf(row));
    state.visited = [...new Set(pairs.map(p => p.code))];
    state.regionNames = [...new Set(pairs.map(p => p.name).filter(Boolean))];
  } catch { Object.assign(state, { visited: [], regionNames: [], regionsWrong: true }); }
  drawPanel(settings, { ordering });
  if (chosen()) drawResults(around);
  map.visited();
}
// Each level of the boundaries has the columns LEVEL_code and LEVEL_name.
const regionsOf = row => Object.keys(row).filter(k => k.endsWith('_code') && row[k]).map(k => ({ code: String(row[k]), name: row[k.replace(/_code$/, '_name')] ?? row[k.replace(/_code$/, '')] }));

// Changes of the trip

function put(stop, refit = !chosen()) {
  if (state.stops.length >= MOST) return tell(() => [t.full(MOST), '']);
  const stops = [...state.stops], now = chosen();
  stops.splice(now ? stops.indexOf(now) + 1 : stops.length, 0, stop);
  change(stops, { says: () => t.put(nameOf(stop)) });
  draw({ refit });
  say(t.put(nameOf(stop)).join(''));
}

function remove(key) {
  const stop = state.stops.find(s => s.key === key), i = state.stops.indexOf(stop);
  if (!stop) return;
  const inList = document.activeElement?.closest('.stops');
  change(state.stops.filter(s => s !== stop), { says: () => t.removed(nameOf(stop)) });
  resetAround();
  draw({ refit: !state.view });
  // The focus goes on to the stop that took the place.
  if (inList) $$('.stop .go')[Math.min(i, state.stops.length - 1)]?.focus();
  else if (phone() || !chosen()) $('[data-do="undo"]')?.focus();
  say(t.removed(nameOf(stop)).join(''));
}

function move(key, to) {
  const stops = [...state.stops], from = stops.findIndex(s => s.key === key);
  if (from < 0 || to < 0 || to >= stops.length || to === from) return draw({ legs: false });
  const [stop] = stops.splice(from, 1);
  stops.splice(to, 0, stop);
  change(stops, { says: () => t.moved(nameOf(stop), to + 1) });
  draw();
  $(`.stop[data-stop="${key}"] .go`)?.focus();
  say(t.moved(nameOf(stop), to + 1).join(''));
}

function rename(key) {
  const stop = state.stops.find(s => s.key === key), place = chosen() ? $('.title h1') : $(`.stop[data-stop="${key}"] .go`);
  if (!stop || !place) return;
  const input = h('input', { type: 'text', class: 'rename', value: nameOf(stop), 'aria-label': t.rename, maxlength: 200, 'data-stop-name': key });
  place.replaceWith(input);
  input.select();
  input.focus();
  let done = false;
  const end = keepIt => {
    if (done) return;
    done = true;
    input.classList.remove('rename');
    const name = input.value.trim(), had = document.activeElement === input;
    if (keepIt && name && name !== nameOf(stop)) {
      change(state.stops.map(s => s === stop ? { ...s, name, nameEn: '' } : s), { says: () => t.renamed(name) });
      say(t.renamed(name).join(''));
    }
    draw({ legs: false });
    if (had) (chosen() ? $('.title [data-do="rename"]') : $(`.stop[data-stop="${key}"] .go`))?.focus();
  };
  input.addEventListener('keydown', e => {
    e.stopPropagation();
    if (e.isComposing) return;
    if (e.key === 'Enter' || e.key === 'Escape') { e.preventDefault(); end(e.key === 'Enter'); }
  });
  input.addEventListener('blur', () => { state.dismissed = performance.now(); end(true); });
}

function takeBack() {
  if (!undo()) return;
  resetAround();
  draw({ refit: !state.view });
  say(t.undone);
}

async function order() {
  const before = state.stops;
  ordering = true;
  state.notice = null;
  draw({ legs: false });
  try {
    const answer = await lines.order.ask('/v1/order', { body: { start: '1', stops: stopsOf(before) }, slow: () => tell(() => [t.slow, '']) });
    ordering = false;
    if (!answer) return;
    if (state.stops !== before) return tell(() => [t.changedMeanwhile, '']);
    const stops = answer.order.map(id => before[Number(id) - 1]);
    const total = list => list.slice(1).reduce((sum, s, i) => sum + between(list[i].at, s.at), 0);
    const measured = settings.legs === 'great-circle' || !state.legs.every(l => l.found) ? total(before) : state.legs.reduce((sum, l) => sum + l.meters, 0);
    const after = settings.legs === 'great-circle' ? total(stops) : answer.length;
    const proven = answer.proven === true;
    if (measured - after < 1 || stops.length !== before.length) return tell(() => [proven ? t.best : t.noBetter, '']);
    change(stops, { says: () => [t.ordered(far(measured - after)), proven ? ` ${t.proven}` : ''], bars: { before: measured, after } });
    draw({ refit: true });
    say(state.notice.says().join(''));
    $('[data-do="undo"]')?.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    ordering = false;
    wrong(error, order);
  }
}

// Around a stop

function resetAround() {
  lines.near.stop();
  lines.recommend.stop();
  around = freshAround();
  if (chosen()) fetchAround();
}

const placeOf = r => ({ id: r.attraction_id, name: r.name, category: r.category, theme: r.theme, at: [r.latitude, r.longitude], meters: r.haversine_m, introduction: r.introduction, address: r.address });

async function fetchAround() {
  const stop = chosen();
  fetchRecommended();
  // All that the widest circle can show, nearest first: the slider then needs no further question.
  const question = most => '/v1/nearby?' + parameters({ latitude: stop.at[0], longitude: stop.at[1], radius: `${REACH}m`, limit: most });
  const bones = setTimeout(() => { around.bones = true; if (chosen()) drawResults(around); }, 300);
  const slow = () => { around.slow = true; if (chosen()) drawResults(around); };
  try {
    let most = 10000;
    const answer = await lines.near.ask(question(most), { slow }).catch(error => {
      if (error.kind !== 'large') throw error;
      return lines.near.ask(question(most = 1000), { slow });
    });
    if (!answer) return;
    around.places = answer.results.map(placeOf);
    around.most = answer.results.length >= most ? most : 0;
    around.wrong = null;
    readThemes();
  } catch (error) {
    if (error.kind !== 'newer') around.wrong = () => troubleText(error);
  } finally {
    clearTimeout(bones);
    around.slow = false;
  }
  if (chosen() === stop) { drawNear(); say(`${nameOf(stop)}. ${$('[data-count]')?.firstChild.textContent ?? ''}`); }
}

// Recommendations have themes; the list shows them where they are known.
function readThemes() {
  const themes = new Map((around.recommended ?? []).map(r => [r.id, r.theme]));
  for (const place of around.places ?? []) place.theme ||= themes.get(place.id);
}

let soon = 0;
async function fetchRecommended() {
  const stop = chosen();
  clearTimeout(soon);
  if (!stop) return;
  const question = { latitude: stop.at[0], longitude: stop.at[1], radius: `${state.radius}m`, limit: 11, explain: true, language: lang };
  try {
    const answer = await lines.recommend.ask('/v1/recommend?' + parameters(question));
    if (!answer) return;
    // The reason: how far on foot, and the first sentence about the place.
    around.recommended = answer.results.filter(r => r.haversine_m >= 1).map(r => {
      const parts = String(r.explanation || '').split(' · ').filter(part => part && !/^[\d.,]+ k?m( away)?$/.test(part)), sentence = parts.at(-1)?.length > 16 ? parts.pop() : '';
      return { ...placeOf(r), way: parts.join(', '), reason: sentence && !/[.!?。…]$/.test(sentence) ? `${sentence}.` : sentence };
    });
    around.recommendedWrong = null;
    readThemes();
  } catch (error) {
    if (error.kind === 'newer') return;
    around.recommendedWrong = () => troubleText(error);
  }
  if (chosen() === stop) drawNear();
}

function setRadius(meters, { fromKnob = false, done = false } = {}) {
  if (!chosen()) return;
  state.radius = neatRadius(meters);
  map.radius(fromKnob && !done);
  drawResults(around);
  if (fromKnob) $('#r').value = positionOf(state.radius);
  keep();
  clearTimeout(soon);
  if (done) { drawPanelAsk(); fetchRecommended(); drawNear(); state.view = null; map.fit(true); map.tags(); } else soon = setTimeout(fetchRecommended, 400);
}
const drawPanelAsk = () => { const focus = document.activeElement?.id; drawPanel(settings, { ordering }); drawResults(around); if (focus === 'r') $('#r').focus(); };

function choose(key, { keepView = false } = {}) {
  const was = chosen();
  state.chosen = key;
  state.notice = null;
  if (was?.key !== key) state.radius = 10000;
  if (phone() && key && page.dataset.sheet === 'peek') sheet('half');
  resetAround();
  draw({ refit: !keepView });
  $('.scroll').scrollTop = 0;
  if (!key && was) $(`.stop[data-stop="${was.key}"] .go`)?.focus({ preventScroll: true });
  else if (key && !$('.search').contains(document.activeElement)) $('[data-do="back"]')?.focus({ preventScroll: true });
}

function light(id, is) {
  map.light(id, is);
  for (const e of $$('.place')) e.classList.toggle('lit', is && e.dataset.place === id);
}

// Saving and opening

function closeMenu(focus) {
  const menu = $('.menu');
  if (!menu) return false;
  const button = $('[data-do="save"]');
  menu.remove();
  state.dismissed = performance.now();
  button?.setAttribute('aria-expanded', 'false');
  draw({ legs: false });
  if (focus) $('[data-do="save"]')?.focus();
  return true;
}

function openMenu(button) {
  if (closeMenu()) return;
  if (phone()) sheet('full');
  button.setAttribute('aria-expanded', 'true');
  const item = (data, name, words) => h('button', { type: 'button', role: 'menuitem', tabindex: '-1', ...data }, h('b', {}, name), h('span', {}, words));
  const rule = () => h('div', { class: 'rule', role: 'separator' });
  button.parentElement.append(h('div', { class: 'menu', role: 'menu', 'aria-label': t.save },
    Object.entries(t.formats).map(([format, words]) => item({ 'data-save': format }, format, words)), rule(),
    item({ 'data-do': 'link' }, ...t.link), item({ 'data-do': 'print' }, ...t.print), rule(),
    item({ 'data-do': 'open' }, ...t.open), item({ 'data-do': 'fresh' }, ...t.fresh)));
  $('.menu button').focus();
}

async function save(format) {
  const name = `waymark.${format.toLowerCase()}`;
  try {
    let blob;
    if (format === 'CSV') blob = toCSV(state.stops);
    else {
      blob = await lines.save.ask('/v1/route', { body: { stops: stopsOf(state.stops, true) }, accept: ACCEPTS[format], waiting: on => on && tell(() => [t.saving(name), '']) });
      if (!blob) return;
    }
    download(blob, name);
    tell(() => t.saved(name));
  } catch (error) { wrong(error, () => save(format)); }
}

async function copy(text, done) {
  try { await navigator.clipboard.writeText(text); done(); } catch { tell(() => [t.copyThis, '']); }
}

async function open(file) {
  if (!file) return;
  try {
    const read = await openFile(file);
    state.chosen = null;
    change(read.stops, { says: () => { const [strong, rest] = t.opened(file.name, read.stops.length); return [strong, rest + (read.wrong ? t.skipped(read.wrong) : '')]; } });
    draw({ refit: true });
    say(state.notice.says().join(''));
  } catch (error) {
    const told = error instanceof FileTrouble ? error : new FileTrouble('kind', file.name);
    tell(() => [t.file[told.kind](...told.values), ''], { wrong: true, action: { label: () => t.openFile, run: () => $('#file').click() } });
  }
}

// Sheet of the phone

function sheet(rest) {
  page.dataset.sheet = rest;
  $('.pull').setAttribute('aria-expanded', String(rest !== 'peek'));
}
function nextSheet(step) {
  const rests = ['peek', 'half', 'full'], i = rests.indexOf(page.dataset.sheet);
  sheet(step ? rests[Math.max(0, Math.min(2, i + step))] : rests[(i + 1) % 3]);
  map.fit(true);
}

// What the reader does

function act(name, element) {
  const key = element.closest('[data-stop]')?.dataset.stop || state.chosen;
  switch (name) {
    case 'order': return order();
    case 'save': return openMenu(element);
    case 'back': return choose(null);
    case 'rename': return rename(key);
    case 'remove': return remove(key);
    case 'undo': return takeBack();
    case 'notice-action': { const run = state.notice?.action?.run; state.notice = null; draw({ legs: false }); return run?.(); }
    case 'all-recommended': around.all = true; return drawNear();
    case 'more-places': around.rows += 200; return drawResults(around);
    case 'retry-around': around.wrong = around.recommendedWrong = null; return fetchAround();
    case 'widen': { const nearest = around.places.find(p => p.meters >= 1); if (nearest) { state.radius = Math.min(REACH, Math.max(neatRadius(nearest.meters), neatRadius(nearest.meters * 1.1))); $('#r').value = positionOf(state.radius); setRadius(state.radius, { done: true }); } return; }
    case 'theme': {
      const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
      document.documentElement.dataset.theme = theme;
      kept.set('theme', theme);
      return draw({ legs: false });
    }
    case 'fit': state.view = null; map.fit(true); return keep();
    case 'zoom-in': return map.zoom(1);
    case 'zoom-out': return map.zoom(-1);
    case 'link': keepNow(); return copy(location.href, () => tell(() => [t.copied, '']));
    case 'copy-ask': return copy(asked(), () => say(t.copied));
    case 'print': return print();
    case 'open': return $('#file').click();
    case 'fresh': state.chosen = null; change([], { says: () => [t.emptied, ''] }); draw({ refit: true }); return say(t.emptied);
  }
}

document.addEventListener('click', e => {
  const button = e.target.closest('button'), d = button?.dataset ?? {};
  if (d.do !== 'save' && !e.target.closest('[role="separator"]')) closeMenu(false);
  if (!button || button.disabled) return;
  if (d.do) act(d.do, button);
  else if (d.go) choose(d.go);
  else if (d.add) { const place = [...(around.places ?? []), ...(around.recommended ?? [])].find(p => p.id === d.add); if (place) put(makeStop(place)); }
  else if (d.try) search.searchFor(d.try);
  else if (d.save) save(d.save);
  else if (d.lang) { speak(d.lang); words(); draw({ legs: false }); if (chosen()) fetchRecommended(); }
  else if (d.pick) { const place = [...(around.places ?? []), ...(around.recommended ?? [])].find(p => p.id === d.pick); if (place) { map.pan(place.at); light(place.id, true); } }
});

let steps = 0;
document.addEventListener('keydown', e => {
  const typing = e.target.matches?.('input:not([type=range])'), row = e.target.closest?.('.stop')?.dataset.stop, menu = $('.menu');
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (e.key === '/' && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) { e.preventDefault(); search.openSearch(); }
  else if (e.key.toLowerCase() === 'z' && (e.ctrlKey || e.metaKey) && !e.shiftKey && !typing) { e.preventDefault(); takeBack(); }
  else if (e.key === 'Escape') { if (!closeMenu(true) && !typing && state.chosen) choose(null); }
  else if (menu?.contains(e.target)) {
    const items = $$('button', menu), i = items.indexOf(e.target);
    if (step) { e.preventDefault(); items[(i + step + items.length) % items.length].focus(); }
    else if (e.key === 'Home' || e.key === 'End') { e.preventDefault(); items.at(e.key === 'Home' ? 0 : -1).focus(); }
    else if (e.key === 'Tab') closeMenu(true);
  } else if (e.target.id === 'r' && (step || e.key === 'ArrowLeft' || e.key === 'ArrowRight')) {
    // From round radius to round radius, where the slider's own steps would round back.
    e.preventDefault();
    setRadius(stepRadius(state.radius, e.key === 'ArrowUp' || e.key === 'ArrowRight' ? 1 : -1));
    e.target.value = positionOf(state.radius);
    clearTimeout(steps);
    steps = setTimeout(() => setRadius(state.radius, { done: true }), 400);
  } else if (row && !typing) {
    const i = state.stops.findIndex(s => s.key === row);
    if (e.altKey && step) { e.preventDefault(); move(row, i + step); }
    else if (e.key === 'F2') { e.preventDefault(); rename(row); }
    else if (e.key === 'Delete') { e.preventDefault(); remove(row); }
    else if (step) { const next = $$('.stop .go')[i + step]; if (next) { e.preventDefault(); next.focus(); } }
  }
});

document.addEventListener('input', e => { if (e.target.id === 'r') setRadius(radiusAt(Number(e.target.value))); });
document.addEventListener('change', e => {
  if (e.target.id === 'r') setRadius(radiusAt(Number(e.target.value)), { done: true });
  else if (e.target.id === 'file') { open(e.target.files[0]); e.target.value = ''; }
});

const lightLeg = (i, is) => { map.lightLeg(i, is); $(`[data-leg="${i}"]`)?.classList.toggle('lit', is); };
for (const [type, is] of [['mouseover', true], ['mouseout', false], ['focusin', true], ['focusout', false]]) document.addEventListener(type, e => {
  const place = e.target.closest?.('[data-place]'), leg = e.target.closest?.('[data-leg]');
  if (place) light(place.dataset.place, is);
  if (leg) lightLeg(Number(leg.dataset.leg), is);
});
// What has the focus is never below the edge of the sheet.
document.addEventListener('focusin', e => { if (phone() && page.dataset.sheet === 'peek' && e.target.closest('.scroll') && e.target.getBoundingClientRect().bottom > innerHeight) sheet('half'); });

document.addEventListener('pointerdown', e => {
  const grip = e.target.closest('.grip'), pull = e.target.closest('.pull');
  if (grip) {
    e.preventDefault();
    const row = grip.closest('.stop'), key = row.dataset.stop, y0 = e.clientY, scroll = $('.scroll'), top0 = scroll.scrollTop, mark = h('div', { class: 'drop' });
    let to = null;
    row.classList.add('held');
    const onMove = v => {
      const box = scroll.getBoundingClientRect();
      if (v.clientY > box.bottom - 30) scroll.scrollTop += 10;
      else if (v.clientY < box.top + 30) scroll.scrollTop -= 10;
      row.style.transform = `translateY(${v.clientY - y0 + scroll.scrollTop - top0}px)`;
      const rows = $$('.stop').filter(r => r !== row);
      to = rows.filter(r => { const b = r.getBoundingClientRect(); return b.top + b.height / 2 < v.clientY; }).length;
      if (rows[to]) rows[to].before(mark);
      else rows.at(-1)?.closest('li').append(mark);
    };
    const end = apply => {
      for (const [type, f] of handlers) removeEventListener(type, f);
      mark.remove();
      row.style.transform = '';
      row.classList.remove('held');
      if (apply && to !== null) move(key, to);
      else draw({ legs: false });
    };
    const handlers = [['pointermove', onMove], ['pointerup', () => end(true)], ['pointercancel', () => end(false)], ['keydown', v => v.key === 'Escape' && end(false)]];
    for (const [type, f] of handlers) addEventListener(type, f);
  } else if (pull) {
    const y0 = e.clientY;
    pull.dragged = false;
    const up = v => { const d = y0 - v.clientY; if (Math.abs(d) >= 6) { pull.dragged = true; nextSheet(Math.sign(d) * (Math.abs(d) > 240 ? 2 : 1)); } };
    addEventListener('pointerup', up, { once: true });
    addEventListener('pointercancel', () => removeEventListener('pointerup', up), { once: true });
  }
});
$('.pull').addEventListener('click', e => { if (!e.currentTarget.dragged || !e.detail) nextSheet(0); });

// A file dropped anywhere opens.
const hasFile = e => [...(e.dataTransfer?.types ?? [])].includes('Files');
let over = 0;
addEventListener('dragenter', e => { if (hasFile(e)) { over++; $('.drop-here').hidden = false; } });
addEventListener('dragleave', e => { if (hasFile(e) && --over <= 0) { over = 0; $('.drop-here').hidden = true; } });
addEventListener('dragover', e => { if (hasFile(e)) e.preventDefault(); });
addEventListener('drop', e => { if (!hasFile(e)) return; e.preventDefault(); over = 0; $('.drop-here').hidden = true; open(e.dataTransfer.files[0]); });

// Another address, by hand or by going back: the same page shows it.
addEventListener('hashchange', () => { if (location.hash === toHash()) return; read(location.hash); });

function read(hash) {
  const told = fromHash(hash);
  const before = state.stops, other = before.length && tripPart(hash) !== tripPart(toHash());
  if (other) state.past.push({ stops: before, chosen: state.chosen });
  Object.assign(state, { stops: told.stops, chosen: told.chosen, radius: told.radius, view: told.view, query: told.query, notice: null });
  if (other) state.notice = { says: () => t.openedLink, action: { label: () => t.mine, run: takeBack } };
  if (told.wrong) state.notice = { says: () => ['', t.skipped(told.wrong).trim()], wrong: true };
  resetAround();
  draw();
  show();
}
function show() {
  map.fit(false);
  if (state.view) map.view(state.view);
  map.tags();
}

// Print: the whole trip on the map in light colours, then the list.
let shownTheme = '';
addEventListener('beforeprint', () => {
  shownTheme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = 'light';
  page.classList.add('printing');
  map.trip();
  map.fit(false);
  map.tags();
});
addEventListener('afterprint', () => {
  document.documentElement.dataset.theme = shownTheme;
  page.classList.remove('printing');
  map.resize();
  map.trip();
  show();
});

let resized = 0;
addEventListener('resize', () => { if (page.classList.contains('printing')) return; clearTimeout(resized); resized = setTimeout(() => { map.resize(); if (!state.view) map.fit(false); map.tags(); }, 100); });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', e => { if (kept.get('theme')) return; document.documentElement.dataset.theme = e.matches ? 'dark' : 'light'; draw({ legs: false }); });

function words() {
  drawFrame(settings);
  map.name();
  search.words();
  const missing = $('.no-map');
  if (!missing.hidden) missing.replaceChildren(h('p', {}, h('b', {}, t.noMap[0])), h('p', {}, t.noMap[1]), h('code', {}, 'apt-get install libjs-leaflet'));
}

// Start

const get = async path => { const response = await fetch(path); if (!response.ok) throw new Trouble('broken'); return response.json(); };

function restore() {
  const mine = kept.get('trip') || '', linked = location.hash;
  const told = fromHash(linked || mine);
  Object.assign(state, { stops: told.stops, chosen: told.chosen, radius: told.radius, view: told.view, query: told.query });
  if (told.wrong) state.notice = { says: () => ['', t.skipped(told.wrong).trim()], wrong: true };
  // A link does not take the place of a trip of one's own without a way back.
  if (tripPart(linked) && tripPart(mine) && tripPart(linked) !== tripPart(mine)) {
    const own = fromHash(mine);
    state.past.push({ stops: own.stops, chosen: null });
    state.notice = { says: () => t.openedLink, action: { label: () => t.mine, run: takeBack } };
  }
}

async function start() {
  const asking = get('page/settings.json'), ground = get('page/backdrop.geojson');
  ground.catch(() => {});
  restore();
  let trouble = null;
  try { settings = { ...settings, ...await asking }; } catch (error) { trouble = error instanceof Trouble ? error : new Trouble('unreachable'); }
  if (globalThis.L) {
    map = makeMap(settings, {
      press: at => { if (performance.now() - state.dismissed > 800) put(makeStop({ at, name: placeName(at) }), false); },
      choose, light, lightLeg,
      radius: (meters, done) => setRadius(meters, { fromKnob: true, done }),
      pick: id => { if ($$('.place.row').every(e => e.dataset.place !== id) && around.places) { around.rows = Math.max(around.rows, around.places.findIndex(p => p.id === id) + 1); drawResults(around); } light(id, true); $(`.place.row[data-place="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' }); },
      moved: view => { state.view = view; keep(); },
    });
  } else {
    map = noMap(settings);
    page.setAttribute('data-no-map', '');
    $('.no-map').hidden = false;
  }
  if (phone() && !state.stops.length) sheet('half');
  search.startSearch(map, answer => put(makeStop(answer)));
  words();
  resetAround();
  draw();
  show();
  page.setAttribute('data-ready', '');
  if (trouble) wrong(trouble, () => location.reload());
  if (state.query) search.searchFor(state.query);
  document.fonts?.ready.then(() => map.tags());
  try { map.backdrop(await ground); } catch { $('.source').textContent = t.noBackdrop; }
  page.setAttribute('data-drawn', '');
  if (settings.regions) get('page/regions.geojson').then(map.showRegions).catch(() => { state.regionsWrong = true; draw({ legs: false }); });
}
start();
