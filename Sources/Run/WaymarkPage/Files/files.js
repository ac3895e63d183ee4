// Files of stops that are opened, and the trip as a file.

import { MOST, readStops, unique } from './trip.js';
import { learn } from './words.js';

await learn('files.json'); // what can be wrong with a file

export class FileTrouble extends Error {
  constructor(kind, ...values) { super(kind); this.kind = kind; this.values = values; }
}

const COLUMNS = {
  latitude: ['latitude', 'lat', 'y', '위도'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'x', '경도'],
  name: ['name', 'title', 'stop', 'stop_name', 'place', '이름', '장소', '장소명', '명칭', '관광지명'],
  nameEn: ['name_en', 'english', '영문명'],
  arrive: ['arrive', 'arrival', 'date', '날짜', '도착', '도착일'],
  note: ['note', 'notes', 'memo', 'desc', 'description', '메모', '비고', '설명'],
  id: ['stop_id', 'id'],
};

/** The rows of a CSV, RFC 4180, with comma, semicolon or tab. */
function rowsOf(text) {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const separator = ['\t', ';', ','].sort((a, b) => head.split(b).length - head.split(a).length)[0];
  // A field, in quotes or not, and what ends it.
  const fields = new RegExp(`(?:"((?:[^"]+|"")*)(?:"|$))?([^${separator}\r\n]*)(${separator}|\r\n?|\n|$)`, 'g');
  const rows = [[]];
  for (const [, quoted = '', plain, end] of text.matchAll(fields)) {
    rows.at(-1).push(quoted.replaceAll('""', '"') + plain);
    if (end === '') break;
    if (end !== separator) rows.push([]);
  }
  return rows.filter(row => row.some(v => v.trim()));
}

function fromCSV(text, file) {
  const [head, ...rows] = rowsOf(text);
  const names = (head || []).map(name => name.trim().toLowerCase());
  const at = Object.fromEntries(Object.entries(COLUMNS).map(([key, words]) => [key, words.map(w => names.indexOf(w)).find(i => i >= 0)]));
  if (at.latitude === undefined || at.longitude === undefined) throw new FileTrouble('columns', file);
  return rows.map(row => Object.fromEntries(Object.entries(at).map(([key, i]) => [key, i === undefined ? '' : (row[i] ?? '').trim().replace(/^'(?=[=+\-@])/, '')])));
}

const xml = text => {
  // A file that broke off is not parsed: the browser would report it as a page with styles of its own.
  if (!/<\/(\w+:)?(gpx|kml)>\s*$/.test(text)) return null;
  const tree = new DOMParser().parseFromString(text, 'application/xml');
  return tree.getElementsByTagName('parsererror').length ? null : tree;
};
const child = (element, name) => [...element.children].find(c => c.localName === name)?.textContent.trim() ?? '';
const all = (tree, name) => [...tree.getElementsByTagNameNS('*', name)];

/** Waypoints; without them the points of a route; without these both ends of each track. */
function fromGPX(tree) {
  let points = all(tree, 'wpt');
  if (!points.length) points = all(tree, 'rtept');
  if (!points.length) points = all(tree, 'trkseg').flatMap(segment => { const p = all(segment, 'trkpt'); return p.length > 1 ? [p[0], p.at(-1)] : p; });
  return points.map(p => ({
    latitude: p.getAttribute('lat'), longitude: p.getAttribute('lon'), name: child(p, 'name'), note: child(p, 'cmt') || child(p, 'desc'), arrive: child(p, 'time').slice(0, 10),
  }));
}

function fromKML(tree) {
  return all(tree, 'Placemark').filter(mark => all(mark, 'Point').length).map(mark => {
    const [longitude, latitude] = all(mark, 'coordinates')[0]?.textContent.trim().split(',') ?? [];
    // The program writes the number of a stop before its name.
    const number = all(mark, 'Data').find(d => d.getAttribute('name') === 'number')?.textContent.trim(), name = child(mark, 'name');
    return { latitude, longitude, name: number && name.startsWith(`${number} `) ? name.slice(number.length + 1) : name, note: child(mark, 'description') };
  });
}

function fromGeoJSON(tree) {
  const features = tree?.type === 'FeatureCollection' ? tree.features : tree?.type === 'Feature' ? [tree] : tree?.type === 'Point' ? [{ geometry: tree }] : null;
  if (!Array.isArray(features)) return null;
  return features.filter(f => f?.geometry?.type === 'Point' && Array.isArray(f.geometry.coordinates)).map(f => {
    const p = Object.fromEntries(Object.entries(f.properties || {}).map(([k, v]) => [k.toLowerCase(), v]));
    const value = key => { const word = COLUMNS[key].find(w => p[w] !== undefined && p[w] !== null); return word ? String(p[word]) : ''; };
    return {
      latitude: f.geometry.coordinates[1], longitude: f.geometry.coordinates[0], name: value('name'), nameEn: value('nameEn'),
      arrive: value('arrive') || String(p.planned_arrival || '').slice(0, 10), note: value('note'), id: value('id'),
    };
  });
}

/** The stops of a file, whose format its content shows: { stops, wrong }. */
export async function openFile(file) {
  if (file.size > 20e6) throw new FileTrouble('kind', file.name);
  const bytes = await file.arrayBuffer();
  let text;
  // Korean files are often in CP949, which browsers call euc-kr.
  try { text = new TextDecoder('utf-8', { fatal: true }).decode(bytes); } catch { text = new TextDecoder('euc-kr').decode(bytes); }
  const begin = text.trimStart()[0];
  let rows = null;
  if (begin === '<') {
    const tree = xml(text), root = tree?.documentElement.localName;
    rows = root === 'gpx' ? fromGPX(tree) : root === 'kml' ? fromKML(tree) : null;
  } else if (begin === '{') {
    try { rows = fromGeoJSON(JSON.parse(text)); } catch { rows = null; }
  } else if (begin) rows = fromCSV(text, file.name);
  else throw new FileTrouble('empty', file.name);
  if (!rows) throw new FileTrouble('kind', file.name);
  if (rows.length > MOST) throw new FileTrouble('many', file.name, rows.length, MOST);
  const read = readStops(rows);
  if (!read.stops.length) throw new FileTrouble('empty', file.name);
  return read;
}

/** The stops as a table that this page, the command and a spreadsheet open. */
export function toCSV(stops) {
  // A cell that begins like a formula would be run by a spreadsheet; a quote before it makes it text.
  const cell = (value, free) => { const v = free && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value); return /[",\r\n]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v; };
  const ids = unique(stops);
  const rows = stops.map((s, i) => [cell(ids[i], true), cell(s.name, true), cell(s.nameEn, true), s.at[0], s.at[1], cell(s.arrive), cell(s.note, true)].join(','));
  return new Blob(['\ufeff', ['stop_id,name,name_en,latitude,longitude,arrive,note', ...rows].join('\r\n'), '\r\n'], { type: 'text/csv' });
}

export const ACCEPTS = { GPX: 'application/gpx+xml', KML: 'application/vnd.google-earth.kml+xml', GeoJSON: 'application/geo+json', SVG: 'image/svg+xml' };

export function download(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
