import { languageOfName } from '../bundle/file-format.ts';
import { UNKNOWN_PART } from '../models/origins/origin.ts';
import { normalisePath } from '../models/paths/path-class.ts';
import type { Language, Span, Unit } from '../types/index.ts';
import type { Analysis, Run, Written } from './analysis.ts';
import { guessLanguage } from './guess-language.ts';
import { concat, type Value } from './value.ts';

const WRITTEN_MAX = 2_000;

type Writing = { readonly path: string; readonly value: Value; readonly unit: Unit; readonly at: Span };

/** Notes a write to a file. Another program, or a user who follows a document, may run the file later. */
export function noteWritten({ written, recorder }: Analysis, writing: Writing): void {
  const path = normalisePath(writing.path);
  const before = written.at(-1);
  // An append replaces the noted content, which is a prefix of the new content.
  const isLonger = before?.path === path && before.unit === writing.unit && isBeginning(before.value, writing.value);
  if (isLonger) written.pop();
  if (written.length >= WRITTEN_MAX) recorder.limit('files that are written', writing.unit.file);
  else written.push({ ...writing, path });
}

const isBeginning = ({ text: before }: Value, { text: now }: Value): boolean =>
  before !== null && now?.startsWith(before) === true;

type Needs = {
  readonly analysis: Analysis;
  /** Runs of files that are not in the bundle. */
  readonly outside: readonly Run[];
  /** Whether a file of the bundle with this text is already read in this language. */
  readonly isRead: (text: string, language: Language) => boolean;
};

/**
 * Analyses the programs that the bundle writes to files. The language comes from the file name, from the first line and from the
 * interpreter that runs a file of this name. A program with unknown text is skipped.
 */
export function readWrittenPrograms({ analysis, outside, isRead }: Needs): void {
  const runsOf = finderOf(outside);
  for (const one of [...analysis.written, ...putTogether(analysis.written)]) {
    const runs = runsOf(one.path);
    const { text } = one.value;
    if (text !== null && text !== UNKNOWN_PART)
      for (const lang of languagesOf(one.path, text, runs))
        if (!isRead(text, lang))
          analysis.descend({ lang, text, at: one.at, unit: one.unit, origin: 'argument', layer: null });
  }
}

/** Joins the parts that programs in different files write to one path. */
function putTogether(written: readonly Written[]): Written[] {
  const byPath = Map.groupBy(written, ({ path }) => path);
  return [...byPath.values()].flatMap((parts) => {
    const [first] = parts;
    const isOfSeveral = first !== undefined && parts.some(({ unit }) => unit.file !== first.unit.file);
    return isOfSeveral ? [{ ...first, value: concat(parts.slice(0, PARTS_MAX).map(({ value }) => value)) }] : [];
  });
}
const PARTS_MAX = 40;

/** Languages whose source an interpreter runs directly. Compiled languages run as something else than their source. */
const INTERPRETED: ReadonlySet<Language> = new Set<Language>([
  'shell',
  'batch',
  'makefile',
  'python',
  'javascript',
  'typescript',
  'ruby',
  'perl',
  'php',
  'lua',
  'powershell',
  'applescript',
]);
const isProgram = (language: Language | undefined): language is Language =>
  language !== undefined && INTERPRETED.has(language);

/** A path in a `bin` folder, where a shell looks up programs by name. */
const BIN = /(?:^|\/)s?bin\/[^/.]+$/;

function languagesOf(path: string, text: string, runs: readonly Run[]): ReadonlySet<Language> {
  const named = languageOfName(path);
  const run = runs.map(({ language }) => (language === 'unknown' ? guessLanguage(text) : language));
  const first = text.startsWith('#!') || BIN.test(path) ? [guessLanguage(text)] : [];
  return new Set([...run, ...first, ...(isProgram(named) ? [named] : [])].filter(isProgram));
}

const NAME_CHARS_MIN = 2;

/** Finds the runs of a written file by the known end of its path: a run of `$DIR/job.sh` or `./job.sh` fits `out/job.sh`. */
function finderOf(outside: readonly Run[]): (path: string) => Run[] {
  const known = outside.map((run) => ({ run, end: knownEnd(normalisePath(run.path)) }));
  // Matching paths share the last segment. The index matters for manuals that run thousands of files.
  const byName = Map.groupBy(known, ({ end }) => lastPart(end));
  return (path) => {
    const end = knownEnd(path);
    return (byName.get(lastPart(end)) ?? []).filter((one) => isSame(end, one.end)).map(({ run }) => run);
  };
}

function isSame(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < NAME_CHARS_MIN) return false;
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const knownEnd = (path: string): string =>
  (path.split(UNKNOWN_PART).at(-1) ?? path).replace(/^(?:\.?\/)+|^\$\{?\w+\}?\//g, '');
