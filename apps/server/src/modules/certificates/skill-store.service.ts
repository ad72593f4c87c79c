import {
  LIST_LIMITS,
  type Payload,
  Problem,
  readingsOf,
  type Signer,
  SKILL_STORE_LIFE_SECONDS,
  SKILL_STORE_SCHEMA,
  type SkillStoreEntry,
  SkillStoreFeed,
  type SkillStoreQuery,
  signJson,
} from '@assay/protocol';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { etagOf, ReadyAnswer, readCursor, toPage } from '../../platform/http/index.ts';
import type { StandingRow } from './certificates.store.ts';
import { createPageQueue } from './page-queue.ts';
import { payloadOf } from './records.service.ts';
import type { SkillStoreStore } from './skill-store.store.ts';

type Deps = {
  readonly store: SkillStoreStore;
  /** The current signing key. */
  readonly getSigner: () => Promise<Signer>;
  readonly issuerUrl: string;
  readonly verifyUrlOf: (id: string) => string;
  readonly clock: { now(): Date };
};

const positionUpTo = (head: number) =>
  z.tuple([z.int().min(0).max(head), z.int().min(0)]).refine(([sequence, before]) => before <= sequence);

/** A signed page is rebuilt only after a change or after this time. */
const PAGE_LIFE_MS = 5 * 60_000;
/** Limit for all signed pages except the first, which most callers request and which is always kept. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;
/** Memory overhead of a kept page: its key, its ETag and its map entry. */
const KEPT_OVERHEAD_BYTES = 1_024;
/** Entries per page. Few fixed sizes let callers share pages; only the first page can be larger. */
const PAGE_SIZES = [500, 100, 10] as const;
/** A page costs one rate limit unit per started group of this many entries. */
const ENTRIES_PER_UNIT = 100;

type Kept = { readonly key: string; readonly madeAt: number; readonly answer: ReadyAnswer };
type Asked = {
  readonly since: number | undefined;
  readonly sequence: number;
  readonly before: number | undefined;
  readonly limit: number;
  readonly isFirst: boolean;
};

/** The signed feed of certified skills, in order of their last change. */
export function createSkillStore({ store, getSigner, issuerUrl, verifyUrlOf, clock }: Deps) {
  let firstPage: Kept | undefined;
  const pages = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ answer }) => answer.bytes.length + KEPT_OVERHEAD_BYTES,
  });
  /** Concurrent requests for the same page share one build. */
  const underWay = new Map<string, Promise<ReadyAnswer>>();
  const queue = createPageQueue();

  async function read(query: SkillStoreQuery, client: string): Promise<ReadyAnswer> {
    const [head, signer] = await Promise.all([store.head(), getSigner()]);
    const now = clock.now();
    const asked = toAsked(query, head, now);
    const key = JSON.stringify([head, signer.keyId, asked]);
    const kept = asked.isFirst ? firstPage : pages.get(key);
    if (kept?.key === key && now.getTime() - kept.madeAt < PAGE_LIFE_MS) return kept.answer;
    const current = underWay.get(key);
    if (current !== undefined) return current;

    const make = async (): Promise<ReadyAnswer> => {
      const answer = toAnswer(signJson(await build(asked, clock.now()), signer));
      const made = { key, madeAt: now.getTime(), answer };
      if (asked.isFirst) firstPage = made;
      else pages.set(key, made);
      return answer;
    };
    const making = (asked.isFirst ? make() : queue.add(client, make)).finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  }

  async function build({ since, sequence, before, limit }: Asked, now: Date) {
    const changed = since === undefined ? await store.countApproved() : await store.countChanged(since);
    if (since !== undefined && changed > LIST_LIMITS.feedSinceChangesMax) throw new Problem('since_too_old');

    const rows = await store.page({ upTo: sequence, before, since, limit: limit + 1 });
    const { page, nextCursor } = toPage(rows, limit, now, ({ state }) => [sequence, state.feedSeq]);
    return {
      schema: SKILL_STORE_SCHEMA as typeof SKILL_STORE_SCHEMA,
      issuer: issuerUrl,
      sequence,
      generatedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + SKILL_STORE_LIFE_SECONDS * 1000).toISOString(),
      total: changed,
      since: since ?? null,
      entries: page.map((row) => toEntry(row, verifyUrlOf(row.sealed.id))),
      nextCursor,
    };
  }

  return { read };
}
export type SkillStore = ReturnType<typeof createSkillStore>;

/** Resolves a query to its page. */
function toAsked({ since, limit, cursor }: SkillStoreQuery, head: number, now: Date): Asked {
  if (cursor === undefined && since === undefined && limit === LIST_LIMITS.feedPageMax) {
    return { since, sequence: head, before: undefined, limit, isFirst: true };
  }
  // All pages of one walk use the sequence of its first page; later changes appear in the next walk.
  // Pages are signed, so a cursor with a sequence that does not exist yet is rejected.
  const [sequence, before] = cursor === undefined ? [head, undefined] : readCursor(positionUpTo(head), cursor, now);
  return { since, sequence, before, limit: PAGE_SIZES.find((size) => size <= limit) ?? 1, isFirst: false };
}

function toAnswer(feed: z.input<typeof SkillStoreFeed>): ReadyAnswer {
  const bytes = Buffer.from(JSON.stringify(SkillStoreFeed.parse(feed)));
  const units = Math.max(1, Math.ceil(feed.entries.length / ENTRIES_PER_UNIT));
  return new ReadyAnswer(bytes, { contentType: 'application/json; charset=utf-8', etag: etagOf(bytes), units });
}

function toEntry({ sealed, state, openFlags }: StandingRow, verifyUrl: string): z.input<typeof SkillStoreEntry> {
  const payload = payloadOf(sealed);
  const { files: _, ...digests } = payload.digests;
  return {
    certificateId: payload.certificateId,
    name: payload.name,
    version: payload.version,
    productType: payload.productType,
    description: payload.description,
    source: payload.source,
    ...installableFrom(payload),
    digests: { ...digests, payloadHash: sealed.payloadHash },
    verifyUrl,
    securityLevel: payload.securityLevel,
    instructionsReadBy: readingsOf(payload).instructionsReadBy,
    issuedAt: payload.issuedAt,
    status: state.status,
    activeFlagCount: openFlags,
    changedAt: state.statusChangedAt.toISOString(),
    sequence: state.feedSeq ?? 0,
  };
}

const GITHUB_REPOSITORY = /^https:\/\/github\.com\/([^/]+\/[^/]+)$/;

/** A skill with one file from a commit can be fetched from that commit again, byte for byte. */
function installableFrom({
  productType,
  source,
  digests,
}: Payload): Pick<z.input<typeof SkillStoreEntry>, 'type' | 'url' | 'digest'> {
  const repository = source.url === null ? undefined : GITHUB_REPOSITORY.exec(source.url)?.[1];
  const isOneFile = digests.files.length === 1 && (productType === 'SKILL' || productType === 'SKILL+API');
  if (repository === undefined || source.commit === null || source.binding !== 'COMMIT' || !isOneFile) {
    return { type: null, url: null, digest: null };
  }
  const path = source.entry.split('/').map(encodeURIComponent).join('/');
  const url = `https://raw.githubusercontent.com/${repository}/${source.commit}/${path}`;
  return { type: 'skill-md', url, digest: `sha256:${digests.rawSha256}` };
}
