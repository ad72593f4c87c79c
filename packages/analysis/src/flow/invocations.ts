import type { Fact, FactOf } from '../types/index.ts';
import type { Invocation } from './analysis.ts';
import type { Recorder } from './recorder.ts';
import { mergeTaints, sourceOf, type Taint } from './value.ts';

const ENTRANCES = new Set(['argv', 'stdin']);

const isEntranceFlow = (fact: Fact): fact is FactOf<'flow'> =>
  fact.kind === 'flow' && ENTRANCES.has(fact.value.source.class);

/** Joins the run of a script with the flows inside it: taint in an argument reaches the sinks of the script's arguments. */
export function joinInvocations(invocations: readonly Invocation[], recorder: Recorder): void {
  const inward = recorder.facts.filter(isEntranceFlow);
  for (const invocation of invocations) {
    const { target, unit, at } = invocation;
    for (const flow of inward) {
      if (flow.file !== target) continue;
      for (const taint of enteringBy(flow, invocation)) {
        const source = sourceOf(taint);
        recorder.way({ ...flow.value, source, path: [taint.at, at, flow.span] }, unit, at);
      }
    }
  }
}

/** A flow from `$2` receives the taints of the second argument only, unless the script shifts its arguments. */
function enteringBy({ value, span }: FactOf<'flow'>, { args, stdin }: Invocation): Taint[] {
  const number = NUMBERED.exec(value.source.label)?.[1];
  const words =
    number === undefined || MOVES.test(span.view.text) ? args : args.slice(Number(number) - 1, Number(number));
  const entering = [...words.map((word) => word.taints), ...(words === args ? [stdin?.taints ?? []] : [])];
  return mergeTaints(entering).filter((taint) => !ENTRANCES.has(taint.class));
}
const NUMBERED = /^\$([1-9])$/;
const MOVES = /\bshift\b|\bset\s+--|\bgetopts?\b|\$[@*]/;
