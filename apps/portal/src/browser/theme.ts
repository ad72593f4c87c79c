/** Runs before the first paint, so that the chosen theme does not flash and scripted elements have their space. */
document.documentElement.dataset.scripts = '';
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage the browser's default theme applies.
}
