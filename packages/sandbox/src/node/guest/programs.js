// Programs the code starts, and the modules that change or make data.
(() => {
  const { host, define, later, toLatin1, fromLatin1, builtin, evaluate, evaluateIn } = __assay;
  const EventEmitter = builtin('events');

  const quote = (word) => `'${String(word).replaceAll("'", "'\\''")}'`;
  const run = (command, options) => host('exec', String(command), toLatin1(options?.input));
  const toOutput = (text, options) =>
    options?.encoding && options.encoding !== 'buffer' ? fromLatin1(text).toString(options.encoding) : fromLatin1(text);
  const child = (command, options, done) => {
    const emitter = Object.assign(new EventEmitter(), {
      pid: 4300,
      stdout: new EventEmitter(),
      stderr: new EventEmitter(),
      kill: () => true,
      unref() {},
      ref() {},
    });
    let input = '';
    emitter.stdout.pipe = emitter.stderr.pipe = (target) => target;
    emitter.stdout.setEncoding = emitter.stderr.setEncoding = () => undefined;
    emitter.stdin = {
      write: (chunk) => {
        input += toLatin1(chunk);
        return true;
      },
      end: (chunk) => {
        input += toLatin1(chunk);
      },
      on: () => undefined,
    };
    if (options?.detached) host('background', String(command));
    later(() => {
      const { stdout, stderr, exitCode } = run(command, { input: fromLatin1(input) });
      emitter.stdout.emit('data', fromLatin1(stdout));
      emitter.stdout.emit('end');
      emitter.emit('exit', exitCode, null);
      emitter.emit('close', exitCode, null);
      done?.(
        exitCode === 0 ? null : Object.assign(new Error('Command failed'), { code: exitCode }),
        fromLatin1(stdout).toString(),
        fromLatin1(stderr).toString(),
      );
    });
    return emitter;
  };
  const line = (file, args) => [file, ...(Array.isArray(args) ? args : [])].map(quote).join(' ');
  const rest = (args) => ({
    options: args.find((arg) => typeof arg === 'object' && arg !== null && !Array.isArray(arg)),
    done: args.find((arg) => typeof arg === 'function'),
  });
  const commandOf = (file, args, options) =>
    options?.shell ? [file, ...(Array.isArray(args) ? args : [])].join(' ') : line(file, args);
  const childProcess = {
    exec: (command, ...args) => child(command, rest(args).options, rest(args).done),
    execFile: (file, ...args) => child(line(file, args[0]), rest(args).options, rest(args).done),
    spawn: (file, ...args) => child(commandOf(file, args[0], rest(args).options), rest(args).options),
    fork: (file, ...args) =>
      child(line('node', [file, ...(Array.isArray(args[0]) ? args[0] : [])]), rest(args).options),
    execSync: (command, options) => toOutput(run(command, options).stdout, options),
    execFileSync: (file, ...args) => toOutput(run(line(file, args[0]), rest(args).options).stdout, rest(args).options),
    spawnSync: (file, ...args) => {
      const { options } = rest(args);
      const { stdout, stderr, exitCode } = run(commandOf(file, args[0], options), options);
      return {
        status: exitCode,
        signal: null,
        stdout: toOutput(stdout, options),
        stderr: toOutput(stderr, options),
        pid: 4300,
        output: [],
      };
    },
  };
  childProcess.exec.promisesBoth = childProcess.execFile.promisesBoth = true;
  define('child_process', () => childProcess);
  define('vm', () => ({
    runInThisContext: evaluate,
    runInNewContext: evaluateIn,
    runInContext: evaluateIn,
    createContext: (value = {}) => value,
    isContext: () => true,
    compileFunction: (code, names = []) => new Function(...names, code),
    Script: class {
      constructor(code) {
        this.code = code;
      }
      runInThisContext() {
        return evaluate(this.code);
      }
      runInContext(scope) {
        return evaluateIn(this.code, scope);
      }
      runInNewContext(scope) {
        return evaluateIn(this.code, scope);
      }
    },
  }));
  // Prompts are answered with yes.
  const createInterface = (given, ...more) => {
    const input = given?.input ?? given ?? more[0];
    const lines = [];
    let isOver = false;
    const reader = Object.assign(new EventEmitter(), {
      question: (_, ...args) => later(() => args.at(-1)('y')),
      close: () => later(() => reader.emit('close')),
      prompt() {},
      setPrompt() {},
      write() {},
      pause: () => reader,
      resume: () => reader,
      async *[Symbol.asyncIterator]() {
        for (let round = 0; !isOver && round < 100; round += 1) await new Promise((done) => later(done));
        yield* lines;
      },
    });
    input?.on?.('data', (chunk) => lines.push(...String(chunk).replace(/\n$/, '').split('\n')));
    input?.on?.('end', () => {
      isOver = true;
      for (const text of lines) reader.emit('line', text);
      reader.emit('close');
    });
    return reader;
  };
  const asking = (...args) => Object.assign(createInterface(...args), { question: async () => 'y' });
  const cursor = { clearLine: () => true, cursorTo: () => true, moveCursor: () => true, clearScreenDown: () => true };
  define('readline', () => ({ ...cursor, createInterface, promises: { createInterface: asking } }));
  define('readline/promises', () => ({ createInterface: asking }));
  define('zlib', () => {
    const sync = (kind) => (value) => fromLatin1(host('zlib', kind, toLatin1(value)));
    const kinds = {
      gzip: 'gzip',
      gunzip: 'gunzip',
      deflate: 'deflate',
      inflate: 'inflate',
      deflateRaw: 'deflate',
      brotliCompress: 'gzip',
      brotliDecompress: 'gunzip',
      inflateRaw: 'inflateRaw',
      unzip: 'gunzip',
    };
    return Object.fromEntries(
      Object.entries(kinds).flatMap(([name, kind]) => [
        [`${name}Sync`, sync(kind)],
        [name, (value, ...args) => later(() => args.at(-1)(null, sync(kind)(value)))],
      ]),
    );
  });
  // Ciphers pass their input through, so that the tracer can still see secrets in encrypted data.
  define('crypto', () => {
    const through = () => ({
      update: (value, _, out) => (out ? Buffer.from(value).toString(out) : Buffer.from(value)),
      final: (out) => (out ? '' : Buffer.alloc(0)),
      setAuthTag() {},
      getAuthTag: () => Buffer.alloc(16),
    });
    const digester = (name) => {
      let text = '';
      const self = {
        update: (value) => {
          text += toLatin1(value);
          return self;
        },
        digest: (out) =>
          out ? fromLatin1(host('hash', name, text)).toString(out) : fromLatin1(host('hash', name, text)),
      };
      return self;
    };
    const randomBytes = (size) =>
      Buffer.from(Array.from({ length: Math.min(size, 65536) }, () => Math.floor(Math.random() * 256)));
    return {
      createHash: digester,
      createHmac: digester,
      createCipheriv: through,
      createDecipheriv: through,
      publicEncrypt: (_, value) => Buffer.from(value),
      randomBytes,
      randomInt: (low, high) =>
        (typeof high === 'number' ? low : 0) +
        Math.floor(Math.random() * ((high ?? low) - (high === undefined ? 0 : low))),
      timingSafeEqual: (a, b) => toLatin1(a) === toLatin1(b),
      hash: (name, value, out = 'hex') => digester(name).update(value).digest(out),
      createSign: digester,
      sign: () => Buffer.alloc(64),
      verify: () => true,
      getHashes: () => ['md5', 'sha1', 'sha256', 'sha512'],
      getRandomValues: (bytes) => bytes.fill(7),
      privateDecrypt: (_, value) => Buffer.from(value),
      publicDecrypt: (_, value) => Buffer.from(value),
      privateEncrypt: (_, value) => Buffer.from(value),
      randomUUID: () => '00000000-0000-4000-8000-000000000000',
      scryptSync: () => Buffer.alloc(32),
      pbkdf2Sync: () => Buffer.alloc(32),
      webcrypto: globalThis.crypto,
    };
  });
  globalThis.crypto = {
    randomUUID: () => '00000000-0000-4000-8000-000000000000',
    getRandomValues: (bytes) => bytes.fill(7),
    subtle: __assay.standIn('crypto.subtle'),
  };
})();
