// The search box: an answer at every keystroke, as a combobox (WAI-ARIA).

import { $, $$, h, phone, say, textButton } from './dom.js';
import { Line, parameters } from './ask.js';
import { far } from './geo.js';
import { chosen, keep, state } from './trip.js';
import { lang, langOf, nameOf, t, themeOf, troubleText } from './words.js';

const field = $('#q'), popover = $('.popover'), list = $('#answers'), none = $('.none'), hint = $('.hint');
const line = new Line();
let found = [], at = -1, from = null, look = 0, peek = 0, map = null, take = null;
let answered = '', entered = false; // the text that `found` answers; Enter was pressed before its answer came

// The part of the name that matched: letters underlined, a syllable matched by part with dots.
function marked(name, answer) {
  if (name !== answer.name) return [name];
  const { match, rung } = answer, i = match ? name.indexOf(match) : -1;
  if (i < 0) return [name];
  const whole = [...match], parts = [];
  const one = (text, part) => text && parts.push(h('mark', { class: part ? 'part' : null }, text));
  if (rung.startsWith('initials')) one(match, true);
  else if (rung === 'unfinished_syllable') { one(whole.slice(0, -1).join('')); one(whole.at(-1), true); }
  else one(match);
  return [name.slice(0, i), ...parts, name.slice(i + match.length)];
}

function show(open) {
  popover.hidden = !open;
  field.setAttribute('aria-expanded', String(open && found.length > 0));
  $('.page').toggleAttribute('data-search', open);
}

function row(answer, i) {
  const { places } = state, how = t.rung[answer.rung], [first, ...others] = places?.namesIn(answer) ?? [nameOf(answer)];
  const what = [places ? places.whatIs(answer) : themeOf(answer.category), answer.address].filter(Boolean).join(' · ');
  return h('li', { class: 'answer', role: 'option', id: `answer-${i}`, 'data-i': i, 'aria-selected': 'false' },
    h('span', { class: 'name' }, h('span', { lang: langOf({ name: first }) }, marked(first, answer)), others.map(name => h('span', { class: 'aka', lang: langOf({ name }) }, ' · ', marked(name, answer)))),
    h('span', { class: 'far num' }, far(answer.meters)),
    h('span', { class: 'sub' }, what, how ? [what ? ' · ' : '', h('span', { class: 'how' }, how)] : null),
    answer.introduction && answer.rung === 'other_text' ? h('span', { class: 'sub from-text', lang: 'ko' }, answer.introduction) : null);
}

function pick(i) {
  at = i;
  for (const [k, e] of $$('.answer').entries()) {
    e.setAttribute('aria-selected', String(k === i));
    if (k === i && k) e.scrollIntoView({ block: 'nearest' });
  }
  if (i >= 0) field.setAttribute('aria-activedescendant', `answer-${i}`);
  else field.removeAttribute('aria-activedescendant');
  // The list is painted first; the map follows in the next frame.
  cancelAnimationFrame(peek);
  peek = requestAnimationFrame(() => map.peek(found, at));
}

/** Shows the answers, with words above them or in their place. */
function fill(answers, ...words) {
  found = answers;
  list.replaceChildren(...found.map(row));
  none.replaceChildren(...words);
  none.hidden = !words.length;
  list.hidden = hint.hidden = !found.length;
  show(true);
  pick(found.length && !words.length ? 0 : -1);
  if (words.length) say(none.textContent);
}

async function search() {
  const typed = field.value.trim();
  $('.clear').hidden = !field.value;
  state.query = typed;
  keep();
  clearTimeout(look);
  entered = false;
  if (!typed) return close();
  // Distances start where the map was when the search began, so that answers do not jump as the map follows them.
  from ||= chosen() ? { at: chosen().at, name: nameOf(chosen()) } : { at: map.middle(), name: '' };
  try {
    const answer = await line.ask('/v1/search?' + parameters({ q: typed, near: from.at.map(v => v.toFixed(5)).join(','), limit: 7, language: lang }), {
      waiting: on => { $('.progress').hidden = !on; },
      slow: () => fill([], h('p', {}, t.slow)),
    });
    if (!answer) return;
    answered = typed;
    fill(answer.results.map(r => ({ ...r, id: r.attraction_id, at: [r.latitude, r.longitude], meters: r.haversine_m ?? 0 })),
      ...(!answer.results.length ? [h('p', {}, t.noneHead(typed)), h('p', {}, t.noneTip)] : answer.exact ? [] : [h('p', {}, t.similar(typed))]));
    if (!found.length) return;
    hint.replaceChildren(...t.keys.map(([key, word]) => h('span', {}, h('b', {}, key), ` ${word}`)), h('span', { class: 'from' }, from.name ? t.from(from.name) : t.fromMiddle));
    if (entered && answer.exact) return choose(0);
    look = setTimeout(() => { map.look(found, from.name ? from.at : null); pick(at); if (answer.exact) say(t.found(found.length)); const answers = found; state.places?.learnNames(answers, () => { if (found === answers) { list.replaceChildren(...found.map(row)); pick(at); } }); }, 250);
  } catch (error) {
    fill([], h('p', {}, troubleText(error)), h('p', {}, t.safe), textButton(t.retry, { onclick: () => { field.focus(); search(); } }));
  }
}

/** Closes the answers; the map goes back, unless an answer was taken. */
export function close(stay = false) {
  line.stop();
  clearTimeout(look);
  $('.progress').hidden = true;
  found = [];
  answered = '';
  entered = false;
  at = -1;
  from = null;
  show(false);
  field.removeAttribute('aria-activedescendant');
  cancelAnimationFrame(peek);
  map.back(stay);
}

function clear() {
  field.value = '';
  state.query = '';
  keep();
  $('.clear').hidden = true;
}

function choose(i) {
  const answer = found[i];
  if (!answer) return;
  clear();
  close(true);
  if (phone()) field.blur(); // the keyboard of the screen goes away
  take({ ...answer, nameEn: answer.names?.en ?? '' });
}

export const openSearch = () => { field.focus(); field.select(); };
export function searchFor(text) { field.value = text; field.focus(); search(); }

export function words() {
  field.placeholder = t.search;
  field.setAttribute('aria-label', t.search);
  list.setAttribute('aria-label', t.answers);
  $('.clear').setAttribute('aria-label', t.clear);
  field.lang = lang;
  if (!popover.hidden) search();
}

/** Connects the box with the map and with what takes an answer. */
export function startSearch(theMap, whenTaken) {
  map = theMap;
  take = whenTaken;
  field.addEventListener('input', search);
  field.addEventListener('focus', () => { if (field.value && popover.hidden) search(); });
  field.addEventListener('keydown', e => {
    if (e.isComposing) return; // arrows and Enter belong to the input method
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) {
      e.preventDefault();
      if (popover.hidden) search();
      else if (found.length) pick((Math.max(at, step < 0 ? 0 : -1) + step + found.length) % found.length);
    } else if (e.key === 'Enter') { e.preventDefault(); if (answered === field.value.trim()) choose(at); else entered = true; }
    else if (e.key === 'Escape') { e.stopPropagation(); if (popover.hidden) clear(); close(); }
  });
  list.addEventListener('mousemove', e => { const i = Number(e.target.closest('.answer')?.dataset.i ?? -1); if (i >= 0 && i !== at) pick(i); });
  list.addEventListener('mousedown', e => e.preventDefault()); // the field keeps the focus
  list.addEventListener('click', e => { const one = e.target.closest('.answer'); if (one) choose(Number(one.dataset.i)); });
  $('.clear').addEventListener('click', () => { clear(); close(); field.focus(); });
  document.addEventListener('pointerdown', e => { if (!popover.hidden && !e.target.closest('.search')) { close(); state.dismissed = performance.now(); } });
  document.addEventListener('focusin', e => { if (!popover.hidden && !e.target.closest('.search')) close(); });
}
