import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { toChecksumCase } from './checksum-case.ts';

const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Accepts any case and returns EIP-55. Mixed case is a checksum, so a wrong checksum is refused as a typing error. */
export const Address = z
  .string()
  .regex(HEX_ADDRESS, { abort: true, error: 'Expected 0x and 40 hex digits.' })
  .refine(hasAcceptableCase, { error: 'The EIP-55 checksum of this address is wrong.' })
  .overwrite(toChecksumCase)
  .brand<'Address'>();
export type Address = z.infer<typeof Address>;

/** The address of a public key given as 65 uncompressed bytes: 0x04, x, y. */
export const addressOfPublicKey = (uncompressed: Uint8Array): Address =>
  toChecksumCase(`0x${bytesToHex(keccak_256(uncompressed.subarray(1)).subarray(-20))}`) as Address;

function hasAcceptableCase(address: string): boolean {
  const digits = address.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || address === toChecksumCase(address);
}
