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
export const tellWorldIn = (tx: NewsTx, news: News): Promise<void> => tellWorldAllIn(tx, [news]);

/** The same of many at once, in this order. */
export async function tellWorldAllIn(tx: NewsTx, news: readonly News[]): Promise<void> {
  await tx.worldInputs.tell(
    news.map(({ input, key, at }) => ({ input, principal: 'service', idempotencyKey: key, createdAt: at })),
  );
}
