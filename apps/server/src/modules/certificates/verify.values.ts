/** Packs JSON values. Hexadecimal digits, half of an answer's own text, take half their size. */

const UUID = /^"([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})"$/;
const HEX = /^"(0x)?((?:[0-9a-f]{2})+)"$/;

/** The encoding of a value, in its first byte. */
const KIND = { text: 0, hex: 1, prefixedHex: 2, uuid: 3 } as const;
const BYTE = 256;
/** One byte of kind and two of length. */
const HEAD_LENGTH = 3;

/** `value` is ASCII and shorter than 65,536 characters. */
export function packValue(value: string): string {
  const hex = HEX.exec(value);
  if (hex !== null) return written(hex[1] === undefined ? KIND.hex : KIND.prefixedHex, toBytes(hex[2] ?? ''));
  const uuid = UUID.exec(value);
  if (uuid !== null) return written(KIND.uuid, toBytes(uuid.slice(1).join('')));
  return written(KIND.text, value);
}

/** The value that begins at `at`, and its end. */
export function unpackValue(packed: string, at: number): { readonly value: string; readonly end: number } {
  const length = packed.charCodeAt(at + 1) * BYTE + packed.charCodeAt(at + 2);
  const end = at + HEAD_LENGTH + length;
  return { value: read(packed.charCodeAt(at), packed.slice(at + HEAD_LENGTH, end)), end };
}

const written = (kind: number, bytes: string): string =>
  String.fromCharCode(kind, Math.floor(bytes.length / BYTE), bytes.length % BYTE) + bytes;

function read(kind: number, bytes: string): string {
  if (kind === KIND.text) return bytes;
  const digits = Buffer.from(bytes, 'latin1').toString('hex');
  if (kind === KIND.hex) return `"${digits}"`;
  if (kind === KIND.prefixedHex) return `"0x${digits}"`;
  const parts = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)];
  return `"${parts.join('-')}"`;
}

/** One character per byte. */
const toBytes = (digits: string): string => Buffer.from(digits, 'hex').toString('latin1');
