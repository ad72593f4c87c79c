import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Address, addressOfPublicKey } from './address.ts';

export type PersonalSignatureReason = 'malformed' | 'bad_recovery_id' | 'high_s' | 'unrecoverable';

export class PersonalSignatureError extends Error {
  override readonly name = 'PersonalSignatureError';
  readonly reason: PersonalSignatureReason;
  constructor(reason: PersonalSignatureReason, options?: ErrorOptions) {
    super(`The wallet signature cannot be used: ${reason}.`, options);
    this.reason = reason;
  }
}

/** EIP-191 version 0x45. The prefix prevents a signed message from being a valid transaction. */
export function hashPersonalMessage(message: string): Uint8Array {
  const bytes = utf8ToBytes(message);
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
}

/**
 * Returns the address whose key signed this message. Every well-formed signature recovers *some* address, so the caller
 * must compare the result with the expected one.
 */
export function recoverSigner(message: string, signature: string): Address {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) throw new PersonalSignatureError('malformed');
  const bytes = hexToBytes(signature.slice(2));
  const recovery = toRecoveryBit(bytes[64]);
  const parsed = parseSignature(bytes.subarray(0, 64)).addRecoveryBit(recovery);
  // EIP-2: every signature (r, s) has a twin (r, n - s). Accepting only the lower s gives each signature one form.
  if (parsed.hasHighS()) throw new PersonalSignatureError('high_s');
  try {
    return addressOfPublicKey(parsed.recoverPublicKey(hashPersonalMessage(message)).toBytes(false));
  } catch (cause) {
    throw new PersonalSignatureError('unrecoverable', { cause });
  }
}

/** Wallets write v as 27 or 28; some hardware wallets write 0 or 1. */
function toRecoveryBit(v: number | undefined): 0 | 1 {
  if (v === 0 || v === 27) return 0;
  if (v === 1 || v === 28) return 1;
  throw new PersonalSignatureError('bad_recovery_id');
}

function parseSignature(compact: Uint8Array) {
  try {
    return secp256k1.Signature.fromBytes(compact, 'compact');
  } catch (cause) {
    throw new PersonalSignatureError('malformed', { cause });
  }
}
