/** The texts of all sources, the catalogues of all languages, and the faults between them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalogue } from './src/languages/catalogue.ts';
import { ENGLISH, LANGUAGES, type LanguageCode } from './src/languages/languages.ts';
import { type Text, translate } from './translate.ts';

const SRC = fileURLToPath(new URL('./src/', import.meta.url));

/** Sources without texts, and pages that are English for every reader: guides, the API reference, the component list, the development inbox. */
const UNTRANSLATED =
  /^(languages|contract|docs|card)\/|^(markdown|highlight|highlighter|openapi|lines)\.ts$|\/(first-plugin|design\.page|inbox\.page|reference\.page|card\.page|call)\.tsx?$/;

export const isTranslated = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.test\.ts$/.test(path) && !UNTRANSLATED.test(path);

/** The path of a module inside `src`, or undefined for other modules. */
export const toSourcePath = (id: string): string | undefined => {
  const path = id.replace(/\?.*$/, '');
  return path.startsWith(SRC) ? path.slice(SRC.length) : undefined;
};

type SourceText = Text & { readonly path: string };
type Sources = { readonly texts: readonly SourceText[]; readonly faults: readonly string[] };

export function readTexts(): Sources {
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(isTranslated).sort();
  const found = paths.map((path) => ({ path, ...translate(path, readFileSync(join(SRC, path), 'utf8')) }));
  return {
    texts: found.flatMap(({ path, texts }) => texts.map((text) => ({ ...text, path }))),
    faults: found.flatMap(({ faults }) => faults),
  };
}

export const OTHER_LANGUAGES = LANGUAGES.filter(({ code }) => code !== ENGLISH.code);

export const readCatalogue = (code: LanguageCode): Catalogue =>
  JSON.parse(readFileSync(join(SRC, `languages/${code}.json`), 'utf8')) as Catalogue;

/** What a catalogue lacks, and what in it is unknown or broken. */
export function findFaults(texts: readonly Text[], code: LanguageCode, catalogue: Catalogue): string[] {
  const known = new Set(texts.filter(({ isPlural }) => isPlural !== true).map(({ key }) => key));
  const counted = new Set(texts.filter(({ isPlural }) => isPlural === true).map(({ key }) => key));
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  return [
    ...[...known].filter((key) => !Object.hasOwn(catalogue.texts, key)).map((key) => `lacks “${key}”`),
    ...[...counted].filter((key) => !Object.hasOwn(catalogue.plurals, key)).map((key) => `lacks the plural “${key}”`),
    ...Object.keys(catalogue.texts)
      .filter((key) => !known.has(key))
      .map((key) => `has “${key}”, which is not a text of the sources`),
    ...Object.keys(catalogue.plurals)
      .filter((key) => !counted.has(key))
      .map((key) => `has the plural “${key}”, which the sources do not count`),
    ...Object.entries(catalogue.texts)
      .filter(([, text]) => text.trim() === '')
      .map(([key]) => `has no words for “${key}”`),
    ...Object.entries(catalogue.texts)
      .filter(([key, text]) => toMarkers(key) !== toMarkers(text))
      .map(([key]) => `has other placeholders or tags than “${key}”`),
    ...Object.entries(catalogue.plurals).flatMap(([key, plural]) =>
      forms
        .filter((form) => toMarkers(plural[form] ?? '') !== '{0}')
        .map((form) => `needs the form “${form}” with {0} for the plural “${key}”`),
    ),
  ].map((fault) => `${code}.json ${fault}`);
}

/** Placeholders and tags of a text, in a comparable order. */
const toMarkers = (text: string): string => (text.match(/<\/?\d+>|\{\d+\}/g) ?? []).sort().join(' ');

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** The sources that an entry of the browser can load. */
export function reachableFrom(entry: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(entry)) return found;
  found.add(entry);
  const source = readFileSync(join(SRC, entry), 'utf8');
  for (const [, specifier = ''] of source.matchAll(IMPORT)) {
    const path = join(dirname(entry), specifier);
    if (/\.tsx?$/.test(path)) reachableFrom(path, found);
  }
  return found;
}

/** The part of a catalogue that the texts need. */
export function toPart(catalogue: Catalogue, texts: readonly Text[]): Catalogue {
  const keys = new Set(texts.map(({ key }) => key));
  const part = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
  const hasCounts = texts.some(({ isPlural }) => isPlural === true);
  return {
    texts: part(catalogue.texts),
    plurals: part(catalogue.plurals),
    codes: hasCounts ? catalogue.codes : {},
  };
}
