import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Observation } from './observation.ts';
import { isGated, reproduce } from './reproduce.ts';

const NONE = new Set<string>();
const range = (startLine: number, endLine = startLine) => ({ startLine, endLine });
const finding = (change: object = {}) => ({
  ruleId: 'EXF-01',
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
    ['another claim', { ruleId: 'PER-01' }, leak, {}],
    ['a rule without proof', { ruleId: 'SOC-01' }, leak, {}],
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
    const chain = finding({ ruleId: 'COR-03', file: 'SKILL.md', related: [{ file: 'run.sh', range: range(1) }] });
    expect(raised([chain], [leak])).toEqual(['reproduced']);
  });

  it('never drops, adds, reorders or lowers', () => {
    const rule = fc.constantFrom('EXF-01', 'EXE-01', 'PER-02', 'PRV-01', 'PI-11', 'HYG-01');
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 5 }),
        fc.array(fc.constantFrom(leak, { ...leak, kind: 'persist' as const }), { maxLength: 3 }),
        (rules, acts) => {
          const findings = rules.map((ruleId) => finding({ ruleId }));
          const results = reproduce({ findings, units: [unit()], observations: acts, declaredHosts: NONE });
          expect(results.map(({ ruleId, severity }) => [ruleId, severity])).toEqual(
            findings.map(({ ruleId, severity }) => [ruleId, severity]),
          );
          expect(results.every(({ confidence }) => confidence === 'firm' || confidence === 'certain')).toBe(true);
        },
      ),
    );
  });
});

describe('isGated', () => {
  it.each<[Observation['onlyIn'], boolean]>([
    [undefined, false],
    [['clock'], true],
    [['base', 'clock', 'user', 'platform'], true],
    [['platform'], false],
    [['base', 'clock', 'user', 'ci'], false],
  ])('%j: %s', (onlyIn, expected) => {
    expect(isGated(onlyIn === undefined ? leak : { ...leak, onlyIn })).toBe(expected);
  });
});
