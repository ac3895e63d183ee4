// The map: Leaflet draws and moves it; what is on it is decided here.

import { $, $$, calm, h, phone } from './dom.js';
import { between, legColor, offset, round } from './geo.js';
import { chosen, shown, state } from './trip.js';
import { lang, langOf, nameOf, t } from './words.js';

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const WORLD = [[-85, -220], [85, 220]];
const LABELS = 80, OBSTACLES = 800; // places whose names are tried, and that names keep clear of

/** What stands in for the map where Leaflet is missing: it takes every call and knows only the middle. */
export const noMap = new Proxy({}, { get: (_, name) => () => name === 'middle' ? state.settings.middle : undefined });

/**
 * The map. `on` has what the reader does there: press(at), choose(key), light(id, on), lightLeg(i, on), radius(meters, done),
 * pick(id), moved().
 */
export function makeMap(on) {
  const L = globalThis.L, { settings } = state;
  const map = L.map('map', {
    zoomControl: false, attributionControl: false, zoomSnap: .25, zoomDelta: .5, minZoom: 2, maxZoom: settings.tiles ? 19 : settings.ground ? 18 : 16, maxBounds: WORLD,
    zoomAnimation: !calm(), fadeAnimation: !calm(), markerZoomAnimation: !calm(), inertia: !calm(),
  });
  map.setView(settings.middle, 6, { animate: false });
  for (const [name, z] of [['ground', 200], ['tiles', 210], ['regions', 220], ['spots', 405], ['lines', 410], ['tags', 620]]) map.createPane(name).style.zIndex = z;
  map.getPane('tags').style.pointerEvents = 'none';
  map.getPane('mapPane').setAttribute('aria-hidden', 'true');
  const element = map.getContainer();
  element.setAttribute('role', 'application');

  const ground = L.svg({ pane: 'ground', padding: .35 }), lines = L.svg({ pane: 'lines', padding: .3 }), dots = L.canvas({ pane: 'spots', padding: .3, tolerance: 5 });
  const layer = () => L.layerGroup().addTo(map);
  const groundLayer = layer(), gridLayer = layer(), regionLayer = layer(), tripLayer = layer(), nearLayer = layer(), tagLayer = layer(), peekLayer = layer(), leaderLayer = layer();
  // Leaflet sets its place by the style of an element, which the policy allows.
  const mark = (at, content, size, options = {}) =>
    L.marker(at, { icon: L.divIcon({ className: '', html: content, iconSize: [size, size] }), keyboard: false, ...options });
  const line = (points, className, options = {}) => L.polyline(points, { renderer: lines, className, interactive: false, fill: false, opacity: 1, ...options });

  let legLines = [], pins = [], spots = new Map(), reach = null, circle = null, knob = null, rings = null, regions = null, moving = false;

  let streets = null;
  if (settings.tiles) L.tileLayer(settings.tiles, { pane: 'tiles', className: 'tiles', maxZoom: 19 }).addTo(map);
  else if (settings.ground) streets = L.tileLayer('tiles/{z}/{x}/{y}.svg?theme={theme}', { pane: 'tiles', minZoom: 6, maxZoom: 18, bounds: L.latLngBounds(settings.ground).pad(3), theme: () => document.documentElement.dataset.theme }).addTo(map);

  // Of the backdrop what is near is drawn at once, the rest when the map first shows it.
  const home = L.latLngBounds(settings.bounds).pad(2);
  let elsewhere = [];
  const flip = x => typeof x[0] === 'number' ? [x[1], x[0]] : x.map(flip);
  const outline = coordinates => typeof coordinates[0]?.[0] === 'number' ? coordinates : outline(coordinates[0]);
  const parts = ({ type, coordinates }) => type.startsWith('Multi') ? coordinates : [coordinates];
  function isHome({ geometry }) {
    let west = Infinity, east = -Infinity, south = Infinity, north = -Infinity;
    for (const part of parts(geometry)) for (const [x, y] of outline(part)) { west = Math.min(west, x); east = Math.max(east, x); south = Math.min(south, y); north = Math.max(north, y); }
    return west <= home.getEast() && east >= home.getWest() && south <= home.getNorth() && north >= home.getSouth();
  }
  function lay(features) {
    const kinds = {};
    for (const { geometry, properties } of features) for (const part of parts(geometry)) (kinds[properties.kind] ||= []).push(part);
    const add = (make, kind, options) => kinds[kind] && groundLayer.addLayer(make(flip(kinds[kind]), { renderer: ground, className: kind, interactive: false, smoothFactor: .7, ...options }));
    for (const kind of ['land', 'lake']) add(L.polygon, kind, { fillRule: 'nonzero', fillOpacity: 1 });
    for (const kind of ['municipality', 'province', 'border']) add(L.polyline, kind, { fill: false });
    grid();
  }
  function backdrop(collection) {
    if (settings.tiles) return;
    const near = [];
    for (const feature of collection.features ?? []) (isHome(feature) ? near : elsewhere).push(feature);
    lay(near);
    layElsewhere();
  }
  function layElsewhere() {
    if (!elsewhere.length || home.contains(map.getBounds())) return;
    const rest = elsewhere;
    elsewhere = [];
    lay(rest);
  }

  function showRegions(collection) {
    regionLayer.clearLayers();
    regions = L.geoJSON(collection, { renderer: L.svg({ pane: 'regions', padding: .3 }), pane: 'regions', interactive: false, style: () => ({ className: 'region', fillOpacity: 1 }) });
    regionLayer.addLayer(regions);
    visited();
    tags();
  }
  function visited() {
    regions?.eachLayer(l => l.getElement()?.classList.toggle('visited', state.visited.includes(String(l.feature.properties.code))));
  }

  function trip() {
    tripLayer.clearLayers();
    legLines = [];
    pins = [];
    const { stops, legs, others = [] } = shown(), n = stops.length - 1, now = chosen();
    map.getPane('lines').classList.toggle('dim', Boolean(now));
    for (const other of others) tripLayer.addLayer(other.at ? mark(other.at, h('span', { class: 'pin other' }, h('b')), 28, { title: nameOf(other), interactive: false }) : line(other.line, `line other ${other.by}`));
    legs.forEach(leg => { if (leg.found && leg.by !== 'foot') tripLayer.addLayer(line(leg.line, 'casing')); });
    legs.forEach((leg, i) => {
      const one = line(leg.line, leg.found ? `line ${leg.by ?? ''}` : 'line missing', { color: leg.found ? leg.color ?? legColor(i, n) : css('--control'), interactive: true, bubblingMouseEvents: true });
      one.on('mouseover', () => on.lightLeg(i, true)).on('mouseout', () => on.lightLeg(i, false));
      legLines.push(one);
      tripLayer.addLayer(one);
    });
    stops.forEach((stop, i) => {
      const pin = mark(stop.at, h('span', { class: `pin${stop === now ? ' chosen' : now ? ' far' : ''}`, 'data-pin': stop.key }, h('b', {}, stop.label ?? String(i + 1))), 28,
        { title: nameOf(stop), zIndexOffset: stop === now ? 900 : 500 - i });
      pin.on('click', () => on.choose(stop.key));
      pins.push(pin);
      tripLayer.addLayer(pin);
    });
  }
  const lightLeg = (i, is) => legLines[i]?.getElement()?.classList.toggle('lit', is);

  // What is around the chosen stop.
  const spotStyle = (inside, aside) => ({ radius: inside && !aside ? 4 : 3, fillColor: css(aside ? '--control' : '--place'), fillOpacity: inside ? 1 : .3, color: css('--halo'), weight: 1, stroke: inside });
  let litStyle = null, styleOf = null; // of a place, inside or not, as the theme has it
  const ringMeters = () => [200, 500, 1000, 2000, 5000, 10000, 20000].filter(m => m < state.radius * .75 && m >= state.radius * .15);

  function drawRings() {
    rings.clearLayers();
    for (const m of ringMeters()) rings.addLayer(L.circle(chosen().at, { renderer: lines, radius: m, className: 'ring', interactive: false }));
  }

  /** The circle, and the places, sorted by distance; `recommended` are the numbered ones among them. */
  function near(places, recommended) {
    nearLayer.clearLayers();
    leaderLayer.clearLayers();
    spots = new Map();
    circle = knob = rings = null;
    const stop = chosen();
    if (!stop) return;
    circle = L.circle(stop.at, { renderer: lines, radius: state.radius, className: 'reach', interactive: false, fillOpacity: null, weight: null }).addTo(nearLayer);
    rings = L.layerGroup().addTo(nearLayer);
    drawRings();
    const numbers = new Map(recommended.map((r, k) => [r.id, k + 1]));
    const styles = [spotStyle(false), spotStyle(true), spotStyle(false, true), spotStyle(true, true)];
    styleOf = (place, is) => styles[2 * place.aside + is];
    for (const place of [...recommended, ...places.filter(p => !numbers.has(p.id))]) {
      if (spots.has(place.id)) continue;
      const number = numbers.get(place.id);
      const one = number
        ? mark(place.at, h('span', { class: 'reco', 'data-spot': place.id }, h('b', {}, String(number))), 22, { zIndexOffset: 700 - number, title: nameOf(place) })
        : L.circleMarker(place.at, { renderer: dots, bubblingMouseEvents: false, ...styleOf(place, place.meters <= state.radius) });
      one.on('mouseover', () => on.light(place.id, true)).on('mouseout', () => on.light(place.id, false)).on('click', () => on.pick(place.id));
      spots.set(place.id, { place, one, number, inside: place.meters <= state.radius });
      nearLayer.addLayer(one);
    }
    knob = mark(offset(stop.at, state.radius, 90), h('span', {}, h('span', { class: 'knob' }), h('span', { class: 'knob-name tag' }, round(state.radius))), 16,
      { draggable: true, zIndexOffset: 1000 });
    knob.on('drag', e => on.radius(between(stop.at, [e.latlng.lat, e.latlng.lng]), false)).on('dragend', () => on.radius(state.radius, true));
    nearLayer.addLayer(knob);
    within();
    tags();
  }

  /** The area within reach of the chosen stop. */
  function within() {
    reach?.remove();
    reach = state.around.area ? L.geoJSON(state.around.area, { renderer: lines, interactive: false, style: { className: 'within-reach', fillOpacity: null, weight: null } }).addTo(nearLayer) : null;
  }

  /** The circle follows the slider and the knob; dots between the old and the new circle change. */
  function radius(fromKnob) {
    if (!circle) return;
    circle.setRadius(state.radius);
    drawRings();
    $('.knob-name', knob.getElement()).textContent = round(state.radius);
    if (!fromKnob) knob.setLatLng(offset(chosen().at, state.radius, 90));
    for (const spot of spots.values()) {
      const is = spot.place.meters <= state.radius;
      if (is === spot.inside) continue;
      spot.inside = is;
      if (!spot.number) spot.one.setStyle(styleOf(spot.place, is));
    }
  }

  function light(id, is) {
    const spot = spots.get(id);
    peekLayer.clearLayers();
    if (litStyle) { litStyle.one.setStyle(styleOf(litStyle.place, litStyle.inside)); litStyle = null; }
    $$('.reco.lit', element).forEach(e => e.classList.remove('lit'));
    if (!spot || !is) return;
    if (spot.number) $('.reco', spot.one.getElement())?.classList.add('lit');
    else { spot.one.setStyle({ stroke: true, color: css('--pin'), weight: 2, fillOpacity: 1 }); litStyle = spot; }
    if (!spot.named) peekLayer.addLayer(tag(spot.place.at, nameOf(spot.place), 'place-name strong', 12, -10, langOf(spot.place), 5000));
  }

  const tag = (at, text, className, x, y, language = 'ko', zIndexOffset = 0) => {
    const name = h('span', { class: `tag ${className}`, lang: language }, text);
    name.style.left = `${x}px`;
    name.style.top = `${y}px`;
    return mark(at, h('span', {}, name), 0, { pane: 'tags', interactive: false, zIndexOffset });
  };

  // Numbered places that would cover each other or the stop move apart, with a line to their place.
  function spread() {
    leaderLayer.clearLayers();
    const stop = chosen();
    if (!stop) return;
    const list = [...spots.values()].filter(s => s.number).map(s => ({ s, home: map.latLngToContainerPoint(s.place.at) }));
    list.forEach(o => { o.p = o.home.clone(); });
    const pin = { p: map.latLngToContainerPoint(stop.at), gap: 31 };
    for (let k = 0; k < 60; k++) for (const a of list) for (const b of [pin, ...list]) {
      if (a === b) continue;
      const gap = b.gap || 26, dx = a.p.x - b.p.x, dy = a.p.y - b.p.y, d = Math.hypot(dx, dy) || .01;
      if (d >= gap) continue;
      const push = (gap - d) / d * (b === pin ? 1 : .5);
      a.p = a.p.add([(dx || .01) * push, dy * push]);
      if (b !== pin) b.p = b.p.subtract([(dx || .01) * push, dy * push]);
    }
    for (const { s, home, p } of list) {
      s.one.setLatLng(map.containerPointToLatLng(p));
      if (home.distanceTo(p) <= 5) continue;
      leaderLayer.addLayer(line([s.place.at, map.containerPointToLatLng(p)], 'leader'));
      leaderLayer.addLayer(L.circleMarker(s.place.at, { renderer: lines, radius: 2.5, className: 'spot', interactive: false, fillOpacity: null, weight: null }));
    }
  }

  // Names, where there is room: right, left, below, above, corners.
  const canvas = document.createElement('canvas').getContext('2d');
  function tags() {
    const { stops, legs } = shown();
    tagLayer.clearLayers();
    spread();
    const family = getComputedStyle(document.body).fontFamily, size = map.getSize(), taken = [], now = chosen(), big = phone() ? 14 : 15;
    const point = at => map.latLngToContainerPoint(at), top = phone() ? 64 : 2;
    const seen = p => p.x > -20 && p.y > -20 && p.x < size.x + 20 && p.y < size.y + 20;
    const hit = b => taken.some(o => b[0] < o[2] && b[2] > o[0] && b[1] < o[3] && b[3] > o[1]);
    // A pin on another has no number until one zooms in; the chosen one always has.
    const clear = [], crowded = new Set();
    const order = [...stops.keys()].sort((a, b) => (stops[b] === now) - (stops[a] === now));
    for (const i of order) {
      const stop = stops[i];
      const p = point(stop.at), is = clear.some(o => o.distanceTo(p) < 25), r = is ? 6 : now && stop !== now ? 11 : 16;
      is ? crowded.add(stop) : clear.push(p);
      pins[i]?.getElement()?.firstChild.classList.toggle('crowded', is);
      pins[i]?.setZIndexOffset(stop === now ? 900 : is ? 0 : 500 - i);
      taken.push([p.x - r, p.y - r, p.x + r, p.y + r]);
    }
    let obstacles = 0;
    for (const spot of spots.values()) {
      spot.named = false;
      const p = point(spot.one.getLatLng()), r = spot.number ? 12 : 5;
      if (seen(p) && obstacles++ < OBSTACLES) taken.push([p.x - r, p.y - r, p.x + r, p.y + r]);
    }
    const frameBox = element.getBoundingClientRect();
    for (const e of $$('.tools, .scale, .source')) {
      const b = e.getBoundingClientRect();
      if (b.width) taken.push([b.left - frameBox.left - 4, b.top - frameBox.top - 4, b.right - frameBox.left + 4, b.bottom - frameBox.top + 4]);
    }
    if (knob) { const p = point(knob.getLatLng()); taken.push(phone() ? [p.x - 70, p.y - 12, p.x + 12, p.y + 12] : [p.x - 12, p.y - 12, p.x + 70, p.y + 12]); }
    // Legs as small boxes along the line, so that names stay clear of them.
    if (!now) for (const leg of legs) {
      const a = point(leg.line[0]), b = point(leg.line.at(-1)), n = Math.min(200, Math.ceil(a.distanceTo(b) / 7));
      for (let k = 2; k < n - 1; k++) { const x = a.x + (b.x - a.x) * k / n, y = a.y + (b.y - a.y) * k / n; taken.push([x - 3, y - 3, x + 3, y + 3]); }
    }
    const put = (at, text, className, font, gap, must, language) => {
      const p = point(at), height = 20;
      if (!seen(p)) return false;
      canvas.font = `${font} ${family}`;
      const width = canvas.measureText(text).width + 2;
      const sides = [[gap, -height / 2], [-gap - width, -height / 2], [-width / 2, gap - 2], [-width / 2, -gap - height + 2], [gap - 4, gap - 8],
        [gap - 4, -gap - 10], [-gap - width + 4, gap - 8], [-gap - width + 4, -gap - 10]];
      let best = null, least = Infinity;
      for (const side of sides) {
        const b = [p.x + side[0], p.y + side[1] + 2, p.x + side[0] + width, p.y + side[1] + height - 2];
        const cost = b[0] < 2 || b[2] > size.x - 4 || b[1] < top ? 1e6
          : taken.reduce((sum, o) => sum + Math.max(0, Math.min(b[2], o[2]) - Math.max(b[0], o[0])) * Math.max(0, Math.min(b[3], o[3]) - Math.max(b[1], o[1])), 0);
        if (cost < least) { least = cost; best = side; }
        if (!cost) break;
      }
      // Names of stops may cover a little: the list has them all.
      if (least > (must ? 150 : 0)) return false;
      taken.push([p.x + best[0] - 2, p.y + best[1] + 1, p.x + best[0] + width + 2, p.y + best[1] + height - 1]);
      tagLayer.addLayer(tag(at, text, className, best[0], best[1], language));
      return true;
    };
    if (now) {
      put(now.at, nameOf(now), 'stop-name', `700 ${big}px`, 18, true, null);
      for (const m of ringMeters()) for (const bearing of [270, 300, 240, 180, 0, 330, 210]) {
        const q = offset(now.at, m, bearing), p = point(q), b = [p.x - 18, p.y - 8, p.x + 18, p.y + 8];
        if (hit(b)) continue;
        taken.push(b);
        tagLayer.addLayer(tag(q, round(m), 'ring-name', 0, 0, null));
        break;
      }
      let tried = 0;
      for (const spot of spots.values()) if (spot.number) spot.named = put(spot.one.getLatLng(), nameOf(spot.place), 'place-name', '600 13.5px', 14, true, langOf(spot.place));
      // Sights first.
      for (const aside of [false, true]) for (const spot of spots.values()) {
        if (tried >= LABELS) break;
        if (spot.place.aside !== aside || spot.number || !spot.inside || spot.place.meters < 1 || !seen(point(spot.place.at))) continue;
        tried++;
        spot.named = put(spot.place.at, nameOf(spot.place), `place-name quiet${aside ? ' aside' : ''}`, '400 12.5px', 8, false, langOf(spot.place));
      }
      for (const stop of stops) if (stop !== now && !crowded.has(stop)) put(stop.at, nameOf(stop), 'stop-name', `700 ${big - 1}px`, 14, false, null);
    } else for (const stop of stops.slice(0, 200)) if (!crowded.has(stop)) put(stop.at, nameOf(stop), 'stop-name', `700 ${big}px`, 18, true, null);
    regions?.eachLayer(l => {
      const bounds = l.getBounds(), a = point(bounds.getNorthWest()), b = point(bounds.getSouthEast()), { name, name_eng: english } = l.feature.properties;
      const text = lang === 'en' && english ? english : name, p = point(bounds.getCenter());
      if (!text || b.x - a.x < 90 || b.x - a.x > 900 || !seen(p)) return;
      const box = [p.x - text.length * 6, p.y - 8, p.x + text.length * 6, p.y + 8];
      if (hit(box)) return;
      taken.push(box);
      tagLayer.addLayer(tag(bounds.getCenter(), text, 'area', 0, 0));
    });
  }

  // Degrees along the edges, lines of the grid, scale bar.
  const STEPS = [20, 10, 5, 2, 1, .5, .2, .1, .05, .02, .01, .005, .002];
  const step = () => STEPS.find(s => s * 256 * 2 ** map.getZoom() / 360 < 230) || STEPS.at(-1);
  const multiples = (from, to, s) => { const all = []; for (let k = Math.ceil(from / s); k * s < to; k++) all.push(k * s); return all; };
  function grid() {
    gridLayer.clearLayers();
    const s = step(), b = map.getBounds().pad(.5);
    const one = points => gridLayer.addLayer(L.polyline(points, { renderer: ground, className: 'grid', interactive: false }));
    for (const v of multiples(Math.max(-85, b.getSouth()), Math.min(85, b.getNorth()), s)) one([[v, b.getWest()], [v, b.getEast()]]);
    for (const v of multiples(b.getWest(), b.getEast(), s)) one([[b.getSouth(), v], [b.getNorth(), v]]);
    for (const e of $$('path.municipality', element)) e.classList.toggle('hidden', map.getZoom() < 9.5);
  }
  function degrees() {
    const s = step(), b = map.getBounds(), size = map.getSize(), bottom = covered() + 24, marks = [];
    const word = (v, letters) => `${Math.abs(Number(v.toFixed(3)))}°${letters[v < 0 ? 1 : 0]}`;
    const place = (text, x, y) => { const e = h('span', {}, text); e.style.transform = `translate(${x}px, ${y}px)`; marks.push(e); };
    for (const v of multiples(b.getSouth(), b.getNorth(), s)) { const y = map.latLngToContainerPoint([v, b.getWest()]).y; if (y > 24 && y < size.y - bottom && !(phone() && y < 80)) place(word(v, 'NS'), 6, y - 16); }
    if (!phone()) for (const v of multiples(b.getWest(), b.getEast(), s)) { const x = map.latLngToContainerPoint([b.getNorth(), v]).x; if (x > 50) place(word(v, 'EW'), x + 2, 4); }
    $('.graticule').replaceChildren(...marks);
    const perPixel = 40075016.686 * Math.cos(map.getCenter().lat * Math.PI / 180) / 256 / 2 ** map.getZoom();
    const meters = [50, 100, 200, 500, 1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6].filter(m => m / perPixel <= (phone() ? 84 : 130)).pop() || 50;
    $('.scale span').textContent = round(meters);
    $('.scale i').style.width = `${meters / perPixel}px`;
  }

  const covered = () => !phone() ? 0 : $('.page').dataset.sheet === 'half' ? innerHeight * .52 : 224;
  function fit(animate) {
    $('.page').style.setProperty('--covered', `${covered()}px`);
    map.invalidateSize({ animate: false });
    const now = chosen(), { stops, legs } = shown(), slow = { animate: animate && !calm(), duration: .4 };
    const pad = phone() ? { paddingTopLeft: [40, 84], paddingBottomRight: [78, covered() + 34] } : { paddingTopLeft: [70, 48], paddingBottomRight: [110, 56] };
    const tight = phone() ? { paddingTopLeft: [24, 76], paddingBottomRight: [40, covered() + 16] } : { paddingTopLeft: [36, 36], paddingBottomRight: [64, 36] };
    moving = true;
    if (now) map.fitBounds(L.latLng(now.at).toBounds(state.radius * 2), { ...tight, ...slow });
    else if (stops.length) map.fitBounds([...stops.map(s => s.at), ...legs.flatMap(l => l.line)], { maxZoom: stops.length > 1 ? 14 : 12, ...pad, ...slow });
    else map.fitBounds(settings.bounds, { ...pad, ...slow });
    moving = false;
  }

  // Answers of the search: all as dots, the selected one named.
  let left = null;
  function peek(found, selected) {
    peekLayer.clearLayers();
    const aside = a => state.places?.isAside(a) ? ' aside' : '';
    found.forEach((a, k) => peekLayer.addLayer(k === selected
      ? mark(a.at, h('span', { class: `reco lit${aside(a)}` }, h('b', {})), 22, { zIndexOffset: 2000, interactive: false })
      : L.circleMarker(a.at, { renderer: lines, radius: 4, className: `spot${aside(a)}`, interactive: false, fillOpacity: null, weight: null })));
    const one = found[selected];
    if (!one) return;
    const here = map.latLngToContainerPoint(one.at);
    const crowded = here.x > map.getSize().x - 160 || found.some((a, k) => { if (k === selected) return false; const o = map.latLngToContainerPoint(a.at); return o.x > here.x && o.x < here.x + 110 && Math.abs(o.y - here.y) < 20; });
    const name = tag(one.at, nameOf(one), `place-name strong${aside(one)}`, 17, -10, langOf(one), 5000);
    peekLayer.addLayer(name);
    if (crowded) { const e = $('.tag', name.getElement()); e.style.left = 'auto'; e.style.right = '17px'; }
  }
  /** Moves to the answers, and to the stop that distances start from; `back` returns. */
  function look(found, from) {
    left ||= [map.getCenter(), map.getZoom()];
    moving = true;
    map.fitBounds([...(from ? [from] : []), ...found.map(a => a.at)], { maxZoom: 11.75, paddingTopLeft: phone() ? [40, Math.min($('.popover').offsetHeight + 90, innerHeight - covered() - 150)] : [90, 90], paddingBottomRight: phone() ? [90, covered() + 40] : [140, 90], animate: !calm(), duration: .35 });
    moving = false;
  }
  function back(stay) {
    peekLayer.clearLayers();
    if (left && !stay) map.setView(...left, { animate: false });
    left = null;
  }

  let settle = 0;
  map.on('moveend', () => { layElsewhere(); grid(); degrees(); clearTimeout(settle); settle = setTimeout(tags, 0); });
  map.on('move', degrees);
  // Only what the reader does counts as a view of his own.
  const byReader = () => { if (!moving && !left) { const c = map.getCenter(); on.moved(`${Number(map.getZoom().toFixed(2))}/${c.lat.toFixed(4)}/${c.lng.toFixed(4)}`); } };
  map.on('dragend', byReader);
  let turned = 0;
  const later = () => { clearTimeout(turned); turned = setTimeout(byReader, 300); };
  element.addEventListener('wheel', later, { passive: true });
  element.addEventListener('touchend', later, { passive: true });
  element.addEventListener('dblclick', later);
  // A press makes a stop, unless it is the first of two that zoom in.
  let pressed = 0;
  map.on('click', e => { clearTimeout(pressed); pressed = setTimeout(() => on.press([e.latlng.lat, e.latlng.wrap().lng]), 260); });
  map.on('dblclick', () => clearTimeout(pressed));
  element.addEventListener('keydown', e => {
    if (e.target !== element) return;
    if (e.key === 'Enter') { e.preventDefault(); on.press(api.middle()); } else later();
  });

  const api = {
    backdrop, showRegions, visited, trip, lightLeg, near, within, radius, light, fit, peek, look, back, tags,
    /** The middle of the part of the map that nothing covers. */
    middle() {
      const size = map.getSize(), at = map.containerPointToLatLng([size.x / 2, (size.y - covered() + (phone() ? 64 : 0)) / 2]).wrap();
      return [at.lat, at.lng];
    },
    view(text) { const [zoom, latitude, longitude] = text.split('/').map(Number); map.setView([latitude, longitude], zoom, { animate: false }); },
    zoom(by) { map.setZoom(map.getZoom() + by); later(); },
    pan(at) { map.panTo(at, { animate: !calm() }); },
    name() { element.setAttribute('aria-label', t.map); },
    resize() { map.invalidateSize({ animate: false }); },
    recolor() { streets?.redraw(); },
  };
  grid();
  degrees();
  return api;
}
