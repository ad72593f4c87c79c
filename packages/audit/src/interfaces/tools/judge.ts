import { rangeOf, toOriginal } from '@assay/analysis/bundle/decode/view';
import { evidenceOf, matchedText } from '@assay/analysis/result/evidence';
import { kindOf } from '@assay/analysis/result/finding-kind.policy';
import { capPerRule, inReportOrder } from '@assay/analysis/result/findings';
import { fingerprintOf } from '@assay/analysis/result/seal';
import { isAtLeast, rankOf } from '@assay/analysis/result/severity.policy';
import type { JudgedFinding } from '@assay/analysis/result/verdict.policy';
import type { Severity } from '@assay/analysis/types';
import type { ToolHit, ToolRule } from './rule.ts';

export type RuledHit = { readonly rule: ToolRule; readonly hit: ToolHit };

/** The agent receives a list unchanged, so there is no context to weigh. Uncertain findings stay below HIGH. */
export function judgeTools(hits: readonly RuledHit[]): { findings: JudgedFinding[]; cut: string[] } {
  const ordinals = new Map<string, number>();
  const byPlace = new Map<string, JudgedFinding>();
  for (const { rule, hit } of hits) {
    const { file } = toOriginal(hit.at).view;
    const range = rangeOf(hit.at);
    const place = `${rule.id} ${file} ${range.startLine}:${range.startCol}`;
    const severity = severityOf(rule, hit);
    const context = hit.isHidden === true ? 'hidden' : 'directive';
    const known = byPlace.get(place);
    if (known !== undefined && rankOf(known.severity) >= rankOf(severity)) continue;
    const matched = matchedText(hit.at);
    const key = `${rule.id}\0${file}\0${matched}`;
    const ordinal = ordinals.get(key) ?? 0;
    ordinals.set(key, ordinal + 1);
    byPlace.set(place, {
      kind: kindOf({ kind: rule.kind ?? 'PROOF', severity, confidence: hit.confidence, context }),
      ruleId: rule.id,
      title: rule.title,
      category: rule.category,
      severity,
      confidence: hit.confidence,
      nature: rule.nature,
      basis: 'static',
      file,
      range,
      layers: [...hit.at.view.layers],
      context,
      evidence: evidenceOf(hit.at),
      why: hit.note === undefined ? rule.why : `${hit.note} ${rule.why}`,
      fix: rule.fix,
      references: [...rule.references],
      related: (hit.related ?? []).map(({ at, role }) => ({ file: at.view.file, range: rangeOf(at), role })),
      fingerprint: fingerprintOf(rule.id, file, matched, ordinal),
      isUnread: false,
      breaksIntegrity: false,
      leavesUndecided: hit.leavesUndecided === true,
    });
  }
  const { kept, cut } = capPerRule([...byPlace.values()].sort(inReportOrder));
  return { findings: kept, cut };
}

function severityOf(rule: ToolRule, { severity = rule.severity, confidence }: ToolHit): Severity {
  return confidence === 'tentative' && isAtLeast(severity, 'HIGH') ? 'MEDIUM' : severity;
}
