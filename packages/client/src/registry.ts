import { FEED_LIMITS, type FeedEntry, type FeedPage, readPage } from './feed.ts';
import { type Ending, type Http, orAborted, toProblem, withSignal } from './http.ts';
import type { VerifySignature } from './keys.ts';
import { AssayError, reason } from './reasons.ts';
import * as ROUTES from './routes.generated.ts';
import type { Trust } from './trust.ts';
import { refused, toFailure, type Verification, type Verifier } from './verifier.ts';

/** The feed state that is stored between starts. An older feed is never accepted. */
export type FeedMark = { readonly issuer: string; readonly sequence: number };
export type FeedMarkStore = { get(): Promise<FeedMark | undefined>; set(mark: FeedMark): Promise<void> };

type RegistryNeeds = {
  readonly http: Http;
  readonly trust: Trust;
  readonly verify: (certificateId: string, ending: Ending) => Promise<Verification>;
  readonly forget: Verifier['forget'];
  readonly verifySignature: VerifySignature;
  readonly now: () => number;
  readonly marks?: FeedMarkStore;
};

type Walk = { readonly first: FeedPage; readonly entries: readonly FeedEntry[] };

/** A local copy of all certified skills. It only lists them; their validity is requested at use. */
export function createRegistry({ http, trust, verify, forget, verifySignature, now, marks }: RegistryNeeds) {
  const entries = new Map<string, FeedEntry>();
  let loaded: { readonly mark: FeedMark; readonly expiresAt: number } | undefined;

  async function fetchPage(query: Readonly<Record<string, string>>, ending: Ending): Promise<FeedPage> {
    const search = new URLSearchParams(query).toString();
    const answer = await withSignal(http, ending).ask(ROUTES.readSkillStore.path + (search && `?${search}`));
    if (answer.status !== 200) throw toProblem(answer);
    const reading = trust.withKeys('feed', (keys) => readPage(answer.body, keys, verifySignature, now()));
    return orAborted(reading, ending, http.baseUrl);
  }

  /** A change between two pages removes an entry from the walk, so an incomplete walk is repeated. */
  async function walk(since: number | undefined, ending: Ending): Promise<Walk> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await walkOnce(since, ending);
      } catch (error) {
        const isShort = error instanceof AssayError && error.code === 'feed_incomplete';
        if (!isShort || attempt >= FEED_LIMITS.walksMax) throw error;
      }
    }
  }

  async function walkOnce(since: number | undefined, ending: Ending): Promise<Walk> {
    const query: Record<string, string> = since === undefined ? {} : { since: String(since) };
    const first = await fetchPage(query, ending);
    if (first.since !== (since ?? null))
      throw new AssayError('feed_incomplete', 'The feed answers a different request.');
    requireRoom(first);
    const endsAt = now() + FEED_LIMITS.walkMs;
    const all = [...first.entries];
    let pages = 1;
    for (let page = first; page.nextCursor !== null; pages++) {
      // Ends a walk that makes no progress or returns more entries than the feed has.
      if (page.entries.length === 0 || all.length >= first.total)
        throw new AssayError('feed_incomplete', 'The feed does not end.');
      if (pages >= FEED_LIMITS.pagesMax || now() > endsAt)
        throw new AssayError(
          'bad_answer',
          `The feed has more than ${FEED_LIMITS.pagesMax} pages, or took more than ${FEED_LIMITS.walkMs / 1_000} s.`,
        );
      page = await fetchPage({ ...query, cursor: page.nextCursor }, ending);
      if (page.sequence !== first.sequence || page.issuer !== first.issuer)
        throw new AssayError('feed_incomplete', 'The pages of the feed are from different versions.');
      all.push(...page.entries);
    }
    requireWhole(first, all);
    return { first, entries: all };
  }

  async function requireForward({ first }: Walk): Promise<FeedMark> {
    const seen = loaded?.mark ?? (await marks?.get());
    const mark = { issuer: first.issuer, sequence: first.sequence };
    if (seen && seen.issuer !== mark.issuer)
      throw new AssayError('feed_rollback', `The feed is from ${mark.issuer}, not from ${seen.issuer}.`);
    if (seen && seen.sequence > mark.sequence)
      throw new AssayError('feed_rollback', `The sequence of the feed fell from ${seen.sequence} to ${mark.sequence}.`);
    return mark;
  }

  /** Loads the changes since the last load, or everything. All or nothing is applied. */
  async function refresh(ending: Ending = {}): Promise<FeedMark> {
    const changes = await walk(loaded?.mark.sequence, ending).catch((error: unknown) => {
      if (error instanceof AssayError && error.problem === 'since_too_old') return undefined;
      throw error;
    });
    const isPart = changes !== undefined && loaded !== undefined;
    const taken = changes ?? (await walk(undefined, ending));
    const mark = await requireForward(taken);
    await marks?.set(mark);
    if (!isPart) entries.clear();
    for (const entry of taken.entries) {
      if (entry.status === 'APPROVED') entries.set(entry.certificateId, entry);
      else entries.delete(entry.certificateId);
      forget(entry.certificateId);
    }
    loaded = { mark, expiresAt: Date.parse(taken.first.expiresAt) };
    return mark;
  }

  /** The entries of a feed that is at most an hour old. Throws AssayError if there is none. */
  async function current(ending: Ending): Promise<ReadonlyMap<string, FeedEntry>> {
    if (!loaded || loaded.expiresAt <= now()) await refresh(ending);
    return entries;
  }

  return {
    refresh,
    async list(ending: Ending = {}): Promise<readonly FeedEntry[]> {
      return [...(await current(ending)).values()];
    },
    async findById(certificateId: string, ending: Ending = {}): Promise<FeedEntry | undefined> {
      return (await current(ending)).get(certificateId);
    },
    /** By SHA-256 of the bundle or of the entry file, raw or with LF. */
    async findByDigest(sha256: string, ending: Ending = {}): Promise<readonly FeedEntry[]> {
      const fits = ({ digests }: FeedEntry) =>
        [digests.bundleSha256, digests.entrySha256, digests.rawSha256].some((digest) => digest === sha256);
      return [...(await current(ending)).values()].filter(fits);
    },
    async findByName(name: string, ending: Ending = {}): Promise<readonly FeedEntry[]> {
      return [...(await current(ending)).values()].filter((entry) => entry.name === name);
    },
    /** An entry is usable only if verify confirms it now, for the exact certificate in the signed feed. */
    async use(certificateId: string, ending: Ending = {}): Promise<Verification> {
      try {
        const entry = (await current(ending)).get(certificateId);
        if (!entry) return refused([reason('not_found', 'It is not in the feed of certified skills.')]);
        const verdict = await verify(certificateId, ending);
        if (!verdict.valid || verdict.record?.payloadHash === entry.digests.payloadHash) return verdict;
        return refused(
          [reason('certificate_replaced', 'The verification response and the signed feed have different seals.')],
          verdict.record,
        );
      } catch (error) {
        return toFailure(error);
      }
    },
  };
}
export type Registry = ReturnType<typeof createRegistry>;

function requireRoom({ total }: FeedPage): void {
  if (total > FEED_LIMITS.entriesMax)
    throw new AssayError('bad_answer', `The feed has ${total} entries, more than ${FEED_LIMITS.entriesMax}.`);
}

/** A truncated feed would hide a suspension. */
function requireWhole(first: FeedPage, entries: readonly FeedEntry[]): void {
  if (entries.length !== first.total)
    throw new AssayError('feed_incomplete', `The feed has ${entries.length} of ${first.total} entries.`);
  if (new Set(entries.map(({ certificateId }) => certificateId)).size !== entries.length)
    throw new AssayError('feed_incomplete', 'The feed lists a certificate twice.');
  if (first.since === null && entries.some(({ status }) => status !== 'APPROVED'))
    throw new AssayError('feed_malformed', 'The feed lists a certificate that is not approved.');
}
