import {
  CertificateId,
  Digest,
  type DigestVerification,
  LIST_LIMITS,
  Problem,
  sha256Hex,
  type VerifyBatchAnswer,
  type VerifyBatchRequest,
  type VerifyRecord,
} from '@assay/protocol';
import type { CurrentRow } from './certificates.store.ts';
import type { Verify } from './verify.service.ts';

type Deps = { readonly verify: Verify; readonly clock: { now(): Date } };
type Match = { readonly record: VerifyRecord; readonly row: CurrentRow };
type Item = VerifyBatchRequest['items'][number];
type ItemAnswer = Omit<VerifyBatchAnswer['items'][number], 'index'>;

const NOT_FOUND: ItemAnswer = { found: false, valid: false, reason: 'No such certificate.', record: null };

const SUSPENDED_ELSEWHERE = 'The same bytes were suspended under another certificate.';

/** Verifies by what is on disk, and many things at once. Every doubt about an item makes that item not valid. */
export function createBatchVerify({ verify, clock }: Deps) {
  async function byDigest(digest: Digest): Promise<DigestVerification> {
    const found = await matchesOf(digest);
    if (found.length === 0) throw new Problem('digest_not_found');
    const valid = (await findTrusted(found)) !== undefined;
    return { digest, valid, matches: found.map((match) => toMatch(match, shaOf(digest))) };
  }

  /** Nobody vouches for nothing, whatever was certified once. */
  const matchesOf = async (digest: Digest): Promise<Match[]> =>
    isOfNothing(shaOf(digest)) ? [] : verify.findByDigest(shaOf(digest), LIST_LIMITS.digestMatchesMax);

  /** The first valid match whose very same bundle was not suspended under another certificate. */
  async function findTrusted(found: readonly Match[]): Promise<Match | undefined> {
    for (const match of found) {
      if (match.record.valid && !(await verify.hasSuspendedBundle([match.row.sealed.bundleSha256]))) return match;
    }
    return undefined;
  }

  async function answerDigest(digest: string): Promise<ItemAnswer & { row?: CurrentRow }> {
    const parsed = Digest.safeParse(digest);
    const found = parsed.success ? await matchesOf(parsed.data) : [];
    const trusted = await findTrusted(found);
    if (trusted !== undefined) return { found: true, valid: true, reason: null, ...trusted };
    const best = found.find(({ record }) => record.valid) ?? found[0];
    if (best === undefined) return { ...NOT_FOUND, reason: 'No certificate covers this digest.' };
    return {
      found: true,
      valid: false,
      reason: best.record.valid ? SUSPENDED_ELSEWHERE : best.record.summary,
      ...best,
    };
  }

  async function batch({ items }: VerifyBatchRequest): Promise<VerifyBatchAnswer> {
    const ids = items.flatMap(({ certificateId }) => {
      const parsed = CertificateId.safeParse(certificateId);
      return parsed.success ? [parsed.data] : [];
    });
    const known = await verify.records([...new Set(ids)]);
    const answers = await Promise.all(
      items.map(async (item, index) => {
        const match = item.certificateId === undefined ? undefined : known.get(item.certificateId);
        const answer = item.digest === undefined ? toItemAnswer(match) : await answerDigest(item.digest);
        return { index, ...expectDigest(item, answer) };
      }),
    );
    return { items: answers, allValid: answers.every(({ valid }) => valid), checkedAt: clock.now().toISOString() };
  }

  return { batch, byDigest };
}
export type BatchVerify = ReturnType<typeof createBatchVerify>;

const NOTHING = sha256Hex(new Uint8Array());
const isOfNothing = (sha256: string): boolean => sha256 === NOTHING;

const shaOf = (digest: Digest): string => digest.slice('sha256:'.length);

function toItemAnswer(match: Match | undefined): ItemAnswer & { row?: CurrentRow } {
  if (match === undefined) return NOT_FOUND;
  const { record, row } = match;
  return { found: true, valid: record.valid, reason: record.valid ? null : record.summary, record, row };
}

/** The caller's own file must be the certified one. */
function expectDigest({ expectSha256 }: Item, { row, ...answer }: ItemAnswer & { row?: CurrentRow }): ItemAnswer {
  if (expectSha256 === undefined || row === undefined) return answer;
  if (isOfNothing(expectSha256)) return { ...answer, valid: false, reason: 'The local content is empty.' };
  const { entrySha256, rawSha256, bundleSha256 } = row.sealed;
  if ([entrySha256, rawSha256, bundleSha256].includes(expectSha256)) return answer;
  return { ...answer, valid: false, reason: 'The local content is not the certified content.' };
}

function toMatch({ record, row }: Match, sha256: string): DigestVerification['matches'][number] {
  const { bundleSha256, entrySha256 } = row.sealed;
  if (bundleSha256 === sha256) return { matchedBy: 'bundleSha256', scope: 'BUNDLE', record };
  if (record.skillMdSha256 === sha256) return { matchedBy: 'skillMdSha256', scope: 'ENTRY_ONLY', record };
  return { matchedBy: entrySha256 === sha256 ? 'entrySha256' : 'rawSha256', scope: 'ENTRY_ONLY', record };
}
