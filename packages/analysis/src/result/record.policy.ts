import type { Finding } from '../types/index.ts';
import { type EvidenceClass, evidenceClassOf, isEntry } from './evidence-class.ts';
import { RECORD, type RuleRecord } from './record.data.ts';

/** Rules that go by what sentences say. In the open they warn: what a sentence means is for a model or a person. */
const SPOKEN: ReadonlySet<string> = new Set([
  'PI-01',
  'PI-02',
  'PI-08',
  'PI-09',
  'PI-10',
  'EXF-04',
  'EXF-05',
  'SOC-04',
]);
const OUT_OF_SIGHT: ReadonlySet<EvidenceClass> = new Set(['hidden', 'decoded']);

const byKey = new Map(RECORD.map((row) => [`${row.rule} ${row.evidence}`, row]));

export const recordOf = (ruleId: string, evidence: EvidenceClass): RuleRecord | undefined =>
  byKey.get(`${ruleId} ${evidence}`);

/** Blocking is earned: by the record where there is one; without one, sentences in the open and samples do not block. */
export function mayRuleBlock(ruleId: string, evidence: EvidenceClass): boolean {
  const row = recordOf(ruleId, evidence);
  if (row !== undefined) return row.mayBlock;
  return evidence !== 'sample' && (!SPOKEN.has(ruleId) || OUT_OF_SIGHT.has(evidence));
}

/** A key that is sent to a stranger is no sample in any document: people run what a readme shows, too. */
const isTheft = ({ ruleId, severity }: Finding): boolean => ruleId === 'EXF-01' && severity === 'CRITICAL';

/** What takes keys away, runs what nobody saw, hides or deceives is meant for whoever reads, on whichever page. */
const ON_ANY_PAGE: ReadonlySet<string> = new Set(['EXF', 'COR', 'HID', 'PI', 'SOC', 'SUP', 'AGY']);

/**
 * Commands on a page besides the entry are a manual: how a disk is wiped, a host entered or a watch ended is what people look up there, and
 * how a tool of somebody else is installed.
 */
const isManual = ({ category, severity, file }: Finding, evidence: EvidenceClass): boolean =>
  (evidence === 'command' || evidence === 'words') &&
  !isEntry(file) &&
  !ON_ANY_PAGE.has(category) &&
  (severity !== 'CRITICAL' || category !== 'EXE');

export function mayBlock(finding: Finding): boolean {
  const evidence = evidenceClassOf(finding);
  if (isManual(finding, evidence)) return false;
  const isShown = evidence === 'sample' && isTheft(finding);
  return mayRuleBlock(finding.ruleId, isShown ? 'command' : evidence);
}
