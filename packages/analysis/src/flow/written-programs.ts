import { languageOfName } from '../bundle/file-format.ts';
import { UNKNOWN_PART } from '../models/origins/origin.ts';
import { normalisePath } from '../models/paths/path-class.ts';
import type { Language, Span, Unit } from '../types/index.ts';
import type { Analysis, Run, Written } from './analysis.ts';
import { guessLanguage } from './guess-language.ts';
import type { ShellSession } from './shell/terminal.ts';
import { concat, type Value } from './value.ts';

const WRITTEN_MAX = 2_000;

type Writing = { readonly path: string; readonly value: Value; readonly unit: Unit; readonly at: Span };

/** Something is put into a file: it may be run later, by another program or by whoever follows a document. */
export function noteWritten({ written, recorder }: Analysis, writing: Writing, { ownData }: ShellSession): void {
  const path = normalisePath(writing.path);
  const before = written.at(-1);
  // What is added to a file is the same file, longer.
  const isLonger = before?.path === path && before.unit === writing.unit && isBeginning(before.value, writing.value);
  if (isLonger) written.pop();
  if (written.length >= WRITTEN_MAX) recorder.limit('files that are written', writing.unit.file);
  else written.push({ ...writing, path, ownData });
}

const isBeginning = ({ text: before }: Value, { text: now }: Value): boolean =>
  before !== null && now?.startsWith(before) === true;

type Needs = {
  readonly analysis: Analysis;
  /** Runs of files that are not in the bundle. */
  readonly outside: readonly Run[];
  /** The text of this file is read in this language already. */
  readonly isRead: (text: string, language: Language) => boolean;
};

/**
 * A program that is written to a file is read as one: by the name it is given, by its first line, and as whatever runs a file of
 * that name. One whose text nobody can tell here is unread where something runs it.
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

/** Several programs write to one file, one behind the other. */
function putTogether(written: readonly Written[]): Written[] {
  const byPath = Map.groupBy(written, ({ path }) => path);
  return [...byPath.values()].flatMap((parts) => {
    const [first] = parts;
    const isOfSeveral = first !== undefined && parts.some(({ unit }) => unit.file !== first.unit.file);
    return isOfSeveral ? [{ ...first, value: concat(parts.slice(0, PARTS_MAX).map(({ value }) => value)) }] : [];
  });
}
const PARTS_MAX = 40;

/** What an interpreter takes as it stands; what a compiler is given first is run as something else. */
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

/** Where a shell looks for programs by their names. */
const BIN = /(?:^|\/)s?bin\/[^/.]+$/;

function languagesOf(path: string, text: string, runs: readonly Run[]): ReadonlySet<Language> {
  const named = languageOfName(path);
  const run = runs.map(({ language }) => (language === 'unknown' ? guessLanguage(text) : language));
  const first = text.startsWith('#!') || BIN.test(path) ? [guessLanguage(text)] : [];
  return new Set([...run, ...first, ...(isProgram(named) ? [named] : [])].filter(isProgram));
}

const NAME_CHARS_MIN = 2;

/** Runs of a file by its name, as far as that is known: `$DIR/job.sh` and `out/job.sh`, `./job.sh` from another folder. */
function finderOf(outside: readonly Run[]): (path: string) => Run[] {
  const known = outside.map((run) => ({ run, end: knownEnd(normalisePath(run.path)) }));
  // Names that fit have the same last part; a manual of commands runs thousands of them.
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
