/** Writes git objects and packs from plain data. It shares no code with the readers that it tests. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

type StandInFile =
  | string
  | Uint8Array
  | { exec: string }
  | { symlink: string }
  | { submodule: true }
  /** Entries that git itself would not write. */
  | { mode: string; content: string };
export type StandInFiles = Readonly<Record<string, StandInFile>>;

type ObjectType = 'commit' | 'tree' | 'blob';
export type StoredObject = { readonly id: string; readonly type: ObjectType; readonly bytes: Buffer };

/** A commit id derived from a word, for commits that need not exist. */
export const commitId = (word: string): string => createHash('sha1').update(word).digest('hex');

const AUTHOR = 'Someone <someone@example.com> 1700000000 +0000';
/** Every commit written here, by id, because an id does not reveal its content. */
const commits = new Map<string, StoredObject>();

/** The id that git gives to a commit of these files. Commits of the same files differ by their message. */
export function commitOf(files: StandInFiles, message = ''): string {
  const { tree } = writeTree(files);
  const text = `tree ${tree.id}\nauthor ${AUTHOR}\ncommitter ${AUTHOR}\n\n${message}`;
  const commit = store('commit', Buffer.from(text));
  commits.set(commit.id, commit);
  return commit.id;
}

export const findCommit = (id: string): StoredObject | undefined => commits.get(id);

const store = (type: ObjectType, bytes: Buffer): StoredObject => ({
  id: createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex'),
  type,
  bytes,
});

/** The tree of a folder and all objects below it, the tree first. */
export function writeTree(files: StandInFiles): { tree: StoredObject; all: StoredObject[] } {
  const below: StoredObject[] = [];
  const entries: { key: string; mode: string; name: string; id: string }[] = [];
  const folders = new Map<string, Record<string, StandInFile>>();
  for (const [path, file] of Object.entries(files)) {
    const slash = path.indexOf('/');
    if (slash >= 0) {
      const folder = folders.get(path.slice(0, slash)) ?? {};
      folder[path.slice(slash + 1)] = file;
      folders.set(path.slice(0, slash), folder);
      continue;
    }
    const { mode, object } = writeFile(file);
    entries.push({ key: path, mode, name: path, id: object === undefined ? commitId('submodule') : object.id });
    if (object !== undefined) below.push(object);
  }
  for (const [name, folder] of folders) {
    const { tree, all } = writeTree(folder);
    entries.push({ key: `${name}/`, mode: '40000', name, id: tree.id });
    below.push(...all);
  }
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  const lines = entries.map(({ mode, name, id }) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
  const tree = store('tree', Buffer.concat(lines));
  return { tree, all: [tree, ...below] };
}

function writeFile(file: StandInFile): { mode: string; object: StoredObject | undefined } {
  if (typeof file === 'string' || file instanceof Uint8Array) return { mode: '100644', object: blob(file) };
  if ('exec' in file) return { mode: '100755', object: blob(file.exec) };
  if ('symlink' in file) return { mode: '120000', object: blob(file.symlink) };
  if ('submodule' in file) return { mode: '160000', object: undefined };
  return { mode: file.mode, object: blob(file.content) };
}

const blob = (content: string | Uint8Array): StoredObject => store('blob', Buffer.from(content));

const TYPE_NUMBERS = { commit: 1, tree: 2, blob: 3 } as const;

/** A pack of whole objects, each once. */
export function packOf(objects: readonly StoredObject[]): Buffer {
  const unique = [...new Map(objects.map((object) => [object.id, object])).values()];
  const head = Buffer.alloc(12);
  head.write('PACK', 0, 'latin1');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(unique.length, 8);
  return withSum(Buffer.concat([head, ...unique.map(({ type, bytes }) => packed(TYPE_NUMBERS[type], bytes))]));
}

/** An entry of a pack: type, size and the deflated bytes. */
export const packed = (type: number, bytes: Buffer, between: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([entryHead(type, bytes.length), between, deflateSync(bytes, { level: 1 })]);

export const withSum = (body: Buffer): Buffer => Buffer.concat([body, createHash('sha1').update(body).digest()]);

function entryHead(type: number, size: number): Buffer {
  const head: number[] = [];
  let byte = (type << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    head.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...head, byte]);
}
