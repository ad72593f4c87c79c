import {
  BODY_LIMITS,
  type Draft,
  type DraftChange,
  DraftId,
  DraftInput,
  newUuidV7,
  type PageQuery,
  PRINCIPAL_LIMITS,
  Problem,
  type RandomBytes,
} from '@assay/protocol';
import { z } from 'zod';
import { readCursor, toCursor } from '../../platform/http/index.ts';
import type { DraftRow, DraftSize, DraftStore } from './drafts.store.ts';

type Transaction = {
  readonly drafts: DraftStore;
  readonly accounts: { lock(accountId: string): Promise<unknown> };
};
type Deps = {
  readonly store: DraftStore;
  readonly inTransaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

/** As it is sent: amounts are text. */
export type DraftAnswer = z.input<typeof Draft>;

const Position = z.tuple([z.iso.datetime(), DraftId]);
/** A page holds at least one draft, and no more than this of several: a hundred large ones would fill our memory. */
const PAGE_BYTES_MAX = BODY_LIMITS.bundle;

/** Drafts belong to their account alone; everybody else's are unknown. */
export function createDrafts({ store, inTransaction, random, clock }: Deps) {
  async function create(accountId: string, input: DraftInput): Promise<DraftAnswer> {
    return inTransaction(async (tx) => {
      if ((await tx.accounts.lock(accountId)) === undefined) throw new Problem('token_expired');
      const max = PRINCIPAL_LIMITS.draftsMax;
      if ((await tx.drafts.count(accountId)) >= max) throw new Problem('draft_limit_reached', { max });
      const now = clock.now();
      const row: DraftRow = {
        ...{ id: newUuidV7(DraftId, now.getTime(), random), accountId, revision: 1, state: 'OPEN' },
        ...{ input: toText(input), quoteId: null, submissionId: null, createdAt: now, updatedAt: now },
      };
      await tx.drafts.insert(row);
      return toDraft(row);
    });
  }

  async function get(accountId: string, id: string): Promise<DraftAnswer> {
    const row = await store.find(id, accountId);
    if (row === undefined) throw new Problem('draft_not_found');
    return toDraft(row);
  }

  async function change(
    accountId: string,
    id: string,
    { revision, ...members }: DraftChange,
    expected: number | undefined,
  ): Promise<DraftAnswer> {
    return inTransaction(async (tx) => {
      const row = await lockOpen(tx, accountId, id);
      const isCurrent = [revision, expected].every((one) => one === undefined || one === row.revision);
      if (!isCurrent) throw new Problem('draft_revision_conflict', { revision: row.revision });

      const input = toText(merge(toInput(row), members));
      const changed = { ...row, input, quoteId: null, revision: row.revision + 1, updatedAt: clock.now() };
      await tx.drafts.change(changed);
      return toDraft(changed);
    });
  }

  async function remove(accountId: string, id: string): Promise<void> {
    await inTransaction(async (tx) => {
      await lockOpen(tx, accountId, id);
      await tx.drafts.delete(id, accountId);
    });
  }

  async function lockOpen(tx: Transaction, accountId: string, id: string): Promise<DraftRow> {
    const row = await tx.drafts.lock(id, accountId);
    if (row === undefined) throw new Problem('draft_not_found');
    if (row.state === 'SUBMITTED') throw new Problem('draft_submitted');
    return row;
  }

  async function list(accountId: string, { limit, cursor }: PageQuery) {
    const now = clock.now();
    const from = cursor === undefined ? undefined : readCursor(Position, cursor, now);
    const after = from === undefined ? undefined : { updatedAt: new Date(from[0]), id: from[1] };
    const sizes = await store.listSizes(accountId, after, limit + 1);
    const page = fitting(sizes.slice(0, limit));
    const rows = await store.listByIds(
      page.map(({ id }) => id),
      accountId,
    );
    const last = sizes.length > page.length ? page.at(-1) : undefined;
    return {
      items: rows.map(toDraft),
      nextCursor: last === undefined ? null : toCursor([last.updatedAt.toISOString(), last.id], now),
    };
  }

  /** What there is, without what is in it. */
  async function listAll(accountId: string) {
    const rows = await store.listSizes(accountId, undefined, PRINCIPAL_LIMITS.draftsMax);
    return rows.map(({ id, revision, updatedAt }) => ({ id, revision, updatedAt: updatedAt.toISOString() }));
  }

  return { create, get, change, remove, list, listAll };
}
export type Drafts = ReturnType<typeof createDrafts>;

/** Null removes a member; the product type is always there. */
function merge(input: DraftInput, members: Omit<DraftChange, 'revision'>): DraftInput {
  const merged = Object.entries({ ...input, ...members }).filter(([, value]) => value !== null && value !== undefined);
  return DraftInput.parse(Object.fromEntries(merged));
}

function toText(input: DraftInput): string {
  const text = JSON.stringify(input);
  if (Buffer.byteLength(text) > BODY_LIMITS.bundle) throw new Problem('body_too_large');
  return text;
}

function fitting(sizes: readonly DraftSize[]): readonly DraftSize[] {
  let bytes = 0;
  const end = sizes.findIndex((size, index) => {
    bytes += size.bytes;
    return index > 0 && bytes > PAGE_BYTES_MAX;
  });
  return end === -1 ? sizes : sizes.slice(0, end);
}

const toInput = (row: DraftRow): DraftInput => DraftInput.parse(JSON.parse(row.input));

const toDraft = (row: DraftRow): DraftAnswer => ({
  id: row.id,
  revision: row.revision,
  state: row.state,
  input: toInput(row),
  lastQuote: null,
  submissionId: row.submissionId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
