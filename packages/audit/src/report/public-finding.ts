import type { Finding } from '../model.ts';

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
