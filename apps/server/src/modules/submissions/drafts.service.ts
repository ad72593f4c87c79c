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
  SubmissionInput,
  toJsonPointer,
} from '@assay/protocol';
import { z } from 'zod';
import { CURSOR_KEYS, readCursor, toPage } from '../../platform/http/index.ts';
import type { QuoteAnswer, Quotes } from '../payments/index.ts';
import type { BundleStore } from './bundles.store.ts';
import type { DraftRow, DraftSize, DraftStore } from './drafts.store.ts';
import type { AskedInput } from './intake.policy.ts';
import type { KeptBytesStore } from './kept-bytes.store.ts';
import type { StorageQuota } from './storage-quota.ts';

export type DraftTransaction = {
  readonly drafts: DraftStore;
  readonly keptBytes: KeptBytesStore;
  readonly bundles: Pick<BundleStore, 'deleteUnused'>;
  readonly accounts: { lock(accountId: string): Promise<unknown> };
};
type Deps = {
  readonly store: DraftStore;
  readonly quotes: Pick<Quotes, 'list'>;
  readonly quota: Pick<StorageQuota, 'makeRoomIn'>;
  readonly inTransaction: <T>(work: (tx: DraftTransaction) => Promise<T>) => Promise<T>;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
};

type OpenedDraft = Pick<DraftRow, 'id' | 'revision' | 'state'> & {
  readonly quoteId: string | undefined;
  readonly read: () => AskedInput;
};

/** An account, and the network address of its request. */
type Keeper = { readonly accountId: string; readonly client: string };

/** In wire form, with amounts as strings. */
export type DraftAnswer = z.input<typeof Draft>;

const Position = z.tuple([CURSOR_KEYS.moment, DraftId]);
/** A page has at least one draft; with several, their total is limited, because a hundred large ones would exhaust memory. */
const PAGE_BYTES_MAX = BODY_LIMITS.bundle;

/** Drafts belong to their account. Drafts of other accounts are treated as unknown. */
export function createDrafts({ store, quotes, quota, inTransaction, random, clock }: Deps) {
  async function create({ accountId, client }: Keeper, input: DraftInput): Promise<DraftAnswer> {
    return inTransaction(async (tx) => {
      if ((await tx.accounts.lock(accountId)) === undefined) throw new Problem('token_expired');
      const max = PRINCIPAL_LIMITS.draftsMax;
      if ((await tx.drafts.count(accountId)) >= max) throw new Problem('draft_limit_reached', { max });
      const now = clock.now();
      const row: DraftRow = {
        id: newUuidV7(DraftId, now.getTime(), random),
        accountId,
        revision: 1,
        state: 'OPEN',
        input: toText(input),
        quoteId: null,
        submissionId: null,
        origin: null,
        createdAt: now,
        updatedAt: now,
      };
      await tx.drafts.insert({ ...row, origin: await makeRoomIn(tx, row, client) });
      return toDraft(row, null);
    });
  }

  /** The draft's previous bytes do not count against the quota. */
  const makeRoomIn = (tx: DraftTransaction, { id, accountId, input }: DraftRow, client: string): Promise<string> =>
    quota.makeRoomIn(tx, {
      owner: `account:${accountId}`,
      client,
      bytes: Buffer.byteLength(input),
      besides: { draftId: id },
    });

  async function get(accountId: string, id: string): Promise<DraftAnswer> {
    const [draft] = await withQuotes([await find(accountId, id)]);
    if (draft === undefined) throw new Error('A draft cannot be shown');
    return draft;
  }

  async function find(accountId: string, id: string): Promise<DraftRow> {
    const row = await store.find(id, accountId);
    if (row === undefined) throw new Problem('draft_not_found');
    return row;
  }

  async function withQuotes(rows: readonly DraftRow[]): Promise<DraftAnswer[]> {
    const known = await quotes.list(rows.flatMap(({ quoteId }) => quoteId ?? []));
    const byId = new Map<string, QuoteAnswer>(known.map((quote) => [quote.id, quote]));
    return rows.map((row) => toDraft(row, byId.get(row.quoteId ?? '') ?? null));
  }

  /** The draft as it would be submitted now, with its valid price, if any. */
  async function open(accountId: string, id: string): Promise<OpenedDraft> {
    const row = await find(accountId, id);
    const [quote] = await quotes.list(row.quoteId === null ? [] : [row.quoteId]);
    const holds = quote !== undefined && new Date(quote.expiresAt) > clock.now();
    const { revision, state } = row;
    return { id, revision, state, quoteId: holds ? quote.id : undefined, read: () => toAsked(row) };
  }

  /** Stores the price of a draft, unless the draft changed in the meantime. */
  async function keepQuote(accountId: string, { id, revision }: OpenedDraft, quoteId: string): Promise<void> {
    if (await store.setQuote(id, revision, quoteId)) return;
    const now = await find(accountId, id);
    if (now.state === 'SUBMITTED') throw new Problem('draft_submitted');
    throw new Problem('draft_revision_conflict', { revision: now.revision });
  }

  async function change(
    { accountId, client }: Keeper,
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
      await tx.drafts.change({ ...changed, origin: await makeRoomIn(tx, changed, client) });
      return toDraft(changed, null);
    });
  }

  async function remove(accountId: string, id: string): Promise<void> {
    await inTransaction(async (tx) => {
      await lockOpen(tx, accountId, id);
      await tx.drafts.delete(id, accountId);
    });
  }

  async function lockOpen(tx: DraftTransaction, accountId: string, id: string): Promise<DraftRow> {
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
    const { length } = fitting(sizes.slice(0, limit));
    const { page, nextCursor } = toPage(sizes, length, now, ({ updatedAt, id }) => [updatedAt.toISOString(), id]);
    const rows = await store.listByIds(
      page.map(({ id }) => id),
      accountId,
    );
    return {
      items: await withQuotes(rows),
      nextCursor,
    };
  }

  /** Lists drafts without their content. */
  async function listAll(accountId: string) {
    const rows = await store.listSizes(accountId, undefined, PRINCIPAL_LIMITS.draftsMax);
    return rows.map(({ id, revision, updatedAt }) => ({ id, revision, updatedAt: updatedAt.toISOString() }));
  }

  /** The last price of the unchanged draft. Its expiry is checked when it is used. */
  async function quoteOf(accountId: string, id: string): Promise<string> {
    const { quoteId, state } = await find(accountId, id);
    if (state === 'SUBMITTED') throw new Problem('draft_submitted');
    if (quoteId === null) throw new Problem('draft_not_quoted');
    return quoteId;
  }

  return { create, get, open, keepQuote, quoteOf, change, remove, list, listAll };
}
export type Drafts = ReturnType<typeof createDrafts>;

/** Null removes a member. The product type is always present. */
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

/** Validates the draft: content that is allowed in a draft may not be allowed in a submission. */
function toAsked(row: DraftRow): AskedInput {
  if (row.state === 'SUBMITTED') throw new Problem('draft_submitted');
  const parsed = SubmissionInput.safeParse(toInput(row));
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({
    pointer: toJsonPointer(path.map(String)),
    detail: message,
  }));
  throw new Problem('validation_failed', { errors });
}

const toDraft = (row: DraftRow, lastQuote: QuoteAnswer | null): DraftAnswer => ({
  id: row.id,
  revision: row.revision,
  state: row.state,
  input: toInput(row),
  lastQuote,
  submissionId: row.submissionId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
