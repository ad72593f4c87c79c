import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { borrowAudit } from '../../testing/shared-audit.ts';
import { toKnownCase } from './case-bank.policy.ts';
import { createCaseEngine } from './case-engine.ts';

/** Enough to meet most kinds of twist; forty of each found none wrong either. */
const EACH = 4;
const FAMILIES = ['instruction', 'code-taint', 'supply-chain', 'sandbox'];
const seedOf = (text: string) => createHash('sha256').update(text).digest();

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
      for (let n = 0; n < EACH; n++) {
        const { files } = toKnownCase(seedOf(`${expected} ${n}`), expected);
        const judge = await vote({ files, entryPath: 'SKILL.md' });
        if (FAMILIES.some((family) => judge(family) !== expected))
          wrong.push(files.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n'));
      }
      expect(wrong).toEqual([]);
    },
  );

  it('differ from each other, and come again from the same seed', () => {
    const texts = Array.from({ length: 200 }, (_, n) =>
      toKnownCase(seedOf(`any ${n}`), n % 2 === 0 ? 'SAFE' : 'UNSAFE')
        .files.map(({ bytes }) => Buffer.from(bytes).toString())
        .join(),
    );
    expect(new Set(texts).size).toBeGreaterThan(195);
    expect(toKnownCase(seedOf('any 1'), 'UNSAFE')).toEqual(toKnownCase(seedOf('any 1'), 'UNSAFE'));
  });
});
