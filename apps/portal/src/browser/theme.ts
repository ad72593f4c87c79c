/** Runs before the first paint, so that a chosen theme does not flash and what scripts serve has its place. */
document.documentElement.dataset.scripts = '';
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing shows its own theme.
}
