import { type Http, toProblem } from './http.ts';
import type { Prover } from './prover.ts';
import { AssayError, type ReasonCode, reason } from './reasons.ts';
import * as ROUTES from './routes.generated.ts';
import { isDict, isText } from './shape.ts';
import { refused, toFailure, undecidable, type Verification, type Verifier } from './verifier.ts';

/** The service's limit for one call. */
export const BATCH_MAX = 100;
/** Each approved certificate needs two more requests when trusted keys are configured. */
const PROVEN_AT_ONCE = 8;

/**
 * Either `certificateId` or `digest` (`sha256:…`). `expectSha256` must be a digest of the certified bytes. A digest of
 * only the entry file is refused with `entry_only` when its product has other files, unless `treeSha256` matches the
 * certified files.
 */
export type Item = {
  readonly certificateId?: string;
  readonly digest?: string;
  readonly expectSha256?: string;
  readonly treeSha256?: string;
};

/** One verdict per item, in order. A failed batch is undecidable and does not affect the others. */
export async function verifyMany(items: readonly Item[], needs: Needs): Promise<Verification[]> {
  const verdicts: Verification[] = [];
  for (let at = 0; at < items.length; at += BATCH_MAX) {
    verdicts.push(...(await verifyBatch(items.slice(at, at + BATCH_MAX), needs)));
  }
  return verdicts;
}

type Needs = { readonly http: Http; readonly verifier: Verifier; readonly prover: Prover | undefined };

async function verifyBatch(items: readonly Item[], needs: Needs): Promise<Verification[]> {
  const { http } = needs;
  try {
    const { method, path } = ROUTES.verifyBatch;
    const answer = await http.ask(path, { method, body: { items }, isRepeatable: true });
    if (answer.status !== 200) throw toProblem(answer);
    const list = isDict(answer.body) && Array.isArray(answer.body.items) ? answer.body.items : [];
    if (list.length !== items.length)
      throw new AssayError('bad_answer', 'The response does not have one element per item.');
    const verdicts: Verification[] = [];
    for (let at = 0; at < items.length; at += PROVEN_AT_ONCE) {
      const part = items.slice(at, at + PROVEN_AT_ONCE);
      verdicts.push(
        ...(await Promise.all(part.map((item, index) => readElement(item, at + index, list[at + index], needs)))),
      );
    }
    return verdicts;
  } catch (error) {
    return items.map(() => toFailure(error));
  }
}

async function readElement(
  item: Item,
  index: number,
  element: unknown,
  { verifier, prover }: Needs,
): Promise<Verification> {
  if (!isDict(element) || element.index !== index)
    return undecidable(reason('bad_answer', 'The elements of the response are not in the order of the items.'));
  if (element.found === false) return refused([reason('not_found', 'No certificate covers this item.')]);
  if (element.record === null) return refused([reason('not_valid', toReasonText(element.reason))]);
  const verdict = await verifier.read(element.record, item.certificateId);
  if (!verdict.valid) return verdict;
  if (element.valid === true) {
    if (isUnscoped(item, element.scope, verdict.record)) return refused([ENTRY_ONLY], verdict.record);
    return prover === undefined ? verdict : proveDigest(item, verdict, prover).catch(toFailure);
  }
  return refused([reason(refusalCode(item, element.scope), toReasonText(element.reason))], verdict.record);
}

/** So far only the service claims that the record covers the requested bytes. */
async function proveDigest(item: Item, verdict: Verification, prover: Prover): Promise<Verification> {
  const { record } = verdict;
  const asked = askedDigest(item);
  if (record === null || asked === undefined) return verdict;
  if (await prover.covers(record, asked, item.treeSha256)) return verdict;
  return refused([reason('wrong_digest', 'The certificate does not cover this digest.')], record);
}

const askedDigest = ({ digest, expectSha256 }: Item): string | undefined =>
  digest?.slice('sha256:'.length) ?? expectSha256;

const ENTRY_ONLY = reason(
  'entry_only',
  'The response does not show whether this digest covers more than the entry file.',
);

/** An older service reports the digest of an entry file as valid without its scope. */
function isUnscoped(item: Item, scope: unknown, record: Verification['record']): boolean {
  const asked = askedDigest(item);
  return asked !== undefined && !isText(scope) && asked !== record?.bundleSha256 && asked !== record?.treeSha256;
}

function refusalCode(item: Item, scope: unknown): ReasonCode {
  if (scope === 'ENTRY_ONLY') return 'entry_only';
  return item.expectSha256 ? 'wrong_digest' : 'not_valid';
}

const toReasonText = (text: unknown): string => (isText(text) ? text.slice(0, 500) : 'The service gave no reason.');
