import { view, type World } from '@assay/economy/world';
import { queueWorldInputIn } from '../world/index.ts';
import type { ValidatorRow } from './validators.store.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

/** A new world learns who judges; those of the service's own who do not live there yet move in. */
export async function introduceValidators(
  tx: ValidatorTransaction,
  { world, at }: { world: World; at: Date },
): Promise<void> {
  const all = await tx.validators.listAll();
  const strangers = all.filter(({ builtIn, actorId }) => builtIn && view.actorState(world, actorId) === undefined);
  await moveIn(tx, strangers, at);
  for (const { actorId, state } of all) {
    await queueWorldInputIn(tx, { input: { kind: 'validator.set', actorId, isActive: state === 'ACTIVE' }, at });
  }
}

/** Built-in validators that came after the world: of models that were configured later. */
export async function moveIn(
  tx: ValidatorTransaction,
  validators: readonly Pick<ValidatorRow, 'actorId' | 'name'>[],
  at: Date,
): Promise<void> {
  for (const { actorId, name } of validators) {
    await queueWorldInputIn(tx, { input: { kind: 'actor.join', actorId, name }, key: `join/${actorId}`, at });
  }
}
