import { z } from 'zod';

/** One error in a request. `pointer` is a JSON Pointer into the body, or a path such as `/query/limit`. */
export const FieldError = z.object({ pointer: z.string(), detail: z.string() }).meta({ id: 'FieldError' });
export type FieldError = z.infer<typeof FieldError>;

type JsonMembers = Readonly<Record<string, unknown>>;
type Definition = {
  readonly status: number;
  /** What happened and what to do about it. */
  readonly text: (data: never) => string;
  /** Members that this code always adds to its document. */
  readonly members?: (data: never) => JsonMembers;
};

type Max = { max: number };
type UnknownParameters = { readonly unknown: readonly string[]; readonly known: readonly string[] };
/** Maximum length of a caller-supplied name in a message. */
const NAME_SHOWN_MAX = 64;
type Because = { reason: string };
type InState = { state: string };
type SuspendedContent = { certificateId: string; statusReason: string };
type UnknownIntent = { type: string; types: readonly string[] };
const MARK_MINOR = 1_000_000n;
/** Messages state marks with a comma at the thousands. The members of the problem stay in minor units. */
function inMarks(minor: string): string {
  if (!/^\d{1,38}$/.test(minor)) return minor;
  const [whole, rest] = [BigInt(minor) / MARK_MINOR, BigInt(minor) % MARK_MINOR];
  const grouped = whole.toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === 0n ? grouped : `${grouped}.${rest.toString().padStart(6, '0').replace(/0+$/, '')}`;
}
type Shortfall = { needed: string; available: string };

/** Every problem code of the service. A code is permanent: its meaning may be refined, never changed. */
export const problems = {
  // 400
  malformed_request: { status: 400, text: (d: Because) => `The request cannot be read: ${d.reason}.` },
  idempotency_key_required: {
    status: 400,
    text: () => 'Send an Idempotency-Key header, so that a repeated request is not charged twice.',
  },
  unsupported_payment_method: { status: 400, text: () => 'The only supported payment method is x402.' },
  multiple_payment_headers: { status: 400, text: () => 'Send exactly one payment header.' },
  payment_malformed: { status: 400, text: (d: Because) => `The payment header cannot be read: ${d.reason}.` },
  // 401
  unauthenticated: { status: 401, text: () => 'Send a valid credential: Authorization: Bearer <token>.' },
  token_expired: { status: 401, text: () => 'This token has expired or was revoked. Log in again.' },
  signature_invalid: {
    status: 401,
    text: () => 'The signature is not from this wallet, or it signs a different text.',
  },
  nonce_invalid: { status: 401, text: () => 'The nonce is unknown, used or expired. Request a new one.' },
  code_invalid: { status: 401, text: () => 'The code is wrong.' },
  // 402
  payment_required: { status: 402, text: (d: { price: string }) => `Pay ${d.price} and send the same request again.` },
  payment_mismatch: {
    status: 402,
    text: () => 'The payment differs from the payment terms. The current terms are in the response.',
  },
  payment_invalid: {
    status: 402,
    text: (d: { invalidReason: string }) => `The payment was rejected: ${d.invalidReason}.`,
    members: (d: { invalidReason: string }) => ({ invalidReason: d.invalidReason }),
  },
  payment_settlement_failed: { status: 402, text: () => 'The payment could not be settled. Nothing was charged.' },
  // 403
  wrong_plane: { status: 403, text: () => 'This credential is valid, but not for this type of route.' },
  role_required: {
    status: 403,
    text: (d: { role: string }) => `This operation requires an operator with the role ${d.role}.`,
    members: (d: { role: string }) => ({ role: d.role }),
  },
  actor_not_owned: { status: 403, text: () => 'This actor belongs to another key.' },
  wallet_mismatch: { status: 403, text: () => 'The wallet in the body is not the wallet of the credential.' },
  wallet_blocked: { status: 403, text: () => 'This wallet is blocked. Contact support.' },
  flag_own_certificate: { status: 403, text: () => 'The owner of a certificate cannot flag it. Deprecate it instead.' },
  flagging_suspended: {
    status: 403,
    text: () => 'Three flags filed by this wallet were dismissed, so it cannot file flags for now. Try again later.',
  },
  terms_required: {
    status: 403,
    text: (d: { version: string }) => `Accept the terms of this service (version ${d.version}) before you submit.`,
  },
  not_certificate_owner: { status: 403, text: () => 'Only the owner of the certificate can do this.' },
  own_listing: { status: 403, text: () => 'You cannot buy your own product.' },
  payer_not_linked: { status: 403, text: () => 'The paying wallet is not linked. Link it or add its signature.' },
  licence_suspended: { status: 403, text: () => 'The review licence of this actor is suspended.' },
  origin_not_allowed: {
    status: 403,
    text: () => 'Pages from other origins cannot call this route. Call it from a program.',
  },
  topic_forbidden: {
    status: 403,
    text: (d: { topic: string }) => `This credential does not give access to the topic ${d.topic}.`,
  },
  sign_in_refused: { status: 403, text: (d: Because) => `The sign-in was refused: ${d.reason}.` },
  // 404
  sign_in_disabled: { status: 404, text: () => 'No sign-in provider is configured. Use an operator key.' },
  route_not_found: { status: 404, text: () => 'No route has this path.' },
  method_not_found: { status: 404, text: (d: { method: string }) => `There is no RPC method ${d.method}.` },
  certificate_not_found: { status: 404, text: () => 'No certificate has this id.' },
  digest_not_found: { status: 404, text: () => 'No certificate covers content with this digest.' },
  artifact_not_offered: { status: 404, text: () => 'The owner does not allow redistribution of this bundle.' },
  round_not_found: { status: 404, text: () => 'No completed round has this id.' },
  wallet_not_found: { status: 404, text: () => 'The service has no record of this wallet.' },
  submission_not_found: { status: 404, text: () => 'You have no submission with this id.' },
  draft_not_found: { status: 404, text: () => 'You have no draft with this id.' },
  quote_not_found: { status: 404, text: () => 'You have no quote with this id.' },
  payment_intent_not_found: { status: 404, text: () => 'You have no payment intent with this id.' },
  transaction_not_found: { status: 404, text: () => 'The chain has no transaction with this hash.' },
  listing_not_found: { status: 404, text: () => 'No listing has this id.' },
  purchase_not_found: { status: 404, text: () => 'You have no purchase with this id.' },
  plugin_not_found: { status: 404, text: () => 'No plugin has this id.' },
  assignment_not_found: { status: 404, text: () => 'You have no assignment with this id.' },
  validator_not_found: { status: 404, text: () => 'This actor is not a validator. Activate it first.' },
  report_not_found: { status: 404, text: () => 'No abuse report has this id and receipt.' },
  flag_not_found: { status: 404, text: () => 'You have no flag with this id.' },
  ticket_not_found: { status: 404, text: () => 'You have no ticket with this id.' },
  webhook_not_found: { status: 404, text: () => 'You have no webhook with this id.' },
  key_not_found: { status: 404, text: () => 'You have no API key with this id.' },
  token_not_found: { status: 404, text: () => 'You have no token with this id.' },
  actor_not_found: { status: 404, text: () => 'No actor has this id.' },
  city_not_found: { status: 404, text: () => 'No city has this id.' },
  business_not_found: { status: 404, text: () => 'No business has this id.' },
  proposal_not_found: { status: 404, text: () => 'No proposal has this id.' },
  intent_not_found: { status: 404, text: () => 'You have no intent with this id.' },
  world_wrong_state: { status: 409, text: (d: InState) => `The world is ${d.state}.` },
  world_fork_not_found: { status: 404, text: () => 'No fork of the world has this id.' },
  analysis_not_found: { status: 404, text: () => 'No analysis has this id. An analysis is kept for one day.' },
  tick_not_found: { status: 404, text: () => 'The world has not reached this tick.' },
  operator_proposal_not_found: { status: 404, text: () => 'No operator proposal has this id.' },
  operator_not_found: { status: 404, text: () => 'No operator has this name.' },
  queue_item_not_found: { status: 404, text: () => 'The queue has no item with this id.' },
  tile_not_found: { status: 404, text: () => 'No published tree contains this tile.' },
  leaf_not_found: { status: 404, text: () => 'The log has no leaf with this index.' },
  status_list_not_found: { status: 404, text: () => 'No status list has this number.' },
  outbox_item_not_found: { status: 404, text: () => 'The outbox has no item with this id.' },
  // 405
  method_not_allowed: {
    status: 405,
    text: () => 'This path does not support this method. The Allow header lists the supported methods.',
  },
  // 409
  report_limit_reached: {
    status: 409,
    text: (d: Max) => `${d.max} reports about this certificate are already waiting for a decision. Try again later.`,
  },
  appeal_not_allowed: {
    status: 409,
    text: () =>
      'This decision cannot be appealed: it is not against you, was already appealed, or is older than 14 days.',
  },
  terms_changed: {
    status: 409,
    text: (d: { version: string }) => `The terms have changed. Read and accept version ${d.version}.`,
  },
  readers_changed: {
    status: 409,
    text: () =>
      'The models that read submissions have changed. Read the list in the catalog and send its readersSha256. Nothing was charged.',
  },
  idempotency_in_flight: {
    status: 409,
    text: () => 'The first request with this key is still being processed. Try again soon.',
  },
  payment_already_used: { status: 409, text: () => 'This payment was already used for another purchase.' },
  payment_identifier_conflict: {
    status: 409,
    text: () => 'This payment identifier was already used with another payload.',
  },
  payment_intent_wrong_state: { status: 409, text: (d: InState) => `The payment intent is ${d.state}.` },
  already_certified: {
    status: 409,
    text: (d: { certificateId: string }) => `These bytes are already certified: ${d.certificateId}.`,
    members: (d: { certificateId: string }) => ({ certificateId: d.certificateId }),
  },
  already_rejected: {
    status: 409,
    text: (d: { submissionId: string }) =>
      `Submission ${d.submissionId} with the same bytes was rejected. Change the content before you submit again.`,
    members: (d: { submissionId: string }) => ({ submissionId: d.submissionId }),
  },
  content_suspended: {
    status: 409,
    text: (d: SuspendedContent) =>
      `Certificate ${d.certificateId} for the same content is suspended (${d.statusReason}). Changing the name, front ` +
      'matter or white space does not help. Fix the content and submit it again. The owner can also request a re-audit.',
    members: (d: SuspendedContent) => ({ certificateId: d.certificateId, statusReason: d.statusReason }),
  },
  submission_in_progress: {
    status: 409,
    text: (d: { submissionId: string }) => `These bytes are being reviewed in submission ${d.submissionId}.`,
    members: (d: { submissionId: string }) => ({ submissionId: d.submissionId }),
  },
  certificate_wrong_state: { status: 409, text: (d: InState) => `The certificate is ${d.state}.` },
  certificate_not_valid: { status: 409, text: () => 'The certificate is not currently valid.' },
  certificate_not_flaggable: { status: 409, text: () => 'A suspended certificate cannot be flagged.' },
  certificate_revoked: { status: 409, text: () => 'A revoked certificate cannot be changed.' },
  re_audit_not_allowed: { status: 409, text: () => 'Only a suspended certificate can be audited again.' },
  flag_already_open: { status: 409, text: () => 'This wallet already has an undecided flag on this certificate.' },
  flag_wrong_state: { status: 409, text: (d: InState) => `The flag is ${d.state}.` },
  dispute_not_allowed: { status: 409, text: () => 'Only a rejection from the last 14 days can be disputed.' },
  dispute_exists: { status: 409, text: () => 'This submission was already disputed. Only one dispute is possible.' },
  intervention_not_allowed: { status: 409, text: () => 'Human review cannot be requested in this state.' },
  intervention_exists: { status: 409, text: () => 'Human review was already requested.' },
  draft_revision_conflict: {
    status: 409,
    text: (d: { revision: number }) => `The draft is now at revision ${d.revision}. Read it again.`,
    members: (d: { revision: number }) => ({ revision: d.revision }),
  },
  draft_submitted: { status: 409, text: () => 'The draft was submitted and can no longer be changed.' },
  draft_not_quoted: { status: 409, text: () => 'Request a quote for this draft first.' },
  open_submissions: {
    status: 409,
    text: () => 'The account has submissions under review. Wait until they are decided.',
  },
  wallet_taken: { status: 409, text: () => 'This wallet belongs to another account.' },
  wallet_in_use: { status: 409, text: () => 'This is the primary wallet, or it has an open payment.' },
  offer_barred: {
    status: 409,
    text: () =>
      'An operator withdrew the listings of this certificate. To read the decision and appeal, use GET /certsvc/v1/abuse-reports.',
  },
  listing_exists: { status: 409, text: () => 'This certificate is already listed.' },
  listing_wrong_state: { status: 409, text: (d: InState) => `The listing is ${d.state}.` },
  artifact_required: {
    status: 409,
    text: () =>
      'This product can be sold with delivery ARTIFACT only if it was submitted with redistribution ARTIFACT.',
  },
  bundle_changed: {
    status: 409,
    text: () => 'The stored bundle differs from the certified bundle, so it cannot be sold or downloaded.',
  },
  purchase_refunded: { status: 409, text: () => 'This licence was refunded. Buy the product again to download it.' },
  refund_not_possible: {
    status: 409,
    text: ({ because }: { because: string }) => `This purchase cannot be refunded: ${because}.`,
  },
  already_purchased: { status: 409, text: () => 'You have already bought this product.' },
  price_above_max: {
    status: 409,
    text: (d: { price: string }) => `The price is now ${inMarks(d.price)} marks, which is above your maximum.`,
  },
  insufficient_funds: {
    status: 409,
    text: (d: Shortfall) => `This operation needs ${inMarks(d.needed)} marks; ${inMarks(d.available)} are available.`,
  },
  plugin_wrong_state: { status: 409, text: (d: InState) => `The plugin is ${d.state}.` },
  plugin_not_author: { status: 409, text: () => 'A purchased copy cannot be changed or published.' },
  plugin_not_published: { status: 409, text: () => 'This plugin is not for sale.' },
  plugin_already_equipped: { status: 409, text: () => 'This plugin is already in another slot.' },
  plugin_conflict: { status: 409, text: () => 'A SKILL+API plugin cannot be combined with SKILL or API plugins.' },
  validator_wrong_state: { status: 409, text: (d: InState) => `The validator is ${d.state}.` },
  assignments_open: { status: 409, text: () => 'You have open assignments. Finish them first.' },
  requirements_not_met: {
    status: 409,
    text: (d: { missing: readonly string[] }) =>
      `Requirements not met: ${d.missing.join(', ')}. GET /certsvc/v1/activation-requirements lists each requirement with your current value.`,
    members: (d: { missing: readonly string[] }) => ({ missing: d.missing }),
  },
  assignment_wrong_state: { status: 409, text: (d: InState) => `The assignment is ${d.state}.` },
  intent_wrong_state: { status: 409, text: (d: InState) => `The intent is ${d.state}.` },
  proposal_wrong_state: { status: 409, text: (d: InState) => `The proposal is ${d.state}.` },
  policy_guard: { status: 409, text: (d: Because) => `A policy guard rejected the request: ${d.reason}.` },
  no_builder: { status: 409, text: () => 'No construction business in this city can build these homes.' },
  actor_frozen: { status: 409, text: () => 'The actor is frozen.' },
  queue_item_decided: { status: 409, text: () => 'This item was already decided.' },
  outbox_wrong_state: {
    status: 409,
    text: (d: InState) => `The item is ${d.state}. Only a FAILED item can be retried.`,
  },
  two_person_rule: { status: 409, text: (d: Because) => `Two-person rule: ${d.reason}.` },
  proposal_not_open: { status: 409, text: (d: InState) => `The proposal is ${d.state}.` },
  operator_limit_reached: {
    status: 409,
    text: (d: Max) => `There can be at most ${d.max} operators. Remove one first.`,
  },
  operator_exists: {
    status: 409,
    text: () => 'Another operator has or had this name, or signs in with this value. Choose a different one.',
  },
  key_limit_reached: {
    status: 409,
    text: (d: Max) =>
      `This wallet has ${d.max} active keys, which is the maximum. Revoke one with DELETE /api/v1/auth/keys/:id, or without a key ` +
      'by signing the text of GET /api/v1/auth/nonce?purpose=revoke and sending it to POST /certsvc/v1/auth/keys/revoke.',
  },
  token_limit_reached: { status: 409, text: (d: Max) => `You can have at most ${d.max} tokens. Delete one first.` },
  wallet_limit_reached: { status: 409, text: (d: Max) => `You can link at most ${d.max} wallets. Remove one first.` },
  new_owner_limit: {
    status: 409,
    text: (d: Max) =>
      `Until your first certificate you can have at most ${d.max} reviews in progress. Wait for a decision.`,
  },
  draft_limit_reached: { status: 409, text: (d: Max) => `You can have at most ${d.max} drafts. Delete one first.` },
  plugin_limit_reached: { status: 409, text: (d: Max) => `You can have at most ${d.max} plugins. Delete one first.` },
  ticket_limit_reached: {
    status: 409,
    text: (d: Max) => `You can have at most ${d.max} open tickets. Close one first.`,
  },
  webhook_limit_reached: { status: 409, text: (d: Max) => `You can have at most ${d.max} webhooks. Delete one first.` },
  intent_queue_full: {
    status: 409,
    text: (d: Max) => `An actor can have at most ${d.max} queued intents. Try again later.`,
  },
  login_pending: { status: 409, text: () => 'This login is not approved yet. Try again in a few seconds.' },
  // 410
  code_expired: {
    status: 410,
    text: (d: { isUsed: boolean }) => `The code ${d.isUsed ? 'was already used' : 'has expired'}. Request a new one.`,
  },
  quote_expired: { status: 410, text: () => 'The quote has expired. Request a new one.' },
  window_closed: { status: 410, text: () => 'The time window for this step has closed.' },
  cursor_expired: { status: 410, text: () => 'The cursor is too old. Start again from the first page.' },
  since_too_old: { status: 410, text: () => 'There have been too many changes since then. Load the whole feed.' },
  // 408, 413, 415
  request_timeout: {
    status: 408,
    text: (d: { seconds: number }) => `The request did not arrive in full within ${d.seconds} seconds. Send it again.`,
  },
  body_too_large: { status: 413, text: () => 'The body is larger than this route allows.' },
  unsupported_media_type: { status: 415, text: () => 'Send the body as application/json.' },
  // 422
  validation_failed: {
    status: 422,
    text: (d: { errors: readonly FieldError[] }) =>
      d.errors.length === 1 ? 'One value is invalid.' : `${d.errors.length} values are invalid.`,
    members: (d: { errors: readonly FieldError[] }) => ({ errors: d.errors }),
  },
  unknown_parameter: {
    status: 422,
    text: (d: UnknownParameters) =>
      `Unknown query parameter${d.unknown.length === 1 ? '' : 's'}: ${d.unknown.map((name) => JSON.stringify(name.slice(0, NAME_SHOWN_MAX))).join(', ')}. ${
        d.known.length === 0 ? 'This operation takes no query parameters.' : `Known parameters: ${d.known.join(', ')}.`
      }`,
    members: (d: UnknownParameters) => ({ known: d.known }),
  },
  entry_empty: {
    status: 422,
    text: (d: { entry: string }) => `The main file "${d.entry}" has no text below its front matter. Add text first.`,
  },
  product_type_unavailable: {
    status: 422,
    text: (d: { productType: string }) => `Product type ${d.productType} is not reviewed on this deployment.`,
  },
  idempotency_key_reused: { status: 422, text: () => 'This Idempotency-Key was already used with another body.' },
  siwe_invalid: { status: 422, text: (d: Because) => `The sign-in message is invalid: ${d.reason}.` },
  terms_not_accepted: { status: 422, text: () => 'To create an account, send acceptTerms: true.' },
  source_url_unsupported: { status: 422, text: (d: Because) => `This source URL cannot be used: ${d.reason}.` },
  source_not_found: {
    status: 422,
    text: (d: Because) => `The source was not found: ${d.reason}`,
    members: (d: Because) => ({ reason: d.reason }),
  },
  source_too_large: {
    status: 422,
    text: (d: { maxBytes: number }) => `The source is larger than ${d.maxBytes} bytes.`,
  },
  source_mismatch: { status: 422, text: () => 'The content in the body differs from the content at the URL.' },
  deployed_code_differs: {
    status: 422,
    text: (d: Because) => `The deployed code does not match this source: ${d.reason}`,
    members: (d: Because) => ({ reason: d.reason }),
  },
  bundle_rejected: { status: 422, text: (d: Because) => `The bundle breaks an intake rule: ${d.reason}.` },
  plugin_invalid: { status: 422, text: (d: Because) => `The plugin cannot be used: ${d.reason}.` },
  commitment_mismatch: { status: 422, text: () => 'The hash of the revealed verdict does not match the commitment.' },
  webhook_url_unsupported: {
    status: 422,
    text: (d: Because) => `This address cannot be used for a webhook: ${d.reason}.`,
  },
  unknown_intent_type: {
    status: 422,
    text: (d: UnknownIntent) =>
      `No intent type is called ${d.type}. \`types\` lists the existing types; GET /api/v1/intents/types describes them.`,
    members: (d: UnknownIntent) => ({ types: d.types }),
  },
  source_not_allowed: { status: 422, text: () => 'Callers cannot submit intents with this source.' },
  transfer_mismatch: { status: 422, text: (d: Because) => `The transfer does not pay for this intent: ${d.reason}.` },
  // 429
  rate_limited: {
    status: 429,
    text: (d: { retryAfterSeconds: number }) => `Too many requests. Try again in ${d.retryAfterSeconds} s.`,
  },
  fork_limit_reached: {
    status: 429,
    text: (d: { limit: 'waiting' | 'day'; max: number; retryAfterSeconds: number }) =>
      d.limit === 'waiting'
        ? `At most ${d.max} of your forks can be queued or running. Try again when one is done.`
        : `You can start at most ${d.max} forks in 24 hours. Try again in ${d.retryAfterSeconds} s.`,
    members: (d: { limit: 'waiting' | 'day'; max: number; retryAfterSeconds: number }) => ({
      limit: d.limit,
      max: d.max,
    }),
  },
  storage_quota_reached: {
    status: 429,
    text: (d: { bytesMax: number; bytesKept: number }) =>
      `Your drafts and validated bundles use ${d.bytesKept} of ${d.bytesMax} bytes, and this request would exceed the limit. Delete drafts, ` +
      'submit the validated bundles, or wait until they expire.',
    members: (d: { bytesMax: number; bytesKept: number }) => ({ bytesMax: d.bytesMax, bytesKept: d.bytesKept }),
  },
  too_many_streams: { status: 429, text: (d: Max) => `You can have at most ${d.max} open streams. Close one first.` },
  // 5xx
  internal_error: {
    status: 500,
    text: () => 'Internal error, logged under this request ID. Retry later. If you contact support, include this ID.',
  },
  source_unavailable: { status: 502, text: () => 'The source returned an unexpected response. Try again later.' },
  chain_unavailable: { status: 502, text: () => 'The chain is not responding. Try again later.' },
  facilitator_unavailable: {
    status: 502,
    text: () => 'The payment facilitator is not responding. Nothing was charged.',
  },
  unavailable: { status: 503, text: () => 'The service is temporarily unavailable. Try again soon.' },
  no_reader: {
    status: 503,
    text: () => 'This service has neither a model nor an operator to read your submission. Nothing was charged.',
  },
  status_stale: {
    status: 503,
    text: () => 'The live status is temporarily unavailable. Treat the certificate as not valid.',
  },
  log_not_published: {
    status: 503,
    text: () => 'The log has no published checkpoint yet. Try again in a few seconds.',
  },
  leaf_not_covered: {
    status: 503,
    text: () => 'No published checkpoint covers this leaf yet. Try again in a few seconds.',
  },
  payment_pending: { status: 503, text: () => 'The payment is being settled. Send the same request again soon.' },
  admin_disabled: { status: 503, text: () => 'This deployment has no administrative key.' },
  dev_mode_only: { status: 503, text: () => 'This operation is available only in development mode.' },
  world_paused: { status: 503, text: () => 'The world is paused.' },
  source_timeout: { status: 504, text: () => 'The source did not respond in time. Try again later.' },
  storage_full: {
    status: 507,
    text: () => 'The storage for drafts and validated bundles is full. Try again later; nothing was charged.',
  },
} as const satisfies Record<string, Definition>;

export type ProblemCode = keyof typeof problems;
type Table = typeof problems;
export type ProblemStatus<Code extends ProblemCode = ProblemCode> = Table[Code]['status'];

/** The data that the `text` of this code needs; `undefined` for codes without data. */
export type ProblemData<Code extends ProblemCode> = Code extends ProblemCode
  ? Parameters<Table[Code]['text']> extends [infer Data]
    ? Data
    : undefined
  : never;

/** Codes that any route may answer, and those that any authenticated route may answer in addition. */
export const COMMON_PROBLEMS = [
  'malformed_request',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'unknown_parameter',
  'rate_limited',
  'internal_error',
  'unavailable',
] as const satisfies readonly ProblemCode[];
export const CREDENTIAL_PROBLEMS = [
  'unauthenticated',
  'token_expired',
  'wrong_plane',
] as const satisfies readonly ProblemCode[];

/** `members` are added to the document. They can never replace standard members. */
type ProblemOptions = { readonly cause?: unknown; readonly members?: JsonMembers };
type ProblemArguments<Code extends ProblemCode> = [ProblemData<Code>] extends [undefined]
  ? [data?: undefined, options?: ProblemOptions]
  : [data: ProblemData<Code>, options?: ProblemOptions];

/** A problem with a stable code. Services throw it; only the HTTP layer maps it to a status. */
export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
  readonly code: Code;
  readonly data: ProblemData<Code>;
  readonly status: ProblemStatus<Code>;
  readonly members: JsonMembers;

  constructor(code: Code, ...args: ProblemArguments<Code>);
  constructor(code: Code, data?: ProblemData<Code>, options: ProblemOptions = {}) {
    const definition: Definition = problems[code];
    const typed = data as never; // the overload ties `data` to the code; the table's common type cannot express that
    super(definition.text(typed), 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'Problem';
    this.code = code;
    this.data = data as ProblemData<Code>;
    this.status = problems[code].status;
    this.members = { ...definition.members?.(typed), ...options.members };
  }
}

/** Narrows a caught value to one code and so to the type of its data. */
export function isProblem<Code extends ProblemCode>(error: unknown, code: Code): error is Problem<Code> {
  return error instanceof Problem && error.code === code;
}

/** Titles of codes whose words alone are not an idiomatic title. */
const TITLES: Partial<Record<ProblemCode, string>> = {
  admin_disabled: 'Administration disabled',
  artifact_required: 'Redistribution of the artifact required',
  deployed_code_differs: 'Deployed code differs from the source',
  dev_mode_only: 'Available only in development mode',
  entry_empty: 'Main file empty',
  flag_own_certificate: 'Own certificate cannot be flagged',
  idempotency_in_flight: 'First request still in progress',
  leaf_not_covered: 'Leaf not yet covered by a checkpoint',
  new_owner_limit: 'Limit for new owners reached',
  no_builder: 'No construction business available',
  no_reader: 'No model or operator available',
  offer_barred: 'Listing withdrawn by an operator',
  outbox_wrong_state: 'Outbox item in the wrong state',
  own_listing: 'Own listing cannot be bought',
  plugin_not_author: 'Not the author of the plugin',
  policy_guard: 'Rejected by a policy guard',
  price_above_max: 'Price above the maximum',
  re_audit_not_allowed: 'Re-audit not allowed',
  sign_in_disabled: 'Sign-in disabled',
  sign_in_refused: 'Sign-in refused',
  since_too_old: 'Start of the feed too old',
  siwe_invalid: 'Sign-in message invalid',
  source_url_unsupported: 'Source URL unsupported',
  two_person_rule: 'Two-person rule',
  wallet_taken: 'Wallet belongs to another account',
  webhook_url_unsupported: 'Webhook URL unsupported',
  wrong_plane: 'Wrong type of credential',
};

/** The title of a code: `certificate_not_found` becomes "Certificate not found". */
export function problemTitle(code: ProblemCode): string {
  const words = TITLES[code] ?? code.replace(/_wrong_state$/, '_in_the_wrong_state').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
