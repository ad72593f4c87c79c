import { type Proportion, toProportion } from '../measure/proportion.ts';

/** The verdict of the engine on a skill that readers received under a number. */
export type Keyed = {
  readonly n: string;
  readonly part: 'TUNE' | 'CHECK' | 'FINAL';
  readonly verdict: 'SAFE' | 'UNSAFE';
};
/** What a reader said who knew neither the engine's verdict nor where the skill is from. */
export type Answer = { readonly n: string; readonly verdict: 'SAFE' | 'UNSAFE'; readonly reason: string };

type Agreement = {
  readonly rows: readonly { readonly name: string; readonly agreed: Proportion }[];
  /** Skills without an answer: none of them counts as agreement. */
  readonly unread: readonly string[];
  /** Where they differ, for looking up; only of TUNE, since nobody who writes rules looks into the others. */
  readonly differing: readonly Answer[];
};

/** Of several readers of one skill the first counts: whoever asks again until it fits measures nothing. */
export function toAgreement(key: readonly Keyed[], answers: readonly Answer[]): Agreement {
  const said = new Map<string, Answer>();
  for (const answer of answers) if (!said.has(answer.n)) said.set(answer.n, answer);
  const agrees = ({ n, verdict }: Keyed): boolean => said.get(n)?.verdict === verdict;
  const row = (name: string, test: (one: Keyed) => boolean) => {
    const members = key.filter((one) => test(one) && said.has(one.n));
    return { name, agreed: toProportion(members.filter(agrees).length, members.length) };
  };
  return {
    rows: [
      row('blocked, CHECK', ({ part, verdict }) => part === 'CHECK' && verdict === 'UNSAFE'),
      row('blocked, FINAL', ({ part, verdict }) => part === 'FINAL' && verdict === 'UNSAFE'),
      row('blocked, TUNE', ({ part, verdict }) => part === 'TUNE' && verdict === 'UNSAFE'),
      row('passed', ({ verdict }) => verdict === 'SAFE'),
      row('all', () => true),
    ],
    unread: key.filter(({ n }) => !said.has(n)).map(({ n }) => n),
    differing: key
      .filter((one) => one.part === 'TUNE' && said.has(one.n) && !agrees(one))
      .flatMap(({ n }) => said.get(n) ?? []),
  };
}
