/**
 * Lists the texts of the portal. With `--missing de` it lists those that a language lacks, as a catalogue to fill in;
 * with `--check` it fails unless every catalogue fits the sources.
 */
import { findFaults, OTHER_LANGUAGES, readCatalogue, readTexts } from './catalogues.ts';

function list(): void {
  const places = new Map<string, string>();
  for (const { key, path, line } of readTexts().texts) if (!places.has(key)) places.set(key, `${path}:${line}`);
  for (const [key, place] of places) console.log(`${place}\t${key}`);
}

function listMissing(wanted: string | undefined): void {
  const language = OTHER_LANGUAGES.find(({ code }) => code === wanted);
  if (language === undefined) throw new Error('Usage: node apps/portal/texts.ts --missing de');
  const { texts, plurals } = readCatalogue(language.code);
  const missing = readTexts().texts.filter(({ key }) => !Object.hasOwn(texts, key) && !Object.hasOwn(plurals, key));
  const toEmpty = (isPlural: boolean) =>
    Object.fromEntries(missing.filter((one) => (one.isPlural ?? false) === isPlural).map(({ key }) => [key, '']));
  console.log(JSON.stringify({ texts: toEmpty(false), plurals: toEmpty(true) }, null, 2));
}

function check(): void {
  const { texts, faults } = readTexts();
  const all = [...faults, ...OTHER_LANGUAGES.flatMap(({ code }) => findFaults(texts, code, readCatalogue(code)))];
  if (all.length === 0) return;
  console.error(`${all.join('\n')}\nThe catalogues are apps/portal/src/languages/*.json.`);
  process.exitCode = 1;
}

const [, , mode, language] = process.argv;
if (mode === '--check') check();
else if (mode === '--missing') listMissing(language);
else list();
