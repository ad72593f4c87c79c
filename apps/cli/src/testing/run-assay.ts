import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export const FIXTURES = fileURLToPath(new URL('../fixtures/skills', import.meta.url));

type Settings = { readonly cwd?: string; readonly uid?: number; readonly env?: Readonly<Record<string, string>> };

/** The real command in a process of its own, with an environment that says nothing. */
export function runAssay(args: readonly string[], { cwd = FIXTURES, uid, env = {} }: Settings = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const identity = uid === undefined ? {} : { uid, gid: uid };
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...env }, ...identity });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
