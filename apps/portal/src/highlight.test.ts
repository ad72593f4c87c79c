import { buildFinding } from '@assay/protocol/testing';
import { describe, expect, it } from 'vitest';
import { COLOUR_LIMITS, highlight } from './highlight.ts';
import type { Lines } from './lines.ts';

const quote = (snippet: string, index = 0) => ({
  ...buildFinding({ path: 'run.py', snippet }),
  id: `finding-${index}`,
});
const isColoured = (lines: Lines | undefined): boolean =>
  lines?.some((tokens) => tokens.some(([, kind]) => kind !== undefined)) ?? false;
const textOf = (lines: Lines | undefined): string | undefined =>
  lines?.map((tokens) => tokens.map(([text]) => text).join('')).join('\n');

/** Which snippets are highlighted, when each one takes `msEach` milliseconds. */
async function colouredOf(snippets: readonly string[], msEach = 0): Promise<boolean[]> {
  const findings = snippets.map(quote);
  let ms = 0;
  const lines = await highlight(findings, () => {
    ms += msEach;
    return ms;
  });
  expect(findings.map(({ id }) => textOf(lines.get(id)))).toEqual(snippets);
  return findings.map(({ id }) => isColoured(lines.get(id)));
}
const sum = (flags: readonly boolean[]): number => flags.filter(Boolean).length;

describe('highlighting of quoted source', () => {
  it('is limited to a number of snippets per page, and the others stay plain', async () => {
    const flags = await colouredOf(Array.from({ length: 100 }, (_, index) => `return ${index} # note`));
    expect(flags.slice(0, COLOUR_LIMITS.quotationsMax)).not.toContain(false);
    expect(sum(flags)).toBe(COLOUR_LIMITS.quotationsMax);
  });

  it('is limited to a number of characters per page', async () => {
    const long = 'x = "ab"\n'.repeat(100);
    const flags = await colouredOf([long, `${long}#1`, `${long}#2`, 'return 1']);
    expect(flags).toEqual([true, true, false, true]);
  });

  it('skips runs of one character, on which the grammars backtrack', async () => {
    const run = (length: number): string => `x = 1 # ${'`'.repeat(length)}`;
    expect(await colouredOf([run(COLOUR_LIMITS.repeatMax), run(COLOUR_LIMITS.repeatMax + 1)])).toEqual([true, false]);
  });

  it('stops when a page has used up its time', async () => {
    const flags = await colouredOf(['a = 1', 'b = 2', 'c = 3', 'd = 4'], COLOUR_LIMITS.pageMs / 2);
    expect(flags).toEqual([true, true, false, false]);
  });
});
