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

describe('a flag on UNSAFE bytes', () => {
  it('is confirmed with the severity of the blocking findings', () => {
    expect(decideFlag(facts())).toEqual({
      kind: 'confirm',
      severity: 'HIGH',
      reason: expect.stringContaining('Finding b (EXF-01)'),
    });
  });

  it('has the severity of the worst finding if only votes decided', () => {
    const report = { findings: [finding('a', 'LOW'), finding('b', 'MEDIUM')], blocking: [] };
    expect(decideFlag(facts({ report }))).toMatchObject({ severity: 'MEDIUM' });
    expect(decideFlag(facts({ report: { findings: [finding('a', 'INFO')], blocking: [] } }))).toMatchObject({
      severity: 'LOW',
    });
  });

  it('keeps the severity of its reporter without findings', () => {
    expect(decideFlag(facts({ report: undefined }))).toMatchObject({ kind: 'confirm', severity: undefined });
  });
});

describe('a flag on SAFE bytes', () => {
  it('is dismissed with a reason if no evidence needs a person', () => {
    expect(decideFlag(facts({ verdict: 'SAFE' }))).toEqual({ kind: 'dismiss', reason: expect.any(String) });
  });

  it('waits for a person if its evidence needs one', () => {
    expect(decideFlag(facts({ verdict: 'SAFE', needsPerson: true }))).toEqual({ kind: 'person' });
  });
});

describe('a flag that is not about the bytes', () => {
  it.each(['SAFE', 'UNSAFE'] as const)('waits for a person if the bytes are found %s', (verdict) => {
    expect(decideFlag(facts({ verdict, isAboutSealedBytes: false }))).toEqual({ kind: 'person' });
  });
});
