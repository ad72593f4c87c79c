import type { AbiItem } from '@assay/analysis/types/contract-lab';
import type { Value } from './abi.ts';
import { dataOf } from './calls.ts';
import { armData, runData, type Stage } from './stage.ts';
import { PEOPLE } from './world.ts';

/**
 * One call of a plan, by an account, by the attacker's contract, by one that rejects ether, or by the owner who was
 * lured into calling the attacker's contract.
 */
export type Step = {
  readonly by: 'attacker' | 'actor' | 'refuser' | 'lured';
  readonly item: AbiItem;
  readonly args: readonly Value[];
  readonly value: bigint;
  /** The call that the attacker's contract makes when it is called; `null` if it only accepts ether. */
  readonly back: Pick<Step, 'item' | 'args'> | null;
  readonly waits: bigint;
};

/** Returns whether the contract was destroyed; `undefined` if a step failed, because the plan then proves nothing. */
export async function perform(
  { world, contract, self, actor, refuser }: Stage,
  plan: readonly Step[],
): Promise<boolean | undefined> {
  let isDestroyed = false;
  for (const { by, item, args, value, back, waits } of plan) {
    world.wait(waits);
    const data = item.type === 'fallback' || item.type === 'receive' ? '' : dataOf(contract, item, args);
    if (back !== null)
      await world.call(PEOPLE.attacker, actor, armData(2n, self, 0n, dataOf(contract, back.item, back.args)));
    const through = by === 'refuser' ? refuser : actor;
    const outcome =
      by === 'attacker'
        ? await world.call(PEOPLE.attacker, self, data, value)
        : await world.call(
            by === 'lured' ? PEOPLE.deployer : PEOPLE.attacker,
            through,
            runData(self, value, data),
            value,
          );
    if (!outcome.isOk) return undefined;
    isDestroyed ||= outcome.destroyed.includes(self.toLowerCase());
  }
  return isDestroyed;
}
