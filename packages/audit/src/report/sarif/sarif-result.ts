import type { DemotedFinding, Finding, Related } from '@assay/analysis/types/report';
import type { Range } from '@assay/analysis/types/view';
import { type SarifLocation, type SarifResult, type SarifSuppression, SOURCE_ROOT } from './sarif-log.ts';
import { LEVEL_OF } from './sarif-rule.ts';

/** A finding that a user suppressed, with the stated reason. */
export type SuppressedFinding = Finding & { readonly justification: string };

type Place = { readonly root: string; readonly ruleIndex: number };

export const toResult = (finding: Finding, place: Place): SarifResult => ({
  ruleId: finding.ruleId,
  ruleIndex: place.ruleIndex,
  level: LEVEL_OF[finding.severity],
  message: { text: toMessage(`${finding.title}. ${finding.why}`) },
  locations: [toLocation(place.root, finding.file, finding.range, finding.evidence)],
  // One run can contain the same file in two products.
  partialFingerprints: {
    'assay/v1': finding.fingerprint,
    'assay/v2': `${finding.fingerprint}:${toUri(place.root, '')}`,
  },
  ...toStages(finding, place.root),
  properties: {
    severity: finding.severity,
    confidence: finding.confidence,
    nature: finding.nature,
    basis: finding.basis,
    context: finding.context,
    layers: [...finding.layers],
  },
});

/** A demoted finding stays in the results, marked as suppressed by the engine, with the signals for it. */
export const toDemotedResult = (finding: DemotedFinding, place: Place): SarifResult =>
  withSuppression(toResult(finding, place), {
    kind: 'external',
    justification: [finding.context, ...finding.because].join('; '),
  });

export const toSuppressedResult = (finding: SuppressedFinding, place: Place): SarifResult =>
  withSuppression(toResult(finding, place), { kind: 'inSource', justification: finding.justification });

const withSuppression = (result: SarifResult, suppression: SarifSuppression): SarifResult => ({
  ...result,
  suppressions: [suppression],
});

export function toLocation(root: string, file: string, range: Range, snippet?: string): SarifLocation {
  return {
    physicalLocation: {
      artifactLocation: { uri: toUri(root, file), uriBaseId: SOURCE_ROOT },
      region: {
        startLine: range.startLine,
        startColumn: range.startCol,
        endLine: range.endLine,
        endColumn: range.endCol,
        ...(snippet === undefined ? {} : { snippet: { text: snippet } }),
      },
    },
  };
}

/** A relative reference with every segment escaped, because names of foreign files may contain any character. */
const toUri = (root: string, file: string): string =>
  [...root.split('/'), ...file.split('/')]
    .filter((segment) => segment !== '' && segment !== '.')
    .map((segment) => encodeURIComponent(segment.toWellFormed()))
    .join('/');

/** A data path from source to sink is a code flow. The stages of any other chain are related locations. */
function toStages(finding: Finding, root: string): Pick<SarifResult, 'codeFlows' | 'relatedLocations'> {
  const stages = finding.related.map((stage, index) => toStage(root, stage, index));
  if (stages.length === 0) return {};
  if (!isFlow(finding.related)) return { relatedLocations: stages };
  return { codeFlows: [{ threadFlows: [{ locations: stages.map((location) => ({ location })) }] }] };
}

const isFlow = (stages: readonly Related[]): boolean =>
  stages.some(({ role }) => role.includes('source')) && stages.some(({ role }) => role.includes('sink'));

const toStage = (root: string, { file, range, role }: Related, index: number): SarifLocation => ({
  id: index + 1,
  message: { text: role },
  ...toLocation(root, file, range),
});

/** In a SARIF message brackets make a link (§3.11.6). Untrusted names and passages must not create one. */
export const toMessage = (text: string): string => text.replace(/[\\[\]]/g, '\\$&');
