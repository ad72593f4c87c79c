import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPlan, type ExerciseUnit, PLAN_LIMITS } from './plan.ts';

const unit = (change: Partial<ExerciseUnit>): ExerciseUnit => ({
  id: 'a.sh',
  kind: 'script',
  language: 'bash',
  path: 'a.sh',
  line: 1,
  code: 'true',
  args: [],
  reachable: true,
  ...change,
});

describe('buildPlan', () => {
  it('gives the same plan whatever the order of units and files', () => {
    const units = ['c', 'a', 'b'].map((id, index) => unit({ id, path: id, reachable: index !== 1 }));
    const files = ['z', 'x', 'y'].map((path) => ({ path, bytes: new Uint8Array(3) }));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(units, { minLength: 3 }),
        fc.shuffledSubarray(files, { minLength: 3 }),
        (u, f) => {
          expect(buildPlan({ digest: 'd', units: u, files: f })).toEqual(buildPlan({ digest: 'd', units, files }));
        },
      ),
    );
  });

  it('runs what the entry document leads to first', () => {
    const plan = buildPlan({ digest: 'd', units: [unit({ id: 'a', reachable: false }), unit({ id: 'b' })], files: [] });
    expect(plan.units.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('lists what it leaves out and why', () => {
    const long = unit({ id: 'long', code: ' '.repeat(PLAN_LIMITS.unitCodeCharsMax + 1) });
    const plan = buildPlan({ digest: 'd', units: [long, unit({ id: 'go', language: 'other' })], files: [] });
    expect(plan.units).toEqual([]);
    expect(plan.omitted).toEqual([
      { unit: 'go', reason: 'no interpreter for this language' },
      { unit: 'long', reason: 'code longer than the sandbox accepts' },
    ]);
  });

  it('takes units up to the limit and lists the next one', () => {
    const units = Array.from({ length: PLAN_LIMITS.unitsMax + 1 }, (_, line) => unit({ id: `u${line}`, line }));
    const plan = buildPlan({ digest: 'd', units, files: [] });
    expect(plan.units).toHaveLength(PLAN_LIMITS.unitsMax);
    expect(plan.omitted.map(({ unit: id }) => id)).toEqual([`u${PLAN_LIMITS.unitsMax}`]);
  });

  it('keeps small files when a large one does not fit', () => {
    const files = [
      { path: 'big', bytes: new Uint8Array(PLAN_LIMITS.fileBytesMax + 1) },
      { path: 'small', bytes: new Uint8Array(1) },
    ];
    const plan = buildPlan({ digest: 'd', units: [], files });
    expect(plan.files.map(({ path }) => path)).toEqual(['small']);
    expect(plan.omitted).toEqual([{ unit: '*', reason: 'files left out of the working folder: 1' }]);
  });
});
