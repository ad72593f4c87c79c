/** Load from one generator for each API process, with the processor time that it took. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Member } from '../campaign/service.ts';
import { treeMs } from '../lib/processor.ts';
import type { Order, Outcome } from './generator.ts';
import type { Load } from './requests.ts';

const CONNECTIONS = 32;

export type Run = {
  readonly requests: number;
  readonly perSecond: number;
  readonly failures: number;
  readonly apiMs: number;
  readonly generatorMs: number;
};
type Given = { readonly load: Load; readonly seconds: number; readonly apis: readonly Member[] };

export const portOf = (member: Member): number => Number(new URL(member.url() ?? '').port);

async function generate(generator: ChildProcess, order: Order): Promise<Outcome> {
  generator.send(order);
  const [outcome] = (await once(generator, 'message')) as [Outcome];
  return outcome;
}

export async function startGenerators(count: number, certificates: number) {
  const program = fileURLToPath(new URL('./generator.ts', import.meta.url));
  const children = Array.from({ length: count }, () => fork(program, [String(certificates)]));
  await Promise.all(children.map((child) => once(child, 'message'))); // they have loaded
  return {
    pids: children.map(({ pid }) => pid ?? 0),
    /** The connections are shared out among the processes. */
    async run({ load, seconds, apis }: Given): Promise<Run> {
      const connections = Math.ceil(CONNECTIONS / apis.length);
      const apiMs = () => apis.reduce((sum, { pid }) => sum + treeMs(pid() ?? 0), 0);
      const before = apiMs();
      const outcomes = await Promise.all(
        children.slice(0, apis.length).flatMap((child, at) => {
          const api = apis[at];
          return api === undefined ? [] : [generate(child, { port: portOf(api), connections, seconds, load })];
        }),
      );
      const sumOf = (part: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[part], 0);
      return {
        requests: sumOf('requests'),
        perSecond: sumOf('perSecond'),
        failures: sumOf('failures'),
        apiMs: apiMs() - before,
        generatorMs: sumOf('generatorMs'),
      };
    },
    stop(): void {
      for (const child of children) child.kill();
    },
  };
}
export type Generators = Awaited<ReturnType<typeof startGenerators>>;
