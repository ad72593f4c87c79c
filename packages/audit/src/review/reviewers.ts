import type { Parsers } from '@assay/analysis/languages/code/parsers';
import type { Bundle, Options, ProductType } from '@assay/analysis/types';
import { reviewApi } from '../interfaces/api/review.ts';
import { reviewTool } from '../interfaces/tools/review.ts';
import type { Audited } from './audited.ts';
import { reviewContract } from './contract-review.ts';
import { reviewSkill } from './skill-review.ts';

/** Reviews bundles of one type. */
type Reviewer = (bundle: Bundle, options: Options, parsers: Parsers) => Promise<Audited>;

/** The reviewer of each product type. */
export const REVIEWERS: Readonly<Record<ProductType, Reviewer>> = {
  SKILL: reviewSkill,
  API: reviewApi,
  'SKILL+API': reviewApi,
  TOOL: reviewTool,
  CONTRACT: reviewContract,
};
