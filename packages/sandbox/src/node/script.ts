import { stripTypeScriptTypes } from 'node:module';
import {
  newQuickJSWASMModule,
  type QuickJSContext,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten';
import { type CodeCall, type CodeResult, CodeSyntaxError, type Machine } from './engines.ts';
import { guestName, guestSource } from './guest-source.ts';
import { answerGuest, type ScriptRun, sourceAt } from './script-host.ts';

/** Counters, not clocks: the interrupt handler is called after a fixed number of bytecode steps. */
export const SCRIPT_LIMITS = {
  memoryBytesMax: 12_582_912,
  stackBytesMax: 131_072,
  interruptsMax: 2_000,
  jobsMax: 20_000,
  timersMax: 200,
  passesMax: 3,
  commandsMax: 12,
} as const;

/** Evaluated in each new engine. `core` loads the other parts on demand. */
const GUEST_START = ['core', 'loader'];

let loading: Promise<QuickJSWASMModule> | undefined;
const loadEngine = (): Promise<QuickJSWASMModule> => (loading ??= newQuickJSWASMModule());

/**
 * Runs a script in the fake world. A script cannot wait for the commands that it starts. They run after the script has
 * ended, and the script runs again with their answers, until it requests nothing new.
 */
export function createScriptRunner(machine: Machine): (call: CodeCall) => Promise<CodeResult> {
  return async (call) => {
    const engine = await loadEngine();
    const answers = new Map<string, CodeResult>();
    for (let pass = 1; ; pass += 1) {
      const run: ScriptRun = { world: machine.world, call, answers, wanted: [], printed: '', calls: 0, strip };
      const exitCode = runOnce(engine, run);
      const wanted = run.wanted.filter(({ key }) => !answers.has(key)).slice(0, SCRIPT_LIMITS.commandsMax);
      if (wanted.length === 0) return { stdout: run.printed, stderr: '', exitCode };
      if (pass >= SCRIPT_LIMITS.passesMax) {
        machine.world.limit('commands started by a script');
        return { stdout: run.printed, stderr: '', exitCode };
      }
      for (const { key, command, stdin } of wanted) answers.set(key, await runCommand(machine, call, command, stdin));
    }
  };
}

async function runCommand(machine: Machine, call: CodeCall, command: string, stdin: string): Promise<CodeResult> {
  machine.world.record({ kind: 'exec', target: command, data: machine.world.tracer.find(`${command}\n${stdin}`) });
  try {
    return await machine.shell({ code: command, path: call.path, args: [], stdin });
  } catch {
    machine.world.miss(`command does not parse: ${command}`);
    return { stdout: '', stderr: '', exitCode: 2 };
  }
}

function strip(source: string, path: string): string {
  if (!/\.[cm]?ts$/.test(path)) return source;
  try {
    return stripTypeScriptTypes(source, { mode: 'transform' });
  } catch {
    throw new CodeSyntaxError('types could not be removed');
  }
}

function runOnce(engine: QuickJSWASMModule, run: ScriptRun): number {
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(SCRIPT_LIMITS.memoryBytesMax);
  runtime.setMaxStackSize(SCRIPT_LIMITS.stackBytesMax);
  let interrupts = 0;
  runtime.setInterruptHandler(() => {
    interrupts += 1;
    return interrupts > SCRIPT_LIMITS.interruptsMax;
  });
  const context = runtime.newContext();
  try {
    prepare(context, runtime, run);
    const failure = start(context, run);
    // An engine without memory or steps fails slowly at everything, so pending work is dropped.
    const isSpent = failure !== undefined && SPENT.test(failure);
    if (!isSpent && !finish(context, runtime, failure === undefined)) run.world.limit('script timers or jobs');
    if (interrupts > SCRIPT_LIMITS.interruptsMax) run.world.limit('script steps');
    else if (failure !== undefined) noteFailure(run, failure);
    return failure === undefined ? 0 : 1;
  } catch (error) {
    if (error instanceof CodeSyntaxError) throw error;
    // The engine itself failed (its own stack or memory). Recorded acts remain.
    run.world.limit('script engine');
    loading = undefined;
    return 1;
  } finally {
    dispose(context, runtime);
  }
}

const SPENT = /out of memory|interrupted/;

/** Runs pending work and calls the exported functions. Returns whether all of it ended. */
function finish(context: QuickJSContext, runtime: QuickJSRuntime, hasLoaded: boolean): boolean {
  if (!drain(context, runtime)) return false;
  if (hasLoaded) evaluate(context, `${guestName()}.callExports(${guestName()}.exported)`);
  return drain(context, runtime);
}

function noteFailure({ world }: ScriptRun, failure: string): void {
  if (/out of memory/.test(failure)) world.limit('script memory');
  else if (/stack (?:overflow|size)/.test(failure)) world.limit('script stack');
  else world.miss(`stopped by an error: ${failure}`);
}

/** An interrupted engine may hold values. The process ends soon, so a leak does not matter. */
function dispose(context: QuickJSContext, runtime: QuickJSRuntime): void {
  try {
    context.dispose();
    runtime.dispose();
  } catch {
    loading = undefined; // its memory may be inconsistent, so the next script gets a new engine
  }
}

function prepare(context: QuickJSContext, runtime: QuickJSRuntime, run: ScriptRun): void {
  const bridge = context.newFunction('bridge', (op, args) => {
    return context.newString(answerGuest(run, context.getString(op), context.getString(args)));
  });
  context.setProp(context.global, `${guestName()}Bridge`, bridge);
  bridge.dispose();
  for (const name of GUEST_START) {
    const failure = evaluate(context, guestSource(name));
    if (failure !== undefined) throw new Error(`guest ${name}: ${failure}`);
  }
  runtime.setModuleLoader(
    (name) => moduleSource(context, run, name),
    (base, name) => (name.startsWith('.') ? resolveModule(run, base, name) : name),
  );
}

function resolveModule(run: ScriptRun, base: string, name: string): string {
  const folder = base.slice(0, base.lastIndexOf('/'));
  const located: unknown = JSON.parse(answerGuest(run, 'locate', JSON.stringify([name, folder])));
  const value: unknown = Object(located).value;
  return typeof value === 'string' ? value : name;
}

function moduleSource(context: QuickJSContext, run: ScriptRun, name: string): string {
  if (name.startsWith('/')) return withMeta(sourceAt(run, name), name);
  const listed = context.evalCode(`JSON.stringify(${guestName()}.namesOf(${JSON.stringify(name)}))`);
  const known = context.dump(context.unwrapResult(listed));
  const names: unknown = typeof known === 'string' ? JSON.parse(known) : null;
  // A stand-in has no list of exports and a fake module has a short one, so the names that the code imports are added.
  const exported = [...(Array.isArray(names) ? names.map(String) : []), ...importedNames(run.call.code, name)];
  if (!Array.isArray(names)) run.world.miss(`package not available: ${name}`);
  const constants = [...new Set(exported)].map((key) => `export const ${key} = value[${JSON.stringify(key)}];`);
  return [
    `const value = ${guestName()}.get(${JSON.stringify(name)});`,
    'export default value.default ?? value;',
    ...constants,
  ].join('\n');
}

function importedNames(code: string, name: string): string[] {
  const names: string[] = [];
  for (const [, list = '', from] of code.matchAll(
    /\b(?:import|export)\b[^;'"{]*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g,
  )) {
    if (from === name) names.push(...list.split(',').map((part) => part.replace(/\bas\b.*|\btype\b/g, '').trim()));
  }
  return names.filter((key) => /^[A-Za-z_$][\w$]*$/.test(key) && key !== 'default');
}

const withMeta = (source: string, path: string): string =>
  source
    .replaceAll('import.meta.url', JSON.stringify(`file://${path}`))
    .replaceAll('import.meta.dirname', JSON.stringify(path.slice(0, path.lastIndexOf('/'))));

const IS_MODULE = /^\s*(?:import\s*[\w{*'"]|export\s+(?:default|const|let|function|async|class|\{|\*))/m;

/** Runs the unit. Returns the text of an uncaught error. */
function start(context: QuickJSContext, run: ScriptRun): string | undefined {
  const { code, path } = run.call;
  const source = withMeta(strip(code, path), path).replace(/^#!/, '//');
  if (!IS_MODULE.test(source)) {
    const failure = evaluate(context, `${guestName()}.runMain(${JSON.stringify(source)}, ${JSON.stringify(path)})`);
    if (!isSyntaxError(failure)) return ignoreExit(failure);
  }
  const result = context.evalCode(source, path, { type: 'module' });
  if (result.error) {
    const failure = describe(context, result.error);
    if (isSyntaxError(failure)) throw new CodeSyntaxError(failure);
    return ignoreExit(failure);
  }
  const keep = context.unwrapResult(context.evalCode(`${guestName()}.keepExports`));
  context.callFunction(keep, context.undefined, result.value).dispose();
  keep.dispose();
  result.value.dispose();
  return undefined;
}

const isSyntaxError = (failure: string | undefined): failure is string => failure?.startsWith('SyntaxError') ?? false;
const ignoreExit = (failure: string | undefined): string | undefined =>
  failure?.includes('process.exit') ? undefined : failure;

function evaluate(context: QuickJSContext, source: string): string | undefined {
  const result = context.evalCode(source);
  if (result.error) return describe(context, result.error);
  result.value.dispose();
  return undefined;
}

function describe(context: QuickJSContext, error: ReturnType<QuickJSContext['newError']>): string {
  const shown: unknown = context.dump(error);
  error.dispose();
  const { name, message } = Object(shown);
  return typeof name === 'string' ? `${name}: ${String(message)}` : String(shown);
}

/** Runs pending jobs and timers until none is left or a limit is reached. Returns whether all have run. */
function drain(context: QuickJSContext, runtime: QuickJSRuntime): boolean {
  let jobs = 0;
  for (let timers = 0; timers <= SCRIPT_LIMITS.timersMax; timers += 1) {
    while (runtime.hasPendingJob()) {
      const done = runtime.executePendingJobs(256);
      done.dispose();
      jobs += 256;
      if (jobs > SCRIPT_LIMITS.jobsMax) return false;
    }
    const failure = evaluate(context, `${guestName()}.isBusy = ${guestName()}.tick()`);
    if (failure !== undefined && SPENT.test(failure)) return false;
    // A timer that throws does not stop the others.
    if (failure === undefined && !isBusy(context) && !runtime.hasPendingJob()) return true;
  }
  return false;
}

function isBusy(context: QuickJSContext): boolean {
  const answer = context.evalCode(`${guestName()}.isBusy`);
  if (answer.error) {
    answer.error.dispose();
    return false;
  }
  const value: unknown = context.dump(answer.value);
  answer.value.dispose();
  return value === true;
}
