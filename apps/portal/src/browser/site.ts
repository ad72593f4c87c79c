/** What a script adds to public pages. Everything they say can be read without it. */
import { startThemeSwitch } from './theme-switch.ts';

startThemeSwitch();

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(button.dataset.copy ?? '').then(
      () => say(button, 'Copied'),
      () => say(button, 'Not copied'),
    );
  });
}

function say(button: HTMLButtonElement, word: string): void {
  const before = button.textContent;
  button.textContent = word;
  setTimeout(() => {
    button.textContent = before;
  }, 1500);
}

const box = document.querySelector<HTMLFormElement>('[data-verify-box]');
if (box !== null) void import('./verify-file.ts').then(({ takeFiles }) => takeFiles(box));

const live = document.querySelector<HTMLElement>('[data-live]');
if (live !== null) void import('./live.ts').then(({ followLive }) => followLive(live));

const map = document.querySelector<HTMLElement>('[data-map-url]');
if (map !== null) void import('./world-map.ts').then(({ showWorldMap }) => showWorldMap(map));

const recompute = document.querySelector<HTMLElement>('[data-recompute]');
if (recompute !== null) {
  recompute.hidden = false;
  recompute.querySelector('button')?.addEventListener('click', () => {
    void import('./recompute.ts').then(({ showRecomputed }) => showRecomputed(recompute));
  });
}
