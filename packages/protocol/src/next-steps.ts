/** What a refused caller can do next: an existing call and the reason for it. A test follows every step. */
import { z } from 'zod';

export const NextStep = z
  .object({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    href: z.string().describe('A path of this service, or an absolute address.'),
    why: z.string(),
  })
  .meta({ id: 'NextStep' });
export type NextStep = z.infer<typeof NextStep>;

const step = (method: NextStep['method'], href: string, why: string): NextStep => ({ method, href, why });
const get = (href: string, why: string): NextStep => step('GET', href, why);
const post = (href: string, why: string): NextStep => step('POST', href, why);

export const LOGIN_STEP = post(
  '/api/v1/certsvc/dev/login/request-code',
  'Request a login code for the account; POST /api/v1/certsvc/dev/login/verify exchanges it for a developer token. Without an account: POST /api/v1/certsvc/dev/register.',
);
export const LINK_STEP = get(
  '/api/v1/auth/nonce?purpose=link',
  'Get a message to sign: add `walletAddress` to the query. POST /api/v1/auth/link exchanges the signature for an API key.',
);

const TOP_UP = post(
  '/certsvc/v1/payments/intents',
  'Create a payment intent with purpose TOPUP and pay it: the purse is credited in marks.',
);
const QUOTE = post('/certsvc/v1/submissions/validate', 'Get a new quote for the same bytes.');
const REQUIREMENTS = get('/certsvc/v1/activation-requirements', 'See every requirement and how far the actor is.');
const SUBMISSION = get('/certsvc/v1/submissions/:submissionId', 'Read the submission that holds these bytes.');
const CERTIFICATE = get('/api/v1/public/certificates/:certificateId/verify', 'Verify the certificate that exists.');
const SEARCH = get('/api/v1/public/certificates?q=', 'Search for the certificate by keyword.');
const TERMS = get(
  '/certsvc/v1/terms',
  'Read the terms; POST /certsvc/v1/terms/accept with their `version` and `sha256` accepts them.',
);
const own = (href: string, what: string): NextStep => get(href, `List ${what} and their ids.`);

/** By problem code. `:name` is replaced by a member of the problem. A step with a missing value is omitted. */
export const NEXT_STEPS: Readonly<Record<string, NextStep>> = {
  route_not_found: get('/.well-known/openapi.compact.json', 'See every path of this service.'),
  method_not_found: get('/.well-known/openapi.compact.json', 'See the methods of RPC.'),
  unsupported_payment_method: get('/api/v1/certsvc/dev/catalog', 'See the payment methods.'),
  product_type_unavailable: get('/api/v1/certsvc/dev/catalog', 'See the product types that are reviewed here.'),
  code_invalid: LOGIN_STEP,
  code_expired: LOGIN_STEP,
  certificate_not_found: SEARCH,
  digest_not_found: SEARCH,
  submission_not_found: own('/certsvc/v1/submissions', 'the submissions of the credential'),
  draft_not_found: own('/api/v1/certsvc/dev/drafts', 'the drafts of the account'),
  quote_not_found: QUOTE,
  quote_expired: QUOTE,
  draft_not_quoted: get('/api/v1/certsvc/dev/drafts', 'Find the draft and request its quote.'),
  listing_not_found: own('/certsvc/v1/marketplace', 'the listings'),
  purchase_not_found: own('/certsvc/v1/purchases', 'the purchases of the actor'),
  plugin_not_found: own('/certsvc/v1/plugins', 'the plugins of the actor'),
  assignment_not_found: own('/certsvc/v1/assignments', 'the assignments of the actor'),
  flag_not_found: own('/certsvc/v1/flags', 'the flags of the caller'),
  ticket_not_found: own('/api/v1/certsvc/dev/support/tickets', 'the tickets of the account'),
  webhook_not_found: own('/api/v1/certsvc/dev/webhooks', 'the webhooks of the caller'),
  key_not_found: own('/api/v1/auth/keys', 'the API keys of the wallet'),
  token_not_found: own('/api/v1/certsvc/dev/tokens', 'the tokens of the account'),
  actor_not_found: get('/api/v1/me', 'Read the actor id of the API key; a new actor appears with the next tick.'),
  actor_not_owned: get('/api/v1/me', 'Read the actor id of the API key.'),
  city_not_found: own('/api/v1/cities', 'the cities'),
  business_not_found: own('/api/v1/businesses', 'the businesses'),
  tick_not_found: get('/api/v1/world', 'Read the current tick.'),
  validator_not_found: REQUIREMENTS,
  requirements_not_met: REQUIREMENTS,
  licence_suspended: REQUIREMENTS,
  already_certified: CERTIFICATE,
  content_suspended: CERTIFICATE,
  already_rejected: SUBMISSION,
  submission_in_progress: SUBMISSION,
  insufficient_funds: TOP_UP,
  already_purchased: own('/certsvc/v1/purchases', 'the purchases of the actor'),
  key_limit_reached: get(
    '/api/v1/auth/nonce?purpose=revoke',
    'Get a message to sign with the wallet; POST /certsvc/v1/auth/keys/revoke then revokes keys without a key.',
  ),
  token_limit_reached: own('/api/v1/certsvc/dev/tokens', 'the tokens of the account'),
  wallet_limit_reached: own('/api/v1/certsvc/dev/wallets', 'the wallets of the account'),
  draft_limit_reached: own('/api/v1/certsvc/dev/drafts', 'the drafts of the account'),
  storage_quota_reached: own('/api/v1/certsvc/dev/drafts', 'the drafts of the account'),
  plugin_limit_reached: own('/certsvc/v1/plugins', 'the plugins of the actor'),
  ticket_limit_reached: own('/api/v1/certsvc/dev/support/tickets', 'the tickets of the account'),
  webhook_limit_reached: own('/api/v1/certsvc/dev/webhooks', 'the webhooks of the caller'),
  unknown_intent_type: get('/api/v1/intents/types', 'See every intent type with its params, cost and preconditions.'),
  payer_not_linked: LINK_STEP,
  terms_not_accepted: TERMS,
  terms_required: TERMS,
  terms_changed: TERMS,
  since_too_old: get('/.well-known/skill-store', 'Load the feed in full.'),
  wallet_mismatch: get('/api/v1/me', 'Read the wallet of the credential.'),
};

/** Replaces the `:names` of the step with members of a problem. Returns undefined when one is missing. */
export function fillStep(next: NextStep | undefined, members: Readonly<Record<string, unknown>>): NextStep | undefined {
  if (next === undefined) return undefined;
  let isWhole = true;
  const href = next.href.replace(/:(\w+)/g, (_, name: string) => {
    const value = members[name];
    if (typeof value !== 'string') isWhole = false;
    return encodeURIComponent(String(value));
  });
  return isWhole ? { ...next, href } : undefined;
}
