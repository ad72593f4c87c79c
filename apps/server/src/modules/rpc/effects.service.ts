import type { StepResult } from '@assay/economy/world';
import type { WorldTicked } from '../world/index.ts';
import type { EffectStore } from './effects.store.ts';

/** Records the events and journals of an operator's write, in the transaction of its hour. */
export async function noteEffects(
  tx: { readonly rpcEffects: EffectStore },
  { step, inputs }: Pick<WorldTicked, 'step' | 'inputs'>,
): Promise<void> {
  for (const [ordinal, { id, input, result }] of inputs.entries()) {
    if (!input.kind.startsWith('admin.') || !result.isDone) continue;
    const cause = `${step.tick}/${ordinal}`;
    const eventIds = step.events.filter(({ causedBy }) => causedBy?.id === cause).map((event) => event.id);
    await tx.rpcEffects.insert(id, { eventIds, journalIds: journalsOf(step, cause) });
  }
}

/** Journals with at least one posting. */
function journalsOf({ postings: { journals, columns } }: StepResult, cause: string): string[] {
  const used = new Set(columns.journal.subarray(0, columns.count));
  return journals.flatMap((journal, place) => (journal.cause.id === cause && used.has(place) ? [journal.id] : []));
}
