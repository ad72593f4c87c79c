import {
  CertificateId,
  Digest,
  type DigestScope,
  type DigestVerification,
  LIST_LIMITS,
  Problem,
  sha256Hex,
  type VerifyBatchAnswer,
  type VerifyBatchRequest,
  type VerifyRecord,
} from '@assay/protocol';
import type { AskedDigest, CurrentRow } from './certificates.store.ts';
import { payloadOf } from './records.service.ts';
import type { DigestMatch, Verify } from './verify.service.ts';

type Deps = { readonly verify: Verify; readonly clock: { now(): Date } };
type Match = { readonly record: VerifyRecord; readonly row: CurrentRow };
type Item = VerifyBatchRequest['items'][number];
type ItemAnswer = Omit<VerifyBatchAnswer['items'][number], 'index'>;

const NOT_FOUND: ItemAnswer = { found: false, valid: false, scope: null, reason: 'No such certificate.', record: null };

const SUSPENDED_ELSEWHERE = 'The same bytes were suspended under another certificate.';
const ENTRY_ONLY_REASON =
  'This is the digest of the entry file only, and the product has other files. Use its treeSha256 or bundleSha256.';

/** Verifies digests and batches. Any doubt about an item makes that item not valid. */
export function createBatchVerify({ verify, clock }: Deps) {
  async function byDigest(digest: Digest, treeSha256: string | null): Promise<DigestVerification> {
    const asked = { sha256: shaOf(digest), treeSha256 };
    const [found = []] = await matchesOf([asked]);
    if (found.length === 0) throw new Problem('digest_not_found');
    const valid = findTrusted(found, asked) !== undefined;
    return { digest, valid, matches: found.map((match) => toMatch(match, asked)) };
  }

  /** Empty content is never valid. */
  async function matchesOf(asked: readonly AskedDigest[]): Promise<DigestMatch[][]> {
    const found = await verify.findByDigests(asked, LIST_LIMITS.digestMatchesMax);
    return found.map((matches, at) => (isOfNothing(asked[at]?.sha256 ?? NOTHING) ? [] : matches));
  }

  /** The first valid match that covers the whole product, and whose bundle was not suspended under another certificate. */
  const findTrusted = (found: readonly DigestMatch[], asked: AskedDigest): DigestMatch | undefined =>
    found.find(
      ({ record, row, isSuspended }) =>
        record.valid && !isSuspended && coversProduct(scopeOf(asked, row.sealed), row.sealed),
    );

  function answerDigest(
    found: readonly DigestMatch[],
    asked: AskedDigest | undefined,
  ): ItemAnswer & { row?: CurrentRow } {
    const trusted = asked === undefined ? undefined : findTrusted(found, asked);
    const best = trusted ?? found.find(({ record }) => record.valid) ?? found[0];
    if (best === undefined || asked === undefined)
      return { ...NOT_FOUND, reason: 'No certificate covers this digest.' };
    const scope = scopeOf(asked, best.row.sealed);
    if (trusted !== undefined) return { found: true, valid: true, scope, reason: null, ...toItem(trusted) };
    const doubt = coversProduct(scope, best.row.sealed) ? SUSPENDED_ELSEWHERE : ENTRY_ONLY_REASON;
    const reason = best.record.valid ? doubt : best.record.summary;
    return { found: true, valid: false, scope, reason, ...toItem(best) };
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
    const byIndex = new Map(digests.map(({ index, ...asked }, at) => [index, { asked, matches: found[at] ?? [] }]));
    const answers = items.map((item, index) => {
      const match = item.certificateId === undefined ? undefined : known.get(item.certificateId);
      const { matches = [], asked } = byIndex.get(index) ?? {};
      const answer = item.digest === undefined ? toItemAnswer(match) : answerDigest(matches, asked);
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
  return { found: true, valid: record.valid, scope: null, reason: record.valid ? null : record.summary, record, row };
}

/** Requires that the caller's local content equals the certified content. */
function expectDigest(item: Item, { row, ...answer }: ItemAnswer & { row?: CurrentRow }): ItemAnswer {
  if (row === undefined) return answer;
  if (item.expectSha256 !== undefined && isOfNothing(item.expectSha256)) {
    return { ...answer, valid: false, reason: 'The local content is empty.' };
  }
  if (isExpected(item, row.sealed)) return withExpectedScope(item, row.sealed, answer);
  return { ...answer, valid: false, reason: 'The local content differs from the certified content.' };
}

function isExpected({ expectSha256, treeSha256 }: Item, sealed: CurrentRow['sealed']): boolean {
  const isSameTree = treeSha256 === undefined || sealed.treeSha256 === null || sealed.treeSha256 === treeSha256;
  const { entrySha256, rawSha256, bundleSha256 } = sealed;
  const known: (string | null)[] = [entrySha256, rawSha256, bundleSha256, sealed.treeSha256];
  return isSameTree && (expectSha256 === undefined || known.includes(expectSha256));
}

/** Applies the scope rule of digest lookups: the entry file alone does not cover the product. */
function withExpectedScope(
  { expectSha256, treeSha256, digest }: Item,
  sealed: CurrentRow['sealed'],
  answer: ItemAnswer,
): ItemAnswer {
  if (digest !== undefined) return answer;
  if (expectSha256 === undefined) return treeSha256 === undefined ? answer : { ...answer, scope: toTreeScope(sealed) };
  const scope = scopeOf({ sha256: expectSha256, treeSha256: treeSha256 ?? null }, sealed);
  if (!answer.valid || coversProduct(scope, sealed)) return { ...answer, scope };
  return { ...answer, scope, valid: false, reason: ENTRY_ONLY_REASON };
}

/** Null if the certificate has no tree digest, because nothing was compared. */
const toTreeScope = ({ treeSha256 }: CurrentRow['sealed']): DigestScope | null => (treeSha256 === null ? null : 'TREE');

type Asked = { readonly sha256: string; readonly treeSha256: string | null };

function scopeOf({ sha256, treeSha256 }: Asked, sealed: CurrentRow['sealed']): DigestScope {
  const hasTree = sealed.treeSha256 !== null && (sealed.treeSha256 === sha256 || sealed.treeSha256 === treeSha256);
  if (hasTree) return 'TREE';
  return sealed.bundleSha256 === sha256 ? 'BUNDLE' : 'ENTRY_ONLY';
}

const coversProduct = (scope: DigestScope, sealed: CurrentRow['sealed']): boolean =>
  scope !== 'ENTRY_ONLY' || payloadOf(sealed).digests.files.length === 1;

function toMatch({ record, row }: Match, asked: Asked): DigestVerification['matches'][number] {
  const { bundleSha256, treeSha256, entrySha256 } = row.sealed;
  const { sha256 } = asked;
  const scope = scopeOf(asked, row.sealed);
  if (treeSha256 === sha256) return { matchedBy: 'treeSha256', scope, record };
  if (bundleSha256 === sha256) return { matchedBy: 'bundleSha256', scope, record };
  if (record.skillMdSha256 === sha256) return { matchedBy: 'skillMdSha256', scope, record };
  return { matchedBy: entrySha256 === sha256 ? 'entrySha256' : 'rawSha256', scope, record };
}
