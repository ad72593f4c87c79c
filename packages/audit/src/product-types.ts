import type { ProductType, RuleFamily, RuleInfo } from '@assay/analysis/types';
import { API_RULES } from './interfaces/api/rules/index.ts';
import { TOOL_RULES } from './interfaces/tools/rules/index.ts';
import { loadOptional } from './review/optional-package.ts';
import { RULES } from './rules/index.ts';

type ProductReview = {
  readonly rules: readonly RuleInfo[];
  /** The specialist families of the engine that review this type. */
  readonly families: readonly RuleFamily[];
};

const SKILL: ProductReview = {
  rules: RULES,
  families: ['instruction', 'code-taint', 'supply-chain', 'sandbox'],
};

const contracts = await loadOptional('@assay/contract-review', () => import('@assay/contract-review/rules'));

/** The rules for each product type. Without `@assay/contract-review` there are none for contracts. */
export const PRODUCT_REVIEWS: Readonly<Record<ProductType, ProductReview>> = {
  SKILL,
  API: { rules: [...API_RULES, ...RULES], families: ['api', 'instruction', 'supply-chain'] },
  'SKILL+API': { rules: [...API_RULES, ...RULES], families: ['api', ...SKILL.families] },
  TOOL: {
    rules: [...RULES, ...TOOL_RULES],
    families: ['tool', 'instruction', 'code-taint', 'supply-chain', 'sandbox'],
  },
  CONTRACT: {
    rules: contracts?.CONTRACT_RULES ?? [],
    families: ['contract', 'supply-chain', 'sandbox'],
  },
};

/** Every rule of every type once, in order of ids. */
export const CATALOGUE: readonly RuleInfo[] = [
  ...new Map(Object.values(PRODUCT_REVIEWS).flatMap(({ rules }) => rules.map((rule) => [rule.id, rule]))).values(),
].sort((a, b) => (a.id < b.id ? -1 : 1));
