import {
  type EngineFinding,
  type EngineReport,
  type FlagSeverity,
  SEVERITIES,
  type VerdictValue,
} from '@assay/protocol';

export type TriageFacts = {
  readonly verdict: VerdictValue;
  /** Undefined if the engine never completed a review and an operator decided without it. */
  readonly report: Pick<EngineReport, 'findings' | 'blocking'> | undefined;
  readonly isAboutSealedBytes: boolean;
  readonly needsPerson: boolean;
};

type FlagOutcome =
  | { readonly kind: 'confirm'; readonly severity: FlagSeverity | undefined; readonly reason: string }
  | { readonly kind: 'dismiss'; readonly reason: string }
  | { readonly kind: 'person' };

const SHOWN_FINDINGS = 3;
const SAFE_AGAIN =
  'The certified bytes were reviewed again with the current rules and are safe, and the evidence names no place in them.';
const UNSAFE_NOW = 'The certified bytes were reviewed again with the current rules and are unsafe';

/** The outcome of one open flag after a decided round about the certified bytes. */
export function decideFlag({ verdict, report, isAboutSealedBytes, needsPerson }: TriageFacts): FlagOutcome {
  if (!isAboutSealedBytes) return { kind: 'person' };
  if (verdict === 'UNSAFE') return { kind: 'confirm', ...toGravity(report) };
  return needsPerson ? { kind: 'person' } : { kind: 'dismiss', reason: SAFE_AGAIN };
}

/** The blocking findings give the severity. Where only votes decided, all findings do. */
function toGravity(report: TriageFacts['report']): { severity: FlagSeverity | undefined; reason: string } {
  const findings = report === undefined ? [] : decisive(report);
  const [worst] = findings.toSorted((one, other) => rank(other) - rank(one));
  if (worst === undefined) return { severity: undefined, reason: `${UNSAFE_NOW}.` };
  const named = findings.slice(0, SHOWN_FINDINGS).map(({ ruleId, title }) => `${title} (${ruleId})`);
  return {
    severity: worst.severity === 'INFO' ? 'LOW' : worst.severity,
    reason: `${UNSAFE_NOW}: ${[...new Set(named)].join('; ')}.`,
  };
}

function decisive({ findings, blocking }: Pick<EngineReport, 'findings' | 'blocking'>): readonly EngineFinding[] {
  const blocked = new Set(blocking.flatMap(({ fingerprints }) => fingerprints));
  return blocked.size === 0 ? findings : findings.filter(({ fingerprint }) => blocked.has(fingerprint));
}

const rank = ({ severity }: EngineFinding): number => SEVERITIES.indexOf(severity);
