// A day: its wishes, what is asked of the server, and edits of the plan. dayview.js draws it. Both are fetched when a day is first asked for.

import { $, say } from './dom.js';
import { Line, Trouble, parameters } from './ask.js';
import { between, legColor } from './geo.js';
import { download } from './files.js';
import { makeStop, readStops, state } from './trip.js';
import { dress, lang, learn, nameOf, t, troubleText } from './words.js';
import { bound, drawDay, minutesOf, timeOf, visitName } from './dayview.js';

const FAR = 60000; // metres from the start within which the other stops of a trip can be meant for the same day
const KEEP = 1000, CHANGE = 20; // what a change of the rest costs: after an edit of one visit, and after one of the conditions
const ACCEPTS = { iCalendar: 'text/calendar', GPX: 'application/gpx+xml', GeoJSON: 'application/geo+json', CSV: 'text/csv', SVG: 'image/svg+xml', JSON: 'application/json' };
const ENDINGS = { iCalendar: 'ics' };

await Promise.all([learn('day.json'), dress('day.css')]);

const tomorrow = () => { const d = new Date(Date.now() + 864e5); return [d.getFullYear(), d.getMonth() + 1, d.getDate()].map(v => String(v).padStart(2, '0')).join('-'); };
const at = place => [place.latitude, place.longitude];
const without = (list, ...names) => list.filter(one => !names.includes(one.name ?? one));

/**
 * What somebody wishes of a day. `asks` has parameters of the server as texts; from.at is missing where no start was chosen. Places go by name;
 * `ids` has the ids of those that a plan named.
 */
const wished = (from, asks) => ({ from, asks, musts: [], avoided: [], pins: [], ids: {} });

/**
 * The day. `on` has draw(how), tell(says, more), wrong(trouble, retry), changeTo(stops, says, how), middle(), pan(at), leave(), and search().
 */
export function makeDay(on) {
  const line = new Line(), section = $('.day');
  // `of` are the wishes that the plan answers; `fresh` the places that the last change brought.
  const day = { wishes: wished({}, { date: tomorrow() }), plan: null, of: null, day: 0, open: '', row: '', fresh: new Set(), trouble: null, waiting: false, starting: false };
  const past = [], unclear = new Set(); // names that several places have
  const has = name => state.settings.questions.plan.some(p => p.name === name);
  const now = () => day.plan?.days[Math.min(day.day, day.plan.days.length - 1)];

  /** The request: the wishes, in the names of the server's parameters. */
  function question() {
    const { from, asks, musts, avoided, pins, ids } = day.wishes, named = name => unclear.has(name) && ids[name] || name;
    const list = (name, values) => values.length ? { [name]: values } : {};
    return {
      start: from.at.map(v => Number(v.toFixed(6))).join(','), ...Object.fromEntries(Object.entries({ 'unknown-hours': 'open', ...asks }).filter(([name, value]) => value !== '' && has(name))),
      ...list('must', musts.map(named)), ...list('avoid', avoided.map(named)), ...list('pin', pins.map(p => `${named(p.name)}@${p.day + 1}/${p.time}`)),
      ...(lang === 'ko' || !has('language') ? {} : { language: lang }),
    };
  }

  /** Asks for the plan; `says` is told when it is there. What goes wrong takes the change back: the plan of before stays. */
  async function plan(says, { price = CHANGE, anew = false, refit = false } = {}) {
    const { wishes, plan: before } = day;
    if (!wishes.from.at) return on.draw({ legs: false });
    day.trouble = null;
    keepText();
    if (!before) on.draw({ legs: false });
    try {
      const answer = await line.ask('/v1/plan', {
        body: { ...question(), effort: 5000, 'time-limit': before && !anew ? '250ms' : '1s', ...(before && !anew ? { earlier: short(before), ...(has('change-price') ? { 'change-price': price } : {}) } : {}) },
        waiting: is => { $('.progress').hidden = !is; },
      });
      if (!answer) return;
      if (!Array.isArray(answer.days)) throw new Trouble('broken');
      Object.assign(day, { plan: answer, of: wishes, fresh: new Set(), day: Math.min(day.day, answer.days.length - 1) });
      if (before && !anew) for (const change of answer.changes ?? []) if (change.change === 'new') day.fresh.add(change.place_id);
      state.notice = says ? { says, undo: past.length > 0 } : null;
      on.draw({ legs: false, refit: refit || !before || !state.view });
      const d = now();
      say([says ? [says()].flat().join('') : '', t.daySaid(d.visits.length, d.arrival)].filter(Boolean).join(' '));
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (error.kind === 'newer') return;
      // A name that several places have is asked again by its id.
      const again = ['must', 'avoid', 'pin'].includes(error.parameter) ? Object.keys(wishes.ids).filter(name => !unclear.has(name) && error.detail.includes(name)) : [];
      if (again.length && wishes === day.wishes) {
        again.forEach(name => unclear.add(name));
        return plan(says, { price, anew, refit });
      }
      const broken = day.wishes;
      if (before && past.length) {
        day.wishes = past.pop().wishes;
        keepText();
        const [lift] = error.kind === 'refused' ? lifts(error.parameter, error.detail, broken) : [{ label: () => t.retry, change: {} }];
        on.tell(() => [why(error), ` ${t.day.kept}`], { wrong: true, undo: past.length > 0, action: lift && { label: lift.label, run: () => edit({ ...broken, ...lift.change }, says, { price, anew, refit }) } });
      } else {
        day.trouble = { says: () => why(error), lifts: lifts(error.parameter, error.detail), again: error.kind !== 'refused' };
        on.draw({ legs: false });
        say(day.trouble.says());
      }
    }
  }

  /** Why there is no plan: in the reader's language where the parameter at fault says enough, else in the server's words. */
  const why = error => error.kind === 'refused' && t.dayWhy[error.parameter] || troubleText(error);

  function keepText() { state.dayText = JSON.stringify({ ...day.wishes }); }

  function remember() {
    past.push({ wishes: day.wishes, plan: day.plan, of: day.of, day: day.day });
    if (past.length > 100) past.shift();
  }

  /** Changes the wishes and plans anew; what was before can be brought back. */
  function edit(change, says, how, ...places) {
    remember();
    day.wishes = { ...day.wishes, ...change, ids: { ...day.wishes.ids, ...Object.fromEntries(places.filter(place => place.place_id).map(place => [place.name, place.place_id])) } };
    return plan(says, how);
  }

  function undo() {
    const before = past.pop();
    if (!before) return;
    const moved = before.wishes.from !== day.wishes.from;
    line.stop();
    $('.progress').hidden = true;
    Object.assign(day, before, { fresh: new Set(), trouble: null });
    keepText();
    state.notice = null;
    // A plan that a newer change overtook was never seen.
    if (day.plan && day.of === day.wishes) { on.draw({ legs: false, refit: moved || !state.view }); say(t.undone); } else plan(null, { anew: !day.plan });
  }

  /** Wishes that may stand in the way, by the parameter at fault and by the words about it: [{ label, change }]. */
  function lifts(parameter, words, wishes = day.wishes) {
    const { asks, musts, avoided, pins } = wishes, found = [];
    const lift = (label, change) => found.push({ label, change });
    const named = pins.filter(p => words.includes(p.name)), meant = musts.filter(name => words.includes(name));
    if (named.length === 1) lift(() => t.dayLifts.pin(named[0].name), { pins: without(pins, named[0].name) });
    else if (named.length > 1 || parameter === 'pin') lift(() => t.dayLifts.pins, { pins: named.length ? without(pins, ...named.map(p => p.name)) : [] });
    if (meant.length === 1) lift(() => t.dayLifts.must(meant[0]), { musts: without(musts, meant[0]) });
    else if (meant.length > 1 || parameter === 'must') lift(() => t.dayLifts.musts, { musts: meant.length ? without(musts, ...meant) : [] });
    const off = (name, wish) => { if (asks[name]) lift(() => t.dayLifts[wish], { asks: { ...asks, [name]: '' } }); };
    if (parameter === 'max-per-theme' || !found.length && !parameter) off('max-per-theme', 'max-per-theme');
    if (parameter === 'end') off('end', 'end');
    if (parameter === 'avoid' && avoided.length) lift(() => t.dayLifts.avoid, { avoided: [] });
    if (parameter === 'radius') lift(() => t.dayLifts.radius, { asks: { ...asks, radius: '30km' } });
    if (!found.length || ['hours', 'break', 'depart'].includes(parameter)) {
      if (asks['unknown-hours'] === 'only-known') lift(() => t.dayLifts.hide, { asks: { ...asks, 'unknown-hours': 'open' } });
      if (has('no-lunch') && asks['no-lunch'] !== 'true') lift(() => t.dayLifts.lunch, { asks: { ...asks, 'no-lunch': 'true' } });
      const depart = minutesOf(asks.depart || '09:00'), length = Number(asks.hours || 9) * 60;
      if (depart < 1080 && depart + length < 1200) lift(() => t.dayLifts.hours, { asks: { ...asks, hours: String((1200 - depart) / 60) } });
    }
    return found;
  }

  // The plan as it goes back to the server: of each way the ends alone.
  const short = plan => JSON.parse(JSON.stringify(plan, (key, value) => key === 'line' && value.length > 2 ? [value[0], value.at(-1)] : value));

  // What the map shows: the pins of a day, each way with its colour, and the other days in grey.
  let picture = { stops: [], legs: [], others: [] }, pictured = [];
  const ways = (list, color) => (list ?? []).map(way => ({ line: way.line?.map(([x, y]) => [y, x]) ?? [], found: true, by: way.by, color })).filter(leg => leg.line.length > 1);
  function paint() {
    const { plan, wishes } = day, d = now(), theme = document.documentElement.dataset.theme;
    if (pictured[0] === plan && pictured[1] === d && pictured[2] === theme && pictured[3] === wishes.from) return picture;
    pictured = [plan, d, theme, wishes.from];
    const start = wishes.from.at ? [{ key: 'start', at: wishes.from.at, name: startName(), nameEn: wishes.from.nameEn ?? '', label: '1' }] : [];
    if (!d) return picture = { stops: start, legs: [], others: [] };
    const first = { key: 'start', at: at(d.start), name: placeName(d.start), nameEn: '', label: '1' }, groups = [], stops = [first];
    d.visits.forEach((visit, i) => stops.push({ key: visit.place_id, at: at(visit), name: visit.name, nameEn: visit.name_en ?? '', label: String(i + 2) }));
    for (const one of d.breaks) if (one.place) stops.push({ key: 'lunch', at: at(one.place), name: one.place.name, nameEn: '', label: '✻' });
    if (between(at(d.start), at(d.end)) > 30) stops.push({ key: 'end', at: at(d.end), name: placeName(d.end), nameEn: '', label: '·' });
    for (const group of order(d)) if (group.ways?.length) groups.push(group.ways);
    const others = day.plan.days.filter(one => one !== d).flatMap(one => [
      ...order(one).flatMap(group => ways(group.ways)),
      ...one.visits.map(visit => ({ at: at(visit), name: visit.name, nameEn: visit.name_en ?? '' })),
    ]);
    return picture = { stops, legs: groups.flatMap((group, k) => ways(group, legColor(k, groups.length))), others };
  }
  const startName = () => day.wishes.from.at ? nameOf({ name: day.wishes.from.name || t.day.middle, nameEn: day.wishes.from.nameEn ?? '' }) : '';
  /** The name of a start or an end: the reader's own where it is the start of the wishes. */
  const placeName = place => day.wishes.from.at && between(at(place), day.wishes.from.at) < 30 ? startName() : place.name;

  /** Visits, breaks and the way home of a day, each with the ways that lead there, in order. */
  function order(d) {
    const list = [];
    const breaks = i => d.breaks.filter(one => one.visits_before === i).forEach(one => list.push({ pause: one, ways: one.ways }));
    d.visits.forEach((visit, i) => { breaks(i); list.push({ visit, number: i + 2, ways: visit.ways }); });
    breaks(d.visits.length);
    list.push({ end: d.end, ways: d.last_ways });
    return list;
  }

  // Edits

  const visitAt = id => day.plan?.days.flatMap(d => d.visits).find(visit => visit.place_id === id);
  const didOf = (name, ...values) => () => { const words = t.dayDid[name]; return typeof words === 'function' ? words(...values) : words; };

  function add(place, instead = []) {
    const { name } = place, named = now()?.visits.filter(visit => instead.includes(visit.name)) ?? [];
    if (!day.plan) return;
    const { musts, avoided, pins } = day.wishes;
    edit({ musts: [...without(musts, name, ...instead), name], avoided: [...without(avoided, name, ...instead), ...instead], pins: without(pins, ...instead) }, didOf('add', name), { price: instead.length ? KEEP : 200 }, place, ...named);
  }

  function remove(id, another) {
    const visit = visitAt(id);
    if (!visit) return;
    const { musts, avoided, pins } = day.wishes, rows = now().visits, i = rows.findIndex(v => v.place_id === id);
    const next = rows[i + 1] ?? rows[i - 1], focused = section.contains(document.activeElement);
    day.row = '';
    edit({ musts: without(musts, visit.name), avoided: [...without(avoided, visit.name), visit.name], pins: without(pins, visit.name) }, didOf(another ? 'another' : 'remove', visitName(visit)), { price: another ? CHANGE : KEEP }, visit)
      // The focus goes on to the visit that took the place, or to one that stayed.
      .then(() => { if (focused && !section.contains(document.activeElement)) ($(`[data-key="visit-${CSS.escape(now()?.visits[i]?.place_id ?? next?.place_id ?? '')}"]`, section) ?? $('[data-plan]', section))?.focus({ preventScroll: true }); });
  }

  function pin(id) {
    const visit = visitAt(id), { pins } = day.wishes, index = day.plan.days.findIndex(d => d.visits.includes(visit));
    if (pins.some(p => p.name === visit.name)) edit({ pins: without(pins, visit.name) }, didOf('unpin', visitName(visit)), { price: KEEP });
    else edit({ pins: [...pins, { name: visit.name, day: index, time: visit.start.slice(0, 5) }] }, didOf('pin', visitName(visit), visit.start), { price: KEEP }, visit);
  }

  /** Minutes from a place to another: those of the plan where it goes that way, else more than the server's guess, or the time could not be kept. */
  function minutesBetween(d, from, to) {
    const i = d.visits.indexOf(to);
    if ((d.visits[i - 1] ?? d.start) === from) return to.ways.reduce((sum, way) => sum + way.min, 0);
    const meters = between(at(from), at(to)), { mode } = day.plan;
    return mode === 'foot' || meters < 600 ? meters / 45 + 2 : meters / (mode === 'bicycle' ? 130 : 250) + 12;
  }

  /** When the last of some visits begins, if they are made one after the other: with the breaks, and not before its pin or its opening. */
  function beginOf(d, visits) {
    let time = minutesOf(d.departure), from = d.start, begin = time;
    const breaks = d.breaks.map(one => ({ opens: minutesOf(one.opens), closes: minutesOf(one.closes), length: minutesOf(one.end) - minutesOf(one.start) }));
    for (const visit of visits) {
      const way = minutesBetween(d, from, visit), stay = minutesOf(visit.leave) - minutesOf(visit.start), opens = /^\d\d:\d\d/.exec(visit.hours ?? '');
      while (breaks.length && time + way + stay > breaks[0].closes - breaks[0].length) { const { opens, length } = breaks.shift(); time = Math.max(time, opens) + length; }
      begin = Math.max(time + way, opens ? minutesOf(opens[0]) : 0, visit.is_pinned && visit !== visits.at(-1) ? minutesOf(visit.start) : 0);
      time = begin + stay;
      from = visit;
    }
    return begin;
  }

  /** Moves a visit to a place in the list: it is pinned to the first time there, in steps of five minutes, and the rest is planned around it. */
  function move(id, to) {
    const d = now(), visits = d.visits, i = visits.findIndex(v => v.place_id === id), visit = visits[i];
    if (i < 0 || to < 0 || to >= visits.length || to === i) return on.draw({ legs: false });
    const begin = beginOf(d, [...visits.filter(v => v !== visit).slice(0, to), visit]);
    const time = timeOf(Math.ceil(begin / 5) * 5), { pins } = day.wishes, index = day.plan.days.indexOf(d);
    edit({ pins: [...without(pins, visit.name), { name: visit.name, day: index, time }] }, didOf('move', visitName(visit), time), { price: KEEP }, visit)
      .then(() => $(`[data-key="visit-${CSS.escape(id)}"]`, section)?.focus({ preventScroll: true }));
  }

  /** Sets parameters; empty texts take them back. */
  function asks(values, label) {
    const next = { ...day.wishes.asks, ...values };
    if (Object.keys(values).every(name => (day.wishes.asks[name] ?? '') === values[name])) return;
    if (day.plan) edit({ asks: next }, didOf('asks', label)); else { day.wishes = { ...day.wishes, asks: next }; plan(null); }
  }

  // Where it starts

  /** Starts at a place; of the trip, its other stops near enough that are attractions are wishes. */
  async function startAt(from, stops = []) {
    if (day.plan) remember();
    const near = stops.filter(s => between(s.at, from.at) < FAR).slice(0, 20);
    const dates = stops.map(s => s.arrive?.slice(0, 10)).filter(Boolean).sort();
    Object.assign(day, { plan: null, starting: false, trouble: null, day: 0, row: '' });
    const asks = { ...day.wishes.asks, ...(dates[0] ? { date: dates[0] } : {}) };
    const begun = day.wishes = wished(from, asks);
    on.draw({ legs: false, refit: true });
    const found = await Promise.all(near.map(stop => attractionOf(stop).catch(() => null)));
    if (day.wishes !== begun) return;
    const musts = [...new Set(found.filter(Boolean))], missing = stops.length - found.filter(Boolean).length;
    day.wishes = { ...begun, musts };
    await plan(null, { anew: true, refit: true });
    if (missing && day.plan) on.tell(didOf('notIn', t.trip, missing));
  }
  async function attractionOf(stop) {
    const { results } = await (await fetch('/v1/search?' + parameters({ q: stop.name, near: stop.at.map(v => v.toFixed(5)).join(','), limit: 3 }))).json();
    return results.find(r => r.name === stop.name && between([r.latitude, r.longitude], stop.at) < 500)?.name;
  }

  /** Shows the day: that of before, or one from the open stop, the trip, or where the reader has moved the map. */
  function show(stop, middle) {
    const { stops } = state, { from } = day.wishes;
    const of = ({ at, name, nameEn, key }) => ({ at, name, nameEn, key });
    if (stop) { if (from.key !== stop.key) return startAt(of(stop)); }
    else if (!from.at && stops.length) return startAt(of(stops[0]), stops.slice(1));
    else if (!from.at && state.view) return startAt({ at: middle, name: '' });
    if (!day.plan || day.of !== day.wishes) plan(null);
  }

  /** The wishes of an address; a text that is none is not read. */
  function restore(text) {
    try {
      const told = JSON.parse(text), isText = v => typeof v === 'string' && v.length <= 200, texts = list => (list ?? []).filter(isText).slice(0, 100);
      const [start] = readStops([{ latitude: told.from?.at?.[0], longitude: told.from?.at?.[1], name: told.from?.name || ' ', nameEn: told.from?.nameEn }]).stops;
      const known = Object.entries(told.asks ?? {}).filter(([name, value]) => has(name) && isText(value));
      day.wishes = {
        ...wished(start ? { at: start.at, name: told.from.name ? start.name : '', nameEn: start.nameEn } : {}, { date: tomorrow(), ...Object.fromEntries(known) }),
        musts: texts(told.musts), avoided: texts(told.avoided),
        ids: Object.fromEntries(Object.entries(told.ids ?? {}).filter(([, id]) => isText(id)).slice(0, 200)),
        pins: (told.pins ?? []).filter(p => isText(p?.name) && Number.isInteger(p.day) && /^\d\d:\d\d$/.test(p.time)).slice(0, 100).map(({ name, day, time }) => ({ name, day, time })),
      };
      Object.assign(day, { plan: null, of: null, day: 0 });
      past.length = 0;
    } catch { /* the usual wishes */ }
  }

  async function save(format) {
    const name = `waymark-day.${ENDINGS[format] ?? format.toLowerCase()}`;
    try {
      const blob = format === 'JSON' ? new Blob([JSON.stringify(day.plan)], { type: ACCEPTS.JSON })
        : await line.ask('/v1/plan', { body: { ...question(), effort: 5000, earlier: short(day.plan), ...(has('change-price') ? { 'change-price': KEEP } : {}) }, accept: ACCEPTS[format] });
      if (!blob) return;
      download(blob, name);
      on.tell(() => t.saved(name));
    } catch (error) { on.wrong(error, () => save(format)); }
  }

  /** The visits of all days as the stops of the trip. */
  function keepAsTrip() {
    const { days } = day.plan, stops = [];
    const put = (place, name, nameEn, date, id = '') => stops.push(makeStop({ at: at(place), name, nameEn, arrive: date ?? '', id }));
    days.forEach((d, k) => {
      if (!k) put(d.start, placeName(d.start), day.wishes.from.nameEn ?? '', d.date);
      for (const visit of d.visits) put(visit, visit.name, visit.name_en ?? '', d.date, visit.place_id);
    });
    on.leave();
    on.changeTo(stops, didOf('keep', stops.length), { refit: true });
  }

  const api = {
    show, restore, undo, move, add, remove, pin, asks, save, lifts,
    /** A place of the search: where the day starts, or what must be seen. */
    take(place) { if (day.plan && !day.starting) add({ name: place.name, place_id: place.id }); else startAt({ at: place.at, name: place.name, nameEn: place.nameEn }); },
    draw: () => drawDay(section, day, api),
    picture: paint,
    title: () => day.wishes.from.at ? (day.plan?.days.length > 1 ? t.day.titleDays(startName(), day.plan.days.length) : t.day.title(startName())) : t.day.whereHead,
    ask: () => day.wishes.from.at ? `curl -X POST ${location.origin}/v1/plan -d '${JSON.stringify(question()).replaceAll("'", "'\\''")}'` : `curl -X POST ${location.origin}/v1/plan -d @plan.json`,
    formats: () => t.dayFormats,
    now, order, has, placeName, startName,
    control: name => state.settings.questions.plan.find(p => p.name === name),
    /** Opens the conditions of a name in place, or closes them. */
    open(name) { day.open = day.open === name ? '' : name; on.draw({ legs: false }); },
    showDay(i) { Object.assign(day, { day: i, row: '' }); on.draw({ legs: false, refit: true }); },
    row(id) { day.row = day.row === id ? '' : id; const visit = visitAt(id); on.draw({ legs: false }); if (visit) on.pan(at(visit)); },
    point(key) { const visit = visitAt(key); if (visit) { day.row = key; on.draw({ legs: false }); $(`[data-key="visit-${CSS.escape(key)}"]`, section)?.focus(); } },
    lift: change => edit(change, didOf('lift'), {}),
    start: startAt,
    fromHere: () => startAt({ at: on.middle(), name: '' }),
    fromStop: key => { const stop = state.stops.find(s => s.key === key); if (stop) startAt({ at: stop.at, name: stop.name, nameEn: stop.nameEn, key }); },
    fromTrip: () => startAt({ ...state.stops[0] }, state.stops.slice(1)),
    search() { day.starting = true; on.search(); },
    again: () => plan(null),
    speak: () => day.plan && plan(null, { price: KEEP }),
    leave: on.leave, keepAsTrip,
  };
  bound(section, day, api, on);
  state.day = api;
  return api;
}
