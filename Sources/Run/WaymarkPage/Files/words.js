// Every word of the page, in Korean and English. Functions return plain text; a pair [strong, rest] is a sentence that begins strong.

import { kept } from './dom.js';

const last = name => { const k = name.charCodeAt(name.length - 1) - 0xAC00; return k >= 0 && k < 11172 ? k % 28 : -1; };
const object = name => last(name) < 0 ? '을(를)' : last(name) ? '을' : '를';
const count = n => n.toLocaleString('en');

const ko = {
  search: '장소 이름, 초성, 쓰다 만 글자',
  answers: '찾은 장소',
  clear: '지우기',
  trip: '여행',
  map: '지도. 화살표로 움직이고 +와 −로 확대합니다. Enter는 가운데를 여행에 넣습니다.',
  stops: n => `${count(n)}곳`,
  straight: '직선거리',
  roads: '길 따라',
  order: '순서 정리',
  ordering: '순서를 찾는 중',
  save: '저장',
  ordered: d => `${d} 짧아졌습니다.`,
  proven: '더 짧은 순서는 없습니다.',
  undo: '되돌리기',
  undone: '되돌렸습니다.',
  added: '넣은 순서',
  now: '정리한 순서',
  best: '이미 가장 짧은 순서입니다.',
  noBetter: '더 짧은 순서를 찾지 못했습니다.',
  changedMeanwhile: '그 사이 여행이 바뀌어 순서를 그대로 두었습니다.',
  removed: n => [n, `${object(n)} 뺐습니다.`],
  put: n => [n, `${object(n)} 여행에 넣었습니다.`],
  renamed: n => [n, '(으)로 이름을 바꾸었습니다.'],
  opened: (f, n) => [f, `에서 ${count(n)}곳을 열었습니다.`],
  openedLink: ['링크의 여행입니다.', ' 전에 만든 여행도 있습니다.'],
  mine: '내 여행으로',
  skipped: n => ` 위치가 없는 ${count(n)}줄은 뺐습니다.`,
  emptied: '여행을 비웠습니다.',
  early: '앞 장소보다 이른 날짜',
  moved: (n, i) => [n, `, ${i}번째로 옮겼습니다.`],
  regionsWrong: '들르는 지역은 알아내지 못했습니다.',
  back: '여행으로',
  rename: '이름 바꾸기',
  remove: '여행에서 빼기',
  keysOfStop: 'Alt와 화살표로 옮기기, F2 이름, Delete 빼기',
  move: '끌어서 순서 바꾸기. Alt와 화살표로도 옮깁니다.',
  radius: '반경',
  within: n => `관광지 ${count(n)}곳`,
  withinMost: n => `가장 가까운 관광지 ${count(n)}곳`,
  recommended: '추천',
  byDistance: '가까운 순',
  nothing: (n, d) => `이 안에는 없습니다. 가장 가까운 곳은 ${n}, ${d}.`,
  nothingAtAll: d => `${d} 안에 관광지가 없습니다.`,
  widen: '거기까지 넓히기',
  from: n => `${n}에서 잰 거리`,
  fromMiddle: '지도 가운데에서 잰 거리',
  orderTip: '첫 장소에서 떠나는 가장 짧은 순서',
  orderFew: '네 곳부터 정리할 수 있습니다',
  add: '넣기',
  has: '넣음',
  moreRecommended: n => `추천 ${count(n)}곳 더 보기`,
  morePlaces: n => `${count(n)}곳 더 보기`,
  keys: [['↑ ↓', '고르기'], ['Enter', '넣기']],
  rung: {
    unfinished_syllable: '쓰다 만 글자', initials: '초성', initials_inside_word: '낱말 속 초성', other_keyboard: '한영 전환',
    other_script: '로마자', misspelled: '비슷한 이름', other_text: '소개',
  },
  found: n => `${count(n)}곳 찾음`,
  noneHead: q => `‘${q}’에 맞는 장소가 없습니다.`,
  noneTip: '초성(ㄱㅂㄱ)이나 이름 일부만 써 보세요.',
  formats: { GPX: '내비게이션, 등산 앱', KML: '구글 어스', GeoJSON: '지도 편집기, 개발', CSV: '표 계산', SVG: '인쇄용 지도' },
  link: ['링크', '이 여행을 주소로 복사'],
  print: ['인쇄', '지도와 일정'],
  open: ['열기', 'CSV, GPX, GeoJSON 파일'],
  fresh: ['비우기', '새 여행을 시작'],
  saving: f => `${f} 만드는 중`,
  saved: f => [f, ' 저장했습니다.'],
  copied: '복사했습니다.',
  copyThis: '복사하지 못했습니다. 주소창의 주소가 이 여행입니다.',
  theme: '밝기 바꾸기',
  fit: '전체 보기',
  in: '확대',
  out: '축소',
  pull: '목록 펼치기',
  land: '땅: Natural Earth, 통계청',
  attractions: n => `관광지 ${count(n)}곳에서 찾습니다.`,
  emptyHead: '어디부터 갈까요?',
  emptyTip: '첫 장소를 찾아 넣으면 지도에 1번으로 찍힙니다. 이렇게도 찾습니다.',
  emptyOr: '지도를 누르거나, CSV, GPX, GeoJSON 파일을 지도에 끌어 놓아도 됩니다.',
  openFile: '파일 열기',
  tries: [['경복ㄱ', '쓰다 만 글자도'], ['ㄱㅂㄱ', '초성만으로도'], ['rudqhr', '한영 키를 잊었어도']],
  dropHere: '놓으면 장소를 엽니다',
  retry: '다시 시도',
  slow: '서버가 늦습니다. 기다리는 중입니다.',
  safe: '여행은 이 브라우저에 그대로 있습니다.',
  wrong: {
    unreachable: () => '서버에 닿지 못했습니다.',
    late: () => '서버가 30초 동안 답하지 않았습니다.',
    busy: t => t.after ? `요청이 너무 많습니다. ${count(t.after)}초 뒤에 다시 해 주세요.` : '요청이 너무 많습니다. 잠시 뒤에 다시 해 주세요.',
    large: () => '서버가 한 번에 답하기에는 너무 많습니다.',
    roads: () => '길을 찾는 서버가 답하지 않습니다.',
    token: () => '이 서버는 토큰이 있어야 답합니다.',
    missing: () => '이 서버는 그 질문에 답하지 않습니다.',
    form: () => '이 서버는 이 형식으로 저장하지 못합니다.',
    refused: () => '서버가 질문을 거절했습니다.',
    broken: () => '서버가 답하다 실패했습니다.',
  },
  legMissing: '길을 찾지 못함',
  legWaiting: '길을 찾는 중',
  standIn: '직선',
  file: {
    empty: f => `${f}에 장소가 없습니다.`,
    columns: f => `${f}에 위도와 경도 열이 없습니다. latitude와 longitude, 또는 위도와 경도라는 열이 있어야 합니다.`,
    kind: f => `${f}: 열 수 있는 파일은 CSV, GPX, GeoJSON, KML입니다.`,
    many: (f, n, most) => `${f}에 장소가 ${count(n)}곳 있습니다. 여행은 ${count(most)}곳까지입니다.`,
  },
  full: most => `여행은 ${count(most)}곳까지입니다.`,
  noMap: ['지도를 그리는 Leaflet이 없습니다.', '데비안에서는 아래 명령으로 설치하거나, 서버를 --leaflet 폴더와 함께 다시 시작하세요. 찾기, 순서, 저장은 지도 없이도 됩니다.'],
  noBackdrop: '바탕 지도를 불러오지 못했습니다.',
  regions: (names, more) => `들르는 지역: ${names.join(', ')}${more ? ` 외 ${count(more)}곳` : ''}`,
  copyAsk: '요청 복사',
  untitled: '새 여행',
  stopTitle: (i, n) => `${i}번 ${n}`,
  hours: (h, m) => h ? `${h}시간 ${m}분` : `${m}분`,
  themes: null,
};

const en = {
  search: 'Place name, 초성, or half a syllable',
  answers: 'Places found',
  clear: 'Clear',
  trip: 'Trip',
  map: 'Map. Arrow keys move it, + and − zoom. Enter adds its middle to the trip.',
  stops: n => n === 1 ? '1 stop' : `${count(n)} stops`,
  straight: 'great-circle',
  roads: 'along roads',
  order: 'Order',
  ordering: 'Ordering',
  save: 'Save',
  ordered: d => `${d} shorter.`,
  proven: 'No order is shorter.',
  undo: 'Undo',
  undone: 'Undone.',
  added: 'As added',
  now: 'Ordered',
  best: 'Already the shortest order.',
  noBetter: 'No shorter order was found.',
  changedMeanwhile: 'The trip changed meanwhile, so its order was left as it is.',
  removed: n => [n, ' was removed.'],
  put: n => [n, ' was added to the trip.'],
  renamed: n => [n, ' is the new name.'],
  opened: (f, n) => [f, `: ${n === 1 ? '1 stop' : `${count(n)} stops`} opened.`],
  openedLink: ['The trip of a link.', ' Your own trip is kept.'],
  mine: 'Back to mine',
  skipped: n => n === 1 ? ' 1 row without a place was left out.' : ` ${count(n)} rows without a place were left out.`,
  emptied: 'The trip is empty.',
  early: 'Earlier than the stop before',
  moved: (n, i) => [n, ` is now number ${i}.`],
  regionsWrong: 'The regions of the stops could not be found.',
  back: 'Back to trip',
  rename: 'Rename',
  remove: 'Remove from trip',
  keysOfStop: 'Alt and arrows move, F2 renames, Delete removes',
  move: 'Drag to reorder, or press Alt and an arrow key.',
  radius: 'Radius',
  within: n => n === 1 ? '1 attraction' : `${count(n)} attractions`,
  withinMost: n => `The nearest ${count(n)} attractions`,
  recommended: 'Recommended',
  byDistance: 'By distance',
  nothing: (n, d) => `None inside. The nearest is ${n}, ${d}.`,
  nothingAtAll: d => `No attraction within ${d}.`,
  widen: 'Widen to it',
  from: n => `distance from ${n}`,
  fromMiddle: 'distance from map centre',
  orderTip: 'The shortest order from the first stop',
  orderFew: 'From four stops on',
  add: 'Add',
  has: 'Added',
  moreRecommended: n => n === 1 ? '1 more recommendation' : `${count(n)} more recommendations`,
  morePlaces: n => `${count(n)} more`,
  keys: [['↑ ↓', 'choose'], ['Enter', 'add']],
  rung: {
    unfinished_syllable: 'unfinished syllable', initials: 'initials', initials_inside_word: 'initials inside', other_keyboard: 'other keyboard',
    other_script: 'Latin letters', misspelled: 'similar name', other_text: 'introduction',
  },
  found: n => n === 1 ? '1 place found' : `${count(n)} places found`,
  noneHead: q => `No place matches ‘${q}’.`,
  noneTip: 'Try initials (ㄱㅂㄱ) or part of the name.',
  formats: { GPX: 'navigation, hiking apps', KML: 'Google Earth', GeoJSON: 'map editors, code', CSV: 'spreadsheets', SVG: 'map for print' },
  link: ['Link', 'copy this trip as an address'],
  print: ['Print', 'map and itinerary'],
  open: ['Open', 'CSV, GPX or GeoJSON file'],
  fresh: ['Clear', 'start a new trip'],
  saving: f => `Making ${f}`,
  saved: f => [f, ' was saved.'],
  copied: 'Copied.',
  copyThis: 'It could not be copied. The address of this page is the trip.',
  theme: 'Light or dark',
  fit: 'Show all',
  in: 'Zoom in',
  out: 'Zoom out',
  pull: 'Expand list',
  land: 'Land: Natural Earth, KOSTAT',
  attractions: n => `Search covers ${count(n)} attractions.`,
  emptyHead: 'Where do you start?',
  emptyTip: 'Find a first place; it becomes number 1 on the map. These work too.',
  emptyOr: 'Or press the map, or drop a file of places (CSV, GPX, GeoJSON) on it.',
  openFile: 'Open a file',
  tries: [['경복ㄱ', 'an unfinished syllable'], ['ㄱㅂㄱ', 'initials only'], ['rudqhr', 'the wrong keyboard']],
  dropHere: 'Drop to open the places',
  retry: 'Try again',
  slow: 'The server is slow. Still waiting.',
  safe: 'The trip is safe in this browser.',
  wrong: {
    unreachable: () => 'The server did not answer.',
    late: () => 'The server gave no answer in 30 seconds.',
    busy: t => t.after ? `Too many requests. Try again in ${count(t.after)} s.` : 'Too many requests. Try again in a moment.',
    large: () => 'That is too much for one answer of the server.',
    roads: () => 'The server of roads does not answer.',
    token: () => 'This server answers only with a token.',
    missing: () => 'This server does not answer that question.',
    form: () => 'This server cannot save in this format.',
    refused: () => 'The server refused the question.',
    broken: () => 'The server failed while it answered.',
  },
  legMissing: 'no way found',
  legWaiting: 'finding the way',
  standIn: 'straight line',
  file: {
    empty: f => `${f} has no places.`,
    columns: f => `${f} has no columns of latitude and longitude.`,
    kind: f => `${f}: CSV, GPX, GeoJSON and KML can be opened.`,
    many: (f, n, most) => `${f} has ${count(n)} places. A trip has ${count(most)} at most.`,
  },
  full: most => `A trip has ${count(most)} stops at most.`,
  noMap: ['Leaflet, which draws the map, is missing.', 'On Debian, install it by the line below, or start the server again with --leaflet FOLDER. Search, order and save work without the map.'],
  noBackdrop: 'The map in the background could not be loaded.',
  regions: (names, more) => `Regions: ${names.join(', ')}${more ? ` and ${count(more)} more` : ''}`,
  copyAsk: 'Copy request',
  untitled: 'New trip',
  stopTitle: (i, n) => `${i}, ${n}`,
  hours: (h, m) => h ? `${h} h ${m} min` : `${m} min`,
  themes: {
    '종교/역사/전통': 'history and tradition', '자연/힐링': 'nature', '문화/예술': 'arts and culture', '쇼핑/놀이': 'shopping and fun',
    '체험/학습/산업': 'things to do and learn', '캠핑/스포츠': 'camping and sports', '관광지': 'attraction',
  },
};

const tables = { ko, en };
const first = kept.get('lang') || (navigator.languages || [navigator.language]).map(l => l.slice(0, 2)).find(l => tables[l]) || 'en';
export let lang = tables[first] ? first : 'en';
/** The words of the language in use. */
export let t = tables[lang];
export function speak(code) {
  lang = code;
  t = tables[code];
  kept.set('lang', code);
}

export const nameOf = stop => lang === 'en' && stop.nameEn ? stop.nameEn : stop.name;
export const themeOf = text => !text ? '' : t.themes ? t.themes[text] || text.replaceAll('/', '·') : text.replaceAll('/', '·');

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
export const duration = seconds => { const m = Math.max(1, Math.round(seconds / 60)); return t.hours(Math.floor(m / 60), m % 60); };

/** What went wrong, in one sentence, with the server's own words where it refused. */
export const troubleText = trouble => {
  const words = (t.wrong[trouble.kind] || t.wrong.broken)(trouble);
  return ['refused', 'large', 'roads'].includes(trouble.kind) && trouble.detail ? `${words} (${trouble.detail})` : words;
};
