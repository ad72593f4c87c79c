import { mergeTaints, type Taint, type Value } from './value.ts';

/** Sources of program input. Their taints are not carried from one branch to the other. */
const TOLD: ReadonlySet<string> = new Set(['argv', 'user-input', 'stdin', 'parameter', 'system-info']);
const isOfOthers = ({ class: kind }: Taint): boolean => !TOLD.has(kind);

type Held = Pick<Value, 'text' | 'taints' | 'isDecoded'>;

/** The value of a name after two branches, with the taints of both. An empty value in one branch does not remove taints. */
export function eitherWay<V extends Held>(one: V, other: V): V {
  if (one === other || !one.taints.some(isOfOthers)) return other;
  if (other.text === '' && other.taints.length === 0) return one;
  const taints = mergeTaints([other.taints, one.taints.filter(isOfOthers)]);
  return { ...other, taints, isDecoded: other.isDecoded || one.isDecoded };
}

/** Follows several branches of which only one runs, and merges the values that they give to the same name. */
export function eachWay<T>(names: Map<string, Value>, ways: readonly (() => T)[]): T[] {
  const given = new Map<string, Value>();
  return ways.map((go) => {
    const before = new Map(names);
    const result = go();
    for (const [name, value] of names) {
      if (before.get(name) === value) continue;
      const earlier = given.get(name);
      const held = earlier === undefined ? value : eitherWay(earlier, value);
      if (held !== value) names.set(name, held);
      given.set(name, held);
    }
    return result;
  });
}
