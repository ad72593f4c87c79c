import { view } from '@assay/economy/world';
import {
  ACTOR_MONTHS_MAX,
  type ActorMonths,
  type Event,
  Problem,
  type TRANSACTION_KINDS,
  Transaction,
  Wallet,
} from '@assay/protocol';
import { z } from 'zod';
import { type EventStore, toEvent } from '../../platform/events/index.ts';
import { readCursor, toCursor, toPage } from '../../platform/http/index.ts';
import { known } from './actors.service.ts';
import { type People, sumLocked, type Trail } from './people.ts';
import { HOURS_PER_MONTH, type PostingRow, type WorldPurseStore } from './purses.store.ts';
import type { PageAsked, Reading } from './reading.ts';

type Deps = {
  readonly reading: Reading;
  readonly people: People;
  readonly purses: Pick<WorldPurseStore, 'listPostings' | 'listMonths'>;
  readonly events: Pick<EventStore, 'listOfActor'>;
  readonly clock: { now(): Date };
};
/** The caller: the key of one actor, or an operator. */
type Asker = { readonly kind: 'key'; readonly actorId: string } | { readonly kind: 'god' };
type TransactionsAsked = PageAsked & {
  readonly kind?: (typeof TRANSACTION_KINDS)[number] | undefined;
  readonly sinceTick?: number | undefined;
};
type EventsAsked = PageAsked & {
  readonly sinceTick?: number | undefined;
  readonly sinceSeq?: number | undefined;
  readonly kind?: string | readonly string[] | undefined;
};
const Place = z.tuple([z.number().int(), z.number().int()]);
const Seq = z.number().int();

/** Reads that only an actor's own key, or an operator, may use. */
export function createWallets({ reading, people, purses, events, clock }: Deps) {
  /** Only authorised callers learn that an actor does not exist. */
  function requireOwn(actorId: string, asker: Asker): void {
    if (asker.kind === 'key' && asker.actorId !== actorId) throw new Problem('actor_not_owned');
    known(view.wallet(reading.world(), actorId), 'actor_not_found');
  }

  return {
    async read(actorId: string, asker: Asker) {
      requireOwn(actorId, asker);
      const [breakdown, walletAddress] = await Promise.all([people.lockedOf(actorId), people.walletOf(actorId)]);
      const onChain = walletAddress === null ? null : await people.onChainOf(walletAddress);
      const purse = known(view.wallet(reading.world(), actorId), 'actor_not_found');
      const locked = sumLocked(breakdown);
      const fixed = { currency: 'MARK', decimals: 6, onChain: null } as const;
      const wallet = z.encode(Wallet, { ...fixed, ...purse, balance: purse.available + locked, locked, breakdown });
      return { ...wallet, onChain };
    },

    /** Public like the purse itself: sums without the purpose of payments. */
    async months(actorId: string): Promise<z.input<typeof ActorMonths>> {
      known(view.wallet(reading.world(), actorId), 'actor_not_found');
      const rows = await purses.listMonths(actorId, ACTOR_MONTHS_MAX);
      const months = rows.map(({ month, ...sums }) => ({ startTick: month * HOURS_PER_MONTH, ...sums })).reverse();
      return { months, asOfTick: reading.world().tick };
    },

    async transactions(actorId: string, { limit, cursor, ...asked }: TransactionsAsked, asker: Asker) {
      requireOwn(actorId, asker);
      const before = cursor === undefined ? undefined : readCursor(Place, cursor, clock.now());
      const rows = await purses.listPostings(actorId, { ...asked, before, limit: limit + 1 });
      const { page, nextCursor } = toPage(rows, limit, clock.now(), ({ tick, ordinal }) => [tick, ordinal]);
      const [trails, locked] = await Promise.all([
        people.trailsOf(actorId, page),
        people.lockedAt(
          actorId,
          page.map(({ occurredAt }) => occurredAt),
        ),
      ]);
      const items = page.map((row, place) =>
        toTransaction(row, nameOf(row), { trail: trails[place], locked: locked[place] ?? 0n }),
      );
      return { items, nextCursor };
    },

    async events(actorId: string, { limit, cursor, sinceTick, sinceSeq, kind }: EventsAsked, asker: Asker) {
      requireOwn(actorId, asker);
      const place = cursor === undefined ? undefined : readCursor(Seq, cursor, clock.now());
      const kinds = kind === undefined ? undefined : [kind].flat();
      const from = sinceSeq === undefined ? { before: place } : { after: place ?? sinceSeq };
      const rows = await events.listOfActor(actorId, { kinds, sinceTick, ...from, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const items = page.map((row) => toEvent(row) as unknown as z.input<typeof Event>);
      return { items, nextCursor: last === undefined ? null : toCursor(last.seq, clock.now()) };
    },
  };

  function nameOf({ counterpartyType: type, counterpartyId: id }: PostingRow): string {
    const world = reading.world();
    if (type === 'actor') return view.actorState(world, id)?.name ?? type;
    if (type === 'business' || type === 'bank') return view.business(world, id)?.name ?? type;
    if (type === 'city') return view.city(world, id)?.name ?? type;
    return type;
  }
}

type Beside = { readonly trail: Trail | undefined; readonly locked: bigint };

function toTransaction(row: PostingRow, name: string, { trail, locked }: Beside): z.input<typeof Transaction> {
  const { tick, ordinal, journalId, kind, amount, balanceAfter, occurredAt } = row;
  return z.encode(Transaction, {
    id: `${tick}/${ordinal}`,
    journalId: journalId as Transaction['journalId'],
    tick,
    occurredAt: occurredAt.toISOString(),
    kind: kind as Transaction['kind'],
    amount,
    balanceAfter: balanceAfter + locked,
    availableAfter: balanceAfter,
    counterparty: { type: row.counterpartyType, id: row.counterpartyId, name },
    memo: row.memo ?? memoOf(row),
    eventId: (row.eventId ?? trail?.eventId ?? null) as Transaction['eventId'],
    txHash: (trail?.txHash ?? null) as Transaction['txHash'],
  });
}

/** Descriptions of the service's bookings. The last one is for an operator's grants; those of a city have no reference. */
const MEMOS: Readonly<Record<string, string>> = {
  LISTING: 'Skill licence, purchase',
  PLUGIN: 'Plugin',
  STAKE: 'Stake of validator',
  BOND: 'Bond of flag',
  REWARD: 'Pay for round',
  TOPUP: 'Top-up, payment intent',
  GRANT: 'Grant',
};

function memoOf({ kind, reference }: PostingRow): string | null {
  const words = MEMOS[kind];
  return reference === null || words === undefined ? null : `${words} ${reference}`;
}
