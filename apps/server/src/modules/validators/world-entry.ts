import { view, type World } from '@assay/economy/world';
import { queueWorldInputIn } from '../world/index.ts';
import type { ValidatorRow } from './validators.store.ts';
import type { ValidatorTransaction } from './validators.transaction.ts';

/** Adds the validators to a new world, and moves in the built-ins that do not live there yet. */
export async function introduceValidators(
  tx: ValidatorTransaction,
  { world, at }: { world: World; at: Date },
): Promise<void> {
  const all = await tx.validators.listAll();
  const newcomers = all.filter(({ builtIn, actorId }) => builtIn && view.actorState(world, actorId) === undefined);
  await moveIn(tx, newcomers, at);
  for (const { actorId, state } of all) {
    await queueWorldInputIn(tx, { input: { kind: 'validator.set', actorId, isActive: state === 'ACTIVE' }, at });
  }
}

/** Adds built-in validators of models that were configured after the world was created. */
export async function moveIn(
  tx: ValidatorTransaction,
  validators: readonly Pick<ValidatorRow, 'actorId' | 'name'>[],
  at: Date,
): Promise<void> {
  for (const { actorId, name } of validators) {
    await queueWorldInputIn(tx, { input: { kind: 'actor.join', actorId, name }, key: `join/${actorId}`, at });
  }
}
