/**
 * `npm run bench council`: the attacks of the council's design against its real rules. Exit code 1 when one pays.
 * `--write` puts the table into docs/council.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ATTACKS, type Attack } from './scenarios.ts';
import { type Outcome, simulate } from './simulate.ts';

const { values: options } = parseArgs({
  options: {
    cases: { type: 'string', default: '2000' },
    seeds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const CASES = Number(options.cases);
const SEEDS = Array.from({ length: Number(options.seeds) }, (_, index) => `council/${index + 1}`);
const PAGE = fileURLToPath(new URL('../../docs/council.md', import.meta.url));
const [FROM, TO] = ['<!-- table -->', '<!-- end of table -->'];

/** Counts add up over seeds; what is a mean stays one. */
function join(outcomes: readonly Outcome[]): Outcome {
  const [first, ...others] = outcomes;
  if (first === undefined) throw new RangeError('At least one seed is needed');
  return others.reduce(joinTwo, first);
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
    lowestPot: one.lowestPot < other.lowestPot ? one.lowestPot : other.lowestPot,
    groups: { honest: groups('honest'), attackers: groups('attackers') },
  };
}

const run = ({ sitters, detection, correlation }: Attack): Outcome =>
  join(
    SEEDS.map((seed) =>
      simulate({
        sitters,
        cases: CASES,
        seed,
        ...(detection === undefined ? {} : { detection }),
        ...(correlation === undefined ? {} : { correlation }),
      }),
    ),
  );

const share = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)} %`;
const rows: string[] = ['| attack | what must hold | second panel | appeal | a person |', '|---|---|---|---|---|'];
let calm: Outcome | undefined;
for (const attack of ATTACKS) {
  const outcome = run(attack);
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

if (options.write) {
  const page = await readFile(PAGE, 'utf8');
  const about = `Printed by \`npm run bench council -- --cases ${CASES} --seeds ${SEEDS.length}\`.`;
  const table = [FROM, about, '', ...rows, TO].join('\n');
  await writeFile(PAGE, page.slice(0, page.indexOf(FROM)) + table + page.slice(page.indexOf(TO) + TO.length));
}
