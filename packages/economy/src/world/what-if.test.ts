import { describe, expect, it } from 'vitest';
import { checkInvariants } from './invariants.ts';
import { stateHash } from './serialise.ts';
import { runMonths, smallWorld } from './testing/worlds.ts';
import { forkParameters, refuseChange, runReplica, toForkSeries } from './what-if.ts';

const settled = () => {
  const w = smallWorld();
  runMonths(w, 3);
  return w;
};

describe('a what-if question', () => {
  it('does not change the world, and an unchanged parameter gives the unchanged future', () => {
    const w = settled();
    const before = stateHash(w);
    const tax = forkParameters(w).find(({ path }) => path === 'tax.income');

    const replica = runReplica(w, [{ path: 'tax.income', value: tax?.now ?? 0 }], { months: 2, replica: 1 });

    expect(stateHash(w)).toBe(before);
    expect(replica.changed).toEqual(replica.control);
  });

  it.each([
    ['tax.income', 0.5],
    ['rent.cap', 0.12],
    ['bank.policyRate', 0.02],
    ['bank.leverage', 0.5],
    ['shock.harvest', -0.5],
    ['shock.deposits', 1],
    ['arrivals', 40],
  ])('changes the future by %s', (path, value) => {
    const { control, changed } = runReplica(settled(), [{ path, value }], { months: 6, replica: 0 });

    expect(changed).toHaveLength(6);
    expect(changed).not.toEqual(control);
  });

  it('returns the same answer again, and another random stream for another replica', () => {
    const [one, again, other] = [0, 0, 1].map((replica) => runReplica(settled(), [], { months: 1, replica }));

    expect(again).toEqual(one);
    expect(other?.control).not.toEqual(one?.control);
  });

  it('keeps money closed: issued money is booked', () => {
    const w = settled();
    expect(runReplica(w, [{ path: 'shock.deposits', value: 0.5 }], { months: 1, replica: 0 }).changed).toHaveLength(1);
    expect(checkInvariants(w)).toEqual([]);
  });

  it('changes one city by its id, and refuses unknown or out-of-range values', () => {
    const w = settled();
    const cityPath = 'cities.00000000-0000-4000-8000-000000000000.tax.income';

    expect(refuseChange(w, { path: 'tax.income', value: 0.2 })).toBeNull();
    expect(refuseChange(w, { path: 'tax.income', value: 0.7 })).toBe('must be between 0 and 0.6');
    expect(refuseChange(w, { path: 'tax.income', value: Number.NaN })).toBe('must be between 0 and 0.6');
    expect(refuseChange(w, { path: 'arrivals', value: 1.5 })).toBe('must be a whole number');
    for (const path of ['constructor', '__proto__', 'actors', cityPath]) {
      expect([path, refuseChange(w, { path, value: 0 })]).toEqual([path, expect.stringContaining('unknown path')]);
    }
  });

  it('compares median and p10–p90 of the replicas', () => {
    const w = settled();
    const replicas = [0, 1, 2, 3].map((replica) => runReplica(w, [], { months: 1, replica }));

    const [band] = toForkSeries(replicas).unemploymentRate.control;

    const values = replicas.map(({ control }) => control[0]?.unemploymentRate ?? 0).sort((a, b) => a - b);
    expect(band?.median).toBeCloseTo(((values[1] ?? 0) + (values[2] ?? 0)) / 2);
    expect(band?.p10).toBeGreaterThanOrEqual(values[0] ?? 0);
    expect(band?.p90).toBeLessThanOrEqual(values[3] ?? 0);
  });
});
