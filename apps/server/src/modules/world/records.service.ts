/**
 * Stores the results of an hour besides its state: purses with external access, their postings, and all postings in one
 * block.
 */
import {
  POSTING_KINDS,
  type StepResult,
  TICKS_PER_MONTH,
  view,
  type World,
  type WorldEvent,
} from '@assay/economy/world';
import { inputOf } from './journal-names.ts';
import type { PostingRow, PurseRow, WorldPurseStore } from './purses.store.ts';
import { pack } from './state-bytes.ts';
import type { ProcessedInput, WorldTicked } from './world.published.ts';

type Tx = { readonly worldPurses: WorldPurseStore };

/** Three years of the world. Older postings can be replayed from a snapshot. */
const BLOCKS_KEPT_TICKS = 36 * TICKS_PER_MONTH;

export function createRecords({ worldPurses }: Tx) {
  /** The tracked purses, and the accounts of actors by their code. */
  let tracked = new Set<string>();
  let actors = new Map<number, string | null>();

  const actorOf = (world: World, account: number): string | null => {
    const known = actors.get(account);
    if (known !== undefined) return known;
    const { type, id } = view.account(world, account);
    const actor = type === 'actor' ? id : null;
    actors.set(account, actor);
    return actor;
  };

  function follow(inputs: readonly ProcessedInput[]): string[] {
    const added = inputs.flatMap(({ input, result }) => (result.isDone ? (followedBy(input) ?? []) : []));
    const fresh = added.filter((actorId) => !tracked.has(actorId));
    for (const actorId of fresh) tracked.add(actorId);
    return fresh;
  }

  /** Postings of tracked purses with the balance after each, computed backwards from the balance after the hour. */
  function postingsOf(ticked: WorldTicked, left: Map<string, bigint>): PostingRow[] {
    const { world, step } = ticked;
    const eventsOf = Map.groupBy(step.events, ({ journalIds }) => journalIds[0] ?? '');
    const { from, to, count } = step.postings.columns;
    const rows: PostingRow[] = [];
    const add = (place: number, actorId: string, isOut: boolean): void => {
      const after = left.get(actorId) ?? view.wallet(world, actorId)?.available ?? 0n;
      const row = toPosting(ticked, { place, actorId, isOut, after }, eventsOf);
      left.set(actorId, after - row.amount);
      rows.push(row);
    };
    for (let place = count - 1; place >= 0; place--) {
      const [payer, payee] = [actorOf(world, from[place] ?? 0), actorOf(world, to[place] ?? 0)];
      if (payee !== null && tracked.has(payee)) add(place, payee, false);
      if (payer !== null && tracked.has(payer)) add(place, payer, true);
    }
    return rows;
  }

  return {
    /** Discards memory of a transaction that may have been rolled back. */
    async reload(): Promise<void> {
      tracked = new Set(await worldPurses.listIds());
      actors = new Map();
    },

    async keep(tx: Tx, ticked: WorldTicked): Promise<void> {
      const { world, step } = ticked;
      const touched = new Map<string, bigint>();
      const fresh = follow(ticked.inputs);
      const postings = postingsOf(ticked, touched);
      const purses = [...new Set([...fresh, ...touched.keys()])].flatMap((actorId): PurseRow[] => {
        const purse = view.wallet(world, actorId);
        return purse === undefined
          ? []
          : [{ actorId, available: purse.available, tick: world.tick, granted: purse.granted }];
      });
      await tx.worldPurses.insertPostings(postings);
      await tx.worldPurses.upsertAll(purses);
      await keepBlock(tx, step);
    },
  };
}

/** The actor whose purse has external access from now on. */
function followedBy(input: ProcessedInput['input']): string | undefined {
  switch (input.kind) {
    case 'actor.join':
    case 'actor.follow':
    case 'validator.set':
    case 'release':
      return input.actorId;
    case 'money.issue':
      return input.to.type === 'actor' ? input.to.id : undefined;
    default:
      return undefined;
  }
}

type Line = { place: number; actorId: string; isOut: boolean; after: bigint };
type EventsOf = ReadonlyMap<string, readonly WorldEvent[]>;

function toPosting({ world, step, inputs, at }: WorldTicked, line: Line, eventsOf: EventsOf): PostingRow {
  const { place, actorId, isOut, after } = line;
  const { journals, columns } = step.postings;
  const { from, to, kind, journal, amount } = columns;
  const sum = BigInt(amount[place] ?? 0);
  const other = view.account(world, (isOut ? to[place] : from[place]) ?? 0);
  const head = journals[journal[place] ?? 0];
  const taken = head && inputOf(head, inputs);
  const of = POSTING_KINDS[kind[place] ?? 0] ?? 'OTHER';
  const event = head && findEvent(eventsOf.get(head.id) ?? [], { of, actorId, isStep: head.cause.type === 'step' });
  return {
    actorId,
    tick: step.tick,
    ordinal: place * 2 + (isOut ? 0 : 1),
    journalId: taken?.journalId ?? head?.id ?? '',
    kind: of,
    amount: isOut ? -sum : sum,
    balanceAfter: after,
    counterpartyType: other.type,
    counterpartyId: other.id,
    occurredAt: at,
    reference: taken === undefined ? null : referenceOf(taken.input),
    eventId: event?.id ?? null,
    memo: typeof event?.data.memo === 'string' ? event.data.memo : null,
  };
}

/** The reference of the service's booking. */
const referenceOf = (input: ProcessedInput['input']): string | null =>
  'reference' in input && typeof input.reference === 'string' ? input.reference : null;

/** A step pays all actors in one journal, so the event must match the kind of payment. */
const EVENT_OF: Readonly<Record<string, string>> = {
  WAGE: 'actor.paid',
  TAX: 'actor.tax_withheld',
  BENEFIT: 'actor.benefit_paid',
  RENT: 'actor.rent_paid',
};

type Sought = { readonly of: string; readonly actorId: string; readonly isStep: boolean };

/** The event that reports a posting to this actor. For an act between two actors, the event that both can read. */
function findEvent(events: readonly WorldEvent[], { of, actorId, isStep }: Sought): WorldEvent | undefined {
  if (isStep) return events.find((event) => event.actorId === actorId && event.kind === EVENT_OF[of]);
  const told = events.filter(({ kind }) => !kind.startsWith('intent.'));
  return told.find((event) => event.actorId === actorId) ?? told[0];
}

/** Stores the kernel's columns in sequence, the form in which their digest was computed. */
async function keepBlock({ worldPurses }: Tx, { tick, postings }: StepResult): Promise<void> {
  const { from, to, kind, journal, amount, count } = postings.columns;
  if (count > 0) {
    const columns = [from, to, kind, journal, amount].map((column) =>
      Buffer.from(column.buffer, 0, count * column.BYTES_PER_ELEMENT),
    );
    await worldPurses.insertBlock(tick, count, await pack(Buffer.concat(columns)));
  }
  if (tick % TICKS_PER_MONTH === 0) await worldPurses.dropBlocksBefore(tick - BLOCKS_KEPT_TICKS);
}
