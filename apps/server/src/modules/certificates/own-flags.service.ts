import { FlagId, isValid, type PageQuery, Problem } from '@assay/protocol';
import { z } from 'zod';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import type { InTransaction } from './certificates.service.ts';
import type { CertificateStore } from './certificates.store.ts';
import type { FlagDecisions } from './flag-decisions.service.ts';
import { type BountyAnswer, type FlagAnswer, toFlag } from './flags.answer.ts';
import type { FlagRow, FlagStore } from './flags.store.ts';

type Deps = {
  readonly store: Pick<CertificateStore, 'findCurrent'>;
  readonly flags: Pick<FlagStore, 'listOwn'>;
  readonly decisions: Pick<FlagDecisions, 'withdrawIn'>;
  /** The bounties of flags, by flag id. */
  readonly findBounties: (flagIds: readonly string[]) => Promise<ReadonlyMap<string, BountyAnswer>>;
  readonly inTransaction: InTransaction;
  readonly clock: { now(): Date };
};

const Position = z.tuple([CURSOR_KEYS.moment, FlagId]);

/** Flags for their reporter. Unsigned flags in a wallet's name are excluded. */
export function createOwnFlags({ store, flags, decisions, findBounties, inTransaction, clock }: Deps) {
  async function toAnswers(rows: readonly FlagRow[]): Promise<FlagAnswer[]> {
    const certificates = await store.findCurrent([...new Set(rows.map(({ certificateId }) => certificateId))]);
    const byId = new Map(certificates.map((current) => [current.sealed.id, current]));
    const bounties = await findBounties(rows.map(({ id }) => id));
    return rows.map((flag) => {
      const current = byId.get(flag.certificateId);
      if (current === undefined) throw new Error(`Certificate ${flag.certificateId} not found`);
      const { state, openFlags } = current;
      return toFlag(flag, openFlags, isValid(state.status, openFlags), bounties.get(flag.id));
    });
  }

  return {
    /** Newest first. */
    async list(wallets: readonly string[], { limit, cursor }: PageQuery) {
      const now = clock.now();
      const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
      const after = from === undefined ? undefined : { openedAt: new Date(from[0]), id: from[1] };
      const rows = await flags.listOwn({ wallets, after, limit: limit + 1 });
      const { page, nextCursor } = toPage(rows, limit, now, (last) => [last.openedAt.toISOString(), last.id]);
      return {
        items: await toAnswers(page),
        nextCursor,
      };
    },

    async withdraw(id: string, wallets: readonly string[]): Promise<FlagAnswer> {
      const withdrawn = await inTransaction(async (tx) => {
        const flag = await tx.flags.find(id);
        if (flag === undefined || !flag.walletProven || !wallets.includes(flag.walletAddress)) {
          throw new Problem('flag_not_found');
        }
        await decisions.withdrawIn(tx, flag);
        return tx.flags.find(id);
      });
      const [answer] = withdrawn === undefined ? [] : await toAnswers([withdrawn]);
      if (answer === undefined) throw new Error(`Flag ${id} not found`);
      return answer;
    },
  };
}
export type OwnFlags = ReturnType<typeof createOwnFlags>;
