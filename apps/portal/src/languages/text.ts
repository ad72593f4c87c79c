/**
 * The texts of this page's language. The build wraps every text of the sources in `text` or `rich`, so sources contain
 * plain English. The server loads one copy of the portal per language (`server-de.js`); a browser loads a catalogue if the page is not English.
 */
import { type Catalogue, createTexts, EMPTY, isEnglish } from './catalogue.ts';
import { type Language, type LanguageCode, toLanguage } from './languages.ts';

/** Addresses of the catalogues for browsers, inserted by the build: one for public pages, one for the program. */
declare const __CATALOGUES__: Readonly<Record<'site' | 'app', Readonly<Partial<Record<LanguageCode, string>>>>>;

/** Inserted by the build. Unit tests run as the server does. */
declare const __IS_BROWSER__: boolean;

const isServer = typeof __IS_BROWSER__ === 'undefined' || !__IS_BROWSER__;

export const language: Language = toLanguage(
  isServer ? /server-(\w+)\.js$/.exec(import.meta.url)?.[1] : document.documentElement.lang,
);

const catalogue = isEnglish(language) ? EMPTY : await (isServer ? readCatalogue() : fetchCatalogue());

export const { find, text, plural, code } = createTexts(language, catalogue);

async function readCatalogue(): Promise<Catalogue> {
  const { readFile } = await import('node:fs/promises');
  return JSON.parse(await readFile(new URL(`./languages/${language.code}.json`, import.meta.url), 'utf8')) as Catalogue;
}

/** Without its catalogue the page works in English. */
async function fetchCatalogue(): Promise<Catalogue> {
  try {
    const entry = document.querySelector('[data-app]') === null ? 'site' : 'app';
    const answer = await fetch(__CATALOGUES__[entry][language.code] ?? '');
    return answer.ok ? ((await answer.json()) as Catalogue) : EMPTY;
  } catch {
    return EMPTY;
  }
}
