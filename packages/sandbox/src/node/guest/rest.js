// Node modules that few programs use, with few functions.
(() => {
  const { define, builtin, later } = __assay;
  const EventEmitter = builtin('events');

  define('assert/strict', () => builtin('assert'));
  define('path/posix', () => builtin('path'));
  define('string_decoder', () => ({
    StringDecoder: class {
      write = (bytes) => Buffer.from(bytes).toString();
      end = (bytes) => (bytes === undefined ? '' : Buffer.from(bytes).toString());
    },
  }));
  // A thread runs as a separate program.
  class Worker extends EventEmitter {
    constructor(file, options) {
      super();
      const { spawn } = builtin('child_process');
      const run = options?.eval
        ? spawn('node', ['-e', String(file)])
        : spawn('node', [String(file).replace(/^file:\/\//, '')]);
      run.on('exit', (code) => this.emit('exit', code));
    }
    postMessage() {}
    terminate = async () => 0;
    ref() {}
    unref() {}
  }
  define('worker_threads', () => ({ isMainThread: true, parentPort: null, workerData: null, threadId: 0, Worker }));

  class Format {
    format = (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? ''));
    formatToParts = (value) => [{ type: 'literal', value: this.format(value) }];
    select = () => 'other';
    compare = (a, b) => (a < b ? -1 : Number(a > b));
    of = (code) => code;
    segment = (text) => [...text].map((segment, index) => ({ segment, index }));
    resolvedOptions = () => ({ locale: 'en-US', timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' });
    static supportedLocalesOf = (names) => [names].flat();
  }
  const kinds =
    'DateTimeFormat NumberFormat PluralRules Collator RelativeTimeFormat ListFormat DisplayNames Segmenter Locale';
  const made = kinds.split(' ').map((name) => [name, new Proxy(Format, { apply: () => new Format() })]);
  globalThis.Intl = {
    ...Object.fromEntries(made),
    getCanonicalLocales: (names) => [names].flat(),
    supportedValuesOf: () => [],
  };

  globalThis.DOMException = class DOMException extends Error {
    constructor(message, name = 'Error') {
      super(message);
      this.name = name;
    }
  };
  globalThis.Event = class Event {
    constructor(type, more) {
      Object.assign(this, more, { type });
    }
  };
  globalThis.EventTarget = class EventTarget {
    #events = new EventEmitter();
    addEventListener = (name, run) => void this.#events.on(name, run);
    removeEventListener = (name, run) => void this.#events.off(name, run);
    dispatchEvent = (event) => {
      later(() => this.#events.emit(event.type, event));
      return true;
    };
  };
})();
