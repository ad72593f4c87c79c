import type { AuditPool } from '@assay/audit/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { borrowAudit } from '../../testing/shared-audit.ts';
import { benignSkill } from '../../testing/submission-builder.ts';
import { createCaseEngine } from './case-engine.ts';

let engine: ReturnType<typeof borrowAudit>;
beforeAll(() => {
  engine = borrowAudit();
});
afterAll(() => engine.stop());

const caseOf = (name: string) => ({
  track: 'SKILL' as const,
  entryPath: 'SKILL.md',
  files: ['SKILL.md', 'NOTES.md'].map((path) => ({
    path,
    kind: 'file' as const,
    bytes: Buffer.from(benignSkill(name)),
  })),
});

/** The real engine with a count of its sandboxed runs. The first `faults` of them fail. */
function counted(faults = 0) {
  let runs = 0;
  const audit: AuditPool['audit'] = async (...given) => {
    if (given[1]?.isSandboxed !== false && ++runs <= faults) throw new Error('The pool was closed.');
    return engine.audit(...given);
  };
  return { runs: () => runs, ...createCaseEngine({ audit, read: async (_bundle, report) => ({ report }) }) };
}

it('votes of all validators and an examination of a case share one run of the sandbox on its bytes', async () => {
  const { vote, examine, runs } = counted();
  const known = caseOf('one-case');

  const judges = await Promise.all([vote(known), vote(caseOf('one-case')), vote(known)]);
  expect(runs()).toBe(1);
  expect(judges.map((judge) => judge('instruction'))).toEqual(['SAFE', 'SAFE', 'SAFE']);
  const brief = await examine({ ...known, bundleId: 'a bundle', expected: 'SAFE' });
  expect(brief).toMatchObject({ bundleId: 'a bundle', entryPath: 'SKILL.md' });
  expect(runs()).toBe(2); // the second one with the declaration

  await vote(caseOf('another-case'));
  await vote({ ...known, entryPath: 'NOTES.md' });
  expect(runs()).toBe(4);
});

it('a case is reviewed again after a fault of the engine', async () => {
  const { vote } = counted(1);

  await expect(vote(caseOf('a-faulty-run'))).rejects.toThrow('closed');
  expect((await vote(caseOf('a-faulty-run')))('instruction')).toBe('SAFE');
});
