// Legs of the trip: straight ones at once, by the same formula as the server; roads when they come. And the regions that it visits.

import { Line } from './ask.js';
import { between } from './geo.js';
import { drawPanel } from './panel.js';
import { state, stopsOf } from './trip.js';
import { lang, troubleText } from './words.js';

const lines = { legs: new Line(), regions: new Line() };
export const isStraight = () => state.settings.legs === 'great-circle';
let on = null;
/** `map` gives the map; draw() draws all; wrong(trouble, retry) tells. */
export function startLegs(told) { on = told; }

let drawnLegs = '';
/** Asks for the legs and the regions, if the stops have changed. */
export function askLegs() {
  const { stops } = state, roads = !isStraight(), key = [lang, ...stops.map(s => s.at)].join(';');
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
        straight: straight && isStraight(), standIn: straight && !isStraight(),
      };
    });
    drawPanel();
    on.map().trip();
    on.map().tags();
  } catch (error) {
    state.legs = state.legs.map(leg => leg.waiting ? { ...leg, waiting: false, reason: troubleText(error) } : leg);
    on.map().trip();
    on.wrong(error, () => { drawnLegs = ''; state.notice = null; on.draw(); });
  }
}

async function fetchRegions() {
  if (!state.settings.regions) return;
  state.regionsWrong = false;
  let pairs = [];
  try {
    if (state.stops.length) {
      const answer = await lines.regions.ask('/v1/regions', { body: { stops: stopsOf(state.stops), language: lang } });
      if (!answer) return;
      pairs = answer.results.flatMap(regionsOf);
    }
  } catch { state.regionsWrong = true; }
  state.visited = [...new Set(pairs.map(p => p.code))];
  state.regionNames = [...new Set(pairs.map(p => p.name).filter(Boolean))];
  drawPanel();
  on.map().visited();
}
// Each level of the boundaries has the columns LEVEL_code and LEVEL_name.
const regionsOf = row => Object.keys(row).filter(k => k.endsWith('_code') && row[k]).map(k => ({ code: String(row[k]), name: row[k.replace(/_code$/, '_name')] ?? row[k.replace(/_code$/, '')] }));
