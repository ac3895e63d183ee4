// Light or dark before the first paint. The choice of the reader wins over that of the system.
(() => {
  let theme = null;
  try { theme = localStorage.getItem('waymark.theme'); } catch { /* no storage: follow the system */ }
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
})();
