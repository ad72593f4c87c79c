import { type Reason, reason } from './reasons.ts';
import type { VerifyRecord } from './record.ts';
import { LEVELS, READERS, type Reader, RISKS, type RiskLevel, type SecurityLevel } from './shape.ts';
import type { Verification } from './verifier.ts';

export type Decision = 'allow' | 'ask' | 'deny';

/** The policy of an agent's owner. Every member has a default; an empty policy is strict. */
export type GuardPolicy = {
  /** Runs up to this level. Default LOW. */
  readonly allowUpTo?: SecurityLevel;
  /** Asks a person up to this level and denies above it. Default MEDIUM. */
  readonly askUpTo?: SecurityLevel;
  readonly maxSandboxRiskLevel?: RiskLevel;
  /** The minimum reader of the instructions. Default NONE. */
  readonly readBy?: Reader;
  /** The decision without such a reader. Default: ask. */
  readonly onUnread?: 'ask' | 'deny';
  /** The decision when open flags are the only objection. Default deny, because the service then says not valid. */
  readonly onFlags?: 'ask' | 'deny';
  /** The decision without a reliable answer. Default deny. */
  readonly onUnreachable?: 'ask' | 'deny';
  readonly maxAgeDays?: number;
  readonly allowedCapabilities?: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly requireCommitBinding?: boolean;
  readonly requireAnchor?: boolean;
};

export type Guarded = {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  readonly warnings: readonly Reason[];
  readonly verification: Verification;
};

type Objection = { readonly decision: 'ask' | 'deny'; readonly reason: Reason };
const object = (decision: 'ask' | 'deny', code: Reason['code'], detail: string): Objection => ({
  decision,
  reason: reason(code, detail),
});

/** Pure: the strictest objection wins. Without objections the decision is allow. */
export function decideGuard(verification: Verification, policy: GuardPolicy, now: number): Guarded {
  const objections = listObjections(verification, policy, now);
  const decision = objections.some((each) => each.decision === 'deny')
    ? 'deny'
    : objections.length > 0
      ? 'ask'
      : 'allow';
  return { decision, reasons: objections.map((each) => each.reason), warnings: verification.warnings, verification };
}

function listObjections(verification: Verification, policy: GuardPolicy, now: number): Objection[] {
  const { outcome, record, reasons } = verification;
  if (outcome === 'undecidable' || record === null) {
    const decision = outcome === 'undecidable' ? (policy.onUnreachable ?? 'deny') : 'deny';
    return stated(reasons).map((each) => ({ decision, reason: each }));
  }
  const refusal =
    outcome === 'valid' && verification.valid
      ? []
      : stated(reasons).map((each): Objection => ({ decision: refuse(verification, policy), reason: each }));
  return [...refusal, ...weighRecord(record, policy, now)];
}

/** An invalid subject never runs, even without a stated reason. */
const stated = (reasons: readonly Reason[]): readonly Reason[] =>
  reasons.length > 0 ? reasons : [reason('not_valid', 'It is not valid, and no reason was given.')];

/** Open flags on an approved certificate are a suspicion; every other refusal is a fact. */
function refuse({ record, reasons }: Verification, policy: GuardPolicy): 'ask' | 'deny' {
  const isOnlyFlagged =
    record?.status === 'APPROVED' && record.activeFlagCount > 0 && reasons.every(({ code }) => code === 'not_valid');
  return isOnlyFlagged ? (policy.onFlags ?? 'deny') : 'deny';
}

const rank = <T extends string>(scale: readonly T[], value: T): number => scale.indexOf(value);

function weighRecord(record: VerifyRecord, policy: GuardPolicy, now: number): Objection[] {
  return [
    ...weighLevels(record, policy),
    ...weighReaders(record, policy),
    ...weighReach(record, policy),
    ...weighOrigin(record, policy, now),
  ];
}

function weighLevels({ securityLevel, sandboxRiskLevel }: VerifyRecord, policy: GuardPolicy): Objection[] {
  const { allowUpTo = 'LOW', askUpTo = 'MEDIUM', maxSandboxRiskLevel = 'HIGH' } = policy;
  const level = rank(LEVELS, securityLevel);
  const found: Objection[] = [];
  if (level > rank(LEVELS, allowUpTo)) {
    const decision = level > rank(LEVELS, askUpTo) ? 'deny' : 'ask';
    found.push(
      object(decision, 'level_above_policy', `Its risk level is ${securityLevel}; up to ${allowUpTo} is allowed.`),
    );
  }
  if (rank(RISKS, sandboxRiskLevel) > rank(RISKS, maxSandboxRiskLevel)) {
    found.push(
      object(
        'deny',
        'sandbox_above_policy',
        `Its sandbox risk level is ${sandboxRiskLevel}; up to ${maxSandboxRiskLevel} is allowed.`,
      ),
    );
  }
  return found;
}

function weighReaders(
  { instructionsReadBy = 'NONE' }: VerifyRecord,
  { readBy = 'NONE', onUnread = 'ask' }: GuardPolicy,
): Objection[] {
  if (rank(READERS, instructionsReadBy) >= rank(READERS, readBy)) return [];
  return [
    object(onUnread, 'not_read', `Its instructions were read by ${instructionsReadBy}; the policy requires ${readBy}.`),
  ];
}

function weighReach({ manifest }: VerifyRecord, { allowedCapabilities, allowedHosts }: GuardPolicy): Objection[] {
  const capabilities = listOf(manifest.capabilities).filter(
    (name) => allowedCapabilities && !allowedCapabilities.includes(name),
  );
  const calls = [...listOf(manifest.externalCalls), ...listOf(manifest.declaredEndpoints)];
  const hosts = calls.map(toHost).filter((host) => allowedHosts && !allowedHosts.includes(host));
  return [
    ...capabilities.map((name) =>
      object('deny', 'capability_not_allowed', `It has the capability ${name}, which the policy does not allow.`),
    ),
    ...[...new Set(hosts)].map((host) =>
      object('deny', 'host_not_allowed', `It calls ${host}, which the policy does not allow.`),
    ),
  ];
}

/** Text that is not a URL counts as a host that no list contains. */
const toHost = (text: string): string => (URL.canParse(text) ? new URL(text).hostname : text);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const DAY_MS = 86_400_000;

function weighOrigin(record: VerifyRecord, policy: GuardPolicy, now: number): Objection[] {
  const found: Objection[] = [];
  const ageDays = (now - Date.parse(record.certificateIssuedAt)) / DAY_MS;
  if (policy.maxAgeDays !== undefined && !(ageDays <= policy.maxAgeDays)) {
    found.push(
      object('deny', 'too_old', `Its age in days is ${Math.floor(ageDays)}; the maximum is ${policy.maxAgeDays}.`),
    );
  }
  if (policy.requireCommitBinding && record.source.binding !== 'COMMIT') {
    found.push(object('deny', 'not_bound_to_commit', 'It is not bound to a commit.'));
  }
  if (policy.requireAnchor && record.onChain?.committed !== true) {
    found.push(object('deny', 'not_anchored', 'It is not anchored on the registry contract.'));
  }
  return found;
}
