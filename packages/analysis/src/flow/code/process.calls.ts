import { SHELL_TAG } from '../../languages/code/ir.ts';
import { toUrlValue, UNKNOWN_PART } from '../../models/origins/origin.ts';
import { normalisePath } from '../../models/paths/path-class.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import type { ExecutionOrigin, ExecutionValue, Span } from '../../types/index.ts';
import { runArgv, runCommandText } from '../shell/interpret.ts';
import { isShown } from '../shown-payload.ts';
import { fetchedFrom, isFullyKnown, taintAt, type Value } from '../value.ts';
import { argument, type CallModel, type CallSite, option, recordFlow } from './call-site.ts';
import { type CodeValue, NOTHING, refersTo, withTaints } from './code-value.ts';

const STEERABLE = new Set(['user-input', 'argv', 'parameter', 'network-input', 'model-output', 'stdin']);

function recordSteered(site: CallSite, kind: 'evaluate' | 'execute', { taints }: Value): void {
  const steering = taints.filter(({ class: source }) => STEERABLE.has(source));
  recordFlow(site, steering, { class: kind, label: site.callee, destination: null }, 'argument');
}

/** Whether the value has no taints, or comes only from files, which an argument may have named. */
const isOfFiles = ({ taints }: Value): boolean =>
  taints.length === 0 ||
  (taints.some(({ class: kind }) => kind === 'user-file' || kind === 'work-file') &&
    taints.every(({ class: kind }) => kind === 'user-file' || kind === 'argv' || kind === 'work-file'));

function recordExecution(site: CallSite, of: ExecutionOrigin, via: ExecutionValue['via'], code: Value): void {
  const fetched = fetchedFrom(code);
  const steps = fetched === undefined ? [site.span] : [fetched.at, site.span];
  const payload = isFullyKnown(code) ? code.text.slice(0, 2_000) : null;
  const isUnseen = of === 'decoded' && code.text === null && isOfFiles(code);
  const isReadable = of === 'decoded' && isShown(payload, site.unit);
  const from = fetched?.url ?? null;
  const value = { of, via, from, isPinned: false, isElevated: false, steps, payload, isUnseen, isShown: isReadable };
  site.analysis.recorder.add('execution', value, site.unit, site.span);
}

/** Whether the value is the content of a file outside the bundle, in a location that others can write to. */
const isOutsideFile = ({ file, text }: CodeValue): boolean =>
  file !== null && !file.isWrite && text === null && /^(?:\/|~)/.test(file.path);

const isTelling = ({ text, taints, isDecoded, file }: CodeValue): boolean =>
  text !== null || taints.length > 0 || isDecoded || file !== null;

/** Functions that run their first argument later. */
const WAITING: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate']);

/** Text passed to an evaluator of the language. */
const evaluate: CallModel = (site) => {
  // Arguments after the code are scopes and delays. A delay that comes from the network is no code.
  const [first] = site.args;
  const code =
    site.callee === 'Function' && site.args.length > 1
      ? (site.args.at(-1) ?? NOTHING)
      : first !== undefined && /Worker$/.test(site.callee)
        ? (contentAt(site, first) ?? first)
        : first !== undefined && (first.fn !== null || WAITING.has(site.callee))
          ? first
          : (site.args.find(isTelling) ?? NOTHING);
  const { recorder } = site.analysis;
  recorder.add('capability', { name: 'code.dynamic' }, site.unit, site.span);
  if (code.fn !== null && WAITING.has(site.callee)) site.call(code.fn, site.args.slice(2));
  if (fetchedFrom(code) !== undefined) recordExecution(site, 'download', 'evaluate', code);
  else if (code.isDecoded) recordExecution(site, 'decoded', 'evaluate', code);
  else if (isOutsideFile(code))
    recordExecution(site, 'outside', 'evaluate', { ...code, text: code.file?.path ?? null });
  else recordSteered(site, 'evaluate', code);
  if (code.text !== null && code.text.trim().length > 3 && code.text !== UNKNOWN_PART) {
    site.analysis.descend({
      lang: site.unit.lang,
      text: code.text,
      at: site.span,
      unit: site.unit,
      origin: code.isDecoded ? 'decoded' : 'argument',
      layer: code.isDecoded ? 'decoded' : null,
    });
  }
  return withTaints(code.taints);
};

/** `curl … -H "Bearer ␀"`: the program and its arguments are literal, and only a part of one argument is decoded. */
const isProgramTold = ({ text }: CodeValue, { view, start, end }: Span): boolean =>
  text !== null && TOLD.test(text) && (text.includes(UNKNOWN_PART) || TOLD_THERE.test(view.text.slice(start, end)));
const TOLD_THERE = /^[\w.]{2,40}\(\s*["'`]\s*(?:curl|wget|jq|ffmpeg)\s/;
const TOLD = /^\s*(?:curl|wget|jq|ffmpeg)\s(?:[^;|&`$\n]|\$(?!\())*$/;

const placeOf = ({ unit, session, analysis, span: at }: CallSite) => ({ unit, session, analysis, at });

/** The output of a command: its text is unknown to the program that starts it. */
const outputOf = ({ taints, isDecoded }: Value): CodeValue => ({ ...NOTHING, taints, isDecoded });

function runShell(site: CallSite, command: CodeValue): CodeValue {
  const { recorder } = site.analysis;
  recorder.add('capability', { name: 'proc.exec' }, site.unit, site.span);
  if (fetchedFrom(command) !== undefined && command.text === null) recordExecution(site, 'download', 'shell', command);
  else if (command.isDecoded && !isProgramTold(command, site.span)) recordExecution(site, 'decoded', 'shell', command);
  recordSteered(site, 'execute', command);
  if (command.text === null) return withTaints(command.taints);
  return outputOf(runCommandText(command, placeOf(site), option(site, 'input') ?? null));
}

function runList(site: CallSite, words: readonly CodeValue[]): CodeValue {
  site.analysis.recorder.add('capability', { name: 'proc.exec' }, site.unit, site.span);
  return outputOf(runArgv(words, placeOf(site), option(site, 'input') ?? null));
}

const shellString: CallModel = (site) => runShell(site, argument(site, 0, 'command', 'cmd', 'args') ?? NOTHING);

/** `$`command ${word}``: a shell command in which each inserted value stays one word. */
const shellTemplate: CallModel = (site) => {
  const command = site.args[0] ?? NOTHING;
  site.analysis.recorder.add('capability', { name: 'proc.exec' }, site.unit, site.span);
  if (command.text === null) return withTaints(command.taints);
  return outputOf(runCommandText(command, placeOf(site)));
};

/** Records the start of a fetched program by its path. */
function startFetched(site: CallSite): void {
  const first = site.args[0]?.items?.[0] ?? site.args[0];
  const written = first?.text == null ? undefined : site.session.files.get(normalisePath(first.text));
  if (written !== undefined && fetchedFrom(written) !== undefined) recordExecution(site, 'download', 'binary', written);
}

/** subprocess and spawn: a list runs as it is, a string runs in a shell when the call requests one. */
const process: CallModel = (site) => {
  startFetched(site);
  const command = argument(site, 0, 'args', 'cmd', 'command') ?? NOTHING;
  const isShell = site.named.get('shell')?.ref === 'True' || option(site, 'shell')?.ref === 'true';
  const stdin = option(site, 'input');
  if (stdin !== undefined) recordSteered(site, 'execute', stdin);
  if (command.items !== null) {
    const [first] = command.items;
    return isShell && first !== undefined ? runShell(site, first) : runList(site, command.items);
  }
  const words = site.args.slice(1).find(({ items }) => items !== null) ?? option(site, 'args');
  // The first element of such a list is the name of the program, not an argument.
  const rest = (words?.items ?? []).slice(/(?:^|\.)(?:execv|spawnv)/.test(site.callee) ? 1 : 0);
  const spread = site.args.slice(1).filter(({ text, taints }) => text !== null || taints.length > 0);
  if (rest.length > 0) return runList(site, [command, ...rest]);
  if (site.callee.includes('.exec')) return runList(site, [command, ...spread]);
  return isShell || (command.text !== null && /\s/.test(command.text))
    ? runShell(site, command)
    : runList(site, [command]);
};

/** `CDLL(None).system(…)`: a function of the C library. */
const ofLibrary: CallModel = (site) =>
  /\b(?:ctypes|cffi|ffi-napi|koffi|ffi-rs|bun:ffi)\b/.test(site.unit.span.view.text) ? shellString(site) : undefined;

export const PROCESS_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ['_compile', evaluate],
  ...rowsOf(ofLibrary, 'system popen'),
]);

/** The content of a URL that takes the place of a file or module name. */
function contentAt({ span }: CallSite, { text: named }: CodeValue): CodeValue | undefined {
  const url = /^https?:\/\/\S+$/.test(named ?? '') ? toUrlValue(named ?? '') : undefined;
  if (url === undefined) return undefined;
  return withTaints([taintAt('network-input', url.url, span, url)]);
}

/** Loads code from a fetched file, or from a URL in place of a file. */
const loadFetched: CallModel = (site) => {
  const target = site.args[0] ?? NOTHING;
  const written = target.text === null ? undefined : site.session.files.get(normalisePath(target.text));
  const remote = contentAt(site, target);
  if (remote !== undefined) {
    recordExecution(site, 'download', 'import', remote);
    return NOTHING;
  }
  for (const code of [target, written])
    if (code !== undefined && fetchedFrom(code) !== undefined) recordExecution(site, 'download', 'import', code);
  return site.callee === 'load' && written === undefined ? evaluate(site) : undefined;
};

const load: CallModel = (site) => {
  const path = site.args.slice(0, 2).find(({ taints }) => taints.some(({ class: kind }) => kind === 'user-file'));
  const folder = path?.taints.find(({ class: kind }) => kind === 'user-file')?.label.replace(/\/?\*.*$/, '') ?? '';
  const filled = [...site.session.files].find(
    ([name]) => folder.length > 2 && name.startsWith(normalisePath(folder)),
  )?.[1];
  if (filled !== undefined && fetchedFrom(filled) !== undefined) recordExecution(site, 'download', 'import', filled);
  const target = site.args[0] ?? NOTHING;
  const fetched = fetchedFrom(target);
  if (fetched !== undefined || target.isDecoded)
    recordExecution(site, fetched === undefined ? 'decoded' : 'download', 'native', target);
  site.analysis.recorder.add('capability', { name: 'code.dynamic' }, site.unit, site.span);
  return NOTHING;
};

/** Runs a file as Python source, whatever its extension. A pattern runs all files that it matches. */
const loadSource: CallModel = (site) => {
  loadFetched(site);
  for (const value of site.args) {
    const named = value.text ?? value.taints.find(({ class: kind }) => kind === 'user-file')?.label ?? '';
    if (/[./*]/.test(named)) site.analysis.noteRun({ path: named, language: 'python', unit: site.unit, at: site.span });
  }
  return NOTHING;
};

/** An import runs a module that was fetched, or that was written with fetched content. */
export function importFetched(site: CallSite): void {
  const target = site.args[0] ?? NOTHING;
  const name = target.text ?? '';
  const written = [...site.session.files].find(
    ([path]) =>
      name.length > 1 && (path === normalisePath(name) || path.endsWith(`/${name}.py`) || path.endsWith(`/${name}.js`)),
  )?.[1];
  for (const code of [target, written, contentAt(site, target)])
    if (code !== undefined && fetchedFrom(code) !== undefined) recordExecution(site, 'download', 'import', code);
}

/** Puts fetched content on the module search path, where the next import runs it. */
const lookIn: CallModel = (site) => {
  const place = site.args.at(-1) ?? NOTHING;
  const written = place.text === null ? undefined : site.session.files.get(normalisePath(place.text));
  if (written !== undefined && fetchedFrom(written) !== undefined) recordExecution(site, 'download', 'import', written);
  return undefined;
};

/** Template engines whose templates contain code. The author of a template decides what runs. */
const TEMPLATES =
  'mako.template.Template ejs.render ejs.compile lodash.template _.template pug.render pug.compile doT.template eta.renderString';

const renderTemplate: CallModel = (site) => {
  const code = site.args[0] ?? NOTHING;
  if (fetchedFrom(code) !== undefined) recordExecution(site, 'download', 'evaluate', code);
  return undefined;
};

/** Deserialization may run code in the data. Fetched data may then run the code of a third party. */
export function reviveFetched(site: CallSite): void {
  const code = site.args[0] ?? NOTHING;
  if (fetchedFrom(code) !== undefined) recordExecution(site, 'download', 'evaluate', code);
}

/** Only these names are evaluators. `pd.eval`, `re.compile` and similar functions are not. */
const EVALUATORS =
  'eval exec builtins.exec builtins.eval builtins.compile __builtins__.exec __builtins__.eval execfile Function vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script vm.compileFunction get_ipython.run_cell get_ipython.run_code get_ipython.ex setTimeout setInterval setImmediate Worker worker_threads.Worker code.interact execScript module._compile types.FunctionType compile runInThisContext runInNewContext'.split(
    ' ',
  );
const SHELL_STRINGS =
  'os.system os.popen commands.getoutput subprocess.getoutput subprocess.getstatusoutput child_process.exec child_process.execSync system popen execa.command shelljs.exec shell.exec asyncio.create_subprocess_shell get_ipython.system get_ipython.system_raw get_ipython.system_piped get_ipython.getoutput util.promisify.exec'.split(
    ' ',
  );
const PROCESSES =
  'subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync child_process.fork os.execv os.execvp os.execl os.execlp os.spawnv os.spawnl pty.spawn asyncio.create_subprocess_exec execa execa.execa Deno.Command Deno.run Bun.spawn Bun.spawnSync spawn spawnSync execFile execFileSync execSync os.startfile'.split(
    ' ',
  );

export const PROCESS_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...EVALUATORS.map((name) => [name, evaluate] as const),
  ...SHELL_STRINGS.map((name) => [name, shellString] as const),
  [SHELL_TAG, shellTemplate],
  // The shell of a notebook, under any name.
  ['get_ipython', () => refersTo('get_ipython')],
  ['IPython.get_ipython', () => refersTo('get_ipython')],
  // A variable selects the function that `breakpoint` calls. With arguments, it may be a shell.
  ['breakpoint', (site) => (site.args.length === 0 ? undefined : shellString(site))],
  ...PROCESSES.map((name) => [name, process] as const),
  ...rowsOf(
    loadSource,
    'importlib.machinery.SourceFileLoader SourceFileLoader imp.load_source runpy.run_path machinery.SourceFileLoader',
  ),
  // A function with a computed name may be an evaluator when it receives decoded data.
  ['<computed>', (site) => (site.args.some(({ isDecoded }) => isDecoded) ? evaluate(site) : undefined)],
  ...'WebAssembly.instantiate WebAssembly.instantiateStreaming WebAssembly.compile dlopen process.dlopen load ctypes.WinDLL ctypes.PyDLL'
    .split(' ')
    .map((name) => [name, loadFetched] as const),
  ...rowsOf(lookIn, 'sys.path.insert sys.path.append site.addsitedir zipimport.zipimporter'),
  ...rowsOf(renderTemplate, TEMPLATES),
  ...rowsOf(load, 'ctypes.CDLL ctypes.cdll.LoadLibrary importlib.util.spec_from_file_location'),
]);
