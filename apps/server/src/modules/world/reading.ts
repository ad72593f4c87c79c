/** Shared by all reads of the world: its last hour, pages over lists in memory, and headers with the age of an answer. */
import { createHash } from 'node:crypto';
import type { World } from '@assay/economy/world';
import { z } from 'zod';
import { Reply, readCursor, toCursor } from '../../platform/http/index.ts';
import type { Follower } from './follower.service.ts';
import type { WorldRow } from './world.store.ts';

/**
 * Answers may be cached until the next hour, within these limits. Without the lower one, every request in the last
 * second of an hour, and during a late hour, would be computed again.
 */
const KEPT_SECONDS = { min: 1, max: 5 } as const;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

const Key = z.tuple([z.union([z.string(), z.number()]), z.string()]);
/** The position of an item: its ascending sort value and its id. */
type ListKey = z.infer<typeof Key>;
export type PageAsked = { readonly limit: number; readonly cursor?: string | undefined };

export type ForSaleAsked = { readonly forSale?: 'true' | 'false' | undefined };
type Offered = { readonly salePrice: bigint | null };
/** Whether an item matches the filter `forSale`. */
export const isOffered = ({ salePrice }: Offered, { forSale }: ForSaleAsked): boolean =>
  forSale === undefined || (forSale === 'true') === (salePrice !== null);
/** The sort value of a price. Items that are not for sale are last. */
export const priceKey = ({ salePrice }: Offered): number => Number(salePrice ?? Number.MAX_SAFE_INTEGER);

const compare = ([a, aId]: ListKey, [b, bId]: ListKey): number =>
  a < b ? -1 : a > b ? 1 : aId < bId ? -1 : aId > bId ? 1 : 0;

type Deps = { readonly follower: Pick<Follower, 'now' | 'row'>; readonly clock: { now(): Date } };

export function createReading({ follower, clock }: Deps) {
  /** Cursors of one hour are identical, so that an unchanged page has an unchanged ETag. */
  function stamp(): Date {
    const now = clock.now().getTime();
    const next = follower.row()?.nextTickAt.getTime() ?? 0;
    return new Date(Math.abs(next - now) < MINUTE_MS ? next : now - (now % MINUTE_MS));
  }

  /** A page of a list that is sorted here. It continues after the last item's position, even if the list has changed. */
  function page<Item>(items: readonly Item[], keyOf: (item: Item) => ListKey, { limit, cursor }: PageAsked) {
    const after = cursor === undefined ? undefined : readCursor(Key, cursor, clock.now());
    const placed = items.map((item) => ({ item, key: keyOf(item) })).sort((one, other) => compare(one.key, other.key));
    const left = after === undefined ? placed : placed.filter(({ key }) => compare(key, after) > 0);
    const shown = left.slice(0, limit);
    const last = left.length > limit ? shown.at(-1) : undefined;
    const nextCursor = last === undefined ? null : toCursor(last.key, stamp());
    return { items: shown.map(({ item }) => item), nextCursor };
  }

  return {
    world: follower.now,
    stamp,
    page,
    /** Adds the hour of a public answer and its remaining lifetime. */
    reply<Value>(value: Value): Reply<Value> {
      const row = follower.row();
      const tick = String(row?.tick ?? 0);
      const headers = { 'X-World-Tick': tick, 'Cache-Control': `public, max-age=${secondsLeft(row, clock.now())}` };
      return new Reply(value, { headers, etag: tagOf(tick, value) });
    },
    /** The same for a private answer. */
    ownReply: <Value>(value: Value): Reply<Value> =>
      new Reply(value, { headers: { 'X-World-Tick': String(follower.row()?.tick ?? 0) } }),
  };
}
export type Reading = ReturnType<typeof createReading>;

function secondsLeft(row: WorldRow | undefined, now: Date): number {
  if (row?.state !== 'RUNNING' || row.tickMs === 0) return 0;
  const seconds = Math.floor((row.nextTickAt.getTime() - now.getTime()) / SECOND_MS);
  return Math.max(KEPT_SECONDS.min, Math.min(KEPT_SECONDS.max, seconds));
}

/** The same hour and the same answer give the same tag. */
const tagOf = (tick: string, value: unknown): string =>
  `"t${tick}-${createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)}"`;

/** Computed once per tick. */
export function hourly<Value>(find: (world: World) => Value): (world: World) => Value {
  let found: { world: World; tick: number; value: Value } | undefined;
  return (world) => {
    if (found?.world !== world || found.tick !== world.tick) found = { world, tick: world.tick, value: find(world) };
    return found.value;
  };
}
