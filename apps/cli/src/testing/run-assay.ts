import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Finished = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const PATIENT_MAIN = fileURLToPath(new URL('patient-main.ts', import.meta.url));

/** Where the command keeps compiled code by itself, told before its first file: reading that one takes longer than the rest of a short command. */
export const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/assay', import.meta.url)),
} as const;

export const FIXTURES = fileURLToPath(new URL('../fixtures/skills', import.meta.url));

type Settings = {
  readonly cwd?: string;
  /** Root reads what nobody may read, unless it gives that up. */
  readonly obeysModes?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** What comes in on standard input. */
  readonly input?: string;
  /** The hook waits for its verdict, however busy the machine is. */
  readonly isPatient?: boolean;
  /** Sees all of standard error, each time something is written there. */
  readonly onError?: (stderr: string) => void;
};

const GIVE_UP = ['--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-dac_override,-dac_read_search'];

/** The real command in a process of its own, with an environment that says nothing else. */
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

/** The command as it keeps running; `finished` is when it has ended, however that was. */
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
