// What is around the chosen stop: asked, and kept in the state. panel.js and map.js draw it.

import { $, say } from './dom.js';
import { Line, parameters } from './ask.js';
import { neatRadius, positionOf, USUAL } from './geo.js';
import { drawResults } from './panel.js';
import { chosen, keep, state } from './trip.js';
import { lang, nameOf, troubleText } from './words.js';

const REACH = 30000, ROWS = 60;
const lines = { near: new Line(), recommend: new Line(), reach: new Line() };
let on = null;
/** `map` gives the map; draw(how) draws all. */
export function startAround(told) { on = told; }

/** The places around on the map. */
export const drawMarks = () => on.map().near(state.around.places?.filter(p => p.meters >= 1) ?? [], state.around.shown);
export function drawAround() {
  drawResults();
  drawMarks();
}

export function resetAround() {
  lines.near.stop();
  lines.recommend.stop();
  lines.reach.stop();
  state.around = { places: null, recommended: null, shown: [], rows: ROWS, all: false, most: 0 };
  if (chosen()) fetchAround();
}

const placeOf = r => ({ id: r.attraction_id, name: r.name, nameEn: r.name_en ?? '', category: r.category, theme: r.theme, at: [r.latitude, r.longitude], meters: r.haversine_m, aside: state.places?.isAside(r) ?? false });
export const placeAt = id => [...(state.around.places ?? []), ...(state.around.recommended ?? [])].find(p => p.id === id);

export async function fetchAround() {
  const stop = chosen(), { around } = state;
  fetchRecommended();
  const telling = { waiting: is => is && show('bones'), slow: () => show('slow') };
  const show = what => { around[what] = true; drawResults(); };
  // All that the widest circle can show, nearest first: the slider then needs no further question.
  const ask = most => lines.near.ask('/v1/nearby?' + parameters({ latitude: stop.at[0], longitude: stop.at[1], radius: `${REACH}m`, limit: most }), telling);
  try {
    let most = 10000;
    const answer = await ask(most).catch(error => {
      if (error.kind !== 'large') throw error;
      return ask(most = 1000);
    });
    if (!answer) return;
    around.places = answer.results.map(placeOf);
    around.most = answer.results.length >= most ? most : 0;
    around.wrong = null;
    readThemes();
    if (around.places.some(p => p.id === stop.id && p.meters < 100)) places().then(it => it?.readStop(stop));
  } catch (error) {
    if (error.kind !== 'newer') around.wrong = () => troubleText(error);
  } finally {
    around.slow = false;
  }
  if (chosen() === stop) { drawAround(); say(`${nameOf(stop)}. ${$('[data-count]')?.firstChild.textContent ?? ''}`); }
}

// Recommendations have themes and English names; the list shows them where they are known.
function readThemes() {
  const known = new Map((state.around.recommended ?? []).map(r => [r.id, r]));
  for (const place of state.around.places ?? []) {
    place.theme ||= known.get(place.id)?.theme;
    place.nameEn ||= known.get(place.id)?.nameEn ?? '';
  }
}

/** What shows a place. Its script comes when it is first needed. */
export const places = async () => (state.places ??= await import('./place.js').then(it => it.makePlaces(on.draw), () => null));

/** What is within reach of the chosen stop, as an area on the map; `within` is a mode and minutes, or nothing. */
export async function askReach(within) {
  const { around } = state, [mode, minutes] = within.split('-'), [latitude, longitude] = chosen().at;
  Object.assign(around, { within, area: null });
  on.map().within();
  if (!within) return lines.reach.stop();
  try {
    const area = await lines.reach.ask('/v1/reach?' + parameters({ latitude, longitude, minutes, mode }), { accept: 'application/geo+json' });
    if (!area || state.around !== around) return;
    around.area = JSON.parse(await area.text());
    on.map().within();
  } catch (error) {
    if (error.kind !== 'newer') say(troubleText(error));
  }
}

let soon = 0;
export async function fetchRecommended() {
  const stop = chosen(), { around } = state;
  clearTimeout(soon);
  if (!stop) return;
  const question = { latitude: stop.at[0], longitude: stop.at[1], radius: state.radius === USUAL ? null : `${state.radius}m`, limit: 11, explain: true, language: lang, ...state.asks };
  try {
    const answer = await lines.recommend.ask('/v1/recommend?' + parameters(question));
    if (!answer) return;
    // The clauses: how far on foot, what the place is, and why it is here.
    around.recommended = answer.results.filter(r => r.haversine_m >= 1).map(r => {
      const [way, what = '', ...whys] = String(r.explanation || '').split(' · ');
      return { ...placeOf(r), way: [/^[\d.,]+ k?m( away)?$/.test(way) ? '' : way, ...whys].filter(Boolean).join(', '), reason: what };
    });
    around.reach = answer.results[0]?.radius_m ?? 0;
    around.recommendedWrong = null;
    readThemes();
  } catch (error) {
    if (error.kind === 'newer') return;
    around.recommendedWrong = () => troubleText(error);
  }
  if (chosen() === stop) drawAround();
}

/** Sets the radius; `from` is the slider or the knob that is being moved, and follows by itself. */
export function setRadius(meters, { from = '', done = false } = {}) {
  if (!chosen()) return;
  state.radius = neatRadius(meters);
  on.map().radius(from === 'knob' && !done);
  drawResults();
  if (from !== 'slider') $('#r').value = positionOf(state.radius);
  keep();
  clearTimeout(soon);
  if (done) { fetchRecommended(); on.draw({ refit: true, legs: false }); } else soon = setTimeout(fetchRecommended, 400);
}
