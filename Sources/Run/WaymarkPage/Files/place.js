// What is known of one place: asked for when it is opened, and shown as text and links. Fetched with the first, or where a map has places.

import { $$, h } from './dom.js';
import { Line } from './ask.js';
import { hoursText } from './hours.js';
import { drawResults } from './panel.js';
import { state } from './trip.js';
import { dress, lang, learn, nameOf, t, themeOf } from './words.js';

await Promise.all([learn('place.json'), dress('place.css')]);

const known = new Map(), MOST = 500;
let categories = {}; // of places of a map: for each in English its word in Korean and its kind

/** All that the server keeps of a place; null where it has none. A trouble is asked again the next time. */
function detailsOf(id) {
  if (!known.has(id)) {
    if (known.size >= MOST) known.clear();
    known.set(id, new Line().ask(`/v1/places/${encodeURIComponent(id)}`).then(answer => answer.place, () => { known.delete(id); return null; }));
  }
  return known.get(id);
}

/** The names by language of what detailsOf() gave. */
const namesOf = details => Object.fromEntries(['ko', 'en'].flatMap(code => details?.names?.[code]?.[0] ? [[code, details.names[code][0]]] : []));

const categoryOf = name => lang === 'ko' && Object.hasOwn(categories, name) ? categories[name][0] : themeOf(name);
/** What one goes to a place for; a sight where no map says it. */
const kindOf = place => Object.hasOwn(categories, place.category ?? '') ? categories[place.category][1] : 'sight';
const isAside = place => kindOf(place) !== 'sight';
const whatIs = place => [t.kinds[kindOf(place)], categoryOf(place.category)].filter(Boolean).join(' · ');

/** The names of an answer of the search: that of the language in use, the one it was found by, and that of the map. */
function namesIn(answer) {
  const { name, match } = answer, other = match && !match.split(' ').every(part => name.includes(part)) ? match : null, isLatin = text => /\p{Script=Latin}/u.test(text);
  const first = lang === 'en' && !answer.names?.en && other && isLatin(other) && !isLatin(name) ? other : nameOf(answer);
  return [...new Set([first, other, name])].filter(Boolean);
}

/** Adds names by language to answers, which have none; `draw()` draws them if any is another. */
async function learnNames(answers, draw) {
  if (!state.settings.isMap) return;
  for (const [i, details] of (await Promise.all(answers.map(answer => detailsOf(answer.id)))).entries()) answers[i].names = namesOf(details);
  if (answers.some(answer => nameOf(answer) !== answer.name)) draw();
}

// Rows have the name of the map; those that come into view and are in other letters than the page learn theirs.
let seen = [], soon = 0;
const isForeign = name => !(lang === 'ko' ? /\p{Script=Hangul}/u : /\p{Script=Latin}/u).test(name);
const watcher = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) { watcher.unobserve(target); seen.push(target.dataset.place); }
  clearTimeout(soon);
  soon = setTimeout(() => {
    const ids = new Set(seen.splice(0));
    learnNames(state.around.places?.filter(place => ids.has(place.id) && !place.names) ?? [], drawResults);
  }, 150);
});
function watch() {
  watcher.disconnect();
  if (!state.settings.isMap) return;
  const foreign = new Set(state.around.places?.filter(place => !place.names && isForeign(nameOf(place))).map(place => place.id));
  for (const row of $$('.place.row')) if (foreign.has(row.dataset.place)) watcher.observe(row);
}

const link = (href, text, more) => h('a', { href, ...more }, text);
const out = (href, text, more = {}) => link(href, text, { rel: 'noopener noreferrer', target: '_blank', ...more });

function website(text) {
  try {
    const { protocol, href } = new URL(text);
    return protocol === 'http:' || protocol === 'https:' ? out(href, text.replace(/^https?:\/\//i, '').replace(/\/$/, '')) : text;
  } catch { return text; }
}

const phones = text => text.split(';').map(one => one.trim()).filter(Boolean).map((one, i) => {
  const number = one.replace(/[^\d+]/g, '');
  return [i ? ', ' : '', /^\+?\d{3,}$/.test(number) ? link(`tel:${number}`, one) : one];
});

function article(text) {
  const [, code, title] = /^([a-z][a-z-]{1,11}):(.+)$/.exec(text) ?? [];
  if (!code) return null;
  return out(`https://${code}.wikipedia.org/wiki/${encodeURIComponent(title.trim().replaceAll(' ', '_'))}`, title.trim(), { lang: code, hreflang: code });
}

/**
 * What is known of a place, below `heading`, which is the name that is shown already. `isShort` where the list has its category and introduction.
 */
function facts(details, heading, isShort = false) {
  const mine = nameOf({ name: details.name, names: namesOf(details) });
  const other = [mine, details.name].find(name => name && name !== heading);
  const what = [whatIs(details), details.kind ? null : themeOf(details.theme)].filter(Boolean).join(' · ');
  const rows = [
    ['address', details.road_address ?? details.lot_address],
    ['hours', details.opening_hours && hoursText(details.opening_hours).map(line => h('span', { class: 'line' }, line))],
    ['phone', details.phone && phones(details.phone)],
    ['website', details.website && website(details.website)],
    ['fee', details.fee && (t.feeWords[details.fee] ?? details.fee)],
    ['wheelchair', details.wheelchair && t.wheelchairWords[details.wheelchair]],
    ['wikipedia', details.wikipedia && article(details.wikipedia)],
  ].filter(([, value]) => value);
  return h('div', { class: 'facts', 'data-facts': details.id },
    other ? h('p', { class: 'own' }, other) : null,
    what ? h('p', { class: 'what' }, what) : null,
    !isShort && details.introduction ? h('p', { class: 'says' }, details.introduction) : null,
    rows.length ? h('dl', {}, rows.map(([name, value]) => [h('dt', {}, t.facts[name]), h('dd', { 'data-fact': name }, value)])) : null);
}

/** What shows places; draw(how) draws all. */
export const makePlaces = draw => ({
  namesIn, learnNames, watch, facts, categoryOf, isAside, whatIs,
  /** Takes the table of what places of a map are; without it they have the words of the map. */
  async learn(table) { try { categories = await table; state.settings.isMap = true; } catch { /* as any other places */ } },
  /** Sources of the map; that of OpenStreetMap leads to its licence, as its terms want. */
  sources: text => text.split(' · ').flatMap((source, i) => [i ? ' · ' : '', /^© OpenStreetMap\b/.test(source) ? out('https://www.openstreetmap.org/copyright', source, { lang: 'en' }) : source]),
  /** Reads what is known of the chosen stop itself. */
  async readStop(stop) {
    const { around } = state, own = await detailsOf(stop.id);
    if (state.around !== around || !own) return;
    around.own = own;
    if (stop.name === own.name) stop.nameEn ||= namesOf(own).en ?? '';
    draw({ legs: false });
  },
  /** Shows what is known of a place in the list, or no longer. */
  async open(id, isOpen = state.around.open !== id) {
    const { around } = state;
    Object.assign(around, { open: isOpen ? id : null, details: null });
    drawResults();
    const details = isOpen && await detailsOf(id);
    if (!details || state.around !== around || around.open !== id) return;
    around.details = details;
    for (const place of [...(around.places ?? []), ...(around.recommended ?? [])]) if (place.id === id) place.names = namesOf(details);
    drawResults();
  },
});
