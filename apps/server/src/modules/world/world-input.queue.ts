import type { Input } from '@assay/economy/world';
import type { WorldInputStore } from './inputs.store.ts';

export type WorldInputTx = { readonly worldInputs: Pick<WorldInputStore, 'tell'> };
type News = {
  readonly input: Input;
  /** Inputs with the same key are queued once. */
  readonly key?: string;
  readonly at: Date;
};

/** Queues an input for the next tick of the world. Does nothing without a world. */
export const queueWorldInputIn = (tx: WorldInputTx, news: News): Promise<void> => queueWorldInputsIn(tx, [news]);

/** The same for several inputs, in order. */
export async function queueWorldInputsIn(tx: WorldInputTx, news: readonly News[]): Promise<void> {
  await tx.worldInputs.tell(
    news.map(({ input, key, at }) => ({ input, principal: 'service', idempotencyKey: key, createdAt: at })),
  );
}
