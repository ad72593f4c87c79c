import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideGuard, type GuardPolicy } from './guard.ts';
import { reason } from './reasons.ts';
import type { VerifyRecord } from './record.ts';
import { LEVELS, READERS } from './shape.ts';
import { NOW, sealSkill } from './testing/sealed-skill.ts';
import { undecidable, type Verification } from './verifier.ts';

const { record } = sealSkill();
const valid = (changes: Partial<VerifyRecord> = {}): Verification => ({
  outcome: 'valid',
  valid: true,
  reasons: [],
  warnings: [],
  record: { ...record, ...changes },
});
const refused = (changes: Partial<VerifyRecord>): Verification => ({
  outcome: 'refused',
  valid: false,
  reasons: [reason('not_valid', 'Not valid.')],
  warnings: [],
  record: { ...record, valid: false, ...changes },
});
const decide = (verification: Verification, policy: GuardPolicy = {}) =>
  decideGuard(verification, policy, NOW).decision;
const flagged = refused({ activeFlagCount: 2 });

describe('a guard', () => {
  it('allows up to one level, asks up to another and denies above', () => {
    const decisions = LEVELS.map((securityLevel) => decide(valid({ securityLevel })));
    expect(decisions).toEqual(['allow', 'allow', 'ask', 'deny', 'deny']);
    expect(decide(valid({ securityLevel: 'HIGH' }), { allowUpTo: 'CLEAR', askUpTo: 'HIGH' })).toBe('ask');
  });

  it('considers the reader of the instructions; a certificate without that member counts as unread', () => {
    expect(READERS.map((instructionsReadBy) => decide(valid({ instructionsReadBy }), { readBy: 'MODEL' }))).toEqual([
      'ask',
      'allow',
      'allow',
    ]);
    expect(decide(valid(), { readBy: 'PERSON', onUnread: 'deny' })).toBe('deny');
  });

  it.each<[string, Verification, GuardPolicy]>([
    ['old age', valid(), { maxAgeDays: 30 }],
    ['a sandbox risk', valid({ sandboxRiskLevel: 'HIGH' }), { maxSandboxRiskLevel: 'MEDIUM' }],
    ['a capability', valid(), { allowedCapabilities: [] }],
    [
      'a host',
      valid({ manifest: { ...record.manifest, externalCalls: ['https://x.example/a'] } }),
      { allowedHosts: ['y.example'] },
    ],
    [
      'what is no address',
      valid({ manifest: { ...record.manifest, externalCalls: ['$HOST'] } }),
      { allowedHosts: ['y.example'] },
    ],
    [
      'content without a commit',
      valid({ source: { ...record.source, binding: 'CONTENT' } }),
      { requireCommitBinding: true },
    ],
    ['a certificate that is not anchored', valid(), { requireAnchor: true }],
    [
      'a suspended one, whatever the policy says of flags',
      refused({ status: 'SUSPENDED', activeFlagCount: 1 }),
      { onFlags: 'ask' },
    ],
    ['open flags, by default', flagged, {}],
    ['no answer, by default', undecidable(reason('timeout', 'x')), {}],
  ])('denies for %s', (_, verification, policy) => {
    expect(decide(verification, policy)).toBe('deny');
  });

  it('denies an invalid certificate without a reason, with a record and without one', () => {
    const unexplained = { ...refused({}), reasons: [] };
    expect(decide(unexplained)).toBe('deny');
    expect(decide({ ...unexplained, record: null })).toBe('deny');
    expect(decide({ ...unexplained, outcome: 'undecidable', record: null })).toBe('deny');
    expect(decide({ ...unexplained, outcome: 'valid' })).toBe('deny');
  });

  it('asks about flags and an unreachable service only when the policy says so', () => {
    expect(decide(flagged, { onFlags: 'ask' })).toBe('ask');
    expect(decide(undecidable(reason('timeout', 'x')), { onUnreachable: 'ask' })).toBe('ask');
    const drifted = { ...flagged, reasons: [...flagged.reasons, reason('changed_file', 'x')] };
    expect(decide(drifted, { onFlags: 'ask' })).toBe('deny');
  });

  it('never allows an invalid certificate, and a stricter policy never allows more', () => {
    const policies = fc.record({
      allowUpTo: fc.constantFrom(...LEVELS),
      askUpTo: fc.constantFrom(...LEVELS),
      readBy: fc.constantFrom(...READERS),
      onFlags: fc.constantFrom('ask', 'deny'),
      onUnreachable: fc.constantFrom('ask', 'deny'),
    });
    const levels = fc.constantFrom(...LEVELS);
    fc.assert(
      fc.property(policies, levels, fc.boolean(), (policy, securityLevel, isValid) => {
        const verification = isValid ? valid({ securityLevel }) : refused({ securityLevel, activeFlagCount: 1 });
        const decision = decide(verification, policy);
        if (!isValid) expect(decision).not.toBe('allow');
        if (decision !== 'allow')
          expect(decide(verification, { ...policy, allowUpTo: 'CLEAR', readBy: 'PERSON' })).not.toBe('allow');
      }),
    );
  });
});
