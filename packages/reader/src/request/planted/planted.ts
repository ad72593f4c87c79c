import { digestOf } from '@assay/analysis/result/seal';
import type { ProductType } from '@assay/analysis/types';
import { instructionKindOf } from '../instruction.ts';
import { CONTRACTS } from './contracts.data.ts';
import { APIS, TOOLS } from './interfaces.data.ts';
import type { PlantedBank, Values } from './part.ts';
import { SKILLS } from './skills.data.ts';

/** A short product of ours with a known verdict. */
export type Planted = { readonly id: string; readonly lines: readonly string[]; readonly isBad: boolean };

type Bank = {
  readonly subjects: number;
  readonly acts: number;
  readonly marks: readonly string[];
  readonly write: (subject: number, act: number, isBad: boolean, values: Values) => string;
};

function toBank<Subject>({ subjects, acts, write }: PlantedBank<Subject>): Bank {
  return {
    subjects: subjects.length,
    acts: acts.length,
    marks: acts.map(({ mark }) => mark),
    write: (subjectAt, actAt, isBad, values) => {
      const [subject, act] = [subjects[subjectAt], acts[actAt]];
      if (subject === undefined || act === undefined) throw new Error(`No planted product ${subjectAt}, ${actAt}.`);
      return write(subject, (isBad ? act.bad : act.good)(subject, values));
    },
  };
}

export const PLANTED_BANKS = {
  SKILL: toBank(SKILLS),
  API: toBank(APIS),
  TOOL: toBank(TOOLS),
  CONTRACT: toBank(CONTRACTS),
} as const;

const ID_HEX = 6;
const WORDS = 'amber birch cedar delta ember fjord grove harbor iris juniper lark maple north ocean pine quartz'.split(
  ' ',
);
const PERSONS = 'dana-k m.okafor rvega tomasz_b lin.wei s-haddad aoife.n jpetrov'.split(' ');
const IBAN_DIGITS = 18;
const IBAN_MODULUS = 97n;
const GERMANY = '131400';

type Dice = (name: string, sides: number) => number;

const diceOf =
  (seed: string): Dice =>
  (name, sides) =>
    Number.parseInt(digestOf({ seed, name }).slice(0, 12), 16) % sides;

function valuesOf(dice: Dice): Values {
  const word = (name: string): string => WORDS[dice(name, WORDS.length)] ?? '';
  const host = `${word('first')}-${word('second')}.example`;
  const digits = Array.from({ length: IBAN_DIGITS }, (_, at) => dice(`digit-${at}`, 10)).join('');
  const check = 98n - (BigInt(`${digits}${GERMANY}`) % IBAN_MODULUS);
  return {
    host,
    mail: `${word('box')}@${host}`,
    account: `DE${String(check).padStart(2, '0')}${digits}`,
    brand: `${word('brand').replace(/^./, (first) => first.toUpperCase())} ${word('line')}`,
    person: PERSONS[dice('person', PERSONS.length)] ?? '',
    days: 20 + dice('days', 70),
  };
}

/**
 * Chooses at least one bad and one good product, sometimes a third of either kind, in random order. The draw depends on
 * the content of the request, so that a question stays the same, and on the key of the installation, so that an author
 * who knows this code cannot predict the draw.
 */
export function choosePlanted(type: ProductType, content: unknown, key: string): readonly Planted[] {
  const bank = PLANTED_BANKS[instructionKindOf(type)];
  const seed = digestOf({ planted: content, key });
  const dice = diceOf(seed);
  const third = dice('third', 4);
  const kinds = [true, false, ...(third < 2 ? [third === 0] : [])];
  const acts = drawDistinct(dice, 'act', bank.acts, kinds.length);
  const subjects = drawDistinct(dice, 'subject', bank.subjects, kinds.length);
  return kinds
    .map((isBad, at) => {
      const own = diceOf(`${seed}:${at}`);
      const text = bank.write(subjects[at] ?? 0, acts[at] ?? 0, isBad, valuesOf(own));
      return { id: digestOf({ seed, id: at }).slice(0, ID_HEX), lines: text.split('\n'), isBad };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Draws without repetition. The good and the bad version of one act side by side would show which line matters. */
function drawDistinct(dice: Dice, name: string, sides: number, count: number): number[] {
  const left = Array.from({ length: sides }, (_, at) => at);
  return Array.from({ length: count }, (_, at) => left.splice(dice(`${name}-${at}`, left.length), 1)[0] ?? 0);
}
