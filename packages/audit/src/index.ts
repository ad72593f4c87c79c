export { mayRuleBlock, recordOf } from '@assay/analysis/result/record.policy';
export type {
  Abstention,
  BlockingReason,
  Bundle,
  BundleFile,
  Capability,
  Confidence,
  DemotedFinding,
  DeployedCode,
  DeploymentSeen,
  Discourse,
  Finding,
  FindingKind,
  Manifest,
  Nature,
  NotRead,
  Options,
  ParserAssets,
  Pass,
  Passage,
  ProbeResult,
  ProductType,
  Range,
  Reader,
  Reading,
  ReadingFinding,
  ReadingQuote,
  ReadingSummary,
  ReadingUsage,
  Report,
  ReviewResult,
  Rule,
  RuleFamily,
  RuleInfo,
  RulePack,
  Severity,
  Stats,
  UndecidedReason,
} from '@assay/analysis/types';
export {
  BLOCKING_REASONS,
  CAPABILITIES,
  DISCOURSES,
  PASSES,
  REVIEW_RESULTS,
  SEVERITIES,
  UNDECIDED_REASONS,
} from '@assay/analysis/types';
export { audit, auditWithStats } from './engine.ts';
export { CATALOGUE, PRODUCT_REVIEWS } from './product-types.ts';
export { AuditFault } from './review/audit-fault.ts';
export type { Audited } from './review/audited.ts';
export { RULES } from './rules/index.ts';
