export type { SarifLog } from './sarif-log.ts';
export type { SuppressedFinding } from './sarif-result.ts';
export type { RuleText } from './sarif-rule.ts';
export { type SarifTarget, toSarif } from './to-sarif.ts';
