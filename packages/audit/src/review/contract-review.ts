import type { Parsers } from '@assay/analysis/languages/code/parsers';
import type { Bundle, DeploymentSeen, Options } from '@assay/analysis/types';
import type { ReviewHost } from '@assay/contract-review';
import { budgetHit } from '../rules/una-05-budget-hit/budget-hit.rule.ts';
import { undecodableText } from '../rules/una-06-undecodable-text/undecodable-text.rule.ts';
import { pathEscape } from '../rules/una-07-path-escape/path-escape.rule.ts';
import { missingFile } from '../rules/una-09-missing-file/missing-file.rule.ts';
import { unparsedSink } from '../rules/una-10-unparsed-sink/unparsed-sink.rule.ts';
import { missingEntry } from '../rules/una-13-missing-entry/missing-entry.rule.ts';
import { unreadContent } from '../rules/una-14-unread-content/unread-content.rule.ts';
import { AuditFault } from './audit-fault.ts';
import type { Audited } from './audited.ts';
import { loadOptional } from './optional-package.ts';
import { reviewFiles } from './skill-review.ts';

const HOST: ReviewHost = {
  reviewFiles,
  rules: { budgetHit, missingEntry, missingFile, pathEscape, undecodableText, unparsedSink, unreadContent },
};

const NOTHING_DECLARED: Audited['manifest'] = {
  manifest: {
    capabilities: [],
    externalCalls: [],
    externalCallDetails: [],
    safety: { network: 'NONE', filesystem: 'NONE' },
    declaredEndpoints: [],
    secrets: [],
    tools: [],
  },
  evidence: [],
};

/** Loaded with the first contract, because most bundles contain none. */
async function loadContractReview(): Promise<typeof import('@assay/contract-review')> {
  const loaded = await loadOptional('@assay/contract-review', () => import('@assay/contract-review'));
  if (loaded !== undefined) return loaded;
  throw new AuditFault('Contracts cannot be reviewed: install @assay/contract-review beside @assay/audit.');
}

export async function reviewContract(bundle: Bundle, options: Options, parsers: Parsers): Promise<Audited> {
  const contracts = await loadContractReview();
  const { report, stats } = await contracts.reviewContract(bundle, options, parsers, HOST);
  return { report, stats, manifest: NOTHING_DECLARED, packs: [] };
}

/** Compares the deployed code of a contract with the sources of a bundle. Says nothing about what the sources do. */
export async function compareContract(bundle: Bundle, options: Options, parsers: Parsers): Promise<DeploymentSeen> {
  const { compareSources } = await loadContractReview();
  return compareSources(bundle, options, parsers);
}
