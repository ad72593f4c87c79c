import type { StepResult } from '@assay/economy/world';
import type { TakenInput } from './world.published.ts';

type Head = StepResult['postings']['journals'][number];
type Taken = readonly Pick<TakenInput, 'journalId' | 'input'>[];

/** The input that a journal of the kernel carries out; undefined for journals of intents and steps. */
export function inputOf<Input>({ cause }: Head, inputs: readonly Input[]): Input | undefined {
  return cause.type === 'input' ? inputs[Number(cause.id.split('/')[1])] : undefined;
}

/** Journals that the service booked first keep the id that it gave them, by the kernel's own id for them. */
export function journalNames({ postings }: Pick<StepResult, 'postings'>, inputs: Taken): ReadonlyMap<string, string> {
  const names = postings.journals.flatMap((head): [string, string][] => {
    const given = inputOf(head, inputs)?.journalId;
    return given === undefined ? [] : [[head.id, given]];
  });
  return new Map(names);
}
