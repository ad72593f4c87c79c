/** The delay for programs that embed the installed packages. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabaseHome } from '../../apps/server/src/platform/db/index.ts';
import { createLogger } from '../../apps/server/src/platform/log/index.ts';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { fillCertificates, idOf } from '../lib/certificates.ts';
import { startServer } from '../lib/process.ts';
import { median, printTable } from '../lib/report.ts';

type Installed = { readonly command: string; readonly project: string; readonly skill: string };

const LIMITS = { verifyMs: 250, findingMs: 300, guardMs: 1 } as const;
const STARTS = 9;
const GUARDS = 2_000;
const CERTIFICATES = 10;

/** True when everything is within its limit. */
export async function printSpeed({ command, project, skill }: Installed): Promise<boolean> {
  const { path: folder, remove } = await createTemporaryFolder();
  const dataDir = join(folder, 'data');
  try {
    await fill(dataDir);
    const path = `/api/v1/public/certificates/${idOf(0)}/verify`;
    const server = await startServer({ DATA_DIR: dataDir }, path);
    try {
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const run = (...words: string[]) => timeStarts([command, ...words], project);
      const request = median(await times(STARTS, () => fetch(baseUrl + path).then((answer) => answer.arrayBuffer())));
      const verify = (await run('verify', idOf(0), '--url', baseUrl)) - request;
      const finding = await run('scan', skill, '--no-sandbox', '--jsonl');
      const guard = await timeGuard(project, baseUrl);
      const rows = [
        ['assay verify, less the request itself', verify, LIMITS.verifyMs],
        ['assay scan, to its first finding', finding, LIMITS.findingMs],
        ['guard with a warm cache', guard, LIMITS.guardMs],
      ] as const;
      printTable(`The installed packages on Node ${process.versions.node}, medians`, [
        ['what', 'measured', 'limit'],
        ...rows.map(([what, measured, limit]) => [what, `${measured.toFixed(limit > 1 ? 0 : 3)} ms`, `≤ ${limit} ms`]),
      ]);
      return rows.every(([, measured, limit]) => measured <= limit);
    } finally {
      await server.stop();
    }
  } finally {
    await remove();
  }
}

async function fill(dataDir: string): Promise<void> {
  const onCrash = (error: Error) => {
    throw error;
  };
  const log = createLogger('warn');
  const home = await openDatabaseHome({ databaseUrl: undefined, dataDir, tmpDir: tmpdir(), log, onCrash });
  await fillCertificates(home.database.pool, CERTIFICATES);
  await home.stop();
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < count; round++) {
    const startedAt = performance.now();
    await work();
    found.push(performance.now() - startedAt);
  }
  return found;
}

/** From the start of the command to the first thing it prints. */
async function timeStarts(words: readonly string[], cwd: string): Promise<number> {
  const once = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...words], {
        cwd,
        env: { HOME: cwd, PATH: process.env.PATH },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let hasPrinted = false;
      child.stdout.once('data', () => {
        hasPrinted = true;
        resolve();
      });
      child.on('error', reject);
      child.on('close', () => hasPrinted || reject(new Error(`${words.join(' ')} printed nothing`)));
    });
  await once();
  return median(await times(STARTS, once));
}

async function timeGuard(project: string, baseUrl: string): Promise<number> {
  const entry = pathToFileURL(join(project, 'node_modules/@assay/client/src/index.js')).href;
  const { createClient } = (await import(entry)) as typeof import('@assay/client');
  const guard = createClient({ baseUrl }).guard();
  const ask = () => guard({ certificateId: idOf(0) });
  const { decision, reasons } = await ask();
  if (decision === 'deny') throw new Error(`the guard denies what it is timed with: ${JSON.stringify(reasons)}`);
  return median(await times(GUARDS, ask));
}
