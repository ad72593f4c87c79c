import type { Fact, FactOf } from '../model.ts';
import type { Invocation } from './analysis.ts';
import type { Recorder } from './recorder.ts';
import { mergeTaints, sourceOf } from './value.ts';

const ENTRANCES = new Set(['argv', 'stdin']);

const isEntranceFlow = (fact: Fact): fact is FactOf<'flow'> =>
  fact.kind === 'flow' && ENTRANCES.has(fact.value.source.class);

/** "Run this script on that": what goes in as an argument comes out where the script sends its arguments. */
export function joinInvocations(invocations: readonly Invocation[], recorder: Recorder): void {
  const inward = recorder.facts.filter(isEntranceFlow);
  for (const { target, args, stdin, unit, at } of invocations) {
    const taints = mergeTaints([...args.map((arg) => arg.taints), stdin?.taints ?? []]).filter(
      (taint) => !ENTRANCES.has(taint.class),
    );
    if (taints.length === 0) continue;
    for (const flow of inward) {
      if (flow.file !== target) continue;
      for (const taint of taints) {
        const source = sourceOf(taint);
        recorder.add('flow', { ...flow.value, source, path: [taint.at, at, flow.span] }, unit, at);
      }
    }
  }
}
