import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { createLoopbackNetwork, type LoopbackNetwork, SOME_PUBLIC_ADDRESS } from './loopback-network.ts';

export type StandInFile = string | Uint8Array | { exec: string } | { symlink: string } | { submodule: true };

/** A repository as plain data. Tests may change it while the server runs. */
export type StandInRepository = {
  /** (d) main */
  defaultBranch?: string;
  commits: Record<string, Record<string, StandInFile>>;
  branches: Record<string, string>;
  /** A tag of its own commit, or an annotated one: an object that points to a commit. */
  tags?: Record<string, string | { object: string; commit: string }>;
};

export type StandInWorld = {
  repositories: Record<string, StandInRepository>;
  /** Old name to new name: answered with a redirect, as after a rename. */
  renamed?: Record<string, string>;
};

const HOSTS = ['github.com', 'raw.githubusercontent.com', 'codeload.github.com'] as const;
export type StandInHost = (typeof HOSTS)[number];

export type Misbehaviour =
  | { kind: 'redirect'; to: string }
  | { kind: 'status'; status: number }
  | { kind: 'body'; bytes: Uint8Array; contentType?: string }
  | { kind: 'huge' | 'drip' | 'silent' | 'gzip_bomb' | 'truncated' };

export type GithubStandIn = {
  network: LoopbackNetwork;
  /** `host/path` of every request, in order. */
  requests: readonly string[];
  /** From now on this host answers every request so; `undefined` makes it behave again. */
  misbehave: (host: StandInHost, how: Misbehaviour | undefined) => void;
  close: () => Promise<void>;
};

const HUGE_BYTES = 100_000_000;
const DRIP_MS = 5;

/** A commit id to write in a test: forty digits that stand for a word. */
export const commitId = (word: string): string => createHash('sha1').update(word).digest('hex');

/** One local server for github.com, raw.githubusercontent.com and codeload.github.com, reached through `network`. */
export async function startGithubStandIn(world: StandInWorld): Promise<GithubStandIn> {
  const requests: string[] = [];
  const misbehaviours = new Map<string, Misbehaviour>();
  const server = createServer(async ({ headers: { host = '' }, url = '' }, response) => {
    requests.push(`${host}${url}`);
    const misbehaviour = misbehaviours.get(host);
    if (misbehaviour) misbehave(response, misbehaviour);
    else await answer(world, `${host}${url}`, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');

  const isOurs = (name: string): boolean => HOSTS.some((host) => host === name);
  return {
    network: createLoopbackNetwork({
      port: address.port,
      addressesOf: (host) => (isOurs(host) ? [SOME_PUBLIC_ADDRESS] : []),
    }),
    requests,
    misbehave: (host, how) => {
      if (how) misbehaviours.set(host, how);
      else misbehaviours.delete(host);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const ROUTES = {
  refs: /^github\.com\/([^/]+\/[^/]+)\.git\/info\/refs\?service=git-upload-pack$/,
  raw: /^raw\.githubusercontent\.com\/([^/]+\/[^/]+)\/([0-9a-f]{40})\/(.+)$/,
  archive: /^codeload\.github\.com\/([^/]+\/[^/]+)\/tar\.gz\/([0-9a-f]{40})$/,
};

async function answer({ repositories, renamed = {} }: StandInWorld, target: string, response: ServerResponse) {
  const [, refsOf] = ROUTES.refs.exec(target) ?? [];
  if (refsOf !== undefined) {
    const newName = renamed[refsOf];
    const repository = repositories[refsOf];
    if (newName !== undefined) {
      const location = `https://github.com/${newName}.git/info/refs?service=git-upload-pack`;
      return response.writeHead(301, { location }).end();
    }
    // The real host asks for a login, so that a private repository looks like a missing one.
    if (!repository) return response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
    return send(response, advertise(repository), 'application/x-git-upload-pack-advertisement');
  }

  const [, rawOf = '', rawCommit = '', path = ''] = ROUTES.raw.exec(target) ?? [];
  const file = repositories[rawOf]?.commits[rawCommit]?.[decodeURIComponent(path)];
  if (file !== undefined && !isSubmodule(file)) return send(response, contentOf(file), 'text/plain; charset=utf-8');

  const [, archiveOf = '', commit = ''] = ROUTES.archive.exec(target) ?? [];
  const files = repositories[archiveOf]?.commits[commit];
  if (files) return send(response, await archive(`${archiveOf.split('/')[1]}-${commit}`, files), 'application/x-gzip');
  return response.writeHead(404).end('404: Not Found');
}

function send(response: ServerResponse, bytes: Uint8Array, contentType: string) {
  return response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes);
}

function misbehave(response: ServerResponse, how: Misbehaviour) {
  switch (how.kind) {
    case 'redirect':
      return response.writeHead(302, { location: how.to }).end();
    case 'status':
      return response.writeHead(how.status).end('no');
    case 'body':
      return send(response, how.bytes, how.contentType ?? 'application/octet-stream');
    case 'gzip_bomb':
      return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipBomb());
    case 'truncated':
      return response.writeHead(200, { 'content-length': '1000' }).write('cut', () => response.destroy());
    case 'huge':
      return pour(response, HUGE_BYTES);
    case 'drip':
      return drip(response);
    case 'silent':
      return undefined;
  }
}

/** Ten members, each of a tenth: packing them in one go takes ten times as long. */
const gzipBomb = (): Buffer => Buffer.concat(new Array<Buffer>(10).fill(gzipSync(Buffer.alloc(HUGE_BYTES / 10))));

/** Announces no length, so that only counting can stop it. */
function pour(response: ServerResponse, bytes: number) {
  const chunk = Buffer.alloc(64 * 1024);
  let left = bytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', more);
  more();
}

function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write('.'), DRIP_MS);
  response.on('close', () => clearInterval(timer));
}

/** The advertisement of git's smart HTTP protocol, version 0. */
export function advertise({ defaultBranch = 'main', branches, tags = {} }: StandInRepository): Buffer {
  const head = branches[defaultBranch];
  const refs = [
    ...(head === undefined ? [] : [`${head} HEAD`]),
    ...Object.entries(branches).map(([name, commit]) => `${commit} refs/heads/${name}`),
    ...Object.entries(tags).flatMap(([name, tag]) =>
      typeof tag === 'string'
        ? [`${tag} refs/tags/${name}`]
        : [`${tag.object} refs/tags/${name}`, `${tag.commit} refs/tags/${name}^{}`],
    ),
  ];
  const capabilities = `multi_ack thin-pack symref=HEAD:refs/heads/${defaultBranch} agent=git/stand-in`;
  const [first = `${'0'.repeat(40)} capabilities^{}`, ...rest] = refs;
  const lines = [`${first}\0${capabilities}`, ...rest].map((line) => packet(`${line}\n`));
  return Buffer.concat([packet('# service=git-upload-pack\n'), FLUSH, ...lines, FLUSH]);
}

const FLUSH = Buffer.from('0000');

const packet = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
};

/** Packed by another library than the one under test, in the order and with the top folder of `git archive`. */
async function archive(root: string, files: Record<string, StandInFile>): Promise<Buffer> {
  const tar = pack();
  const folders = new Set<string>();
  tar.entry({ name: 'pax_global_header' }, COMMENT);
  tar.entry({ name: `${root}/`, type: 'directory' });
  for (const [path, file] of Object.entries(files)) {
    for (const folder of parentsOf(path)) {
      if (!folders.has(folder)) tar.entry({ name: `${root}/${folder}/`, type: 'directory' });
      folders.add(folder);
    }
    const name = `${root}/${path}`;
    if (isSubmodule(file)) tar.entry({ name: `${name}/`, type: 'directory' });
    else if (isSymlink(file)) tar.entry({ name, type: 'symlink', linkname: file.symlink });
    else tar.entry({ name, mode: isExec(file) ? 0o775 : 0o664 }, contentOf(file));
  }
  tar.finalize();
  return gzipSync(markGlobal(await buffer(tar)));
}

const COMMENT = '52 comment=0000000000000000000000000000000000000000\n';

/** `git archive` begins with a global pax header, which the library cannot write: its first file is made into one. */
function markGlobal(tar: Buffer): Buffer {
  tar.write('g', 156);
  tar.fill(' ', 148, 156);
  const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
  return tar;
}

const parentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));

const isPlain = (file: StandInFile): file is string | Uint8Array =>
  typeof file === 'string' || file instanceof Uint8Array;
const isSubmodule = (file: StandInFile): file is { submodule: true } => !isPlain(file) && 'submodule' in file;
const isSymlink = (file: StandInFile): file is { symlink: string } => !isPlain(file) && 'symlink' in file;
const isExec = (file: StandInFile): file is { exec: string } => !isPlain(file) && 'exec' in file;

function contentOf(file: Exclude<StandInFile, { submodule: true }>): Buffer {
  if (isPlain(file)) return Buffer.from(file);
  return Buffer.from(isExec(file) ? file.exec : file.symlink);
}
