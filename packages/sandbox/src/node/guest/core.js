// Runs inside QuickJS before the unit: the base of all other fake modules. `__assay` is the only bridge to the host: it
// takes a name and JSON and returns JSON, and the host records and answers. A constant of the outermost scope is not a
// member of globalThis, and the host gives it another name in each process, so code cannot find it.
const __assay = (() => {
  const bridge = globalThis.__assayBridge;
  delete globalThis.__assayBridge;
  // Saved because the code may replace or pollute the globals that these use.
  const { parse, stringify } = JSON;
  const { hasOwn } = Object;
  const host = (op, ...args) => {
    const answer = parse(bridge(op, stringify(args)));
    if (hasOwn(answer, 'error')) throw Object.assign(new Error(answer.error), { code: answer.code });
    return answer.value;
  };
  const builtins = Object.create(null);
  const seen = new Set();
  // Reports once that the code checked the clock, the user, CI or the platform.
  const saw = (what) => {
    if (seen.has(what)) return;
    seen.add(what);
    host('saw', what);
  };
  const define = (name, make) => {
    builtins[name] = { __proto__: null, make };
  };
  // Calls the host, then returns the value.
  const tell = (op, args, value) => {
    host(op, ...args);
    return value;
  };
  const seeing = (what, value) => {
    saw(what);
    return value;
  };
  const assay = { host, saw, seeing, tell, define };

  // Each part of this fake Node is evaluated on first use.
  const HOMES = {
    bytes: 'buffer url querystring',
    process: 'events process os util timers timers/promises perf_hooks assert',
    programs: 'child_process vm readline readline/promises zlib crypto',
    files: 'path fs fs/promises stream stream/promises',
    rest: 'worker_threads string_decoder assert/strict path/posix',
    net:
      'http https http2 net tls dgram dns dns/promises axios got request superagent ky needle node-fetch cross-fetch ' +
      'undici isomorphic-fetch ws form-data dotenv dotenv/config',
  };
  const GLOBALS = {
    bytes: 'Buffer atob btoa TextEncoder TextDecoder URL URLSearchParams structuredClone',
    process: 'process',
    programs: 'crypto',
    rest: 'Intl Event EventTarget DOMException',
    net: 'fetch Headers Request Response Blob File FormData AbortController AbortSignal WebSocket XMLHttpRequest',
  };
  // biome-ignore lint/security/noGlobalEval: this is the inside of the sandbox, and evaluating is its work
  const runPart = globalThis.eval;
  const loaded = new Set();
  assay.load = (part) => {
    if (loaded.has(part)) return;
    loaded.add(part);
    runPart(host('guest', part));
  };
  for (const [part, names] of Object.entries(GLOBALS)) {
    for (const name of names.split(' ')) {
      const fix = (value) =>
        Object.defineProperty(globalThis, name, { __proto__: null, value, writable: true, configurable: true });
      const get = () => {
        assay.load(part);
        return Object.getOwnPropertyDescriptor(globalThis, name).value;
      };
      Object.defineProperty(globalThis, name, { __proto__: null, configurable: true, get, set: fix });
    }
  }
  const homeOf = (name) => Object.keys(HOMES).find((part) => HOMES[part].split(' ').includes(name));
  assay.builtin = (given) => {
    const name = given.replace(/^node:/, '');
    const part = homeOf(name);
    if (part !== undefined) assay.load(part);
    const entry = builtins[name];
    if (!entry) return undefined;
    entry.value ??= whole(name, entry.make());
    return entry.value;
  };
  // A missing member of a fake module does nothing instead of ending the code.
  const whole = (name, value) =>
    new Proxy(value, {
      get: (target, key) =>
        key in target || typeof key === 'symbol' || /^(?:then|default|toJSON|__esModule|custom)$/.test(key)
          ? target[key]
          : assay.standIn(`${name}.${key}`, true),
    });

  // A stand-in supports every operation, and its arguments are searched for planted secrets. A quiet one replaces a
  // part of Node itself, and its calls are not reported.
  assay.standIn = (name, isQuiet = false) => {
    const show = (value) => {
      try {
        return typeof value === 'string' ? value : (stringify(value) ?? String(value));
      } catch {
        return '';
      }
    };
    const call = (args) => {
      if (!isQuiet) host('unknownCall', name, args.map(show).join(' ').slice(0, 65536));
      for (const arg of args)
        if (typeof arg === 'function') assay.later(() => arg(null, assay.standIn(`${name}()`, isQuiet)));
      return assay.standIn(`${name}()`, isQuiet);
    };
    if (name.length > 120) return undefined;
    return new Proxy(function standIn() {}, {
      get: (_, key) => {
        if (key === Symbol.toPrimitive) return () => '';
        if (key === Symbol.iterator) return function* none() {};
        if (typeof key === 'symbol' || key === 'then' || key === 'prototype' || key === '__esModule') return undefined;
        return assay.standIn(`${name}.${key}`, isQuiet);
      },
      apply: (_, _self, args) => call(args),
      construct: (_, args) => call(args),
    });
  };

  let queue = [];
  let now = host('now');
  let nextId = 1;
  const schedule = (run, delay, every) => {
    const id = nextId++;
    queue.push({ id, at: now + Math.max(0, Number(delay) || 0), run, every });
    return Object.assign(Object.create({ ref() {}, unref() {}, hasRef: () => false }), {
      id,
      [Symbol.toPrimitive]: () => id,
    });
  };
  assay.later = (run) => schedule(run, 0);
  // Time passes only here: the next timer is always due at once, whatever its delay.
  assay.tick = () => {
    if (queue.length === 0) return false;
    queue.sort((a, b) => a.at - b.at || a.id - b.id);
    const timer = queue.shift();
    now = Math.max(now, timer.at);
    host('setNow', now);
    if (timer.every !== undefined) queue.push({ ...timer, at: now + Math.max(1, timer.every) });
    timer.run();
    return true;
  };
  const cancel = (timer) => {
    const id = typeof timer === 'object' && timer !== null ? timer.id : timer;
    queue = queue.filter((entry) => entry.id !== id);
  };
  const callable = (run) => (typeof run === 'function' ? run : () => assay.evaluate(String(run)));
  globalThis.setTimeout = (run, delay, ...args) => schedule(() => callable(run)(...args), delay);
  globalThis.setInterval = (run, delay, ...args) => schedule(() => callable(run)(...args), delay, Number(delay) || 0);
  globalThis.setImmediate = (run, ...args) => schedule(() => run(...args), 0);
  globalThis.clearTimeout = globalThis.clearInterval = globalThis.clearImmediate = cancel;
  globalThis.queueMicrotask = (run) => void Promise.resolve().then(run);

  const RealDate = Date;
  const clock = () => {
    saw('clock');
    return now;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [clock()] : args, self),
    apply: () => new RealDate(clock()).toString(),
    get: (target, key) => (key === 'now' ? clock : target[key]),
  });
  RealDate.prototype.constructor = globalThis.Date;
  let seed = host('seed') >>> 0;
  Math.random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
  const startedAt = now;
  globalThis.performance = { now: () => now - startedAt, timeOrigin: startedAt };

  // Code created at run time: report the origin of its text, then run it.
  const note = (code) => host('code', String(code));
  assay.evaluate = (code) => {
    if (typeof code === 'string') note(code);
    return runPart(code);
  };
  globalThis.eval = assay.evaluate;
  const evaluateWith = new Function('scope', 'code', 'eval', 'with (scope) { return eval(code); }');
  assay.evaluateIn = (code, scope) => {
    note(code);
    return evaluateWith(scope ?? {}, String(code), runPart);
  };
  for (const sample of [function f() {}, async function f() {}, function* f() {}]) {
    const Original = Object.getPrototypeOf(sample).constructor;
    const wrapped = new Proxy(Original, {
      apply(target, self, args) {
        note(args.at(-1) ?? '');
        return Reflect.apply(target, self, args);
      },
      construct(target, args, self) {
        note(args.at(-1) ?? '');
        return Reflect.construct(target, args, self);
      },
    });
    Object.defineProperty(Object.getPrototypeOf(sample), 'constructor', { value: wrapped, configurable: true });
    if (Original === Function) globalThis.Function = wrapped;
  }

  const format = (...args) => args.map((arg) => (typeof arg === 'string' ? arg : assay.inspect(arg))).join(' ');
  assay.inspect = (value) => {
    if (value instanceof Error) return String(value.stack ?? value);
    try {
      return typeof value === 'object' && value !== null ? (stringify(value) ?? '') : String(value);
    } catch {
      return '[object]';
    }
  };
  assay.format = format;
  const out = (...args) => host('print', `${format(...args)}\n`);
  globalThis.console = Object.fromEntries(
    'log info warn error debug trace table dir group groupEnd groupCollapsed time timeEnd timeLog assert count clear'
      .split(' ')
      .map((name) => [name, out]),
  );
  globalThis.global = globalThis;
  // Bytes cross the bridge as text with one character per byte.
  assay.toLatin1 = (value) => {
    if (value === undefined || value === null) return '';
    const view = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
    if (!ArrayBuffer.isView(view)) return host('encode', String(value), 'utf8');
    let text = '';
    for (const byte of new Uint8Array(view.buffer, view.byteOffset, view.byteLength)) text += String.fromCharCode(byte);
    return text;
  };
  assay.fromLatin1 = (text) => {
    const bytes = new Buffer(text.length);
    for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
    return bytes;
  };
  return assay;
})();
