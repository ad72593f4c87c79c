import type { EventKind } from './events.ts';
import type { CertificateId } from './ids.ts';
import type { CertificateStatus, StatusReason } from './wire/certificate.ts';

type Deprecation = Extract<StatusReason, 'NEWER_VERSION' | 'OWNER_DEPRECATED'>;

/** The part of a certificate that can change after issuance. */
export type CertificateState = {
  readonly status: CertificateStatus;
  readonly statusReason: StatusReason | null;
  readonly revoked: boolean;
  /** Newest certificate of the same skill. */
  readonly supersededBy: CertificateId | null;
  /** Why the certificate was deprecated. Kept during a suspension: a deprecated certificate never becomes APPROVED again. */
  readonly deprecatedFor: Deprecation | null;
  /** A person suspended the certificate. Automatic checks do not reinstate it; only a person does. */
  readonly heldByPerson: boolean;
};

export const ISSUED: CertificateState = {
  status: 'APPROVED',
  statusReason: null,
  revoked: false,
  supersededBy: null,
  deprecatedFor: null,
  heldByPerson: false,
};

/** What can happen to a certificate. */
export type CertificateTrigger =
  | { readonly kind: 'newer_version_certified'; readonly certificateId: CertificateId }
  | { readonly kind: 'owner_deprecates' }
  | { readonly kind: 'flag_confirmed'; readonly by: 'round' | 'person' }
  | { readonly kind: 're_audit_failed' }
  | { readonly kind: 're_audit_passed' }
  | { readonly kind: 'person_lifts' }
  | { readonly kind: 'operator_suspends' }
  | { readonly kind: 'operator_revokes' };

/**
 * `changed`: a new status and the event that announces it. `noted`: the status stays, other fields change.
 * `unchanged`: the trigger has no effect. `refused`: the state does not allow the request.
 */
export type Transition =
  | { readonly kind: 'changed'; readonly state: CertificateState; readonly event: EventKind }
  | { readonly kind: 'noted'; readonly state: CertificateState }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly because: 'certificate_wrong_state' };

const UNCHANGED: Transition = { kind: 'unchanged' };
const REFUSED: Transition = { kind: 'refused', because: 'certificate_wrong_state' };

export function decideTransition(state: CertificateState, trigger: CertificateTrigger): Transition {
  switch (trigger.kind) {
    case 'newer_version_certified':
      return supersede(state, trigger.certificateId);
    case 'owner_deprecates':
      return state.status === 'APPROVED' ? deprecate(state, 'OWNER_DEPRECATED') : REFUSED;
    case 'flag_confirmed':
      return trigger.by === 'person' ? hold(state, 'FLAG_CONFIRMED') : suspendUnless(state, 'FLAG_CONFIRMED');
    case 're_audit_failed':
      return suspendUnless(state, 'RE_AUDIT_FAILED');
    case 'operator_suspends':
      return isHeld(state) ? REFUSED : hold(state, 'PLATFORM_DETERMINATION');
    case 're_audit_passed':
      return state.status === 'SUSPENDED' && !isHeld(state) ? reinstate(state) : UNCHANGED;
    case 'person_lifts':
      return state.status === 'SUSPENDED' && !state.revoked ? reinstate(state) : UNCHANGED;
    case 'operator_revokes':
      return state.revoked ? REFUSED : revoke(state);
    default:
      return unreachable(trigger);
  }
}

function supersede(state: CertificateState, by: CertificateId): Transition {
  const superseded = { ...state, supersededBy: by };
  if (state.status === 'APPROVED') return deprecate(superseded, 'NEWER_VERSION');
  return { kind: 'noted', state: { ...superseded, deprecatedFor: state.deprecatedFor ?? 'NEWER_VERSION' } };
}

const deprecate = (state: CertificateState, reason: Deprecation): Transition => ({
  kind: 'changed',
  state: { ...state, status: 'DEPRECATED', statusReason: reason, deprecatedFor: reason },
  event: 'certificate.deprecated',
});

/** Only a person can reinstate a held certificate. */
const isHeld = ({ revoked, heldByPerson }: CertificateState): boolean => revoked || heldByPerson;

const suspend = (state: CertificateState, reason: StatusReason): Transition => ({
  kind: 'changed',
  state: { ...state, status: 'SUSPENDED', statusReason: reason },
  event: 'certificate.suspended',
});

const suspendUnless = (state: CertificateState, reason: StatusReason): Transition =>
  state.status === 'SUSPENDED' ? UNCHANGED : suspend(state, reason);

/** A hold by a person also applies to a certificate that is already suspended automatically. */
function hold(state: CertificateState, reason: StatusReason): Transition {
  if (isHeld(state)) return UNCHANGED;
  const held = { ...state, heldByPerson: true };
  return state.status === 'SUSPENDED' ? { kind: 'noted', state: held } : suspend(held, reason);
}

const reinstate = (state: CertificateState): Transition => ({
  kind: 'changed',
  state: {
    ...state,
    status: state.deprecatedFor ? 'DEPRECATED' : 'APPROVED',
    statusReason: state.deprecatedFor,
    heldByPerson: false,
  },
  event: 'certificate.reinstated',
});

const revoke = (state: CertificateState): Transition => ({
  kind: 'changed',
  state: { ...state, status: 'SUSPENDED', statusReason: 'REVOKED', revoked: true },
  event: 'certificate.revoked',
});

function unreachable(trigger: never): never {
  throw new TypeError(`Unknown trigger ${JSON.stringify(trigger)}`);
}
