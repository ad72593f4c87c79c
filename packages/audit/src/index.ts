export { AuditFault } from './audit-fault.ts';
export { type Audited, audit, auditWithStats } from './engine.ts';
export { mayRuleBlock, recordOf } from './judge/record.policy.ts';
export type {
  BlockingReason,
  Bundle,
  BundleFile,
  Capability,
  Confidence,
  DemotedFinding,
  Discourse,
  Finding,
  Manifest,
  Nature,
  Options,
  ParserAssets,
  Passage,
  ProductType,
  Range,
  Report,
  Rule,
  Severity,
  Stats,
} from './model.ts';
export { BLOCKING_REASONS, CAPABILITIES, DISCOURSES, SEVERITIES } from './model.ts';
export { RULES } from './rules/index.ts';
