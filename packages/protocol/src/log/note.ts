/** C2SP signed-note and tlog-cosignature: a text with signatures of several keys. A key is found by its name and a short id. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { findBase64, toBase64 } from '../seal/base64.ts';
import { concatenate } from './merkle.ts';

/** Ed25519 over the text, and timestamped cosignatures of witnesses. */
export const NOTE_KEY_TYPES = { ed25519: 1, cosignature: 4 } as const;
type NoteKeyType = (typeof NOTE_KEY_TYPES)[keyof typeof NOTE_KEY_TYPES];

export const NOTE_LIMITS = { charsMax: 65_536, signaturesMax: 64, nameCharsMax: 255 } as const;

export type NoteKey = {
  readonly name: string;
  /** 8 hex digits. */
  readonly id: string;
  readonly type: NoteKeyType;
  readonly publicKey: Uint8Array;
};
type NoteSignature = { readonly name: string; readonly id: string; readonly bytes: Uint8Array };
export type SignedNote = {
  /** Includes the newline at its end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
};

/** Why a note, checkpoint or witness request is rejected. */
export class NoteError extends Error {
  override readonly name = 'NoteError';
  readonly code: 'malformed' | 'unknown_key' | 'bad_signature';
  constructor(code: NoteError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
const malformed = (message: string): NoteError => new NoteError('malformed', message);

const utf8 = new TextEncoder();
const KEY_BYTES = 32;
const ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const TIMESTAMP_BYTES = 8;
const LINE = /^\u2014 (\S+) ([A-Za-z0-9+/]+={0,2})$/u;
const hasControl = (text: string): boolean => [...text].some((character) => character < ' ' && character !== '\n');

export const isKeyName = (name: string): boolean =>
  name !== '' && name.length <= NOTE_LIMITS.nameCharsMax && !/[\s+]/u.test(name) && !hasControl(name);

export function createNoteKey(name: string, type: NoteKeyType, publicKey: Uint8Array): NoteKey {
  if (!isKeyName(name)) throw malformed(`${JSON.stringify(name)} is no name for a key: no spaces, no plus.`);
  if (publicKey.length !== KEY_BYTES) throw malformed('An Ed25519 key has 32 bytes.');
  const named = concatenate([utf8.encode(`${name}\n`), Uint8Array.of(type), publicKey]);
  return { name, id: bytesToHex(sha256(named).subarray(0, ID_BYTES)), type, publicKey };
}

/** `<name>+<id>+<base64 of type and key>`. */
export const toVerifierKey = ({ name, id, type, publicKey }: NoteKey): string =>
  `${name}+${id}+${toBase64(concatenate([Uint8Array.of(type), publicKey]))}`;

/** Parses a verifier key. Throws NoteError when the id does not match the name and key. */
export function parseVerifierKey(text: string): NoteKey {
  const [, name = '', id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = findBase64(encoded);
  const [type] = bytes ?? [];
  if (bytes === undefined || (type !== NOTE_KEY_TYPES.ed25519 && type !== NOTE_KEY_TYPES.cosignature))
    throw malformed(`${JSON.stringify(text)} is no verifier key of a kind that is used here.`);
  const key = createNoteKey(name, type, bytes.subarray(1));
  if (key.id !== id) throw malformed(`The id ${id} of the verifier key ${name} is not the one of its key (${key.id}).`);
  return key;
}

/** Splits a note into text and unverified signatures. Throws NoteError. */
export function parseNote(note: string): SignedNote {
  if (note.length > NOTE_LIMITS.charsMax) throw malformed(`The note has more than ${NOTE_LIMITS.charsMax} characters.`);
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n') || hasControl(note) || !isWellFormed(note))
    throw malformed('This is no signed note.');
  return { text: note.slice(0, split + 1), signatures: parseSignatureLines(note.slice(split + 2)) };
}

/** The signature lines at the end of a note or in the answer of a witness. */
export function parseSignatureLines(lines: string): NoteSignature[] {
  if (!lines.endsWith('\n')) throw malformed('Each signature ends with a newline.');
  const signatures = lines.slice(0, -1).split('\n').map(parseLine);
  if (signatures.length > NOTE_LIMITS.signaturesMax)
    throw malformed(`A note has at most ${NOTE_LIMITS.signaturesMax} signatures.`);
  return signatures;
}

function parseLine(line: string): NoteSignature {
  const [, name = '', encoded = ''] = LINE.exec(line) ?? [];
  const bytes = findBase64(encoded);
  if (!isKeyName(name) || bytes === undefined || bytes.length <= ID_BYTES)
    throw malformed('A signature line cannot be read.');
  return { name, id: bytesToHex(bytes.subarray(0, ID_BYTES)), bytes: bytes.subarray(ID_BYTES) };
}

const isWellFormed = (text: string): boolean => new TextDecoder().decode(utf8.encode(text)) === text;

function toSignatureLine({ name, id }: Pick<NoteKey, 'name' | 'id'>, signature: Uint8Array): string {
  const idBytes = Uint8Array.from(id.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return `\u2014 ${name} ${toBase64(concatenate([idBytes, signature]))}\n`;
}

export const toNote = (text: string, lines: readonly string[]): string => `${text}\n${lines.join('')}`;

type Sign = (message: Uint8Array) => Uint8Array;

export const signNote = (text: string, key: NoteKey, sign: Sign): string =>
  toSignatureLine(key, sign(utf8.encode(text)));

const cosigned = (text: string, seconds: number): Uint8Array => utf8.encode(`cosignature/v1\ntime ${seconds}\n${text}`);

export function cosignNote(
  text: string,
  { key, seconds, sign }: { key: NoteKey; seconds: number; sign: Sign },
): string {
  const timestamp = new Uint8Array(TIMESTAMP_BYTES);
  new DataView(timestamp.buffer).setBigUint64(0, BigInt(seconds));
  return toSignatureLine(key, concatenate([timestamp, sign(cosigned(text, seconds))]));
}

export type VerifyEd25519 = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean | Promise<boolean>;

/** A valid signature. `seconds` is the time of a cosignature. */
export type ProvenSignature = { readonly key: NoteKey; readonly seconds: number | null };

/**
 * Returns the valid signatures of known keys, one for each key. Skips signatures of other keys. Throws NoteError when a
 * signature claims a known key and does not verify. An empty list means that no known key signed.
 */
export async function verifyNoteSignatures(
  { text, signatures }: SignedNote,
  keys: readonly NoteKey[],
  verify: VerifyEd25519,
): Promise<ProvenSignature[]> {
  const proven = new Map<NoteKey, ProvenSignature>();
  for (const { name, id, bytes } of signatures) {
    const key = keys.find((one) => one.name === name && one.id === id);
    if (key === undefined) continue;
    const seconds = await verifyOne(text, bytes, key, verify);
    if (seconds === undefined)
      throw new NoteError('bad_signature', `The signature of ${name} does not belong to this text.`);
    if (!proven.has(key)) proven.set(key, { key, seconds });
  }
  return [...proven.values()];
}

/** The time of a cosignature, null for a valid ordinary signature, `undefined` for an invalid one. */
async function verifyOne(
  text: string,
  bytes: Uint8Array,
  { type, publicKey }: NoteKey,
  verify: VerifyEd25519,
): Promise<number | null | undefined> {
  if (type === NOTE_KEY_TYPES.ed25519) {
    const holds = bytes.length === SIGNATURE_BYTES && (await verify(publicKey, utf8.encode(text), bytes));
    return holds ? null : undefined;
  }
  if (bytes.length !== TIMESTAMP_BYTES + SIGNATURE_BYTES) return undefined;
  const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(seconds) || seconds === 0) return undefined;
  const holds = await verify(publicKey, cosigned(text, seconds), bytes.subarray(TIMESTAMP_BYTES));
  return holds ? seconds : undefined;
}

/** Parses a note and requires a signature of at least one of these keys. Throws NoteError. */
export async function openNote(note: string, keys: readonly NoteKey[], verify: VerifyEd25519) {
  const parsed = parseNote(note);
  const proven = await verifyNoteSignatures(parsed, keys, verify);
  if (proven.length === 0) throw new NoteError('unknown_key', 'The note is not signed by a known key.');
  return { ...parsed, proven };
}
