import { type InputResult, type Input as KernelInput, view } from '@assay/economy/world';
import {
  Actor,
  type ActorChange,
  ActorListItem,
  ActorState,
  BusinessSummary,
  Item,
  Problem,
  Relationship,
  type ValidatorState,
} from '@assay/protocol';
import { z } from 'zod';
import { type People, sumLocked } from './people.ts';
import { hourly, type PageAsked, type Reading } from './reading.ts';

type Deps = {
  readonly reading: Reading;
  readonly people: People;
  readonly submit: (input: KernelInput, origin: { principal: string }) => Promise<InputResult>;
};
type ActorListAsked = PageAsked & {
  readonly cityId?: string | undefined;
  readonly kind?: Actor['kind'] | undefined;
  readonly q?: string | undefined;
};

/** Converts the kernel's `undefined` for an unknown id to a problem. */
export function known<Value>(
  value: Value | undefined,
  code: 'actor_not_found' | 'city_not_found' | 'business_not_found',
): Value {
  if (value === undefined) throw new Problem(code);
  return value;
}
const byId = ({ id }: { readonly id: string }): [string, string] => ['', id];

/** Actors, with data of the kernel and of the service. */
export function createActors({ reading, people, submit }: Deps) {
  const everybody = hourly(view.actors);

  async function list({ cityId, kind, q, ...asked }: ActorListAsked) {
    const part = q?.toLowerCase();
    const found = everybody(reading.world()).filter(
      (actor) =>
        (cityId === undefined || actor.cityId === cityId) &&
        (kind === undefined || actor.kind === kind) &&
        (part === undefined || actor.name.toLowerCase().includes(part)),
    );
    const { items, nextCursor } = reading.page(found, ({ name, id }) => [name, id], asked);
    const states = await people.statesOf();
    const withStates = items.map((actor) => ({ ...actor, validatorState: states.get(actor.id) ?? null }));
    return { items: withStates.map((actor) => z.encode(ActorListItem, actor)), nextCursor };
  }

  async function state(id: string) {
    known(view.actorState(reading.world(), id), 'actor_not_found');
    const [breakdown, profile] = await Promise.all([people.lockedOf(id), people.profileOf(id)]);
    // Read again, because an hour may have passed meanwhile.
    const seen = known(view.actorState(reading.world(), id), 'actor_not_found');
    return z.encode(ActorState, toState(seen, sumLocked(breakdown), profile?.state ?? null));
  }

  async function read(id: string) {
    known(view.actorState(reading.world(), id), 'actor_not_found');
    const [breakdown, profile, walletAddress] = await Promise.all([
      people.lockedOf(id),
      people.profileOf(id),
      people.walletOf(id),
    ]);
    const seen = known(view.actor(reading.world(), id), 'actor_not_found');
    const locked = sumLocked(breakdown);
    const balance = seen.state.balance + locked;
    const encoded = z.encode(Actor, {
      ...seen,
      walletAddress: walletAddress as Actor['walletAddress'],
      state: toState(seen.state, locked, profile?.state ?? null),
      wallet: { balance, locked, currency: 'MARK', decimals: 6 },
      validator: null,
    });
    return { ...encoded, validator: profile === null ? null : { ...profile, cityId: seen.city.id } };
  }

  return {
    list,
    read,
    state,
    inventory(id: string, asked: PageAsked) {
      const items = known(view.inventory(reading.world(), id), 'actor_not_found');
      const { nextCursor, items: page } = reading.page(items, byId, asked);
      return { items: page.map((item) => z.encode(Item, item)), nextCursor };
    },
    relationships(id: string, { type, ...asked }: PageAsked & { type?: Relationship['type'] | undefined }) {
      const all = known(view.relationships(reading.world(), id), 'actor_not_found');
      const found = all.filter((edge) => type === undefined || edge.type === type);
      const { nextCursor, items } = reading.page(found, (edge) => [-edge.affinity, edge.otherActorId], asked);
      return { items: items.map((edge) => z.encode(Relationship, edge)), nextCursor };
    },
    businesses(id: string, asked: PageAsked) {
      const world = reading.world();
      known(view.actorState(world, id), 'actor_not_found');
      const owned = view.businesses(world, { ownerId: id });
      const { nextCursor, items } = reading.page(owned, ({ name, id: businessId }) => [name, businessId], asked);
      return { items: items.map((business) => z.encode(BusinessSummary, business)), nextCursor };
    },
    /** Queued as an input, and visible after its hour. */
    async change(id: string, { name, control, autonomy }: ActorChange) {
      known(view.actorState(reading.world(), id), 'actor_not_found');
      const change = {
        ...(name && { name }),
        ...(control && { control }),
        ...(autonomy !== undefined && { autonomy }),
      };
      const origin = { principal: `actor:${id}` };
      const result = await submit({ kind: 'actor.change', actorId: id, ...change }, origin);
      if (!result.isDone) throw new Problem('actor_not_found');
      return read(id);
    },
  };
}

type Seen = NonNullable<ReturnType<typeof view.actorState>>;
const toState = (seen: Seen, locked: bigint, validatorState: ValidatorState | null): ActorState => ({
  ...seen,
  balance: seen.balance + locked,
  locked,
  frozenReason: null,
  validatorState,
});
