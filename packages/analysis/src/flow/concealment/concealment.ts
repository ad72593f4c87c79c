import { type DecodedRun, findEncodedRuns, findTurnedText } from '../../bundle/decode/encoded-runs.ts';
import { FOLDABLE } from '../../bundle/decode/fold.ts';
import { findHiddenBits } from '../../bundle/decode/hidden-bits.ts';
import { findJoinedParts } from '../../bundle/decode/joined.ts';
import { positionAt } from '../../bundle/decode/view.ts';
import type { MarkdownDocument } from '../../languages/markdown/index.ts';
import type { ConcealmentValue, Language, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { looksLikeCommand } from '../command-shape.ts';
import { guessLanguage } from '../guess-language.ts';
import { type Concealed, findBidi, findMixedScript, findSelectors, findTags, findZeroWidth } from './unicode.ts';

const REVEALED_MAX = 2_000;
const HIDDEN_PLACES_MAX = 200;
const SPELLED_CHARS_MIN = 8;
/** Techniques that hide whole sentences. The revealed sentences are analysed like visible text. */
const SPELLED: ReadonlySet<string> = new Set(['tag-characters', 'variation-selectors']);

/** Records what a file hides with characters, encodings, comments, whitespace and terminal escape sequences. */
export function recordConcealment(analysis: Analysis, unit: Unit, document: MarkdownDocument | null): void {
  const { view } = unit.span;
  const { text } = view;
  if (FOLDABLE.test(text)) {
    const hits = [
      ...findTags(text),
      ...findSelectors(text),
      ...findZeroWidth(text),
      ...findBidi(text),
      ...findMixedScript(text),
    ];
    for (const hit of analysis.recorder.take(hits, HIDDEN_PLACES_MAX, 'places with hidden text', unit.file))
      record(analysis, unit, hit);
  }
  for (const run of [
    ...findEncodedRuns(text, () => analysis.recorder.limit('encoded text', unit.file)),
    ...findTurnedText(text),
    ...findHiddenBits(text),
    ...findOverridden(text),
    ...(document === null ? [] : findJoinedParts(document)),
  ])
    recordRun(analysis, unit, run);
  for (const hit of [...findDisplacement(text), ...findTerminalTricks(text)]) record(analysis, unit, hit);
  for (const hidden of document?.hidden ?? []) {
    const technique = hidden.how === 'comment' ? 'html-comment' : hidden.how === 'style' ? 'styled-away' : 'link-title';
    record(analysis, unit, { start: hidden.start, end: hidden.end, technique, revealed: hidden.text });
  }
}

function record(analysis: Analysis, unit: Unit, hit: Concealed): void {
  const revealed = hit.revealed.slice(0, REVEALED_MAX);
  const at = { view: unit.span.view, start: hit.start, end: hit.end };
  analysis.recorder.add(
    'concealment',
    { technique: hit.technique, revealed, carries: whatItCarries(revealed) },
    unit,
    at,
  );
  if (SPELLED.has(hit.technique) && revealed.length >= SPELLED_CHARS_MIN) {
    if (hit.revealed.length > REVEALED_MAX) analysis.recorder.limit('letters of hidden text', unit.file);
    analysis.descend({ lang: 'text', text: revealed, at, unit, origin: 'decoded', layer: hit.technique });
  }
}

const ACTS =
  /\b(?:curl|wget|iwr|irm|iex|invoke-\w+|eval|exec|bash|sh|python3?|node|powershell|nc|base64|rm\s+-|chmod|subprocess|child_process|os\.system|require\(|import\s+\w|fetch\(|certutil|mshta)\b/i;

/** Classifies revealed text. The prose module decides whether a sentence is an instruction. */
export function whatItCarries(text: string): ConcealmentValue['carries'] {
  if (text.trim() === '') return 'nothing';
  if (ACTS.test(text) && (looksLikeCommand(text) || /[();|]/.test(text))) return 'command';
  return /\bhttps?:\/\/|\b\d{1,3}(?:\.\d{1,3}){3}\b/.test(text) ? 'url' : 'text';
}

const DATA_URI = /data:(?:image|font|audio|video|application\/(?:font|x-font|octet|pdf))[^,\s]{0,80},\s*$/i;
const HASH_LABEL =
  /(?:sha(?:1|256|384|512)[-:=]|integrity|checksum|digest|fingerprint|signature|"hash"|resolved)[^\n]{0,60}$/i;

/** Decoded text becomes a view of its own. Its code and its prose are analysed, and both map back to the carrier. */
export function recordRun(analysis: Analysis, unit: Unit, run: DecodedRun): void {
  const { view } = unit.span;
  const before = view.text.slice(Math.max(0, run.start - 120), run.start);
  if (DATA_URI.test(before) || HASH_LABEL.test(before)) return;
  const at = { view, start: run.start, end: run.end };
  const { line, col } = positionAt(view, run.start);
  const carries = run.isBinary ? 'binary' : whatItCarries(run.text);
  const revealed = run.text.slice(0, REVEALED_MAX);
  analysis.recorder.add('concealment', { technique: 'encoded-run', revealed, carries }, unit, at);
  if (run.isBinary) return;
  const lang: Language = carries === 'command' ? guessLanguage(run.text) : 'text';
  analysis.descend({ lang, text: run.text, at, unit, origin: 'decoded', layer: `${run.layer}@${line}:${col}` });
}

const OVERRIDDEN = /\u202e([^\u202c\u202e\n]{8,400})/g;

/** The text that a right-to-left override displays: the characters in reverse order. */
const findOverridden = (text: string): DecodedRun[] =>
  [...text.matchAll(OVERRIDDEN)].slice(0, 40).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    layer: 'bidi',
    text: [...(match[1] ?? '')].reverse().join(''),
    isBinary: false,
  }));

// A match starts only at the first character of a run. Otherwise an unterminated run takes quadratic time.
const BLANK_LINES = /(?<!\n[ \t]*)\n[ \t]*(?:\n[ \t]*){59,}(?=\S)/g;
const BLANK_STRETCH = /(?<![^\S\n])[^\S\n]{300,}(?=\S)/g;

/** The length of the shortest displacement. A test of one character per this length decides whether to search. */
const BLANKS_MIN = 60;

function hasBlanks(text: string): boolean {
  const isBlank = (at: number): boolean => at < text.length && text.charAt(at).trim() === '';
  for (let at = BLANKS_MIN - 1; at < text.length; at += BLANKS_MIN) {
    let end = at;
    while (isBlank(end)) end += 1;
    let start = at;
    while (start > 0 && isBlank(start - 1)) start -= 1;
    if (end > at && end - start >= BLANKS_MIN) return true;
  }
  return false;
}

/** Content pushed out of sight by blank lines or long runs of spaces. */
export function findDisplacement(text: string): Concealed[] {
  const found: Concealed[] = [];
  if (!hasBlanks(text)) return found;
  for (const shape of [BLANK_LINES, BLANK_STRETCH]) {
    for (const match of text.matchAll(shape)) {
      const after = match.index + match[0].length;
      const revealed = text.slice(after, after + 400);
      if (!/^[|+\-=*#\s]+$/.test(revealed.slice(0, 60)))
        found.push({
          start: match.index,
          end: after + Math.min(200, revealed.length),
          technique: 'displacement',
          revealed,
        });
    }
  }
  return found.slice(0, 20);
}

const ESCAPE_CHAR = String.raw`(?:${String.fromCharCode(27)}|\\x1b|\\033|\\e|\\u001b)`;
const TERMINAL = new RegExp(
  String.raw`${ESCAPE_CHAR}(?:\]52;|\[8m|\[[23]J|\[\d{0,3}[AK].{0,40}${ESCAPE_CHAR}\[\d{0,3}[AK])`,
  'g',
);

/** Escape sequences that write to the clipboard, hide text or erase lines. Colour codes are harmless. */
export function findTerminalTricks(text: string): Concealed[] {
  return [...text.matchAll(TERMINAL)].slice(0, 20).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    technique: 'terminal-control' as const,
    revealed: match[0],
  }));
}
