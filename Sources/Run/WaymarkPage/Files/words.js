// The words of the page in the language in use. words.json has each in Korean and in English: text; a list of which the first is strong;
// or a table. What has gaps becomes a function of what fills them. day.json has those of a day, and comes with it.

import { kept } from './dom.js';

const LANGUAGES = ['ko', 'en'];

// {0} is the first value. {0|a|b} is a where the first value is 1 or a name that ends in a consonant (of Hangul), and otherwise b.
const fill = (text, values) => text.replace(/\{(\d)(?:\|(.*?)\|(.*?))?\}/g, (_, i, one, other) => {
  const value = values[i], isNumber = typeof value === 'number';
  if (one === undefined) return isNumber ? value.toLocaleString('en') : value;
  if (isNumber) return value === 1 ? one : other;
  const last = value.charCodeAt(value.length - 1) - 0xAC00;
  return !(last >= 0 && last < 11172) ? `${one}(${other})` : last % 28 ? one : other;
});
function made(value) {
  if (!Array.isArray(value) && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, made(v)]));
  if (!String(value).includes('{')) return value;
  return (...values) => Array.isArray(value) ? value.map(text => fill(text, values)) : fill(value, values);
}
const tables = { ko: {}, en: {} };
/** Adds the words of a file. */
export async function learn(file) {
  const words = await (await fetch(new URL(file, import.meta.url))).json();
  LANGUAGES.forEach((code, k) => Object.assign(tables[code], made(Object.fromEntries(Object.entries(words).map(([key, pair]) => [key, pair[k]])))));
}
/** Adds a sheet of styles. */
export const dress = file => new Promise((onload, onerror) => document.head.append(Object.assign(document.createElement('link'),
  { rel: 'stylesheet', href: new URL(file, import.meta.url).href, onload, onerror })));
await learn('words.json');

const first = kept.get('lang') || (navigator.languages || [navigator.language]).map(l => l.slice(0, 2)).find(l => tables[l]) || 'en';
export let lang = tables[first] ? first : 'en';
/** The words of the language in use. */
export let t = tables[lang];
export function speak(code) {
  lang = code;
  t = tables[code];
  kept.set('lang', code);
}

export const nameOf = stop => stop.names?.[lang] ?? (lang === 'en' && stop.nameEn ? stop.nameEn : stop.name);
/** The language of that name: Korean, or that of the page. */
export const langOf = place => lang === 'en' && /\p{Script=Hangul}/u.test(nameOf(place)) ? 'ko' : null;
export const themeOf = text => !text ? '' : Object.hasOwn(t.themes, text) ? t.themes[text] : text.replaceAll('/', '·');

const dates = { ko: ['ko-KR', 'long'], en: ['en-GB', 'short'] };
const day = (options, iso) => {
  const format = new Intl.DateTimeFormat(dates[lang][0], { month: dates[lang][1], day: 'numeric', timeZone: 'UTC', ...options });
  return { format, date: new Date(iso.slice(0, 10)) };
};
/** 4월 1일 목; Thu 1 Apr. */
export function dateOf(stop) {
  if (!stop.arrive) return '';
  const { format, date } = day({ weekday: 'short' }, stop.arrive);
  return format.format(date).replace(/\((.)\)/, '$1').replace(',', '');
}
/** From the first date to the last; empty below two dates. */
export function spanOf(stops) {
  const all = stops.map(s => s.arrive).filter(Boolean).sort();
  if (all.length < 2) return '';
  const { format, date } = day({}, all[0]);
  return format.formatRange(date, new Date(all.at(-1).slice(0, 10))).replace(/\s?[~–]\s?/, ' – ');
}
/** 36분, 2시간 5분. */
export const duration = seconds => { const m = Math.max(1, Math.round(seconds / 60)); return m < 60 ? t.minutes(m) : t.hours(Math.floor(m / 60), m % 60); };

/** What went wrong, in one sentence, with the server's own words where it refused. */
export const troubleText = trouble => {
  const { kind, after, detail } = trouble, words = kind === 'busy' && after ? t.wrong.busyFor(after) : t.wrong[kind] || t.wrong.broken;
  return ['refused', 'large', 'roads'].includes(kind) && detail ? `${words} (${detail})` : words;
};
