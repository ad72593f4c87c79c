import type { DataTag } from '@assay/analysis/runs/observation';
import type { Command, ExecResult } from 'just-bash';
import { type Machine, NotRunError } from '../engines.ts';
import { answer, type Invocation, imitate, quote, recordExec, runRest, textAt } from './command.ts';
import { readOptions } from './options.ts';

/** Reports the text of an `eval` that the shell then runs itself. */
export const EVAL_COMMAND = '__assay_eval';

/** Commands that run code: shells, JavaScript, Python, package runners. */
export const interpreterCommands = (machine: Machine): Command[] => [
  ...imitate(machine, ['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash'], shell),
  ...imitate(machine, [EVAL_COMMAND], (call) => {
    noteCode(call, 'command', 'eval', call.args.join(' '));
    return answer();
  }),
  ...imitate(machine, ['node', 'nodejs', 'bun', 'deno', 'tsx', 'ts-node'], javaScript),
  ...imitate(machine, ['python', 'python3', 'python2', 'uv'], python),
  ...imitate(machine, ['npm', 'pnpm', 'yarn'], packageManager),
  ...imitate(
    machine,
    ['npx', 'bunx', 'uvx', 'pipx', 'pip', 'pip3', 'brew', 'apt', 'apt-get', 'cargo', 'go', 'gem'],
    (call) => {
      recordExec(call);
      const at = call.args.findIndex((arg) => RUNS_SCRIPTS.test(arg));
      // `npx tsx script.ts` runs the `tsx` command.
      return at < 0 || !/^(?:npx|bunx)$/.test(call.name)
        ? answer()
        : javaScript({ ...call, name: 'tsx', args: call.args.slice(at + 1) });
    },
  ),
  ...imitate(machine, ['perl', 'ruby', 'php', 'pwsh', 'powershell', 'lua'], foreign),
  ...imitate(machine, ['osascript'], appleScript),
];

type CodeKind = Parameters<Invocation['world']['noteMade']>[0];

/** Records code that is not directly part of the bundle. */
function noteCode({ world }: Invocation, kind: CodeKind, label: string, code: string): void {
  world.noteMade(kind, code);
  const { tags, origin } = world.provenance(code);
  if (tags.length > 0) world.record({ kind: 'exec', target: `${label} ${origin || code}`, data: tags });
}

async function shell(call: Invocation): Promise<ExecResult> {
  const options = readOptions(call.args, new Set(['-c', '-o', '-O']));
  const inline = options.all('-c').at(-1);
  const isInteractive = options.has('-i') && inline === undefined;
  if (isInteractive) call.world.record({ kind: 'exec', target: [call.name, ...call.args].join(' '), data: ['shell'] });
  const [path] = options.rest;
  const code = inline ?? (path === undefined || isInteractive ? call.stdin : textAt(call, path));
  noteCode(call, 'command', call.name, code);
  if (isInteractive || code.trim() === '' || !call.context.exec) return answer();
  const [name, parameters] =
    inline === undefined ? [path ?? 'bash', options.rest.slice(1)] : [options.rest[0] ?? 'bash', options.rest.slice(1)];
  // Through `bash -c`, so that positional parameters are set; the bundled command does the work.
  const line = ['-c', code, name, ...parameters];
  return call.context.origCommand
    ? call.context.origCommand(line)
    : call.context.exec(['bash', ...line].map(quote).join(' '), {
        cwd: call.context.cwd,
        stdin: call.stdin,
        stdinKind: 'bytes',
      });
}

const RUNS_SCRIPTS = /^(?:tsx|ts-node|esno|vite-node)$/;
const RUN_WORDS = new Set(['run', 'exec', 'test', 'eval']);

async function javaScript(call: Invocation): Promise<ExecResult> {
  const options = readOptions(call.args, new Set(['-e', '--eval', '-p', '--print', '-r', '--require', '--import']));
  const words = RUN_WORDS.has(options.rest[0] ?? '') && call.name !== 'node' ? options.rest.slice(1) : options.rest;
  const inline = options.all('-e', '--eval', '-p', '--print').at(-1);
  const [path, ...parameters] = words;
  const code = inline ?? (path === undefined ? call.stdin : textAt(call, path));
  noteCode(call, 'javascript', call.name, code);
  if (code.trim() === '') return answer();
  const file = inline === undefined && path !== undefined ? call.at(path) : call.at('[eval]');
  const result = await call.machine.script({ code, path: file, args: inline === undefined ? parameters : words });
  return { stdout: result.stdout, stderr: result.stderr, exitCode: result.exitCode };
}

async function python(call: Invocation): Promise<ExecResult> {
  const args =
    call.name === 'uv'
      ? call.args.filter((arg, index) => !(index === 0 && arg === 'run') && !/^python3?$/.test(arg))
      : [...call.args];
  // `-m` ends Python's own options.
  const module = args[0] === '-m' ? modulePath(call, args[1] ?? '') : undefined;
  if (module !== undefined) args.splice(0, 2, module);
  if (args[0] === '-m' || call.args[0] === 'pip' || (call.name === 'uv' && !/\.py$/.test(args[0] ?? ''))) {
    recordExec(call);
    return answer();
  }
  const options = readOptions(args, new Set(['-c', '-W', '-X']));
  const inline = options.all('-c').at(-1);
  const [path = '-', ...parameters] = options.rest;
  const code = inline ?? textAt(call, path);
  noteCode(call, 'python', call.name, code);
  if (code.trim() === '') return answer();
  try {
    return await call.machine.python({
      code,
      path: inline === undefined ? call.at(path) : call.at('[command]'),
      args: parameters,
      stdin: call.stdin,
    });
  } catch (error) {
    if (!(error instanceof NotRunError)) throw error;
    call.world.miss(error.message);
    return answer();
  }
}

/** The path of a module in the working folder, as a file or as a package. */
function modulePath(call: Invocation, name: string): string | undefined {
  const path = name.replaceAll('.', '/');
  const candidates = [`${path}.py`, `${path}/__main__.py`, `src/${path}.py`, `src/${path}/__main__.py`];
  return candidates.find((candidate) => call.world.files.peek(call.at(candidate)) !== undefined);
}

async function packageManager(call: Invocation): Promise<ExecResult> {
  recordExec(call);
  const words = call.args.filter((arg) => !arg.startsWith('-'));
  const name = words[0] === 'run' || words[0] === 'run-script' ? words[1] : words[0];
  const isShorthand = name === 'test' || name === 'start' || words[0] === 'run' || words[0] === 'run-script';
  const command = isShorthand && name !== undefined ? packageScript(call, name) : undefined;
  return command === undefined ? answer() : runRest(call, ['sh', '-c', command]);
}

function packageScript(call: Invocation, name: string): string | undefined {
  const bytes = call.world.files.peek(call.at('package.json'));
  try {
    const manifest: unknown = JSON.parse(Buffer.from(bytes ?? []).toString());
    const scripts: unknown = Object(manifest).scripts;
    const command: unknown = Object(scripts)[name];
    return typeof command === 'string' ? command : undefined;
  } catch {
    return undefined;
  }
}

function foreign(call: Invocation): ExecResult {
  const { tags } = call.world.provenance([...call.args, call.stdin].join('\n'));
  recordExec(call, [...tags, 'missing']);
  call.world.miss(`no interpreter for ${call.name}`);
  return answer();
}

const SHELL_SCRIPT = /do shell script\s+"((?:[^"\\]|\\.)*)"/g;

async function appleScript(call: Invocation): Promise<ExecResult> {
  const code = [...readOptions(call.args, new Set(['-e', '-l'])).all('-e'), call.stdin].join('\n');
  const tags: DataTag[] = ['emulated'];
  recordExec(call, tags);
  let stdout = '';
  for (const [, command = ''] of code.matchAll(SHELL_SCRIPT)) {
    const result = await runRest(call, ['sh', '-c', command.replace(/\\(.)/g, '$1')]);
    stdout += result.stdout;
  }
  return answer(stdout);
}
