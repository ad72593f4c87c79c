import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reproduction } from '../types/rule.ts';
import type { Observation } from './observation.ts';
import { reproduce } from './reproduce.ts';

const NONE = new Set<string>();
const range = (startLine: number, endLine = startLine) => ({ startLine, endLine });
const finding = (change: object = {}) => ({
  ruleId: 'EXF-01',
  reproducedBy: 'secret-left' as Reproduction | undefined,
  file: 'run.sh',
  range: range(2),
  related: [],
  basis: 'static',
  confidence: 'firm',
  severity: 'HIGH',
  ...change,
});
const unit = (change: object = {}) => ({
  id: 'run.sh',
  kind: 'script' as const,
  path: 'run.sh',
  line: 1,
  code: 'a\nb',
  ...change,
});
const leak: Observation = {
  unit: 'run.sh',
  kind: 'net',
  target: 'POST https://a.example.invalid/',
  data: ['canary:ssh-key'],
  step: 1,
  basis: 'run',
};
const raised = (findings: ReturnType<typeof finding>[], observations: Observation[], units = [unit()]) =>
  reproduce({ findings, units, observations, declaredHosts: NONE }).map(({ basis }) => basis);

describe('reproduce', () => {
  it('raises a finding whose flow was seen', () => {
    const [result] = reproduce({ findings: [finding()], units: [unit()], observations: [leak], declaredHosts: NONE });
    expect(result).toEqual({ ...finding(), basis: 'reproduced', confidence: 'certain' });
  });

  it.each<[string, object, Observation, object]>([
    ['another file', { file: 'other.sh' }, leak, {}],
    ['another claim', { reproducedBy: 'persisted' }, leak, {}],
    ['a rule that names nothing to see', { reproducedBy: undefined }, leak, {}],
    ['an act that was only inferred', {}, { ...leak, basis: 'inferred' }, {}],
    ['an act of another unit', {}, { ...leak, unit: 'x' }, {}],
    ['another fence of the same document', {}, leak, { kind: 'fence', line: 9 }],
    [
      'use of one’s own key',
      {},
      { ...leak, target: 'GET https://api.acme.test/', data: ['auth', 'canary:env-token', 'env:ACME_KEY'] },
      {},
    ],
  ])('leaves a finding alone for %s', (_, change, observation, unitChange) => {
    expect(raised([finding(change)], [observation], [unit(unitChange)])).toEqual(['static']);
  });

  it('accepts proof in a later stage of a chain', () => {
    const chain = finding({ file: 'SKILL.md', related: [{ file: 'run.sh', range: range(1) }] });
    expect(raised([chain], [leak])).toEqual(['reproduced']);
  });

  it('never drops, adds, reorders or lowers', () => {
    const claim = fc.constantFrom<Reproduction | undefined>('secret-left', 'foreign-code', 'persisted', undefined);
    fc.assert(
      fc.property(
        fc.array(claim, { maxLength: 5 }),
        fc.array(fc.constantFrom(leak, { ...leak, kind: 'persist' as const }), { maxLength: 3 }),
        (claims, acts) => {
          const findings = claims.map((reproducedBy) => finding({ reproducedBy }));
          const results = reproduce({ findings, units: [unit()], observations: acts, declaredHosts: NONE });
          expect(results.map(({ reproducedBy, severity }) => [reproducedBy, severity])).toEqual(
            findings.map(({ reproducedBy, severity }) => [reproducedBy, severity]),
          );
          expect(results.every(({ confidence }) => confidence === 'firm' || confidence === 'certain')).toBe(true);
        },
      ),
    );
  });
});
