import type { EngineFinding, Severity } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { decideFlag, type TriageFacts } from './triage.policy.ts';

const finding = (fingerprint: string, severity: Severity): EngineFinding => ({
  ruleId: 'EXF-01',
  title: `Finding ${fingerprint}`,
  category: 'EXF',
  severity,
  confidence: 'certain',
  basis: 'static',
  file: 'run.sh',
  range: { startLine: 1, endLine: 1 },
  evidence: '',
  why: '',
  fix: '',
  fingerprint,
});
const facts = (over: Partial<TriageFacts> = {}): TriageFacts => ({
  verdict: 'UNSAFE',
  isAboutSealedBytes: true,
  needsPerson: false,
  report: { findings: [finding('a', 'CRITICAL'), finding('b', 'HIGH')], blocking: [{ fingerprints: ['b'] }] },
  ...over,
});

describe('a flag on bytes that are found unsafe', () => {
  it('is confirmed, as grave as what blocks and no graver', () => {
    expect(decideFlag(facts())).toEqual({
      kind: 'confirm',
      severity: 'HIGH',
      reason: expect.stringContaining('Finding b (EXF-01)'),
    });
  });

  it('is as grave as the worst finding where votes alone decided', () => {
    const report = { findings: [finding('a', 'LOW'), finding('b', 'MEDIUM')], blocking: [] };
    expect(decideFlag(facts({ report }))).toMatchObject({ severity: 'MEDIUM' });
    expect(decideFlag(facts({ report: { findings: [finding('a', 'INFO')], blocking: [] } }))).toMatchObject({
      severity: 'LOW',
    });
  });

  it('keeps the severity of its reporter when nothing was reported', () => {
    expect(decideFlag(facts({ report: undefined }))).toMatchObject({ kind: 'confirm', severity: undefined });
  });
});

describe('a flag on bytes that are found safe', () => {
  it('is dismissed with a reason when nothing is left to weigh', () => {
    expect(decideFlag(facts({ verdict: 'SAFE' }))).toEqual({ kind: 'dismiss', reason: expect.any(String) });
  });

  it('waits for a person when its evidence does', () => {
    expect(decideFlag(facts({ verdict: 'SAFE', needsPerson: true }))).toEqual({ kind: 'person' });
  });
});

describe('a flag about something else than the bytes', () => {
  it.each(['SAFE', 'UNSAFE'] as const)('waits for a person when they are found %s', (verdict) => {
    expect(decideFlag(facts({ verdict, isAboutSealedBytes: false }))).toEqual({ kind: 'person' });
  });
});
