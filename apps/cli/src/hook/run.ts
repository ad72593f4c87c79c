import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { toBase } from '../service/address.ts';
import type { Terminal } from '../terminal.ts';
import type { Host, Ruling } from './hosts.ts';
import type { Target, ToolUse } from './resolve.ts';

type Options = { readonly url?: string | undefined };

const ANSWER_CHARS_MAX = 100_000;
const ALLOWED: Ruling = { decision: 'allow', reason: '' };

/**
 * Answers one event of a host. This process holds the deadline, so it parses nothing: the event goes unread to a second process, and no
 * input can keep this one from answering in time. Every failure is a denial.
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
  judgeProcess?.kill('SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}

let judgeProcess: ReturnType<typeof spawn> | undefined;

const answer = async (host: Host, options: Options, terminal: Terminal): Promise<Ruling> =>
  judgeApart(host, options, await terminal.readInput());

function readEvent(host: Host, input: string): ToolUse {
  const event: unknown = JSON.parse(input);
  const use = typeof event === 'object' && event !== null ? host.read(event as Record<string, unknown>) : undefined;
  if (use === undefined) throw new Error(`standard input holds no event of ${host.title} that this version knows.`);
  return use;
}

/** What is left to judge once the skills are taken out that this user trusts, by name or by digest, or found valid a moment ago. */
async function findTargets(use: ToolUse, options: Options, terminal: Terminal): Promise<Target[]> {
  const { projectDir, hostDirs } = terminal.config;
  // Loaded only in the process that judges.
  const { resolveToolUse } = await import('./resolve.ts');
  const targets = await resolveToolUse(use, { home: homedir(), projectDir, hostDirs });
  if (targets.length === 0) return targets;
  const [{ readOwnSettings }, { findUntrusted }] = await Promise.all([
    import('./own-settings.ts'),
    import('./trusted-bundles.ts'),
  ]);
  const settings = readOwnSettings(terminal);
  const isInUserPlace = await import('./skill-places.ts').then(({ findUserPlaces }) =>
    findUserPlaces({ home: homedir(), hostDirs }),
  );
  // A name is no proof: any clone can use it. It counts for what the user or a host put into the user's own folders.
  const isTrusted = (target: Target) =>
    (target.kind === 'missing' ||
      (target.kind === 'folder' && isInUserPlace({ folder: target.path, name: target.name }))) &&
    settings.trustedSkills.includes(target.name);
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
    judgeProcess = child;
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
  const ruling = await judge(host, options, terminal).catch(toDenial);
  terminal.out(`${JSON.stringify(ruling)}\n`);
  return EXIT.safe;
}

async function judge(host: Host, options: Options, terminal: Terminal): Promise<Ruling> {
  const targets = await findTargets(readEvent(host, await terminal.readInput()), options, terminal);
  // Most calls end here, without the cost of loading the client.
  if (targets.length === 0) return ALLOWED;
  const [{ connectForHook }, { decideTargets }, { readKnown, rememberValid }] = await Promise.all([
    import('../service/connect.ts'),
    import('./decide.ts'),
    import('../install/known-bundles.ts'),
  ]);
  const needs = connectForHook(terminal, options);
  const service = toBase(needs.service.settings.url) ?? '';
  // Only for what this user installed with a lock; the state of everything else is asked for at every use.
  const remember = (bundleSha256: string, certificateId: string) => {
    if (Object.hasOwn(readKnown(terminal), bundleSha256))
      rememberValid(terminal, bundleSha256, { certificateId, service });
  };
  return decideTargets(targets, { ...needs, remember });
}
