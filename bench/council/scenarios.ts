import { COUNCIL, toReaderFamily } from '@assay/economy/council';
import { median } from '../lib/report.ts';
import type { Readers, Strategy } from './reviewers.ts';
import type { Outcome, Sitter } from './simulate.ts';

const SIZE = 60;
/** A hundred and fifty days: most remote validators have a record, and families are distinguished. */
export const EARLIER_CASES = 6_000;
/** Families of models that remote validators use; the first is the recorded one, the others are simulated. */
export const MODELS = ['large-model', 'model-b', 'model-c', 'model-d', 'model-e', 'model-f', 'model-g', 'model-h'];
const BUILT_INS = { instruction: 4, 'code-taint': 3, 'supply-chain': 3, sandbox: 3 } as const;
const SEATS_PER_READER = 4;
const { stakeMinMinor: ENTRY, stakeMaxMinor: ENTRY_MAX } = COUNCIL.entry;

type Bar = { readonly what: string; readonly value: number; readonly text: string; readonly holds: boolean };
export type Attack = {
  readonly name: string;
  readonly sitters: readonly Sitter[];
  readonly readers: Readers;
  /** What attackers earn decides, which varies more between runs than what is certified. */
  readonly isAboutPay?: boolean;
  /** What must hold for the attack not to pay, given how honest validators fare without any attack. */
  readonly bars: (outcome: Outcome, calm: Outcome) => readonly Bar[];
};

type Crowd = {
  readonly attackers?: number;
  readonly strategy?: Strategy;
  readonly honestly?: Strategy;
  readonly honest?: number;
  /** One cluster that the draw knows of, or a cluster each. */
  readonly isSeen?: boolean;
  readonly attackerStake?: bigint;
  readonly families?: readonly string[];
};

/** The service's own: thirteen that vote by the report, and four for each of its models. */
export function hosted(models: readonly string[]): Sitter[] {
  const families = [
    ...Object.entries(BUILT_INS),
    ...models.map((model) => [toReaderFamily(model), SEATS_PER_READER] as const),
  ];
  return families.flatMap(([family, size]) =>
    Array.from({ length: size }, (_, index): Sitter => {
      const id = `${family}-${index + 1}`;
      return { id, family, cluster: id, strategy: 'hosted', entryStake: ENTRY };
    }),
  );
}

/** Remote validators, each with the model of its family. */
function crowd({ attackers = 0, strategy = 'bought', isSeen = false, families = MODELS, ...rest }: Crowd): Sitter[] {
  const { honest = SIZE - attackers, attackerStake = ENTRY, honestly = 'honest' } = rest;
  return Array.from({ length: honest + attackers }, (_, index) => {
    const isAttacker = index < attackers;
    return {
      id: `v${String(index).padStart(3, '0')}`,
      family: families[index % families.length] ?? 'engine',
      cluster: isAttacker && isSeen ? 'ring' : `c${index}`,
      strategy: isAttacker ? strategy : honestly,
      entryStake: isAttacker ? attackerStake : ENTRY,
    };
  });
}

/** One model reads for the service. */
const SERVICE = ['large-model'];
const under = (given: Crowd): Pick<Attack, 'sitters' | 'readers'> => ({
  sitters: [...hosted(SERVICE), ...crowd(given)],
  readers: { service: SERVICE, remote: given.families ?? MODELS },
});

const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;
const atMost = (what: string, value: number, limit: number): Bar => ({
  what,
  value,
  text: `${percent(value)} (≤ ${percent(limit)})`,
  holds: value <= limit,
});
const atLeast = (what: string, value: number, limit: number): Bar => ({
  what,
  value,
  text: `${percent(value)} (≥ ${percent(limit)})`,
  holds: value >= limit,
});
const share = (part: number, of: number): number => (of === 0 ? 0 : part / of);

const badCertified = (outcome: Outcome, limit: number): Bar =>
  atMost('malicious certified', share(outcome.badCertified, outcome.bad), limit);
const targetCertified = (outcome: Outcome, limit: number): Bar =>
  atMost('target package certified', share(outcome.targetsCertified, outcome.targets), limit);
const netBelow = ({ groups }: Outcome, limit: number): Bar => {
  const value = groups.attackers.netPerSeat;
  const text = `${value.toFixed(2)} marks (< ${limit.toFixed(2)}; honest ${groups.honest.netPerSeat.toFixed(2)})`;
  return { what: 'attacker net pay per seat', value, text, holds: value < limit };
};
/** Half of them within so many seats, and all of them before the run is over. */
const allOut = ({ groups }: Outcome, seatsMax: number): Bar => {
  const { out, size, outAfterSeats } = groups.attackers;
  const half = median(outAfterSeats);
  const text = `${out} of ${size}, half after ${half} seats (all, ≤ ${seatsMax})`;
  return { what: 'attackers removed', value: half, text, holds: out === size && half <= seatsMax };
};

const bribe = (name: string, attackers: number, limit: number): Attack => ({
  name,
  ...under({ attackers }),
  bars: (outcome) => [targetCertified(outcome, limit)],
});

/** The attacks of the council's design, and what must hold under each. */
export const ATTACKS: readonly Attack[] = [
  {
    name: 'none',
    ...under({}),
    bars: (outcome) => {
      const { honest } = outcome.groups;
      const net = honest.netPerSeat;
      return [
        badCertified(outcome, 0.003),
        // The engine's own refusals are everybody's: no rule of the council changes them.
        atMost(
          'harmless rejected beyond the engine',
          share(outcome.goodRefused - outcome.goodByEngine, outcome.good),
          0.01,
        ),
        atLeast('seats of honest remote validators', outcome.honestSeats.late, 0.3),
        { what: 'honest net pay per seat', value: net, text: `${net.toFixed(2)} marks (> 0)`, holds: net > 0 },
        atMost('honest suspended', share(honest.out, honest.size), 0.07),
        {
          what: 'lowest pot',
          value: Number(outcome.lowestPot),
          text: `${outcome.lowestPot} (≥ 0)`,
          holds: outcome.lowestPot >= 0n,
        },
      ];
    },
  },
  {
    name: 'lazy (always SAFE), 20 %',
    isAboutPay: true,
    ...under({ attackers: 12, strategy: 'lazy' }),
    bars: (outcome) => [netBelow(outcome, 0), allOut(outcome, 150), badCertified(outcome, 0.005)],
  },
  {
    name: 'half-lazy, 20 %',
    isAboutPay: true,
    ...under({ attackers: 12, strategy: 'half-lazy' }),
    bars: (outcome) => [netBelow(outcome, 0.6 * outcome.groups.honest.netPerSeat)],
  },
  {
    name: 'copy of the base engine, 20 %',
    isAboutPay: true,
    ...under({ attackers: 12, strategy: 'parrot' }),
    bars: (outcome) => [netBelow(outcome, 0.7 * outcome.groups.honest.netPerSeat), allOut(outcome, 150)],
  },
  bribe('bribe, 10 % of the validators', 6, 0.01),
  bribe('bribe, 20 % of the validators', 12, 0.02),
  bribe('bribe, 30 % of the validators', 18, 0.04),
  bribe('bribe, 50 % of the validators', 30, 0.1),
  {
    name: 'Sybil ring of 10, hidden',
    ...under({ attackers: 10 }),
    bars: (outcome) => [targetCertified(outcome, 0.02)],
  },
  {
    name: 'Sybil ring of 10, seen',
    ...under({ attackers: 10, isSeen: true }),
    bars: (outcome) => [targetCertified(outcome, 0.005)],
  },
  {
    name: 'plutocrat, 44 % of stake in 8, hidden',
    ...under({ attackers: 8, honest: 52, attackerStake: ENTRY_MAX }),
    bars: (outcome) => [targetCertified(outcome, 0.02)],
  },
  {
    name: 'plutocrat, 44 % of stake in 8, seen',
    ...under({ attackers: 8, honest: 52, attackerStake: ENTRY_MAX, isSeen: true }),
    bars: (outcome) => [targetCertified(outcome, 0.005)],
  },
  {
    name: 'plutocrat, split in 40 hidden',
    ...under({ attackers: 40, honest: 52 }),
    bars: (outcome) => [targetCertified(outcome, 0.08)],
  },
  {
    name: 'griefer (always UNSAFE), 15 %',
    isAboutPay: true,
    ...under({ attackers: 9, strategy: 'griefer' }),
    bars: (outcome) => [
      netBelow(outcome, 0),
      allOut(outcome, 80),
      atMost('second panel', share(outcome.second, outcome.cases), 0.25),
    ],
  },
  {
    name: 'one family everywhere',
    ...under({ families: SERVICE }),
    bars: (outcome) => [badCertified(outcome, 1)],
  },
  {
    name: 'no model anywhere',
    sitters: [...hosted([]), ...crowd({ honestly: 'engine', families: ['engine-a', 'engine-b', 'engine-c'] })],
    readers: { service: [], remote: [] },
    bars: (outcome) => [badCertified(outcome, 1)],
  },
];
