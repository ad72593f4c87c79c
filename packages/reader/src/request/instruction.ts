import type { ProductType } from '@assay/analysis/types';
import type { Pass } from '@assay/analysis/types/reading';
import { PROMPT_VERSIONS } from '../limits.ts';
import { ANSWER, FRAME, INSTRUCTIONS } from './instruction.data.ts';

/** A skill that comes with an API is judged as the skill that an agent loads, and by the rules for APIs as well. */
export const instructionKindOf = (type: ProductType): keyof typeof INSTRUCTIONS =>
  type === 'SKILL+API' ? 'SKILL' : type;

export const promptVersionOf = (type: ProductType): string => PROMPT_VERSIONS[instructionKindOf(type)];

const WITH_API = 'The skill comes with the description of an API. For that description these rules apply as well.';

/** The same for every request of a pass and a product type, so that providers can cache it as a prefix. */
export function instructionOf(type: ProductType, pass: Pass): string {
  const { task, approach, harm, harmless } = INSTRUCTIONS[instructionKindOf(type)];
  // What is read last weighs more, so one pass has the two lists the other way round.
  const own = pass === 'b' ? [harmless, harm] : [harm, harmless];
  const rules = type === 'SKILL+API' ? [...own, WITH_API, INSTRUCTIONS.API.harm, INSTRUCTIONS.API.harmless] : own;
  return [task, approach[pass], ...rules, FRAME, ANSWER].join('\n\n');
}
