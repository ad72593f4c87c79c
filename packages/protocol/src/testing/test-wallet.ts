import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Address, addressOfPublicKey } from '../ethereum/address.ts';
import { hashPersonalMessage } from '../ethereum/personal-message.ts';
import { keccak256Hex } from '../seal/digest.ts';

export type TestWallet = { readonly address: Address; sign(message: string): string };

/** A wallet with a real key derived from a word: the same word gives the same wallet in every run. */
export function createTestWallet(word: string): TestWallet {
  const key = hexToBytes(keccak256Hex(utf8ToBytes(word)).slice(2));
  return {
    address: addressOfPublicKey(secp256k1.getPublicKey(key, false)),
    sign(message) {
      const digest = hashPersonalMessage(message);
      const [recovery = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
      return `0x${bytesToHex(Uint8Array.of(...rs, recovery + 27))}`;
    },
  };
}
