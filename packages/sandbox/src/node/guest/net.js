// fetch, http, sockets and DNS over the fake network.
(() => {
  const { host, tell, define, later, toLatin1, fromLatin1, standIn, builtin } = __assay;
  const Stream = builtin('stream');

  class Headers {
    #pairs;
    constructor(init = {}) {
      this.#pairs = (typeof init?.entries === 'function' ? [...init.entries()] : Object.entries(init ?? {})).map(
        ([name, value]) => [String(name), String(value)],
      );
    }
    get = (name) => this.#pairs.find(([key]) => key.toLowerCase() === String(name).toLowerCase())?.[1] ?? null;
    has = (name) => this.get(name) !== null;
    set = (name, value) => void this.#pairs.push([String(name), String(value)]);
    append = this.set;
    forEach = (run) => {
      for (const [key, value] of this.#pairs) run(value, key);
    };
    entries = () => this.#pairs[Symbol.iterator]();
    [Symbol.iterator]() {
      return this.entries();
    }
  }
  class Blob {
    constructor(parts = []) {
      this.text = async () => parts.map((part) => fromLatin1(toLatin1(part)).toString()).join('');
      this.toString = () => parts.map((part) => fromLatin1(toLatin1(part)).toString()).join('');
    }
  }
  class FormData {
    #pairs = [];
    append = (name, value) => void this.#pairs.push([name, value]);
    set = this.append;
    getHeaders = () => ({});
    toString = () =>
      this.#pairs
        .map(
          ([name, value]) =>
            `${name}=${ArrayBuffer.isView(value) ? fromLatin1(toLatin1(value)).toString('latin1') : (value?.path ?? value)}`,
        )
        .join('&');
  }
  const send = (method, url, headers, body) =>
    host('request', String(method ?? 'GET'), String(url), [...new Headers(headers)], toLatin1(body));
  const toResponse = ({ status, body, contentType }, url) => ({
    ok: status < 400,
    status,
    statusText: 'OK',
    url: String(url),
    headers: new Headers({ 'content-type': contentType }),
    body: {
      getReader: () => standIn('reader'),
      async *[Symbol.asyncIterator]() {
        yield fromLatin1(body);
      },
      pipe: (target) => target.end?.(fromLatin1(body)),
    },
    text: async () => fromLatin1(body).toString(),
    json: async () => host('json', body),
    arrayBuffer: async () => new Uint8Array(fromLatin1(body)).buffer,
    buffer: async () => fromLatin1(body),
    blob: async () => new Blob([fromLatin1(body)]),
    clone() {
      return this;
    },
  });
  const fetch = async (input, options = {}) => {
    const url = input?.url ?? input;
    return toResponse(
      send(options.method ?? input?.method, url, options.headers ?? input?.headers, options.body ?? input?.body),
      url,
    );
  };
  class Request {
    constructor(url, options = {}) {
      Object.assign(this, options, { url: String(url) });
    }
  }
  class AbortController {
    signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
    abort() {}
  }
  Object.assign(globalThis, {
    fetch,
    Headers,
    Request,
    Blob,
    File: Blob,
    FormData,
    AbortController,
    Response: class Response {},
    AbortSignal: { timeout: () => undefined },
  });

  const urlOf = (scheme, input, options) => {
    if (typeof input === 'string' || input instanceof URL) return String(input);
    const { hostname, host: name, port, path = '/', protocol } = { ...input, ...options };
    return `${protocol ?? scheme}//${hostname ?? name ?? 'localhost'}${port ? `:${port}` : ''}${path}`;
  };
  const http = (scheme) => {
    const request = (input, ...args) => {
      const options = {
        ...(typeof input === 'object' && !(input instanceof URL) ? input : {}),
        ...(typeof args[0] === 'object' ? args[0] : {}),
      };
      const done = args.find((arg) => typeof arg === 'function');
      const outgoing = new Stream();
      let body = '';
      outgoing.write = (chunk) => {
        body += toLatin1(chunk);
        return true;
      };
      outgoing.setHeader = (name, value) => {
        options.headers = { ...options.headers, [name]: value };
      };
      outgoing.setTimeout = outgoing.abort = () => outgoing;
      outgoing.end = (chunk) => {
        if (chunk !== undefined && typeof chunk !== 'function') outgoing.write(chunk);
        const headers = { ...options.headers, ...(options.auth ? { Authorization: options.auth } : {}) };
        const answer = send(options.method, urlOf(scheme, input, options), headers, fromLatin1(body));
        const incoming = Object.assign(new Stream(), {
          statusCode: answer.status,
          headers: { 'content-type': answer.contentType },
        });
        later(() => {
          done?.(incoming);
          outgoing.emit('response', incoming);
          later(() => {
            incoming.emit('data', fromLatin1(answer.body));
            incoming.emit('end');
            incoming.emit('close');
          });
        });
        return outgoing;
      };
      return outgoing;
    };
    const createServer = () =>
      Object.assign(new Stream(), {
        listen(port, ...args) {
          host('listen', String(typeof port === 'object' ? port.port : port));
          const ready = args.find((arg) => typeof arg === 'function');
          if (ready) later(ready);
          return this;
        },
        close() {},
        address: () => ({ port: 0 }),
      });
    return {
      request,
      get: (...args) => request(...args).end(),
      createServer,
      Agent: class Agent {
        constructor(options = {}) {
          this.options = options;
        }
        destroy() {}
      },
      globalAgent: { options: {} },
      STATUS_CODES: {},
      METHODS: [],
    };
  };
  define('http', () => http('http:'));
  define('https', () => http('https:'));
  define('http2', () => standIn('http2'));

  const socket = (port, name) => {
    const stream = new Stream();
    const target = typeof port === 'object' ? port : { port, host: name };
    const address = [String(target.host ?? 'localhost'), String(target.port ?? target.path ?? 0)];
    host('connect', ...address, '');
    stream.write = (chunk) => tell('connect', [...address, toLatin1(chunk)], true);
    stream.connect = () => stream;
    stream.setTimeout = stream.setNoDelay = stream.setKeepAlive = () => stream;
    later(() => {
      for (const event of ['connect', 'secureConnect']) stream.emit(event);
    });
    return stream;
  };
  const connect = (...args) => {
    const stream = socket(args[0], typeof args[1] === 'string' ? args[1] : undefined);
    const done = args.find((arg) => typeof arg === 'function');
    if (done) later(done);
    return stream;
  };
  class Socket extends Stream {
    connect(...args) {
      const opened = connect(...args);
      this.write = opened.write;
      return this;
    }
  }
  const net = () => ({
    connect,
    createConnection: connect,
    Socket,
    createServer: http('http:').createServer,
    isIP: (text) => (/^[\d.]+$/.test(text) ? 4 : 0),
  });
  define('net', net);
  define('tls', net);
  define('dgram', () => ({
    createSocket: () =>
      Object.assign(new Stream(), {
        send: (data, port, name) => host('connect', String(name), String(port), toLatin1(data)),
        bind() {},
        close() {},
      }),
  }));
  const resolve = (name) => tell('resolve', [String(name)], ['192.0.2.10']);
  const lookups = 'lookup resolve resolve4 resolve6 resolveTxt resolveMx reverse'.split(' ');
  const promises = Object.fromEntries(
    lookups.map((name) => [
      name,
      async (target) => (name === 'lookup' ? { address: resolve(target)[0], family: 4 } : resolve(target)),
    ]),
  );
  define('dns', () => ({
    ...Object.fromEntries(
      lookups.map((name) => [
        name,
        (target, ...args) =>
          later(() => args.at(-1)?.(null, name === 'lookup' ? resolve(target)[0] : resolve(target), 4)),
      ]),
    ),
    promises,
    setServers() {},
  }));
  define('dns/promises', () => promises);
  globalThis.WebSocket = class WebSocket extends Stream {
    constructor(url) {
      super();
      this.url = String(url);
      send('GET', url, {}, '');
      later(() => {
        this.onopen?.({});
        this.emit('open');
      });
    }
    send = (data) => void send('SEND', this.url, {}, data);
    addEventListener = (name, run) => this.on(name, run);
    close() {}
  };
  globalThis.XMLHttpRequest = class XMLHttpRequest {
    headers = {};
    open = (method, url) => Object.assign(this, { method, url });
    setRequestHeader = (name, value) => {
      this.headers[name] = value;
    };
    send = (body) => {
      this.responseText = send(this.method, this.url, this.headers, body).body;
      Object.assign(this, { status: 200, readyState: 4 });
      later(() => {
        this.onload?.();
        this.onreadystatechange?.();
      });
    };
  };

  // The common HTTP clients, reduced to their request methods.
  const client = () => {
    const call = async (method, url, body, options = {}) => {
      const answer = send(
        method,
        options.baseURL ? `${options.baseURL}${url}` : url,
        options.headers,
        typeof body === 'object' && body !== null && !ArrayBuffer.isView(body) && !(body instanceof FormData)
          ? JSON.stringify(body)
          : body,
      );
      const value =
        answer.contentType === 'application/json' ? host('json', answer.body) : fromLatin1(answer.body).toString();
      return {
        data: value,
        body: value,
        status: 200,
        statusCode: 200,
        headers: {},
        json: async () => value,
        text: async () => String(answer.body),
      };
    };
    const base = (defaults = {}) => {
      const self = (url, options = {}) => {
        const given = typeof url === 'object' ? url : { ...options, url };
        const merged = { ...defaults, ...given };
        return call(
          merged.method ?? 'GET',
          merged.url ?? merged.uri,
          merged.data ?? merged.body ?? merged.json ?? merged.form,
          merged,
        );
      };
      for (const method of ['get', 'delete', 'head', 'options'])
        self[method] = (url, options) => call(method, url, undefined, { ...defaults, ...options });
      for (const method of ['post', 'put', 'patch'])
        self[method] = (url, body, options) => call(method, url, body?.json ?? body, { ...defaults, ...options });
      return Object.assign(self, {
        request: self,
        create: base,
        extend: base,
        default: self,
        defaults: { headers: { common: {} } },
        interceptors: standIn('interceptors'),
      });
    };
    return base();
  };
  for (const name of ['axios', 'got', 'request', 'superagent', 'ky', 'needle']) define(name, client);
  for (const name of ['node-fetch', 'cross-fetch', 'undici', 'isomorphic-fetch'])
    define(name, () =>
      Object.assign((...args) => fetch(...args), { default: fetch, fetch, request: fetch, Headers, FormData }),
    );
  define('ws', () => Object.assign(globalThis.WebSocket, { WebSocket: globalThis.WebSocket }));
  define('form-data', () => FormData);
  define('dotenv', () => ({ config: () => ({ parsed: host('dotenv') }), parse: () => host('dotenv') }));
  define('dotenv/config', () => ({ parsed: host('dotenv') }));
})();
