import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { textFile } from '../testing/report.builder.ts';
import { CLEAN_SKILL } from '../testing/skill-folder.ts';
import { type Engine, type EngineSettings, openEngine } from './engine.ts';

const UNWELL = fileURLToPath(new URL('../testing/unwell.child.ts', import.meta.url));

let engine: Engine | undefined;
afterEach(() => engine?.close());

const open = (settings: Partial<EngineSettings> = {}): Engine => {
  engine = openEngine({ size: 1, isSandboxed: false, ...settings });
  return engine;
};
const bundle = (path: string, text = '') => ({
  productType: 'SKILL' as const,
  files: [textFile(path, text)],
  source: { url: 'local:', ref: '' },
});

describe('openEngine', () => {
  it('reviews a bundle in another process', async () => {
    const { report } = await open().review(bundle('SKILL.md', CLEAN_SKILL));
    expect(report).toMatchObject({
      schema: 'assay-report/1',
      verdict: 'SAFE',
    });
  });

  it('rejects the review of a process that dies, and gives the next one a new process', async () => {
    const { review } = open({ program: UNWELL });
    await expect(review(bundle('die'))).rejects.toThrow('ended by itself (SIGSEGV)');
    await expect(review(bundle('answer'))).resolves.toMatchObject({ report: { verdict: 'SAFE' } });
  });

  it('stops a process that does not answer', async () => {
    const { review } = open({ program: UNWELL, limitMs: 300 });
    await expect(review(bundle('hang'))).rejects.toThrow('was stopped after 0.3 s');
  });

  it('passes a fault on and keeps the process', async () => {
    const { review } = open({ program: UNWELL });
    await expect(review(bundle('refuse'))).rejects.toThrow('the bundle cannot be reviewed');
    await expect(review(bundle('answer'))).resolves.toMatchObject({ report: { verdict: 'SAFE' } });
  });

  it('answers every review when there are more than processes', async () => {
    const { review } = open({ program: UNWELL, size: 2 });
    const answers = await Promise.all(Array.from({ length: 7 }, () => review(bundle('answer'))));
    expect(answers).toHaveLength(7);
  });
});
