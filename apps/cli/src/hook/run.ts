import type { ChildProcess } from 'node:child_process';
import { writeSync } from 'node:fs';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { Budget } from './budget.ts';
import { findTargets, type HookTerminal, readEvent } from './find-targets.ts';
import type { HookOptions, Host, Ruling } from './hosts.ts';
import { toShown } from './show-ruling.ts';
import type { ToolUse } from './tool-use.ts';

const ANSWER_CHARS_MAX = 100_000;
const ALLOWED: Ruling = { decision: 'allow', reason: '' };
/** The limits of the work in this process, which holds the deadline. They are low enough that it always answers in time. */
export const QUICK = { inputChars: 262_144, textChars: 2_048, texts: 32, steps: 200_000 } as const;

/**
 * Answers one host event. This process holds the deadline. It checks short events itself, and most calls end there
 * because they involve no untrusted skill. Every other event goes to a second process, so that no input can delay this
 * one. Every failure is a denial.
 */
export async function runHook(
  host: Host,
  options: HookOptions,
  terminal: HookTerminal & Pick<Terminal, 'hookDeadlineMs' | 'out' | 'decide'>,
): Promise<ExitCode> {
  const { hookDeadlineMs } = terminal;
  const deadline = setTimeout(
    () => stopLate(host, hookDeadlineMs),
    Math.max(0, hookDeadlineMs - process.uptime() * 1_000),
  );
  const ruling = await answer(host, options, terminal).catch(toDenial);
  clearTimeout(deadline);
  const output = host.write(toShown(ruling));
  if (output !== '') terminal.out(`${output}\n`);
  return EXIT.safe;
}

export const toDenial = (error: unknown): Ruling => ({
  decision: 'deny',
  reason: `Assay could not check this call: ${error instanceof Error ? error.message : String(error)}`,
});

/**
 * Writes synchronously, past all buffers. A hanging read would block a normal exit, and the installed command also
 * turns a kill into a denial.
 */
function stopLate(host: Host, deadlineMs: number): void {
  const reason = `Assay denied this call: no verdict within ${deadlineMs / 1_000} s. Try again, or run: assay verify DIR`;
  writeSync(1, `${host.write({ decision: 'deny', reason })}\n`);
  writeSync(2, `${reason}\n`);
  decisionProcess?.kill('SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}

let decisionProcess: ChildProcess | undefined;

async function answer(
  host: Host,
  options: HookOptions,
  terminal: HookTerminal & Pick<Terminal, 'decide'>,
): Promise<Ruling> {
  const { decide = decideInChildProcess } = terminal;
  const input = await terminal.readInput();
  return (await isUnrelated(host, input, options, terminal)) ? ALLOWED : decide(host, options, input);
}

/** Whether an event is short and leaves nothing to decide. */
async function isUnrelated(host: Host, input: string, options: HookOptions, terminal: HookTerminal): Promise<boolean> {
  if (input.length > QUICK.inputChars) return false;
  const { use } = readEvent(host, input);
  return isShort(use) && (await findTargets(use, options, terminal, new Budget(QUICK.steps))).length === 0;
}

function isShort({
  cwd,
  skill = '',
  agents = [],
  command = '',
  texts = [],
  searches = [],
  writes = [],
}: ToolUse): boolean {
  const all = [cwd, skill, command, ...agents, ...texts, ...searches, ...writes];
  return all.length <= QUICK.texts && all.reduce((sum, { length }) => sum + length, 0) <= QUICK.textChars;
}

/** Starts the same program as `assay hook decide`. */
async function decideInChildProcess(host: Host, { url }: HookOptions, input: string): Promise<Ruling> {
  // Loading this module takes longer than most calls need in total.
  const { spawn } = await import('node:child_process');
  const [program = ''] = process.argv.slice(1);
  const args = [program, 'hook', 'decide', host.name, ...(url === undefined ? [] : [`--url=${url}`])];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
    decisionProcess = child;
    let output = '';
    child.stdin.on('error', () => undefined).end(input);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > ANSWER_CHARS_MAX) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', (code) => {
      try {
        if (code !== 0) throw new Error(`the verification process exited with code ${code}.`);
        resolve(parseRuling(output));
      } catch (error) {
        reject(error);
      }
    });
  });
}

export function parseRuling(output: string): Ruling {
  const { decision, reason } = JSON.parse(output) as Partial<Ruling>;
  if ((decision === 'allow' || decision === 'ask' || decision === 'deny') && typeof reason === 'string')
    return { decision, reason };
  throw new Error('the verification process returned no answer.');
}
