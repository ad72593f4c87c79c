import type { Input } from '@assay/economy/world';
import type { WorldInputStore } from './inputs.store.ts';

export type NewsTx = { readonly worldInputs: Pick<WorldInputStore, 'tell'> };
type News = {
  readonly input: Input;
  /** Told once under it. */
  readonly key?: string;
  readonly at: Date;
};

/** Tells the world what happened in the service; its next hour takes it up. Without a world there is nobody to tell. */
export async function tellWorldIn(tx: NewsTx, { input, key, at }: News): Promise<void> {
  await tx.worldInputs.tell({ input, principal: 'service', idempotencyKey: key, createdAt: at });
}
