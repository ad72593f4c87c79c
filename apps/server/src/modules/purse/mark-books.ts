import type { Input, IssueReason } from '@assay/economy/world';
import { EventId, JournalId, newUuidV7, Problem, type RandomBytes, type Ref } from '@assay/protocol';
import type { EventStore } from '../../platform/events/index.ts';
import { BookingRefused, type Ledger, type Owner } from '../ledger/index.ts';
import type { worldStores } from '../world/index.ts';
import { type Act, type Hold, isAtRisk, toCrossing } from './border.policy.ts';
import type { BorderStore } from './border.store.ts';
import { accountsOf, ISSUE, type Move, type Net, purseOf, tillOf, toNet, WORLD } from './owners.ts';

type WorldStores = Pick<ReturnType<typeof worldStores>, 'world' | 'worldInputs' | 'worldPurses'>;
/** The stores that a transaction needs to move marks. */
export type PurseTransaction = WorldStores & {
  readonly ledger: Ledger;
  readonly border: BorderStore;
  readonly events: Pick<EventStore, 'add'>;
};
type Transfer = Act & {
  /** Set by callers whose act must be repeatable; generated otherwise. */
  readonly id?: JournalId;
  readonly moves: readonly Move[];
};
/** Newly issued marks and their reason. */
type Issue = {
  readonly to: Owner;
  readonly amount: bigint;
  readonly reason: Exclude<IssueReason, 'genesis' | 'federal_issue'>;
  readonly ref: Ref;
  /** The subject of the event, if it is not the reference. */
  readonly subject?: Ref;
};
/** Retired marks: the payment behind them is refunded. */
type Retirement = { readonly from: Owner; readonly amount: bigint; readonly ref: Ref };

/** The principal of the world's inputs that mirror bookings. */
const PRINCIPAL = 'ledger';

/**
 * Books movements of marks: each act is one journal in the caller's transaction. While a world exists, it holds the
 * purses: their part of an act is an input of its next hour, and the journal names them `WORLD`.
 */
export function createMarkBooks({ random, clock }: { random: RandomBytes; clock: { now(): Date } }) {
  /** A world, once created, never ends. */
  let isWorldKnown = false;

  /** Whether purses are in a world. Blocks hours and the creation of a world until the transaction ends. */
  async function hasWorld(tx: PurseTransaction): Promise<boolean> {
    if (isWorldKnown && (await tx.world.isShared())) return true;
    await tx.world.delayCreation();
    isWorldKnown = await tx.world.isShared();
    return isWorldKnown;
  }

  async function bookIn(tx: PurseTransaction, { id: given, moves, ...act }: Transfer): Promise<void> {
    const net = toNet(moves);
    if (net.length === 0) return;
    const id = given ?? newUuidV7(JournalId, clock.now().getTime(), random);
    if (!(await hasWorld(tx))) return bookNet(tx.ledger, id, act, net);
    const { booked, holds, inputs } = toCrossing(net, act);
    const free = await lockPurses(tx, holds, isAtRisk(act.kind));
    // A repeated act under the same id is compared with the first and not charged again.
    if (!isCovered(holds, free) && !(await tx.worldInputs.isKnown(PRINCIPAL, `${id}/0`))) requireFree(holds, free);
    if (booked.length > 0) await bookNet(tx.ledger, id, act, booked);
    await tell(tx, id, inputs);
  }

  async function tell(tx: PurseTransaction, id: JournalId, inputs: readonly Input[]): Promise<void> {
    const createdAt = clock.now();
    const told = inputs.map((input, place) => ({
      input,
      principal: PRINCIPAL,
      idempotencyKey: `${id}/${place}`,
      createdAt,
    }));
    if (!(await tx.worldInputs.insertAll(told))) throw new BookingRefused(id, { code: 'id_reused' });
  }

  /** The amount of marks is public. A world publishes its own events about it. */
  async function announceIn(
    tx: PurseTransaction,
    kind: 'money.issued' | 'money.retired',
    change: Change,
  ): Promise<void> {
    if (await hasWorld(tx)) return;
    const { ref, subject, amount, reason } = change;
    const at = clock.now();
    await tx.events.add({
      id: newUuidV7(EventId, at.getTime(), random),
      kind,
      occurredAt: at,
      outcome: 'success',
      causedBy: null,
      subjectType: subject.type,
      subjectId: subject.id,
      data: { amount: amount.toString(), reason, reference: ref.id },
    });
  }

  return {
    bookIn,
    async issueIn(tx: PurseTransaction, { to, amount, reason, ref, subject = ref }: Issue): Promise<void> {
      await bookIn(tx, { kind: 'money.issued', ref, reason, moves: [{ from: ISSUE, to, amount }] });
      await announceIn(tx, 'money.issued', { ref, subject, amount, reason });
    },
    async retireIn(tx: PurseTransaction, { from, amount, ref }: Retirement): Promise<void> {
      await bookIn(tx, { kind: 'money.retired', ref, moves: [{ from, to: ISSUE, amount }] });
      await announceIn(tx, 'money.retired', { ref, subject: ref, amount, reason: 'refund' });
    },
    /** The balance of a pot. For a purse, use `spendable`. */
    async balanceOf(tx: Pick<PurseTransaction, 'ledger'>, owner: Owner): Promise<bigint> {
      const [balance = 0n] = await balancesOf(tx, [owner]);
      return balance;
    },
    balancesOf,
    /** The amount an actor can spend: its balance after the last hour, minus the holds since then. */
    async spendable(tx: PurseTransaction, actorId: string): Promise<bigint> {
      if (!(await hasWorld(tx))) return (await tx.ledger.findAccount(purseOf(actorId), 'MARK'))?.balance ?? 0n;
      return (await lockPurses(tx, [{ actorId, amount: 0n }])).get(actorId) ?? 0n;
    },
    /** The amount an actor can put at risk. Marks granted to a newcomer do not cover a stake. */
    async stakeable(tx: PurseTransaction, actorId: string): Promise<bigint> {
      if (!(await hasWorld(tx))) return (await tx.ledger.findAccount(purseOf(actorId), 'MARK'))?.balance ?? 0n;
      return (await lockPurses(tx, [{ actorId, amount: 0n }], true)).get(actorId) ?? 0n;
    },
  };
}
export type MarkBooks = ReturnType<typeof createMarkBooks>;
type Change = { readonly ref: Ref; readonly subject: Ref; readonly amount: bigint; readonly reason: string };

/** The balances of several pots, in their order. */
async function balancesOf(
  { ledger }: Pick<PurseTransaction, 'ledger'>,
  owners: readonly Owner[],
): Promise<readonly bigint[]> {
  const accounts = await ledger.findAccounts(owners.flatMap(accountsOf), 'MARK');
  return owners.map((pot) => {
    const own = new Set(accountsOf(pot).map(({ kind, id }) => `${kind}:${id}`));
    return accounts
      .filter(({ owner }) => own.has(`${owner.kind}:${owner.id}`))
      .reduce((sum, { balance }) => sum + balance, 0n);
  });
}

async function bookNet(ledger: Ledger, id: JournalId, { kind, ref }: Act, net: readonly Net[]): Promise<void> {
  const entries = net.map(({ owner, amount }) => ({
    owner: amount > 0n ? tillOf(owner, id) : owner,
    currency: 'MARK' as const,
    mayGoNegative: owner.kind === ISSUE.kind || owner.kind === WORLD.kind,
    amount,
  }));
  await ledger.bookFor({ id, kind, ref, entries });
}

/** Locks in a fixed order to prevent deadlocks. Holds are read after the locks were taken. */
async function lockPurses(
  tx: PurseTransaction,
  holds: readonly Hold[],
  isOwnOnly = false,
): Promise<ReadonlyMap<string, bigint>> {
  const free = new Map<string, bigint>();
  for (const actorId of holds.map((hold) => hold.actorId).toSorted()) {
    const { available, granted } = await tx.worldPurses.lock(actorId);
    const usable = isOwnOnly ? available - granted : available;
    free.set(actorId, usable - (await tx.worldInputs.sumOpenHolds(actorId)));
  }
  return free;
}

const isCovered = (holds: readonly Hold[], free: ReadonlyMap<string, bigint>): boolean =>
  holds.every(({ actorId, amount }) => amount <= (free.get(actorId) ?? 0n));

function requireFree(holds: readonly Hold[], free: ReadonlyMap<string, bigint>): void {
  for (const { actorId, amount } of holds) {
    const available = free.get(actorId) ?? 0n;
    if (amount > available) {
      throw new Problem('insufficient_funds', { needed: amount.toString(), available: available.toString() });
    }
  }
}
