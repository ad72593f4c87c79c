import { findBase64 } from '@assay/protocol/base64';
import { canonicalBytes, sealedBytes } from '@assay/protocol/canonical-json';
import { bundleSha256, sha256Hex } from './digest.ts';
import type { LocalFile } from './drift.ts';
import { keccak256Hex } from './keccak.ts';
import { findSigners, type VerifySignature } from './keys.ts';
import { AssayError } from './reasons.ts';
import { type Dict, isCertificateId, isDict, isHash32, isSha256, isText, isTime, isUuid } from './shape.ts';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = /^urn:assay:certificate:v[12]$/;
const HASH_SCHEME = 'keccak256-canonical-json-v1';

/** The content of a trusted, signed statement about a certificate. */
export type ProvenStatement = {
  readonly certificateId: string;
  readonly submissionId: string;
  readonly issuedAt: string;
  readonly payloadHash: string;
  readonly payloadSha256: string;
  readonly keyIds: readonly string[];
  /** SHA-256 by file path, unchanged bytes. */
  readonly files: ReadonlyMap<string, string>;
  readonly entry: { readonly path: string; readonly lfSha256: string };
};

const ENTRY_PREFIX = 'urn:assay:entry:lf-v1:';
const PAYLOAD_PREFIX = 'urn:assay:payload:';
const unsigned = (detail: string): AssayError => new AssayError('statement_signature', detail);
const misfit = (detail: string): AssayError => new AssayError('statement_mismatch', detail);

/** Verifies the DSSE envelope of a certificate offline. The body is parsed only after a trusted signature verified. Throws AssayError. */
export async function verifyStatement(
  envelope: unknown,
  keys: readonly Uint8Array<ArrayBuffer>[],
  verify: VerifySignature,
): Promise<ProvenStatement> {
  const { body, keyIds } = await openEnvelope(envelope, keys, verify);
  return { ...readStatement(body), keyIds };
}

/** The body of a DSSE envelope with an in-toto statement that a trusted key signed. Throws AssayError. */
export async function openEnvelope(
  envelope: unknown,
  keys: readonly Uint8Array<ArrayBuffer>[],
  verify: VerifySignature,
): Promise<{ body: Uint8Array; keyIds: readonly string[] }> {
  if (!isDict(envelope) || envelope.payloadType !== PAYLOAD_TYPE || !Array.isArray(envelope.signatures))
    throw unsigned('This is not a signed statement.');
  const body = isText(envelope.payload) ? findBase64(envelope.payload) : undefined;
  if (!body) throw unsigned('The statement cannot be read.');
  const claims = envelope.signatures.map((each: unknown) =>
    isDict(each) ? { keyId: each.keyid, value: each.sig } : { keyId: '', value: '' },
  );
  const signers = await findSigners(authenticated(body), claims, keys, verify);
  if (!signers || signers.size === 0) throw unsigned('The statement is not signed by a trusted key.');
  return { body, keyIds: [...signers] };
}

/** DSSE v1 PAE: the lengths make the boundary between type and body unambiguous. */
function authenticated(body: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${body.length} `);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

function readStatement(body: Uint8Array): Omit<ProvenStatement, 'keyIds'> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  const statement: unknown = JSON.parse(text);
  // Signed bytes are canonical; other bytes could hide a member behind a duplicate name.
  if (!isDict(statement) || new TextDecoder().decode(canonicalBytes(statement)) !== text)
    throw misfit('The statement is not in canonical form.');
  const { predicate, predicateType, subject } = statement;
  if (statement._type !== STATEMENT_TYPE || !isText(predicateType) || !PREDICATE_TYPE.test(predicateType))
    throw misfit('The statement has a different type.');
  if (!isDict(predicate) || !isPredicate(predicate)) throw misfit('The statement cannot be read.');
  return {
    ...readSubjects(subject, predicate),
    certificateId: predicate.certificateId,
    submissionId: predicate.submissionId,
    issuedAt: predicate.issuedAt,
    payloadHash: predicate.payloadHash,
  };
}

type Predicate = { certificateId: string; submissionId: string; payloadHash: string; issuedAt: string };
const isPredicate = (value: Dict): value is Dict & Predicate =>
  isCertificateId(value.certificateId) &&
  isUuid(value.submissionId) &&
  isHash32(value.payloadHash) &&
  value.payloadHashScheme === HASH_SCHEME &&
  isTime(value.issuedAt);

function readSubjects(subject: unknown, { certificateId, payloadHash }: Predicate) {
  const digests = new Map<string, Dict>();
  for (const each of Array.isArray(subject) ? subject : []) {
    if (!isDict(each) || !isText(each.name) || !isDict(each.digest) || !isSha256(each.digest.sha256))
      throw misfit('A subject of the statement cannot be read.');
    if (digests.has(each.name)) throw misfit('The statement names a subject twice.');
    digests.set(each.name, each.digest);
  }
  const payload = digests.get(PAYLOAD_PREFIX + certificateId);
  const [entryName] = [...digests.keys()].filter((name) => name.startsWith(ENTRY_PREFIX));
  if (!payload || !entryName) throw misfit('The statement does not name its payload and its entry.');
  if (payload.keccak256 !== payloadHash.slice(2)) throw misfit('The statement names two different payloads.');
  const files = [...digests].filter(([name]) => name !== entryName && name !== PAYLOAD_PREFIX + certificateId);
  return {
    payloadSha256: String(payload.sha256),
    entry: { path: entryName.slice(ENTRY_PREFIX.length), lfSha256: String(digests.get(entryName)?.sha256) },
    files: new Map(files.map(([name, digest]) => [name, String(digest.sha256)])),
  };
}

/** Requires that the payload is the signed one. Throws AssayError. */
export async function requirePayload(payload: unknown, statement: ProvenStatement): Promise<void> {
  if (!isDict(payload) || payload.certificateId !== statement.certificateId)
    throw misfit('The payload is from a different certificate.');
  const bytes = sealedOf(payload);
  const isSealed =
    keccak256Hex(bytes) === statement.payloadHash && (await sha256Hex(bytes)) === statement.payloadSha256;
  if (!isSealed) throw misfit('The payload differs from the sealed one.');
  const { digests } = payload;
  const signed = await bundleSha256([...statement.files].map(([path, sha256]) => ({ path, sha256 })));
  if (!isDict(digests) || digests.bundleSha256 !== signed)
    throw misfit('The payload and the statement name different files.');
}

/** Requires that the payload has this hash. Throws AssayError. */
export function requireSealed(payload: Dict, payloadHash: string): void {
  if (keccak256Hex(sealedOf(payload)) !== payloadHash) throw misfit('The payload differs from the sealed one.');
}

function sealedOf(payload: unknown): Uint8Array {
  try {
    return sealedBytes(payload);
  } catch (cause) {
    throw new AssayError('statement_mismatch', 'The payload cannot be sealed.', { cause });
  }
}

/** Requires that the local files are exactly the signed ones. Throws AssayError naming the first difference. */
export async function requireFiles(files: readonly LocalFile[], statement: ProvenStatement): Promise<void> {
  const here = new Map(files.map(({ path, bytes }) => [path, bytes]));
  for (const [path, bytes] of here) {
    const signed = statement.files.get(path);
    if (signed === undefined) throw new AssayError('extra_file', `${path} was not certified.`);
    if ((await sha256Hex(bytes)) !== signed)
      throw new AssayError('changed_file', `${path} differs from the certified file.`);
  }
  const missing = [...statement.files.keys()].find((path) => !here.has(path));
  if (missing !== undefined) throw new AssayError('missing_file', `${missing} was certified, but is missing.`);
}
