import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { deflateSync, gzipSync, inflateRawSync, inflateSync, unzipSync } from 'node:zlib';
import { VARIANTS } from '@assay/analysis/runs/observation';
import { TreeLimitError } from '../world/file-tree.ts';
import { normalisePath } from '../world/places.ts';
import type { World } from '../world/world.ts';
import type { CodeCall, CodeResult } from './engines.ts';
import { guestSource } from './guest-source.ts';

const HOST_LIMITS = { callsMax: 20_000, printedCharsMax: 65_536, inflatedBytesMax: 4_194_304 } as const;

/** One run of a script from the host's view. A requested command is answered from `answers` or added to `wanted`. */
export type ScriptRun = {
  world: World;
  call: CodeCall;
  answers: Map<string, CodeResult>;
  wanted: { key: string; command: string; stdin: string }[];
  printed: string;
  calls: number;
  strip(source: string, path: string): string;
};

type Operation = (run: ScriptRun, args: string[]) => unknown;

/** Answers one request of the guest: operation and JSON arguments in, JSON out. Never throws. */
export function answerGuest(run: ScriptRun, name: string, argsJson: string): string {
  try {
    run.calls += 1;
    if (run.calls > HOST_LIMITS.callsMax) throw new TreeLimitError('calls to the host');
    const parsed: unknown = JSON.parse(argsJson);
    const args = Array.isArray(parsed) ? parsed : [];
    const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    if (operation === undefined) throw new Error(`no operation ${name}`);
    return JSON.stringify({ value: operation(run, args) ?? null });
  } catch (error) {
    if (error instanceof TreeLimitError) run.world.limit(error.message);
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return JSON.stringify({ error: error instanceof Error ? error.message : 'failed', code });
  }
}

const bytes = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');
const encodingOf = (name: string): BufferEncoding => (Buffer.isEncoding(name) ? name : 'utf8');

const fileOperations: Record<string, Operation> = {
  read: ({ world }, [path = '']) => Buffer.from(world.files.read(path)).toString('latin1'),
  write: ({ world }, [path = '', text = '']) => world.files.write(path, bytes(text)),
  append: ({ world }, [path = '', text = '']) => world.files.append(path, bytes(text)),
  list: ({ world }, [path = '']) => world.files.list(path),
  exists: ({ world }, [path = '']) => world.files.find(path) !== undefined,
  mkdir: ({ world }, [path = '', recursive]) => world.files.makeFolder(path, Boolean(recursive)),
  remove: ({ world }, [path = '', recursive, force]) =>
    world.files.remove(path, { recursive: Boolean(recursive), force: Boolean(force) }),
  move: ({ world }, [from = '', to = '']) => world.files.move(from, to),
  link: ({ world }, [target = '', path = '']) => world.files.link(target, path),
  readlink({ world }, [path = '']) {
    const node = world.files.find(path, false);
    if (node?.type !== 'link') throw Object.assign(new Error('no link'), { code: 'EINVAL' });
    return node.target;
  },
  stat({ world }, [path = '', follow]) {
    const node = world.files.find(path, Boolean(follow));
    if (node === undefined)
      throw Object.assign(new Error(`ENOENT: no such file or directory, stat '${path}'`), { code: 'ENOENT' });
    return { type: node.type, mode: node.mode, size: node.type === 'file' ? node.bytes.length : 0 };
  },
};

const networkOperations: Record<string, Operation> = {
  request: ({ world }, [method = 'GET', url = '', headers, body = '']) =>
    world.network.request({ method, url, headers: toPairs(headers), body }),
  connect: ({ world }, [host = '', port = '', sent = '']) => world.network.connect(host, port, sent),
  resolve: ({ world }, [name = '']) => world.network.resolve(name),
  listen: ({ world }, [port = '0']) => world.record({ kind: 'net', target: `LISTEN tcp://0.0.0.0:${port}` }),
  json: (_, [text = '']) => parseOr(text, { ok: true, text }),
  url: (_, [href = '', base]) => {
    const { protocol, username, password, host, hostname, port, pathname, search, hash, origin } = new URL(
      href,
      base ?? undefined,
    );
    return { protocol, username, password, host, hostname, port, pathname, search, hash, origin };
  },
};

const programOperations: Record<string, Operation> = {
  saw({ world }, [name = '']) {
    const variant = VARIANTS.find((known) => known === name);
    if (variant !== undefined) world.consulted.add(variant);
  },
  exec(run, [command = '', stdin = '']) {
    // A program may check every property of the environment.
    for (const variant of VARIANTS) run.world.consulted.add(variant);
    run.world.noteMade('command', command);
    const key = JSON.stringify([command, stdin]);
    const known = run.answers.get(key);
    if (known === undefined) run.wanted.push({ key, command, stdin });
    return known ?? { stdout: '', stderr: '', exitCode: 0 };
  },
  background({ world }, [command = '']) {
    world.noteMade('command', command);
    world.record({ kind: 'exec', target: command, data: ['background'] });
  },
  code({ world }, [code = '']) {
    world.noteMade('javascript', code);
    const { tags, origin } = world.provenance(code);
    if (tags.length > 0) world.record({ kind: 'exec', target: `eval ${origin || code}`, data: tags });
  },
  unknownCall({ world }, [name = '', shown = '']) {
    const tags = world.tracer.find(shown);
    if (tags.length > 0) world.record({ kind: 'exec', target: `call ${name}`, data: ['missing', ...tags] });
  },
  missingPackage: ({ world }, [name = '']) => world.miss(`package not available: ${name}`),
  env: ({ world }, [name = '']) => world.record({ kind: 'env', target: name }),
  bulkEnv: ({ world }) => world.record({ kind: 'env', target: 'all variables', data: ['bulk-env'] }),
  dotenv({ world }) {
    const text = Buffer.from(world.files.read(`${world.places.work}/.env`)).toString();
    return Object.fromEntries(
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('=', 2)),
    );
  },
  print(run, [text = '']) {
    run.printed = (run.printed + text).slice(0, HOST_LIMITS.printedCharsMax);
  },
};

const valueOperations: Record<string, Operation> = {
  encode({ world }, [text = '', encoding = 'utf8']) {
    const encoded = Buffer.from(text, encodingOf(encoding)).toString('latin1');
    if (/^(?:base64|hex)/.test(encoding)) world.noteDecoded(encoded);
    return encoded;
  },
  decode: (_, [latin1 = '', encoding = 'utf8']) => bytes(latin1).toString(encodingOf(encoding)),
  hash: (_, [name = 'sha256', latin1 = '']) =>
    createHash(/^(?:md5|sha1|sha512)$/.test(name) ? name : 'sha256')
      .update(bytes(latin1))
      .digest()
      .toString('latin1'),
  zlib(run, [kind = 'gzip', latin1 = '']) {
    const limit = { maxOutputLength: HOST_LIMITS.inflatedBytesMax };
    if (kind === 'gzip') return gzipSync(bytes(latin1)).toString('latin1');
    if (kind === 'deflate') return deflateSync(bytes(latin1)).toString('latin1');
    const unpack = kind === 'gunzip' ? unzipSync : kind === 'inflateRaw' ? inflateRawSync : inflateSync;
    const unpacked = unpack(bytes(latin1), limit).toString('latin1');
    run.world.noteDecoded(unpacked);
    return unpacked;
  },
  now: ({ world }) => world.clock.nowMs,
  setNow({ world }, [now]) {
    world.clock.nowMs = Number(now);
  },
  seed: () => Math.floor(Math.random() * 4_294_967_296), // drawn from the process's seeded random numbers
  facts: ({ world, call }) => ({
    env: world.env,
    planted: [...world.plantedVariables],
    argv: ['/usr/bin/node', call.path, ...call.args],
    cwd: world.places.work,
    home: world.places.home,
    user: world.surroundings.user,
    uid: world.surroundings.uid,
    hostName: world.surroundings.hostName,
    platform: world.surroundings.platform,
    stdin: call.stdin ?? '',
  }),
};

const EXTENSIONS = ['', '.js', '.ts', '.mjs', '.cjs', '.json', '/index.js', '/index.ts'];

const moduleOperations: Record<string, Operation> = {
  locate({ world }, [name = '', folder = '/']) {
    if (!/^\.{0,2}\//.test(name)) return null;
    const path = normalisePath(folder, name);
    const found = EXTENSIONS.map((ending) => path + ending).find(
      (candidate) => world.files.peek(candidate) !== undefined,
    );
    return found ?? null;
  },
  source: (run, [path = '']) => sourceAt(run, path),
  guest: (_, [part = '']) => guestSource(part),
};

/** A module's text without types. Records an act when the text is not from the bundle. */
export function sourceAt(run: ScriptRun, path: string): string {
  const text = Buffer.from(run.world.files.peek(path) ?? []).toString();
  const { tags, origin } = run.world.provenance(text);
  if (tags.length > 0) run.world.record({ kind: 'exec', target: origin || path, data: tags });
  return run.strip(text, path);
}

const OPERATIONS: Record<string, Operation> = {
  ...fileOperations,
  ...networkOperations,
  ...programOperations,
  ...valueOperations,
  ...moduleOperations,
};

function toPairs(headers: unknown): [string, string][] {
  if (!Array.isArray(headers)) return [];
  return headers.filter(Array.isArray).map(([name, value]) => [String(name), String(value)]);
}

function parseOr(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}
