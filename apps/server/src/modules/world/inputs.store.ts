import type { Input, InputResult } from '@assay/economy/world';
import { and, asc, eq, gte, isNull, lt, sql } from '../../platform/db/drizzle.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { delayCreation } from './world.store.ts';
import { worldInputs } from './world.tables.ts';

type NewInput = {
  readonly input: Input;
  /** The principal in the form of `principalOf`. */
  readonly principal: string;
  readonly idempotencyKey?: string | undefined;
  readonly createdAt: Date;
};
export type WaitingInput = {
  readonly id: number;
  readonly principal: string;
  readonly input: Input;
  /** The journal of the service's ledger that the input belongs to. */
  readonly journalId?: string | undefined;
};
type AssignedInput = { readonly tick: number; readonly input: Input };
export type DecidedInput = { readonly id: number; readonly tick: number; readonly result: InputResult };

/** The tick of inputs that an operator has set aside. */
const NO_TICK = -1;

const toInput = (payload: string): Input => JSON.parse(payload) as Input;

const ASKED = `unnest($1::text[], $2::text[], $3::uuid[], $4::numeric[], $5::text[], $6::text[], $7::timestamptz[])
  WITH ORDINALITY AS asked (kind, payload, actor_id, amount, principal, idem_key, created_at, place)`;
const insertFrom = (source: string): string => `
  INSERT INTO world_inputs (kind, payload, actor_id, amount, principal, idem_key, created_at)
  SELECT kind, payload, actor_id, amount, principal, idem_key, asked.created_at FROM ${source} ORDER BY place
  ON CONFLICT (principal, idem_key) DO NOTHING RETURNING id`;
const insertInputs = statement<{ id: string }>('world_insert_inputs', insertFrom(ASKED));
const appendInputsIfWorld = statement('world_tell_inputs', insertFrom(`${ASKED}, (SELECT FROM world) AS there`));
const findKnown = statement<{ id: string; idemKey: string; payload: string }>(
  'world_known_inputs',
  `SELECT i.id, i.idem_key AS "idemKey", i.payload FROM unnest($1::text[], $2::text[]) AS asked (principal, idem_key)
   JOIN world_inputs i ON i.principal = asked.principal AND i.idem_key = asked.idem_key`,
);
const sumHolds = statement<{ sum: string }>(
  'world_open_holds',
  `SELECT coalesce(sum(amount), 0) AS sum FROM world_inputs
   WHERE assigned_tick IS NULL AND kind = 'hold' AND actor_id = $1`,
);

const findDecided = statement<{ id: string; tick: string; result: InputResult }>(
  'world_decided_inputs',
  `SELECT id, assigned_tick AS tick, result FROM world_inputs
   WHERE id = ANY($1::bigint[]) AND assigned_tick IS NOT NULL AND result IS NOT NULL`,
);

/** Holds have separate columns, for sums. */
const toValues = (asked: readonly NewInput[]): unknown[] => [
  asked.map(({ input }) => input.kind),
  asked.map(({ input }) => JSON.stringify(input)),
  asked.map(({ input }) => (input.kind === 'hold' ? input.actorId : null)),
  asked.map(({ input }) => (input.kind === 'hold' ? input.amount : null)),
  asked.map(({ principal }) => principal),
  asked.map(({ idempotencyKey }) => idempotencyKey ?? null),
  asked.map(({ createdAt }) => createdAt.toISOString()),
];
const toKeys = (asked: readonly NewInput[]): unknown[] => [
  asked.map(({ principal }) => principal),
  asked.map(({ idempotencyKey }) => idempotencyKey ?? null),
];

export function worldInputStore(db: Database) {
  return {
    /** The same key returns the first input. `isSame` is false when its content differs. */
    async insert(asked: NewInput): Promise<{ id: number; isSame: boolean }> {
      const [added] = await insertInputs(db, toValues([asked]));
      if (added !== undefined) return { id: Number(added.id), isSame: true };
      const [first] = await findKnown(db, toKeys([asked]));
      if (first === undefined) throw new Error('An input was rejected as a duplicate but does not exist.');
      return { id: Number(first.id), isSame: first.payload === JSON.stringify(asked.input) };
    },
    /** In this order. False when one of the keys has other content. */
    async insertAll(asked: readonly NewInput[]): Promise<boolean> {
      const added = await insertInputs(db, toValues(asked));
      if (added.length === asked.length) return true;
      const known = new Map((await findKnown(db, toKeys(asked))).map(({ idemKey, payload }) => [idemKey, payload]));
      return asked.every(({ idempotencyKey = '', input }) => known.get(idempotencyKey) === JSON.stringify(input));
    },
    /**
     * Queues inputs of the service, once per key. Does nothing without a world. A world in creation takes in the inputs
     * that its transaction can read, so this transaction either ends before the creation starts or sees the world.
     */
    async tell(asked: readonly NewInput[]): Promise<void> {
      await delayCreation(db);
      await appendInputsIfWorld(db, toValues(asked));
    },

    /** Inputs that no hour has processed. Holds come first, because they were granted on the current balance. */
    async listWaiting(limit: number): Promise<WaitingInput[]> {
      const rows = await db
        .select({
          id: worldInputs.id,
          principal: worldInputs.principal,
          payload: worldInputs.payload,
          idemKey: worldInputs.idemKey,
        })
        .from(worldInputs)
        .where(isNull(worldInputs.assignedTick))
        .orderBy(sql`${worldInputs.kind} <> 'hold'`, asc(worldInputs.id))
        .limit(limit);
      return rows.map(({ id, principal, payload, idemKey }) => ({
        id,
        principal,
        input: toInput(payload),
        journalId: principal === 'ledger' ? idemKey?.split('/')[0] : undefined,
      }));
    },

    async assign(tick: number, taken: readonly { id: number; result: InputResult }[]): Promise<void> {
      if (taken.length === 0) return;
      await db.execute(sql`
        UPDATE world_inputs SET assigned_tick = ${tick}, ordinal = taken.ordinal, result = taken.result
        FROM unnest(
          ${sql.param(taken.map(({ id }) => id))}::bigint[], ${sql.param(taken.map((_, ordinal) => ordinal))}::int[],
          ${sql.param(taken.map(({ result }) => JSON.stringify(result)))}::jsonb[]
        ) AS taken (id, ordinal, result)
        WHERE world_inputs.id = taken.id`);
    },

    /** Waiting inputs, for an operator. */
    async describeWaiting(limit: number): Promise<{ id: number; kind: string; principal: string }[]> {
      const { id, kind, principal, assignedTick } = worldInputs;
      return db
        .select({ id, kind, principal })
        .from(worldInputs)
        .where(isNull(assignedTick))
        .orderBy(asc(id))
        .limit(limit);
    },
    /** Marks the input as processed before all hours, so that no hour takes it. */
    async setAside(id: number, detail: string): Promise<void> {
      const result = JSON.stringify({ isDone: false, code: 'set_aside', detail } satisfies InputResult);
      await db.execute(sql`
        UPDATE world_inputs SET assigned_tick = ${NO_TICK}, result = ${result}::jsonb,
          ordinal = (SELECT coalesce(max(ordinal), -1) + 1 FROM world_inputs WHERE assigned_tick = ${NO_TICK})
        WHERE id = ${id} AND assigned_tick IS NULL`);
    },

    /** The inputs of hours from `from` to before `to`, in their recorded order. */
    async listBetween(from: number, to: number): Promise<AssignedInput[]> {
      const { assignedTick, ordinal, payload } = worldInputs;
      const rows = await db
        .select({ tick: assignedTick, payload })
        .from(worldInputs)
        .where(and(gte(assignedTick, from), lt(assignedTick, to)))
        .orderBy(asc(assignedTick), asc(ordinal));
      return rows.map(({ tick, payload: text }) => ({ tick: tick ?? from, input: toInput(text) }));
    },

    /** Those of `ids` that an hour has processed. */
    async findDecided(ids: readonly number[]): Promise<DecidedInput[]> {
      const rows = await findDecided(db, [ids]);
      return rows.map(({ id, tick, result }) => ({ id: Number(id), tick: Number(tick), result }));
    },

    async isKnown(principal: string, idemKey: string): Promise<boolean> {
      const { rowCount } = await db.execute(sql`
        SELECT FROM world_inputs WHERE principal = ${principal} AND idem_key = ${idemKey}`);
      return rowCount === 1;
    },
    async isWaiting(kinds: readonly string[]): Promise<boolean> {
      const { rowCount } = await db.execute(sql`
        SELECT FROM world_inputs WHERE assigned_tick IS NULL AND kind = ANY(${sql.param([...kinds])}::text[]) LIMIT 1`);
      return rowCount === 1;
    },
    /** Actors that join in the next hours. */
    async listJoining(): Promise<string[]> {
      const rows = await db
        .select({ payload: worldInputs.payload })
        .from(worldInputs)
        .where(and(isNull(worldInputs.assignedTick), eq(worldInputs.kind, 'actor.join')));
      return rows.flatMap(({ payload }) => {
        const input = toInput(payload);
        return input.kind === 'actor.join' ? [input.actorId] : [];
      });
    },

    /** Marks of a purse that are on hold and not yet taken. */
    async sumOpenHolds(actorId: string): Promise<bigint> {
      return BigInt((await sumHolds(db, [actorId]))[0]?.sum ?? 0);
    },
  };
}
export type WorldInputStore = ReturnType<typeof worldInputStore>;
