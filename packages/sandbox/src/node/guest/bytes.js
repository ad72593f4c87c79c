// Buffers, text codecs and URLs.
(() => {
  const { host, define, toLatin1, fromLatin1 } = __assay;

  class Buffer extends Uint8Array {
    static from(value, encoding = 'utf8') {
      if (typeof value === 'string') return fromLatin1(host('encode', value, encoding));
      if (value instanceof ArrayBuffer) return fromLatin1(toLatin1(new Uint8Array(value)));
      const bytes = new Buffer(value?.length ?? 0);
      bytes.set(value ?? []);
      return bytes;
    }
    static alloc = (size, fill = 0) => new Buffer(Math.min(Number(size) || 0, 8_388_608)).fill(fill);
    static allocUnsafe = (size) => Buffer.alloc(size);
    static isBuffer = (value) => value instanceof Buffer;
    static isEncoding = () => true;
    static copyBytesFrom = (view) => Buffer.from(view);
    static byteLength = (value, encoding) =>
      typeof value === 'string' ? Buffer.from(value, encoding).length : value.byteLength;
    static concat = (list) => fromLatin1(list.map(toLatin1).join(''));
    static compare = (a, b) => (toLatin1(a) < toLatin1(b) ? -1 : Number(toLatin1(a) > toLatin1(b)));
    toString(encoding = 'utf8', start = 0, end = this.length) {
      return host('decode', toLatin1(this.subarray(start, end)), encoding);
    }
    toJSON() {
      return { type: 'Buffer', data: [...this] };
    }
    equals(other) {
      return toLatin1(this) === toLatin1(other);
    }
    write(text, offset = 0) {
      this.set(Buffer.from(String(text)).subarray(0, this.length - offset), offset);
      return text.length;
    }
    slice(start, end) {
      return this.subarray(start, end);
    }
    copy(target, at = 0, start = 0, end = this.length) {
      target.set(this.subarray(start, end), at);
      return end - start;
    }
  }
  // readUInt32LE, writeInt16BE and similar methods.
  for (const [kind, size] of [
    ['Int8', 1],
    ['Uint8', 1],
    ['Int16', 2],
    ['Uint16', 2],
    ['Int32', 4],
    ['Uint32', 4],
    ['Float32', 4],
    ['Float64', 8],
    ['BigInt64', 8],
    ['BigUint64', 8],
  ]) {
    const name = kind.replace('Uint', 'UInt').replace('Float32', 'Float').replace('Float64', 'Double');
    for (const order of size === 1 ? [''] : ['LE', 'BE']) {
      const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      Buffer.prototype[`read${name}${order}`] = function read(at = 0) {
        return view(this)[`get${kind}`](at, order === 'LE');
      };
      Buffer.prototype[`write${name}${order}`] = function write(value, at = 0) {
        view(this)[`set${kind}`](at, value, order === 'LE');
        return at + size;
      };
    }
  }
  for (const name of ['indexOf', 'includes', 'lastIndexOf']) {
    const { [name]: byNumber } = Uint8Array.prototype;
    Buffer.prototype[name] = function find(value, ...rest) {
      return typeof value === 'number'
        ? byNumber.call(this, value, ...rest)
        : toLatin1(this)[name](toLatin1(value), ...rest);
    };
  }
  globalThis.Buffer = Buffer;
  globalThis.atob = (text) => host('decode', host('encode', String(text), 'base64'), 'latin1');
  globalThis.btoa = (text) => host('decode', host('encode', String(text), 'latin1'), 'base64');
  globalThis.TextEncoder = class TextEncoder {
    encode(text = '') {
      return new Uint8Array(Buffer.from(String(text)));
    }
  };
  globalThis.TextDecoder = class TextDecoder {
    decode(bytes) {
      return bytes === undefined
        ? ''
        : Buffer.from(
            bytes.buffer ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes,
          ).toString();
    }
  };
  globalThis.structuredClone = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

  class URLSearchParams {
    #pairs = [];
    constructor(init = '') {
      if (typeof init === 'string') {
        for (const part of init.replace(/^\?/, '').split('&').filter(Boolean)) {
          const [name, ...value] = part.split('=');
          this.append(
            decodeURIComponent(name.replace(/\+/g, ' ')),
            decodeURIComponent(value.join('=').replace(/\+/g, ' ')),
          );
        }
      } else for (const [name, value] of init[Symbol.iterator] ? init : Object.entries(init)) this.append(name, value);
    }
    append = (name, value) => void this.#pairs.push([String(name), String(value)]);
    delete = (name) => {
      this.#pairs = this.#pairs.filter(([key]) => key !== name);
    };
    set = (name, value) => {
      this.delete(name);
      this.append(name, value);
    };
    get = (name) => this.#pairs.find(([key]) => key === name)?.[1] ?? null;
    getAll = (name) => this.#pairs.filter(([key]) => key === name).map(([, value]) => value);
    has = (name) => this.#pairs.some(([key]) => key === name);
    forEach = (run) => {
      for (const [key, value] of this.#pairs) run(value, key, this);
    };
    entries = () => this.#pairs[Symbol.iterator]();
    keys = () => this.#pairs.map(([key]) => key)[Symbol.iterator]();
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return this.#pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
    }
  }
  globalThis.URLSearchParams = URLSearchParams;

  class URL {
    constructor(href, base) {
      Object.assign(this, host('url', String(href), base === undefined ? undefined : String(base)));
      this.searchParams = new URLSearchParams(this.search);
    }
    static canParse(href) {
      try {
        return Boolean(new URL(href));
      } catch {
        return false;
      }
    }
    get href() {
      const query = this.searchParams?.toString() ?? '';
      const user = this.username ? `${this.username}${this.password ? `:${this.password}` : ''}@` : '';
      return `${this.protocol}//${user}${this.host}${this.pathname}${query ? `?${query}` : ''}${this.hash}`;
    }
    set href(value) {
      Object.assign(this, host('url', String(value)));
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
  }
  globalThis.URL = URL;
  define('buffer', () => ({ Buffer, constants: { MAX_LENGTH: 8_388_608 } }));
  define('url', () => ({
    URL,
    URLSearchParams,
    parse: (href) => new URL(href),
    format: String,
    fileURLToPath: (url) => decodeURIComponent(String(url).replace(/^file:\/\//, '')),
    pathToFileURL: (path) => new URL(`file://${path}`),
  }));
  define('querystring', () => ({
    stringify: (pairs) => new URLSearchParams(pairs).toString(),
    parse: (text) => Object.fromEntries(new URLSearchParams(text)),
    escape: encodeURIComponent,
    unescape: decodeURIComponent,
  }));
})();
