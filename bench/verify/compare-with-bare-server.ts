/** Sends the same requests to the service and to a bare node:http server with the same bytes, in alternating rounds. */
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LoadResult, runLoad } from '../lib/load.ts';
import { processorMs, startProgram } from '../lib/process.ts';
import { median } from '../lib/report.ts';

/** A round, and the processor time of each request where the process is known: what else runs here spoils that less than the clock. */
type Round = LoadResult & { readonly processorUs: number };
export type Pair = { readonly ours: Round[]; readonly bare: Round[] };
type Comparison = {
  readonly port: number;
  readonly barePort: number;
  readonly pids?: { readonly ours: number | undefined; readonly bare: number | undefined };
  readonly nextPath: () => string;
  readonly connections: number;
  readonly seconds: number;
  /** Whether another round is to follow. */
  readonly goesOn: (rounds: number) => boolean;
};

const WARM_UP_SECONDS = 2;

/** The bare server repeats an answer of ours: the same headers in the same order, and the same body. */
export async function startBare(port: number, path: string, folder: string) {
  const answer = await new Promise<{ headers: string[]; body: string }>((resolve, reject) => {
    request({ port, path }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => {
        const headers = response.rawHeaders.filter(
          (_, index, all) => !/^(date|connection|keep-alive)$/i.test(all[index - (index % 2)] ?? ''),
        );
        resolve({ headers, body });
      });
    })
      .on('error', reject)
      .end();
  });
  const file = join(folder, 'answer.json');
  await writeFile(file, JSON.stringify(answer));
  return startProgram([fileURLToPath(new URL('./bare-server.ts', import.meta.url))], { ANSWER: file }, '/');
}

export async function compare(comparison: Comparison): Promise<Pair> {
  const { port, barePort, pids, nextPath, connections, seconds, goesOn } = comparison;
  const load = (to: number, forSeconds = seconds) => runLoad({ port: to, connections, seconds: forSeconds, nextPath });
  const round = async (to: number, pid: number | undefined): Promise<Round> => {
    const used = () => (pid === undefined ? Number.NaN : processorMs(pid));
    const before = used();
    const result = await load(to);
    return { ...result, processorUs: ((used() - before) * 1000) / result.requests };
  };
  await load(port, WARM_UP_SECONDS);
  await load(barePort, WARM_UP_SECONDS);
  const pair: Pair = { ours: [], bare: [] };
  while (goesOn(pair.ours.length)) {
    pair.ours.push(await round(port, pids?.ours));
    pair.bare.push(await round(barePort, pids?.bare));
  }
  return pair;
}

export const rateOf = (results: readonly LoadResult[]): number => median(results.map(({ perSecond }) => perSecond));

/** Requests a second of ours for each of the bare server. */
export function ratioOf({ ours, bare }: Pair): number {
  const failures = ours.reduce((sum, result) => sum + result.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed`);
  return rateOf(ours) / rateOf(bare);
}
