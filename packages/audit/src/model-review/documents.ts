import { findEncodedRuns, findTurnedText } from '../decode/encoded-runs.ts';
import { foldText } from '../decode/fold.ts';
import { findHiddenBits } from '../decode/hidden-bits.ts';
import { findReach } from '../facts/reach.ts';
import { type Intake, readBundle, type TakenFile } from '../intake/read-bundle.ts';
import type { NotRead } from '../model/reading.ts';
import type { Bundle, Language, Reach } from '../model.ts';
import { maskForReading } from '../report/masking.ts';
import { READING_LIMITS } from './limits.ts';

export type NumberedLine = { readonly number: number; readonly text: string };

/** A text as a reader is shown it: a file as written, or what one of its stretches decodes to. */
export type ReadDocument = {
  /** What the reader calls it: the path, for other views with the view behind it. */
  readonly name: string;
  readonly file: string;
  readonly layers: readonly string[];
  /** Lines of the file that hold a decoded text; `null` when the numbers below are the file's own. */
  readonly carrier: { readonly startLine: number; readonly endLine: number } | null;
  readonly lines: readonly NumberedLine[];
  readonly isReachable: boolean;
};

type ListedFile = { readonly path: string; readonly note: string };

export type Documents = {
  readonly entry: string | null;
  /** In the order in which attention is spent. */
  readonly documents: readonly ReadDocument[];
  readonly listed: readonly ListedFile[];
  readonly unreadable: readonly NotRead[];
};

/** Everything in a bundle that has words, masked, with the views in which a machine would read it. */
export function listDocuments(bundle: Bundle): Documents {
  const intake = readBundle(bundle);
  const reach = reachOf(intake);
  const said = saidDocuments(bundle);
  const files = [...intake.files].sort(
    (a, b) => rankOf(a, reach) - rankOf(b, reach) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
  const texts = files.flatMap((file) =>
    file.text === null ? [] : viewsOf(file.path, file.text, (reach.get(file.path) ?? 'none') !== 'none'),
  );
  const silent = files.filter(({ text }) => text === null);
  return {
    entry: intake.entry,
    documents: [...texts.slice(0, 1), ...said, ...texts.slice(1)],
    listed: intake.files.map(({ path, text, formatName, bytes }) => ({
      path,
      note: text === null ? `${formatName}, ${bytes.length} bytes, not text` : '',
    })),
    unreadable: silent.map(({ path }) => ({
      file: path,
      startLine: 0,
      endLine: 0,
      reason: 'not-text',
      isReachable: (reach.get(path) ?? 'none') !== 'none',
    })),
  };
}

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

/** Words that act, in any language: enough to look at a file sooner, never enough to say anything about it. */
const SINK =
  /\b(?:curl|wget|eval|exec|system|popen|subprocess|child_process|spawn|fetch|requests|urlopen|socket|rm -|chmod|base64|token|secret|password|os\.environ|process\.env)\b/;

/** The order in which attention is spent: entry, what it leads to, what runs, what might act, the rest. */
function rankOf({ path, kind, language, text }: TakenFile, reach: ReadonlyMap<string, Reach>): number {
  const how = reach.get(path) ?? 'none';
  if (how === 'entry') return 0;
  if (how !== 'none') return 1;
  if (kind === 'exec' || text?.startsWith('#!') || !INERT.has(language)) return 2;
  return text !== null && SINK.test(text) ? 3 : 4;
}

/** What a publisher says beside the files; part of the product, and as much to be read. */
function saidDocuments({ manifest, declaredEndpoints, openapi, mcpTools }: Bundle): ReadDocument[] {
  const said: readonly (readonly [string, unknown])[] = [
    ['(manifest)', manifest],
    ['(declared endpoints)', declaredEndpoints],
    ['(tools)', mcpTools],
    ['(openapi)', openapi],
  ];
  return said.flatMap(([name, value]) => {
    if (value === undefined) return [];
    return viewsOf(name, typeof value === 'string' ? value : JSON.stringify(value, null, 1), true);
  });
}

function viewsOf(file: string, text: string, isReachable: boolean): ReadDocument[] {
  const raw = maskForReading(text);
  const whole: ReadDocument = { name: file, file, layers: [], carrier: null, lines: toLines(raw), isReachable };
  return [whole, ...foldedView(whole, raw), ...decodedViews(whole, text)];
}

const toLines = (text: string): NumberedLine[] =>
  text.split('\n').map((line, index) => ({ number: index + 1, text: line.replace(/\r$/, '') }));

/** Wide punctuation is how Chinese and Japanese are written, and hides nothing. */
const narrow = (text: string): string =>
  text.replace(/[\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]/g, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );

/** Only the lines that read differently once appearances are undone; they keep their numbers. */
function foldedView(whole: ReadDocument, raw: string): ReadDocument[] {
  const folded = foldText(raw);
  if (folded === undefined) return [];
  const lines = toLines(folded.text).filter(({ text }, index) => text !== narrow(whole.lines[index]?.text ?? ''));
  return lines.length === 0 ? [] : [{ ...whole, name: `${whole.file}#folded`, layers: ['folded'], lines }];
}

type Stretch = { readonly text: string; readonly layers: readonly string[]; readonly lines: readonly [number, number] };

function decodedViews(whole: ReadDocument, text: string): ReadDocument[] {
  const found: Stretch[] = [];
  const last = whole.lines.length;
  const descend = (of: string, layers: readonly string[], lines: readonly [number, number] | null): void => {
    if (layers.length >= READING_LIMITS.decodedLayersMax) return;
    for (const run of [...findEncodedRuns(of), ...findTurnedText(of), ...findHiddenBits(of)]) {
      if (found.length >= READING_LIMITS.decodedViewsPerFileMax) return;
      const place = lines ?? ([lineAt(of, run.start), Math.min(lineAt(of, run.end), last)] as const);
      const path = [...layers, lines === null ? `${run.layer}@${place[0]}` : run.layer];
      const shown = run.isBinary ? '(a program: bytes that a machine runs)' : run.text;
      found.push({ text: shown, layers: path, lines: place });
      if (!run.isBinary) descend(run.text, path, place);
    }
  };
  descend(text, [], null);
  return found.map(({ text: decoded, layers, lines: [startLine, endLine] }, index) => ({
    name: `${whole.file}#decoded-${index + 1}`,
    file: whole.file,
    layers,
    carrier: { startLine, endLine },
    lines: toLines(maskForReading(decoded)),
    isReachable: whole.isReachable,
  }));
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
