import type { Input } from '@assay/economy/world';
import type { WorldInputStore } from './inputs.store.ts';
import type { WorldStore } from './world.store.ts';

export type NewsTx = {
  readonly world: Pick<WorldStore, 'find'>;
  readonly worldInputs: Pick<WorldInputStore, 'insert'>;
};
type News = {
  readonly input: Input;
  /** Told once under it. */
  readonly key?: string;
  readonly at: Date;
};

/** Tells the world what happened in the service; its next hour takes it up. Without a world there is nobody to tell. */
export async function tellWorldIn(tx: NewsTx, { input, key, at }: News): Promise<void> {
  if ((await tx.world.find()) === undefined) return;
  await tx.worldInputs.insert({ input, principal: 'service', idempotencyKey: key, createdAt: at });
}
