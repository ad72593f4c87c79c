import { createHash } from 'node:crypto';
import { Track, type VerdictValue } from '@assay/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { borrowAudit } from '../../testing/shared-audit.ts';
import { type BundleFile, findMainFile, getProduct } from '../submissions/index.ts';
import { createCaseEngine } from './case-engine.ts';
import { toKnownCase } from './case-generation.policy.ts';
import { createCaseProofs } from './case-proofs.ts';

/** Without the sandbox, a case takes about ten milliseconds. */
const EACH = 150;
/** With the sandbox, a case takes about half a second. */
const EACH_SANDBOXED = 4;
const FAMILIES = ['instruction', 'code-taint', 'supply-chain', 'sandbox', 'contract', 'api', 'tool'];
const seedOf = (text: string) => createHash('sha256').update(text).digest();
const textOf = (files: readonly BundleFile[]) => files.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n');
const SORTS = Track.options.flatMap((track) =>
  (['SAFE', 'UNSAFE'] as const).map((expected): [Track, VerdictValue] => [track, expected]),
);

let engine: ReturnType<typeof borrowAudit>;
beforeAll(() => {
  engine = borrowAudit();
});
afterAll(() => engine.stop());

/** A generated case with its main file, as the bank stores it. */
function made(text: string, track: Track, expected: VerdictValue) {
  const files = toKnownCase(seedOf(text), { track, expected });
  const entryPath = findMainFile(getProduct(track), files);
  if (entryPath === undefined) throw new Error(`No main file in ${files.map(({ path }) => path).join(', ')}`);
  return { track, expected, files, entryPath };
}

describe('generated cases', () => {
  it.each(SORTS)('of the track %s are %s to every family of reviewers as declared', async (...sort) => {
    const { vote } = createCaseEngine({
      audit: engine.audit,
      read: async (_bundle, report) => ({ report }),
    });
    const wrong: string[] = [];
    for (let n = 0; n < EACH_SANDBOXED; n++) {
      const known = made(`${sort} ${n}`, ...sort);
      const judge = await vote(known);
      if (FAMILIES.some((family) => judge(family) !== known.expected)) wrong.push(textOf(known.files));
    }
    expect(wrong).toEqual([]);
  });

  it.each(SORTS)('of the track %s are proven by the engine alone if they are declared %s', async (...sort) => {
    const { proves } = createCaseProofs({ audit: engine.audit, loadBundle: async () => [] });
    const unproven: string[] = [];
    for (let n = 0; n < EACH; n++) {
      const known = made(`proven ${sort} ${n}`, ...sort);
      if (!(await proves(known))) unproven.push(textOf(known.files));
    }
    expect(unproven).toEqual([]);
  });

  it.each(Track.options)('of the track %s differ from each other, and are reproducible from the same seed', (track) => {
    const texts = Array.from({ length: 200 }, (_, n) =>
      textOf(made(`any ${n}`, track, n % 2 === 0 ? 'SAFE' : 'UNSAFE').files),
    );
    expect(new Set(texts).size).toBeGreaterThan(195);
    expect(made('any 1', track, 'UNSAFE')).toEqual(made('any 1', track, 'UNSAFE'));
  });
});
