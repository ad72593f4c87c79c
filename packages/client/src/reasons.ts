/** Why a subject is refused or undecidable. Codes may be added; a code never changes its meaning. */
export type ReasonCode =
  | 'not_valid' // the service answered no
  | 'not_found' // no certificate
  | 'flagged'
  | 'unreachable'
  | 'timeout'
  | 'redirected'
  | 'bad_answer' // malformed, or contradicts itself
  | 'stale_answer'
  | 'wrong_certificate' // the answer is for another certificate than the requested one
  | 'certificate_replaced' // sealed facts differ from the first verification
  | 'status_changed'
  | 'changed_file'
  | 'missing_file'
  | 'extra_file'
  | 'unreadable_file'
  | 'wrong_digest'
  | 'entry_only' // the digest of an entry file whose product has other files
  | 'wrong_type' // a skill with a certificate for another product type
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
  | 'log_witnesses' // fewer than the policy requires
  | 'log_inclusion'
  | 'log_leaf'
  | 'log_inconsistent' // rolled back, rewritten, or two trees for two readers
  | 'status_token'
  | 'status_too_old'
  | 'chain_mismatch'
  | 'not_in_registry'
  | 'request_refused'
  | 'installer_metadata' // a warning: an installer added fields to SKILL.md
  | 'unchecked_files'; // a warning: the folder contains files of git whose content was not compared

export type Reason = { readonly code: ReasonCode; readonly detail: string };

export const reason = (code: ReasonCode, detail: string): Reason => ({ code, detail });

/** The service's error for one value of a request. */
export type FieldError = { readonly pointer: string; readonly detail: string };

type ErrorOptions = { readonly problem?: string; readonly status?: number; readonly cause?: unknown };

/** Thrown when no answer can be returned. `reasons` has the same content as a refused verification. */
export class AssayError extends Error {
  override readonly name = 'AssayError';
  readonly code: ReasonCode;
  /** The service's problem code, if it sent one. */
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

/** The service answered with a problem: `problem` is its code, `errors` the rejected values. */
export class ServiceError extends AssayError {
  declare readonly status: number;
  /** The id by which the service's operator finds this request. */
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

/** No answer was received: `url` is the address of the service, `cause` the platform's error. */
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
