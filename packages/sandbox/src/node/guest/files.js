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
  // A file descriptor is a number that maps to a path.
  const opened = [];
  const places = new Map();
  const pathOf = (file) => (typeof file === 'number' ? (opened[file - 10] ?? `/dev/fd/${file}`) : file);
  const sync = {
    readFile: (name, options) => {
      const isInput = name === 0 || name === '/dev/stdin';
      const bytes = fromLatin1(isInput ? host('facts').stdin : host('read', at(pathOf(name))));
      return encodingOf(options) ? bytes.toString(encodingOf(options)) : bytes;
    },
    writeFile: (name, value) => host('write', at(pathOf(name)), toLatin1(value)),
    appendFile: (name, value) => host('append', at(pathOf(name)), toLatin1(value)),
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
    cp: (from, to) => {
      if (host('stat', at(from), true).type !== 'folder') return sync.copyFile(from, to);
      host('mkdir', at(to), true);
      for (const name of host('list', at(from))) sync.cp(`${at(from)}/${name}`, `${at(to)}/${name}`);
    },
    readlink: (name) => host('readlink', at(name)),
    link: (from, to) => sync.copyFile(from, to),
    opendir: (name) => sync.readdir(name, { withFileTypes: true }),
    truncate: (name) => host('write', at(name), ''),
    open: (name, mode) => {
      if (/^[wa]/.test(String(mode)) && !host('exists', at(name))) host('write', at(name), '');
      else host('stat', at(name), true);
      opened.push(at(name));
      return opened.length + 9;
    },
    close: () => undefined,
    fstat: (file) => toStat(host('stat', pathOf(file), true)),
    fsync: () => undefined,
    write: (file, value) => tell('append', [pathOf(file), toLatin1(value)], value.length),
    read: (file, buffer, offset = 0, length = buffer.length, position = 0) => {
      const bytes = fromLatin1(file === 0 ? host('facts').stdin : host('read', pathOf(file)));
      const done = places.get(file) ?? 0;
      const piece = bytes.subarray(position || done, (position || done) + Math.min(length, buffer.length - offset));
      buffer.set(piece, offset);
      places.set(file, (position || done) + piece.length);
      return piece.length;
    },
    symlink: (target, name) => host('link', String(target), at(name)),
    realpath: (name) => tell('stat', [at(name), true], at(name)),
    chmod: () => undefined,
    utimes: () => undefined,
  };

  const events = __assay.builtin('events');
  class Stream extends events {
    constructor(options) {
      super();
      const { transform, write, read, flush } = options ?? {};
      for (const [name, work] of Object.entries({ _transform: transform, _write: write, _read: read, _flush: flush }))
        if (typeof work === 'function') this[name] = work;
    }
    write(chunk) {
      const work = this._transform ?? this._write;
      const give = (out) => out !== undefined && out !== null && this.emit('data', out);
      if (work === undefined) this.emit('data', chunk);
      else work.call(this, chunk, 'utf8', (_, out) => give(out));
      return true;
    }
    static from(items) {
      const stream = new Stream();
      later(async () => {
        for await (const item of typeof items === 'string' ? [items] : items) stream.emit('data', item);
        stream.end();
      });
      return stream;
    }
    end(chunk) {
      if (chunk !== undefined && typeof chunk !== 'function') this.write(chunk);
      later(() => {
        this._flush?.((_, out) => out && this.emit('data', out));
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
