import { reviewApi } from './api/review.ts';
import { API_RULES } from './api/rules/index.ts';
import type { Audited } from './audited.ts';
import { reviewContract } from './contracts/review.ts';
import { CONTRACT_RULES } from './contracts/rules/index.ts';
import type { Bundle, Options, ProductType, RuleFamily, RuleInfo } from './model.ts';
import type { Parsers } from './parse/code/parsers.ts';
import { RULES } from './rules/index.ts';
import { reviewSkill } from './skill-review.ts';
import { reviewTool } from './tools/review.ts';
import { TOOL_RULES } from './tools/rules/index.ts';

type ProductReview = {
  /** Reads a bundle of this type and says what is in it. */
  readonly review: (bundle: Bundle, options: Options, parsers: Parsers) => Promise<Audited>;
  readonly rules: readonly RuleInfo[];
  /** Which of the engine's specialists answer for it. */
  readonly families: readonly RuleFamily[];
};

const SKILL: ProductReview = {
  review: reviewSkill,
  rules: RULES,
  families: ['instruction', 'code-taint', 'supply-chain', 'sandbox'],
};

/** How each type of product is reviewed. A type without a reader of its own is read as a skill is. */
export const PRODUCT_REVIEWS: Readonly<Record<ProductType, ProductReview>> = {
  SKILL,
  API: { review: reviewApi, rules: [...API_RULES, ...RULES], families: ['api', 'instruction', 'supply-chain'] },
  'SKILL+API': { review: reviewApi, rules: [...API_RULES, ...RULES], families: ['api', ...SKILL.families] },
  TOOL: {
    review: reviewTool,
    rules: [...RULES, ...TOOL_RULES],
    families: ['tool', 'instruction', 'code-taint', 'supply-chain', 'sandbox'],
  },
  CONTRACT: {
    review: reviewContract,
    rules: CONTRACT_RULES,
    families: ['contract', 'supply-chain', 'sandbox'],
  },
};

export const reviewerOf = (type: ProductType): ProductReview['review'] => PRODUCT_REVIEWS[type].review;

/** Every rule of every type once, in the order of their ids. */
export const CATALOGUE: readonly RuleInfo[] = [
  ...new Map(Object.values(PRODUCT_REVIEWS).flatMap(({ rules }) => rules.map((rule) => [rule.id, rule]))).values(),
].sort((a, b) => (a.id < b.id ? -1 : 1));
