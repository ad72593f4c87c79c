import { toChecksumCase } from '../ethereum/checksum-case.ts';
import { canonicalBytes, type JsonValue } from './canonical-json.ts';
import { sha256Hex } from './digest.ts';

type Flag = { readonly certificateId: string; readonly wallet: string; readonly nonce: string; readonly body: object };

/** The text that the reporter's wallet signs. It covers the certificate, the wallet and the complete report as sent. */
export function toFlagMessage({ certificateId, wallet, nonce, body }: Flag): string {
  const { signature: _, ...said } = body as Record<string, JsonValue>;
  return [
    'Assay flag',
    `certificate: ${certificateId}`,
    `wallet: ${toChecksumCase(wallet)}`,
    `nonce: ${nonce}`,
    `body: ${sha256Hex(canonicalBytes(said))}`,
  ].join('\n');
}
