import { randomUUID } from 'node:crypto';
import { atomsOf, readPack } from '@assay/audit/rule-packs';
import {
  newUuidV7,
  PLUGIN_LIMITS,
  type Plugin,
  type PluginChange,
  PluginId,
  type PluginQuery,
  type PluginRequest,
  Problem,
  type ProductType,
  type RandomBytes,
  sha256Hex,
} from '@assay/protocol';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/index.ts';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import type { Purse } from '../purse/index.ts';
import { toPlugin } from './plugin.answer.ts';
import type { PluginEvents } from './plugin.events.ts';
import { PLUGIN_TERMS, productOf } from './plugin.policy.ts';
import type { PluginRow } from './plugins.store.ts';
import type { InTransaction, PluginTransaction } from './plugins.transaction.ts';
import { SCREENING_QUEUE } from './screening-queue.ts';

type Deps = {
  readonly inTransaction: InTransaction;
  readonly stores: PluginTransaction;
  readonly purse: Pick<Purse, 'chargeIn'>;
  readonly events: PluginEvents;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};
type Answer = z.input<typeof Plugin>;
type Written = Pick<PluginRow, 'content' | 'contentSha256' | 'rules' | 'atoms' | 'surface'>;

const utf8 = new TextEncoder();
const Position = z.object({ at: CURSOR_KEYS.moment, id: z.uuid() });

/** The plugins of an actor: create, change, offer and remove. The screening measures their quality. */
export function createPlugins({ inTransaction, stores, purse, events, random, clock }: Deps) {
  async function list({ actorId }: Actor, { limit, cursor, state, surface }: PluginQuery) {
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from && { createdAt: new Date(from.at), id: from.id };
    const rows = await stores.plugins.listOwn({ actorId, state, surface, after, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, ({ createdAt, id }) => ({ at: createdAt.toISOString(), id }));
    const slots = await slotsOf(actorId);
    return { items: page.map((row) => toPlugin(row, slots(row.id))), nextCursor };
  }

  async function read({ actorId }: Actor, id: string): Promise<Answer> {
    const row = await stores.plugins.findOwn({ id, actorId });
    if (row === undefined) throw new Problem('plugin_not_found');
    return toPlugin(row, (await slotsOf(actorId))(id));
  }

  async function slotsOf(actorId: string): Promise<(pluginId: string) => number[]> {
    const slots = await stores.plugins.listSlots(actorId);
    return (pluginId) => slots.filter(({ plugin }) => plugin.id === pluginId).map(({ slot }) => slot.slotIndex);
  }

  async function create(caller: Actor, request: PluginRequest): Promise<Answer> {
    const written = readContent(request.content, request.surface);
    const now = clock.now();
    const row: PluginRow = {
      ...written,
      id: newUuidV7(PluginId, now.getTime(), random),
      ownerActorId: caller.actorId,
      authorActorId: caller.actorId,
      copyOf: null,
      name: request.name,
      description: request.description ?? '',
      revision: 1,
      state: 'PENDING_REVIEW',
      review: null,
      resubmitsLeft: PLUGIN_TERMS.freeResubmits,
      approved: null,
      published: false,
      price: null,
      quality: null,
      measurement: null,
      measuredWith: null,
      sales: 0,
      screenedAt: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    await inTransaction(async (tx) => {
      await requireRoom(tx, caller.actorId);
      await chargeIn(tx, row, PLUGIN_TERMS.creationFee, 'plugin.created');
      await tx.plugins.insert(row);
      await events.stateChangedIn(tx, row, null, row.state);
      await tx.jobs.send(SCREENING_QUEUE, [row.id]);
    });
    return toPlugin(row, []);
  }

  const chargeIn = (tx: PluginTransaction, { id, ownerActorId }: PluginRow, amount: bigint, reason: string) =>
    purse.chargeIn(tx, {
      actorId: ownerActorId,
      amount,
      reason,
      ref: { type: 'plugin', id },
      idempotencyKey: randomUUID(),
    });

  /** Changed content is screened again and is off the market until then. The approved revision keeps running. */
  async function change(caller: Actor, id: string, request: PluginChange): Promise<Answer> {
    await inTransaction(async (tx) => {
      const row = await requireOwn(tx, id, caller);
      if (row.copyOf !== null) throw new Problem('plugin_not_author');
      const now = clock.now();
      const { name = row.name, description = row.description, content = row.content, surface = row.surface } = request;
      const words = { name, description, updatedAt: now };
      const written = readContent(content, surface);
      if (written.contentSha256 === row.contentSha256 && surface === row.surface) return tx.plugins.change(id, words);
      await chargeChangeIn(tx, row);
      if (surface !== row.surface) await tx.plugins.clearSlotsOf(id);
      const resubmitsLeft = Math.max(0, row.resubmitsLeft - 1);
      await tx.plugins.change(id, {
        ...words,
        ...written,
        revision: row.revision + 1,
        state: 'PENDING_REVIEW',
        published: false,
        review: null,
        resubmitsLeft,
        ...(surface !== row.surface && { approved: null }),
        // A suspended plugin stops, whatever its next revision contains.
        ...(row.state === 'SUSPENDED' && { approved: null }),
      });
      await events.stateChangedIn(tx, row, row.state, 'PENDING_REVIEW');
      await tx.jobs.send(SCREENING_QUEUE, [id]);
    });
    return read(caller, id);
  }

  /** The first revisions are free, so that authors can fix screening results without cost. */
  async function chargeChangeIn(tx: PluginTransaction, row: PluginRow): Promise<void> {
    if (row.resubmitsLeft === 0) await chargeIn(tx, row, PLUGIN_TERMS.changeFee, 'plugin.changed');
  }

  async function remove(caller: Actor, id: string): Promise<void> {
    await inTransaction(async (tx) => {
      const row = await requireOwn(tx, id, caller);
      const now = clock.now();
      await tx.plugins.clearSlotsOf(id);
      await tx.plugins.change(id, { published: false, deletedAt: now, updatedAt: now });
      await events.stateChangedIn(tx, row, row.state, 'DELETED');
    });
  }

  async function publish(caller: Actor, id: string, price: bigint): Promise<Answer> {
    await inTransaction(async (tx) => {
      const row = await requireOwn(tx, id, caller);
      if (row.copyOf !== null) throw new Problem('plugin_not_author');
      if (row.state !== 'APPROVED') throw new Problem('plugin_wrong_state', { state: row.state });
      await tx.plugins.change(id, { published: true, price, updatedAt: clock.now() });
      await events.stateChangedIn(tx, row, row.published ? 'PUBLISHED' : row.state, 'PUBLISHED');
    });
    return read(caller, id);
  }

  async function unpublish(caller: Actor, id: string): Promise<Answer> {
    await inTransaction(async (tx) => {
      const row = await requireOwn(tx, id, caller);
      if (!row.published) throw new Problem('plugin_wrong_state', { state: row.state });
      await tx.plugins.change(id, { published: false, updatedAt: clock.now() });
      await events.stateChangedIn(tx, row, 'PUBLISHED', row.state);
    });
    return read(caller, id);
  }

  return { list, read, create, change, remove, publish, unpublish };
}
export type Plugins = ReturnType<typeof createPlugins>;

async function requireOwn(tx: PluginTransaction, id: string, { actorId }: Actor): Promise<PluginRow> {
  const row = await tx.plugins.lockOwn({ id, actorId });
  if (row === undefined) throw new Problem('plugin_not_found');
  return row;
}

/** The lock lasts until the end of the transaction, so that two concurrent requests cannot both take the last place. */
export async function requireRoom(tx: PluginTransaction, actorId: string): Promise<void> {
  await tx.plugins.lockActor(actorId);
  if ((await tx.plugins.count(actorId)) >= PLUGIN_LIMITS.perActorMax)
    throw new Problem('plugin_limit_reached', { max: PLUGIN_LIMITS.perActorMax });
}

/** Checks only the form, within the request and bounded by length. Samples run elsewhere. */
function readContent(content: string, surface: ProductType): Written {
  const read = readPack(content);
  if (!read.ok) {
    const [first] = read.issues;
    throw new Problem('plugin_invalid', {
      reason: first === undefined ? 'no rules' : `line ${first.line}: ${first.detail}`,
    });
  }
  if (productOf(read.pack.surface) !== surface)
    throw new Problem('plugin_invalid', { reason: `its rules are not for the surface ${surface}` });
  const rules = read.pack.rules.map(({ id, title, severity }) => ({ id, title, severity }));
  return { content, contentSha256: sha256Hex(utf8.encode(content)), rules, atoms: atomsOf(read.pack), surface };
}
