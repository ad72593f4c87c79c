import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { findCommit, packOf, type StandInFiles, type StoredObject, writeTree } from './git-store.ts';
import { createLoopbackNetwork, type LoopbackNetwork, SOME_PUBLIC_ADDRESS } from './loopback-network.ts';

export { commitId, commitOf } from './git-store.ts';

/** A repository as plain data. Tests may change it while the server runs. */
export type StandInRepository = {
  /** Defaults to `main`. */
  defaultBranch?: string;
  /** Keyed by the id that `commitOf` returns. */
  commits: Record<string, StandInFiles>;
  branches: Record<string, string>;
  /** A lightweight tag, or an annotated one: an object that points to a commit. */
  tags?: Record<string, string | { object: string; commit: string }>;
};

export type StandInWorld = {
  repositories: Record<string, StandInRepository>;
  /** Old name to new name: answered with a redirect, as after a rename. */
  renamed?: Record<string, string>;
};

/** The whole host, or only its object downloads. */
export type StandInHost = 'github.com' | 'git-upload-pack';

export type Misbehaviour =
  | { kind: 'redirect'; to: string }
  | { kind: 'status'; status: number }
  | { kind: 'body'; bytes: Uint8Array; contentType?: string }
  | { kind: 'huge' | 'drip' | 'silent' | 'gzip_bomb' | 'truncated' };

export type GithubStandIn = {
  network: LoopbackNetwork;
  /** `host/path` of every request, in order. */
  requests: readonly string[];
  /** Makes this host answer every request in this way; `undefined` restores it. */
  misbehave: (host: StandInHost, how: Misbehaviour | undefined) => void;
  close: () => Promise<void>;
};

const HUGE_BYTES = 100_000_000;
const DRIP_MS = 5;

/** A local server that replaces github.com as a git server, reached through `network`. */
export async function startGithubStandIn(world: StandInWorld): Promise<GithubStandIn> {
  const requests: string[] = [];
  const misbehaviours = new Map<string, Misbehaviour>();
  const server = createServer(async (request, response) => {
    const target = `${request.headers.host ?? ''}${request.url ?? ''}`;
    requests.push(target);
    const body = await buffer(request);
    const door = ROUTES.objects.test(target) ? misbehaviours.get('git-upload-pack') : undefined;
    const misbehaviour = door ?? misbehaviours.get('github.com');
    if (misbehaviour) misbehave(response, misbehaviour);
    else answer(world, { target, body }, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');

  return {
    network: createLoopbackNetwork({
      port: address.port,
      addressesOf: (host) => (host === 'github.com' ? [SOME_PUBLIC_ADDRESS] : []),
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
  objects: /^github\.com\/([^/]+\/[^/]+)\.git\/git-upload-pack$/,
};
type Asked = { readonly target: string; readonly body: Buffer };

function answer({ repositories, renamed = {} }: StandInWorld, { target, body }: Asked, response: ServerResponse) {
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
  const repository = repositories[ROUTES.objects.exec(target)?.[1] ?? ''];
  if (repository) return send(response, uploadPack(repository, body), 'application/x-git-upload-pack-result');
  return response.writeHead(404).end('404: Not Found');
}

/** The part of protocol version 2's `fetch` command that the client uses: one object, alone or with all it points to. */
function uploadPack(repository: StandInRepository, request: Buffer): Buffer {
  const text = request.toString('latin1');
  const [, id = ''] = /want ([0-9a-f]{40})\n/.exec(text) ?? [];
  const found = findObjects(repository, id);
  if (!text.includes('command=fetch') || found === undefined) return packet(`ERR upload-pack: not our ref ${id}\n`);
  const isAlone = text.includes('filter tree:0');
  const pack = packOf(isAlone ? found.slice(0, 1) : found);
  const shallow = text.includes('deepen 1') ? [packet('shallow-info\n'), packet(`shallow ${id}\n`), DELIMITER] : [];
  const parts: Buffer[] = [];
  for (let at = 0; at < pack.length; at += SIDE_BAND_BYTES) {
    parts.push(packet(Buffer.concat([Buffer.of(1), pack.subarray(at, at + SIDE_BAND_BYTES)])));
  }
  return Buffer.concat([...shallow, packet('packfile\n'), packet('\x02counting\n'), ...parts, FLUSH]);
}

/** The object with this id and all that it points to, itself first. */
function findObjects({ commits }: StandInRepository, id: string): StoredObject[] | undefined {
  const own = commits[id];
  const commit = findCommit(id);
  if (own !== undefined && commit !== undefined) return [commit, ...writeTree(own).all];
  for (const files of Object.values(commits)) {
    const found = findBelow(files, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findBelow(files: StandInFiles, id: string): StoredObject[] | undefined {
  const { tree, all } = writeTree(files);
  if (tree.id === id) return all;
  const folders = Map.groupBy(
    Object.entries(files).filter(([path]) => path.includes('/')),
    ([path]) => path.slice(0, path.indexOf('/')),
  );
  for (const [name, inner] of folders) {
    const found = findBelow(Object.fromEntries(inner.map(([path, file]) => [path.slice(name.length + 1), file])), id);
    if (found !== undefined) return found;
  }
  const blob = all.find((object) => object.id === id);
  return blob && [blob];
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

/** Ten gzip members of a tenth each; compressing the whole would take ten times as long. */
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
const DELIMITER = Buffer.from('0001');
const SIDE_BAND_BYTES = 65_000;

function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
}
