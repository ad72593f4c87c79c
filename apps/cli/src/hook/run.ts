import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { toBase } from '../service/address.ts';
import type { Terminal } from '../terminal.ts';
import type { Host, Ruling } from './hosts.ts';
import { resolveToolUse, type Target, type ToolUse } from './resolve.ts';

type Options = { readonly url?: string | undefined };

const COMMAND_CHARS_HERE_MAX = 16_384;
const ANSWER_CHARS_MAX = 100_000;
const ALLOWED: Ruling = { decision: 'allow', reason: '' };

/**
 * Answers one event of a host. What has nothing to do with skills is answered here; everything else is judged in a process of its
 * own, so that nothing in there keeps this one from answering in time. Every failure is a denial.
 */
export async function runHook(host: Host, options: Options, terminal: Terminal): Promise<ExitCode> {
  const { hookDeadlineMs } = terminal;
  const deadline = setTimeout(() => stopLate(host, hookDeadlineMs), Math.max(0, hookDeadlineMs - performance.now()));
  const ruling = await answer(host, options, terminal).catch(toDenial);
  clearTimeout(deadline);
  const output = host.write(ruling);
  if (output !== '') terminal.out(`${output}\n`);
  return EXIT.safe;
}

const toDenial = (error: unknown): Ruling => ({
  decision: 'deny',
  reason: `Assay could not check this call: ${error instanceof Error ? error.message : String(error)}`,
});

/** Written past every buffer. A read that hangs would hold up an orderly exit, and the installed command turns this one into a denial, too. */
function stopLate(host: Host, deadlineMs: number): void {
  const reason = `Assay denied this call: no verdict within ${deadlineMs / 1_000} s. Try again, or run: assay verify DIR`;
  writeSync(1, `${host.write({ decision: 'deny', reason })}\n`);
  writeSync(2, `${reason}\n`);
  if (judge !== undefined) judge.kill('SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}

let judge: ReturnType<typeof spawn> | undefined;

async function answer(host: Host, options: Options, terminal: Terminal): Promise<Ruling> {
  const input = await terminal.readInput();
  const use = readEvent(host, input);
  // The deadline of this process holds only while it does little.
  const isShort = (use.command?.length ?? 0) <= COMMAND_CHARS_HERE_MAX;
  const isUnrelated = isShort && (await findTargets(use, options, terminal)).length === 0;
  return isUnrelated ? ALLOWED : judgeApart(host, options, input);
}

function readEvent(host: Host, input: string): ToolUse {
  const event: unknown = JSON.parse(input);
  const use = typeof event === 'object' && event !== null ? host.read(event as Record<string, unknown>) : undefined;
  if (use === undefined) throw new Error(`standard input holds no event of ${host.title} that this version knows.`);
  return use;
}

/** What is left to judge once the skills are taken out that this user trusts, by name or by digest, or found valid a moment ago. */
async function findTargets(use: ToolUse, options: Options, terminal: Terminal): Promise<Target[]> {
  const { projectDir, hostDirs } = terminal.config;
  const targets = await resolveToolUse(use, { home: homedir(), projectDir, hostDirs });
  if (targets.length === 0) return targets;
  const [{ readOwnSettings }, { findUntrusted }] = await Promise.all([
    import('./own-settings.ts'),
    import('./trusted-bundles.ts'),
  ]);
  const settings = readOwnSettings(terminal);
  const isTrusted = (target: Target) =>
    (target.kind === 'folder' || target.kind === 'missing') && settings.trustedSkills.includes(target.name);
  const left = targets.filter((target) => !isTrusted(target));
  // A single target that has to be judged decides, so the others need not be read.
  if (left.length === 0 || left.some(({ kind }) => kind !== 'folder')) return left;
  return findUntrusted(left, options, settings, terminal);
}

/** The same program again, as `assay hook judge`. */
function judgeApart(host: Host, { url }: Options, input: string): Promise<Ruling> {
  const [program = ''] = process.argv.slice(1);
  const args = [program, 'hook', 'judge', host.name, ...(url === undefined ? [] : [`--url=${url}`])];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
    judge = child;
    let output = '';
    child.stdin.on('error', () => undefined).end(input);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > ANSWER_CHARS_MAX) child.kill('SIGKILL');
    });
    child.on('error', reject);
    child.on('close', (code) => {
      try {
        if (code !== 0) throw new Error(`the process that judges it ended with code ${code}.`);
        resolve(parseRuling(output));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function parseRuling(output: string): Ruling {
  const { decision, reason } = JSON.parse(output) as Partial<Ruling>;
  if ((decision === 'allow' || decision === 'ask' || decision === 'deny') && typeof reason === 'string')
    return { decision, reason };
  throw new Error('the process that judges it gave no answer.');
}

/** `assay hook judge HOST`: the event on standard input, the ruling as JSON on standard output. */
export async function judgeEvent(host: Host, options: Options, terminal: Terminal): Promise<ExitCode> {
  const [{ connectForHook }, { decideTargets }, { readKnown, rememberValid }] = await Promise.all([
    import('../service/connect.ts'),
    import('./decide.ts'),
    import('../install/known-bundles.ts'),
  ]);
  const judgement = async () => {
    const targets = await findTargets(readEvent(host, await terminal.readInput()), options, terminal);
    const needs = connectForHook(terminal, options);
    const service = toBase(needs.service.settings.url) ?? '';
    // Only for what this user installed with a lock; the state of everything else is asked for at every use.
    const remember = (bundleSha256: string, certificateId: string) => {
      if (Object.hasOwn(readKnown(terminal), bundleSha256))
        rememberValid(terminal, bundleSha256, { certificateId, service });
    };
    return decideTargets(targets, { ...needs, remember });
  };
  terminal.out(`${JSON.stringify(await judgement().catch(toDenial))}\n`);
  return EXIT.safe;
}
