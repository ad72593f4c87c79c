import {
  canonicalize,
  cosignNote,
  createNoteKey,
  createSigner,
  createTreeReader,
  hashLeaf,
  NOTE_KEY_TYPES,
  type NoteKey,
  openTree,
  type Signer,
  signNote,
  TILE_WIDTH,
  toBase64,
  toCheckpointText,
  toNote,
  toVerifierKey,
} from '@assay/protocol';
import { at, ID, NOW, SIGNER, sealSkill } from './sealed-skill.ts';
import { toKey, toRoot } from './trust-roots.ts';

const signerOf = (byte: number): Signer => createSigner(new Uint8Array(32).fill(byte));
export const LOG_SIGNER = signerOf(11);
export const ORIGIN = 'assay.example/log';
export const LOG_KEY = createNoteKey(ORIGIN, NOTE_KEY_TYPES.ed25519, LOG_SIGNER.publicKey);

/** Two witnesses that the reader trusts, and one that it does not. */
export const WITNESS_SIGNERS = [signerOf(21), signerOf(22), signerOf(23)] as const;
const witnessKey = (index: 0 | 1 | 2): NoteKey =>
  createNoteKey(`witness.example/w${index + 1}`, NOTE_KEY_TYPES.cosignature, WITNESS_SIGNERS[index].publicKey);
export const WITNESS_KEYS = [witnessKey(0), witnessKey(1), witnessKey(2)] as const;
export const POLICY = { witnesses: [toVerifierKey(WITNESS_KEYS[0]), toVerifierKey(WITNESS_KEYS[1])], threshold: 2 };

export const SKILL = sealSkill();
const utf8 = new TextEncoder();

export type Leaf = Record<string, unknown>;
export const toLeaf = (changes: Leaf = {}): Leaf => ({
  type: 'ISSUED',
  certificateId: ID,
  payloadHash: SKILL.record.payloadHash,
  status: 'APPROVED',
  statusReason: null,
  at: SKILL.payload.issuedAt,
  prev: null,
  ...changes,
});
/** Leaves of other certificates. */
export const otherLeaf = (index: number): Leaf =>
  toLeaf({
    certificateId: index.toString(16).padStart(24, '0'),
    payloadHash: `0x${index.toString(16).padStart(64, '0')}`,
  });

export const entryOf = (leaf: Leaf): Uint8Array => utf8.encode(canonicalize(leaf));

/** A log with exactly these leaves, whether consistent or not. */
export function growLog(leaves: readonly Leaf[]) {
  const hashes = leaves.map((leaf) => hashLeaf(entryOf(leaf)));
  const roots = new Map<string, Uint8Array>();
  const tree = openTree();
  for (const hash of hashes)
    for (const { level, index, root } of tree.append(hash)) roots.set(`${level}/${index}`, root);
  const entry = (level: number, index: number) =>
    (level === 0 ? hashes[index] : roots.get(`${level - 1}/${index}`)) ?? new Uint8Array();
  const readerAt = (size: number) =>
    createTreeReader(size, async (level, index, width) =>
      Buffer.concat(Array.from({ length: width }, (_, offset) => entry(level, index * TILE_WIDTH + offset))),
    );
  const rootAt = (size: number) => readerAt(size).root();
  return {
    leaves,
    size: leaves.length,
    rootAt,
    consistency: (from: number, to: number) => readerAt(to).consistencyProof(from),
    async included(leafIndex: number, size = leaves.length) {
      const path = await readerAt(size).inclusionProof(leafIndex);
      return { leafIndex, leaf: leaves[leafIndex], hashes: path.map((hash) => toBase64(hash)) };
    },
    textAt: async (size: number, origin = ORIGIN) => toCheckpointText({ origin, size, root: await rootAt(size) }),
  };
}
export type GrownLog = ReturnType<typeof growLog>;

export const signedBy = (text: string, key = LOG_KEY, signer: Signer = LOG_SIGNER): string =>
  toNote(text, [signNote(text, key, signer.sign)]);
export const cosignedBy = (text: string, index: 0 | 1 | 2, ms = NOW): string =>
  cosignNote(text, { key: WITNESS_KEYS[index], seconds: Math.floor(ms / 1_000), sign: WITNESS_SIGNERS[index].sign });

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
export const CLAIMS = {
  iss: 'https://assay.example',
  sub: ID,
  payloadHash: SKILL.record.payloadHash,
  status: 'APPROVED',
  valid: true,
  flags: 0,
  iat: NOW / 1_000 - 60,
  exp: NOW / 1_000 + 840,
};
export function toToken(claims: object = {}, signer: Signer = SIGNER, header: object = {}): string {
  const head = { alg: 'EdDSA', kid: signer.keyId, typ: 'assay-status+jwt', ...header };
  const text = `${encode(head)}.${encode({ ...CLAIMS, ...claims })}`;
  return `${text}.${Buffer.from(signer.sign(utf8.encode(text))).toString('base64url')}`;
}

/** The keys were already valid when the certificate was issued. */
const ALWAYS = { validFrom: '1970-01-01T00:00:00.000Z' };
export const KEYS = [
  toKey(SIGNER, 'certificate', ALWAYS),
  toKey(SIGNER, 'status', ALWAYS),
  toKey(SIGNER, 'feed', ALWAYS),
  toKey(LOG_SIGNER, 'log', ALWAYS),
];
export const ROOT = toRoot({ keys: KEYS });

/** The certificate's issuance at index 5 between leaves of other certificates, followed by its status changes. */
export const honestLeaves = (...status: readonly Leaf[]): Leaf[] => [
  ...Array.from({ length: 5 }, (_, index) => otherLeaf(index + 1)),
  toLeaf(),
  ...Array.from({ length: 4 }, (_, index) => otherLeaf(index + 11)),
  ...status,
];
export const OWN_INDEX = 5;

/** The proof bundle of an honest service. */
export async function sealProof(log: GrownLog = growLog(honestLeaves()), statusIndexes: readonly number[] = []) {
  const text = await log.textAt(log.size);
  return {
    schema: 'assay-proof-bundle/v1',
    certificateId: ID,
    payload: SKILL.payload as unknown as Record<string, unknown>,
    statement: SKILL.envelope as unknown as Record<string, unknown>,
    log: {
      origin: ORIGIN,
      ...(await log.included(OWN_INDEX)),
      checkpoint: signedBy(text),
      cosignatures: [cosignedBy(text, 0), cosignedBy(text, 1)],
    },
    statusLeaves: await Promise.all(statusIndexes.map((index) => log.included(index))),
    statusToken: toToken(),
    anchor: null,
    trustRoot: ROOT,
    generatedAt: at(NOW),
    validUntil: at(NOW + 840_000),
  };
}
export type SealedProof = Awaited<ReturnType<typeof sealProof>>;
