import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
  /** Root bypasses file modes unless this is set. */
  readonly obeysModes?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The standard input. */
  readonly input?: string;
  /** Extends the hook's deadline for a busy machine. */
  readonly isPatient?: boolean;
  /** Called with all of standard error after each write. */
  readonly onError?: (stderr: string) => void;
};

const GIVE_UP = ['--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-dac_override,-dac_read_search'];

/** Runs the real command in its own process with a minimal environment. */
export function runAssay(args: readonly string[], settings: Settings = {}): Promise<Finished> {
  const { cwd = FIXTURES, obeysModes = false, env = {}, input = '', isPatient = false, onError } = settings;
  return new Promise((resolve, reject) => {
    const program = [process.execPath, isPatient ? PATIENT_MAIN : MAIN, ...args];
    const isBound = obeysModes && process.getuid?.() === 0;
    const [command = '', ...rest] = isBound ? ['/usr/bin/setpriv', ...GIVE_UP, ...program] : program;
    const child = spawn(command, rest, { cwd, env: { ...COMPILED, ...env } });
    child.stdin.on('error', () => undefined).end(input); // a command that reads nothing closes it first
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
      onError?.(stderr);
    });
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
