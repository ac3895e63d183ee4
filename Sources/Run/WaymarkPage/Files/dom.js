// Elements are made by h(), whose texts are text: nothing of the data is ever read as HTML.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element. Properties that begin with "on" are listeners, "vars" are custom properties; null and false leave an attribute out. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'vars') for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** An icon, like that of the search. */
export function icon(name) {
  const svg = $('.search .icon').cloneNode(true);
  $('use', svg).setAttribute('href', `#i-${name}`);
  return svg;
}

/** A button with an icon alone: its name is for readers and as a title. */
export const iconButton = (name, label, properties = {}) =>
  h('button', { type: 'button', class: 'plain', 'aria-label': label, title: label, ...properties }, icon(name));

/** A button of text. */
export const textButton = (label, properties = {}) => h('button', { type: 'button', class: 'text', ...properties }, label);

/** What happened, for screen readers. The same words twice are said twice. */
export function say(text) {
  const live = $('.live');
  live.textContent = '';
  setTimeout(() => { live.textContent = text; }, 30);
}

/** Replaces the children of an element and gives the focus back to the control that had it, found by its data-key. */
export function redraw(element, ...children) {
  const key = element.contains(document.activeElement) && document.activeElement.dataset.key;
  element.replaceChildren(...children.flat(3).filter(Boolean));
  if (key) $(`[data-key="${CSS.escape(key)}"]`, element)?.focus({ preventScroll: true });
}

export const phone = () => matchMedia('(max-width: 720px)').matches;
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Storage may be full or forbidden; the page works without. */
export const kept = {
  get(key) { try { return localStorage.getItem(`waymark.${key}`); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(`waymark.${key}`, value); } catch { /* the address has the trip too */ } },
};
