import type { MarkdownDocument } from '../../languages/markdown/index.ts';
import type { DecodedRun } from './encoded-runs.ts';

const PARTS_MIN = 4;

/** A list whose items are only code spans: parts that the document tells the reader to join. */
export function findJoinedParts(document: MarkdownDocument): DecodedRun[] {
  const runs: DecodedRun[] = [];
  let parts: { start: number; end: number; text: string }[] = [];
  const flush = (): void => {
    const [first] = parts;
    const last = parts.at(-1);
    if (first !== undefined && last !== undefined && parts.length >= PARTS_MIN) {
      runs.push({
        start: first.start,
        end: last.end,
        layer: 'joined',
        text: parts.map(({ text }) => text).join(''),
        isBinary: false,
      });
    }
    parts = [];
  };
  for (const block of document.blocks) {
    const [only] = block.inlines.filter(({ kind }) => kind === 'code');
    const isPart =
      block.listDepth > 0 &&
      only !== undefined &&
      block.text.trim() === document.text.slice(only.start, only.end).trim();
    if (isPart && only !== undefined)
      parts.push({ start: only.start, end: only.end, text: document.text.slice(only.inner.start, only.inner.end) });
    else flush();
  }
  flush();
  return runs;
}
