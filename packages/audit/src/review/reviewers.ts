import type { Parsers } from '@assay/analysis/languages/code/parsers';
import type { Bundle, Options, ProductType } from '@assay/analysis/types';
import { reviewApi } from '../interfaces/api/review.ts';
import { reviewTool } from '../interfaces/tools/review.ts';
import type { Audited } from './audited.ts';
import { reviewContract } from './contract-review.ts';
import { reviewSkill } from './skill-review.ts';

/** Reads a bundle of one type and says what is in it. */
type Reviewer = (bundle: Bundle, options: Options, parsers: Parsers) => Promise<Audited>;

/** A type without a reader of its own is read as a skill is. */
export const REVIEWERS: Readonly<Record<ProductType, Reviewer>> = {
  SKILL: reviewSkill,
  API: reviewApi,
  'SKILL+API': reviewApi,
  TOOL: reviewTool,
  CONTRACT: reviewContract,
};
