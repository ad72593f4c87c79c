import type { ProductType } from '@assay/analysis/types';
import type { Pass } from '@assay/analysis/types/reading';
import { PROMPT_VERSIONS } from '../limits.ts';
import { ANSWER, FRAME, INSTRUCTIONS } from './instruction.data.ts';

/** A skill with an API is judged as the skill that an agent loads and also by the rules for APIs. */
export const instructionKindOf = (type: ProductType): keyof typeof INSTRUCTIONS =>
  type === 'SKILL+API' ? 'SKILL' : type;

export const promptVersionOf = (type: ProductType): string => PROMPT_VERSIONS[instructionKindOf(type)];

const WITH_API = 'The skill comes with the description of an API. For that description these rules apply as well.';

/** The same for every request of a pass and product type, so that providers can cache it as a prefix. */
export function instructionOf(type: ProductType, pass: Pass): string {
  const { task, approach, harm, harmless } = INSTRUCTIONS[instructionKindOf(type)];
  // Models give later text more weight, so one pass swaps the two lists.
  const own = pass === 'b' ? [harmless, harm] : [harm, harmless];
  const rules = type === 'SKILL+API' ? [...own, WITH_API, INSTRUCTIONS.API.harm, INSTRUCTIONS.API.harmless] : own;
  return [task, approach[pass], ...rules, FRAME, ANSWER].join('\n\n');
}
