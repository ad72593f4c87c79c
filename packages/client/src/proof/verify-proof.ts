import { findBase64 } from '@assay/protocol/base64';
import {
  createNoteKey,
  isIncluded,
  NOTE_KEY_TYPES,
  NoteError,
  openNote,
  type ParsedCheckpoint,
  type ProvenSignature,
  parseCheckpoint,
  parseSignatureLines,
  verifyNoteSignatures,
} from '@assay/protocol/log';
import type { LocalFolder } from '../files.ts';
import { platformEd25519, type VerifySignature } from '../keys.ts';
import { typeReasons } from '../product-type.ts';
import { AssayError, type Reason } from '../reasons.ts';
import { type Dict, isCertificateId, isCount, isDict, isReader, isText, isTime, type Reader } from '../shape.ts';
import { type ProvenStatement, requireFiles, requirePayload, verifyStatement } from '../statement.ts';
import { followTrustRoot, keysFor, parseTrustRoot, requireCurrent, type TrustRoot } from '../trust-root.ts';
import { type LogLeaf, leafHashOf, readLeaf } from './leaf.ts';
import { type StatusClaims, verifyStatusToken } from './status-token.ts';
import { findQuorum, type ReadPolicy, readPolicy, type WitnessPolicy } from './witness-policy.ts';

export const PROOF_LIMITS = {
  /** The default maximum age of the status. */
  statusAgeMs: 15 * 60_000,
  statusLeavesMax: 256,
} as const;

export type ProofOptions = {
  /** A stored trust root. The root in the bundle is accepted only as its successor. */
  readonly trustRoot: unknown;
  /** The files to use. Without them only the certificate is proven. */
  readonly folder?: LocalFolder;
  /** The expected certificate. */
  readonly certificateId?: string;
  /** The expected log. By default, any log of the trusted key. */
  readonly origin?: string;
  readonly witnesses?: WitnessPolicy;
  readonly maxStatusAgeMs?: number;
  readonly now?: () => number;
  readonly verifySignature?: VerifySignature;
};

export type ProvenStatus = Pick<StatusClaims, 'status' | 'valid' | 'flags'> & {
  readonly statusReason: string | null;
  /** The time of the signed status and its age. */
  readonly at: string;
  readonly ageMs: number;
};

/**
 * `integrity` does not expire: seal, files, log and witnesses stay proven. `status` does: `valid` requires a good and
 * recent status. Anything but `valid: true` means *do not run it*.
 */
export type ProofResult = {
  readonly outcome: 'valid' | 'refused' | 'undecidable';
  readonly valid: boolean;
  readonly integrity: boolean;
  readonly certificateId: string | null;
  /** The sealed value; null when nothing is proven. With NONE, read the instructions before you follow them. */
  readonly instructionsReadBy: Reader | null;
  readonly status: ProvenStatus | null;
  readonly log: {
    readonly origin: string;
    readonly size: number;
    readonly leafIndex: number;
    readonly witnesses: readonly string[];
  } | null;
  readonly statement: ProvenStatement | null;
  readonly reasons: readonly Reason[];
};

const NOTHING = {
  valid: false,
  integrity: false,
  certificateId: null,
  instructionsReadBy: null,
  status: null,
  log: null,
  statement: null,
} as const;
const malformed = (detail: string): AssayError => new AssayError('proof_malformed', detail);

/** Checks everything that can be proven offline. Never throws for the content of the bundle. */
export async function verifyProof(bundle: unknown, options: ProofOptions): Promise<ProofResult> {
  const policy = readPolicy(options.witnesses);
  const { now = Date.now, verifySignature: verify = platformEd25519 } = options;
  try {
    const proven = await proveIntegrity(bundle, { ...options, policy, now: now(), verify });
    return judge(proven, options.maxStatusAgeMs ?? PROOF_LIMITS.statusAgeMs);
  } catch (error) {
    if (error instanceof AssayError) return { ...NOTHING, outcome: 'refused', reasons: [error.reason] };
    if (!(error instanceof NoteError)) throw error;
    const code = error.code === 'malformed' ? 'proof_malformed' : 'log_signature';
    return { ...NOTHING, outcome: 'refused', reasons: [{ code, detail: error.message }] };
  }
}

export type ProvenLeaf = {
  readonly leafIndex: number;
  readonly leaf: LogLeaf;
  readonly origin: string;
  readonly size: number;
  readonly witnesses: readonly string[];
};

/**
 * Verifies the answer of `GET …/transparency/proof`: one leaf is in a tree that the log signed with a key of the trust
 * root. Throws AssayError with the reason otherwise.
 */
export async function verifyInclusion(
  proof: unknown,
  options: Pick<ProofOptions, 'trustRoot' | 'origin' | 'witnesses' | 'now' | 'verifySignature'>,
): Promise<ProvenLeaf> {
  const { now = Date.now, verifySignature: verify = platformEd25519 } = options;
  if (!isDict(proof) || !isText(proof.checkpoint)) throw malformed('This is not an inclusion proof.');
  try {
    const root = requireCurrent(await parseTrustRoot(options.trustRoot, verify), now());
    const { origin } = parseCheckpoint(proof.checkpoint);
    const checking = { ...options, policy: readPolicy(options.witnesses), now: now(), verify };
    const head = await proveHead({ checkpoint: proof.checkpoint, origin, cosignatures: [] }, root, checking);
    const { size } = head.checkpoint;
    if (proof.treeSize !== size) throw malformed(`The proof is not for the tree of size ${size}.`);
    return { ...proveLeaf(proof, head.checkpoint), origin, size, witnesses: head.quorum.map(({ key }) => key.name) };
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new AssayError(error.code === 'malformed' ? 'proof_malformed' : 'log_signature', error.message, {
      cause: error,
    });
  }
}

type Proven = Pick<ProofResult, 'certificateId' | 'instructionsReadBy' | 'log' | 'statement'> & {
  readonly status: ProvenStatus;
};

function judge(proven: Proven, maxStatusAgeMs: number): ProofResult {
  const { status } = proven;
  const whole = { ...proven, integrity: true };
  if (!status.valid) {
    const flags = status.flags > 0 ? ` with ${status.flags} open ${status.flags === 1 ? 'flag' : 'flags'}` : '';
    const detail = `The certificate was ${status.status}${flags} at ${status.at}.`;
    return { ...whole, outcome: 'refused', valid: false, reasons: [{ code: 'not_valid', detail }] };
  }
  if (!(status.ageMs <= maxStatusAgeMs)) {
    const detail = `The age of the status is ${toText(status.ageMs)}; the maximum is ${toText(maxStatusAgeMs)}.`;
    return { ...whole, outcome: 'undecidable', valid: false, reasons: [{ code: 'status_too_old', detail }] };
  }
  return { ...whole, outcome: 'valid', valid: true, reasons: [] };
}

function toText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

type Checking = Pick<ProofOptions, 'trustRoot' | 'folder' | 'certificateId' | 'origin'> & {
  readonly policy: ReadPolicy;
  readonly now: number;
  readonly verify: VerifySignature;
};

async function proveIntegrity(bundle: unknown, checking: Checking): Promise<Proven> {
  const { now, verify, folder } = checking;
  if (!isDict(bundle) || bundle.schema !== 'assay-proof-bundle/v1') throw malformed('This is not a proof bundle.');
  const { certificateId, payload, log, statusToken } = bundle;
  if (!isCertificateId(certificateId) || !isDict(payload) || !isDict(log) || !isText(statusToken))
    throw malformed('The proof bundle cannot be read.');
  if (checking.certificateId !== undefined && checking.certificateId !== certificateId)
    throw new AssayError('wrong_certificate', `The proof bundle is for certificate ${certificateId}.`);
  const root = await findRoot(bundle.trustRoot, checking);
  const statement = await proveSeal(bundle, { root, certificateId, payload, verify });
  if (folder !== undefined) await requireFolder(folder, payload, statement);
  const head = await proveHead(log, root, checking);
  const leaves = proveLeaves(bundle, head.checkpoint, statement);
  const claims = await verifyStatusToken(statusToken, { keysAt: (at) => keysFor(root, 'status', at), verify, now });
  const status = toStatus(claims, leaves, { statement, now });
  const { origin, size } = head.checkpoint;
  const witnesses = head.quorum.map(({ key }) => key.name);
  const instructionsReadBy = isReader(payload.instructionsReadBy) ? payload.instructionsReadBy : 'NONE';
  return {
    certificateId,
    instructionsReadBy,
    statement,
    status,
    log: { origin, size, leafIndex: leaves.leafIndex, witnesses },
  };
}

/**
 * The pinned root, or the bundle's root if it is the next version and proven by the pinned one. It must be in force: an
 * expired root does not show later key withdrawals.
 */
async function findRoot(given: unknown, { trustRoot, now, verify }: Checking): Promise<TrustRoot> {
  const pinned = await parseTrustRoot(trustRoot, verify);
  const version = isDict(given) ? given.version : undefined;
  const newest = version === pinned.version + 1 ? await followTrustRoot(pinned, given, verify) : pinned;
  return requireCurrent(newest, now);
}

type Seal = {
  readonly root: TrustRoot;
  readonly certificateId: string;
  readonly payload: Dict;
  readonly verify: VerifySignature;
};

async function proveSeal(bundle: Dict, { root, certificateId, payload, verify }: Seal): Promise<ProvenStatement> {
  if (!isTime(payload.issuedAt)) throw malformed('The payload has no issue time.');
  const keys = keysFor(root, 'certificate', Date.parse(payload.issuedAt));
  const statement = await verifyStatement(bundle.statement, keys, verify);
  if (statement.issuedAt !== payload.issuedAt)
    throw new AssayError('statement_mismatch', 'The payload and its statement were issued at different times.');
  if (statement.certificateId !== certificateId)
    throw new AssayError('wrong_certificate', 'The statement concerns a different certificate.');
  await requirePayload(payload, statement);
  return statement;
}

/** Rejects links and unreadable files, because they are never certified. */
async function requireFolder(
  { files, unreadable = [] }: LocalFolder,
  payload: Dict,
  statement: ProvenStatement,
): Promise<void> {
  const [first] = unreadable;
  if (first !== undefined)
    throw new AssayError('unreadable_file', `${first} cannot be compared with the certified file.`);
  await requireFiles(files, statement);
  const [wrong] = typeReasons(payload, { files });
  if (wrong !== undefined) throw new AssayError(wrong.code, wrong.detail);
}

type ProvenHead = { readonly checkpoint: ParsedCheckpoint; readonly quorum: readonly ProvenSignature[] };

/** Checks that the checkpoint is signed by a trusted key under the expected origin and cosigned by enough witnesses. */
async function proveHead(log: Dict, root: TrustRoot, { origin, policy, now, verify }: Checking): Promise<ProvenHead> {
  if (
    !isText(log.checkpoint) ||
    !isText(log.origin) ||
    !Array.isArray(log.cosignatures) ||
    !log.cosignatures.every(isText)
  )
    throw malformed('The checkpoint of the proof bundle cannot be read.');
  const checkpoint = parseCheckpoint(log.checkpoint);
  if (checkpoint.origin !== (origin ?? log.origin) || checkpoint.origin !== log.origin)
    throw new AssayError(
      'log_origin',
      `The checkpoint is from ${checkpoint.origin}, not from ${origin ?? log.origin}.`,
    );
  const trusted = root.keys.filter(({ use, validFrom }) => use === 'log' && Date.parse(validFrom) <= now);
  const keys = trusted.map((key) => ({
    ...createNoteKey(checkpoint.origin, NOTE_KEY_TYPES.ed25519, key.publicKey),
    of: key,
  }));
  const { proven } = await openNote(log.checkpoint, keys, asVerifier(verify));
  const cosigned = parseLines([...log.cosignatures], checkpoint);
  const quorum = findQuorum(await verifyNoteSignatures(cosigned, policy.keys, asVerifier(verify)), policy, now);
  const ends = keys.find((key) => key.id === proven[0]?.key.id)?.of.validUntil ?? null;
  requireSignedInTime(ends, quorum, now);
  return { checkpoint, quorum };
}

const asVerifier =
  (verify: VerifySignature) =>
  (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> =>
    verify(new Uint8Array(publicKey), message, signature);

/** The lines of the bundle and of the note itself, without duplicates. */
function parseLines(lines: readonly string[], { note }: ParsedCheckpoint) {
  const more = lines.length === 0 ? [] : parseSignatureLines(lines.join(''));
  return { text: note.text, signatures: [...note.signatures, ...more] };
}

/** A checkpoint has no time. One signed with an ended key counts only if a witness cosigned it before the end. */
function requireSignedInTime(validUntil: string | null, quorum: readonly ProvenSignature[], now: number): void {
  if (validUntil === null || now < Date.parse(validUntil)) return;
  const isSeen = quorum.some(({ seconds }) => seconds !== null && seconds * 1_000 < Date.parse(validUntil));
  if (!isSeen)
    throw new AssayError(
      'log_signature',
      `The key of the log expired at ${validUntil}, and no witness cosigned the checkpoint before then.`,
    );
}

type ProvenLeaves = { readonly leafIndex: number; readonly last: LogLeaf };

/** Checks that the issuance and all later changes are in the tree, each naming its predecessor. */
function proveLeaves(bundle: Dict, checkpoint: ParsedCheckpoint, statement: ProvenStatement): ProvenLeaves {
  const { log, statusLeaves } = bundle;
  if (!Array.isArray(statusLeaves) || statusLeaves.length > PROOF_LIMITS.statusLeavesMax)
    throw malformed('The status leaves of the proof bundle cannot be read.');
  const issued = proveLeaf(log, checkpoint);
  const { leaf } = issued;
  const isIssuance = leaf.type === 'ISSUED' && leaf.status === 'APPROVED' && leaf.prev === null;
  if (!isIssuance || leaf.at !== statement.issuedAt)
    throw new AssayError('log_leaf', 'The first leaf does not record the issuance of the certificate.');
  let before = issued;
  requireAbout(leaf, statement);
  for (const each of statusLeaves) {
    const next = proveLeaf(each, checkpoint);
    requireAbout(next.leaf, statement);
    const follows =
      next.leaf.type === 'STATUS' && next.leaf.prev === before.leafIndex && next.leafIndex > before.leafIndex;
    if (!follows) throw new AssayError('log_leaf', `Leaf ${next.leafIndex} does not follow leaf ${before.leafIndex}.`);
    before = next;
  }
  return { leafIndex: issued.leafIndex, last: before.leaf };
}

function requireAbout({ certificateId, payloadHash }: LogLeaf, statement: ProvenStatement): void {
  if (certificateId !== statement.certificateId || payloadHash !== statement.payloadHash)
    throw new AssayError('log_leaf', 'A leaf concerns a different certificate.');
}

function proveLeaf(value: unknown, { size, root }: ParsedCheckpoint): { leafIndex: number; leaf: LogLeaf } {
  if (!isDict(value) || !isCount(value.leafIndex) || !Array.isArray(value.hashes))
    throw malformed('A leaf of the proof bundle cannot be read.');
  const { leafIndex } = value;
  const leaf = readLeaf(value.leaf);
  const hashes = value.hashes.map((each: unknown) => (isText(each) ? findBase64(each) : undefined) ?? new Uint8Array());
  if (!isIncluded({ leafHash: leafHashOf(leaf), leafIndex, treeSize: size, hashes, root }))
    throw new AssayError('log_inclusion', `Leaf ${leafIndex} is not in the tree of size ${size}.`);
  return { leafIndex, leaf };
}

type Judged = { readonly statement: ProvenStatement; readonly now: number };

/** The signed current status must match the last logged one, so that a service cannot hide a leaf without contradicting itself. */
function toStatus(claims: StatusClaims, { last }: ProvenLeaves, { statement, now }: Judged): ProvenStatus {
  if (claims.certificateId !== statement.certificateId || claims.payloadHash !== statement.payloadHash)
    throw new AssayError('status_token', 'The status token concerns a different certificate.');
  if (claims.status !== last.status)
    throw new AssayError(
      'status_token',
      `The status is ${claims.status} in the status token, but ${last.status} in the log.`,
    );
  const { status, valid, flags, issuedAtMs } = claims;
  const ageMs = Math.max(0, now - issuedAtMs);
  return { status, valid, flags, statusReason: last.statusReason, at: new Date(issuedAtMs).toISOString(), ageMs };
}
