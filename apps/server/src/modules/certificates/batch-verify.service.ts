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
import type { AskedDigest, CurrentRow } from './certificates.store.ts';
import type { DigestMatch, Verify } from './verify.service.ts';

type Deps = { readonly verify: Verify; readonly clock: { now(): Date } };
type Match = { readonly record: VerifyRecord; readonly row: CurrentRow };
type Item = VerifyBatchRequest['items'][number];
type ItemAnswer = Omit<VerifyBatchAnswer['items'][number], 'index'>;

const NOT_FOUND: ItemAnswer = { found: false, valid: false, reason: 'No such certificate.', record: null };

const SUSPENDED_ELSEWHERE = 'The same bytes were suspended under another certificate.';

/** Verifies by what is on disk, and many things at once. Every doubt about an item makes that item not valid. */
export function createBatchVerify({ verify, clock }: Deps) {
  async function byDigest(digest: Digest, treeSha256: string | null): Promise<DigestVerification> {
    const [found = []] = await matchesOf([{ sha256: shaOf(digest), treeSha256 }]);
    if (found.length === 0) throw new Problem('digest_not_found');
    const valid = findTrusted(found) !== undefined;
    return { digest, valid, matches: found.map((match) => toMatch(match, shaOf(digest))) };
  }

  /** Nobody vouches for nothing, whatever was certified once. */
  async function matchesOf(asked: readonly AskedDigest[]): Promise<DigestMatch[][]> {
    const found = await verify.findByDigests(asked, LIST_LIMITS.digestMatchesMax);
    return found.map((matches, at) => (isOfNothing(asked[at]?.sha256 ?? NOTHING) ? [] : matches));
  }

  /** The first valid match whose very same bundle was not suspended under another certificate. */
  const findTrusted = (found: readonly DigestMatch[]): DigestMatch | undefined =>
    found.find(({ record, isSuspended }) => record.valid && !isSuspended);

  function answerDigest(found: readonly DigestMatch[]): ItemAnswer & { row?: CurrentRow } {
    const trusted = findTrusted(found);
    if (trusted !== undefined) return { found: true, valid: true, reason: null, ...toItem(trusted) };
    const best = found.find(({ record }) => record.valid) ?? found[0];
    if (best === undefined) return { ...NOT_FOUND, reason: 'No certificate covers this digest.' };
    return {
      found: true,
      valid: false,
      reason: best.record.valid ? SUSPENDED_ELSEWHERE : best.record.summary,
      ...toItem(best),
    };
  }

  async function batch({ items }: VerifyBatchRequest): Promise<VerifyBatchAnswer> {
    const ids = items.flatMap(({ certificateId }) => {
      const parsed = CertificateId.safeParse(certificateId);
      return parsed.success ? [parsed.data] : [];
    });
    const known = await verify.records([...new Set(ids)]);
    const digests = items.flatMap(({ digest, treeSha256 }, index) => {
      const parsed = Digest.safeParse(digest);
      return parsed.success ? [{ index, sha256: shaOf(parsed.data), treeSha256: treeSha256 ?? null }] : [];
    });
    const found = await matchesOf(digests);
    const byIndex = new Map(digests.map(({ index }, at) => [index, found[at] ?? []]));
    const answers = items.map((item, index) => {
      const match = item.certificateId === undefined ? undefined : known.get(item.certificateId);
      const answer = item.digest === undefined ? toItemAnswer(match) : answerDigest(byIndex.get(index) ?? []);
      return { index, ...expectDigest(item, answer) };
    });
    return { items: answers, allValid: answers.every(({ valid }) => valid), checkedAt: clock.now().toISOString() };
  }

  return { batch, byDigest };
}
export type BatchVerify = ReturnType<typeof createBatchVerify>;

const NOTHING = sha256Hex(new Uint8Array());
const isOfNothing = (sha256: string): boolean => sha256 === NOTHING;

const toItem = ({ record, row }: Match) => ({ record, row });

const shaOf = (digest: Digest): string => digest.slice('sha256:'.length);

function toItemAnswer(match: Match | undefined): ItemAnswer & { row?: CurrentRow } {
  if (match === undefined) return NOT_FOUND;
  const { record, row } = match;
  return { found: true, valid: record.valid, reason: record.valid ? null : record.summary, record, row };
}

/** The caller's own file must be the certified one. */
function expectDigest(item: Item, { row, ...answer }: ItemAnswer & { row?: CurrentRow }): ItemAnswer {
  if (row === undefined) return answer;
  if (item.expectSha256 !== undefined && isOfNothing(item.expectSha256)) {
    return { ...answer, valid: false, reason: 'The local content is empty.' };
  }
  if (isExpected(item, row.sealed)) return answer;
  return { ...answer, valid: false, reason: 'The local content is not the certified content.' };
}

function isExpected({ expectSha256, treeSha256 }: Item, sealed: CurrentRow['sealed']): boolean {
  const isSameTree = treeSha256 === undefined || sealed.treeSha256 === null || sealed.treeSha256 === treeSha256;
  const { entrySha256, rawSha256, bundleSha256 } = sealed;
  const known: (string | null)[] = [entrySha256, rawSha256, bundleSha256, sealed.treeSha256];
  return isSameTree && (expectSha256 === undefined || known.includes(expectSha256));
}

function toMatch({ record, row }: Match, sha256: string): DigestVerification['matches'][number] {
  const { bundleSha256, treeSha256, entrySha256 } = row.sealed;
  if (treeSha256 === sha256) return { matchedBy: 'treeSha256', scope: 'BUNDLE', record };
  if (bundleSha256 === sha256) return { matchedBy: 'bundleSha256', scope: 'BUNDLE', record };
  if (record.skillMdSha256 === sha256) return { matchedBy: 'skillMdSha256', scope: 'ENTRY_ONLY', record };
  return { matchedBy: entrySha256 === sha256 ? 'entrySha256' : 'rawSha256', scope: 'ENTRY_ONLY', record };
}
