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
  'Create a payment intent with purpose TOPUP and pay it. The purse is then credited in marks.',
);
const QUOTE = post('/certsvc/v1/submissions/validate', 'Get a new quote for the same bytes.');
const REQUIREMENTS = get(
  '/certsvc/v1/activation-requirements',
  "See every requirement with the actor's current value.",
);
const SUBMISSION = get('/certsvc/v1/submissions/:submissionId', 'Read the submission that contains these bytes.');
const CERTIFICATE = get('/api/v1/public/certificates/:certificateId/verify', 'Verify the existing certificate.');
const SEARCH = get('/api/v1/public/certificates?q=', 'Search for the certificate by keyword.');
const TERMS = get(
  '/certsvc/v1/terms',
  'Read the terms. To accept them, send their `version` and `sha256` to POST /certsvc/v1/terms/accept.',
);
const own = (href: string, what: string): NextStep => get(href, `List ${what} and their ids.`);

/** By problem code. `:name` is replaced by a member of the problem. A step with a missing value is omitted. */
export const NEXT_STEPS: Readonly<Record<string, NextStep>> = {
  route_not_found: get('/.well-known/openapi.compact.json', 'See every path of this service.'),
  method_not_found: get('/.well-known/openapi.compact.json', 'See the RPC methods.'),
  unsupported_payment_method: get('/api/v1/certsvc/dev/catalog', 'See the payment methods.'),
  product_type_unavailable: get('/api/v1/certsvc/dev/catalog', 'See the product types that are reviewed here.'),
  code_invalid: LOGIN_STEP,
  code_expired: LOGIN_STEP,
  certificate_not_found: SEARCH,
  digest_not_found: SEARCH,
  submission_not_found: own('/certsvc/v1/submissions', "this credential's submissions"),
  draft_not_found: own('/api/v1/certsvc/dev/drafts', "the account's drafts"),
  quote_not_found: QUOTE,
  quote_expired: QUOTE,
  draft_not_quoted: get('/api/v1/certsvc/dev/drafts', 'Find the draft, then request a quote for it.'),
  listing_not_found: own('/certsvc/v1/marketplace', 'the listings'),
  purchase_not_found: own('/certsvc/v1/purchases', "the actor's purchases"),
  plugin_not_found: own('/certsvc/v1/plugins', "the actor's plugins"),
  assignment_not_found: own('/certsvc/v1/assignments', "the actor's assignments"),
  flag_not_found: own('/certsvc/v1/flags', 'your flags'),
  ticket_not_found: own('/api/v1/certsvc/dev/support/tickets', "the account's tickets"),
  webhook_not_found: own('/api/v1/certsvc/dev/webhooks', 'your webhooks'),
  key_not_found: own('/api/v1/auth/keys', "the wallet's API keys"),
  token_not_found: own('/api/v1/certsvc/dev/tokens', "the account's tokens"),
  actor_not_found: get('/api/v1/me', "Read the API key's actor ID. A new actor appears at the next tick."),
  actor_not_owned: get('/api/v1/me', "Read the API key's actor ID."),
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
  already_purchased: own('/certsvc/v1/purchases', "the actor's purchases"),
  key_limit_reached: get(
    '/api/v1/auth/nonce?purpose=revoke',
    'Get a message to sign with the wallet; POST /certsvc/v1/auth/keys/revoke then revokes keys without an API key.',
  ),
  token_limit_reached: own('/api/v1/certsvc/dev/tokens', "the account's tokens"),
  wallet_limit_reached: own('/api/v1/certsvc/dev/wallets', "the account's wallets"),
  new_owner_limit: own('/certsvc/v1/submissions?state=IN_REVIEW', 'your reviews in progress'),
  draft_limit_reached: own('/api/v1/certsvc/dev/drafts', "the account's drafts"),
  storage_quota_reached: own('/api/v1/certsvc/dev/drafts', "the account's drafts"),
  plugin_limit_reached: own('/certsvc/v1/plugins', "the actor's plugins"),
  ticket_limit_reached: own('/api/v1/certsvc/dev/support/tickets', "the account's tickets"),
  webhook_limit_reached: own('/api/v1/certsvc/dev/webhooks', 'your webhooks'),
  unknown_intent_type: get('/api/v1/intents/types', 'See every intent type with its params, cost and preconditions.'),
  payer_not_linked: LINK_STEP,
  terms_not_accepted: TERMS,
  terms_required: TERMS,
  terms_changed: TERMS,
  readers_changed: get('/api/v1/certsvc/dev/catalog', 'See the list of models that read submissions.'),
  since_too_old: get('/.well-known/skill-store', 'Load the whole feed.'),
  wallet_mismatch: get('/api/v1/me', "Read the credential's wallet."),
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
