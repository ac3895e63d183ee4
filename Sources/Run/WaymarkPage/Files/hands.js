// What the reader's hands do: presses, keys, the menu, the slider, rows that are dragged, the sheet of the phone, files that are dropped.

import { $, $$, h, phone } from './dom.js';
import { positionOf, radiusAt, stepRadius } from './geo.js';
import { openSearch } from './search.js';
import { state } from './trip.js';
import { t } from './words.js';

const page = $('.page'), RESTS = ['peek', 'half', 'full'];

/** Where the sheet of the phone rests: low, half way up, or over all of the map. */
export function sheet(rest) {
  page.dataset.sheet = rest;
  $('.pull').setAttribute('aria-expanded', String(rest !== 'peek'));
}

/** Opens the menu below a button, with formats; of the trip also with what else is done with the whole of it. */
export function openMenu(button, formats = t.formats, isTrip = true) {
  if (phone()) sheet('full');
  button.setAttribute('aria-expanded', 'true');
  const item = (data, name, words) => h('button', { type: 'button', role: 'menuitem', tabindex: '-1', ...data }, h('b', {}, name), h('span', {}, words));
  const rule = () => h('div', { class: 'rule', role: 'separator' });
  button.parentElement.append(h('div', { class: 'menu', role: 'menu', 'aria-label': t.save },
    Object.entries(formats).map(([format, words]) => item({ 'data-save': format }, format, words)), rule(),
    isTrip ? item({ 'data-do': 'link' }, ...t.link) : [], item({ 'data-do': 'print' }, ...t.print),
    isTrip ? [rule(), item({ 'data-do': 'open' }, ...t.open), item({ 'data-do': 'fresh' }, ...t.fresh)] : []));
  $('.menu button').focus();
}

/** A row, one of `rows`, dragged by its grip; `done` has the place among the others where it was let go, or null. */
export function dragRow(e, row, all, done) {
  const y0 = e.clientY, scroll = $('.scroll'), top0 = scroll.scrollTop, mark = h('div', { class: 'drop' }), held = new AbortController(), rows = all.filter(r => r !== row);
  let to = null;
  row.classList.add('held');
  const end = apply => {
    held.abort();
    mark.remove();
    row.style.transform = '';
    row.classList.remove('held');
    done(apply ? to : null);
  };
  const listenTo = (type, run) => addEventListener(type, run, { signal: held.signal, capture: type === 'keydown' });
  listenTo('pointermove', v => {
    const box = scroll.getBoundingClientRect();
    if (v.clientY > box.bottom - 30) scroll.scrollTop += 10;
    else if (v.clientY < box.top + 30) scroll.scrollTop -= 10;
    row.style.transform = `translateY(${v.clientY - y0 + scroll.scrollTop - top0}px)`;
    to = rows.filter(r => { const b = r.getBoundingClientRect(); return b.top + b.height / 2 < v.clientY; }).length;
    if (rows[to]) rows[to].before(mark);
    else rows.at(-1)?.after(mark);
  });
  listenTo('pointerup', () => end(true));
  listenTo('pointercancel', () => end(false));
  listenTo('keydown', v => { if (v.key === 'Escape') { v.stopPropagation(); end(false); } });
}

/**
 * Listens to the whole page. `on` has what is done: presses (by the name of the data of a button), draw(how), choose(key), rename(key), remove(key),
 * move(key, to), leave(), takeBack(), setRadius(meters, how), light(id, is), lightLeg(i, is), open(file), fit().
 */
export function listen(on) {
  /** Closes the menu; false if none is open. */
  function closeMenu(focus) {
    const menu = $('.menu');
    if (!menu) return false;
    menu.remove();
    state.dismissed = performance.now();
    const button = () => $$('[data-do="save"]').find(e => e.checkVisibility());
    button()?.setAttribute('aria-expanded', 'false');
    on.draw({ legs: false });
    if (focus) button()?.focus();
    return true;
  }

  document.addEventListener('click', e => {
    if (e.target.closest('[role="separator"]')) return;
    const button = e.target.closest('button'), d = button?.dataset ?? {}, wasOpen = closeMenu(false);
    if (!button || button.disabled || wasOpen && d.do === 'save') return;
    const what = Object.keys(on.presses).find(name => d[name]);
    if (what) on.presses[what](d[what], button);
  });
  let steps = 0;
  document.addEventListener('keydown', e => {
    const typing = e.target.matches?.('input:not([type=range])'), key = e.target.closest?.('.stop')?.dataset.stop, menu = $('.menu');
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key], done = run => { e.preventDefault(); run(); };
    if (e.key === '/' && !typing && !e.ctrlKey && !e.metaKey && !e.altKey) done(openSearch);
    else if (e.key.toLowerCase() === 'z' && (e.ctrlKey || e.metaKey) && !e.shiftKey && !typing) done(on.takeBack);
    else if (e.key === 'Escape') { if (closeMenu(true) || typing) return; if (state.chosen) on.choose(null); else if (state.question === 'day') on.leave(); }
    else if (menu?.contains(e.target)) {
      const items = $$('button', menu), i = items.indexOf(e.target), to = { Home: 0, End: -1 }[e.key] ?? (step && (i + step) % items.length);
      if (to !== undefined) done(() => items.at(to).focus());
      else if (e.key === 'Tab') closeMenu(true);
    } else if (e.target.id === 'r' && (step || e.key === 'ArrowLeft' || e.key === 'ArrowRight')) {
      // From round radius to round radius, where the slider's own steps would round back.
      done(() => on.setRadius(stepRadius(state.radius, e.key === 'ArrowUp' || e.key === 'ArrowRight' ? 1 : -1)));
      clearTimeout(steps);
      steps = setTimeout(() => on.setRadius(state.radius, { done: true }), 400);
    } else if (key && !typing) {
      const i = state.stops.findIndex(s => s.key === key), next = step && $$('.stop .go')[i + step];
      if (e.altKey && step) done(() => on.move(key, i + step));
      else if (e.key === 'F2') done(() => on.rename(key));
      else if (e.key === 'Delete') done(() => on.remove(key));
      else if (next) done(() => next.focus());
    }
  });

  for (const type of ['input', 'change']) document.addEventListener(type, e => {
    if (e.target.id === 'within' && type === 'change') on.askReach(e.target.value);
    if (e.target.id === 'r') on.setRadius(radiusAt(Number(e.target.value)), { from: 'slider', done: type === 'change' });
    else if (e.target.dataset.ask && type === 'change') on.ask(e.target.dataset.ask, e.target.type === 'checkbox' ? (e.target.checked ? 'true' : '') : e.target.value.trim());
    else if (e.target.id === 'file' && type === 'change') { on.open(e.target.files[0]); e.target.value = ''; }
  });

  for (const [type, is] of [['mouseover', true], ['mouseout', false], ['focusin', true], ['focusout', false]]) document.addEventListener(type, e => {
    const place = e.target.closest?.('[data-place]'), leg = e.target.closest?.('[data-leg]');
    if (place) on.light(place.dataset.place, is);
    if (leg) on.lightLeg(Number(leg.dataset.leg), is);
  });
  // What has the focus is never below the edge of the sheet.
  document.addEventListener('focusin', e => { if (phone() && page.dataset.sheet === 'peek' && e.target.closest('.scroll') && e.target.getBoundingClientRect().bottom > innerHeight) sheet('half'); });

  // The sheet goes from rest to rest as its grip is pulled up or down, and up and around by a press.
  const rest = to => { sheet(RESTS[to]); on.fit(); };
  function pull(e, grip) {
    const i = RESTS.indexOf(page.dataset.sheet);
    grip.dragged = false;
    const up = v => { const d = e.clientY - v.clientY; if (Math.abs(d) >= 6) { grip.dragged = true; rest(Math.max(0, Math.min(2, i + Math.sign(d) * (Math.abs(d) > 240 ? 2 : 1)))); } };
    addEventListener('pointerup', up, { once: true });
    addEventListener('pointercancel', () => removeEventListener('pointerup', up), { once: true });
  }
  $('.pull').addEventListener('click', e => { if (!e.currentTarget.dragged || !e.detail) rest((RESTS.indexOf(page.dataset.sheet) + 1) % 3); });

  document.addEventListener('pointerdown', e => {
    const row = e.target.closest('.grip')?.closest('.stop'), grip = e.target.closest('.pull');
    if (row) { e.preventDefault(); dragRow(e, row, $$('.stop'), to => to === null ? on.draw({ legs: false }) : on.move(row.dataset.stop, to)); }
    else if (grip) pull(e, grip);
  });

  // A file dropped anywhere opens.
  let over = 0;
  const files = (type, run) => addEventListener(type, e => { if ([...(e.dataTransfer?.types ?? [])].includes('Files')) { run(e); $('.drop-here').hidden = over <= 0; } });
  files('dragenter', () => { over++; });
  files('dragleave', () => { over = Math.max(0, over - 1); });
  files('dragover', e => e.preventDefault());
  files('drop', e => { e.preventDefault(); over = 0; on.open(e.dataTransfer.files[0]); });
}
