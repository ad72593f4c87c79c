import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hash32, Sha256 } from '../ids.ts';
import { sealedBytes } from './canonical-json.ts';

export const PAYLOAD_HASH_SCHEME = 'keccak256-canonical-json-v1';

/** Uses the native SHA-256 of Node if available: submissions are megabytes, and hashing blocks the thread that serves requests. */
const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto');

export const sha256Hex = (bytes: Uint8Array): Sha256 =>
  (nodeCrypto === undefined ? bytesToHex(sha256(bytes)) : nodeCrypto.hash('sha256', bytes, 'hex')) as Sha256;

export const keccak256Hex = (bytes: Uint8Array): Hash32 => `0x${bytesToHex(keccak_256(bytes))}` as Hash32;

/** The hash that the registry contract stores. Throws CanonicalJsonError when the payload must not be sealed. */
export const payloadHash = (payload: unknown): Hash32 => keccak256Hex(sealedBytes(payload));

export const payloadSha256 = (payload: unknown): Sha256 => sha256Hex(sealedBytes(payload));
