// path, fs, os and streams over the fake file system.
(() => {
  const { host, tell, define, later, toLatin1, fromLatin1 } = __assay;

  const normalize = (path) => {
    const parts = [];
    for (const part of path.split('/')) {
      if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
      else if (part === '..' && path[0] === '/') continue;
      else if (part !== '' && part !== '.') parts.push(part);
    }
    return (path[0] === '/' ? '/' : '') + parts.join('/') || '.';
  };
  const basename = (path, end = '') => {
    const name = String(path).replace(/\/+$/, '').split('/').at(-1);
    return end && name.endsWith(end) ? name.slice(0, -end.length) : name;
  };
  const dirname = (path) =>
    String(path)
      .replace(/\/+$/, '')
      .replace(/\/?[^/]*$/, '') || (String(path)[0] === '/' ? '/' : '.');
  const extname = (path) => /[^.](\.[^.]*)$/.exec(basename(path))?.[1] ?? '';
  const resolve = (...parts) => {
    let path = '';
    for (const part of parts.reverse()) {
      path = path ? `${part}/${path}` : String(part);
      if (String(part)[0] === '/') break;
    }
    return normalize(path[0] === '/' ? path : `${globalThis.process.cwd()}/${path}`);
  };
  const path = {
    sep: '/',
    delimiter: ':',
    normalize,
    basename,
    dirname,
    extname,
    resolve,
    join: (...parts) => normalize(parts.filter((part) => part !== '').join('/')),
    isAbsolute: (name) => String(name)[0] === '/',
    relative: (from, to) =>
      resolve(to).startsWith(`${resolve(from)}/`) ? resolve(to).slice(resolve(from).length + 1) : resolve(to),
    parse: (name) => ({
      root: name[0] === '/' ? '/' : '',
      dir: dirname(name),
      base: basename(name),
      ext: extname(name),
      name: basename(name, extname(name)),
    }),
    format: ({ dir, base, name, ext }) => `${dir ? `${dir}/` : ''}${base ?? `${name}${ext ?? ''}`}`,
  };
  path.posix = path;
  define('path', () => path);

  const at = (name) => resolve(name instanceof URL ? name.pathname : String(name).replace(/^file:\/\//, ''));
  const encodingOf = (options) => (typeof options === 'string' ? options : options?.encoding);
  const toStat = (stat) => ({
    ...stat,
    mtimeMs: Date.now(),
    mtime: new Date(),
    isFile: () => stat.type === 'file',
    isDirectory: () => stat.type === 'folder',
    isSymbolicLink: () => stat.type === 'link',
  });
  const entryOf = (folder, name) => ({
    ...toStat(host('stat', `${at(folder)}/${name}`, false)),
    name,
    parentPath: at(folder),
    path: at(folder),
  });
  const below = (folder) =>
    host('list', folder).flatMap((name) => {
      const isFolder = host('stat', `${folder}/${name}`, false).type === 'folder';
      return [name, ...(isFolder ? below(`${folder}/${name}`).map((rest) => `${name}/${rest}`) : [])];
    });
  const sync = {
    readFile: (name, options) => {
      const bytes = fromLatin1(host('read', at(name)));
      return encodingOf(options) ? bytes.toString(encodingOf(options)) : bytes;
    },
    writeFile: (name, value) => host('write', at(name), toLatin1(value)),
    appendFile: (name, value) => host('append', at(name), toLatin1(value)),
    readdir: (name, options) => {
      const names = options?.recursive ? below(at(name)) : host('list', at(name));
      return options?.withFileTypes ? names.map((entry) => entryOf(name, entry)) : names;
    },
    stat: (name) => toStat(host('stat', at(name), true)),
    lstat: (name) => toStat(host('stat', at(name), false)),
    access: (name) => void host('stat', at(name), true),
    mkdir: (name, options) => host('mkdir', at(name), Boolean(options?.recursive)),
    mkdtemp: (prefix) => tell('mkdir', [at(`${prefix}000001`), true], at(`${prefix}000001`)),
    rm: (name, options) => host('remove', at(name), Boolean(options?.recursive), Boolean(options?.force)),
    rmdir: (name, options) => host('remove', at(name), Boolean(options?.recursive), false),
    unlink: (name) => host('remove', at(name), false, false),
    rename: (from, to) => host('move', at(from), at(to)),
    copyFile: (from, to) => host('write', at(to), host('read', at(from))),
    cp: (from, to) => host('write', at(to), host('read', at(from))),
    symlink: (target, name) => host('link', String(target), at(name)),
    realpath: (name) => tell('stat', [at(name), true], at(name)),
    chmod: () => undefined,
    utimes: () => undefined,
  };

  const events = __assay.builtin('events');
  class Stream extends events {
    write(chunk) {
      this.emit('data', chunk);
      return true;
    }
    end(chunk) {
      if (chunk !== undefined && typeof chunk !== 'function') this.write(chunk);
      later(() => {
        for (const name of ['end', 'finish', 'close']) this.emit(name);
      });
      return this;
    }
    pipe(target) {
      this.on('data', (chunk) => target.write?.(chunk));
      this.on('end', () => target.end?.());
      return target;
    }
    push(chunk) {
      later(() => this.emit(chunk === null ? 'end' : 'data', chunk));
      return true;
    }
    setEncoding() {
      return this;
    }
    resume() {
      return this;
    }
    destroy() {
      return this;
    }
    async *[Symbol.asyncIterator]() {
      const chunks = [];
      this.on('data', (chunk) => chunks.push(chunk));
      await new Promise((done) => this.on('end', done));
      yield* chunks;
    }
  }
  __assay.Stream = Stream;
  const pipeline = (...parts) => {
    const done = typeof parts.at(-1) === 'function' ? parts.pop() : undefined;
    parts.reduce((from, to) => from.pipe(to));
    if (done) later(() => done(null));
    return Promise.resolve();
  };
  define('stream', () =>
    Object.assign(Stream, {
      Stream,
      Readable: Stream,
      Writable: Stream,
      Duplex: Stream,
      Transform: Stream,
      PassThrough: Stream,
      pipeline,
    }),
  );
  define('stream/promises', () => ({ pipeline }));

  const fs = { constants: { R_OK: 4, W_OK: 2, F_OK: 0, X_OK: 1 }, promises: {} };
  for (const [name, run] of Object.entries(sync)) {
    fs[`${name}Sync`] = run;
    fs.promises[name] = async (...args) => run(...args);
    fs[name] = (...args) => {
      const done = args.pop();
      try {
        const value = run(...args);
        later(() => done?.(null, value));
      } catch (error) {
        later(() => done?.(error));
      }
    };
  }
  fs.existsSync = (name) => host('exists', at(name));
  fs.exists = (name, done) => later(() => done(fs.existsSync(name)));
  fs.createReadStream = (name) => {
    const stream = new Stream();
    later(() => {
      try {
        stream.emit('data', sync.readFile(name));
        stream.end();
      } catch (error) {
        stream.emit('error', error);
      }
    });
    return stream;
  };
  fs.createWriteStream = (name) => {
    const stream = new Stream();
    stream.path = name;
    stream.on('data', (chunk) => sync.appendFile(name, chunk));
    return stream;
  };
  fs.watch = fs.watchFile = () => new Stream();
  define('fs', () => fs);
  define('fs/promises', () => ({ ...fs.promises, constants: fs.constants }));
})();
