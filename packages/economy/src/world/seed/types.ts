/** Business types are labels without rules. `business.type` is an index in BUSINESS_TYPE_NAMES. */
import { BUSINESS_TYPES } from '@assay/protocol';
import { SECTORS } from '../params.ts';
import type { Dice } from '../rng.ts';

export const BUSINESS_TYPE_NAMES = SECTORS.flatMap((sector) => [...BUSINESS_TYPES[sector]]);

const typesOf = (sector: number): readonly string[] => BUSINESS_TYPES[SECTORS[sector] ?? 'FOOD'];

export const typeNumber = (name: string): number => (BUSINESS_TYPE_NAMES as readonly string[]).indexOf(name);

export function drawType(sector: number, dice: Dice): number {
  const types = typesOf(sector);
  return typeNumber(types[dice.below(types.length)] ?? '');
}
