import type { BundleFile, Finding } from '@assay/audit';
import { maskSecrets } from '@assay/audit/report';
import { toSafeText } from './safe-text.ts';

type Excerpt = { readonly gutter: string; readonly text: string; readonly caret: string };

const CONTEXT_BEFORE = 24;
const ELLIPSIS = '…';

/**
 * The line of a finding with a caret under the match. A line with a secret is not shown; the evidence, where the engine
 * has masked it, is shown instead.
 */
export function toExcerpt(finding: Finding, files: readonly BundleFile[], width: number): Excerpt {
  const gutter = String(finding.range.startLine);
  const line = findLine(finding, files);
  const parts = line === undefined || holdsSecret(line, finding) ? whole(finding.evidence) : cut(line, finding, width);
  const before = toSafeText(parts.before);
  const marked = toSafeText(parts.marked);
  const shown = clip(`${before}${marked}${toSafeText(parts.after)}`, width);
  const room = Math.max(1, columnsOf(shown) - columnsOf(before));
  const caret = ' '.repeat(columnsOf(before)) + '^'.repeat(Math.max(1, Math.min(columnsOf(marked), room)));
  return { gutter, text: shown, caret };
}

type Parts = { readonly before: string; readonly marked: string; readonly after: string };

const whole = (evidence: string): Parts => ({ before: '', marked: evidence, after: '' });

/** A masked value in evidence ends with its length: `ghp_…B2 (40)`. */
const holdsSecret = (line: string, { evidence }: Finding): boolean =>
  maskSecrets(line) !== line || /…\S{0,2} \(\d+\)/.test(evidence);

function cut(line: string, { range }: Finding, width: number): Parts {
  const start = Math.min(range.startCol - 1, line.length);
  const end = range.endLine > range.startLine ? line.length : Math.min(Math.max(range.endCol - 1, start), line.length);
  const before = line.slice(0, start).trimStart();
  const isLong = before.length + (end - start) > width;
  return {
    before: isLong && before.length > CONTEXT_BEFORE ? ELLIPSIS + before.slice(-CONTEXT_BEFORE) : before,
    // A line can have megabytes, so only the visible part is processed.
    marked: line.slice(start, Math.min(end, start + width)),
    after: line.slice(end, end + width),
  };
}

function findLine({ file, range }: Finding, files: readonly BundleFile[]): string | undefined {
  const found = files.find(({ path, kind }) => path === file && kind !== 'symlink');
  if (found === undefined) return undefined;
  const encoding = found.bytes[0] === 0xff && found.bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(found.bytes).split(/\r\n|\r|\n/)[range.startLine - 1];
}

function clip(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let columns = 0;
  let kept = '';
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width - 1) break;
    kept += character;
  }
  return kept + ELLIPSIS;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const COMBINING = /\p{Mn}/u;

/** The display width of a text: two columns for East Asian characters and emoji, none for combining marks. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}
