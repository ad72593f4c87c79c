import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tiedClusters, toClusters } from './clusters.policy.ts';

const tie = (validatorId: string, wallet: string) => ({ validatorId, wallet });

describe('clusters', () => {
  it('join validators along a chain of shared payers, and leave the others alone', () => {
    const ties = [tie('d', '0x1'), tie('b', '0x1'), tie('b', '0x2'), tie('c', '0x2'), tie('a', '0x3')];

    expect(Object.fromEntries(toClusters(['a', 'b', 'c', 'd', 'e'], ties))).toEqual({
      a: 'a',
      b: 'b',
      c: 'b',
      d: 'b',
      e: 'e',
    });
  });

  it('do not depend on the order of the ties, and never separate validators that share a wallet', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const anyTies = fc.array(
      fc.record({ validatorId: fc.constantFrom(...ids), wallet: fc.constantFrom('1', '2', '3', '4') }),
    );
    fc.assert(
      fc.property(anyTies, (ties) => {
        const clusters = toClusters(ids, ties);
        expect(toClusters(ids, ties.toReversed())).toEqual(clusters);
        for (const one of ties) {
          for (const other of ties) {
            if (one.wallet === other.wallet) {
              expect(clusters.get(one.validatorId)).toBe(clusters.get(other.validatorId));
            }
          }
        }
      }),
    );
  });

  it('of the author are complete clusters with a tie to one of its wallets', () => {
    const ties = [tie('a', '0x1'), tie('b', '0x1'), tie('b', '0x2'), tie('c', '0x3')];
    const clusters = toClusters(['a', 'b', 'c'], ties);

    expect(tiedClusters(clusters, ties, new Set(['0x2']))).toEqual(new Set(['a']));
  });
});
