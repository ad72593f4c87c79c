import { type DecodedRun, findEncodedRuns, findTurnedText } from '@assay/analysis/bundle/decode/encoded-runs';
import { foldText } from '@assay/analysis/bundle/decode/fold';
import { findHiddenBits } from '@assay/analysis/bundle/decode/hidden-bits';
import { type Intake, readBundle, type TakenFile } from '@assay/analysis/bundle/read-bundle';
import { findReach } from '@assay/analysis/flow/reach';
import { maskForReading } from '@assay/analysis/result/masking';
import type { Bundle, Language, Reach } from '@assay/analysis/types';
import type { NotRead } from '@assay/analysis/types/reading';
import { READING_LIMITS } from '../limits.ts';
import { findMissing } from './missing.ts';
import { findPlainRuns } from './plain-decode.ts';
import { wordsOf } from './words-in-bytes.ts';

/** `piece` counts the pieces of a line that is too long to show at once. */
export type NumberedLine = { readonly number: number; readonly text: string; readonly piece?: number };

/** A text as a reader sees it: a file as written, or the decoded text of a stretch. */
export type ReadDocument = {
  /** The name that the reader sees: the path, with a suffix for other views. */
  readonly name: string;
  readonly file: string;
  readonly layers: readonly string[];
  /** Lines of the file that contain the encoded text; `null` when `lines` has the file's own numbers. */
  readonly carrier: { readonly startLine: number; readonly endLine: number } | null;
  readonly lines: readonly NumberedLine[];
  readonly isReachable: boolean;
  /** The document acts or states what to do first: the entry, programs, and text decoded from them. */
  readonly isActing: boolean;
  /** Contains lines of another part that share rare terms with the part that shows them. */
  readonly isRelated?: true;
};

type ListedFile = {
  readonly path: string;
  readonly note: string;
  /** How an agent or a machine reaches the file. */
  readonly reach: Reach;
};

export type Documents = {
  readonly entry: string | null;
  /** In reading order, the most important first. */
  readonly documents: readonly ReadDocument[];
  readonly listed: readonly ListedFile[];
  /** Files that the product refers to and does not contain. */
  readonly missing: readonly string[];
  readonly unreadable: readonly NotRead[];
};

type Mask = (text: string) => string;

/**
 * Lists all text of a bundle, masked, with the views that a machine would read. `maskKey` keys the digests of masked
 * secrets.
 */
export function listDocuments(bundle: Bundle, maskKey = ''): Documents {
  const intake = readBundle(bundle);
  const reach = reachOf(intake);
  const mask: Mask = (text) => maskForReading(text, maskKey);
  const said = saidDocuments(bundle, mask);
  const files = [...intake.files].sort(
    (a, b) => rankOf(a, reach) - rankOf(b, reach) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
  const isReached = (path: string): boolean => (reach.get(path) ?? 'none') !== 'none';
  // Programs open files that nothing names. In a bundle with a program, no omitted file counts as unreachable.
  const hasPrograms = files.some(isProgram);
  const texts = files.map((file) =>
    viewsOf(
      file,
      {
        isReachable: isReached(file.path) || hasPrograms,
        isActing: file.path === intake.entry || isProgram(file),
      },
      mask,
    ),
  );
  const [first, ...rest] = texts.flatMap(({ views }) => views);
  return {
    entry: intake.entry,
    documents: [...(first === undefined ? [] : [first]), ...said, ...rest],
    listed: listFiles(intake, reach),
    missing: findMissing(files).map(shownName),
    unreadable: [
      ...texts.flatMap(({ beyond }) => beyond),
      ...files.flatMap((file) => (file.text === null ? [toUnreadable(file, isReached(file.path), hasPrograms)] : [])),
      ...files.filter(isGarbled).map((file) => toGarbled(file, isReached(file.path) || hasPrograms)),
    ],
  };
}

const listFiles = ({ files, links, problems }: Intake, reach: ReadonlyMap<string, Reach>): ListedFile[] => [
  ...files.map(({ path, text, formatName, bytes }) => ({
    path: shownName(path),
    note: text === null ? `${formatName}, ${bytes.length} bytes, not text` : '',
    reach: reach.get(path) ?? 'none',
  })),
  ...problems
    .filter(({ problem }) => problem === 'link-escape')
    .map(({ file, detail }) => ({ path: shownName(file), note: `link: ${shownName(detail)}`, reach: 'none' as const })),
  ...[...links].map(([path, target]) => ({
    path: shownName(path),
    note: `a link to ${shownName(target)}`,
    reach: reach.get(path) ?? 'none',
  })),
];

/** A `#` introduces the suffix of a view, so a `#` in a path is escaped. */
const shownName = (path: string): string => path.replaceAll('#', '%23');

/** A picture, form or table whose words cannot all be shown may still tell its users something. */
const toUnreadable = (file: TakenFile, isReached: boolean, hasPrograms: boolean): NotRead => {
  const isOpaque = wordsOf(file).isPartial;
  return {
    file: file.path,
    startLine: 0,
    endLine: 0,
    reason: isOpaque ? 'opaque' : 'not-text',
    // A program can open data that nothing names.
    isReachable: isReached || (isOpaque && hasPrograms),
  };
};

/** Text in an unknown encoding: a program or person with the right encoding can read what is not shown. */
const isGarbled = ({ text }: TakenFile): boolean =>
  text !== null && text.split(REPLACEMENT).length - 1 > text.length * READING_LIMITS.garbledShareMax;
const REPLACEMENT = '\ufffd';

const toGarbled = ({ path, text }: TakenFile, isReachable: boolean): NotRead => ({
  file: path,
  startLine: 1,
  endLine: text?.split('\n').length ?? 1,
  reason: 'opaque',
  isReachable,
});

function reachOf({ files, entry }: Intake): ReadonlyMap<string, Reach> {
  const texts = files.flatMap(({ path, text, language }) => (text === null ? [] : [{ path, text, language }]));
  const others = files.filter(({ text }) => text === null).map(({ path }) => path);
  return findReach({ files: texts, others, entry });
}

const INERT: ReadonlySet<Language> = new Set([
  'markdown',
  'text',
  'html',
  'svg',
  'yaml',
  'json',
  'toml',
  'ini',
  'unknown',
]);

const isProgram = ({ kind, language, text }: Pick<TakenFile, 'kind' | 'language' | 'text'>): boolean =>
  kind === 'exec' || text?.startsWith('#!') === true || !INERT.has(language);

/** Words of effects in any language. A match moves a file forward in the reading order and is no evidence. */
const SINK =
  /\b(?:curl|wget|eval|exec|system|popen|subprocess|child_process|spawn|fetch|requests|urlopen|socket|rm -|chmod|base64|token|secret|password|os\.environ|process\.env)\b/;

/** The reading order: entry, files that it leads to, programs, files with possible effects, the rest. */
function rankOf({ path, kind, language, text }: TakenFile, reach: ReadonlyMap<string, Reach>): number {
  const how = reach.get(path) ?? 'none';
  if (how === 'entry') return 0;
  if (how !== 'none') return 1;
  if (isProgram({ kind, language, text })) return 2;
  return text !== null && SINK.test(text) ? 3 : 4;
}

/** Statements of the publisher outside the files. They are part of the product and are read like files. */
function saidDocuments({ manifest, declaredEndpoints, openapi, mcpTools }: Bundle, mask: Mask): ReadDocument[] {
  const said: readonly (readonly [string, unknown])[] = [
    ['(manifest)', manifest],
    ['(declared endpoints)', declaredEndpoints],
    ['(tools)', mcpTools],
    ['(openapi)', openapi],
  ];
  return said.flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
    return textViews(name, text, { isReachable: true, isActing: false }, mask).views;
  });
}

type Views = { readonly views: readonly ReadDocument[]; readonly beyond: readonly NotRead[] };

type Standing = Pick<ReadDocument, 'isReachable' | 'isActing'>;

const viewsOf = (file: TakenFile, standing: Standing, mask: Mask): Views =>
  file.text === null ? wordsViews(file, mask) : textViews(file.path, file.text, standing, mask, file.readings);

/** The words of a file that is not text, and their decoded text. Such a file has no lines of its own. */
function wordsViews(file: TakenFile, mask: Mask): Views {
  const { text } = wordsOf(file);
  if (text === '') return { views: [], beyond: [] };
  const lines = toLines(mask(text));
  const carrier = { startLine: 1, endLine: 1 };
  const name = `${shownName(file.path)}#words`;
  const words = { name, file: file.path, layers: ['words'], carrier, lines, isReachable: true, isActing: false };
  const { views, beyond } = decodedViews(words, text, mask);
  return { views: [words, ...views.map((view) => ({ ...view, carrier }))], beyond };
}

function textViews(
  file: string,
  text: string,
  standing: Standing,
  mask: Mask,
  readings: TakenFile['readings'] = [],
): Views {
  const raw = mask(text);
  const name = shownName(file);
  const whole: ReadDocument = { name, file, layers: [], carrier: null, lines: toLines(raw), ...standing };
  const { views, beyond } = decodedViews(whole, text, mask);
  const read = readings
    .filter((one) => one.text !== text)
    .map((one, index) => ({
      ...whole,
      name: `${name}#decoded-${views.length + index + 1}`,
      layers: [`${one.how}, as ${one.by} reads it`],
      carrier: { startLine: 1, endLine: whole.lines.length },
      lines: toLines(mask(one.text)),
    }));
  return { views: [whole, ...foldedView(whole, raw), ...views, ...read], beyond };
}

const toLines = (text: string): NumberedLine[] =>
  text.split('\n').map((line, index) => ({ number: index + 1, text: line.replace(/\r$/, '') }));

/** Full-width punctuation is normal in Chinese and Japanese and hides nothing. */
const narrow = (text: string): string =>
  text.replace(/[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );

/** Characters that look like the slash after a host name but are part of the host name. */
const SLASHES = /(?<=[\w.-])[\u2044\u2215\u29f8](?=[\w.-])/g;

/** Contains only the lines that differ after look-alike and invisible characters are replaced. They keep their numbers. */
function foldedView(whole: ReadDocument, raw: string): ReadDocument[] {
  const straight = raw.replace(SLASHES, '/');
  const folded = foldText(straight)?.text ?? straight;
  if (folded === raw) return [];
  const lines = toLines(folded).filter(({ text }, index) => text !== narrow(whole.lines[index]?.text ?? ''));
  return lines.length === 0 ? [] : [{ ...whole, name: `${whole.name}#folded`, layers: ['folded'], lines }];
}

/** Runs that the rules decode, and other runs whose decoded form is plain text. */
function findRuns(text: string): DecodedRun[] {
  const known = [...findEncodedRuns(text), ...findTurnedText(text), ...findHiddenBits(text)];
  const isNew = ({ start, end, text: said }: DecodedRun): boolean =>
    !known.some((run) => run.start <= start && run.end >= end && run.text.length >= said.length);
  return [...known, ...findPlainRuns(text).filter(isNew)];
}

type Stretch = { readonly text: string; readonly layers: readonly string[]; readonly lines: readonly [number, number] };

function decodedViews(whole: ReadDocument, text: string, mask: Mask): Views {
  const found: Stretch[] = [];
  const beyond: NotRead[] = [];
  const last = whole.lines.length;
  const descend = (of: string, layers: readonly string[], lines: readonly [number, number] | null): void => {
    if (layers.length >= READING_LIMITS.decodedLayersMax) return;
    for (const run of findRuns(of)) {
      const place = lines ?? ([lineAt(of, run.start), Math.min(lineAt(of, run.end), last)] as const);
      if (found.length >= READING_LIMITS.decodedViewsPerFileMax) {
        const [startLine, endLine] = place;
        beyond.push({ file: whole.file, startLine, endLine, reason: 'limit', isReachable: whole.isReachable });
        return;
      }
      const path = [...layers, lines === null ? `${run.layer}@${place[0]}` : run.layer];
      const shown = run.isBinary ? '(a program: bytes that a machine runs)' : run.text;
      found.push({ text: shown, layers: path, lines: place });
      if (!run.isBinary) descend(run.text, path, place);
    }
  };
  descend(text, [], null);
  const views = found.map(({ text: decoded, layers, lines: [startLine, endLine] }, index) => ({
    name: `${whole.name}#decoded-${index + 1}`,
    file: whole.file,
    layers,
    carrier: { startLine, endLine },
    lines: toLines(mask(decoded)),
    isReachable: whole.isReachable,
    isActing: whole.isActing,
  }));
  return { views, beyond };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
