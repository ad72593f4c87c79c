import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseRuling } from '../hook/run.ts';
import { startProgram } from '../start.ts';
import type { Terminal } from '../terminal.ts';
import { borrowEngine } from './shared-engine.ts';

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const PATIENT_MAIN = fileURLToPath(new URL('patient-main.ts', import.meta.url));

/** The command's compile cache, set before its first file, because compiling that takes longer than the rest of a short command. */
export const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/assay', import.meta.url)),
} as const;

export const FIXTURES = fileURLToPath(new URL('../fixtures/skills', import.meta.url));

type Settings = {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The standard input. */
  readonly input?: string;
  /** Called with all of standard error after each write. */
  readonly onError?: (stderr: string) => void;
};

/** More than a test worker runs: the deadline counts from the start of the process. */
const HOOK_DEADLINE_MS = 1_000_000_000;

/**
 * Runs the command in this process with a minimal environment and the engine that all tests of a run share. It reads
 * and writes streams like a process; `runAssayProcess` covers what only a process of its own shows.
 */
export async function runAssay(args: readonly string[], settings: Settings = {}): Promise<Finished> {
  const { cwd = FIXTURES, env = {}, input = '', onError } = settings;
  let stdout = '';
  let stderr = '';
  const host = {
    env,
    cwd: () => cwd,
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: toWritable((text) => (stdout += text)),
    stderr: toWritable((text) => {
      stderr += text;
      onError?.(stderr);
    }),
  };
  const decide: Terminal['decide'] = async ({ name }, { url }, event) => {
    const words = ['hook', 'decide', name, ...(url === undefined ? [] : [`--url=${url}`])];
    return parseRuling((await runAssay(words, { cwd, env, input: event })).stdout);
  };
  const own = { hookDeadlineMs: HOOK_DEADLINE_MS, openEngine: borrowEngine, decide };
  const code = await startProgram(args, own, host);
  return { code, stdout, stderr };
}

const toWritable = (write: (text: string) => void): Writable =>
  new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => {
      write(text);
      done();
    },
  });

type ProcessSettings = Omit<Settings, 'onError'> & {
  /** Root bypasses file modes unless this is set. */
  readonly obeysModes?: boolean;
  /** Extends the hook's deadline for a busy machine. */
  readonly isPatient?: boolean;
};

const GIVE_UP = ['--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-dac_override,-dac_read_search'];

/**
 * Runs the real command in its own process with a minimal environment: for hooks, which start a second process, and
 * for exit codes, pipes, file modes and limits.
 */
export function runAssayProcess(args: readonly string[], settings: ProcessSettings = {}): Promise<Finished> {
  const { cwd = FIXTURES, obeysModes = false, env = {}, input = '', isPatient = false } = settings;
  return new Promise((resolve, reject) => {
    const program = [process.execPath, isPatient ? PATIENT_MAIN : MAIN, ...args];
    const isBound = obeysModes && process.getuid?.() === 0;
    const [command = '', ...rest] = isBound ? ['/usr/bin/setpriv', ...GIVE_UP, ...program] : program;
    const child = spawn(command, rest, { cwd, env: { ...COMPILED, ...env } });
    child.stdin.on('error', () => undefined).end(input); // a command that reads nothing closes it first
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The running command. `finished` resolves when it ends for any reason. */
export type Resident = { readonly child: ChildProcess; readonly finished: Promise<Finished> };

export function startAssay(args: readonly string[], { cwd = FIXTURES, env = {} }: Settings = {}): Resident {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, finished };
}
