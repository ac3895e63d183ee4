// The trip: its stops, what was before, and how it is written into the address.

import { kept } from './dom.js';
import { clampRadius, USUAL } from './geo.js';

export const MOST = 500; // stops that the server takes in one question

let lastKey = 0;
/** A stop. The key identifies it on this page; the id is that of the reader's file or of the attraction. */
export const makeStop = ({ at, name, nameEn = '', arrive = '', note = '', id = '' }) =>
  ({ key: `k${++lastKey}`, at, name, nameEn, arrive, note, id });

// What the page needs to know before it can draw; a server without it is taken for the plainest one.
const SETTINGS = { attractions: 0, middle: [36.4, 127.9], bounds: [[33.1, 125.9], [38.6, 129.6]], regions: false, legs: 'great-circle', tiles: null, attribution: null, isMap: false, questions: { recommend: [], plan: null } };

export const state = {
  settings: SETTINGS,
  stops: [],
  question: 'trip', // or 'day', for which `day` is set
  day: null, // what day.js made: { draw(), picture(), ask(), title(), text }
  places: null, // what shows a place, once its script has come
  dayText: '', // the wishes of the day, as they are in the address
  chosen: null, // the key of a stop: what is around it is shown
  radius: USUAL, // where nobody set another, recommendations look farther if there is too little
  around: {}, // the chosen stop: { places, recommended, reach, shown, rows, all, most, bones, slow, wrong, recommendedWrong, open, details, own }
  asks: {}, // what else recommendations are asked, by the names of the server's parameters
  notice: null,
  ordering: false, // whether an order is being looked for
  legs: [], // between the stops: { meters, seconds, line, found, straight, reason }
  visited: [], // codes of regions
  regionNames: [],
  view: null, // "zoom/latitude/longitude" once the reader has moved the map
  query: '',
  past: [],
  dismissed: -Infinity, // when a press last closed something: that press is no new stop
};
/** What the map shows: stops and legs of the trip, or of a day with those of the `others`. */
export const shown = () => state.question === 'day' && state.day ? state.day.picture() : state;
export const chosen = () => state.stops.find(stop => stop.key === state.chosen);

const validAt = at => at.length === 2 && at.every(Number.isFinite) && Math.abs(at[0]) <= 90 && Math.abs(at[1]) <= 180;
const short = (text, most) => [...String(text ?? '')].slice(0, most).join('');
const DAY = /^\d{4}-\d\d-\d\d/;

/** The stops of rows that a file or an address gave, and how many could not be read. */
export function readStops(rows) {
  const stops = [];
  let wrong = 0;
  for (const row of rows) {
    const at = [row.latitude, row.longitude].map(v => String(v ?? '').trim() === '' ? NaN : Number(v));
    if (!validAt(at)) { wrong++; continue; }
    stops.push(makeStop({
      at,
      name: short(row.name, 200).trim() || placeName(at),
      nameEn: short(row.nameEn, 200).trim(),
      arrive: DAY.test(row.arrive || '') && !Number.isNaN(Date.parse(row.arrive)) ? short(row.arrive, 40) : '',
      note: short(row.note, 500),
      id: short(row.id, 100),
    }));
  }
  return { stops, wrong };
}

/** Ids that the server takes: each its own. */
export const unique = stops => {
  const used = new Set();
  return stops.map((stop, i) => { let id = stop.id || String(i + 1); while (used.has(id)) id += `-${i + 1}`; used.add(id); return id; });
};

/** The stops as the server takes them; with dates and names for a file. */
export function stopsOf(stops, full = false) {
  const ids = full ? unique(stops) : stops.map((_, i) => String(i + 1));
  return stops.map((stop, i) => ({
    id: ids[i], latitude: stop.at[0], longitude: stop.at[1],
    ...(full ? { name: stop.name, ...(stop.arrive ? { arrival: stop.arrive, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}) } : {}),
  }));
}

/** What a place without a name is called. */
export const placeName = at => `${at[0].toFixed(4)}, ${at[1].toFixed(4)}`;

// #trip=37.5547,126.9707,서울역;…&stop=1&radius=5000&map=8/36.5/127.9&q=…
// Every field is percent-encoded by itself, so that commas and semicolons separate.
const degrees = value => String(Number(value.toFixed(6)));
export function toHash() {
  const parts = [];
  if (state.stops.length) parts.push('trip=' + state.stops.map(s => {
    const fields = [degrees(s.at[0]), degrees(s.at[1]), ...[s.name, s.nameEn, s.arrive, s.note, s.id].map(encodeURIComponent)];
    while (fields.at(-1) === '') fields.pop();
    return fields.join(',');
  }).join(';'));
  if (chosen()) parts.push(`stop=${state.stops.indexOf(chosen()) + 1}`, `radius=${state.radius}`);
  if (state.view) parts.push(`map=${state.view}`);
  if (state.question === 'day' && state.dayText) parts.push(`day=${encodeURIComponent(state.dayText)}`);
  if (state.query) parts.push(`q=${encodeURIComponent(state.query)}`);
  return parts.length ? '#' + parts.join('&') : '';
}

const decoded = text => { try { return decodeURIComponent(text); } catch { return text; } };
export function fromHash(hash) {
  const parts = Object.fromEntries(hash.replace(/^#/, '').split('&').filter(Boolean).map(p => { const k = p.indexOf('='); return [p.slice(0, k), p.slice(k + 1)]; }));
  const rows = (parts.trip || '').split(';').filter(Boolean).map(row => {
    const [latitude, longitude, name, nameEn, arrive, note, id] = row.split(',').map(decoded);
    return { latitude, longitude, name, nameEn, arrive, note, id };
  });
  const { stops, wrong } = readStops(rows.slice(0, MOST));
  const view = /^(\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)$/.exec(parts.map || '');
  const radius = Number(parts.radius);
  return {
    stops,
    wrong: wrong + Math.max(0, rows.length - MOST),
    chosen: stops[Number(parts.stop) - 1]?.key || null,
    radius: radius > 0 ? clampRadius(radius) : USUAL,
    view: view ? parts.map : null,
    dayText: decoded(parts.day || '').slice(0, 8000),
    query: decoded(parts.q || '').slice(0, 200),
  };
}

/** The part of an address that is the trip itself. */
export const tripPart = hash => /[#&]trip=([^&]*)/.exec(hash || '')?.[1] || '';

let timer = 0;
function write() {
  clearTimeout(timer);
  timer = 0;
  const hash = toHash();
  // Browsers allow few changes of the address in a short time; storage keeps what an address could not take.
  try { if (hash !== location.hash) history.replaceState(history.state, '', hash || location.pathname + location.search); } catch { /* next time */ }
  kept.set('trip', hash);
  try { sessionStorage.setItem('waymark.trip', hash); } catch { /* the address has it */ }
}
/** The address of this page. One that was written while the page was left comes too late for a reload, but is in the tab's storage. */
export function ownHash() {
  try { if (performance.getEntriesByType('navigation')[0]?.type === 'reload') return sessionStorage.getItem('waymark.trip') ?? location.hash; } catch { /* the address */ }
  return location.hash;
}
/** Writes the state into the address and into this browser, soon. */
export function keep() { timer ||= setTimeout(write, 200); }
export const keepNow = write;
addEventListener('pagehide', () => timer && write());

/** Changes the stops; what was before can be brought back. */
export function change(stops, notice = null) {
  state.past.push({ stops: state.stops, chosen: state.chosen });
  if (state.past.length > 100) state.past.shift();
  state.stops = stops;
  if (!chosen()) state.chosen = null;
  state.notice = notice && { undo: true, ...notice };
}

/** False if there is nothing to undo. */
export function undo() {
  const before = state.past.pop();
  if (!before) return false;
  state.stops = before.stops;
  if (!chosen()) state.chosen = before.chosen;
  if (!chosen()) state.chosen = null;
  state.notice = null;
  return true;
}
