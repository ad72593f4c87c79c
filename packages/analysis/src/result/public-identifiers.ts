import { hash } from 'node:crypto';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const SOLANA_BYTES = 32;
const BITCOIN_BYTES = 25;
const CHECKSUM_BYTES = 4;

function decodeBase58(text: string): Buffer | undefined {
  let value = 0n;
  for (const letter of text) {
    const digit = BASE58.indexOf(letter);
    if (digit === -1) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const hex = value === 0n ? '' : value.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')]);
}

function isBase58Address(text: string): boolean {
  if (text.length < 25 || text.length > 44) return false;
  const bytes = decodeBase58(text);
  if (bytes?.length === SOLANA_BYTES) return true;
  if (bytes?.length !== BITCOIN_BYTES) return false;
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  const sum = hash('sha256', hash('sha256', body, 'buffer'), 'buffer').subarray(0, CHECKSUM_BYTES);
  return sum.equals(bytes.subarray(-CHECKSUM_BYTES));
}

/** IBAN check: letters count as 10 to 35, the first four characters move to the end, and the number modulo 97 is 1. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = [...`${text.slice(4)}${text.slice(0, 4)}`].map((letter) => Number.parseInt(letter, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BECH32_ADDRESS = /^(?:bc|tb|ltc|addr|npub|age|cosmos|osmo|celestia|inj|sei)1[02-9ac-hj-np-z]{20,120}$/;
/** An address, a hash or a private key: only the adjacent name distinguishes them. */
const HEX_32_BYTES = /^(?:0x)?[0-9a-fA-F]{64}$/;
const NAMES_A_SECRET =
  /(?:private|secret|passw|passphrase|signing|encryption|seed|api)[\w-]*["']?\s{0,3}[:=]\s{0,3}["']?$/i;

/**
 * Whether a value is public by its shape (an address, a mint, an IBAN, a hash). Such a value decides who is paid or
 * what is loaded, and it is not confidential. `before` is the text before it.
 */
export const isPublicIdentifier = (value: string, before: string): boolean =>
  EVM_ADDRESS.test(value) ||
  BECH32_ADDRESS.test(value) ||
  isIban(value) ||
  isBase58Address(value) ||
  (HEX_32_BYTES.test(value) && !NAMES_A_SECRET.test(before));
