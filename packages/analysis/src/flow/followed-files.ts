import type { TakenFile } from '../bundle/read-bundle.ts';
import type { Unit } from '../types/index.ts';
import type { Analysis } from './analysis.ts';
import { withLetters } from './character-references.ts';

type FollowedFilesInput = {
  readonly analysis: Analysis;
  /** Documents that somebody is led to. */
  readonly documents: readonly Unit[];
  readonly isLive: (unit: Unit, start: number, end: number) => boolean;
  readonly files: ReadonlyMap<string, TakenFile>;
  readonly recordUnread: (file: string, detail: string) => void;
};

const STEPS = 'steps?|instructions?|procedure|commands?|tasks?|orders?|directions?|rows?';
const VERBS = 'follow|carry out|execute|perform|obey|complete|work through';
/** "Follow the steps in", right before a name. */
const BEFORE = new RegExp(
  `\\b(?:${VERBS})\\b[^.!?\\n]{0,60}\\b(?:${STEPS})\\s+(?:\\w+\\s+){0,3}?(?:in|of|from|inside)\\b[^.!?\\n]{0,40}$`,
  'i',
);
/** "and carry out its steps", behind one; steps that stand in the document itself are others. */
const AFTER = new RegExp(
  `^[^.!?\\n]{0,60}\\b(?:and|then|to)\\b[^!?\\n]{0,30}\\b(?:${VERBS})\\b[^.!?\\n]{0,30}\\b(?:${STEPS}|what it says|it)\\b(?!\\s+(?:below|above|here|in this))`,
  'i',
);
const WINDOW = 160;

const OFFICE = /\.(?:docx|xlsx|pptx|odt|ods|odp|epub)$/i;
const PAGES =
  /!\/(?:word\/[\w-]+|ppt\/slides\/slide\d+|xl\/sharedStrings|xl\/worksheets\/\w+|content|.*\.x?html?)(?:\.xml)?$/i;
const MARKED: ReadonlySet<string> = new Set(['html', 'svg', 'unknown']);

/**
 * "Read the guide and follow its steps": what an agent sees there is reviewed as it sees it, without the marks between the
 * letters; a picture or a printed page has no text here, and nobody has read what will be followed.
 */
export function reviewFollowedFiles(input: FollowedFilesInput): void {
  const files = [...input.files.values()].filter(({ path }) => !path.includes('!/'));
  const unusual = files.filter(({ text, language }) => text === null || MARKED.has(language));
  for (const unit of input.documents)
    for (const file of unusual) if (isFollowed(unit, file.path, input)) reviewFile(file, unit, input);
}

function isFollowed(unit: Unit, path: string, { isLive }: FollowedFilesInput): boolean {
  const { text } = unit.span.view;
  const name = path.split('/').at(-1) ?? path;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    const isTold = BEFORE.test(text.slice(Math.max(0, at - WINDOW), at)) || AFTER.test(text.slice(end, end + WINDOW));
    if (isTold && isLive(unit, at, end)) return true;
  }
  return false;
}

function reviewFile(file: TakenFile, unit: Unit, { analysis, files, recordUnread }: FollowedFilesInput): void {
  const pages = OFFICE.test(file.path)
    ? [...files.values()].filter(({ path }) => path.startsWith(`${file.path}!/`) && PAGES.test(path))
    : [file];
  const texts = pages.flatMap(({ text, language }) =>
    text === null ? [] : [language === 'unknown' ? text.replace(CELLS, '') : withoutMarks(text)],
  );
  if (texts.length === 0) recordUnread(file.path, 'it is to be followed, and holds no text that a reader here sees');
  const { view, start } = unit.span;
  const at = { view, start, end: Math.min(start + 1, view.text.length) };
  for (const text of texts)
    analysis.descend({ lang: 'text', text, at, unit, origin: 'decoded', layer: 'as an agent reads it' });
}

/** The short cells before the last of a row of a table. */
const CELLS = /^(?:"?[\w .-]{0,40}"?[,\t;|])+"?/gm;

const BREAKS = /<\/(?:w:p|a:p|text:p|text:h|p|li|tr|div|h\d|si|pre|td|th)>|<br\s*\/?>|<w:br\s*\/?>/gi;

/** The letters as they are shown: tags gone, code in its marks, lines where paragraphs end. */
function withoutMarks(text: string): string {
  return withLetters(
    text
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
      .replace(/<\/?(?:code|kbd|samp|tt)\b[^>]*>/gi, '`')
      .replace(BREAKS, '\n')
      .replace(/<[^>]*>/g, ''),
  );
}
