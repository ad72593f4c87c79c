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
import { z } from 'zod';
import { etagOf, ReadyAnswer, readCursor, toPage } from '../../platform/http/index.ts';
import type { StandingRow } from './certificates.store.ts';
import { payloadOf } from './records.service.ts';
import type { SkillStoreStore } from './skill-store.store.ts';

type Deps = {
  readonly store: SkillStoreStore;
  /** The key that signs now. */
  readonly getSigner: () => Promise<Signer>;
  readonly issuerUrl: string;
  readonly verifyUrlOf: (id: string) => string;
  readonly clock: { now(): Date };
};

const positionUpTo = (head: number) =>
  z.tuple([z.int().min(0).max(head), z.int().min(0)]).refine(([sequence, before]) => before <= sequence);

/** The first page, which nearly everybody asks for, is signed again only when something changed or it grows old. */
const FIRST_PAGE_LIFE_MS = 5 * 60_000;

/** The signed feed of certified skills, in order of their last change. */
export function createSkillStore({ store, getSigner, issuerUrl, verifyUrlOf, clock }: Deps) {
  let firstPage: { sequence: number; keyId: string; madeAt: number; answer: ReadyAnswer } | undefined;

  async function read(query: SkillStoreQuery): Promise<ReadyAnswer> {
    const isFirstPage =
      query.cursor === undefined && query.since === undefined && query.limit === LIST_LIMITS.feedPageMax;
    const [head, signer] = await Promise.all([store.head(), getSigner()]);
    const { keyId } = signer;
    const now = clock.now();
    const kept = firstPage?.sequence === head && firstPage.keyId === keyId ? firstPage : undefined;
    if (isFirstPage && kept && now.getTime() - kept.madeAt < FIRST_PAGE_LIFE_MS) return kept.answer;

    const answer = toAnswer(signJson(await build(query, head, now), signer));
    if (isFirstPage) firstPage = { sequence: head, keyId, madeAt: now.getTime(), answer };
    return answer;
  }

  async function build(query: SkillStoreQuery, head: number, now: Date) {
    const { since, limit } = query;
    // Pages of one walk share the sequence of its first page: what changes meanwhile is in the next walk.
    // We sign what stands in a page, so a cursor may not name a sequence that the feed has not reached.
    const [sequence, before] =
      query.cursor === undefined ? [head, undefined] : readCursor(positionUpTo(head), query.cursor, now);
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

function toAnswer(feed: z.input<typeof SkillStoreFeed>): ReadyAnswer {
  const bytes = Buffer.from(JSON.stringify(SkillStoreFeed.parse(feed)));
  return new ReadyAnswer(bytes, { contentType: 'application/json; charset=utf-8', etag: etagOf(bytes) });
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

/** A skill of one file that was fetched from a commit can be fetched from there again, byte for byte. */
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
