import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants, readFileSync, writeFileSync } from 'node:fs';
import { dropWritePermission } from '../lock-down.ts';
import type { EmscriptenFs } from './emscripten.ts';
import { guestParts } from './guest-parts.ts';
import { createLink } from './link.ts';
import { type Ask, mountWorld } from './world-root.ts';

/**
 * The process that runs Python: CPython in WebAssembly, in separate namespaces, connected to the world only by this
 * line. It holds no secret, file or address, so code that escapes the interpreter gains nothing.
 */

const STEP_LIMITS = {
  /**
   * Limit on signal checks of the interpreter. It checks once every few dozen loop rounds and calls, on every machine
   * alike.
   */
  stepsMax: 30_000,
  /** Code that continues after it was told to stop is ended with its process. */
  graceSteps: 3_000,
  nestedMax: 2,
  printedCharsMax: 65_536,
} as const;

type RunOrder = {
  code: string;
  path: string;
  args: string[];
  stdin: string;
  seed: string;
  nowMs: number;
  facts: unknown;
};
type Python = {
  FS: EmscriptenFs;
  _module: { HEAPU8: Uint8Array };
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array;
  registerJsModule(name: string, module: object): void;
  setInterruptBuffer(buffer: unknown): void;
  setStdout(options: object): void;
  setStderr(options: object): void;
  setStdin(options: object): void;
};

const link = createLink();
const times = { nowMs: Date.UTC(2026, 0, 1) };
let dice = 1;
const roll = (): number => {
  dice = (Math.imul(dice, 1_664_525) + 1_013_904_223) >>> 0;
  return dice;
};

/** Fixes clock and random numbers before Pyodide reads them, so that a run gives the same result on every machine. */
function fixChance(): void {
  const RealDate = Date;
  const tick = (): number => {
    times.nowMs += 1;
    return times.nowMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [tick()] : args, self),
    get: (target, key) => (key === 'now' ? tick : Reflect.get(target, key)),
  });
  const start = times.nowMs;
  Object.defineProperty(globalThis, 'performance', { value: { now: () => tick() - start, timeOrigin: start } });
  Math.random = () => roll() / 4_294_967_296;
  Object.defineProperty(globalThis, 'crypto', {
    value: {
      getRandomValues(view: Uint8Array) {
        const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
        for (let at = 0; at < bytes.length; at += 1) bytes[at] = roll() >>> 24;
        return view;
      },
    },
  });
}

async function load(snapshot: Uint8Array | undefined): Promise<Python> {
  // Emscripten requests Node's file flags in a way that the permission model rejects.
  Object.assign(process, { binding: () => ({ fs: constants }) });
  const { loadPyodide } = await import('pyodide');
  const how = snapshot === undefined ? { _makeSnapshot: true } : { _loadSnapshot: snapshot };
  const options: object = { ...how, jsglobals: {}, env: { PYTHONHASHSEED: '0', HOME: '/' }, checkAPIVersion: false };
  const python: object = await loadPyodide(options);
  // Pyodide's types omit the functions for memory images.
  return python as Python;
}

/** Loads the whole guest into memory once. Every run starts from that memory. */
function install(python: Python): void {
  for (const [name, source] of guestParts()) {
    const text = JSON.stringify(source);
    python.runPython(
      `import sys, types\n_m = types.ModuleType('${name}')\nsys.modules['${name}'] = _m\nexec(compile(${text}, '/lib/${name}.py', 'exec'), _m.__dict__)`,
    );
  }
}

type Call = { answered: unknown };

/** Serves run requests, each from the same initial memory. */
function serve(python: Python): void {
  let printed = '';
  let depth = 0;
  let steps = 0;
  let current = '';
  let exitCode = 1;
  const take = (text: string): void => {
    if (printed.length < STEP_LIMITS.printedCharsMax) printed += text;
  };
  const decoder = new TextDecoder();
  const writer = {
    write(bytes: Uint8Array) {
      take(decoder.decode(bytes));
      return bytes.length;
    },
  };

  function exchange(op: string, argsJson: string): string {
    link.write(`{"op":${JSON.stringify(op)},"args":${argsJson}}`);
    for (;;) {
      const line = link.read();
      if (line === undefined) process.exit(0);
      const order = parseOrder(line);
      if (order === undefined) return line;
      runOrder(order);
    }
  }
  const tell: Ask = (op, ...args) => {
    const answer: Call & { error?: string; code?: string; value?: unknown } = JSON.parse(
      exchange(op, JSON.stringify(args)),
    );
    if (answer.error !== undefined) throw Object.assign(new Error(answer.error), { code: answer.code });
    return answer.value;
  };

  python.setInterruptBuffer({
    get 0() {
      steps += 1;
      if (steps <= STEP_LIMITS.stepsMax) return 0;
      if (steps > STEP_LIMITS.stepsMax + STEP_LIMITS.graceSteps) stop('python steps');
      return 2;
    },
    set 0(_) {},
  });
  const stop = (name: string): never => {
    link.write(JSON.stringify({ end: { stdout: printed, exitCode: 1, limit: name, isLast: true } }));
    process.exit(0);
  };
  python.registerJsModule('_assay_host', {
    ask(op: string, argsJson: string) {
      world.flush();
      const answer = exchange(op, argsJson);
      if (op === 'exec') world.forget();
      return answer;
    },
    sleep(ms: number) {
      times.nowMs += ms;
    },
    isSpent: () => steps > STEP_LIMITS.stepsMax,
    order: () => current,
    ended(code: number) {
      exitCode = code;
    },
  });
  python.FS.chdir('/');
  python.runPython('import _assay_unit\n_assay_unit.connect()');
  const world = mountWorld(python.FS, tell, times);
  const base = python._module.HEAPU8.slice();

  function runOrder(order: RunOrder): void {
    if (depth >= STEP_LIMITS.nestedMax) {
      link.write(JSON.stringify({ end: { stdout: '', exitCode: 1, limit: 'python started by python' } }));
      return;
    }
    // A program that Python starts may be Python again, so the memory of the outer run is saved.
    const outer =
      depth === 0 ? undefined : { memory: python._module.HEAPU8.slice(), printed, steps, cwd: python.FS.cwd() };
    const open = new Set(python.FS.streams);
    depth += 1;
    restore(python, base);
    printed = '';
    steps = 0;
    times.nowMs = order.nowMs;
    dice = createHash('sha256').update(order.seed).digest().readUInt32BE(0);
    python.setStdout(writer);
    python.setStderr(writer);
    let feed: string | null = order.stdin;
    python.setStdin({
      stdin() {
        const text = feed;
        feed = null;
        return text === '' ? null : text;
      },
    });
    current = JSON.stringify(order);
    exitCode = 1;
    try {
      python.runPython('_assay_unit.run()');
    } catch {
      // The interpreter itself failed. Recorded acts remain, and the process is not used again.
      stop(steps > STEP_LIMITS.stepsMax ? 'python steps' : 'python engine');
    }
    for (const stream of [...python.FS.streams]) if (stream && !open.has(stream)) python.FS.close(stream);
    world.flush();
    world.forget();
    const limit = steps > STEP_LIMITS.stepsMax ? 'python steps' : undefined;
    link.write(JSON.stringify({ end: { stdout: Buffer.from(printed).toString('latin1'), exitCode, limit } }));
    depth -= 1;
    if (outer !== undefined) {
      restore(python, outer.memory);
      ({ printed, steps } = outer);
      python.FS.chdir(outer.cwd);
    }
  }

  for (let line = link.read(); line !== undefined; line = link.read()) {
    const order = parseOrder(line);
    if (order !== undefined) runOrder(order);
  }
}

function restore({ _module }: Python, memory: Uint8Array): void {
  _module.HEAPU8.set(memory);
  _module.HEAPU8.fill(0, memory.length);
}

/** A run request, or `undefined` for an answer. */
function parseOrder(line: string): RunOrder | undefined {
  if (!line.startsWith('{"run":')) return undefined;
  const { run }: { run: RunOrder } = JSON.parse(line);
  return run;
}

async function main(): Promise<void> {
  const [kind, path = ''] = process.argv.slice(2);
  fixChance();
  if (kind === 'make') {
    const python = await load(undefined);
    install(python);
    writeFileSync(path, python.makeMemorySnapshot());
    return;
  }
  const python = await load(readFileSync(path));
  dropWritePermission();
  serve(python);
}

await main();
