/** The script of public pages. Their content is readable without it. */
import { startSearchKeys } from './search-keys.ts';
import { startThemeSwitch } from './theme-switch.ts';

startThemeSwitch();

// The other languages of this page keep its query.
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-languages] a')) {
  const query = new URLSearchParams(location.search);
  query.set('language', new URL(link.href).searchParams.get('language') ?? '');
  link.search = String(query);
}

// Registered on the document, so that it also handles content added later.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copy]') : null;
  if (button === null) return;
  void navigator.clipboard.writeText(button.dataset.copy ?? '').then(
    () => say(button, 'Copied'),
    () => say(button, 'Not copied'),
  );
});

function say(button: HTMLButtonElement, word: string): void {
  const before = button.textContent;
  button.textContent = word;
  setTimeout(() => {
    button.textContent = before;
  }, 1500);
}

startSearchKeys();

const box = document.querySelector<HTMLFormElement>('[data-verify-box]');
if (box !== null) void import('./verify-file.ts').then(({ takeFiles }) => takeFiles(box));

const live = document.querySelector<HTMLElement>('[data-live]');
if (live !== null) void import('./live.ts').then(({ followLive }) => followLive(live));

const map = document.querySelector<HTMLElement>('[data-map-url]');
if (map !== null) void import('./world-map.ts').then(({ showWorldMap }) => showWorldMap(map));

// A live page may get its charts later.
if (document.querySelector('[data-chart], [data-live]') !== null)
  void import('./chart.ts').then(({ followPointer }) => followPointer());

const question = document.querySelector<HTMLFormElement>('[data-what-if]');
if (question !== null) void import('./what-if.ts').then(({ takeQuestion }) => takeQuestion(question));

const call = document.querySelector<HTMLFormElement>('[data-try-call]');
if (call !== null) void import('./try-call.ts').then(({ takeCall }) => takeCall(call));

const filter = document.querySelector<HTMLInputElement>('[data-filter]');
if (filter !== null) void import('./filter-list.ts').then(({ filterList }) => filterList(filter));

const proof = document.querySelector<HTMLElement>('[data-log-proof]');
if (proof !== null) void import('./log-proof.ts').then(({ showProof }) => showProof(proof));

const recompute = document.querySelector<HTMLElement>('[data-recompute]');
recompute?.querySelector('button')?.addEventListener('click', () => {
  void import('./recompute.ts').then(({ showRecomputed }) => showRecomputed(recompute));
});
