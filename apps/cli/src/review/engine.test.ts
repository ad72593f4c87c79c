import { afterEach, describe, expect, it } from 'vitest';
import { textFile } from '../testing/report.builder.ts';
import { CLEAN_SKILL } from '../testing/skill-folder.ts';
import { type Engine, openEngine } from './engine.ts';

const SKILL = {
  productType: 'SKILL',
  files: [textFile('SKILL.md', CLEAN_SKILL)],
  source: { url: 'local:', ref: '' },
} as const;

let engine: Engine | undefined;
afterEach(() => engine?.close());

describe('openEngine', () => {
  it('returns a report for every review, even with more reviews than processes', async () => {
    engine = openEngine({ size: 1, isSandboxed: false });
    const { review } = engine;
    const answers = await Promise.all(Array.from({ length: 3 }, () => review(SKILL)));
    expect(answers.map(({ report }) => report.reviewResult)).toEqual(['NO_FINDINGS', 'NO_FINDINGS', 'NO_FINDINGS']);
    expect(new Set(answers.map(({ report }) => report.verdictHash)).size).toBe(1);
  });
});
