import type { InstructionValue, Named, Verb } from '../types/index.ts';

const some = <T>(list: readonly T[], ...wanted: readonly T[]): boolean => wanted.some((one) => list.includes(one));

type Pair = { readonly verbs: readonly Verb[]; readonly names: readonly Named[] };

/** Combinations of an act and an object that an author must not instruct an agent to do. */
const GRAVE: readonly Pair[] = [
  { verbs: ['send'], names: ['secret', 'conversation'] },
  { verbs: ['get', 'run', 'install', 'follow', 'send'], names: ['address'] },
  { verbs: ['ignore', 'remove'], names: ['standing-rules'] },
  { verbs: ['read'], names: ['secret'] },
  { verbs: ['write', 'remove'], names: ['agent-file'] },
];

/** A sentence that is an attack if it is hidden. In visible text, it is only worth reading. */
export function isGrave(value: InstructionValue): boolean {
  const { asks, forbids, names, isOrder } = value;
  if (isSwaying(value)) return true;
  if (!isOrder) return false;
  if (some(forbids, 'tell') && names.includes('user')) return true;
  return GRAVE.some((pair) => some(asks, ...pair.verbs) && some(names, ...pair.names));
}

/** The sentence addresses the reviewer about this product: how to judge it, or what the review has found. */
export const isSwaying = ({ names, asks }: InstructionValue): boolean =>
  names.includes('reviewer') && names.includes('self') && (names.includes('verdict') || asks.includes('judge'));
