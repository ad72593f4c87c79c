export { AuditFault } from './audit-fault.ts';
export type { Audited } from './audited.ts';
export type { DeployedCode, DeploymentSeen } from './contracts/deployed.ts';
export { audit, auditWithStats } from './engine.ts';
export { mayRuleBlock, recordOf } from './judge/record.policy.ts';
export type {
  Abstention,
  BlockingReason,
  Bundle,
  BundleFile,
  Capability,
  Confidence,
  DemotedFinding,
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
} from './model.ts';
export {
  BLOCKING_REASONS,
  CAPABILITIES,
  DISCOURSES,
  PASSES,
  REVIEW_RESULTS,
  SEVERITIES,
  UNDECIDED_REASONS,
} from './model.ts';
export { CATALOGUE, PRODUCT_REVIEWS } from './product-types.ts';
export { RULES } from './rules/index.ts';
