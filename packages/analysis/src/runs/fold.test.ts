import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRisks, foldSandbox } from './fold.ts';
import { type DataTag, OBSERVATION_KINDS, type Observation, type SandboxRun } from './observation.ts';

const NONE = new Set<string>();
const act = (change: Partial<Observation>): Observation => ({
  unit: 'u0',
  kind: 'exec',
  target: 'x',
  data: [],
  step: 1,
  basis: 'run',
  ...change,
});
const units = (count: number, reachable = true) =>
  Array.from({ length: count }, (_, index) => ({ id: `u${index}`, reachable }));
const run = (observations: Observation[], exercised = ['u0']): SandboxRun => ({
  printed: [],
  made: [],
  mode: 'embedded',
  exercised,
  gaps: [],
  observations,
});
const level = (observations: Observation[], declaredHosts: ReadonlySet<string> = NONE) =>
  foldSandbox({ units: units(1), run: run(observations), declaredHosts }).riskLevel;

const tags: DataTag[] = [
  'canary:ssh-key',
  'canary:dotenv',
  'outside-work',
  'second-stage',
  'decoded',
  'background',
  'shell',
  'missing',
  'auth',
  'env:A_KEY',
];
const observation = fc.record({
  unit: fc.constantFrom('u0', 'u1', 'u2', 'elsewhere'),
  kind: fc.constantFrom(...OBSERVATION_KINDS),
  target: fc.constantFrom('GET https://a.example.invalid/', 'GET http://localhost/', '~/.ssh/id_rsa', 'tool'),
  data: fc.subarray(tags),
  step: fc.nat(9),
  basis: fc.constantFrom('run' as const, 'inferred' as const),
});
const order = { LOW: 0, MEDIUM: 1, HIGH: 2 };

describe('foldSandbox', () => {
  it.each<[string, Observation[]]>([
    [
      'a planted secret leaves',
      [act({ kind: 'net', target: 'POST https://a.example.invalid/', data: ['canary:ssh-key'] })],
    ],
    [
      'a planted secret leaves by name look-up',
      [act({ kind: 'dns', target: 'x.example.invalid', data: ['canary:ssh-key'] })],
    ],
    ['an unknown tool is handed a secret', [act({ data: ['canary:ssh-key', 'missing'] })]],
    [
      'credentials are read and anything is contacted',
      [
        act({ kind: 'read', data: ['canary:ssh-key', 'outside-work'] }),
        act({ kind: 'net', target: 'GET https://a.example.invalid/' }),
      ],
    ],
    ['something persists', [act({ kind: 'persist', target: '~/.bashrc' })]],
    ['something outside the work is deleted', [act({ kind: 'delete', target: '~', data: ['outside-work'] })]],
    ['decoded content runs', [act({ data: ['decoded', 'second-stage'] })]],
    ['a shell is tied to a connection', [act({ kind: 'net', target: 'CONNECT tcp://192.0.2.1:1', data: ['shell'] })]],
  ])('is HIGH when %s', (_, observations) => expect(level(observations)).toBe('HIGH'));

  it.each<[string, Observation[]]>([
    ['an undeclared host is contacted', [act({ kind: 'net', target: 'GET https://a.example.invalid/' })]],
    ['a process is left behind', [act({ data: ['background'] })]],
  ])('is MEDIUM when %s', (_, observations) => expect(level(observations)).toBe('MEDIUM'));

  it.each<[string, Observation[]]>([
    ['nothing was seen', []],
    ['only this machine was contacted', [act({ kind: 'net', target: 'GET http://127.0.0.1:3000/' })]],
    ['a declared host was contacted', [act({ kind: 'net', target: 'GET https://declared.example.invalid/' })]],
    [
      'credentials were read and nothing was contacted',
      [act({ kind: 'read', data: ['canary:ssh-key', 'outside-work'] })],
    ],
    ['its own folder was cleaned', [act({ kind: 'delete', target: '~/project/skill/dist' })]],
  ])('is LOW when everything ran and %s', (_, observations) => {
    expect(level(observations, new Set(['declared.example.invalid']))).toBe('LOW');
  });

  it('does not hold reading the project’s own .env against a script that calls its API', () => {
    const read = act({ kind: 'read', target: '~/project/skill/.env', data: ['canary:dotenv'] });
    const call = act({
      kind: 'net',
      target: 'GET https://api.acme.test/',
      data: ['auth', 'canary:env-token', 'env:ACME_KEY'],
    });
    expect(level([read, call], new Set(['api.acme.test']))).toBe('LOW');
  });

  it('is MEDIUM below half of the units, LOW at half', () => {
    const input = (exercised: string[]) => ({ units: units(4), run: run([], exercised), declaredHosts: NONE });
    expect(foldSandbox(input(['u0'])).riskLevel).toBe('MEDIUM');
    expect(foldSandbox(input(['u0', 'u1'])).riskLevel).toBe('LOW');
  });

  it('does not count a unit twice or one that was never planned', () => {
    expect(foldSandbox({ units: units(4), run: run([], ['u0', 'u0', 'x', 'y']), declaredHosts: NONE })).toMatchObject({
      exercised: 1,
      riskLevel: 'MEDIUM',
    });
  });

  it('publishes that no sandbox ran, and does not call that safe', () => {
    const report = foldSandbox({ units: units(2), declaredHosts: NONE });
    expect(report).toMatchObject({ mode: 'none', riskLevel: 'MEDIUM', exercised: 0, observations: [] });
    expect(report.notExercised).toEqual([
      { unit: 'u0', reason: 'no sandbox was used' },
      { unit: 'u1', reason: 'no sandbox was used' },
    ]);
    expect(foldSandbox({ units: [], declaredHosts: NONE }).riskLevel).toBe('LOW');
  });

  it('lists every unit that is neither exercised nor explained', () => {
    const report = foldSandbox({
      units: units(3),
      run: { ...run([]), gaps: [{ unit: 'u1', reason: 'why' }] },
      declaredHosts: NONE,
    });
    expect(report.notExercised).toEqual([
      { unit: 'u1', reason: 'why' },
      { unit: 'u2', reason: 'not run' },
    ]);
  });

  it('caps what unreachable code does at MEDIUM', () => {
    const report = foldSandbox({ units: units(1, false), run: run([act({ kind: 'persist' })]), declaredHosts: NONE });
    expect(report.riskLevel).toBe('MEDIUM');
  });

  it('never lowers its level because something more was seen or less was exercised', () => {
    const ids = ['u0', 'u1', 'u2'];
    fc.assert(
      fc.property(
        fc.array(observation, { maxLength: 6 }),
        observation,
        fc.subarray(ids),
        fc.subarray(ids),
        (seen, more, done, fewer) => {
          const fold = (observations: Observation[], exercised: string[]) =>
            order[foldSandbox({ units: units(3), run: run(observations, exercised), declaredHosts: NONE }).riskLevel];
          expect(fold([...seen, more], done)).toBeGreaterThanOrEqual(fold(seen, done));
          expect(
            fold(
              seen,
              done.filter((id) => fewer.includes(id)),
            ),
          ).toBeGreaterThanOrEqual(fold(seen, done));
        },
      ),
    );
  });

  it('is LOW only with enough coverage and no reason against it', () => {
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 6 }), fc.subarray(['u0', 'u1', 'u2']), (seen, done) => {
        const input = { units: units(3), run: run(seen, done), declaredHosts: NONE };
        const report = foldSandbox(input);
        expect(report.riskLevel === 'LOW').toBe(findRisks(input).length === 0);
        if (report.riskLevel === 'LOW') expect(report.exercised * 2).toBeGreaterThanOrEqual(report.units);
        expect(report.mode).toBe('embedded');
      }),
    );
  });

  it('counts an inferred attempt like one that ran', () => {
    fc.assert(
      fc.property(fc.array(observation, { maxLength: 6 }), (seen) => {
        const as = (basis: Observation['basis']) => seen.map((one) => ({ ...one, basis }));
        expect(level(as('inferred'))).toBe(level(as('run')));
      }),
    );
  });
});
