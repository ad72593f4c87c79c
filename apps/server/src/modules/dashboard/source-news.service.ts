import { Problem } from '@assay/protocol';
import type { SourceNewsStore, StaleSource } from './source-news.store.ts';

type Deps = {
  readonly store: SourceNewsStore;
  /** The commit that a repository is at today; throws a problem when it cannot be asked. */
  readonly readHead: (url: string) => Promise<string>;
  readonly clock: { now(): Date };
};

const LOOK = { batch: 20, everyMs: 6 * 60 * 60_000 } as const;

/** Looks whether certified sources have moved on, a few at a time. */
export function createSourceNews({ store, readHead, clock }: Deps) {
  async function look(): Promise<void> {
    const now = clock.now();
    const stale = await store.listStale(new Date(now.getTime() - LOOK.everyMs), LOOK.batch);
    for (const source of stale) await store.note(source, await findNewer(source), now);
  }

  /** A repository that is gone or silent has no news; it is asked again when its turn comes. */
  async function findNewer({ url, commit }: StaleSource): Promise<string | null> {
    try {
      const head = await readHead(url);
      return head === commit ? null : head;
    } catch (error) {
      if (error instanceof Problem) return null;
      throw error;
    }
  }

  return { look };
}
export type SourceNewsWatch = ReturnType<typeof createSourceNews>;
