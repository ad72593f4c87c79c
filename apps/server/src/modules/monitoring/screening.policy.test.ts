import type { EngineFinding } from '@assay/protocol';
import { describe, expect, it } from 'vitest';
import { decideScreening, type ScreeningFacts } from './screening.policy.ts';

const NEWS: EngineFinding = {
  ruleId: 'EXF-01',
  title: 'A key is sent away',
  category: 'EXF',
  severity: 'HIGH',
  confidence: 'firm',
  basis: 'static',
  file: 'a.sh',
  range: { startLine: 1, endLine: 1 },
  evidence: '',
  why: '',
  fix: '',
  fingerprint: 'a',
};
const reviewed = (news: readonly EngineFinding[] = []) =>
  ({ kind: 'reviewed', rulesetDigest: 'd', isBlocked: false, news }) as const;
const facts = (over: Partial<ScreeningFacts> = {}): ScreeningFacts => ({
  replay: reviewed(),
  isSourceChanged: false,
  isEndpointChanged: false,
  needsPerson: false,
  ...over,
});

describe('a screening', () => {
  it.each([
    ['the rules of today see something new', { replay: reviewed([NEWS]) }, 'A key is sent away (EXF-01)'],
    ['the certified commit has other bytes', { isSourceChanged: true }, 'certified commit'],
    ['an endpoint leads elsewhere', { isEndpointChanged: true }, 'endpoint'],
  ])('opens a flag if %s', (_, over, reason) => {
    expect(decideScreening(facts(over))).toEqual({ kind: 'open', reason: expect.stringContaining(reason) });
  });

  it('leaves evidence that only a person can weigh to a person', () => {
    expect(decideScreening(facts({ needsPerson: true }))).toEqual({ kind: 'person' });
  });

  it('dismisses nothing while the engine fails', () => {
    expect(decideScreening(facts({ replay: { kind: 'fault' } }))).toEqual({ kind: 'person' });
  });

  it('dismisses an unfounded flag with a reason', () => {
    expect(decideScreening(facts())).toEqual({ kind: 'dismiss', reason: expect.any(String) });
  });
});
