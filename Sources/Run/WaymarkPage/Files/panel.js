// The panel: the trip, or what is around one stop. It only draws the state; main.js changes it.

import { $, h, icon, iconButton, redraw, textButton } from './dom.js';
import { far, legColor, positionOf, round, USUAL } from './geo.js';
import { chosen, state } from './trip.js';
import { dateOf, duration, lang, langOf, nameOf, spanOf, t, themeOf } from './words.js';

const TICKS = [1000, 3000, 10000, 30000], NAMES = 12;

function strip(className) {
  const n = state.stops.length - 1;
  return h('nav', { class: `strip ${className}`, 'aria-label': t.trip }, state.stops.map((stop, i) => [
    i ? h('i', { vars: { '--leg': legColor(i - 1, n) } }) : null,
    h('button', {
      type: 'button', 'data-go': stop.key, 'data-key': `strip-${stop.key}`, title: nameOf(stop), 'aria-label': t.stopTitle(i + 1, nameOf(stop)), 'aria-current': stop.key === state.chosen ? 'true' : null,
    }, h('span', { class: 'disc' }, String(i + 1))),
  ]));
}

export function notice() {
  const n = state.notice;
  if (!n) return null;
  const [strong, ...rest] = [n.says()].flat();
  const actions = [n.undo && textButton(t.undo, { 'data-do': 'undo', 'data-key': 'undo' }), n.action && textButton(n.action.label(), { 'data-do': 'notice-action', 'data-key': 'notice-action' })];
  return h('div', { class: `notice${n.wrong ? ' wrong' : ''}`, role: n.wrong ? 'alert' : null },
    h('p', { class: 'says' }, h('span', {}, h('b', {}, strong), rest), actions),
    n.bars ? h('div', { class: 'bars' },
      h('span', {}, t.added), h('i'), h('span', { class: 'num' }, far(n.bars.before)),
      h('span', { class: 'now' }, t.now), h('i', { class: 'now', vars: { width: `${n.bars.after / n.bars.before * 100}%`, '--from': n.bars.before / n.bars.after } }), h('span', { class: 'num now' }, far(n.bars.after))) : null);
}

const early = i => state.stops.slice(0, i).some(b => b.arrive && state.stops[i].arrive && b.arrive > state.stops[i].arrive);

function stopRow(stop, i) {
  return h('div', { class: 'stop', 'data-stop': stop.key },
    h('span', { class: 'disc', 'aria-hidden': 'true' }, String(i + 1)),
    h('button', { type: 'button', class: 'go', 'data-go': stop.key, 'data-key': `stop-${stop.key}`, 'aria-label': t.stopTitle(i + 1, nameOf(stop)), 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown F2 Delete', title: t.keysOfStop }, nameOf(stop)),
    h('span', { class: `date num${early(i) ? ' early' : ''}`, title: early(i) ? t.early : null }, dateOf(stop)),
    h('span', { class: 'tools-row' },
      iconButton('pencil', `${t.rename}: ${nameOf(stop)}`, { 'data-do': 'rename', title: `${t.rename} (F2)`, 'data-key': `rename-${stop.key}` }),
      iconButton('clear', `${t.remove}: ${nameOf(stop)}`, { 'data-do': 'remove', title: `${t.remove} (Delete)`, 'data-key': `remove-${stop.key}` })),
    h('span', { class: 'plain grip', title: t.move, 'aria-hidden': 'true' }, icon('grip')));
}

function legRow(leg, i, n) {
  const words = leg.waiting ? t.legWaiting : !leg.found ? `${t.legMissing}${leg.reason ? ` (${leg.reason})` : ''}`
    : [far(leg.meters), leg.straight || leg.seconds === null ? null : duration(leg.seconds), leg.standIn ? t.standIn : null].filter(Boolean).join(' · ');
  return h('div', { class: `leg num${leg.found || leg.waiting ? '' : ' missing'}`, 'data-leg': i, vars: { '--leg': leg.waiting ? 'var(--edge)' : legColor(i, n) } }, words);
}

function summary() {
  const { stops, legs } = state, known = legs.length && legs.every(l => l.found && l.meters !== null);
  const meters = legs.reduce((sum, l) => sum + (l.meters || 0), 0), straight = legs.every(l => l.straight);
  const seconds = legs.reduce((sum, l) => sum + (l.seconds || 0), 0);
  return [t.stops(stops.length), spanOf(stops), known ? `${far(meters)} ${straight ? t.straight : t.roads}` : null, known && !straight && seconds ? duration(seconds) : null].filter(Boolean).join(' · ');
}

export const title = () => {
  const { stops } = state, n = stops.length;
  return n > 1 ? `${nameOf(stops[0])} → ${nameOf(stops[n - 1])}` : n ? nameOf(stops[0]) : t.untitled;
};

const regions = names => (names.length > NAMES ? t.regionsMore : t.regions)(names.slice(0, NAMES).join(', '), names.length - NAMES);

function tripView() {
  const { stops, legs, ordering, settings } = state, n = stops.length;
  if (!n) return [h('div', { class: 'start' },
    h('h1', {}, t.emptyHead), h('p', {}, t.emptyTip),
    h('div', { class: 'tries' }, t.tries.map(([query, words]) => h('button', { type: 'button', 'data-try': query, 'data-key': `try-${query}` }, h('b', { lang: 'ko' }, query), h('span', {}, words)))),
    h('p', { class: 'or' }, t.emptyOr, ' ', textButton(t.openFile, { 'data-do': 'open', 'data-key': 'open' })),
    settings.attractions ? h('p', { class: 'or' }, (settings.isMap ? t.places : t.attractions)(settings.attractions)) : null), notice()];
  return [
    h('div', { class: 'head' },
      h('h1', {}, title()), h('p', { class: 'summary num' }, summary()),
      h('div', { class: 'acts' },
        h('button', { type: 'button', class: 'act', 'data-do': 'order', 'data-key': 'order', title: n < 4 ? t.orderFew : t.orderTip, disabled: n < 4 || ordering, 'aria-busy': ordering ? 'true' : null }, icon('order'), ordering ? t.ordering : t.order),
        h('button', { type: 'button', class: 'act tail', 'data-do': 'save', 'data-key': 'save', 'aria-haspopup': 'menu', 'aria-expanded': 'false' }, icon('save'), t.save, icon('down')))),
    strip('of-trip'), notice(),
    state.regionsWrong ? h('p', { class: 'regions' }, t.regionsWrong) : state.regionNames.length ? h('p', { class: 'regions' }, regions(state.regionNames)) : null,
    h('ol', { class: 'stops' }, stops.map((stop, i) => h('li', {}, stopRow(stop, i), i < n - 1 && legs[i] ? legRow(legs[i], i, n - 1) : null))),
  ];
}

// What the page asks itself, and what is about a trip.
const ASKED = ['radius', 'limit', 'language', 'explain', 'left-out', 'per', 'along', 'detour', 'ahead', 'by'];

/** A control for a parameter of the server. */
export function control({ name, schema, usual }, value, own, examples) {
  if (schema.type === 'boolean') return h('input', { ...own, type: 'checkbox', checked: value === 'true' });
  // Of known words the usual one stands for a blank.
  const words = t.choices[name];
  if (schema.enum) return h('select', own, ['', ...schema.enum.filter(word => !words || word !== usual)].map(word => h('option', { value: word, selected: word === value }, words?.[word || usual] ?? word)));
  if (schema.type === 'string') return h('input', { ...own, type: 'text', value, placeholder: examples[name] ?? null });
  return h('input', { ...own, type: 'number', min: schema.minimum, max: Math.min(schema.maximum, 1000), step: schema.type === 'integer' ? 1 : 'any', value });
}

/** A control for each other parameter of recommendations that the server has; `help` where there is no word for it. */
function wishes() {
  const asks = state.settings.questions.recommend.filter(parameter => !ASKED.includes(parameter.name));
  return asks.length ? h('details', { class: 'wishes', open: state.wishesOpen, ontoggle: e => { state.wishesOpen = e.target.open; } }, h('summary', { 'data-key': 'wishes' }, t.wishes),
    asks.map(ask => h('label', { for: `ask-${ask.name}` }, h('span', { lang: t.asks[ask.name] ? null : 'en' }, t.asks[ask.name] ?? ask.help), control(ask, state.asks[ask.name] ?? '', { id: `ask-${ask.name}`, 'data-ask': ask.name, 'data-key': `ask-${ask.name}` }, t.askFor)))) : null;
}

/** How far one comes in a time, where the server has roads. */
const REACHES = [['walking', 15], ['walking', 30], ['cycling', 15], ['driving', 15], ['driving', 30]];
const reachControl = () => state.settings.legs === 'roads' ? h('label', { class: 'within', for: 'within' }, h('span', {}, t.reachable),
  h('select', { id: 'within', 'data-key': 'within' }, h('option', { value: '' }, t.reachNone),
    REACHES.map(([mode, minutes]) => h('option', { value: `${mode}-${minutes}`, selected: state.around.within === `${mode}-${minutes}` }, t.reachBy[mode](minutes))))) : null;

function aroundView(stop) {
  const i = state.stops.indexOf(stop);
  return [
    h('div', { class: 'top' }, iconButton('back', t.back, { 'data-do': 'back', 'data-key': 'back', title: `${t.back} (Esc)` }), strip('')),
    h('div', { class: 'title' }, h('span', { class: 'disc', 'aria-hidden': 'true' }, String(i + 1)), h('h1', {}, nameOf(stop)),
      iconButton('pencil', t.rename, { 'data-do': 'rename', 'data-key': 'rename' }), iconButton('clear', t.remove, { 'data-do': 'remove', 'data-key': 'remove' }),
      h('p', { class: 'summary' }, [dateOf(stop), stop.note].filter(Boolean).join(' · '))),
    notice(),
    h('div', { class: 'own-facts' }),
    h('div', { class: 'radius' },
      h('label', { for: 'r' }, h('span', {}, t.radius), h('output', { class: 'num', for: 'r' })),
      h('input', { id: 'r', type: 'range', min: 0, max: 100, step: 'any', value: positionOf(state.radius), 'data-key': 'radius' }),
      h('div', { class: 'ticks', 'aria-hidden': 'true' }, TICKS.map(m => h('span', { class: m > 2e4 ? 'last' : null, vars: { left: `${positionOf(m)}%` } }, `${m / 1000} km`)))),
    reachControl(),
    wishes(),
    h('div', { class: 'results' }),
  ];
}

const addButton = (place, has) => h('button', {
  type: 'button', class: 'add', 'data-add': place.id, 'data-key': `add-${place.id}`, disabled: has, 'aria-label': `${nameOf(place)}, ${has ? t.has : t.add}`,
}, icon(has ? 'check' : 'plus'), h('span', {}, has ? t.has : t.add));

/** The places around: places sorted by distance, recommendations, and for each what went wrong. */
export function drawResults() {
  const { around } = state, output = $('output'), slider = $('#r');
  if (!slider) return;
  output.textContent = round(state.radius);
  slider.style.setProperty('--at', `${positionOf(state.radius)}%`);
  slider.setAttribute('aria-valuetext', round(state.radius));
  const inside = around.places?.filter(p => p.meters <= state.radius && p.meters >= 1) ?? [];
  const reach = state.radius === USUAL ? Math.max(USUAL, around.reach ?? 0) : state.radius;
  const recommended = around.recommended?.filter(r => r.meters <= reach) ?? [], shown = around.shown = recommended.slice(0, around.all ? 10 : 3);
  const numbers = new Map(shown.map((r, k) => [r.id, k + 1]));
  const taken = new Set(state.stops.map(s => s.id)), has = place => taken.has(place.id);
  const wrong = (words, which) => h('div', { class: 'notice wrong', role: 'alert' }, h('p', { class: 'says' }, h('span', {}, h('b', {}, words), ` ${t.safe}`), textButton(t.retry, { 'data-do': which, 'data-key': which })));
  const bones = [78, 62, 84].map(w => h('div', { class: 'place', 'aria-hidden': 'true' }, h('span', { class: 'no bone-disc' }), h('span', { class: 'bone', vars: { width: '34%' } }), h('span'), h('span', { class: 'why' }, h('span', { class: 'bone', vars: { width: `${w}%` } }))));
  const cut = around.places && around.most && inside.length >= around.most - 1;
  const nearest = around.places?.find(p => p.meters >= 1);
  const list = inside.slice(0, around.rows), isOpen = place => around.open === place.id, opened = place => String(isOpen(place));
  const more = (place, isShort) => isOpen(place) && around.details ? state.places.facts(around.details, nameOf(place), isShort) : null;
  redraw($('.own-facts'), around.own ? state.places.facts(around.own, nameOf(chosen())) : null);
  redraw($('.results'),
    around.slow ? h('p', { class: 'nothing', role: 'status' }, t.slow) : null,
    around.recommendedWrong ? wrong(around.recommendedWrong(), 'retry-around')
      : !around.recommended ? (around.bones ? [h('h2', {}, t.recommended), bones] : null)
      : shown.length ? [h('h2', {}, t.recommended),
        shown.some(r => r.meters > state.radius) ? h('p', { class: 'nothing' }, t.farther(round(USUAL), round(reach))) : null,
        shown.map((r, k) => h('div', { class: `place${isOpen(r) ? ' open' : ''}`, 'data-place': r.id },
        h('span', { class: 'no' }, String(k + 1)),
        h('button', { type: 'button', class: 'go', lang: langOf(r), 'data-pick': r.id, 'data-key': `pick-${r.id}`, 'aria-expanded': opened(r) }, nameOf(r)),
        h('span', { class: 'far num' }, far(r.meters)),
        r.reason ? h('p', { class: 'why' }, r.reason) : null,
        h('div', { class: 'meta' }, h('span', {}, [r.way, themeOf(r.theme)].filter(Boolean).join(', ')), addButton(r, has(r))), more(r, Boolean(r.reason)))),
      recommended.length > shown.length && !around.all ? textButton(t.moreRecommended(Math.min(10, recommended.length) - shown.length), { class: 'text more', 'data-do': 'all-recommended', 'data-key': 'all-recommended' }) : null] : null,
    around.wrong ? (around.recommendedWrong ? null : wrong(around.wrong(), 'retry-around')) : !around.places ? null : [
      h('h2', { 'data-count': inside.length }, (state.settings.isMap ? (cut ? t.nearestPlaces : t.placesWithin) : cut ? t.withinMost : t.within)(inside.length), inside.length ? h('small', {}, t.byDistance) : null),
      inside.length ? null : h('p', { class: 'nothing' }, nearest ? [t.nothing(nameOf(nearest), far(nearest.meters)), h('br'), textButton(t.widen, { 'data-do': 'widen', 'data-key': 'widen' })] : t.nothingAtAll('30 km')),
      h('ul', {}, list.map(p => h('li', { class: `place row${isOpen(p) && !numbers.has(p.id) ? ' open' : ''}`, 'data-place': p.id },
        numbers.has(p.id) ? h('span', { class: 'no' }, String(numbers.get(p.id))) : h('span', { class: `dot${p.aside ? ' aside' : ''}` }),
        h('button', { type: 'button', class: 'go', lang: langOf(p), 'data-pick': p.id, 'data-key': `row-${p.id}`, 'aria-expanded': opened(p) }, nameOf(p)),
        h('span', { class: 'kind' }, state.settings.isMap ? state.places.categoryOf(p.category) : themeOf(p.theme || p.category)), addButton(p, has(p)), h('span', { class: 'far num' }, far(p.meters)), numbers.has(p.id) ? null : more(p)))),
      inside.length > list.length ? textButton(t.morePlaces(Math.min(200, inside.length - list.length)), { class: 'text more', 'data-do': 'more-places', 'data-key': 'more-places' }) : null,
    ]);
  state.places?.watch();
}

/** The request behind the view, as a line for a shell. */
function askLine() {
  if (state.question === 'day') return state.day.ask();
  const now = chosen(), at = stop => stop.at.map(v => Number(v.toFixed(6)));
  const path = now ? `/v1/recommend?latitude=${at(now)[0]}&longitude=${at(now)[1]}${state.radius === USUAL ? '' : `&radius=${round(state.radius).replace(' ', '')}`}&explain=true${lang === 'en' ? '&language=en' : ''}${Object.entries(state.asks).map(([name, text]) => `&${name}=${encodeURIComponent(text)}`).join('')}`
    : state.stops.length > 1 ? `/v1/route?stops=${state.stops.map(s => at(s).join(',')).join(';')}` : '/v1/search?q=%EA%B2%BD%EB%B3%B5%E3%84%B1';
  return `curl '${location.origin}${path}'`;
}
export const asked = () => $('.ask code').textContent;

/** The two questions of the panel; the first alone where the server plans no days. */
function tabs(isDay) {
  const bar = $('.tabs');
  bar.hidden = !state.settings.questions.plan;
  bar.setAttribute('aria-label', t.questions);
  redraw(bar, [['trip', t.trip], ['day', t.planDay]].map(([name, words]) =>
    h('button', { type: 'button', 'data-question': name, 'data-key': `question-${name}`, 'aria-current': isDay === (name === 'day') ? 'page' : null }, words)));
}

export function drawPanel() {
  // A name being typed, a row being dragged and an open menu are not drawn over; each draws when it ends.
  if ($('.rename, .held, .menu')) return;
  const now = chosen(), page = $('.page');
  const isDay = state.question === 'day';
  page.dataset.view = isDay ? 'day' : now ? 'around' : 'trip';
  page.toggleAttribute('data-empty', !isDay && !state.stops.length);
  $('.trip').hidden = isDay || Boolean(now);
  $('.around').hidden = !now;
  $('.day').hidden = !isDay;
  tabs(isDay);
  redraw($('.trip'), isDay ? [] : tripView());
  if (isDay) state.day.draw();
  redraw($('.around'), now ? aroundView(now) : []);
  drawResults();
  const current = $('.around .strip [aria-current]');
  if (current) current.parentElement.scrollLeft = current.offsetLeft - current.parentElement.offsetLeft - current.parentElement.clientWidth / 2 + 12;
  $('.ask code').textContent = askLine();
  document.title = `${isDay ? state.day.title() : title()} · Waymark`;
}

/** Words outside of the two views. */
export function drawFrame() {
  const { settings } = state;
  document.documentElement.lang = lang;
  for (const e of document.querySelectorAll('.settings')) redraw(e,
    [['ko', '한국어'], ['en', 'English']].map(([code, name]) => h('button', { type: 'button', 'data-lang': code, lang: code, 'aria-pressed': String(lang === code), 'data-key': `lang-${code}` }, name)),
    iconButton('theme', t.theme, { 'data-do': 'theme', 'data-key': 'theme' }));
  const names = { '.ask .copy': t.copyAsk, '[data-do="fit"]': t.fit, '[data-do="zoom-in"]': t.in, '[data-do="zoom-out"]': t.out, '.pull': t.pull };
  for (const [selector, words] of Object.entries(names)) { const e = $(selector); e.title = words; e.setAttribute('aria-label', words); }
  $('.map-area').setAttribute('aria-label', t.map.split('.')[0]);
  const sources = [settings.tiles ? null : t.land, settings.attribution].filter(Boolean).join(' · ');
  $('.source').replaceChildren(...state.places?.sources(sources) ?? [sources]);
  $('.drop-here').textContent = t.dropHere;
}
