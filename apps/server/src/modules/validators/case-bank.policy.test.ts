import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { borrowAudit } from '../../testing/shared-audit.ts';
import type { BundleFile } from '../submissions/index.ts';
import { toKnownCase } from './case-bank.policy.ts';
import { createCaseEngine } from './case-engine.ts';
import { createCaseProofs } from './case-proofs.ts';

/** Without the sandbox a case takes some ten milliseconds. */
const EACH = 300;
/** With it about half a second. */
const EACH_SANDBOXED = 4;
const FAMILIES = ['instruction', 'code-taint', 'supply-chain', 'sandbox'];
const seedOf = (text: string) => createHash('sha256').update(text).digest();
const textOf = (files: readonly BundleFile[]) => files.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n');

let engine: ReturnType<typeof borrowAudit>;
beforeAll(() => {
  engine = borrowAudit();
});
afterAll(() => engine.stop());

describe('cases that an installation makes for itself', () => {
  it.each(['SAFE', 'UNSAFE'] as const)(
    'are %s to every family of reviewers when they are said to be',
    async (expected) => {
      const { vote } = createCaseEngine({
        audit: engine.audit,
        read: async (_bundle, report) => ({ report }),
        clock: { now: () => new Date() },
      });
      const wrong: string[] = [];
      for (let n = 0; n < EACH_SANDBOXED; n++) {
        const { files } = toKnownCase(seedOf(`${expected} ${n}`), expected);
        const judge = await vote({ files, entryPath: 'SKILL.md' });
        if (FAMILIES.some((family) => judge(family) !== expected)) wrong.push(textOf(files));
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(['SAFE', 'UNSAFE'] as const)(
    'are proven by the engine alone when they are said to be %s',
    async (expected) => {
      const { proves } = createCaseProofs({ audit: engine.audit, loadBundle: async () => [] });
      const unproven: string[] = [];
      for (let n = 0; n < EACH; n++) {
        const { files } = toKnownCase(seedOf(`proven ${expected} ${n}`), expected);
        if (!(await proves({ files, entryPath: 'SKILL.md', expected }))) unproven.push(textOf(files));
      }
      expect(unproven).toEqual([]);
    },
  );

  it('differ from each other, and come again from the same seed', () => {
    const texts = Array.from({ length: 200 }, (_, n) =>
      textOf(toKnownCase(seedOf(`any ${n}`), n % 2 === 0 ? 'SAFE' : 'UNSAFE').files),
    );
    expect(new Set(texts).size).toBeGreaterThan(195);
    expect(toKnownCase(seedOf('any 1'), 'UNSAFE')).toEqual(toKnownCase(seedOf('any 1'), 'UNSAFE'));
  });
});
