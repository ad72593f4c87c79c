import type { ExecutionOrigin, ExecutionValue, Language } from '../../model.ts';
import { UNKNOWN_PART } from '../../ruleset/origins/origin.ts';
import { runArgv, runCommandText } from '../shell/interpret.ts';
import { fetchedFrom, isFullyKnown, type Value } from '../value.ts';
import { argument, type CallModel, type CallSite, option } from './call-site.ts';
import { type CodeValue, NOTHING, withTaints } from './code-value.ts';

const STEERABLE = new Set(['user-input', 'argv', 'parameter', 'network-input', 'model-output', 'stdin']);

function recordExecution(site: CallSite, of: ExecutionOrigin, via: ExecutionValue['via'], code: Value): void {
  const fetched = fetchedFrom(code);
  const steps = fetched === undefined ? [site.span] : [fetched.at, site.span];
  const payload = isFullyKnown(code) ? code.text.slice(0, 2_000) : null;
  site.analysis.recorder.add(
    'execution',
    { of, via, from: fetched?.url ?? null, isPinned: site.session.hasVerified, isElevated: false, steps, payload },
    site.unit,
    site.span,
  );
}

/** Content of a file that is not in the bundle: a place others can write to. */
const isOutsideFile = ({ file, text }: CodeValue): boolean =>
  file !== null && !file.isWrite && text === null && /^(?:\/|~)/.test(file.path);

const isTelling = ({ text, taints, isDecoded, file }: CodeValue): boolean =>
  text !== null || taints.length > 0 || isDecoded || file !== null;

/** Functions that run their first argument later. */
const WAITING: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate']);

/** Text handed to the language's own evaluator. */
const evaluate =
  (lang: Language | 'own'): CallModel =>
  (site) => {
    // What comes behind the code is where and when: a waiting time that came from the net is no code.
    const [first] = site.args;
    const code =
      first !== undefined && (first.fn !== null || WAITING.has(site.callee))
        ? first
        : (site.args.find(isTelling) ?? NOTHING);
    const { recorder } = site.analysis;
    recorder.add('capability', { name: 'code.dynamic' }, site.unit, site.span);
    if (fetchedFrom(code) !== undefined) recordExecution(site, 'download', 'evaluate', code);
    else if (code.isDecoded) recordExecution(site, 'decoded', 'evaluate', code);
    else if (isOutsideFile(code))
      recordExecution(site, 'outside', 'evaluate', { ...code, text: code.file?.path ?? null });
    else
      recorder.flow(
        code.taints.filter(({ class: kind }) => STEERABLE.has(kind)),
        { class: 'evaluate', label: site.callee, destination: null },
        'argument',
        site.unit,
        site.span,
      );
    if (code.text !== null && code.text.trim().length > 3 && code.text !== UNKNOWN_PART) {
      site.analysis.descend({
        lang: lang === 'own' ? site.unit.lang : lang,
        text: code.text,
        at: site.span,
        unit: site.unit,
        origin: code.isDecoded ? 'decoded' : 'argument',
        layer: code.isDecoded ? 'decoded' : null,
      });
    }
    return withTaints(code.taints);
  };

function runShell(site: CallSite, command: CodeValue): CodeValue {
  const { recorder } = site.analysis;
  recorder.add('capability', { name: 'proc.exec' }, site.unit, site.span);
  if (fetchedFrom(command) !== undefined && command.text === null) recordExecution(site, 'download', 'shell', command);
  else if (command.isDecoded) recordExecution(site, 'decoded', 'shell', command);
  recorder.flow(
    command.taints.filter(({ class: kind }) => STEERABLE.has(kind)),
    { class: 'execute', label: site.callee, destination: null },
    'argument',
    site.unit,
    site.span,
  );
  if (command.text === null) return withTaints(command.taints);
  const output = runCommandText(command, {
    unit: site.unit,
    session: site.session,
    analysis: site.analysis,
    at: site.span,
  });
  return { ...NOTHING, taints: output.taints, isDecoded: output.isDecoded };
}

function runList(site: CallSite, words: readonly CodeValue[]): CodeValue {
  site.analysis.recorder.add('capability', { name: 'proc.exec' }, site.unit, site.span);
  const output = runArgv(words, { unit: site.unit, session: site.session, analysis: site.analysis, at: site.span });
  return { ...NOTHING, taints: output.taints, isDecoded: output.isDecoded };
}

const shellString: CallModel = (site) => runShell(site, argument(site, 0, 'command', 'cmd', 'args') ?? NOTHING);

/** subprocess and spawn: a list is run as it is, a string goes through a shell when asked to. */
const process: CallModel = (site) => {
  const command = argument(site, 0, 'args', 'cmd', 'command') ?? NOTHING;
  const isShell = site.named.get('shell')?.ref === 'True' || option(site, 'shell')?.ref === 'true';
  const stdin = option(site, 'input');
  if (stdin !== undefined)
    site.analysis.recorder.flow(
      stdin.taints.filter(({ class: kind }) => STEERABLE.has(kind)),
      { class: 'execute', label: site.callee, destination: null },
      'argument',
      site.unit,
      site.span,
    );
  if (command.items !== null) {
    const [first] = command.items;
    return isShell && first !== undefined ? runShell(site, first) : runList(site, command.items);
  }
  const words = site.args.slice(1).find(({ items }) => items !== null) ?? option(site, 'args');
  const rest = words?.items ?? [];
  const spread = site.args.slice(1).filter(({ text }) => text !== null);
  if (rest.length > 0) return runList(site, [command, ...rest]);
  if (site.callee.endsWith('exec.Command') || site.callee.includes('.exec')) return runList(site, [command, ...spread]);
  return isShell || (command.text !== null && /\s/.test(command.text))
    ? runShell(site, command)
    : runList(site, [command]);
};

/** `Command::new("sh").arg("-c").arg(line).spawn()`: a command that is put together word by word. */
const startCommand: CallModel = (site) => ({ ...NOTHING, ref: '<command>', items: [site.args[0] ?? NOTHING] });

const addWords: CallModel = (site) => {
  if (site.receiver.ref !== '<command>') return undefined;
  const words = site.args.flatMap((arg) => arg.items ?? [arg]);
  return { ...site.receiver, items: [...(site.receiver.items ?? []), ...words] };
};

const runCommand: CallModel = (site) =>
  site.receiver.ref === '<command>' ? runList(site, site.receiver.items ?? []) : undefined;

export const PROCESS_METHODS: ReadonlyMap<string, CallModel> = new Map<string, CallModel>([
  ['arg', addWords],
  ['args', addWords],
  ...['spawn', 'output', 'status', 'exec'].map((name) => [name, runCommand] as const),
]);

const load: CallModel = (site) => {
  const target = site.args[0] ?? NOTHING;
  const fetched = fetchedFrom(target);
  if (fetched !== undefined || target.isDecoded)
    recordExecution(site, fetched === undefined ? 'decoded' : 'download', 'native', target);
  site.analysis.recorder.add('capability', { name: 'code.dynamic' }, site.unit, site.span);
  return NOTHING;
};

/** `pd.eval`, `re.compile` and the like are not evaluators; only these names are. */
const EVALUATORS = [
  'eval',
  'exec',
  'execfile',
  'Function',
  'vm.runInThisContext',
  'vm.runInNewContext',
  'vm.runInContext',
  'vm.Script',
  'vm.compileFunction',
  'instance_eval',
  'class_eval',
  'module_eval',
  'create_function',
  'assert',
  'loadstring',
  'load',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'Worker',
  'worker_threads.Worker',
  'code.interact',
  'runpy.run_path',
  'execScript',
  'Invoke-Expression',
  'iex',
  'IEX',
  'module._compile',
  'types.FunctionType',
  'compile',
  'scriptblock.Create',
  'ScriptBlock.Create',
  'runInThisContext',
  'runInNewContext',
  'binding.eval',
  'Kernel.eval',
  'string.load',
  'dofile',
  'call_user_func',
  'Invoke-Command',
];
const SHELL_STRINGS = [
  'os.system',
  'os.popen',
  'commands.getoutput',
  'subprocess.getoutput',
  'subprocess.getstatusoutput',
  'child_process.exec',
  'child_process.execSync',
  'system',
  'shell_exec',
  'passthru',
  'popen',
  'proc_open',
  'execa.command',
  'shelljs.exec',
  'shell.exec',
  'asyncio.create_subprocess_shell',
  'IO.popen',
  'Open3.capture3',
  'Kernel.system',
  'Runtime.getRuntime.exec',
  'do shell script',
  'util.promisify.exec',
  'os.execute',
  'io.popen',
  'Bun.$',
  'bun.$',
  'zx.$',
];
const PROCESSES = [
  'subprocess.run',
  'subprocess.call',
  'subprocess.check_call',
  'subprocess.check_output',
  'subprocess.Popen',
  'child_process.spawn',
  'child_process.spawnSync',
  'child_process.execFile',
  'child_process.execFileSync',
  'child_process.fork',
  'exec.Command',
  'os/exec.Command',
  'exec.CommandContext',
  'os.execv',
  'os.execvp',
  'os.execl',
  'os.execlp',
  'os.spawnv',
  'os.spawnl',
  'pty.spawn',
  'asyncio.create_subprocess_exec',
  'execa',
  'execa.execa',
  'Process.Start',
  'Process.start',
  'Process.spawn',
  'Deno.Command',
  'Deno.run',
  'Bun.spawn',
  'Bun.spawnSync',
  'ProcessBuilder',
  'Start-Process',
  'spawn',
  'spawnSync',
  'execFile',
  'execFileSync',
  'execSync',
  'os.startfile',
];

export const PROCESS_CALLS: ReadonlyMap<string, CallModel> = new Map<string, CallModel>([
  ...EVALUATORS.map((name) => [name, evaluate('own')] as const),
  ...SHELL_STRINGS.map((name) => [name, shellString] as const),
  ...PROCESSES.map((name) => [name, process] as const),
  ['Command::new', startCommand],
  ['Command.new', startCommand],
  ['std::process::Command::new', startCommand],
  ['process.Command.new', startCommand],
  ['ctypes.CDLL', load],
  ['ctypes.cdll.LoadLibrary', load],
  ['importlib.util.spec_from_file_location', load],
  ['Assembly.Load', load],
  ['Assembly.LoadFrom', load],
  ['Assembly.LoadFile', load],
  ['Add-Type', load],
]);
