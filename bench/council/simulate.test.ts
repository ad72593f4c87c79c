import { describe, expect, it } from 'vitest';
import { readMeasured } from './reader-results.ts';
import { ATTACKS } from './scenarios.ts';
import { simulate } from './simulate.ts';

const measured = readMeasured();

const run = (name: string, seed = 'test') => {
  const attack = ATTACKS.find((one) => one.name.startsWith(name));
  if (attack === undefined) throw new Error(`There is no attack ${name}`);
  const { sitters, readers } = attack;
  return simulate({ measured, sitters, readers, cases: 300, seed });
};

describe('the simulated council', () => {
  it('gives the same figures for the same seed, and others for another', () => {
    expect(run('none')).toEqual(run('none'));
    expect(run('none')).not.toEqual(run('none', 'other'));
  });

  it('never takes more out of a pot than there is', () => {
    for (const { name } of ATTACKS) expect(run(name).lowestPot).toBe(0n);
  });

  it('pays those who do not review less than those who do', () => {
    const { honest, attackers } = run('lazy').groups;

    expect(attackers.netPerSeat).toBeLessThan(honest.netPerSeat);
  });

  it('certifies most of what is hostile where nobody reads, and little of it where a model does', () => {
    const shareOf = ({ bad, badCertified }: ReturnType<typeof run>) => badCertified / bad;

    expect(shareOf(run('no model anywhere'))).toBeGreaterThan(0.5);
    expect(shareOf(run('none'))).toBeLessThan(0.1);
  });
});
