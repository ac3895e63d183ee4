// Opening hours of OpenStreetMap as a person writes them. A rule that is not understood is shown as it is.

import { lang, t } from './words.js';

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'], MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const either = words => `(?:${words.join('|')})`;
const DAY = either([...DAYS, 'PH', 'SH']), MONTH = either(MONTHS), TIME = '(?:\\d?\\d:\\d\\d|sunrise|sunset)';
const listOf = one => `${one}(?:,${one})*`, span = one => `${one}(?:-${one})?`;
const RULE = new RegExp(`^(?:(${listOf(span(`${MONTH}(?: \\d\\d?)?`))}|${MONTH} \\d\\d?-\\d\\d?):? ?)?(?:(${listOf(span(DAY))}):? ?)?(off|closed|open|24/7|${listOf(`${TIME}(?:-${TIME})?\\+?`)})?(?: ?"([^"]*)")?$`);

const dayName = code => t.hoursWords[code] ?? new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + DAYS.indexOf(code)));
const monthName = text => {
  const [month, day] = text.split(' '), date = Date.UTC(2024, MONTHS.indexOf(month), Number(day ?? 1));
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { month: 'short', ...(day ? { day: 'numeric' } : {}), timeZone: 'UTC' }).format(date);
};
/** A list of ranges, each of its ends said by `name`. */
const ranges = (text, name) => text.split(',').map(part => {
  let [from, to] = part.split('-');
  if (/^\d+$/.test(to ?? '')) to = `${from.split(' ')[0]} ${to}`;
  return to ? t.fromTo(name(from), name(to)) : name(from);
}).join(', ');
const timeName = text => t.hoursWords[text] ?? (text.length === 4 ? `0${text}` : text);
const times = text => text.split(',').map(part => {
  const isOpen = part.endsWith('+'), [from, to] = part.replace('+', '').split('-');
  return `${timeName(from)}${to ? `–${timeName(to)}` : ''}${isOpen ? (to ? '+' : t.hoursWords['+']) : ''}`;
}).join(', ');

function ruleText(rule) {
  const [, months, days, open = '', comment] = RULE.exec(rule) ?? [];
  if (!months && !days && !open) return null;
  // Of a rule without hours nothing is sure but the comment.
  if (!open && !comment) return null;
  const every = /^(?:Mo-Su|Su-Sa)(?:,PH)?$/.test(days ?? ''), isTimes = /\d:|sun/.test(open);
  const when = [months && ranges(months, monthName), days && !every ? ranges(days, dayName) : (every || !months) && isTimes ? t.hoursWords.daily : null].filter(Boolean).join(', ');
  const what = isTimes ? times(open) : { off: t.hoursWords.closed, closed: t.hoursWords.closed, '24/7': t.hoursWords.always, open: t.hoursWords.open }[open];
  return [when, what, comment && `(${comment})`].filter(Boolean).join(' ');
}

/** Opening hours, a line each rule: `Tu-Su 10:00-18:00; PH off` is "Tue to Sun 10:00–18:00", "public holidays closed". */
export function hoursText(text) {
  // A comma between hours and days begins a rule of its own.
  const rules = text.replace(new RegExp(`(\\d\\d?:\\d\\d\\+?|off|closed) ?, *(?=${either([...DAYS, 'PH', 'SH', ...MONTHS])})`, 'g'), '$1;').split(/;|\|\|/).map(rule => rule.trim()).filter(Boolean);
  return rules.map(rule => ruleText(rule.replace(/\s+/g, ' ').replace(/ ?([-–,]) ?/g, (_, sign) => (sign === '–' ? '-' : sign))) ?? rule);
}
