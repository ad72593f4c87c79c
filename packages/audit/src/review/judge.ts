import { rangeOf, toOriginal } from '@assay/analysis/bundle/decode/view';
import { isDemotable, type Reading, settledContext } from '@assay/analysis/prose/discourse/index';
import { evidenceOf, matchedText } from '@assay/analysis/result/evidence';
import { capHint, kindOf } from '@assay/analysis/result/finding-kind.policy';
import { capPerRule, inReportOrder } from '@assay/analysis/result/findings';
import { fingerprintOf } from '@assay/analysis/result/seal';
import { decideSeverity, rankOf } from '@assay/analysis/result/severity.policy';
import type { JudgedFinding } from '@assay/analysis/result/verdict.policy';
import {
  CONFIDENCES,
  type DemotedFinding,
  type Finding,
  type RawFinding,
  type Rule,
  type Span,
} from '@assay/analysis/types';

/** A raw finding with its rule. */
export type Hit = { readonly rule: Rule; readonly raw: RawFinding };

/** A finding with the sandbox evidence that its rule needs. */
type SkillFinding = JudgedFinding & { readonly reproducedBy: Rule['reproducedBy'] };

type Judged = {
  readonly live: readonly SkillFinding[];
  readonly demoted: readonly DemotedFinding[];
  /** Rules with more findings than the limit, and the number of omitted findings. */
  readonly cut: readonly string[];
};

/** Assigns context and severity to every hit, and demotes hits in text that only mentions the behaviour. */
export function judgeHits(hits: readonly Hit[], classify: (span: Span) => Reading): Judged {
  const live = new Map<string, SkillFinding>();
  const demoted = new Map<string, DemotedFinding>();
  const ordinals = new Map<string, number>();
  for (const hit of hits) {
    const reading = hit.raw.wasSeen === true ? toSeen(classify(hit.raw.at)) : classify(hit.raw.at);
    const finding = toFinding(hit, reading);
    const place = `${finding.ruleId} ${finding.file} ${finding.range.startLine}:${finding.range.startCol}-${finding.range.endLine}:${finding.range.endCol}`;
    const because = reasonsToDemote(hit, reading);
    if (because.length > 0) demoted.set(place, { ...withFingerprint(finding, hit.raw.at, ordinals), because });
    else if (isStronger(finding, live.get(place)))
      live.set(place, {
        ...withFingerprint(finding, hit.raw.at, ordinals),
        reproducedBy: hit.rule.reproducedBy,
      });
  }
  const { kept, cut } = capPerRule([...live.values()].sort(inReportOrder));
  return {
    live: kept,
    cut,
    demoted: [...demoted.values()].filter((one) => !live.has(placeOf(one))).sort(inReportOrder),
  };
}

/**
 * An observed act has no surrounding words that could excuse it: its place is only the first line of the unit. A
 * fixture keeps its context, because nothing references it.
 */
const toSeen = (reading: Reading): Reading =>
  reading.context === 'fixture'
    ? { ...reading, live: 'executable' }
    : { context: 'executable', signals: [], live: 'executable' };

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
  const { confidence } = raw;
  const stated = raw.isUnread === true ? base : decideSeverity({ severity: base, confidence, context });
  const kind = kindOf({ kind: rule.kind, severity: stated, confidence, context });
  return {
    kind,
    ruleId: rule.id,
    title: rule.title,
    category: rule.category,
    severity: capHint(kind, stated),
    confidence,
    nature: rule.nature,
    basis: 'static',
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
    isUnread: raw.isUnread === true,
    breaksIntegrity: raw.breaksIntegrity === true,
    leavesUndecided: raw.leavesUndecided === true,
  };
}

function withFingerprint(finding: JudgedFinding, at: Span, ordinals: Map<string, number>): JudgedFinding {
  const matched = matchedText(at);
  const key = `${finding.ruleId}\0${finding.file}\0${matched}`;
  const ordinal = ordinals.get(key) ?? 0;
  ordinals.set(key, ordinal + 1);
  return { ...finding, fingerprint: fingerprintOf(finding.ruleId, finding.file, matched, ordinal) };
}
