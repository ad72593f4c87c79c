import { rangeOf, toOriginal } from '../decode/view.ts';
import { isDemotable, type Reading, settledContext } from '../discourse/index.ts';
import {
  CONFIDENCES,
  type DemotedFinding,
  type Discourse,
  type Finding,
  type RawFinding,
  type Rule,
  type Severity,
  type Span,
} from '../model.ts';
import { evidenceOf, matchedText } from '../report/evidence.ts';
import { fingerprintOf } from '../report/seal.ts';
import { decideSeverity, rankOf } from './severity.policy.ts';
import { isProven, type JudgedFinding } from './verdict.policy.ts';

/** A rule's answer together with the rule. */
export type Hit = { readonly rule: Rule; readonly raw: RawFinding };

type Judged = {
  readonly live: readonly (JudgedFinding & { readonly at: Span })[];
  readonly demoted: readonly DemotedFinding[];
  /** Rules with more findings than are shown, and how many more. */
  readonly cut: readonly string[];
};

const FINDINGS_PER_RULE_MAX = 50;

const CODE_FAMILIES = new Set(['code-taint', 'supply-chain', 'sandbox', 'contract']);

/** Gives every hit its context and severity, and sets aside what is only talked about. */
export function judgeHits(hits: readonly Hit[], classify: (span: Span) => Reading): Judged {
  const live = new Map<string, JudgedFinding & { at: Span }>();
  const demoted = new Map<string, DemotedFinding>();
  const ordinals = new Map<string, number>();
  for (const hit of hits) {
    const reading = hit.raw.wasSeen === true ? toSeen(classify(hit.raw.at)) : classify(hit.raw.at);
    const finding = toFinding(hit, reading);
    const place = `${finding.ruleId} ${finding.file} ${finding.range.startLine}:${finding.range.startCol}-${finding.range.endLine}:${finding.range.endCol}`;
    const because = reasonsToDemote(hit, reading);
    if (because.length > 0) demoted.set(place, { ...withFingerprint(finding, hit.raw.at, ordinals), because });
    else if (isStronger(finding, live.get(place)))
      live.set(place, { ...withFingerprint(finding, hit.raw.at, ordinals), at: hit.raw.at });
  }
  const { kept, cut } = capPerRule([...live.values()].sort(inReportOrder));
  return {
    live: kept,
    cut,
    demoted: [...demoted.values()].filter((one) => !live.has(placeOf(one))).sort(inReportOrder),
  };
}

/**
 * What happened when it was run has no words around it that could excuse it, and its place is only the first line of
 * what ran. That nothing leads to a sample still counts.
 */
const toSeen = (reading: Reading): Reading =>
  reading.context === 'fixture'
    ? { ...reading, live: 'executable' }
    : { context: 'executable', signals: [], live: 'executable' };

/** The worst of each rule stay, and those that decide the verdict, however many stand before them; the rest become a count. */
export function capPerRule<F extends JudgedFinding>(findings: readonly F[]): { kept: F[]; cut: string[] } {
  const counts = new Map<string, number>();
  const proven = new Map<string, number>();
  const next = (counter: Map<string, number>, ruleId: string): number => {
    const count = (counter.get(ruleId) ?? 0) + 1;
    counter.set(ruleId, count);
    return count;
  };
  const kept = findings.filter((finding) => {
    const isShown = next(counts, finding.ruleId) <= FINDINGS_PER_RULE_MAX;
    return isShown || (isProven(finding) && next(proven, finding.ruleId) <= FINDINGS_PER_RULE_MAX);
  });
  const cut = [...counts]
    .filter(([, count]) => count > FINDINGS_PER_RULE_MAX)
    .map(([ruleId, count]) => `${ruleId}: ${count - FINDINGS_PER_RULE_MAX} more findings`);
  return { kept, cut: cut.sort() };
}

const placeOf = ({ ruleId, file, range }: Finding): string =>
  `${ruleId} ${file} ${range.startLine}:${range.startCol}-${range.endLine}:${range.endCol}`;

const isStronger = (finding: Finding, other: Finding | undefined): boolean =>
  other === undefined ||
  rankOf(finding.severity) > rankOf(other.severity) ||
  (finding.severity === other.severity &&
    CONFIDENCES.indexOf(finding.confidence) > CONFIDENCES.indexOf(other.confidence));

function reasonsToDemote({ rule, raw }: Hit, reading: Reading): string[] {
  const severity = raw.severity ?? rule.severity;
  if (raw.breaksIntegrity === true || raw.leavesUndecided === true || raw.isUnread === true) return [];
  if (isDemotable(reading, severity))
    return [reading.context, ...reading.signals.map(({ family, name }) => `${family}: ${name}`)];
  const context = settledContext(reading, severity);
  return rule.contexts.includes(context) ? [] : [`not applicable to ${context} text`];
}

function toFinding({ rule, raw }: Hit, reading: Reading): JudgedFinding {
  const base = raw.severity ?? rule.severity;
  const context = isDemotable(reading, base) ? reading.context : settledContext(reading, base);
  const original = toOriginal(raw.at);
  return {
    ruleId: rule.id,
    title: rule.title,
    category: rule.category,
    severity: raw.isUnread === true ? base : severityOf(rule, raw, base, context),
    confidence: raw.confidence,
    nature: rule.nature,
    basis: rule.category === 'COR' ? 'chain' : 'static',
    file: original.view.file,
    range: rangeOf(raw.at),
    layers: [...raw.at.view.layers],
    context,
    evidence: evidenceOf(raw.at, raw.evidence),
    why: raw.note === undefined ? rule.why : `${raw.note} ${rule.why}`,
    fix: rule.fix,
    references: [...rule.references],
    related: (raw.related ?? []).map(({ at, role }) => ({ file: at.view.file, range: rangeOf(at), role })),
    fingerprint: '',
    isUnreviewedExecution: raw.isUnreviewedExecution === true,
    isUnread: raw.isUnread === true,
    breaksIntegrity: raw.breaksIntegrity === true,
    leavesUndecided: raw.leavesUndecided === true,
  };
}

const severityOf = (rule: Rule, raw: RawFinding, severity: Severity, context: Discourse): Severity =>
  decideSeverity({
    severity,
    confidence: raw.confidence,
    context,
    modifiers: raw.modifiers ?? [],
    isCodeRule: CODE_FAMILIES.has(rule.family),
  });

function withFingerprint(finding: JudgedFinding, at: Span, ordinals: Map<string, number>): JudgedFinding {
  const matched = matchedText(at);
  const key = `${finding.ruleId}\0${finding.file}\0${matched}`;
  const ordinal = ordinals.get(key) ?? 0;
  ordinals.set(key, ordinal + 1);
  return { ...finding, fingerprint: fingerprintOf(finding.ruleId, finding.file, matched, ordinal) };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const inReportOrder = (a: Finding, b: Finding): number =>
  rankOf(b.severity) - rankOf(a.severity) ||
  byText(a.file, b.file) ||
  a.range.startLine - b.range.startLine ||
  a.range.startCol - b.range.startCol ||
  byText(a.ruleId, b.ruleId) ||
  byText(a.fingerprint, b.fingerprint);

/** Only the report's own fields: what the judge kept beside them stays inside. */
export const toPublicFinding = (finding: Finding): Finding => ({
  ruleId: finding.ruleId,
  title: finding.title,
  category: finding.category,
  severity: finding.severity,
  confidence: finding.confidence,
  nature: finding.nature,
  basis: finding.basis,
  file: finding.file,
  range: finding.range,
  layers: finding.layers,
  context: finding.context,
  evidence: finding.evidence,
  why: finding.why,
  fix: finding.fix,
  references: finding.references,
  related: finding.related,
  fingerprint: finding.fingerprint,
  ...(finding.exploit === undefined ? {} : { exploit: finding.exploit }),
});
