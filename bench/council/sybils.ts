/** Wallets of one attacker with refundable stakes that vote UNSAFE on harmless products. */
import { COUNCIL, DRAW_RULES, type DrawRules } from '@assay/economy/council';
import type { Readers, Strategy } from './reviewers.ts';
import { EARLIER_CASES, hosted, MODELS } from './scenarios.ts';
import type { Outcome, Sitter } from './simulate.ts';

const SERVICE = ['large-model'];
const WALLETS = [8, 20, 40] as const;
const HONEST = 40;
const CASES_A_DAY = 40;
const BEFORE: DrawRules = 2;

type Way = {
  readonly name: string;
  readonly strategy: Strategy;
  /** What each wallet declares, and what it reviews with. */
  readonly declares: (index: number) => { readonly family: string; readonly model?: string };
  readonly humanMax: number;
};
const model = (index: number): string => MODELS[index % MODELS.length] ?? '';
const ownModel = (index: number) => ({ family: model(index) });
const ONE_MODEL = 'model-b';
const AT_ONCE: Way = { name: 'at once', strategy: 'griefer', declares: ownModel, humanMax: 0.03 };
const WAYS: readonly Way[] = [
  AT_ONCE,
  {
    name: 'after a canary record, one model declared as eight families',
    strategy: 'sleeper',
    declares: (index) => ({ family: `name-${index % MODELS.length}`, model: ONE_MODEL }),
    humanMax: 0.03,
  },
  { name: 'after a canary record, eight models', strategy: 'sleeper', declares: ownModel, humanMax: 0.03 },
];

type SybilAttack = {
  readonly council: string;
  readonly wallets: number;
  readonly way: Way;
  readonly rules: DrawRules;
  readonly sitters: readonly Sitter[];
  readonly readers: Readers;
  readonly earlier: number;
};

function attack(honest: number, wallets: number, way: Way, rules: DrawRules): SybilAttack {
  const { stakeMinMinor: entryStake } = COUNCIL.entry;
  const earlier = honest === 0 ? 0 : EARLIER_CASES;
  const remote = Array.from({ length: honest }, (_, index): Sitter => {
    const id = `honest-${index}`;
    return { id, family: model(index), cluster: id, strategy: 'honest', entryStake };
  });
  const sybils = Array.from({ length: wallets }, (_, index): Sitter => {
    const id = `sybil-${index}`;
    const fromDay = earlier / CASES_A_DAY;
    return { id, ...way.declares(index), cluster: id, strategy: way.strategy, entryStake, returns: true, fromDay };
  });
  return {
    council: honest === 0 ? 'hosted alone' : `hosted, ${honest} honest remote`,
    wallets,
    way,
    rules,
    sitters: [...hosted(SERVICE), ...remote, ...sybils],
    readers: { service: SERVICE, remote: MODELS },
    earlier,
  };
}

/** Without any, then as it was and as it is. */
export const SYBILS: readonly SybilAttack[] = [0, HONEST].flatMap((honest) => [
  attack(honest, 0, AT_ONCE, DRAW_RULES),
  ...WALLETS.map((wallets) => attack(honest, wallets, AT_ONCE, BEFORE)),
  ...WAYS.flatMap((way) => WALLETS.map((wallets) => attack(honest, wallets, way, DRAW_RULES))),
]);

/** Of harmless submissions, by the present rules. */
const REFUSED_BEYOND_ENGINE_MAX = 0.025;

const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`;

export function judgeSybils({ council, wallets, way, rules }: SybilAttack, outcome: Outcome) {
  const { good, goodHuman, goodRefused, goodByEngine, goodSecond, firstHarmless: first, groups } = outcome;
  const isHeld = goodHuman / good <= way.humanMax && (goodRefused - goodByEngine) / good <= REFUSED_BEYOND_ENGINE_MAX;
  return {
    holds: rules !== DRAW_RULES || isHeld,
    cells: [
      council,
      `${wallets}`,
      wallets === 0 ? '' : way.name,
      rules === DRAW_RULES ? 'present' : 'before',
      `${percent(first.human, first.cases)}, ${percent(first.refused, first.cases)}`,
      percent(goodSecond, good),
      percent(goodHuman, good),
      percent(goodRefused, good),
      wallets === 0 ? '' : `${groups.attackers.netPerSeat.toFixed(2)} marks`,
    ],
  };
}
