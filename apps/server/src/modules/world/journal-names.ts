import type { StepResult } from '@assay/economy/world';
import type { ProcessedInput } from './world.published.ts';

type Head = StepResult['postings']['journals'][number];
type Taken = readonly Pick<ProcessedInput, 'journalId' | 'input'>[];

/** The input that a kernel journal executes. Undefined for journals of intents and steps. */
export function inputOf<Input>({ cause }: Head, inputs: readonly Input[]): Input | undefined {
  return cause.type === 'input' ? inputs[Number(cause.id.split('/')[1])] : undefined;
}

/** Maps the kernel's journal ids to those of the service's ledger, for journals that the service booked first. */
export function journalNames({ postings }: Pick<StepResult, 'postings'>, inputs: Taken): ReadonlyMap<string, string> {
  const names = postings.journals.flatMap((head): [string, string][] => {
    const given = inputOf(head, inputs)?.journalId;
    return given === undefined ? [] : [[head.id, given]];
  });
  return new Map(names);
}
