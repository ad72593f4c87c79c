import { ACCESS_RULES } from './access.rules.ts';
import { CALL_RULES } from './calls.rules.ts';
import { CHANCE_RULES } from './chance.rules.ts';
import { DENIAL_RULES } from './denial.rules.ts';
import { LAYOUT_RULES } from './layout.rules.ts';
import { MARKET_RULES } from './market.rules.ts';
import { NUMBER_RULES } from './numbers.rules.ts';
import { REENTRANCY_RULES } from './reentrancy.rules.ts';
import type { ContractRule } from './rule.ts';
import { TAKEOVER_RULES } from './takeover.rules.ts';
import { TRUST_RULES } from './trust.rules.ts';

/** In order of their ids. */
export const CONTRACT_RULES: readonly ContractRule[] = [
  ...REENTRANCY_RULES,
  ...ACCESS_RULES,
  ...TAKEOVER_RULES,
  ...CALL_RULES,
  ...NUMBER_RULES,
  ...DENIAL_RULES,
  ...CHANCE_RULES,
  ...MARKET_RULES,
  ...LAYOUT_RULES,
  ...TRUST_RULES,
].sort((a, b) => (a.id < b.id ? -1 : 1));
