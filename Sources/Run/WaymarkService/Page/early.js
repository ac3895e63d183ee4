// Light or dark before the first paint. The choice of the reader wins over that of the system.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem('waymark.theme'); } catch { /* no storage: follow the system */ }
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => { document.documentElement.dataset.theme = chosen || (dark.matches ? 'dark' : 'light'); };
  if (chosen !== 'light' && chosen !== 'dark') chosen = null;
  show();
})();
