const isDarkNow = (): boolean =>
  document.documentElement.dataset.theme === 'dark' ||
  (document.documentElement.dataset.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);

/** A button labelled with the theme that it switches to. */
export function startThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]');
  if (button === null) return;
  const name = (): void => {
    button.textContent = isDarkNow() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', isDarkNow() ? 'Use the light theme' : 'Use the dark theme');
  };
  // The button has its space from the first paint, so that nothing moves when the script loads.
  button.classList.remove('invisible');
  name();
  button.addEventListener('click', () => {
    const next = isDarkNow() ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem('theme', next);
    } catch {
      // Without storage the theme lasts until the page is left.
    }
    name();
  });
}
