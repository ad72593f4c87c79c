/** Verifies of one process with a core of its own, and of two. */
import type { Member } from '../campaign/service.ts';
import { median } from '../lib/report.ts';
import { busyMs, listCores, pin } from './cores.ts';
import type { Generators, Run } from './generators.ts';
import { type Share, speedUpOf } from './speed-up.ts';

type Given = {
  readonly apis: readonly Member[];
  readonly generators: Generators;
  readonly seconds: number;
  readonly rounds: number;
};
type Measured = Share & Pick<Run, 'perSecond' | 'failures'>;
type Round = { readonly one: Measured; readonly two: Measured; readonly speedUp: number };

/**
 * Alternately one process on the first core with its generator on the second, and a process with its generator on each core. The round
 * with the median speed-up counts.
 */
export async function compareOnTwoCores({ apis, generators, seconds, rounds }: Given) {
  const [first = 0, second] = listCores();
  if (second === undefined) throw new Error('Two cores are needed.');
  const apiPids = apis.map((api) => api.pid() ?? 0);
  const [apiOne = 0, apiTwo = 0] = apiPids;
  const [generatorOne = 0, generatorTwo = 0] = generators.pids;

  async function share(count: number, cores: readonly number[], areGeneratorsThere: boolean): Promise<Measured> {
    const [busyBefore, startedAt] = [busyMs(cores), performance.now()];
    const run = await generators.run({ load: 'verify', seconds, apis: apis.slice(0, count) });
    const [busyAfter, endedAt] = [busyMs(cores), performance.now()];
    return {
      ...run,
      seconds: (endedAt - startedAt) / 1_000,
      cores: cores.length,
      apiSeconds: run.apiMs / 1_000,
      generatorSeconds: areGeneratorsThere ? run.generatorMs / 1_000 : 0,
      busySeconds: (busyAfter - busyBefore) / 1_000,
    };
  }

  const compare = async (): Promise<Round> => {
    pin(apiOne, [first]);
    pin(generatorOne, [second]);
    const one = await share(1, [first], false);
    pin(generatorOne, [first]);
    for (const pid of [apiTwo, generatorTwo]) pin(pid, [second]);
    const two = await share(2, [first, second], true);
    return { one, two, speedUp: speedUpOf(one, two) };
  };

  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await compare());
  for (const pid of [...apiPids, ...generators.pids]) pin(pid, listCores());
  const speedUps = measured.map(({ speedUp }) => speedUp);
  const middle = measured.find(({ speedUp }) => speedUp === median(speedUps));
  if (middle === undefined) throw new Error('There was no round.');
  return { ...middle, speedUps };
}
