/**
 * `npm run bench council`: simulates panels with the real rules and the results of `npm run eval`: the value of a panel by its readers, the
 * effect of Sybils, and attacks on the council. Exit code 1 if an attack pays. `--only NAME` runs single attacks (`sybils`: only those),
 * `--write` writes the tables into docs/council.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DRAW_RULES, type DrawRules } from '@assay/economy/council';
import { readMeasured } from './reader-results.ts';
import { ATTACKS, type Attack, EARLIER_CASES, hosted } from './scenarios.ts';
import { type Outcome, simulate } from './simulate.ts';
import { judgeSybils, SYBILS } from './sybils.ts';

const { values: options } = parseArgs({
  options: {
    cases: { type: 'string', default: '8000' },
    seeds: { type: 'string', default: '1' },
    /** Attacks whose name begins so, and no table of what a panel is worth. */
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const CASES = Number(options.cases);
const SEEDS = Number(options.seeds);
/**
 * The design's bars on pay are means of five runs. A dozen attackers sit too seldom for one: half-lazy ones earned between -71 and
 * 61 % of an honest validator's net in single runs.
 */
const PAY_SEEDS_MIN = 5;
const PAGE = fileURLToPath(new URL('../../docs/council.md', import.meta.url));
const measured = readMeasured();

/** Counts add up over seeds; what is a mean stays one. */
function join(outcomes: readonly Outcome[]): Outcome {
  const [first, ...others] = outcomes;
  if (first === undefined) throw new RangeError('At least one seed is needed');
  const mean = (when: keyof Outcome['honestSeats']) =>
    outcomes.reduce((sum, { honestSeats }) => sum + honestSeats[when], 0) / outcomes.length;
  return { ...others.reduce(joinTwo, first), honestSeats: { early: mean('early'), late: mean('late') } };
}

function joinTwo(one: Outcome, other: Outcome): Outcome {
  const add = (key: keyof Outcome) => Number(one[key]) + Number(other[key]);
  const groups = (which: keyof Outcome['groups']) => {
    const [a, b] = [one.groups[which], other.groups[which]];
    const seats = a.seats + b.seats;
    return {
      size: a.size + b.size,
      seats,
      out: a.out + b.out,
      outAfterSeats: [...a.outAfterSeats, ...b.outAfterSeats],
      netPerSeat: seats === 0 ? 0 : (a.netPerSeat * a.seats + b.netPerSeat * b.seats) / seats,
    };
  };
  return {
    cases: add('cases'),
    bad: add('bad'),
    badCertified: add('badCertified'),
    targets: add('targets'),
    targetsCertified: add('targetsCertified'),
    good: add('good'),
    goodRefused: add('goodRefused'),
    second: add('second'),
    appeal: add('appeal'),
    human: add('human'),
    goodByEngine: add('goodByEngine'),
    goodHuman: add('goodHuman'),
    goodSecond: add('goodSecond'),
    firstHarmless: {
      cases: one.firstHarmless.cases + other.firstHarmless.cases,
      human: one.firstHarmless.human + other.firstHarmless.human,
      refused: one.firstHarmless.refused + other.firstHarmless.refused,
    },
    honestSeats: one.honestSeats, // a mean, which join takes of all at once
    channels: joinChannels(one.channels, other.channels),
    lowestPot: one.lowestPot < other.lowestPot ? one.lowestPot : other.lowestPot,
    groups: { honest: groups('honest'), attackers: groups('attackers') },
  };
}

function joinChannels(one: Outcome['channels'], other: Outcome['channels']): Outcome['channels'] {
  const none = { bad: 0, certified: 0 };
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => {
      const [a, b] = [one[name] ?? none, other[name] ?? none];
      return [name, { bad: a.bad + b.bad, certified: a.certified + b.certified }];
    }),
  );
}

type Run = Pick<Attack, 'sitters' | 'readers'> & {
  readonly rules?: DrawRules;
  readonly earlier?: number;
  readonly isAboutPay?: boolean;
};
function run({ sitters, readers, rules = DRAW_RULES, earlier = 0, isAboutPay = false }: Run): Outcome {
  const seeds = isAboutPay ? Math.max(SEEDS, PAY_SEEDS_MIN) : SEEDS;
  const one = (_: unknown, index: number) =>
    simulate({ measured, sitters, readers, cases: CASES, seed: `council/${index + 1}`, rules, earlier });
  return join(Array.from({ length: seeds }, one));
}

const share = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`;

/** The service's own validators alone, by how many families of models read for them. */
function toWorth(): string[] {
  const names = measured.readers.map(({ name }) => name);
  const [first = '', second = 'model-b'] = names;
  const panels = [
    { who: 'no model', models: [] },
    { who: `one family (${first})`, models: [first] },
    {
      who: `two families (${first}, ${second}${names.length > 1 ? '' : ': not recorded, a stand-in'})`,
      models: [first, second],
    },
  ];
  const outcomes = panels.map(({ who, models }) => ({
    who,
    outcome: run({ sitters: hosted(models), readers: { service: models, remote: [] } }),
  }));
  const channels = Object.keys(outcomes[0]?.outcome.channels ?? {}).toSorted();
  return [
    `| hostile and certified, by models used | all | ${channels.join(' | ')} | harmless refused |`,
    `|---|---|${channels.map(() => '---|').join('')}---|`,
    ...outcomes.map(({ who, outcome }) => {
      const cells = channels.map((name) => {
        const { bad, certified } = outcome.channels[name] ?? { bad: 1, certified: 0 };
        return share(certified, bad);
      });
      const all = share(outcome.badCertified, outcome.bad);
      return `| ${who} | ${all} | ${cells.join(' | ')} | ${share(outcome.goodRefused, outcome.good)} |`;
    }),
  ];
}

const { only } = options;
if (only !== undefined && options.write) throw new RangeError('Only whole tables are written.');
const worth = only === undefined ? toWorth() : [];
console.log(worth.join('\n'));
const rows: string[] = [
  '| attack | measured value (limit) | second panel | appeal | a person |',
  '|---|---|---|---|---|',
];
let calm: Outcome | undefined;
for (const attack of ATTACKS.filter(({ name }) => name.startsWith(only ?? ''))) {
  const outcome = run({ ...attack, earlier: EARLIER_CASES });
  calm ??= outcome;
  const bars = attack.bars(outcome, calm);
  if (bars.some(({ holds }) => !holds)) process.exitCode = 1;
  const told = bars.map(({ what, text, holds }) => `${what} ${text}${holds ? '' : ' **not met**'}`).join('; ');
  const { second, appeal, human, cases } = outcome;
  rows.push(
    `| ${attack.name} | ${told} | ${share(second, cases)} | ${share(appeal, cases)} | ${share(human, cases)} |`,
  );
  console.log(rows.at(-1));
}

const sybils = [
  '| council | wallets | start of the UNSAFE votes | rules | first 100 harmless: to the operator, refused | harmless: second panel | to the operator | refused | attacker net pay per seat |',
  '|---|---|---|---|---|---|---|---|---|',
];
for (const attack of SYBILS.filter(() => only === undefined || only === 'sybils')) {
  const outcome = run(attack);
  const { cells, holds } = judgeSybils(attack, outcome);
  if (!holds) process.exitCode = 1;
  sybils.push(`| ${[...cells.slice(0, -1), `${cells.at(-1)}${holds ? '' : ' **not met**'}`].join(' | ')} |`);
  console.log(sybils.at(-1));
}

if (options.write) {
  const about = `Printed by \`npm run bench council -- --cases ${CASES} --seeds ${SEEDS}\`.`;
  const page = await readFile(PAGE, 'utf8');
  const tables = { worth, attacks: rows, sybils };
  const written = Object.entries(tables).reduce(
    (text, [name, lines]) => withTable(text, name, [about, '', ...lines]),
    page,
  );
  await writeFile(PAGE, written);
}

function withTable(page: string, name: string, lines: readonly string[]): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  return page.slice(0, page.indexOf(from)) + [from, ...lines, to].join('\n') + page.slice(page.indexOf(to) + to.length);
}
