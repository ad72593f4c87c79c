// process, os, events, util and the small modules.
(() => {
  const { host, saw, seeing, tell, define, later, inspect, format } = __assay;

  class EventEmitter {
    #listeners = new Map();
    on(name, run) {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), run]);
      return this;
    }
    emit(name, ...args) {
      const all = this.#listeners.get(name) ?? [];
      for (const run of all) run.apply(this, args);
      return all.length > 0;
    }
    off(name, run) {
      this.#listeners.set(
        name,
        (this.#listeners.get(name) ?? []).filter((one) => one !== run && one.original !== run),
      );
      return this;
    }
    once(name, run) {
      const wrapped = (...args) => {
        this.off(name, run);
        run.apply(this, args);
      };
      wrapped.original = run;
      return this.on(name, wrapped);
    }
    prependListener(name, run) {
      this.#listeners.set(name, [run, ...(this.#listeners.get(name) ?? [])]);
      return this;
    }
    listeners(name) {
      return [...(this.#listeners.get(name) ?? [])];
    }
    removeAllListeners(name) {
      this.#listeners.delete(name);
      return this;
    }
    listenerCount(name) {
      return this.#listeners.get(name)?.length ?? 0;
    }
    setMaxListeners() {
      return this;
    }
  }
  EventEmitter.prototype.addListener = EventEmitter.prototype.on;
  EventEmitter.prototype.removeListener = EventEmitter.prototype.off;
  EventEmitter.EventEmitter = EventEmitter;
  EventEmitter.once = (emitter, name) => new Promise((done) => emitter.once(name, (...args) => done(args)));
  define('events', () => EventEmitter);

  const facts = host('facts');
  const planted = new Set(facts.planted);
  // Maps variables to the properties of the environment that they reveal. All other variables are the same everywhere.
  const lookAt = (key) => {
    if (/^(?:CI|GITHUB_|GITLAB_|BUILD|JENKINS|TRAVIS|CIRCLE)/.test(String(key))) saw('ci');
    if (/^(?:USER|LOGNAME|HOME|HOSTNAME|PWD)/.test(String(key))) saw('user');
    if (/^(?:OSTYPE|HOME|SHELL)/.test(String(key))) saw('platform');
  };
  const looking = (target, looks) => {
    for (const [key, [what, value]] of Object.entries(looks))
      Object.defineProperty(target, key, { __proto__: null, enumerable: true, get: () => seeing(what, value) });
    return target;
  };
  const env = new Proxy(
    { ...facts.env },
    {
      get: (target, key) => {
        if (planted.has(key)) host('env', key);
        else lookAt(key);
        return target[key];
      },
      has: (target, key) => {
        lookAt(key);
        return key in target;
      },
      ownKeys: (target) => {
        for (const what of ['user', 'ci', 'platform']) saw(what);
        host('bulkEnv');
        return Reflect.ownKeys(target);
      },
    },
  );
  class ExitSignal extends Error {}
  const process = Object.assign(new EventEmitter(), {
    env,
    argv: facts.argv,
    argv0: 'node',
    execPath: '/usr/bin/node',
    execArgv: [],
    version: 'v24.0.0',
    versions: { node: '24.0.0', v8: '13.0.0' },
    pid: 4243,
    ppid: 4242,
    exitCode: undefined,
    release: { name: 'node' },
    cwd: () => seeing('user', facts.cwd),
    chdir: (path) => {
      facts.cwd = __assay.builtin('path').resolve(path);
    },
    exit: () => {
      throw new ExitSignal('process.exit');
    },
    kill: () => true,
    getuid: () => seeing('user', facts.uid),
    umask: () => 18,
    uptime: () => 1,
    hrtime: Object.assign(() => [1, 0], { bigint: () => 1n }),
    memoryUsage: () => ({ rss: 1, heapUsed: 1, heapTotal: 1 }),
    nextTick: (run, ...args) => void Promise.resolve().then(() => run(...args)),
    emitWarning: () => undefined,
    stdout: {
      write: (text) => tell('print', [String(text)], true),
      isTTY: false,
      columns: 80,
      on: () => undefined,
      once: () => undefined,
    },
    stderr: { write: (text) => tell('print', [String(text)], true), isTTY: false, on: () => undefined },
  });
  looking(process, {
    platform: ['platform', facts.platform],
    arch: ['platform', facts.platform === 'darwin' ? 'arm64' : 'x64'],
  });
  process.stdin = Object.assign(new EventEmitter(), {
    isTTY: false,
    fd: 0,
    setEncoding: () => process.stdin,
    resume: () => process.stdin,
    pause: () => process.stdin,
    setRawMode: () => process.stdin,
    unref: () => process.stdin,
    read: () => null,
    async *[Symbol.asyncIterator]() {
      if (facts.stdin) yield __assay.fromLatin1(facts.stdin);
    },
  });
  later(() => {
    if (facts.stdin) process.stdin.emit('data', facts.stdin);
    process.stdin.emit('end');
  });
  globalThis.process = process;
  define('process', () => process);
  define('os', () => ({
    EOL: '\n',
    homedir: () => seeing('user', facts.home),
    tmpdir: () => '/tmp',
    hostname: () => seeing('user', facts.hostName),
    platform: () => process.platform,
    type: () => (process.platform === 'darwin' ? 'Darwin' : 'Linux'),
    arch: () => process.arch,
    release: () => '6.1.0',
    userInfo: () =>
      seeing('user', { username: facts.user, uid: facts.uid, gid: facts.uid, homedir: facts.home, shell: '/bin/bash' }),
    cpus: () => [{ model: 'cpu', speed: 1 }],
    totalmem: () => 8e9,
    freemem: () => 4e9,
    uptime: () => 1000,
    networkInterfaces: () => ({}),
    constants: { signals: {} },
  }));
  define('assert', () =>
    Object.assign(() => undefined, {
      ok() {},
      equal() {},
      strictEqual() {},
      deepEqual() {},
      deepStrictEqual() {},
      throws() {},
    }),
  );
  define('timers', () => ({ setTimeout, setInterval, setImmediate, clearTimeout, clearInterval }));
  define('timers/promises', () => ({
    setTimeout: (delay, value) => new Promise((done) => setTimeout(() => done(value), delay)),
    setImmediate: (value) => new Promise((done) => setTimeout(() => done(value), 0)),
    async *setInterval(delay, value) {
      for (let round = 0; round < 3; round += 1)
        yield await new Promise((done) => setTimeout(() => done(value), delay));
    },
  }));
  define('perf_hooks', () => ({ performance }));
  const promisify =
    (work) =>
    (...args) =>
      new Promise((done, fail) => {
        const settle = (error, ...values) =>
          error ? fail(error) : done(work.promisesBoth ? { stdout: values[0], stderr: values[1] } : values[0]);
        work(...args, settle);
      });
  const parseArgs = ({ args = process.argv.slice(2), options = {} } = {}) => {
    const values = {};
    const positionals = [];
    for (const [name, { default: value }] of Object.entries(options)) if (value !== undefined) values[name] = value;
    const words = [...args];
    for (let word = words.shift(); word !== undefined; word = words.shift()) {
      const [, long, short, given] = /^(?:--([\w-]+)|-(\w))(?:=(.*))?$/.exec(word) ?? [];
      const name = long ?? Object.keys(options).find((key) => options[key].short === short);
      if (name === undefined || (long ?? short) === undefined) positionals.push(word);
      else {
        const value = options[name]?.type === 'string' ? (given ?? words.shift()) : true;
        values[name] = options[name]?.multiple ? [...(values[name] ?? []), value] : value;
      }
    }
    return { values, positionals };
  };
  define('util', () => ({
    promisify,
    inspect,
    format,
    inherits: () => undefined,
    deprecate: (work) => work,
    types: {},
    isDeepStrictEqual: (a, b) => inspect(a) === inspect(b),
    parseArgs,
    styleText: (_, text) => text,
    stripVTControlCharacters: String,
    callbackify:
      (work) =>
      (...args) =>
        void work(...args.slice(0, -1)).then((value) => args.at(-1)(null, value), args.at(-1)),
    TextEncoder,
    TextDecoder,
  }));
})();
