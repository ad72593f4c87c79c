import { type Hash32, keccak256Hex, type SubmissionId } from '@assay/protocol';

const ROLL_HEX_DIGITS = 13;
/** 2⁵²: thirteen hexadecimal digits, which a double represents exactly. */
const ROLL_RANGE = 0x10_0000_0000_0000;

/** The seed of a round's draws, published with the round. The beacon is unknown until the submission is sealed. */
export const toRoundSeed = (beacon: Hash32, submissionId: SubmissionId): Hash32 =>
  keccak256Hex(fromHex(beacon.slice(2) + submissionId.replaceAll('-', '')));

/** A number in [0, 1) derived only from the seed and the label: the first 52 bits of keccak256(seed ‖ label as UTF-8). */
export function roll(seed: Hash32, label: string): number {
  const text = new TextEncoder().encode(label);
  const bytes = new Uint8Array(32 + text.length);
  bytes.set(fromHex(seed.slice(2)));
  bytes.set(text, 32);
  return Number.parseInt(keccak256Hex(bytes).slice(2, 2 + ROLL_HEX_DIGITS), 16) / ROLL_RANGE;
}

function fromHex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}
