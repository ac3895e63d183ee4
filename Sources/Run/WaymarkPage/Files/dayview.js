// What is seen of a day in the panel, and what is done there. It only draws; day.js changes the day and asks.

import { $, $$, calm, h, icon, iconButton, redraw, textButton } from './dom.js';
import { far, legColor } from './geo.js';
import { dragRow } from './hands.js';
import { control, notice } from './panel.js';
import { state } from './trip.js';
import { dateOf, langOf, nameOf, t } from './words.js';

const OUT = 3;
export const minutesOf = time => { const [h, m, days] = time.split(/[:+]/).map(Number); return h * 60 + m + (days || 0) * 1440; };
export const timeOf = minutes => `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
// Conditions with controls of their own, and what is about a plan that is kept, or about the search for it. The others get a control each.
const OWN = ['start', 'days', 'depart', 'hours', 'date', 'pace', 'mode', 'interests', 'no-lunch', 'unknown-hours', 'must', 'avoid', 'pin', 'break', 'stay', 'open', 'day', 'limit', 'now', 'at', 'change-price', 'effort', 'time-limit', 'seed', 'zone', 'language', 'alternatives', 'replan', 'earlier', 'fallback'];

/** 45분, 1시간, 1시간 20분. */
const span = minutes => minutes < 60 ? t.minutes(minutes) : minutes % 60 ? t.hours(Math.floor(minutes / 60), minutes % 60) : t.day.hour(minutes / 60);
export const visitName = visit => nameOf({ name: visit.name, nameEn: visit.name_en });
const visitLang = visit => langOf({ nameEn: visit.name_en });

// The head: from where, how much, and the conditions

function summary(d) {
  const by = [['walk', d.foot_min], ['ride', d.car_min], ['cycle', d.bicycle_min]].filter(([, m]) => m).map(([word, m]) => t.day[word](span(m)));
  return [t.day.places(d.visits.length), d.date ? dateOf({ arrive: d.date }) : '', by.join(', ')].filter(Boolean).join(' · ');
}

const until = asks => timeOf(minutesOf(asks.depart || '09:00') + Math.round(Number(asks.hours || 9) * 60));
const likes = asks => (asks.interests || '').split(',').map(one => one.split(':')[0].trim()).filter(Boolean);
const choices = (api, name, words) => (api.control(name)?.schema.enum ?? []).toSorted((a, b) => Object.keys(words).indexOf(a) - Object.keys(words).indexOf(b));

/** The conditions: what each button says. Those that the server does not have are left out. */
function conditions({ wishes: { asks, from } }, api) {
  const usual = (name, words) => words[asks[name] || api.control(name)?.usual] ?? Object.values(words)[name === 'pace' ? 1 : 0];
  return [
    ['hours', '', `${asks.depart || '09:00'}–${until(asks)}`],
    api.has('pace') && ['pace', t.dayAsks.pace, usual('pace', t.dayPace)],
    api.has('interests') && ['interests', t.dayAsks.interests, likes(asks).map(one => t.dayLikes[one] ?? one).join(', ') || t.dayAsks.anything],
    api.has('mode') && ['mode', t.dayAsks.mode, usual('mode', t.dayMode)],
    ['days', t.dayAsks.days, t.dayCount(Number(asks.days || 1))],
    ['from', t.dayAsks.from, from.at ? api.startName() : ''],
    ['more', t.dayAsks.more, ''],
  ].filter(Boolean);
}

const field = (label, ...control) => h('label', {}, h('span', {}, label), control);
const radios = (name, values, words, now) => h('div', { class: 'picks', role: 'radiogroup', 'aria-label': t.dayAsks[name] }, values.map(value =>
  h('label', { class: 'pick' }, h('input', { type: 'radio', name: `day-${name}`, value, checked: value === now, 'data-set': name, 'data-key': `set-${name}-${value}` }), h('span', {}, words[value] ?? value))));
const tick = (set, label, checked) => field(label, h('input', { type: 'checkbox', 'data-set': set, 'data-key': `set-${set}`, checked }));
const taken = (title, names, press) => names.length ? h('div', { class: 'taken' }, h('b', {}, title), names.map(name =>
  h('span', {}, name, iconButton('clear', t.dayAsks.takeOff(name), { 'data-plan': press, 'data-name': name, 'data-key': `${press}-${name}` })))) : null;

function opened({ wishes, open }, api) {
  const { asks, musts, avoided } = wishes, { stops } = state;
  return {
    hours: () => [
      field(t.dayAsks.depart, h('input', { type: 'time', required: true, value: asks.depart || '09:00', 'data-set': 'depart', 'data-key': 'set-depart' })),
      field(t.dayAsks.until, h('input', { type: 'time', required: true, value: until(asks), 'data-set': 'until', 'data-key': 'set-until' })),
      api.has('no-lunch') ? tick('lunch', t.dayAsks.lunch, asks['no-lunch'] !== 'true') : null,
    ],
    pace: () => radios('pace', choices(api, 'pace', t.dayPace), t.dayPace, asks.pace || 'usual'),
    mode: () => radios('mode', choices(api, 'mode', t.dayMode), t.dayMode, asks.mode || api.control('mode').usual || 'mixed'),
    interests: () => h('div', { class: 'picks', role: 'group', 'aria-label': t.dayAsks.interests }, Object.entries(t.dayLikes).map(([value, words]) =>
      h('label', { class: 'pick' }, h('input', { type: 'checkbox', value, checked: likes(asks).includes(value), 'data-set': 'interests', 'data-key': `set-interests-${value}` }), h('span', {}, words)))),
    days: () => [
      field(t.dayAsks.number, h('input', { type: 'number', min: 1, max: api.control('days')?.schema.maximum ?? 30, step: 1, value: asks.days || 1, 'data-set': 'days', 'data-key': 'set-days' })),
      field(t.dayAsks.date, h('input', { type: 'date', value: asks.date ?? '', 'data-set': 'date', 'data-key': 'set-date' })),
    ],
    from: () => h('div', { class: 'starts' },
      stops.length > 1 ? textButton(t.dayAsks.fromTrip, { 'data-plan': 'fromTrip', 'data-key': 'from-trip' }) : null,
      stops.slice(0, 8).map(stop => textButton(nameOf(stop), { 'data-plan': 'fromStop', 'data-name': stop.key, 'data-key': `from-${stop.key}`, lang: langOf(stop) })),
      textButton(t.day.middle, { 'data-plan': 'fromHere', 'data-key': 'from-here' }),
      textButton(t.day.searchStart, { 'data-plan': 'search', 'data-key': 'from-search' })),
    more: () => [
      api.has('unknown-hours') ? tick('unknown-hours', t.dayAsks.hide, asks['unknown-hours'] === 'only-known') : null,
      state.settings.questions.plan.filter(p => !OWN.includes(p.name)).map(p => h('label', { for: `set-${p.name}` },
        h('span', { lang: t.dayAsks[p.name] ? null : 'en' }, t.dayAsks[p.name] ?? p.help), control(p, asks[p.name] ?? '', { id: `set-${p.name}`, 'data-set': p.name, 'data-key': `set-${p.name}` }, t.dayAskFor))),
      taken(t.dayAsks.musts, musts, 'notMust'), taken(t.dayAsks.avoided, avoided, 'notAvoided'),
    ],
  }[open]();
}

function head(day, api) {
  const d = api.now(), { plan } = day;
  return [
    h('div', { class: 'head' }, h('h1', {}, api.title()), h('p', { class: 'summary num' }, d ? summary(d) : day.trouble ? '' : t.day.planning), d ? h('div', { class: 'acts' },
      h('button', { type: 'button', class: 'act', 'data-plan': 'keepAsTrip', 'data-key': 'keep', title: t.day.keepTip }, t.day.keep),
      h('button', { type: 'button', class: 'act tail', 'data-do': 'save', 'data-key': 'day-save', 'aria-haspopup': 'menu', 'aria-expanded': 'false' }, t.save, icon('down'))) : null),
    h('div', { class: 'opts', role: 'group', 'aria-label': t.day.wishes },
      conditions(day, api).map(([name, label, value]) => h('button', { type: 'button', class: 'opt', 'aria-expanded': String(day.open === name), 'data-plan': 'open', 'data-name': name, 'data-key': `open-${name}` },
        label ? h('em', {}, label) : null, label && value ? ' ' : null, value ? h('span', {}, value) : null))),
    day.open ? h('div', { class: 'opened' }, opened(day, api)) : null,
    plan?.days.length > 1 ? h('nav', { class: 'dates', 'aria-label': t.day.days }, plan.days.map((one, i) => h('button', {
      type: 'button', 'data-plan': 'showDay', 'data-name': i, 'data-key': `day-${i}`, 'aria-current': one === d ? 'true' : null,
    }, one.date ? dateOf({ arrive: one.date }) : t.day.nth(i + 1)))) : null,
  ];
}

// The list

const timeCell = time => h('span', { class: 'time num' }, time);
const row = (className, key, time, disc, body, side) => h('li', { class: `v ${className}`, 'data-row': key }, timeCell(time), disc, h('div', { class: 'what' }, body), side);
const disc = text => h('span', { class: 'disc', 'aria-hidden': 'true' }, text);
const pause = text => h('span', { class: 'disc pause', 'aria-hidden': 'true' }, text);

function visitRow(visit, number, day) {
  const id = visit.place_id, name = visitName(visit), isFresh = day.fresh.has(id);
  const hours = visit.has_unknown_hours ? [t.day.unknown, visit.hours && `(${visit.hours})`].filter(Boolean).join(' ') : visit.hours;
  const known = [isFresh ? t.day.new : '', visit.why?.includes(hours) ? '' : hours, visit.with?.length ? t.day.with(visit.with.join(', ')) : '', visit.why].filter(Boolean);
  const button = (press, words, tip, more = {}) => h('button', { type: 'button', class: 'do', 'data-plan': press, 'data-name': id, 'data-key': `${press}-${id}`, title: tip, 'aria-label': `${words}: ${name}`, ...more }, words);
  return h('li', { class: `v visit${isFresh ? ' fresh' : ''}${day.row === id ? ' on' : ''}`, 'data-row': id, 'data-visit': id },
    timeCell(visit.start), disc(String(number)),
    h('div', { class: 'what' },
      h('button', { type: 'button', class: 'go', lang: visitLang(visit), 'data-plan': 'row', 'data-name': id, 'data-key': `visit-${id}`, 'aria-label': `${t.stopTitle(number, name)}, ${visit.start}`, 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown Delete', title: t.day.keys }, name),
      known.length ? h('p', { class: 'why', title: known.join(' · ') }, known.join(' · ')) : null),
    h('span', { class: 'side num' }, h('span', { class: 'stay' }, visit.is_pinned ? h('b', {}, `${t.day.pinned} · `) : null, span(minutesOf(visit.leave) - minutesOf(visit.start))),
      h('span', { class: 'tools-row' }, button('pin', visit.is_pinned ? t.day.unpin : t.day.pin, t.day.pinTip, { 'aria-pressed': String(Boolean(visit.is_pinned)) }), button('another', t.day.another, t.day.anotherTip),
        iconButton('clear', `${t.day.remove}: ${name}`, { 'data-plan': 'remove', 'data-name': id, 'data-key': `remove-${id}`, title: t.day.removeTip }))),
    h('span', { class: 'plain grip', title: t.day.move, 'aria-hidden': 'true' }, icon('grip')));
}

const wayRow = (way, color, leg, key) => h('li', { class: `way ${way.by}`, 'data-row': key, 'data-leg': leg, vars: { '--leg': color } },
  h('i'), h('span', { class: 'num' }, icon(way.by), `${t.dayBy[way.to_car ? 'toCar' : way.by](span(Math.round(way.min)))}${way.m === undefined ? '' : ` · ${far(way.m)}`}`));

function list(day, api) {
  const d = api.now(), groups = api.order(d), colored = groups.filter(g => g.ways?.length), rows = [];
  let leg = 0;
  rows.push(row('start', 'start', d.departure, disc('1'), h('b', { class: 'name' }, api.placeName(d.start))));
  for (const group of groups) {
    const { visit, pause: one, end } = group, color = legColor(Math.max(0, colored.indexOf(group)), colored.length), key = visit?.place_id ?? (one ? `break-${one.start}` : 'end');
    (group.ways ?? []).forEach((way, i) => rows.push(wayRow(way, color, way.line?.length > 1 ? leg++ : -1, `way-${i}-${key}`)));
    if (one) rows.push(row('rest', key, one.start, pause('✻'),
      h('span', { class: 'name' }, one.is_lunch === false ? t.day.break : one.place ? t.day.lunchAt(one.place.name) : t.day.lunch), h('span', { class: 'side num' }, span(minutesOf(one.end) - minutesOf(one.start)))));
    if (visit && visit.wait_min >= 1) rows.push(row('rest', `wait-${key}`, visit.arrival, pause('·'), h('span', { class: 'name' }, t.day.wait), h('span', { class: 'side num' }, span(Math.round(visit.wait_min)))));
    if (visit) rows.push(visitRow(visit, group.number, day));
    if (end) rows.push(row('start', 'end', d.arrival, disc(t.day.end), h('b', { class: 'name' }, api.placeName(end))));
  }
  return h('ol', { class: 'itinerary', 'aria-label': t.day.list }, rows);
}

function out(day) {
  const left = (day.plan.left_out ?? []).slice(0, OUT);
  return left.length ? h('section', { class: 'out' }, h('h2', {}, t.day.out), h('ul', {}, left.map(place => {
    const instead = place.instead_of ?? [], name = visitName(place), closed = place.reason === 'closed';
    const cost = place.costs_min ? [t.day.cost(span(Math.round(place.costs_min))), instead.length ? t.day.instead(instead.join(', ')) : place.over_min ? t.day.over(span(Math.round(place.over_min))) : null].filter(Boolean).join(', ')
      : (closed && place.text) || t.dayReasons[place.reason] || place.text;
    return h('li', { title: place.text ?? null }, h('span', { class: 'name', lang: visitLang(place) }, name), h('span', { class: 'cost num' }, cost),
      closed ? null : textButton(instead.length ? t.day.swap : t.day.add, { 'data-plan': 'takeIn', 'data-name': place.place_id, 'data-key': `in-${place.place_id}`, 'aria-label': `${instead.length ? t.day.swap : t.day.add}: ${name}` }));
  }))) : null;
}

const buttonsOf = lifts => lifts.map((lift, i) => textButton(lift.label(), { 'data-plan': 'lift', 'data-name': i, 'data-key': `lift-${i}` }));

/** Wishes that could not be kept, and what goes wrong before there is a plan, each with what lifts the wish. */
function obstacles(day, api) {
  day.lifts = [];
  const { plan, trouble } = day;
  if (trouble) {
    day.lifts = trouble.lifts;
    return h('div', { class: 'notice wrong', role: 'alert' }, h('p', {}, h('b', {}, t.day.nothing), ' ', trouble.says()),
      h('p', { class: 'lifts' }, buttonsOf(day.lifts), trouble.again || !day.lifts.length ? textButton(t.retry, { 'data-plan': 'again', 'data-key': 'again' }) : null));
  }
  const words = (plan?.conflicts ?? []).map(one => typeof one === 'string' ? one : one.text ?? one.name ?? '').filter(Boolean);
  const isEmpty = plan && plan.days.every(d => !d.visits.length);
  if (!words.length && !isEmpty) return null;
  day.lifts = api.lifts('', words.join('\n'));
  return h('div', { class: 'notice wrong' }, h('p', {}, h('b', {}, words.length ? t.day.standsInWay : t.day.empty)), words.slice(0, 4).map(one => h('p', {}, one)), h('p', { class: 'lifts' }, buttonsOf(day.lifts)));
}

const bones = () => h('ol', { class: 'itinerary', 'aria-hidden': 'true' }, [70, 54, 78, 62].map(w => row('', `bone-${w}`, '', h('span', { class: 'disc bone-disc' }), [h('span', { class: 'bone', vars: { width: '40%' } }), h('span', { class: 'bone', vars: { width: `${w}%` } })])));

/** Draws the day; rows that stay move to their place. */
export function drawDay(section, day, api) {
  if ($('.held', section)) return;
  const { plan } = day, d = api.now(), { from } = day.wishes;
  const before = new Map($$('.itinerary [data-row]', section).map(e => [e.dataset.row, e.getBoundingClientRect().top]));
  if (!from.at) return redraw(section, h('div', { class: 'start-at' }, h('h1', {}, t.day.whereHead), h('p', {}, t.day.whereTip), textButton(t.day.whereHere, { 'data-plan': 'fromHere', 'data-key': 'from-here' })));
  redraw(section, head(day, api), notice(), obstacles(day, api), d ? list(day, api) : day.trouble ? null : bones(), d ? out(day) : null,
    d ? h('div', { class: 'notes' }, [plan.ways_kind !== 'road' || d.visits.some(visit => visit.ways.some(way => way.is_guess)) ? t.day.guessed : null, ...(plan.remarks ?? [])].filter(Boolean).map(one => h('p', {}, one))) : null);
  // Only a newer plan of the same day moves.
  const same = day.drawn?.[0] === day.day && day.drawn[1] !== plan && day.drawn[1];
  day.drawn = [day.day, plan];
  if (!same || calm()) return;
  for (const e of $$('.itinerary [data-row]', section)) {
    const from = before.get(e.dataset.row), by = from === undefined ? 0 : from - e.getBoundingClientRect().top;
    if (from === undefined) e.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 260, easing: 'ease-out' });
    else if (Math.abs(by) > 1) e.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], { duration: 260, easing: 'cubic-bezier(.2, .7, .2, 1)' });
  }
}

/** Listens to what is done in the panel of the day. */
export function bound(section, day, api, on) {
  const placed = name => day.plan.left_out.find(place => place.place_id === name);
  const presses = {
    open: api.open, row: api.row, pin: api.pin, remove: id => api.remove(id, false), another: id => api.remove(id, true),
    showDay: i => api.showDay(Number(i)), takeIn: id => { const place = placed(id); if (place) api.add(place, place.instead_of); }, lift: i => api.lift(day.lifts[i].change),
    notMust: name => api.lift({ musts: day.wishes.musts.filter(one => one !== name) }), notAvoided: name => api.lift({ avoided: day.wishes.avoided.filter(one => one !== name) }),
    keepAsTrip: api.keepAsTrip, fromHere: api.fromHere, fromStop: api.fromStop, fromTrip: api.fromTrip, search: api.search, again: api.again,
  };
  section.addEventListener('click', e => { const { plan, name } = e.target.closest('button')?.dataset ?? {}; if (plan) presses[plan](name); });

  const settings = {
    depart: v => v && v !== (day.wishes.asks.depart || '09:00') && { depart: v, hours: String(((minutesOf(until(day.wishes.asks)) - minutesOf(v) + 1440) % 1440 || 1440) / 60) },
    until: v => v && v !== until(day.wishes.asks) && { hours: String(((minutesOf(v) - minutesOf(day.wishes.asks.depart || '09:00') + 1440) % 1440 || 1440) / 60) },
    lunch: (v, e) => ({ 'no-lunch': e.checked ? '' : 'true' }),
    'unknown-hours': (v, e) => ({ 'unknown-hours': e.checked ? 'only-known' : 'open' }),
    interests: () => ({ interests: $$('[data-set="interests"]:checked', section).map(e => `${e.value}:1`).join(',') }),
    days: v => Number(v) >= 1 && { days: v === '1' ? '' : String(Math.min(30, Math.round(v))) },
  };
  section.addEventListener('change', e => {
    const name = e.target.dataset.set;
    if (!name) return;
    const value = e.target.type === 'checkbox' ? (e.target.checked ? 'true' : '') : e.target.value.trim(), next = settings[name] ? settings[name](value, e.target) : { [name]: value };
    const group = { depart: 'hours', until: 'hours', lunch: 'hours', date: 'days' }[name] ?? name;
    if (next) api.asks(next, t.dayAsks[group] ?? t.dayAsks.more);
  });

  section.addEventListener('keydown', e => {
    const id = e.target.closest('.visit')?.dataset.visit, step = { ArrowDown: 1, ArrowUp: -1 }[e.key], isField = e.target.matches('input, select');
    const done = run => { e.preventDefault(); run(); };
    if (e.key === 'Escape' && day.open) { e.stopPropagation(); const was = day.open; api.open(was); $(`[data-key="open-${was}"]`, section)?.focus(); }
    else if (id && !isField) {
      const i = api.now().visits.findIndex(v => v.place_id === id);
      if (e.altKey && step) done(() => api.move(id, i + step));
      else if (e.key === 'Delete') done(() => api.remove(id, false));
      else if (step && e.target.classList.contains('go')) { const all = $$('.visit .go', section), next = all[all.indexOf(e.target) + step]; if (next) done(() => next.focus()); }
    }
  });

  section.addEventListener('pointerdown', e => {
    const dragged = e.target.closest('.grip')?.closest('.visit');
    if (!dragged) return;
    e.preventDefault();
    dragRow(e, dragged, $$('.visit', section), to => to === null ? on.draw({ legs: false }) : api.move(dragged.dataset.visit, to));
  });
}
