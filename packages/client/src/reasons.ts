/** Why something is refused or cannot be decided. The list is open at the end: a code never changes its meaning. */
export type ReasonCode =
  | 'not_valid' // the service answered, and said no
  | 'not_found' // no certificate
  | 'flagged'
  | 'unreachable'
  | 'timeout'
  | 'redirected'
  | 'bad_answer' // malformed, or contradicts itself
  | 'stale_answer'
  | 'wrong_certificate' // the answer is about another certificate than the one asked for
  | 'certificate_replaced' // sealed facts differ from those of the first verification
  | 'status_changed'
  | 'changed_file'
  | 'missing_file'
  | 'extra_file'
  | 'unreadable_file'
  | 'wrong_digest'
  | 'entry_only' // the digest of the entry file of a product that has other files
  | 'wrong_type' // a skill under a certificate of something else
  | 'level_above_policy'
  | 'sandbox_above_policy'
  | 'not_read' // the reader that the policy requires has not read the instructions
  | 'too_old'
  | 'capability_not_allowed'
  | 'host_not_allowed'
  | 'not_anchored'
  | 'not_bound_to_commit'
  | 'feed_signature'
  | 'feed_expired'
  | 'feed_rollback'
  | 'feed_incomplete'
  | 'feed_malformed'
  | 'trust_root'
  | 'statement_signature'
  | 'statement_mismatch'
  | 'proof_malformed'
  | 'log_signature' // the checkpoint, or the key that signed it
  | 'log_origin'
  | 'log_witnesses' // fewer than the policy asks for
  | 'log_inclusion'
  | 'log_leaf'
  | 'log_inconsistent' // rolled back, rewritten, or two trees for two readers
  | 'status_token'
  | 'status_too_old'
  | 'chain_mismatch'
  | 'not_in_registry'
  | 'request_refused'
  | 'installer_metadata' // a warning: an installer added fields to SKILL.md
  | 'unchecked_files'; // a warning: files that belong to git lie in the folder, and their content was not compared

export type Reason = { readonly code: ReasonCode; readonly detail: string };

export const reason = (code: ReasonCode, detail: string): Reason => ({ code, detail });

/** What a service found wrong with one value of a request. */
export type FieldError = { readonly pointer: string; readonly detail: string };

type ErrorOptions = { readonly problem?: string; readonly status?: number; readonly cause?: unknown };

/** Thrown where there is no answer to return; `reasons` says the same as a refused verification would. */
export class AssayError extends Error {
  override readonly name = 'AssayError';
  readonly code: ReasonCode;
  /** The service's problem code, where it gave one. */
  readonly problem: string | undefined;
  readonly status: number | undefined;
  constructor(code: ReasonCode, detail: string, options: ErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.problem = options.problem;
    this.status = options.status;
  }
  get reason(): Reason {
    return { code: this.code, detail: this.message };
  }
}

/** The service answered with a problem: `problem` is its code, `errors` the values that it refused. */
export class ServiceError extends AssayError {
  declare readonly status: number;
  /** What the operator of the service finds this request by. */
  readonly requestId: string | undefined;
  readonly errors: readonly FieldError[];
  constructor(
    code: ReasonCode,
    detail: string,
    options: ErrorOptions & {
      readonly status: number;
      readonly requestId?: string;
      readonly errors?: readonly FieldError[];
    },
  ) {
    super(code, detail, options);
    this.requestId = options.requestId;
    this.errors = options.errors ?? [];
  }
}

/** No answer came: `url` is the address of the service, `cause` what the platform said. */
export class NetworkError extends AssayError {
  readonly url: string;
  constructor(
    code: 'unreachable' | 'timeout',
    detail: string,
    options: { readonly url: string; readonly cause: unknown },
  ) {
    super(code, detail, options);
    this.url = options.url;
  }
}
