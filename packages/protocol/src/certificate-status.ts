import type { EventKind } from './events.ts';
import type { CertificateId } from './ids.ts';
import type { CertificateStatus, StatusReason } from './wire/certificate.ts';

type Deprecation = Extract<StatusReason, 'NEWER_VERSION' | 'OWNER_DEPRECATED'>;

/**
 * One cause of a suspension. `id` names the flag or the abuse report. A cause that a person decided is lifted by a person only.
 * A report is about the right to publish, not about the bytes, so no re-audit lifts it.
 */
export type SuspensionCause = {
  readonly kind: 'FLAG' | 'RE_AUDIT' | 'OPERATOR' | 'REPORT';
  readonly id: string | null;
  readonly byPerson: boolean;
  /** RFC 3339, UTC. */
  readonly since: string;
};

/** The part of a certificate that can change after issuance. */
export type CertificateState = {
  readonly status: CertificateStatus;
  readonly statusReason: StatusReason | null;
  readonly revoked: boolean;
  /** Newest certificate of the same skill. */
  readonly supersededBy: CertificateId | null;
  /** Why the certificate was deprecated. Kept during a suspension: a deprecated certificate never becomes APPROVED again. */
  readonly deprecatedFor: Deprecation | null;
  /** Every cause that is in force, oldest first. The certificate stays suspended while one is left. */
  readonly suspensionCauses: readonly SuspensionCause[];
  /** Whether a person decided one of the causes. Automatic checks do not reinstate the certificate then; only a person does. */
  readonly heldByPerson: boolean;
};

export const ISSUED: CertificateState = {
  status: 'APPROVED',
  statusReason: null,
  revoked: false,
  supersededBy: null,
  deprecatedFor: null,
  suspensionCauses: [],
  heldByPerson: false,
};

/** What can happen to a certificate. `at` is the time of a new cause, `startedAt` the start of the round that passed. */
export type CertificateTrigger =
  | { readonly kind: 'newer_version_certified'; readonly certificateId: CertificateId }
  | { readonly kind: 'owner_deprecates' }
  | { readonly kind: 'flag_confirmed'; readonly flagId: string; readonly by: 'round' | 'person'; readonly at: Date }
  | { readonly kind: 're_audit_failed'; readonly at: Date }
  | { readonly kind: 're_audit_passed'; readonly by: 'council' | 'operator'; readonly startedAt: Date }
  | { readonly kind: 'report_upheld'; readonly reportId: string; readonly at: Date }
  | { readonly kind: 'report_overturned'; readonly reportId: string }
  | { readonly kind: 'operator_suspends'; readonly at: Date }
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
      return addCause(state, newCause('FLAG', trigger.flagId, trigger.by === 'person', trigger.at));
    case 're_audit_failed':
      return addCause(state, newCause('RE_AUDIT', null, false, trigger.at));
    case 'operator_suspends':
      return hasOperatorCause(state) ? REFUSED : addCause(state, newCause('OPERATOR', null, true, trigger.at));
    case 'report_upheld':
      return addCause(state, newCause('REPORT', trigger.reportId, true, trigger.at));
    case 're_audit_passed':
      return keepCauses(state, (cause) => outlivesReAudit(cause, trigger));
    case 'report_overturned':
      return keepCauses(state, ({ kind, id }) => kind !== 'REPORT' || id !== trigger.reportId);
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

const REASONS: Readonly<Record<SuspensionCause['kind'], StatusReason>> = {
  FLAG: 'FLAG_CONFIRMED',
  RE_AUDIT: 'RE_AUDIT_FAILED',
  OPERATOR: 'PLATFORM_DETERMINATION',
  REPORT: 'PLATFORM_DETERMINATION',
};

const newCause = (kind: SuspensionCause['kind'], id: string | null, byPerson: boolean, at: Date): SuspensionCause => ({
  kind,
  id,
  byPerson,
  since: at.toISOString(),
});

/** Written by an earlier version while both versions run. Only an operator's re-audit lifts it. */
const UNLISTED: SuspensionCause = { kind: 'OPERATOR', id: null, byPerson: true, since: new Date(0).toISOString() };

const causesOf = ({ status, revoked, suspensionCauses }: CertificateState): readonly SuspensionCause[] =>
  status === 'SUSPENDED' && !revoked && suspensionCauses.length === 0 ? [UNLISTED] : suspensionCauses;

const hasOperatorCause = (state: CertificateState): boolean =>
  state.revoked || causesOf(state).some(({ kind }) => kind === 'OPERATOR');

/** Whether the bytes of the certificate are already known to be defective. */
export const isSuspendedForDefect = ({ suspensionCauses }: Pick<CertificateState, 'suspensionCauses'>): boolean =>
  suspensionCauses.some(({ kind }) => kind === 'FLAG' || kind === 'RE_AUDIT');

type ReAuditPassed = Extract<CertificateTrigger, { readonly kind: 're_audit_passed' }>;
/** A round examined only what was known when it started. */
const outlivesReAudit = ({ kind, byPerson, since }: SuspensionCause, { by, startedAt }: ReAuditPassed): boolean =>
  kind === 'REPORT' || new Date(since) > startedAt || (byPerson && by !== 'operator');

function addCause(state: CertificateState, cause: SuspensionCause): Transition {
  const causes = causesOf(state);
  const isSame = ({ kind, id, byPerson }: SuspensionCause) =>
    kind === cause.kind && id === cause.id && byPerson === cause.byPerson;
  return state.revoked || causes.some(isSame) ? UNCHANGED : setCauses(state, [...causes, cause]);
}

function keepCauses(state: CertificateState, isKept: (cause: SuspensionCause) => boolean): Transition {
  const causes = causesOf(state);
  const kept = causes.filter(isKept);
  return state.revoked || kept.length === causes.length ? UNCHANGED : setCauses(state, kept);
}

/** The oldest cause gives the reason. A changed reason is announced like a suspension. No cause reinstates the certificate. */
function setCauses(state: CertificateState, causes: readonly SuspensionCause[]): Transition {
  const [oldest] = causes;
  if (oldest === undefined) return reinstate(state);
  const statusReason = REASONS[oldest.kind];
  const heldByPerson = causes.some(({ byPerson }) => byPerson);
  const next: CertificateState = {
    ...state,
    status: 'SUSPENDED',
    statusReason,
    suspensionCauses: causes,
    heldByPerson,
  };
  const isSilent = state.status === 'SUSPENDED' && state.statusReason === statusReason;
  return isSilent ? { kind: 'noted', state: next } : { kind: 'changed', state: next, event: 'certificate.suspended' };
}

const reinstate = (state: CertificateState): Transition => ({
  kind: 'changed',
  state: {
    ...state,
    status: state.deprecatedFor ? 'DEPRECATED' : 'APPROVED',
    statusReason: state.deprecatedFor,
    suspensionCauses: [],
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
