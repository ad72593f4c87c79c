export { openLab } from './lab/lab.ts';
export { loadParserAssets } from './parser-assets.ts';
export type { Reviewed } from './pool.messages.ts';
export {
  type AuditPool,
  createAuditPool,
  POOL_LIMITS,
  PoolBusy,
  type PoolOptions,
  type ReviewOptions,
} from './pool.ts';
export { digestRuleset, listRulesetSources, RULESET_DIGEST_FILE, type RulesetSource } from './ruleset-sources.ts';
export { createEmbeddedSandbox, type EmbeddedOptions, type EmbeddedSandbox } from './sandbox/index.ts';
