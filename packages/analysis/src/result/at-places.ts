import { createViewIds, rangeOf, rootView } from '../bundle/decode/view.ts';
import type { Confidence, RuleInfo, Severity, View } from '../types/index.ts';
import { evidenceOf, matchedText } from './evidence.ts';
import { capHint, kindOf } from './finding-kind.policy.ts';
import { capPerRule, inReportOrder } from './findings.ts';
import { fingerprintOf } from './seal.ts';
import { isAtLeast, rankOf } from './severity.policy.ts';
import type { JudgedFinding } from './verdict.policy.ts';

export type Place = { readonly file: string; readonly start: number; readonly end: number };

/** A detector's hit at one place. */
export type PlacedHit = {
  readonly at: Place;
  readonly confidence: Confidence;
  /** Overrides the rule's severity, in cases that `blindTo` names. */
  readonly severity?: Severity;
  readonly note?: string;
  readonly related?: readonly { readonly at: Place; readonly role: string }[];
  /** Contract and function to call in order to reproduce the finding. */
  readonly entry?: { readonly contract: string; readonly fn: string };
};

export type RuledHit = {
  readonly rule: RuleInfo;
  readonly hit: PlacedHit;
  readonly leavesUndecided?: boolean;
  readonly breaksIntegrity?: boolean;
};

export type JudgedHit = JudgedFinding & { readonly entry: PlacedHit['entry'] };

/** Findings in files without a discourse context to weigh. A tentative finding stays below HIGH. */
export function judgeAtPlaces(
  hits: readonly RuledHit[],
  textOf: (file: string) => string,
): { findings: JudgedHit[]; cut: string[] } {
  const ids = createViewIds();
  const views = new Map<string, View>();
  const spanOf = ({ file, start, end }: Place) => {
    const view = views.get(file) ?? rootView(ids, file, textOf(file));
    views.set(file, view);
    return { view, start: Math.min(start, view.text.length), end: Math.min(Math.max(end, start), view.text.length) };
  };
  const ordinals = new Map<string, number>();
  const byPlace = new Map<string, JudgedHit>();
  for (const { rule, hit, leavesUndecided = false, breaksIntegrity = false } of hits) {
    const span = spanOf(hit.at);
    const range = rangeOf(span);
    const place = `${rule.id} ${hit.at.file} ${range.startLine}:${range.startCol}`;
    const stated = severityOf(rule, hit);
    const { confidence } = hit;
    const kind = kindOf({ kind: rule.kind ?? 'PROOF', severity: stated, confidence, context: 'executable' });
    const severity = capHint(kind, stated);
    const known = byPlace.get(place);
    if (known !== undefined && rankOf(known.severity) >= rankOf(severity)) continue;
    const matched = matchedText(span);
    const key = `${rule.id}\0${hit.at.file}\0${matched}`;
    const ordinal = ordinals.get(key) ?? 0;
    ordinals.set(key, ordinal + 1);
    byPlace.set(place, {
      kind,
      ruleId: rule.id,
      title: rule.title,
      category: rule.category,
      severity,
      confidence,
      nature: rule.nature,
      basis: 'static',
      file: hit.at.file,
      range,
      layers: [],
      context: 'executable',
      evidence: evidenceOf(span),
      why: hit.note === undefined ? rule.why : `${hit.note} ${rule.why}`,
      fix: rule.fix,
      references: [...rule.references],
      related: (hit.related ?? []).map(({ at, role }) => ({ file: at.file, range: rangeOf(spanOf(at)), role })),
      fingerprint: fingerprintOf(rule.id, hit.at.file, matched, ordinal),
      isUnread: false,
      breaksIntegrity,
      leavesUndecided,
      entry: hit.entry,
    });
  }
  const { kept, cut } = capPerRule([...byPlace.values()].sort(inReportOrder));
  return { findings: kept, cut };
}

function severityOf(rule: RuleInfo, { severity = rule.severity, confidence }: PlacedHit): Severity {
  return confidence === 'tentative' && isAtLeast(severity, 'HIGH') ? 'MEDIUM' : severity;
}
