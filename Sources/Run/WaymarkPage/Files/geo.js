// Lengths on the sphere of the program, and how they are written.

const RADIUS = 6371008.8;
const radians = degrees => degrees * Math.PI / 180;

/** The great-circle distance in metres of two places [latitude, longitude]. */
export function between(a, b) {
  const h = Math.sin(radians(b[0] - a[0]) / 2) ** 2
    + Math.cos(radians(a[0])) * Math.cos(radians(b[0])) * Math.sin(radians(b[1] - a[1]) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The place at a distance in metres and a bearing in degrees; accurate enough for marks on a map. */
export function offset(from, meters, bearing) {
  const north = meters * Math.cos(radians(bearing)) / RADIUS, east = meters * Math.sin(radians(bearing)) / RADIUS;
  return [from[0] + north * 180 / Math.PI, from[1] + east / Math.cos(radians(from[0])) * 180 / Math.PI];
}

/** 715 m, 30.2 km, 1,057 km. */
export const far = m => m < 999.5 ? `${Math.round(m)} m` : m < 99950 ? `${(m / 1000).toFixed(1)} km` : `${Math.round(m / 1000).toLocaleString('en')} km`;
export const round = m => far(m).replace('.0 ', ' ');

// The radius: 500 m to 30 km, logarithmic, in round steps.
export const NEAREST = 500, FARTHEST = 30000, USUAL = 10000;
export const clampRadius = m => Math.max(NEAREST, Math.min(FARTHEST, m));
export const neatRadius = m => clampRadius(m < 3000 ? Math.round(m / 100) * 100 : m < 10000 ? Math.round(m / 500) * 500 : Math.round(m / 1000) * 1000);
export const radiusAt = position => neatRadius(NEAREST * (FARTHEST / NEAREST) ** (position / 100));
export const positionOf = radius => 100 * Math.log(radius / NEAREST) / Math.log(FARTHEST / NEAREST);
/** The next round radius, up or down. */
export function stepRadius(radius, by) {
  for (let m = radius; m >= NEAREST && m <= FARTHEST; m += by * 100) if (Math.sign(neatRadius(m) - radius) === by) return neatRadius(m);
  return radius;
}

// The colours of legs: the program's for light, the bright part of the same scale (viridis) for dark.
const SCALES = {
  light: ['#481e6e', '#453781', '#3b518b', '#31688e', '#287c8e', '#20928c', '#2bab7d', '#44bf70', '#68cc5c', '#94d743'],
  dark: ['#287c8e', '#21908d', '#20a386', '#35b779', '#5ec962', '#8fd744', '#c2df23', '#f0e51d'],
};
/** The colour of leg i of n: n equal steps of the scale. */
export function legColor(i, n, theme = document.documentElement.dataset.theme) {
  const scale = SCALES[theme] || SCALES.light;
  const x = n < 2 ? 0 : i / (n - 1) * (scale.length - 1), k = Math.min(scale.length - 2, Math.floor(x));
  const channels = color => [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));
  const a = channels(scale[k]), b = channels(scale[k + 1]);
  return `rgb(${a.map((v, j) => Math.round(v + (b[j] - v) * (x - k)))})`;
}
