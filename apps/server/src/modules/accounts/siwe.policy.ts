import { Address, Nonce } from '@assay/protocol';
import { z } from 'zod';

/** The values that this service puts into the text that a wallet signs. */
export type SiweTerms = {
  readonly domain: string;
  readonly uri: string;
  readonly chainId: number;
  readonly statement: string;
};
type SiweDecision =
  | {
      readonly kind: 'acceptable';
      readonly address: Address;
      readonly nonce: Nonce;
      readonly resources: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** Matches an EIP-4361 message from start to end, so that it rejects any additional text. */
const MESSAGE = new RegExp(
  [
    '^(?:https?://)?(?<domain>[^\\s/?#@]+) wants you to sign in with your Ethereum account:',
    '(?<address>0x[0-9a-fA-F]{40})',
    '',
    '(?<statement>[^\\n]+)',
    '',
    'URI: (?<uri>\\S+)',
    'Version: 1',
    'Chain ID: (?<chainId>\\d{1,15})',
    'Nonce: (?<nonce>[A-Za-z0-9]+)',
    'Issued At: (?<issuedAt>\\S+)',
  ].join('\\n') +
    '(?:\\nExpiration Time: (?<expiresAt>\\S+))?(?:\\nNot Before: (?<notBefore>\\S+))?' +
    '(?:\\nRequest ID: [^\\n]*)?(?:\\nResources:(?<resources>(?:\\n- \\S+)*))?$',
);

const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Members = z.object({
  domain: z.string(),
  address: Address,
  statement: z.string(),
  uri: z.url(),
  chainId: z.coerce.number(),
  nonce: Nonce,
  issuedAt: Moment,
  expiresAt: Moment.optional(),
  notBefore: Moment.optional(),
  resources: z.string().default(''),
});

/** The accepted clock skew of a wallet. */
const SKEW_MS = 60_000;

/** Checks everything except nonce and signature: a valid signature under another text proves nothing. */
export function decideSiwe(message: string, terms: SiweTerms, now: Date): SiweDecision {
  const refused = (reason: string): SiweDecision => ({ kind: 'refused', reason });
  const parsed = Members.safeParse(MESSAGE.exec(message)?.groups);
  if (!parsed.success) return refused('it is not an EIP-4361 text as this service gives it out');
  const said = parsed.data;

  if (said.domain !== terms.domain) return refused(`it is for the domain ${said.domain}`);
  if (new URL(said.uri).host !== new URL(terms.uri).host) return refused('its URI is of another host');
  if (said.chainId !== terms.chainId) return refused(`it is for chain ${said.chainId}, not ${terms.chainId}`);
  if (said.statement !== terms.statement) return refused('its statement is for another purpose');
  if (said.issuedAt.getTime() > now.getTime() + SKEW_MS) return refused('it was issued in the future');
  if (said.expiresAt !== undefined && said.expiresAt <= now) return refused('it has expired');
  if (said.notBefore !== undefined && said.notBefore > now) return refused('it is not valid yet');
  const resources = said.resources.split('\n- ').slice(1);
  return { kind: 'acceptable', address: said.address, nonce: said.nonce, resources };
}
