/** Shared types of all engine stages. Each stage turns one of them into the next. */

export type { Bundle, BundleFile, FileKind, Manifest, Options, ProductType } from './bundle.ts';
export type { DeployedCode, DeploymentSeen } from './deployment.ts';
export type {
  CallValue,
  CommandValue,
  ConcealmentValue,
  DependencyValue,
  ExecutionOrigin,
  ExecutionValue,
  Fact,
  FactKind,
  FactOf,
  FactValues,
  IntegrityValue,
  OriginClass,
  PathClass,
  PathValue,
  SinkPosition,
  SinkValue,
  SourceClass,
  UrlValue,
} from './fact.ts';
export type { InstructionValue, Named, Verb } from './instruction.ts';
export { NAMED, VERBS } from './instruction.ts';
export type {
  ParserAssets,
  ProbeResult,
  RulePack,
  StrictParser,
} from './ports.ts';
export type {
  Abstention,
  NotRead,
  Pass,
  Reader,
  Reading,
  ReadingFinding,
  ReadingQuote,
  ReadingSummary,
  ReadingUsage,
} from './reading.ts';
export { PASSES } from './reading.ts';
export type {
  BlockingReason,
  Capability,
  Confidence,
  DemotedFinding,
  Discourse,
  Finding,
  FindingKind,
  Nature,
  Passage,
  Report,
  ReviewResult,
  Severity,
  Stats,
  UndecidedReason,
} from './report.ts';
export {
  BLOCKING_REASONS,
  CAPABILITIES,
  CONFIDENCES,
  DISCOURSES,
  REVIEW_RESULTS,
  SEVERITIES,
  UNDECIDED_REASONS,
} from './report.ts';
export type { BundleAbout, Facts, RawFinding, Rule, RuleFamily, RuleInfo } from './rule.ts';
export type { ToolPin, ToolPins } from './tool-pins.ts';
export type {
  DiscourseInput,
  DiscoursePort,
  DiscourseReading,
  DiscourseSignal,
  Language,
  Reach,
  SignalFamily,
  Unit,
  UnitOrigin,
} from './unit.ts';
export type { Location, Range, Segment, Span, View } from './view.ts';
