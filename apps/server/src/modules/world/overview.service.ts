import { type World as Kernel, view } from '@assay/economy/world';
import { Hash32, type Headline, Problem, World, WorldMap, type WorldProof } from '@assay/protocol';
import { z } from 'zod';
import type { EventStore, PublishedRow } from '../../platform/events/index.ts';
import type { Follower } from './follower.service.ts';
import { hourly } from './reading.ts';
import type { WorldSnapshotStore } from './snapshots.store.ts';
import type { WorldStore } from './world.store.ts';

type Deps = {
  readonly follower: Pick<Follower, 'now' | 'row'>;
  readonly events: Pick<EventStore, 'listNewest'>;
  readonly ticks: Pick<WorldStore, 'findTick'>;
  readonly snapshots: Pick<WorldSnapshotStore, 'find'>;
};

const HEADLINES = 5;
const SECOND_MS = 1_000;
const toHash = (hex: string): Hash32 => Hash32.parse(`0x${hex}`);

/** Key figures of the world, and the proof of each hour. */
export function createOverview({ follower, events, ticks, snapshots }: Deps) {
  const leaders = hourly((world) => {
    const wire = (list: readonly { id: string; name: string; value: bigint }[]) =>
      list.map(({ id, name, value }) => ({ id, name, value: value.toString() }));
    const { wealth, sales, staff } = view.leaderboards(world);
    return { wealth: wire(wealth), sales: wire(sales), staff: wire(staff) };
  });
  const map = hourly((world) => z.encode(WorldMap, toMap(world)));
  const news = hourly((world) =>
    events.listNewest(Object.keys(SENTENCES), HEADLINES).then((rows) => toHeadlines(world, rows)),
  );

  return {
    async read() {
      const headlines = await news(follower.now());
      const world = follower.now();
      const row = follower.row();
      if (row === undefined) throw new Problem('unavailable');
      const { tick, worldTime, population, cities, businesses, moneySupply, chainHash } = view.world(world);
      const isTicking = row.state === 'RUNNING' && row.tickMs > 0;
      return z.encode(World, {
        tick,
        worldTime,
        population,
        cities,
        businesses,
        moneySupply,
        announcements: headlines.map(toSentence),
        headlines,
        state: row.state,
        tickSeconds: Math.max(row.tickMs, 1) / SECOND_MS,
        nextTickAt: isTicking ? row.nextTickAt.toISOString() : null,
        chainHash: toHash(chainHash),
        leaderboards: leaders(world),
      });
    },

    map: () => map(follower.now()),

    /** Hour `tick` produced `chainHash` from `previous`. `stateHash` is the hash of the state after it. */
    async proof(tick: number): Promise<WorldProof> {
      const [row, snapshot] = await Promise.all([ticks.findTick(tick), snapshots.find(tick + 1)]);
      if (row === undefined) throw new Problem('tick_not_found');
      return {
        tick,
        chainHash: toHash(row.chainHash),
        previous: toHash(row.previous),
        inputDigest: toHash(row.inputDigest),
        postingDigest: toHash(row.postingDigest),
        eventDigest: toHash(row.eventDigest),
        stateHash: snapshot === undefined ? null : toHash(snapshot.stateHash),
      };
    },
  };
}

function toMap(world: Kernel): WorldMap {
  const activities = view.activities(world);
  return {
    tick: world.tick,
    roads: view.roads(world),
    trade: view.flows(world),
    cities: view.cityIds(world).map((id, place) => {
      const { migration, businesses } = view.economy(world, id) ?? {};
      return {
        cityId: id,
        activities: activities[place] ?? {},
        businesses: businesses?.bySector ?? {},
        migration: { in: migration?.in ?? 0, out: migration?.out ?? 0 },
      };
    }),
  } as WorldMap;
}

type Words = { readonly place: string; readonly business: string; readonly code: string };
/** Sentences for notable events. */
const SENTENCES: Readonly<Record<Headline['kind'], (words: Words) => string>> = {
  'business.founded': ({ place, business }) => `${business} opened in ${place}.`,
  'business.bankrupt': ({ place, business, code }) => `${business} in ${place} failed: ${code}.`,
  'business.closed': ({ place, business, code }) => `${business} in ${place} closed: ${code}.`,
  'business.sold': ({ place, business }) => `${business} in ${place} has a new owner.`,
  'bank.recapitalised': ({ place }) => `The bank of ${place} received new capital.`,
  'city.concern_raised': ({ place, code }) => `New concern in ${place}: ${code}.`,
  'city.concern_cleared': ({ place, code }) => `Concern resolved in ${place}: ${code}.`,
  'city.policy_changed': ({ place, code }) => `${place} changed its ${code}.`,
  'proposal.decided': ({ place, code }) => `A proposal in ${place} was decided: ${code}.`,
};
const isHeadline = (kind: string): kind is Headline['kind'] => Object.hasOwn(SENTENCES, kind);

function toHeadlines(world: Kernel, rows: readonly PublishedRow[]): Headline[] {
  return rows.flatMap(({ kind, cityId, businessId, data }) => {
    if (!isHeadline(kind)) return [];
    const city = (cityId === null ? undefined : view.city(world, cityId)?.name) ?? null;
    const business = (businessId === null ? undefined : view.business(world, businessId)?.name) ?? null;
    const code = [data.reason, data.code, data.decision].find((one) => typeof one === 'string') ?? null;
    return { kind, city, business, code };
  });
}

const toSentence = ({ kind, city, business, code }: Headline): string =>
  SENTENCES[kind]({
    place: city ?? 'the country',
    business: business ?? 'A business',
    code: code?.replaceAll('_', ' ').toLowerCase() ?? 'unknown',
  });
