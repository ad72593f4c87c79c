// Who signed this? Plain accounts by recovery, contract wallets by asking them (ERC-1271), wallets that do not exist
// yet by building them inside a call (ERC-6492).
import { type Address, getAddress, type Hex, isHex } from 'viem';
import { createSiweMessage, parseSiweMessage, type SiweMessage } from 'viem/siwe';
import type { ChainClient } from '../rpc/chain-client.ts';
import { askChain } from '../rpc/chain-errors.ts';

export const SIGNATURE_LIMITS = { messageCharactersMax: 2_000, signatureHexMax: 8_192 } as const;

export type SignedMessage = { address: Address; message: string; signature: string };

/** EIP-191. A plain account's signature needs no node; for any other a silent chain throws ChainUnavailableError. */
export async function isSignedBy(
  client: ChainClient,
  { address, message, signature }: SignedMessage,
): Promise<boolean> {
  if (!isSignature(signature)) return false;
  return askChain(async () => {
    const isSigned = await client.verifyMessage({ address, message, signature, mode: 'eoa' });
    // viem also says false when the node is silent; this throws then.
    if (!isSigned) await client.getBlockNumber();
    return isSigned;
  });
}

/** What the service put into the text that it asked a wallet to sign. */
export type SiweTerms = { domain: string; uri: string; chainId: number; nonce: string; statement: string };
export type SiweRefusal =
  | 'malformed'
  | 'domain'
  | 'uri'
  | 'chain_id'
  | 'nonce'
  | 'statement'
  | 'expired'
  | 'not_yet_valid'
  | 'signature';
export type SiweOutcome = { kind: 'verified'; address: Address } | { kind: 'refused'; because: SiweRefusal };

/** EIP-4361: every member is compared before the signature is, so that a good signature of a foreign text is nothing. */
export async function verifySiwe(
  client: ChainClient,
  { message, signature, terms, now }: { message: string; signature: string; terms: SiweTerms; now: Date },
): Promise<SiweOutcome> {
  if (message.length > SIGNATURE_LIMITS.messageCharactersMax) return { kind: 'refused', because: 'malformed' };
  const decision = decideSiwe(message, terms, now);
  if (decision.kind === 'refused') return decision;
  const isSigned = await isSignedBy(client, { address: decision.address, message, signature });
  return isSigned ? decision : { kind: 'refused', because: 'signature' };
}

/** The nonce of a text, to look up the terms it was issued with. Proves nothing. */
export function findSiweNonce(message: string): string | undefined {
  return parseSiweMessage(message).nonce;
}

function decideSiwe(message: string, terms: SiweTerms, now: Date): SiweOutcome {
  const refused = (because: SiweRefusal): SiweOutcome => ({ kind: 'refused', because });
  const siwe = parseExactSiwe(message);
  if (siwe === undefined) return refused('malformed');

  if (siwe.domain !== terms.domain) return refused('domain');
  if (findHost(siwe.uri) !== findHost(terms.uri)) return refused('uri');
  if (siwe.chainId !== terms.chainId) return refused('chain_id');
  if (siwe.nonce !== terms.nonce) return refused('nonce');
  if (siwe.statement !== terms.statement) return refused('statement');
  if (siwe.expirationTime !== undefined && now >= siwe.expirationTime) return refused('expired');
  if (siwe.notBefore !== undefined && now < siwe.notBefore) return refused('not_yet_valid');
  return { kind: 'verified', address: getAddress(siwe.address) };
}

const DATE_VALUES = /^(Issued At|Expiration Time|Not Before): .*$/gm;

/** viem's reader finds the members anywhere in a text; writing them again proves that the text holds nothing else. */
function parseExactSiwe(message: string): SiweMessage | undefined {
  const { address, chainId, domain, issuedAt, nonce, uri, version, ...optional } = parseSiweMessage(message);
  if (!address || !chainId || !domain || !issuedAt || !nonce || !uri || !version) return undefined;
  const siwe = { ...optional, address, chainId, domain, issuedAt, nonce, uri, version };
  try {
    const rewritten = createSiweMessage(siwe); // throws on a member that breaks EIP-4361, a date included
    return rewritten.replace(DATE_VALUES, '$1') === message.replace(DATE_VALUES, '$1') ? siwe : undefined;
  } catch {
    return undefined;
  }
}

function findHost(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).host : undefined;
}

function isSignature(text: string): text is Hex {
  return isHex(text) && text.length <= 2 + SIGNATURE_LIMITS.signatureHexMax;
}
